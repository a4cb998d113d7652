"""The small parts of a link, each by itself: heartbeat, name, restarts, what is expected, and a driver's wake."""

from itertools import pairwise
from random import Random

import pytest

from firmware import wire
from host.ledger import LedgerError
from host.link import Connected, Driver, Link, Lost, Outcome
from host.link.expecting import Expecting
from host.link.frames import Outbox
from host.link.heartbeat import Heartbeat
from host.link.naming import Naming
from host.link.reboots import Reboots
from host.link.repair import Repair
from host.link.requests import NEVER, Requests
from host.link.statistics import Statistics
from tests.host.link.page import told
from tests.host.link.scripted_board import UID, ScriptedBoard
from tests.host.link.test_session import decode

# ---- the heartbeat ----

PING_MS, JITTER_MS, SILENT, UNANSWERED = (
    told("heartbeat.py", name) for name in ("PING_MS", "JITTER_MS", "SILENT_PINGS", "UNANSWERED_PINGS")
)


def beats(count, answered=lambda at: True, start=1_000):
    """Let a heart beat; return when, and what was sent."""
    outbox, found = Outbox(), []
    outbox.sid = 5
    heart = Heartbeat(outbox, Random(4))
    assert heart.due == NEVER
    heart.start(start)
    for at in range(count):
        assert heart.is_due(heart.due)
        assert not heart.is_due(heart.due - 1)
        heart.tick(heart.due - 1)
        assert outbox.take() == b""
        now = heart.due
        heart.tick(now)
        found.append((now, outbox.take()))
        if answered(at):
            assert heart.unanswered == 1
            heart.answered()
    return heart, found


def test_a_ping_has_a_new_number_and_the_time_and_comes_almost_evenly():
    _, found = beats(1000, start=(1 << 32) - 1_000)
    frames = [decode(data)[0] for _, data in found]
    assert [frame[2] for frame in frames] == [(at + 1) % 256 for at in range(1000)]
    assert [frame[3:] for frame in frames] == [(now % (1 << 32)).to_bytes(4, "little") for now, _ in found]
    waits = {later - now for (now, _), (later, _) in pairwise(found)}
    assert waits == set(range(PING_MS - JITTER_MS, PING_MS + JITTER_MS + 1))


def test_pings_without_an_answer_have_a_probe_with_them_and_then_end():
    heart, found = beats(UNANSWERED, answered=lambda at: False)
    assert [data.endswith(wire.PROBE) for _, data in found] == [at >= SILENT for at in range(UNANSWERED)]
    assert heart.unanswered == UNANSWERED
    heart.tick(heart.due)
    assert heart._outbox.take() == b""
    heart.start(5_000)
    assert (heart.unanswered, heart.due) == (0, 5_000)


# ---- the name ----


class Names:
    """A ledger in which the first so many names can't be written."""

    def __init__(self, failures):
        self.calls = []
        self._failures = failures

    def board(self, uid, name, at):
        self.calls.append((uid, name, at))
        if len(self.calls) <= self._failures:
            raise LedgerError(f"Failure {len(self.calls)}.")


TRIES = told("naming.py", "TRIES")


@pytest.mark.parametrize("failures", [0, 1, 5, TRIES - 1, TRIES, TRIES + 5])
def test_a_name_is_written_once_or_tried_as_often_as_the_page_says(failures):
    names, said = Names(failures), []
    naming = Naming(names, said.append)
    naming.retry(0)
    assert names.calls == []
    naming.begin("uid", "grid", 0)
    for now in range(1, 100):
        naming.retry(now)
    assert names.calls == [("uid", "grid", now) for now in range(min(failures + 1, TRIES))]
    assert said == (["Failure 1."] if failures else [])
    naming.begin("uid", "other", 200)
    assert names.calls[-1] == ("uid", "other", 200)


def test_a_name_of_a_session_that_is_over_is_not_written():
    names = Names(99)
    naming = Naming(names, lambda sentence: None)
    naming.begin("uid", "grid", 0)
    naming.forget()
    naming.retry(1)
    assert len(names.calls) == 1


# ---- restarts ----


def test_a_restart_that_was_not_answered_is_judged_by_what_comes_next():
    for what, ok in (("ended", True), ("is_still_there", False)):
        heard, reboots = [], Reboots()
        done = reboots.judged(lambda outcome, now, heard=heard: heard.append((outcome.ok, outcome.text, now)))
        done(Outcome(False, text="No answer.", is_open=True), 5)
        done(Outcome(False, text="No answer.", is_open=True), 6)
        assert heard == []
        getattr(reboots, what)(7)
        assert heard == [(ok, "" if ok else "No answer.", 7)] * 2
        getattr(reboots, what)(8)
        assert len(heard) == 2


@pytest.mark.parametrize("outcome", [Outcome(True), Outcome(False, text="No.")])
def test_a_restart_that_was_answered_is_judged_at_once(outcome):
    heard = []
    Reboots().judged(lambda *what: heard.append(what))(outcome, 5)
    assert heard == [(outcome, 5)]


# ---- what is expected ----

LASTS_S, RENEW_MS, RETRY_MS, CHANGE_MS = (
    told("expecting.py", name) for name in ("LASTS_S", "RENEW_MS", "RETRY_MS", "CHANGE_MS")
)


class Desk:
    def __init__(self):
        self.outbox = Outbox()
        self.outbox.sid = 1
        self.requests = Requests(self.outbox, Statistics())
        self.expecting = Expecting(self.requests)

    def send(self, now):
        self.expecting.tick(now)
        self.requests.tick(now)
        return [(frame[2], frame[3:]) for frame in decode(self.outbox.take())]

    def answer(self, rid, now, status=wire.OK):
        self.requests.answered(wire.RESP, rid, bytes((wire.EXPECT, status)), now)


HEAD = (10 * LASTS_S).to_bytes(2, "little")


@pytest.mark.parametrize(("status", "pause"), [(wire.OK, RENEW_MS), (wire.UNSUPPORTED, RETRY_MS)])
def test_what_is_expected_is_told_again_in_time(status, pause):
    desk = Desk()
    assert (desk.expecting.due, desk.send(1 << 50)) == (NEVER, [])
    desk.expecting.expect([0, 9, 9])
    assert desk.expecting.due == 0
    ((rid, payload),) = desk.send(1_000)
    assert payload == HEAD + b"\1\2"
    assert desk.expecting.due == NEVER, "while it is under way"
    desk.answer(rid, 1_010, status)
    assert desk.expecting.due == 1_010 + pause
    assert desk.send(1_010 + pause - 1) == []
    assert [payload for _, payload in desk.send(1_010 + pause)] == [HEAD + b"\1\2"]


def test_changes_are_as_far_apart_as_the_page_says():
    desk = Desk()
    desk.expecting.expect([1])
    ((rid, _),) = desk.send(1_000)
    desk.expecting.expect([7])
    assert desk.expecting.due == NEVER
    desk.answer(rid, 1_010)
    assert desk.expecting.due == 1_000 + CHANGE_MS
    assert desk.send(1_000 + CHANGE_MS - 1) == []
    ((rid, payload),) = desk.send(1_000 + CHANGE_MS)
    assert payload == HEAD + b"\x80"
    desk.answer(rid, 1_110)
    desk.expecting.expect([])
    ((rid, payload),) = desk.send(1_200)
    assert payload == HEAD
    desk.answer(rid, 1_210)
    assert desk.expecting.due == NEVER


def test_a_new_session_is_told_at_once():
    desk = Desk()
    desk.expecting.expect([8])
    desk.send(1_000)
    desk.requests.drop("It is over.", 1_020)
    desk.expecting.forget()
    assert desk.expecting.due == 0
    assert [payload for _, payload in desk.send(1_030)] == [HEAD + b"\0\1"]


def test_a_new_session_may_begin_before_the_old_request_is_dropped():
    desk = Desk()
    desk.expecting.expect([8])
    desk.send(1_000)
    desk.expecting.forget()
    assert desk.expecting.due == 0


# ---- snapshots ----


def test_a_snapshot_is_under_way_from_when_it_is_wanted_until_it_has_been_used():
    outbox = Outbox()
    outbox.sid = 1
    requests = Requests(outbox, Statistics())
    repair = Repair(requests)
    assert (repair.is_under_way, repair.due) == (False, NEVER)
    repair.tick(1 << 50)
    assert requests.due == NEVER
    repair.want(5)
    assert (repair.is_under_way, repair.due) == (True, 5)
    repair.want(9)
    assert repair.due == 5
    repair.tick(4)
    assert requests.due == NEVER
    repair.tick(5)
    assert (repair.is_under_way, repair.due) == (True, NEVER)
    repair.want(20)
    assert repair.due == NEVER, "it is on its way"
    requests.tick(5)
    (frame,) = decode(outbox.take())
    assert frame[3:] == bytes((1, 0, 0))
    requests.answered(wire.SNAP, frame[2], bytes.fromhex("01 07000000 0200 0000") + b"ab", 6)
    assert (repair.held, repair.is_under_way, repair.due) == ((7, b"ab"), True, NEVER)
    repair.want(20)
    assert repair.due == NEVER, "it is here"
    repair.used()
    assert (repair.held, repair.is_under_way) == (None, False)
    repair.want(30)
    repair.reset()
    assert (repair.is_under_way, repair.due) == (False, NEVER)


# ---- a driver, in virtual time ----


class Line:
    """A port with a scripted board behind it; notes every wait and every wake."""

    def __init__(self, board, driver_of):
        self.board = board
        self.now = 0
        self.waits, self.wakes, self.is_closed = [], 0, False
        self._driver_of = driver_of
        self._written = b""

    def read(self, timeout):
        self.waits.append((self._driver_of().link.phase, timeout))
        self.now += 2
        if self.now > 3_000:
            raise OSError(5, "Unplugged")
        rx, self._written = self._written, b""
        return self.board.step(self.now, rx)[1]

    def write(self, data):
        self._written += data

    def wake(self):
        self.wakes += 1

    def close(self):
        self.is_closed = True


class Memory:
    """A journal that forgets."""

    def cursor(self, uid, boot_id):
        return 0

    def state(self, uid):
        return []

    def commit(self, batch):
        return

    def board(self, uid, name, at):
        return


def test_a_driver_waits_no_longer_than_something_is_due_and_wakes_only_a_port_that_is_open():
    heard = []
    line = Line(ScriptedBoard(), lambda: driver)

    def hear(happening):
        heard.append((happening, line.is_closed))
        if isinstance(happening, Connected):
            driver.post(lambda link, now: heard.append((now, link is driver.link)))

    driver = Driver("board", Memory(), listener=hear, clock=lambda: line.now)
    assert driver._serve(line)
    assert [(wait, is_closed) for wait, is_closed in heard if isinstance(wait, Lost)] == [
        (Lost(UID.hex(), "The port is closed."), True)
    ]
    assert [what for what in heard if what[1] is True and isinstance(what[0], int)]
    waits = [timeout for _, timeout in line.waits]
    assert waits[0] == 0, "what has arrived is read before anything else"
    assert all(0 <= timeout <= 0.3 for timeout in waits)
    assert max(waits) > 0.2, "a heartbeat is nearly always the next thing"
    before = line.wakes
    assert before == 1
    driver.post(lambda link, now: None)
    assert line.wakes == before


def test_a_driver_waits_half_a_second_at_most_and_not_at_all_while_something_is_posted():
    driver = Driver("board", Memory(), clock=lambda: 1_000)
    assert driver._patience() == told("driver.py", "MAX_WAIT_S")
    driver.link.opened(900)
    assert driver._patience() == 0.05
    driver.link.opened(0)
    assert driver._patience() == 0, "it is overdue"
    driver.link.opened(900)
    driver.post(lambda link, now: None)
    assert driver._patience() == 0


def test_a_link_tells_when_it_is_due_next():
    link = Link(Memory(), seed=1)
    assert (link.due, link.tick(5), link.phase, link.sentence) == (NEVER, NEVER, "closed", "The port is closed.")
    assert (link.wants_reopen, link.flags, link.complaints, link.banner) == (False, 0, (), None)
    link.opened(1_000)
    assert link.tick(1_000) == link.due == 1_150
    assert link.sentence == "Looking for a board."
    assert (link.uid, link.boot_id, link.next_seq, link.state, link.caps) == ("", 0, 1, b"", {})
    assert (link.is_whole, link.is_confirmed, link.wants_reopen, link.flags) == (False, False, False, 0)
