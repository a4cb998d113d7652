"""What a link counts: nothing before it begins, and then every single thing, once."""

from struct import pack

import pytest

from firmware import wire
from firmware.wire import TILE
from host.ledger import OVERFLOW, Gap, LedgerError
from host.link import Missed, Repaired, Statistics, read_statistics
from tests.host.link.scripted_board import ScriptedBoard
from tests.host.link.test_session import decode
from tests.host.link.test_stream import events, pong


def counted(table):
    return table.link.statistics.as_dict()


@pytest.fixture
def growth(table):
    """Call it to get what has been counted since the last call, without bytes, frames and times."""
    known = counted(table)
    apart = {"bytes_in", "bytes_out", "frames_in", "frames_out", "rtt_min", "rtt_last"}

    def since():
        now = counted(table)
        grown = {name: now[name] - known[name] for name in now if now[name] != known[name] and name not in apart}
        known.update(now)
        return grown

    return since


def hear(table, *frames):
    table.link.received(b"".join(frames), table.run.now)


def test_a_link_that_has_not_begun_has_counted_nothing(make_table):
    found = counted(make_table())
    assert {name for name, value in found.items() if value} == {"rtt_min", "rtt_last"}
    assert (found["rtt_min"], found["rtt_last"]) == (-1, -1)
    assert Statistics().as_dict() == found


def test_every_byte_and_frame_on_the_line_is_counted(make_table):
    table = make_table()
    line = {"out": b"", "in": b""}

    def tap(way):
        def passed(data, now):
            line[way] += data
            return data

        return passed

    table.run.to_board, table.run.to_host = tap("out"), tap("in")
    table.connect()
    for at in range(50):
        table.board.set_tile(at % 24, 1 + at % 30)
        table.run.run_for(7)
    table.run.run_for(1)
    found = table.link.statistics
    assert (found.bytes_out, found.bytes_in) == (len(line["out"]), len(line["in"]))
    assert (found.frames_out, found.frames_in) == (len(decode(line["out"])), len(decode(line["in"])))
    assert (found.bad_frames, found.odd_frames, found.stale_frames) == (0, 0, 0)


def test_bytes_and_frames_that_come_while_nobody_listens(make_table):
    link = make_table().link
    link.received(b"\0whatever\0", 5)
    assert (link.statistics.bytes_in, link.statistics.frames_in) == (10, 0)


def test_the_first_session_is_no_reconnection_and_each_other_is_one(make_table):
    assert [Statistics(sessions=count).reconnects for count in range(4)] == [0, 0, 1, 2]
    table = make_table()
    for count in (1, 2, 3):
        table.connect()
        assert (counted(table)["sessions"], counted(table)["reconnects"]) == (count, count - 1)
        table.run.unplug()


def test_facts_commits_and_duplicates(table, growth):
    frame = events(table.board, 4, [(TILE, 3, 5), (TILE, 4, 6)])
    hear(table, frame)
    assert growth() == {"facts": 2, "commits": 1}
    hear(table, frame)
    assert growth() == {"duplicates": 2}
    hear(table, events(table.board, 5, [(TILE, 4, 6), (TILE, 5, 7), (TILE, 5, 8)]))
    assert growth() == {"facts": 2, "commits": 1, "duplicates": 1}


def test_commits_that_failed(table, growth, monkeypatch):
    def full(batch):
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(table.ledger, "commit", full)
    for count in range(3):
        hear(table, events(table.board, 4, [(TILE, 3, 5)]))
        assert table.link.statistics.failed_commits == count + 1
    assert growth() == {"failed_commits": 3}


def test_gaps_and_what_is_missing_in_them(table, growth):
    hear(table, events(table.board, 5, [(TILE, 3, 5)], tail=5))
    assert growth() == {"gaps": 1, "missing": 1, "facts": 1, "commits": 1}
    hear(table, events(table.board, 16, [(TILE, 3, 6)], tail=16))
    assert growth() == {"gaps": 1, "missing": 10, "facts": 1, "commits": 1}
    assert [happening.gap.last for happening in table.of(Missed)] == [4, 15]
    assert "lost one change" in table.of(Missed)[0].sentence
    assert "lost 10 changes" in table.of(Missed)[1].sentence


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (4, 4, "lost one change "),
        (4, 5, "lost 2 changes "),
        (1, 12_345, "lost 12,345 changes "),
        (4, None, "lost one "),
    ],
)
def test_how_much_was_missed_is_said_in_words(first, last, words):
    assert words in Missed("uid", Gap(first, last, OVERFLOW, 0)).sentence


def test_what_had_to_be_asked_for_again(table, growth):
    hear(table, events(table.board, 6, [(TILE, 3, 5)]))
    assert growth() == {"resends_asked": 1}
    hear(table, events(table.board, 4, [(TILE, 3, 5)]))
    assert growth() == {"facts": 1, "commits": 1}, "an ordinary ACK asks for nothing"


def test_frames_that_are_stale_odd_or_bad(table, growth):
    board, link = table.board, table.link
    other = board.sid % 255 + 1
    hear(table, board.frame(wire.PONG, other, 0, bytes(25)), board.frame(wire.RESP, 0, 1, b"\1\0"))
    assert growth() == {"stale_frames": 2}
    hear(table, events(board, 4, [(TILE, 3, 5)], boot=0x2002))
    assert growth() == {"stale_frames": 1}
    hear(table, board.frame(0xE7, board.sid, 0, b"?"), board.frame(wire.HELLO, board.sid, 0, bytes(9)))
    assert growth() == {"odd_frames": 2}
    hear(table, board.frame(wire.PONG, board.sid, 0, bytes(24)), board.frame(wire.BANNER, 0, 0, b"short"))
    assert growth() == {"odd_frames": 2}
    hear(table, events(board, 4, [(TILE, 3, 5)], count=9))
    assert growth() == {"odd_frames": 1}
    hear(table, b"\0" + b"rubbish" + b"\0")
    assert growth() == {"bad_frames": 1}
    hear(table, pong(board, table.run.now, head=4, tail=5))
    assert growth() == {"odd_frames": 1}
    assert link.phase == "live"


def test_a_hello_ack_that_makes_no_sense_is_odd(make_table):
    link, board = make_table().link, ScriptedBoard()
    link.opened(0)
    link.take()
    link.received(board.frame(wire.BANNER, 0, 0, board.banner_payload()), 10)
    (hello,) = decode(link.take())
    link.received(board.frame(wire.HELLO_ACK, hello[1], hello[2], pack("<IIIHB", 1, 9, 3, 384, 192)), 20)
    assert link.statistics.odd_frames == 1


def test_digests_snapshots_and_what_they_taught(table, growth):
    table.board.state[7] = 4
    table.board.state[9] = 5
    table.run.run_for(1000)
    assert growth() == {"digest_mismatches": 1, "snapshots": 1, "inferred": 2, "commits": 1}
    table.link.ask_snapshot(table.run.now)
    table.run.run_for(1000)
    assert growth() == {"snapshots": 1}
    assert [len(repaired.inferred) for repaired in table.of(Repaired)] == [2, 0]


def test_requests_that_were_repeated_and_that_failed(table, growth):
    outcomes = []

    def done(outcome, now):
        outcomes.append(outcome)

    table.link.ask_statistics(done, table.run.now)
    table.run.run_for(100)
    assert growth() == {}
    table.board.refusals[wire.STATS_GET] = wire.REFUSED
    table.link.ask_statistics(done, table.run.now)
    table.run.run_for(100)
    assert growth() == {"failed_requests": 1}
    table.run.to_board = lambda data, now: b"" if wire.STATS_GET in [frame[0] for frame in decode(data)] else data
    table.link.ask_statistics(done, table.run.now)
    table.run.run_for(3000)
    assert growth() == {"retried_requests": 3, "failed_requests": 1}
    assert [outcome.ok for outcome in outcomes] == [True, False, False]


def test_the_boards_own_count_of_bad_frames(table):
    board, now = table.board, table.run.now
    body = pack("<IIIIIHBH", now, now, board.head, 1, 0, board.led_rev, 0, 513)
    hear(table, board.frame(wire.PONG, board.sid, 0, body))
    assert table.link.statistics.board_drops == 513


def test_the_shortest_and_the_last_round_trip():
    statistics, found = Statistics(), []
    for rtt in (7, 9, 3, 5, 0, 2):
        statistics.note_rtt(rtt)
        found.append((statistics.rtt_min, statistics.rtt_last))
    assert found == [(7, 7), (7, 9), (3, 3), (3, 5), (0, 0), (0, 2)]


@pytest.mark.parametrize("way", range(3))
def test_the_round_trip_is_what_a_ping_takes(table, way):
    now = table.run.now + 10_000
    body = pack("<IIIIIHBH", now - way, now, table.board.head, 1, 0, 0, 0, 0)
    table.link.received(table.board.frame(wire.PONG, table.board.sid, 0, body), now)
    assert table.link.statistics.rtt_last == way


# ---- the board's own counters ----


def test_the_counters_of_a_board_are_read_in_order():
    names = list(wire.STATS_NAMES)
    values = [1000 + at for at in range(len(names))]
    payload = bytes((len(names),)) + b"".join(pack("<I", value) for value in values)
    assert list(read_statistics(payload).items()) == list(zip(names, values, strict=True))
    assert read_statistics(payload + pack("<I", 5)) == dict(zip(names, values, strict=True)), "one that is unknown"


@pytest.mark.parametrize(("size", "whole"), [(0, 0), (1, 0), (4, 0), (5, 1), (8, 1), (9, 2)])
def test_only_whole_counters_are_read(size, whole):
    names = list(wire.STATS_NAMES)[:whole]
    assert read_statistics((b"\2" + pack("<II", 1 << 24, 2))[:size]) == dict(zip(names, (1 << 24, 2), strict=False))
