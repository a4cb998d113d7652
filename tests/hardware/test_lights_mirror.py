from __future__ import annotations

from typing import NamedTuple

from firmware.wire import FX_BLINK, FX_BREATHE, FX_OFF
from hardware.lights_mirror import LightsMirror

RED = (200, 0, 0)


class Fx(NamedTuple):
    kind: int
    colour: tuple[int, int, int]
    lights: frozenset[int]
    period: int = 1000
    phase: int = 0


def run(mirror: LightsMirror, until: int, start: int = 0) -> list[tuple[tuple[int, int, int], ...]]:
    return [tuple(mirror.frame(now)) for now in range(start, until, 16)]


def test_a_base_picture_comes_up_as_it_was_asked_for() -> None:
    mirror = LightsMirror(20, 2000)
    mirror.show([(1, 2, 3), (0, 0, 0), (250, 128, 64)], {}, 0)
    frame = run(mirror, 200)[-1]
    assert frame[:4] == ((1, 2, 3), (0, 0, 0), (250, 128, 64), (0, 0, 0))


def test_an_effect_moves_only_its_own_lights_and_ends_with_its_slot() -> None:
    mirror = LightsMirror(20, 2000)
    mirror.show([(9, 9, 9)] * 20, {3: Fx(FX_BREATHE, RED, frozenset({7, 19, 99}))}, 0)
    frames = run(mirror, 1200)[6:]
    assert len({frame[7] for frame in frames}) > 10
    assert {frame[6] for frame in frames} == {(9, 9, 9)}
    mirror.show([(9, 9, 9)] * 20, {3: Fx(FX_OFF, RED, frozenset({7}))}, 1200)
    assert run(mirror, 1500, 1200)[-1] == ((9, 9, 9),) * 20


def test_a_higher_slot_covers_a_lower_one() -> None:
    mirror = LightsMirror(8, 2000)
    low, high = Fx(FX_BLINK, RED, frozenset({1, 2})), Fx(FX_BLINK, (0, 0, 90), frozenset({2}))
    mirror.show([], {2: low, 9: high}, 0)
    frame = run(mirror, 200)[-1]
    assert frame[1] == RED
    assert frame[2] == (0, 0, 90)


def test_the_budget_dims_the_screen_as_it_dims_the_table() -> None:
    mirror = LightsMirror(50, 100)
    mirror.show([(255, 255, 255)] * 50, {}, 0)
    frame = run(mirror, 600)[-1]
    assert 0 < max(map(max, frame)) < 20
    assert sum(map(sum, frame)) <= (100 - 50) * 16


def test_a_board_without_its_host_sweeps_until_it_is_back() -> None:
    mirror = LightsMirror(30, 2000)
    mirror.show([(0, 0, 40)] * 30, {}, 0)
    run(mirror, 200)
    mirror.lose(True, 200)
    swept = run(mirror, 2000, 200)
    assert len(set(swept)) > 20
    mirror.lose(False, 2000)
    assert run(mirror, 2400, 2000)[-1] == ((0, 0, 40),) * 30


def test_a_screen_that_was_hidden_catches_up_at_once() -> None:
    mirror = LightsMirror(8, 2000)
    mirror.show([RED] * 8, {}, 0)
    assert mirror.frame(10_000_000)[0] == RED
