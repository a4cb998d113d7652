"""Two hands: they lift, put, slide, turn and hold things, not quite exactly, and now and then they hit something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from random import Random

from hardware.twin.magnetics import PUSH, TURN
from hardware.twin.objects import FACINGS, Kind, Object, Pose, angle_of
from host.soak.human.habits import Habits
from host.soak.human.levels import Level
from host.soak.human.senses import Room
from host.soak.human.things import Arrangement, Spot

REACT_MS = (60, 400)  # between two movements of a hand
HOP_MM = (3.0, 12.0)  # how high a thing hops that is hit
HOP_MS = (20, 90)
HELD_MM = 60.0  # so high nothing is felt
FETCH_MS = (800, 2000)  # from seeing that something fell until it is in a hand
HOVER_MM = (4.0, 18.0)
MINUTE_MS = 60_000.0
LATE_MS = 100  # a contact that is left counts as closed for so long: it chatters, and is debounced
BESIDE_MM = 45.0  # off the middle of the outermost tile: beside the board
BRUSHED_MS = (0, 60)  # between one thing that a sleeve brushes and the next
WEAK = 0.9  # a weak magnet, compared with a good one
BULGE = (0.2, 0.7)  # how far a curve leaves the straight way, in tiles


class Hands:
    """What two hands do. ``lies`` is where things really lie; ``fallen`` what was knocked over, and where it was."""

    def __init__(
        self,
        room: Room,
        level: Level,
        rng: Random,
        kind_of: Callable[[str], Kind],
        habits: Habits | None = None,
    ) -> None:
        self.lies: dict[str, Spot] = {}
        self.fallen: dict[str, Spot] = {}
        self._over: list[tuple[Arrangement, int | None]] = []  # what seems to lie where, until when
        self.moved_at = 0  # when something was last moved on purpose
        self._room = room
        self._level = level
        self._rng = rng
        self._kind_of = kind_of
        self._habits = habits or Habits({}, rng)
        self._weak: dict[str, bool] = {}  # which things have weak magnets
        self._stirs: list[tuple[float, Callable[[], None]]] = []  # what happens by the way, and when
        self._bump_at = self._next_bump(room.now)
        self._tiles = {tile.name: tile for tile in room.profile.tiles}

    # ---- time ----------------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let time pass; things may be hit meanwhile."""
        end = self._room.now + ms
        while (now := self._room.now) < end:
            if now >= self._bump_at:
                self._bump()
                self._bump_at = self._next_bump(self._room.now)
            elif self._stirs and now >= self._stirs[0][0]:
                self._stirs.pop(0)[1]()
            else:
                stir_at = self._stirs[0][0] if self._stirs else end
                self._room.wait(max(1, int(min(end, self._bump_at, stir_at) - now)))

    def react(self) -> None:
        """Let as much time pass as there is between two movements."""
        self.wait(self._rng.randint(*REACT_MS))

    def _next_bump(self, now: int) -> float:
        rate = self._level.bumps_a_minute
        return now + self._rng.expovariate(rate / MINUTE_MS) if rate else float("inf")

    def _bump(self) -> None:
        """Something is hit: it hops, and comes down in its recess or falls over."""
        loose = self.loose()
        if not loose:
            return
        name = self._rng.choice(loose)
        spot = self.lies[name]
        if self._rng.random() < self._level.knocked:
            self._room.mechanics.lift(self.thing(name))
            del self.lies[name]
            self.fallen[name] = spot
            return
        up = self._rng.randint(*HOP_MS)
        self._room.mechanics.hover(self.thing(name), self._height(spot.tile) + self._rng.uniform(*HOP_MM), up / 2)
        self._room.wait(up)
        self.settle(name, spot)

    def at(self, when: float, happens: Callable[[], None]) -> None:
        """Have something happen by the way, at some moment."""
        self._stirs.append((when, happens))
        self._stirs.sort(key=lambda stir: stir[0])

    def loose(self) -> list[str]:
        """Return the things on which nothing lies."""
        return [name for name in self.lies if not self.above(name)]

    # ---- things --------------------------------------------------------------------------------------------------

    def thing(self, name: str) -> Object:
        """Return a thing as it lies on the table; some have weak magnets, for good."""
        if name not in self._weak:
            self._weak[name] = self._habits.gives_in("weak")
        return Object(name, self._kind_of(name), WEAK if self._weak[name] else 1.0)

    def on(self, tile: str) -> list[str]:
        """Return what lies on a tile, from the table upwards."""
        return [name for name, spot in self.lies.items() if spot.tile == tile]

    def above(self, name: str) -> list[str]:
        """Return what lies on a thing."""
        pile = self.on(self.lies[name].tile)
        return pile[pile.index(name) + 1 :]

    def lift(self, name: str) -> None:
        """Take a thing off the table, and for a moment what lies on it."""
        self.fallen.pop(name, None)
        if name not in self.lies:
            return
        above = [(other, self.lies[other]) for other in self.above(name)]
        for other, _ in reversed(above):
            self._take(other)
        self._take(name)
        for other, spot in above:
            self.settle(other, spot)

    def put(self, name: str, spot: Spot) -> None:
        """Put a thing down, under what has to lie on it."""
        self.lift(name)
        rank = self._rank(name)
        above = [(other, self.lies[other]) for other in self.on(spot.tile) if self._rank(other) > rank]
        for other, _ in reversed(above):
            self._take(other)
        self.settle(name, spot)
        for other, where in above:
            self.settle(other, where)
        self._moved()

    def slide(self, name: str, path: Sequence[str], end: Spot) -> None:
        """Slide a thing from tile to tile; the last one is where it stays. It begins beside the board if it must."""
        thing, mechanics = self.thing(name), self._room.mechanics
        if name not in self.lies:
            self._hold_beside(name, path[0], end)
        self.lies.pop(name, None)
        height = self._height(path[-1])
        is_curved = self._habits.gives_in("curve")
        for tile in path:
            self._seems({name: Spot(tile, end.facing)})
            spot, here = self._tiles[tile], mechanics.pose(thing)
            far = hypot(spot.x - here.x, spot.y - here.y) / self._pitch
            over = max(20, int(1000 * self._rng.uniform(*self._level.slide_s) * far))
            if is_curved and (aside := self._aside(name, here, tile)) is not None:
                mechanics.move(thing, Pose(aside[0], aside[1], here.angle, height), over / 2)
                self._seems({name: Spot(aside[2], end.facing)})
                self.wait(over // 2)
                self._seems({name: Spot(tile, end.facing)})
                over -= over // 2
            mechanics.move(thing, Pose(spot.x, spot.y, here.angle, height), over)
            self.wait(over)
        self._seems({})
        self.settle(name, end)
        self._moved()

    def turn(self, name: str, spot: Spot) -> None:
        """Turn a thing where it lies."""
        thing, mechanics = self.thing(name), self._room.mechanics
        quarter = (angle_of(spot.facing) - angle_of(self.lies[name].facing) + 180) % 360 - 180
        over = self._rng.randint(120, 500)
        mechanics.turn(thing, quarter, over)
        self.lies[name] = spot
        self.wait(over)
        self.settle(name, spot)
        self._moved()

    def fetch(self, name: str) -> None:
        """Pick up what was knocked over."""
        if name in self.fallen:
            self.wait(self._rng.randint(*FETCH_MS))

    def hover(self, name: str, tile: str, ms: int) -> None:
        """Hold a thing low over a tile for a while; it is in the hand then."""
        self.lift(name)
        spot, height = self._tiles[tile], self._height(tile) + self._rng.uniform(*HOVER_MM)
        facing = self._rng.choice(FACINGS)
        self._room.mechanics.place(self.thing(name), spot.x, spot.y, angle_of(facing), height)
        self._seems({name: Spot(tile, facing)})
        self.wait(ms)
        self._seems({})
        self._room.mechanics.lift(self.thing(name))

    def seeming(self) -> list[Arrangement]:
        """Return how things seem to lie: as they do, or with one held low over a tile or slid onto it just now."""
        now = self._room.now
        over = (held for held, until in self._over if until is None or now <= until)
        return [self.lies, *({**self.lies, **held} for held in over)]

    def _seems(self, held: Arrangement) -> None:
        """This seems to lie somewhere from now on, and what did before only for a moment longer."""
        now = self._room.now
        late = ((before, now + LATE_MS if until is None else until) for before, until in self._over)
        self._over = [(before, until) for before, until in late if now <= until]
        if held:
            self._over.append((held, None))

    # ---- how it works --------------------------------------------------------------------------------------------

    @property
    def _pitch(self) -> float:
        grid = self._room.profile.grid
        assert grid is not None
        return grid.pitch

    def _aside(self, name: str, here: Pose, tile: str) -> tuple[float, float, str] | None:
        """Return a point beside the straight way to a tile, and the tile beside it; None if something stands there."""
        rng, spot, pitch = self._habits.rng, self._tiles[tile], self._pitch
        dx, dy = spot.x - here.x, spot.y - here.y
        far = hypot(dx, dy)
        if far < pitch / 2:
            return None
        side, bulge = rng.choice((-1, 1)), rng.uniform(*BULGE) * pitch
        x, y = (spot.x + here.x) / 2 - side * dy / far * bulge, (spot.y + here.y) / 2 + side * dx / far * bulge
        room = self._kind_of(name).size[0]
        taken = {self.lies[other].tile for other in self.lies if self._rank(other) >= self._rank(name)}
        blocked = any(abs(self._tiles[one].x - x) < room and abs(self._tiles[one].y - y) < room for one in taken)
        nearest = min(self._tiles.values(), key=lambda one: hypot(one.x - x, one.y - y))
        return None if blocked else (x, y, nearest.name)

    def _rank(self, name: str) -> int:
        """What lies lower on a tile comes first: trays, cross trays, pawns."""
        return ("tray", "cross", "pawn", "base").index(self._kind_of(name).name)

    def _height(self, tile: str) -> float:
        return sum(self._kind_of(name).thickness for name in self.on(tile))

    def _take(self, name: str) -> None:
        self._room.mechanics.lift(self.thing(name))
        self.lies.pop(name, None)

    def settle(self, name: str, spot: Spot) -> None:
        """Let a thing lie: off the middle, and turned a little; or as far as its recess allows."""
        off, turn, rng = self._level.off_mm, self._level.off_degrees, self._rng
        self.lies.pop(name, None)
        lies = rng.uniform(-off, off), rng.uniform(-off, off), rng.uniform(-turn, turn)
        if self._habits.gives_in("edge"):
            ends = (-1.0, 0.0, 1.0)
            lies = PUSH * self._habits.rng.choice(ends), PUSH * self._habits.rng.choice(ends), TURN * self._sign()
        self._room.mechanics.put(self.thing(name), spot.tile, spot.facing, *lies)
        self.lies[name] = spot

    def _sign(self) -> int:
        return self._habits.rng.choice((-1, 1))

    def _hold_beside(self, name: str, tile: str, spot: Spot) -> None:
        """Hold a thing beside the board, next to an outermost tile."""
        place, profile = self._tiles[tile], self._room.profile
        assert profile.grid is not None
        dx = -BESIDE_MM if place.column == 0 else BESIDE_MM if place.column == profile.grid.columns - 1 else 0.0
        dy = 0.0 if dx else -BESIDE_MM if place.row == 0 else BESIDE_MM
        self._room.mechanics.place(self.thing(name), place.x + dx, place.y + dy, angle_of(spot.facing))

    def _moved(self) -> None:
        self.moved_at = self._room.now
