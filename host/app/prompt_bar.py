"""What is asked now, and everything that can be answered, as large buttons with keys."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QColor, QKeyEvent
from PyQt6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engines.armada.pieces import Design
from host.app import answer_button, theme
from host.app.answer_button import AnswerButton
from host.app.answer_tree import Choice, Level, behind, level
from host.app.flow import FlowLayout
from host.app.icons import Sign
from host.app.key_ring import KeyRing
from host.app.labels import Emblem, Fitted, button, discard, label
from host.app.scrolling import scrolling
from host.play.picture import Prompt

HEIGHT = 138
TEXT_WIDTH = 350
MANY = 10  # answers of the ordinary height that have room; where there are more, they are lower
BLIND = "The table cannot be seen now. Choose your move here; the pieces follow when it is back."
_KEYS = {"escape": "esc", "return": "enter"}


class PromptBar(QFrame):
    """The bar at the bottom.

    Attributes:
        prompt: what is asked.
        path: the words chosen so far on the way to an answer.
        answers: the buttons that are shown.

    Signals:
        chosen: a Command.
        pointing: the tiles at which the answers still open would act.
        helped: hands should put the virtual table right.
        renewed: the game is over, and the person wants another one.
    """

    chosen = pyqtSignal(object)
    pointing = pyqtSignal(object)
    helped = pyqtSignal()
    renewed = pyqtSignal()

    def __init__(self, designs: Mapping[str, Design], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("promptbar")
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.prompt: Prompt | None = None
        self.path: tuple[str, ...] = ()
        self.answers: list[AnswerButton] = []
        self._tile: int | None = None
        self._tile_name = ""
        self._designs = designs
        self._ring = KeyRing()
        self._sign = Sign("wait", theme.SOFT, 28)
        self._emblem = Emblem(0, 26)
        self._title = label("", "title", wraps=True)
        self._detail = Fitted("soft")
        self._back = button("", "quiet", sign="back")
        self._back.setAccessibleName("Back")
        self._back.setToolTip("Back (Backspace)")
        self._back.clicked.connect(self.back)
        self._crumbs = label("", "small")
        self.help = button("Fix it for me")
        self.help.setToolTip("The virtual table puts the pieces right (H).")
        self.renew = button("New game", "main", key="Ctrl+N")
        self.renew.clicked.connect(self.renewed)
        for deed in (self.help, self.renew):
            deed.setStyleSheet(f"min-height: {answer_button.HEIGHT - 16}px")  # as high as an answer
        self.help.clicked.connect(self.helped)
        self._can_help = False
        self._rows = FlowLayout(gap=8)
        self._arrange()

    def offer_help(self, can_help: bool) -> None:
        """Offer that hands put the table right, where there are any."""
        self._can_help = can_help

    # ---- what comes in ---------------------------------------------------------------------------------------------

    def show_prompt(self, prompt: Prompt, *, is_blind: bool = False) -> None:
        """Ask something else; what was half chosen is kept if it still is there to choose.

        ``is_blind``: there is no table to do it at, so it can only be said here.
        """
        old, self.prompt = self.prompt, prompt
        is_blind = is_blind and prompt.kind == "turn"
        self._show_sign(prompt, is_blind=is_blind)
        self.help.setVisible(self._can_help and prompt.kind == "guide")
        self.renew.setVisible(prompt.kind == "over")
        self._title.setText(prompt.title)
        self._detail.setText(BLIND if is_blind else prompt.detail[:1].upper() + prompt.detail[1:])
        if old is None or (old.buttons, old.seat) != (prompt.buttons, prompt.seat):
            if old is None or old.kind != prompt.kind or not level(prompt.buttons, self.path, self._tile).buttons:
                self.path, self._tile = (), None
            self._ring.ask(prompt)
            self._build()
        for answer in self.answers:
            answer.light(prompt.lit is not None and answer.choice.button == prompt.buttons[prompt.lit])

    def point(self, tile: int, name: str) -> bool:
        """Keep the answers that act at a tile; False if there are none."""
        if self.prompt is None or not level(self.prompt.buttons, (), tile).buttons:
            return False
        self.path, self._tile, self._tile_name = (), tile, name
        self._build()
        return True

    def back(self) -> None:
        """Go one word back."""
        if self._tile is not None and not self.path:
            self._tile = None
        else:
            self.path = behind(self.prompt.buttons, self.path, self._tile) if self.prompt else ()
        self._build()

    def press(self, event: QKeyEvent) -> bool:
        """Choose by key; False if the key means nothing here."""
        if event.key() == Qt.Key.Key_Backspace and (self.path or self._tile is not None):
            self.back()
            return True
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        name = _key_name(event)
        if name == "h" and self.help.isVisible():
            self.help.click()
            return True
        for answer in self.answers:
            if answer.choice.key and answer.choice.key.lower() == name:
                answer.click()
                return True
        if name == "enter" and len(self.answers) == 1 and not self.renew.isVisible():
            self.answers[0].click()
            return True
        return False

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _show_sign(self, prompt: Prompt, *, is_blind: bool) -> None:
        """Show whose turn it is by the emblem, anything else by a sign."""
        is_turn = prompt.kind == "turn" and prompt.seat is not None and not is_blind
        self._sign.setVisible(not is_turn)
        self._emblem.setVisible(is_turn)
        self._emblem.seat = prompt.seat or 0
        self._emblem.update()
        if not is_turn:
            self._sign.show_sign(*(("blind", theme.AMBER) if is_blind else (prompt.kind, _colour(prompt))))

    def _choose(self, choice: Choice) -> None:
        if choice.button is not None:
            self.path, self._tile = (), None
            self.chosen.emit(choice.button.command)
            return
        self.path = choice.path
        self._build()

    def _build(self) -> None:
        had_focus = any(answer.hasFocus() for answer in self.answers)
        if had_focus:  # else Qt would hand it to whatever comes next
            self.setFocus()
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                discard(widget)
        here = self._here()
        self.answers = [self._answer(choice, is_low=len(here.choices) > MANY) for choice in here.choices]
        for answer in self.answers:
            self._rows.addWidget(answer)
            answer.show()
        if had_focus and self.path and self.answers:
            self.answers[0].setFocus()
        self._show_crumbs()
        is_narrowed = bool(self.path) or self._tile is not None
        self.pointing.emit(tuple({at.tile for at in here.buttons if at.tile is not None}) if is_narrowed else ())

    def _here(self) -> Level:
        """Return what can be chosen now; what could be chosen before by a key keeps it."""
        return self._ring.level(self.prompt.buttons, self.path, self._tile) if self.prompt else level(())

    def _answer(self, choice: Choice, *, is_low: bool) -> AnswerButton:
        seat = self.prompt.seat if self.prompt and self.prompt.seat is not None else 0
        answer = AnswerButton(choice, seat, self._design(choice), is_low=is_low)
        answer.clicked.connect(lambda: self._choose(choice))
        return answer

    def _design(self, choice: Choice) -> Design | None:
        """Return the piece that a choice is about: the word itself, or in a question the one that it names."""
        if choice.word in self._designs or self.prompt is None or self.prompt.kind != "ask":
            return self._designs.get(choice.word)
        return next((self._designs[word] for word in choice.label.split() if word in self._designs), None)

    def _show_crumbs(self) -> None:
        trail = [f"at {self._tile_name}"] if self._tile is not None else []
        trail += self.path
        self._crumbs.setText("   ›   ".join(trail))
        self._detail.setVisible(not trail)  # the heading and the way back need the room
        self._back.setVisible(bool(trail))
        self._crumbs.setVisible(bool(trail))

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 14, 14, 14)
        row.setSpacing(16)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._emblem, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._texts(), 0)
        row.addWidget(self.help, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.renew, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(scrolling(self._rows), 1)

    def _texts(self) -> QWidget:
        texts = QWidget()
        texts.setFixedWidth(TEXT_WIDTH)
        column = QVBoxLayout(texts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._detail)
        column.addStretch()
        column.addLayout(self._trail())
        return texts

    def _trail(self) -> QHBoxLayout:
        trail = QHBoxLayout()
        trail.setSpacing(6)
        self._back.setStyleSheet("min-height: 0; padding: 0")  # else it is higher than the size below, and cut off
        self._back.setFixedSize(30, 28)
        trail.addWidget(self._back)
        trail.addWidget(self._crumbs)
        trail.addStretch()
        return trail


def _colour(prompt: Prompt) -> QColor:
    if prompt.kind == "guide":
        return theme.AMBER
    if prompt.kind in ("ask", "aim"):
        return theme.VIOLET
    if prompt.kind in ("turn", "reveal") and prompt.seat is not None:
        return theme.livery(prompt.seat).line
    return theme.BRASS if prompt.kind == "over" else theme.SOFT


def _key_name(event: QKeyEvent) -> str:
    name = Qt.Key(event.key()).name.removeprefix("Key_").lower()
    return _KEYS.get(name, name)
