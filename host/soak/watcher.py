"""Compares what a table understands with what the people at it did, at every moment of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core import Answer, AnyPlay, Observed
from host.ledger import Origin
from host.play import prompts
from host.play.picture import Line, Prompt
from host.play.stepped import SteppedTable
from host.referee import Outlook, Settings
from host.referee.foresight import Foresight
from host.referee.watch import overlaid
from host.soak.human.person import Person
from host.soak.human.things import Arrangement
from host.soak.human.ways import Ways
from host.soak.human.world import World
from host.soak.plants import Plant
from host.soak.watching import Tally, Watching
from host.table import Snapshot

UNDERSTOOD = (Origin.TABLE, Origin.PAD)
ALL_TILES = -1  # as an integer in which every reed is closed
CHANGED_MS = Settings().mind_ms  # an answer may be changed that the table has shown for less than this


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
        self._log: list[Any] = []  # the books, as they stood when they were looked at last
        self._passing: dict[int, bool] = {}  # lines that the table really showed, though nobody meant them: by mistake?
        self._kind = ""
        self._notice = ""
        self._still_at = 0  # when the table last showed what the books have
        self._before = self._foresight()  # what the table may show after the last line
        self._neighbours = prompts.neighbours(table.companion.stage.profile)

    def look(self) -> None:
        """Judge what is new."""
        picture = self._table.picture
        if self._table.companion.is_still:
            self._still_at = self._table.now
        self._follow_faults(picture.faults)
        if len(picture.lines) != self._lines:
            for line in picture.lines[self._lines :]:
                self._judge(line)
            self._lines = len(picture.lines)
            self._log = list(self._table.companion.play.log)
            self._before = self._foresight()
        prompt = picture.prompt
        kind = prompt.kind if prompt.kind != "guide" or not prompt.is_owed else "owed"
        if kind != self._kind:
            self._kind = kind
            if kind == "guide":
                self._alarmed(prompt.detail)
            elif kind == "ask":
                self._check_question(prompt)
                self._asked(prompt)
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
        elif line.kind == "takeback" and line.origin is Origin.AMENDED:
            self._tally.amended += 1
        elif line.kind == "takeback" and line.origin is Origin.SCREEN:
            self._judge_asked()
        elif line.kind == "takeback" and line.origin is not Origin.PICKED and not self._is_deceived():
            self._judge_take_back(line)

    def _judge_asked(self) -> None:
        """Somebody had to take back by hand what was understood in passing, without a mistake: nobody else noticed."""
        lines = {line.number: line for line in self._table.picture.lines}
        for number, is_mistake in list(self._passing.items()):
            line = lines.get(number)
            if not is_mistake and line is not None and line.is_taken_back:
                del self._passing[number]
                self._wrong(f"understood {line.text!r} on the way, and a person had to take it back ({line.why})")

    def _judge_take_back(self, line: Line) -> None:
        """Nobody asked for it: then something was a mistake, and nothing else may be taken back."""
        deed, given = self._person.deed, len(_choices(self._table.companion.play))
        is_right = deed is None or given >= len(_choices(deed.play))
        was_right = self._is_on_the_way(self._log)
        if was_right or not is_right or not (self._person.slip or self._passing):
            self._wrong(f"taken back by itself: {line.text} ({line.why})")

    def _judge_answer(self, line: Line) -> None:
        play, deed = self._table.companion.play, self._person.deed
        if self._is_on_the_way(play.log):
            if line.origin in UNDERSTOOD and deed is not None and (said := _last_choice(play)) == deed.choice:
                self._seen.append((line.at, self._is_clear(said)))
        elif self._is_deceived():
            pass  # what stays of it is compared when the answer is over
        elif self._is_exchanged(play) or self._is_given_up(_last_choice(play)) or self._is_shown(play):
            self._pass_over(line)
        else:
            self._wrong(f"meant {deed.text if deed else 'nothing'!r}, understood {line.text!r} ({line.why})")

    def _pass_over(self, line: Line) -> None:
        """A line is true for what was done, though nobody meant that: it must not stay."""
        self._passing[line.number] = not self._person.is_faultless
        self._signal()

    def _is_on_the_way(self, log: Sequence[Any]) -> bool:
        """Tell whether books hold nothing but what was really done, and at most what is being done now."""
        truth, deed = self._world.truth.log, self._person.deed
        if log == truth[: len(log)]:
            return True
        return deed is not None and log == self._world.goal(deed).log[: len(log)]

    def _judge_reveal(self, line: Line) -> None:
        play, deed = self._table.companion.play, self._person.deed
        card = next((entry.card for entry in reversed(play.log) if isinstance(entry, Observed)), "")
        if self._is_on_the_way(play.log):
            return
        if self._is_shown_by_mistake(card):
            self._pass_over(line)
        else:
            self._wrong(f"meant {deed.text if deed else 'nothing'!r}, understood {line.text!r} ({line.why})")

    def _is_exchanged(self, play: AnyPlay) -> bool:
        """Tell whether one of two pieces was taken for the other that two hands build at once (decision 0018)."""
        pair = self._person.exchanged
        places = [_without_piece(deed.choice) for deed in pair]
        pieces = [deed.choice[1] for deed in pair]
        said = _last_choice(play)
        return bool(pair) and said is not None and said[1] in pieces and _without_piece(said) in places

    def _is_given_up(self, said: Any) -> bool:
        """Tell whether somebody gave this answer by mistake just now, or showed it and thought better of it.

        A board tells of that late if its cable was out.
        """
        mistaken = self._person.mistaken if self._person.slip else None
        given_up = (deed for deed in (mistaken, self._person.dismissed) if deed is not None and deed.reveal is None)
        return any(deed.choice == said for deed in given_up)

    def _is_shown_by_mistake(self, card: str) -> bool:
        """Tell whether somebody showed this card by mistake just now, where one was to be revealed."""
        mistaken = self._person.mistaken if self._person.slip else None
        return mistaken is not None and mistaken.reveal is not None and mistaken.text == card

    def _is_shown(self, play: AnyPlay) -> bool:
        """Tell whether the things really lie, or seem to lie, as an answer would have it that nobody meant.

        Trays that it leaves to be turned may still be to turn.
        """
        hands, after = self._person.hands, _carried(self._ways.arrangement(play))
        if any(self._ways.is_same(after, _carried(meant)) for meant in self._meant()):
            return False
        lies, *held = [_carried(lies) for lies in hands.seeming()]
        if any(self._ways.is_same(seeming, after) for seeming in (lies, *held)):
            return True
        is_mixed_up = self._person.slip or bool(hands.fallen)
        return any(self._is_mistaken(seeming, after) for seeming in ((lies, *held) if is_mixed_up else held))

    def _meant(self) -> list[Arrangement]:
        """How things should lie before what is being done, and after it: what looks so as well was guessed."""
        ways, truth, deed = self._ways, self._world.truth, self._person.deed
        before = [ways.arrangement(truth)]
        if deed is None or deed.reveal is not None or self._person.slip:
            return before
        return [*before, ways.made_by(deed, self._world.goal(deed))]

    def _is_mistaken(self, lies: Arrangement, after: Arrangement) -> bool:
        """Tell whether a thing that nobody showed looks like another one: by mistake, on its way, or as it fell."""
        return not self._person.shown and sorted(lies.values()) == sorted(after.values())

    def _is_clear(self, said: Any) -> bool:
        """Tell whether no other legal answer could be reached from there: waiting could have changed nothing."""
        foresight = self._before
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

    def _asked(self, prompt: Prompt) -> None:
        self._tally.questions += 1
        fitting = self._fitting()
        if (
            len(fitting) == 1
            and not self._may_be_changed()
            and not (prompt.may_be_back and self._puts_back(fitting[0]))
        ):
            self._tally.avoidable += 1
            self._tally.back += prompt.may_be_back
            self.notes.append(f"avoidable question: {prompt.detail} ({fitting[0]})")

    def _may_be_changed(self) -> bool:
        """Tell whether the table shows another answer to the last question too, just after that one was answered."""
        companion, lines = self._table.companion, self._table.picture.lines
        answered_at = next((line.at for line in reversed(lines) if line.kind == "answer"), 0)
        if not _choices(companion.play) or self._still_at - answered_at >= CHANGED_MS:
            return False
        before = companion.play.clone()
        before.undo()
        snapshot = companion.stage.read(companion.play, companion.table.snapshot(self._table.now))
        return bool(shown_by(snapshot, companion.stage.outcomes(before)))

    def _puts_back(self, choice: Any) -> bool:
        """Tell whether somebody has put the table back, and did not give the answer that looks the same."""
        deed = self._person.deed
        return deed is None or deed.choice != choice

    def _fitting(self) -> list[Any]:
        """Return the legal answers that the table shows now, by its tiles and by what was held to the pad."""
        companion = self._table.companion
        play, stage = companion.floor().main, companion.stage
        snapshot = stage.read(companion.play, companion.table.snapshot(self._table.now))
        fitting = shown_by(snapshot, stage.outcomes(play))
        shown = companion.shown
        using = [choice for choice in fitting if any(stage.uses(choice, name) for name in shown)]
        if self._person.exchanged:  # the pad may tell of the piece in the other hand
            return fitting if len(fitting) > 1 else using
        return using or fitting


def shown_by(snapshot: Snapshot, outcomes: Mapping[bytes, Sequence[Any]]) -> list[Any]:
    """Return the answers that a table shows; a tile that is left out shows whatever they would."""
    return [answer for shown, answers in outcomes.items() if overlaid(snapshot, shown) == shown for answer in answers]


def _choices(play: AnyPlay) -> list[Any]:
    return [entry.choice for entry in play.log if isinstance(entry, Answer)]


def _without_piece(choice: Any) -> Any:
    return choice[0], *choice[2:]


def _last_choice(play: AnyPlay) -> Any:
    return next(iter(_choices(play)[-1:]), None)


def _carried(lies: Arrangement) -> Arrangement:
    return {name: spot for name, spot in lies.items() if not name.startswith("tray")}
