"""All that can enter a play. A play is the fold of its entries."""

from __future__ import annotations

from typing import Any, NamedTuple


class Answer(NamedTuple):
    """Somebody decided. ``seat`` is needed only where several seats are asked at once."""

    decision: int
    choice: Any
    seat: int | None = None


class Pass(NamedTuple):
    """Somebody lets an open window close. ``seat`` is needed only where it is open for several."""

    decision: int
    seat: int | None = None


class Observed(NamedTuple):
    """The identity of a token was seen, by some viewers or (None) by all."""

    token: int
    card: str
    seen_by: tuple[int, ...] | None = None


class Shuffled(NamedTuple):
    """A zone was mixed."""

    zone: str


class Corrected(NamedTuple):
    """The table is right and the books were wrong."""

    field: str
    value: int | str
    why: str
    by: str = "table"


Entry = Answer | Pass | Observed | Shuffled | Corrected
