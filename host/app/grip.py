"""One grip of a mouse or a finger: from press to release, on one piece or on a whole ship."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QPointF

from host.app.geometry import PIECE_MM, Geometry
from host.app.hands import VirtualHands
from host.app.places import Place, Where
from host.app.thing_item import ThingItem

SLACK_MM = 5.0  # a press that moves less than this is a tap


class Grip:
    """Drags pieces: on the board they slide from tile to tile, elsewhere they are carried in the air.

    Attributes:
        name: the piece that was taken hold of.
        is_dragging: whether the press has become a drag.
    """

    def __init__(self, hands: VirtualHands, geometry: Geometry, items: Mapping[str, ThingItem], start: QPointF) -> None:
        self.name = next(iter(items))
        self.is_dragging = False
        self._hands = hands
        self._geometry = geometry
        self._items = items
        self._start = start
        self._from = {name: hands.places[name] for name in items}
        self._offsets = {name: item.pos() - start for name, item in items.items()}

    @property
    def is_ship(self) -> bool:
        """Whether a whole ship is held."""
        return len(self._items) > 1

    def drag(self, point: QPointF) -> None:
        """Follow the pointer."""
        if not self.is_dragging:
            if (point - self._start).manhattanLength() < SLACK_MM:
                return
            self._begin()
        for name, item in self._items.items():
            item.setPos(point + self._offsets[name])
        if self.is_ship:
            self._slide_ship(point)
        else:
            self._slide_piece(point)

    def turn(self, quarters: int) -> None:
        """Turn what is held."""
        if not self.is_ship:
            self._hands.turn(self.name, quarters)

    def release(self, point: QPointF) -> None:
        """Let go: the piece is put down where it is, or goes back where it came from."""
        for item in self._items.values():
            item.hold(False)
        if not self.is_dragging:
            return
        if not self.is_ship and not self._hands.put_down(self.name, self._below(point)):
            self._hands.put_down(self.name, self._from[self.name])
        self._hands.moved.emit(tuple(self._items), self._hands.nudge)

    def _begin(self) -> None:
        self.is_dragging = True
        for item in self._items.values():
            item.hold(True)
        if self._from[self.name].where is not Where.TILE:
            self._hands.pick_up(self.name)

    def _slide_piece(self, point: QPointF) -> None:
        """A piece on the board slides; over another piece, or beyond the board, it is in the air."""
        place, tile = self._hands.places[self.name], self._geometry.tile_at(point)
        if place.where is Where.TILE and tile != place.tile and (tile is None or not self._slid({self.name: tile})):
            self._hands.pick_up(self.name)
            self._items[self.name].setPos(point + self._offsets[self.name])

    def _slide_ship(self, point: QPointF) -> None:
        here, there = self._geometry.tile_at(self._start), self._geometry.tile_at(point)
        if here is None or there is None:
            return
        tiles = self._geometry.profile.tiles
        columns = tiles[there].column - tiles[here].column
        rows = tiles[there].row - tiles[here].row
        moves: dict[str, int] = {}
        for name, place in self._from.items():
            target = None if place.tile is None else self._geometry.beside(place.tile, columns, rows)
            if target is None:
                return
            moves[name] = target
        if any(self._hands.places[name].tile != tile for name, tile in moves.items()):
            self._slid(moves)
            for name, item in self._items.items():
                item.setPos(point + self._offsets[name])

    def _slid(self, moves: Mapping[str, int]) -> bool:
        return self._hands.slide(moves)

    def _below(self, point: QPointF) -> Place:
        """Return the place that a piece let go here falls on."""
        facing = self._hands.places[self.name].facing
        tile = self._geometry.tile_at(point)
        if tile is not None:
            return Place(Where.TILE, tile, facing)
        pad = self._geometry.pad_at(point)
        if pad is not None:
            return Place(Where.PAD, None, facing, pad)
        scrap = self._geometry.pile("scrap")
        if scrap is not None and (point - scrap).manhattanLength() < 2 * PIECE_MM:
            return Place(Where.SCRAP, None, facing)
        if self._from[self.name].where is Where.TILE and point.x() > 0:
            return self._from[self.name]
        return Place(Where.RACK, None, 0)
