"""The state of a board as the host believes it: facts laid one over the other."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable

from firmware.wire import (
    BASELINE,
    BUTTON,
    MAX_DATA,
    PAD,
    PAD_BYTES,
    PART,
    TAG,
    TAG_BYTES,
    TEXT,
    TEXT_BYTES,
    TILE,
    UID_BYTES,
)
from host.link.pads import Layout

MAX_STATE = 4096  # more than any table has; bounds what a broken board can make us keep

Change = tuple[int, int, bytes]


class Fold:
    """Canonical state bytes: one for each tile, then the buttons, the pads and the tag table.

    ``layout`` says where each begins; until the board's capabilities are known it is None, and all but tiles wait.
    """

    def __init__(self) -> None:
        self.cells = bytearray()
        self._layout: Layout | None = None
        self._chunks: set[int] = set()  # chunks whose every byte has been told
        # told before their place was known, oldest first: (data, chunks told since)
        self._waiting: dict[tuple[int, int], tuple[bytes, set[int]]] = {}

    @property
    def layout(self) -> Layout | None:
        """Where everything lies, or None while that is not known."""
        return self._layout

    @layout.setter
    def layout(self, layout: Layout) -> None:
        self._layout = layout
        if layout.pads:
            self._grow(min(layout.size, MAX_STATE))
        for (kind, src), (data, since) in self._waiting.items():
            at, value = _spot(layout, kind, src, data)
            if not since.issuperset(range(at // MAX_DATA, (at + len(value) - 1) // MAX_DATA + 1)):
                self._put(at, value)
        self._waiting.clear()

    @property
    def tiles(self) -> int | None:
        """How many bytes are tiles, or None while that is not known."""
        return self._layout.tiles if self._layout else None

    @tiles.setter
    def tiles(self, tiles: int) -> None:
        self.layout = Layout(tiles)

    def apply(self, kind: int, src: int, data: bytes) -> None:
        """Lay one fact over the state; kinds that have no place in it change nothing."""
        if kind == BASELINE:
            self._lay_chunk(src, data)
        elif kind == TILE:
            self._put(src, data[:1])
        elif kind in (BUTTON, PAD, TAG, TEXT):
            if self._layout is None:
                self._waiting.pop((kind, src), None)
                self._waiting[kind, src] = (data, set())
            else:
                self._put(*_spot(self._layout, kind, src, data))

    def digest(self) -> int:
        """Return the CRC-32 that a board with this state reports."""
        return crc32(self.cells)

    def differences(self, state: bytes) -> list[Change]:
        """Return the (kind, src, data) that turn this state into ``state``; chunks never told come as a whole.

        The layout must be known: without it nobody can tell what a byte means.
        """
        layout = self._layout
        assert layout is not None
        if not layout.pads:
            return self._chunk_differences(state)
        return self._chunk_differences(state[: layout.pads_at]) + self._pad_differences(state, layout)

    def after(self, changes: Iterable[Change], size: int) -> bytes:
        """Return the bytes of the state, were these laid over it and what lies behind ``size`` dropped."""
        trial = Fold()
        trial.cells, trial._layout = bytearray(self.cells), self._layout
        for change in changes:
            trial.apply(*change)
        trial.shorten(size)
        return bytes(trial.cells)

    def shorten(self, size: int) -> None:
        """Drop what lies behind ``size``: a snapshot says that the board has no more."""
        del self.cells[size:]

    def _chunk_differences(self, state: bytes) -> list[Change]:
        found: list[Change] = []
        for start in range(0, len(state), MAX_DATA):
            chunk = state[start : start + MAX_DATA]
            mine = self.cells[start : start + len(chunk)]
            whole = start // MAX_DATA in self._chunks and len(mine) == len(chunk)
            if not whole:
                found.append((BASELINE, start // MAX_DATA, chunk))
            else:
                pairs = enumerate(zip(mine, chunk, strict=True), start)
                found += [self._fact(at, new) for at, (old, new) in pairs if old != new]
        return found

    def _pad_differences(self, state: bytes, layout: Layout) -> list[Change]:
        """Tags first: a pad that names an entry comes when it is known who that is."""
        found: list[Change] = []
        for entry in range(layout.entries):
            at = layout.tag_at(entry)
            tag = state[at : at + TAG_BYTES]
            if len(tag) == TAG_BYTES and tag != self.cells[at : at + TAG_BYTES]:
                found += _told(entry, tag)
        for pad in range(layout.pads):
            at = layout.pad_at(pad)
            value = state[at : at + PAD_BYTES]
            if len(value) == PAD_BYTES and value != self.cells[at : at + PAD_BYTES]:
                found.append((PAD, pad, value))
        return found

    def _fact(self, at: int, value: int) -> Change:
        tiles = self.tiles or 0
        return (TILE, at, bytes((value,))) if at < tiles else (BUTTON, at - tiles, bytes((value,)))

    def _lay_chunk(self, src: int, data: bytes) -> None:
        self._chunks.add(src)
        for _, since in self._waiting.values():
            since.add(src)
        self._put(MAX_DATA * src, data)

    def _put(self, at: int, value: bytes) -> None:
        value = value[: max(0, MAX_STATE - at)]
        if value:
            self._grow(at + len(value))
            self.cells[at : at + len(value)] = value

    def _grow(self, size: int) -> None:
        self.cells.extend(bytes(max(0, size - len(self.cells))))


def _spot(layout: Layout, kind: int, src: int, data: bytes) -> tuple[int, bytes]:
    """Return where a fact has its place, and the bytes that it puts there; none if it is senseless."""
    if kind == BUTTON:
        return layout.tiles + src, data[:1]
    if kind == PAD:
        return layout.pad_at(src), data[:PAD_BYTES] if src < layout.pads and len(data) >= PAD_BYTES else b""
    entry = src & ~PART
    if entry >= layout.entries:
        return 0, b""
    if kind == TAG:
        uid = data[:UID_BYTES]
        return layout.tag_at(entry), bytes((len(uid),)) + uid.ljust(TAG_BYTES - 1, b"\0")
    first = layout.tag_at(entry) + 1 + UID_BYTES + (MAX_DATA if src & PART else 0)
    return first, data[:MAX_DATA].ljust(MAX_DATA, b"\0")


def _told(entry: int, tag: bytes) -> list[Change]:
    """Return the facts that tell one entry of the tag table."""
    uid, text = tag[1 : 1 + min(tag[0], UID_BYTES)], tag[1 + UID_BYTES :]
    facts: list[Change] = [(TAG, entry, uid)]
    for src, start in ((entry, 0), (entry | PART, MAX_DATA)):
        half = text[start : min(start + MAX_DATA, TEXT_BYTES)].rstrip(b"\0")
        if half:
            facts.append((TEXT, src, half))
    return facts
