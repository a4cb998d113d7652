"""Does what a board says fit what it says that it is? Nothing here changes what is written down: facts are facts."""

from __future__ import annotations

from firmware import wire
from host.link import complaints
from host.link.fold import Change, Fold
from host.link.pads import Layout

UID_LENGTHS = (4, 7, 10)
_NOUNS = {wire.TILE: "tile", wire.BUTTON: "byte of buttons", wire.PAD: "pad", wire.TAG: "tag", wire.TEXT: "text of tag"}


def objection(layout: Layout, kind: int, src: int, data: bytes) -> str:
    """Return why a fact cannot be true of a board with this layout, as a sentence, or an empty text."""
    if kind == wire.BASELINE:
        return _chunk_objection(layout, wire.MAX_DATA * src, data)
    if kind not in _NOUNS:
        return ""  # a newer board
    number = src & ~wire.PART if kind == wire.TEXT else src
    what = f"{_NOUNS[kind]} {number}"
    if number >= _count(layout, kind):
        return complaints.misplaced(what, layout)
    return "" if _is_sensible(layout, kind, data) else complaints.senseless_fact(what, data)


def conclusions(fold: Fold, layout: Layout, state: bytes) -> list[Change] | str:
    """Return the facts that turn what is believed into a snapshot's state, or the sentence why there can be none."""
    if len(state) != layout.size:
        return complaints.wrong_length(layout, len(state))
    changes = fold.differences(state)
    if any(objection(layout, *change) for change in changes) or fold.after(changes, len(state)) != state:
        return complaints.senseless_state()
    return changes


def _chunk_objection(layout: Layout, first: int, data: bytes) -> str:
    if first + len(data) > layout.pads_at:
        return complaints.misplaced(f"bytes of its state from {first} on", layout)
    tiles = data[: max(0, layout.tiles - first)]
    wrong = next((at for at, value in enumerate(tiles) if value > wire.TILE_MASK), None)
    return "" if wrong is None else complaints.senseless_fact(f"tile {first + wrong}", tiles[wrong : wrong + 1])


def _count(layout: Layout, kind: int) -> int:
    counts = {wire.TILE: layout.tiles, wire.BUTTON: layout.buttons, wire.PAD: layout.pads}
    return counts.get(kind, layout.entries)


def _is_sensible(layout: Layout, kind: int, data: bytes) -> bool:
    if kind == wire.TILE:
        return len(data) == 1 and data[0] <= wire.TILE_MASK
    if kind == wire.BUTTON:
        return len(data) == 1
    if kind == wire.PAD:
        return len(data) == wire.PAD_BYTES and (data[0] != wire.PAD_PRESENT or data[1] < layout.entries)
    return len(data) in (0, *UID_LENGTHS) if kind == wire.TAG else True
