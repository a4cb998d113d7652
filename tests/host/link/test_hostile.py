"""Hostile bytes: no exception, bounded memory, and the next good frame is read."""

import tracemalloc
from random import Random

import pytest

from firmware import wire
from host.link import Link, Troubled
from host.link.frames import STRUCTS
from tests.host.link.test_stream import events
from tests.sizes import sizes


def random_bytes(rng, sid):
    return rng.randbytes(rng.randrange(1, 80)) + b"\x00"


def mutated(rng, sid, encoder):
    """A frame of this session with a good CRC and senseless contents."""
    kind = rng.choice(
        [
            wire.PONG,
            wire.EVENTS,
            wire.SNAP,
            wire.RESP,
            wire.CAPS,
            wire.FAULT,
            wire.LOG,
            wire.STATS,
            wire.HELLO_ACK,
            wire.BANNER,
            wire.CFG,
            rng.randrange(256),
        ]
    )
    size = STRUCTS[kind].size if kind in STRUCTS and rng.random() < 0.8 else 0
    encoder.begin(kind, sid if rng.random() < 0.9 else rng.randrange(256), rng.randrange(8))
    encoder.put(rng.randbytes(min(185, size + rng.randrange(24))))
    return encoder.finish()


@pytest.fixture
def live(make_table):
    table = make_table().connect()
    table.run.replace_link(Link(table.ledger, seed=3))
    table.run.run_for(500)
    return table


def deluge(table, make, frames):
    """Feed frames in bites of any size, letting time pass; return how the link's memory grew, in bytes."""
    rng, now, grown = Random(99), table.run.now, 0
    tracemalloc.start()
    try:
        for at in range(frames // 50):
            table.link.received(b"".join(make(rng) for _ in range(50)), now)
            table.link.tick(now)
            table.link.take()
            if at == 40:
                first = tracemalloc.get_traced_memory()[0]
            now += 1
        grown = tracemalloc.get_traced_memory()[0] - first
    finally:
        tracemalloc.stop()
    table.run.now = now
    return grown


def reads_the_next_good_frame(table):
    table.run.unplug()
    table.run.plug()
    table.run.run_for(3000)
    table.board.set_tile(3, 21)
    table.run.run_for(500)
    return table.link.phase == "live" and table.link.state[3] == 21


@sizes("frames", 10_000, 50_000)
def test_random_frames(live, frames):
    board = live.board
    assert deluge(live, lambda rng: random_bytes(rng, board.sid), frames) < 200_000
    assert live.link.phase == "live"
    live.link.received(events(board, board.head, [(wire.TILE, 2, 30)]), live.run.now)
    assert live.link.state[2] == 30


@sizes("frames", 10_000, 50_000)
def test_mutated_frames(live, monkeypatch, frames):
    """They may say anything, so facts may be booked; but nothing escapes, nothing grows, and the link comes back."""
    monkeypatch.setattr(live.ledger, "commit", lambda batch: None)
    encoder = wire.Encoder()
    assert deluge(live, lambda rng: mutated(rng, live.link._outbox.sid, encoder), frames) < 200_000
    monkeypatch.undo()
    assert reads_the_next_good_frame(live)


def test_mutated_frames_at_a_link_that_greets(make_table):
    table = make_table()
    rng, encoder = Random(5), wire.Encoder()
    link = table.link
    link.opened(0)
    for now in range(2000):
        link.received(mutated(rng, link._outbox.sid, encoder) + random_bytes(rng, 0), now)
        link.tick(now)
        link.take()
        if link.wants_reopen:
            link.closed(now)
            link.opened(now)
    table.run.now = 3000
    assert reads_the_next_good_frame(table)


def test_an_endless_stream_without_delimiters_is_not_kept(make_table):
    table, rng = make_table().connect(), Random(6)
    tracemalloc.start()
    try:
        for _ in range(200):
            table.link.received(b"\x01" + rng.randbytes(4096).replace(b"\x00", b"\x01"), table.run.now)
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()
    assert reads_the_next_good_frame(table)


def test_a_port_that_takes_nothing_does_not_make_the_link_grow(make_table):
    link: Link = make_table().connect().link
    for now in range(10_000, 3_000_000, 250):
        link._outbox.send(wire.PING, 0, b"\x00\x00\x00\x00")
        link.tick(now)
    assert len(link.take()) <= 16_384


@pytest.mark.parametrize("name", ["\ud800", "x" * 5000, ["\udfff"], None, "\x00"])
def test_a_name_that_no_ledger_holds_does_no_harm(make_table, name):
    table = make_table(caps={"tiles": 24, "buttons": 1, "profile": name}).connect()
    table.run.run_for(1000)
    assert table.link.phase == "live"
    assert table.of(Troubled) == []
    (written,) = table.ledger.boards().values()
    assert written == table.link.caps["profile"]
    assert len(written.encode()) <= 256
