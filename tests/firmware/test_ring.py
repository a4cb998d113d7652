"""The ring against a plain list: numbers, overflow, and runs of records in one piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.ring import Ring
from firmware.wire import MAX_DATA, RECORD
from tests.firmware.protocol_page import promised
from tests.firmware.rig import records

SLOTS = promised("SLOTS", "ring")
EVENT = st.tuples(
    st.integers(1, 15),
    st.integers(0, 255),
    st.binary(max_size=MAX_DATA),
    st.sampled_from([0, 0, 2, 900, 40_000, 70_000]),
)
START = st.sampled_from([0, 65_530, 2**30 - 40_000, 2**32 - 100_000])


class Model:
    """Everything ever recorded."""

    def __init__(self, start: int) -> None:
        self.ring = Ring()
        self.events: list[tuple[int, int, int, bytes]] = []
        self.now = start

    def add(self, kind: int, src: int, data: bytes, wait: int) -> None:
        self.now += wait
        if len(data) == 1:
            self.ring.add(self.now, kind, src, data[0])
        elif len(data) == 2:
            self.ring.add_pair(self.now, kind, src, data[0], data[1])
        else:
            self.ring.add_bytes(self.now, kind, src, data)
        self.events.append((self.now, kind, src, data))

    def read(self, room: int) -> list[tuple[int, int, int, bytes]]:
        """Read the whole ring as the link does: run by run."""
        found, seq = [], self.ring.tail
        while seq < self.ring.head:
            count = self.ring.run(seq, room)
            assert 1 <= count <= self.ring.head - seq
            data = bytes(self.ring.records(seq, count))
            assert len(data) <= room
            run = records(data, self.ring.time(seq))
            assert len(run) == count
            assert run[-1][0] - run[0][0] <= 0xFFFF
            found += run
            seq += count
        return found


def test_numbers_begin_at_one() -> None:
    ring = Ring()
    assert (ring.head, ring.tail) == (1, 1)
    ring.add(0, 2, 3, 4)
    assert (ring.head, ring.tail, ring.overwritten) == (2, 1, 0)


@given(START, st.lists(EVENT, min_size=1, max_size=40), st.integers(1, 30), st.integers(RECORD + MAX_DATA, 167))
def test_it_gives_back_exactly_what_it_holds(start: int, events: list, rounds: int, room: int) -> None:
    model = Model(start)
    for _ in range(rounds):
        for event in events:
            model.add(*event)
    ring = model.ring
    assert ring.head == len(model.events) + 1
    assert ring.tail == max(1, ring.head - SLOTS)
    assert ring.overwritten == ring.tail - 1
    expected = [(t & 0xFFFFFFFF, *rest) for t, *rest in model.events[ring.tail - 1 :]]
    found = [(t & 0xFFFFFFFF, *rest) for t, *rest in model.read(room)]
    assert found == expected


@given(st.lists(st.integers(0, MAX_DATA), min_size=1, max_size=7), st.integers(0, 300))
def test_no_live_record_is_damaged_while_it_fills(sizes: list[int], more: int) -> None:
    """Looked at after every single event once the ring is full, where the write position meets the oldest."""
    model = Model(0)
    for i in range(SLOTS + more):
        model.add(2, i & 255, bytes([i & 255]) * sizes[i % len(sizes)], 1)
    for i in range(20):
        model.add(3, i, bytes([i]) * MAX_DATA, 1)
        assert model.read(167) == model.events[-SLOTS:]


@pytest.mark.parametrize("edge", [0xFFFF, 0x10000, 2**30 - 1, 2**30, 2**31, 2**32 - 1])
def test_times_are_kept_across_every_limit(edge: int) -> None:
    model = Model(edge - 3)
    for i in range(8):
        model.add(2, i, b"\1", 1)
    times = [model.ring.time(seq) for seq in range(1, 9)]
    assert times == [(edge - 2 + i) & 0xFFFFFFFF for i in range(8)]


def test_a_run_ends_before_65_seconds() -> None:
    model = Model(1000)
    model.add(2, 0, b"\1", 0)
    model.add(2, 1, b"\1", 0xFFFF)
    assert model.ring.run(1, 167) == 2
    model.add(2, 2, b"\1", 1)
    assert model.ring.run(1, 167) < 3
    assert model.read(167) == model.events


def test_a_run_ends_where_the_clock_of_the_wire_wraps() -> None:
    model = Model(2**32 - 2)
    for _ in range(6):
        model.add(2, 0, b"\1", 1)
    assert model.ring.run(1, 167) == 1
    assert sum(1 for _ in model.read(167)) == 6


def test_small_records_fill_a_frame_well() -> None:
    model = Model(0)
    for i in range(200):
        model.add(2, i, b"\1", 0)
    assert model.ring.run(1, 167) == 167 // (RECORD + 1)
