"""How sessions end, and what a person is told each time: the right words, in the right place, in the right phase."""

from struct import pack

import pytest

from firmware import wire
from host.link import CLOSED, GREETING, LIVE, LOST, PROBING, Connected, Crashed, Link, Logged, Lost, Refused, Troubled
from tests.host.link.page import told
from tests.host.link.test_session import kinds
from tests.host.link.test_stream import pong

ODD_PONGS, ODD_FRAMES = told("session.py", "ODD_PONGS"), told("session.py", "ODD_FRAMES")
SILENT, UNANSWERED = told("heartbeat.py", "SILENT_PINGS"), told("heartbeat.py", "UNANSWERED_PINGS")


@pytest.fixture
def watched(make_table):
    """A live table; ``phases`` tells in which phase, and with which sentence of the link, each thing was heard."""
    table = make_table()
    table.phases = []

    def hear(happening):
        table.heard.append(happening)
        table.phases.append((type(happening), table.link.phase, table.link.sentence))

    table.run.link = Link(table.ledger, listener=hear, seed=1)
    return table.connect()


def unplug(table):
    table.run.unplug()


def leave(table):
    table.link.goodbye(table.run.now)


def fall_silent(table):
    table.run.to_host = lambda data, now: b""
    table.run.run_while(lambda: table.link.phase == LIVE, 10_000)


def restart(table):
    table.restart_board(boot_id=77)
    table.run.run_while(lambda: not table.of(Lost), 10_000)


def contradict(table):
    for _ in range(ODD_PONGS):
        table.link.received(pong(table.board, table.run.now, head=9, tail=10), table.run.now)


def echo_wrongly(table):
    for _ in range(ODD_PONGS):
        table.link.received(pong(table.board, table.run.now + 5, head=table.board.head), table.run.now)


def leave_the_firmware(table):
    table.link.ask_reboot(wire.REBOOT_REPL, lambda outcome, now: None, table.run.now)
    table.run.run_while(lambda: table.link.phase == LIVE, 1_000)


ENDINGS = {
    unplug: ("The port is closed.", CLOSED),
    leave: ("The session was ended.", CLOSED),
    fall_silent: ("has not answered for three seconds", LOST),
    restart: ("has lost the session", LOST),
    contradict: ("events go from 10 to below 9, while those below 4 were taken", LOST),
    echo_wrongly: ("times that it was not sent", LOST),
    leave_the_firmware: ("has left its firmware", LOST),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_has_its_words_and_its_phase(watched, ending):
    words, phase = ENDINGS[ending]
    ending(watched)
    (lost,) = watched.of(Lost)
    assert words in lost.sentence
    assert lost.uid == watched.link.uid
    assert [(told_in, sentence) for kind, told_in, sentence in watched.phases if kind is Lost] == [
        (phase, lost.sentence)
    ]


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_ends_the_requests_and_a_request_under_way_is_open(watched, ending):
    outcomes = []
    watched.link.ask(0x6E, b"", 0x6D, lambda outcome, now: outcomes.append((outcome.ok, outcome.is_open)), 0)
    watched.board.refusals[0x6E] = (0x6C, b"no answer to that")
    watched.link.tick(watched.run.now)
    watched.link.ask_statistics(lambda outcome, now: outcomes.append((outcome.ok, outcome.is_open)), watched.run.now)
    if ending is leave_the_firmware:
        watched.link._reopen("The board has left its firmware.", watched.run.now)
    else:
        ending(watched)
    assert [ok for ok, _ in outcomes] == [False, False]
    assert outcomes[0][1]
    assert not watched.link.is_whole
    assert not watched.link.is_confirmed


@pytest.mark.parametrize("ending", ENDINGS)
def test_only_a_board_that_is_silent_or_has_left_its_firmware_needs_its_port_opened_anew(watched, ending):
    told_board = []
    watched.run._plugged = told_board.append
    ending(watched)
    watched.run.run_for(200)
    expected = {fall_silent: [False, True], leave_the_firmware: [False, True], unplug: [False]}
    assert told_board == expected.get(ending, [])
    assert not watched.link.wants_reopen


@pytest.mark.parametrize("ending", [contradict, echo_wrongly])
def test_a_board_that_contradicts_itself_is_greeted_again_later(watched, ending):
    ending(watched)
    assert watched.link.sentence == watched.of(Lost)[0].sentence
    assert watched.of(Refused) == [], "it was said already"
    assert watched.link.phase == PROBING
    pause = told("greeting.py", "REFUSED_MS")
    assert watched.link.due == watched.run.now + pause
    watched.run.run_for(pause - 1)
    assert len(watched.of(Connected)) == 1
    watched.run.run_for(200)
    assert len(watched.of(Connected)) == 2


@pytest.mark.parametrize("wrong", ["tail", "head", "echo"])
def test_odd_pongs_end_a_session_only_in_a_row(watched, wrong):
    board, now = watched.board, watched.run.now
    frames = {
        "tail": pong(board, now, head=4, tail=5),
        "head": pong(board, now, head=3),
        "echo": pong(board, now + 1, head=4),
    }
    for _ in range(3):
        for _ in range(ODD_PONGS - 1):
            watched.link.received(frames[wrong], now)
        watched.link.received(pong(board, now, head=4), now)
    assert watched.link.phase == LIVE
    assert watched.link.statistics.odd_frames == 3 * (ODD_PONGS - 1)
    for _ in range(ODD_PONGS):
        watched.link.received(frames[wrong], now)
    assert watched.link.phase == PROBING


def test_a_pong_at_the_limits_is_believed(watched):
    board, now = watched.board, watched.run.now
    for _ in range(ODD_PONGS):
        watched.link.received(pong(board, now, head=4, tail=4), now)
    assert watched.link.phase == LIVE
    assert watched.link.statistics.odd_frames == 0


def test_many_senseless_frames_are_said_once(watched):
    odd = watched.board.frame(0xE7, watched.board.sid, 0, b"?")
    for _ in range(ODD_FRAMES):
        watched.link.received(odd, watched.run.now)
    assert watched.of(Troubled) == []
    for _ in range(5):
        watched.link.received(odd, watched.run.now)
    (trouble,) = watched.of(Troubled)
    assert "frame after frame that makes no sense" in trouble.sentence
    assert watched.link.complaints == (trouble.sentence,)
    watched.run.unplug()
    watched.connect()
    assert watched.link.complaints == ()
    for _ in range(ODD_FRAMES):
        watched.link.received(watched.board.frame(0xE7, watched.board.sid, 0, b"?"), watched.run.now)
    assert len(watched.of(Troubled)) == 1


def pings_without_answer(table, count):
    """Let so many PINGs go out while the line back is dead; return what was sent with each."""
    sent = []
    table.run.to_host = lambda data, now: b""
    table.run.to_board = lambda data, now: sent.append(data) or data if wire.PING in kinds(data) else data
    table.run.run_while(lambda: len(sent) < count, 10_000)
    return sent


def test_probes_go_along_after_three_pings_without_an_answer(watched):
    sent = pings_without_answer(watched, SILENT + 2)
    assert [wire.PROBE in data for data in sent] == [False] * SILENT + [True] * 2


@pytest.mark.parametrize(("count", "ends"), [(SILENT - 1, False), (SILENT, True)])
def test_a_banner_means_a_lost_session_only_after_three_pings_without_an_answer(watched, count, ends):
    watched.run.run_while(lambda: watched.link._heartbeat.unanswered, 1000)
    pings_without_answer(watched, count)
    banner = watched.board.frame(wire.BANNER, 0, 0, watched.board.banner_payload())
    watched.link.received(banner, watched.run.now)
    assert (watched.link.phase == GREETING) is ends
    assert bool(watched.of(Lost)) is ends


def test_the_port_is_opened_anew_when_the_time_for_the_thirteenth_ping_has_come(watched):
    sent = pings_without_answer(watched, UNANSWERED)
    assert watched.link.phase == LIVE
    watched.run.run_while(lambda: watched.link.phase == LIVE, 1000)
    assert len(sent) == UNANSWERED
    assert watched.of(Lost)


# ---- crashes ----


@pytest.mark.parametrize(
    ("payload", "code", "text"),
    [(b"\2IndexError", 2, "IndexError"), (b"\1ends with a zero\0", 1, "ends with a zero"), (b"\7", 7, "")],
)
def test_a_crash_has_its_code_and_its_text(table, payload, code, text):
    heard = crash(table, payload)
    assert [(one.uid, one.code) for one in heard] == [(table.link.uid, code)]
    assert heard[0].text.startswith(text)


@pytest.mark.parametrize("payload", [b"\0", b"\0no record, whatever stands here"])
def test_a_board_without_a_record_has_not_crashed(table, payload):
    assert crash(table, payload) == []


def test_a_record_that_the_board_does_not_give_is_no_crash(table):
    assert crash(table, wire.REFUSED) == []


def crash(table, answer):
    """Have the board say that it has a record, and answer so when it is asked for it."""
    table.board.refusals[wire.FAULT_GET] = answer if isinstance(answer, int) else (wire.FAULT, answer)
    table.board.flags = wire.FLAG_FAULT
    table.run.run_for(1000)
    assert [payload for kind, payload in table.board.requests if kind == wire.FAULT_GET] == [b"\0"], "asked once"
    return table.of(Crashed)


def test_only_a_new_flag_of_a_fault_is_a_reason_to_ask(table):
    for flags in (wire.FLAG_SAFE, wire.FLAG_SAFE | wire.FLAG_LIMITED, 0xFF & ~wire.FLAG_FAULT):
        table.board.flags = flags
        table.run.run_for(600)
        assert table.link.flags == flags
    assert wire.FAULT_GET not in [kind for kind, _ in table.board.requests]
    for count in (1, 2):
        table.board.flags = wire.FLAG_FAULT
        table.run.run_for(1000)
        table.board.flags = 0
        table.run.run_for(1000)
        assert [kind for kind, _ in table.board.requests].count(wire.FAULT_GET) == count


def test_a_log_line_is_told_with_its_level_and_what_was_lost_before_it(table):
    body = pack("<BH", 3, 0x0201) + b"chain ok"
    table.link.received(table.board.frame(wire.LOG, table.board.sid, 0, body), table.run.now)
    assert table.of(Logged) == [Logged(table.link.uid, 3, "chain ok", 0x0201)]
