"""Events that every game has. A game's own are NamedTuples too, and end with ``cause`` and ``rule``."""

from __future__ import annotations

from typing import Any, NamedTuple


class Bound(NamedTuple):
    """A token's identity became known to some viewers, or (None) to all."""

    token: int
    card: str
    seen_by: tuple[int, ...] | None = None
    cause: str = "seen"
    rule: str = ""


Event = Any  # a NamedTuple with cause and rule; its class says what happened
