"""What happens to things by the way: they are nudged, brushed by a sleeve, or held on to for a moment too long."""

from __future__ import annotations

from hardware.twin.magnetics import PUSH, TURN
from hardware.twin.objects import Pose, angle_of
from host.soak.human.habits import Habits
from host.soak.human.hands import BRUSHED_MS, HOP_MM, HOP_MS, HOVER_MM, Hands
from host.soak.human.senses import Room
from host.soak.human.things import Spot

WIGGLES = (2, 5)  # how often a thing is nudged when it is
WIGGLE_MS = (40, 160)
TIPPED_MM = 1.5  # how high it may be tipped then
STIR_MS = 2_500  # wiggles and sleeves come at some moment of the next so many milliseconds
GRASP_MS = (60, 300)  # how long a hand stays at what it has put down while the next one begins


class Stirring:
    """Stirs what lies on the table."""

    def __init__(self, room: Room, hands: Hands, habits: Habits) -> None:
        self._room = room
        self._hands = hands
        self._habits = habits
        self._tiles = {tile.name: tile for tile in room.profile.tiles}

    def stir(self) -> None:
        """Have a thing nudged, or a few brushed by a sleeve, at some moment soon: as habits have it."""
        if self._habits.draw("wiggle"):
            self._hands.at(self._soon(), self.wiggle)
        if self._habits.draw("sleeve"):
            self._hands.at(self._soon(), self.brush)

    def _soon(self) -> float:
        return self._room.now + self._habits.rng.uniform(0, STIR_MS)

    def wiggle(self) -> None:
        """Nudge something within its recess: it is pushed, turned and tipped a little, and stays where it is."""
        rng, loose = self._habits.rng, self._hands.loose()
        if not loose:
            return
        name = rng.choice(loose)
        spot, height = self._hands.lies[name], self._height(name)
        for _ in range(rng.randint(*WIGGLES)):
            over = rng.randint(*WIGGLE_MS)
            self._room.mechanics.move(self._hands.thing(name), self._within(spot, height), over)
            self._room.wait(over)
        self._hands.settle(name, spot)
        self._habits.did("wiggle")

    def brush(self) -> None:
        """A sleeve brushes over a few neighbours: each hops a little, one just after the other."""
        rng, brushed = self._habits.rng, self._neighbours()
        for name in brushed:
            self._hop(name)
            self._room.wait(rng.randint(*BRUSHED_MS))
        if brushed:
            self._room.wait(rng.randint(*HOP_MS))
            self._habits.did("sleeve")
        for name, spot in brushed.items():
            self._hands.settle(name, spot)
            self._room.wait(rng.randint(*BRUSHED_MS))

    def keep_hold(self, name: str) -> None:
        """Stay at a thing that was put down: it is raised a little, and put down a moment later."""
        hands, rng = self._hands, self._habits.rng
        if name not in hands.lies or hands.above(name):
            return
        spot = hands.lies[name]
        self._room.mechanics.hover(hands.thing(name), self._height(name) + rng.uniform(*HOVER_MM), 30)

        def release() -> None:
            if hands.lies.get(name) == spot and not hands.above(name):
                hands.settle(name, spot)

        hands.at(self._room.now + rng.randint(*GRASP_MS), release)

    def _neighbours(self) -> dict[str, Spot]:
        """Return two to four things that lie side by side; none if there are none."""
        rng, lies, loose = self._habits.rng, self._hands.lies, self._hands.loose()
        beside = {name: [other for other in loose if self._touch(lies[name], lies[other])] for name in loose}
        rows = [name for name, others in beside.items() if others]
        if not rows:
            return {}
        first = rng.choice(rows)
        others = rng.sample(beside[first], min(len(beside[first]), rng.randint(1, 3)))
        return {name: lies[name] for name in (first, *others)}

    def _touch(self, one: Spot, other: Spot) -> bool:
        here, there = self._tiles[one.tile], self._tiles[other.tile]
        return max(abs(here.column - there.column), abs(here.row - there.row)) == 1

    def _hop(self, name: str) -> None:
        rng = self._habits.rng
        height = self._height(name) + rng.uniform(*HOP_MM)
        self._room.mechanics.hover(self._hands.thing(name), height, rng.randint(*HOP_MS) / 2)

    def _height(self, name: str) -> float:
        return self._room.mechanics.pose(self._hands.thing(name)).height

    def _within(self, spot: Spot, height: float) -> Pose:
        """Return some place within the recess of a tile, tipped a little."""
        rng, tile = self._habits.rng, self._tiles[spot.tile]
        x, y = tile.x + rng.uniform(-PUSH, PUSH), tile.y + rng.uniform(-PUSH, PUSH)
        return Pose(x, y, angle_of(spot.facing) + rng.uniform(-TURN, TURN), height + rng.uniform(0, TIPPED_MM))
