"""Which pads of a running game read nothing: their reader does not answer, or hears none of the cards that are there.

A pad that is silent says nothing wrong, so nothing has to be left out: the screen asks for the cards, and the pad is
believed again as soon as it reads one.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.problems import ParseError
from host.table import Table
from host.table.pads import reader_down

IN_VAIN = 2  # so many cards in a row were named on the screen, though they could have been held to the pad
UNREAD_MS = 15_000  # so long a card may lie on a pad by the rules without being read there


class Readers:
    """Judges the pads of one table by what they have read so far."""

    def __init__(self, table: Table) -> None:
        self._health = table.health
        self._pads = {pad.name: pad.index for pad in table.profile.pads}
        self._down: set[str] = set()
        self._silent: dict[str, int] = {}  # how many cards a pad had read when it was found to be silent
        self._named: dict[str, tuple[int, int]] = {}  # cards that were named instead, since it had read so many
        self._slots: Mapping[str, int] = {}
        self._laid: dict[str, tuple[int, int]] = {}  # said to lie there: when, and how many it had read by then

    # ---- what comes in ---------------------------------------------------------------------------------------------

    def named(self, pad: str) -> None:
        """A card was named on the screen that could have been held to a pad."""
        if pad in self._pads:
            reads = self._reads(pad)
            count, since = self._named.get(pad, (0, reads))
            self._named[pad] = (count + 1 if since == reads else 1, reads)

    def unread(self, pad: str) -> str:
        """Somebody has held cards to a pad in vain: it is silent until it reads one. Return what that means."""
        if pad not in self._pads:
            raise ParseError("This table has no such pad.")
        if pad not in self._down:
            self._silent[pad] = self._reads(pad)
        return reader_down(pad) if pad in self._down else _silent(pad)

    def expect(self, slots: Mapping[str, int], now: int, *, is_read: bool) -> None:
        """The rules have these cards on the pads. ``is_read``: the pads have told that themselves."""
        for pad, token in slots.items():
            if pad in self._pads and token != self._slots.get(pad, -1):
                self._laid.pop(pad, None)
                if token >= 0 and not is_read and self._health.is_empty(self._pads[pad]):
                    self._laid[pad] = (now, self._reads(pad))
        self._slots = slots

    def look(self, now: int) -> str:
        """Judge; return a sentence if something has changed for the worse or for the better."""
        return self._look_for_failures() or self._look_for_silence(now)

    # ---- what comes out --------------------------------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """When to look again though nothing changes, or None."""
        return min((at + UNREAD_MS for pad, (at, _) in self._laid.items() if self._is_unread(pad)), default=None)

    def sentences(self) -> tuple[str, ...]:
        """Say of each pad that reads nothing what that means and what to do."""
        return (*map(reader_down, sorted(self._down)), *map(_silent, sorted(self._silent)))

    def hint(self) -> str:
        """Say shortly which pads read nothing."""
        pads = sorted(self._down | self._silent.keys())
        return f"Name on the screen what you hold to {' or '.join(pads)}: it is not read." if pads else ""

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _look_for_failures(self) -> str:
        down = {pad for pad, index in self._pads.items() if self._health.is_down(index)}
        gone, back = sorted(down - self._down), sorted(self._down - down)
        self._down = down
        return reader_down(gone[0]) if gone else f"The reader of {back[0]} answers again." if back else ""

    def _look_for_silence(self, now: int) -> str:
        for pad, reads in self._silent.items():
            if self._reads(pad) != reads:
                del self._silent[pad]
                return f"{pad} reads cards again."
        for pad in self._pads:
            if pad not in self._silent and pad not in self._down and self._is_silent(pad, now):
                self._silent[pad] = self._reads(pad)
                return _silent(pad)
        return ""

    def _is_silent(self, pad: str, now: int) -> bool:
        reads = self._reads(pad)
        count, since = self._named.get(pad, (0, reads))
        if reads and since == reads and count >= IN_VAIN:  # one that never was used, people do not use
            return True
        return self._is_unread(pad) and now >= self._laid[pad][0] + UNREAD_MS

    def _is_unread(self, pad: str) -> bool:
        if pad not in self._laid or pad in self._silent or pad in self._down:
            return False
        return self._laid[pad][1] == self._reads(pad) and self._health.is_empty(self._pads[pad])

    def _reads(self, pad: str) -> int:
        return self._health.reads(self._pads[pad])


def _silent(pad: str) -> str:
    return (
        f"{pad} does not read the cards that you give it: its reader may be broken, or they lie askew. Name them on "
        "the screen; the pad is believed again once it reads one."
    )
