"""How the sensors of a running game do: tiles and pads together, and what is said about them for a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.play.commands import Mask
from host.play.readers import Readers
from host.play.sensors import Sensors
from host.referee.verdicts import Verdict
from host.table import Snapshot, Table

NEWS_MS = 10_000  # how long it is said that a sensor is broken or works again, whatever cards are shown meanwhile


class Wellbeing:
    """Judges all sensors of one table. ``news`` is the last thing that was found out, for a while."""

    def __init__(self, table: Table, note: Callable[[Mask], None]) -> None:
        self.tiles = Sensors(table, note)
        self.pads = Readers(table)
        self.news = ""
        self._until: int | None = None

    def expect(self, signature: bytes, slots: Mapping[str, int], now: int, *, is_read: bool) -> None:
        """The table should show this, and have these cards on its pads. ``is_read``: the pads have told that."""
        self.tiles.expect(signature)
        self.pads.expect(slots, now, is_read=is_read)

    def look(self, verdict: Verdict, snapshot: Snapshot, now: int) -> bool:
        """Judge what the table shows; tell whether something else is believed now."""
        found = self.tiles.look(verdict, snapshot) or self.pads.look(now)
        if found:
            self.news, self._until = found, now + NEWS_MS
        elif self._until is not None and now >= self._until:
            self.heed()
        return bool(found)

    def heed(self) -> None:
        """Somebody has looked at the screen: the news are no news any more."""
        self.news, self._until = "", None

    @property
    def due(self) -> int | None:
        """When to look again though nothing changes, or None."""
        return min((at for at in (self.tiles.due, self.pads.due, self._until) if at is not None), default=None)

    @property
    def hints(self) -> tuple[str, str]:
        """What has to be said on the screen for now, shortly."""
        return self.tiles.hint(), self.pads.hint()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is broken, what it means and what to do."""
        return (*self.tiles.sentences(), *self.pads.sentences())
