"""``deadfall ledger health``: the counts of a game's sensors."""

from dataclasses import replace

import pytest

from firmware import wire
from host.cli import main
from host.ledger import Batch, Fact, Ledger
from tests.host.ledger.game import HEAD


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.ledger"


def fact(at: int, kind: int, src: int, *data: int) -> Fact:
    return Fact(at // 10, None, at, at, kind, src, bytes(data))


def write(path, *facts: Fact) -> None:
    with Ledger.open(path) as ledger:
        ledger.begin(replace(HEAD, profile="grid"))
        if facts:
            ledger.commit(Batch("u", 1, 1_000, facts[-1].t_host, facts))


def test_sensors_with_trouble_come_first(path, capsys):
    tag = (wire.TAG, 1, 4, 1, 2, 3, 4, 5, 6)
    write(
        path,
        *(fact(100 * at, wire.TILE, 30, at % 2) for at in range(1, 2)),
        *(fact(1_000 + 100 * at, wire.TILE, 31, at % 2) for at in range(1, 4)),
        fact(3_000, *tag),
        fact(3_010, wire.PAD, 0, wire.PAD_PRESENT, 1),
        fact(4_000, wire.PAD, 0, wire.PAD_DOWN, 0),
    )
    assert main(["ledger", "health", str(path)]) == 0
    tiles, pads = capsys.readouterr().out.split("\n\n")
    assert [line.split() for line in tiles.splitlines()] == [
        ["TILE", "CHANGES", "UNDONE"],
        ["e4", "3", "2"],
        ["d4", "1", "0"],
    ]
    assert pads.splitlines()[1].split() == ["play", "1", "0", "0", "0", "0", "1"]


def test_of_a_table_that_said_nothing_that_is_said(path, capsys):
    write(path)
    assert main(["ledger", "health", str(path)]) == 0
    assert capsys.readouterr().out == "No tile has changed and no pad has read a card.\n"


def test_what_is_no_game_is_refused_with_a_sentence(path, capsys):
    assert main(["ledger", "health", str(path)]) == 1
    assert "There is no ledger" in capsys.readouterr().err
    Ledger.open(path).close()
    assert main(["ledger", "health", str(path)]) == 1
    assert "holds no game" in capsys.readouterr().err
