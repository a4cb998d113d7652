"""The table as a scene: its items, and how they follow a picture, a frame of lights and hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PyQt6.QtCore import QObject, QPointF
from PyQt6.QtWidgets import QGraphicsItem, QGraphicsScene

from engines.armada.pieces import Design
from hardware.profiles.model import Profile
from host.app.board_item import BoardItem
from host.app.geometry import Geometry
from host.app.hands import VirtualHands
from host.app.light_layer import LightLayer
from host.app.mark_layer import MarkLayer
from host.app.marks import Marks, calmed, marks_of
from host.app.outline_layer import OutlineLayer
from host.app.pad_layer import PadLayer
from host.app.piece_item import PieceItem
from host.app.places import Place, Where
from host.app.stacks_item import StacksItem
from host.app.thing_item import ThingItem
from host.app.tile_words import SURE
from host.link import RGB
from host.play.picture import Picture

HUB = "hub"
ASIDE_MM = 7.0
ENERGY = ".energy"


class BoardScene(QGraphicsScene):
    """Everything that is drawn of a table.

    Attributes:
        table: where things lie.
        items_by_name: the pieces.
        lights: the lights.
        pads: what lies on the pads.
        picture: what was shown last, or None.
    """

    def __init__(
        self,
        profile: Profile,
        designs: Mapping[str, Design],
        parent: QObject | None = None,
        *,
        table: Geometry | None = None,
    ) -> None:
        super().__init__(parent)
        self.table = table or Geometry(profile)
        self.items_by_name: dict[str, ThingItem] = {}
        self.lights = LightLayer(self.table)
        self.pads = PadLayer(self.table)
        self.picture: Picture | None = None
        self._designs = designs
        self._hands: VirtualHands | None = None
        self._below = MarkLayer(self.table, is_above=False)
        self._above = MarkLayer(self.table, is_above=True)
        self._outlines = OutlineLayer(self.table)
        self._stacks = StacksItem()
        self._pointed: tuple[int, ...] = ()
        self.setSceneRect(self.table.bounds)
        layers = (self.pads, self._below, self._outlines, self._above, self._stacks, self.lights)
        for item in (self._ground(), *layers):
            self.addItem(item)
        self.lights.setZValue(20)
        deck = self.table.pile("deck")
        self._stacks.setVisible(deck is not None)
        self._stacks.setPos(deck or QPointF())

    # ---- what comes in ---------------------------------------------------------------------------------------------

    def use_hands(self, hands: VirtualHands | None) -> None:
        """Show a virtual table: pieces are drawn where they physically are."""
        self._hands = hands
        if hands is not None:
            hands.moved.connect(self._follow)
            hands.idle.connect(self._mark)

    def show_picture(self, picture: Picture) -> None:
        """Follow a picture."""
        self.picture = picture
        self.pads.show_sights(picture.pads)
        self._show_piles(picture)
        if self._hands is None:
            self._lay(picture)
        self._dress(picture)
        self._mark()

    def show_frame(self, frame: Sequence[RGB]) -> bool:
        """Follow a frame of lights; tell whether anything changed."""
        return self.lights.set_frame(frame)

    def point_at(self, tiles: Iterable[int]) -> None:
        """Mark the tiles at which the answers that can be chosen now would act."""
        self._pointed = tuple(tiles)
        self._mark()

    def show_cursor(self, tile: int | None, pad: int | None = None) -> None:
        """Show the keyboard's cursor on a tile or a pad."""
        self._above.show_cursor(tile, pad)

    @property
    def is_felt(self) -> bool:
        """Whether the table feels its board."""
        return self.picture is None or bool(self.picture.tiles)

    @property
    def cursor(self) -> int | None:
        """The tile that the keyboard's cursor is shown on."""
        return self._above.cursor_tile

    def sure(self, tile: int) -> int:
        """Return how far a tile is believed, in percent; 0 if it is ignored."""
        confidence = self.picture.confidence if self.picture else b""
        return confidence[tile] if tile < len(confidence) else SURE

    @property
    def marks(self) -> Marks:
        """What is marked now."""
        return self._above.marks

    # ---- what is asked ---------------------------------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> ThingItem | None:
        """Return the uppermost piece at a place."""
        return next((item for item in self.items(point) if isinstance(item, ThingItem) and item.isVisible()), None)

    def ship_with(self, name: str) -> dict[str, ThingItem]:
        """Return the pieces of the ship to which a piece belongs, that one first."""
        pieces = self.picture.pieces if self.picture else ()
        ship = next((piece.ship for piece in pieces if piece.name == name), "")
        names = [piece.name for piece in pieces if piece.ship == ship] if ship else [name]
        return {each: self.items_by_name[each] for each in (name, *(other for other in names if other != name))}

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _ground(self) -> QGraphicsItem:
        """Return what never moves."""
        return BoardItem(self.table)

    def _show_piles(self, picture: Picture) -> None:
        self._stacks.show_counts(tuple(seat.draw for seat in picture.seats))

    def _item(self, name: str) -> ThingItem:
        if name not in self.items_by_name:
            item = self._made(name)
            item.setVisible(False)
            self.addItem(item)
            self.items_by_name[name] = item
        return self.items_by_name[name]

    def _made(self, name: str) -> ThingItem:
        colour, _, design = name.partition(".")
        seats = [seat.name for seat in self.picture.seats] if self.picture else []
        seat = seats.index(colour) if colour in seats else int(colour == "red")
        return PieceItem(name, seat, self._designs[design])

    def _lay(self, picture: Picture) -> None:
        """Show a real table: the pieces lie where the rules have them."""
        shown: set[str] = set()
        for piece in picture.pieces:
            self._item(piece.name).go(self.table.tile_centre(piece.tile), piece.facing)
            shown.add(piece.name)
        for seat, owner in enumerate(picture.seats):
            for number, name in enumerate(owner.pile):
                self._item(name).go(self.table.slot(seat, number), 0, is_small=True)
                shown.add(name)
        for name, item in self.items_by_name.items():
            item.setVisible(name in shown)

    def _dress(self, picture: Picture) -> None:
        energies = self._energies(picture)
        pieces = {piece.name: piece for piece in picture.pieces}
        for name, item in self.items_by_name.items():
            piece = pieces.get(name)
            assert isinstance(item, PieceItem)
            item.dress(piece.shield if piece else 2, energies.get(name))

    def _energies(self, picture: Picture) -> dict[str, int]:
        """Return for the first hub of each ship the ship's energy."""
        hubs = {piece.tile: piece.name for piece in picture.pieces if self._designs[piece.design].kind == HUB}
        found: dict[str, int] = {}
        for card in (card for seat in picture.seats for card in seat.cards):
            energy = next((gauge.value for gauge in card.gauges if gauge.field.endswith(ENERGY)), None)
            hub = next((hubs[tile] for tile in card.tiles if tile in hubs), None)
            if energy is not None and hub is not None:
                found[hub] = energy
        return found

    def _mark(self) -> None:
        if self.picture is None:
            return
        lies = self._hands.places.lies() if self._hands is not None else None
        marks = marks_of(self.picture, lies)._replace(pointed=self._pointed)
        if self._hands is not None and self._hands.is_busy:
            marks = calmed(marks)
        self._below.show_marks(marks)
        self._outlines.show_outlines(marks.outlines)
        self._above.show_marks(marks)

    def _follow(self, names: Sequence[str], ms: int) -> None:
        """Pieces were moved by hands: show them where they are, and close ranks in the racks."""
        assert self._hands is not None
        for name in names:
            self._go(name, self._hands.places[name], ms)
        for seat in self.picture.seats if self.picture else ():
            for name in self._hands.places.names(Where.RACK, seat.name):
                if name not in names:
                    self._go(name, self._hands.places[name], ms or self._hands.nudge)
        if self.picture is not None:
            self._dress(self.picture)
        self._mark()

    def _go(self, name: str, place: Place, ms: int) -> None:
        assert self._hands is not None
        item = self._item(name)
        assert isinstance(item, PieceItem)
        is_new = not item.isVisible()
        if place.where is Where.HAND:
            return
        if place.where is Where.TILE and place.tile is not None:
            item.go(self.table.tile_centre(place.tile), place.facing, ms=ms)
        elif place.where is Where.RACK:
            if is_new and ms:
                self._draw(item, ms)
            number = self._hands.places.names(Where.RACK, name.partition(".")[0]).index(name)
            item.go(self.table.slot(item.seat, number), place.facing, is_small=True, ms=ms)
        elif place.where is Where.PAD and place.pad is not None:
            if is_new and ms:
                self._draw(item, ms)
            item.go(self._on_pad(name, place.pad), place.facing, is_small=True, ms=ms)
        elif place.where is Where.SCRAP:
            item.go(self.table.pile("scrap") or QPointF(), place.facing, is_small=True, ms=ms)
        item.setVisible(place.where is not Where.DRAW)
        if place.pad is not None and self.table.profile.pads[place.pad].is_private:
            item.turn_over(False)
        elif not is_new:
            item.turn_over(True)

    def _on_pad(self, name: str, pad: int) -> QPointF:
        """Return where a piece lies on a pad: several lie a little apart, so that they can be told."""
        assert self._hands is not None
        number = self._hands.places.on_pad(pad).index(name)
        return self.table.pad(pad) + QPointF(ASIDE_MM, ASIDE_MM) * number

    def _draw(self, item: PieceItem, ms: int) -> None:
        """Let a piece rise from the draw pile face down and turn over on its way."""
        item.turn_over(False)
        item.go(self._stacks.place_of(item.seat), 0, is_small=True)
        item.turn_over_after(ms // 2)
