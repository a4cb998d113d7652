"""The pieces of a snapshot: only what fits together becomes one."""

import pytest

from firmware import wire
from host.link.fold import MAX_STATE
from host.link.frames import STRUCTS, Inbox, Outbox
from host.link.repair import RETRY_MS, Repair
from host.link.requests import NEVER, Requests
from host.link.statistics import Statistics

AS_OF = 40
STATE = bytes(range(1, 26))
SIZE = len(STATE)
FIRST, REST = STATE[:10], STATE[10:]


class Desk:
    """A repair whose requests are answered by hand."""

    def __init__(self):
        self._outbox = Outbox()
        self._inbox = Inbox()
        self._requests = Requests(self._outbox, Statistics())
        self.repair = Repair(self._requests)
        self.now = 0
        self.asked = []  # (token, offset) of every SNAP_GET
        self._rid = 0

    def go_on(self, duration=0):
        self.now += duration
        self.repair.tick(self.now)
        self._requests.tick(self.now)
        for n in self._inbox.frames(self._outbox.take()):
            self._rid = self._inbox.raw[2]
            self.asked.append(STRUCTS[wire.SNAP_GET].unpack_from(self._inbox.raw[:n], wire.HEADER))
        return self

    def begin(self):
        self.repair.want(self.now)
        return self.go_on()

    @property
    def token(self):
        return self.asked[-1][0]

    def piece(self, data, offset, *, token=0, as_of=AS_OF, total=SIZE):
        """Answer the last request; ``token`` is added to the right one."""
        token = (self.token + token) & 0xFF
        self.raw(STRUCTS[wire.SNAP].pack(token, as_of, total, offset) + data)
        return self

    def raw(self, payload):
        self._requests.answered(wire.SNAP, self._rid, payload, self.now)
        self.go_on()


@pytest.fixture
def desk():
    return Desk().begin()


def assert_begins_anew(desk):
    """What came is dropped, and after a while a new snapshot is asked for, from its beginning, under a new token."""
    assert desk.repair.held is None
    assert desk.repair.due == desk.now + RETRY_MS
    before = list(desk.asked)
    desk.go_on(RETRY_MS - 1)
    assert desk.asked == before
    desk.go_on(1)
    assert desk.asked == [*before, ((before[-1][0] + 1) & 0xFF, 0)]
    desk.piece(FIRST, 0).piece(REST, 10)
    assert desk.repair.held == (AS_OF, STATE)


def test_pieces_that_fit_make_one_snapshot(desk):
    desk.piece(FIRST, 0)
    assert desk.repair.held is None
    desk.piece(REST, 10)
    assert desk.repair.held == (AS_OF, STATE)
    assert desk.asked == [(1, 0), (1, 10)]
    assert desk.repair.due == NEVER


WRONG_FIRST = {
    "an older token": {"data": FIRST, "offset": 0, "token": -1},
    "a later token": {"data": FIRST, "offset": 0, "token": 1},
    "an offset beyond": {"data": FIRST, "offset": 1},
    "nothing in it": {"data": b"", "offset": 0},
    "more than a state has": {"data": FIRST, "offset": 0, "total": MAX_STATE + 1},
    "before the first event": {"data": FIRST, "offset": 0, "as_of": 0},
}
WRONG_SECOND = {
    "an older token": {"data": REST, "offset": 10, "token": -1},
    "a later token": {"data": REST, "offset": 10, "token": 1},
    "an offset that leaves a hole": {"data": REST[1:], "offset": 11},
    "an offset that overlaps": {"data": STATE[9:], "offset": 9},
    "the first piece again": {"data": FIRST, "offset": 0},
    "nothing in it": {"data": b"", "offset": 10},
    "another moment": {"data": REST, "offset": 10, "as_of": AS_OF + 1},
    "another size": {"data": REST, "offset": 10, "total": SIZE + 1},
    "a smaller size": {"data": REST, "offset": 10, "total": 10},
}


@pytest.mark.parametrize("wrong", WRONG_FIRST.values(), ids=WRONG_FIRST)
def test_a_wrong_first_piece_is_no_part_of_a_snapshot(desk, wrong):
    desk.piece(**wrong)
    assert_begins_anew(desk)


@pytest.mark.parametrize("wrong", WRONG_SECOND.values(), ids=WRONG_SECOND)
def test_a_wrong_second_piece_is_no_part_of_a_snapshot(desk, wrong):
    desk.piece(FIRST, 0).piece(**wrong)
    assert_begins_anew(desk)


def test_a_piece_that_is_cut_off_in_its_head_is_dropped(desk):
    desk.raw(bytes((desk.token,)))
    assert_begins_anew(desk)


def test_what_goes_beyond_the_end_of_the_state_is_cut_off(desk):
    desk.piece(STATE + b"more", 0)
    assert desk.repair.held == (AS_OF, STATE)


def test_what_a_later_piece_has_beyond_the_end_is_cut_off(desk):
    desk.piece(FIRST, 0).piece(REST + b"more", 10)
    assert desk.repair.held == (AS_OF, STATE)


def test_the_largest_state_and_the_smallest_are_taken(desk):
    whole = bytes(MAX_STATE)
    desk.piece(whole, 0, total=MAX_STATE, as_of=1)
    assert desk.repair.held == (1, whole)
    desk.repair.used()
    desk.begin().piece(b"", 0, total=0)
    assert desk.repair.held == (AS_OF, b"")


def test_a_session_that_ends_leaves_no_piece_behind(desk):
    desk.piece(FIRST, 0)
    desk.repair.reset()
    assert not desk.repair.is_under_way
    desk.go_on(10_000)
    assert desk.repair.held is None


def test_tokens_go_round(desk):
    for _ in range(256):
        desk.piece(STATE, 0)
        assert desk.repair.held == (AS_OF, STATE)
        desk.repair.again(desk.now)
        desk.go_on()
    assert [token for token, _ in desk.asked[254:258]] == [255, 0, 1]
