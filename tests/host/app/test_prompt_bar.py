from __future__ import annotations

from collections.abc import Mapping

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from engines.armada.pieces import Design
from host.app.prompt_bar import PromptBar
from host.app.table_screen import TableScreen
from host.play.commands import Command, Leave, Name, Pick, Press, Say
from host.play.picture import Button, Prompt
from tests.host.app import samples
from tests.host.app.rig import beginning, middle, settle, tile, with_prompt

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def chosen() -> list[Command]:
    return []


@pytest.fixture
def bar(app: QApplication, designs: Mapping[str, Design], chosen: list[Command]) -> PromptBar:
    made = PromptBar(designs)
    made.resize(1280, made.height())
    made.chosen.connect(chosen.append)
    made.show()
    made.show_prompt(samples.picture_of(*samples.play_some(20, 1)).prompt)
    settle(app)
    return made


def press(bar: PromptBar, word: str) -> None:
    QTest.mouseClick(next(answer for answer in bar.answers if answer.choice.word == word), LEFT)


def test_seventy_nine_answers_become_a_handful_of_buttons(bar: PromptBar) -> None:
    assert bar.prompt is not None
    assert len(bar.prompt.buttons) == 79
    assert len(bar.answers) < 9


def test_a_build_is_said_by_kind_piece_and_place(bar: PromptBar, chosen: list[Command]) -> None:
    press(bar, "Build")
    while bar.answers[0].choice.button is None:
        QTest.mouseClick(bar.answers[0], LEFT)
    QTest.mouseClick(bar.answers[0], LEFT)
    (command,) = chosen
    assert isinstance(command, Say)
    assert command.text == "build hub-4 a1 north"
    assert bar.path == ()


def test_a_way_back_leads_to_the_kinds_again(bar: PromptBar) -> None:
    kinds = [answer.choice for answer in bar.answers]
    press(bar, "Build")
    QTest.mouseClick(bar.answers[0], LEFT)
    for _ in range(3):
        QTest.keyClick(bar, Qt.Key.Key_Backspace)
        bar.back()
    assert [answer.choice for answer in bar.answers] == kinds


def test_pointing_at_a_tile_leaves_the_answers_there_and_marks_it(bar: PromptBar) -> None:
    marked: list[tuple[int, ...]] = []
    bar.pointing.connect(marked.append)
    assert bar.prompt is not None
    there = next(button.tile for button in bar.prompt.buttons if button.tile is not None)
    assert bar.point(there, "there")
    assert all(answer.choice.button is None or answer.choice.button.tile == there for answer in bar.answers)
    assert marked[-1] == (there,)
    assert not bar.point(tile("e6"), "e6")


def test_what_was_half_chosen_stays_when_only_the_words_change(bar: PromptBar) -> None:
    assert bar.prompt is not None
    press(bar, "Build")
    path = bar.path
    bar.show_prompt(with_prompt(beginning(), **{**fields(bar.prompt), "detail": "One action left."}).prompt)
    assert bar.path == path
    bar.show_prompt(Prompt("wait", "Something is under way."))
    assert (bar.path, bar.answers) == ((), [])


def fields(prompt: Prompt) -> dict[str, object]:
    return {name: getattr(prompt, name) for name in prompt.__slots__}


def test_the_lit_candidate_stands_out(bar: PromptBar) -> None:
    picture = samples.asking(middle())
    bar.show_prompt(picture.prompt)
    assert [answer.is_lit for answer in bar.answers] == [True, False, False]
    bar.show_prompt(with_prompt(picture, lit=1).prompt)
    assert [answer.is_lit for answer in bar.answers] == [False, True, False]


def test_buttons_never_leave_the_bar(app: QApplication, bar: PromptBar) -> None:
    for answer in bar.answers:
        right = answer.mapTo(bar, answer.rect().topRight()).x()
        assert right <= bar.width()


# ---- keys, with the whole screen around it ----------------------------------------------------


@pytest.fixture
def screen(app: QApplication, designs: Mapping[str, Design], chosen: list[Command]) -> TableScreen:
    made = TableScreen(samples.grid(), designs)
    made.resize(1280, 800)
    made.chosen.connect(chosen.append)
    made.show()
    made.show_picture(samples.asking(middle()))
    made.board.setFocus()
    settle(app)
    return made


@pytest.mark.parametrize(
    ("key", "command"),
    [
        (Qt.Key.Key_1, Pick(0)),
        (Qt.Key.Key_2, Pick(1)),
        (Qt.Key.Key_Escape, Leave()),
        (Qt.Key.Key_Y, Press(0, "yes")),
        (Qt.Key.Key_N, Press(0, "no")),
    ],
)
def test_keys_answer_while_the_table_has_the_focus(
    screen: TableScreen, chosen: list[Command], key: Qt.Key, command: Command
) -> None:
    QTest.keyClick(screen.board, key)
    assert chosen == [command]


@pytest.mark.parametrize(("key", "card"), [(Qt.Key.Key_0, "gun-9"), (Qt.Key.Key_A, "gun-10"), (Qt.Key.Key_D, "gun-13")])
def test_answers_beyond_the_ninth_have_keys_too(
    screen: TableScreen, chosen: list[Command], key: Qt.Key, card: str
) -> None:
    names = tuple(Button(f"gun-{number}", Name(f"gun-{number}"), group="Drawn") for number in range(14))
    screen.show_picture(with_prompt(middle(), kind="reveal", buttons=names, lit=None))
    QTest.keyClick(screen.board, key)
    assert chosen == [Name(card)]


def test_enter_presses_the_button_that_has_the_focus(screen: TableScreen, chosen: list[Command]) -> None:
    screen.bar.answers[1].setFocus()
    QTest.keyClick(screen.bar.answers[1], Qt.Key.Key_Space)
    assert chosen == [Pick(1)]


def test_a_single_answer_is_given_with_enter(screen: TableScreen, chosen: list[Command]) -> None:
    only = (Button("Go on", Leave()),)
    screen.show_picture(with_prompt(middle(), buttons=only))
    QTest.keyClick(screen.board, Qt.Key.Key_Return)
    assert chosen == [Leave()]


def test_a_click_on_the_board_points(screen: TableScreen) -> None:
    picture = samples.picture_of(*samples.play_some(20, 1))
    screen.show_picture(picture)
    there = next(button.tile for button in picture.prompt.buttons if button.tile is not None)
    place = screen.board.mapFromScene(screen.board.board.table.tile_centre(there))
    QTest.mouseClick(screen.board.viewport(), LEFT, pos=place)
    assert screen.board.board.marks.pointed == (there,)


def test_tab_reaches_every_answer(app: QApplication, screen: TableScreen) -> None:
    reached = set()
    for _ in range(40):
        QTest.keyClick(app.focusWidget(), Qt.Key.Key_Tab)
        reached.add(app.focusWidget())
    assert set(screen.bar.answers) <= reached
    assert screen.board in reached
    assert screen.ledger.lines in reached


def test_a_question_which_piece_it_was_shows_the_pieces(bar: PromptBar, app: QApplication) -> None:
    buttons = (Button("Build gun-2 e3 north", Pick(0), "1"), Button("None of these", Pick(-1), "N"))
    bar.show_prompt(Prompt("ask", "Which one did you mean?", seat=0, buttons=buttons))
    settle(app)
    assert [answer._design is not None for answer in bar.answers] == [True, False]


def test_all_pieces_of_a_seat_have_room_on_the_bar_at_once(
    bar: PromptBar, app: QApplication, designs: Mapping[str, Design]
) -> None:
    drawn = tuple(Button(name, Name(name), group="Drawn") for name in list(designs)[1:])
    assert len(drawn) == 14
    bar.show_prompt(Prompt("reveal", "Blue draws", seat=0, buttons=drawn))
    settle(app)
    assert len(bar.answers) == 14
    for answer in bar.answers:
        assert answer.visibleRegion().boundingRect() == answer.rect(), answer.choice.label


def test_a_long_instruction_with_help_beside_it_is_written_out(bar: PromptBar, app: QApplication) -> None:
    bar.offer_help(True)
    detail = "Move blue shield-3 from a11 to i1, facing south. (12 steps in all) Take red starter off e2 first, please."
    bar.show_prompt(Prompt("guide", "Table and rules disagree", detail, 0))
    settle(app)
    assert bar.help.isVisible()
    assert not bar._detail.is_cut


def test_enter_points_at_the_tile_under_the_cursor(app: QApplication, designs: Mapping[str, Design]) -> None:
    screen = TableScreen(samples.grid(), designs)
    screen.resize(1280, 800)
    screen.show()
    screen.show_picture(beginning())
    screen.activateWindow()
    settle(app)
    screen.board.setFocus()
    screen.board.keyboard.tile = tile("e1")
    QTest.keyClick(screen.board, Qt.Key.Key_Return)
    tiles = {answer.choice.button.tile for answer in screen.bar.answers if answer.choice.button}
    assert tiles == {tile("e1")}


def test_a_question_about_two_cells_is_not_cut_off_at_the_smallest_window(bar: PromptBar, app: QApplication) -> None:
    label = "Build shield-4 g11 south instead of build shield-4 g10 south"
    bar.resize(1024, bar.height())
    bar.show_prompt(Prompt("ask", "Which one did you mean?", "", 0, (Button(label, Pick(1), "1"),)))
    settle(app)
    (answer,) = bar.answers
    assert answer.needed <= answer.width() <= answer.visibleRegion().boundingRect().width()
