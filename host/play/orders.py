"""What people say: on the screen, with the buttons at their seats, or in the game's notation."""

from __future__ import annotations

from typing import Any, Literal

from engines.core import AnyPlay
from engines.core.entries import Corrected
from engines.core.problems import IllegalEntry, ParseError, SetupError
from host.ledger import LedgerError, Origin, Unwritten
from host.play import commands as say
from host.play.chronicle import Because, Unplayable
from host.play.commands import Command
from host.play.desk import Desk
from host.play.floor import Floor, Later, asked_of, decision_of
from host.play.hearing import Hearing
from host.play.picture import Whisper
from host.play.prompts import titled
from host.play.question import Question
from host.play.rows import DECIDED, SAID
from host.play.sight import is_by_light, worded
from host.play.tapping import BACK_MS
from host.referee.aiming import Aiming
from host.referee.verdicts import Guide, Instead, TakenBack, Unchanged
from host.stage.base import ImportProblem

ASKED = Because("Asked for by a player.", Origin.SCREEN)
WORDLESS = say.Lay | say.Again  # what pads tell by themselves
QUEUED = say.Say | say.Press | say.Show  # what waits its turn
WALKED_ON = "The light had just moved on. Press yes again while the light that you mean is the bright one."
SHARED_LIGHT = "These share one light, so yes cannot tell them apart. Choose on the screen."
MEND_FIRST = "Put the table right first; the amber light shows where. Then press yes."
PRESSED_TWICE = "You answered twice in a row, and it counts once. If you meant both, answer again."
WHISPERED = "{who} chose a card in secret. If you hold {who}'s cards, look which one while the others look away."
LOOKS_AGAIN = "One moment: the table looks whether the card is back on the bench."


class Orders:
    """Carries out for one desk what people say; what cannot be done is answered with a sentence."""

    def __init__(self, desk: Desk, hearing: Hearing) -> None:
        self._desk = desk
        self._hearing = hearing
        self._deferred: list[Command] = []  # what was said while a card was away from a bench, in its order,
        self._until = 0  # and until when it waits
        self._was_repeated = False  # whether some of it was said twice

    @property
    def due(self) -> int | None:
        """When something is done that had to wait, or None."""
        return self._until if self._deferred else None

    @property
    def hint(self) -> str:
        """What is waited for though something was said, in words."""
        return LOOKS_AGAIN if self._deferred else ""

    def awaited(self) -> tuple[str, ...]:
        """Return the pads off which a card was taken, and may come back before it counts as lifted."""
        return self._hearing.left_bench()

    def look(self) -> None:
        """Do what had to wait, once its time has come or the card is back."""
        if self._deferred and (self._desk.now >= self._until or not self._hearing.has_left_bench()):
            self._do_deferred()

    def take(self, command: Command) -> None:
        """Do what was said, one word after the other; what a bench reads is no word of anybody.

        Whoever says the same once more while it waits is impatient, and has said it once. What is said or shown next
        waits its turn: it tells nothing about the card.
        """
        if not isinstance(command, WORDLESS):
            if command in self._deferred[-1:]:
                self._was_repeated = True
                return
            if self._deferred and isinstance(command, QUEUED):
                self._deferred.append(command)
                return
            self._do_deferred()
            if self._defers(command):
                return
        self._do_safely(command)

    def _defers(self, command: Command) -> bool:
        """Tell whether a word has to wait: a card has left a bench, and may be back there without being read yet."""
        if not isinstance(command, say.Say | say.Press):
            return False
        self._hearing.read_slots("lain")
        if not self._hearing.has_left_bench():
            return False
        self._deferred, self._until = [command], self._desk.now + BACK_MS
        return True

    def _do_deferred(self) -> None:
        if not self._deferred:
            return
        (first, *others), self._deferred = self._deferred, []
        was_repeated, self._was_repeated = self._was_repeated, False
        self._do_safely(first)
        for command in others:
            self.take(command)
        if was_repeated:
            self._desk.remark = PRESSED_TWICE

    def _do_safely(self, command: Command) -> None:
        desk = self._desk
        if not isinstance(command, WORDLESS):
            desk.notice = desk.remark = ""
            if not isinstance(command, say.Show):  # somebody has looked at the screen
                desk.wellbeing.heed()
        try:
            self._do(command)
        except (Unwritten, Unplayable):
            raise
        except (IllegalEntry, ParseError, SetupError, ImportProblem, LedgerError) as error:
            desk.notice = str(error)

    def _do(self, command: Command) -> None:
        desk = self._desk
        if isinstance(command, say.Say):
            self._say(command)
        elif isinstance(command, say.Pick):
            self._pick(command.number)
        elif isinstance(command, say.Name):
            self._hearing.name(command)
        elif isinstance(command, say.Show):
            self._hearing.show(command)
        elif isinstance(command, say.Lay):
            desk.tapping.lay(command, desk.now)
        elif isinstance(command, say.Again):
            desk.in_hand.hold_again(command.name)
        elif isinstance(command, say.Taps):
            desk.tapping.policy = command.policy
        elif isinstance(command, say.Hold):
            desk.held = command.card
        elif isinstance(command, say.Press):
            self._press(command.seat, command.answer)
        elif isinstance(command, say.Aim):
            desk.aim()
        elif isinstance(command, say.Leave):
            self._leave()
        elif isinstance(command, say.Mask):
            desk.notice = desk.wellbeing.tiles.mask(command)
        elif isinstance(command, say.Vouch):
            desk.notice = desk.wellbeing.tiles.vouch(command.tile, desk.verdict)
        elif isinstance(command, say.Unread):
            desk.notice = desk.wellbeing.pads.unread(command.pad)
        else:
            self._correct(command)

    # ---- answers -----------------------------------------------------------------------------------------------------

    def _say(self, command: say.Say) -> None:
        self._hearing.read_slots("all")
        if decision_of(self._desk.play) is None:
            raise ParseError("Nobody is asked for an answer now.")
        choice = self._parsed(command.text)
        if command.asks and (question := self._desk.which(choice)) is not None:
            self._desk.question = question
            return
        if not command.by and not isinstance(choice, Later):
            meant = tuple(self._desk.stage.meant(self._desk.play, choice))
            if len(meant) > 1:
                self._desk.question = Question(meant, SAID, None, self._desk.now, is_shown=True, origin=Origin.SCREEN)
                return
            choice = meant[0]
        if not command.by:
            self._desk.whispers = ()
        decided = f"{command.by.capitalize()} {DECIDED}"
        because = Because(decided, Origin.HOUSE, command.by) if command.by else Because(SAID, Origin.SCREEN)
        seat = self._desk.play.decision.seat
        self._desk.answer(choice, because, is_seen=False)
        if command.by and seat >= 0:
            self._tell_server(seat, command.text)

    def _tell_server(self, seat: int, text: str) -> None:
        """At a real table, whisper which card a house player means: somebody has to take it out of its hand.

        Everybody reads the notice, so the card is not in it.
        """
        desk = self._desk
        if desk.deck is None and desk.stage.spoken(text) != text:
            desk.whispers += (Whisper(seat, titled(desk.stage, text)),)
            desk.notice = WHISPERED.format(who=desk.play.seats[seat].capitalize())

    def _parsed(self, text: str) -> Any:
        """Return the answer that a text means: to what is asked, or to what is asked when nobody interrupts.

        Who says it may stand before it, as in "red: play bilge-rats".
        """
        play, following = self._desk.play, self._desk.floor().following
        who, _, said = text.rpartition(": ")
        if who in play.seats:
            goes_on = decision_of(following) if following is not None else None
            if following is not None and goes_on is not None and play.seats[goes_on.seat] == who:
                return Later(following.parse(said))
            text = said
        try:
            choice = play.parse(text)
        except ParseError:
            if following is None or decision_of(following) is None:
                raise
            return Later(following.parse(text))
        if following is None or play.options(play.decision).contains(choice):
            return choice
        return Later(choice) if _is_legal(following, choice) else choice

    def _pick(self, number: int) -> None:
        desk, question = self._desk, self._desk.question
        if question is None and desk.aiming is not None:
            desk.aimed(desk.aiming.choose(number, desk.now))
            return
        if question is None:
            raise ParseError("Nothing is asked that could be picked from.")
        desk.question = None
        if not 0 <= number < len(question.candidates) or isinstance(question.candidates[number], Unchanged):
            if not question.is_shown:
                desk.referee.decline(desk.now)
            return
        choice = question.candidates[number]
        if question.cards:
            desk.held = question.cards[number]
            desk.answer(choice, Because(SAID, Origin.SCREEN), is_seen=False)
            return
        if isinstance(choice, TakenBack):
            desk.take_back(choice.answers, Because(SAID, Origin.PICKED))
            return
        held = desk.in_hand.used
        is_amended = isinstance(choice, Instead) or question.before is not None
        if isinstance(choice, Instead):
            choice = choice.choice
        if is_amended:
            desk.amend(choice)
        thing = desk.stage.thing(choice)
        if thing is not None:
            desk.in_hand.hold_up(thing)
        others = (other for other in question.candidates if not isinstance(other, Unchanged | Instead))
        words = tuple(worded(desk.floor(), other) for other in others if other != choice)
        why = question.why if question.is_shown else "Picked among what looks alike."
        because = Because(why, question.origin, "", 100, words)
        desk.answer(choice, because, is_seen=not question.is_shown, tag=question.tag)
        if is_amended and thing is not None and not any(desk.stage.uses(choice, name) for name in held):
            desk.in_hand.hold_up(*held)  # another piece was built: the one that was shown is in a hand still

    def _press(self, seat: int, answer: str) -> None:
        """Yes picks what is lit or opens aiming; no leaves. Some questions are answered by one of them."""
        desk = self._desk
        self._hearing.read_slots("all")
        floor = desk.floor()
        if seat not in floor.seats() | desk.stage.pressers(desk.play):
            desk.notice = "It is not that seat's turn." if floor.seats() else ""
        elif answer == "yes" and self._is_mending() and (desk.question or desk.aiming):
            desk.notice = MEND_FIRST
        elif desk.question is not None:
            self._press_lit(desk.question, floor) if answer == "yes" else self._pick(-1)
        elif desk.aiming is not None:
            self._aim_lit(desk.aiming) if answer == "yes" else self._leave()
        elif (said := self._pressed(floor, seat, "yes" if answer == "yes" else "no")) is not None:
            desk.answer(said, Because("Pressed at the table.", Origin.BUTTON), is_seen=False)
        elif answer == "yes":
            desk.aim()

    def _is_mending(self) -> bool:
        """Tell whether the lights show what has to be mended, and nothing that could be picked."""
        verdict = self._desk.verdict
        return isinstance(verdict, Guide) and not verdict.is_owed and bool(self._desk.play.waiting)

    def _press_lit(self, question: Question, floor: Floor) -> None:
        """Pick the candidate that is lit, if it is clear which one that was for whoever pressed."""
        desk = self._desk
        if not is_by_light(desk.stage, floor, question):
            desk.notice = SHARED_LIGHT
        elif question.walk.is_clear(desk.now):
            self._pick(question.walk.lit(desk.now))
        else:
            desk.notice, desk.question = WALKED_ON, question.walked_back(desk.now)

    def _aim_lit(self, aiming: Aiming) -> None:
        """Aim with what is lit, if it is clear what that was for whoever pressed."""
        desk = self._desk
        if not aiming.is_by_light:
            desk.notice = SHARED_LIGHT
        elif aiming.is_clear(desk.now):
            desk.aimed(aiming.press("yes", desk.now))
        else:
            desk.notice = WALKED_ON
            aiming.walk_back(desk.now)

    def _pressed(self, floor: Floor, seat: int, answer: Literal["yes", "no"]) -> Any:
        """The answer that a button gives by itself, of whoever may interrupt or of whoever goes on."""
        stage, item = self._desk.stage, asked_of(floor.play)
        if item is not None and (item.seat == seat or seat in stage.pressers(floor.play)):
            return stage.pressed(floor.play, answer, seat)
        said = stage.pressed(floor.main, answer, seat)
        return None if said is None else floor.later(said)

    def _leave(self) -> None:
        self._desk.aiming = None
        self._desk.forget_shows()
        if self._desk.question is not None:
            self._pick(-1)

    # ---- what changes the past, or overrules the books ---------------------------------------------------------------

    def _correct(self, command: Command) -> None:
        desk, moment = self._desk, self._desk.trace.moment
        if isinstance(command, say.Undo):
            steps, with_names = command
            taken = desk.chronicle.undo_said(steps, ASKED, moment(), with_names=with_names)
            self._look_back("" if taken else "There is nothing to take back.")
        elif isinstance(command, say.Redo):
            redo = desk.chronicle.redo if command.whole else desk.chronicle.redo_answer
            is_done = redo(ASKED, moment())
            self._look_back("" if is_done else "There is nothing to do again.")
        elif isinstance(command, say.GoTo):
            is_there = desk.chronicle.go_to(command.line, ASKED, moment())
            lacks = "There is no such line, or other answers have taken its place and it can only be read."
            self._look_back("" if is_there else lacks)
        elif isinstance(command, say.GoOn):
            desk.goes_on = True
        elif isinstance(command, say.Correct):
            entry = Corrected(command.field, command.value, command.why, "a player")
            desk.feed(entry, Because(command.why, Origin.SCREEN), is_seen=False)
        elif isinstance(command, say.TableIsRight):
            self._take_table()

    def _look_back(self, notice: str) -> None:
        """Somebody went to another moment: the table follows as a whole, and house players wait."""
        desk = self._desk
        desk.notice = notice
        desk.goes_on = not desk.chronicle.can_redo
        desk.forget_shows()
        desk.unflash()
        desk.deal()
        desk.expect(is_seen=False, owes_all=True)

    def _take_table(self) -> None:
        desk = self._desk
        if not desk.table.is_known:
            raise ImportProblem("No board tells what stands on the table.")
        tiles = desk.shown()
        if tiles == desk.stage.scene(desk.play).signature:
            raise ImportProblem("Table and books agree already.")
        position = desk.stage.position_from(desk.play, tiles)
        desk.chronicle.take_position(position, Because("The table is right.", Origin.SCREEN), desk.trace.moment())
        desk.expect(is_seen=True)


def _is_legal(play: AnyPlay, choice: Any) -> bool:
    decision = decision_of(play)
    return decision is not None and play.options(decision).contains(choice)
