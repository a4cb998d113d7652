"""Hands for somebody who uses the keyboard: a cursor on the tiles and pads, and a piece in the hand."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeyEvent

from host.app.board_scene import BoardScene
from host.app.hands import VirtualHands
from host.app.places import Place, Where

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class Keyboard:
    """A cursor on the tiles. Space lifts and puts down, P takes from the play pile, R turns, Delete scraps, Esc undoes.

    With Ctrl the arrows move a whole ship, and R turns it about the hub under the cursor. O goes from pad to pad, and
    an arrow back to the tiles.

    Attributes:
        tile: where the cursor is on the board.
        pad: the pad that it is on instead, or None.
    """

    def __init__(self, board: BoardScene) -> None:
        self.tile = len(board.table.profile.tiles) // 2
        self.pad: int | None = 0 if board.table.profile.pads and not board.table.profile.tiles else None
        self._held: str | None = None
        self._from = Place(Where.RACK)  # where the piece in the hand was taken from
        self._board = board
        self._hands: VirtualHands | None = None

    def use_hands(self, hands: VirtualHands | None) -> None:
        """Work at a virtual table, or at none."""
        self._hands = hands
        self._held = None
        if hands is not None:
            hands.moved.connect(self._watch)

    @property
    def held(self) -> str | None:
        """The piece in the hand, or None."""
        return self._held

    def show(self) -> None:
        """Show the cursor."""
        if self._board.table.profile.tiles or self.pad is not None:
            self._board.show_cursor(None if self.pad is not None else self.tile, self.pad)

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; False if it means nothing here."""
        key, modifiers = event.key(), event.modifiers()
        is_ship = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key in _ARROWS:
            columns, rows = _ARROWS[Qt.Key(key)]
            return self._move_ship(columns, rows) if is_ship else self._move_cursor(columns, rows)
        if self._hands is None or self._hands.is_busy:
            return False
        if key == Qt.Key.Key_R:
            quarters = -1 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1
            return self._turn(quarters, is_ship)
        deeds = {
            Qt.Key.Key_Space: self._lift_or_put,
            Qt.Key.Key_P: self._take_from_pile,
            Qt.Key.Key_Delete: self._scrap,
            Qt.Key.Key_T: self._tap,
            Qt.Key.Key_O: self._next_pad,
            Qt.Key.Key_Escape: self._give_back,
        }
        deed = deeds.get(Qt.Key(key)) if not is_ship else None
        return deed() if deed else False

    def turn_ship(self, hub: str, quarters: int) -> bool:
        """Turn the ship of a hub about it."""
        names = [name for name in self._board.ship_with(hub) if self._places(name).tile is not None]
        return self._hands is not None and hub in names and self._hands.turn_ship(hub, names, quarters)

    # ---- deeds -----------------------------------------------------------------------------------------------------

    def _move_cursor(self, columns: int, rows: int) -> bool:
        if not self._board.table.profile.tiles:
            return self._next_pad(1 if columns + rows > 0 else -1)
        there = self._board.table.beside(self.tile, columns, rows) if self.pad is None else self.tile
        self.tile, self.pad = self.tile if there is None else there, None
        self.show()
        if self.held is not None:
            self._hover()
        return True

    def _next_pad(self, step: int = 1) -> bool:
        pads = len(self._board.table.profile.pads)
        if not pads:
            return False
        self.pad = 0 if self.pad is None else (self.pad + step) % pads
        self.show()
        if self.held is not None:
            self._hover()
        return True

    def _move_ship(self, columns: int, rows: int) -> bool:
        name = self._under()
        if self._hands is None or name is None:
            return False
        moves: dict[str, int] = {}
        for each in self._board.ship_with(name):
            tile = self._places(each).tile
            target = None if tile is None else self._board.table.beside(tile, columns, rows)
            if target is None:
                return True
            moves[each] = target
        if self._hands.slide(moves):
            self._move_cursor(columns, rows)
        return True

    def _lift_or_put(self) -> bool:
        assert self._hands is not None
        if self.held is None:
            name = self._to_carry()
            if name is None:
                return False
            self._pick_up(name)
        else:
            facing = self._places(self.held).facing
            on_tile, on_pad = Place(Where.TILE, self.tile, facing), Place(Where.PAD, None, facing, self.pad)
            self._hands.put_down(self.held, on_tile if self.pad is None else on_pad)
        return True

    def _take_from_pile(self) -> bool:
        """Take the next piece of the play pile whose turn it is; the one in the hand goes back."""
        assert self._hands is not None
        picture = self._board.picture
        seat = next((seat for seat in picture.seats if seat.is_active), None) if picture else None
        rack = [name for name in self._hands.rack(seat.name) if self._hands.reaches(name)] if seat else []
        if not rack:
            return False
        self._give_back()
        self._pick_up(rack[0])
        return True

    def _turn(self, quarters: int, is_ship: bool) -> bool:
        assert self._hands is not None
        name = self.held or self._under()
        if name is None:
            return False
        if is_ship and self.held is None:
            return self.turn_ship(name, quarters)
        self._hands.turn(name, quarters)
        if self.held is not None:
            item = self._board.items_by_name[name]
            item.go(item.pos(), self._places(name).facing)
        return True

    def _scrap(self) -> bool:
        assert self._hands is not None
        name = self.held or self._under()
        if name is None:
            return False
        return self._hands.put_down(name, Place(Where.SCRAP))

    def _tap(self) -> bool:
        assert self._hands is not None
        if self.held is None:
            return False
        self._hands.tap(self.held)
        return True

    def _give_back(self) -> bool:
        """Put the piece in the hand back where it was taken from; into the rack, if another lies there by now."""
        assert self._hands is not None
        name = self._held
        if name is None:
            return False
        return self._hands.put_down(name, self._from) or self._hands.put_down(name, Place(Where.RACK))

    def _pick_up(self, name: str) -> None:
        assert self._hands is not None
        self._from = self._places(name)
        self._hands.pick_up(name)
        self._held = name
        self._board.items_by_name[name].hold(True)
        self._hover()

    def _watch(self) -> None:
        """Let go of a piece that was put down: by us, or by hands that carry out an undo."""
        if self._hands is not None and self._held is not None and self._places(self._held).where is not Where.HAND:
            self._board.items_by_name[self._held].hold(False)
            self._held = None

    def _hover(self) -> None:
        assert self.held is not None
        item = self._board.items_by_name[self.held]
        table = self._board.table
        place = table.tile_centre(self.tile) if self.pad is None else table.pad(self.pad)
        item.go(place, self._places(self.held).facing)

    def _under(self) -> str | None:
        if self._hands is None:
            return None
        lying = self._hands.places.on_pad(self.pad) if self.pad is not None else []
        name = self._hands.top(self.tile) if self.pad is None else next(reversed(lying), None)
        return name if name is not None and self._hands.reaches(name) else None

    def _to_carry(self) -> str | None:
        name = self._under()
        return name if name is not None and self._hands is not None and self._hands.carries(name) else None

    def _places(self, name: str) -> Place:
        assert self._hands is not None
        return self._hands.places[name]
