"""What all who watch a simulated game have in common: what they count, and how long something took."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from host.ledger import InputRow, Ledger, Told
from host.play.commands import Pick
from host.play.picture import Prompt
from host.play.stepped import SteppedTable
from host.soak.human.habits import Habit
from host.soak.plants import Plant

NO_WORDS = ("time", "learned")  # what the program notes for itself


@dataclass(slots=True)
class Tally:
    """What came of some answers. See docs/referee.md for what each is."""

    wrong: int = 0
    amended: int = 0
    questions: int = 0
    avoidable: int = 0
    back: int = 0  # of these, those which ask whether an answer was given or one taken back
    lone: int = 0  # questions with a single candidate, and nothing else to choose
    false_alarms: int = 0
    insisted: int = 0
    slips: int = 0  # how often something else was done than was meant
    unsignalled: int = 0  # of these, those that were mended before a word or a light told of them
    misnamed: int = 0  # sensors that were said to be broken, and were not
    habits: Counter[Habit] = field(default_factory=Counter)  # how often people gave in to each
    named_ms: list[float] = field(default_factory=list)  # from when a planted fault showed until it was named
    commit_ms: list[float] = field(default_factory=list)
    open_ms: list[float] = field(default_factory=list)
    signal_ms: list[float] = field(default_factory=list)


class Fallible(Protocol):
    """Somebody who makes mistakes.

    ``slip`` tells whether one is not mended yet, ``slips`` counts them, and ``slip_at`` is when the last one was done;
    None: it is being done.
    """

    slip: bool
    slips: int

    @property
    def slip_at(self) -> int | None:
        """When the last mistake was done."""


class Watching:
    """Looks over the shoulder of one game. ``plant`` is what will be broken in it, if anything is."""

    def __init__(self, table: SteppedTable, person: Fallible, tally: Tally, plant: Plant | None) -> None:
        self.failures: list[str] = []
        self.notes: list[str] = []
        self._table = table
        self._tally = tally
        self._plant = plant
        self._who = person
        self._faults: set[str] = set()
        self._slip = 0  # the slip that is waited for to be signalled, by its number
        self._sign_at: int | None = None  # when there was a first sign of it
        self._seen: list[tuple[int, bool]] = []  # when answers were understood from sensors, and whether clearly so

    def _wrong(self, what: str) -> None:
        self._tally.wrong += 1
        self.failures.append(f"wrong: {what}")

    def _check_question(self, prompt: Prompt) -> None:
        """A question must leave something to choose: at least two answers, or one and that nothing has happened."""
        candidates = [button for button in prompt.buttons if button.command != Pick(-1)]
        if len(candidates) < 2 and not prompt.may_be_nothing:
            self._tally.lone += 1
            self.failures.append(f"lone question: {prompt.detail} ({[button.label for button in candidates]})")

    # ---- broken sensors ----------------------------------------------------------------------------------------------

    def _follow_faults(self, faults: tuple[str, ...]) -> None:
        plant = self._plant
        if plant is not None and (took := plant.look(faults)) is not None:
            self._tally.named_ms.append(took)
        for sentence in sorted(set(faults) - self._faults):
            if plant is None or not plant.is_meant(sentence):
                self._tally.misnamed += 1
                self.failures.append(f"misnamed: {sentence}")
        self._faults = set(faults)

    def _is_deceived(self) -> bool:
        """Tell whether a sensor that nobody has named yet may look like something that comes or goes."""
        return self._plant is not None and self._plant.is_hidden

    # ---- times -------------------------------------------------------------------------------------------------------

    def _signal(self) -> None:
        """There is a sign that something was understood which nobody meant, or that it was not understood."""
        if self._who.slip and self._slip != self._who.slips and self._sign_at is None:
            self._sign_at = self._table.now

    def _follow_slip(self) -> None:
        """Measure how long it took until a slip was signalled, once it was done; sooner is at once."""
        at, sign_at = self._who.slip_at, self._sign_at
        if self._slip == self._who.slips or at is None:
            return
        if sign_at is not None:
            self._tally.signal_ms.append(max(0, sign_at - at))
        elif not self._who.slip:
            self._tally.unsignalled += 1
        if sign_at is not None or not self._who.slip:
            self._slip, self._sign_at = self._who.slips, None

    def close_game(self, ledger: Ledger) -> None:
        """A game is over: how long after the last word of board or people was each answer understood?"""
        for ms, is_clear in waited(ledger, self._seen):
            (self._tally.commit_ms if is_clear else self._tally.open_ms).append(ms)


def waited(ledger: Ledger, seen: Iterable[tuple[int, bool]]) -> Iterable[tuple[int, bool]]:
    """Yield how long after the last word of board or people each answer came, with what was noted of it."""
    told, lines = sorted(_told(ledger)), sorted(row.at for row in ledger.entries())
    for at, is_clear in seen:
        latest = [*told[: bisect_right(told, at)][-1:], *lines[: bisect_left(lines, at)][-1:]]
        yield at - max(latest, default=at), is_clear


def _told(ledger: Ledger) -> Iterable[int]:
    for item in ledger.story():
        if isinstance(item, Told):
            yield from (fact.t_host for fact in item.facts)
        elif isinstance(item, InputRow) and item.kind not in NO_WORDS and not _is_read(item):
            yield item.at


def _is_read(row: InputRow) -> bool:
    """Tell whether a command is what a pad has read: its facts came before."""
    do = row.data.get("do") if row.kind == "command" else ""
    return do == "again" or (do in ("show", "lay") and bool(row.data.get("tag")))
