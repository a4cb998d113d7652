"""The table of SAW: rows of the seats, pads and piles, and the trap that runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPen
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from host.app import saw_art, theme
from host.app.board_item import write
from host.app.piece_art import draw_emblem
from host.app.saw_layout import CARD_MM, DECK, DISCARD, PILE, PLAY, SawGeometry
from host.play.picture import Card, Picture

_PLATE, _WELL = QColor("#101820"), QColor("#0c1219")
_TEXT = 14
_ABOVE_SCALE = 0.8
_BODY = 2  # a victim has a body and a trap


class SawGround(QGraphicsItem):
    """Paints what does not move; again only when seats, piles or the trap change."""

    def __init__(self, geometry: SawGeometry, titles: Mapping[str, str]) -> None:
        super().__init__()
        self._geometry = geometry
        self._titles = titles
        self._shown: tuple[object, ...] = ()
        self._names: tuple[str, ...] = ()
        self._left, self._top = 0, ""
        self._trap: Card | None = None
        self._hands: tuple[int, ...] = ()
        self._slots: tuple[tuple[bool, ...], ...] = ()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_picture(self, picture: Picture, *, has_cards: bool = False) -> None:
        """Follow a picture. ``has_cards``: no hands lay cards here, so those that were dealt are drawn, as backs."""
        trap = next((seat.cards[1] for seat in picture.seats if len(seat.cards) >= _BODY), None)
        left = picture.seats[0].draw if picture.seats else 0
        hands = tuple(map(len, picture.hands)) if has_cards else ()
        slots = tuple(tuple(map(bool, bench)) for bench in picture.benches) if has_cards else ()
        shown = (tuple(seat.name for seat in picture.seats), left, picture.top, trap, hands, slots)
        if shown != self._shown:
            self._shown = shown
            self._names, self._left, self._top, self._trap, self._hands, self._slots = shown
            self.update()

    def cards(self) -> Iterator[tuple[int, int, QPointF, float]]:
        """Yield the cards that are drawn: whose, its number in the hand or 0, its middle, how much of it is seen."""
        for pad in self._geometry.profile.pads:
            owner, is_bench, slot = pad.name.partition(".bench.")
            seat = int(owner.removeprefix("seat")) - 1 if is_bench else len(self._slots)
            if seat < len(self._slots) and any(self._slots[seat][int(slot) - 1 : int(slot)]):
                yield seat, 0, self._geometry.pad(pad.index), 1.0
        for seat, count in enumerate(self._hands):
            for number in range(count):
                seen = self._geometry.seen_in_hand(seat, number, count)
                yield seat, number + 1, self._geometry.in_hand(seat, number, count), seen

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _draw_row(self, painter: QPainter, seat: int) -> None:
        row = self._geometry.row(seat)
        painter.setPen(QPen(theme.EDGE, 1.0))
        painter.setBrush(_PLATE)
        painter.drawRoundedRect(row, 8, 8)
        painter.save()
        painter.translate(QPointF(18, row.center().y() - 19))
        draw_emblem(painter, seat, 6)
        painter.restore()
        painter.setFont(theme.scene_font(painter, _TEXT))
        painter.setPen(theme.SOFT)
        name = self._names[seat].capitalize() if seat < len(self._names) else ""
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(32, row.center().y() - 31, 100, 24), left, name)

    def _draw_slot(self, painter: QPainter, pad: int) -> None:
        rect = self._geometry.pad_rect(pad)
        painter.setPen(QPen(theme.RIM, 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(_WELL)
        painter.drawRoundedRect(rect, 5, 5)
        painter.setPen(theme.FAINT)
        painter.setFont(theme.scene_font(painter, _TEXT))
        write(painter, rect, self._geometry.profile.pads[pad].name.rpartition(".")[2])

    def _draw_pad(self, painter: QPainter, pad: int) -> None:
        rect = self._geometry.pad_rect(pad)
        painter.setPen(QPen(theme.RIM, 1.2))
        painter.setBrush(_WELL)
        painter.drawRoundedRect(rect, 10, 10)
        painter.setPen(QPen(theme.FAINT, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for radius in (9.0, 15.0, 21.0):
            centre = rect.center() + QPointF(-8, 0)
            painter.drawArc(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), -45 * 16, 90 * 16)

    def _draw_cards(self, painter: QPainter) -> None:
        for seat, number, centre, seen in self.cards():
            painter.save()
            painter.translate(centre)
            painter.scale(self._geometry.unit, self._geometry.unit)
            saw_art.draw_card(painter, seat, number, is_chosen=False, seen=seen)
            painter.restore()

    def _draw_piles(self, painter: QPainter) -> None:
        for name, words in ((DECK, str(self._left)), (PILE, "")):
            place = self._geometry.pile(name)
            assert place is not None
            painter.save()
            painter.translate(place)
            painter.scale(_ABOVE_SCALE, _ABOVE_SCALE)
            if name == DECK and self._left:
                saw_art.draw_back(painter)
            elif name == PILE and self._top:
                saw_art.draw_face(painter, self._titles.get(self._top, "not named"))
            else:
                painter.setPen(QPen(theme.EDGE, 1.4, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(-CARD_MM[0] / 2, -CARD_MM[1] / 2, *CARD_MM), 5, 5)
            painter.restore()
            painter.setFont(theme.scene_font(painter, _TEXT))
            painter.setPen(theme.FAINT)
            write(painter, QRectF(place.x() - 45, place.y() + 42, 90, 22), f"{name} {words}".strip())

    def _draw_trap(self, painter: QPainter, trap: Card) -> None:
        """Draw what a trap needs, as it fills, and what it costs."""
        area = self._geometry.trap_rect()
        painter.setPen(QPen(saw_art.BLEEDING, 1.4))
        painter.setBrush(_PLATE)
        painter.drawRoundedRect(area, 8, 8)
        inner = area.adjusted(14, 8, -14, -8)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setFont(theme.scene_font(painter, _TEXT, bold=True))
        painter.setPen(theme.INK)
        painter.drawText(inner, left, f"{trap.name} for {self._names[trap.seat].capitalize()}")
        painter.setFont(theme.scene_font(painter, _TEXT))
        for number, gauge in enumerate(trap.gauges):
            line = QRectF(inner.left(), inner.top() + 24 + number * 24, inner.width(), 20)
            painter.setPen(theme.SOFT)
            painter.drawText(line, left | Qt.AlignmentFlag.AlignVCenter, gauge.label)
            painter.drawText(line, right | Qt.AlignmentFlag.AlignVCenter, gauge.text)
            self._draw_bar(painter, line.adjusted(96, 4, -66, -4), gauge.value, gauge.most)
        painter.setPen(theme.SOFT)
        painter.drawText(inner, left | Qt.AlignmentFlag.AlignBottom, trap.detail)

    def _draw_bar(self, painter: QPainter, bar: QRectF, value: int, most: int) -> None:
        step = bar.width() / most
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(most):
            painter.setBrush(theme.GOOD if number < value else theme.EDGE)
            painter.drawRoundedRect(QRectF(bar.left() + number * step, bar.top(), step - 2, bar.height()), 1.5, 1.5)

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """Everything."""
        return self._geometry.bounds

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        """Draw the table."""
        assert painter is not None
        for seat in range(self._geometry.seats):
            self._draw_row(painter, seat)
        for pad in self._geometry.profile.pads:
            if pad.name in (PLAY, DISCARD):
                self._draw_pad(painter, pad.index)
            elif pad.x > 0:
                self._draw_slot(painter, pad.index)
        painter.setPen(QPen(theme.EDGE, 0.8))
        painter.setBrush(theme.ABYSS)
        for light in self._geometry.profile.lights:
            if light.x > 0:
                radius, _ = self._geometry.light_mm(light.owner)
                painter.drawEllipse(self._geometry.point(light.x, light.y), radius, radius)
        self._draw_cards(painter)
        self._draw_piles(painter)
        if self._trap is not None:
            self._draw_trap(painter, self._trap)
