"""A game run once more from what reached it comes out the same; one that was tampered with does not."""

import sqlite3
from random import Random

import pytest

from engines.core import Shuffle
from host.ledger import Ledger, LedgerError
from host.play.commands import Correct, GoTo, Redo, Say, TableIsRight, Undo
from host.play.replay import replay
from host.soak.human import QUIET, Human
from host.soak.referee import choose


def test_a_game_with_everything_in_it_comes_out_the_same(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    game.say(Undo())
    game.say(Redo())
    game.say(Correct("ship-1.energy", 5, "a test"))
    game.table.unplug()
    game.lift("blue.starter")
    game.table.plug()
    game.table.run_for(2000)
    game.put("blue.starter", "b5", "west", wait=2000)
    game.say(TableIsRight(), wait=500)
    game.restart()
    game.say(Say("move ship-1 east"), wait=500)
    game.say(GoTo(1))
    game.table.run_for(1000)
    game.ledger.close()
    result = replay(game.path)
    assert result.difference is None
    assert result.entries >= 7


def test_a_game_played_by_hands_comes_out_the_same(sit):
    game = sit(ready=False)
    truth = game.play.game.new(oracle=Shuffle(5))
    human = Human(game.table, game.twin.mechanics, truth, Random(5), QUIET)
    assert human.attend()
    rng = Random(6)
    for _ in range(25):
        human.carry_out(choose(truth, rng))
        assert game.play.digest() == truth.digest()
    game.ledger.close()
    result = replay(game.path)
    assert result.difference is None


def test_another_outcome_is_told_with_its_line(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    game.ledger.close()
    with sqlite3.connect(game.path) as db:
        db.execute("UPDATE entries SET text = 'move ship-1 south' WHERE text = 'move ship-1 north'")
    difference = replay(game.path).difference
    assert difference is not None
    assert 'was "answer: move ship-1 south' in str(difference)


def test_every_line_is_handed_over_as_it_was_understood(sit):
    game = sit()
    game.say(Say("draw"))
    game.ledger.close()
    rows = []
    replay(game.path, rows.append)
    assert [row.text for row in rows] == ["drew shield-1", "draw"]


def test_a_ledger_without_a_game_is_refused(tmp_path):
    Ledger.open(tmp_path / "facts.ledger").close()
    with pytest.raises(LedgerError, match="nothing to replay"):
        replay(tmp_path / "facts.ledger")
