"""Whether a thing that lies somewhere may still be on its way: what the last touches tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.referee.signatures import BYTE, tiles_of
from host.table import Snapshot

Neighbours = Mapping[int, tuple[int, ...]]
INNER = 4  # neighbours of a tile that is not at the edge


def is_on_its_way(
    snapshot: Snapshot, landed: Iterable[int], neighbours: Neighbours, window_ms: int, *, is_new: bool
) -> bool:
    """Tell whether something that lies on a tile since a moment ago may have been slid or turned to get there.

    It was if shortly before a thing left a tile beside, or lay otherwise on the same one. What comes from beside the
    table (``is_new``) is slid in over its edge. What was put down from above comes out of nowhere.
    """
    for tile in landed:
        near = neighbours.get(tile, ())
        if is_new and len(near) < INNER:
            return True
        around = {tile, *near, *(far for other in near for far in neighbours.get(other, ()))}
        came = next((touch.at for touch in reversed(snapshot.touches) if touch.tile == tile), snapshot.at)
        if any(
            touch.tile in around and touch.before & ~touch.after and came - touch.at <= window_ms
            for touch in snapshot.touches
        ):
            return True
    return False


def is_one_push(before: int, after: int, neighbours: Neighbours) -> bool:
    """Tell whether one thing alone was pushed to a neighbouring tile, or turned where it lay."""
    changed = tiles_of(before ^ after)
    if len(changed) == 1:
        return _count(before, changed[0]) == _count(after, changed[0])
    if len(changed) != 2:
        return False
    (left, came) = sorted(changed, key=lambda tile: _count(after, tile) - _count(before, tile))
    gone, new = _mask(before, left) & ~_mask(after, left), _mask(after, came) & ~_mask(before, came)
    return came in neighbours.get(left, ()) and gone == new


def _mask(packed: int, tile: int) -> int:
    return packed >> 8 * tile & BYTE


def _count(packed: int, tile: int) -> int:
    return _mask(packed, tile).bit_count()
