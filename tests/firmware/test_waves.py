"""Every light of every effect at every moment, against section 10 of docs/wire-protocol.md."""

import pytest

from firmware.wire import FX_OFF, FX_STEADY, FX_WALK
from tests.firmware.light_rig import LEVELS, Bench, at_level, bits, waving

COLOUR = (201, 100, 7)
GROUND = (3, 0, 250)
LATE_MS = 60  # by then twenty lights are painted and shown
WAVES = sorted(LEVELS.keys() - {FX_WALK})


@pytest.mark.parametrize("phase", [0, 3, 4, 37, 255])
@pytest.mark.parametrize("kind", WAVES)
def test_each_light_has_the_level_of_the_moment(kind: int, phase: int) -> None:
    """For two turns of 64 steps, on every light but two, in both halves of each group."""
    period, others = 6400, (2, 13)
    mine = [light for light in range(20) if light not in others]
    bench = Bench()
    bench.base([GROUND] * 20)
    bench.settle()
    begun = bench.now
    assert bench.effect(4, kind, COLOUR, bits(*mine), period, phase)
    for step in range(128):
        bench.until(begun + 100 * step + LATE_MS)
        expected = [waving(kind, COLOUR, period, phase, light, 100 * step) for light in range(20)]
        for light in others:
            expected[light] = GROUND
        assert bench.colours() == expected, step
        bench.until(begun + 100 * step + 98)
        assert bench.colours() == expected, step


@pytest.mark.parametrize("period", [300, 1001])
def test_a_turn_has_its_length_however_many_there_were(period: int) -> None:
    """A wave that lost or won a millisecond a turn would be elsewhere after a hundred of them."""
    blink, dim = 5, at_level(COLOUR, 16)
    bench = Bench(1)
    bench.effect(0, blink, COLOUR, bits(0), period)
    for turn in range(1, 121):
        for begins, before, after in ((turn * period, dim, COLOUR), (turn * period + period // 2 + 1, COLOUR, dim)):
            bench.until(begins - 2)
            assert bench.colours()[0] == before, turn
            bench.until(begins + 30)
            assert bench.colours()[0] == after, turn


def test_a_period_of_nothing_counts_as_one() -> None:
    bench = Bench()
    bench.effect(0, 8, COLOUR, bits(0), 0)
    assert bench.settle().colours()[0] == COLOUR, "each millisecond is the beginning of a turn"


@pytest.mark.parametrize("chosen", [[0, 1, 2], [3, 7, 8, 9, 15, 19], [6], [0, 19], [17], list(range(20))])
def test_a_walk_lights_one_of_its_set_and_dims_the_others(chosen: list[int]) -> None:
    """It begins with the lowest light; a period later comes the next one."""
    bench = Bench()
    bench.base([GROUND] * 20)
    bench.settle()
    begun = bench.now
    bench.effect(2, FX_WALK, COLOUR, bits(*chosen), 100)
    for turn in range(2 * len(chosen) + 1):
        expected = [at_level(COLOUR, 24) if light in chosen else GROUND for light in range(20)]
        expected[chosen[turn % len(chosen)]] = COLOUR
        for late in (LATE_MS, 98):
            bench.until(begun + 100 * turn + late)
            assert bench.colours() == expected, turn


def test_a_walk_that_begins_anew_begins_with_the_lowest_light() -> None:
    bench = Bench()
    for _ in range(2):
        bench.effect(2, FX_WALK, COLOUR, bits(4, 9, 14), 100)
        bench.until(bench.now + LATE_MS)
        assert bench.colours()[4] == COLOUR
        bench.until(bench.now + 100)
        assert bench.colours()[9] == COLOUR
        bench.effect(2, FX_OFF, COLOUR, b"")
        bench.settle()


def test_a_walk_that_is_renewed_goes_on_where_it_was() -> None:
    bench = Bench()
    begun = bench.now
    for late, light in ((0, 4), (110, 9), (220, 14), (330, 4)):
        bench.until(begun + late)
        bench.effect(2, FX_WALK, COLOUR, bits(4, 9, 14), 100)
        bench.until(begun + late + LATE_MS)
        assert bench.colours()[light] == COLOUR


def test_a_renewal_takes_new_lights_colour_period_and_phase_and_keeps_the_time() -> None:
    bench = Bench()
    begun = bench.now
    bench.effect(2, 2, COLOUR, bits(4), 6400, 0)
    bench.until(begun + 2100)
    bench.effect(2, 2, (9, 240, 90), bits(5, 6), 12_800, 16)
    for elapsed in (2160, 6360, 12_760, 12_860):
        bench.until(begun + elapsed)
        shown = [waving(2, (9, 240, 90), 12_800, 16, light, elapsed) for light in (5, 6)]
        assert bench.colours()[4:7] == [(0, 0, 0), *shown]


def test_another_effect_begins_its_turn_when_it_is_set() -> None:
    bench = Bench()
    bench.effect(2, 2, COLOUR, bits(4), 6400)
    bench.until(3300)
    bench.effect(2, 8, COLOUR, bits(4), 6400)
    for step in (0, 1, 15, 16, 63, 64):
        bench.until(3300 + 100 * step + LATE_MS)
        assert bench.colours()[4] == waving(8, COLOUR, 6400, 0, 4, 100 * step)


@pytest.mark.parametrize("ttl", [1, 30, 65535])
def test_an_effect_ends_with_its_time_and_not_before(ttl: int) -> None:
    """In tenths of a second. A restless neighbour has frames sent all the time."""
    bench = Bench()
    bench.effect(3, FX_STEADY, COLOUR, bits(7), ttl=ttl)
    bench.settle()
    bench.now = max(bench.now, 100 * ttl - 200)
    bench.effect(0, 6, COLOUR, bits(0), 640)
    before = len(bench.shown)
    bench.until(100 * ttl + LATE_MS)
    lit = [at for at, frame in zip(bench.at[before:], bench.shown[before:], strict=True) if frame[7]]
    assert all(at < 100 * ttl + LATE_MS for at in lit)
    assert ttl == 1 or lit[-1] >= 100 * ttl - 40
    assert bench.colours()[7] == (0, 0, 0)


@pytest.mark.parametrize("ttl", [1, 30, 65535])
def test_a_base_ends_with_its_time_and_not_before(ttl: int) -> None:
    bench = Bench()
    bench.base([COLOUR] * 20, ttl=ttl)
    bench.settle()
    bench.now = max(bench.now, 100 * ttl - 200)
    bench.until(100 * ttl)
    assert ttl == 1 or bench.colours() == [COLOUR] * 20
    bench.until(100 * ttl + LATE_MS)
    assert bench.colours() == [(0, 0, 0)] * 20
    assert ttl == 1 or bench.at[-1] >= 100 * ttl


@pytest.mark.parametrize("ttl", [2, 3, 65535])
@pytest.mark.parametrize("what", ["base", "effect"])
def test_the_last_millisecond_of_a_time_counts(what: str, ttl: int) -> None:
    """The bench stands still at one moment, and then at the next."""
    bench = Bench(8)
    if what == "base":
        bench.base([COLOUR] * 8, ttl=ttl)
    else:
        bench.effect(3, FX_STEADY, COLOUR, b"\xff", ttl=ttl)
    bench.settle()
    bench.tick_ms = 0
    for now, colour in ((100 * ttl - 1, COLOUR), (100 * ttl, (0, 0, 0))):
        bench.now = now
        bench.lights._shown_at = now - 1_000
        bench.at.clear()
        bench.settle()
        assert bench.colours() == [colour] * 8


@pytest.mark.parametrize("ttl", [0, 1])
def test_a_time_that_is_not_limited_never_ends(ttl: int) -> None:
    """The base has an end and the effect none, or the other way round."""
    bench = Bench()
    bench.base([GROUND] * 20, ttl=ttl)
    bench.effect(0, FX_STEADY, COLOUR, bits(5), ttl=1 - ttl)
    bench.settle()
    bench.now += 100_000_000
    bench.settle()
    ground, top = (GROUND, GROUND) if not ttl else ((0, 0, 0), COLOUR)
    assert bench.colours() == [ground] * 5 + [top] + [ground] * 14
