"""Cards on the pads of a table, on their way into its game.

What is held to a pad, and what lies on one, becomes a command like any other, noted in the ledger: a replay needs
neither tags nor decks.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.wire import PAD, PAD_ABSENT, PAD_PRESENT, PAD_SEVERAL
from host.ledger import Fact, Value
from host.play.commands import Again, Lay, Show
from host.play.companion import OVERTAKEN, Companion
from host.table.pads import Change, Lying, Pads
from host.table.tags import Cards

SURE_MS = 140  # of two cards that are held there together, a reader may hear only one at first
LEFT_ALONE_MS = 400  # where more than one lay, that one is alone now: it may be heard alone for a while by chance
AGAIN_MS = 2_500  # a card that comes back so soon after it was understood has only been held there twice
EMPTY_MS = 500  # a pad that reads nothing for so long is empty; for less, a reader may have missed what lies there
AWAY_MS = 2_500  # a card that was not read for so long has left, though others came meanwhile
SWAP_MS = 5  # where one card is read so soon after another, both may lie there: no hand is so quick
READ_TWICE = "That card was read twice in a row and counts once. If you meant both, wait a moment and tap it again."
UNREAD = "?"  # a card that says nothing of itself


class Heeded:
    """The tags of one pad that have been taken in, and may lie there still.

    A reader may lose such a tag for a moment, hear another one that is held over it, or hear several; none of that
    makes a new tap of it. A tag comes anew once the pad was empty for ``empty_ms``, or once it was away for
    ``AWAY_MS`` while the pad was empty before other cards came. ``is_back``: the tag that was read last is one of
    these, and the pad read nothing just before.
    """

    def __init__(self, empty_ms: int) -> None:
        self.is_back = False
        self._empty_ms = empty_ms
        self._left: dict[bytes, int | None] = {}  # when each left; None: it may lie there
        self._empty_since: int | None = None

    def __contains__(self, tag: bytes) -> bool:
        return tag in self._left

    def add(self, tag: bytes) -> None:
        """Take a tag in."""
        self._left[tag] = None

    def follow(self, change: Change) -> None:
        """Follow what the pad reads."""
        if change.what == PAD_ABSENT:
            self._empty_since = change.at
            return
        empty_since, self._empty_since = self._empty_since, None
        away = change.at - empty_since if empty_since is not None else 0
        if away >= self._empty_ms:
            self._left.clear()
        elif away > SWAP_MS and change.what == PAD_PRESENT:
            self._left = {tag: empty_since if at is None else at for tag, at in self._left.items()}
        else:
            self._left = dict.fromkeys(self._left)
        self.is_back = away > SWAP_MS and change.uid in self._left
        self._meet(change)

    def _meet(self, change: Change) -> None:
        """The tag that is read now is there again, or anew."""
        if change.uid in self._left:
            left = self._left.pop(change.uid)
            if left is None or change.at - left < AWAY_MS:
                self._left[change.uid] = None


class PadTaps:
    """Tells a companion what is shown to it. Without ``cards`` a tag is what it says of itself."""

    def __init__(self, companion: Companion, cards: Cards | None = None) -> None:
        self._companion = companion
        profile = companion.stage.profile
        self._pads = Pads(profile, cards or Cards(companion.game.tagged()))
        self._slots = [pad for pad in profile.pads if pad.name in companion.stage.slots(companion.play)]
        self._lying: dict[str, Lying] = {}
        self._waiting: dict[str, Change] = {}  # by pad: what may still turn out to be one of two cards
        self._crowded: set[str] = set()  # pads on which more than one lay since they were empty last
        empty_ms = SWAP_MS + 1 if companion.is_virtual else EMPTY_MS  # a virtual table holds its cards exactly
        self._heeded = {pad.name: Heeded(empty_ms) for pad in profile.pads}
        self._understood: Change | None = None  # the last card that was understood, and when
        self._said = slice(0)  # the lines of the ledger that came of it
        self._starts = companion.starts
        self._show_pads()

    def remember(self, known: Sequence[Value], now: int) -> None:
        """Take what the ledger knows of a board: a card that lies on a pad since before was shown before."""
        tags_first = sorted(known, key=lambda value: value.kind == PAD)
        self._pads.take([Fact(None, None, None, now, *value) for value in tags_first])
        for change in self._pads.changes():
            self._heeded[change.pad].follow(change)
            if change.what == PAD_PRESENT:
                self._heeded[change.pad].add(change.uid)
        self._show_pads()
        self._lay(now)

    def take(self, facts: Sequence[Fact], now: int) -> None:
        """Take facts that the companion has taken; what they tell late is followed as it happened."""
        self._follow_start()
        self._pads.take(facts)
        self._show_pads()
        self._lay(now)
        changes = [change for change in self._pads.changes() if change.pad in self._companion.stage.reads]
        for at, change in enumerate(changes):
            self._fire(change.at - 1, now)
            self._follow(change, _is_swap(change, changes[at + 1 :]), now)
        self._show_pads()
        self._companion.withdraw(self._pads.over())
        if notices := self._pads.notices():
            self._companion.complain(" ".join(notices))

    def _show_pads(self) -> None:
        """Show what lies on the pads; where more than one card lay, none before it is clear that it is alone."""
        sights = (
            sight._replace(state="several", card="") if self._is_unclear(sight.name) else sight
            for sight in self._pads.sights()
        )
        self._companion.show_pads(tuple(sights), self._pads.standing())

    def _is_unclear(self, pad: str) -> bool:
        """Tell whether a new card may be one of two that are held to a pad, though only it is heard now."""
        waiting = self._waiting.get(pad)
        return waiting is not None and pad in self._crowded and waiting.uid not in self._heeded[pad]

    # ---- who is there ----------------------------------------------------------------------------------------------

    def _follow(self, change: Change, is_swap: bool, now: int) -> None:
        """A pad at which cards are shown reads something else."""
        self._heeded[change.pad].follow(change)
        if change.what == PAD_PRESENT:
            self._come(change, now)
        elif change.what == PAD_SEVERAL:
            self._waiting.pop(change.pad, None)
            self._crowded.add(change.pad)
        elif change.what == PAD_ABSENT and not is_swap:
            self._leave(change)

    def _come(self, change: Change, now: int) -> None:
        """A card comes to a pad. No hand is so quick that it could be the second one: then both are held there."""
        is_alone = self._waiting.pop(change.pad, None) is None
        if not is_alone and change.pad not in self._crowded:
            self._crowded.add(change.pad)
        elif change.card:
            self._wait(change, now)

    def _leave(self, change: Change) -> None:
        """A pad is empty: of two cards that were held there one may have been heard for longer than the other."""
        if change.pad in self._crowded:
            self._waiting.pop(change.pad, None)
            self._crowded.discard(change.pad)

    def _wait(self, tap: Change, now: int) -> None:
        """A card is held to a pad: it is shown if it stays alone there, and nothing was answered since.

        A card that gave that answer itself was only tapped twice while the cable was out.
        """
        if tap.uid in self._heeded[tap.pad] or not self._companion.is_overtaken(tap.at):
            self._waiting[tap.pad] = tap
            return
        self._heeded[tap.pad].add(tap.uid)
        if self._is_repeated(tap, now):
            self._companion.remark(READ_TWICE)
        else:
            self._companion.complain(OVERTAKEN)

    def _lay(self, now: int) -> None:
        """Tell what has changed on the pads on which cards lie while they are in play."""
        for pad in self._slots:
            lying = self._pads.on(pad.index)
            if lying != self._lying.get(pad.name):
                self._lying[pad.name] = lying
                card = (lying.card or UNREAD) if lying.what == PAD_PRESENT else ""
                is_known = lying.what in (PAD_PRESENT, PAD_ABSENT)
                self._companion.command(Lay(pad.name, card, lying.uid.hex(), is_known), now)

    def _follow_start(self) -> bool:
        """A game that was resumed has to be told anew what lies on its pads; tell whether it was."""
        is_new = self._starts != self._companion.starts
        if is_new:
            self._starts = self._companion.starts
            self._lying.clear()
        return is_new

    # ---- what is shown ---------------------------------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """When ``tick`` is needed next, or None."""
        return min(map(self._sure_at, self._waiting.values()), default=None)

    def _sure_at(self, tap: Change) -> int:
        return tap.at + (LEFT_ALONE_MS if tap.pad in self._crowded else SURE_MS)

    def tick(self, now: int) -> None:
        """Let time pass: a card that was alone on its pad for long enough is shown."""
        if self._follow_start():
            self._lay(now)
        if self._waiting:
            self._fire(now, now)
            self._show_pads()

    def _fire(self, until: int, now: int) -> None:
        """Show what was alone on its pad for long enough by a moment that may have passed."""
        for tap in sorted(self._waiting.values()):
            if self._sure_at(tap) <= until:
                del self._waiting[tap.pad]
                self._crowded.discard(tap.pad)
                self._heed(tap, now)

    def _heed(self, tap: Change, now: int) -> None:
        """Take a card in, unless it lies there since before or is only held there once more."""
        heeded, shows_twice = self._heeded[tap.pad], self._companion.stage.shows_twice
        if tap.uid not in heeded:
            heeded.add(tap.uid)
            if shows_twice or not self._is_repeated(tap, now):
                self._show(tap, now)
            else:
                self._companion.remark(READ_TWICE)
        elif shows_twice and heeded.is_back:
            self._companion.command(Again(tap.card, tap.pad), now)

    def _show(self, tap: Change, now: int) -> None:
        before = self._companion.age
        self._companion.command(Show(tap.card, tap.pad, tap.uid.hex()), now)
        if self._companion.age != before:
            self._understood, self._said = tap._replace(at=now), slice(before, self._companion.age)

    def _is_repeated(self, tap: Change, now: int) -> bool:
        """Tell whether a card is only held there once more; another copy of it is another card.

        If what it said was taken back, it says something new.
        """
        last = self._understood
        if last is None or (tap.pad, tap.uid) != (last.pad, last.uid) or self._companion.is_taken_back(self._said):
            return False
        return now - last.at < AGAIN_MS


def _is_swap(change: Change, later: Sequence[Change]) -> bool:
    """Tell whether a card that has left a pad was changed for another one, of which the pad tells at once."""
    following = next((other for other in later if other.pad == change.pad), None)
    return following is not None and following.what == PAD_PRESENT and following.at - change.at <= SWAP_MS
