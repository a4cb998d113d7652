"""Running a game once more from what reached it, and comparing what comes out with what came out then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.ledger import Batch, EntryRow, Fact, InputRow, Ledger, LedgerError, Origin, Told, Value
from host.play import opening
from host.play.commands import from_json
from host.play.companion import Companion

Step = Callable[[EntryRow, Sequence[Mapping[str, Any]]], None]
"""Takes a line of a ledger and the events that it caused."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line that came out otherwise; an empty text means that there was none."""

    number: int
    then: str
    now: str

    def __str__(self) -> str:
        then, now = self.then or "nothing", self.now or "nothing"
        return f"Line {self.number} was {then!r} then, and is {now!r} now."


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay found."""

    facts: int
    inputs: int
    entries: int
    difference: Difference | None


def replay(path: Path, step: Step = lambda row, events: None) -> Replay:
    """Run what reached a ledger's game through a new companion; ``step`` is called for each line of the old one."""
    with Ledger.read(path) as old, TemporaryDirectory() as folder:
        head = old.head()
        if head is None:
            raise LedgerError(f"{path} holds no game, so there is nothing to replay.")
        with Ledger.open(Path(folder) / "replay.ledger", synchronous="OFF") as new:
            new.begin(head)
            runner = _Runner(opening.resume_quietly(new, head.created, is_virtual=_is_virtual(old)), new)
            for item in old.story():
                if isinstance(item, EntryRow):
                    step(item, old.events(item.id))
                runner.take(item)
            runner.check()
            return Replay(runner.facts, runner.inputs, runner.entries, _first_difference(old, new))


class _Runner:
    """Feeds one story item after the other. Time passes as it did then.

    Facts wait until a row says that they had been taken: those that a program had not come to when it was killed were
    never taken.
    """

    def __init__(self, companion: Companion, ledger: Ledger) -> None:
        self.facts = self.inputs = self.entries = 0
        self._companion = companion
        self._ledger = ledger
        self._uid = ""  # the table's board; others may be plugged in
        self._waiting: deque[tuple[int, int, tuple[Fact, ...]]] = deque()  # with the last one's id, then and now

    def take(self, item: Told | InputRow | EntryRow) -> None:
        if isinstance(item, Told):
            self.facts += len(item.facts)
            self._commit(item)
            return
        self._tell_up_to(item.fact, is_taken=not isinstance(item, InputRow) or item.kind != "resumed")
        if isinstance(item, EntryRow):
            self.entries += 1
            self._companion.tick(item.at)
        else:
            self.inputs += item.kind not in ("time", "learned")
            self._input(item)

    def check(self) -> None:
        """Refuse a replay of which something could not be written."""
        if self._companion.problem:
            raise LedgerError("There is no room to replay the game. Free some space in the folder for temporary files.")

    def _commit(self, item: Told) -> None:
        numbers = [fact.seq for fact in item.facts if fact.seq is not None]
        following = max(numbers) + 1 if numbers else 0
        self._ledger.commit(Batch(item.uid, item.boot_id, following, item.at, item.facts))
        if item.uid != self._uid:
            return
        left = len(item.facts)
        for _, group in groupby(item.facts, key=lambda fact: fact.t_host):
            together = tuple(group)
            left -= len(together)
            self._waiting.append((item.id - left, self._ledger.last_fact() - left, together))

    def _tell_up_to(self, last: int, *, is_taken: bool) -> None:
        while self._waiting and self._waiting[0][0] <= last:
            _, number, facts = self._waiting.popleft()
            if is_taken:
                self._companion.facts(facts, number)

    def _input(self, item: InputRow) -> None:
        try:
            self._take_input(item)
        except (KeyError, TypeError, ValueError) as error:
            raise LedgerError(
                f"Input {item.id} cannot be replayed ({error}). Restore the ledger from a copy."
            ) from error

    def _take_input(self, item: InputRow) -> None:
        if item.kind == "command":
            self._companion.command(from_json(item.data), item.at)
        elif item.kind == "link":
            self._link(item)
        elif item.kind == "time":
            self._companion.tick(item.at)
        elif item.kind == "resumed":  # what was learned is learned anew
            self.check()
            self._companion = opening.resume_as(self._ledger, item.at, item.data)

    def _link(self, item: InputRow) -> None:
        data = item.data
        uid, sentence, is_linked = str(data["uid"]), str(data["sentence"]), bool(data["is_linked"])
        state = [Value(kind, src, bytes.fromhex(told)) for kind, src, told in data["state"]]
        self._uid = uid or self._uid
        self._companion.link(sentence, is_linked, item.at, uid, state)


def _is_virtual(ledger: Ledger) -> bool:
    """Tell whether a game was begun at a table that told by itself which cards were held."""
    return any(row.origin in (Origin.DEALT, Origin.VIRTUAL) for row in ledger.entries())


def _first_difference(old: Ledger, new: Ledger) -> Difference | None:
    for number, (then, now) in enumerate(_pairs(old, new), 1):
        if then != now:
            return Difference(number, then, now)
    return None


def _pairs(old: Ledger, new: Ledger) -> Iterator[tuple[str, str]]:
    mine, theirs = (map(_said, book.entries(), repeat(book)) for book in (old, new))
    while True:
        pair = next(mine, ""), next(theirs, "")
        if pair == ("", ""):
            return
        yield pair


def _said(row: EntryRow, book: Ledger) -> str:
    events = book.events(row.id)
    return f"{row.kind}: {row.text} ({row.why}) {row.entry} {row.digest} {events or ''}".rstrip()
