"""How good a position of Jigsaw Armada is.

Whoever first has a piece in the far base wins, so what counts most is how many actions each side still needs; then
ships that cannot be shot away, for a ship without energy takes all its pieces along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engines.armada.game import Armada
from engines.armada.legal import BUILD
from engines.armada.state import IN_DRAW, IN_PLAY, State
from engines.core import AnyPlay, Decision
from engines.players.armada_routes import Routes
from engines.players.greedy import Greedy
from engines.players.judge import WON, Trial
from engines.players.player import APPRENTICE, MASTERMIND, WANDERER, Player
from engines.players.search import Search
from engines.players.wanderer import Wanderer

ACTIONS = 2  # in a turn
FAR = 99  # actions to the enemy base of a side without ships


class Weights(NamedTuple):
    """What things are worth; an energy point of a weak ship is about 1.5."""

    ship: float = 2.0
    energy: float = 1.5  # each of a ship's first four
    more_energy: float = 0.6
    piece: float = 0.25
    shield: float = 0.4  # each hit that it can take
    gun: float = 0.5
    in_hand: float = 0.2
    hub_in_hand: float = 0.8
    hub_in_pile: float = 0.4
    line: float = 0.7  # a turret that has an enemy piece in line
    step: float = 1.5  # an action nearer to the enemy base
    nearness: float = 8.0  # divided by the actions that are left
    arriving: float = 150.0  # can be there in this turn
    threat: float = 12.0  # can be there in the next one
    race: float = 12.0  # will be there first; divided by the turns until then
    later: float = 0.25  # share of a loss that can still be averted


class Side:
    """What is found out about one side of a position."""

    __slots__ = ("distance", "lines", "ships", "strength")

    def __init__(self) -> None:
        self.strength = 0.0
        self.distance = FAR  # actions to the enemy base
        self.lines = 0  # turrets that have an enemy piece in line
        self.ships: dict[int, float] = {}  # what each is worth


class ArmadaJudge:
    """Judges positions under the rulings of one game."""

    def __init__(self, game: Armada, weights: Weights | None = None) -> None:
        self._box = game.box
        self._grid = game.box.grid
        self._legal = game.legal
        self._routes = Routes(self._grid, stride=2 if game.options["A2"] == "two" else 1)
        self._w = weights or Weights()
        half = len(self._box.designs) // 2
        self._hubs_of = [[hub for hub in sorted(self._box.hubs) if hub // half == seat] for seat in (0, 1)]

    # ---- answers ---------------------------------------------------------------------------------------------------

    def candidates(self, play: AnyPlay, decision: Decision) -> list[object]:
        """Return all answers but builds of a hub that looks the same in another facing."""
        opens, hubs = self._box.open, self._box.hubs
        return [
            choice
            for choice in play.options(decision).enumerate()
            if choice[0] != BUILD
            or choice[1] not in hubs
            or opens[choice[1]][choice[3]] not in opens[choice[1]][: choice[3]]
        ]

    # ---- positions -------------------------------------------------------------------------------------------------

    def worth(self, play: AnyPlay, seat: int) -> float:
        """Return how good a position is for a seat."""
        state: State = play.state
        if state.result is not None:
            return self._end(state.result[0], seat, len(play.log))
        sides = (Side(), Side())
        hits: set[int] = set()  # ships of which a turret can take energy now
        for ship, owner in state.owner.items():
            self._look_at(state, ship, owner, sides[owner], hits)
        for at in (0, 1):
            self._count_piles(state, at, sides[at])
        return self._compare(state, sides[seat], sides[1 - seat], hits, state.seat == seat)

    def _end(self, winner: int | None, seat: int, entries: int) -> float:
        """Return what the end of a game is worth: better to win sooner, and to lose later."""
        if winner is None:
            return 0.0
        return WON - entries if winner == seat else entries - WON

    def _compare(self, state: State, own: Side, other: Side, hits: set[int], is_own_turn: bool) -> float:
        w = self._w
        worth = own.strength - other.strength + w.line * (own.lines - other.lines)
        if hits:
            worth -= self._risk(state, own, hits) * (w.later if is_own_turn else 1)
            worth += self._risk(state, other, hits) * (1 if is_own_turn else w.later)
        worth -= w.step * (own.distance - other.distance)
        worth += w.nearness / max(1, own.distance) - w.nearness / max(1, other.distance)
        mover, waiter, sign = (own, other, 1) if is_own_turn else (other, own, -1)
        if mover.distance <= state.left:
            return worth + sign * w.arriving
        turns, others = _turns(mover.distance - state.left), _turns(waiter.distance)
        worth += sign * (w.race / (turns + 1) if turns < others else -w.race / others)
        return worth - sign * w.threat if others == 1 else worth

    def _risk(self, state: State, side: Side, hits: set[int]) -> float:
        """Return the most that fire may take from a side in one turn."""
        risks = [
            worth if state.energy[ship] <= ACTIONS else ACTIONS * self._w.energy
            for ship, worth in side.ships.items()
            if ship in hits
        ]
        return max(risks, default=0.0)

    def _look_at(self, state: State, ship: int, seat: int, side: Side, hits: set[int]) -> None:
        w, where, kinds = self._w, state.where, self._box.designs
        energy, pieces = state.energy[ship], state.pieces[ship]
        worth = w.ship + w.energy * min(energy, 4) + w.more_energy * max(0, energy - 4) + w.piece * len(pieces)
        hubs = 0
        for piece in pieces:
            kind = kinds[piece].kind
            if kind == "hub":
                hubs |= 1 << where[piece]
            elif kind == "gun":
                worth += w.gun
                self._aim(state, piece, seat, side, hits)
            else:
                worth += w.shield * state.shield[piece]
        side.ships[ship] = worth
        side.strength += worth
        mask = state.mask[ship]
        side.distance = min(side.distance, self._routes.distance(seat, mask, hubs, state.occupied & ~mask))

    def _aim(self, state: State, gun: int, seat: int, side: Side, hits: set[int]) -> None:
        """Look where the turrets of a gun point."""
        turrets, cell = self._box.turrets[gun][state.facing[gun]], state.where[gun]
        for direction in range(4):
            if turrets >> direction & 1:
                hit = self._grid.hit(cell, direction, state.occupied)
                ship = state.ship_of[state.at[hit]] if hit >= 0 else 0
                if ship and state.owner[ship] != seat:
                    side.lines += 1
                    if not self._legal.stops_shot(state, state.at[hit], direction):
                        hits.add(ship)

    def _count_piles(self, state: State, seat: int, side: Side) -> None:
        w, zone = self._w, state.zone
        side.strength += w.in_hand * len(state.play[seat])
        for hub in self._hubs_of[seat]:
            if zone[hub] == IN_PLAY:
                side.strength += w.hub_in_hand
            elif zone[hub] == IN_DRAW:
                side.strength += w.hub_in_pile


def _turns(actions: int) -> int:
    """Return how many turns it takes to do so much."""
    return max(1, -(-actions // ACTIONS))


def players(game: Armada) -> dict[str, Callable[[], Player]]:
    """Return how each house player of the game is made."""
    judge = ArmadaJudge(game)
    return {WANDERER: Wanderer, APPRENTICE: lambda: Greedy(Trial(judge)), MASTERMIND: lambda: Search(judge)}
