"""Board time to host time."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.link.clock import BoardClock
from tests.host.link.page import told

WRAP = 1 << 32


def exchange(clock, start, sent, out, back, drift=0.0):
    """One PING: sent at ``sent``, at the board ``out`` ms later, back ``back`` ms after that."""
    at_board = sent + out
    board = round((at_board - start) * (1 - drift))
    return clock.sample(sent % WRAP, board % WRAP, at_board + back)


def test_the_sample_with_the_shortest_round_trip_counts():
    clock = BoardClock()
    for at, delay in enumerate([40, 3, 25, 60]):
        exchange(clock, start=5000, sent=10_000 + 250 * at, out=1, back=delay)
    assert clock.to_host(6000, 1 << 40) == 11_001


def test_only_the_last_sixteen_samples_count():
    clock = BoardClock()
    exchange(clock, start=5000, sent=10_000, out=0, back=0)
    for at in range(16):
        exchange(clock, start=4000, sent=11_000 + 250 * at, out=2, back=2)
    assert clock.to_host(10_000, 1 << 40) == 14_000


def test_an_impossible_echo_is_not_believed():
    clock = BoardClock()
    assert clock.sample(5_000_000, 100, 1000) == -1


def test_host_times_never_lie_in_the_future():
    clock = BoardClock()
    exchange(clock, start=0, sent=1000, out=0, back=10)
    assert clock.to_host(1_000_000, 1234) == 1234


def test_before_the_first_pong_facts_keep_their_distances():
    clock = BoardClock()
    assert clock.to_host(1000, 9000) == 9000
    assert clock.to_host(1500, 9100) == 9100
    assert clock.to_host(900, 9100) == 8500


def test_drift_is_learned_within_minutes():
    clock, rng = BoardClock(), Random(1)
    for at in range(0, 600_000, 250):
        exchange(clock, start=0, sent=at, out=rng.randrange(1, 6), back=rng.randrange(1, 6), drift=200e-6)
    board = round(630_000 * (1 - 200e-6))
    assert abs(clock.to_host(board, 1 << 40) - 630_000) <= 4
    assert 150e-6 < clock.drift < 250e-6


def test_a_quartz_that_gets_warm_and_a_clock_that_jumps_are_learned_anew():
    clock, warm = BoardClock(), 2_400_000
    for at in range(0, warm, 5_000):
        exchange(clock, start=0, sent=at, out=1, back=1, drift=200e-6)
    lost = round(warm * 200e-6)
    for at in range(warm, 2 * warm, 5_000):
        exchange(clock, start=lost, sent=at, out=1, back=1)
    assert abs(clock.drift) < 20e-6
    jumped = lost + 100_000
    for at in range(2 * warm, 3 * warm, 5_000):
        exchange(clock, start=jumped, sent=at, out=1, back=1, drift=100e-6)
    assert 90e-6 < clock.drift < 110e-6


def test_board_time_wraps_after_forty_nine_days():
    clock = BoardClock()
    start = 1_000_000
    for days in range(1, 120, 7):
        at = start + days * 86_400_000
        exchange(clock, start, at, out=1, back=1)
        board = at + 1 - start
        assert clock.unwrap((board - 30_000) % WRAP) == board - 30_000
        assert abs(clock.to_host(board, 1 << 50) - (at + 1)) <= 1


@given(st.integers(0, WRAP - 1), st.lists(st.integers(-(1 << 20), 1 << 20), max_size=50))
def test_unwrapping_follows_small_steps(first, steps):
    clock = BoardClock()
    true = base = clock.unwrap(first)
    for step in steps:
        true = max(base, true + step)
        assert clock.unwrap(true % WRAP) == true


# ---- at the limits of the page ----

DRIFT_MS, MAX_DRIFT, SAMPLES = (told("clock.py", name) for name in ("DRIFT_MS", "MAX_DRIFT", "SAMPLES"))
FAR = 1 << 50


def steady(clock, *samples):
    """Exchanges without delay; each is (board's time, host's time)."""
    for board, host in samples:
        assert clock.sample(host % WRAP, board % WRAP, host) == 0


def test_half_of_the_round_trip_lies_between_the_two_times():
    clock = BoardClock()
    assert clock.sample(10_000, 400, 10_030) == 30
    assert clock.to_host(400, FAR) == 10_015


def test_of_equal_round_trips_the_latest_counts():
    clock = BoardClock()
    steady(clock, (1_000, 51_000), (2_000, 52_007))
    assert clock.to_host(2_000, FAR) == 52_007


def test_a_good_sample_is_forgotten_after_fifteen_others():
    clock = BoardClock()
    steady(clock, (0, 50_000))
    for at in range(1, SAMPLES):
        clock.sample(50_000 + 250 * at, 250 * at, 50_020 + 250 * at)
    assert clock.to_host(8_000, FAR) == 58_000
    clock.sample(54_000, 4_000, 54_020)
    assert clock.to_host(8_000, FAR) == 58_010


def test_the_longest_round_trip_that_makes_sense():
    assert BoardClock().sample(1_000, 5, 1_000 + DRIFT_MS) == DRIFT_MS
    clock = BoardClock()
    assert clock.sample(1_000, 5, 1_001 + DRIFT_MS) == -1
    assert clock.to_host(5, 9_000) == 9_000, "nothing was learned from it"


def test_a_round_trip_over_the_wrap_of_the_hosts_clock():
    assert BoardClock().sample(WRAP - 10, 5, 3 * WRAP + 15) == 25


@pytest.mark.parametrize(("elapsed", "drift"), [(DRIFT_MS - 1, 0), (DRIFT_MS, 30 / DRIFT_MS)])
def test_a_drift_needs_two_samples_as_far_apart_as_the_page_says(elapsed, drift):
    clock = BoardClock()
    steady(clock, (0, 1_000), (elapsed, 1_030 + elapsed))
    assert clock.drift == drift
    assert clock.to_host(elapsed + 2 * DRIFT_MS, FAR) == 1_030 + elapsed + round(2 * DRIFT_MS * (1 + drift))


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_drift_that_is_believed_and_a_jump_just_beyond(sign):
    most = round(DRIFT_MS * MAX_DRIFT)
    clock = BoardClock()
    steady(clock, (0, 1_000_000), (DRIFT_MS, 1_000_000 + DRIFT_MS + sign * most))
    assert clock.drift == sign * MAX_DRIFT
    clock = BoardClock()
    steady(clock, (0, 1_000_000), (DRIFT_MS, 1_000_000 + DRIFT_MS + sign * (most + 1)))
    assert clock.drift == 0
    jumped = 1_000_000 + sign * (most + 1)
    steady(clock, (2 * DRIFT_MS, jumped + 2 * DRIFT_MS + 6))
    assert clock.drift == 6 / DRIFT_MS, "it is measured anew from the jump on"


@pytest.mark.parametrize(("elapsed", "since"), [(20 * DRIFT_MS, 0), (20 * DRIFT_MS + 1, 20 * DRIFT_MS + 1)])
def test_a_drift_is_measured_over_twenty_minutes_and_then_anew(elapsed, since):
    clock = BoardClock()
    end = elapsed + DRIFT_MS
    steady(clock, (0, 0), (elapsed, elapsed), (end, end + 12))
    assert clock.drift == 12 / (end - since)


def test_before_the_first_pong_the_fact_that_was_fastest_tells_the_distance():
    clock = BoardClock()
    assert [clock.to_host(*fact) for fact in ((100, 5_100), (200, 5_150), (300, 5_400), (400, 5_350))] == [
        5_100,
        5_150,
        5_250,
        5_350,
    ]


HALF = WRAP // 2


@pytest.mark.parametrize(
    ("newest", "seen", "meant"),
    [
        (0, 0, 0),
        (0, HALF - 1, HALF - 1),
        (100, 40, 40),
        (100, WRAP - 1, WRAP - 1),  # before its beginning there is nothing: a late wrap
        (WRAP - 5, 3, WRAP + 3),
        (WRAP + 3, WRAP - 5, WRAP - 5),
        (WRAP + HALF, 0, WRAP),  # as far back as forth: back
        (WRAP + HALF, 1, WRAP + 1),
        (WRAP + HALF + 1, 0, 2 * WRAP),
        (WRAP + HALF - 1, WRAP - 1, WRAP - 1),
    ],
)
def test_a_time_of_the_wire_is_the_one_nearest_to_the_newest(newest, seen, meant):
    clock = BoardClock()
    for step in range(0, newest, HALF - 1):
        clock.unwrap(step % WRAP)
    assert clock.unwrap(newest % WRAP) == newest
    assert clock.unwrap(seen) == meant
