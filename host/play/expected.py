"""Which pads a card is about to come to, for the board, which then looks at them more often.

What a board is told could be overheard: it follows from what is asked, which everybody hears, from a slot that all
saw to be empty, and from no card.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.play.floor import Floor, asked_of
from host.stage.base import Stage


def expected_pads(stage: Stage, floor: Floor, awaited: Iterable[str] = ()) -> frozenset[int]:
    """Return the pads to which whoever may answer now would hold a card, and those where one is ``awaited``."""
    asked = [item for play in (floor.play, floor.main) if (item := asked_of(play)) is not None]
    names = {*awaited, *(name for item in asked for name in stage.expects(item))}
    return frozenset(pad.index for pad in stage.profile.pads if pad.name in names)
