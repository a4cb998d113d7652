"""The lights: effects, priorities, time-to-live, whole pictures only, and never more current than there is."""

import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware import lights as module
from firmware.lights import word
from firmware.wire import (
    FX_BLINK,
    FX_BREATHE,
    FX_FLASH,
    FX_FLICKER,
    FX_OFF,
    FX_PULSE,
    FX_SLOTS,
    FX_STEADY,
    FX_SWEEP,
    FX_WALK,
)
from tests.firmware.light_rig import TICK, Bench, bits
from tests.firmware.rig import decode

RED, GREEN, BLUE, WHITE, DARK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
ANIMATED = (FX_BREATHE, FX_PULSE, FX_FLASH, FX_BLINK, FX_FLICKER, FX_SWEEP)


def test_a_word_is_green_red_blue_most_significant_bit_first() -> None:
    assert f"{word(0x80, 0x01, 0xA0):024b}"[::-1] == "000000011000000010100000"
    assert decode(word(1, 2, 3)) == (1, 2, 3)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_every_colour_survives_the_word(colour: tuple[int, int, int]) -> None:
    assert decode(word(*colour)) == colour


# ---- the base picture ----


def test_a_picture_is_shown_as_given() -> None:
    rng = random.Random(3)
    picture = [(rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(20)]
    bench = Bench()
    bench.base(picture)
    assert bench.settle().colours() == picture


def test_what_is_staged_stays_unseen_until_it_is_committed() -> None:
    bench = Bench()
    bench.base([RED] * 20)
    bench.settle()
    bench.lights.stage(4, bytes(BLUE * 3))
    frames = len(bench.shown)
    assert len(bench.settle().shown) == frames
    bench.lights.commit(bench.now, 0)
    assert bench.settle().colours() == [RED] * 4 + [BLUE] * 3 + [RED] * 13


def test_a_commit_is_never_seen_half_done() -> None:
    bench = Bench(128)
    for colour in (RED, BLUE, GREEN, WHITE):
        bench.base([colour] * 128)
        bench.tick(random.Random(colour[0]).randrange(100, 140))
    assert len(bench.shown) >= 4
    assert all(len(set(frame)) == 1 for frame in bench.shown)


def test_a_base_ends_after_its_time() -> None:
    bench = Bench()
    bench.base([RED] * 20, ttl=5)
    bench.tick(249)
    assert bench.colours() == [RED] * 20
    assert bench.settle().colours() == [DARK] * 20


def test_a_base_that_is_renewed_lives_on() -> None:
    bench = Bench()
    for _ in range(5):
        bench.base([RED] * 20, ttl=5)
        bench.tick(200)
        assert bench.colours() == [RED] * 20


def test_the_end_of_a_base_leaves_the_staged_picture_alone() -> None:
    """A picture of several messages is under way when the one before runs out."""
    bench = Bench()
    bench.base([RED] * 20, ttl=1)
    bench.settle()
    bench.lights.stage(0, bytes(BLUE * 10))
    bench.tick(60)
    assert bench.settle().colours() == [DARK] * 20
    bench.lights.stage(10, bytes(GREEN * 10))
    bench.lights.commit(bench.now, 0)
    assert bench.settle().colours() == [BLUE] * 10 + [GREEN] * 10


def test_wipe_makes_only_the_staging_dark() -> None:
    bench = Bench()
    bench.base([RED] * 20)
    bench.lights.wipe()
    assert bench.settle().colours() == [RED] * 20
    bench.lights.stage(1, bytes(BLUE))
    bench.lights.commit(bench.now, 0)
    assert bench.settle().colours() == [DARK, BLUE] + [DARK] * 18


# ---- effects ----


@pytest.mark.parametrize("kind", ANIMATED)
def test_an_animated_effect_moves_on_its_lights_and_nowhere_else(kind: int) -> None:
    bench = Bench()
    bench.base([BLUE] * 20)
    assert bench.effect(2, kind, RED, bits(3, 17))
    bench.tick(1000)
    assert len({frame[3] for frame in bench.shown}) >= 2
    assert all(frame[3] == frame[17] for frame in bench.shown[1:])
    assert {frame[4] for frame in bench.shown} == {word(*BLUE)}
    assert all(decode(frame[3])[1:] == (0, 0) for frame in bench.shown[1:])


@pytest.mark.parametrize(
    ("kind", "levels"),
    [(FX_FLASH, [255, 0]), (FX_BLINK, [255, 16]), (FX_PULSE, [255, 20, 255, 20]), (FX_STEADY, [255])],
)
def test_levels_of_one_period(kind: int, levels: list[int]) -> None:
    bench = Bench()
    bench.effect(0, kind, RED, bits(0), period=3200)
    assert [r for r, _, _ in bench.history(0, 1560)] == levels


def test_breathing_goes_up_and_down_smoothly() -> None:
    bench = Bench()
    bench.effect(0, FX_BREATHE, WHITE, bits(0), period=2000)
    reds = [r for r, _, _ in bench.history(0, 1000)]
    peak = reds.index(max(reds))
    assert max(reds) == 255
    assert min(reds) >= 20, "it never goes out"
    assert reds[: peak + 1] == sorted(reds[: peak + 1])
    assert reds[peak:] == sorted(reds[peak:], reverse=True)
    assert max(abs(a - b) for a, b in pairwise(reds)) <= 30


def test_the_phase_makes_lights_follow_one_another() -> None:
    bench = Bench()
    bench.effect(0, FX_SWEEP, RED, bits(*range(8)), period=3200, phase=32)
    bench.tick(3200)
    peaks = [next(i for i, frame in enumerate(bench.shown) if decode(frame[k])[0] == 255) for k in (0, 1, 2, 3)]
    assert peaks == sorted(peaks)
    assert len(set(peaks)) == 4


def test_an_unknown_effect_is_refused() -> None:
    bench = Bench()
    assert not bench.effect(0, 99, RED, bits(0))
    bench.settle()
    assert all(frame == [0] * 20 for frame in bench.shown)


@pytest.mark.parametrize("count", [1, 7, 8, 20, 128])
def test_a_walk_visits_each_light_of_its_set_in_turn(count: int) -> None:
    rng = random.Random(count)
    chosen = sorted(rng.sample(range(count), min(count, 5)))
    bench = Bench(count)
    bench.effect(1, FX_WALK, WHITE, bits(*chosen), period=400)
    visited: list[int] = []
    for _ in range(400 * 11 // TICK):
        before = len(bench.shown)
        bench.tick()
        if len(bench.shown) > before:
            bright = [i for i in range(count) if decode(bench.shown[-1][i]) == WHITE]
            assert len(bright) == 1
            visited += bright if bright != visited[-1:] else []
    if len(chosen) == 1:
        assert visited == chosen
    else:
        first = chosen.index(visited[0])
        assert visited == [chosen[(first + k) % len(chosen)] for k in range(len(visited))]
        assert len(visited) >= 10


def test_a_walk_keeps_to_lights_that_exist() -> None:
    """The last byte of a bitmap may name lights that the board does not have."""
    bench = Bench(20)
    bench.effect(1, FX_WALK, WHITE, b"\x01\x00\xf0", period=400)
    for _ in range(20):
        bench.tick(200)
        assert bench.colours()[0] == WHITE


def test_a_walk_over_nothing_lights_nothing() -> None:
    bench = Bench()
    bench.effect(1, FX_WALK, WHITE, b"", period=100)
    bench.tick(500)
    assert all(frame == [0] * 20 for frame in bench.shown)


# ---- priorities and ends ----


def test_a_higher_slot_wins_and_gives_way_when_it_ends() -> None:
    bench = Bench()
    bench.base([BLUE] * 20)
    bench.effect(3, FX_STEADY, GREEN, bits(0, 1))
    bench.effect(9, FX_STEADY, RED, bits(1, 2), ttl=5)
    bench.tick(200)
    assert bench.colours()[:4] == [GREEN, RED, RED, BLUE]
    bench.tick(100)
    assert bench.colours()[:4] == [GREEN, GREEN, BLUE, BLUE]
    bench.effect(3, FX_OFF, DARK, b"")
    assert bench.settle().colours()[:4] == [BLUE] * 4


@given(st.permutations(range(FX_SLOTS)))
def test_the_order_of_setting_does_not_matter(order: list[int]) -> None:
    bench = Bench(16)
    for slot in order:
        bench.effect(slot, FX_STEADY, (slot + 1, 0, 0), bits(*range(slot + 1)))
    bench.tick(150)
    assert [r for r, _, _ in bench.colours()] == [16] * 16
    for slot in range(FX_SLOTS - 1, 7, -1):
        bench.lights.clear(slot)
    bench.tick(150)
    assert [r for r, _, _ in bench.colours()] == [8] * 8 + [0] * 8


def test_a_dark_effect_hides_what_is_below() -> None:
    bench = Bench()
    bench.base([BLUE] * 20)
    bench.effect(5, FX_STEADY, DARK, bits(4))
    assert bench.settle().colours()[3:6] == [BLUE, DARK, BLUE]


def test_an_effect_set_again_keeps_its_place_in_time() -> None:
    """A scene is pushed again as a whole; what breathes must not start over."""
    bench = Bench()
    bench.effect(0, FX_FLASH, RED, bits(0), period=1000)
    bench.tick(300)
    assert bench.colours()[0] == DARK
    bench.effect(0, FX_FLASH, RED, bits(0), period=1000)
    assert bench.settle().colours()[0] == DARK


@pytest.mark.parametrize("period", [0, 64, 400, 1000])
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("effects", [1, 4, 14])
def test_fast_effects_do_not_freeze_the_lights(period: int, groups: int, effects: int) -> None:
    """However fast effects go, frames come out and a new picture is seen within a third of a second."""
    bench = Bench(203)
    for slot in range(effects):
        bench.effect(slot, FX_FLICKER, RED, bits(*range(slot, 100, effects)), period)
    bench.tick(100, groups)
    bench.base([BLUE] * 203)
    bench.tick(160, groups)
    assert bench.colours()[100:] == [BLUE] * 103
    frames = len(bench.shown)
    bench.tick(1000, groups)
    if period >= 20:
        assert len(bench.shown) - frames >= 2000 // 150


def test_an_effect_ends_in_time_among_many_fast_ones() -> None:
    bench = Bench(203)
    for slot in range(14):
        bench.effect(slot, FX_FLICKER, RED, bits(*range(slot, 203, 14)), 64)
    bench.effect(5, FX_STEADY, BLUE, bits(5), ttl=10)
    bench.tick(400)
    assert bench.colours()[5] == BLUE
    bench.tick(300)
    assert bench.colours()[5] == DARK


def test_every_light_is_swept_by_a_cover() -> None:
    bench = Bench(20)
    bench.lights.cover(bench.now, module.LOST_SLOT, FX_SWEEP, 255, 120, 0, 3000, 8)
    bench.tick(1600)
    for light in range(20):
        assert max(decode(frame[light])[0] for frame in bench.shown) == 255


def test_no_lights_no_frames() -> None:
    bench = Bench(0)
    bench.effect(0, FX_BREATHE, RED, b"")
    bench.lights.commit(0, 1)
    bench.tick(500)
    assert bench.shown == []


def test_rest_sends_nothing() -> None:
    bench = Bench()
    bench.base([RED] * 20)
    bench.effect(0, FX_STEADY, GREEN, bits(1))
    bench.settle()
    frames = bench.lights.frames
    bench.tick(2000)
    assert bench.lights.frames == frames


# ---- the budget (Bench checks every frame shown) ----

COLOUR = st.tuples(*[st.sampled_from([0, 1, 60, 128, 254, 255])] * 3)
SCENE = st.one_of(
    st.tuples(st.just("base"), st.lists(COLOUR, min_size=30, max_size=30), st.sampled_from([0, 0, 1, 3])),
    st.tuples(
        st.just("effect"),
        st.integers(0, 15),
        st.sampled_from([0, 1, 2, 3, 4, 5, 6, 7, 8]),
        COLOUR,
        st.binary(min_size=4, max_size=4),
        st.sampled_from([1, 64, 300, 1000, 2000]),
        st.sampled_from([0, 0, 8, 100]),
        st.sampled_from([0, 0, 1, 4]),
    ),
)
STEPS = st.lists(st.tuples(SCENE, st.integers(0, 80)), min_size=1, max_size=10)


@given(STEPS, st.sampled_from([30, 31, 40, 100, 400, 2000]), st.integers(1, 2))
def test_no_frame_ever_draws_more_than_the_budget(steps: list, budget: int, groups: int) -> None:
    bench = Bench(30, budget)
    for (kind, *scene), ticks in steps:
        if kind == "base":
            bench.base(*scene)
        else:
            slot, effect, colour, lights, period, phase, ttl = scene
            bench.effect(slot, effect, colour, lights, period, phase, ttl)
        bench.tick(ticks, groups)
    for slot in range(16):
        bench.effect(slot, FX_OFF, DARK, b"")
    bench.base([(1, 0, 0)] * 8 + [DARK] * 22)
    bench.settle()
    dim = (1, 0, 0) if budget > 30 else DARK
    assert bench.colours() == [dim] * 8 + [DARK] * 22, "full brightness has returned"
    assert bench.lights.limited == (budget == 30)


@given(st.lists(COLOUR, min_size=30, max_size=30), st.sampled_from([40, 100, 200, 600]))
@example([WHITE] * 30, 100)
def test_a_dimmed_picture_is_dimmed_alike_and_uses_its_budget(picture: list, budget: int) -> None:
    bench = Bench(30, budget)
    bench.base(picture)
    bench.tick(120)
    shown = bench.colours() if bench.shown else [DARK] * 30
    wish = sum(map(sum, picture))
    limit = (budget - 30) * 16
    if wish <= limit:
        assert shown == picture
        assert not bench.lights.limited
    else:
        assert bench.lights.limited
        scale = limit / wish
        for want, have in zip(picture, shown, strict=True):
            for a, b in zip(want, have, strict=True):
                assert a * scale - a / 256 - 1 <= b <= a * scale


def test_dimming_follows_a_scene_to_bright_and_back_in_bounded_ticks() -> None:
    bench = Bench(128, 400)
    passes = 4 * 16 + 20
    for colour, limited in ((WHITE, True), ((30, 0, 0), False), (WHITE, True), (DARK, False), ((0, 30, 0), False)):
        bench.base([colour] * 128)
        bench.tick(passes)
        assert bench.lights.limited == limited
        assert len(set(bench.colours())) == 1
        if not limited:
            assert bench.colours()[0] == colour


def test_no_current_is_left_for_colours_when_the_budget_is_below_the_idle_current() -> None:
    bench = Bench(30, 10)
    bench.base([WHITE] * 30)
    bench.effect(0, FX_BLINK, RED, bits(0))
    bench.tick(300)
    assert all(frame == [0] * 30 for frame in bench.shown)
