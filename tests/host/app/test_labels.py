from __future__ import annotations

from dataclasses import replace

from PyQt6.QtWidgets import QApplication

from host.app.labels import Fitted
from host.app.window import LEAST_SIZE, Window
from tests.host.app.rig import SmallLobby, middle, settle

SENTENCE = (
    "The board sits at the MicroPython prompt instead of running the table's firmware. "
    "Press its reset button, or install the firmware again."
)


def test_a_sentence_without_room_ends_in_an_ellipsis_and_says_the_whole_in_its_tooltip(app: QApplication) -> None:
    label = Fitted()
    label.setText(SENTENCE)
    label.resize(200, 40)
    label.show()
    settle(app)
    assert label.is_cut
    assert super(Fitted, label).text().endswith("…")
    assert label.text() == label.toolTip() == label.accessibleName() == SENTENCE
    label.resize(900, 40)
    settle(app)
    assert not label.is_cut
    assert (super(Fitted, label).text(), label.toolTip()) == (SENTENCE, "")


def test_a_long_word_without_room_is_no_endless_loop(app: QApplication) -> None:
    label = Fitted()
    label.setText("x" * 300)
    label.resize(100, 20)
    label.show()
    settle(app)
    assert label.is_cut


def test_a_long_sentence_about_the_connection_neither_widens_the_window_nor_is_lost(app: QApplication) -> None:
    lobby = SmallLobby(middle())
    window = Window(lobby, pace=0)
    window.show()
    window.show_table(lobby.open(window.start.wish(), window.pictured))
    assert window.table is not None
    window.resize(LEAST_SIZE)
    settle(app)
    window.table.show_picture(replace(middle(), link=f"{SENTENCE} {SENTENCE} {SENTENCE}", is_linked=False))
    settle(app)
    assert window.table.minimumSizeHint().width() <= LEAST_SIZE.width()
    assert window.table.notice.text.startswith(SENTENCE)
    window.table.show_picture(middle())
    assert window.table.notice.text == ""
