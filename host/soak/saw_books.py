"""The books of SAW, kept from the events alone: no card and no drop of blood comes from or goes to nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.core import AnyPlay
from engines.core.events import Event
from engines.saw import events as ev
from engines.saw.state import STAGES
from host.soak.invariants import demand

LOST, TOURNIQUET = STAGES.index("lost"), STAGES.index("tourniquet")


class SawBooks:
    """Where each card is, by its number; blood and limbs of each seat."""

    def __init__(self, play: AnyPlay) -> None:
        state: Any = play.root.state
        self._total = state.box.total
        self.place: dict[int, str] = {}
        _enter(state, self.place)
        self.blood = list(state.blood)
        self.limbs = [list(limbs) for limbs in state.limbs]
        self.book(play.events)

    def book(self, events: Iterable[Event]) -> None:
        """Enter what happened."""
        for event in events:
            entering = getattr(self, f"_{type(event).__name__}", None)
            if entering is not None:
                entering(event)

    def compare(self, play: AnyPlay) -> None:
        """The books and the position must say the same."""
        state: Any = play.state
        place: dict[int, str] = {}
        _enter(state, place)
        demand(len(place) == self._total, f"there are {len(place)} cards")
        demand(place == self.place, "cards are not where the events have put them")
        demand(state.blood == self.blood, f"blood is {state.blood} and by the events {self.blood}")
        demand([list(limbs) for limbs in state.limbs] == self.limbs, "limbs are not what the events say")
        if play.result is not None:
            survivors = [seat for seat, blood in enumerate(self.blood) if blood]
            demand(survivors == [play.result.winner], f"the game is over, and {survivors} survive")

    def _move(self, token: int, before: str, after: str) -> None:
        demand(self.place[token] == before, f"card {token} was expected in {before} and is in {self.place[token]}")
        self.place[token] = after

    def _take(self, token: int, seat: int, after: str) -> None:
        """A card leaves the hand or the bench of a seat."""
        demand(self.place[token] in (f"{seat}.hand", f"{seat}.bench"), f"seat {seat} does not have card {token}")
        self.place[token] = after

    def _renew(self, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        demand(len(old) == len(new), "a shuffle changes the number of cards")
        homes = {self.place.pop(token) for token in old}
        demand(homes <= {"deck"} or homes <= {"discard"}, f"cards of {homes} were shuffled")
        self.place.update(dict.fromkeys(new, "deck"))

    # ---- cards -------------------------------------------------------------------------------------------------------

    def _Drawn(self, event: ev.Drawn) -> None:
        for token in event.tokens:
            self._move(token, "deck", f"{event.seat}.hand")

    def _Reshuffled(self, event: ev.Reshuffled) -> None:
        self._renew(event.old, event.new)

    def _Mingled(self, event: ev.Mingled) -> None:
        demand(len(event.old) == len(event.new), "cards that nobody tells apart become more or fewer")
        for old, new in zip(event.old, event.new, strict=True):
            self.place[new] = self.place.pop(old)

    def _Filmed(self, event: ev.Filmed) -> None:
        self._renew(event.old, event.new)
        self._move(event.token, "deck", f"{event.seat}.hand")

    def _Played(self, event: ev.Played) -> None:
        self._take(event.token, event.seat, "table")

    def _Committed(self, event: ev.Committed) -> None:
        self._take(event.token, event.seat, "table")

    def _Retracted(self, event: ev.Retracted) -> None:
        self._move(event.token, "table", f"{event.seat}.hand")

    def _TrapSet(self, event: ev.TrapSet) -> None:
        for token in (*event.parts, event.billy, *event.extras):
            self._take(token, event.seat, "table")

    def _Discarded(self, event: ev.Discarded) -> None:
        if event.among:
            self._take(event.token, event.seat, "discard")
        else:
            self._move(event.token, "table", "discard")

    def _Arranged(self, event: ev.Arranged) -> None:
        cards = (*event.hand, *(token for token in event.bench if token >= 0))
        held = [token for token, home in self.place.items() if home in (f"{event.seat}.hand", f"{event.seat}.bench")]
        demand(sorted(cards) == sorted(held), "a bench was arranged with other cards than before")
        for token in cards:
            self.place[token] = f"{event.seat}.hand" if token in event.hand else f"{event.seat}.bench"

    def _Looked(self, event: ev.Looked) -> None:
        for token in event.tokens:
            self._move(token, "deck", "look")

    def _PutBack(self, event: ev.PutBack) -> None:
        for token in event.tokens:
            self._move(token, "look", "deck")

    def _TakenUp(self, event: ev.TakenUp) -> None:
        self._move(event.token, "discard", f"{event.seat}.hand")

    def _Flipped(self, event: ev.Flipped) -> None:
        self._move(event.token, "deck", "table")

    def _Found(self, event: ev.Found) -> None:
        self._move(event.token, "table", f"{event.seat}.hand")

    def _Given(self, event: ev.Given) -> None:
        self._take(event.token, event.seat, f"{event.other}.hand")

    def _Stolen(self, event: ev.Stolen) -> None:
        self._move(event.token, f"{event.other}.hand", f"{event.seat}.hand")

    def _Removed(self, event: ev.Removed) -> None:
        for token in event.tokens:
            self._take(token, event.seat, "gone")

    # ---- harm --------------------------------------------------------------------------------------------------------

    def _BloodChanged(self, event: ev.BloodChanged) -> None:
        demand(self.blood[event.seat] == event.before, f"{event} does not begin where the last one ended")
        demand(event.after < event.before or not event.rule, f"{event}: blood comes back")
        self.blood[event.seat] = event.after

    def _LimbChanged(self, event: ev.LimbChanged) -> None:
        limbs = self.limbs[event.seat]
        demand(limbs[event.limb] == event.before, f"{event} does not begin where the last one ended")
        bound = (event.before, event.after) == (LOST, TOURNIQUET)
        demand(bound or event.before < event.after <= LOST or not event.rule, f"{event}: a limb heals")
        limbs[event.limb] = event.after


def _enter(state: Any, place: dict[int, str]) -> None:
    place.update(dict.fromkeys(state.deck, "deck"))
    place.update(dict.fromkeys(state.discard, "discard"))
    for seat in range(state.seats):
        place.update(dict.fromkeys(state.hand[seat], f"{seat}.hand"))
        place.update(dict.fromkeys((token for token in state.bench[seat] if token >= 0), f"{seat}.bench"))
    flipped = (state.flipped,) if state.flipped >= 0 else ()
    trap = state.trap.cards() if state.trap is not None else ()
    place.update(dict.fromkeys((*state.table, *flipped, *trap), "table"))
    place.update(dict.fromkeys(state.looked, "look"))
    place.update(dict.fromkeys(state.gone, "gone"))
