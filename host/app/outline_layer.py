"""The outlines of ships: an item for each, so that Qt keeps its picture and paints only a ship that changed."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPen
from PyQt6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QStyleOptionGraphicsItem, QWidget

from host.app import theme
from host.app.geometry import Geometry
from host.app.marks import Outline

_WIDTH_MM = 1.8


class OutlineLayer(QGraphicsItem):
    """Draws nothing itself: the outlines are its children."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self._geometry = geometry
        self._drawn: dict[Outline, QGraphicsPathItem] = {}
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.setZValue(29)

    def show_outlines(self, outlines: tuple[Outline, ...]) -> None:
        """Draw other outlines; those that stay are left alone."""
        for gone in self._drawn.keys() - set(outlines):
            scene, item = self.scene(), self._drawn.pop(gone)
            assert scene is not None
            scene.removeItem(item)
        for at, outline in enumerate(outlines):
            if outline not in self._drawn:
                self._drawn[outline] = self._draw(outline)
            self._drawn[outline].setZValue(at)

    def _draw(self, outline: Outline) -> QGraphicsPathItem:
        path = QPainterPath()
        for tile in outline.tiles:
            path.addRect(self._geometry.tile_rect(tile).adjusted(-0.2, -0.2, 0.2, 0.2))
        item = QGraphicsPathItem(path.simplified(), self)
        pen = QPen(theme.livery(outline.seat).line, _WIDTH_MM)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        item.setPen(pen)
        item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        return item

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Nothing of its own."""
        return QRectF()

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw nothing."""
