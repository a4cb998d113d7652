"""The state of a board as the host believes it: facts laid one over the other."""

from __future__ import annotations

from binascii import crc32

from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE

MAX_STATE = 4096  # more than any table has; bounds what a broken board can make us keep


class Fold:
    """Canonical state bytes: one for each tile, then the buttons.

    ``tiles`` is where the buttons begin; until the board's capabilities are known it is None, and buttons wait.
    """

    def __init__(self) -> None:
        self.cells = bytearray()
        self._tiles: int | None = None
        self._chunks: set[int] = set()  # chunks whose every byte has been told
        # told before their place was known: (value, chunks told since)
        self._buttons: dict[int, tuple[int, set[int]]] = {}

    @property
    def tiles(self) -> int | None:
        """How many bytes are tiles, or None while that is not known."""
        return self._tiles

    @tiles.setter
    def tiles(self, tiles: int) -> None:
        self._tiles = tiles
        for src, (value, since) in self._buttons.items():
            if (tiles + src) // MAX_DATA not in since:
                self._put(tiles + src, value)
        self._buttons.clear()

    def apply(self, kind: int, src: int, data: bytes) -> None:
        """Lay one fact over the state; kinds that have no place in it change nothing."""
        if kind == TILE:
            if data:
                self._put(src, data[0])
        elif kind == BASELINE:
            self._lay_chunk(src, data)
        elif kind == BUTTON and data:
            self._press(src, data[0])

    def digest(self) -> int:
        """Return the CRC-32 that a board with this state reports."""
        return crc32(self.cells)

    def differences(self, state: bytes) -> list[tuple[int, int, bytes]]:
        """Return the (kind, src, data) that turn this state into ``state``.

        Chunks never told come as a whole; so do chunks that differ while nobody knows which bytes are tiles.
        """
        found: list[tuple[int, int, bytes]] = []
        for start in range(0, len(state), MAX_DATA):
            chunk = state[start : start + MAX_DATA]
            mine = self.cells[start : start + len(chunk)]
            whole = start // MAX_DATA in self._chunks and len(mine) == len(chunk)
            if not whole or (self._tiles is None and mine != chunk):
                found.append((BASELINE, start // MAX_DATA, chunk))
            elif self._tiles is not None:
                pairs = enumerate(zip(mine, chunk, strict=True), start)
                found += [self._fact(at, new) for at, (old, new) in pairs if old != new]
        return found

    def shorten(self, size: int) -> None:
        """Drop what lies behind ``size``: a snapshot says that the board has no more."""
        del self.cells[size:]

    def _fact(self, at: int, value: int) -> tuple[int, int, bytes]:
        tiles = self._tiles or 0
        return (TILE, at, bytes((value,))) if at < tiles else (BUTTON, at - tiles, bytes((value,)))

    def _lay_chunk(self, src: int, data: bytes) -> None:
        self._chunks.add(src)
        for _, since in self._buttons.values():
            since.add(src)
        for at, value in enumerate(data, MAX_DATA * src):
            self._put(at, value)

    def _press(self, src: int, value: int) -> None:
        if self._tiles is None:
            self._buttons[src] = (value, set())
        else:
            self._put(self._tiles + src, value)

    def _put(self, at: int, value: int) -> None:
        cells = self.cells
        if at >= len(cells):
            if at >= MAX_STATE:
                return
            cells.extend(bytes(at + 1 - len(cells)))
        cells[at] = value
