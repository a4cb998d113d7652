"""The table as the host believes it: facts in, snapshots out. A reducer: it reads no clock.

>>> table = Table(profiles.load("grid"))                                     # doctest: +SKIP
>>> table.take(facts, now); table.snapshot(now).tiles[4]
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE
from hardware.profiles.model import Profile
from host.ledger import Fact
from host.table.health import Health
from host.table.snapshot import Press, Snapshot, Touch

MEMORY_MS = 10_000  # touches are kept for this long; flaps are counted over it
SURE = 100
FLAP_MS = 200  # hands take longer between two changes of one tile; a weak magnet does not
CALM_FLAPS = 10  # such changes in MEMORY_MS that are nothing unusual: a thing is slid across, a tray is turned
FLAP_COST = 10  # confidence lost with each change beyond
LEAST = 20  # a restless tile still says something


class Table:
    """Lays facts over a profile's tiles and buttons, and judges how far each tile can be trusted."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.health = Health(profile)
        self.masked: set[int] = set()
        self._tiles = bytearray(len(profile.tiles))
        self._buttons = bytearray(profile.button_bytes)
        self._told: set[int] = set()  # tiles whose state somebody has told
        self._is_linked = False
        self._touches: deque[Touch] = deque()
        self._changed_at = self._happened_at = 0
        self._presses: list[Press] = []

    # ---- what comes in ---------------------------------------------------------------------------------

    def take(self, facts: Sequence[Fact], now: int) -> None:
        """Lay facts over the state, in their order."""
        self.health.take(facts, now)
        for fact in facts:
            if fact.kind == TILE and fact.data:
                self._set_tile(fact.src, fact.data[0], now, fact.t_host)
            elif fact.kind == BUTTON and fact.data:
                self._set_buttons(fact.src, fact.data[0], now)
            elif fact.kind == BASELINE:
                self._lay(fact.src * MAX_DATA, fact.data, now)

    def found(self) -> None:
        """A board is there, and what it says is believed."""
        self._is_linked = True

    def lost(self) -> None:
        """The board is gone: what it said last may be wrong by now."""
        self._is_linked = False

    def reeds(self, tile: int) -> int:
        """Return the closed reeds of a tile, believed or not."""
        return self._tiles[tile]

    def mask(self, tile: int) -> None:
        """Stop believing a tile: its reeds are broken."""
        self.masked.add(tile)

    def unmask(self, tile: int) -> None:
        """Believe a tile again."""
        self.masked.discard(tile)

    def _lay(self, first: int, data: bytes, now: int) -> None:
        for at, value in enumerate(data, first):
            if at < len(self._tiles):
                self._set_tile(at, value, now)
            else:
                self._set_buttons(at - len(self._tiles), value, now, is_edge=False)

    def _set_tile(self, tile: int, mask: int, now: int, felt: int | None = None) -> None:
        if tile >= len(self._tiles):
            return
        before = self._tiles[tile]
        self._told.add(tile)
        if before != mask:
            self._tiles[tile] = mask
            self._changed_at, self._happened_at = now, now if felt is None else min(felt, now)
            self._touches.append(Touch(now, tile, before, mask))

    def _set_buttons(self, byte: int, value: int, now: int, is_edge: bool = True) -> None:
        if byte >= len(self._buttons):
            return
        pressed = value & ~self._buttons[byte]
        self._buttons[byte] = value
        if is_edge:
            self._presses += [
                Press(now, button.seat, button.answer)
                for button in self.profile.buttons
                if button.byte == byte and pressed >> button.bit & 1
            ]

    # ---- what it means ---------------------------------------------------------------------------------

    @property
    def is_known(self) -> bool:
        """Whether a board is there and has told the state of every tile."""
        return self._is_linked and len(self._told) == len(self._tiles)

    def presses(self) -> list[Press]:
        """Return the buttons pressed since the last call."""
        presses, self._presses = self._presses, []
        return presses

    def snapshot(self, now: int) -> Snapshot:
        """Return what the table shows now."""
        while self._touches and self._touches[0].at < now - MEMORY_MS:
            self._touches.popleft()
        return Snapshot(
            now,
            bytes(self._tiles),
            self._confidence(),
            self._changed_at,
            self.is_known,
            tuple(self._touches),
            self._happened_at,
        )

    def _confidence(self) -> bytes:
        sure = bytearray([SURE] * len(self._tiles))
        flaps: Counter[int] = Counter()
        last: dict[int, int] = {}
        for touch in self._touches:
            flaps[touch.tile] += touch.at - last.get(touch.tile, -FLAP_MS) < FLAP_MS
            last[touch.tile] = touch.at
        for tile, count in flaps.items():
            sure[tile] = max(LEAST, SURE - FLAP_COST * max(0, count - CALM_FLAPS))
        for tile in self.masked:
            sure[tile] = 0
        return bytes(sure)
