"""A disk that fills in the middle of a game: the game stops with a sentence, the record replays, and it goes on."""

import shutil
import sqlite3
from random import Random

import pytest

from host.ledger import Ledger, LedgerError
from host.play import opening
from host.play.commands import Correct
from host.play.replay import replay
from host.play.steps import RETRY_MS
from tests.host.play.test_replay import KINDS, UID, Program

SIZES = 40
STEPS = 120
ROOM = 1_000_000


class Careful(Program):
    """A program whose board sends again what was not acknowledged; ``acknowledged`` it forgets."""

    def __init__(self, path):
        self.acknowledged = []
        self._unsent = []
        self.refused = []
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA page_size = 512")  # small ones, so that a full disk cuts off anywhere
            db.execute("VACUUM")
        db.close()
        super().__init__(path)

    def _commit(self, batch):
        self._unsent.append(batch)
        self.send()

    def send(self):
        """Send what is not acknowledged, as the link does."""
        while self._unsent:
            try:
                super()._commit(self._unsent[0])
            except LedgerError as error:
                self.refused.append(str(error))
                return
            self.acknowledged += [fact.seq for fact in self._unsent.pop(0).facts]

    def do(self, kind, number):
        try:
            super().do(kind, number)
        except LedgerError as error:  # another board's fact
            self.refused.append(str(error) if kind == "stranger" else f"{kind}: {error}")
        self.check()

    def check(self):
        """What is in memory is what is on disk, and the screen says so if nothing can be written."""
        assert all(sentence.startswith(f"{self.ledger.path} cannot be written (") for sentence in self.refused)
        rows, picture = self.ledger.live(), self.companion.picture
        assert len(picture.lines) == self.ledger.counts()["entries"]
        if self.companion.problem:
            assert picture.notice == self.companion.problem
            assert "cannot be written" in picture.notice
            assert "Free some space" in picture.notice
        if rows and rows[-1].digest:
            assert self.companion.play.digest() == rows[-1].digest

    def play(self, rng, steps):
        for _ in range(steps):
            if rng.random() < 0.2:
                why = "a long reason " * rng.randrange(14)
                self.companion.command(Correct("ship-1.energy", rng.randrange(6), why), self.now)
                self.check()
            kind = rng.choice(KINDS)
            self.do(kind, rng.choice((1, 12, 60, 400, 2_000)) if kind == "wait" else rng.randrange(60))
            self.send()

    def limit(self, pages):
        self.ledger._db.execute(f"PRAGMA max_page_count = {pages}")

    @property
    def pages(self):
        return self.ledger._db.execute("PRAGMA page_count").fetchone()[0]


def copy_of(ledger, folder):
    """A copy of what is written, as a program that is killed now leaves it."""
    for name in (ledger.path.name, f"{ledger.path.name}-wal"):
        shutil.copy(ledger.path.with_name(name), folder / name)
    return folder / ledger.path.name


@pytest.fixture(scope="module")
def growth(tmp_path_factory):
    """How many pages the game has when it begins, and how many it comes to need."""
    program = Careful(tmp_path_factory.mktemp("growth") / "game.ledger")
    begun = program.pages
    program.play(Random(3), STEPS)
    program.ledger.close()
    with Ledger.open(program.ledger.path) as ledger:
        return begun, ledger._db.execute("PRAGMA page_count").fetchone()[0]


@pytest.mark.parametrize("size", range(SIZES))
def test_whatever_a_full_disk_cuts_off_the_record_replays(tmp_path, growth, size):
    begun, grown = growth
    assert grown - begun >= SIZES
    program = Careful(tmp_path / "game.ledger")
    program.limit(begun + (grown - begun) * size // SIZES)
    program.play(Random(3), STEPS)
    (tmp_path / "killed").mkdir()
    assert replay(copy_of(program.ledger, tmp_path / "killed")).difference is None

    program.limit(ROOM)
    program.now += RETRY_MS
    program.send()
    program.companion.tick(program.now)
    assert program.companion.problem == ""
    lines = len(program.companion.picture.lines)
    program.companion.command(Correct("ship-1.energy", 2, "there is room again"), program.now)
    program.check()
    since = program.companion.picture.lines[lines:]  # what the table showed meanwhile may be understood first
    assert [line for line in since if line.kind == "correction"] or program.companion.picture.notice
    program.play(Random(4), 15)
    with program.ledger as ledger:
        told = [fact.seq for fact in ledger.facts(UID)]
        assert told == sorted(set(program.acknowledged)) == program.acknowledged
    assert replay(program.ledger.path).difference is None


def test_a_game_that_cannot_be_begun_leaves_none(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        pages = ledger._db.execute("PRAGMA page_count").fetchone()[0]
        ledger._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LedgerError, match="cannot be written"):
            opening.begin(ledger, "loot", "none", 1, is_virtual=True)
        assert ledger.head() is None
        ledger._db.execute(f"PRAGMA max_page_count = {ROOM}")
        opening.begin(ledger, "loot", "none", 1, is_virtual=True)
        assert ledger.counts()["entries"] > 0
    assert replay(tmp_path / "a").difference is None


def test_what_is_too_long_to_come_back_is_refused(tmp_path):
    program = Program(tmp_path / "game.ledger")
    inputs = program.ledger.counts()["inputs"]
    program.companion.command(Correct("ship-1.energy", 2, "x" * 100_000), program.now)
    assert program.companion.picture.notice == "That is too long. Say it in fewer words."
    with program.ledger as ledger:
        assert ledger.counts()["inputs"] == inputs
