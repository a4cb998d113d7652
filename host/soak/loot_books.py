"""The books of Loot Trap, kept from the events alone: no card and no health comes from or goes to nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.core import AnyPlay
from engines.core.events import Event
from engines.loot import events as ev
from host.soak.invariants import demand

MOST_HEALTH = 8


class LootBooks:
    """Where each card is, by its number; whose pawn is where; the health of each seat."""

    def __init__(self, play: AnyPlay) -> None:
        self._game: Any = play.game
        self._seats = play.seats
        self.place: dict[str, str] = {}
        self.health: dict[str, int] = {}
        self.pawn: dict[str, str | None] = {}
        self._enter(play.game.write_position(play.root.state), self.place, self.health, self.pawn)
        self._count = len(self.place)
        self.book(play.events)

    def _enter(self, position: dict[str, Any], place: dict[str, str], health: Any, pawn: Any) -> None:
        for row in position["players"]:
            seat = row["seat"]
            health[seat], pawn[seat] = row["health"], row["space"]
            place.update(dict.fromkeys(row["hand"], f"{seat}.hand"))
            place.update(dict.fromkeys(row["bank"], f"{seat}.bank"))
            if row["equipment"]:
                place[row["equipment"]] = f"{seat}.worn"
        for row in position["field"]:
            if row["card"]:
                place[row["card"]] = row["space"]
            if row["laid"]:
                place[row["laid"]] = f"{row['space']}.laid"
        for pile in ("deck", "discard", "aside"):
            place.update(dict.fromkeys(position[pile], pile))

    def book(self, events: Iterable[Event]) -> None:
        """Enter what happened."""
        for event in events:
            entering = getattr(self, f"_{type(event).__name__}", None)
            if entering is not None:
                entering(event)

    def compare(self, play: AnyPlay) -> None:
        """The books and the position must say the same."""
        place: dict[str, str] = {}
        health: dict[str, int] = {}
        pawn: dict[str, str | None] = {}
        self._enter(play.position(), place, health, pawn)
        demand(place == self.place, "cards are not where the events have put them")
        demand(health == self.health, f"health is {health} and by the events {self.health}")
        demand(pawn == self.pawn, f"pawns are at {pawn} and by the events {self.pawn}")
        demand(len(place) == self._count, f"there were {self._count} cards and are {len(place)}")

    # ---- words -----------------------------------------------------------------------------------------------------

    def _shift(self, token: int, before: tuple[str, ...], after: str) -> None:
        card = self._game.write_token(token)
        at = self.place.get(card)
        demand(at in before, f"{card} was expected in {' or '.join(before)} and is in {at}")
        self.place[card] = after

    def _hand(self, seat: int) -> str:
        return f"{self._seats[seat]}.hand"

    def _cell(self, cell: int) -> str:
        return str(self._game.names.cell(cell))

    def _renumber(self, old: Iterable[int], new: Iterable[int], place: str) -> None:
        for token in old:
            self._shift(token, (place,), "gone")
            del self.place[self._game.write_token(token)]
        self.place.update({self._game.write_token(token): place for token in new})

    # ---- events ----------------------------------------------------------------------------------------------------

    def _Drawn(self, event: ev.Drawn) -> None:
        self._shift(event.token, ("deck",), self._hand(event.seat))

    def _Reshuffled(self, event: ev.Reshuffled) -> None:
        demand("deck" not in self.place.values(), "the discard pile was shuffled before the deck was empty")
        self._renumber(event.old, event.new, "discard")
        self.place.update({self._game.write_token(token): "deck" for token in event.new})

    def _Mixed(self, event: ev.Mixed) -> None:
        self._renumber(event.old, event.new, self._hand(event.seat))

    def _Moved(self, event: ev.Moved) -> None:
        seat, start, end = self._seats[event.seat], self._cell(event.start), self._cell(event.end)
        demand(self.pawn[seat] == start, f"{seat} moved from {start} and was at {self.pawn[seat]}")
        demand(end not in self.pawn.values(), f"{seat} moved to {end}, where somebody stands")
        self.pawn[seat] = end

    def _Traded(self, event: ev.Traded) -> None:
        one, two = self._seats[event.seat], self._seats[event.other]
        self.pawn[one], self.pawn[two] = self.pawn[two], self.pawn[one]

    def _Sprung(self, event: ev.Sprung) -> None:
        cell = self._cell(event.cell)
        self._shift(event.token, (f"{cell}.laid" if event.is_laid else cell,), "aside")

    def _Cleared(self, event: ev.Cleared) -> None:
        self._shift(event.token, ("aside",), "discard")

    def _Removed(self, event: ev.Removed) -> None:
        self._shift(event.token, (self._cell(event.cell),), "discard")

    def _Refilled(self, event: ev.Refilled) -> None:
        demand(self._cell(event.cell) not in self.place.values(), f"{self._cell(event.cell)} was not empty")
        self._shift(event.token, ("deck",), self._cell(event.cell))

    def _Discarded(self, event: ev.Discarded) -> None:
        self._shift(event.token, (self._hand(event.seat),), "discard")

    def _Ousted(self, event: ev.Ousted) -> None:
        self._shift(event.token, (f"{self._cell(event.cell)}.laid",), "discard")

    def _leave(self, event: Any, after: str) -> None:
        if event.fresh:
            self._renumber(event.among, event.fresh, self._hand(event.seat))
        self._shift(event.token, (self._hand(event.seat),), after)

    def _Laid(self, event: ev.Laid) -> None:
        self._leave(event, f"{self._cell(event.cell)}.laid")

    def _Exchanged(self, event: ev.Exchanged) -> None:
        self._shift(event.taken, (self._cell(event.cell),), "taken")
        self._leave(event, self._cell(event.cell))
        self._shift(event.taken, ("taken",), self._hand(event.seat))

    def _Given(self, event: ev.Given) -> None:
        self._leave(event, self._hand(event.other))

    def _Played(self, event: ev.Played) -> None:
        self._shift(event.token, (self._hand(event.seat),), "aside")

    def _Equipped(self, event: ev.Equipped) -> None:
        worn = f"{self._seats[event.other]}.worn"
        demand(worn not in self.place.values(), f"{self._seats[event.other]} wears two pieces")
        self._shift(event.token, (self._hand(event.seat), "aside"), worn)

    def _Stripped(self, event: ev.Stripped) -> None:
        self._shift(event.token, (f"{self._seats[event.seat]}.worn",), "discard")

    def _Banked(self, event: ev.Banked) -> None:
        self._shift(event.token, (self._hand(event.seat), "aside"), f"{self._seats[event.seat]}.bank")

    def _LootLost(self, event: ev.LootLost) -> None:
        self._shift(event.token, (f"{self._seats[event.seat]}.bank",), "discard")

    def _LootTaken(self, event: ev.LootTaken) -> None:
        self._shift(event.token, (f"{self._seats[event.other]}.bank",), f"{self._seats[event.seat]}.bank")

    def _Salvaged(self, event: ev.Salvaged) -> None:
        self._shift(event.token, ("discard",), self._hand(event.seat))

    def _HealthChanged(self, event: ev.HealthChanged) -> None:
        seat = self._seats[event.seat]
        demand(self.health[seat] == event.before, f"{event} does not begin where the last one ended")
        demand(0 <= event.after <= MOST_HEALTH, f"{event} is out of bounds")
        self.health[seat] = event.after

    def _Eliminated(self, event: ev.Eliminated) -> None:
        seat = self._seats[event.seat]
        demand(self.health[seat] == 0, f"{seat} was eliminated with health {self.health[seat]}")
        self.pawn[seat] = None
