"""Compares what a table understands with what the people at it did, at every moment of a game."""

from __future__ import annotations

from typing import Any

from engines.core import Answer, Observed, Play
from host.play import prompts
from host.play.chronicle import SAID
from host.play.picture import Line
from host.play.stepped import SteppedTable
from host.referee import Outlook
from host.referee.foresight import Foresight
from host.soak.human.person import Person
from host.soak.human.things import Arrangement
from host.soak.human.ways import Ways
from host.soak.human.world import World
from host.soak.plants import Plant
from host.soak.watching import ASKED, Tally, Watching

UNDERSTOOD = ("The table shows this answer and no other.", "It was shown to the pad.", "Shown to the pad.")
ALL_TILES = -1  # as an integer in which every reed is closed
BACK = "This is an answer, and how the table was before."
MOVED_ON = "The piece was moved on."


class Watcher(Watching):
    """Looks over the shoulder of one game. Unlike the people at it, it knows how the host thinks.

    ``plant`` is what will be broken in this game, if anything is.
    """

    def __init__(
        self,
        table: SteppedTable,
        person: Person,
        world: World,
        ways: Ways,
        tally: Tally,
        plant: Plant | None = None,
    ) -> None:
        super().__init__(table, person, tally, plant)
        self._person = person
        self._world = world
        self._ways = ways
        self._lines = 0
        self._passing: list[int] = []  # numbers of lines that the table really showed, though nobody meant them
        self._kind = ""
        self._notice = ""
        self._before = -1, self._foresight()
        self._neighbours = prompts.neighbours(table.companion.stage.profile)

    def look(self) -> None:
        """Judge what is new."""
        picture = self._table.picture
        self._follow_faults(picture.faults)
        for line in picture.lines[self._lines :]:
            self._judge(line)
        self._lines = len(picture.lines)
        if self._before[0] != self._lines:
            self._before = self._lines, self._foresight()
        prompt = picture.prompt
        kind = prompt.kind if prompt.kind != "guide" or not prompt.is_owed else "owed"
        if kind != self._kind:
            self._kind = kind
            if kind == "guide":
                self._alarmed(prompt.detail)
            elif kind == "ask":
                self._asked(prompt.detail)
        if kind in ("guide", "ask", "aim") or prompt.step is not None or picture.notice != self._notice:
            self._signal()
        self._notice = picture.notice
        self._follow_slip()

    def _foresight(self) -> Foresight:
        """Return what the table may show next."""
        companion = self._table.companion
        play = companion.floor().main
        scene = companion.stage.scene(play)
        outcomes = companion.stage.outcomes(play)
        return Foresight.of(Outlook(scene, outcomes, lambda answer: None), ALL_TILES)

    # ---- lines -----------------------------------------------------------------------------------------------------

    def _judge(self, line: Line) -> None:
        if line.kind == "answer" and not line.is_quiet:
            self._judge_answer(line)
        elif line.kind == "reveal":
            self._judge_reveal(line)
        elif line.kind == "takeback" and line.why == MOVED_ON:
            self._tally.amended += 1
        elif line.kind == "takeback" and line.why not in (ASKED, SAID) and not self._is_deceived():
            self._judge_take_back(line)

    def _judge_take_back(self, line: Line) -> None:
        """Nobody asked for it: then something was a mistake, and nothing else may be taken back."""
        deed, given = self._person.deed, len(_choices(self._table.companion.play))
        is_right = deed is None or given >= len(_choices(deed.play))
        if not is_right or not (self._person.slip or self._passing):
            self._wrong(f"taken back by itself: {line.text} ({line.why})")

    def _judge_answer(self, line: Line) -> None:
        play, deed = self._table.companion.play, self._person.deed
        said = _last_choice(play)
        if deed is not None and said == deed.choice and self._is_next(play):
            if line.why in UNDERSTOOD:
                self._seen.append((line.at, self._is_clear(said)))
            return
        if self._is_deceived():
            return  # what stays of it is compared when the answer is over
        if play.log == self._world.truth.log[: len(play.log)]:
            return  # it had been taken back by mistake, and was done again
        if self._is_said_by_mistake(said) or self._is_shown(play):
            self._passing.append(line.number)
            self._signal()
        else:
            self._wrong(f"meant {deed.text if deed else 'nothing'!r}, understood {line.text!r} ({line.why})")

    def _is_next(self, play: Play) -> bool:
        """Tell whether the books have at most one answer more than were really given: the one that is being given."""
        return len(_choices(play)) - len(_choices(self._world.truth)) in (0, 1)

    def _judge_reveal(self, line: Line) -> None:
        deed = self._person.deed
        card = next(
            (entry.card for entry in reversed(self._table.companion.play.log) if isinstance(entry, Observed)), ""
        )
        if self._is_shown_by_mistake(card):
            self._passing.append(line.number)
            self._signal()
        elif deed is None or deed.reveal is None or card != deed.text:
            self._wrong(f"meant {deed.text if deed else 'nothing'!r}, understood {line.text!r} ({line.why})")

    def _is_said_by_mistake(self, said: Any) -> bool:
        """Tell whether somebody gave this answer by mistake just now."""
        mistaken = self._person.mistaken if self._person.slip else None
        return mistaken is not None and mistaken.reveal is None and mistaken.choice == said

    def _is_shown_by_mistake(self, card: str) -> bool:
        """Tell whether somebody showed this card by mistake just now, where one was to be revealed."""
        mistaken = self._person.mistaken if self._person.slip else None
        return mistaken is not None and mistaken.reveal is not None and mistaken.text == card

    def _is_shown(self, play: Play) -> bool:
        """Tell whether the things really lie, or seem to lie, as an answer would have it that nobody meant.

        Trays that it leaves to be turned may still be to turn.
        """
        hands, after = self._person.hands, _carried(self._ways.arrangement(play))
        if self._ways.is_same(after, _carried(self._ways.arrangement(self._world.truth))):
            return False
        lies, *held = [_carried(lies) for lies in hands.seeming()]
        if any(self._ways.is_same(seeming, after) for seeming in (lies, *held)):
            return True
        return any(self._is_mistaken(seeming, after) for seeming in ((lies, *held) if self._person.slip else held))

    def _is_mistaken(self, lies: Arrangement, after: Arrangement) -> bool:
        """Tell whether a thing that nobody showed looks like another one, where it is by mistake or on its way."""
        return not self._person.shown and sorted(lies.values()) == sorted(after.values())

    def _is_clear(self, said: Any) -> bool:
        """Tell whether no other legal answer could be reached from there: waiting could have changed nothing."""
        _, foresight = self._before
        done = [outcome.after for outcome in foresight.outcomes if said in outcome.answers]
        return not any(foresight.may_go_on(seen, self._neighbours) for seen in done)

    def close_answer(self, is_understood: bool) -> bool:
        """An answer is over; tell whether books and truth agree now."""
        agrees = self._table.companion.play.digest() == self._world.truth.digest()
        if not agrees:  # else what stays is what was meant, though it was understood on the way to something else
            self._judge_passing()
        self._passing.clear()
        return is_understood and agrees

    def _judge_passing(self) -> None:
        for number in self._passing:
            line = next((line for line in self._table.picture.lines if line.number == number), None)
            if line is not None and not line.is_taken_back:
                self._wrong(f"understood {line.text!r} on the way, and left it so ({line.why})")

    # ---- prompts ---------------------------------------------------------------------------------------------------

    def _alarmed(self, detail: str) -> None:
        if self._person.is_faultless and not self._is_deceived():
            self._tally.false_alarms += 1
            deed = self._person.deed
            self.notes.append(f"false alarm: {detail} (while doing {deed.text if deed else 'nothing'!r})")

    def _asked(self, detail: str) -> None:
        self._tally.questions += 1
        fitting = self._fitting()
        if len(fitting) == 1:
            self._tally.avoidable += 1
            self._tally.back += detail == BACK
            self.notes.append(f"avoidable question: {detail} ({fitting[0]})")

    def _fitting(self) -> list[Any]:
        """Return the legal answers that the table shows now, by its tiles and by what was held to the pad."""
        companion = self._table.companion
        play, stage = companion.floor().main, companion.stage
        snapshot = stage.read(companion.play, companion.table.snapshot(self._table.now))
        fitting = list(stage.outcomes(play).get(snapshot.tiles, ()))
        shown = companion.shown
        using = [choice for choice in fitting if any(stage.uses(choice, name) for name in shown)]
        return using or fitting


def _choices(play: Play) -> list[Any]:
    return [entry.choice for entry in play.log if isinstance(entry, Answer)]


def _last_choice(play: Play) -> Any:
    return next(iter(_choices(play)[-1:]), None)


def _carried(lies: Arrangement) -> Arrangement:
    return {name: spot for name, spot in lies.items() if not name.startswith("tray")}
