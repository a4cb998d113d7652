"""The stepped and the paced driver: the same outcome, on virtual time."""

import pytest

from firmware import wire
from host.ledger import Ledger
from host.link import Link, Stepped
from host.link.paced import Paced
from tests.host.link.scripted_board import ScriptedBoard


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        yield ledger


def play(run, board):
    for at in range(60):
        board.set_tile(at % 24, at % 32)
        run.run_for(7)
    run.run_for(500)


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    logs = []
    for name in ("a", "b"):
        with Ledger.open(tmp_path / name, synchronous="OFF") as ledger:
            log, board = [], ScriptedBoard()
            run = Stepped(
                board, Link(ledger, seed=5), to_board=lambda data, now, log=log: log.append((now, data)) or data
            )
            run.plug()
            play(run, board)
            logs.append((log, list(ledger.facts())))
    assert logs[0] == logs[1]
    assert logs[0][0]


def test_paced_over_a_real_pty_ends_like_stepped(tmp_path):
    facts = []
    for name, couple in (("a", Stepped), ("b", Paced)):
        with Ledger.open(tmp_path / name, synchronous="OFF") as ledger:
            board = ScriptedBoard()
            run = couple(board, Link(ledger, seed=5))
            run.plug()
            play(run, board)
            assert run.link.is_whole
            assert run.link.state == bytes(board.state)
            facts.append([(fact.seq, fact.t_board, fact.src, fact.data) for fact in ledger.facts()])
            if couple is Paced:
                run.close()
    assert facts[0] == facts[1]


def test_virtual_time_stands_still_between_steps(ledger):
    board = ScriptedBoard()
    run = Paced(board, Link(ledger, seed=5))
    run.plug()
    run.run_for(300)
    assert (run.now, run.link.phase) == (300, "live")
    run.close()
    run.close()


def test_paced_opens_the_port_anew_when_the_board_falls_silent(ledger):
    board = ScriptedBoard()
    run = Paced(board, Link(ledger, seed=5))
    run.plug()
    run.run_for(300)
    board.mute = True
    run.run_for(4000)
    assert run.link.phase != "live"
    board.mute = False
    run.run_for(2000)
    assert run.link.phase == "live"
    run.close()


def test_stepped_loses_what_was_on_its_way_when_the_cable_is_pulled_or_the_program_dies(ledger):
    heard = []

    class Board(ScriptedBoard):
        def step(self, now, rx=b"", take=256):
            heard.append(rx)
            return super().step(now, rx, take)

    run = Stepped(Board(), Link(ledger, seed=5))
    run.plug()
    run.unplug()
    run.run_for(20)
    assert b"".join(heard) == b""
    run.plug()
    run.replace_link(Link(ledger, seed=6))
    run.run_for(4)
    assert b"".join(heard).count(wire.PROBE) == 1


def test_stepped_tells_the_board_when_the_port_is_opened_and_closed(ledger):
    told = []
    run = Stepped(ScriptedBoard(), Link(ledger, seed=5), plugged=told.append)
    run.plug()
    run.run_for(100)
    run.unplug()
    run.unplug()
    run.plug()
    assert told == [True, False, True]
