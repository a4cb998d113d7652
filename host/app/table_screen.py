"""The screen of a running game: table, ships, ledger and prompt, all from one picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PyQt6.QtCore import QPoint, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QResizeEvent
from PyQt6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engines.armada.pieces import Design
from hardware.profiles.model import Profile
from host.app import ledger_view, panels, theme
from host.app.board_scene import BoardScene
from host.app.board_view import BoardView
from host.app.desk import Answer
from host.app.hands import VirtualHands
from host.app.health_card import HealthCard
from host.app.keys import KeysCard
from host.app.ledger_view import LedgerView
from host.app.loot_hand_card import Face, HandCard
from host.app.order_strip import OrderStrip
from host.app.panels import SeatPanel
from host.app.pile_strip import PileStrip
from host.app.prompt_bar import PromptBar
from host.app.reading_card import ReadingCard
from host.app.scrolling import scrolling
from host.app.status import Header, NoticeBar
from host.app.tab_order import go_on
from host.app.wishes import PERSON
from host.link import RGB
from host.play.commands import Command, Mask, Press, Show, Unread
from host.play.picture import Picture

NARROW = 1280
CROWD = 4  # seats that have room on every screen


class TableScreen(QWidget):
    """Everything that is seen of a running game.

    Attributes:
        header: where we are, and the connection.
        board: the table.
        seats: a panel for each seat.
        ledger: what happened.
        bar: what is asked.
        notice: a sentence that must be read.
        designs: the pieces by name.
        hand: what somebody looks at in private.
        order: cards of the deck that somebody puts into an order.
        pile: the order of what was just discarded.
        reading: what people may read aloud.

    Signals:
        chosen: a Command.
        left: the person wants to leave.
        renewed: the game is over, and the person wants another one.
    """

    chosen = pyqtSignal(object)
    left = pyqtSignal()
    renewed = pyqtSignal()

    def __init__(
        self,
        profile: Profile,
        designs: Mapping[str, Design],
        parent: QWidget | None = None,
        *,
        scene: BoardScene | None = None,
        seats: int = 2,
        faces: Mapping[str, Face] | None = None,
        panel: Callable[..., SeatPanel] = SeatPanel,
    ) -> None:
        super().__init__(parent)
        self.header = Header()
        self.board = BoardView(profile, designs, scene=scene)
        self.seats = [panel(seat, is_low=seats > 2) for seat in range(seats)]
        self.ledger = LedgerView()
        self.bar = PromptBar(designs)
        self.notice = NoticeBar(self.board)
        self.designs = designs
        self.hand = HandCard(faces or {}, self)
        self.order = OrderStrip(faces or {}, self.board)
        self.pile = PileStrip(faces or {}, self.board)
        self.reading = ReadingCard(self.board)
        self._profile = profile
        self._picture: Picture | None = None
        self._noticed: str | None = None
        self._warned = ""
        self._hands: VirtualHands | None = None
        self._arrange()
        self.header.left.connect(self.left)
        self.ledger.chosen.connect(self.chosen)
        self.bar.chosen.connect(self.chosen)
        self.bar.renewed.connect(self.renewed)
        self.bar.pointing.connect(self.board.board.point_at)
        self.board.pointed.connect(self._point)
        self.board.shown.connect(lambda name: self._send(Show(name)))
        self.board.masked.connect(lambda tile, is_masked: self._send(Mask(tile, is_masked)))
        self.board.unread.connect(lambda pad: self._send(Unread(pad)))
        self.header.asked.connect(self._show_keys)
        self.header.examined.connect(self._show_sensors)
        self.order.chosen.connect(self.chosen)
        self.pile.chosen.connect(self.chosen)
        for number, seat in enumerate(self.seats):
            seat.corrected.connect(self.chosen)
            seat.chosen.connect(self.chosen)
            seat.looked.connect(lambda is_held, number=number: self._look(number, is_held))

    def use_hands(self, hands: VirtualHands | None) -> None:
        """Show a virtual table that can be reached onto."""
        self._hands = hands
        self.board.use_hands(hands)
        self.header.cable.setVisible(hands is not None)
        self.bar.offer_help(hands is not None)

    def show_picture(self, picture: Picture) -> None:
        """Follow a picture."""
        if self._picture is not None and _happened(picture) != _happened(self._picture):
            self._calm()
        was_asked = _asked_person(self._picture)
        self._picture = picture
        self.header.show_picture(picture)
        self.board.show_picture(picture)
        for number, (panel, seat) in enumerate(zip(self.seats, picture.seats, strict=False)):
            panel.show_seat(seat, picture.winner)
            panel.show_prompt(picture.prompt)
            panel.offer_look(bool(_private(picture, number)[0]))
        self.ledger.show_picture(picture)
        self.bar.show_prompt(picture.prompt, is_blind=picture.is_blind)
        self.order.show_cards(picture.looked if picture.prompt.kind == "turn" else (), picture.prompt.seat or 0)
        self.pile.show_cards(picture.dropped)
        self.reading.show_reading(picture.reading)
        self._notice(picture)
        if _asked_person(picture) != was_asked:
            self._bring_into_view()

    def expect_notice(self) -> None:
        """Something was said: what the table notices about it is shown even if it noticed the same before."""
        self._noticed = None

    def warn(self, sentence: str) -> None:
        """Say what hands could not do; once something else has happened at the table, it is withdrawn."""
        self._warned = sentence
        self.notice.say(sentence)

    def show_frame(self, frame: Sequence[RGB]) -> bool:
        """Follow a frame of lights; tell whether anything changed."""
        return self.board.board.show_frame(frame)

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _notice(self, picture: Picture) -> None:
        """Show what must be read: also why there is no table, where the head has no room for it."""
        lost = picture.link if self.header.is_link_cut and picture.is_missing else ""
        sentence = picture.notice or lost
        if sentence != self._noticed:
            self._noticed = sentence
            self.notice.say(sentence)

    def _calm(self) -> None:
        """Withdraw the last warning, if it still is there."""
        if self._warned and self.notice.text == self._warned:
            self.notice.say(self._noticed or "")
        self._warned = ""

    def _look(self, seat: int, is_held: bool) -> None:
        """Show a hand while its owner holds the button."""
        picture = self._picture
        if is_held and picture is not None:
            panel = self.seats[seat]
            place = panel.mapTo(self, QPoint(panel.width() + 8, 0))
            self.hand.look(*_private(picture, seat), place)
        else:
            self.hand.put_away()

    def _point(self, tile: int) -> None:
        self.bar.point(tile, self._profile.tiles[tile].name)

    def _press(self, answer: Answer) -> None:
        """Press the button of the seat that is asked: in the twin, or where it has none, on the screen."""
        seat = self._picture.prompt.seat if self._picture else None
        if seat is None:
            return
        if self._hands is not None and self._profile.buttons:
            self._hands.press(seat, answer)
        else:
            self._send(Press(seat, answer))

    def _show_keys(self) -> None:
        KeysCard(self._hands is not None, self, has_ships=bool(self.designs)).open_below(_below(self.header.keys))

    def _show_sensors(self) -> None:
        if self._picture is not None:
            HealthCard(self._picture, self).open_below(_below(self.header.sensors))

    def _bring_into_view(self) -> None:
        """Show the panel of the person who is asked, where there is no room for all."""
        asked = _asked_person(self._picture)
        if asked is not None and asked < len(self.seats):
            self._left.ensureWidgetVisible(self.seats[asked], 0, 0)

    def _send(self, command: Command) -> None:
        self.chosen.emit(command)

    def _arrange(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(1)
        left.setContentsMargins(0, 0, 0, 0)
        for panel in reversed(self.seats):  # as they sit: the one in the north above
            left.addWidget(panel, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.setContentsMargins(0, 0, 0, 0)
        self._left = scrolling(left)
        bar = self._left.verticalScrollBar()
        assert bar is not None
        bar.rangeChanged.connect(self._bring_into_view)  # the panels have been laid out
        body.addWidget(self._left)
        body.addWidget(_line())
        body.addWidget(self.board, 1)
        body.addWidget(_line())
        body.addWidget(self.ledger)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.header)
        column.addLayout(body, 1)
        column.addWidget(self.bar)

    def _share_out(self, width: int) -> None:
        """A wide window has room for wider panels, a narrow one leaves the table what it can."""
        spare, lack = max(0, width - NARROW), max(0, NARROW - width)
        for seat in self.seats:
            wide = min(panels.WIDEST, panels.WIDTH + spare // 6)
            seat.setFixedWidth(max(panels.LEAST, wide - lack // 8))
        bar = self._left.verticalScrollBar()
        assert bar is not None
        room = bar.sizeHint().width() if len(self.seats) > CROWD else 0  # at a small screen they do not all fit
        self._left.setFixedWidth(self.seats[0].width() + room)
        wide = min(ledger_view.WIDEST, ledger_view.WIDTH + spare // 4)
        self.ledger.setFixedWidth(max(ledger_view.LEAST, wide - lack // 8))

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Share out the width."""
        super().resizeEvent(event)
        self._share_out(self.width())
        self.order.settle()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002
        """Go from the table to what is asked, the seats, the ledger and the head."""
        parts = (self.board, self.bar, *reversed(self.seats), self.ledger, self.header)
        return go_on(parts, QApplication.focusWidget(), is_back=not next)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Keys that no widget wanted: answers by their key, the seats' buttons, and pointing at the cursor's tile."""
        assert event is not None
        if self.bar.press(event):
            return
        if event.key() == Qt.Key.Key_Y:
            self._press("yes")
        elif event.key() == Qt.Key.Key_N:
            self._press("no")
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.board.hasFocus() and self._profile.tiles:
            self._point(self.board.keyboard.tile)
        elif event.key() == Qt.Key.Key_Escape and self.reading.text:
            self.reading.close_reading()
        elif event.key() == Qt.Key.Key_Escape and self.pile.isVisible():
            self.pile.hide()
        elif event.key() == Qt.Key.Key_Escape and self.notice.text:
            self.notice.dismiss()
        else:
            event.ignore()


def _happened(picture: Picture) -> tuple[object, ...]:
    """Return what changes whenever somebody does something at the table."""
    return picture.lines, picture.tiles, picture.pads


def _asked_person(picture: Picture | None) -> int | None:
    """Return the seat of a person who is asked something, or None."""
    seat = picture.prompt.seat if picture is not None else None
    if picture is None or seat is None or not 0 <= seat < len(picture.seats):
        return None
    return seat if picture.seats[seat].player == PERSON else None


def _private(picture: Picture, seat: int) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return what only a seat may see, by headings, and what would help it.

    Nobody sees the cards of a house player before the game is over; at a real table whoever holds them is told which of
    them it means.
    """
    owner = picture.seats[seat].name.capitalize()
    if picture.seats[seat].player != PERSON and picture.prompt.kind != "over":
        whispers = tuple(whisper.text for whisper in picture.whispers if whisper.seat == seat)
        return ({f"Do this for {owner}, in secret": ()}, whispers) if whispers else ({}, ())
    parts: dict[str, tuple[str, ...]] = {}
    if any(picture.hands[seat : seat + 1]):
        parts[f"{owner}'s hand"] = picture.hands[seat]
    if any(picture.benches[seat] if seat < len(picture.benches) else ()):
        parts[f"{owner}'s bench"] = picture.benches[seat]
    is_asked = picture.prompt.seat == seat
    if picture.looked and is_asked:
        parts["The deck, from the top"] = picture.looked
    where, card = picture.peeked
    if card and is_asked:
        parts[where] = (card,)
    if picture.advice and is_asked and not parts:
        parts[f"Advice for {owner}"] = ()
    return parts, picture.advice if is_asked else ()


def _below(button: QWidget) -> QPoint:
    return button.mapToGlobal(QPoint(button.width(), button.height() + 6))


def _line() -> QFrame:
    line = QFrame()
    line.setFixedWidth(1)
    line.setStyleSheet(f"background: {theme.EDGE.name()};")
    return line
