"""Cards on the pads of a table, on their way into its game.

A card on the pad ``play`` becomes a command like any other, noted in the ledger: a replay needs neither tags nor decks.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.wire import PAD
from host.ledger import Fact, Value
from host.play.commands import Show
from host.play.companion import Companion
from host.play.sight import SHOW_PAD
from host.table.pads import Pads
from host.table.tags import Cards


class PadTaps:
    """Tells a companion what is shown to it. Without ``cards`` a tag is what it says of itself."""

    def __init__(self, companion: Companion, cards: Cards | None = None) -> None:
        self._companion = companion
        self._pads = Pads(companion.stage.profile, cards or Cards(companion.game.tagged()))
        companion.show_pads(self._pads.sights())

    def remember(self, known: Sequence[Value], now: int) -> None:
        """Take what the ledger knows of a board: a card that lies on a pad since before was shown before."""
        tags_first = sorted(known, key=lambda value: value.kind == PAD)
        self._pads.take([Fact(None, None, None, now, *value) for value in tags_first], now)
        self._pads.taps()
        self._companion.show_pads(self._pads.sights())

    def take(self, facts: Sequence[Fact], now: int) -> None:
        """Take facts that the companion has taken."""
        self._pads.take(facts, now)
        self._companion.show_pads(self._pads.sights())
        for tap in self._pads.taps():
            if tap.pad == SHOW_PAD:
                self._companion.command(Show(tap.card), now)
        over = self._pads.over()
        if notices := self._pads.notices():
            self._companion.complain(" ".join(notices))
        elif self._companion.picture.notice in over:
            self._companion.complain("")
