"""Why an action is not allowed: a sentence for the player, and the line of the rules."""

from __future__ import annotations

from engines.armada.grid import indices
from engines.armada.legal import BASH, BUILD, DRAW, MOVE, ROTATE, SHOOT, STOP, Choice, Legal
from engines.armada.pieces import PIECES
from engines.armada.state import FRESH, IN_PLAY, ON_BOARD, Box, State
from engines.core.problems import Problem


class Explainer:
    """Finds the first rule that an illegal action breaks."""

    def __init__(self, box: Box, legal: Legal) -> None:
        self._box = box
        self._grid = box.grid
        self._legal = legal

    def explain(self, state: State, choice: Choice) -> Problem:
        """Return what is wrong with an action that is not legal."""
        kind = choice[0] if choice else None
        if kind == BUILD and self._is_build(choice):
            return self._build(state, choice[1], choice[2], choice[3])
        if kind == MOVE and len(choice) == 4:
            return self._move(state, choice)
        if kind == ROTATE and len(choice) == 3:
            return self._rotate(state, choice[1], choice[2])
        if kind == SHOOT and len(choice) == 3:
            return self._shoot(state, choice[1], choice[2])
        if kind == BASH and len(choice) == 4:
            return self._bash(state, choice)
        if kind == DRAW and len(choice) == 1:
            return Problem("Your draw pile is empty.", "R39")
        if kind == STOP and len(choice) == 1:
            return Problem("You must use both actions while you can do anything.", "A7")
        return Problem("That is no action of this game.", "R12")

    def _is_build(self, choice: Choice) -> bool:
        """Tell whether the numbers of a build can be looked up at all."""
        return (
            len(choice) == 4
            and all(type(number) is int for number in choice[1:])
            and 0 <= choice[1] < 2 * PIECES
            and bool(self._grid.board >> max(0, choice[2]) & 1)
            and 0 <= choice[3] < 4
        )

    def _name(self, piece: int) -> str:
        return self._box.names[piece % PIECES]

    def _build(self, state: State, piece: int, cell: int, facing: int) -> Problem:
        where = self._grid.name(cell)
        if piece // PIECES != state.seat or state.zone[piece] != IN_PLAY:
            return Problem(f"There is no {self._name(piece)} in your play pile.", "R45")
        if state.at[cell] >= 0:
            return Problem(f"{where} is taken by {self._name(state.at[cell])}.", "R21")
        same = [twin for twin in state.play[state.seat] if self._legal.same_as(twin) == self._legal.same_as(piece)]
        if same[0] != piece:
            return Problem(f"{self._name(piece)} is the same as {self._name(same[0])}: name that one.", "A54")
        joined = self._joined(state, piece, cell, facing)
        if len(joined) > 1:
            return Problem(f"On {where} it would join two ships.", "R21")
        if not joined:
            return self._unjoined(piece, where)
        return Problem(f"On {where} an open side would meet a closed side of ship-{joined[0]}.", "R22")

    def _unjoined(self, piece: int, where: str) -> Problem:
        if piece in self._box.hubs:
            return Problem(f"{where} is outside your base, and no open side of a ship of yours meets it there.", "R20")
        return Problem(f"On {where} no open side of it meets an open side of a ship of yours.", "R19")

    def _joined(self, state: State, piece: int, cell: int, facing: int) -> list[int]:
        sides = self._box.open[piece][facing]
        found = []
        for ship in state.ships_of(state.seat):
            around = self._legal.around(state.opens[ship])
            if any(sides >> side & 1 and around[side] >> cell & 1 for side in range(4)):
                found.append(ship)
        return found

    def _own_ship(self, state: State, ship: object) -> Problem | None:
        if not isinstance(ship, int) or ship not in state.owner:
            return Problem("There is no such ship on the board.", "R42")
        return None if state.owner[ship] == state.seat else Problem(f"ship-{ship} is not yours.", "R42")

    def _own_piece(self, state: State, piece: object) -> Problem | None:
        if not isinstance(piece, int) or not 0 <= piece < 2 * PIECES or piece // PIECES != state.seat:
            return Problem("That piece is not yours.", "R42")
        if state.zone[piece] != ON_BOARD:
            return Problem(f"Your {self._name(piece)} is not on the board.", "R42")
        return None

    def _move(self, state: State, choice: Choice) -> Problem:
        _, ship, direction, steps = choice
        problem = self._own_ship(state, ship)
        if problem:
            return problem
        if direction not in range(8) or steps not in (1, 2) or (direction, steps) not in self._legal.reach():
            return Problem(self._legal.reach_in_words(), "A2")
        target = state.mask[ship]
        for _ in range(steps):
            target = self._grid.shift(target, direction)
            blocked = target & (self._grid.wall | state.occupied & ~state.mask[ship])
            if blocked & self._grid.wall:
                return Problem(f"ship-{ship} would leave the board.", "R27")
            if blocked:
                break
        return Problem(f"{self._grid.name(indices(blocked)[0])} is in the way of ship-{ship}.", "R27")

    def _rotate(self, state: State, hub: object, turn: object) -> Problem:
        problem = self._own_piece(state, hub)
        if problem:
            return problem
        assert isinstance(hub, int)
        if hub not in self._box.hubs:
            return Problem(f"Ships turn about hubs only; {self._name(hub)} is none.", "R30")
        if not isinstance(turn, int) or turn not in (0, 1):
            return Problem("A ship turns left or right.", "R28")
        if self._legal.is_swept(state, hub, turn):
            return Problem("Half-way through that turn another ship is in the way.", "A23")
        return Problem("Turned like that, the ship would leave the board or lie on another ship.", "R29")

    def _shoot(self, state: State, gun: object, direction: object) -> Problem:
        problem = self._own_piece(state, gun)
        if problem:
            return problem
        assert isinstance(gun, int)
        turrets = self._box.turrets[gun][state.facing[gun]]
        if not isinstance(direction, int) or not 0 <= direction < 4 or not turrets >> direction & 1:
            return Problem(f"{self._name(gun)} has no turret on that side.", "R49")
        if self._grid.hit(state.where[gun], direction, state.occupied) < 0:
            return Problem("There is nothing in the line of fire.", "A8")
        return Problem("The first piece in the line of fire is your own.", "A9")

    def _bash(self, state: State, choice: Choice) -> Problem:
        _, ship, payer, target = choice
        if payer is not None:
            problem = self._own_piece(state, payer)
            if problem:
                return problem
        problem = self._own_ship(state, ship)
        if problem:
            return problem
        if not isinstance(target, int) or target not in state.owner:
            return Problem("There is no such ship to bash.", "R34")
        if state.owner[target] == state.seat:
            return Problem("A ship bashes enemy ships only.", "A22")
        if not self._legal.contacts(state, ship, target):
            return Problem(f"ship-{ship} does not touch ship-{target}.", "R34")
        return self._payer(state, payer, target)

    def _payer(self, state: State, payer: object, target: int) -> Problem:
        assert isinstance(payer, int)
        if payer not in self._box.shields or not state.shield[payer]:
            worn = "" if payer not in self._box.shields else f" ({FRESH} hits have worn it out)"
            return Problem(f"{self._name(payer)} has no active shield{worn}.", "R36")
        if payer in self._legal.contacts(state, state.ship_of[payer], target):
            return Problem(f"{self._name(payer)} does not face ship-{target}, so its shield is of no use there.", "A10")
        return Problem(f"{self._name(payer)} does not touch ship-{target}.", "R36")
