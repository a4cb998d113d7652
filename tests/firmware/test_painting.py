"""How the lights are painted: so much in a tick and no more, frames apart, dimmed exactly as far as the budget asks."""

from itertools import pairwise

import pytest

from firmware.wire import FX_OFF, FX_STEADY, FX_WALK
from tests.firmware.light_rig import FRAME_MS, Bench, Colour, at_level, bits
from tests.firmware.protocol_page import promised

COLOUR, DARK = (200, 100, 9), (0, 0, 0)
EVERY = bits(*range(64))
LEAST = promised("LIGHT_WORK", "app")
MOST = promised("WORK", "app")


# ---- work ----


def painted(bench: Bench, ticks: int, work: int) -> list[int]:
    """How many lights each tick has painted."""
    counts = []
    for _ in range(ticks):
        before = list(bench.lights.frame)
        bench.tick(1, work)
        counts.append(sum(a != b for a, b in zip(before, bench.lights.frame, strict=True)))
    return counts


def a_base(bench: Bench) -> None:
    bench.base([COLOUR] * 64)


def a_steady_effect(bench: Bench) -> None:
    bench.effect(3, FX_STEADY, COLOUR, EVERY)


def an_effect_with_a_phase(bench: Bench) -> None:
    bench.effect(3, FX_STEADY, COLOUR, EVERY, phase=9)


def a_walk(bench: Bench) -> None:
    bench.effect(3, FX_WALK, COLOUR, EVERY)


def half_an_effect_over_a_base(bench: Bench) -> None:
    bench.effect(3, FX_STEADY, (1, 2, 3), bits(*range(0, 64, 2)))
    bench.base([COLOUR] * 64)


@pytest.mark.parametrize("budget", [10_000, 300])
@pytest.mark.parametrize("work", [LEAST, 9, MOST])
@pytest.mark.parametrize("scene", [a_base, a_steady_effect, an_effect_with_a_phase, a_walk, half_an_effect_over_a_base])
def test_a_tick_paints_no_more_lights_than_it_has_units_of_work(scene, work: int, budget: int) -> None:
    """Each takes about a tenth of a millisecond of a tick that has two."""
    bench = Bench(64, budget)
    scene(bench)
    counts = painted(bench, 120, work)
    assert max(counts) <= work
    assert sum(counts) >= 64
    bench.base([DARK] * 64)
    bench.effect(3, FX_OFF, DARK, b"")
    assert max(painted(bench, 120, work)) <= work
    assert not any(bench.lights.frame)


@pytest.mark.parametrize("scene", [a_base, a_steady_effect, an_effect_with_a_phase, a_walk])
def test_twice_the_work_paints_twice_as_fast(scene) -> None:
    taken = []
    for work in (LEAST, 2 * LEAST):
        bench = Bench(64)
        scene(bench)
        taken.append(sum(count > 0 for count in painted(bench, 120, work)))
    assert taken == [16, 8], "four lights at a time, and eight"


def test_what_has_not_changed_costs_nearly_nothing() -> None:
    """One light of 240 changes: it is shown as soon as frames may follow each other, long before 240 are painted."""
    bench = Bench(240)
    bench.base([COLOUR] * 240)
    bench.settle()
    begun = bench.now
    bench.lights.stage(239, bytes(DARK))
    bench.lights.commit(bench.now, 0)
    while bench.colours()[239] != DARK:
        bench.tick()
    assert bench.now - begun <= 2 * FRAME_MS + 4
    assert max(painted(bench, 200, LEAST)) == 0


def test_painting_without_work_for_it_still_gets_on() -> None:
    bench = Bench(20)
    bench.base([COLOUR] * 20)
    bench.tick(60, 1)
    assert bench.colours() == [COLOUR] * 20


# ---- frames ----


@pytest.mark.parametrize("tick", [1, 2, 3])
def test_frames_follow_each_other_as_soon_as_they_may(tick: int) -> None:
    """A tick may be late; frames are at least so far apart, and no further than to the next tick."""
    bench = Bench(1, tick=tick)
    bench.effect(0, 6, COLOUR, bits(0), 64)
    bench.tick(2_000)
    assert min(b - a for a, b in pairwise(bench.at)) == FRAME_MS + -FRAME_MS % tick


def test_the_first_frame_need_not_wait() -> None:
    """The board starts at 0 ms, and nothing was shown before."""
    bench = Bench(1)
    bench.base([COLOUR])
    while not bench.shown:
        bench.tick()
    assert bench.at[0] <= 6


def test_every_frame_is_counted() -> None:
    bench = Bench(8)
    bench.effect(0, 6, COLOUR, bits(1), 640)
    bench.tick(1_000)
    assert bench.lights.frames == len(bench.shown) > 50


# ---- the budget ----


def lit(bench: Bench) -> int:
    """The sum of all channels in the last frame."""
    return sum(map(sum, bench.colours()))


def by_base(bench: Bench, colour: Colour) -> None:
    bench.base([colour] * bench.count)


def by_effect(bench: Bench, colour: Colour) -> None:
    bench.effect(3, FX_STEADY, colour, bits(*range(bench.count)))


def by_phased_effect(bench: Bench, colour: Colour) -> None:
    bench.effect(3, FX_STEADY, colour, bits(*range(bench.count)), phase=3)


@pytest.mark.parametrize("show", [by_base, by_effect, by_phased_effect])
@pytest.mark.parametrize("count", [1, 4, 10, 21])
def test_the_budget_may_be_used_up_to_the_last_sixteenth_of_a_milliamp(count: int, show) -> None:
    """A light takes 1 mA, and one more for each 16 of its channels: so many are left for the colours."""
    for colour in ((16, 0, 0), (0, 16, 0), (0, 0, 16), (7, 8, 1)):
        enough = Bench(count, count + count)
        show(enough, colour)
        assert enough.settle().colours() == [colour] * count
        assert not enough.lights.limited
        assert enough.lights.total == lit(enough) == 16 * count
    over = Bench(count, count + count)
    show(over, (17, 0, 0))
    over.settle()
    assert over.lights.limited
    assert lit(over) < 17 * count


@pytest.mark.parametrize("show", [by_base, by_effect, by_phased_effect])
@pytest.mark.parametrize("colour", [(255, 255, 255), (255, 64, 3), (1, 90, 255), (80, 255, 30)])
@pytest.mark.parametrize("budget", [60, 130, 300, 700])
def test_every_channel_is_dimmed_by_what_the_wish_exceeds_the_budget(colour: Colour, budget: int, show) -> None:
    count = 30
    bench = Bench(count, budget)
    show(bench, colour)
    bench.settle()
    limit, wish = (budget - count) * 16, count * sum(colour)
    if wish <= limit:
        assert bench.colours() == [colour] * count
        return
    (shown,) = set(bench.colours())
    for want, have in zip(colour, shown, strict=True):
        assert want * limit / wish - want / 256 - 1 < have <= want * limit / wish


@pytest.mark.parametrize("budget", [60, 130])
def test_a_walk_is_dimmed_like_all_else(budget: int) -> None:
    bench = Bench(30, budget)
    bench.effect(3, FX_WALK, (255, 255, 255), bits(*range(30)), 60_000)
    bench.settle()
    wish = 3 * (255 + 29 * at_level((255, 255, 255), 24)[0])
    scale = min(1.0, (budget - 30) * 16 / wish)
    for want, (have, *others) in zip([255, *[24] * 29], bench.colours(), strict=True):
        assert [have] * 2 == others
        assert want * scale - want / 256 - 1 < have <= want * scale


def test_lights_that_go_dark_give_back_what_they_took() -> None:
    """Again and again, by every way there is: an account that went wrong would dim the next picture."""
    bench = Bench(16, 16 + 16)
    for turn in range(12):
        show = (by_base, by_effect, by_phased_effect)[turn % 3]
        show(bench, (16, 0, 0))
        bench.settle()
        assert bench.colours() == [(16, 0, 0)] * 16, turn
        bench.base([DARK] * 16)
        bench.effect(3, FX_OFF, DARK, b"")
        bench.settle()
        assert bench.colours() == [DARK] * 16
        assert bench.lights.total == 0
        assert not bench.lights.limited
