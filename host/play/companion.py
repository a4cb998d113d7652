"""One running game at one table: facts, commands and time in; ledger rows, lights and a picture out.

A reducer: it reads no clock and starts no thread. Whatever became due before an input is carried out first, at the time
when it was due, so the same inputs always give the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal

from engines.core import Decision, Game, Play, Reveal
from engines.core.entries import Answer, Corrected, Entry, Observed, Pass
from engines.core.events import Event
from engines.core.problems import IllegalEntry, ParseError, SetupError
from engines.core.viewers import PUBLIC
from hardware.profiles.model import Profile
from host.ledger import Fact, InputKind, Ledger, LedgerError, Value
from host.play import commands as say
from host.play import prompts
from host.play.chronicle import SAID, Because, Chronicle
from host.play.commands import Command, from_json, to_json
from host.play.expected import expected_pads
from host.play.floor import Floor, Later, asked_of, decision_of, is_revealing, window_of
from host.play.foresight import Foresight
from host.play.picture import Picture
from host.play.question import Question
from host.play.seen import observed
from host.play.sight import SHOW_PAD, Sight, worded
from host.play.tapping import BACK_MS, EVERY, NONE, Hurry, Tapping
from host.play.telling import Telling
from host.play.trace import Trace
from host.play.virtual_deck import VirtualDeck
from host.play.wellbeing import Wellbeing
from host.referee import Outlook, Referee, Settings
from host.referee.aiming import Aiming, Target
from host.referee.verdicts import Ask, Blind, Commit, Still, TakeBack, TakenBack, Verdict
from host.stage.base import Cue, ImportProblem, Stage
from host.stage.heard import Aim, Heard, Wanted
from host.table import Snapshot, Table
from host.table.pads import PadSight

PAST = 200  # positions that a physical take-back can go back to
FLASH_MS = 1500  # how long damage flashes
RETRY_MS = 2_000  # after which a full disk is tried again
DECIDED = "has decided."
VIRTUAL = "the virtual table"
THE_TABLE = "the table"  # who passes for those that said nothing
DISCARD = "discard"  # a zone in which cards lie open
PAD = "Shown to the pad."
BENCH = "Read on the bench."
SHOWN_MS = 30_000  # a piece that was shown to the pad is believed to be the one in the hand for so long
TURNS = 50  # verdicts in one moment; more means that they go round in a circle


class Companion:
    """Runs one play. ``due`` is when ``tick`` is needed next; ``picture`` is what a screen shows.

    A seat whose player is not "person" is answered for by whoever drives this: ``to_choose`` says when. ``deck`` has
    the cards of a virtual table; at a real one only their owners have them.
    """

    def __init__(
        self,
        game: Game,
        stage: Stage,
        ledger: Ledger,
        now: int,
        *,
        settings: Settings | None = None,
        deck: VirtualDeck | None = None,
    ) -> None:
        head = ledger.head()
        if head is None:
            raise LedgerError(f"{ledger.path} holds no game. Begin a new one, or choose another file.")
        self.game = game
        self.stage = stage
        self.players = head.players
        self.table = Table(stage.profile)
        self._ledger = ledger
        self._chronicle = Chronicle(game, stage, ledger)
        self._referee = Referee(prompts.neighbours(stage.profile), settings or _settings(stage.profile))
        self._foresight = Foresight(stage, self.players)
        self._trace = Trace(ledger, now)
        self._wellbeing = Wellbeing(self.table, lambda found: self._trace.note("command", to_json(found)))
        self._verdict: Verdict = Blind()
        self._question: Question | None = None
        self._aiming: Aiming | None = None
        self._shown: dict[str, int] = {}
        self._tapping = Tapping()
        self._wanted: Wanted | None = None
        self._armed: tuple[int, ...] = ()
        self._title = ""
        self._is_reading = False  # what the rules change now, the pads have told
        self._deck = deck
        self._telling = Telling(stage, deck)
        self._held = ""
        self._hurt = Cue()
        self._hurt_until: int | None = None
        self._notice = ""
        self._link = "No board is connected yet."
        self._pads: tuple[PadSight, ...] = ()
        self._picture: Picture | None = None
        self._has_board = False  # a board was there at some time
        self._retry_at: int | None = None
        self._deferred: tuple[Command, int] | None = None  # what was said while a card was away from a bench
        self._goes_on = True  # house players may answer; not while somebody looks at an earlier moment
        self._remember_commands()
        self._deal()
        self._expect(is_seen=self._was_seen(), owes_all=True)

    def _was_seen(self) -> bool:
        """Tell whether the table showed the last thing of a game that is taken up again: then what differs now may be
        an answer that was not understood any more. What was only said, or taken back, the table may still owe.
        """
        lines = self._chronicle.lines
        last = next((line for line in reversed(lines) if line.kind != "reveal"), None)
        if last is None:
            return bool(lines)
        return last.kind == "answer" and last.why != SAID and not last.why.endswith(DECIDED)

    @property
    def play(self) -> Play:
        """The running game."""
        return self._chronicle.play

    @property
    def _now(self) -> int:
        return self._trace.now

    @property
    def age(self) -> int:
        """How many lines the ledger has: it only grows, so the same age means the same play."""
        return len(self._chronicle.lines)

    # ---- what comes in -------------------------------------------------------------------------------------

    def facts(self, facts: Sequence[Fact], last: int) -> None:
        """Take facts that are on disk; ``last`` is the id of the last one."""
        left = len(facts)
        for at, group in groupby(facts, key=lambda fact: fact.t_host):
            together = tuple(group)
            left -= len(together)
            self._trace.expect(at)
            self._pass_time(at)
            self._trace.took(last - left)
            self.table.take(together, self._now)
            for press in self.table.presses():
                self._do_safely(say.Press(press.seat, press.answer))
            self._look()

    def link(
        self, sentence: str, is_linked: bool, now: int, uid: str = "", state: Sequence[Value] | None = None
    ) -> None:
        """Take in that the connection changed. What a board said before holds, unless it says otherwise.

        ``state`` is what it said, if that is not to be read from the ledger: in a replay, as it was read then.
        """
        known = (self._ledger.state(uid) if state is None else state) if is_linked else ()
        told = [[value.kind, value.src, value.data.hex()] for value in known]
        self._note("link", {"sentence": sentence, "is_linked": is_linked, "uid": uid, "state": told}, now)
        self._link = sentence
        if is_linked:
            self._has_board = True
            self.table.found()
            facts = [Fact(None, None, None, now, value.kind, value.src, value.data) for value in known]
            self.table.take(facts, self._now)
            self.table.presses()
        else:
            self.table.lost()
        self._look()

    def command(self, command: Command, now: int) -> None:
        """Carry out what a person said; what cannot be done is answered with a sentence in the picture."""
        self._note("command", to_json(command), now)
        self._do_safely(command)
        self._look()

    def tick(self, now: int) -> None:
        """Let time pass."""
        self._pass_time(now)

    @property
    def due(self) -> int | None:
        """When something happens though nothing comes in, or None."""
        times = [
            self._referee.due,
            self._wellbeing.due,
            self._tapping.due(self._now),
            self._hurt_until,
            self._retry_at,
            self._deferred[1] if self._deferred else None,
            self._question.due(self._now) if self._question else None,
        ]
        if self._aiming is not None:
            times.append(self._aiming.due(self._now))
        found = [time for time in times if time is not None]
        return max(self._now + 1, min(found)) if found else None

    def _note(self, kind: InputKind, data: dict[str, Any], now: int) -> None:
        self._pass_time(now)
        self._trace.note(kind, data)

    def _pass_time(self, now: int) -> None:
        """Carry out what was due up to now, each at its time."""
        while (due := self.due) is not None and due <= now:
            self._trace.reach(due)
            self._look()
        self._trace.reach(now)

    # ---- what the table says -------------------------------------------------------------------------------

    def _look(self) -> None:
        """Have the referee judge until it has nothing more to say."""
        self._picture = None
        if self._hurt_until is not None and self._now >= self._hurt_until:
            self._hurt, self._hurt_until = Cue(), None
        self._retry_at = None
        self._read_slots()
        if self._deferred is not None and (self._now >= self._deferred[1] or not self._has_left_bench()):
            self._do_deferred()
        for _ in range(TURNS):
            snapshot = self._snapshot()
            self._verdict = self._referee.look(snapshot, self._now)
            if not self._act_on_safely(self._verdict) and not self._judge_sensors(snapshot):
                break
        if self._aiming is not None and (chosen := self._aiming.look(self._snapshot())):
            self._aim_safely(chosen)
            self._look()

    def _snapshot(self) -> Snapshot:
        """What the table shows, as the game understands it."""
        return self.stage.read(self.play, self.table.snapshot(self._now))

    def _judge_sensors(self, snapshot: Snapshot) -> bool:
        """Name what is broken, or works again; tell whether the referee should look again."""
        try:
            return self._wellbeing.look(self._verdict, snapshot, self._now)
        except LedgerError as error:
            self._notice, self._retry_at = str(error), self._now + RETRY_MS
            return False

    def _aim_safely(self, chosen: Sequence[Any]) -> None:
        try:
            self._aimed(chosen)
        except (IllegalEntry, LedgerError) as error:
            self._notice = str(error)

    def _act_on_safely(self, verdict: Verdict) -> bool:
        """A disk that is full keeps an answer from being taken; the table still shows it when there is room again."""
        try:
            return self._act_on(verdict)
        except LedgerError as error:
            self._notice, self._retry_at = str(error), self._now + RETRY_MS
            self._expect(is_seen=True)
            return False

    def _act_on(self, verdict: Verdict) -> bool:
        """Do what a verdict says; tell whether the referee should look again."""
        if isinstance(verdict, Commit | Ask) and is_revealing(self.play) and not verdict.amends:
            return False
        if isinstance(verdict, Commit):
            self._commit(verdict)
            return True
        if isinstance(verdict, TakeBack):
            if not self.play.waiting or self._aiming is not None:
                return False  # a table that is cleared after the end, or a piece that is aimed with
            self._take_back(verdict.answers, Because(_sentence(verdict.why)), is_seen=True)
            return True
        if isinstance(verdict, Ask):
            return self._ask(verdict)
        if self._question is not None and not self._question.is_shown and not isinstance(verdict, Blind):
            self._question = None  # what was asked about is no longer on the table
        return False

    def _commit(self, verdict: Commit) -> None:
        self._aiming = self._question = None
        if verdict.amends:
            self._chronicle.undo(1, Because("The piece was moved on."), self._trace.moment())
        because = Because(_sentence(verdict.why), "", verdict.confidence)
        for choice in verdict.answers:
            if is_revealing(self.play):
                return  # the rest is understood once the piece that was drawn has a name
            self._answer(choice, because, is_seen=True, may_amend=len(verdict.answers) == 1)

    def _ask(self, verdict: Ask) -> bool:
        """Answer by what was shown to the pad, or ask; tell whether it was answered."""
        known = self._known_things(verdict.amends)
        before = self._floor_before() if verdict.amends else None
        fitting = [choice for choice in verdict.candidates if self._uses_any(choice, known)]
        if len(fitting) == 1:
            floor = before or self.floor()
            others = tuple(worded(floor, choice) for choice in verdict.candidates if choice != fitting[0])
            why = "It is the same piece, moved on." if verdict.amends else "It was shown to the pad."
            if verdict.amends:
                self._chronicle.undo(1, Because("The piece was moved on."), self._trace.moment())
            self._answer(fitting[0], Because(why, "", 95, others), is_seen=True)
            return True
        if self._question is None or self._question.candidates != verdict.candidates:
            self._question = Question(verdict.candidates, _sentence(verdict.why), before, self._now)
        return False

    def _known_things(self, amends: bool) -> list[str]:
        """What is believed to be in the hand: what was shown to the pad, or what the last answer put down."""
        last = next((entry for entry in reversed(self.play.log) if isinstance(entry, Answer)), None)
        thing = self.stage.thing(last.choice) if amends and last is not None else None
        return [name for name in (*self.shown, thing, self._held) if name]

    @property
    def shown(self) -> tuple[str, ...]:
        """What was shown to the pad just now and is believed to be in somebody's hand."""
        return tuple(name for name, at in self._shown.items() if at >= self._now - SHOWN_MS)

    def _uses_any(self, choice: Any, names: Sequence[str]) -> bool:
        return not isinstance(choice, TakenBack) and any(self.stage.uses(choice, name) for name in names)

    def _do_safely(self, command: Command) -> None:
        """Do what was said, one word after the other; what a bench reads is no word of anybody."""
        if not isinstance(command, say.Lay):
            self._do_deferred()
            if self._defers(command):
                return
        self._do_now(command)

    def _do_now(self, command: Command) -> None:
        if not isinstance(command, say.Lay):
            self._notice = ""
            if not isinstance(command, say.Show):  # somebody has looked at the screen
                self._wellbeing.heed()
        try:
            if isinstance(command, say.Say):
                self._say(command)
            else:
                self._do(command)
        except (IllegalEntry, ParseError, SetupError, ImportProblem, LedgerError) as error:
            self._notice = str(error)

    # ---- what people say -----------------------------------------------------------------------------------

    def _do(self, command: Command) -> None:
        if isinstance(command, say.Pick):
            self._pick(command.number)
        elif isinstance(command, say.Name):
            self._name(command)
        elif isinstance(command, say.Show):
            self._show(command)
        elif isinstance(command, say.Lay):
            self._tapping.lay(command, self._now)
        elif isinstance(command, say.Taps):
            self._tapping.policy = command.policy
        elif isinstance(command, say.Hold):
            self._held = command.card
        elif isinstance(command, say.Press):
            self._press(command.seat, command.answer)
        elif isinstance(command, say.Aim):
            self._aim()
        elif isinstance(command, say.Leave):
            self._leave()
        elif isinstance(command, say.Mask):
            self._notice = self._wellbeing.tiles.mask(command)
        elif isinstance(command, say.Vouch):
            self._notice = self._wellbeing.tiles.vouch(command.tile, self._verdict)
        else:
            self._correct(command)

    def _correct(self, command: Command) -> None:
        """What changes the past, or overrules the books."""
        if isinstance(command, say.Undo):
            taken = self._chronicle.undo_said(command.answers, Because("Asked for by a player."), self._trace.moment())
            self._notice = "" if taken else "There is nothing to take back."
            self._look_back()
        elif isinstance(command, say.Redo):
            if not self._chronicle.redo(Because("Asked for by a player."), self._trace.moment()):
                self._notice = "There is nothing to do again."
            self._look_back()
        elif isinstance(command, say.GoTo):
            if not self._chronicle.go_to(command.line, Because("Asked for by a player."), self._trace.moment()):
                self._notice = "There is no such line, or other answers have taken its place and it can only be read."
            self._look_back()
        elif isinstance(command, say.GoOn):
            self._goes_on = True
        elif isinstance(command, say.Correct):
            entry = Corrected(command.field, command.value, command.why, "a player")
            self._feed(entry, Because(command.why), is_seen=False)
        elif isinstance(command, say.TableIsRight):
            self._take_table()

    def _look_back(self) -> None:
        """Somebody went to another moment: the table follows as a whole, and house players wait."""
        self._goes_on = not self._chronicle.can_redo
        self._forget_shows()
        self._deal()
        self._expect(is_seen=False, owes_all=True)

    def _say(self, command: say.Say) -> None:
        self._read_slots("all")
        if decision_of(self.play) is None:
            raise ParseError("Nobody is asked for an answer now.")
        why = f"{command.by.capitalize()} {DECIDED}" if command.by else SAID
        self._answer(self._parsed(command.text), Because(why, command.by), is_seen=False)

    def _parsed(self, text: str) -> Any:
        """Return the answer that a text means: to what is asked, or to what is asked when nobody interrupts.

        Who says it may stand before it, as in "red: play bilge-rats".
        """
        following = self.floor().following
        who, _, said = text.rpartition(": ")
        if who in self.play.seats:
            goes_on = decision_of(following) if following is not None else None
            if following is not None and goes_on is not None and self.play.seats[goes_on.seat] == who:
                return Later(following.parse(said))
            text = said
        try:
            choice = self.play.parse(text)
        except ParseError:
            if following is None or decision_of(following) is None:
                raise
            return Later(following.parse(text))
        if following is None or self.play.options(self.play.decision).contains(choice):
            return choice
        return Later(choice) if _is_legal(following, choice) else choice

    def floor(self) -> Floor:
        """Return who may answer now."""
        return self._foresight.floor(self.play)

    def _floor_before(self) -> Floor:
        """Return who could answer before the last answer, which is about to be replaced."""
        play = self.play.clone()
        play.undo()
        return self._foresight.floor(play)

    def _pick(self, number: int) -> None:
        question = self._question
        if question is None and self._aiming is not None:
            self._aimed(self._aiming.choose(number, self._now))
            return
        if question is None:
            raise ParseError("Nothing is asked that could be picked from.")
        self._question = None
        if not 0 <= number < len(question.candidates):
            if not question.is_shown:
                self._referee.decline(self._now)
            return
        choice = question.candidates[number]
        if isinstance(choice, TakenBack):
            self._take_back(choice.answers, Because(SAID), is_seen=True)
            return
        if question.before is not None:
            self._chronicle.undo(1, Because("The piece was moved on."), self._trace.moment())
        others = tuple(worded(self.floor(), other) for other in question.candidates if other != choice)
        why = question.why if question.is_shown else "Picked among what looks alike."
        self._answer(choice, Because(why, "", 100, others), is_seen=not question.is_shown, tag=question.tag)

    def _name(self, command: say.Name) -> None:
        item = self._to_name()
        if item is None and self._wanted is not None:
            self._show(say.Show(command.card))
            return
        if item is None:
            raise ParseError("Nothing has been drawn that needs a name.")
        if not command.by:
            self._wellbeing.pads.named(SHOW_PAD)
        because = Because(f"Dealt by {command.by}.", command.by) if command.by else Because(SAID)
        self._feed(observed(item, command.card), because, is_seen=False)

    def _to_name(self) -> Reveal | None:
        """The card whose name is asked for: one that a rule needs, or that is to be tapped as soon as it is drawn."""
        item = asked_of(self.play)
        return item if isinstance(item, Reveal) else self._owed()

    def _owed(self) -> Reveal | None:
        """The next card of who is asked that has to be told: people may want to tell all, house players must know."""
        decision = decision_of(self.play)
        if decision is None or decision.seat < 0 or not self.stage.is_tapped or self._deck is not None:
            return None
        if self._tapping.policy != EVERY and self.is_persons(decision.seat):
            return None
        mine = (item for item in self.play.waiting if isinstance(item, Reveal) and item.seat == decision.seat)
        return next((item for item in mine if item.zone != DISCARD), None)

    def _show(self, command: say.Show) -> None:
        """What is held to the pad is what was drawn, or an answer, or about to be used; one tap says one of these."""
        if command.tag and self._tapping.policy == NONE:
            return
        if not command.tag:
            self._wellbeing.pads.named(command.pad)
        self._read_slots("lain")
        item = self._to_name()
        self._shown = {} if item is not None else {command.name: self._now}
        known = self._tapping.token(command.tag)
        if is_revealing(self.play) and self.stage.is_open(self.play, known):
            return  # it was read when it was used, and is held there once more
        if item is not None and (known < 0 or is_revealing(self.play)):
            card = self.stage.named(self.play, item, command.name)
            self._tapping.bind(command.tag, item.token)
            self._feed(observed(item, card), Because(PAD), is_seen=False)
            return
        floor, shows = self.floor(), self._tapping.show(command)
        heard = self.stage.heard(self.play, shows)
        if floor.following is not None:
            later = tuple(map(Later, self.stage.heard(floor.following, shows).answers))
            heard = heard._replace(answers=heard.answers + later)
        self._take(heard, Because(PAD), command.tag)

    def _take(self, heard: Heard, because: Because, tag: str = "") -> None:
        """Do what is meant by cards: tell them, answer, or ask for what is still open."""
        for token, name in heard.told:
            self._tell(token, name, because)
            self._tapping.bind(tag, token)
            self._tapping.settle(token)
        self._notice = heard.notice
        self._wanted, self._armed, self._title = heard.wanted, heard.armed, heard.title
        for choice in heard.row:
            self._answer(choice, because, is_seen=False)
        if heard.aims:
            self._aim_with(heard.aims)
        elif len(heard.answers) == 1:
            self._answer(heard.answers[0], because, is_seen=False, tag=tag)
        elif heard.answers:
            why = "It was shown to the pad."
            self._question = Question(heard.answers, why, None, self._now, is_shown=True, tag=tag)

    def _tell(self, token: int, name: str, because: Because) -> None:
        items = (item for item in self.play.waiting if isinstance(item, Reveal) and item.token == token)
        for item in items:
            self._feed(observed(item, name), because, is_seen=False)
            return

    def _defers(self, command: Command) -> bool:
        """Tell whether a word has to wait: a card has left a bench, and may be back there without being read yet."""
        if not isinstance(command, say.Say | say.Press):
            return False
        self._read_slots("lain")
        if not self._has_left_bench():
            return False
        self._deferred = command, self._now + BACK_MS
        return True

    def _do_deferred(self) -> None:
        """Do what had to wait."""
        if self._deferred is not None:
            (command, _), self._deferred = self._deferred, None
            self._do_now(command)

    def _has_left_bench(self) -> bool:
        """Tell whether a card is away from a bench for so short a time that it may only be looked at."""
        return self._reads_slots() and self.stage.slotted(self.play, self._tapping.steady(self._now, "all")) != Heard()

    def _reads_slots(self) -> bool:
        """Tell whether what lies on benches may be an answer of whoever is asked."""
        decision = decision_of(self.play)
        return decision is not None and self.is_persons(decision.seat) and self._tapping.policy != NONE

    def _read_slots(self, hurry: Hurry = "no") -> None:
        """Bring the rules to what lies on the pads of benches, step by step."""
        lying = self._tapping.steady(self._now, hurry)
        if not lying or not self._reads_slots():
            return
        self._is_reading = True
        heard = Heard()
        try:
            while (heard := self.stage.slotted(self.play, lying)) != Heard():
                self._take(heard, Because(BENCH))
        except (IllegalEntry, ParseError, LedgerError):
            self._tapping.overrule(heard.pads)
            self._notice = "What lies on the bench cannot be: say on the screen what you do."
        else:
            self._tapping.bind_slots(lying)
        finally:
            self._is_reading = False

    def _forget_shows(self) -> None:
        self._tapping.forget()
        self._wanted, self._armed, self._title = None, (), ""

    def _deal(self) -> None:
        """At a virtual table cards are told by themselves, in secret, and lots are drawn."""
        if self._deck is None or not self.stage.is_tapped:
            return
        because = Because(f"Dealt by {VIRTUAL}.", VIRTUAL)
        while (entry := self._deck.deals(self.play, self.stage)) is not None:
            self._chronicle.feed(entry, because, self._trace.moment())

    def _press(self, seat: int, answer: str) -> None:
        """Yes picks what is lit or opens aiming; no leaves. Some questions are answered by one of them."""
        self._read_slots("all")
        floor = self.floor()
        if seat not in floor.seats() | self.stage.pressers(self.play):
            self._notice = "It is not that seat's turn." if floor.seats() else ""
        elif self._question is not None:
            self._pick(self._question.lit(self._now) if answer == "yes" else -1)
        elif self._aiming is not None:
            if answer == "no":
                self._leave()
            else:
                self._aimed(self._aiming.press("yes", self._now))
        elif (said := self._pressed(floor, seat, "yes" if answer == "yes" else "no")) is not None:
            self._answer(said, Because("Pressed at the table."), is_seen=False)
        elif answer == "yes":
            self._aim()

    def _pressed(self, floor: Floor, seat: int, answer: Literal["yes", "no"]) -> Any:
        """The answer that a button gives by itself, of whoever may interrupt or of whoever goes on."""
        item = asked_of(floor.play)
        if item is not None and (item.seat == seat or seat in self.stage.pressers(floor.play)):
            return self.stage.pressed(floor.play, answer, seat)
        said = self.stage.pressed(floor.main, answer, seat)
        return None if said is None else floor.later(said)

    def _aim(self) -> None:
        aims = self.stage.aims(self.floor().main)
        if not aims:
            raise ParseError("There is nothing to aim with now.")
        self._aim_with(aims)

    def _aim_with(self, aims: Sequence[Aim]) -> None:
        floor = self.floor()
        targets = [Target(aim.label, aim.tile, aim.light, tuple(map(floor.later, aim.choices))) for aim in aims]
        self._aiming = Aiming(targets, self._now, self._split)

    def _split(self, target: Target) -> list[Target]:
        """One target for each answer, on what it is aimed at."""
        found = []
        for choice in target.answers:
            tile = self.stage.aimed_at(self.play, choice)
            light = target.light if tile is None else self.stage.profile.tile_light(tile)
            found.append(Target(self.stage.wording(self.play, choice).label, tile, light, (choice,)))
        return found

    def _aimed(self, chosen: Sequence[Any] | None) -> None:
        """Give the answer that was chosen, if one was."""
        if chosen:
            self._answer(chosen[0], Because("Aimed at the table."), is_seen=False)

    def _leave(self) -> None:
        self._aiming = None
        self._forget_shows()
        if self._question is not None:
            self._pick(-1)

    def _remember_commands(self) -> None:
        """What was said about the table itself holds for as long as the game."""
        for row in self._ledger.inputs():
            if row.kind == "command" and row.data.get("do") in ("mask", "taps"):
                self._do_safely(from_json(row.data))
        self._notice = ""

    def _take_table(self) -> None:
        if not self.table.is_known:
            raise ImportProblem("No board tells what stands on the table.")
        snapshot, expected = self._snapshot(), self.stage.scene(self.play).signature
        tiles = bytes(expected[at] if at in snapshot.masked else mask for at, mask in enumerate(snapshot.tiles))
        if tiles == expected:
            raise ImportProblem("Table and books agree already.")
        position = self.stage.position_from(self.play, tiles)
        self._chronicle.take_position(position, Because("The table is right."), self._trace.moment())
        self._expect(is_seen=True)

    # ---- what follows --------------------------------------------------------------------------------------

    def _answer(self, choice: Any, because: Because, *, is_seen: bool, may_amend: bool = True, tag: str = "") -> None:
        """Give an answer. ``may_amend``: if it was seen, it may still turn out to have been another one."""
        if isinstance(choice, Later):
            self._pass_windows()
            choice = choice.choice
        choice, told = self._telling.settled(self.play, choice, self._held)
        self._held = ""
        self._check(choice, told)
        by = VIRTUAL if self._deck else THE_TABLE
        for entry in told:
            self._chronicle.feed(entry, Because("The card that was meant.", by), self._trace.moment())
        self._tapping.bind(tag, self.stage.token_of(self.play, choice))
        self._feed(Answer(self.play.decision.id, choice), because, is_seen=is_seen, may_amend=is_seen and may_amend)

    def _check(self, choice: Any, told: Sequence[Observed]) -> None:
        """Refuse an answer before its cards are told: what was told in vain could not be untold."""
        if told:
            probe = self.play.clone()
            for entry in told:
                probe.feed(entry)
            if (problem := probe.verify(Answer(probe.decision.id, choice))) is not None:
                raise IllegalEntry(problem)

    def _pass_windows(self) -> None:
        """Nobody interrupts: somebody else has gone on."""
        while (window := window_of(self.play)) is not None:
            self._chronicle.feed(
                Pass(window.id), Because("Nobody played out of turn.", THE_TABLE), self._trace.moment()
            )

    def _feed(self, entry: Entry, because: Because, *, is_seen: bool, may_amend: bool = False) -> None:
        outlook = self._foresight.outlook(self.play) if may_amend else None
        events = self._chronicle.feed(entry, because, self._trace.moment())
        if isinstance(entry, Answer):
            self._shown.clear()
            self._forget_shows()
            self._goes_on = True
        self._deal()
        self._aiming = self._question = None
        self._flash(events)
        self._expect(is_seen=is_seen, before=outlook if may_amend else None)

    def _take_back(self, answers: int, because: Because, *, is_seen: bool) -> int:
        taken = self._chronicle.undo(answers, because, self._trace.moment())
        if taken:
            self._notice = f"{taken} answer{'s' if taken > 1 else ''} taken back."
        self._aiming = self._question = None
        self._forget_shows()
        self._deal()
        self._expect(is_seen=is_seen)
        return taken

    def _flash(self, events: Sequence[Event]) -> None:
        hurt = self.stage.hurt_by(self.play, events)
        if hurt.hurt or hurt.hurt_seats:
            self._hurt, self._hurt_until = hurt, self._now + FLASH_MS

    def _expect(self, *, is_seen: bool, owes_all: bool = False, before: Outlook | None = None) -> None:
        self._picture = self._aiming = self._question = None
        slots, outlook = self.stage.slots(self.play), self._foresight.outlook(self.play)
        self._tapping.expect(slots, is_read=self._is_reading)
        self._wellbeing.expect(outlook.scene.signature, slots, self._now, is_read=self._is_reading)
        self._referee.expect(
            outlook,
            list(reversed(self._chronicle.before[-PAST:])),
            self._now,
            is_seen=is_seen,
            owes_all=owes_all,
            may_amend=before is not None,
            before=before,
        )
        if self._foresight.must_aim(self.play):
            self._aim()

    def is_persons(self, seat: int) -> bool:
        """Tell whether a person decides for a seat."""
        return self._foresight.is_persons(seat)

    @property
    def to_choose(self) -> Decision | None:
        """The decision that a house player has to make now, once the table shows what it should."""
        decision = decision_of(self.play)
        if decision is None or self.is_persons(decision.seat) or not self._goes_on or self._owed() is not None:
            return None
        return decision if self.is_still or not self._has_board else None

    def complain(self, sentence: str) -> None:
        """Have a sentence shown: something went wrong in what drives the game."""
        self._notice = sentence
        self._picture = None

    def withdraw(self, sentences: Sequence[str]) -> None:
        """Show one of these no more: it does not hold any longer."""
        if self._notice in sentences:
            self._notice, self._picture = "", None

    def show_pads(self, pads: tuple[PadSight, ...]) -> None:
        """Have it shown what everybody may know of the pads."""
        if pads != self._pads:
            self._pads, self._picture = pads, None

    # ---- what is shown -------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """Everything that a screen shows now."""
        if self._picture is None:
            self._picture = self._draw()
        return self._picture

    def _draw(self) -> Picture:
        play, stage = self.play, self.stage
        snapshot = self.table.snapshot(self._now)
        sight = self._sight()
        prompt = prompts.hinted(sight.prompt(), *self._wellbeing.hints)
        result = play.result
        return Picture(
            game=self.game.name,
            prompt=prompt,
            seats=tuple(stage.seat(play, at, player) for at, player in enumerate(self.players)),
            pieces=stage.pieces(play),
            tiles=snapshot.tiles,
            confidence=snapshot.confidence,
            pads=self._pads,
            lines=tuple(self._chronicle.lines),
            notice=self._wellbeing.news or self._notice,
            lights=stage.lights(play.view(PUBLIC), sight.cue(prompt)),
            expects=expected_pads(stage, sight.floor),
            link=self._link,
            is_linked=self.table.is_known,
            turn=stage.turn(play),
            actions_left=stage.actions_left(play),
            winner=self.game.seats[result.winner] if result and result.winner is not None else None,
            can_undo=self._chronicle.can_undo,
            can_redo=self._chronicle.can_redo,
            hands=self._deck.hands(play, stage) if self._deck and stage.has_hands else (),
            due=self._deck.due(play, stage) if self._deck and stage.has_hands else "",
            benches=self._deck.benches(play, stage) if self._deck else (),
            looked=self._deck.names(play, stage.looked(play)) if self._deck else (),
            advice=stage.advice(play),
            top=stage.top(play),
            health=self.table.health.report,
            faults=self._wellbeing.sentences,
        )

    def _sight(self) -> Sight:
        decision = decision_of(self.play)
        house = self.players[decision.seat] if decision and not self.is_persons(decision.seat) else None
        return Sight(
            self.stage,
            self.floor(),
            self._verdict,
            self._question,
            self._aiming,
            self._hurt,
            house,
            self._goes_on,
            self._chronicle.can_undo,
            self._now,
            self._wanted,
            self._owed(),
            self._armed if self._aiming is not None else (),
            self._title,
        )

    @property
    def is_still(self) -> bool:
        """Whether the table shows exactly what it should."""
        return isinstance(self._verdict, Still)

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


def _settings(profile: Profile) -> Settings:
    return Settings.for_pitch(profile.grid.pitch) if profile.grid is not None else Settings()


def _is_legal(play: Play, choice: Any) -> bool:
    decision = decision_of(play)
    return decision is not None and play.options(decision).contains(choice)


def _sentence(why: str) -> str:
    """Return a reason of the referee as people read it."""
    return f"{why[:1].upper()}{why[1:]}."
