"""Lights on virtual time, without the rest of a board."""

from collections.abc import Sequence

from firmware.lights import Lights
from tests.firmware.protocol_page import levels, promised
from tests.firmware.rig import decode

TICK = 2
LIGHT_WORK = promised("LIGHT_WORK", "app")
FRAME_MS = promised("FRAME_MS", "lights")
LEVELS = levels()
Colour = tuple[int, int, int]


def bits(*lights: int) -> bytes:
    """A bitmap of lights."""
    out = bytearray(32)
    for light in lights:
        out[light // 8] |= 1 << light % 8
    return bytes(out)


def at_level(colour: Colour, level: int) -> Colour:
    """A colour at a level, as section 10 of the wire protocol has it."""
    r, g, b = (channel * (level + 1) // 256 for channel in colour)
    return r, g, b


def waving(kind: int, colour: Colour, period: int, phase: int, light: int, elapsed: int) -> Colour:
    """What a light shows that an effect has had for ``elapsed`` ms, as section 10 has it; not for FX_WALK."""
    step = elapsed % period * 64 // period
    return at_level(colour, LEVELS[kind][(step - light * phase // 4) % 64])


class Bench:
    """Lights with everything that they ever showed."""

    def __init__(self, count: int = 20, budget: int = 10_000, tick: int = TICK) -> None:
        self.count, self.budget, self.now, self.tick_ms = count, budget, 0, tick
        self.shown: list[list[int]] = []
        self.at: list[int] = []
        self.lights = Lights(count, budget, self._show)

    def _show(self, frame: Sequence[int]) -> None:
        assert len(frame) == self.count
        milliamps = self.count + sum(sum(decode(w)) for w in frame) / 16
        assert milliamps <= max(self.budget, self.count)
        if self.at:
            assert self.now - self.at[-1] >= FRAME_MS
        self.shown.append(list(frame))
        self.at.append(self.now)

    def tick(self, count: int = 1, work: int = LIGHT_WORK) -> "Bench":
        for _ in range(count):
            self.lights.step(self.now, work)
            self.now += self.tick_ms
        return self

    def until(self, now: int) -> "Bench":
        """Let time pass up to a moment."""
        while self.now < now:
            self.tick()
        return self

    def settle(self) -> "Bench":
        """More than enough ticks for the slowest picture: dimmed, and for that painted more than once."""
        return self.tick(8 * (self.count // 8 + 1) + 40)

    def base(self, colours: Sequence[Colour], ttl: int = 0) -> None:
        self.lights.stage(0, bytes(channel for colour in colours for channel in colour))
        self.lights.commit(self.now, ttl)

    def effect(
        self, slot: int, kind: int, colour: Colour, lights: bytes, period: int = 1000, phase: int = 0, ttl: int = 0
    ) -> bool:
        return self.lights.effect(self.now, slot, kind, *colour, period, phase, ttl, lights)

    def colours(self) -> list[Colour]:
        return [decode(w) for w in self.shown[-1]]

    def history(self, light: int, ticks: int) -> list[Colour]:
        """Each new colour that a light takes on."""
        seen: list[Colour] = []
        for _ in range(ticks):
            before = len(self.shown)
            self.tick()
            if len(self.shown) > before and seen[-1:] != [decode(self.shown[-1][light])]:
                seen.append(decode(self.shown[-1][light]))
        return seen
