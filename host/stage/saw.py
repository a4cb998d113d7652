"""SAW: The Jigsaw Trials on a table: no tiles, but pads: cards are held to play and discard, and lie on benches.

What a bench reads is its owner's secret. What nobody has told stays unknown, and is asked for only when a rule needs
its name.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from engines.core import AnyPlay, Decision, Reveal
from engines.core.events import Event
from engines.core.problems import ParseError
from engines.core.viewers import PUBLIC
from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw.cards import BACKFIRE, FORCE
from engines.saw.game import Saw
from engines.saw.piles import UNTOLD
from engines.saw.state import State
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage import saw_advice, saw_lights, saw_words
from host.stage.base import Aim, Choice, Cue, Examples, ImportProblem, Stage
from host.stage.heard import Heard, Lack, Lying, Shown
from host.stage.saw_benches import Benches
from host.stage.saw_hearing import DISCARD, DROPS, PLAY, Hearing
from host.stage.saw_naming import Naming, lying_open, untold
from host.stage.saw_offers import Offers
from host.stage.saw_questions import Questions
from host.stage.saw_readings import Readings
from host.stage.saw_shows import SawShows
from host.stage.saw_traps import Setting
from host.stage.shown import EVERYBODY, Card, Piece, Readers, Reading, SeatPicture, Wording
from host.table import Scene, Snapshot

_BUTTONS: Mapping[tuple[str, str], Choice] = {
    (at.USE, "no"): ("done",),
    (at.DISCARD, "no"): ("keep",),
    (at.SET, "no"): ("pass",),
    (at.LAST, "no"): ("done",),
    (at.SORT, "yes"): ("leave",),
    (at.SORT, "no"): ("leave",),
    (at.FILM, "no"): ("none",),
    (at.SIFT, "no"): ("none",),
    (at.ANSWER, "yes"): ("challenge",),
    (at.ANSWER, "no"): ("sacrifice",),
    (at.EASE, "no"): ("take",),
    (at.STEAL, "yes"): ("steal", UNTOLD),
    (at.CHALLENGE, "no"): ("done",),
    (at.CHOOSE, "no"): ("enough",),
}


class SawStage(Stage):
    """SAW for some seats on one profile. A table without bench pads plays it too: its benches are said."""

    game: Saw
    is_sensed = False
    misfit = ""
    board = (0, 0)
    examples = Examples(
        answer="play candle",
        card="rope",
        shown="candle",
        correction="red.blood 8 we miscounted",
        hands=(
            "tap candle on play",
            "tap rope on discard",
            "put card pendulum on seat1.bench.1",
            "lift pendulum",
            "press yes at seat 0",
        ),
    )
    aim_help = "Share the damage by the lights of the limbs."
    reveals = "Named"
    saw = "named"
    has_hands = True
    needs_tiles = False
    reads = (PLAY, DISCARD)
    is_tapped = True

    def __init__(self, profile: Profile, game: Saw, seats: int = 2) -> None:
        super().__init__(profile, game)
        pads = {pad.name for pad in profile.pads}
        has_bench = bool(saw_lights.bench_pads(profile, seats - 1))
        self._naming = Naming(game)
        self._offers = Offers(game, self._naming)
        self._questions = Questions(game, has_pad=PLAY in pads, has_pile=DISCARD in pads, has_bench=has_bench)
        self._teller = saw_words.Teller(game.box)
        self._shows = SawShows(game, self._teller, self._questions)
        self._readings = Readings(game.box)
        self._benches = Benches(game.box, profile)
        self._hearing = Hearing(game, profile, self._naming, Setting(game, profile, self._offers))

    # ---- what the table shows --------------------------------------------------------------------------------------

    def scene(self, play: AnyPlay) -> Scene:
        """Nothing stands on tiles."""
        return Scene(len(self.profile.tiles), ())

    def read(self, play: AnyPlay, snapshot: Snapshot) -> Snapshot:
        """What stands on the tiles of a bigger table means nothing."""
        return replace(snapshot, tiles=bytes(len(snapshot.tiles)), touches=())

    def outcomes(self, play: AnyPlay) -> Mapping[bytes, tuple[Choice, ...]]:
        """No answer is seen on tiles."""
        return {}

    def aims(self, play: AnyPlay) -> Sequence[Aim]:
        """Damage is shared by the lights of the limbs: that of the limb which takes more."""
        decision = _decision(play)
        if decision is None or decision.kind != at.DAMAGE or decision.seat >= len(self.profile.seats):
            return ()
        first = 0 if play.state.agenda[-1][2] == 0 else 2
        return [
            Aim(
                self.wording(play, choice).label,
                None,
                self.profile.seat_light(decision.seat, "limb", first + (choice[1] > choice[0])),
                (choice,),
            )
            for choice in play.options(decision).enumerate()
        ]

    def must_aim(self, decision: Decision) -> bool:
        """Nothing has to be aimed."""
        return False

    def aimed_at(self, play: AnyPlay, choice: Choice) -> int | None:
        """Nothing lies on tiles."""
        return None

    def thing(self, choice: Choice) -> str | None:
        """No answer is seen on tiles."""
        return None

    def uses(self, choice: Choice, name: str) -> bool:
        """No answer is seen on tiles."""
        return False

    def position_from(self, play: AnyPlay, tiles: bytes) -> Mapping[str, Any]:
        """Tiles say nothing about this game."""
        raise ImportProblem("This game is not played on tiles. Correct blood, limbs or the Saw token on the screen.")

    # ---- cards -----------------------------------------------------------------------------------------------------

    def title(self, name: str) -> str:
        """Return what is printed on a card."""
        box = self.game.box
        if name in box.number:
            return box.designs[box.number[name]].title
        return next((person.title for person in box.characters if person.id == name), name)

    def titled(self, text: str) -> str:
        """Return an answer in the notation with the titles of the cards that it names."""
        return saw_words.titled(text, self.game.box)

    def offered(self, play: AnyPlay, decision: Decision) -> list[Choice]:
        """What could be answered as far as everybody knows."""
        return self._offers.offered(play, decision)

    def meant(self, play: AnyPlay, choice: Choice) -> Sequence[Choice]:
        """A card of the pile may lie at several places of it."""
        if play.decision.kind != at.SALVAGE or len(choice) != 2:
            return (choice,)
        return self._naming.taken(play, choice[1]) or (choice,)

    def untold(self, choice: Choice) -> bool:
        """An answer that leaves its card open."""
        return UNTOLD in self._naming.faces(choice)

    def told(self, choice: Choice, name: str) -> Choice:
        """Say of an answer that leaves its card open which one it is."""
        return (choice[0], self.game.box.number[name], *choice[2:])

    def lacks(self, play: AnyPlay, choice: Choice) -> Sequence[Lack]:
        """Whoever plays a card tells it."""
        return self._naming.lacks(play.state, choice)

    def loose(self, play: AnyPlay, choice: Choice) -> tuple[int, ...]:
        """Return the cards that an answer may be about."""
        return self._naming.among(play.state, choice)

    def token_of(self, play: AnyPlay, choice: Choice) -> int:
        """Return the card that an answer is about."""
        return self._naming.token(play.state, choice)

    def by_chance(self, decision: Decision) -> bool:
        """Whether a Billy is found, and which card is stolen, the cards decide; who begins is for people to say."""
        return decision.kind in (at.FILM, at.SIFT, at.STEAL)

    def hand(self, play: AnyPlay, seat: int) -> tuple[int, ...]:
        """Return the cards of a hand."""
        hand: tuple[int, ...] = play.state.hand[seat]
        return hand

    def benched(self, play: AnyPlay, seat: int) -> tuple[int, ...]:
        """Return the cards of a bench by slot."""
        bench: tuple[int, ...] = play.state.bench[seat]
        return bench

    def looked(self, play: AnyPlay) -> tuple[int, ...]:
        """Return the cards that a Room Map lets somebody look at."""
        return tuple(reversed(play.state.looked))

    def advice(self, play: AnyPlay) -> tuple[str, ...]:
        """Return what a victim who has told all cards had best commit."""
        return saw_advice.advice(self.game, play)

    def top(self, play: AnyPlay) -> str:
        """Return the uppermost card of the discard pile."""
        shown = play.view(PUBLIC)["discard"]["shown"]
        return str(shown[-1]) if shown else ""

    def heard(self, play: AnyPlay, shows: Sequence[Shown]) -> Heard:
        """Return what is meant by the cards that were held to the pads."""
        return self._hearing.heard(play, shows)

    def is_open(self, play: AnyPlay, token: int) -> bool:
        """A card that was used, or is on the pile."""
        return token in lying_open(play.state)

    def showable(self, play: AnyPlay) -> Sequence[tuple[Wording, str]]:
        """A trap is set by laying down Billy, alone or with what is played with it."""
        decision = _decision(play)
        if decision is None or decision.kind != at.SET:
            return ()
        box = self.game.box
        extras = [box.names[face] for face, does in enumerate(box.does) if does in (FORCE, BACKFIRE)]
        return [
            (Wording("Set", "a trap with Billy"), box.names[box.billy]),
            *(
                (Wording("Set", f"a trap with Billy and {self._questions.title(box.number[name])}"), name)
                for name in extras
            ),
        ]

    def expects(self, asked: Decision | Reveal) -> tuple[str, ...]:
        """Cards may have to be discarded. The slots of benches come round soon enough (docs/decisions/0007-pads.md)."""
        return (DISCARD,) if isinstance(asked, Decision) and asked.kind in DROPS else ()

    def slots(self, play: AnyPlay) -> Mapping[str, int]:
        """Return the pads of the benches with the cards that should lie there."""
        return self._benches.slots(play.state)

    def arranger(self, play: AnyPlay) -> int | None:
        """Step 2 is for arranging a bench."""
        return self._benches.arranger(play.state)

    def slotted(self, play: AnyPlay, lying: Mapping[str, Lying]) -> Heard:
        """Return what is meant by what lies on a bench."""
        return self._benches.slotted(play, lying)

    def named(self, play: AnyPlay, reveal: Reveal, name: str) -> str:
        """Characters are never what is turned over."""
        if name not in self.game.box.number:
            raise ParseError(f"A card of the deck is asked for now; {name} is none.")
        return name

    # ---- buttons ---------------------------------------------------------------------------------------------------

    def pressers(self, play: AnyPlay) -> set[int]:
        """Whoever begins says so; what is found or stolen says who searches or steals."""
        decision = _decision(play)
        kind = decision.kind if decision is not None else ""
        if kind == at.FIRST:
            return set(range(play.state.seats))
        if kind == at.STEAL and play.state.trap is not None:
            return {play.state.trap.victim}
        return {play.state.seat} if kind in (at.FILM, at.SIFT) else set()

    def pressed(self, play: AnyPlay, answer: Literal["yes", "no"], seat: int = -1) -> Choice | None:
        """Yes and no where they say it all."""
        decision = _decision(play)
        if decision is None:
            return None
        if decision.kind == at.FIRST:
            return ("first", seat) if answer == "yes" else None
        if decision.kind == at.CHOOSE and answer == "yes":
            return _chosen_unseen(play.state)
        choice = _BUTTONS.get((decision.kind, answer))
        return choice if choice is not None and play.options(decision).contains(choice) else None

    # ---- what the lights and screens say ---------------------------------------------------------------------------

    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        """Blood and limbs, whose turn it is, and the trap that runs; the cue above that."""
        return saw_lights.scene(self.profile, view, cue)

    def wording(self, play: AnyPlay, choice: Choice) -> Wording:
        """Return an answer as a button shows it."""
        return self._questions.wording(play.state, choice)

    def question(self, play: AnyPlay) -> tuple[int | None, str, str]:
        """Return who is asked now, what, and a line that helps."""
        if not play.waiting:
            return saw_words.ending(play)
        decision = _decision(play)
        if decision is not None:
            return (decision.seat if decision.seat >= 0 else None, *self._questions.decision(play, decision))
        reveal = play.waiting[0]
        assert isinstance(reveal, Reveal)
        return (reveal.seat, *self._questions.reveal(play, reveal))

    def reading(self, play: AnyPlay, readers: Readers = EVERYBODY) -> Reading | None:
        """A trap that was just set is announced; at the start the characters have stories."""
        return self._readings.reading(play, readers)

    def dropped(self, play: AnyPlay) -> tuple[str, ...]:
        """Return the cards that went to the pile in this turn: all have seen them go there."""
        state, known = play.state, play.knowledge(PUBLIC)
        recent: set[int] = set()
        for event in reversed(play.events):
            if isinstance(event, ev.TurnBegan):
                break
            if isinstance(event, ev.Discarded):
                recent.add(event.token)
        top = itertools.takewhile(recent.__contains__, reversed(state.discard))
        return tuple(known.card(token) or "?" for token in top)

    def spoken(self, text: str) -> str:
        """A card that others do not see is not named."""
        return saw_words.spoken(text)

    def seat_of(self, play: AnyPlay, token: int) -> int | None:
        """A card in a hand or on a bench is its owner's."""
        state = play.state
        return next((seat for seat in range(state.seats) if token in state.held(seat)), None)

    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence."""
        return self._teller.tell(event)

    def hurt_by(self, play: AnyPlay, events: Sequence[Event]) -> Cue:
        """Damage flashes at the seats; a correction hurts nobody."""
        seats = {
            event.seat
            for event in events
            if isinstance(event, ev.BloodChanged | ev.LimbChanged) and event.rule and event.rule != "R74"
        }
        return Cue(hurt_seats=tuple(sorted(seats)))

    def turn(self, play: AnyPlay) -> int:
        """Return how many turns have begun."""
        return sum(play.state.turns)

    def actions_left(self, play: AnyPlay) -> int:
        """A turn has steps, not a number of actions."""
        return 0

    def pieces(self, play: AnyPlay) -> tuple[Piece, ...]:
        """Nothing stands on a board."""
        return ()

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's body, and the trap that it is in."""
        return self._shows.cards(play, seat)

    def seat(self, play: AnyPlay, seat: int, player: str) -> SeatPicture:
        """Return a whole seat: of hand and bench only how many cards they have."""
        item = _decision(play) or (play.waiting[0] if play.waiting else None)
        asked = item.seat if item else None
        if asked is not None and asked < 0:
            asked = play.state.seat
        return self._shows.seat(play, seat, player, is_asked=asked == seat)


def _chosen_unseen(state: State) -> Choice | None:
    """Return what is meant by somebody who has kept or given a card without telling which one."""
    _, _, tokens, left, how = state.agenda[-1]
    if how == "discard":
        return None
    faces = {state.face[token] for token in tokens}
    if len(faces) == 1 or len(tokens) == left:
        return how, state.face[tokens[0]]
    return (how, UNTOLD) if len(untold(state, tokens)) >= left else None


def _decision(play: AnyPlay) -> Decision | None:
    return next((item for item in play.waiting if isinstance(item, Decision)), None)
