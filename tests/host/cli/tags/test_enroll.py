"""`deadfall tags enroll` without a board: what needs none."""

from pathlib import Path

import pytest

import engines
from host.cli import main
from host.tags.deck import Deck, load, save


@pytest.fixture
def whole() -> Deck:
    cards = engines.load("armada").tagged()
    return Deck("Theirs", "armada", {card: (bytes((4, number, 0, 0)),) for number, card in enumerate(cards)})


def run(*words: str | Path) -> int:
    return main(["tags", "enroll", "armada", *map(str, words)])


def test_a_whole_deck_is_taken_over_without_a_board(
    whole: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(whole, tmp_path / "theirs.toml")
    assert run("--deck", tmp_path / "mine.toml", "--import", tmp_path / "theirs.toml") == 0
    assert capsys.readouterr().out == "30 of 30: every card has its tag.\n"
    assert load(tmp_path / "mine.toml").cards == whole.cards


def test_a_card_that_is_not_in_the_box_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--deck", tmp_path / "mine.toml", "--card", "laser") == 1
    assert "laser is no card of armada. To see them all:" in capsys.readouterr().err
    assert not (tmp_path / "mine.toml").exists()


def test_a_shared_deck_that_contradicts_is_refused(
    whole: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(whole, tmp_path / "theirs.toml")
    save(Deck("Mine", "armada", {"red.gun-1": (bytes((4, 0, 0, 0)),)}), tmp_path / "mine.toml")
    assert run("--deck", tmp_path / "mine.toml", "--import", tmp_path / "theirs.toml") == 1
    assert "The tag 04000000 is red.gun-1 in 'Mine' and blue.starter in 'Theirs'" in capsys.readouterr().err
