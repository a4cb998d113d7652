"""Cards on the pads of a table, on their way into its game.

What is held to a pad, and what lies on one, becomes a command like any other, noted in the ledger: a replay needs
neither tags nor decks.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.wire import PAD, PAD_ABSENT, PAD_PRESENT
from host.ledger import Fact, Value
from host.play.commands import Again, Lay, Show
from host.play.companion import OVERTAKEN, Companion
from host.table.pads import Lying, Pads, Tap
from host.table.tags import Cards

SURE_MS = 140  # of two cards that are held there together, a reader may hear only one at first
LEFT_ALONE_MS = 400  # where more than one lay, that one is alone now: it may be heard alone for a while by chance
AGAIN_MS = 2_500  # a card that comes back so soon after it was understood has only been held there twice
BLINK_MS = 500  # and one that was away for no longer has not been used for anything in between
UNREAD = "?"  # a card that says nothing of itself


class PadTaps:
    """Tells a companion what is shown to it. Without ``cards`` a tag is what it says of itself."""

    def __init__(self, companion: Companion, cards: Cards | None = None) -> None:
        self._companion = companion
        self._pads = Pads(companion.stage.profile, cards or Cards(companion.game.tagged()))
        self._slots = [pad for pad in companion.stage.profile.pads if pad.name in companion.stage.slots(companion.play)]
        self._lying: dict[str, Lying] = {}
        self._waiting: dict[str, Tap] = {}  # by pad: what may still turn out to be one of two cards
        self._crowded: set[str] = set()  # pads on which more than one lay since they were empty last
        self._understood: Tap | None = None  # the last card that was understood, and when
        self._last: dict[str, Tap] = {}  # by pad: what was read there last,
        self._left: dict[str, int] = {}  # when it was taken away,
        self._blinked: set[str] = set()  # and the pads to which it came back at once
        companion.show_pads(self._pads.sights())

    def remember(self, known: Sequence[Value], now: int) -> None:
        """Take what the ledger knows of a board: a card that lies on a pad since before was shown before."""
        tags_first = sorted(known, key=lambda value: value.kind == PAD)
        self._pads.take([Fact(None, None, None, now, *value) for value in tags_first])
        self._pads.taps()
        self._pads.gone()
        self._companion.show_pads(self._pads.sights())
        self._lay(now)

    def take(self, facts: Sequence[Fact], now: int) -> None:
        """Take facts that the companion has taken."""
        self._pads.take(facts)
        self._companion.show_pads(self._pads.sights())
        self._lay(now)
        taps = self._pads.taps()
        for tap in taps:
            self._follow(tap)
            if tap.pad in self._companion.stage.reads:
                self._come(tap)
        for sight in self._pads.sights():
            if sight.state == "several":
                self._waiting.pop(sight.name, None)
                self._crowded.add(sight.name)
            elif sight.state == "empty":
                self._left.setdefault(sight.name, now)
        self._leave(taps)
        self._companion.withdraw(self._pads.over())
        if notices := self._pads.notices():
            self._companion.complain(" ".join(notices))

    def _come(self, tap: Tap) -> None:
        """A card comes to a pad. No hand is so quick that it could be the second one: then both are held there."""
        is_alone = self._waiting.pop(tap.pad, None) is None
        if is_alone or tap.pad in self._crowded:
            self._wait(tap)
        else:
            self._crowded.add(tap.pad)

    def _leave(self, taps: Sequence[Tap]) -> None:
        """Cards leave their pads: of two that were held there one may have been heard for longer than the other."""
        changed = {(tap.pad, tap.at) for tap in taps}  # for another one
        for pad, at in self._pads.gone():
            if pad in self._crowded and (pad, at) not in changed:
                tap = self._waiting.get(pad)
                if tap is not None and tap.at <= at < self._sure_at(tap):
                    del self._waiting[pad]
                self._crowded.discard(pad)

    def _wait(self, tap: Tap) -> None:
        """A card is held to a pad: it is shown if it stays alone there, and nothing was answered since."""
        if self._companion.is_overtaken(tap.at):
            self._companion.complain(OVERTAKEN)
        else:
            self._waiting[tap.pad] = tap

    def _follow(self, tap: Tap) -> None:
        """Remember which card was where, and whether it has only left its pad for a moment."""
        last, left = self._last.get(tap.pad), self._left.pop(tap.pad, tap.at)
        self._last[tap.pad] = tap
        if last is not None and last.uid == tap.uid and tap.at - left < BLINK_MS:
            self._blinked.add(tap.pad)
        else:
            self._blinked.discard(tap.pad)

    def _lay(self, now: int) -> None:
        """Tell what has changed on the pads on which cards lie while they are in play."""
        for pad in self._slots:
            lying = self._pads.on(pad.index)
            if lying != self._lying.get(pad.name):
                self._lying[pad.name] = lying
                card = (lying.card or UNREAD) if lying.what == PAD_PRESENT else ""
                is_known = lying.what in (PAD_PRESENT, PAD_ABSENT)
                self._companion.command(Lay(pad.name, card, lying.uid.hex(), is_known), now)

    @property
    def due(self) -> int | None:
        """When ``tick`` is needed next, or None."""
        return min(map(self._sure_at, self._waiting.values()), default=None)

    def _sure_at(self, tap: Tap) -> int:
        return tap.at + (LEFT_ALONE_MS if tap.pad in self._crowded else SURE_MS)

    def tick(self, now: int) -> None:
        """Let time pass: a card that was alone on its pad for long enough is shown."""
        for tap in sorted(self._waiting.values()):
            if now >= self._sure_at(tap):
                del self._waiting[tap.pad]
                self._crowded.discard(tap.pad)
                if not self._is_repeated(tap, now):
                    self._show(tap, now)
                elif self._companion.stage.shows_twice:
                    self._companion.command(Again(tap.card, tap.pad), now)

    def _show(self, tap: Tap, now: int) -> None:
        before = self._companion.age
        self._companion.command(Show(tap.card, tap.pad, tap.uid.hex()), now)
        if self._companion.age != before:
            self._understood = tap._replace(at=now)

    def _is_repeated(self, tap: Tap, now: int) -> bool:
        """Tell whether a card is only held there once more; another copy of it is another card."""
        last = self._understood
        if last is None or (tap.pad, tap.uid) != (last.pad, last.uid):
            return False
        if self._companion.stage.shows_twice:
            return tap.pad in self._blinked and not self._companion.is_virtual
        return now - last.at < AGAIN_MS
