"""Positions as JSON, both ways. Reading one checks everything: an impossible position is named, not guessed at."""

from __future__ import annotations

from collections.abc import Mapping

from engines.armada.frames import Frames
from engines.armada.grid import EAST, FACINGS, NORTH, SOUTH, WEST
from engines.armada.names import Names
from engines.armada.pieces import PIECES
from engines.armada.state import GONE, IN_DRAW, IN_PLAY, ON_BOARD, ZONES, Box, State
from engines.core.problems import SetupError
from engines.core.schema import POSITION as check
from engines.core.schema import shown

SHIELDS = ("gone", "cracked", "fresh")
MAX_ENERGY = 999
MAX_SHIP = 9999


class Positions:
    """Writes and reads positions of one box."""

    def __init__(self, box: Box, seats: tuple[str, ...], quiet_limit: int) -> None:
        self._box = box
        self._seats = seats
        self._frames = Frames(Names(box, seats))
        self._quiet_limit = quiet_limit

    # ---- writing -------------------------------------------------------------------------------------------------

    def write(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        return {
            "turn": {
                "seat": self._seats[state.seat] if state.seat >= 0 else None,
                "actions": state.left,
                "quiet": state.quiet,
                "stirred": state.stirred,
            },
            "ships": [self.write_ship(state, ship) for ship in sorted(state.owner)],
            "play": {seat: [self._name(piece) for piece in state.play[at]] for at, seat in enumerate(self._seats)},
            "draw": {seat: self.drawable(state, at) for at, seat in enumerate(self._seats)},
            "next_ship": state.next_ship,
            "waits": self._frames.write(state),
            "result": self._frames.write_result(state),
        }

    def write_ship(self, state: State, ship: int) -> dict[str, object]:
        """Return a ship with its pieces."""
        return {
            "id": ship,
            "seat": self._seats[state.owner[ship]],
            "energy": state.energy[ship],
            "pieces": [self._write_piece(state, piece) for piece in state.pieces[ship]],
        }

    def _write_piece(self, state: State, piece: int) -> dict[str, object]:
        written: dict[str, object] = {
            "piece": self._name(piece),
            "cell": self._box.grid.name(state.where[piece]),
            "facing": FACINGS[state.facing[piece]],
        }
        return {**written, "shield": SHIELDS[state.shield[piece]]} if piece in self._box.shields else written

    def _name(self, piece: int) -> str:
        return self._box.names[piece % PIECES]

    def drawable(self, state: State, seat: int) -> list[str]:
        """Return the names of the pieces in a seat's draw pile, in the order of the catalogue."""
        return [self._box.names[at] for at in range(PIECES) if state.zone[seat * PIECES + at] == IN_DRAW]

    # ---- reading -------------------------------------------------------------------------------------------------

    def read(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        known = ("turn", "ships", "play", "draw", "next_ship", "waits", "result")
        check.only(position, known, "A position")
        state = State(self._box)
        state.zone = [GONE] * (2 * PIECES)
        for row in check.items(position.get("ships", []), '"ships"', 2 * PIECES):
            self._read_ship(state, row)
        for zone in (IN_PLAY, IN_DRAW):
            pile = ZONES.names[zone]
            piles = check.mapping(position.get(pile, {}), f'"{pile}"')
            check.only(piles, self._seats, f'"{pile}"')
            for at, seat in enumerate(self._seats):
                for name in check.items(piles.get(seat, []), f'"{pile}" of {seat}', PIECES):
                    self._claim(state, at, name, zone)
        for at in range(len(self._seats)):
            self._fill_piles(state, at)
        self._check_ships(state)
        highest = max(state.owner, default=0)
        most = MAX_SHIP - sum(state.zone[hub] in (IN_DRAW, IN_PLAY) for hub in self._box.hubs)
        state.next_ship = check.whole(position.get("next_ship", highest + 1), '"next_ship"', highest + 1, most)
        self._read_turn(state, check.mapping(position.get("turn", {}), '"turn"'))
        self._frames.read(state, position.get("waits") or [])
        self._frames.read_result(state, position.get("result"))
        return state

    def _read_ship(self, state: State, row: object) -> None:
        row = check.mapping(row, "A ship")
        check.only(row, ("id", "seat", "energy", "pieces"), "A ship")
        ship = check.whole(row.get("id"), "The id of a ship", 1, MAX_SHIP)
        if ship in state.owner:
            raise SetupError(f"There are two ships with the id {ship}.")
        state.owner[ship] = self._seat(row.get("seat"), f"The seat of ship-{ship}")
        state.energy[ship] = check.whole(row.get("energy"), f"The energy of ship-{ship}", 1, MAX_ENERGY)
        pieces = check.items(row.get("pieces"), f"The pieces of ship-{ship}", PIECES)
        if not pieces:
            raise SetupError(f"ship-{ship} has no pieces.")
        for piece in pieces:
            self._read_piece(state, ship, check.mapping(piece, f"A piece of ship-{ship}"))

    def _read_piece(self, state: State, ship: int, row: Mapping[str, object]) -> None:
        check.only(row, ("piece", "cell", "facing", "shield"), f"A piece of ship-{ship}")
        piece = self._claim(state, state.owner[ship], row.get("piece"), ON_BOARD)
        name = row.get("cell")
        cell = self._box.grid.find(name) if isinstance(name, str) else None
        if cell is None:
            raise SetupError(f"{self._name(piece)} of ship-{ship} is on no cell of this board: {shown(name)}.")
        if state.at[cell] >= 0:
            raise SetupError(f"Two pieces are on {name}: {self._name(state.at[cell])} and {self._name(piece)}.")
        facing = check.index(row.get("facing"), f"The facing of {self._name(piece)}", FACINGS)
        state.place(piece, cell, facing, ship)
        shield = row.get("shield", "fresh" if piece in self._box.shields else "gone")
        state.shield[piece] = check.index(shield, f"The shield of {self._name(piece)}", SHIELDS)
        if shield != "gone" and piece not in self._box.shields:
            raise SetupError(f"{self._name(piece).capitalize()} is no shield; only shields have a shield token.")

    def _claim(self, state: State, seat: int, name: object, zone: int) -> int:
        number = self._box.number.get(name) if isinstance(name, str) else None
        if number is None:
            raise SetupError(f"There is no piece {shown(name)}; there are {', '.join(self._box.names)}.")
        piece = seat * PIECES + number
        if state.zone[piece] != GONE:
            raise SetupError(f"{self._seats[seat].capitalize()}'s {name} is in two places.")
        state.zone[piece] = zone
        return piece

    def _fill_piles(self, state: State, seat: int) -> None:
        own = range(seat * PIECES, (seat + 1) * PIECES)
        state.play[seat] = tuple(piece for piece in own if state.zone[piece] == IN_PLAY)
        hidden = sum(state.zone[piece] == IN_DRAW for piece in own)
        state.draw[seat] = tuple(own)[PIECES - hidden :]

    def _seat(self, name: object, what: str) -> int:
        return check.index(name, what, self._seats)

    # ---- what no position may be -------------------------------------------------------------------------------------

    def _check_ships(self, state: State) -> None:
        for ship, pieces in state.pieces.items():
            if not any(piece in self._box.hubs for piece in pieces):
                raise SetupError(f"ship-{ship} has no hub; such a ship cannot exist.")
            self._check_sides(state, ship)
            self._check_connected(state, ship)

    def _check_sides(self, state: State, ship: int) -> None:
        north, east, south, west = state.opens[ship]
        mask, grid = state.mask[ship], self._box.grid
        for opens, opposite, side in (
            (north, south, NORTH),
            (east, west, EAST),
            (south, north, SOUTH),
            (west, east, WEST),
        ):
            clash = grid.shift(opens, side) & mask & ~opposite
            if clash:
                cell = grid.name((clash & -clash).bit_length() - 1)
                raise SetupError(f"Inside ship-{ship} an open side meets a closed side at {cell}.")

    def _check_connected(self, state: State, ship: int) -> None:
        grid, mask = self._box.grid, state.mask[ship]
        reached = mask & -mask
        while True:
            more = reached
            for side in range(4):
                more |= grid.shift(reached & state.opens[ship][side], side) & mask
            if more == reached:
                break
            reached = more
        if reached != mask:
            lost = mask & ~reached
            raise SetupError(f"ship-{ship} falls apart: {grid.name((lost & -lost).bit_length() - 1)} is not connected.")

    # ---- whose turn --------------------------------------------------------------------------------------------------

    def _read_turn(self, state: State, turn: Mapping[str, object]) -> None:
        check.only(turn, ("seat", "actions", "quiet", "stirred"), '"turn"')
        state.quiet = check.whole(turn.get("quiet", 0), '"quiet"', 0, self._quiet_limit)
        state.stirred = check.flag(turn.get("stirred", False), '"stirred"')
        if "seat" in turn and turn["seat"] is None:
            return  # nobody's turn yet
        state.seat = self._seat(turn.get("seat", self._seats[0]), "The seat whose turn it is")
        state.left = check.whole(turn.get("actions", 2), '"actions"', 0, 2)
