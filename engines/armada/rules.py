"""How a turn goes: what each action does, in events."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.armada import events as ev
from engines.armada.grid import STEPS
from engines.armada.legal import BASH, BUILD, DRAW, MOVE, ROTATE, SHOOT, STOP, Choice, Legal
from engines.armada.state import FRESH, IN_DRAW, IN_PLAY, Box, State

Emit = Callable[[object], None]
HUB_ENERGY = 2


class Rules:
    """Carries out actions and leads from turn to turn."""

    def __init__(self, box: Box, options: Mapping[str, str], legal: Legal) -> None:
        self._box = box
        self._legal = legal
        self._house_end = options["A26"] == "on"
        self._quiet_limit = int(options["A30"])
        self._first = {"blue": 0, "red": 1}.get(options["A3"], -1)
        self._actions: dict[str, Callable[[State, Choice, Emit], None]] = {
            BUILD: self._build,
            MOVE: self._move,
            ROTATE: self._rotate,
            SHOOT: self._shoot,
            BASH: self._bash,
            DRAW: self._draw,
        }

    # ---- turns -------------------------------------------------------------------------------------------------

    def advance(self, state: State, emit: Emit) -> None:
        """Go on until somebody must answer or the game is over."""
        while state.result is None and not state.stack:
            if state.seat < 0:
                self.begin_turn(state, self._first, emit)
            elif not state.left:
                self._end_turn(state, "turn", "R9", emit)
            elif self._legal.can_surely_act(state) or self.actions(state):
                return
            else:
                self._end_turn(state, "nothing can be done", "A48", emit)

    def actions(self, state: State) -> list[Choice]:
        """Return the legal actions, worked out once for each position."""
        if state.legal is None:
            state.legal = self._legal.actions(state)
        return state.legal

    def begin_turn(self, state: State, seat: int, emit: Emit) -> None:
        """A turn begins with a free draw (R9), unless the pile is empty (R10)."""
        emit(ev.TurnBegan(seat))
        if state.draw[seat]:
            emit(ev.Drawn(seat, state.draw[seat][0]))

    def _end_turn(self, state: State, cause: str, rule: str, emit: Emit) -> None:
        seat = state.seat
        emit(ev.TurnEnded(seat, state.left > 0, cause, rule))
        if state.quiet >= self._quiet_limit:
            emit(ev.GameEnded(None, f"{state.quiet} turns without a build or damage", "A30"))
            return
        self.begin_turn(state, 1 - seat, emit)

    # ---- actions -------------------------------------------------------------------------------------------------

    def act(self, state: State, choice: Choice, emit: Emit) -> None:
        """Carry out an action."""
        if choice[0] == STOP:
            self._end_turn(state, "stopped", "A7", emit)
            return
        self._actions[choice[0]](state, choice, emit)
        if not (state.stack and state.stack[-1][0] == "bash"):
            self._finish(state, emit)

    def _finish(self, state: State, emit: Emit) -> None:
        """An action is complete: is the game over? (R40 has been tested by then.)"""
        if state.result is None and self._house_end:
            self._end_without_ships(state, emit)
        if state.result is None:
            emit(ev.ActionDone(state.seat, state.left - 1))

    def _build(self, state: State, choice: Choice, emit: Emit) -> None:
        _, piece, cell, facing = choice
        seat = state.seat
        joined = self._legal.joined_ship(state, seat, piece, cell, facing)
        ship = joined or state.next_ship
        emit(ev.Built(seat, piece, cell, facing, ship, not joined, "build", "R19" if joined else "R20"))
        if piece in self._box.hubs:
            energy = state.energy[ship]
            emit(ev.EnergyChanged(ship, energy, energy + HUB_ENERGY, "a hub was built", "R23"))
        elif piece in self._box.shields:
            emit(ev.ShieldChanged(piece, 0, FRESH, "a shield was built", "R24"))
        if state.is_closed(ship):
            self._close(state, ship, emit)
        self._win_if_there(state, ship, emit)

    def _close(self, state: State, ship: int, emit: Emit) -> None:
        emit(ev.ShipClosed(ship))
        bonus = len(state.pieces[ship]) - 1
        if bonus:
            energy = state.energy[ship]
            emit(ev.EnergyChanged(ship, energy, energy + bonus, f"closed off with {bonus + 1} pieces", "R25"))

    def _move(self, state: State, choice: Choice, emit: Emit) -> None:
        _, ship, direction, steps = choice
        dx, dy = STEPS[direction]
        emit(ev.ShipMoved(ship, dx * steps, dy * steps))
        self._win_if_there(state, ship, emit)

    def _rotate(self, state: State, choice: Choice, emit: Emit) -> None:
        _, hub, turn = choice
        ship = state.ship_of[hub]
        emit(ev.ShipRotated(ship, hub, turn))
        self._win_if_there(state, ship, emit)

    def _draw(self, state: State, choice: Choice, emit: Emit) -> None:
        emit(ev.Drawn(state.seat, state.draw[state.seat][0], "draw", "R39"))

    def _shoot(self, state: State, choice: Choice, emit: Emit) -> None:
        _, gun, direction = choice
        cell = self._box.grid.hit(state.where[gun], direction, state.occupied)
        hit = state.at[cell] if cell >= 0 else None
        emit(ev.Shot(state.seat, gun, direction, hit))
        if hit is None:
            return
        if self._legal.stops_shot(state, hit, direction):
            self._wear(state, hit, "a shot hit the shield", "R32", emit)
        else:
            self._damage(state, state.ship_of[hit], "a shot hit", "R33", emit)
            self._bury(state, (state.ship_of[hit],), emit)

    def _bash(self, state: State, choice: Choice, emit: Emit) -> None:
        _, ship, payer, target = choice
        picks = self.picks(state, ship, target)
        emit(ev.Bashed(state.seat, ship, target, payer, len(picks) > 1))
        if len(picks) < 2:
            self._resolve_bash(state, ship, target, payer, picks[0] if picks else None, emit)

    def picks(self, state: State, ship: int, target: int) -> list[int]:
        """Return the shields that may take the target's share: none if it also touches with anything else (R37)."""
        shields = self._legal.shields_in_contact(state, target, ship)
        return shields if len(shields) == len(self._legal.contacts(state, target, ship)) else []

    def pick(self, state: State, piece: int, emit: Emit) -> None:
        """Carry out a pick of a shield (A20), and with it the bash (A47)."""
        _, ship, target, payer = state.stack[-1]
        emit(ev.ShieldPicked(piece))
        self._resolve_bash(state, ship, target, payer, piece, emit)
        self._finish(state, emit)

    def _resolve_bash(
        self, state: State, ship: int, target: int, payer: int | None, shield: int | None, emit: Emit
    ) -> None:
        """Both points fall together (A21)."""
        if payer is None:
            self._damage(state, ship, "bash: the attacker's share", "R35", emit)
        else:
            self._wear(state, payer, "bash: the attacker's share", "R36", emit)
        if shield is None:
            self._damage(state, target, "bash: the defender's share", "R35", emit)
        else:
            self._wear(state, shield, "bash: the defender's share", "R37", emit)
        self._bury(state, (ship, target), emit)

    # ---- damage and ends -----------------------------------------------------------------------------------------

    def _damage(self, state: State, ship: int, cause: str, rule: str, emit: Emit) -> None:
        energy = state.energy[ship]
        emit(ev.EnergyChanged(ship, energy, energy - 1, cause, rule))

    def _wear(self, state: State, piece: int, cause: str, rule: str, emit: Emit) -> None:
        worn = state.shield[piece]
        emit(ev.ShieldChanged(piece, worn, worn - 1, cause, rule))

    def _bury(self, state: State, ships: tuple[int, ...], emit: Emit) -> None:
        for ship in ships:
            if not state.energy[ship]:
                emit(ev.ShipDestroyed(ship))

    def _win_if_there(self, state: State, ship: int, emit: Emit) -> None:
        if state.mask[ship] & self._box.grid.goals[state.seat]:
            emit(ev.GameEnded(state.seat, "a piece reached the enemy base", "R40"))

    def _end_without_ships(self, state: State, emit: Emit) -> None:
        """A26: who has no ship and no hub left cannot win."""
        ships = [False, False]
        for owner in state.owner.values():
            ships[owner] = True
        if ships[0] and ships[1]:
            return
        alive = [ships[seat] or self.has_hub(state, seat) for seat in (0, 1)]
        for seat in (0, 1):
            if not alive[seat] and ships[1 - seat]:
                emit(ev.GameEnded(1 - seat, "the other side has no ship and no hub left", "A26"))
                return
        if not alive[0] and not alive[1]:
            emit(ev.GameEnded(None, "neither side has a ship or a hub left", "A26"))

    def end_if_over(self, state: State, emit: Emit) -> None:
        """End a game that was set up in a position in which it is over."""
        there = [seat for seat in (0, 1) if self.is_there(state, seat)]
        if there and not state.is_over:
            emit(ev.GameEnded(there[0], "a piece reached the enemy base", "R40"))
        if self._house_end and not state.is_over:
            self._end_without_ships(state, emit)
        if state.quiet >= self._quiet_limit and not state.is_over:
            emit(ev.GameEnded(None, f"{state.quiet} turns without a build or damage", "A30"))

    def is_there(self, state: State, seat: int) -> bool:
        """Tell whether a piece of a seat is in the enemy base."""
        goal = self._box.grid.goals[seat]
        return any(state.mask[ship] & goal for ship, owner in state.owner.items() if owner == seat)

    def has_hub(self, state: State, seat: int) -> bool:
        """Tell whether a hub is left in a seat's piles."""
        half = len(self._box.designs) // 2
        return any(state.zone[piece] in (IN_DRAW, IN_PLAY) for piece in self._box.hubs if piece // half == seat)

    def correct_energy(self, state: State, ship: int, energy: int, cause: str, emit: Emit) -> None:
        """Somebody counted again."""
        emit(ev.EnergyChanged(ship, state.energy[ship], energy, cause, ""))
        self._bury(state, (ship,), emit)
        if self._house_end and state.result is None:
            self._end_without_ships(state, emit)
