"""Whole games through the whole chain: hands, magnets, firmware, link, table, referee, rules; the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import engines
from engines.core import OneOf, Play, Shuffle
from hardware.twin.board import Twin
from host.figures import percentile
from host.ledger import Ledger
from host.link import Link, Stepped
from host.play import opening
from host.play.stepped import SteppedTable
from host.soak.human import QUIET, Habits, Human

START_MS = 1_000
SEEN, SHOWN = "The table shows this answer and no other.", "It was shown to the pad."
Progress = Callable[[int], None]


@dataclass
class RefereeResult:
    """What came of it. ``wrong``: answers that were booked and not meant; ``unrecovered``: the table got stuck."""

    answers: int = 0
    games: int = 0
    wrong: int = 0
    unrecovered: int = 0
    questions: int = 0
    commit_ms: list[float] = field(default_factory=list)  # from the last movement of a hand to the line in the ledger
    seed: int = 0
    settings: dict[str, object] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        return {
            **self.settings,
            "answers": self.answers,
            "games": self.games,
            "wrong": self.wrong,
            "unrecovered": self.unrecovered,
            "questions": self.questions,
            "commit_ms_p50": round(percentile(self.commit_ms, 0.5)),
            "commit_ms_p95": round(percentile(self.commit_ms, 0.95)),
            "seed": self.seed,
        }

    @property
    def is_good(self) -> bool:
        """Every answer was understood as it was meant."""
        return not self.wrong and not self.unrecovered


class RefereeSoak:
    """Plays random games at a simulated table until enough answers were given."""

    def __init__(self, game: str, profile: str, seed: int, folder: Path, habits: Habits = QUIET) -> None:
        self._game = engines.load(game)
        self._profile = profile
        self._seed = seed
        self._folder = folder
        self._habits = habits
        self.result = RefereeResult(seed=seed, settings={"game": game, "profile": profile})

    def run(self, answers: int, progress: Progress = lambda done: None) -> RefereeResult:
        """Play on until ``answers`` have been given."""
        while self.result.answers < answers:
            self._play(self._seed + self.result.games, answers, progress)
            self.result.games += 1
        return self.result

    def _play(self, seed: int, answers: int, progress: Progress) -> None:
        path = self._folder / f"game-{seed}.ledger"
        with Ledger.open(path, synchronous="OFF") as ledger, Twin(self._profile, "cpython", seed) as twin:
            companion = opening.begin(ledger, self._game.name, self._profile, START_MS)
            table = SteppedTable(companion, ledger, lambda link: _stepped(twin, link))
            truth = self._game.new(oracle=Shuffle(seed))
            human = Human(table, twin.mechanics, truth, Random(f"{seed}/human"), self._habits)
            table.plug()
            table.run_for(400)
            ok = human.attend()
            rng = Random(f"{seed}/answers")
            while ok and truth.waiting and self.result.answers < answers:
                human.carry_out(choose(truth, rng))
                self.result.answers += 1
                progress(self.result.answers)
                ok = self._judge(human, table, seed)
                self._time(human, table)
            self.result.questions += human.questions
            if not ok and not self.result.failures:
                self._fail(seed, "the table was not set up")
        if ok:
            path.unlink()

    def _time(self, human: Human, table: SteppedTable) -> None:
        for line in reversed(table.picture.lines):
            if line.kind == "answer":
                if line.text == human.last and line.why in (SEEN, SHOWN) and line.at >= human.moved_at:
                    self.result.commit_ms.append(line.at - human.moved_at)
                return

    def _judge(self, human: Human, table: SteppedTable, seed: int) -> bool:
        mine, truth = table.companion.play, human.truth
        if human.is_in_step():
            return True
        said = [line.text for line in table.picture.lines[-3:]]
        meant = human.last
        if len(mine.log) >= len(truth.log):
            self.result.wrong += 1
        else:
            self.result.unrecovered += 1
        self._fail(seed, f"meant {meant!r}; the ledger has {said}; asked: {table.picture.prompt.detail}")
        return False

    def _fail(self, seed: int, what: str) -> None:
        self.result.failures.append(f"game {seed}, answer {self.result.answers}: {what}")


def choose(play: Play, rng: Random) -> object:
    """Return a random answer: first what to do, then how."""
    options = play.options(play.decision)
    return options.sample_kind_first(rng) if isinstance(options, OneOf) else options.sample(rng)


def _stepped(twin: Twin, link: Link) -> Stepped:
    return Stepped(twin, link, now=START_MS)
