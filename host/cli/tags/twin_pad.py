"""A pad of a simulated board, with a hand that lays one sticker after another on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from hardware.profiles import Pad, Profile
from hardware.twin.client import TwinControl
from host.cli.tags.board_pad import BoardPad, News
from host.link import Driver
from host.tags.taps import Lifted, Tap

SEEN_S = 5.0
"""A simulated reader has seen a card long before."""


class TwinPad(BoardPad):
    """Lays the next sticker when nothing happens any more: at a terminal when Enter is pressed, else at once.

    When there are no more stickers, it is as if Ctrl-C was pressed.
    """

    def __init__(
        self, driver: Driver, profile: Profile, pad: Pad, news: News, control: TwinControl, stickers: Iterator[str]
    ) -> None:
        super().__init__(driver, profile, pad, news)
        self._control = control
        self._name = pad.name
        self._stickers = stickers
        self._lying = ""

    def wait(self, timeout: float) -> Tap | None:
        """Return what happens next; if nothing has, lay the next sticker and see it."""
        tap = super().wait(0)
        if tap is None:
            self._lay_next()
            tap = super().wait(SEEN_S)
        return super().wait(SEEN_S) if isinstance(tap, Lifted) else tap

    def _lay_next(self) -> None:
        if sys.stdin.isatty():
            input("Press Enter to lay the next simulated sticker on the pad. ")
        if self._lying:
            self._control.lift(self._lying)
        sticker = next(self._stickers, None)
        if sticker is None:
            raise KeyboardInterrupt
        self._control.ask("put", object=sticker, kind="card", pad=self._name)
        self._lying = sticker
