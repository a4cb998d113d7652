"""One pad of a board that is connected: what `host.tags` asks of a pad, over the link."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future

from firmware import wire
from hardware.profiles import Pad, Profile
from host.link import LIVE, Driver, Happening, Outcome, PadView, read_pages
from host.stage.language import PUT, TAKE, Lamps
from host.tags.taps import Lifted, Seen, TagGone, TagRefused, Tap, TapError, Trouble, Wish

ANSWER_S = 5.0
_MEANINGS = {"put": PUT, "take": TAKE}
_GONE = (wire.NO_TAG, wire.TORN)
_TROUBLES = {
    wire.PAD_SEVERAL: "More than one card lies on the pad. Leave one, and lift the others.",
    wire.PAD_GARBLED: "Something lies on the pad and cannot be read. Lay the card flat on the middle of the pad.",
    wire.PAD_DOWN: "The reader of this pad does not answer. Check its wires and its power.",
}


class News:
    """Wakes whoever waits when the link tells anything: hand `hear` to the driver as its listener."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def hear(self, happening: Happening) -> None:
        """Take something that the link tells."""
        self._event.set()

    def wait(self, seconds: float) -> None:
        """Return when something was told since the last call, or after so many seconds."""
        self._event.wait(seconds)
        self._event.clear()


class BoardPad:
    """A pad of a table. What lies there already when it is made counts as put down then."""

    def __init__(self, driver: Driver, profile: Profile, pad: Pad, news: News) -> None:
        self._driver = driver
        self._profile = profile
        self._pad = pad.index
        self._news = news
        self._last: tuple[int, bytes] = (wire.PAD_ABSENT, b"")
        self._was_live = True

    def ask(self, wish: Wish) -> None:
        """Have the pad's light ask for something, in the language of all games; dark means: leave the card."""
        lamps = Lamps(self._profile)
        if wish in _MEANINGS:
            lamps.say(_MEANINGS[wish], [self._profile.pad_light(self._pad)])
        self._driver.show(lamps.scene())

    def wait(self, timeout: float) -> Tap | None:
        """Return what happens next on the pad, or None if nothing does for so many seconds."""
        deadline = time.monotonic() + timeout
        while (tap := self._look()) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self._news.wait(left)
        return tap

    def read(self, page: int, pages: int) -> bytes:
        """Return four bytes for each of so many pages."""
        data = self._answer(self._driver.read_tag(self._pad, page, pages, self._last[1]))
        found = read_pages(data)
        if found is None or len(found[1]) != 4 * pages:
            raise TapError("The board's answer makes no sense. Update its firmware.")
        return found[1]

    def write(self, page: int, data: bytes) -> None:
        """Write four bytes; the board checks that they are there."""
        self._answer(self._driver.write_tag(self._pad, page, data, self._last[1]))

    def _look(self) -> Tap | None:
        link = self._driver.link
        is_live = link.phase == LIVE
        if is_live != self._was_live:
            self._was_live = is_live
            return None if is_live else Trouble(self._driver.sentence)
        pads = link.pads
        view = pads[self._pad] if is_live and self._pad < len(pads) else PadView()
        if view.what == wire.PAD_UNKNOWN or (view.what, view.uid) == self._last:
            return None
        self._last = (view.what, view.uid)
        if view.what in _TROUBLES:
            return Trouble(_TROUBLES[view.what])
        return Seen(view.uid, view.text) if view.what == wire.PAD_PRESENT else Lifted()

    def _answer(self, future: Future[Outcome]) -> bytes:
        try:
            outcome = future.result(ANSWER_S)
        except TimeoutError as error:
            raise TapError("The board did not answer in time. Check the cable and try again.") from error
        if outcome.ok:
            return outcome.data
        if outcome.status in _GONE:
            raise TagGone(outcome.text)
        raise (TagRefused if outcome.status == wire.REFUSED else TapError)(outcome.text)
