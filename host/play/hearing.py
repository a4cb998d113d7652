"""What cards at the pads mean: what is held to one says something once, what lies on a bench says it all the time."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Reveal
from engines.core.problems import IllegalEntry, ParseError
from host.ledger import LedgerError, Origin, Unwritten
from host.play import commands as say
from host.play.chronicle import Because
from host.play.desk import Desk
from host.play.floor import Later, asked_of, decision_of, is_revealing
from host.play.question import Question
from host.play.rows import SAID, SHOWN, THE_TABLE, VIRTUAL
from host.play.seen import observed
from host.play.sight import SHOW_PAD
from host.play.tapping import NONE, Hurry
from host.stage.heard import Heard, Lying

BENCH = "Read on the bench."
NOTHING = Lying("", -1)


class Hearing:
    """Listens to the pads of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    # ---- held to a pad ---------------------------------------------------------------------------------------------

    def name(self, command: say.Name) -> None:
        """Somebody says which card it is that was drawn, or that is to be shown."""
        desk, item = self._desk, self._to_name()
        if item is None and desk.wanted is not None:
            self.show(say.Show(command.card))
            return
        if item is None:
            raise ParseError("Nothing has been drawn that needs a name.")
        if not command.by and desk.is_still:  # else it may stand on the board already, and in nobody's hand
            desk.wellbeing.pads.named(SHOW_PAD)
        said = Because(SAID, Origin.SCREEN)
        because = Because(f"Dealt by {command.by}.", Origin.DEALT, command.by) if command.by else said
        desk.feed(observed(item, command.card), because, is_seen=False)

    def _to_name(self) -> Reveal | None:
        """The card whose name is asked for: one that a rule needs, or that is to be tapped as soon as it is drawn."""
        item = asked_of(self._desk.play)
        return item if isinstance(item, Reveal) else self._desk.owed()

    def show(self, command: say.Show) -> None:
        """What is held to the pad is what was drawn, or an answer, or about to be used; one tap says one of these."""
        desk = self._desk
        if not desk.play.waiting or (command.tag and desk.tapping.policy == NONE):
            return
        if not command.tag:
            desk.wellbeing.pads.named(command.pad)
        self.read_slots("lain")
        item = self._to_name()
        known = desk.tapping.token(command.tag)
        if is_revealing(desk.play) and desk.stage.is_open(desk.play, known):
            desk.in_hand.hold_up()
            return  # it was read when it was used, and is held there once more
        desk.in_hand.hold_up_too(command.name)
        if item is not None and (known < 0 or is_revealing(desk.play)):
            card = desk.stage.named(desk.play, item, command.name)
            desk.in_hand.hold_up()
            desk.tapping.bind(command.tag, item.token)
            # A virtual table holds it to the pad itself.
            origin, by = (Origin.VIRTUAL, VIRTUAL) if desk.deck is not None else (Origin.PAD, "")
            desk.feed(observed(item, card), Because(SHOWN, origin, by), is_seen=False)
            return
        if desk.stage.drops_spent(command.pad) and desk.is_spent(command.tag):
            return  # it gave its answer, and is laid on the pile
        floor, shows = desk.floor(), desk.tapping.show(command)
        heard = desk.stage.heard(desk.play, shows)
        if floor.following is not None:
            later = desk.stage.heard(floor.following, shows)
            notice = heard.notice if heard.answers else later.notice
            heard = heard._replace(answers=heard.answers + tuple(map(Later, later.answers)), notice=notice)
        if not heard.answers and desk.is_spent(command.tag):
            heard = heard._replace(notice="")  # it gave its answer, and is only held there once more
        self._take(heard, Because(SHOWN, Origin.PAD), command.tag)

    def take_up(self) -> None:
        """Ask again for what is still open after the cards that were held to pads before the program started again."""
        desk = self._desk
        if not desk.tapping.shows or not desk.play.waiting:
            return
        *before, last = desk.tapping.shows
        heard = desk.stage.heard(desk.play, [*before, last._replace(token=-1)])  # it was no card of the past then
        if not heard.answers:
            desk.wanted, desk.armed, desk.title = heard.wanted, heard.armed, heard.title
        if heard.aims:
            desk.aim_with(heard.aims)

    def _take(self, heard: Heard, because: Because, tag: str = "") -> None:
        """Do what is meant by cards: tell them, answer, or ask for what is still open."""
        desk = self._desk
        for token, name in heard.told:
            self._tell(token, name, because)
            desk.tapping.bind(tag, token)
            desk.tapping.settle(token)
        desk.notice = "" if len(heard.answers) > 1 else heard.notice
        desk.wanted, desk.armed, desk.title = heard.wanted, heard.armed, heard.title
        for choice in heard.row:
            desk.answer(choice, because, is_seen=False)
        if heard.aims:
            desk.aim_with(heard.aims)
        elif len(heard.answers) == 1:
            desk.answer(heard.answers[0], because, is_seen=False, tag=tag)
        elif heard.answers:
            why = heard.notice or "It was shown to the pad."
            desk.question = Question(heard.answers, why, None, desk.now, is_shown=True, tag=tag)

    def _tell(self, token: int, name: str, because: Because) -> None:
        """A card tells which one it is, along with what it answers: that is no step of anybody's."""
        items = (item for item in self._desk.play.waiting if isinstance(item, Reveal) and item.token == token)
        for item in items:
            self._desk.feed(observed(item, name), replace(because, origin=Origin.RULES, by=THE_TABLE), is_seen=False)
            return

    # ---- lying on a bench ------------------------------------------------------------------------------------------

    def has_left_bench(self) -> bool:
        """Tell whether a card is away from a bench for so short a time that it may only be looked at, or be back."""
        desk = self._desk
        if not self._reads_slots():
            return False
        seen = desk.tapping.steady(desk.now, "all")
        back = {**seen, **desk.tapping.gone(desk.now)}
        return any(desk.stage.slotted(desk.play, lying) != Heard() for lying in (seen, back))

    def left_bench(self) -> tuple[str, ...]:
        """Return the pads of the bench that is being arranged off which a card was taken, and may come back."""
        desk = self._desk
        if not self._reads_slots():
            return ()
        return tuple(pad for pad, lying in desk.tapping.gone(desk.now).items() if self._matters(pad, lying))

    def _matters(self, pad: str, lying: Lying) -> bool:
        """Tell whether it means anything that a card is on a pad, or not."""
        desk = self._desk
        return any(desk.stage.slotted(desk.play, {pad: one}) != Heard() for one in (lying, NOTHING))

    def _reads_slots(self) -> bool:
        """Tell whether what lies on benches may be an answer of whoever is asked; what is being picked comes first."""
        desk, decision = self._desk, decision_of(self._desk.play)
        if decision is None or desk.question is not None or desk.aiming is not None:
            return False
        return desk.foresight.is_persons(decision.seat) and desk.tapping.policy != NONE

    def read_slots(self, hurry: Hurry = "no") -> None:
        """Bring the rules to what lies on the pads of benches, step by step."""
        desk = self._desk
        lying = desk.tapping.steady(desk.now, hurry)
        if not lying or not self._reads_slots():
            return
        desk.is_reading = True
        heard = Heard()
        try:
            while (heard := desk.stage.slotted(desk.play, lying)) != Heard():
                self._take(heard, Because(BENCH, Origin.BENCH))
        except Unwritten:
            raise
        except (IllegalEntry, ParseError, LedgerError):
            desk.tapping.overrule(heard.pads)
            desk.notice = "What lies on the bench cannot be: say on the screen what you do."
        else:
            desk.tapping.bind_slots(lying)
        finally:
            desk.is_reading = False
