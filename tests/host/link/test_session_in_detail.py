"""A link by hand: what it makes of each frame in each phase, and what it says of itself."""

from struct import pack

import pytest

from firmware import wire
from host.ledger import LedgerError
from host.link import (
    CLOSED,
    GREETING,
    LIVE,
    PROBING,
    Connected,
    Described,
    Link,
    Logged,
    Outcome,
    Refused,
    Scene,
    Troubled,
)
from tests.host.link.page import told
from tests.host.link.scripted_board import UID, ScriptedBoard
from tests.host.link.test_session import decode
from tests.host.link.test_stream import events, pong

REFUSED_MS = told("greeting.py", "REFUSED_MS")


class Talk:
    """A link and a board whose frames are passed by hand."""

    def __init__(self, table, **board):
        self.table = table
        self.link = table.link
        self.board = ScriptedBoard(**board)
        self.now = 1_000

    def hear(self, *frames, wait=0):
        """Have the link read; return what it says, as (type, sid, rid, payload)."""
        self.now += wait
        self.link.received(b"".join(frames), self.now)
        return self.said()

    def said(self):
        return [(frame[0], frame[1], frame[2], frame[3:]) for frame in decode(self.link.take())]

    def frame(self, kind, payload=b"", rid=0, sid=None):
        return self.board.frame(kind, self.link._outbox.sid if sid is None else sid, rid, payload)

    def banner(self):
        return self.board.frame(wire.BANNER, 0, 0, self.board.banner_payload())

    def greet(self):
        """Come as far as HELLO; return its number."""
        self.link.opened(self.now)
        self.link.take()
        ((kind, _, rid, _),) = self.hear(self.banner())
        assert kind == wire.HELLO
        return rid

    def ack(self, rid, tail=1, head=4, sid=None):
        return self.frame(wire.HELLO_ACK, pack("<IIIHB", tail, tail, head, 384, 192), rid, sid)

    def live(self, **ack):
        self.hear(self.ack(self.greet(), **ack))
        assert self.link.phase == LIVE
        return self


@pytest.fixture
def talk(make_table):
    return Talk(make_table())


# ---- a session begins ----


def test_a_board_is_greeted_and_a_session_is_on_when_it_says_so(talk):
    rid = talk.greet()
    assert (talk.link.phase, talk.link.statistics.sessions) == (GREETING, 0)
    talk.hear(talk.ack(rid))
    assert (talk.link.phase, talk.link.statistics.sessions) == (LIVE, 1)
    assert talk.table.of(Connected) == [Connected(UID.hex(), 0x1001, True)]
    assert talk.link.sentence == f"Board {UID.hex()} is connected (firmware 9.8.7)."
    assert (talk.link.uid, talk.link.boot_id, talk.link.next_seq) == (UID.hex(), 0x1001, 1)
    assert not talk.link.is_whole, "there are three events to come"


def test_a_session_begins_with_a_ping_and_a_question(talk):
    rid = talk.greet()
    found = talk.hear(talk.ack(rid))
    assert [kind for kind, *_ in found] == [wire.PING, wire.CAPS_GET]
    assert {sid for _, sid, _, _ in found} == {talk.link._outbox.sid}


@pytest.mark.parametrize("wrong", ["rid", "sid", "short", "kind"])
def test_what_is_no_answer_to_the_hello_begins_no_session(talk, wrong):
    rid = talk.greet()
    sid = talk.link._outbox.sid
    talk.hear(
        {
            "rid": talk.ack(rid + 1),
            "sid": talk.ack(rid, sid=sid % 255 + 1),
            "short": talk.frame(wire.HELLO_ACK, bytes(14), rid),
            "kind": talk.frame(wire.PONG, bytes(25), rid),
        }[wrong]
    )
    assert talk.link.phase == GREETING
    assert talk.link.statistics.stale_frames == (wrong == "sid")
    talk.hear(talk.ack(rid))
    assert talk.link.phase == LIVE


@pytest.mark.parametrize(
    ("tail", "head", "is_true"), [(1, 1, True), (4, 4, True), (1, 4, True), (5, 4, False), (0, 0, False), (0, 1, True)]
)
def test_an_answer_to_the_hello_must_be_possible(talk, tail, head, is_true):
    talk.hear(talk.ack(talk.greet(), tail, head))
    assert talk.link.phase == (LIVE if is_true else PROBING)
    assert [one.sentence for one in talk.table.of(Refused)] == ([] if is_true else [talk.link.sentence])
    if not is_true:
        assert talk.link.due == talk.now + REFUSED_MS


@pytest.mark.parametrize(("head", "is_true"), [(3, False), (4, True)])
def test_a_board_must_have_what_the_ledger_has(talk, head, is_true):
    talk.live()
    talk.hear(events(talk.board, 1, [(wire.TILE, 0, 1)] * 3, sid=talk.link._outbox.sid))
    talk.link.closed(talk.now)
    talk.hear(talk.ack(talk.greet(), head=head))
    assert (talk.link.phase == LIVE) is is_true
    assert talk.link.next_seq == 4
    if is_true:
        assert talk.link.is_whole
        assert not talk.table.of(Connected)[-1].is_new_boot
    else:
        assert "below 3, while the ledger waits for 4" in talk.link.sentence


def test_what_is_gone_before_the_session_began_is_a_gap_at_once(talk):
    talk.live(tail=3, head=9)
    assert talk.link.next_seq == 3


def test_a_ledger_that_fails_when_the_session_begins_is_said_and_tried_later(talk, monkeypatch):
    rid = talk.greet()
    with monkeypatch.context() as patch:
        patch.setattr(talk.table.ledger, "commit", fail)
        talk.hear(talk.ack(rid))
    assert (talk.link.phase, talk.link.sentence) == (PROBING, "The disk is gone.")
    assert talk.table.of(Refused) == [Refused("The disk is gone.")]
    assert talk.link.due == talk.now + REFUSED_MS
    assert talk.hear(talk.banner()) == [], "while it waits it greets nobody"


@pytest.mark.parametrize("when", ["banner", "repeat"])
def test_a_ledger_that_fails_when_a_board_is_greeted_is_said_and_tried_later(talk, monkeypatch, when):
    if when == "repeat":
        talk.greet()
    else:
        talk.link.opened(talk.now)
    with monkeypatch.context() as patch:
        patch.setattr(talk.table.ledger, "cursor", fail)
        if when == "repeat":
            talk.now = talk.link.due
            talk.link.tick(talk.now)
        else:
            talk.hear(talk.banner())
    assert (talk.link.phase, talk.link.sentence) == (PROBING, "The disk is gone.")
    assert talk.table.of(Refused) == [Refused("The disk is gone.")]
    assert talk.link.due == talk.now + REFUSED_MS


def fail(*_):
    raise LedgerError("The disk is gone.")


def test_a_refusal_is_told_once_and_again_only_in_other_words(talk):
    for status in (wire.REFUSED, wire.REFUSED, wire.WRONG_VERSION):
        rid = talk.greet()
        talk.hear(talk.frame(wire.RESP, bytes((wire.HELLO, status)), rid))
        talk.now = talk.link.due
    refusals = [refused.sentence for refused in talk.table.of(Refused)]
    assert len(refusals) == 3, "each opening of the port says anew what it looks for"
    assert refusals[0] == refusals[1] != refusals[2]
    talk.link.tick(talk.now)
    talk.hear(talk.banner())
    talk.hear(talk.frame(wire.RESP, bytes((wire.HELLO, wire.WRONG_VERSION)), talk.link._greeting._rid))
    assert len(talk.table.of(Refused)) == 3


def test_a_port_that_is_opened_anew_is_probed_with_nothing_left_over(talk):
    talk.live()
    talk.link.show(Scene([(1, 2, 3)]))
    talk.link.closed(talk.now)
    talk.link.opened(talk.now)
    assert talk.link.take() == wire.PROBE
    assert talk.link.sentence == "Looking for a board."


# ---- frames in a session ----


def test_frames_of_other_sessions_and_of_none_are_stale(talk):
    talk.live()
    sid = talk.link._outbox.sid
    assert talk.hear(*(talk.frame(wire.LOG, b"\0\0\0x", sid=other) for other in (0, sid % 255 + 1))) == []
    assert (talk.link.statistics.stale_frames, talk.table.of(Logged)) == (2, [])
    talk.hear(talk.frame(wire.LOG, b"\0\0\0x"))
    assert len(talk.table.of(Logged)) == 1


def test_frames_of_no_session_are_stale_before_there_is_one(talk):
    talk.link.opened(talk.now)
    talk.hear(talk.frame(wire.LOG, b"\0\0\0x", sid=0), talk.frame(wire.EVENTS, bytes(20), sid=0))
    assert talk.link.statistics.stale_frames == 2
    assert talk.table.heard == []


def test_the_newest_facts_are_on_disk_before_anything_that_came_behind_them_is_told(talk):
    talk.live()
    order = talk.table.heard
    talk.hear(
        events(talk.board, 1, [(wire.TILE, 0, 1)], sid=talk.link._outbox.sid), talk.frame(wire.LOG, b"\0\0\0behind")
    )
    assert [type(one).__name__ for one in order[-2:]] == ["Arrived", "Logged"]


def test_events_are_acknowledged_in_the_same_turn(talk):
    talk.live()
    found = talk.hear(events(talk.board, 1, [(wire.TILE, 0, 1)] * 3, sid=talk.link._outbox.sid))
    assert [(rid, payload) for kind, _, rid, payload in found if kind == wire.ACK] == [(0, bytes((4, 0, 0, 0, 0)))]


@pytest.mark.parametrize(("kind", "size"), [(wire.PONG, 24), (wire.LOG, 2), (wire.SNAP, 8), (wire.RESP, 1)])
def test_a_frame_that_is_too_short_for_its_type_is_odd(talk, kind, size):
    talk.live()
    talk.hear(talk.frame(kind, bytes(size)))
    assert talk.link.statistics.odd_frames == 1


def test_a_late_answer_to_the_hello_is_nothing(talk):
    rid = talk.greet()
    talk.hear(talk.ack(rid))
    talk.hear(talk.ack(rid, head=9))
    assert (talk.link.statistics.odd_frames, talk.link.statistics.sessions) == (0, 1)
    assert len(talk.table.of(Connected)) == 1


@pytest.mark.parametrize("kind", [wire.HELLO, wire.PING, 0x00, 0x7F, 0xE0, 0xFF])
def test_a_frame_that_no_board_sends_is_odd_in_any_session(talk, kind):
    talk.live()
    talk.hear(talk.frame(kind, bytes(30)), talk.frame(kind, bytes(30), sid=0))
    assert talk.link.statistics.odd_frames == 2


def test_odd_frames_are_counted_from_the_beginning_of_the_session(talk):
    most = told("session.py", "ODD_FRAMES")
    rid = talk.greet()
    talk.hear(*[talk.frame(0xE7)] * 20)
    talk.hear(talk.ack(rid))
    talk.hear(*[talk.frame(0xE7)] * most)
    assert talk.table.of(Troubled) == []
    talk.hear(talk.frame(0xE7))
    assert len(talk.table.of(Troubled)) == 1


def test_a_pong_says_how_the_board_is(talk):
    talk.live()
    body = pack("<IIIIIHBH", talk.now - 7, 500, 4, 1, 0, 0, wire.FLAG_SAFE | wire.FLAG_LIMITED, 9)
    talk.hear(talk.frame(wire.PONG, body))
    assert talk.link.flags == wire.FLAG_SAFE | wire.FLAG_LIMITED
    assert (talk.link.statistics.rtt_last, talk.link.statistics.board_drops) == (7, 9)
    assert talk.link._heartbeat.unanswered == 0
    assert talk.link._stream.head == 4


# ---- what a link says of itself ----


def test_a_link_is_whole_when_all_is_here_and_no_repair_is_outstanding(table):
    link, now = table.link, table.run.now
    assert (link.is_whole, link.is_confirmed) == (True, True)
    link.received(pong(table.board, now, head=5), now)
    assert not link.is_whole
    link.received(events(table.board, 4, [(wire.TILE, 0, 1)]), now)
    assert link.is_whole
    link.ask_snapshot(now)
    assert not link.is_whole
    table.run.unplug()
    assert (link.is_whole, link.is_confirmed) == (False, False)


def test_what_a_link_says_is_due_is_the_next_thing_of_all(table):
    link, now = table.link, table.run.now
    link.take()
    beat = link.due
    assert beat == link._heartbeat.due
    link.ask_snapshot(now - 3)
    assert link.due == now - 3
    link._stream.repair.reset()
    link._heartbeat.due = now + 100_000
    link.ask_statistics(lambda outcome, at: None, now)
    assert link.due == 0
    link._requests.drop("", now)
    link.expect([3])
    assert link.due == link._expecting.due < now + 100_000
    link.expect([])
    link.show(Scene([(1, 2, 3)]))
    assert link.due == link._lights.due < now + 100_000
    link.closed(now)
    assert link.due > now + (1 << 40)


def test_pads_are_known_when_the_board_has_described_itself(make_table):
    caps = {"tiles": 24, "buttons": 1, "pads": 1}
    table = make_table(caps=caps)
    table.board.state += bytes((wire.PAD_PRESENT, 0)) + bytes(13 * 35)
    assert table.link.pads == ()
    table.connect()
    table.run.run_for(2_000)
    assert [pad.what for pad in table.link.pads] == [wire.PAD_PRESENT]
    assert table.of(Described)[0].caps == table.link.caps == caps
    assert table.ledger.boards() == {UID.hex(): ""}


def test_goodbye_without_a_session_says_nothing(make_table):
    link = make_table().link
    link.opened(0)
    link.take()
    link.goodbye(5)
    assert (link.take(), link.phase, link.sentence) == (b"", CLOSED, "The session was ended.")


def test_goodbye_is_the_last_word(table):
    table.link.take()
    table.link.goodbye(table.run.now)
    (bye,) = decode(table.link.take())
    assert bye == bytes((wire.BYE, table.board.sid, 0))
    table.link.tick(table.run.now + 10_000)
    assert table.link.take() == b""


# ---- restarts ----


@pytest.mark.parametrize(
    ("mode", "leaves"),
    [(wire.REBOOT_RUN, False), (wire.REBOOT_REPL, True), (wire.REBOOT_LOADER, True), (wire.REBOOT_SAFE, False)],
)
def test_a_board_that_leaves_its_firmware_is_not_spoken_to_any_more(table, mode, leaves):
    outcomes = []
    table.link.ask_reboot(mode, lambda outcome, now: outcomes.append((outcome, now)), table.run.now)
    table.run.run_while(lambda: not outcomes, 500)
    assert [outcome for outcome, _ in outcomes] == [Outcome(True)]
    assert (table.link.phase == LIVE) is not leaves
    assert [payload for kind, payload in table.board.requests if kind == wire.REBOOT] == [bytes((mode,))]


def test_a_board_that_refuses_to_leave_is_spoken_to(table):
    table.board.refusals[wire.REBOOT] = wire.REFUSED
    table.link.ask_reboot(wire.REBOOT_REPL, lambda outcome, now: None, table.run.now)
    table.run.run_for(200)
    assert table.link.phase == LIVE


def test_links_of_one_seed_speak_alike_and_others_do_not(make_table):
    def words(seed):
        talk = Talk(make_table())
        talk.table.run.link = talk.link = Link(talk.table.ledger, seed=seed)
        talk.greet()
        return talk.link._outbox.sid

    assert words(1) == words(1)
    assert len({words(seed) for seed in range(12)}) > 3


def test_links_that_share_what_they_know_ask_once(make_table):
    table = make_table().connect()
    assert list(table.caps_cache.values()) == [table.board.caps]
    other = make_table()
    other.run.link = Link(other.ledger, caps_cache=table.caps_cache, seed=1)
    other.connect()
    assert other.link.caps == table.link.caps
    assert wire.CAPS_GET not in [kind for kind, _ in other.board.requests]
