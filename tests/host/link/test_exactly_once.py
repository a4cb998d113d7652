"""Whatever happens to frames, cables, hosts and boards: each fact once or in a declared gap, and the state is right."""

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from host.ledger import OVERFLOW, Ledger
from host.link import Link, Stepped
from host.link.fold import Fold
from tests.host.link.scripted_board import ScriptedBoard
from tests.sizes import sizes

LONG = 40_000  # ms in which a table must become whole again once the faults have ended


class SpoiledLine:
    """Loses, spoils, cuts short and repeats frames of one direction; bytes stay in order."""

    def __init__(self, rng, rate):
        self.rng = rng
        self.rate = rate
        self.last = b""

    def __call__(self, data, now):
        return b"".join(self._pass(b"\x00" + frame + b"\x00") for frame in data.split(b"\x00") if frame)

    def _pass(self, frame):
        before, self.last = self.last, frame
        if self.rng.random() >= self.rate:
            return frame
        cut = self.rng.randrange(len(frame))
        choice = self.rng.randrange(6)
        if choice == 0:
            return b""
        if choice == 1:
            return frame[:cut]
        if choice == 2:
            return frame + frame
        if choice == 3:
            return before + frame
        if choice == 4:
            return frame + b"\r\nTraceback (most recent call last):\r\n>>> "
        return frame[:cut] + bytes((frame[cut] ^ 1 << self.rng.randrange(8),)) + frame[cut + 1 :]


class Ordeal:
    """A table under faults, and the account of what became of every fact."""

    def __init__(self, folder, seed, rate, ring):
        self.rng = Random(seed)
        self.ring = ring
        self.ledger = Ledger.open(Path(folder) / "a", synchronous="OFF")
        self.boards = [ScriptedBoard(boot_id=1, ring=ring)]
        self.caps_cache = {}
        self.run = Stepped(self.boards[0], self.new_link())
        self.spoil(rate)

    def new_link(self):
        return Link(self.ledger, caps_cache=self.caps_cache, seed=self.rng.randrange(1000))

    def spoil(self, rate):
        self.run.to_board = SpoiledLine(self.rng, rate)
        self.run.to_host = SpoiledLine(self.rng, rate)

    @property
    def board(self):
        return self.boards[-1]

    def act(self, action):
        if action == "unplug":
            self.run.unplug()
        elif action == "plug":
            self.run.plug()
        elif action == "kill host":
            self.run.replace_link(self.new_link())
        elif action == "restart board":
            self.boards.append(ScriptedBoard(boot_id=len(self.boards) + 1, ring=self.ring, started=self.run.now))
            self.run.board = self.board
        elif action == "burst":
            for _ in range(self.rng.randrange(40)):
                self.board.set_tile(self.rng.randrange(24), self.rng.randrange(32))
        elif action == "freeze host":
            self.run.is_frozen = not self.run.is_frozen
        elif action == "silent change":
            self.board.state[self.rng.randrange(24)] ^= 1
        else:
            self.board.set_tile(self.rng.randrange(24), self.rng.randrange(32))
        self.run.run_for(self.rng.randrange(60))

    def end(self):
        """The faults are over: the table must become whole."""
        self.spoil(0)
        self.run.is_frozen = False
        self.run.plug()
        assert self.run.run_while(lambda: not self.is_whole(), LONG)

    def is_whole(self):
        link = self.run.link
        return (
            link.is_whole
            and link.boot_id == self.board.boot_id
            and link.next_seq == self.board.head
            and link.state == bytes(self.board.state)
        )

    def check(self):
        for board in self.boards:
            self._check_boot(board)
        fold = Fold()
        fold.tiles = 24
        for value in self.ledger.state(self.run.link.uid):
            fold.apply(*value)
        assert bytes(fold.cells) == bytes(self.board.state)

    def _check_boot(self, board):
        told = {fact[0]: fact[1:] for fact in board.history}
        facts = [fact for fact in self.ledger.facts(boot_id=board.boot_id) if fact.seq is not None]
        numbers = [fact.seq for fact in facts]
        assert numbers == sorted(set(numbers)), "a fact came twice or out of order"
        for fact in facts:
            assert (fact.t_board, fact.kind, fact.src, fact.data) == told[fact.seq]
        missing = set(told) - set(numbers)
        for gap in self.ledger.gaps(boot_id=board.boot_id):
            assert (gap.last is None) == (gap.reason != OVERFLOW)
            declared = set(range(gap.first, board.head if gap.last is None else gap.last + 1))
            assert not declared & set(numbers), "a fact that is there was declared missing"
            missing -= declared
        heard_of = any(boot.boot_id == board.boot_id for boot in self.ledger.boots())
        assert not missing or not heard_of, "facts were lost silently"


ACTIONS = st.sampled_from(
    ["tile"] * 8 + ["burst", "unplug", "plug", "plug", "kill host", "freeze host", "restart board", "silent change"]
)


@settings(max_examples=50)
@given(
    seed=st.integers(0, 2**32),
    rate=st.sampled_from([0.0, 0.1, 0.3]),
    ring=st.sampled_from([8, 48, 256]),
    actions=st.lists(ACTIONS, min_size=1, max_size=60),
)
def test_each_fact_once_or_in_a_declared_gap(seed, rate, ring, actions):
    with tempfile.TemporaryDirectory() as folder:
        ordeal = Ordeal(folder, seed, rate, ring)
        with ordeal.ledger:
            ordeal.run.plug()
            for action in actions:
                ordeal.act(action)
            ordeal.end()
            ordeal.check()


@sizes("actions", 400, 1500)
def test_a_long_ordeal(actions):
    rng = Random(2024)
    choices = ["tile"] * 30 + ["burst", "unplug", "plug", "plug", "plug", "kill host", "restart board", "silent change"]
    with tempfile.TemporaryDirectory() as folder:
        ordeal = Ordeal(folder, seed=7, rate=0.15, ring=64)
        with ordeal.ledger:
            ordeal.run.plug()
            for _ in range(actions):
                ordeal.act(rng.choice(choices))
            ordeal.end()
            ordeal.check()
            counts = ordeal.ledger.counts()
    assert counts["facts"] > actions
    assert counts["gaps"] > 5
    assert counts["inferred"] > 5


def test_without_faults_nothing_is_ever_repeated_or_missing():
    with tempfile.TemporaryDirectory() as folder:
        ordeal = Ordeal(folder, seed=3, rate=0.0, ring=256)
        with ordeal.ledger:
            ordeal.run.plug()
            for _ in range(500):
                ordeal.act("tile")
            ordeal.end()
            ordeal.check()
            statistics = ordeal.run.link.statistics
    assert (statistics.duplicates, statistics.gaps, statistics.inferred, statistics.resends_asked) == (0, 0, 0, 0)
