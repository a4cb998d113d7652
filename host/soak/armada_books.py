"""The books of Jigsaw Armada, kept from the events alone: no energy, shield or piece comes from or goes to nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.armada import events as ev
from engines.armada.pieces import PIECES
from engines.core import AnyPlay
from engines.core.events import Bound, Event
from host.soak.invariants import demand

SHIELDS = ("gone", "cracked", "fresh")
GAINS = {"R23": 2}
LOSSES = ("R33", "R35")
CLOSING = "R25"
WEAR = ("R32", "R36", "R37")
BUILT_SHIELD = "R24"


class ArmadaBooks:
    """Energy by ship, shields and places by piece (its seat and name)."""

    def __init__(self, play: AnyPlay) -> None:
        self._names: tuple[str, ...] = play.game.box.names  # type: ignore[attr-defined]
        self._seats = play.seats
        self._enter(play.game.write_position(play.root.state))
        self.book(play.events)

    def _enter(self, position: dict[str, Any]) -> None:
        self.energy: dict[int, int] = {ship["id"]: ship["energy"] for ship in position["ships"]}
        self.shield: dict[tuple[str, str], int] = {}
        self.place: dict[tuple[str, str], str | int] = {}
        for zone in ("play", "draw"):
            for seat in self._seats:
                self.place.update({(seat, name): zone for name in position[zone][seat]})
        for ship in position["ships"]:
            for piece in ship["pieces"]:
                key = (ship["seat"], piece["piece"])
                self.place[key] = ship["id"]
                self.shield[key] = SHIELDS.index(piece.get("shield", "gone"))
        self._all = set(self.place)

    def book(self, events: Iterable[Event]) -> None:
        """Enter what happened."""
        for event in events:
            entering = getattr(self, f"_{type(event).__name__}", None)
            if entering is not None:
                entering(event)

    def compare(self, play: AnyPlay) -> None:
        """The books and the position must say the same."""
        position = play.position()
        energy = {ship["id"]: ship["energy"] for ship in position["ships"]}
        demand(energy == self.energy, f"energy is {energy} and by the events {self.energy}")
        places, shields = dict.fromkeys(self._all, "gone"), {}
        for zone in ("play", "draw"):
            for seat in self._seats:
                places.update({(seat, name): zone for name in position[zone][seat]})
        for ship in position["ships"]:
            for piece in ship["pieces"]:
                key = (ship["seat"], piece["piece"])
                places[key] = ship["id"]
                shields[key] = SHIELDS.index(piece.get("shield", "gone"))
        demand(places == self.place, "pieces are not where the events have put them")
        demand(shields == self.shield, f"shields are {shields} and by the events {self.shield}")

    def _key(self, piece: int) -> tuple[str, str]:
        return self._seats[piece // PIECES], self._names[piece % PIECES]

    def _shift(self, key: tuple[str, str], before: str, after: str | int) -> None:
        demand(self.place[key] == before, f"{key} was expected in {before} and is in {self.place[key]}")
        self.place[key] = after

    def _Bound(self, event: Bound) -> None:
        self._shift((self._seats[event.token // PIECES], event.card), "draw", "play")

    def _Built(self, event: ev.Built) -> None:
        self._shift(self._key(event.token), "play", event.ship)
        self.shield[self._key(event.token)] = 0
        demand(event.is_new != (event.ship in self.energy), f"ship-{event.ship} is new, or is not: {event}")
        self.energy.setdefault(event.ship, 0)

    def _EnergyChanged(self, event: ev.EnergyChanged) -> None:
        demand(self.energy[event.ship] == event.before, f"{event} does not begin where the last one ended")
        self.energy[event.ship] = event.after
        demand(event.after - event.before == self._due(event), f"{event} is not what its rule says")

    def _due(self, event: ev.EnergyChanged) -> int:
        if event.rule == CLOSING:
            return sum(place == event.ship for place in self.place.values()) - 1
        if event.rule in LOSSES:
            return -1
        return GAINS.get(event.rule, 0) if event.rule else event.after - event.before

    def _ShieldChanged(self, event: ev.ShieldChanged) -> None:
        key = self._key(event.token)
        demand(self.shield[key] == event.before, f"{event} does not begin where the last one ended")
        self.shield[key] = event.after
        worn = event.rule in WEAR and event.after == event.before - 1 >= 0
        made = event.rule == BUILT_SHIELD and (event.before, event.after) == (0, 2)
        demand(worn or made or not event.rule, f"{event} is not what its rule says")

    def _ShipDestroyed(self, event: ev.ShipDestroyed) -> None:
        demand(self.energy.pop(event.ship) == 0, f"ship-{event.ship} was destroyed with energy left")
        for key, place in self.place.items():
            if place == event.ship:
                self.place[key] = "gone"
                del self.shield[key]
