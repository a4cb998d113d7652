"""What may be asked of a driver or a link: every call arrives with its arguments in order, as the page lays it out."""

import inspect
from binascii import crc32
from struct import pack
from unittest.mock import create_autospec

import pytest

from firmware import wire
from host.link import Driver, Link, Outcome
from tests.host.link.test_session import decode

NOW = 1_234
UID = bytes.fromhex("04a1b2c3d4e5f6")
OURS = {name for name, value in vars(Driver).items() if name[:1] != "_" and inspect.isfunction(value)}
FORWARDED = sorted(name for name in OURS if inspect.isfunction(getattr(Link, name, None)))


def arguments(function):
    """A value of its own for each argument."""
    parameters = list(inspect.signature(function).parameters.values())
    return {one.name: f"the {one.name}" for one in parameters if one.name != "self"}


@pytest.fixture
def driver():
    """A driver that does at once what is posted, with a link that only notes what it is asked."""
    driver = Driver("/dev/board", None)
    driver.link = create_autospec(Link, instance=True)
    driver.post = lambda action: action(driver.link, NOW)
    return driver


def test_the_driver_forwards_all_that_a_user_can_ask():
    hooks = {"opened", "received", "tick", "closed", "goodbye", "take"}  # for drivers, not for users
    asked = {name for name, value in vars(Link).items() if name[:1] != "_" and inspect.isfunction(value)} - hooks
    assert asked - set(FORWARDED) == {"ask_snapshot"}


@pytest.mark.parametrize("name", FORWARDED)
def test_a_call_reaches_the_link_with_every_argument_in_its_place(driver, name):
    given = arguments(getattr(Driver, name))
    future = getattr(driver, name)(**given)
    (call,) = driver.link.method_calls
    got = inspect.signature(getattr(Link, name)).bind(None, *call.args, **call.kwargs).arguments
    assert call[0] == name
    assert {argument: got[argument] for argument in given} == given
    others = {argument: value for argument, value in got.items() if argument not in {"self", *given}}
    if future is None:
        assert others == {}
        return
    assert set(others) == {"done", "now"}
    assert others["now"] == NOW
    assert not future.done()
    others["done"](Outcome(True, b"answer"), NOW)
    assert future.result(0) == Outcome(True, b"answer")


def test_nothing_is_asked_of_a_driver_that_was_stopped(driver):
    driver.stop()
    for name in FORWARDED:
        future = getattr(driver, name)(**arguments(getattr(Driver, name)))
        if future is not None:
            outcome = future.result(0)
            assert (outcome.ok, outcome.is_open) == (False, False)
            assert "stopped" in outcome.text
    assert {call[0] for call in driver.link.method_calls} <= {"show", "expect"}


REQUESTS = {
    "statistics": (lambda link, *more: link.ask_statistics(*more), wire.STATS_GET, b""),
    "fault": (lambda link, *more: link.ask_fault(*more), wire.FAULT_GET, b"\0"),
    "fault, to be forgotten": (lambda link, *more: link.ask_fault(*more, forget=True), wire.FAULT_GET, b"\1"),
    "config": (lambda link, *more: link.ask_config(*more), wire.CFG_GET, b"\0\0"),
    "a new config": (lambda link, *more: link.write_config(b"{}", *more), wire.CFG_SET, b"\0\0{}"),
    "an empty config": (
        lambda link, *more: link.write_config(b"", *more),
        wire.CFG_COMMIT,
        pack("<HI", 0, crc32(b"")),
    ),
    "read a tag": (lambda link, *more: link.read_tag(2, 7, 9, UID, *more), wire.TAG_READ, b"\2\7\x09" + UID),
    "write a tag": (
        lambda link, *more: link.write_tag(2, 7, b"abcd", UID, *more),
        wire.TAG_WRITE,
        b"\2\7abcd" + UID,
    ),
    "restart": (lambda link, *more: link.ask_reboot(wire.REBOOT_SAFE, *more), wire.REBOOT, b"\3"),
    "any other": (lambda link, *more: link.ask(0x6F, b"payload", wire.RESP, *more), 0x6F, b"payload"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_is_the_frame_of_the_page(table, name):
    ask, kind, payload = REQUESTS[name]
    sent = []
    table.run.to_board = lambda data, now: sent.extend(decode(data)) or data
    ask(table.link, lambda outcome, now: None, table.run.now)
    table.run.run_for(20)
    first = next(frame for frame in sent if frame[0] not in (wire.PING, wire.ACK))
    assert (first[0], first[1], first[3:]) == (kind, table.board.sid, payload)
    assert 1 <= first[2] <= 255


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_without_a_session_says_so_and_is_never_sent(make_table, name):
    table, outcomes = make_table(), []
    REQUESTS[name][0](table.link, lambda outcome, now: outcomes.append((outcome, now)), 55)
    ((outcome, now),) = outcomes
    assert (outcome.ok, outcome.is_open, now) == (False, False, 55)
    assert outcome.text.startswith("There is no session with a board.")
    table.connect()
    assert REQUESTS[name][1] not in [kind for kind, _ in table.board.requests]


def test_a_config_is_committed_with_its_length_and_checksum(table):
    text = bytes(range(256)) * 2
    table.link.write_config(text, lambda outcome, now: None, table.run.now)
    table.run.run_for(500)
    pieces = [payload for kind, payload in table.board.requests if kind == wire.CFG_SET]
    (commit,) = [payload for kind, payload in table.board.requests if kind == wire.CFG_COMMIT]
    assert b"".join(piece[2:] for piece in pieces) == text
    assert max(map(len, pieces)) == wire.MAX_PAYLOAD
    assert commit == pack("<HI", len(text), crc32(text))
