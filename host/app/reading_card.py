"""Something to read aloud, page by page, on a card above the table. It stops nothing and may be skipped."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, pyqtSignal
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from host.app import theme
from host.app.labels import button, label
from host.play.picture import Reading

WIDTH = 560
_MARGIN = 16


class ReadingCard(QFrame):
    """The card.

    Attributes:
        page: the number of the page that is shown, from 0.
        go_on: the button that turns the page, or closes the card behind the last one.
        skip: the button that closes it at once.

    Signals:
        done: people have read what has this key, or skipped it.
    """

    done = pyqtSignal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("reading")
        self.setStyleSheet(
            f"#reading {{ background: {theme.RAISED.name()}; border: 1px solid {theme.RIM.name()};"
            f" border-top: 4px solid {theme.BRASS.name()}; border-radius: 8px; }}"
        )
        self.page = 0
        self._reading: Reading | None = None
        self._heading = label("", "title", wraps=True)
        self._text = label("", wraps=True)
        self._text.setStyleSheet(f"font-size: {theme.BODY + 3}px")
        self._count = label("", "small")
        self.skip = button("Skip", "quiet")
        self.go_on = button("Next", "main")
        self.skip.clicked.connect(self.close_reading)
        self.go_on.clicked.connect(self._turn_page)
        last = QHBoxLayout()
        last.addWidget(self._count)
        last.addStretch()
        last.addWidget(self.skip)
        last.addWidget(self.go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 12)
        column.setSpacing(10)
        for each in (self._heading, self._text):
            column.addWidget(each)
        column.addLayout(last)
        self.hide()
        parent.installEventFilter(self)

    @property
    def text(self) -> str:
        """What is to be read now, or nothing."""
        return self._text.text() if self.isVisibleTo(self.parentWidget()) else ""

    def show_reading(self, reading: Reading | None) -> None:
        """Offer something to read; what was skipped or read through does not come back by itself."""
        if reading == self._reading:
            return
        is_other = reading is None or self._reading is None or reading.key != self._reading.key
        self._reading = reading
        if is_other:
            self.page = 0
            self.setVisible(reading is not None)
        self._show_page()

    def close_reading(self) -> None:
        """Close the card."""
        self.hide()
        if self._reading is not None:
            self.done.emit(self._reading.key)

    def _turn_page(self) -> None:
        assert self._reading is not None
        if self.page + 1 == len(self._reading.pages):
            self.close_reading()
        else:
            self.page += 1
            self._show_page()

    def _show_page(self) -> None:
        if self._reading is None or self.isHidden():
            return
        pages = self._reading.pages
        self.page = min(self.page, len(pages) - 1)
        self._heading.setText(pages[self.page].heading)
        self._text.setText(pages[self.page].text)
        self._count.setText(f"{self.page + 1} of {len(pages)}")
        is_last = self.page + 1 == len(pages)
        self.go_on.setText("Done" if is_last else "Next")
        self.skip.setVisible(not is_last)
        self._settle()

    def _settle(self) -> None:
        """Stay at the upper edge of the table, where few things lie."""
        parent = self.parentWidget()
        if parent is None or self.isHidden():
            return
        width = min(WIDTH, parent.width() - 2 * _MARGIN)
        self.setFixedWidth(width)
        self.setFixedHeight(self.layout().totalHeightForWidth(width))  # type: ignore[union-attr]
        self.move((parent.width() - width) // 2, _MARGIN)
        self.raise_()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Stay in place when the table's size changes."""
        if event is not None and event.type() == QEvent.Type.Resize:
            self._settle()
        return super().eventFilter(watched, event)
