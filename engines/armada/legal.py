"""Which actions a seat may take. Choices are tuples whose first item is their kind.

A new piece on a cell meets some neighbours of the ship that it joins: where such a neighbour is open, the piece must be
open, and where it is closed, closed (R22). So a site needs two sets of sides, and which facings of a design fit them is
worked out once for all sites.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.armada.grid import Grid, indices
from engines.armada.state import Box, State

BUILD, MOVE, ROTATE, SHOOT, BASH, DRAW, STOP = "build", "move", "rotate", "shoot", "bash", "draw", "stop"
Choice = tuple[Any, ...]


class Legal:
    """Lists legal actions under given rulings."""

    def __init__(self, box: Box, options: Mapping[str, str]) -> None:
        self._box = box
        self._grid: Grid = box.grid
        self._far_moves = options["A2"] == "two"
        self._directions = range(8 if options["A2"] == "diagonal" else 4)
        self._may_stop = options["A7"] == "may-stop"
        self._may_miss = options["A8"] == "legal"
        self._may_hit_own = options["A9"] == "hits"
        self._front_only = options["A10"] == "front"
        self._sweeps = options["A23"] == "swept"
        self._fits = tuple(_fits(box, piece) for piece in range(len(box.designs)))
        self._twin = _twins(box)
        self._new_ships = tuple(
            tuple(tuple((BUILD, piece, cell, facing) for facing in range(4)) for cell in range(self._grid.size))
            if piece in box.hubs
            else ()
            for piece in range(len(box.designs))
        )

    def reach_in_words(self) -> str:
        """Say how far a ship may move."""
        far = "one or two cells" if self._far_moves else "one cell"
        slanted = ", also diagonally" if len(self._directions) > 4 else ""
        return f"A ship moves {far} north, east, south or west{slanted}."

    def is_swept(self, state: State, hub: int, turn: int) -> bool:
        """Tell whether only the cells that a rotation sweeps keep it from being legal."""
        ship = state.ship_of[hub]
        blocked = self._grid.wall | state.occupied & ~state.mask[ship]
        targets = self._grid.turned[turn][state.where[hub]]
        return self._sweeps and not any(targets[state.where[piece]] & blocked for piece in state.pieces[ship])

    def reach(self) -> list[tuple[int, int]]:
        """Return the directions and distances that a ship may move."""
        return [(direction, steps) for direction in self._directions for steps in range(1, 2 + self._far_moves)]

    def same_as(self, piece: int) -> int:
        """Return the first piece of the same colour that is the same in everything but its name."""
        return self._twin[piece]

    def can_surely_act(self, state: State) -> bool:
        """Tell whether a quick look shows that the seat can act: it can draw or move. If not, ``actions`` tells."""
        seat = state.seat
        if state.draw[seat]:
            return True
        out: list[Choice] = []
        for ship, owner in state.owner.items():
            if owner == seat:
                self._moves(state, ship, out)
                if out:
                    return True
        return False

    def actions(self, state: State) -> list[Choice]:
        """Return every legal action of the seat whose turn it is, always in the same order."""
        seat = state.seat
        ships: list[int] = []
        enemies: list[int] = []
        for ship, owner in state.owner.items():
            (ships if owner == seat else enemies).append(ship)
        out: list[Choice] = []
        if state.play[seat]:
            self._builds(state, seat, ships, out)
        for ship in ships:
            self._moves(state, ship, out)
            self._rotations(state, ship, out)
        for ship in ships:
            self._shots(state, seat, ship, out)
            if enemies:
                self._bashes(state, ship, enemies, out)
        if state.draw[seat]:
            out.append((DRAW,))
        if self._may_stop and out:
            out.append((STOP,))
        return out

    # ---- build -------------------------------------------------------------------------------------------------

    def _builds(self, state: State, seat: int, ships: list[int], out: list[Choice]) -> None:
        pieces = self._distinct(state.play[seat])
        free = self._grid.board & ~state.occupied
        around = {ship: self.around(state.opens[ship]) for ship in ships}
        for ship in ships:
            self._builds_on(state, ship, around, pieces, free, out)
        hubs = [piece for piece in pieces if piece in self._box.hubs]
        if hubs:
            self._new_hubs(hubs, free & self._grid.bases[seat], list(around.values()), out)

    def _distinct(self, pieces: tuple[int, ...]) -> list[int]:
        """Return the pieces without those that another one of the pile equals (A54)."""
        seen: set[int] = set()
        found = []
        for piece in pieces:
            if self._twin[piece] not in seen:
                seen.add(self._twin[piece])
                found.append(piece)
        return found

    def around(self, opens: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Return the cells whose north, east, south, west side faces one of these open sides."""
        up = self._grid.width
        north, east, south, west = opens
        return south >> up, west >> 1, north << up, east << 1

    def _builds_on(
        self,
        state: State,
        ship: int,
        around: dict[int, tuple[int, int, int, int]],
        pieces: list[int],
        free: int,
        out: list[Choice],
    ) -> None:
        north, east, south, west = around[ship]
        sites = (north | east | south | west) & free
        if not sites:
            return
        mask = state.mask[ship]
        up = self._grid.width
        other_n = other_e = other_s = other_w = 0
        for other, sides in around.items():
            if other != ship:
                other_n |= sides[0]
                other_e |= sides[1]
                other_s |= sides[2]
                other_w |= sides[3]
        # closed: sides that must not be open: they face a closed side of this ship or an open one of another own ship
        closed_n = mask >> up & ~north | other_n
        closed_e = mask >> 1 & ~east | other_e
        closed_s = mask << up & ~south | other_s
        closed_w = mask << 1 & ~west | other_w
        fits = self._fits
        while sites:
            bit = sites & -sites
            sites ^= bit
            key = 0
            if north & bit:
                key = 16
            if east & bit:
                key |= 32
            if south & bit:
                key |= 64
            if west & bit:
                key |= 128
            if closed_n & bit:
                key |= 1
            if closed_e & bit:
                key |= 2
            if closed_s & bit:
                key |= 4
            if closed_w & bit:
                key |= 8
            cell = bit.bit_length() - 1
            for piece in pieces:
                for facing in fits[piece][key]:
                    out.append((BUILD, piece, cell, facing))

    def _new_hubs(
        self, hubs: list[int], sites: int, around: list[tuple[int, int, int, int]], out: list[Choice]
    ) -> None:
        """A hub on any free cell of the base, if it meets no own ship open-to-open (R20; else it joins it: A13)."""
        north = east = south = west = 0
        for sides in around:
            north |= sides[0]
            east |= sides[1]
            south |= sides[2]
            west |= sides[3]
        near = north | east | south | west
        for cell in indices(sites):
            bit = 1 << cell
            if not near & bit:
                for hub in hubs:
                    out += self._new_ships[hub][cell]
                continue
            faced = (1 if north & bit else 0) | (2 if east & bit else 0)
            faced |= (4 if south & bit else 0) | (8 if west & bit else 0)
            for hub in hubs:
                sides_of = self._box.open[hub]
                out += [choice for choice in self._new_ships[hub][cell] if not sides_of[choice[3]] & faced]

    def joined_ship(self, state: State, seat: int, piece: int, cell: int, facing: int) -> int:
        """Return the own ship that a piece would meet open-to-open, or 0."""
        sides, bit = self._box.open[piece][facing], 1 << cell
        for ship in state.ships_of(seat):
            around = self.around(state.opens[ship])
            if any(sides >> side & 1 and around[side] & bit for side in range(4)):
                return ship
        return 0

    # ---- move, rotate --------------------------------------------------------------------------------------------

    def _moves(self, state: State, ship: int, out: list[Choice]) -> None:
        mask = state.mask[ship]
        blocked = self._grid.wall | state.occupied & ~mask
        shifts = self._grid.shifts
        for direction in self._directions:
            by = shifts[direction]
            target = mask << by if by > 0 else mask >> -by
            if target & blocked:
                continue
            out.append((MOVE, ship, direction, 1))
            if self._far_moves:
                target = target << by if by > 0 else target >> -by
                if not target & blocked:
                    out.append((MOVE, ship, direction, 2))

    def _rotations(self, state: State, ship: int, out: list[Choice]) -> None:
        blocked = self._grid.wall | state.occupied & ~state.mask[ship]
        pieces = state.pieces[ship]
        where = state.where
        cells = [where[piece] for piece in pieces]
        hubs = self._box.hubs
        for hub in pieces:
            if hub not in hubs:
                continue
            for turn, about in enumerate(self._grid.turned):
                targets = about[where[hub]]
                for cell in cells:
                    if targets[cell] & blocked:
                        break
                else:
                    if not (self._sweeps and self._sweep(state, ship, hub, turn) & blocked):
                        out.append((ROTATE, hub, turn))

    def _sweep(self, state: State, ship: int, hub: int, turn: int) -> int:
        passed = self._grid.swept(state.where[hub], turn)
        cells = 0
        for piece in state.pieces[ship]:
            cells |= passed[state.where[piece]]
        return cells

    # ---- shoot, bash ----------------------------------------------------------------------------------------------

    def _shots(self, state: State, seat: int, ship: int, out: list[Choice]) -> None:
        turrets = self._box.turrets
        facing = state.facing
        for gun in state.pieces[ship]:
            sides = turrets[gun][facing[gun]]
            if not sides:
                continue
            rays = self._grid.rays[state.where[gun]]
            for direction in range(4):
                if sides >> direction & 1 and self._may_fire(state, seat, direction, rays[direction]):
                    out.append((SHOOT, gun, direction))

    def _may_fire(self, state: State, seat: int, direction: int, ray: int) -> bool:
        line = ray & state.occupied
        if not line:
            return self._may_miss
        if self._may_hit_own:
            return True
        first = (line & -line if direction < 2 else line).bit_length() - 1
        return state.owner[state.ship_of[state.at[first]]] != seat

    def _bashes(self, state: State, ship: int, enemies: list[int], out: list[Choice]) -> None:
        mask = state.mask[ship]
        up = self._grid.width
        near = (mask << up | mask >> up | mask << 1 | mask >> 1) & state.occupied & ~mask
        if not near:
            return
        for target in enemies:
            if near & state.mask[target]:
                out.append((BASH, ship, None, target))
                out += [(BASH, ship, piece, target) for piece in self.shields_in_contact(state, ship, target)]

    def shields_in_contact(self, state: State, ship: int, other: int) -> list[int]:
        """Return the active shields of a ship that touch another ship and may take a bash from it."""
        return [piece for piece in self.contacts(state, ship, other) if self._may_absorb(state, piece, other)]

    def contacts(self, state: State, ship: int, other: int) -> list[int]:
        """Return the pieces of a ship that share an edge with another ship."""
        up = self._grid.width
        mask = state.mask[other]
        near = mask << up | mask >> up | mask << 1 | mask >> 1
        return [piece for piece in state.pieces[ship] if near >> state.where[piece] & 1]

    def _may_absorb(self, state: State, piece: int, other: int) -> bool:
        if not state.shield[piece]:
            return False
        if not self._front_only:
            return True
        front = self._grid.shift(1 << state.where[piece], self._front(state, piece))
        return bool(front & state.mask[other])

    def _front(self, state: State, piece: int) -> int:
        """A shield's front is opposite to the side that its row puts north: that is where it is built on (A10)."""
        return (state.facing[piece] + 2) % 4

    def stops_shot(self, state: State, piece: int, direction: int) -> bool:
        """Tell whether an active shield on this piece stops a shot that flies in a direction."""
        if not state.shield[piece]:
            return False
        return not self._front_only or self._front(state, piece) == (direction + 2) % 4


def _fits(box: Box, piece: int) -> tuple[tuple[int, ...], ...]:
    """Return for each key (sides that must be open × 16 + sides that must be closed) the facings that fit."""
    table = []
    for key in range(256):
        must, must_not = key >> 4, key & 15
        facings = [f for f in range(4) if box.open[piece][f] & must == must and not box.open[piece][f] & must_not]
        table.append(tuple(facings))
    return tuple(table)


def _twins(box: Box) -> tuple[int, ...]:
    """Return for each piece the first piece of its colour that is the same in everything but its name."""
    looks = [(design.kind, design.open, design.turrets) for design in box.designs]
    half = len(looks) // 2
    return tuple(looks.index(look, at // half * half) for at, look in enumerate(looks))
