"""A game whose program is killed again and again: the real command, a board of its own, a hand and a keyboard.

The person knows what is to be done and does it once: moves a piece, or types a line and types it anew if the ledger
does not have it when the program comes back. SIGKILL strikes before, while and after that; at times the board loses
its power too. Every answer has to be in the ledger once, and every fact that reached it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

import engines
from engines.core import Answer, Observed, Reveal
from hardware.twin.client import RunningTwin, start
from host.figures import percentile
from host.ledger import Ledger, LedgerError
from host.play.replay import replay
from host.soak.typist import Typist

GAME, PROFILE = "armada", "grid"
ANSWERS = 50  # in one game; then comes another
KILLED = 0.6  # of all answers
CUT = 0.2  # of all kills: the board loses its power as well
PATIENCE_S = 30.0
DOZE_S = 0.01
SETUP = (("blue.starter", "e2", "south"), ("red.starter", "e10", "north"))
BACK = "take back 1 answer"
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

Progress = Callable[[int], None]


class Deed(NamedTuple):
    """What a person does: types ``line``, or moves ``piece`` to ``tile``."""

    line: str
    piece: str = ""
    tile: str = ""


@dataclass
class KillResult:
    """What came of it."""

    seed: int
    kills: int = 0
    power_cuts: int = 0
    answers: int = 0
    games: int = 0
    wrong: int = 0
    unrecovered: int = 0
    facts: int = 0
    facts_lost: int = 0
    facts_twice: int = 0
    replays_differ: int = 0
    resume_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Nothing was lost, nothing was booked twice, and every game could be gone on with."""
        return not (self.wrong or self.unrecovered or self.facts_lost or self.facts_twice or self.replays_differ)

    def fields(self) -> dict[str, object]:
        """The result as one flat object."""
        return {
            "game": GAME,
            "profile": PROFILE,
            "kills": self.kills,
            "power_cuts": self.power_cuts,
            "answers": self.answers,
            "games": self.games,
            "wrong": self.wrong,
            "unrecovered": self.unrecovered,
            "facts": self.facts,
            "facts_lost": self.facts_lost,
            "facts_twice": self.facts_twice,
            "replays_differ": self.replays_differ,
            "resume_ms_p50": round(percentile(self.resume_ms, 0.5)),
            "resume_ms_p95": round(percentile(self.resume_ms, 0.95)),
            "resume_ms_worst": round(max(self.resume_ms, default=0)),
            "seed": self.seed,
        }


class KillSoak:
    """Plays games in ``folder`` until the program was killed often enough."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.result = KillResult(seed)
        self._rng = Random(seed)
        self._folder = folder
        self._port = folder / "port"

    def run(self, kills: int, progress: Progress = lambda done: None) -> KillResult:
        """Go on until ``kills`` programs have died."""
        with start(PROFILE, seed=self.result.seed & 0xFFFF, link=self._port) as twin:
            while self.result.kills < kills and not self.result.unrecovered and not self.result.wrong:
                twin.control.clear()
                path = self._folder / f"game-{self.result.games}.ledger"
                with _Evening(path, self._port, twin, self._rng, self.result) as evening:
                    evening.play(kills, progress)
                self.result.games += 1
                self._audit(path)
        return self.result

    def _audit(self, path: Path) -> None:
        """Every number of every boot is there once; and the game comes out the same once more."""
        result = self.result
        with Ledger.read(path, check=False) as ledger:
            for boot in ledger.boots():
                told = [fact.seq for fact in ledger.facts(boot.uid, boot.boot_id) if fact.seq is not None]
                result.facts += len(told)
                result.facts_twice += len(told) - len(set(told))
                result.facts_lost += boot.next_seq - 1 - len(set(told))
        try:
            difference = str(replay(path).difference or "")
        except LedgerError as error:
            difference = str(error)
        if difference:
            result.replays_differ += 1
            result.notes.append(f"{path.name}: {difference}")


class _Evening:
    """One game, kept in one ledger, played by as many programs as it takes."""

    def __init__(self, path: Path, port: Path, twin: RunningTwin, rng: Random, result: KillResult) -> None:
        self._path = path
        self._port = port
        self._twin = twin
        self._rng = rng
        self._result = result
        self._truth = engines.load(GAME).new()
        self._at = {piece: (ord(tile[0]), int(tile[1:])) for piece, tile, _ in SETUP}

    def __enter__(self) -> _Evening:
        self._typist = self._open("--ledger")
        with ExitStack() as stack:
            stack.callback(self._kill)
            self._typist.until("Put blue starter", PATIENCE_S)
            self._ledger = stack.enter_context(Ledger.open(self._path))
            self._undo = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def _kill(self) -> None:
        """End whichever program plays now."""
        self._typist.kill()

    def _open(self, how: str) -> Typist:
        words = ["play", *([GAME, "--profile", PROFILE] if how == "--ledger" else []), "--headless"]
        return Typist([*words, "--port", str(self._port), how, str(self._path)])

    def play(self, kills: int, progress: Progress) -> None:
        """Play until the game is over, long enough, or something is wrong."""
        for piece, tile, facing in SETUP:
            self._twin.control.put(piece, "base", tile, facing=facing)  # type: ignore[arg-type]
        for _ in range(ANSWERS):
            if not self._truth.waiting or self._result.kills >= kills:
                return
            deed = self._plan()
            self._result.answers += 1
            if not (self._do_under_fire(deed) if self._rng.random() < KILLED else self._do(deed)):
                return
            progress(self._result.kills)

    def _plan(self) -> Deed:
        """Choose what comes next and tell it to the truth."""
        truth, rng = self._truth, self._rng
        asked = truth.waiting[0]
        if isinstance(asked, Reveal):
            face = rng.choice(sorted(truth.candidates(asked.token)))
            truth.feed(Observed(asked.token, face))
            return Deed(face)
        seat = truth.game.seats[truth.decision.seat]
        piece = f"{seat}.starter"
        ways = {}
        for choice in truth.options(truth.decision).enumerate():
            words = truth.write(choice).split()
            if words[0] == "draw" or (words[0] == "move" and len(words) == 3):
                ways[" ".join(words)] = choice
        line = rng.choice(sorted(ways))
        truth.feed(Answer(truth.decision.id, ways[line]))
        if line == "draw":
            return Deed(line)
        right, up = STEPS[line.split()[2]]
        column, row = self._at[piece]
        self._at[piece] = column + right, row + up
        return Deed(line, piece, f"{chr(column + right)}{row + up}")

    # ---- doing it ------------------------------------------------------------------------------------------------

    def _do(self, deed: Deed) -> bool:
        self._act(deed)
        return self._is_booked(deed)

    def _act(self, deed: Deed) -> None:
        if deed.piece:
            self._twin.control.move(deed.piece, deed.tile)
        else:
            self._typist.say(deed.line)

    def _do_under_fire(self, deed: Deed) -> bool:
        """Kill the program before, while or after something is done; then do what is left to be done."""
        is_before = self._rng.random() < 0.4
        if not is_before:
            self._act(deed)
            time.sleep(self._rng.choice((0, 0.02, 0.1, 0.4, 0.7)) * self._rng.random())
        self._typist.kill()
        self._result.kills += 1
        if is_before and deed.piece:
            self._act(deed)
        if self._rng.random() < CUT:
            self._twin.control.power_cut()
            self._result.power_cuts += 1
        begun = time.monotonic()
        self._typist = self._open("--resume")
        if not self._typist.until("The board is connected", PATIENCE_S):
            return self._fail("unrecovered", deed, "the board was not connected again")
        self._result.resume_ms.append(1000 * (time.monotonic() - begun))
        if not deed.piece and self._behind():
            self._act(deed)
        return self._is_booked(deed)

    def _behind(self) -> bool:
        return len(self._ledger.live()) < len(self._truth.log)

    def _is_booked(self, deed: Deed) -> bool:
        """Wait until the ledger has as many answers as were given, and see that it has the same."""
        end = time.monotonic() + PATIENCE_S
        while self._behind():
            if time.monotonic() > end:
                return self._fail("unrecovered", deed, " / ".join(self._typist.lines[-4:]))
            if not deed.piece and self._typist.was_refused():
                self._act(deed)  # the table had not been seen yet
            if deed.piece and (number := self._typist.number_of(deed.line, BACK)):
                self._typist.say(number)  # going back looks like taking back, so it is asked
            time.sleep(DOZE_S)
        rows = self._ledger.live()
        if len(rows) > len(self._truth.log) or rows[-1].digest != self._truth.digest():
            return self._fail("wrong", deed, f"the ledger has {rows[-1].entry}")
        return True

    def _fail(self, how: str, deed: Deed, why: str) -> bool:
        setattr(self._result, how, getattr(self._result, how) + 1)
        self._result.notes.append(f"{self._path.name}, {deed.line!r}: {why}")
        return False
