"""The room of a game of SAW: people read on its screen how the game stands, as far as anybody tells the table."""

from __future__ import annotations

from engines.core import AnyPlay
from host.soak.human.saw_world import turned_over
from host.soak.room import StagedRoom
from host.soak.saw_agreement import difference, is_under_way


class SawRoom(StagedRoom):
    """A room in which cards lie on pads."""

    def agrees(self, truth: AnyPlay) -> bool:
        """Read in the ledger and on the screen whether the game stands so."""
        return not difference(self._table.companion.play, truth)

    @property
    def lines(self) -> int:
        """How many lines the ledger has."""
        return len(self._table.picture.lines)

    def is_under_way(self) -> bool:
        """See that the table waits for what the cards say."""
        return is_under_way(self._table.companion.play)

    @property
    def turned(self) -> list[str]:
        """The cards that were turned over so far, as the ledger has them."""
        return [event.card for event in turned_over(self._table.companion.play.events)]
