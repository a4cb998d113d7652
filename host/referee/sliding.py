"""Whether a thing that lies somewhere may still be on its way: what the last touches tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from host.referee.signatures import BYTE, tiles_of
from host.table import Snapshot

Neighbours = Mapping[int, tuple[int, ...]]
INNER = 4  # neighbours of a tile that is not at the edge
CORNER = 2  # neighbours that two tiles share which touch at a corner


def came_from(snapshot: Snapshot, tile: int, neighbours: Neighbours, window_ms: int) -> int | None:
    """Return the tile from which something seems to have been slid to this one; the same if it was turned there.

    Shortly before, a thing left a tile beside, or lay otherwise on the same one. None: it came out of nowhere, as what
    is put down from above does, and what is slid in over the edge.
    """
    near = neighbours.get(tile, ())
    around = {tile, *near, *(far for other in near for far in neighbours.get(other, ()))}
    came = next((touch.at for touch in reversed(snapshot.touches) if touch.tile == tile), snapshot.at)
    for touch in reversed(snapshot.touches):
        if touch.tile in around and touch.before & ~touch.after and came - touch.at <= window_ms:
            return touch.tile
    return None


def with_corners(neighbours: Neighbours) -> Neighbours:
    """Return the same with the tiles that touch only at a corner: what is held low over one may be put down there."""
    shared = {
        tile: Counter(far for other in near for far in neighbours.get(other, ())) for tile, near in neighbours.items()
    }
    return {
        tile: (*near, *(far for far, count in shared[tile].items() if far != tile and count == CORNER))
        for tile, near in neighbours.items()
    }


def inward(tile: int, neighbours: Neighbours) -> list[int]:
    """Return the tiles to which a thing goes on that is slid in over the edge of the table; none if this is inside."""
    near = neighbours.get(tile, ())
    return [other for other in near if len(near) < INNER and len(neighbours.get(other, ())) > len(near)]


def last_landed(snapshot: Snapshot, landed: Sequence[int]) -> int | None:
    """Return the tile, of some, onto which something came last; the first of them if nobody saw it."""
    touches = (touch for touch in reversed(snapshot.touches) if touch.after & ~touch.before)
    return next((touch.tile for touch in touches if touch.tile in landed), landed[0] if landed else None)


def elsewhere(seen: int, other: int, tile: int) -> int | None:
    """Return where the thing on a tile lies in another state of the table, if that is all in which they differ."""
    if (seen ^ other).bit_count() != 2:
        return None
    changed = tiles_of(seen ^ other)
    if len(changed) != 2 or tile not in changed:
        return None
    there = changed[0] if changed[1] == tile else changed[1]
    return there if mask(seen ^ other, tile) == mask(seen ^ other, there) & mask(other, there) else None


def is_one_push(before: int, after: int, neighbours: Neighbours) -> bool:
    """Tell whether one thing alone was pushed to a neighbouring tile, or turned where it lay."""
    changed = tiles_of(before ^ after)
    if len(changed) == 1:
        return before.bit_count() == after.bit_count()
    if len(changed) != 2:
        return False
    (left, came) = sorted(changed, key=lambda tile: _count(after, tile) - _count(before, tile))
    gone, new = mask(before, left) & ~mask(after, left), mask(after, came) & ~mask(before, came)
    return came in neighbours.get(left, ()) and gone == new


def turned_round(packed: int, tile: int) -> int:
    """Return the same with what lies on a tile facing the other way; reeds are those of north, east, south and west."""
    reeds = mask(packed, tile)
    return packed ^ (reeds ^ ((reeds & 3) << 2 | (reeds & 12) >> 2 | reeds & 16)) << 8 * tile


def mask(packed: int, tile: int) -> int:
    """Return the closed reeds of one tile."""
    return packed >> 8 * tile & BYTE


def _count(packed: int, tile: int) -> int:
    return mask(packed, tile).bit_count()
