"""Facts in order, each once, acknowledged on disk; gaps declared; snapshots laid at exactly their place."""

from binascii import crc32
from struct import pack

import pytest

from firmware import wire
from firmware.wire import BASELINE, BUTTON, TILE
from host.ledger import OVERFLOW, REBOOT, LedgerError
from host.link import Missed, Repaired, Troubled


def events(board, first, records, *, tail=1, boot=None, sid=None, t0=0, count=None):
    """An EVENTS frame; a record is (kind, src, value)."""
    body = b"".join(bytes((kind << 4 | 1, src)) + b"\x00\x00" + bytes((value,)) for kind, src, value in records)
    boot16 = (board.boot_id if boot is None else boot) & 0xFFFF
    head = pack("<HIIIB", boot16, first, tail, t0, len(records) if count is None else count)
    return board.frame(wire.EVENTS, board.sid if sid is None else sid, 0, head + body)


def acks(data):
    decoder, found, at = wire.Decoder(), [], 0
    while at < len(data):
        at = decoder.feed(data, at, len(data))
        if decoder.length and decoder.raw[0] == wire.ACK:
            found.append((wire.get_u32(decoder.raw, 3), decoder.raw[7]))
    return found


@pytest.fixture
def by_hand(table):
    """A live table whose board is silent from here on; ``say`` speaks for it and returns the ACKs."""
    assert table.link.next_seq == 4

    def say(*frames):
        table.link.received(b"".join(frames), table.run.now)
        return acks(table.link.take())

    table.link.take()
    table.say = say
    return table


def test_the_first_facts_of_a_boot_are_its_whole_state(table):
    assert [(fact.seq, fact.kind, len(fact.data)) for fact in table.ledger.facts()] == [
        (1, BASELINE, 12),
        (2, BASELINE, 12),
        (3, BASELINE, 1),
    ]
    assert table.link.state == bytes(25)


def test_a_fact_is_acknowledged_after_its_commit(by_hand, monkeypatch):
    order = []
    commit = by_hand.ledger.commit
    monkeypatch.setattr(by_hand.ledger, "commit", lambda batch: (commit(batch), order.append(by_hand.link.take())))
    assert by_hand.say(events(by_hand.board, 4, [(TILE, 3, 5)])) == [(5, 0)]
    assert order == [b""]
    assert by_hand.link.state[3] == 5


def test_facts_that_arrive_together_are_one_commit(by_hand):
    before = by_hand.link.statistics.commits
    board = by_hand.board
    assert by_hand.say(*(events(board, seq, [(TILE, seq, 1)]) for seq in range(4, 10))) == [(10, 0)]
    assert by_hand.link.statistics.commits == before + 1


def test_nothing_is_acknowledged_if_the_ledger_cannot_be_written(by_hand, monkeypatch):
    commit = by_hand.ledger.commit

    def full(batch):
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(by_hand.ledger, "commit", full)
    frame = events(by_hand.board, 4, [(TILE, 3, 5)])
    assert by_hand.say(frame) == []
    assert by_hand.link.state[3] == 0
    assert by_hand.of(Troubled)[-1].sentence == "The disk is full."
    monkeypatch.setattr(by_hand.ledger, "commit", commit)
    assert by_hand.say(frame) == [(5, 0)]
    assert by_hand.numbers() == [1, 2, 3, 4]


def test_a_board_catches_up_by_itself_once_the_disk_has_room_again(table, monkeypatch):
    commit = table.ledger.commit

    def full(batch):
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(table.ledger, "commit", full)
    for tile in range(20):
        table.board.set_tile(tile, 7)
    table.run.run_for(2000)
    assert table.link.next_seq == 4
    monkeypatch.setattr(table.ledger, "commit", commit)
    table.run.run_for(2000)
    assert table.is_whole()


def test_facts_that_come_again_are_skipped_and_acknowledged_again(by_hand):
    frame = events(by_hand.board, 4, [(TILE, 3, 5), (TILE, 4, 6)])
    by_hand.say(frame)
    assert by_hand.say(frame) == [(6, 0)]
    assert by_hand.say(events(by_hand.board, 5, [(TILE, 4, 6), (TILE, 5, 7)])) == [(7, 0)]
    assert by_hand.numbers() == [1, 2, 3, 4, 5, 6]
    assert by_hand.link.statistics.duplicates == 3


def test_a_frame_out_of_order_is_asked_for_again_from_where_we_stand(by_hand):
    assert by_hand.say(events(by_hand.board, 6, [(TILE, 3, 5)])) == [(4, wire.ACK_REWIND)]
    assert by_hand.numbers() == [1, 2, 3]


def test_what_the_board_no_longer_has_is_a_declared_gap(by_hand):
    assert by_hand.say(events(by_hand.board, 9, [(TILE, 3, 5)], tail=9)) == [(10, 0)]
    (gap,) = by_hand.ledger.gaps()
    assert (gap.first, gap.last, gap.reason) == (4, 8, OVERFLOW)
    assert by_hand.of(Missed)[0].gap == gap
    assert not by_hand.link.is_whole


def test_a_gap_before_a_frame_that_is_still_out_of_order(by_hand):
    assert by_hand.say(events(by_hand.board, 12, [(TILE, 3, 5)], tail=9)) == [(9, wire.ACK_REWIND)]
    assert [(gap.first, gap.last) for gap in by_hand.ledger.gaps()] == [(4, 8)]


def test_facts_in_hand_are_not_declared_missing(by_hand):
    """The tail may have moved on while the frame was on its way."""
    records = [(TILE, 3, 5), (TILE, 4, 6), (TILE, 5, 7)]
    assert by_hand.say(events(by_hand.board, 4, records, tail=6)) == [(7, 0)]
    assert list(by_hand.ledger.gaps()) == []


def test_a_frame_of_another_boot_is_ignored(by_hand):
    assert by_hand.say(events(by_hand.board, 4, [(TILE, 3, 5)], boot=0x2002)) == []
    assert by_hand.link.statistics.stale_frames == 1


@pytest.mark.parametrize("wrong", [{"count": 9}, {"count": 0}, {"tail": 50}])
def test_a_malformed_frame_changes_nothing(by_hand, wrong):
    assert by_hand.say(events(by_hand.board, 4, [(TILE, 3, 5)], **wrong)) == []
    assert (by_hand.link.next_seq, list(by_hand.ledger.gaps())) == (4, [])
    assert by_hand.link.statistics.odd_frames == 1


def test_unknown_kinds_are_kept_as_they_are(by_hand):
    assert by_hand.say(events(by_hand.board, 4, [(13, 200, 99)])) == [(5, 0)]
    fact = list(by_hand.ledger.facts())[-1]
    assert (fact.kind, fact.src, fact.data) == (13, 200, b"\x63")


def test_buttons_lie_behind_the_tiles(by_hand):
    by_hand.say(events(by_hand.board, 4, [(BUTTON, 0, 3)]))
    assert by_hand.link.state == bytes(24) + b"\x03"


def pong(board, now, head, *, tail=1, digest=None):
    digest = crc32(board.state) if digest is None else digest
    return board.frame(wire.PONG, board.sid, 0, pack("<IIIIIHBH", now, now, head, tail, digest, board.led_rev, 0, 0))


def test_a_pong_that_is_ahead_asks_for_a_rewind_unless_facts_are_coming(by_hand):
    board, now = by_hand.board, by_hand.run.now
    assert by_hand.say(pong(board, now, 5)) == [(4, wire.ACK_REWIND)]
    assert by_hand.say(events(board, 4, [(TILE, 3, 5)]), pong(board, now, 6)) == [(5, 0)]
    assert by_hand.say(pong(board, now, 6)) == [(5, wire.ACK_REWIND)]


def test_a_pong_declares_gaps_too(by_hand):
    by_hand.say(pong(by_hand.board, by_hand.run.now, 20, tail=15))
    assert [(gap.first, gap.last) for gap in by_hand.ledger.gaps()] == [(4, 14)]
    assert by_hand.link.next_seq == 15


def test_a_pong_from_before_changes_nothing(by_hand):
    assert by_hand.say(pong(by_hand.board, by_hand.run.now, 2, digest=1)) == []
    assert by_hand.link.is_whole


def test_a_hello_ack_declares_gaps_too(table):
    table.run.unplug()
    for at in range(100):
        table.board.set_tile(at % 24, at % 32)
    table.run.plug()
    table.run.run_for(1000)
    (gap,) = table.ledger.gaps()
    assert (gap.first, gap.last) == (4, 39)
    assert table.is_whole()


# ---- resume ----


def test_a_cable_pulled_and_plugged_in_costs_nothing(table):
    for at in range(40):
        table.board.set_tile(at % 24, at % 32)
        if at in (10, 20):
            table.run.unplug()
        if at in (15, 30):
            table.run.plug()
        table.run.run_for(20)
    table.run.run_for(500)
    assert table.numbers() == list(range(1, table.board.head))
    assert list(table.ledger.gaps()) == []
    assert table.is_whole()


def test_a_host_that_died_goes_on_where_its_ledger_stands(table):
    for at in range(30):
        table.board.set_tile(at % 24, at % 32)
        if at == 15:
            table.run.replace_link(table.new_link(seed=9))
        table.run.run_for(7)
    table.run.run_for(1000)
    assert table.numbers() == list(range(1, table.board.head))
    assert table.is_whole()


def test_a_restarted_board_begins_with_its_whole_state_and_ends_the_old_boot(table):
    table.board.set_tile(3, 5)
    table.run.run_for(100)
    old = table.board
    table.restart_board(boot_id=0x2002)
    table.board.set_tile(9, 1)
    table.run.run_for(3000)
    assert table.numbers(0x2002) == [1, 2, 3, 4]
    (gap,) = table.ledger.gaps(boot_id=old.boot_id)
    assert (gap.first, gap.last, gap.reason) == (old.head, None, REBOOT)
    assert table.link.state[3] == 0
    assert table.is_whole()


# ---- snapshots and the digest ----


def test_a_silent_change_on_the_board_is_found_and_becomes_an_inferred_fact(table):
    table.board.state[7] = 4
    table.run.run_for(1000)
    inferred = [fact for fact in table.ledger.facts() if fact.inferred]
    assert [(f.seq, f.as_of, f.kind, f.src, f.data) for f in inferred] == [(None, 4, TILE, 7, b"\x04")]
    assert table.link.statistics.digest_mismatches == 1
    assert len(table.of(Repaired)) == 1
    assert table.is_whole()


def test_a_silent_change_of_a_button_is_inferred_as_one(table):
    table.board.state[24] = 2
    table.run.run_for(1000)
    (fact,) = [fact for fact in table.ledger.facts() if fact.inferred]
    assert (fact.kind, fact.src, fact.data) == (BUTTON, 0, b"\x02")


def test_after_a_gap_the_state_is_repaired_and_only_the_difference_is_inferred(table):
    table.run.unplug()
    table.board.set_tile(0, 31)
    for at in range(80):
        table.board.set_tile(1 + at % 3, at % 32)
    table.run.plug()
    table.run.run_for(1000)
    inferred = [(fact.src, fact.data) for fact in table.ledger.facts() if fact.inferred]
    assert inferred == [(0, b"\x1f")]
    assert table.is_whole()


def test_a_boot_whose_beginning_was_lost_is_inferred_as_a_whole(make_table):
    table = make_table(ring=16)
    for at in range(60):
        table.board.set_tile(at % 24, at % 32)
    table.connect()
    inferred = [(fact.kind, fact.src) for fact in table.ledger.facts() if fact.inferred]
    assert inferred == [(BASELINE, 0), (BASELINE, 1), (BASELINE, 2)]
    assert table.is_whole()


def test_a_repaired_state_survives_a_new_host(make_table):
    table = make_table(ring=16)
    for at in range(60):
        table.board.set_tile(at % 24, at % 32)
    table.connect()
    table.board.set_tile(5, 9)
    table.board.set_buttons(1)
    table.run.run_for(300)
    table.run.replace_link(table.new_link(seed=5))
    table.run.run_for(1000)
    assert table.link.statistics.digest_mismatches == 0
    assert table.is_whole()


def test_a_board_without_state_has_an_empty_snapshot(make_table):
    table = make_table(tiles=0, buttons=0).connect()
    table.link.ask_snapshot(table.run.now)
    table.run.run_for(500)
    assert [repaired.inferred for repaired in table.of(Repaired)] == [[]]
    assert table.is_whole()
    assert [kind for kind, _ in table.board.requests].count(wire.SNAP_GET) == 1


def test_a_state_of_another_length_than_the_board_describes_teaches_nothing(table):
    before = table.link.state
    table.board.state = bytearray()
    table.run.run_for(2000)
    assert table.of(Repaired) == []
    assert table.link.state == before
    (trouble,) = table.of(Troubled)
    assert "its state should have 25 bytes, but it has 0" in trouble.sentence


def test_a_snapshot_is_held_until_the_stream_has_come_exactly_as_far(by_hand):
    """It says how things stood before fact 6; fact 6 must not be undone by it."""
    board, link, now = by_hand.board, by_hand.link, by_hand.run.now
    link.ask_snapshot(now)
    link.tick(now)
    state = bytearray(25)
    state[3], state[4], state[8] = 5, 6, 2
    token, rid = link._stream.repair._token, link._requests._current.rid
    link.received(board.frame(wire.SNAP, board.sid, rid, pack("<BIHH", token, 6, 25, 0) + state), now)
    assert not by_hand.of(Repaired)
    by_hand.say(events(board, 4, [(TILE, 3, 5), (TILE, 4, 6), (TILE, 4, 7), (TILE, 5, 1)]))
    (repaired,) = by_hand.of(Repaired)
    assert [(f.as_of, f.src, f.data) for f in repaired.inferred] == [(6, 8, b"\x02")]
    order = [(fact.seq, fact.as_of) for fact in by_hand.ledger.facts()][3:]
    assert order == [(4, None), (5, None), (None, 6), (6, None), (7, None)]
    assert bytes(link.state[3:9]) == bytes((5, 7, 1, 0, 0, 2))


def test_a_snapshot_that_was_overtaken_is_asked_for_again(by_hand):
    board, link, now = by_hand.board, by_hand.link, by_hand.run.now
    by_hand.say(events(board, 4, [(TILE, 3, 5), (TILE, 4, 6)]))
    link.ask_snapshot(now)
    link.tick(now)
    token, rid = link._stream.repair._token, link._requests._current.rid
    link.received(board.frame(wire.SNAP, board.sid, rid, pack("<BIHH", token, 5, 25, 0) + bytes(25)), now)
    assert not by_hand.of(Repaired)
    assert link.state[3] == 5
    assert link._stream.repair.is_under_way
    assert link._stream.repair._token != token


def test_a_snapshot_of_a_future_that_the_board_does_not_have_is_dropped(by_hand):
    board, link, now = by_hand.board, by_hand.link, by_hand.run.now
    link.ask_snapshot(now)
    link.tick(now)
    token, rid = link._stream.repair._token, link._requests._current.rid
    link.received(board.frame(wire.SNAP, board.sid, rid, pack("<BIHH", token, 4_000_000, 1, 0) + b"\x01"), now)
    by_hand.say(pong(board, now, 4))
    by_hand.run.run_for(500)
    assert by_hand.is_whole()


def test_a_snapshot_taken_while_much_happens_still_ends_in_the_right_state(make_table):
    table = make_table(ring=24).connect()
    for at in range(400):
        table.board.set_tile(at * 7 % 24, at % 32)
        if at % 97 == 0:
            table.run.unplug()
            table.run.run_for(80)
            for more in range(30):  # more than the ring keeps
                table.board.set_tile(more % 24, (at + more) % 32)
            table.run.plug()
        table.run.run_for(1 + at % 5)
    table.run.run_for(2000)
    assert table.is_whole()
    covered, gaps = set(table.numbers()), list(table.ledger.gaps())
    assert len(gaps) >= 3
    for gap in gaps:
        covered |= set(range(gap.first, gap.last + 1))
    assert covered == set(range(1, table.board.head))


def test_a_wrong_digest_is_not_compared_while_facts_are_missing(by_hand):
    by_hand.say(pong(by_hand.board, by_hand.run.now, 5, digest=123))
    assert by_hand.link.statistics.digest_mismatches == 0
