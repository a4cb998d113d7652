"""How things get from here to there: one after the other or two at once, lifted, slid or turned, held for a while."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from host.soak.human.hands import Hands
from host.soak.human.levels import Level
from host.soak.human.senses import Room
from host.soak.human.things import Motion, Spot
from host.soak.human.ways import Ways

SLID = ("base", "pawn")  # trays lie in their recesses
HOVER_MS = (60, 400)
HOLD_MS = (200, 2400)  # how long something is held before it is put back


class Mover:
    """Carries out motions with two hands."""

    def __init__(self, room: Room, hands: Hands, ways: Ways, level: Level, rng: Random) -> None:
        self._hands = hands
        self._ways = ways
        self._level = level
        self._rng = rng
        self._tiles = {(tile.column, tile.row): tile.name for tile in room.profile.tiles}
        self._at = {name: place for place, name in self._tiles.items()}

    def rearrange(self, todo: Sequence[Motion]) -> None:
        """Move some things; what stands in the way goes first. Where something else stands, nothing can be put."""
        left = list(todo)
        while left:
            hands = 2 if len(left) > 1 and self._rng.random() < self._level.two_handed else 1
            free = [motion for motion in (self._pop_free(left) for _ in range(hands)) if motion is not None]
            if not free:
                return
            if len(free) > 1:
                self._both(free)
            else:
                self._one(free[0])
            self._hands.react()

    def tidy(self, left: Sequence[Motion]) -> None:
        """Move the first thing whose place is free; where things stand in each other's way, all of them."""
        free = [motion for motion in left if self._is_free(motion)]
        self.rearrange(free[:1] or left)

    def put_back(self, name: str) -> None:
        """Lift something, hold it, and put it back as it was."""
        spot = self._hands.lies[name]
        self._hands.lift(name)
        self._hands.wait(self._rng.randint(*HOLD_MS))
        self._hands.put(name, spot)
        self._hands.react()

    def beside(self, tile: str) -> list[str]:
        """Return the tiles around a tile."""
        column, row = self._at[tile]
        around = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [self._tiles[place] for place in around if place in self._tiles]

    def _is_free(self, motion: Motion) -> bool:
        return motion.target is None or self._ways.is_free(motion.name, motion.target.tile, self._hands.lies)

    def _pop_free(self, left: list[Motion]) -> Motion | None:
        """Take a motion whose place is free; if there is none, take something into the hand that stands in the way."""
        for motion in left:
            if self._is_free(motion):
                left.remove(motion)
                return motion
        lies = self._hands.lies
        wanted = {motion.target.tile for motion in left if motion.target is not None}
        held = next((motion for motion in left if motion.name in lies and lies[motion.name].tile in wanted), None)
        if held is None:
            return None
        self._hands.lift(held.name)
        self._hands.react()
        return self._pop_free(left)

    def _both(self, pair: Sequence[Motion]) -> None:
        for motion in pair:
            self._hands.lift(motion.name)
            self._hands.wait(self._rng.randint(0, 150))
        self._hands.react()
        for motion in pair:
            if motion.target is not None:
                self._hands.put(motion.name, motion.target)
            self._hands.wait(self._rng.randint(0, 200))

    def _one(self, motion: Motion) -> None:
        name, target, hands = motion.name, motion.target, self._hands
        if target is None:
            hands.lift(name)
            return
        hands.fetch(name)
        here = hands.lies.get(name)
        if here is not None and here.tile == target.tile and not hands.above(name) and self._rng.random() < 0.5:
            hands.turn(name, target)
            return
        if self._rng.random() < self._level.slides and (path := self._path(name, here, target)):
            hands.slide(name, path, target)
            return
        hands.lift(name)
        hands.react()
        if self._rng.random() < self._level.hovers:
            tile = self._rng.choice([target.tile, *self.beside(target.tile)])
            if self._ways.is_free(name, tile, hands.lies):
                hands.hover(name, tile, self._rng.randint(*HOVER_MS))
        hands.put(name, target)

    # ---- ways along the table ------------------------------------------------------------------------------------

    def _path(self, name: str, here: Spot | None, target: Spot) -> list[str]:
        """Return the tiles over which a thing can be slid; empty if it cannot."""
        if self._ways.kind(name).name not in SLID or (here is not None and here.facing != target.facing):
            return []
        end = self._at[target.tile]
        routes = self._from_beside(end) if here is None else self._across(self._at[here.tile], end)
        lies = self._hands.lies
        free = [route for route in routes if all(self._ways.is_free(name, tile, lies) for tile in route)]
        return min(free, key=len, default=[])

    def _across(self, start: tuple[int, int], end: tuple[int, int]) -> list[list[str]]:
        """Return the ways round either corner, and the straight one to a tile beside."""
        (x, y), (u, v) = start, end
        along, up = _steps(x, u), _steps(y, v)
        routes = [
            [(column, y) for column in along] + [(u, row) for row in up],
            [(x, row) for row in up] + [(column, v) for column in along],
        ]
        if max(abs(u - x), abs(v - y)) == 1:
            routes.append([end])
        self._rng.shuffle(routes)
        return [[self._tiles[place] for place in route if place in self._tiles] for route in routes]

    def _from_beside(self, end: tuple[int, int]) -> list[list[str]]:
        """Return the straight ways in from each side of the board."""
        u, v = end
        columns, rows = (1 + max(place[axis] for place in self._tiles) for axis in (0, 1))
        routes = [
            [(column, v) for column in range(u + 1)],
            [(column, v) for column in range(columns - 1, u - 1, -1)],
            [(u, row) for row in range(v + 1)],
            [(u, row) for row in range(rows - 1, v - 1, -1)],
        ]
        return [[self._tiles[place] for place in route] for route in routes]


def _steps(start: int, end: int) -> list[int]:
    step = 1 if end >= start else -1
    return list(range(start + step, end + step, step)) if start != end else []
