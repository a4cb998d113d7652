"""All decks of a folder."""

from pathlib import Path

from host.tags.deck import Deck, save
from host.tags.shelf import decks_in


def test_a_folder_gives_the_decks_of_one_game_and_tells_of_those_with_mistakes(tmp_path: Path) -> None:
    first, second = Deck("First", "armada"), Deck("Second", "armada", {"gun-1": (b"1234",)})
    save(second, tmp_path / "b.toml")
    save(first, tmp_path / "a.toml")
    save(Deck("Other", "loot"), tmp_path / "c.toml")
    (tmp_path / "d.toml").write_text("format = 1")
    decks, problems = decks_in(tmp_path, "armada")
    assert decks == [first, second]
    assert problems == ["d.toml, line 1: name is missing; add it. Until then its tags are not known."]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert decks_in(tmp_path / "none", "armada") == ([], [])
