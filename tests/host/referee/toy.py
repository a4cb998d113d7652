"""A toy game on 25 tiles: rigid bodies that move by one tile, and single things that are brought onto free tiles."""

from typing import NamedTuple

from host.referee import Outlook, Referee
from host.table import Scene, Snapshot, Thing

SIDE = 5
TILES = SIDE * SIDE
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def neighbour(tile, dx, dy):
    column, row = tile % SIDE + dx, tile // SIDE + dy
    return row * SIDE + column if 0 <= column < SIDE and 0 <= row < SIDE else None


NEIGHBOURS = {
    tile: tuple(near for dx, dy in STEPS.values() if (near := neighbour(tile, dx, dy)) is not None)
    for tile in range(TILES)
}


class Position(NamedTuple):
    """Bodies as tuples of things; ``spare`` things may be brought, each onto some tiles."""

    bodies: tuple[tuple[Thing, ...], ...]
    spare: tuple[Thing, ...] = ()

    @property
    def things(self):
        return [thing for body in self.bodies for thing in body]


def answers(position):
    """Every answer and the position after it."""
    found = {}
    occupied = {thing.tile for thing in position.things}
    for at, body in enumerate(position.bodies):
        free = occupied - {thing.tile for thing in body}
        for name, step in STEPS.items():
            moved = tuple(thing._replace(tile=neighbour(thing.tile, *step)) for thing in body)
            if all(thing.tile is not None and thing.tile not in free for thing in moved):
                bodies = (*position.bodies[:at], moved, *position.bodies[at + 1 :])
                found[f"move {at} {name}"] = position._replace(bodies=bodies)
    for thing in position.spare:
        if thing.tile not in occupied:
            rest = tuple(other for other in position.spare if other.name != thing.name)
            found[f"bring {thing.name} {thing.tile} {thing.mask}"] = Position((*position.bodies, (thing,)), rest)
    return found


def outlook(position):
    after, outcomes = answers(position), {}
    for answer, then in after.items():
        outcomes.setdefault(Scene(TILES, then.things).signature, []).append(answer)
    return Outlook(
        Scene(TILES, position.things),
        {signature: tuple(found) for signature, found in outcomes.items()},
        lambda answer: outlook(after[answer]),
    )


class Watcher:
    """A referee that watches a toy table; it tells its verdicts and nothing follows from them."""

    def __init__(self, position, past=(), **expect):
        self.referee = Referee(NEIGHBOURS)
        self.now = 1_000
        self.tiles = bytearray(Scene(TILES, position.things).signature)
        self.changed_at = self.now
        self.confidence = bytearray([100] * TILES)
        self.referee.expect(outlook(position), past, self.now, **{"is_seen": True, **expect})
        self.verdicts = [self.look()]

    def look(self):
        snapshot = Snapshot(self.now, bytes(self.tiles), bytes(self.confidence), self.changed_at, True)
        return self.referee.look(snapshot, self.now)

    def set(self, tile, mask, wait=0):
        """Change a tile, then let time pass."""
        self.tiles[tile] = mask
        self.changed_at = self.now
        self.verdicts.append(self.look())
        return self.wait(wait)

    def wait(self, ms):
        end = self.now + ms
        while self.referee.due is not None and self.referee.due <= end:
            self.now = max(self.now, self.referee.due)
            self.verdicts.append(self.look())
        self.now = end
        return self

    @property
    def verdict(self):
        return self.verdicts[-1]
