"""The lights of SAW: blood and limbs at the seats, and a trap that runs at the bench of who set it.

They know the public view alone: what lies on a bench never makes a light.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.saw.box import SEATS
from engines.saw.state import SLOTS, STAGES
from hardware.profiles.model import LIMBS, PINTS, Profile
from host.link import Scene
from host.stage.base import Cue
from host.stage.language import LAID, LOST, MILD, SEVERE, TURN, WHITE, Lamps

_HEALTHY, _MILD, _SEVERE, _LOST, _BOUND = STAGES
_STEADY = {_MILD: MILD, _SEVERE: SEVERE, _BOUND: WHITE}


def bench_pads(profile: Profile, seat: int) -> tuple[str, ...]:
    """Return the names of the pads of a seat's bench, in the order of its slots; none if the table has no such."""
    names = {pad.name for pad in profile.pads}
    wanted = [f"seat{seat + 1}.bench.{slot + 1}" for slot in range(SLOTS)]
    return tuple(wanted) if names.issuperset(wanted) else ()


def bench_lights(profile: Profile, seat: int) -> tuple[int, ...]:
    """Return the lights of a seat's bench."""
    return tuple(profile.pad_light(profile.pad_named(name).index) for name in bench_pads(profile, seat))


def scene(profile: Profile, view: Mapping[str, Any], cue: Cue) -> Scene:
    """Return the lights for what everybody may know."""
    lamps = Lamps(profile)
    players, trap = view["players"], view["trap"]
    for seat, row in enumerate(players):
        _show_seat(lamps, seat, row)
    if trap is not None and not view["result"]:
        lamps.say(LAID, bench_lights(profile, SEATS.index(trap["attacker"])))
        target = SEATS.index(trap["victim"])
        lamps.say(LAID, _spare(profile, target, players[target]))
    elif view["turn"]["seat"] and not view["result"]:
        active = SEATS.index(view["turn"]["seat"])
        lamps.say(TURN, _spare(profile, active, players[active]))
    lamps.cue(cue)
    return lamps.scene()


def _show_seat(lamps: Lamps, seat: int, row: Mapping[str, Any]) -> None:
    if seat >= len(lamps.profile.seats):
        return
    lamps.bar(seat, row["blood"])
    for number, stage in enumerate(row["limbs"] if row["blood"] else ()):
        lamp = lamps.profile.seat_light(seat, "limb", number)
        if stage == _LOST:
            lamps.say(LOST, [lamp])
        elif stage in _STEADY:
            lamps.set([lamp], _STEADY[stage])


def _spare(profile: Profile, seat: int, row: Mapping[str, Any]) -> list[int]:
    """Return a seat's lamps that have nothing to say of limbs and blood; if all have, those of its blood."""
    if seat >= len(profile.seats):
        return []
    healthy = [number for number in range(LIMBS) if row["limbs"][number] == _HEALTHY]
    dark = [profile.seat_light(seat, "limb", number) for number in healthy]
    dark = dark or [profile.seat_light(seat, "pints", at) for at in range(row["blood"], PINTS)]
    return dark or [profile.seat_light(seat, "pints", at) for at in range(PINTS)]
