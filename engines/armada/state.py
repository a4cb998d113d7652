"""A position of Jigsaw Armada, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.armada import events as ev
from engines.armada.grid import LEFT, Grid
from engines.armada.pieces import PIECES, Design, turned
from engines.core.events import Bound
from engines.core.zones import NOBODY, Zone, Zones

DRAW, PLAY, BOARD, OUT = "draw", "play", "board", "gone"
ZONES = Zones(Zone(DRAW, NOBODY, is_ordered=True), Zone(PLAY), Zone(BOARD, is_owned=False), Zone(OUT))
"""Draw piles lie face down, play piles face up (R3, R11). What a destroyed ship was made of is gone (R18)."""
IN_DRAW, IN_PLAY, ON_BOARD, GONE = map(ZONES.number, (DRAW, PLAY, BOARD, OUT))
FRESH, CRACKED, SPENT = 2, 1, 0
Frame = tuple[Any, ...]  # ("first",), ("draw", token), ("bash", ship, target, payer)


class Box:
    """What never changes in a game: the grid and the pieces. Pieces 0–14 are Blue's, 15–29 Red's."""

    def __init__(self, grid: Grid, designs: tuple[Design, ...]) -> None:
        self.grid = grid
        self.designs = designs * 2
        self.names = tuple(design.name for design in designs)
        self.number = {name: at for at, name in enumerate(self.names)}
        self.hubs = frozenset(at for at, design in enumerate(self.designs) if design.kind == "hub")
        self.shields = frozenset(at for at, design in enumerate(self.designs) if design.kind == "shield")
        self.open = tuple(tuple(turned(design.open, facing) for facing in range(4)) for design in self.designs)
        self.turrets = tuple(tuple(turned(design.turrets, facing) for facing in range(4)) for design in self.designs)


class State:
    """A position. Lists are by piece, dicts by ship; sets of cells are bits of an int."""

    __slots__ = (
        "at",
        "box",
        "draw",
        "energy",
        "facing",
        "left",
        "legal",
        "mask",
        "next_ship",
        "occupied",
        "opens",
        "owner",
        "pieces",
        "play",
        "quiet",
        "result",
        "seat",
        "shield",
        "ship_of",
        "stack",
        "stirred",
        "where",
        "zone",
    )

    def __init__(self, box: Box) -> None:
        self.box = box
        self.at = [-1] * box.grid.size  # piece on each cell
        self.where = [0] * (2 * PIECES)  # cell of each piece, 0 (in the wall) if on none
        self.facing = [0] * (2 * PIECES)
        self.ship_of = [0] * (2 * PIECES)
        self.shield = [SPENT] * (2 * PIECES)
        self.zone = [IN_DRAW] * (2 * PIECES)
        self.owner: dict[int, int] = {}
        self.energy: dict[int, int] = {}
        self.pieces: dict[int, tuple[int, ...]] = {}
        self.mask: dict[int, int] = {}  # the cells of each ship
        self.opens: dict[int, tuple[int, int, int, int]] = {}  # its cells with an open side to the north, east, …
        self.occupied = 0
        self.play: list[tuple[int, ...]] = [(), ()]
        self.draw: list[tuple[int, ...]] = [(), ()]  # tokens
        self.next_ship = 1
        self.seat = -1  # nobody's turn yet
        self.left = 0
        self.quiet = 0  # turns in a row without a build or any damage
        self.stirred = False  # this turn had one
        self.stack: tuple[Frame, ...] = ()
        self.result: tuple[int | None, str] | None = None
        self.legal: list[tuple[object, ...]] | None = None  # worked out when asked for

    def clone(self) -> State:
        """Return a copy."""
        copy = object.__new__(State)
        copy.box = self.box
        copy.at = self.at[:]
        copy.where = self.where[:]
        copy.facing = self.facing[:]
        copy.ship_of = self.ship_of[:]
        copy.shield = self.shield[:]
        copy.zone = self.zone[:]
        copy.owner = self.owner.copy()
        copy.energy = self.energy.copy()
        copy.pieces = self.pieces.copy()
        copy.mask = self.mask.copy()
        copy.opens = self.opens.copy()
        copy.occupied = self.occupied
        copy.play = self.play[:]
        copy.draw = self.draw[:]
        copy.next_ship = self.next_ship
        copy.seat = self.seat
        copy.left = self.left
        copy.quiet = self.quiet
        copy.stirred = self.stirred
        copy.stack = self.stack
        copy.result = self.result
        copy.legal = self.legal
        return copy

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def ships_of(self, seat: int) -> list[int]:
        """Return a seat's ships, oldest first."""
        return [ship for ship, owner in self.owner.items() if owner == seat]

    def place(self, piece: int, cell: int, facing: int, ship: int) -> None:
        """Put a piece on the board as part of a ship."""
        self.zone[piece] = ON_BOARD
        self.where[piece] = cell
        self.facing[piece] = facing
        self.ship_of[piece] = ship
        self.at[cell] = piece
        self.pieces[ship] = (*self.pieces.get(ship, ()), piece)
        self.occupied |= 1 << cell
        self.outline(ship)

    def outline(self, ship: int) -> None:
        """Work out a ship's cells and open sides anew."""
        mask = north = east = south = west = 0
        sides = self.box.open
        for piece in self.pieces[ship]:
            bit = 1 << self.where[piece]
            mask |= bit
            side = sides[piece][self.facing[piece]]
            if side & 1:
                north |= bit
            if side & 2:
                east |= bit
            if side & 4:
                south |= bit
            if side & 8:
                west |= bit
        self.mask[ship] = mask
        self.opens[ship] = (north, east, south, west)

    def lift(self, ship: int) -> None:
        """Take a ship's pieces off the board for a moment."""
        for piece in self.pieces[ship]:
            self.at[self.where[piece]] = -1
        self.occupied &= ~self.mask[ship]

    def land(self, ship: int) -> None:
        """Put them down again where they are now."""
        for piece in self.pieces[ship]:
            self.at[self.where[piece]] = piece
        self.occupied |= self.mask[ship]

    def is_closed(self, ship: int) -> bool:
        """Tell whether each open side of a ship meets an open side of the same ship."""
        north, east, south, west = self.opens[ship]
        up = self.box.grid.width
        return not (north << up & ~south or south >> up & ~north or east << 1 & ~west or west >> 1 & ~east)


# ---- how each event changes a position -----------------------------------------------------------------------------


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.seat = event.seat
    state.left = 2
    state.stirred = False
    state.legal = None
    state.stack = ()


def _drawn(state: State, event: ev.Drawn) -> None:
    state.draw[event.seat] = tuple(token for token in state.draw[event.seat] if token != event.token)
    state.stack = (*state.stack, ("draw", event.token))


def _bound(state: State, event: Bound) -> None:
    seat = event.token // PIECES
    piece = seat * PIECES + state.box.number[event.card]
    state.zone[piece] = IN_PLAY
    state.play[seat] = tuple(sorted((*state.play[seat], piece)))
    state.stack = state.stack[:-1]
    state.legal = None


def _built(state: State, event: ev.Built) -> None:
    state.play[event.seat] = tuple(piece for piece in state.play[event.seat] if piece != event.token)
    if event.is_new:
        state.owner[event.ship] = event.seat
        state.energy[event.ship] = 0
        state.next_ship = event.ship + 1
    state.place(event.token, event.cell, event.facing, event.ship)
    state.stirred = True
    state.legal = None


def _energy_changed(state: State, event: ev.EnergyChanged) -> None:
    state.energy[event.ship] = event.after
    state.stirred |= bool(event.rule)  # a correction is no damage (A30)
    state.legal = None


def _shield_changed(state: State, event: ev.ShieldChanged) -> None:
    state.shield[event.token] = event.after
    state.stirred |= bool(event.rule)
    state.legal = None


def _ship_moved(state: State, event: ev.ShipMoved) -> None:
    ship = event.ship
    by = event.dy * state.box.grid.width + event.dx
    state.lift(ship)
    where = state.where
    for piece in state.pieces[ship]:
        where[piece] += by
    north, east, south, west = state.opens[ship]
    if by > 0:
        state.mask[ship] <<= by
        state.opens[ship] = (north << by, east << by, south << by, west << by)
    else:
        state.mask[ship] >>= -by
        state.opens[ship] = (north >> -by, east >> -by, south >> -by, west >> -by)
    state.land(ship)
    state.legal = None


def _ship_rotated(state: State, event: ev.ShipRotated) -> None:
    state.lift(event.ship)
    targets = state.box.grid.turned[event.turn][state.where[event.hub]]
    quarter = 3 if event.turn == LEFT else 1
    for piece in state.pieces[event.ship]:
        state.where[piece] = targets[state.where[piece]].bit_length() - 1
        state.facing[piece] = (state.facing[piece] + quarter) % 4
    state.outline(event.ship)
    state.land(event.ship)
    state.legal = None


def _bashed(state: State, event: ev.Bashed) -> None:
    if event.waits:
        state.stack = (*state.stack, ("bash", event.ship, event.target, event.payer))
        state.legal = None


def _shield_picked(state: State, event: ev.ShieldPicked) -> None:
    state.stack = state.stack[:-1]
    state.legal = None


def _ship_destroyed(state: State, event: ev.ShipDestroyed) -> None:
    ship = event.ship
    state.lift(ship)
    for piece in state.pieces[ship]:
        state.zone[piece] = GONE
        state.where[piece] = 0
        state.ship_of[piece] = 0
        state.shield[piece] = SPENT
        state.facing[piece] = 0
    for of_ship in (state.owner, state.energy, state.pieces, state.mask, state.opens):
        del of_ship[ship]
    state.legal = None


def _nothing(state: State, event: object) -> None:
    """Told for the record: other events carry its consequences."""


def _actions_left(state: State, event: ev.ActionDone | ev.ActionsCorrected) -> None:
    state.left = event.left
    state.legal = None


def _turn_ended(state: State, event: ev.TurnEnded) -> None:
    state.left = 0
    state.quiet = 0 if state.stirred else state.quiet + 1
    state.legal = None


def _game_ended(state: State, event: ev.GameEnded) -> None:
    state.result = (event.winner, event.rule)
    state.stack = ()
    state.legal = None


FOLDS: dict[type, Callable[[Any, Any], None]] = {
    Bound: _bound,
    ev.TurnBegan: _turn_began,
    ev.Drawn: _drawn,
    ev.Built: _built,
    ev.EnergyChanged: _energy_changed,
    ev.ShieldChanged: _shield_changed,
    ev.ShipClosed: _nothing,
    ev.ShipMoved: _ship_moved,
    ev.ShipRotated: _ship_rotated,
    ev.Shot: _nothing,
    ev.Bashed: _bashed,
    ev.ShieldPicked: _shield_picked,
    ev.ShipDestroyed: _ship_destroyed,
    ev.ActionDone: _actions_left,
    ev.ActionsCorrected: _actions_left,
    ev.TurnEnded: _turn_ended,
    ev.GameEnded: _game_ended,
}

__all__ = ["CRACKED", "FOLDS", "FRESH", "GONE", "IN_DRAW", "IN_PLAY", "ON_BOARD", "SPENT", "ZONES", "Box", "State"]
