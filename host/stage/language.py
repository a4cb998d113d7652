"""The language of the lights, the same for all games: a colour always goes with a pattern, and later meanings win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware import wire
from hardware.profiles.model import Profile
from host.link import RGB, Effect, Scene
from host.stage.base import Cue

GREEN: RGB = (0, 255, 90)
CYAN: RGB = (0, 200, 255)
WHITE: RGB = (255, 240, 210)
RED: RGB = (255, 20, 10)
BLUE: RGB = (20, 70, 255)
AMBER: RGB = (255, 130, 0)
PURPLE: RGB = (190, 30, 255)
MILD: RGB = (150, 220, 0)
SEVERE: RGB = (255, 90, 0)
DIM = 5  # a candidate that is not the one in question has this part of its brightness
TTL_S = 5.0


@dataclass(frozen=True, slots=True)
class _Meaning:
    slot: int
    kind: int
    colour: RGB
    period: int


# Slots rise with the rows of the table in design: a later meaning covers an earlier one.
TURN = _Meaning(0, wire.FX_BREATHE, WHITE, 3000)
LOW = _Meaning(1, wire.FX_BLINK, GREEN, 900)
CRACKED = _Meaning(2, wire.FX_FLICKER, CYAN, 1600)
LOST = _Meaning(2, wire.FX_BLINK, RED, 1200)  # a limb; no game has both limbs and shields
ARMED = _Meaning(3, wire.FX_BREATHE, RED, 4000)
LAID = _Meaning(4, wire.FX_PULSE, RED, 2000)
DAMAGE = _Meaning(5, wire.FX_FLASH, RED, 300)
PUT = _Meaning(6, wire.FX_BLINK, BLUE, 1600)
TAKE = _Meaning(7, wire.FX_BLINK, AMBER, 400)
ASKED = _Meaning(8, wire.FX_STEADY, PURPLE, 1000)
MEND = _Meaning(9, wire.FX_BLINK, AMBER, 700)


@dataclass
class Lamps:
    """Collects what the lights should say and turns it into one scene for the board."""

    profile: Profile
    steady: dict[int, RGB] = field(default_factory=dict)
    moving: dict[_Meaning, set[int]] = field(default_factory=dict)

    def set(self, lights: Iterable[int], colour: RGB) -> None:
        """Light some lamps steadily."""
        self.steady.update(dict.fromkeys(lights, colour))

    def say(self, meaning: _Meaning, lights: Iterable[int]) -> None:
        """Have some lamps say something."""
        self.moving.setdefault(meaning, set()).update(lights)

    def bar(self, seat: int, value: int) -> None:
        """Show a number on a seat's ten lamps; the last two blink."""
        if seat >= len(self.profile.seats):
            return
        lamps = [self.profile.seat_light(seat, "pints", at) for at in range(min(value, 10))]
        self.set(lamps, GREEN)
        if 0 < value <= 2:
            self.say(LOW, lamps)

    def turn(self, seat: int) -> None:
        """Tell a seat that it is its turn."""
        if seat < len(self.profile.seats):
            self.say(TURN, [self.profile.seat_light(seat, "limb", at) for at in range(4)])

    def ask(self, candidates: Iterable[int], lit: int | None) -> None:
        """Ask which of some lamps was meant; one after another stands out."""
        self.set(candidates, _part(PURPLE, DIM))
        if lit is not None:
            self.say(ASKED, [lit])

    def only_mend(self, lamp: int) -> None:
        """Nothing moves but the one place that has to be mended."""
        self.moving.clear()
        self.say(MEND, [lamp])

    def cue(self, cue: Cue) -> None:
        """Say what there is to say besides the state of the game."""
        tile_light = self.profile.tile_light
        self.say(DAMAGE, [tile_light(tile) for tile in cue.hurt])
        for seat in cue.hurt_seats:
            if seat < len(self.profile.seats):
                self.say(DAMAGE, [self.profile.seat_light(seat, "pints", at) for at in range(10)])
        if cue.put is not None:
            self.say(PUT, [tile_light(cue.put)])
        if cue.show is not None:
            self.say(PUT, [self.profile.pad_light(cue.show)])
        if cue.take is not None:
            self.say(TAKE, [tile_light(cue.take)])
        self.say(LAID, cue.armed)
        if cue.candidates:
            self.ask(cue.candidates, cue.lit)
        if cue.mend is not None:
            self.only_mend(tile_light(cue.mend))

    def scene(self) -> Scene:
        """Return the whole, dimmed to the profile's brightness."""
        dark = (0, 0, 0)
        bright = self.profile.brightness
        base = [at_brightness(self.steady.get(at, dark), bright) for at in range(len(self.profile.lights))]
        effects = {
            meaning.slot: Effect(meaning.kind, at_brightness(meaning.colour, bright), frozenset(lights), meaning.period)
            for meaning, lights in self.moving.items()
            if lights
        }
        return Scene(base, effects, TTL_S)


def at_brightness(colour: RGB, bright: int) -> RGB:
    """Return a colour as a table shows it whose brightest value is ``bright``."""
    return colour[0] * bright // 255, colour[1] * bright // 255, colour[2] * bright // 255


def _part(colour: RGB, divisor: int) -> RGB:
    return colour[0] // divisor, colour[1] // divisor, colour[2] // divisor
