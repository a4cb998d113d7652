"""The lobby of a real machine: ledgers in a folder, and a twin as its own process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from host.app.lobby import LobbyError
from host.app.opening import HomeLobby
from host.app.window import Window
from host.app.wishes import Wish
from host.ledger import Ledger
from host.play import opening
from tests.host.app.rig import tile

LEFT = Qt.MouseButton.LeftButton
Until = Callable[[Callable[[], object]], None]


def begin(folder: Path, name: str = "game") -> Path:
    path = folder / f"{name}.ledger"
    with Ledger.open(path, synchronous="OFF") as ledger:
        opening.begin(ledger, "armada", "grid", 0, players=("person", "apprentice"))
    return path


def test_saved_games_say_who_played_and_how_far(tmp_path: Path) -> None:
    path = begin(tmp_path)
    (game,) = HomeLobby(tmp_path).saved()
    assert (game.key, game.title, game.problem) == (str(path), "Jigsaw Armada", "")
    assert game.detail == "Person against Apprentice. Turn 1."


def test_a_file_that_is_no_ledger_is_listed_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "torn.ledger").write_bytes(b"not a ledger at all" * 100)
    (game,) = HomeLobby(tmp_path).saved()
    assert game.problem.endswith(".")


def test_an_aborted_game_is_put_aside_not_deleted(tmp_path: Path) -> None:
    path = begin(tmp_path)
    lobby = HomeLobby(tmp_path)
    lobby.abort(str(path))
    assert list(lobby.saved()) == []
    assert [file.name for file in tmp_path.iterdir() if "aborted" in file.name]


def test_rulings_that_there_are_not_are_refused_and_leave_no_file(tmp_path: Path) -> None:
    lobby = HomeLobby(tmp_path)
    with pytest.raises(LobbyError) as refused:
        lobby.open(Wish("armada", ("person", "person"), "twin", {"A1": "1x1"}), lambda: None)
    assert str(refused.value).endswith(".")
    assert list(lobby.saved()) == []


def test_a_resumed_game_knows_what_it_was_begun_with(tmp_path: Path) -> None:
    path = tmp_path / "game.ledger"
    with Ledger.open(path, synchronous="OFF") as ledger:
        opening.begin(ledger, "armada", "grid", 0, players=("person", "apprentice"), options={"A9": "blocked"})
    opened = HomeLobby(tmp_path).open(Wish("armada", ("person", "person"), "auto", {}, str(path)), lambda: None)
    opened.close()
    assert opened.choices is not None
    assert (opened.choices.players, opened.choices.where, opened.choices.resume) == (
        ("person", "apprentice"),
        "auto",
        "",
    )
    assert opened.choices.options["A9"] == "blocked"


def own_profile(folder: Path) -> Path:
    """A table of the user's own, described in a file."""
    path = folder / "attic.toml"
    path.write_text('extends = "pocket"\ntitle = "The table in the attic"\n')
    return path


def test_a_profile_from_a_file_is_kept_in_full_so_that_the_game_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_profile(tmp_path)
    monkeypatch.chdir(tmp_path)
    opened = HomeLobby(tmp_path).open(Wish("armada", ("person", "person"), "auto", profile="attic.toml"), lambda: None)
    opened.close()
    assert opened.choices is not None
    assert opened.choices.profile == str(path)
    monkeypatch.chdir("/")
    (game,) = HomeLobby(tmp_path).saved()
    again = HomeLobby(tmp_path).open(Wish("armada", ("person", "person"), "auto", resume=game.key), lambda: None)
    again.close()
    assert again.choices == opened.choices


@pytest.fixture
def window(app: QApplication, tmp_path: Path) -> Iterator[Window]:
    made = Window(HomeLobby(tmp_path), pace=0)
    made.show()
    yield made
    made.close()


def is_ready(window: Window) -> bool:
    picture = window.table.board.board.picture if window.table else None
    return picture is not None and picture.is_linked and picture.prompt.kind == "turn"


def test_a_game_is_begun_disturbed_unplugged_left_and_resumed(window: Window, tmp_path: Path, until: Until) -> None:
    QTest.mouseClick(window.start.begin, LEFT)
    until(lambda: is_ready(window))
    assert window.table is not None
    table = window.table
    energy = table.board.board.table.profile.seat_light(0, "pints", 0)
    until(lambda: any(table.board.board.lights.frame[energy]))  # the firmware's own frame

    QTest.mouseClick(table.header.cable, LEFT)
    until(lambda: not table.header.is_linked)
    QTest.mouseClick(table.header.cable, LEFT)
    until(lambda: is_ready(window) and table.header.is_linked)

    table.board.keyboard.tile = tile("e2")
    QTest.keyClick(table.board, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    until(lambda: "move ship-1 north" in {line.text for line in table.board.board.picture.lines})  # type: ignore[union-attr]
    QTest.mouseClick(table.header.leave, LEFT)
    assert window.page is window.start

    (row,) = window.start.saved
    QTest.mouseClick(row.resume, LEFT)
    until(lambda: is_ready(window))
    assert window.table is not None
    picture = window.table.board.board.picture
    assert picture is not None
    assert next(piece.tile for piece in picture.pieces if piece.name == "blue.starter") == tile("e3")
    assert picture.tiles[tile("e3")]  # the virtual table was laid as the game was left


def test_a_game_is_played_on_the_virtual_twin_of_a_table_from_a_file(
    window: Window, tmp_path: Path, until: Until
) -> None:
    path = own_profile(tmp_path)
    window.begin(Wish("armada", ("person", "person"), profile=str(path)))
    until(lambda: is_ready(window))
    assert window.table is not None
    window.table.renewed.emit()
    assert window.start.wish().profile == str(path)
