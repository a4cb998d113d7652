"""What people do at a table beside its tiles: cards that are held to a pad or lie on one, and what that may mean."""

from __future__ import annotations

from typing import Any, NamedTuple

Choice = Any


class Aim(NamedTuple):
    """Something that can be aimed with: lift and put back what stands on ``tile``, or press *yes* at its ``light``."""

    label: str
    tile: int | None
    light: int | None
    choices: tuple[Choice, ...]


class Shown(NamedTuple):
    """A card was held to a pad. ``token`` is which one it is, if the same tag was read before; else -1.

    ``others`` are the cards whose tags are known to be others.
    """

    name: str
    pad: str = "play"
    token: int = -1
    others: frozenset[int] = frozenset()


class Lying(NamedTuple):
    """What lies on a pad: the name of a card, "?" for one that cannot be read, nothing. ``token`` as in ``Shown``."""

    card: str
    token: int = -1


class Wanted(NamedTuple):
    """More has to be shown before anything is answered: what, and which cards it may be."""

    title: str
    detail: str
    cards: tuple[str, ...] = ()


class Heard(NamedTuple):
    """What is meant by the cards that were shown since something was asked.

    ``answers``: one of them is meant. ``row``: all of them, one after the other. ``told``: tokens whose names they
    tell. ``aims``: what is still to be chosen at the table, and ``armed`` the lights of what is aimed with. ``pads``:
    where that was read.
    """

    answers: tuple[Choice, ...] = ()
    row: tuple[Choice, ...] = ()
    told: tuple[tuple[int, str], ...] = ()
    aims: tuple[Aim, ...] = ()
    armed: tuple[int, ...] = ()
    title: str = ""  # of what is aimed
    wanted: Wanted | None = None
    notice: str = ""
    pads: tuple[str, ...] = ()


class Lack(NamedTuple):
    """An answer names a card that the rules have not been told: one of ``tokens`` has to be it."""

    tokens: tuple[int, ...]
    card: str
