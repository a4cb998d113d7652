"""What a screen shows of SAW: each seat's body, and the trap that runs against it."""

from __future__ import annotations

from engines.core import AnyPlay
from engines.saw.box import SEATS
from engines.saw.cards import PLACES, TRAITS
from engines.saw.game import Saw
from engines.saw.state import BLOOD_AT_START, LIMBS, LOST, STAGES, State
from host.stage.saw_questions import Questions
from host.stage.saw_words import Teller, capital, limb
from host.stage.shown import Card, Gauge, SeatPicture

BLOOD = "blood"


class SawShows:
    """Shows the seats of one game."""

    def __init__(self, game: Saw, teller: Teller, questions: Questions) -> None:
        self._game = game
        self._teller = teller
        self._questions = questions

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's character with blood and limbs, and the trap that it is in."""
        state, name = play.state, SEATS[seat]
        whys = self._teller.reasons(play)
        blood = state.blood[seat]
        gauges = [Gauge("Blood", blood, str(blood), f"{name}.{BLOOD}", whys.get((seat, BLOOD), ""), BLOOD_AT_START)]
        for number, part in enumerate(LIMBS):
            stage = state.limbs[seat][number]
            why = whys.get((seat, part), "")
            gauges.append(
                Gauge(limb(number).capitalize(), stage, STAGES[stage], f"{name}.{part}", why, LOST, words=STAGES)
            )
        body = Card(self._character(state, seat), seat, self._traits(state, seat), tuple(gauges), ())
        return (body, *self._trap(state, seat))

    def _character(self, state: State, seat: int) -> str:
        if state.character[seat] < 0:
            return "No character yet"
        return self._game.box.characters[state.character[seat]].title

    def _traits(self, state: State, seat: int) -> str:
        if state.character[seat] < 0:
            return "–"
        values = self._game.box.values[state.character[seat]]
        return ", ".join(f"{trait} {value}" for trait, value in zip(TRAITS, values, strict=True))

    def _trap(self, state: State, seat: int) -> tuple[Card, ...]:
        """Return the trap that a seat is in; its traits fill as Tools are committed."""
        trap = state.trap
        if trap is None or trap.victim != seat:
            return ()
        gauges = [
            Gauge(TRAITS[trait].capitalize(), min(got, need), f"{got} of {need}", "", "", need)
            for trait, got, need in self._questions.totals(state)
        ]
        place = f"{trap.number} to {PLACES[trap.place]}"
        detail = "no sacrifice: The Pig" if trap.is_forced else f"or a sacrifice of {place}"
        return (Card(f"{capital(trap.attacker)}'s trap", seat, detail, tuple(gauges), ()),)

    def seat(self, play: AnyPlay, seat: int, player: str, *, is_asked: bool) -> SeatPicture:
        """Return a whole seat: of hand and bench only how many cards they have."""
        state = play.state
        hand, bench = len(state.hand[seat]), sum(token >= 0 for token in state.bench[seat])
        summary = f"{hand} in hand, {bench} on bench"
        if state.saw == seat:
            summary += ", Saw token"
        if not state.alive[seat]:
            summary = "out"
        cards = self.cards(play, seat)
        return SeatPicture(SEATS[seat], player, is_asked, cards, (), len(state.deck), summary, summary)
