"""What lies on the pads, read out of a board's state.

>>> from firmware import wire
>>> layout = Layout(tiles=0, buttons=0, pads=1)
>>> state = bytearray(layout.size); state[0:2] = wire.PAD_PRESENT, 1
>>> at = layout.tag_at(1); state[at : at + 5] = bytes((4, 1, 2, 3, 4))
>>> read_pads(bytes(state), layout)[0].uid.hex()
'01020304'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from firmware import wire

MAX_TILES = 240
MAX_BUTTONS = 8
MAX_PADS = 64
LIMITS = {"tiles": MAX_TILES, "buttons": MAX_BUTTONS, "pads": MAX_PADS}


class Layout(NamedTuple):
    """Where a board's state has its tiles, buttons, pads and tags (docs/wire-protocol.md, 8.1)."""

    tiles: int
    buttons: int = 0
    pads: int = 0

    @property
    def pads_at(self) -> int:
        """Where the pads begin: behind all that BASELINE tells."""
        return self.tiles + self.buttons

    @property
    def entries(self) -> int:
        """How many tags the board's table holds."""
        return int(wire.tag_table(self.pads))

    @property
    def size(self) -> int:
        """The bytes of the whole state."""
        return self.tag_at(self.entries)

    def pad_at(self, pad: int) -> int:
        """Where a pad's bytes begin."""
        return self.pads_at + wire.PAD_BYTES * pad

    def tag_at(self, entry: int) -> int:
        """Where an entry of the tag table begins."""
        return self.pad_at(self.pads) + int(wire.TAG_BYTES) * entry


def layout_of(caps: Mapping[str, object]) -> Layout:
    """Return the layout that a board's capabilities describe; what is missing or makes no sense counts as none."""
    return Layout(*(_count(caps.get(name), most) for name, most in LIMITS.items()))


def _count(value: object, most: int) -> int:
    return value if isinstance(value, int) and 0 <= value <= most else 0


class PadView(NamedTuple):
    """One pad: `what` is one of wire.PAD_…; `uid` and `text` are those of its tag, empty unless one is present."""

    what: int = wire.PAD_UNKNOWN
    uid: bytes = b""
    text: str = ""


def read_pads(state: bytes, layout: Layout) -> tuple[PadView, ...]:
    """Return what the state says about each pad."""
    return tuple(_pad(state, layout, pad) for pad in range(layout.pads))


def _pad(state: bytes, layout: Layout, pad: int) -> PadView:
    at = layout.pad_at(pad)
    if at + wire.PAD_BYTES > len(state):
        return PadView()
    what, entry = state[at], state[at + 1]
    if what != wire.PAD_PRESENT or entry >= layout.entries:
        return PadView(what)
    first = layout.tag_at(entry)
    tag = state[first : first + wire.TAG_BYTES].ljust(wire.TAG_BYTES, b"\0")
    text = tag[1 + wire.UID_BYTES :].rstrip(b"\0")
    return PadView(what, tag[1 : 1 + min(tag[0], wire.UID_BYTES)], text.decode("utf-8", "replace"))


def read_pages(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the UID and the bytes of a PAGES payload, or None if it makes no sense."""
    head = 3
    if len(data) < head or len(data) < head + data[2] or (len(data) - head - data[2]) % 4:
        return None
    return data[head : head + data[2]], data[head + data[2] :]
