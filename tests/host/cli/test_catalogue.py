"""``deadfall catalogue``: every mistake with its line."""

import json
from pathlib import Path

import pytest

import engines
from engines.core.catalogue import CatalogueError
from host.cli import main
from host.cli.catalogue import guess_game, line_of
from host.cli.main import make_parser
from host.cli.play import open_game
from host.cli.tags.options import roster_of
from host.ledger import Ledger

HOUSE = engines.house_catalogue("loot")


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def line(text: str, part: str) -> int:
    """The line in which something stands for the first time."""
    return text[: text.index(part)].count("\n") + 1


def test_a_good_catalogue_is_called_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalogue", "check", written(tmp_path, HOUSE)]) == 0
    assert capsys.readouterr().out == "The catalogue is good: loot can be played with it.\n"


@pytest.mark.parametrize("game", engines.OURS)
def test_what_is_shown_can_be_checked(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalogue", "show", game]) == 0
    shown = capsys.readouterr().out
    assert guess_game(shown) == game
    assert main(["catalogue", "check", written(tmp_path, shown)]) == 0


def test_every_mistake_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        HOUSE.replace('"damage opponent 2"', '"dammage opponent 2"', 1)
        .replace('title = "Powder Keg"', "title = 7", 1)
        .replace('trap_text = "Take 2 damage."', 'trap_text = "Take 2 damage."\ncolour = "red"', 1)
        .replace("copies = 3", 'copies = "three"', 1)
        .replace('icons = ["stop"]', 'icons = ["stopp"]', 1)
        .replace('text = "Draw a card."', "text = 3", 1)
        .replace('shape = "ring"', 'shape = "ring"\nsize = 3', 1)
        .replace('character = "gunner"', 'character = "gunslinger"', 1)
    )
    file = written(tmp_path, text)
    assert main(["catalogue", "check", file, "--json"]) == 1
    *told, last = capsys.readouterr().out.splitlines()
    assert json.loads(last) == {"file": file, "game": "loot", "mistakes": 8}
    expected = [
        ("title = 7", '"title" must be a text'),
        ('copies = "three"', '"copies" must be a whole number from 1 to 999'),
        ("dammage", '"dammage opponent 2" is no effect; it begins with one of damage, heal'),
        ('colour = "red"', 'there is no field "colour"; there are id, title'),
        ("stopp", 'there is no icon "stopp"; there are free, stop'),
        ("abilities = [", 'ability 4": "text" must be a text'),
        ("gunslinger", '"character" must be one of gunner, '),
        ("size = 3", 'there is no field "size"'),
    ]
    assert len(told) == len(expected)
    for said, (part, sentence) in zip(told, expected, strict=True):
        assert said.startswith(f"{file}:{line(text, part)}: Row ")
        assert sentence in said


def test_what_is_in_no_line_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, HOUSE.replace("copies = 3", "copies = 2", 1))
    assert main(["catalogue", "check", file]) == 1
    assert capsys.readouterr().out == (
        f"{file}: The catalogue has 80 of [[hybrid]]; the box has 81.\nThat is one mistake.\n"
    )


def test_a_field_that_cannot_be_played_is_a_mistake_of_its_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, _, rest = HOUSE.partition('shape = "square"')
    text = f'{head}shape = "square"{rest.replace("1", "x", 1)}'
    file = written(tmp_path, text)
    assert main(["catalogue", "check", file]) == 1
    assert '"x" means nothing; say one of . # 1 2' in capsys.readouterr().out


def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "[[hybrid]]\nid = \n")
    assert main(["catalogue", "check", file]) == 1
    assert capsys.readouterr().out.startswith(f"{file}:2: The catalogue is no TOML: ")


def test_rows_inside_a_text_are_no_rows() -> None:
    text = 'x = """\n[[piece]]\n"""\n[[piece]]\nid = "a"\n[[piece]]\nid = 3\n'
    with pytest.raises(CatalogueError) as found:
        engines.load("armada", catalogue=text)
    lines = {mistake.field: line_of(text, mistake) for mistake in found.value.mistakes if mistake.row == 1}
    assert lines["id"] == 7
    assert lines["sides"] == 6, "a field that is missing is missing from its row"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file or directory."),
        (b"a = 1\nb = '\xff'", ":2: This is no text in UTF-8."),
        (b"[[cheese]]\nid = 1", "do not tell for which game it is"),
        (b"", "do not tell for which game it is"),
    ],
)
def test_what_is_no_catalogue_is_a_sentence(
    content: bytes | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    assert main(["catalogue", "check", str(path)]) == 1
    assert sentence in capsys.readouterr().err


def own(folder: Path) -> str:
    """The house's cards with one renamed."""
    return written(folder, HOUSE.replace('id = "powder-keg"', 'id = "broadside"'))


def test_a_game_is_played_with_cards_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.ledger"
    with Ledger.open(path) as ledger:
        args = make_parser().parse_args(
            ["play", "loot", "--headless", "--profile", "none", "--catalogue", own(tmp_path)]
        )
        assert "broadside" in open_game(args, ledger).game.tagged()
    (tmp_path / "mine.toml").unlink()
    with Ledger.open(path) as ledger:
        again = make_parser().parse_args(["play", "--headless", "--resume", str(path)])
        assert "broadside" in open_game(again, ledger).game.tagged(), "a game remembers its cards"


def test_what_cannot_be_played_with_leaves_no_file_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = written(tmp_path, HOUSE.replace("copies = 3", "copies = 2", 1))
    ledger = tmp_path / "game.ledger"
    assert main(["play", "loot", "--headless", "--catalogue", mine, "--ledger", str(ledger)]) == 1
    assert f"{mine} cannot be played with: The catalogue has 80 of [[hybrid]]" in capsys.readouterr().err
    assert not ledger.exists()


def test_tags_are_made_for_cards_of_ones_own(tmp_path: Path) -> None:
    args = make_parser().parse_args(["tags", "export", "loot", "--catalogue", own(tmp_path)])
    assert "broadside" in roster_of(args)
    assert "powder-keg" not in roster_of(args)
