"""Board time to host time."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from host.link.clock import BoardClock

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
