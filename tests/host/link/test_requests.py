"""Questions to the board: one at a time, in order, each with one outcome."""

from struct import pack

import pytest

from firmware import wire
from host.link import Outcome
from host.link.frames import Outbox
from host.link.requests import NEVER, Download, Requests, Upload
from host.link.statistics import Statistics
from tests.host.link.page import told
from tests.host.link.test_session import decode

TIMEOUT_MS, TRIES, MAX_QUEUE = (told("requests.py", name) for name in ("TIMEOUT_MS", "TRIES", "MAX_QUEUE"))
ASK, REPLY = 0x60, 0xE0


class Desk:
    """A queue whose requests are answered by hand."""

    def __init__(self):
        self.outbox = Outbox()
        self.outbox.sid = 5
        self.statistics = Statistics()
        self.requests = Requests(self.outbox, self.statistics)
        self.outcomes = []

    def done(self, outcome, now):
        self.outcomes.append((outcome, now))

    def ask(self, payload=b"", reply=REPLY, now=0):
        self.requests.ask(ASK, payload, reply, self.done, now)
        return self

    def tick(self, now):
        """Return (type, rid, payload) of what is sent."""
        self.requests.tick(now)
        return [(frame[0], frame[2], frame[3:]) for frame in decode(self.outbox.take())]

    def answer(self, rid, payload=b"", kind=REPLY, now=9):
        self.requests.answered(kind, rid, payload, now)


@pytest.fixture
def desk():
    return Desk()


def test_nothing_is_due_without_a_request(desk):
    assert (desk.requests.due, desk.tick(0)) == (NEVER, [])
    desk.ask()
    assert desk.requests.due <= 0, "at once"


def test_nothing_is_as_late_as_never():
    assert NEVER > 1000 * 365 * 86_400_000 * 1000


def test_requests_are_sent_in_order_each_when_the_one_before_is_answered(desk):
    desk.ask(b"one").ask(b"two")
    assert desk.tick(0) == [(ASK, 1, b"one")]
    assert desk.tick(1) == []
    desk.answer(1, b"first", now=9)
    assert desk.requests.due == 9 + TIMEOUT_MS
    assert desk.tick(10) == [(ASK, 2, b"two")]
    desk.answer(2, b"second", now=11)
    assert desk.outcomes == [(Outcome(True, b"first"), 9), (Outcome(True, b"second"), 11)]
    assert desk.requests.due == NEVER


def test_a_request_is_repeated_as_often_and_as_late_as_the_page_says(desk):
    desk.ask(b"x")
    sent = []
    for now in range(2 * TRIES * TIMEOUT_MS):
        sent += [(now, *frame) for frame in desk.tick(now)]
    assert sent == [(at * TIMEOUT_MS, ASK, 1, b"x") for at in range(TRIES)]
    ((outcome, now),) = desk.outcomes
    assert now == TRIES * TIMEOUT_MS
    assert (outcome.ok, outcome.is_open, outcome.status) == (False, True, wire.OK)
    assert outcome.text == f"The board gave no answer in {TRIES} tries."
    assert (desk.statistics.retried_requests, desk.statistics.failed_requests) == (TRIES - 1, 1)


def test_the_next_request_is_sent_when_one_had_no_answer(desk):
    desk.ask(b"one").ask(b"two")
    for now in range(0, TRIES * TIMEOUT_MS, TIMEOUT_MS):
        desk.tick(now)
    assert desk.tick(TRIES * TIMEOUT_MS) == [(ASK, 2, b"two")]


def test_numbers_go_round_from_one_to_255(desk):
    numbers = []
    for now in range(600):
        desk.ask()
        numbers += [rid for _, rid, _ in desk.tick(now)]
        desk.answer(numbers[-1])
    assert numbers == [at % 255 + 1 for at in range(600)]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [(REPLY + 1, b""), (wire.RESP, b""), (wire.RESP, bytes((ASK,))), (wire.RESP, bytes((ASK + 1, wire.REFUSED)))],
)
def test_what_is_no_answer_changes_nothing(desk, kind, payload):
    desk.ask().tick(0)
    desk.answer(1, payload, kind)
    desk.answer(2, b"the number of another")
    assert desk.outcomes == []
    desk.answer(1, b"yes")
    assert [outcome for outcome, _ in desk.outcomes] == [Outcome(True, b"yes")]
    desk.answer(1, b"and again")
    assert len(desk.outcomes) == 1


def test_ok_alone_is_an_answer_only_where_no_data_are_expected(desk):
    desk.ask(reply=REPLY).tick(0)
    desk.answer(1, bytes((ASK, wire.OK)), wire.RESP)
    assert desk.outcomes == []
    desk.answer(1, b"data")
    desk.ask(reply=wire.RESP).tick(0)
    desk.answer(2, bytes((ASK, wire.OK)) + b"more", wire.RESP)
    assert [outcome for outcome, _ in desk.outcomes] == [Outcome(True, b"data"), Outcome(True)]


@pytest.mark.parametrize("reply", [REPLY, wire.RESP])
@pytest.mark.parametrize("status", [*range(1, 10), 255])
def test_every_other_status_has_its_words(desk, reply, status):
    desk.ask(reply=reply).tick(0)
    desk.answer(1, bytes((ASK, status)), wire.RESP, now=7)
    ((outcome, now),) = desk.outcomes
    assert (outcome.ok, outcome.status, outcome.data, outcome.is_open, now) == (False, status, b"", False, 7)
    words = {
        wire.UNSUPPORTED: "does not know this request",
        wire.BAD_REQUEST: "could not make sense",
        wire.WRONG_BOOT: "has restarted",
        wire.WRONG_VERSION: "another version",
        wire.REFUSED: "refused the request",
        wire.TRY_LATER: "is busy",
        wire.NO_TAG: "tag was not reached",
        wire.TORN: "not written whole",
    }
    assert words.get(status, f"unknown status {status}") in outcome.text


def test_a_payload_as_long_as_a_frame_holds_and_one_that_is_longer(desk):
    desk.ask(bytes(wire.MAX_PAYLOAD), now=3)
    assert desk.outcomes == []
    desk.ask(bytes(wire.MAX_PAYLOAD + 1), now=4)
    ((outcome, now),) = desk.outcomes
    assert (outcome.ok, outcome.status, outcome.is_open, now) == (False, wire.BAD_REQUEST, False, 4)
    assert "has 186" in outcome.text
    assert len(desk.tick(5)) == 1


def test_as_many_wait_as_the_page_says(desk):
    for _ in range(MAX_QUEUE):
        desk.ask()
    assert desk.outcomes == []
    desk.ask(now=4)
    ((outcome, now),) = desk.outcomes
    assert (outcome.ok, outcome.status, outcome.is_open, now) == (False, wire.TRY_LATER, False, 4)
    desk.tick(5)
    desk.ask()
    assert len(desk.outcomes) == 1, "the one under way does not wait"


def test_a_session_that_ends_ends_all_and_only_what_was_sent_is_open(desk):
    desk.ask(b"one").ask(b"two").ask(b"three")
    desk.tick(0)
    desk.requests.drop("It is over.", 8)
    assert [(one.ok, one.text, one.is_open, now) for one, now in desk.outcomes] == [
        (False, "It is over.", True, 8),
        (False, "It is over.", False, 8),
        (False, "It is over.", False, 8),
    ]
    assert (desk.requests.due, desk.tick(10_000)) == (NEVER, [])
    desk.requests.drop("It is over again.", 9)
    assert len(desk.outcomes) == 3


def test_what_an_answer_asks_for_waits_behind_the_others_but_goes_out_in_time(desk):
    def again(outcome, now):
        desk.ask(b"third", now=now)

    desk.requests.ask(ASK, b"first", REPLY, again, 0)
    desk.ask(b"second")
    desk.tick(0)
    desk.answer(1)
    assert desk.tick(1) == [(ASK, 2, b"second")]
    desk.answer(2)
    assert desk.tick(2) == [(ASK, 3, b"third")]


# ---- what comes and goes in pieces ----

TEXT = bytes(range(100))


def download(desk, kind=wire.CFG_GET, reply=wire.CFG):
    Download(desk.requests, kind, reply, desk.done).start(0)
    return desk


def piece(desk, offset, data, total=100):
    """Check what is asked for, and answer it."""
    (kind, rid, payload) = desk.tick(1)[0]
    assert (kind, payload) == (wire.CFG_GET, pack("<H", offset))
    desk.answer(rid, pack("<HH", total, offset) + data, wire.CFG, now=2)


def test_a_text_is_put_together_from_its_pieces(desk):
    download(desk)
    piece(desk, 0, TEXT[:60])
    piece(desk, 60, TEXT[60:99])
    assert desk.outcomes == []
    piece(desk, 99, TEXT[99:] + b"and what follows it")
    assert desk.outcomes == [(Outcome(True, TEXT), 2)]
    assert desk.tick(3) == []


@pytest.mark.parametrize("total", [0, 1, 60])
def test_a_text_of_one_piece(desk, total):
    piece(download(desk), 0, TEXT[:total], total)
    assert desk.outcomes == [(Outcome(True, TEXT[:total]), 2)]


def test_the_longest_text(desk):
    download(desk)
    piece(desk, 0, bytes(8_192), 8_192)
    assert desk.outcomes[0][0] == Outcome(True, bytes(8_192))
    piece(download(desk), 0, bytes(8_193), 8_193)
    assert not desk.outcomes[1][0].ok


@pytest.mark.parametrize(
    "wrong",
    [
        pack("<HH", 100, 59) + b"x",
        pack("<HH", 100, 61) + b"x",
        pack("<HH", 100, 0) + b"x",
        pack("<HH", 100, 60),
        pack("<HH", 8_193, 60) + b"x",
        b"abc",
        b"",
    ],
)
def test_a_piece_that_does_not_follow_is_a_failure(desk, wrong):
    download(desk)
    piece(desk, 0, TEXT[:60])
    desk.tick(1)
    desk.answer(2, wrong, wire.CFG, now=8)
    ((outcome, now),) = desk.outcomes
    assert (outcome.ok, outcome.text, now) == (False, "The board sent a piece that does not fit. Try again.", 8)


@pytest.mark.parametrize("wrong", [pack("<HH", 1, 1) + b"x", pack("<HH", 1, 0), pack("<HH", 0, 0)[:3], b""])
def test_a_first_piece_that_is_none_is_a_failure(desk, wrong):
    download(desk).tick(1)
    desk.answer(1, wrong, wire.CFG)
    ((outcome, _),) = desk.outcomes
    assert (outcome.ok, outcome.data) == (False, b"")


def test_a_download_that_is_refused(desk):
    download(desk).tick(0)
    desk.answer(1, bytes((wire.CFG_GET, wire.UNSUPPORTED)), wire.RESP)
    assert desk.outcomes[0][0].status == wire.UNSUPPORTED


def test_an_upload_that_is_refused_ends_there(desk):
    Upload(desk.requests, bytes(500), 7, desk.done).start(0)
    desk.tick(0)
    desk.answer(1, bytes((wire.CFG_SET, wire.REFUSED)), wire.RESP)
    assert [outcome.status for outcome, _ in desk.outcomes] == [wire.REFUSED]
    assert desk.tick(1) == []


@pytest.mark.parametrize("size", [1, 182, 183, 184, 366, 367])
def test_an_upload_fills_its_frames_and_says_how_long_it_was(desk, size):
    data = bytes(at % 251 for at in range(size))
    Upload(desk.requests, data, 0x01020304, desk.done).start(0)
    stored, kinds = bytearray(), []
    while not desk.outcomes:
        ((kind, rid, payload),) = desk.tick(1)
        kinds.append(kind)
        if kind == wire.CFG_SET:
            assert int.from_bytes(payload[:2], "little") == len(stored)
            stored += payload[2:]
        desk.answer(rid, bytes((kind, wire.OK)), wire.RESP)
    assert stored == data
    assert kinds == [wire.CFG_SET] * -(-size // 183) + [wire.CFG_COMMIT]
    assert payload == pack("<HI", size, 0x01020304)
    assert desk.outcomes[0][0].ok
