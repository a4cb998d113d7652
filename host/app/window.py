"""The window: the start screen, and the table while a game runs."""

from __future__ import annotations

import threading

from PyQt6.QtCore import QSize, QTimer, pyqtSignal
from PyQt6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PyQt6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from host.app import theme
from host.app.hands import PACE_MS
from host.app.kits import kit_of
from host.app.lobby import Lobby, LobbyError, Opened
from host.app.memory import Memory
from host.app.session import GameSession
from host.app.start import StartScreen
from host.app.table_screen import TableScreen
from host.app.wishes import Wish

SIZE, LEAST_SIZE = QSize(1280, 800), QSize(1024, 700)
FRAME = QSize(8, 40)  # what a window manager may add around the window
SCAN_MS = 2000
OPENING_S = 5.0


class Window(QMainWindow):
    """The one window of the app.

    Attributes:
        start: the start screen.
        table: the screen of the running game, or None.
        session: the running game, or None.

    Signals:
        opened: a game that was wished for is there.
        refused: a sentence; it could not be opened.
        failed: a sentence about an error that nobody expected; may be emitted in any thread.
    """

    opened = pyqtSignal(object)
    refused = pyqtSignal(str)
    failed = pyqtSignal(str)

    def __init__(self, lobby: Lobby, *, pace: int = PACE_MS, memory: Memory | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Deadfall")
        self._memory = memory or Memory()
        self._fit()
        self.table: TableScreen | None = None
        self.session: GameSession | None = None
        self._lobby = lobby
        self._pace = pace
        self._is_closed = False
        self._opening: threading.Thread | None = None
        self._unseen: Opened | None = None  # opened, but not shown yet
        self.start = StartScreen(lobby.games)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start)
        self.setCentralWidget(self._pages)
        self._scan = QTimer(self)
        self._scan.setInterval(SCAN_MS)
        self._scan.timeout.connect(self._offer_tables)
        self._connect()
        self._offer()
        if self._memory.wish is not None:
            self.start.choose(self._memory.wish)

    def say(self, sentence: str) -> None:
        """Have a person read a sentence, wherever they are."""
        if self.table is not None:
            self.table.notice.say(sentence)
        else:
            self.start.tell(sentence)

    def begin(self, wish: Wish) -> None:
        """Open a game in the background, then show it."""
        if not wish.resume:
            self._memory.keep(wish=wish)
        self.start.tell("Setting the table …", is_busy=True)
        self._opening = threading.Thread(target=self._open, args=(wish,), name="opening", daemon=True)
        self._opening.start()

    def show_table(self, opened: Opened) -> None:
        """Show a game that was opened."""
        self._unseen = None
        if self._is_closed:
            return
        self._scan.stop()
        self.start.tell("")
        theme.seat(seat.name for seat in opened.table.picture.seats)
        self.table = kit_of(opened.table.picture.game).screen(opened)
        self.table.left.connect(self.leave)
        self.table.renewed.connect(lambda: self._renew(opened.choices))
        self.session = GameSession(self.table, self)
        self._pages.addWidget(self.table)
        self._pages.setCurrentWidget(self.table)
        self.session.start(opened, pace=self._pace)
        self.table.board.setFocus()

    def leave(self) -> None:
        """Leave the running game; its ledger has everything."""
        session, self.session = self.session, None
        screen, self.table = self.table, None
        if session is not None:
            session.stop()
            session.deleteLater()
        if screen is not None:
            self._pages.removeWidget(screen)
            screen.deleteLater()
        self._pages.setCurrentWidget(self.start)
        self.start.show_seats()
        self._offer()

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Be as large as last time, or as usual, as far as the screen has room for it."""
        screen = self.screen()
        assert screen is not None
        room = screen.availableSize() - FRAME
        self.setMinimumSize(LEAST_SIZE.boundedTo(room))
        self.resize((QSize(*self._memory.size) if self._memory.size else SIZE).boundedTo(room))

    def _connect(self) -> None:
        self.start.begun.connect(self.begin)
        self.start.aborted.connect(self._abort)
        self.start.quitted.connect(self.close)
        QShortcut(QKeySequence("Ctrl+Q"), self, self.close)
        self.opened.connect(self.show_table)
        self.refused.connect(self.start.tell)
        self.failed.connect(self.say)

    def _renew(self, choices: Wish | None) -> None:
        """Leave a game that is over for the start screen, where everything is chosen as it was for that game."""
        self.leave()
        if choices is not None:
            self.start.choose(choices)

    def _offer(self) -> None:
        self.start.tell("")
        self.start.offer_saved(self._lobby.saved())
        self._offer_tables()
        self._scan.start()
        self.start.begin.setFocus()

    def _offer_tables(self) -> None:
        self.start.offer_tables(self._lobby.tables())

    def _abort(self, key: str) -> None:
        self._lobby.abort(key)
        self.start.offer_saved(self._lobby.saved())

    def _open(self, wish: Wish) -> None:
        """In a thread: a twin takes a moment to start."""
        try:
            self._unseen = self._lobby.open(wish, self.pictured)
            self.opened.emit(self._unseen)
        except LobbyError as error:
            self.refused.emit(str(error))
        except Exception as error:
            self.refused.emit(f"The game could not be opened: {error}. Try again, or choose another table.")

    def pictured(self) -> None:
        """In the game's thread: there is a new picture."""
        session = self.session
        if session is not None:
            session.changed.emit()

    @property
    def page(self) -> QWidget | None:
        """What is shown: the start screen or a table."""
        return self._pages.currentWidget()

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """Leave the game before the window goes; wait for one that is being opened, or its twin would be left alone."""
        self._is_closed = True
        if not self.isMaximized() and not self.isFullScreen():
            self._memory.keep(size=(self.width(), self.height()))
        self._scan.stop()
        if self.session is not None:
            self.leave()
            self._scan.stop()
        if self._opening is not None:
            self._opening.join(OPENING_S)
        if self._unseen is not None:
            self._unseen.close()
            self._unseen = None
        super().closeEvent(event)
