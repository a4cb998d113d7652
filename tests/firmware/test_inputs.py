"""Debouncing: each contact on its own time, bounded work, nobody starved."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.inputs import Inputs
from firmware.ring import Ring
from firmware.wire import BASELINE, BUTTON, CENTRE, EAST, MAX_DATA, NORTH, TILE, TILE_MASK, WEST
from tests.firmware.protocol_page import promised
from tests.firmware.rig import records

CLOSE_MS, OPEN_MS = (promised(name, "inputs") for name in ("CLOSE_MS", "OPEN_MS"))
FEW_VISITS, TICK_MS, VISITS = (promised(name, "app") for name in ("FEW_VISITS", "TICK_MS", "VISITS"))


def bound(changes: int, wait: int, visits: int = VISITS, each: int = 2) -> int:
    """Ticks after which simultaneous changes are recorded: two visits each (a look, a settling), and the wait."""
    return -(-each * changes // visits) + -(-wait // TICK_MS) + 2


class Bench:
    """Inputs with their ring; ``closed`` is what lies on the table."""

    def __init__(self, tiles: int = 12, buttons: int = 1, start: int = 0) -> None:
        self.tiles = tiles
        self.closed = bytearray(tiles + buttons)
        self.scan = bytearray(b"\xff" * (tiles + buttons + 2))  # two bytes of reader lines behind
        self.ring = Ring()
        self.inputs = Inputs(self.scan, tiles, buttons, self.ring)
        self.now = start
        self.left = VISITS
        self.inputs.baseline(self.now)
        self.facts: list[tuple[int, int, int, bytes]] = []
        self._next = 1
        self._collect()

    def tick(self, count: int = 1, visits: int = VISITS) -> None:
        for _ in range(count):
            self.now += TICK_MS
            self.scan[: len(self.closed)] = bytes(mask ^ 0xFF for mask in self.closed)
            self.left = self.inputs.step(self.now, visits)
            assert 0 <= self.left <= visits
            self._collect()

    def _collect(self) -> None:
        while self._next < self.ring.head:
            self.facts += records(bytes(self.ring.records(self._next, 1)), self.ring.time(self._next))
            self._next += 1

    def fold(self) -> bytes:
        """The state as a host would know it."""
        state = bytearray(len(self.closed))
        for _, kind, src, data in self.facts:
            at = {BASELINE: src * MAX_DATA, TILE: src, BUTTON: self.tiles + src}[kind]
            state[at : at + len(data)] = data
        return bytes(state)

    def changes(self) -> list[tuple[int, int, int, int]]:
        return [(t, kind, src, data[0]) for t, kind, src, data in self.facts if kind != BASELINE]


def test_closing_counts_after_8_ms() -> None:
    bench = Bench()
    bench.closed[3] = NORTH
    bench.tick()
    seen = bench.now
    bench.tick(CLOSE_MS // TICK_MS - 1)
    assert bench.changes() == []
    bench.tick()
    assert bench.changes() == [(seen + CLOSE_MS, TILE, 3, NORTH)]


def test_opening_counts_after_60_ms() -> None:
    bench = Bench()
    bench.closed[3] = NORTH
    bench.tick(10)
    bench.closed[3] = 0
    bench.tick()
    seen = bench.now
    bench.tick(OPEN_MS // TICK_MS - 1)
    assert len(bench.changes()) == 1
    bench.tick()
    assert bench.changes()[1:] == [(seen + OPEN_MS, TILE, 3, 0)]


@pytest.mark.parametrize("start", [0, 65_480, 65_530, 2**30 - 20, 2**32 - 20])
def test_the_clock_may_pass_any_limit(start: int) -> None:
    bench = Bench(start=start)
    bench.closed[0] = EAST
    bench.tick(10)
    bench.closed[0] = 0
    bench.tick(60)
    assert [((t - start) & 0xFFFFFFFF, *rest) for t, *rest in bench.changes()] == [
        (10, TILE, 0, EAST),
        (22 + OPEN_MS, TILE, 0, 0),
    ]


def test_a_bounce_starts_the_time_again() -> None:
    bench = Bench()
    for level in (NORTH, 0, NORTH, 0, NORTH):
        bench.closed[5] = level
        bench.tick()
    bench.tick(3)
    assert bench.changes() == []
    bench.tick()
    assert bench.changes() == [(10 + CLOSE_MS, TILE, 5, NORTH)]


def test_a_short_touch_is_nothing() -> None:
    bench = Bench()
    bench.closed[5] = NORTH
    bench.tick(3)
    bench.closed[5] = 0
    bench.tick(60)
    assert bench.changes() == []


def test_a_short_gap_is_nothing() -> None:
    bench = Bench()
    bench.closed[5] = NORTH
    bench.tick(10)
    bench.closed[5] = 0
    bench.tick(OPEN_MS // TICK_MS - 1)
    bench.closed[5] = NORTH
    bench.tick(60)
    assert len(bench.changes()) == 1


def test_contacts_that_settle_together_are_one_fact() -> None:
    bench = Bench()
    bench.closed[5] = NORTH | CENTRE
    bench.tick(10)
    assert bench.changes() == [(2 + CLOSE_MS, TILE, 5, NORTH | CENTRE)]


@pytest.mark.parametrize("closing", [True, False])
def test_a_chattering_reed_does_not_hold_up_its_neighbour(closing: bool) -> None:
    bench = Bench()
    if not closing:
        bench.closed[5] = EAST
        bench.tick(20)
    before = len(bench.changes())
    for i in range(60):
        bench.closed[5] ^= NORTH  # never still
        if i == 10:
            bench.closed[5] ^= EAST
            changed = bench.now + TICK_MS
        bench.tick()
    (fact,) = bench.changes()[before:]
    assert fact[3] == (EAST if closing else 0)
    assert fact[0] - changed <= (CLOSE_MS if closing else OPEN_MS) + TICK_MS


def test_an_opening_that_bounced_does_not_wait_for_later_ones() -> None:
    """Lift one piece with a bounce, then others: the first one's fact must not wait for theirs."""
    bench = Bench()
    for tile in range(8):
        bench.closed[tile] = NORTH
    bench.tick(20)
    before = len(bench.changes())
    bench.closed[0] = 0
    bench.tick()
    bench.closed[0] = NORTH
    bench.tick()
    bench.closed[0] = 0
    bench.tick()
    opened = bench.now
    for tile in range(1, 8):
        bench.tick(3)
        bench.closed[tile] = 0
    bench.tick(60)
    times = {src: t for t, _, src, _ in bench.changes()[before:]}
    assert times[0] - opened <= OPEN_MS + TICK_MS
    assert sorted(times) == list(range(8))


@pytest.mark.parametrize("tiles", [99, 128, 240])
def test_a_burst_arrives_whole_and_in_bounded_time(tiles: int) -> None:
    bench = Bench(tiles, 8)
    for level, wait in ((TILE_MASK, CLOSE_MS), (0, OPEN_MS)):
        before = len(bench.changes())
        bench.closed[:tiles] = bytes([level]) * tiles
        bench.tick(bound(tiles, wait, each=4))  # several contacts of a byte at once count twice
        facts = bench.changes()[before:]
        assert sorted(src for _, _, src, _ in facts) == list(range(tiles))
        assert {value for *_, value in facts} == {level}


def test_a_burst_of_99_tiles_takes_less_than_80_ms() -> None:
    assert bound(99, CLOSE_MS) * TICK_MS <= 80


@pytest.mark.parametrize("first", [0, 3, 8, 60])
@pytest.mark.parametrize("count", [1, VISITS, VISITS + 2, 12])
def test_bytes_that_never_rest_do_not_block_the_others(first: int, count: int) -> None:
    bench = Bench(99)
    broken = set(range(first, first + count))
    rng = random.Random(count)
    for tile in set(range(99)) - broken:
        bench.closed[tile] = NORTH
    for _ in range(8 * bound(99, CLOSE_MS)):
        for tile in broken:
            bench.closed[tile] ^= rng.choice((1, 16, 31))
        bench.tick()
    state = bench.inputs.state
    assert [tile for tile in range(99) if tile not in broken and state[tile] != NORTH] == []


def test_a_few_visits_are_enough_to_get_on() -> None:
    """A board that is behind with sending or painting grants fewer visits."""
    bench = Bench(99)
    bench.closed[:99] = bytes([NORTH]) * 99
    bench.tick(bound(99, CLOSE_MS, FEW_VISITS), FEW_VISITS)
    assert len(bench.changes()) == 99


def test_rest_costs_no_visits() -> None:
    bench = Bench(99)
    bench.closed[7] = NORTH
    bench.tick(100)
    assert bench.left == VISITS
    bench.tick()
    assert bench.left == VISITS


def test_work_is_counted() -> None:
    bench = Bench(99)
    bench.closed[:99] = bytes([NORTH]) * 99
    bench.tick()
    assert bench.left == 0


def test_spare_bits_of_a_tile_are_no_contacts() -> None:
    bench = Bench()
    for _ in range(100):
        bench.closed[2] ^= 0xE0
        bench.tick()
    bench.tick(100)
    assert bench.changes() == []


def test_reader_lines_behind_the_buttons_are_left_alone() -> None:
    bench = Bench()
    for _ in range(50):
        bench.scan[-1] ^= 0xFF
        bench.tick()
    assert (bench.changes(), bench.left) == ([], VISITS)


def test_all_eight_buttons_of_a_byte_count() -> None:
    bench = Bench(3, 2)
    bench.closed[4] = 0x81
    bench.tick(10)
    assert bench.changes() == [(2 + CLOSE_MS, BUTTON, 1, 0x81)]


@pytest.mark.parametrize(("tiles", "buttons"), [(12, 1), (99, 2), (0, 0), (0, 8), (240, 8)])
def test_the_baseline_is_the_whole_first_scan(tiles: int, buttons: int) -> None:
    n = tiles + buttons
    closed = random.Random(n).randbytes(n)
    ring = Ring()
    inputs = Inputs(bytearray(mask ^ 0xFF for mask in closed) + b"\0\0", tiles, buttons, ring)
    inputs.baseline(5)
    expected = bytes(mask & TILE_MASK for mask in closed[:tiles]) + closed[tiles:]
    assert bytes(inputs.state) == expected
    facts = []
    for seq in range(1, ring.head):
        facts += records(bytes(ring.records(seq, 1)), ring.time(seq))
    assert [(t, kind, src) for t, kind, src, _ in facts] == [(5, BASELINE, i) for i in range(-(-n // MAX_DATA))]
    assert b"".join(data for *_, data in facts) == expected
    assert inputs.step(7, VISITS) == VISITS
    assert ring.head == len(facts) + 1


MOVES = st.lists(st.tuples(st.integers(0, 13), st.integers(0, 255), st.integers(0, 40)), max_size=60)


@given(MOVES, st.integers(2, VISITS))
def test_after_a_rest_the_state_is_the_table_and_the_fold_is_the_state(moves: list, visits: int) -> None:
    bench = Bench(12, 2)
    for byte, mask, ticks in moves:
        bench.closed[byte] = mask
        bench.tick(ticks, visits)
    bench.tick(bound(14, OPEN_MS, visits) + bound(14, 0, visits), visits)
    table = bytes(mask & TILE_MASK for mask in bench.closed[:12]) + bytes(bench.closed[12:])
    assert bytes(bench.inputs.state) == table
    assert bench.fold() == table


@given(st.integers(0, 2**32), st.integers(0, 16))
def test_after_noise_on_everything_too(seed: int, quietest: int) -> None:
    rng = random.Random(seed)
    bench = Bench(60, 4)
    for _ in range(60):
        for _ in range(rng.randrange(quietest + 1)):
            bench.closed[rng.randrange(64)] ^= 1 << rng.randrange(8)
        bench.tick()
    bench.tick(bound(64, OPEN_MS) + bound(64, 0))
    table = bytes(mask & TILE_MASK for mask in bench.closed[:60]) + bytes(bench.closed[60:])
    assert bytes(bench.inputs.state) == table == bench.fold()


@given(MOVES)
def test_no_fact_repeats_the_state_before(moves: list) -> None:
    bench = Bench(12, 2)
    for byte, mask, ticks in moves:
        bench.closed[byte] = mask
        bench.tick(ticks)
    last: dict[tuple[int, int], int] = {}
    for _, kind, src, value in bench.changes():
        assert last.get((kind, src), 0) != value
        last[kind, src] = value


# ---- what each step costs ----


@pytest.mark.parametrize(("reeds", "visits"), [(NORTH, 1), (NORTH | EAST, 2), (NORTH | EAST | CENTRE, 2)])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_byte_costs_a_visit_to_look_and_one_to_settle_and_another_if_more_has_changed(
    count: int, reeds: int, visits: int
) -> None:
    bench = Bench()
    for closed, wait in ((reeds, CLOSE_MS), (0, OPEN_MS)):
        for tile in range(count):
            bench.closed[3 * tile] = closed
        bench.tick()
        assert bench.left == VISITS - count * visits
        for _ in range(wait // TICK_MS - 1):
            bench.tick()
            assert bench.left == VISITS
        bench.tick()
        assert bench.left == VISITS - count * visits
        assert len(bench.changes()) == count
        bench.facts.clear()


@pytest.mark.parametrize(("reeds", "visits"), [(NORTH, 1), (NORTH | EAST, 2)])
def test_no_tick_does_more_than_it_has_visits_for(reeds: int, visits: int) -> None:
    bench = Bench(40)
    bench.closed[:40] = bytes([reeds] * 40)
    before, most = 0, 0
    while len(bench.changes()) < 40:
        bench.tick()
        most = max(most, len(bench.changes()) - before)
        before = len(bench.changes())
        assert bench.now < 1_000
    assert most <= VISITS // visits


@pytest.mark.parametrize("bytes_", [8, 32, 40, 248])
def test_to_find_nothing_costs_little(bytes_: int) -> None:
    """Unchanged scans are compared whole; beside a change, eight bytes at a time, a visit for each 32."""
    bench = Bench(min(bytes_, 240), max(0, bytes_ - 240))
    bench.tick()
    assert bench.left == VISITS
    bench.closed[0] = NORTH
    bench.tick()
    assert bench.left == VISITS - 1 - (bytes_ // 8) // 4


@pytest.mark.parametrize("start", [0, 1, 0xFFFF - 30])
@pytest.mark.parametrize("reeds", [NORTH, NORTH | WEST])
def test_a_contact_counts_after_its_time_to_the_millisecond(start: int, reeds: int) -> None:
    """Ticks need not come at even times."""
    bench = Bench(start=start)
    for closed, wait in ((reeds, CLOSE_MS), (0, OPEN_MS)):
        bench.closed[3] = closed
        bench.facts.clear()
        seen = bench.now + 1
        for now in range(seen, seen + wait + 1):
            bench.now = now - TICK_MS
            bench.tick()
            assert len(bench.changes()) == (now == seen + wait), now - seen
        assert bench.changes() == [(seen + wait, TILE, 3, closed)]
