"""Which sensors of a running game are believed: tiles that are broken are named, left out, and taken in again.

Nobody can see from here what really lies on a tile. A tile is named if a person vouches for it, or if people were led
there in vain while all others show an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.core.problems import ParseError
from host.play.commands import Mask
from host.referee.verdicts import Guide, Verdict, Wait
from host.table import Snapshot, Table
from host.table.faults import Fault, FaultKind, works_again

VAIN_MS = 10_000  # so long a tile may ask for something and feel nothing, while people have gone on


class Sensors:
    """Judges the tiles of one table. ``note`` writes down what was found, so that it outlives the program."""

    def __init__(self, table: Table, note: Callable[[Mask], None]) -> None:
        self._table = table
        self._note = note
        self._names = [tile.name for tile in table.profile.tiles]
        self._faults: dict[int, Fault] = {}
        self._expected = b""
        self._led: tuple[int, int] | None = None  # the tile to which people are led, and what it shows
        self._led_at = 0

    # ---- what comes in ---------------------------------------------------------------------------------------------

    def expect(self, signature: bytes) -> None:
        """The table should show this."""
        self._expected = signature

    def mask(self, command: Mask) -> str:
        """Stop believing a tile, or believe it again: a person wants it so, or it was found out before."""
        if not 0 <= command.tile < len(self._names):
            raise ParseError("This table has no such tile.")
        self._faults.pop(command.tile, None)
        if not command.is_masked:
            self._table.unmask(command.tile)
            return f"{self._names[command.tile]} is believed from now on."
        self._table.mask(command.tile)
        if command.fault:
            self._faults[command.tile] = Fault(command.tile, command.fault, command.shown)
        return f"{self._names[command.tile]} is ignored from now on."

    def vouch(self, tile: int, verdict: Verdict) -> str:
        """Somebody sees that a tile is as it should be, though it asks for something: its reeds are wrong."""
        step = verdict.step if isinstance(verdict, Guide) else None
        if step is not None and tile in (step.source, step.target):
            return self._leave_out(tile, "stuck" if tile == step.source else "dead")
        if isinstance(verdict, Wait) and tile in verdict.lacking:
            return self._leave_out(tile, "dead")
        raise ParseError("Nothing is asked for there now.")

    def look(self, verdict: Verdict, snapshot: Snapshot) -> str:
        """Judge what the table shows, as the game understands it; return a sentence if another tile is believed now."""
        if not snapshot.is_known:
            self._led = None
            return ""
        return self._take_in(snapshot) or self._find(verdict, snapshot)

    # ---- what comes out --------------------------------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """When to look again though nothing changes, or None."""
        times = [fault.due for fault in self._faults.values()]
        times.append(self._led_at + VAIN_MS if self._led is not None else None)
        return min((time for time in times if time is not None), default=None)

    def sentences(self) -> tuple[str, ...]:
        """Say of each tile that was found to be broken what is wrong, what it means and what to do."""
        return tuple(fault.sentence(self._names[tile]) for tile, fault in sorted(self._faults.items()))

    def hint(self) -> str:
        """Say shortly which tiles are left out."""
        names = [self._names[tile] for tile in sorted(self._table.masked)]
        if not names:
            return ""
        return (
            f"Say on the screen what you do on {_listed(names)}, which {'is' if len(names) == 1 else 'are'} left out."
        )

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _take_in(self, snapshot: Snapshot) -> str:
        """Believe again what is seen to work."""
        for tile, fault in self._faults.items():
            is_right = snapshot.tiles[tile] == self._expected[tile]
            if fault.look(self._table.reeds(tile), snapshot.at, is_right=is_right):
                command = Mask(tile, False, fault.kind, fault.shown)
                self._note(command)
                self.mask(command)
                return works_again(self._names[tile])
        return ""

    def _find(self, verdict: Verdict, snapshot: Snapshot) -> str:
        """Name a tile that asks in vain, while all others show that people have gone on."""
        tile = verdict.alone if isinstance(verdict, Guide) else None
        led = None if tile is None else (tile, self._table.reeds(tile))
        if led != self._led:
            self._led, self._led_at = led, snapshot.at
        if tile is None or not isinstance(verdict, Guide) or snapshot.at < self._led_at + VAIN_MS:
            return ""
        return self._leave_out(tile, "stuck" if tile == verdict.step.source else "dead")

    def _leave_out(self, tile: int, kind: FaultKind) -> str:
        command = Mask(tile, True, kind, self._table.reeds(tile))
        self._note(command)
        self.mask(command)
        self._led = None
        return self._faults[tile].sentence(self._names[tile])


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
