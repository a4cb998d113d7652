"""What is done about what the table shows: the referee's verdicts carried out, and what is aimed at with a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.core.problems import IllegalEntry
from host.ledger import LedgerError, Origin, Unwritten
from host.play.chronicle import Because, Unplayable
from host.play.desk import Desk
from host.play.exchanges import Exchanges
from host.play.floor import is_revealing
from host.play.landings import Landings
from host.play.question import Question
from host.play.sight import worded
from host.referee.verdicts import (
    Ask,
    Blind,
    Commit,
    Guide,
    Still,
    TakeBack,
    TakenBack,
    Unchanged,
    Verdict,
    Wait,
)
from host.referee.watch import overlaid
from host.table import Snapshot

TURNS = 50  # verdicts in one moment; more means that they go round in a circle


class Judging:
    """Judges for one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._exchanges = Exchanges(desk)
        self._guided_at = 0  # when the lights last led to what should be there
        self._is_wrong = False  # the table showed what cannot be
        self._standing = ""  # the notice that stood after the last look

    def look(self) -> bool:
        """Have the referee judge until it has nothing more to say; tell whether something was aimed at."""
        desk = self._desk
        for _ in range(TURNS):
            snapshot = desk.snapshot()
            desk.verdict = desk.referee.look(snapshot, desk.now)
            self._withdraw(desk.verdict)
            if not self._act_on_safely(desk.verdict) and not self._judge_sensors(snapshot):
                break
        self._standing = desk.notice
        if desk.aiming is None or not (chosen := desk.aiming.look(desk.snapshot())):
            return False
        try:
            desk.aimed(chosen)
        except Unwritten:
            raise
        except (IllegalEntry, LedgerError) as error:
            desk.notice = str(error)
        return True

    def _withdraw(self, verdict: Verdict) -> None:
        """What was said about a wrong table, or about an answer that was refused, holds no longer once it is right."""
        was_wrong = self._is_wrong
        if isinstance(verdict, Guide):
            self._guided_at = self._desk.now
        self._is_wrong = isinstance(verdict, Guide) or (was_wrong and isinstance(verdict, Wait | Blind))
        if (was_wrong and not self._is_wrong) or isinstance(verdict, Commit):
            self._drop(self._standing)

    def _drop(self, sentence: str) -> None:
        if self._desk.notice == sentence:
            self._desk.notice = ""

    def _judge_sensors(self, snapshot: Snapshot) -> bool:
        """Name what is broken, or works again; tell whether the referee should look again."""
        return self._desk.wellbeing.look(self._desk.verdict, snapshot, self._desk.now)

    def _act_on_safely(self, verdict: Verdict) -> bool:
        """What the books refuse is said. What could not be written concerns the step as a whole."""
        try:
            return self._act_on(verdict)
        except (Unwritten, Unplayable):
            raise
        except LedgerError as error:
            self._desk.notice = str(error)
            self._desk.expect(is_seen=True)
            return False

    def _act_on(self, verdict: Verdict) -> bool:
        """Do what a verdict says; tell whether the referee should look again."""
        desk = self._desk
        if isinstance(verdict, Commit | Ask) and is_revealing(desk.play) and not verdict.amends:
            return False
        if isinstance(verdict, Commit | Ask) and (
            swaps := self._exchanges.between(verdict, self._known_things(amends=False))
        ):
            found = verdict.answers if isinstance(verdict, Commit) else verdict.candidates
            candidates = tuple(choice for choice in found if not isinstance(choice, Unchanged))  # it has no light
            return self._ask(Ask((*candidates, *swaps), "two pieces were built, and one of them was shown to the pad"))
        if isinstance(verdict, Commit) and self._contradicts(verdict):
            return self._ask(Ask(verdict.answers[:1], "another one was shown to the pad", verdict.amends))
        if isinstance(verdict, Commit):
            self._commit(verdict)
            return True
        if isinstance(verdict, TakeBack):
            if not desk.play.waiting or desk.aiming is not None:
                return False  # a table that is cleared after the end, or a piece that is aimed with
            why = Because(_sentence(verdict.why), Origin.TABLE)
            desk.take_back(verdict.answers, why, is_shown=True, owes_nothing=verdict.is_last_left)
            return True
        if isinstance(verdict, Ask):
            return self._ask(verdict)
        if isinstance(verdict, Still) and (exchange := self._exchanges.in_place(self._guided_at)) is not None:
            return self._ask(exchange)
        if desk.question is not None and not desk.question.is_shown and not isinstance(verdict, Blind):
            desk.question = None  # what was asked about is no longer on the table
        return False

    def _contradicts(self, verdict: Commit) -> bool:
        """Tell whether an answer uses another thing than the one that was shown to the pad on its way to the board.

        If it uses none at all, what was shown may lie there, and what seems to be moved may have fallen over.
        """
        stage, known = self._desk.stage, self._known_things(verdict.amends, verdict.answers[0])
        if verdict.amends and self._exchanges.others_shown:
            return True
        has_thing = stage.thing(verdict.answers[0]) is not None
        if not known:
            again = () if verdict.amends else self._desk.in_hand.again
            return has_thing and bool(again) and not self._exchanges.uses_any(verdict.answers[0], again)
        if has_thing:
            return not self._exchanges.uses_any(verdict.answers[0], known)
        if not stage.shows_twice or any(self._exchanges.uses_any(choice, known) for choice in verdict.answers):
            return False
        return self._may_lie_there(known, verdict.amends)

    def _may_lie_there(self, names: Sequence[str], amends: bool) -> bool:
        """Tell whether the table may show that one of these was built, while something else is off the table."""
        desk = self._desk
        play = self._exchanges.floor_before().play if amends else desk.play
        snapshot, scene = desk.snapshot(), desk.stage.scene(play).signature
        return any(
            _covers(shown, overlaid(snapshot, shown), scene)
            and any(self._exchanges.uses_any(choice, names) for choice in choices)
            for shown, choices in desk.stage.outcomes(play).items()
        )

    def _commit(self, verdict: Commit) -> None:
        desk = self._desk
        desk.aiming = desk.question = None
        if verdict.amends:
            desk.amend(verdict.answers[0])
        because = Because(_sentence(verdict.why), Origin.TABLE, "", verdict.confidence)
        for choice in verdict.answers:
            if is_revealing(desk.play):
                return  # the rest is understood once the piece that was drawn has a name
            desk.answer(choice, because, is_seen=True, may_amend=len(verdict.answers) == 1)

    def _ask(self, verdict: Ask) -> bool:
        """Answer by what was shown to the pad, or ask; tell whether it was answered, or need not be asked."""
        desk = self._desk
        verdict = replace(verdict, candidates=self._exchanges.worded(verdict.candidates))
        known = self._known_things(verdict.amends)
        # Otherwise it is what was built, and is off the table.
        is_another = any(name not in desk.in_hand.used for name in known)
        if is_another and not self._exchanges.is_taken_off() and verdict.candidates == (TakenBack(1), Unchanged()):
            desk.referee.decline(desk.now)  # whoever is about to build has bumped something, and takes nothing back
            return True
        before = self._exchanges.floor_before() if verdict.amends else None
        fitting = self._shown_among(verdict)
        if len(fitting) == 1 and not self._may_be_another(verdict):
            floor = before or desk.floor()
            others = tuple(worded(floor, choice) for choice in verdict.candidates if choice != fitting[0])
            why = "It is the same piece, moved on." if verdict.amends else "It was shown to the pad."
            if verdict.amends:
                desk.amend(fitting[0])
            desk.answer(fitting[0], Because(why, Origin.TABLE, "", 95, others), is_seen=True)
            desk.in_hand.has_decided = True
            return True
        if desk.question is None or desk.question.candidates != verdict.candidates:
            last = desk.chronicle.last_answer if verdict.amends else ""
            desk.question = Question(verdict.candidates, _sentence(verdict.why), before, desk.now, last=last)
        return False

    def _may_be_another(self, verdict: Ask) -> bool:
        """Tell whether another piece was shown that looks like this one: people have two hands."""
        if verdict.amends:
            return bool(self._exchanges.others_shown)
        return any(self._exchanges.uses_any(choice, self._desk.in_hand.beside) for choice in verdict.candidates)

    def _shown_among(self, verdict: Ask) -> list[Any]:
        """Return the candidates for which something was shown to the pad.

        If two things came down, the pad tells of the second one only after somebody has said what the first one is.
        """
        found = [
            choice
            for choice in verdict.candidates
            if self._exchanges.uses_any(choice, self._known_things(verdict.amends, choice))
        ]
        landings = Landings(self._desk)
        return found if verdict.amends else [choice for choice in found if landings.is_first(choice)]

    def _known_things(self, amends: bool, choice: Any = None) -> list[str]:
        """What is believed to be in the hand: what was shown to the pad, now or for an answer that is changed.

        What was shown after something came down is not what lies there: what ``choice`` brings, else anything at all.
        """
        desk = self._desk
        landings = Landings(desk)
        landed_at = landings.last() if choice is None else landings.of(choice)
        shown = desk.in_hand.used if amends else desk.in_hand.shown_by(landed_at)
        return [name for name in (*shown, desk.held) if name]


def _covers(shown: bytes, tiles: bytes, scene: bytes) -> bool:
    """Tell whether a table shows this if something of the scene is missing."""
    triples = zip(shown, tiles, scene, strict=True)
    return all(not here & ~there and not there & ~here & ~before for there, here, before in triples)


def _sentence(why: str) -> str:
    """Return a reason of the referee as people read it."""
    return f"{why[:1].upper()}{why[1:]}."
