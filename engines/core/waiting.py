"""What a play waits on: a choice of somebody, or an identity that the world must supply."""

from __future__ import annotations

from typing import NamedTuple

MUST, EACH, ORDERED, WINDOW = "must", "each", "ordered", "window"
"""Policies: one seat must answer; each of several must; they answer in turn order; whoever wants may, or passes."""


class Decision(NamedTuple):
    """A choice that a seat has to make. ``id`` changes with every entry, so a stale answer is recognised."""

    id: int
    seat: int
    kind: str
    policy: str = MUST


class Reveal(NamedTuple):
    """The identity of a token that lies open now, or that a rule needs.

    With the policy WINDOW it may be told and need not: a card in a hand, which a real table may never hear of.
    """

    id: int
    token: int
    zone: str
    seat: int
    policy: str = MUST
