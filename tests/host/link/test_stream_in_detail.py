"""The stream by itself: what is taken of a frame, what is committed when, and how snapshots are laid."""

from binascii import crc32
from struct import pack

import pytest

from firmware import wire
from firmware.wire import BASELINE, BUTTON, TILE
from host.ledger import OVERFLOW, Fact, Gap, LedgerError, Value
from host.link import Arrived, Missed, Repaired, Troubled
from host.link.complaints import Complaints
from host.link.frames import Outbox
from host.link.pads import Layout
from host.link.repair import Repair
from host.link.requests import Requests
from host.link.statistics import Statistics
from host.link.stream import Stream
from tests.host.link.page import told
from tests.host.link.test_session import decode

MAX_PENDING, MAX_SEQ, CALM_MS, MAX_OVERTAKEN = (
    told("stream.py", name) for name in ("MAX_PENDING", "MAX_SEQ", "CALM_MS", "MAX_OVERTAKEN")
)
UID, BOOT = "e660", 0x0003_1001
LAYOUT = Layout(24, 1)


class Book:
    """A journal in memory; ``is_full`` makes every commit fail."""

    def __init__(self, cursor=0, values=()):
        self.batches = []
        self.next = cursor
        self.is_full = False
        self._values = values

    def cursor(self, uid, boot_id):
        assert (uid, boot_id) == (UID, BOOT)
        return self.next

    def state(self, uid):
        assert uid == UID
        return self._values

    def commit(self, batch):
        if self.is_full:
            raise LedgerError("The disk is full.")
        self.batches.append(batch)


class Desk:
    """A stream that is spoken to by hand."""

    def __init__(self, cursor=0, values=(), layout=LAYOUT):
        self.book = Book(cursor, values)
        self.outbox = Outbox()
        self.outbox.sid = 1
        self.statistics = Statistics()
        self.requests = Requests(self.outbox, self.statistics)
        self.repair = Repair(self.requests)
        self.heard, self.said = [], []
        complaints = Complaints(self.said.append)
        self.stream = Stream(self.book, self.outbox, self.repair, self.statistics, self.heard.append, complaints)
        self.stream.begin(UID, BOOT, 50)
        if layout:
            self.stream.described(layout, 50)
        self.begun, self.book.batches = self.book.batches, []

    def events(self, first, records, *, tail=1, t0=0, count=None, boot=BOOT & 0xFFFF, now=1_000, cut=None):
        """Take a frame; a record is (kind, src, time, data). Return whether it made sense."""
        body = b"".join(bytes((kind << 4 | len(data), src)) + pack("<H", t) + data for kind, src, t, data in records)
        count = len(records) if count is None else count
        payload = (pack("<HIIIB", boot, first, tail, t0, count) + body)[:cut]
        raw = memoryview(bytes((wire.EVENTS, 1, 0)) + payload)
        return self.stream.events(raw, len(raw), now)

    def tiles(self, first, count, *, tail=1, now=1_000):
        assert self.events(first, [(TILE, 0, 0, b"\1")] * count, tail=tail, now=now)

    def flush(self, now=1_000):
        """Return the ACKs that follow."""
        self.stream.flush(now)
        return self.acks()

    def acks(self):
        frames = [frame for frame in decode(self.outbox.take()) if frame[0] == wire.ACK]
        assert all(frame[2] == 0 for frame in frames), "an ACK has no number"
        return [(int.from_bytes(frame[3:7], "little"), frame[7]) for frame in frames]

    def hold(self, as_of, state, now=1_000):
        """Have a snapshot arrive."""
        self.repair.want(now)
        self.repair.tick(now)
        self.requests.tick(now)
        (asked,) = [frame for frame in decode(self.outbox.take()) if frame[0] == wire.SNAP_GET]
        payload = pack("<BIHH", asked[3], as_of, len(state), 0) + state
        self.requests.answered(wire.SNAP, asked[2], payload, now)

    def of(self, kind):
        return [happening for happening in self.heard if isinstance(happening, kind)]


@pytest.fixture
def desk():
    return Desk()


def ready():
    """A stream that has taken the state of an empty table: events 1 to 3."""
    desk = Desk()
    chunks = [(BASELINE, src, 0, bytes(size)) for src, size in ((0, 12), (1, 12), (2, 1))]
    assert desk.events(1, chunks)
    assert desk.flush() == [(4, 0)]
    desk.heard.clear()
    desk.book.batches.clear()
    return desk


# ---- a session begins ----


def test_a_run_that_nobody_knows_is_noted_before_anything_comes(desk):
    (batch,) = desk.begun
    assert (batch.uid, batch.boot_id, batch.next_seq, list(batch.facts), list(batch.gaps)) == (UID, BOOT, 1, [], [])
    assert (desk.stream.next, desk.stream.head, desk.stream.uid, desk.stream.boot_id) == (1, 1, UID, BOOT)


def test_before_the_first_session_nothing_is_known():
    statistics, outbox = Statistics(), Outbox()
    repair = Repair(Requests(outbox, statistics))
    stream = Stream(Book(), outbox, repair, statistics, print, Complaints(print))
    assert (stream.uid, stream.boot_id, stream.next, stream.head, stream.is_confirmed) == ("", 0, 1, 1, False)
    assert (stream.fold.layout, bytes(stream.fold.cells)) == (None, b"")


def test_a_run_that_is_known_goes_on_from_what_the_ledger_has():
    desk = Desk(7, [Value(BASELINE, 0, bytes(12)), Value(TILE, 3, b"\5")])
    assert desk.begun == []
    assert (desk.stream.next, desk.stream.head) == (7, 7)
    assert bytes(desk.stream.fold.cells) == bytes((0, 0, 0, 5)) + bytes(8)


def test_a_new_session_forgets_what_was_pending(desk):
    desk.tiles(1, 3)
    desk.tiles(9, 1)
    desk.stream.begin(UID, BOOT, 60)
    assert desk.flush() == []
    assert desk.stream.next == 1


def test_the_clock_goes_on_in_the_same_run_and_begins_anew_in_another(desk):
    clock = desk.stream.clock
    desk.stream.begin(UID, BOOT, 60)
    assert desk.stream.clock is clock
    desk.book.cursor = lambda uid, boot_id: 1
    desk.stream.begin(UID, BOOT + 1, 60)
    assert desk.stream.clock is not clock


# ---- one frame ----


def test_every_part_of_a_record_has_its_place(desk):
    desk.stream.clock.sample(90_000, 70_000, 90_000)
    assert desk.events(1, [(13, 200, 70_100 % 65_536, b"twelve bytes"), (0, 0, 70_101 % 65_536, b"")], t0=70_098)
    desk.flush(now=95_000)
    (batch,) = desk.book.batches
    assert list(batch.facts) == [
        Fact(1, None, 70_100, 1_000, 13, 200, b"twelve bytes"),
        Fact(2, None, 70_101, 1_000, 0, 0, b""),
    ]
    assert (batch.uid, batch.boot_id, batch.next_seq) == (UID, BOOT, 3)


def test_a_time_is_the_next_one_after_the_frame_begins_that_has_these_low_bits(desk):
    desk.stream.clock.sample(0, 0, 0)
    times = [0x1FFF0, 0x1FFFF, 0x20000, 0x20001, 0x2FFEF]
    assert desk.events(1, [(TILE, 0, t & 0xFFFF, b"\1") for t in times], t0=0x1FFF0, now=1 << 30)
    desk.flush()
    assert [(fact.t_board, fact.t_host) for fact in desk.book.batches[0].facts] == [(t, t) for t in times]


@pytest.mark.parametrize(("now", "t_host"), [(506, 505), (505, 505), (504, 504)])
def test_nothing_has_happened_later_than_now(desk, now, t_host):
    desk.stream.clock.sample(0, 0, 0)
    assert desk.events(1, [(TILE, 0, 500, b"\1"), (TILE, 0, 505, b"\1")], t0=500, now=now)
    desk.flush()
    assert [fact.t_host for fact in desk.book.batches[0].facts] == [500, t_host]


@pytest.mark.parametrize(
    ("length", "is_whole"), [(15, False), (16, False), (18, False), (19, False), (20, True), (24, False), (25, True)]
)
def test_a_frame_holds_as_many_records_as_it_says(desk, length, is_whole):
    count = 2 if length > 20 else 1
    records = [(TILE, 0, 0, b"\1")] * 2
    assert desk.events(1, records, count=count, cut=length) is is_whole
    assert bool(desk.flush()) is is_whole


@pytest.mark.parametrize("cut", [0, 5, 14])
def test_a_frame_without_its_fixed_fields_is_malformed(desk, cut):
    assert not desk.events(1, [], cut=cut)


def test_a_record_of_a_reserved_length_is_stepped_over_by_its_length(desk):
    assert desk.events(1, [(TILE, 1, 0, b"fifteen bytes !"), (TILE, 2, 0, b"\2")])
    desk.flush()
    assert [(fact.src, len(fact.data)) for fact in desk.book.batches[0].facts] == [(1, 15), (2, 1)]


@pytest.mark.parametrize(("boot", "is_ours"), [(0x1001, True), (0x1002, False), (0, False), (0x0003, False)])
def test_a_frame_belongs_to_a_run_by_the_low_half_of_its_number(desk, boot, is_ours):
    assert desk.events(1, [(TILE, 0, 0, b"\1")], boot=boot), "it is well formed in any case"
    assert bool(desk.flush()) is is_ours
    assert desk.statistics.stale_frames == (not is_ours)


@pytest.mark.parametrize(("tail", "is_sensible"), [(3, True), (4, True), (5, False)])
def test_a_tail_lies_no_further_than_the_frame(desk, tail, is_sensible):
    assert desk.events(1, [(TILE, 0, 0, b"\1")] * 3, tail=tail) is is_sensible


def test_the_last_number_of_a_run_is_taken_and_none_beyond():
    desk = Desk(MAX_SEQ - 1)
    desk.tiles(MAX_SEQ - 1, 1)
    assert not desk.events(MAX_SEQ, [(TILE, 0, 0, b"\1")] * 2)
    assert "beyond what the wire can number" in desk.said[0]
    desk.tiles(MAX_SEQ, 1)
    assert desk.flush() == [(MAX_SEQ + 1, 0)]
    assert not desk.events(MAX_SEQ + 1, [(TILE, 0, 0, b"\1")])
    assert desk.flush() == []


# ---- what is taken, skipped, missed ----


@pytest.mark.parametrize(
    ("first", "count", "tail", "ack", "gap", "facts", "duplicates"),
    [
        (4, 2, 1, (6, 0), None, 2, 0),
        (3, 2, 1, (5, 0), None, 1, 1),
        (1, 3, 1, (4, 0), None, 0, 3),
        (5, 1, 1, (4, 1), None, 0, 0),
        (5, 1, 4, (4, 1), None, 0, 0),
        (5, 1, 5, (6, 0), (4, 4), 1, 0),
        (5, 1, 6, (6, 0), (4, 4), 1, 0),
        (9, 1, 7, (7, 1), (4, 6), 0, 0),
        (4, 2, 6, (6, 0), None, 2, 0),
        (2, 3, 5, (5, 0), None, 1, 2),
        (1, 2, 3, (4, 0), None, 0, 2),
    ],
)
def test_a_frame_is_taken_as_the_page_says(first, count, tail, ack, gap, facts, duplicates):
    desk = ready()
    desk.statistics.duplicates = 0
    desk.tiles(first, count, tail=tail)
    assert desk.flush(now=1_007) == [ack]
    gaps = [Gap(*gap, OVERFLOW, 1_000)] if gap else []
    assert [missed.gap for missed in desk.of(Missed)] == gaps
    assert sum(len(arrived.facts) for arrived in desk.of(Arrived)) == facts
    assert desk.statistics.duplicates == duplicates
    assert desk.stream.next == ack[0]
    assert desk.repair.is_under_way is bool(gaps)
    if gaps or facts:
        (batch,) = desk.book.batches
        assert (list(batch.gaps), batch.next_seq, len(batch.facts), batch.at) == (gaps, ack[0], facts, 1_007)


def test_a_gap_and_what_was_lost_behind_it_are_asked_for_once():
    desk = ready()
    desk.tiles(9, 1, tail=7)
    desk.tiles(7, 3, tail=7)
    assert desk.flush() == [(10, wire.ACK_REWIND)]
    assert desk.flush() == []


def test_one_read_is_one_commit_up_to_the_limit_of_the_page():
    desk = ready()
    per_frame = 32
    for at in range(MAX_PENDING // per_frame - 1):
        desk.tiles(4 + at * per_frame, per_frame)
    assert desk.book.batches == []
    desk.tiles(4 + MAX_PENDING - per_frame, per_frame - 1)
    assert desk.book.batches == [], "one less than the limit"
    desk.tiles(4 + MAX_PENDING - 1, 1)
    assert [len(batch.facts) for batch in desk.book.batches] == [MAX_PENDING]
    assert desk.acks() == [(4 + MAX_PENDING, 0)]
    assert desk.flush() == []


def test_nothing_is_remembered_of_a_commit_that_failed():
    desk = ready()
    desk.book.is_full = True
    desk.tiles(4, 2)
    assert desk.flush() == []
    assert [trouble.sentence for trouble in desk.of(Troubled)] == ["The disk is full."]
    assert [trouble.uid for trouble in desk.of(Troubled)] == [UID]
    assert (desk.stream.next, desk.of(Arrived)) == (4, [])
    desk.book.is_full = False
    assert desk.flush() == []
    desk.tiles(4, 2)
    assert desk.flush() == [(6, 0)]
    assert desk.statistics.duplicates == 0


def test_what_has_arrived_is_laid_over_the_state_in_order():
    desk = ready()
    assert desk.events(4, [(TILE, 3, 0, b"\1"), (BUTTON, 0, 0, b"\2"), (TILE, 3, 0, b"\4")])
    desk.flush()
    assert bytes(desk.stream.fold.cells) == bytes((0, 0, 0, 4)) + bytes(20) + b"\2"
    (arrived,) = desk.of(Arrived)
    assert arrived.uid == UID
    assert [(fact.seq, fact.kind, fact.src, fact.data) for fact in arrived.facts] == [
        (4, TILE, 3, b"\1"),
        (5, BUTTON, 0, b"\2"),
        (6, TILE, 3, b"\4"),
    ]


# ---- facts that cannot be true ----


def test_a_fact_that_does_not_fit_is_written_down_and_complained_about_once():
    desk = ready()
    assert desk.events(4, [(TILE, 24, 0, b"\1"), (TILE, 25, 0, b"\1"), (BUTTON, 1, 0, b"\1")])
    desk.flush()
    assert len(desk.book.batches[0].facts) == 3
    assert ["tile 24" in desk.said[0], "byte of buttons 1" in desk.said[1]] == [True, True]
    assert len(desk.said) == 2


def test_facts_are_judged_when_it_is_known_what_the_board_is():
    desk = Desk(layout=None)
    assert desk.events(1, [(TILE, 30, 0, b"\1"), (TILE, 3, 0, b"\1")])
    desk.flush()
    assert desk.said == []
    desk.stream.described(LAYOUT, 1_000)
    assert ["tile 30" in sentence for sentence in desk.said] == [True]
    desk.stream.described(Layout(2), 1_000)
    assert len(desk.said) == 1, "each fact is judged once"


# ---- PONG ----


def answer(desk, head, *, tail=1, digest=None, now=1_000):
    """Take a PONG; return the ACKs that follow."""
    digest = desk.stream.fold.digest() if digest is None else digest
    desk.stream.pong(head, tail, digest, now)
    return desk.acks()


def test_a_pong_that_is_ahead_asks_again_unless_events_have_come_since_the_last_one():
    desk = ready()
    answer(desk, 4)
    assert answer(desk, 6) == [(4, wire.ACK_REWIND)]
    desk.tiles(4, 1)
    assert desk.flush() == [(5, 0)]
    assert answer(desk, 6) == []
    assert answer(desk, 6) == [(5, wire.ACK_REWIND)]
    assert desk.stream.head == 6


def test_a_pong_that_is_where_we_are_asks_for_nothing():
    desk = ready()
    assert (answer(desk, 4), answer(desk, 4)) == ([], [])
    assert desk.stream.is_confirmed


@pytest.mark.parametrize(("tail", "next_"), [(4, 4), (5, 5), (9, 9)])
def test_a_pong_declares_what_is_gone(tail, next_):
    desk = ready()
    answer(desk, 9, tail=tail)
    assert desk.stream.next == next_
    assert [(missed.gap.first, missed.gap.last) for missed in desk.of(Missed)] == [(4, tail - 1)] * (tail > 4)
    assert desk.repair.is_under_way is (tail > 4)


def test_another_digest_wants_a_snapshot_only_where_both_speak_of_the_same_moment():
    desk = ready()
    answer(desk, 5, digest=1)
    assert (desk.statistics.digest_mismatches, desk.repair.is_under_way) == (0, False)
    answer(desk, 4, digest=1)
    assert (desk.statistics.digest_mismatches, desk.repair.is_under_way) == (1, True)
    assert not desk.stream.is_confirmed
    answer(desk, 4, digest=1)
    assert desk.statistics.digest_mismatches == 1, "not while a snapshot is under way"


def test_a_digest_is_not_compared_before_it_is_known_what_the_state_is():
    desk = Desk(layout=None)
    answer(desk, 1, digest=1)
    answer(desk, 1)
    assert (desk.statistics.digest_mismatches, desk.repair.is_under_way, desk.stream.is_confirmed) == (0, False, False)


def test_a_digest_that_fits_a_state_of_another_length_is_complained_about():
    desk = Desk(layout=Layout(25, 1))
    assert desk.events(1, [(BASELINE, src, 0, bytes(size)) for src, size in ((0, 12), (1, 12), (2, 1))])
    desk.flush()
    answer(desk, 4)
    assert not desk.stream.is_confirmed
    assert "should have 26 bytes, but it has 25" in desk.said[0]


# ---- snapshots ----


def state_with(**tiles):
    state = bytearray(25)
    for name, value in tiles.items():
        state[int(name[1:])] = value
    return bytes(state)


def test_a_snapshot_is_laid_at_once_where_it_belongs():
    desk = ready()
    desk.hold(4, state_with(t7=3, t24=1))
    desk.flush(now=1_234)
    (batch,) = desk.book.batches
    expected = [
        Fact(None, 4, None, 1_234, TILE, 7, b"\3", 1),
        Fact(None, 4, None, 1_234, BUTTON, 0, b"\1", 1),
    ]
    assert (list(batch.facts), batch.next_seq) == (expected, 4)
    assert desk.of(Repaired) == [Repaired(UID, expected)]
    assert bytes(desk.stream.fold.cells) == state_with(t7=3, t24=1)
    assert not desk.repair.is_under_way


def test_a_snapshot_that_changes_nothing_is_told_and_not_written():
    desk = ready()
    desk.hold(4, state_with())
    desk.flush()
    assert (desk.book.batches, desk.of(Repaired)) == ([], [Repaired(UID, [])])


def test_a_snapshot_of_a_later_moment_waits_and_a_frame_is_split_there():
    desk = ready()
    desk.hold(6, state_with(t0=1, t9=2))
    desk.flush()
    assert (desk.of(Repaired), desk.repair.held is not None) == ([], True)
    assert desk.events(4, [(TILE, 0, 0, b"\1")] * 2 + [(TILE, 9, 0, b"\5")])
    assert desk.flush() == [(6, 0), (7, 0)]
    assert [(len(batch.facts), batch.next_seq) for batch in desk.book.batches] == [(2, 6), (1, 6), (1, 7)]
    assert [(fact.src, fact.data) for fact in desk.of(Repaired)[0].inferred] == [(9, b"\2")]
    assert desk.stream.fold.cells[9] == 5


@pytest.mark.parametrize("as_of", [4, 5, 7, 8])
def test_a_frame_is_split_only_where_the_snapshot_lies(as_of):
    desk = ready()
    desk.hold(as_of, state_with(t0=1) if as_of > 4 else state_with())
    desk.tiles(4, 3)
    desk.flush()
    numbers = [fact.seq for batch in desk.book.batches for fact in batch.facts]
    assert numbers == [4, 5, 6]
    assert len(desk.of(Repaired)) == (as_of <= 7)
    assert len(desk.book.batches) == {4: 1, 5: 2}.get(as_of, 1)


def test_a_disk_that_is_full_where_a_snapshot_lies_takes_nothing_behind_it():
    desk = ready()
    desk.hold(6, state_with(t0=1))
    desk.book.is_full = True
    desk.tiles(4, 4)
    assert desk.flush() == []
    assert desk.stream.next == 4
    desk.book.is_full = False
    desk.tiles(4, 4)
    assert desk.flush()[-1] == (8, 0)
    assert [fact.seq for batch in desk.book.batches for fact in batch.facts] == [4, 5, 6, 7]


def test_a_snapshot_that_could_not_be_written_is_kept():
    desk = ready()
    desk.hold(4, state_with(t7=3))
    desk.book.is_full = True
    desk.flush()
    assert (desk.of(Repaired), desk.repair.held) == ([], (4, state_with(t7=3)))
    assert bytes(desk.stream.fold.cells) == state_with()
    desk.book.is_full = False
    desk.flush()
    assert len(desk.of(Repaired)) == 1


def test_a_snapshot_is_held_while_it_is_not_known_what_its_bytes_mean():
    desk = Desk(layout=None)
    desk.hold(1, state_with(t3=1))
    desk.flush()
    assert desk.repair.held
    desk.stream.described(LAYOUT, 1_000)
    assert len(desk.of(Repaired)) == 1


@pytest.mark.parametrize(("as_of", "is_kept"), [(5, True), (6, True), (7, False)])
def test_a_snapshot_of_a_future_that_the_board_does_not_have_is_dropped(as_of, is_kept):
    desk = ready()
    desk.hold(as_of, state_with())
    answer(desk, 6)
    assert (desk.repair.held is not None) is is_kept
    assert desk.repair.is_under_way


def test_a_snapshot_that_the_stream_has_passed_is_asked_for_again_but_not_for_ever():
    desk = ready()
    for _ in range(MAX_OVERTAKEN):
        desk.hold(3, state_with())
        desk.flush()
        assert (desk.repair.held, desk.repair.due) == (None, 1_000)
    desk.hold(3, state_with())
    desk.flush()
    assert not desk.repair.is_under_way
    answer(desk, 4, digest=1, now=1_000 + CALM_MS - 1)
    assert not desk.repair.is_under_way
    answer(desk, 4, digest=1, now=1_000 + CALM_MS)
    assert desk.repair.is_under_way
    desk.hold(3, state_with(), now=9_000)
    desk.flush(9_000)
    assert desk.repair.is_under_way, "it is counted anew"


def test_a_snapshot_that_fitted_begins_that_count_anew():
    desk = ready()
    for as_of in [3] * MAX_OVERTAKEN + [4] + [3] * MAX_OVERTAKEN:
        desk.hold(as_of, state_with())
        desk.flush()
    assert desk.repair.is_under_way
    desk.stream.begin(UID, BOOT, 1_000)
    assert not desk.repair.is_under_way


def test_after_a_snapshot_that_cannot_be_true_there_is_a_pause():
    desk = ready()
    desk.hold(4, state_with(t3=32))
    desk.flush()
    assert (desk.of(Repaired), desk.book.batches, desk.repair.is_under_way) == ([], [], False)
    assert "no state that a table can have" in desk.said[0]
    answer(desk, 4, digest=1, now=1_000 + CALM_MS - 1)
    assert not desk.repair.is_under_way
    answer(desk, 4, digest=1, now=1_000 + CALM_MS)
    assert desk.repair.is_under_way


def test_what_lies_behind_the_end_of_a_snapshot_is_dropped():
    desk = Desk(layout=Layout(12))
    assert desk.events(1, [(BASELINE, 0, 0, bytes(12)), (BASELINE, 1, 0, bytes(2))])
    desk.flush()
    desk.hold(3, bytes(12))
    desk.flush()
    assert (bytes(desk.stream.fold.cells), desk.stream.fold.digest()) == (bytes(12), crc32(bytes(12)))


# ---- what lasts too long ----


def test_a_board_that_has_events_and_does_not_send_them_is_said_with_its_numbers():
    desk = ready()
    for at in range(20):
        answer(desk, 9, now=1_000 + 250 * at)
    assert [("up to 8," in said, "from 4 on" in said) for said in desk.said] == [(True, True)]


def test_a_snapshot_that_does_not_come_is_said_only_where_it_could_be_used():
    for layout, count in ((LAYOUT, 1), (None, 0)):
        desk = Desk(layout=layout)
        desk.repair.want(1_000)
        for at in range(20):
            answer(desk, 1, now=1_000 + 250 * at)
        assert len(desk.said) == count


def test_a_disk_that_is_full_is_not_the_boards_fault():
    desk = ready()
    desk.book.is_full = True
    for at in range(40):
        desk.tiles(4, 2, now=1_000 + 250 * at)
        desk.flush(1_000 + 250 * at)
        answer(desk, 6, now=1_000 + 250 * at)
    assert desk.said == []
