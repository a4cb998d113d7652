"""`deadfall tags enroll`: what needs no board, and the whole way with a simulated one."""

from pathlib import Path

import pytest

from host.cli import main
from host.cli.tags.options import opened_pad
from host.tags.deck import Deck, load, save


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


def test_lost_stickers_are_replaced_at_a_simulated_table(
    whole: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    save(whole, path)
    assert run("--deck", path, "--port", "twin", "--card", "red.gun-1", "--card", "red.gun-2") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Put the cards on the pad play, one after another. Ctrl-C ends; what is done is kept.",
        "28 of 30. Next: red.gun-1.",
        "red.gun-1 is written and checked. 29 of 30. Next: red.gun-2.",
        "red.gun-2 is written and checked. 30 of 30: every card has its tag.",
        f"The deck is kept in {path}.",
    ]
    after = load(path)
    assert after.tags == 30
    assert after.cards["red.gun-1"] != whole.cards["red.gun-1"]
    assert after.cards["red.gun-3"] == whole.cards["red.gun-3"]


def test_cards_that_say_what_they_are_and_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    stickers = ["red.gun-1#1", "treasure-7", "red.gun-1#2"]
    monkeypatch.setattr("host.cli.tags.enroll.opened_pad", lambda args: opened_pad(args, stickers))
    assert run("--deck", path, "--port", "twin") == 130
    said = capsys.readouterr().out.splitlines()
    assert said[1:3] == ["0 of 30. Next: blue.starter.", "red.gun-1 said so itself. 1 of 30. Next: blue.starter."]
    assert said[3].startswith('This tag is not one of ours: it holds a text, "treasure-7".')
    assert said[4].startswith("This tag says red.gun-1, but red.gun-1 has its tag already.")
    assert said[5:] == ["", f"1 of 30 are kept in {path}. The same command goes on."]
    assert list(load(path).cards) == ["red.gun-1"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "twin", "--profile", "none"), "The table none has no pad 'play': it has none. Choose with --pad."),
        (("--port", "twin", "--pad", "seat1"), "The table pocket has no pad 'seat1': its pads are play."),
        (("--port", "no-such-serial-number"), "No board is plugged in. Look with: deadfall board list."),
    ],
)
def test_a_pad_that_is_not_there_is_told(
    words: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--deck", tmp_path / "mine.toml", *words) == 1
    assert sentence in capsys.readouterr().err
