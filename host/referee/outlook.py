"""What the referee must know of a play, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from host.referee.verdicts import Answer
from host.table import Scene


@dataclass(frozen=True, slots=True)
class Outlook:
    """The scene that the table should show now, and what each legal answer that can be seen would make of it.

    ``outcomes`` maps the signature after an answer to all answers that lead to it. ``after`` looks one answer further
    ahead; None where an answer ends what can be foreseen. ``given``: if this is the outlook without the answer that was
    given, every signature to which that answer leads.
    """

    scene: Scene
    outcomes: Mapping[bytes, tuple[Answer, ...]]
    after: Callable[[Answer], Outlook | None]
    given: tuple[bytes, ...] = ()
