"""The pads' names and what lies on them, as their readers tell it."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from hardware.profiles.model import Pad
from host.app import theme
from host.app.board_item import write
from host.app.drawn import group_of
from host.app.geometry import PAD_MM, Geometry
from host.play.picture import PadSight

TEXT_MM = 15
ROOM_MM = 76.0  # for words below a pad; the next one stands there
_TROUBLES = {
    "several": ("several cards", "several"),
    "garbled": ("cannot be read", "unread"),
    "down": ("reader is down", "down"),
}


def words(sight: PadSight, *, is_narrow: bool = False) -> str:
    """Return what lies on a pad in words, or where there is little room in one; nothing if it is empty."""
    if sight.state != "card":
        return _TROUBLES.get(sight.state, ("", ""))[is_narrow]
    if not sight.card:
        return "card" if is_narrow else "a card"
    return sight.card.rpartition(".")[2] if is_narrow else sight.card.replace(".", " ")


def in_full(sight: PadSight) -> str:
    """Return a pad and what lies there, as a line of its own."""
    lying = {"unknown": "not read yet", "empty": "nothing lies there"}.get(sight.state) or words(sight)
    return f"{sight.name}: {lying}"


class PadLayer(QGraphicsItem):
    """The pads: an item for each, so that Qt keeps its picture and paints only a pad that changed."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self._items = [_PadItem(geometry, pad, self) for pad in geometry.profile.pads]
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.setZValue(6)

    @property
    def sights(self) -> tuple[PadSight, ...]:
        """What is shown of each pad."""
        return tuple(item.sight for item in self._items)

    def show_sights(self, sights: tuple[PadSight, ...]) -> None:
        """Show what the readers tell; of a table that is not read yet they tell nothing."""
        for item, sight in zip(self._items, sights, strict=False):
            item.show_sight(sight)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Nothing of its own."""
        return QRectF()

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw nothing."""


class _PadItem(QGraphicsItem):
    """A pad's name and what lies on it.

    Attributes:
        sight: what is shown.
    """

    def __init__(self, geometry: Geometry, pad: Pad, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.sight = PadSight(pad.name)
        self._rect = geometry.pad_rect(pad.index)
        self._is_named = geometry.is_named(pad.index)
        self._is_below = geometry.has_room_below(pad.index) or not group_of(pad.name)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_sight(self, sight: PadSight) -> None:
        """Show what the reader tells."""
        if sight != self.sight:
            self.sight = sight
            self.update()

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _write(self, painter: QPainter, line: int, text: str, colour: QColor) -> None:
        """Write a line below the pad, or at its lower edge where something else is below it."""
        high = painter.fontMetrics().height()
        painter.setPen(colour)
        top = self._rect.bottom() + (2 + line * high if self._is_below else -high)
        write(painter, QRectF(self._rect.center().x() - 50, top, 100, high), text)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The pad and two lines below it, as large as they get in the smallest window."""
        return self._rect.adjusted(-PAD_MM / 2, -2, PAD_MM / 2, PAD_MM)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw a rim around a pad that tells something, its name and what it tells."""
        assert painter is not None
        painter.setFont(theme.scene_font(painter, TEXT_MM))
        said, is_trouble = words(self.sight), self.sight.state in _TROUBLES
        if QFontMetricsF(painter.font()).horizontalAdvance(said) > ROOM_MM:
            said = words(self.sight, is_narrow=True)
        colour = theme.AMBER if is_trouble else theme.INK
        if said:
            painter.setPen(QPen(colour, 2.0, Qt.PenStyle.DashLine if is_trouble else Qt.PenStyle.SolidLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._rect, 10, 10)
        if not self._is_named:
            return
        name = self.sight.name
        if group_of(name):
            self._write(painter, 0, said or name.rpartition(".")[2], colour if said else theme.FAINT)
        else:
            self._write(painter, 0, name, theme.FAINT)
            self._write(painter, 1, said, colour)
