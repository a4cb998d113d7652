"""One running game at one table: facts, commands and time in; ledger rows, lights and a picture out.

A reducer: it reads no clock and starts no thread. Whatever became due before an input is carried out first, at the time
when it was due, so the same inputs always give the same game.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from engines.core import AnyGame, AnyPlay, Decision
from engines.core.viewers import PUBLIC
from host.ledger import Fact, InputKind, Ledger, LedgerError, Value
from host.plain import plain
from host.play import commands as say
from host.play import prompts
from host.play.chronicle import Unplayable
from host.play.commands import Command, from_json, is_storable, to_json
from host.play.desk import Desk
from host.play.expected import expected_pads
from host.play.floor import Floor, asked_of, decision_of
from host.play.hearing import Hearing
from host.play.judging import Judging
from host.play.orders import WALKED_ON, Orders
from host.play.picture import Picture
from host.play.rows import resumption
from host.play.sight import Sight, meanings
from host.play.steps import Steps
from host.play.virtual_deck import VirtualDeck
from host.referee import Settings
from host.referee.walking import GRACE_MS
from host.stage.base import Stage
from host.stage.shown import Readers
from host.table.pads import PadSight

_log = logging.getLogger(__name__)

TOO_LONG = "That is too long. Say it in fewer words."
LATE_MS = 100  # no word of a board takes so long
NO_BOARD = "none"  # the controller of a table without a board
UNCONNECTED = "No board is connected yet."
NO_SENSORS = "No sensors: choose everything on the screen."
UNFOLLOWED = (
    "What the table shows now cannot be followed ({why}). Take back the last answer, or answer on the screen; "
    "then the table is looked at again."
)
FORGOTTEN = "Something that was said about the table earlier cannot be taken up again; say it once more."
OVERTAKEN = "Somebody pressed a button or showed a card before the last answer; if it still holds, do it again."


class Companion:
    """Runs one play. ``due`` is when ``tick`` is needed next; ``picture`` is what a screen shows.

    A seat whose player is not "person" is answered for by whoever drives this: ``to_choose`` says when. ``deck`` has
    the cards of a virtual table; at a real one only their owners have them. ``amends``: the last answer of an earlier
    program may still be amended.
    """

    def __init__(
        self,
        game: AnyGame,
        stage: Stage,
        ledger: Ledger,
        now: int,
        *,
        settings: Settings | None = None,
        deck: VirtualDeck | None = None,
        amends: bool = True,
    ) -> None:
        head = ledger.head()
        if head is None:
            raise LedgerError(f"{ledger.path} holds no game. Begin a new one, or choose another file.")
        self.game = game
        self.stage = stage
        self.players = head.players
        self._ledger = ledger
        self._settings = settings
        self._deck = deck
        self._created = head.created
        self._link = UNCONNECTED if self._can_connect else NO_SENSORS
        self._has_board = False  # a board was there at some time
        self._last_link: tuple[str, bool, str] | None = None  # what was told of the connection last
        self._is_unfollowed = False  # what the table shows was left out, for it could not be followed
        self._pads: tuple[PadSight, ...] = ()
        self._standing: tuple[str, ...] = ()  # what is wrong at the pads now
        self._picture: Picture | None = None
        self._written: Picture | None = None  # the last one that showed what the ledger holds
        self._steps = Steps(ledger, self._resume, self._go_back)
        self._sit_down(now, deals=True, amends=amends)

    def _sit_down(self, now: int, *, deals: bool, amends: bool = True) -> None:
        """Make everything anew from what the ledger holds, up to the last fact that was taken."""
        fact = self._steps.taken
        desk = Desk(
            self.game, self.stage, self._ledger, self.players, now, self._settings, self._deck, self._created, fact
        )
        self._desk = desk
        self.table = desk.table
        self._judging = Judging(desk)
        self._hearing = Hearing(desk)
        self._orders = Orders(desk, self._hearing)
        self._picture = None
        self._remember(self.age if amends else -1)
        if deals:
            desk.deal()
        desk.take_up(amends=amends)
        self._hearing.take_up()

    def _go_back(self, now: int) -> None:
        """Something could not be written: forget all that the ledger does not hold."""
        self._sit_down(now, deals=False)

    def _resume(self, now: int, why: str) -> None:
        """Go on as a new program would: with what the ledger holds, and the table as it was known then.

        ``why`` says why the table is left out; it is empty if it is not.
        """
        notice, taken = self._desk.notice, self._steps.taken
        self._ledger.note(now, "resumed", resumption(is_virtual=self.is_virtual), taken)
        self._sit_down(now, deals=True)
        self._is_unfollowed = bool(why) and self._last_link is not None
        if why and self._last_link is not None:
            self._take_link(plain(UNFOLLOWED.format(why=why)), False, now, "", ())
        elif self._last_link is not None:
            self._link_again(now)
        self._desk.notice = notice or self._desk.notice

    def _link_again(self, now: int) -> None:
        """Take up the connection as it was told last, with what the board had said by then."""
        assert self._last_link is not None
        sentence, is_linked, uid = self._last_link
        self._take_link(sentence, is_linked, now, uid, self._ledger.state(uid, self._steps.taken))

    def _follow_again(self, now: int) -> None:
        """Something was said, so look at a table again that could not be followed before; it may fail once more."""
        notice, self._is_unfollowed = self._desk.notice, False
        try:
            self._steps.do(lambda: self._link_again(now), now)
        except Exception:
            _log.exception("The table still cannot be followed")
            self._steps.go_on(now)
        if notice:
            self.complain(notice)

    @property
    def play(self) -> AnyPlay:
        """The running game."""
        return self._desk.play

    @property
    def age(self) -> int:
        """How many lines the ledger has: it only grows, so the same age means the same play."""
        return len(self._desk.chronicle.lines)

    def is_taken_back(self, lines: slice) -> bool:
        """Tell whether any of some lines of the ledger was taken back."""
        return any(line.is_taken_back for line in self._desk.chronicle.lines[lines])

    @property
    def shown(self) -> tuple[str, ...]:
        """What was shown to the pad just now and is believed to be in somebody's hand."""
        return self._desk.in_hand.shown

    @property
    def is_virtual(self) -> bool:
        """Whether the cards are those of a virtual table, which holds them to its pads as exactly as it likes."""
        return self._deck is not None

    @property
    def is_still(self) -> bool:
        """Whether the table shows exactly what it should."""
        return self._desk.is_still

    @property
    def _can_connect(self) -> bool:
        """Whether the table has a board at all."""
        return self.stage.profile.controller != NO_BOARD

    @property
    def problem(self) -> str:
        """Why nothing can be written now, as a sentence; empty if all is well."""
        return self._steps.problem

    @property
    def starts(self) -> int:
        """How often the game was resumed here, because something could not be written."""
        return self._steps.starts

    def floor(self) -> Floor:
        """Return who may answer now."""
        return self._desk.floor()

    def is_persons(self, seat: int) -> bool:
        """Tell whether a person decides for a seat."""
        return self._desk.foresight.is_persons(seat)

    # ---- what comes in -------------------------------------------------------------------------------------

    def facts(self, facts: Sequence[Fact], last: int) -> None:
        """Take facts that are on disk; ``last`` is the id of the last one. If what they cause cannot be written, they
        are taken later.
        """
        self._steps.do_or_wait(lambda: self._take_facts(facts, last), self._desk.now, last)

    def _take_facts(self, facts: Sequence[Fact], last: int) -> None:
        trace = self._desk.trace
        left = len(facts)
        for at, group in groupby(facts, key=lambda fact: fact.t_host):
            together = tuple(group)
            left -= len(together)
            trace.expect(at)
            self._pass_time(at)
            trace.took(last - left)
            self.table.take(together, trace.now)
            for press in self.table.presses():
                if self.is_overtaken(at):
                    self._desk.notice = OVERTAKEN
                elif press.answer == "yes" and self._has_walked_since(at):
                    self._desk.notice = WALKED_ON
                else:
                    self._orders.take(say.Press(press.seat, press.answer))
            self._look()

    def is_overtaken(self, at: int) -> bool:
        """Tell whether something was answered since a moment of which the board tells only now: the cable was out."""
        lines = self._desk.chronicle.lines
        return bool(lines) and lines[-1].at - at > LATE_MS

    def _has_walked_since(self, at: int) -> bool:
        """Tell whether a light walks, and may have walked on since a press of which the board tells only now."""
        desk = self._desk
        return (desk.question is not None or desk.aiming is not None) and desk.now - at >= GRACE_MS

    def link(
        self, sentence: str, is_linked: bool, now: int, uid: str = "", state: Sequence[Value] | None = None
    ) -> None:
        """Take in that the connection changed. What a board said before holds, unless it says otherwise.

        ``state`` is what it said, if that is not to be read from the ledger: in a replay, as it was read then.
        """
        before, self._last_link = self._last_link, (sentence, is_linked, uid)
        if self.problem and before is not None and before[1:] == (is_linked, uid):
            self._last_link = before  # that the board cannot be acknowledged is no news
            return
        self._steps.do_or_wait(lambda: self._take_link(sentence, is_linked, now, uid, state), now)

    def _take_link(self, sentence: str, is_linked: bool, now: int, uid: str, state: Sequence[Value] | None) -> None:
        known = (self._ledger.state(uid) if state is None else state) if is_linked else ()
        told = [[value.kind, value.src, value.data.hex()] for value in known]
        self._note("link", {"sentence": sentence, "is_linked": is_linked, "uid": uid, "state": told}, now)
        self._link = sentence
        self._desk.tapping.connect(is_linked, now)
        if is_linked:
            self._has_board = True
            self.table.found()
            facts = [Fact(None, None, None, now, value.kind, value.src, value.data) for value in known]
            self.table.take(facts, self._desk.now)
            self.table.presses()
        else:
            self.table.lost()
        self._look()

    def command(self, command: Command, now: int) -> None:
        """Carry out what a person said; what cannot be done is answered with a sentence in the picture."""
        if not is_storable(command):
            self.complain(TOO_LONG)
        elif self._steps.go_on(now):
            try:
                is_done = self._steps.do(lambda: self._take_command(command, now), now)
            except Unplayable as error:  # the game is again as it was
                self._steps.go_on(now)
                self.complain(str(error))
                return
            if is_done and self._is_unfollowed:
                self._follow_again(now)

    def _take_command(self, command: Command, now: int) -> None:
        self._note("command", to_json(command), now)
        self._orders.take(command)
        self._look()

    def _remember(self, line: int) -> None:
        """What was said about the table itself holds for as long as the game, and so does what pads have read.

        What was held to pads for an answer counts if the ledger had so many lines then.
        """
        self._desk.tapping.recall(self._ledger.inputs(), line)
        is_forgotten = False
        for row in self._ledger.inputs():
            if row.kind == "command" and row.data.get("do") in ("mask", "taps"):
                try:
                    self._orders.take(from_json(row.data))
                except (KeyError, TypeError, ValueError):
                    is_forgotten = True
        self._desk.notice = FORGOTTEN if is_forgotten else ""

    def tick(self, now: int) -> None:
        """Let time pass."""
        due = self._steps.due
        if due is not None:
            if due <= now:
                self._steps.go_on(now)
        elif (due := self._games_due()) is None or due > now:
            self._desk.trace.reach(now)
        else:
            self._steps.do(lambda: self._pass_time(now), now)

    @property
    def due(self) -> int | None:
        """When something happens though nothing comes in, or None."""
        return self._games_due() if self._steps.due is None else self._steps.due

    def _games_due(self) -> int | None:
        desk = self._desk
        times = (
            desk.referee.due,
            desk.wellbeing.due,
            desk.tapping.due(desk.now),
            desk.hurt_until,
            self._orders.due,
            desk.question.walk.due(desk.now) if desk.question is not None else None,
            desk.aiming.due(desk.now) if desk.aiming is not None else None,
        )
        found = [time for time in times if time is not None]
        return max(desk.now + 1, min(found)) if found else None

    def _note(self, kind: InputKind, data: dict[str, Any], now: int) -> None:
        self._pass_time(now)
        self._desk.trace.note(kind, data)

    def _pass_time(self, now: int) -> None:
        """Carry out what was due up to now, each at its time."""
        while (due := self._games_due()) is not None and due <= now:
            self._desk.trace.reach(due)
            self._look()
        self._desk.trace.reach(now)

    def _look(self) -> None:
        """See what the table shows now, and do all that follows."""
        desk = self._desk
        self._picture = None
        if desk.hurt_until is not None and desk.now >= desk.hurt_until:
            desk.unflash()
        is_waiting = self._orders.due is not None  # a word, until it is clear whether a card is back on its bench
        self._hearing.read_slots("patient" if is_waiting else "no")
        self._orders.look()
        if self._judging.look():
            self._look()
        desk.note_learned()

    # ---- who drives it ---------------------------------------------------------------------------------------------

    @property
    def to_choose(self) -> Decision | None:
        """The decision that a house player has to make now, once the table shows what it should."""
        desk, decision = self._desk, decision_of(self.play)
        if decision is None or self.is_persons(decision.seat) or not desk.goes_on or desk.owed() is not None:
            return None
        if self.problem:
            return None
        return decision if self.is_still or not self._has_board else None

    def complain(self, sentence: str) -> None:
        """Have a sentence shown: something went wrong in what drives the game."""
        self._desk.notice = sentence
        self._picture = None

    def remark(self, sentence: str) -> None:
        """Have a sentence added to what is asked, until somebody does something: nothing is wrong."""
        self._desk.remark = sentence
        self._picture = None

    def withdraw(self, sentences: Sequence[str]) -> None:
        """Show one of these no more: it does not hold any longer."""
        if self._desk.notice in sentences:
            self._desk.notice, self._picture = "", None

    def show_pads(self, pads: tuple[PadSight, ...], standing: tuple[str, ...] = ()) -> None:
        """Show what everybody may know of the pads; ``standing`` are sentences to be read while they are true."""
        if set(standing) - set(self._standing):
            self._desk.notice = ""  # what was said before is old news
        if (pads, standing) != (self._pads, self._standing):
            self._pads, self._standing, self._picture = pads, standing, None

    def legal(self) -> Iterator[str]:
        """Yield every legal answer in the game's notation, once."""
        floor = self.floor()
        told: set[str] = set()
        for play in (floor.play, floor.following):
            decision = decision_of(play) if play is not None else None
            if play is not None and decision is not None:
                texts = [play.write(choice) for choice in play.options(decision).enumerate()]
                yield from (text for text in texts if text not in told)
                told.update(texts)

    def meanings(self) -> tuple[str, ...]:
        """Return what the buttons of the question mean, in the game's notation, without the last one: none of these."""
        return meanings(self.floor(), self._desk.question) if self._desk.question is not None else ()

    # ---- what is shown -------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """Everything that a screen shows now."""
        if self._picture is None and self.problem:
            self._picture = replace(self._written or self._draw(), notice=self.problem)
        elif self._picture is None:
            self._picture = self._written = self._draw()
        return self._picture

    def _draw(self) -> Picture:
        desk, play, stage, deck = self._desk, self.play, self.stage, self._desk.deck
        snapshot = self.table.snapshot(desk.now)
        sight = self._sight()
        prompt = prompts.hinted(sight.prompt(), *desk.wellbeing.hints, self._orders.hint, desk.remark)
        result, asked = play.result, asked_of(play)
        is_for_person = asked is None or self.is_persons(asked.seat)
        return Picture(
            game=self.game.name,
            prompt=prompt,
            seats=tuple(stage.seat(play, at, player) for at, player in enumerate(self.players)),
            pieces=stage.pieces(play),
            tiles=snapshot.tiles,
            confidence=snapshot.confidence,
            pads=self._pads,
            lines=tuple(desk.chronicle.lines),
            notice=" ".join(filter(None, (desk.wellbeing.news or desk.notice, *self._standing))),
            lights=stage.lights(play.view(PUBLIC), sight.cue(prompt)),
            expects=expected_pads(stage, sight.floor, self._orders.awaited()),
            link=self._link,
            is_linked=self.table.is_known,
            has_board=self._can_connect,
            turn=stage.turn(play),
            actions_left=stage.actions_left(play),
            winner=self.game.seats[result.winner] if result and result.winner is not None else None,
            can_undo=desk.chronicle.can_undo,
            can_redo=desk.chronicle.can_redo,
            hands=deck.hands(play, stage) if deck and stage.has_hands else (),
            due=deck.due(play, stage) if deck and stage.has_hands else "",
            benches=deck.benches(play, stage) if deck else (),
            looked=deck.names(play, stage.looked(play)) if deck and is_for_person else (),
            peeked=deck.peeked(play, stage) if deck and is_for_person else ("", ""),
            advice=stage.advice(play) if is_for_person else (),
            whispers=desk.whispers,
            top=stage.top(play),
            dropped=stage.dropped(play),
            reading=stage.reading(play, self._readers()),
            health=self.table.health.report,
            faults=desk.wellbeing.sentences,
        )

    def _readers(self) -> Readers:
        people = frozenset(seat for seat in range(len(self.players)) if self.is_persons(seat))
        return Readers(people, has_cards=not self.is_virtual and self._can_connect)

    def _sight(self) -> Sight:
        desk, decision = self._desk, decision_of(self.play)
        house = self.players[decision.seat] if decision and not self.is_persons(decision.seat) else None
        return Sight(
            self.stage,
            self.floor(),
            desk.verdict,
            desk.question,
            desk.aiming,
            desk.hurt,
            house,
            desk.goes_on,
            desk.chronicle.can_undo,
            desk.now,
            desk.wanted,
            desk.owed(),
            desk.armed if desk.aiming is not None else (),
            desk.title,
            desk.why_not(),
        )
