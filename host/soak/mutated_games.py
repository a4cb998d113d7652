"""Random games with changed catalogues: either the check refuses one with a sentence, or it can be played."""

from __future__ import annotations

import json
from random import Random

import engines
from engines.core import Answer, AnyGame, AnyPlay, Shuffle
from engines.core.catalogue import CatalogueError
from host.soak.catalogues import mutated
from host.soak.invariants import SENTENCE, check_answers, check_events, check_options, check_state, demand
from host.soak.random_games import open_books, pick, some_decision

MOST_ANSWERS = 200
"""Answers after which a game is left: not every catalogue has games that end."""
TRIES = 200
"""Catalogues that are tried until one passes the check."""


class MutatedGame:
    """One random game from a seed, with a catalogue that passes the check. ``refused`` counts those that did not."""

    def __init__(self, game: AnyGame, seed: int | str, answers: int = MOST_ANSWERS) -> None:
        self._most = answers
        self._rng = rng = Random(f"{seed}/catalogue")
        self.answers = self.looks = self.refused = 0
        rules = self._rules(game)
        self.play: AnyPlay = rules.new(Shuffle(rng.randrange(1 << 30)), rng.choice(rules.seat_counts))
        self._books = open_books(self.play)

    def _rules(self, game: AnyGame) -> AnyGame:
        for _ in range(TRIES):
            text = mutated(game.name, self._rng)
            try:
                return engines.load(game.name, text, game.options)
            except CatalogueError as error:
                self.refused += 1
                for mistake in error.mistakes:
                    demand(bool(SENTENCE.fullmatch(mistake.sentence)), f'"{mistake.sentence}" is no sentence')
        raise AssertionError(f"none of {TRIES} catalogues passes the check")

    def run(self) -> None:
        """Play. AssertionError: an invariant is broken; anything else is worse."""
        self._look()
        while self.play.waiting and self.answers < self._most:
            decision = some_decision(self.play, self._rng)
            check_answers(self.play, decision, check_options(self.play, decision))
            self.answers += 1
            events = self.play.feed(Answer(decision.id, pick(self.play, decision, self._rng), decision.seat))
            check_events(events)
            self._books.book(events)
            self._look()

    def _look(self) -> None:
        check_state(self.play)
        self._books.compare(self.play)
        position = json.loads(json.dumps(self.play.position()))
        demand(self.play.game.setup(position).position() == position, "a position that is set up again is another one")
