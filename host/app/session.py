"""One running game behind the window: pictures come in from its thread, commands go out, lights follow."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from hardware.lights_mirror import LightsMirror
from host.app.dealer import Dealer
from host.app.desk import TableDesk
from host.app.hands import PACE_MS, VirtualHands
from host.app.kits import kit_of
from host.app.lobby import Opened
from host.app.table_screen import TableScreen
from host.play.commands import Command
from host.play.picture import Picture

FRAME_MS = 33
UNPLUGGED = "The virtual table is not plugged in. What you do on it now is understood when it is."


class GameSession(QObject):
    """Joins a running table to its screen.

    Attributes:
        hands: the hands at a virtual table, or None.

    Signals:
        changed: the running table has a new picture; emitted in its thread, heard in the window's.
    """

    changed = pyqtSignal()

    def __init__(self, screen: TableScreen, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hands: VirtualHands | None = None
        self._screen = screen
        self._opened: Opened | None = None
        self._picture: Picture | None = None
        self._desk: TableDesk | None = None
        self._dealer: Dealer | None = None
        self._mirror: LightsMirror | None = None
        self._pulse = QTimer(self)
        self._pulse.setInterval(FRAME_MS)
        self._pulse.timeout.connect(self._draw_lights)
        self.changed.connect(self._look)
        screen.chosen.connect(self.post)
        screen.reading.done.connect(self._read)

    def start(self, opened: Opened, *, pace: int = PACE_MS) -> None:
        """Begin to follow a table that was opened."""
        self._opened = opened
        if opened.desk is not None:
            self._desk = opened.desk()
            self._sit_down(opened, self._desk, pace)
        else:
            self._mirror = LightsMirror(len(opened.profile.lights), opened.profile.budget_ma)
        opened.table.start()
        self._look()

    def stop(self) -> None:
        """Leave the table."""
        opened, self._opened = self._opened, None
        self._pulse.stop()
        if opened is None:
            return
        opened.table.stop()
        if self._desk is not None:
            self._desk.stop()
        opened.close()

    def post(self, command: Command) -> None:
        """Send a command to the table."""
        if self._opened is None:
            return
        if self._dealer is not None:
            self._dealer.note(command)
        self._screen.expect_notice()
        self._opened.table.post(command)

    def _read(self, key: str) -> None:
        if self._opened is not None:
            self._opened.table.read(key)

    # ---- how it works ----------------------------------------------------------------------------------------------

    def _sit_down(self, opened: Opened, desk: TableDesk, pace: int) -> None:
        kit = kit_of(opened.table.picture.game)
        self.hands = kit.hands(opened, desk, pace)
        self._dealer = kit.dealer(self.hands)
        self._dealer.told.connect(self.post)
        desk.lit.connect(self._screen.show_frame)
        desk.failed.connect(self._screen.notice.say)
        self.hands.blocked.connect(self._screen.warn)
        self._screen.use_hands(self.hands)
        self._screen.header.plugged.connect(desk.plug)
        self._screen.bar.helped.connect(self._dealer.help)
        desk.start()

    def _look(self) -> None:
        if self._opened is None:
            return
        picture, old = self._opened.table.picture, self._picture
        if picture is old:
            return
        self._picture = picture
        if self._desk is not None and picture.is_missing and picture.turn:
            picture = replace(picture, link=UNPLUGGED)
        self._screen.show_picture(picture)
        if self._dealer is not None:
            self._dealer.take(picture)
        if self._mirror is not None:
            self._light(picture, old)

    def _light(self, picture: Picture, old: Picture | None) -> None:
        assert self._mirror is not None
        now = _now()
        if old is None or picture.lights != old.lights:
            self._mirror.show(picture.lights.base, picture.lights.effects, now)
        self._mirror.lose(picture.is_missing, now)
        self._pulse.start()

    def _draw_lights(self) -> None:
        """Draw the next frame; rest while nothing moves and nobody can see it."""
        assert self._mirror is not None
        self._screen.show_frame(self._mirror.frame(_now()))
        if self._picture is not None and not self._picture.is_missing and not self._picture.lights.effects:
            self._rest()

    def _rest(self) -> None:
        """A still scene is painted within a few ticks of the firmware; then nothing changes until the next one."""
        assert self._mirror is not None
        self._screen.show_frame(self._mirror.frame(_now() + FRAME_MS))
        self._pulse.stop()


def _now() -> int:
    return int(monotonic() * 1000)
