"""The table top of the twin: objects with magnets at places in millimetres, and the reeds that answer.

>>> from hardware import profiles
>>> from hardware.twin.objects import BASE
>>> table = Mechanics(profiles.load("grid"), seed=1)
>>> base = Object("A", BASE)
>>> table.put(base, "e1", facing="east", dx=2)
>>> table.reeds_at(10)[4]        # 10 ms later the contact has stopped bouncing: reed E, bit 1
2

Time is what the caller says: a command takes effect at the latest time given to `reeds_at` or `advance`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, fsum
from random import Random

from hardware.profiles.model import Profile, Tile
from hardware.twin.contact import Contact
from hardware.twin.dipole import felt, reeds_of, strength
from hardware.twin.objects import Facing, Object, Pose, angle_of, magnets_at

REACH = 85.0
"""Magnets farther away than this are not felt: one gives 0.015 mT at most there."""
SPREAD = 0.05
"""How much the reeds of one batch differ, either way."""
_STEP_MS = 2.0  # as often as a board looks: at 0.1 s a tile, that is 1 mm
_REEDS = 5


@dataclass(slots=True)
class _Motion:
    """An object on its way from one pose to another."""

    start: Pose
    end: Pose
    began: float
    lasts: float
    step: int = 0

    def next_at(self) -> float:
        """When the pose is computed next."""
        return min(self.began + (self.step + 1) * _STEP_MS, self.began + self.lasts)

    def advance(self) -> Pose:
        """Take the next step."""
        self.step += 1
        return _between(self.start, self.end, min(self.step * _STEP_MS / self.lasts, 1.0))

    @property
    def done(self) -> bool:
        """Whether the object has arrived."""
        return self.step >= ceil(self.lasts / _STEP_MS)


class Mechanics:
    """Objects on a profile's tiles, and one byte of closed reeds for each tile."""

    def __init__(self, profile: Profile, seed: int = 0, spread: float = SPREAD) -> None:
        self.profile = profile
        self.now = 0.0
        self._reeds = reeds_of(profile.reeds)
        self._strength = strength(profile.magnet)
        self._tile_at = {(tile.column, tile.row): tile for tile in profile.tiles}
        self._contacts = list(_contacts(profile, seed, spread))
        self._felt: list[dict[str, float]] = [{} for _ in self._contacts]
        self._touched: dict[str, set[int]] = {}
        self._poses: dict[str, tuple[Object, Pose]] = {}
        self._stacks: dict[int, list[Object]] = {}
        self._motions: dict[str, _Motion] = {}
        self._restless: set[int] = set()
        self._masks = bytearray(len(profile.tiles))
        self._shown = bytes(self._masks)

    # What happens on the table

    def put(
        self,
        thing: Object,
        tile: str | int,
        facing: Facing = "north",
        dx: float = 0.0,
        dy: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """Put an object on a tile, off its middle by (dx, dy) mm and turned by `turn` degrees clockwise.

        It lies on what lies there already.
        """
        place = self._tile(tile)
        self.lift(thing)
        stack = self._stacks.setdefault(place.index, [])
        height = sum(other.kind.thickness for other in stack)
        stack.append(thing)
        self._settle(thing, Pose(place.x + dx, place.y + dy, angle_of(facing) + turn, height))

    def place(self, thing: Object, x: float, y: float, angle: float = 0.0, height: float = 0.0) -> None:
        """Hold an object anywhere: (x, y) in mm, `angle` in degrees clockwise from north."""
        self.lift(thing)
        self._settle(thing, Pose(x, y, angle, height))

    def move(self, thing: Object, to: Pose, over_ms: float) -> None:
        """Begin to move an object from where it is to a pose, in a straight line at constant speed."""
        start = self.pose(thing)
        self._unstack(thing)
        self._motions.pop(thing.name, None)
        if over_ms <= 0:
            self._settle(thing, to)
        else:
            self._motions[thing.name] = _Motion(start, to, self.now, over_ms)

    def slide(self, thing: Object, tile: str | int, over_ms: float) -> None:
        """Begin to slide an object along the table to the middle of a tile, keeping its angle."""
        place = self._tile(tile)
        self.move(thing, replace(self.pose(thing), x=place.x, y=place.y), over_ms)

    def turn(self, thing: Object, degrees: float, over_ms: float = 0.0) -> None:
        """Turn an object where it is, clockwise for positive degrees."""
        pose = self.pose(thing)
        if over_ms <= 0:
            self._settle(thing, replace(pose, angle=pose.angle + degrees))
        else:
            self.move(thing, replace(pose, angle=pose.angle + degrees), over_ms)

    def hover(self, thing: Object, height: float, over_ms: float = 0.0) -> None:
        """Raise or lower an object to `height` mm above the table."""
        self.move(thing, replace(self.pose(thing), height=height), over_ms)

    def lift(self, thing: Object) -> None:
        """Take an object off the table; nothing happens if it is not there."""
        self._unstack(thing)
        self._motions.pop(thing.name, None)
        if self._poses.pop(thing.name, None) is not None:
            self._feel(thing.name, {})

    def clear(self) -> None:
        """Take everything off the table."""
        for thing, _ in list(self._poses.values()):
            self.lift(thing)

    # What can be asked

    def pose(self, thing: Object) -> Pose:
        """Where an object is; KeyError if it is not on the table."""
        if thing.name not in self._poses:
            raise KeyError(f"{thing.name} is not on the table; put it there first.")
        return self._poses[thing.name][1]

    def objects(self) -> list[tuple[Object, Pose]]:
        """Everything on the table, in the order in which it came."""
        return list(self._poses.values())

    def field(self, tile: str | int, reed: int) -> float:
        """What a reed (0 to 4: N, E, S, W, C) feels, in mT."""
        return fsum(self._felt[self._tile(tile).index * _REEDS + reed].values())

    def advance(self, now: float) -> None:
        """Let time pass until `now` (ms): objects move, contacts come to rest."""
        if now < self.now:
            raise ValueError(f"Time runs forwards only: it is {self.now} ms, and {now} ms has passed.")
        while self._motions:
            name = min(self._motions, key=lambda key: (self._motions[key].next_at(), key))
            if self._motions[name].next_at() > now:
                break
            self._step(name)
        self.now = now

    def reeds_at(self, now: float) -> bytes:
        """The closed reeds at `now` (ms), one byte a tile: N, E, S, W, C from bit 0."""
        self.advance(now)
        if self._restless:
            self._read(now)
        return self._shown

    # How it works

    def _tile(self, tile: str | int) -> Tile:
        try:
            if isinstance(tile, str):
                return self.profile.tile_named(tile)
            if tile >= 0:
                return self.profile.tiles[tile]
        except LookupError:
            pass
        raise KeyError(f"{self.profile.name} has no tile {tile!r}; it has {len(self.profile.tiles)} of them.")

    def _unstack(self, thing: Object) -> None:
        """Take an object out of its stack; what lay on it sinks."""
        for stack in self._stacks.values():
            if thing in stack:
                above = stack[stack.index(thing) + 1 :]
                stack.remove(thing)
                for other in above:
                    pose = self.pose(other)
                    self._settle(other, replace(pose, height=pose.height - thing.kind.thickness))
                return

    def _step(self, name: str) -> None:
        motion = self._motions[name]
        self.now = max(self.now, motion.next_at())
        pose = motion.advance()
        if motion.done:
            del self._motions[name]
        self._settle(self._poses[name][0], pose)

    def _settle(self, thing: Object, pose: Pose) -> None:
        self._poses[thing.name] = (thing, pose)
        self._feel(thing.name, self._fields(thing, pose))

    def _feel(self, name: str, fields: dict[int, float]) -> None:
        """Replace what the reeds feel of one object, and let those that felt or feel it answer."""
        before = self._touched.pop(name, set())
        if fields:
            self._touched[name] = set(fields)
        for index in sorted(before | fields.keys()):
            felt_of = self._felt[index]
            if index in fields:
                felt_of[name] = fields[index]
            else:
                del felt_of[name]
            if self._contacts[index].feel(fsum(felt_of.values()), self.now):
                self._restless.add(index)

    def _fields(self, thing: Object, pose: Pose) -> dict[int, float]:
        """What each reed in reach feels of an object."""
        fields: dict[int, float] = {}
        for x, y, z, polarity in magnets_at(thing.kind, pose):
            k = self._strength * thing.strength * polarity
            for tile in self._near(x, y):
                first = tile.index * _REEDS
                for number, reed in enumerate(self._reeds):
                    value = k * felt(reed, x - tile.x, y - tile.y, z)
                    fields[first + number] = fields.get(first + number, 0.0) + value
        return fields

    def _near(self, x: float, y: float) -> Iterator[Tile]:
        grid = self.profile.grid
        if grid is None:
            return
        for column in _span(x - grid.x, grid.pitch, grid.columns):
            for row in _span(y - grid.y, grid.pitch, grid.rows):
                tile = self._tile_at[column, row]
                if (tile.x - x) ** 2 + (tile.y - y) ** 2 <= REACH * REACH:
                    yield tile

    def _read(self, now: float) -> None:
        for index in list(self._restless):
            contact = self._contacts[index]
            tile, bit = divmod(index, _REEDS)
            if contact.closed_at(now):
                self._masks[tile] |= 1 << bit
            else:
                self._masks[tile] &= ~(1 << bit)
            if contact.settles_at <= now:
                self._restless.discard(index)
        if self._shown != self._masks:
            self._shown = bytes(self._masks)


def _contacts(profile: Profile, seed: int, spread: float) -> Iterator[Contact]:
    rng = Random(seed)
    for index in range(len(profile.tiles) * _REEDS):
        factor = 1.0 + rng.uniform(-spread, spread)
        yield Contact(profile.reeds.pull_in_mt * factor, profile.reeds.drop_out_mt * factor, f"{seed}/{index}")


def _span(offset: float, pitch: float, count: int) -> range:
    """The columns (or rows) whose middle lies within reach of `offset` from the first one."""
    first = max(ceil((offset - REACH) / pitch), 0)
    return range(first, min(int((offset + REACH) // pitch) + 1, count))


def _between(start: Pose, end: Pose, part: float) -> Pose:
    return Pose(
        start.x + (end.x - start.x) * part,
        start.y + (end.y - start.y) * part,
        start.angle + (end.angle - start.angle) * part,
        start.height + (end.height - start.height) * part,
    )
