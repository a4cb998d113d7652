"""A hand for the eyes of its owner: shown while a button is held, and gone when it is let go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from host.app.labels import discard, label

WIDTH = 520


class Face(NamedTuple):
    """What is printed on a card."""

    title: str
    texts: tuple[str, ...]


class HandCard(QFrame):
    """The cards of one seat, numbered as they lie before it.

    Attributes:
        titles: what can be read now; empty while it is hidden.
    """

    def __init__(self, faces: Mapping[str, Face], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFixedWidth(WIDTH)
        self.titles: tuple[str, ...] = ()
        self._faces = faces
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 16, 14)
        self._body: QWidget | None = None
        self.hide()

    def look(self, parts: Mapping[str, Sequence[str]], notes: Sequence[str], place: QPoint) -> None:
        """Show cards under their headings, and some notes, beside a place of the parent."""
        self.put_away()
        self.titles = tuple(self._face(card).title for cards in parts.values() for card in cards if card)
        self._body = self._listed(parts, notes)
        self._column.addWidget(self._body)
        self.setFixedHeight(self.layout().totalHeightForWidth(WIDTH))  # type: ignore[union-attr]
        bottom = self.parentWidget().height() - self.height() - 8  # type: ignore[union-attr]
        self.move(place.x(), max(8, min(place.y(), bottom)))
        self.show()
        self.raise_()

    def put_away(self) -> None:
        """Hide it, and forget what was on it."""
        self.titles = ()
        self.hide()
        if self._body is not None:
            self._column.removeWidget(self._body)
            discard(self._body)
            self._body = None

    def _face(self, name: str) -> Face:
        return self._faces[name.partition("#")[0]]

    def _listed(self, parts: Mapping[str, Sequence[str]], notes: Sequence[str]) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(2, 1)
        for heading, cards in parts.items():
            grid.addWidget(label(heading), grid.rowCount(), 0, 1, 3)
            for number, card in enumerate(cards, 1):
                if card:
                    self._add(grid, number, self._face(card))
        for note in notes:
            grid.addWidget(label(note, "small", wraps=True), grid.rowCount(), 0, 1, 3)
        return body

    def _add(self, grid: QGridLayout, number: int, face: Face) -> None:
        row, top = grid.rowCount(), Qt.AlignmentFlag.AlignTop
        grid.addWidget(label(str(number), "faint"), row, 0, top)
        grid.addWidget(label(face.title), row, 1, top)
        grid.addWidget(label("\n".join(face.texts), "small", wraps=True), row, 2)
