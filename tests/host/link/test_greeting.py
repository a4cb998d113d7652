"""The handshake by itself, moment by moment."""

from itertools import pairwise
from random import Random

import pytest

from firmware import wire
from host.link.frames import Outbox
from host.link.greeting import GREETING, PROBING, Greeting
from host.link.identity import Banner
from tests.host.link.page import told
from tests.host.link.test_session import decode

PROBE_MS, PROBES, SLOW_MS, PATIENCE_MS, REFUSED_MS, KEPT = (
    told("greeting.py", name) for name in ("PROBE_MS", "PROBES", "SLOW_MS", "PATIENCE_MS", "REFUSED_MS", "KEPT")
)
TIMEOUT_MS, TRIES = told("requests.py", "TIMEOUT_MS"), told("requests.py", "TRIES")
BANNER = Banner(1, 1, 0, "9.8.7", "0123456789abcdef", 0xC0FFEE, 0, 60, 0)
STATUSES = range(256)


class Desk:
    """A greeting that has been started at 1000; ``cursor`` is what the ledger says."""

    def __init__(self, seed=1):
        self.outbox = Outbox()
        self.cursor = 0
        self.greeting = Greeting(self.outbox, Random(seed), lambda banner: self.cursor)
        self.now = 1000
        self.greeting.start(self.now)

    def wait(self):
        """Let time pass until something is due; return how long that took and what was sent."""
        before, self.now = self.now, self.greeting.due
        self.greeting.tick(self.now)
        return self.now - before, self.outbox.take()

    def greet(self, banner=BANNER):
        """Take a banner; return the HELLO that follows, as (sid, rid, payload)."""
        self.outbox.take()
        self.greeting.heard_banner(banner, self.now)
        frames = decode(self.outbox.take())
        return [(frame[1], frame[2], frame[3:]) for frame in frames if frame[0] == wire.HELLO]

    def refuse(self, status, **change):
        """Have the board answer the HELLO."""
        rid = self.greeting._rid
        self.greeting.heard_refusal(
            change.get("rid", rid), change.get("payload", bytes((wire.HELLO, status))), self.now
        )


@pytest.fixture
def desk():
    return Desk()


# ---- probing ----


def test_nothing_is_due_before_it_has_been_started():
    greeting = Greeting(Outbox(), Random(1), lambda banner: 0)
    assert not greeting.has_lost_patience(0)
    greeting.tick(1 << 60)
    assert (greeting.phase, greeting.sentence, greeting.banner) == (PROBING, "", None)


def test_the_port_is_probed_at_the_times_of_the_page(desk):
    assert desk.outbox.take() == wire.PROBE
    waits = [desk.wait() for _ in range(PROBES + 4)]
    assert [sent for _, sent in waits] == [wire.PROBE] * len(waits)
    assert [wait for wait, _ in waits] == [PROBE_MS] * PROBES + [SLOW_MS] * 4


def test_it_does_nothing_a_moment_too_soon(desk):
    desk.outbox.take()
    desk.greeting.tick(desk.greeting.due - 1)
    assert desk.outbox.take() == b""


def test_silence_is_said_when_three_probes_had_no_answer(desk):
    for _ in range(PROBES - 1):
        desk.wait()
        assert desk.greeting.sentence == ""
    desk.wait()
    assert "Nothing on this port answers" in desk.greeting.sentence


def test_patience_ends_when_the_page_says(desk):
    for _ in range(3):
        desk.wait()
    assert not desk.greeting.has_lost_patience(1000 + PATIENCE_MS - 1)
    assert desk.greeting.has_lost_patience(1000 + PATIENCE_MS)
    desk.greeting.start(1000 + PATIENCE_MS)
    assert not desk.greeting.has_lost_patience(1000 + PATIENCE_MS)
    desk.greet()
    assert not desk.greeting.has_lost_patience(1 << 40), "a board is there"


def test_a_board_that_is_refused_is_no_reason_to_open_the_port_anew(desk):
    desk.greeting.postpone("Wait.", desk.now)
    assert not desk.greeting.has_lost_patience(1 << 40)


SIGNS = (b">>>", b"DF1?")


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("behind", "is_seen"), [(0, True), (KEPT, True), (KEPT + 1, False)])
def test_a_prompt_is_looked_for_in_the_last_bytes_only(desk, sign, behind, is_seen):
    """``behind``: how many bytes stand from the beginning of the sign to the end of what was read."""
    desk.greeting.look(b"#" * 200 + sign + b"." * max(0, behind - len(sign)))
    for _ in range(PROBES):
        desk.wait()
    assert ("MicroPython prompt" in desk.greeting.sentence) is is_seen


@pytest.mark.parametrize("sign", SIGNS)
def test_a_prompt_is_known_at_the_third_echo_however_it_is_cut(desk, sign):
    for byte in sign:
        desk.greeting.look(bytes((byte,)))
    for _ in range(PROBES - 1):
        desk.wait()
        assert desk.greeting.sentence == ""
    desk.wait()
    assert "MicroPython prompt" in desk.greeting.sentence


def test_a_new_start_forgets_what_was_seen_and_said(desk):
    desk.greeting.look(b">>>")
    for _ in range(PROBES):
        desk.wait()
    desk.greeting.start(desk.now)
    assert desk.greeting.sentence == ""
    waits = [desk.wait()[0] for _ in range(PROBES + 1)]
    assert waits == [PROBE_MS] * PROBES + [SLOW_MS]
    assert "Nothing on this port answers" in desk.greeting.sentence


def test_a_probe_belongs_to_no_session(desk):
    desk.greet()
    assert desk.outbox.sid
    desk.greeting.start(desk.now)
    assert desk.outbox.sid == 0


# ---- greeting ----


@pytest.mark.parametrize(("cursor", "asked"), [(0, 1), (1, 1), (2, 2), (0xFFFF_FFFF, 0xFFFF_FFFF)])
def test_hello_asks_for_what_the_ledger_lacks(desk, cursor, asked):
    desk.cursor = cursor
    ((sid, rid, payload),) = desk.greet()
    assert payload == bytes((1,)) + BANNER.boot_id.to_bytes(4, "little") + asked.to_bytes(4, "little")
    assert (desk.greeting.phase, desk.outbox.sid, rid) == (GREETING, sid, 1)


def test_a_run_whose_numbers_are_used_up_is_not_greeted(desk):
    desk.cursor = 1 << 32
    assert desk.greet() == []
    assert (desk.greeting.phase, desk.greeting.due) == (PROBING, desk.now + REFUSED_MS)
    assert "that the wire can number" in desk.greeting.sentence


def test_hello_is_sent_as_often_as_the_page_says_with_one_number(desk):
    first = desk.greet()
    for _ in range(TRIES - 1):
        wait, sent = desk.wait()
        assert wait == TIMEOUT_MS
        assert [(frame[1], frame[2], frame[3:]) for frame in decode(sent)] == first
    assert desk.wait() == (TIMEOUT_MS, wire.PROBE)
    assert (desk.greeting.phase, desk.greeting.sentence) == (PROBING, "")


def test_each_greeting_has_numbers_of_its_own(desk):
    hellos = []
    for _ in range(5000):
        hellos += [(sid, rid) for sid, rid, _ in desk.greet()]
        desk.greeting.start(desk.now)
    sids = [sid for sid, _ in hellos]
    assert set(sids) == set(range(1, 256))
    assert all(one != other for one, other in pairwise(sids))
    assert [rid for _, rid in hellos] == [at % 255 + 1 for at in range(5000)]


def test_links_begin_with_different_numbers():
    first = {Desk(seed).greet()[0][0] for seed in range(3000)}
    assert first == set(range(1, 256))


def test_only_the_answer_to_the_hello_counts(desk):
    assert not desk.greeting.is_answer(0), "nobody has been greeted"
    ((_, rid, _),) = desk.greet()
    assert desk.greeting.is_answer(rid)
    assert not desk.greeting.is_answer(rid + 1)
    desk.greeting.start(desk.now)
    assert not desk.greeting.is_answer(rid)


@pytest.mark.parametrize("versions", [(1, 1), (0, 1), (1, 9), (0, 9)])
def test_a_board_that_speaks_our_version_among_others_is_greeted(desk, versions):
    assert len(desk.greet(BANNER._replace(proto_min=versions[0], proto_max=versions[1]))) == 1


@pytest.mark.parametrize(
    ("versions", "words", "remedy"),
    [
        ((0, 0), "version 0 of", "Update the board's firmware."),
        ((2, 2), "version 2 of", "Update Deadfall on this computer."),
        ((2, 5), "version 2 to 5 of", "Update Deadfall on this computer."),
    ],
)
def test_a_board_of_another_version_is_not_greeted(desk, versions, words, remedy):
    assert desk.greet(BANNER._replace(proto_min=versions[0], proto_max=versions[1])) == []
    assert words in desk.greeting.sentence
    assert "this Deadfall speaks version 1." in desk.greeting.sentence
    assert desk.greeting.sentence.endswith(remedy)
    assert desk.greeting.due == desk.now + REFUSED_MS


# ---- what is refused ----


def outcome(desk):
    return desk.greeting.phase, desk.greeting.is_refused, bool(desk.greeting.sentence)


GREETED, AGAIN, REFUSED = (GREETING, False, False), (PROBING, False, False), (PROBING, True, True)


@pytest.mark.parametrize("status", STATUSES)
def test_a_status_means_what_the_page_says(desk, status):
    desk.cursor = 8
    desk.greet()
    desk.refuse(status)
    assert outcome(desk) == {wire.OK: GREETED, wire.WRONG_BOOT: AGAIN}.get(status, REFUSED)


@pytest.mark.parametrize("change", [{"rid": 9}, {"payload": b"\1"}, {"payload": b""}, {"payload": b"\2\5"}])
def test_what_is_no_answer_to_the_hello_refuses_nothing(desk, change):
    desk.greet()
    desk.refuse(wire.REFUSED, **change)
    assert outcome(desk) == GREETED
    desk.refuse(wire.REFUSED, payload=bytes((wire.HELLO, wire.REFUSED)) + b"more")
    assert outcome(desk) == REFUSED


def test_a_refusal_that_comes_too_late_changes_nothing(desk):
    desk.greet()
    desk.greeting.start(desk.now)
    desk.refuse(wire.REFUSED)
    assert outcome(desk) == AGAIN


@pytest.mark.parametrize(
    ("cursor", "status", "words"),
    [
        (8, wire.WRONG_VERSION, ("version 1 of the wire protocol", "(firmware 9.8.7)")),
        (8, wire.REFUSED, ("at event 8", "firmware 9.8.7, protocol 1")),
        (1, wire.REFUSED, ("from the first one on", "(firmware 9.8.7)")),
        (0, wire.REFUSED, ("from the first one on", "(firmware 9.8.7)")),
        (8, 77, ("with status 77", "(firmware 9.8.7)")),
    ],
)
def test_a_refusal_is_said_with_its_particulars(desk, cursor, status, words):
    desk.cursor = cursor
    desk.greet()
    desk.refuse(status)
    assert [word for word in words if word not in desk.greeting.sentence] == []
    assert "{" not in desk.greeting.sentence


def fail(desk, how):
    desk.greet()
    if how == "wrong boot":
        desk.refuse(wire.WRONG_BOOT)
    else:
        for _ in range(TRIES):
            desk.wait()


FAILURES = {"wrong boot": "another one when it is greeted", "no answer": "does not answer when a session is to begin"}


@pytest.mark.parametrize("how", FAILURES)
def test_what_fails_once_may_be_an_accident_and_twice_is_said(desk, how):
    fail(desk, how)
    assert outcome(desk) == AGAIN
    fail(desk, how)
    assert outcome(desk) == REFUSED
    assert FAILURES[how] in desk.greeting.sentence
    assert "firmware 9.8.7" in desk.greeting.sentence
    desk.wait()
    fail(desk, how)
    assert outcome(desk) == REFUSED, "and every time from then on"


@pytest.mark.parametrize("how", FAILURES)
def test_a_session_in_between_makes_it_an_accident_again(desk, how):
    fail(desk, how)
    desk.greet()
    desk.greeting.succeeded()
    fail(desk, how)
    assert outcome(desk) == AGAIN


def test_while_it_waits_it_greets_nobody_and_then_probes(desk):
    desk.greeting.postpone("The disk is full.", desk.now)
    assert (desk.greeting.sentence, desk.greeting.due) == ("The disk is full.", desk.now + REFUSED_MS)
    assert desk.greet() == []
    wait, sent = desk.wait()
    assert (wait, sent) == (REFUSED_MS, wire.PROBE)
    assert outcome(desk) == AGAIN
    assert desk.wait()[0] == PROBE_MS
    assert len(desk.greet()) == 1


@pytest.mark.parametrize(("cursor", "waits_for"), [(0, 1), (7, 7)])
def test_an_answer_that_cannot_be_true_is_said_with_its_numbers(desk, cursor, waits_for):
    desk.greeting.heard_nonsense(3, 2, cursor, desk.now)
    assert f"from 3 to below 2, while the ledger waits for {waits_for}" in desk.greeting.sentence
    assert outcome(desk) == REFUSED
