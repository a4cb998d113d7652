"""The desk of one game: its books, what is being asked or aimed, and how an answer is booked.

Everything that hears or sees something works at it: the referee's verdicts, the cards at the pads, what people say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engines.core import AnyGame, AnyPlay, Reveal
from engines.core.entries import Answer, Entry, Observed, Pass
from engines.core.events import Event
from engines.core.problems import IllegalEntry, ParseError
from hardware.profiles.model import Profile
from host.ledger import Ledger, Origin
from host.play import prompts
from host.play.chronicle import Because, Chronicle
from host.play.commands import to_json
from host.play.dealing import Dealing
from host.play.floor import Floor, Later, decision_of, window_of
from host.play.foresight import Foresight
from host.play.house import PERSON
from host.play.in_hand import InHand
from host.play.owing import Left, left_behind
from host.play.picture import Whisper
from host.play.question import Question
from host.play.rows import THE_TABLE, VIRTUAL
from host.play.sight import seat_light
from host.play.tapping import EVERY, Tapping
from host.play.telling import Telling
from host.play.trace import Trace
from host.play.virtual_deck import VirtualDeck
from host.play.wellbeing import Wellbeing
from host.referee import Outlook, Referee, Settings
from host.referee.aiming import Aiming, Target
from host.referee.verdicts import Blind, Guide, Still, Verdict
from host.referee.watch import overlaid
from host.stage.base import Cue, Stage
from host.stage.heard import Aim, Wanted
from host.stage.why_not import why_not
from host.table import Snapshot, Table

PAST = 200  # positions that a physical take-back can go back to
FLASH_MS = 1500  # how long damage flashes
WHICH = "It stays face down: only you are asked."
COUNTED = "Look at your hand in secret. The cards are numbered in the order in which you see them."
DISCARD = "discard"  # a zone in which cards lie open


class Desk:
    """Keeps one game. Who works at it reads and sets what is open; answers, undo and the rest go through its methods.

    ``wanted``, ``armed`` and ``title`` belong to a card that was shown and needs more; ``held`` is a card in somebody's
    hand at a virtual table.
    """

    def __init__(
        self,
        game: AnyGame,
        stage: Stage,
        ledger: Ledger,
        players: Sequence[str],
        now: int,
        settings: Settings | None,
        deck: VirtualDeck | None,
        seed: int,
        fact: int,
    ) -> None:
        self.stage = stage
        self.players = players
        self.deck = deck
        self.table = Table(stage.profile)
        self.chronicle = Chronicle(game, stage, ledger)
        self._ledger = ledger
        tiles = stage.profile
        self.referee = Referee(prompts.neighbours(tiles), settings or _settings(tiles), prompts.entries(tiles))
        self.foresight = Foresight(stage, players)
        self._fact = fact  # the last one that the game had taken when it was begun or taken up
        self.trace = Trace(ledger, now, fact)
        self.wellbeing = Wellbeing(self.table, lambda found: self.trace.note("command", to_json(found)))
        self.tapping = Tapping()
        self.in_hand = InHand(self.trace)
        self.verdict: Verdict = Blind()
        self.question: Question | None = None
        self.aiming: Aiming | None = None
        self.wanted: Wanted | None = None
        self.armed: tuple[int, ...] = ()
        self.title = ""
        self.held = ""
        self.hurt = Cue()
        self.hurt_until: int | None = None
        self.notice = ""
        self.whispers: tuple[Whisper, ...] = ()  # what house players did in secret since a person answered
        self.remark = ""  # something to know that is no complaint, until somebody does something
        self.is_reading = False  # what the rules change now, the pads have told
        self.goes_on = True  # house players may answer; not while somebody looks at an earlier moment
        self._before: Outlook | None = None  # what the last answer may have been as well, if it can be amended
        self._spent: dict[str, tuple[int, int]] = {}  # by tag: the line of the answer that it gave, and its turn
        self._telling = Telling(stage, deck)
        self._dealing = Dealing(stage, players, seed, deck)

    @property
    def play(self) -> AnyPlay:
        """The running game."""
        return self.chronicle.play

    @property
    def now(self) -> int:
        """What time it is for this game."""
        return self.trace.now

    @property
    def is_still(self) -> bool:
        """Whether the table shows exactly what it should."""
        return isinstance(self.verdict, Still)

    def alike(self) -> tuple[Any, ...]:
        """Return what else the last answer may have been, if the table would show just what it shows now."""
        return self._before.outcomes.get(self.stage.scene(self.play).signature, ()) if self._before else ()

    @property
    def rivals(self) -> tuple[Any, ...]:
        """What the last answer may have been too, had not the pad decided."""
        return self.alike() if self.in_hand.has_decided else ()

    def floor(self) -> Floor:
        """Return who may answer now."""
        return self.foresight.floor(self.play)

    def snapshot(self) -> Snapshot:
        """Return what the table shows, as the game understands it."""
        return self.stage.read(self.play, self.table.snapshot(self.now))

    def shown(self) -> bytes:
        """Return the same tile by tile; those that are left out show what they should."""
        return overlaid(self.snapshot(), self.stage.scene(self.play).signature)

    def why_not(self) -> str:
        """Return the rule that a wrong table breaks, as a sentence; empty if it is not wrong, or nobody can tell."""
        verdict = self.verdict
        if not isinstance(verdict, Guide) or verdict.is_owed:
            return ""
        names = [name for name in (verdict.step.name, *self.in_hand.shown, self.held) if name]
        return why_not(self.stage, self.floor().main, self.shown(), names)

    def owed(self) -> Reveal | None:
        """The next card of the seat that is asked that has to be told: a house player must know what it sees.

        People tell all their cards only where the game has them tapped, and if they chose to.
        """
        decision = decision_of(self.play)
        if decision is None or decision.seat < 0 or self.deck is not None:
            return None
        is_told_all = self.stage.is_tapped and self.tapping.policy == EVERY
        if self.foresight.is_persons(decision.seat) and not is_told_all:
            return None
        mine = (item for item in self.play.waiting if isinstance(item, Reveal) and item.seat == decision.seat)
        return next((item for item in mine if item.zone != DISCARD), None)

    # ---- booking -----------------------------------------------------------------------------------------------------

    def answer(self, choice: Any, because: Because, *, is_seen: bool, may_amend: bool = True, tag: str = "") -> None:
        """Give an answer. ``may_amend``: if it was seen, it may still turn out to have been another one."""
        before = self.foresight.otherwise(self.play, choice) if is_seen and may_amend else None
        if isinstance(choice, Later):
            self._pass_windows()
            choice = choice.choice
        choice, told = self._telling.settled(self.play, choice, self.held)
        if self.held:
            self.in_hand.hold_up(self.held)
        self.held = ""
        self._check(choice, told)
        origin, by = (Origin.VIRTUAL, VIRTUAL) if self.deck else (Origin.RULES, THE_TABLE)
        for entry in told:
            self.chronicle.feed(entry, Because("The card that was meant.", origin, by), self.trace.moment())
        self.tapping.bind(tag, self.stage.token_of(self.play, choice))
        line = len(self.chronicle.lines)
        self.feed(Answer(self.play.decision.id, choice), because, is_seen=is_seen, before=before)
        if tag:
            self._spent[tag] = line, self.stage.turn(self.play)

    def which(self, choice: Any) -> Question | None:
        """Return the question which card an answer means that names none; None if nobody has to be asked.

        Where several people look at the screen it does not name the cards: their owner counts them in secret.
        """
        play, meant = (self.floor().main, choice.choice) if isinstance(choice, Later) else (self.play, choice)
        seat = play.decision.seat
        if self.deck is None or seat < 0 or not self.foresight.is_persons(seat):
            return None
        loose = self._telling.leaving(play, meant, self.held)
        cards = self.deck.names(play, loose)
        if not cards:
            return None
        if self.players.count(PERSON) == 1:
            cards = tuple(dict.fromkeys(cards))
            return self._asked(choice, cards, tuple(map(self.stage.title, cards)), WHICH)
        if loose != self.stage.hand(play, seat):
            return None
        who = play.seats[seat].capitalize()
        labels = tuple(f"{who}'s card {number}" for number in range(1, len(cards) + 1))
        return self._asked(choice, cards, labels, COUNTED)

    def _asked(self, choice: Any, cards: tuple[str, ...], labels: tuple[str, ...], why: str) -> Question:
        return Question((choice,) * len(cards), why, None, self.now, is_shown=True, cards=cards, labels=labels)

    def is_spent(self, tag: str) -> bool:
        """Tell whether a card gave an answer this turn or the last, so that it may be on its way to the pile now."""
        line, turn = self._spent.get(tag, (-1, 0))
        if line < 0 or self.chronicle.lines[line].is_taken_back:
            return False
        return self.stage.turn(self.play) - turn <= 1

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
            because = Because("Nobody played out of turn.", Origin.RULES, THE_TABLE)
            self.chronicle.feed(Pass(window.id), because, self.trace.moment())

    def feed(self, entry: Entry, because: Because, *, is_seen: bool, before: Outlook | None = None) -> None:
        """Book anything that the rules take. ``is_seen``: the table shows it already; ``before``: it may be amended."""
        shown = self.stage.scene(self.play).signature
        events = self.chronicle.feed(entry, because, self.trace.moment())
        self.remark = ""
        if isinstance(entry, Observed) and self.stage.scene(self.play).signature == shown:
            before = self._before  # a name alone changes nothing of what the last answer may have been
        if isinstance(entry, Answer):
            self.in_hand.use()
            self.forget_shows()
            self.goes_on = True
        self.deal()
        self.aiming = self.question = None
        self._flash(events)
        self.expect(is_seen=is_seen, before=before)

    def amend(self, choice: Any) -> None:
        """Take back the last answer, for this one takes its place: the same thing is used for that.

        If that is the answer of whoever goes on, it passes again for those who could interrupt; else they have passed.
        """
        self.in_hand.hold_up(*self.in_hand.used)
        because = Because("The piece was moved on.", Origin.AMENDED)
        self.chronicle.undo(1, because, self.trace.moment(), is_silence_kept=not isinstance(choice, Later))
        self.unflash()

    def take_back(self, answers: int, because: Because, *, is_shown: bool = False, owes_nothing: bool = False) -> None:
        """Take back answers, as somebody said or as the table shows.

        ``owes_nothing``: what the table shows besides may be an answer, and is not to be put back.
        """
        undo = self.chronicle.undo_shown if is_shown else self.chronicle.undo
        if undo(answers, because, self.trace.moment()):
            text = self.chronicle.lines[-1].text
            self.notice = f"{text[:1].upper()}{text[1:]}."
        self.aiming = self.question = None
        self.forget_shows()
        self.unflash()
        self.deal()
        self.expect(is_seen=True, owes_all=owes_nothing)  # all that differs, and that was seen: so nothing

    def deal(self) -> None:
        """Let the table settle what it settles by itself: cards that house players see, and lots."""
        while (found := self._dealing.next(self.play)) is not None:
            self.chronicle.feed(found.entry, found.because, self.trace.moment())

    def forget_shows(self) -> None:
        """What was held to a pad has had its say."""
        self.tapping.forget()
        self.wanted, self.armed, self.title = None, (), ""

    def _flash(self, events: Sequence[Event]) -> None:
        hurt = self.stage.hurt_by(self.play, events)
        if hurt.hurt or hurt.hurt_seats:
            self.hurt, self.hurt_until = hurt, self.now + FLASH_MS

    def unflash(self) -> None:
        """What was damaged flashes no longer: that was long enough, or was taken back."""
        self.hurt, self.hurt_until = Cue(), None

    def take_up(self, *, amends: bool) -> None:
        """Expect what comes next in a game that was begun or is taken up again.

        ``amends``: the last answer may still turn out to have been another one. Older programs had no such thing.
        """
        is_seen = self._was_seen()
        ledger, stage, chronicle = self._ledger, self.stage, self.chronicle
        scenes = chronicle.scenes()
        left = left_behind(ledger, stage, self.play, scenes, self._fact) if is_seen else Left({}, 0)
        before = self._before_last() if amends and is_seen else None
        if amends:
            self.in_hand.recall(ledger.inputs(), len(chronicle.lines))
        self.expect(is_seen=is_seen, owes_all=True, before=before, owed=left.owed, felt_at=left.felt_at)

    def _before_last(self) -> Outlook | None:
        """Return what the last answer of an earlier program may have been as well, if the table showed it."""
        given = self.chronicle.last_given()
        if given is None or given.origin in (Origin.SCREEN, Origin.PAD, Origin.HOUSE):
            return None
        choice = next(entry.choice for entry in reversed(self.play.log) if isinstance(entry, Answer))
        passes, play = self.chronicle.passes_before(given), self.play.clone()
        play.undo(1 + passes)
        choice = Later(choice) if passes else choice
        is_shown = any(choice in found for found in self.foresight.outlook(play).outcomes.values())
        return self.foresight.otherwise(play, choice) if is_shown else None

    def _was_seen(self) -> bool:
        """Tell whether the table showed the last thing of a game that is taken up again: then what differs now may be
        an answer that was not understood any more. What was only said, or taken back, the table may still owe.
        """
        lines = self.chronicle.lines
        last = next((line for line in reversed(lines) if line.kind != "reveal"), None)
        if last is None:
            return bool(lines)
        origin = self.chronicle.origin_of_move() or last.origin  # a draw, say, leaves the table as it was
        return last.kind == "answer" and origin not in (Origin.SCREEN, Origin.HOUSE)

    def expect(
        self,
        *,
        is_seen: bool,
        owes_all: bool = False,
        before: Outlook | None = None,
        owed: Mapping[int, int] = MappingProxyType({}),
        felt_at: int | None = None,
    ) -> None:
        """Something else may come next: tell all that watch."""
        self.aiming = self.question = None
        self._before = before
        slots, outlook = self.stage.slots(self.play), self.foresight.outlook(self.play)
        self.tapping.expect(slots, is_read=self.is_reading)
        self.tapping.arrange(self.stage.arranger(self.play), self.now)
        self.wellbeing.expect(outlook.scene.signature, slots, self.now, is_read=self.is_reading)
        self.referee.expect(
            outlook,
            list(reversed(self.chronicle.before[-PAST:])),
            self.now,
            is_seen=is_seen,
            owes_all=owes_all,
            may_amend=before is not None,
            before=before,
            owed=owed,
            felt_at=felt_at,
        )
        if self.foresight.must_aim(self.play):
            self.aim()

    def note_learned(self) -> None:
        """Note what was learned of tags, pads and hands."""
        line = len(self.chronicle.lines)
        hands = self.in_hand.learned(line) if self.stage.needs_tiles else {}
        if found := {**self.tapping.learned(line), **hands}:
            self.trace.note("learned", found)
            self.tapping.noted(line)
            self.in_hand.noted(line)

    # ---- aiming ------------------------------------------------------------------------------------------------------

    def aim(self) -> None:
        """Open aiming with whatever can be aimed with now."""
        aims = self.stage.aims(self.floor().main)
        if not aims:
            raise ParseError("There is nothing to aim with now.")
        self.aim_with(aims)

    def aim_with(self, aims: Sequence[Aim]) -> None:
        """Open aiming with these."""
        floor = self.floor()
        spare = seat_light(self.stage.profile, prompts.seat_of(floor))
        targets = [
            Target(aim.label, aim.tile, spare if aim.light is None else aim.light, tuple(map(floor.later, aim.choices)))
            for aim in aims
        ]
        self.aiming = Aiming(targets, self.now, self._split)

    def _split(self, target: Target) -> list[Target]:
        """One target for each answer, on what it is aimed at."""
        found = []
        for choice in target.answers:
            tile = self.stage.aimed_at(self.play, choice)
            light = target.light if tile is None else self.stage.profile.tile_light(tile)
            found.append(Target(self.stage.wording(self.play, choice).label, tile, light, (choice,)))
        return found

    def aimed(self, chosen: Sequence[Any] | None) -> None:
        """Give the answer that was aimed, if one was."""
        if chosen:
            self.answer(chosen[0], Because("Aimed at the table.", Origin.TABLE), is_seen=False)


def _settings(profile: Profile) -> Settings:
    return Settings.for_pitch(profile.grid.pitch) if profile.grid is not None else Settings()
