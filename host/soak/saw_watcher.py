"""Compares what a table of SAW has in its books with what the people at it did, at every moment of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.core import Answer, AnyPlay
from engines.saw.piles import UNTOLD
from host.ledger import Origin
from host.play.picture import Line
from host.play.stepped import SteppedTable
from host.soak.human.saw_person import SawPerson
from host.soak.human.saw_world import SawWorld
from host.soak.plants import Plant
from host.soak.saw_agreement import difference, is_under_way
from host.soak.watching import Tally, Watching

SEARCHED = (("found",), ("none",))  # what cards say while a Video is played: where that leads is compared then
SENSED = (Origin.PAD, Origin.BENCH, Origin.BUTTON)


class SawWatcher(Watching):
    """Looks over the shoulder of one game. Unlike the people at it, it sees the books themselves."""

    def __init__(
        self, table: SteppedTable, person: SawPerson, world: SawWorld, tally: Tally, plant: Plant | None = None
    ) -> None:
        super().__init__(table, person, tally, plant)
        self._person = person
        self._world = world
        self._lines = 0
        self._kind = self._notice = ""

    def look(self) -> None:
        """Judge what is new."""
        picture = self._table.picture
        self._follow_faults(picture.faults)
        new = picture.lines[self._lines :]
        self._lines = len(picture.lines)
        for line in new:
            self._note(line)
        if new:
            self._judge(new[-1])
        is_asked = picture.prompt.kind != self._kind and picture.prompt.kind == "ask"
        is_warned = picture.notice != self._notice and bool(picture.notice)
        self._kind, self._notice = picture.prompt.kind, picture.notice
        if is_asked:
            self._check_question(picture.prompt)
            self._asked()
        is_meant = self._plant is not None and self._plant.is_meant(picture.notice)
        if is_warned and self._person.is_faultless and not is_meant:
            self._alarmed()
        if new or is_warned or is_asked:
            self._signal()
        self._follow_slip()

    # ---- lines -----------------------------------------------------------------------------------------------------

    def _note(self, line: Line) -> None:
        if line.kind == "answer" and line.origin in SENSED:
            self._seen.append((line.at, line.origin is not Origin.BENCH))
        elif line.kind == "takeback" and line.origin is not Origin.SCREEN:
            self._wrong(f"taken back by itself: {line.text} ({line.why})")

    def _judge(self, line: Line) -> None:
        books, stages = self._table.companion.play, self._person.stages
        if is_under_way(books):
            found = [self._misled(books, stages)]
        else:
            found = [difference(books, stage) for stage in stages]
        if all(found):
            self._wrong(f"meant {self._meant()}, understood {line.text!r} ({line.why}); {found[-1]}")

    def _misled(self, books: AnyPlay, stages: Iterable[AnyPlay]) -> str:
        """Return in words what is wrong while cards have to say how it goes on; empty if nothing is."""
        if self._person.is_misread:
            return "another card was turned over"
        said = _last_choice(books)
        if said[:1] in SEARCHED or any(_is_same(said, _last_choice(stage)) for stage in stages):
            return ""
        return f"{said} was answered"

    def _meant(self) -> str:
        deed = self._person.deed
        return repr(deed.text) if deed else "nothing"

    def close_answer(self, is_understood: bool) -> bool:
        """An answer is over; tell whether books and truth agree now."""
        books, truth = self._table.companion.play, self._world.truth
        return is_understood and not difference(books, truth)

    # ---- what is said ----------------------------------------------------------------------------------------------

    def _alarmed(self) -> None:
        self._tally.false_alarms += 1
        self.notes.append(f"false alarm: {self._notice} (while doing {self._meant()})")

    def _asked(self) -> None:
        """A question is avoidable if what was shown can mean only one thing by the rules."""
        self._tally.questions += 1
        prompt, play = self._table.picture.prompt, self._person.stages[0]
        asked = self._table.companion.meanings()
        fitting = [text for choice in play.options(play.decision).enumerate() if (text := play.write(choice)) in asked]
        if len(fitting) == 1:
            self._tally.avoidable += 1
            self.notes.append(f"avoidable question: {prompt.detail} ({fitting[0]})")


def _last_choice(play: AnyPlay) -> Any:
    return next((entry.choice for entry in reversed(play.log) if isinstance(entry, Answer)), ())


def _is_same(said: Any, meant: Any) -> bool:
    """Tell whether an answer may be what was meant: a card that is not named, and a place that is not told, fit all."""
    return all(one == other or UNTOLD in (one, other) for one, other in zip(said, meant, strict=False))
