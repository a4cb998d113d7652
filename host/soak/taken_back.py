"""Random games with take-backs: does what was seen before an undo ever contradict what is imagined after it?"""

from __future__ import annotations

from random import Random

from engines import players
from engines.core import (
    HOST,
    MUST,
    PUBLIC,
    Answer,
    AnyGame,
    AnyPlay,
    Decision,
    Entry,
    Observed,
    Reveal,
    Shuffle,
    Table,
)
from host.soak.invariants import check_samples, check_state, clumps, demand, players_entries
from host.soak.random_games import pick, some_decision

MOST_STEPS = 120
"""Steps after which a game is left: the next one is another game."""
UNDO = 0.2
"""How often a step takes answers back instead of giving one."""
DEEPEST = 4
"""Answers that are usually taken back at once, at most; now and then it is half the game."""
LOOKED_AT = 6
"""Steps after a take-back that are usually looked at closely."""
FURTHER = 15
"""Answers that a sample is usually played on; now and then it is played to the end."""
LONGEST = 3_000
"""Answers after which a sample that is played to the end is left."""


class TakenBackGame:
    """One random game from a seed, with take-backs. After each, every seat samples the game and plays the sample on.

    Every other game is played at a table that is told few cards. ``looks`` counts the samples that were played on.
    ``looked_at``: how many steps after a take-back are looked at so closely.
    """

    def __init__(self, game: AnyGame, seed: int | str, steps: int = MOST_STEPS, looked_at: int = LOOKED_AT) -> None:
        self._steps = steps
        self._looked_at = looked_at
        self._rng = Random(f"{seed}/taken back")
        self._is_table = self._rng.random() < 0.5
        seats = self._rng.choice(game.seat_counts)
        oracle = Table() if self._is_table else Shuffle(self._rng.randrange(1 << 30))
        self.play = game.new(oracle, seats)
        self._thinker = players.load(players.MASTERMIND, game)
        self.answers = self.looks = self.refused = 0

    def run(self) -> None:
        """Play to the end, or for so many steps. AssertionError: an invariant is broken; anything else is worse."""
        due = 0
        for _ in range(self._steps):
            if not self.play.waiting:
                return
            given = players_entries(self.play)
            if given and self._rng.random() < UNDO:
                self.play.undo(
                    self._rng.randint(1, min(given, DEEPEST if self._rng.random() < 0.9 else given // 2 + 1))
                )
                due = self._looked_at
                if self._rng.random() < 0.5:  # else what was seen before is told only when something is answered
                    self.play.consult()
            else:
                self._step()
            if due:
                due -= 1
                self._look()

    def _step(self) -> None:
        """Tell a card or answer at random; what a table was shown before may rule out what the lot has drawn."""
        told = [item for item in self.play.waiting if isinstance(item, Reveal)]
        needed = [item for item in told if item.policy == MUST]
        if needed or (told and self._rng.random() < 0.1):
            self._feed(self._face((needed or told)[0]))
        else:
            decision = some_decision(self.play, self._rng)
            self._feed(Answer(decision.id, pick(self.play, decision, self._rng), decision.seat))

    def _face(self, item: Reveal) -> Observed:
        return Observed(item.token, self._rng.choice(sorted(self.play.candidates(item.token))))

    def _feed(self, entry: Entry) -> None:
        self.answers += 1
        problem = self.play.verify(entry)
        demand(problem is None or self._is_table, f"{entry} is an option and refused: {problem}")
        if problem is None:
            self.play.feed(entry)

    def _look(self) -> None:
        if not self._is_table:  # a sample tells what a table was not told, so the two look different
            check_samples(self.play, self._rng)
        for viewer in (PUBLIC, *range(len(self.play.seats))):
            sample = self.play.sample(viewer, self._rng)
            self._go_on(sample, FURTHER if self._rng.random() < 0.95 else LONGEST)
            check_state(sample)
            for other in (HOST, PUBLIC, *range(len(sample.seats))):
                clumps(sample, other)
            self.looks += 1
        self._think()

    def _go_on(self, sample: AnyPlay, most: int) -> None:
        for _ in range(most):
            if not sample.waiting:
                return
            decision = some_decision(sample, self._rng)
            sample.feed(Answer(decision.id, pick(sample, decision, self._rng), decision.seat))

    def _think(self) -> None:
        """Now and then ask the house player that samples most."""
        if self._rng.random() < 0.05 and not any(isinstance(item, Reveal) for item in self.play.waiting):
            asked = [item for item in self.play.waiting if isinstance(item, Decision) and item.seat >= 0]
            if asked:
                players.answer(self._thinker, self.play, asked[0], self._rng)
                self.looks += 1
