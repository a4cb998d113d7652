"""Scenes that show what the lights can say, in the language of the games, made from what lies on the table."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

from firmware import wire
from hardware.profiles.model import CENTRE, EAST, WEST, Profile
from host.link import DARK, RGB, Effect, Scene
from host.stage.language import ARMED, CYAN, PURPLE, TTL_S, WHITE, Lamps, at_brightness


def traps(profile: Profile, state: bytes) -> Scene:
    """Landscape pieces are armed and breathe red, others are steady; the first seat has its turn."""
    tiles = dict(enumerate(state[: len(profile.tiles)]))
    armed = {tile for tile, reeds in tiles.items() if reeds & (EAST | WEST)}
    pawns = {tile for tile, reeds in tiles.items() if reeds & CENTRE} - armed
    lamps = Lamps(profile)
    lamps.set([tile for tile, reeds in tiles.items() if reeds and tile not in armed | pawns], CYAN)
    lamps.set(pawns, WHITE)
    lamps.say(ARMED, armed)
    for seat in profile.seats:
        lamps.bar(seat.index, 10 - 3 * seat.index)
    lamps.turn(0)
    return lamps.scene()


def rainbow(profile: Profile, state: bytes) -> Scene:
    """Every light in the colour of its place."""
    base = [
        _hue((light.x / max(1.0, profile.width) + light.y / max(1.0, profile.depth)) / 2) for light in profile.lights
    ]
    return Scene(tuple(base), {}, TTL_S)


def walk(profile: Profile, state: bytes) -> Scene:
    """The question "which one did you mean?", asked of everything that lies on the table."""
    lights = frozenset(tile for tile, reeds in enumerate(state[: len(profile.tiles)]) if reeds)
    lights = lights or frozenset(range(min(len(profile.lights), 9)))
    effect = Effect(wire.FX_WALK, at_brightness(PURPLE, profile.brightness), lights, period=400)
    return Scene(((0, 0, 0),) * len(profile.lights), {2: effect}, TTL_S)


def dark(profile: Profile, state: bytes) -> Scene:
    """Nothing."""
    return DARK


DEMOS: dict[str, Callable[[Profile, bytes], Scene]] = {"traps": traps, "rainbow": rainbow, "walk": walk, "dark": dark}


def _hue(turn: float) -> RGB:
    r, g, b = colorsys.hsv_to_rgb(turn % 1.0, 1.0, 0.2)
    return round(255 * r), round(255 * g), round(255 * b)
