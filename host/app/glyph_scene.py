"""Pieces that are drawn as one sign each, such as a letter, on a table of any game that has no art of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QObject, QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPen
from PyQt6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from hardware.profiles.model import Profile
from host.app import theme
from host.app.board_scene import BoardScene
from host.app.geometry import PIECE_MM, Geometry
from host.app.places import Place, Where
from host.app.thing_item import ThingItem
from host.play.picture import Picture

SIZE_MM = 30  # of a sign
_REACH = PIECE_MM / 2
_RIM = 3.0


class GlyphItem(ThingItem):
    """A disc in the colours of its seat; its sign stays upright, however the disc is turned.

    Attributes:
        glyph: its sign.
    """

    def __init__(self, name: str, seat: int, unit: float) -> None:
        super().__init__(name, seat)
        self.glyph = ""
        self._unit = unit

    def dress(self, glyph: str) -> None:
        """Show another sign."""
        if glyph != self.glyph:
            self.glyph = glyph
            self.update()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The disc and the rim of a held one."""
        reach = (_REACH + _RIM) * self._unit
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw it."""
        assert painter is not None
        livery = theme.livery(self.seat)
        radius = (_REACH - _RIM) * self._unit
        painter.setPen(QPen(theme.INK if self.is_held else livery.line, 2.2))
        painter.setBrush(livery.plate)
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.rotate(-self.rotation())
        painter.setFont(theme.scene_font(painter, round(SIZE_MM * self._unit), bold=True))
        painter.setPen(livery.line)
        painter.drawText(self.boundingRect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, self.glyph)


class GlyphGeometry(Geometry):
    """A table on which no row is anybody's own, and nothing lies beside."""

    has_bases = False
    rack_mm = 0.0

    def racks(self) -> range:
        """Nobody has one."""
        return range(0)


class GlyphScene(BoardScene):
    """Everything that is drawn of such a table; ``glyphs`` are the signs of the designs of pieces."""

    def __init__(self, profile: Profile, glyphs: Mapping[str, str], parent: QObject | None = None) -> None:
        self._glyphs = glyphs
        super().__init__(profile, {}, parent, table=GlyphGeometry(profile))
        self._stacks.setVisible(False)

    def _show_piles(self, picture: Picture) -> None:
        pass

    def _made(self, name: str) -> GlyphItem:
        seats = [seat.name for seat in self.picture.seats] if self.picture else []
        owner = name.partition(".")[0]
        return GlyphItem(name, seats.index(owner) if owner in seats else 0, self.table.pitch / 50.0)

    def _dress(self, picture: Picture) -> None:
        for piece in picture.pieces:
            item = self.items_by_name.get(piece.name)
            if isinstance(item, GlyphItem):
                item.seat = piece.seat
                item.dress(self._glyphs.get(piece.design, piece.design[:1].upper()))

    def _follow(self, names: Sequence[str], ms: int) -> None:
        """Pieces were moved by hands: show them where they are."""
        assert self._hands is not None
        for name in names:
            self._go(name, self._hands.places[name], ms)
        if self.picture is not None:
            self._dress(self.picture)
        self._mark()

    def _go(self, name: str, place: Place, ms: int) -> None:
        if place.where is Where.HAND:
            return
        item = self._item(name)
        if place.where is Where.TILE and place.tile is not None:
            item.go(self.table.tile_centre(place.tile), place.facing, ms=ms)
        elif place.where is Where.SCRAP:
            item.go(self.table.pile("scrap") or QPointF(), place.facing, is_small=True, ms=ms)
        item.setVisible(place.where in (Where.TILE, Where.SCRAP))
