"""The start screen: begin a game, resume one, or quit."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtGui import QResizeEvent, QShowEvent
from PyQt6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from host.app import theme
from host.app.banner import HEIGHT, LEAST_HEIGHT, Banner
from host.app.choices import Choices
from host.app.game_form import GameForm
from host.app.labels import button, discard, label
from host.app.panels import titled
from host.app.scrolling import scrolling
from host.app.start_parts import Rulings, SavedRow
from host.app.wishes import GameCard, SavedGame, TablePlace, Wish

WIDTH = 1180  # five players to choose from fit in one row
SAVED_WIDTH = 350
CHOICES = 640  # the height that the choices of most games need


class StartScreen(QWidget):
    """Who plays what, and where.

    Attributes:
        games: which game is played.
        forms: what there is to choose for each of them.
        tables: where the table is.
        saved: games that can be resumed.
        choices: the area in which a new game is chosen; it scrolls.
        banner: the head, with things of the game that is chosen.

    Signals:
        begun: a Wish.
        aborted: the key of a saved game.
        quitted: the person wants to end the app.
    """

    begun = pyqtSignal(object)
    aborted = pyqtSignal(str)
    quitted = pyqtSignal()

    def __init__(self, games: Sequence[GameCard]) -> None:
        super().__init__()
        self.setObjectName("start")
        self.forms = {game.name: GameForm(game) for game in games}
        self.banner = Banner()
        self.games = Choices("Which game?")
        self.games.offer([(game.name, game.title, "") for game in games])
        for tick in self.games.ticks.values():
            tick.toggled.connect(self.show_seats)
        self.tables = Choices("Where is the table?")
        self.begin = button("Begin", "main", key="Ctrl+N")
        self.begin.clicked.connect(self._begin)
        self.quit = button("Quit", "quiet")
        self.quit.clicked.connect(self.quitted)
        self._state = label("", "soft", wraps=True)
        self.saved: list[SavedRow] = []
        self._saved_column = QVBoxLayout()
        self._none_saved = label("Games that you leave appear here.", "faint", wraps=True)
        self._arrange()
        self.show_seats()

    @property
    def form(self) -> GameForm:
        """What is chosen for the game that is chosen."""
        return self.forms[self.games.chosen]

    @property
    def seats(self) -> list[Choices]:
        """Who plays each seat."""
        return self.form.seats

    @property
    def kinds(self) -> Choices:
        """What kind of table it is."""
        return self.form.kinds

    @property
    def rulings(self) -> Rulings:
        """Rulings that may be set otherwise."""
        return self.form.rulings

    def show_seats(self) -> None:
        """Show what there is to choose for the game that is chosen, in its colours."""
        theme.seat(self.form.game.seats)
        self.banner.show_game(self.form.game.name)
        for form in self.forms.values():
            for part in (form, form.kinds, form.rulings):
                part.setVisible(form is self.form)

    def offer_tables(self, places: Sequence[TablePlace]) -> None:
        """Offer tables; what was chosen stays chosen."""
        self.tables.offer([(place.key, place.title, place.detail) for place in places])

    def offer_saved(self, games: Sequence[SavedGame]) -> None:
        """Offer games to resume."""
        for row in self.saved:
            self._saved_column.removeWidget(row)
            discard(row)
        self.saved = [self._row(game) for game in games]
        for at, row in enumerate(self.saved):
            self._saved_column.insertWidget(at, row)
        self._none_saved.setVisible(not games)
        for name, form in self.forms.items():
            lost = (game for game in games if game.losers and game.game == name)
            last = max(lost, key=lambda game: game.at, default=None)
            form.show_losers(last.losers if last else ())

    def tell(self, sentence: str, *, is_busy: bool = False) -> None:
        """Say what is going on; while something is, nothing else can be begun."""
        self._state.setText(sentence)
        was_busy = not self.begin.isEnabled()
        self.begin.setEnabled(not is_busy)
        for row in self.saved:
            row.setEnabled(not is_busy)
        if is_busy:
            self.setFocus()  # else Qt would hand it on, from Begin to Quit
        elif was_busy:
            self.begin.setFocus()

    def choose(self, wish: Wish) -> None:
        """Choose what a wish says, as far as it is offered."""
        self.games.choose(wish.game)
        self.tables.choose(wish.where)
        self.form.choose(wish)

    def wish(self, resume: str = "") -> Wish:
        """Return what is chosen."""
        form = self.form
        return Wish(
            form.game.name,
            form.players,
            self.tables.chosen,
            form.options,
            resume,
            form.kinds.chosen,
            taps=form.taps.chosen,
        )

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.begun.emit(self.wish())

    def _row(self, game: SavedGame) -> SavedRow:
        row = SavedRow(game)
        row.resumed.connect(lambda: self.begun.emit(self.wish(game.key)))
        row.aborted.connect(lambda: self.aborted.emit(game.key))
        return row

    def _arrange(self) -> None:
        body = QHBoxLayout()
        body.setSpacing(40)
        new = QVBoxLayout()
        new.setSpacing(14)
        self.choices = _scrolling(self._new_game())
        new.addWidget(self.choices, 1)
        new.addLayout(self._deeds())
        body.addLayout(new, 1)
        body.addWidget(self._saved_games())
        page = QWidget()
        page.setMaximumWidth(WIDTH)
        column = QVBoxLayout(page)
        column.setContentsMargins(32, 12, 32, 20)
        column.setSpacing(12)
        column.addWidget(self.banner)
        column.addLayout(body, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(page)

    def _new_game(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(titled("New game"))
        column.addWidget(self.games)
        for form in self.forms.values():
            column.addWidget(form)
        column.addSpacing(10)
        column.addWidget(titled("Where is the table?"))
        column.addWidget(self.tables)
        column.addWidget(titled("What kind of table is it?"))
        for form in self.forms.values():
            column.addWidget(form.kinds)
        column.addSpacing(6)
        for form in self.forms.values():
            column.addWidget(form.rulings)
        column.addStretch()
        return column

    def _deeds(self) -> QHBoxLayout:
        self.begin.setMinimumSize(190, 46)
        row = QHBoxLayout()
        row.setContentsMargins(2, 0, 0, 0)
        row.addWidget(self.begin)
        row.addWidget(self.quit)
        row.addWidget(self._state, 1)
        return row

    def _saved_games(self) -> QWidget:
        self._saved_column.setSpacing(10)
        self._saved_column.addWidget(self._none_saved)
        self._saved_column.addStretch()
        side = QWidget()
        side.setFixedWidth(SAVED_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        title = titled("Saved games")
        title.setContentsMargins(2, 2, 0, 0)
        column.addWidget(title)
        column.addWidget(_scrolling(self._saved_column), 1)
        return side

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def showEvent(self, a0: QShowEvent | None) -> None:
        """Begin at the top, with the choice of game."""
        super().showEvent(a0)
        bar = self.choices.verticalScrollBar()
        assert bar is not None
        bar.setValue(0)

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        """Where the window is low, the head is, too: the choices need the room."""
        super().resizeEvent(a0)
        self.banner.setFixedHeight(max(LEAST_HEIGHT, min(HEIGHT, self.height() - CHOICES)))


def _scrolling(column: QVBoxLayout) -> QScrollArea:
    column.setContentsMargins(2, 2, 10, 2)
    return scrolling(column)
