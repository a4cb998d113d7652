"""A game run once more from what reached it comes out the same; one that was tampered with does not."""

import sqlite3
from random import Random

import pytest

from firmware.wire import BASELINE, MAX_DATA, TILE
from host.ledger import Batch, Fact, Ledger, LedgerError
from host.ledger.sealing import seal_all
from host.play import opening
from host.play.commands import Correct, GoTo, Name, Redo, Say, TableIsRight, Undo
from host.play.replay import replay
from host.soak.human.levels import PARTY
from host.soak.referee import RefereeSoak

UID = "0011223344556677"
CHUNKS = -(-99 // MAX_DATA)


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


@pytest.mark.parametrize(("game", "profile"), [("armada", "grid"), ("loot", "field")])
def test_a_game_played_by_restless_hands_comes_out_the_same(tmp_path, game, profile):
    RefereeSoak(game, profile, 6, tmp_path, PARTY, keeps_all=True).run(25)
    result = replay(tmp_path / f"{game}-6.ledger")
    assert result.difference is None
    assert result.entries >= 25


def test_another_outcome_is_told_with_its_line(sit):
    game = sit()
    game.lift("blue.starter")
    game.put("blue.starter", "e3", "south")
    game.ledger.close()
    with sqlite3.connect(game.path) as db:
        db.execute("UPDATE entries SET text = 'move ship-1 south' WHERE text = 'move ship-1 north'")
        seal_all(db)
    difference = replay(game.path).difference
    assert difference is not None
    assert 'was "answer: move ship-1 south' in str(difference)


def test_every_line_is_handed_over_as_it_was_understood(sit):
    game = sit()
    game.say(Say("draw"))
    game.ledger.close()
    rows = []
    replay(game.path, lambda row, events: rows.append(row))
    assert [row.text for row in rows] == ["drew shield-1", "draw"]


def test_a_ledger_without_a_game_is_refused(tmp_path):
    Ledger.open(tmp_path / "facts.ledger").close()
    with pytest.raises(LedgerError, match="nothing to replay"):
        replay(tmp_path / "facts.ledger")


class Program:
    """A game as a program on a busy machine runs it: the link commits facts, the game takes them later, and is killed.

    What was not taken when the program died is never taken.
    """

    def __init__(self, path):
        self.ledger = Ledger.open(path, synchronous="OFF")
        self.companion = opening.begin(self.ledger, "armada", "grid", 1_000)
        self.now = 1_000
        self._tiles = bytearray(len(self.companion.stage.profile.tiles))
        self._seq = 1
        self._jobs = []
        self._plug()
        self._tell([(BASELINE, at, bytes(self._tiles[at * MAX_DATA : (at + 1) * MAX_DATA])) for at in range(CHUNKS)])
        self.do("take", 0)
        assert self.companion.table.is_known

    def do(self, kind, number):
        if kind == "wait":
            self.now += number
        elif kind == "tick":
            self.companion.tick(self.now)
        elif kind == "sense":
            self._sense(number)
        elif kind == "take" and self._jobs:
            facts, last = self._jobs.pop(0)
            self.companion.facts(facts, last)
        elif kind == "say":
            self.companion.command(self._command(number), self.now)
        elif kind == "stranger":
            fact = Fact(None, None, None, self.now, TILE, number % 99, b"\x04", True)
            self.ledger.commit(Batch("ffeeddccbbaa9988", 3, 1, self.now, (fact,)))
        elif kind == "kill":
            self._take_the_beginning()
            self._jobs.clear()
            self.companion = opening.resume(self.ledger, self.now)
            self._plug()

    def _take_the_beginning(self):
        """What the program was taking when it was killed: the facts of the first moment in a commit of several."""
        for facts, last in self._jobs[:1]:
            first = [fact for fact in facts if fact.t_host == facts[0].t_host]
            self.companion.facts(first, last - len(facts) + len(first))

    def _plug(self):
        self.companion.link("The board is connected.", True, self.now, UID)

    def _sense(self, number):
        """The table shows what it should, or what some answer makes of it: told in one commit, at two moments."""
        stage, play = self.companion.stage, self.companion.play
        goals = [stage.scene(play).signature, *stage.outcomes(play)]
        goal = goals[number % len(goals)]
        changes = [tile for tile, mask in enumerate(goal) if self._tiles[tile] != mask]
        self._tiles[:] = goal
        self._tell([(TILE, tile, goal[tile : tile + 1]) for tile in changes])

    def _tell(self, changes):
        facts = []
        for at, change in enumerate(changes):
            moment = self.now - (20 if at < len(changes) // 2 else 9)
            facts.append(Fact(self._seq, None, moment, moment, *change))
            self._seq += 1
        if facts:
            self._commit(Batch(UID, 7, self._seq, self.now, tuple(facts)))

    def _commit(self, batch):
        self.ledger.commit(batch)
        self._jobs.append((batch.facts, self.ledger.last_fact()))

    def _command(self, number):
        picture = self.companion.picture
        commands = [button.command for button in picture.prompt.buttons]
        return [*commands, Undo(), Redo(), TableIsRight(), Name("hub-2"), GoTo(number)][number % (len(commands) + 5)]


KINDS = ("wait",) * 4 + ("sense",) * 3 + ("say",) * 2 + ("tick",) * 5 + ("take",) * 4 + ("stranger",)


@pytest.mark.parametrize("seed", range(16))
def test_facts_that_came_late_and_programs_that_were_killed_come_out_the_same(tmp_path, seed):
    rng = Random(seed)
    path = tmp_path / "game.ledger"
    program = Program(path)
    with program.ledger as ledger:
        for step in range(3_000):  # at least 300, and until the table was understood once
            if step >= 300 and step % 100 == 0 and any("The table shows" in row.why for row in ledger.entries()):
                break
            kind = rng.choice(KINDS) if rng.random() > 0.02 else "kill"
            program.do(kind, rng.choice((1, 3, 12, 60, 400, 2_000)) if kind == "wait" else rng.randrange(60))
        kinds = {row.kind for row in ledger.inputs()}
        assert kinds == {"command", "link", "resumed", "time"}
        assert any("The table shows" in row.why for row in ledger.entries())
    assert replay(path).difference is None
