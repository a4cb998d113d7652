"""The handshake and the session, rule by rule."""

import re
from itertools import pairwise
from struct import pack

import pytest

from firmware import wire
from host.ledger import LedgerError
from host.link import Connected, Crashed, Described, Link, Logged, Lost, Outcome, Refused, Troubled, read_statistics
from tests.host.link.scripted_board import UID, ScriptedBoard


def decode(data):
    decoder, frames, at = wire.Decoder(), [], 0
    while at < len(data):
        at = decoder.feed(data, at, len(data))
        if decoder.length:
            frames.append(bytes(decoder.raw[: decoder.length - 4]))
    return frames


def kinds(data):
    return [frame[0] for frame in decode(data)]


class Fresh:
    """A link without a driver, to be talked to by hand."""

    def __init__(self, table, seed=1):
        self.link = table.new_link(seed)
        self.board = ScriptedBoard()

    def banner(self, **change):
        for name, value in change.items():
            setattr(self.board, name, value)
        return self.board.frame(wire.BANNER, 0, 0, self.board.banner_payload())


@pytest.fixture
def fresh(make_table):
    return Fresh(make_table())


# ---- the handshake ----


def test_the_first_bytes_are_the_probe(fresh):
    fresh.link.opened(0)
    assert fresh.link.take() == b"\x00DF1?\x00"
    assert fresh.link.phase == "probing"


def test_the_probe_is_sent_three_times_150_ms_apart_then_more_slowly(fresh):
    link, sent = fresh.link, []
    link.opened(0)
    while link.due < 2000:
        sent.append((link.due, link.take()))
        link.tick(link.due)
    assert [at for at, data in sent if data] == [150, 300, 450, 950, 1450, 1950]


def test_the_golden_hello(fresh):
    fresh.link.opened(0)
    fresh.link.take()
    fresh.link.received(fresh.banner(), 10)
    (hello,) = decode(fresh.link.take())
    assert hello[0] == wire.HELLO
    assert 1 <= hello[1] <= 255
    assert hello[3:] == bytes.fromhex("01 01100000 01000000")
    assert fresh.link.phase == "greeting"


def test_hello_is_repeated_with_the_same_numbers_then_the_port_is_probed_again(fresh):
    link = fresh.link
    link.opened(0)
    link.take()
    link.received(fresh.banner(), 10)
    hellos = [link.take()]
    for now in (310, 610, 910):
        link.tick(now)
        hellos.append(link.take())
    assert len(set(hellos)) == 1
    link.tick(1210)
    assert (link.phase, link.take()) == ("probing", wire.PROBE)


def test_garbage_before_the_banner_does_no_harm(fresh):
    fresh.link.opened(0)
    fresh.link.take()
    fresh.link.received(b"Traceback (most recent call last):\r\n" + fresh.banner(), 10)
    assert fresh.link.phase == "greeting"


@pytest.mark.parametrize(
    ("versions", "words"),
    [((2, 3), "version 2 to 3 .* speaks version 1. Update Deadfall"), ((0, 0), "version 0 .* 1. Update the board's")],
)
def test_another_version_is_refused_with_a_sentence_that_names_both(fresh, versions, words):
    fresh.link.opened(0)
    fresh.link.take()
    fresh.link.received(fresh.banner(proto=versions), 10)
    assert fresh.link.phase == "probing"
    assert not fresh.link.take()
    assert re.search(words, fresh.link.sentence)


def test_a_board_with_new_firmware_is_taken_up_later(make_table):
    table = make_table(proto=(2, 2))
    table.run.plug()
    table.run.run_for(3000)
    assert table.link.phase == "probing"
    assert len(table.of(Refused)) == 1
    table.board.proto = (1, 2)
    table.run.run_for(3000)
    assert table.link.phase == "live"


@pytest.mark.parametrize("answer", [b"\r\n>>> ", b"DF1?"])
def test_a_prompt_instead_of_firmware_is_recognised(fresh, answer):
    link = fresh.link
    link.opened(0)
    link.received(answer, 5)
    for now in (150, 300, 450):
        link.tick(now)
    assert "MicroPython prompt" in link.sentence


def test_an_echo_is_no_prompt_when_a_banner_follows(fresh):
    fresh.link.opened(0)
    fresh.link.received(b"\x00DF1?\x00" + fresh.banner(), 5)
    assert fresh.link.phase == "greeting"


def test_silence_is_a_sentence_and_then_a_reason_to_open_the_port_anew(fresh):
    link = fresh.link
    link.opened(0)
    while not link.wants_reopen:
        link.tick(link.due)
    assert link.phase == "lost"
    assert "Nothing on this port answers" in link.sentence
    link.closed(6000)
    link.opened(6050)
    assert link.phase == "probing"
    assert link.take() == wire.PROBE


def test_a_stale_banner_of_an_earlier_boot_costs_one_more_round(make_table):
    table = make_table(boot_id=2)
    stale = ScriptedBoard(boot_id=1)
    table.run.plug()
    table.link.received(stale.frame(wire.BANNER, 0, 0, stale.banner_payload()), 0)
    table.run.run_for(500)
    assert table.link.phase == "live"
    assert [boot.boot_id for boot in table.ledger.boots()] == [2]


def test_a_ledger_ahead_of_the_board_is_refused_with_a_sentence(make_table):
    table = make_table().connect()
    for at in range(5):
        table.board.set_tile(at, 1)
    table.run.run_for(200)
    table.restart_board(boot_id=table.board.boot_id)
    table.run.run_for(6000)
    assert table.link.phase == "probing"
    assert "refused to go on at event" in table.link.sentence
    assert "Unplug the board and plug it in again" in table.link.sentence


def test_an_unreadable_ledger_is_a_sentence_and_tried_again(make_table, monkeypatch):
    table = make_table()
    working = table.ledger.cursor

    def broken(uid, boot_id):
        raise LedgerError("The ledger is on a disk that is gone.")

    monkeypatch.setattr(table.ledger, "cursor", broken)
    table.run.plug()
    table.run.run_for(500)
    assert table.link.sentence == "The ledger is on a disk that is gone."
    monkeypatch.setattr(table.ledger, "cursor", working)
    table.run.run_for(3000)
    assert table.link.phase == "live"


@pytest.mark.parametrize("method", ["cursor", "commit", "state", "board"])
def test_a_ledger_that_fails_at_any_moment_is_tried_again(make_table, monkeypatch, method):
    table = make_table()
    working = getattr(table.ledger, method)
    calls = iter(range(1000))

    def sometimes(*args):
        if next(calls) % 2 == 0:
            raise LedgerError("The disk is not there now.")
        return working(*args)

    monkeypatch.setattr(table.ledger, method, sometimes)
    table.run.plug()
    table.run.run_for(10_000)
    table.run.unplug()
    table.run.plug()
    table.run.run_for(10_000)
    assert next(calls)
    assert "The disk is not there now." in [h.sentence for h in table.heard if isinstance(h, (Refused, Troubled))]
    monkeypatch.undo()
    table.run.run_for(5000)
    assert table.is_whole()


@pytest.mark.parametrize(("tail", "head"), [(9, 3), (0, 0)])
def test_a_hello_ack_that_contradicts_itself_is_not_believed_and_is_a_sentence(fresh, tail, head):
    link = fresh.link
    link.opened(0)
    link.take()
    link.received(fresh.banner(), 10)
    (hello,) = decode(link.take())
    answer = pack("<IIIHB", 1, tail, head, 384, 192)
    link.received(fresh.board.frame(wire.HELLO_ACK, hello[1], hello[2], answer), 20)
    assert link.phase == "probing"
    assert "that cannot be" in link.sentence
    assert "Unplug the board" in link.sentence


def test_a_boot_is_still_new_after_a_hello_ack_that_made_no_sense(make_table):
    table = make_table()
    honest, spoilt = table.board.send, []

    def send(kind, sid, rid, payload):
        if kind == wire.HELLO_ACK and not spoilt:
            spoilt.append(payload)
            payload = pack("<IIIHB", 1, 9, 3, 384, 192)
        return honest(kind, sid, rid, payload)

    table.board.send = send
    table.run.plug()
    table.run.run_for(3000)
    assert spoilt
    assert table.of(Connected) == [Connected(UID.hex(), 0x1001, True)]


@pytest.mark.parametrize("method", ["commit", "state"])
def test_a_boot_is_still_new_after_the_ledger_failed(make_table, monkeypatch, method):
    table = make_table()
    working, failures = getattr(table.ledger, method), []

    def once(*args):
        if not failures:
            failures.append(args)
            raise LedgerError("The disk is not there now.")
        return working(*args)

    monkeypatch.setattr(table.ledger, method, once)
    table.run.plug()
    table.run.run_for(4000)
    assert table.of(Connected) == [Connected(UID.hex(), 0x1001, True)]


# ---- the session ----


def test_a_session_tells_who_is_there(table):
    assert table.of(Connected) == [Connected(UID.hex(), 0x1001, True)]
    assert table.link.uid == UID.hex()
    assert table.link.banner.firmware == "9.8.7"
    assert table.ledger.boards() == {UID.hex(): "scripted"}


def test_a_name_that_could_not_be_written_is_written_with_the_next_pong(make_table, monkeypatch):
    table = make_table()
    working, failures = table.ledger.board, []

    def sometimes(*args):
        if len(failures) < 3:
            failures.append(args)
            raise LedgerError("The disk is full.")
        working(*args)

    monkeypatch.setattr(table.ledger, "board", sometimes)
    table.run.plug()
    table.run.run_for(2000)
    assert table.ledger.boards() == {UID.hex(): "scripted"}
    assert table.of(Troubled) == [Troubled(UID.hex(), "The disk is full.")]


def test_a_name_that_can_never_be_written_is_given_up(make_table, monkeypatch):
    table = make_table()
    tries = []

    def broken(*args):
        tries.append(args)
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(table.ledger, "board", broken)
    table.connect()
    table.run.run_for(60_000)
    assert 2 <= len(tries) <= 20
    assert table.link.phase == "live"


def test_capabilities_are_fetched_once_in_pieces_and_then_known(table):
    assert table.link.caps["tiles"] == 24
    asked = [kind for kind, _ in table.board.requests].count(wire.CAPS_GET)
    assert asked == -(-len(table.board.caps) // 60)
    table.run.unplug()
    table.run.plug()
    table.run.run_for(500)
    assert [kind for kind, _ in table.board.requests].count(wire.CAPS_GET) == asked
    assert len(table.of(Described)) == 2


def test_capabilities_with_another_checksum_are_not_believed(make_table):
    table = make_table()
    honest = table.board.banner_payload()
    table.board.banner_payload = lambda: honest[:-4] + b"\x00\x00\x00\x01"
    table.run.plug()
    table.run.run_for(3500)
    assert table.link.caps == {}
    assert [kind for kind, _ in table.board.requests].count(wire.CAPS_GET) >= 6


def test_capabilities_that_make_no_sense_are_a_sentence(make_table):
    table = make_table(caps={"tiles": "many"}).connect()
    assert [trouble.uid for trouble in table.of(Troubled)] == [UID.hex()]


def test_pings_come_four_times_a_second_and_not_evenly(table):
    sent = []
    table.run.to_board = lambda data, now: sent.extend(now for kind in kinds(data) if kind == wire.PING) or data
    table.run.run_for(10_000)
    gaps = {b - a for a, b in pairwise(sent)}
    assert 38 <= len(sent) <= 42
    assert min(gaps) >= 237
    assert max(gaps) <= 265
    assert len(gaps) > 3


def test_three_seconds_without_a_pong_open_the_port_anew(table):
    table.run.to_host = lambda data, now: b""
    start = table.run.now
    table.run.run_while(lambda: table.link.phase == "live", 10_000)
    assert 2500 <= table.run.now - start <= 3500
    assert "three seconds" in table.of(Lost)[-1].sentence
    table.run.to_host = lambda data, now: data
    table.run.run_for(1000)
    assert table.link.phase == "live"
    assert table.link.statistics.reconnects == 1


def test_a_board_that_restarts_behind_an_open_port_is_found_within_two_seconds(table):
    table.restart_board(boot_id=77)
    start = table.run.now
    assert table.run.run_while(lambda: table.link.boot_id != 77, 5000)
    assert table.run.now - start < 2000
    assert table.of(Connected)[-1] == Connected(UID.hex(), 77, True)


def test_a_late_banner_does_not_disturb_a_session(table):
    table.link.received(table.board.frame(wire.BANNER, 0, 0, table.board.banner_payload()), table.run.now)
    assert table.link.phase == "live"


def test_frames_of_an_earlier_session_are_ignored(table):
    stale = pack("<HIIIB", table.board.boot_id & 0xFFFF, table.board.head, 1, 0, 1) + b"\x21\x00\x00\x00\x05"
    other_sid = table.board.sid % 255 + 1
    table.link.received(table.board.frame(wire.EVENTS, other_sid, 0, stale), table.run.now)
    assert table.link.next_seq == table.board.head
    assert table.link.statistics.stale_frames == 1


def test_each_session_has_a_new_number(table):
    seen = [table.board.sid]
    for _ in range(5):
        table.run.unplug()
        table.run.plug()
        table.run.run_for(300)
        seen.append(table.board.sid)
    assert all(a != b for a, b in pairwise(seen))
    assert all(1 <= sid <= 255 for sid in seen)


def test_goodbye_is_said(table):
    table.link.goodbye(table.run.now)
    table.board.step(table.run.now, table.link.take())
    assert table.board.said_bye
    assert table.link.phase == "closed"


def test_closing_the_port_ends_the_session_and_its_requests(table):
    outcomes = []
    table.link.ask_statistics(lambda outcome, now: outcomes.append(outcome), table.run.now)
    table.run.unplug()
    assert table.of(Lost)
    assert [outcome.ok for outcome in outcomes] == [False]
    table.link.received(b"\x00whatever\x00", table.run.now)
    assert table.link.phase == "closed"


def test_a_log_line_is_told(table):
    table.link.received(
        table.board.frame(wire.LOG, table.board.sid, 0, b"\x01\x02\x00reader 3 is silent \xff"), table.run.now
    )
    assert table.of(Logged) == [Logged(UID.hex(), 1, "reader 3 is silent \N{REPLACEMENT CHARACTER}", 2)]


def test_a_crash_record_is_fetched_when_the_board_says_that_it_has_one(table):
    table.board.fault = b"IndexError: tile 99"
    table.board.flags = wire.FLAG_FAULT
    table.run.run_for(2000)
    assert table.of(Crashed) == [Crashed(UID.hex(), 1, "IndexError: tile 99")]


def test_unknown_frames_and_trailing_bytes_do_no_harm(table):
    link, board = table.link, table.board
    link.received(board.frame(0xE7, board.sid, 0, b"from the future"), table.run.now)
    pong = pack("<IIIIIHBH", table.run.now, table.run.now, board.head, 1, 0, 0, 0, 0) + b"more"
    link.received(board.frame(wire.PONG, board.sid, 0, pong), table.run.now)
    table.run.run_for(500)
    assert table.is_whole()


def test_a_listener_hears_facts_only_once_they_are_on_disk(make_table):
    table = make_table()
    on_disk = []
    table.run.link = Link(
        table.ledger, listener=lambda h: on_disk.append((h, len(table.numbers()))) if hasattr(h, "facts") else None
    )
    table.run.plug()
    table.run.run_for(500)
    assert [len(h.facts) <= count for h, count in on_disk] == [True] * len(on_disk) != []


# ---- requests ----


def ask(table, method, *args, **more):
    outcomes: list[Outcome] = []
    getattr(table.link, method)(*args, lambda outcome, now: outcomes.append(outcome), table.run.now, **more)
    table.run.run_for(3000)
    (outcome,) = outcomes
    return outcome


def test_statistics_of_the_board(table):
    outcome = ask(table, "ask_statistics")
    assert read_statistics(outcome.data) == {"ticks": 7, "late_ticks": 8, "worst_tick_us": 9}


def test_configuration_is_read_and_written_in_pieces(table):
    text = b'{"name": "' + b"long " * 100 + b'"}'
    assert ask(table, "write_config", text).ok
    assert table.board.config == text
    assert ask(table, "ask_config").data == text


def test_a_request_without_an_answer_is_repeated_four_times_with_the_same_number(table):
    sent = []

    def swallow(data, now):
        frames = [frame for frame in decode(data) if frame[0] == wire.STATS_GET]
        sent.extend((now, frame) for frame in frames)
        return b"" if frames else data

    table.run.to_board = swallow
    outcome = ask(table, "ask_statistics")
    assert (outcome.ok, outcome.text) == (False, "The board gave no answer in 4 tries.")
    assert len({frame for _, frame in sent}) == 1
    assert [now - sent[0][0] for now, _ in sent] == [0, 300, 600, 900]


def test_a_lost_answer_is_asked_for_again(table):
    lost = []

    def lose_first(data, now):
        if not lost and wire.STATS in kinds(data):
            lost.append(data)
            return b""
        return data

    table.run.to_host = lose_first
    assert ask(table, "ask_statistics").ok
    assert table.link.statistics.retried_requests == 1


def test_one_request_is_under_way_at_a_time(table):
    most = []
    table.run.to_board = lambda data, now: most.append(kinds(data).count(wire.STATS_GET)) or data
    for _ in range(5):
        table.link.ask_statistics(lambda outcome, now: None, table.run.now)
    table.run.run_for(500)
    assert max(most) == 1
    assert sum(most) == 5


def test_a_refused_request_says_why(table):
    outcome = ask(table, "ask", 0x6F, b"", wire.RESP)
    assert outcome.status == wire.UNSUPPORTED
    assert outcome.text == "The board's firmware does not know this request. Update the firmware."


def test_a_request_without_a_session_fails_at_once(make_table):
    table = make_table()
    outcome = ask(table, "ask_statistics")
    assert outcome.text.startswith("There is no session with a board.")


def test_a_request_that_no_frame_can_hold_is_refused(table):
    outcome = ask(table, "ask", wire.CFG_SET, bytes(wire.MAX_PAYLOAD + 1), wire.RESP)
    assert (outcome.ok, outcome.status) == (False, wire.BAD_REQUEST)
    assert "at most 185 bytes" in outcome.text
    assert ask(table, "ask_statistics").ok


def test_every_request_gets_its_outcome_although_a_callback_fails(table):
    outcomes = []

    def fail(outcome, now):
        raise RuntimeError("The callback has a bug.")

    table.link.ask_statistics(fail, table.run.now)
    table.link.ask_statistics(lambda outcome, now: outcomes.append(outcome), table.run.now)
    with pytest.raises(RuntimeError):
        table.run.unplug()
    assert [outcome.ok for outcome in outcomes] == [False]
    assert table.link.phase == "closed"


# ---- restarts on request ----


def restart_without_answer(table, boot_id=77):
    """The board restarts on REBOOT before its answer has left it, as USB may have it."""

    def watch(data, now):
        if wire.REBOOT in kinds(data):
            table.restart_board(boot_id)
            return b""
        return data

    table.run.to_board = watch


def test_a_board_that_restarts_before_it_answers_has_obeyed(table):
    restart_without_answer(table)
    assert ask(table, "ask_reboot", wire.REBOOT_RUN).ok
    assert table.link.boot_id == 77


def test_a_port_that_vanishes_upon_a_reboot_has_obeyed(table):
    outcomes = []
    table.run.to_host = lambda data, now: b""
    table.link.ask_reboot(wire.REBOOT_LOADER, lambda outcome, now: outcomes.append(outcome), table.run.now)
    table.run.run_for(50)
    table.run.unplug()
    assert [outcome.ok for outcome in outcomes] == [True]


def test_a_reboot_that_was_never_sent_has_failed(table):
    outcomes = []
    table.link.ask_reboot(wire.REBOOT_RUN, lambda outcome, now: outcomes.append(outcome), table.run.now)
    table.run.unplug()
    assert [outcome.ok for outcome in outcomes] == [False]


def test_a_board_that_stays_as_it_is_has_not_obeyed(table):
    table.run.to_board = lambda data, now: b"" if wire.REBOOT in kinds(data) else data
    outcome = ask(table, "ask_reboot", wire.REBOOT_RUN)
    assert (outcome.ok, outcome.text) == (False, "The board gave no answer in 4 tries.")


def test_a_refused_reboot_has_failed(table):
    table.board.refusals[wire.REBOOT] = wire.BAD_REQUEST
    assert ask(table, "ask_reboot", 9).status == wire.BAD_REQUEST


# ---- bounds ----


def test_the_queue_is_bounded(table):
    outcomes = []
    for _ in range(200):
        table.link.ask_statistics(lambda outcome, now: outcomes.append(outcome), table.run.now)
    assert {outcome.status for outcome in outcomes} == {wire.TRY_LATER}
    table.run.run_for(5000)
    assert len(outcomes) == 200
    assert sum(outcome.ok for outcome in outcomes) == 64


def test_no_session_has_the_number_of_the_one_before(fresh):
    link, numbers = fresh.link, []
    for now in range(0, 2_000_000, 1000):
        link.opened(now)
        link.take()
        link.received(fresh.banner(), now)
        (hello,) = decode(link.take())
        numbers.append(hello[1])
        link.closed(now)
    assert all(one != next_ for one, next_ in pairwise(numbers))
    assert set(numbers) == set(range(1, 256))
