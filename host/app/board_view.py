"""The table on the screen: it shows the scene, and turns mouse, touch and keys into what hands do."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PyQt6.QtWidgets import QFrame, QGraphicsView, QToolTip, QWidget

from engines.armada.pieces import Design
from hardware.profiles.model import Profile
from host.app import theme
from host.app.board_scene import BoardScene
from host.app.grip import Grip
from host.app.hands import VirtualHands
from host.app.keyboard import Keyboard
from host.app.labels import tip
from host.app.long_press import LongPress
from host.app.pad_layer import in_full
from host.app.pad_menu import PadMenu
from host.app.piece_tools import PieceTools
from host.app.thing_item import ThingItem
from host.app.tile_menu import TileMenu
from host.app.tile_words import SURE, belief
from host.play.picture import Picture

_WHOLE_SHIP = Qt.KeyboardModifier.ControlModifier
_WHEEL_STEP = 120


class BoardView(QGraphicsView):
    """The table.

    Attributes:
        board: the scene.
        keyboard: the hands of somebody who uses no mouse.
        tools: what can be done with the piece that was tapped.
        menu: what can be done about a tile that misbehaves.
        pad_menu: what can be said about a pad that does.

    Signals:
        pointed: a tile was clicked that nothing was done with.
        shown: at a real table, a piece of a play pile was clicked: it is the one in somebody's hand.
        masked: a tile, and whether it is to be ignored from now on.
        unread: a pad that does not read what is held to it.
    """

    pointed = pyqtSignal(int)
    shown = pyqtSignal(str)
    masked = pyqtSignal(int, bool)
    unread = pyqtSignal(str)

    def __init__(
        self,
        profile: Profile,
        designs: Mapping[str, Design],
        parent: QWidget | None = None,
        *,
        scene: BoardScene | None = None,
    ) -> None:
        super().__init__(parent)
        self.board = scene or BoardScene(profile, designs, self)
        self.board.setParent(self)
        self.setScene(self.board)
        self.keyboard = Keyboard(self.board)
        self._hands: VirtualHands | None = None
        self._grip: Grip | None = None
        self.tools = PieceTools(self)
        self.tools.turned.connect(self._turn_tapped)
        self.tools.ship_turned.connect(self._turn_ship)
        self.menu = TileMenu(self)
        self.menu.masked.connect(self.masked)
        self.pad_menu = PadMenu(self)
        self.pad_menu.unread.connect(self.unread)
        self._press = LongPress(self)
        self._press.held.connect(lambda place: self._offer_menu_at(self.mapToScene(place)))
        self._wheel = 0
        self._paint_alone()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName("The table")
        self.setAccessibleDescription(
            "Arrow keys move the cursor, Enter says what can be done there, Space lifts and puts down, "
            "Escape puts back, P takes a piece of the play pile, O goes to the next pad, T taps on it, R turns, "
            "I ignores a tile or believes it again."
        )

    def use_hands(self, hands: VirtualHands | None) -> None:
        """Let a person reach onto the table; None for a real table."""
        self._hands = hands
        self.board.use_hands(hands)
        self.keyboard.use_hands(hands)

    def show_picture(self, picture: Picture) -> None:
        """Follow a picture."""
        self.board.show_picture(picture)

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _paint_alone(self) -> None:
        """Fill the ground here: else Qt paints every widget behind the table first, which takes as long as the rest."""
        self.setBackgroundBrush(theme.ABYSS)
        viewport = self.viewport()
        assert viewport is not None
        viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def _fit(self) -> None:
        self.fitInView(self.board.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def _take_hold(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        item = self.board.piece_at(point)
        if self._hands is None or self._hands.is_busy or item is None or not self._hands.carries(item.name):
            return False
        is_ship = modifiers & _WHOLE_SHIP or (self.tools.moves_ship and item.name in self._tapped_ship())
        items = self.board.ship_with(item.name) if is_ship else {item.name: item}
        on_board = all(self._hands.places[name].tile is not None for name in items)
        self._grip = Grip(self._hands, self.board.table, items if on_board else {item.name: item}, point)
        return True

    def _turn(self, point: QPointF, quarters: int, modifiers: Qt.KeyboardModifier) -> bool:
        """Turn what is held, or what lies there; False if that is nothing."""
        item = self.board.piece_at(point)
        if self._grip is not None:
            self._grip.turn(quarters)
        elif item is None or self._hands is None or not self._hands.reaches(item.name):
            return False
        elif not self._hands.is_busy:
            if modifiers & _WHOLE_SHIP:
                self.keyboard.turn_ship(item.name, quarters)
            else:
                self._hands.turn(item.name, quarters)
        return True

    def _tile_at(self, place: QPoint) -> int | None:
        return self.board.table.tile_at(self.mapToScene(place))

    def _offer_menu_at(self, point: QPointF) -> None:
        """Offer what can be said about a tile or a pad at a place of the scene."""
        pad, viewport = self.board.table.pad_at(point), self.viewport()
        if pad is not None and viewport is not None:
            place = viewport.mapToGlobal(self.mapFromScene(self.board.table.pad_rect(pad).bottomLeft()))
            self.pad_menu.open_at(self.board.pads.sights[pad], place)
        else:
            self._offer_menu(self.board.table.tile_at(point))

    def _offer_menu(self, tile: int | None) -> None:
        """Offer to ignore a tile, or to believe it again."""
        viewport = self.viewport()
        if tile is not None and viewport is not None and self.board.is_felt:
            place = viewport.mapToGlobal(self._on_screen(tile).bottomLeft())
            self.menu.open_at(tile, self.board.table.profile.tiles[tile].name, self.board.sure(tile), place)

    def _mask_under_cursor(self) -> None:
        """Ignore the cursor's tile or believe it again; a cursor that nobody sees is shown first."""
        tile = self.board.cursor
        if tile is None:
            self.keyboard.show()
        elif self.board.is_felt:
            self.masked.emit(tile, bool(self.board.sure(tile)))

    def _on_screen(self, tile: int) -> QRect:
        return self.mapFromScene(self.board.table.tile_rect(tile)).boundingRect()

    def _say_belief_under_cursor(self) -> None:
        """Say what somebody with a mouse would read, where there is more to say than the tile's name."""
        tile, viewport = self.board.cursor, self.viewport()
        if tile is not None and viewport is not None and self.board.sure(tile) < SURE:
            self._say_belief(tile, viewport.mapToGlobal(self._on_screen(tile).bottomLeft()))

    def _say_belief(self, tile: int, place: QPoint) -> None:
        """Say at a place of the screen how far a tile is believed."""
        words = belief(self.board.table.profile.tiles[tile].name, self.board.sure(tile))
        QToolTip.showText(place, tip(words), self.viewport(), self._on_screen(tile))

    # ---- Qt --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Take hold of a piece, turn one, or point at a tile."""
        assert event is not None
        point = self.mapToScene(event.position().toPoint())
        self.board.show_cursor(None)
        if event.button() == Qt.MouseButton.RightButton:
            quarters = -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            if not self._turn(point, quarters, event.modifiers()):
                self._offer_menu_at(point)
        elif event.button() == Qt.MouseButton.LeftButton and not self._take_hold(point, event.modifiers()):
            self._press.begin(event.position().toPoint())
        self.tools.put_away()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """Drag what is held."""
        assert event is not None
        self._press.move(event.position().toPoint())
        if self._grip is not None:
            self._grip.drag(self.mapToScene(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """Put down what is held."""
        assert event is not None
        if event.button() != Qt.MouseButton.LeftButton or self._press.end():
            return
        point = self.mapToScene(event.position().toPoint())
        grip, self._grip = self._grip, None
        if grip is not None:
            grip.release(point)
        if grip is None or not grip.is_dragging:
            self._tap(point, grip)

    def _tap(self, point: QPointF, grip: Grip | None) -> None:
        """A click without a drag: on a tile it points; a piece in the rack is shown to the pad."""
        tile, item = self.board.table.tile_at(point), self.board.piece_at(point)
        if tile is not None:
            self.pointed.emit(tile)
        elif self._hands is not None and grip is not None:
            self._hands.tap(grip.name)
        elif item is not None:
            self.shown.emit(item.name)
        if grip is not None and item is not None:
            self._offer_tools(item)

    def _offer_tools(self, item: ThingItem) -> None:
        is_on_board = self.board.table.tile_at(item.pos()) is not None
        self.tools.offer(item.name, self.mapFromScene(item.pos()), is_on_board=is_on_board, is_hub=item.is_hub)

    def _tapped_ship(self) -> Mapping[str, ThingItem]:
        return self.board.ship_with(self.tools.name) if self.tools.name is not None else {}

    def _turn_tapped(self, quarters: int) -> None:
        if self._hands is not None and self.tools.name is not None and not self._hands.is_busy:
            self._hands.turn(self.tools.name, quarters)

    def _turn_ship(self, quarters: int) -> None:
        if self.tools.name is not None:
            self.keyboard.turn_ship(self.tools.name, quarters)

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        """Turn a piece; a touchpad sends many small steps."""
        assert event is not None
        self._wheel += event.angleDelta().y()
        quarters = int(self._wheel / _WHEEL_STEP)
        self._wheel -= quarters * _WHEEL_STEP
        if quarters:
            point = self.mapToScene(event.position().toPoint())
            self._turn(point, -1 if quarters > 0 else 1, event.modifiers())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Let the keyboard's hands work; other keys go on to the window."""
        assert event is not None
        if self._grip is not None and event.key() == Qt.Key.Key_R:
            self._grip.turn(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_I and not event.modifiers():
            self._mask_under_cursor()
        elif event.key() == Qt.Key.Key_Menu:
            self._offer_menu(self.board.cursor)
        elif not self.keyboard.press(event):
            event.ignore()
        else:
            self._say_belief_under_cursor()

    def viewportEvent(self, event: QEvent | None) -> bool:
        """Say of the tile below the pointer how far it is believed, of a pad what lies there."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tile, pad = self._tile_at(event.pos()), self.board.table.pad_at(self.mapToScene(event.pos()))
            if pad is not None:
                QToolTip.showText(event.globalPos(), tip(in_full(self.board.pads.sights[pad])), self.viewport())
                return True
            if tile is not None and self.board.is_felt:
                self._say_belief(tile, event.globalPos())
                return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        """Show the cursor to somebody who came here by keyboard."""
        super().focusInEvent(event)
        if event is not None and event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.keyboard.show()

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        """Hide the cursor; a menu that opens at it leaves it where it is."""
        super().focusOutEvent(event)
        if event is None or event.reason() != Qt.FocusReason.PopupFocusReason:
            self.board.show_cursor(None)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the whole table in view."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QEvent | None) -> None:
        """Bring the whole table into view."""
        self._fit()
