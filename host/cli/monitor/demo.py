"""Scenes that show what the lights can say, made from what lies on the table."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

from firmware import wire
from hardware.profiles.model import CENTRE, EAST, WEST, Profile
from host.link import DARK, RGB, Effect, Scene

ARMED: RGB = (60, 0, 0)
PIECE: RGB = (0, 24, 30)
PAWN: RGB = (34, 30, 20)
TURN: RGB = (30, 30, 30)
BLOOD: RGB = (44, 0, 4)
LIMB: RGB = (20, 32, 0)
CHOICE: RGB = (36, 0, 48)
_BLACK: RGB = (0, 0, 0)
_TTL_S = 5.0


def traps(profile: Profile, state: bytes) -> Scene:
    """Landscape pieces are armed and breathe red, others are steady; the first seat has its turn."""
    tiles = dict(enumerate(state[: len(profile.tiles)]))
    armed = frozenset(tile for tile, reeds in tiles.items() if reeds & (EAST | WEST))
    pawns = frozenset(tile for tile, reeds in tiles.items() if reeds & CENTRE) - armed
    others = frozenset(tile for tile, reeds in tiles.items() if reeds) - armed - pawns
    base = [_BLACK] * len(profile.lights)
    for light in profile.lights:
        if light.owner == "seat":
            base[light.index] = _seat_colour(light.role, light.role_index, light.owner_index)
        elif light.index in others:
            base[light.index] = PIECE
        elif light.index in pawns:
            base[light.index] = PAWN
    effects = {0: Effect(wire.FX_BREATHE, TURN, _pads(profile), period=3000)}
    if armed:
        effects[1] = Effect(wire.FX_BREATHE, ARMED, armed, period=2400)
    return Scene(tuple(base), effects, _TTL_S)


def rainbow(profile: Profile, state: bytes) -> Scene:
    """Every light in the colour of its place."""
    base = [
        _hue((light.x / max(1.0, profile.width) + light.y / max(1.0, profile.depth)) / 2) for light in profile.lights
    ]
    return Scene(tuple(base), {}, _TTL_S)


def walk(profile: Profile, state: bytes) -> Scene:
    """The question "which one did you mean?", asked of everything that lies on the table."""
    lights = frozenset(tile for tile, reeds in enumerate(state[: len(profile.tiles)]) if reeds)
    lights = lights or frozenset(range(min(len(profile.lights), 9)))
    effect = Effect(wire.FX_WALK, CHOICE, lights, period=400)
    return Scene((_BLACK,) * len(profile.lights), {2: effect}, _TTL_S)


def dark(profile: Profile, state: bytes) -> Scene:
    """Nothing."""
    return DARK


DEMOS: dict[str, Callable[[Profile, bytes], Scene]] = {"traps": traps, "rainbow": rainbow, "walk": walk, "dark": dark}


def _seat_colour(role: str, number: int, seat: int) -> RGB:
    if role == "limb":
        return LIMB
    return BLOOD if number < 10 - 3 * seat else _BLACK


def _pads(profile: Profile) -> frozenset[int]:
    return frozenset(profile.pad_light(pad.index) for pad in profile.pads)


def _hue(turn: float) -> RGB:
    r, g, b = colorsys.hsv_to_rgb(turn % 1.0, 1.0, 0.2)
    return round(255 * r), round(255 * g), round(255 * b)
