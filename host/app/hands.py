"""Hands at the virtual table. They move magnets and tags in the twin; only reeds and readers tell the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from hardware.profiles.model import Profile
from hardware.twin.objects import FACINGS
from host.app.desk import Answer, Desk
from host.app.places import Place, Places, Where
from host.app.wishes import PERSON
from host.play.picture import Picture, Piece

PACE_MS = 300
SLIDE_MS = 90.0
PRESS_MS = 120
BASE, PLAY = "base", "play"
Moves = Mapping[str, Place]


class VirtualHands(QObject):
    """Carries pieces about, for a person's mouse and for house players alike.

    Attributes:
        places: where everything physically is.
        desk: where they reach.
        pace: how long a carried piece is in the air, in ms; 0 means that nothing takes time.
        play: the pad to which pieces are shown, or None.
        is_felt: whether the table feels its board. Where it does not, the board is on the screen alone.

    Signals:
        moved: pieces are on their way or have arrived: their names, and over how many ms.
        idle: everything that was to be carried has arrived.
        blocked: a sentence; something cannot be done because there is no room.
    """

    moved = pyqtSignal(object, int)
    idle = pyqtSignal()
    blocked = pyqtSignal(str)

    def __init__(
        self, profile: Profile, desk: Desk, names: Sequence[str], *, seed: int = 0, pace: int = PACE_MS
    ) -> None:
        super().__init__()
        self.places = Places(names, seed)
        self.pace = pace
        self.play = next((pad.index for pad in profile.pads if pad.name == PLAY), None)
        self.is_felt = True
        self._profile = profile
        self.desk = desk
        self._waiting: deque[Moves] = deque()
        self._underway: Moves | None = None
        self._sensed: set[str] = set()  # pieces that the twin has on its tiles and pads
        self._presented: str | None = None  # what was drawn, while it lies on the play pad
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._arrive)

    @property
    def is_busy(self) -> bool:
        """Whether anything is in the air or waits to be carried."""
        return self._underway is not None or bool(self._waiting)

    @property
    def nudge(self) -> int:
        """How long a piece takes to slip into its place, in ms."""
        return self.pace // 2

    # ---- the table follows the game --------------------------------------------------------------------------------

    def lay(self, picture: Picture) -> None:
        """Set the table up at once as a picture says: pieces on the board, open pieces in the racks."""
        self.is_felt = bool(picture.tiles)
        for piece in picture.pieces:
            self._place(piece.name, Place(Where.TILE, piece.tile, piece.facing))
        self.deal(picture)

    def deal(self, picture: Picture) -> None:
        """Bring the racks up to date: what was drawn comes from the draw pile, what was undrawn goes back onto it."""
        known = {name for seat in picture.seats for name in seat.pile} | {piece.name for piece in picture.pieces}
        is_asking = picture.prompt.kind not in ("turn", "over")  # what was drawn may have no name yet
        for seat in picture.seats:
            for name in seat.pile:
                if name in self.places and (self.places[name].where is Where.DRAW or self._is_presented(name)):
                    self._stow(name, Where.RACK)
            for name in (*self.places.names(Where.RACK, seat.name), *self.places.names(Where.PAD, seat.name)):
                if name not in known and not (is_asking and name == self._presented):
                    self._stow(name, Where.DRAW)

    def present(self, name: str) -> bool:
        """Lay what was drawn on the play pad until it has a name; False if there is no such pad."""
        if self.play is None or name == self._presented:
            return self.play is not None
        for other in self.places.on_pad(self.play):
            self._stow(other, Where.RACK)
        self._presented = name
        self._waiting.append({name: Place(Where.PAD, pad=self.play)})
        self._next()
        return True

    def follow(self, picture: Picture) -> None:
        """Carry everything to where the picture has it, one ship or piece after another."""
        if self.is_busy:
            return
        for moves in self._errands(picture):
            self._waiting.append(moves)
        self._next()

    def drawable(self, seat: str) -> list[str]:
        """Return a seat's draw pile, the uppermost piece first, also while that lies on the pad without a name."""
        pile = self.places.names(Where.DRAW, seat)[::-1]
        lying = [name for name in self.places.names(Where.PAD, seat) if name == self._presented]
        return lying + pile

    # ---- what a hand does ------------------------------------------------------------------------------------------

    def carry(self, name: str, tile: int, facing: int) -> None:
        """Lift a piece and put it on a tile, visibly."""
        self._waiting.append({name: Place(Where.TILE, tile, facing)})
        self._next()

    def carry_ship(self, moves: Moves) -> None:
        """Lift several pieces at once and put each in its place, as two hands do."""
        self._waiting.append(moves)
        self._next()

    def pick_up(self, name: str) -> None:
        """Take a piece in the hand; one from the rack passes the play pad on its way."""
        place = self.places[name]
        self._lift(name)
        self._move({name: Place(Where.HAND, None, place.facing)}, 0)
        if place.where is Where.RACK and self.play is not None and not self.places.on_pad(self.play):
            self.tap(name)

    def put_down(self, name: str, place: Place) -> bool:
        """Put a piece down; False, and nothing happens, if another lies there or nobody would feel it."""
        if place.tile is not None and not self.is_felt:
            self.blocked.emit("This table has no tiles. Choose your move below.")
            return False
        if place.tile is not None and self.places.at(place.tile) not in (None, name):
            return False
        self._place(name, place)
        return True

    def slide(self, moves: Mapping[str, int]) -> bool:
        """Slide pieces over the table to other tiles; False, and nothing happens, if one is in the way."""
        if any(self.places.at(tile) not in (None, *moves) for tile in moves.values()):
            return False
        for name, tile in moves.items():
            self.desk.slide(name, tile, SLIDE_MS)
        self._move({name: self.places[name]._replace(tile=tile) for name, tile in moves.items()}, 0)
        return True

    def turn(self, name: str, quarters: int) -> None:
        """Turn a piece where it is."""
        place = self.places[name]
        if name in self._sensed and place.tile is not None:
            self.desk.turn(name, 90.0 * quarters)
        self.places.turn(name, place.facing + quarters)
        self.moved.emit((name,), self.nudge)

    def turn_ship(self, hub: str, names: Sequence[str], quarters: int) -> bool:
        """Turn a whole ship about a hub; False, and nothing happens, if it would leave the board or hit something."""
        moves = {name: self._turned(self.places[hub], self.places[name], quarters) for name in names}
        if any(place.tile is None or self.places.at(place.tile) not in (None, *names) for place in moves.values()):
            self.blocked.emit("The ship has no room to turn: it would leave the board or lie on another piece.")
            return False
        self.carry_ship(moves)
        return True

    def tap(self, name: str) -> None:
        """Hold a piece to the play pad for a moment."""
        lying = self.places.on_pad(self.play) if self.play is not None else []
        if self.play is None:
            self.blocked.emit("This table has no pad for that. Say on the screen which piece it is.")
        elif lying and lying != [name]:
            self.blocked.emit(f"{lying[-1]} lies on the pad. Take it away first.")
        elif not lying:
            self.desk.tap_card(name, self.play)

    def reaches(self, name: str) -> bool:
        """Tell whether a piece can be taken: one on a board that is not felt stays where the rules have it."""
        return self.is_felt or self.places[name].tile is None

    def carries(self, name: str) -> bool:
        """Tell whether a piece can be carried away."""
        return self.reaches(name)

    def top(self, tile: int) -> str | None:
        """Return what lies uppermost on a tile."""
        return self.places.at(tile)

    def rack(self, seat: str) -> list[str]:
        """Return what lies in a seat's rack, the oldest first."""
        return self.places.names(Where.RACK, seat)

    def kind_of(self, name: str) -> str:
        """Return what carries the magnet of a piece."""
        return BASE

    def press(self, seat: int, answer: Answer) -> None:
        """Press a seat's button for a moment."""
        self.desk.press(seat, answer)
        QTimer.singleShot(PRESS_MS, lambda: self.desk.release(seat, answer))

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _errands(self, picture: Picture) -> list[Moves]:
        """Return what must be carried: first away with what is in the way, then ship by ship."""
        should = {piece.name: piece for piece in picture.pieces}
        piles = {name for seat in picture.seats for name in seat.pile}
        on_board = self.places.names(Where.TILE)
        surplus = {name: _home(name in piles) for name in on_board if name not in should}
        ships: dict[str, dict[str, Place]] = {}
        for piece in should.values():
            if self._lies_elsewhere(piece):
                place = Place(Where.TILE, piece.tile, piece.facing)
                ships.setdefault(piece.ship or piece.name, {})[piece.name] = place
        return [*([surplus] if surplus else []), *ships.values()]

    def _lies_elsewhere(self, piece: Piece) -> bool:
        return piece.name in self.places and self.places[piece.name] != Place(Where.TILE, piece.tile, piece.facing)

    def _next(self) -> None:
        while self._waiting and self._underway is None:
            self._underway = self._waiting.popleft()
            for name in self._underway:
                self._lift(name)
            if self.pace > 0:
                self._move(self._underway, self.pace)
                self._timer.start(self.pace)
            else:
                self._arrive()

    def _arrive(self) -> None:
        moves, self._underway = self._underway, None
        for name, place in (moves or {}).items():
            self._place(name, place)
        self._next()
        if not self.is_busy:
            self.idle.emit()

    def _place(self, name: str, place: Place) -> None:
        """Put a piece down, with its magnet and its tag."""
        if place.tile is None or self.places[name].pad is not None:
            self._lift(name)
        if place.tile is not None and self.is_felt:
            self.desk.put(name, self.kind_of(name), place.tile, facing=FACINGS[place.facing])
            self._sensed.add(name)
        elif place.pad is not None:
            self.desk.put_card(name, place.pad)
            self._sensed.add(name)
        self._move({name: place}, 0)

    def _is_presented(self, name: str) -> bool:
        is_there = name == self._presented and self.places[name].where is Where.PAD
        return is_there and not (self._underway and name in self._underway)

    def _stow(self, name: str, where: Where) -> None:
        """Put a piece away, visibly."""
        self._lift(name)
        self._presented = None if name == self._presented else self._presented
        self._move({name: Place(where)}, self.pace)

    def _lift(self, name: str) -> None:
        if name in self._sensed:
            self._sensed.remove(name)
            self.desk.lift(name)

    def _move(self, moves: Moves, ms: int) -> None:
        for name, place in moves.items():
            self.places.move(name, place)
        self.moved.emit(tuple(moves), ms)

    def _turned(self, hub: Place, place: Place, quarters: int) -> Place:
        """Return where a piece lies after its ship has turned about a hub; without a tile if that is off the board."""
        assert hub.tile is not None
        assert place.tile is not None
        tiles = self._profile.tiles
        centre, here = tiles[hub.tile], tiles[place.tile]
        dx, dy = here.column - centre.column, here.row - centre.row
        for _ in range(quarters % 4):
            dx, dy = dy, -dx
        column, row = centre.column + dx, centre.row + dy
        found = next((tile.index for tile in tiles if (tile.column, tile.row) == (column, row)), None)
        return Place(Where.TILE, found, (place.facing + quarters) % 4)


def _home(is_in_pile: bool) -> Place:
    return Place(Where.RACK if is_in_pile else Where.SCRAP)


def closed_seats(picture: Picture) -> tuple[str, ...]:
    """Return the seats whose cards nobody may touch or see: those of house players, until the game is over."""
    if picture.prompt.kind == "over":
        return ()
    return tuple(seat.name for seat in picture.seats if seat.player != PERSON)
