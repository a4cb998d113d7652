"""`deadfall tags export`, and what is said about decks that do not fit."""

from pathlib import Path

import pytest

from host.cli import main
from host.tags.deck import Deck, load, save

UID, OTHER = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def ours(home: Path) -> Deck:
    deck = Deck("armada", "armada", {"blue.gun-3": (UID,)})
    save(deck, home / "state" / "deadfall" / "decks" / "armada.toml")
    return deck


def run(*words: str | Path) -> int:
    return main(["tags", *map(str, words)])


def test_a_deck_goes_to_others_and_back(ours: Deck, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "armada", "--out", home / "ours.toml") == 0
    assert capsys.readouterr().out == f"{home / 'ours.toml'}: 1 tags; 29 cards have none yet.\n"
    assert load(home / "ours.toml") == ours


def test_two_decks_become_one(ours: Deck, home: Path) -> None:
    save(Deck("Theirs", "armada", {"red.gun-3": (OTHER,)}), home / "theirs.toml")
    assert run("export", "armada", "--with", home / "theirs.toml", "--out", home / "both.toml") == 0
    assert load(home / "both.toml").cards == {"blue.gun-3": (UID,), "red.gun-3": (OTHER,)}


def test_a_list_has_also_what_has_no_tag_yet(ours: Deck, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "armada", "--format", "csv") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "card,tag"
    assert "blue.gun-3,04a1b2c3d4e5f6" in lines
    assert "red.gun-3," in lines
    assert len(lines) == 31


def test_a_file_that_is_there_is_left_alone(ours: Deck, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "thesis").write_text("years of work")
    assert run("export", "armada", "--out", home / "thesis") == 1
    assert "is there already. Choose another name for --out." in capsys.readouterr().err
    assert (home / "thesis").read_text() == "years of work"


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (None, "Make one: deadfall tags enroll armada"),
        (Deck("x", "loot"), "is a deck of loot, not of armada. Give another --deck."),
        (Deck("x", "armada", {"laser": (UID,)}), "laser is no card of armada: remove it from the deck 'x'."),
        (Deck("x", "armada", {"blue.gun-3": (UID, OTHER)}), "blue.gun-3 has 2 tags, but the game has one copy"),
    ],
)
def test_a_deck_that_does_not_fit_is_told(
    deck: Deck | None, sentence: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if deck:
        save(deck, home / "x.toml")
    assert run("export", "armada", "--deck", home / "x.toml") == 1
    assert sentence in capsys.readouterr().err


def test_a_deck_with_a_mistake_is_told_with_its_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.toml").write_text('format = 1\nname = "x"\ngame = 3\n')
    assert run("export", "armada", "--deck", home / "x.toml") == 1
    assert capsys.readouterr().err.startswith("deadfall: x.toml, line 3: game must be the name of a game")
