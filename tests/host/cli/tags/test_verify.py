"""`deadfall tags verify` at a simulated table."""

from pathlib import Path

import pytest

from host.cli import main
from host.cli.tags.options import opened_pad
from host.tags.deck import Deck, save
from host.tags.verifying import Verification

ROSTER = {"blue.gun-3": 1, "red.gun-3": 2}


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in ("verify", "options"):
        monkeypatch.setattr(f"host.cli.tags.{module}.roster_of", lambda game: ROSTER)
    save(Deck("Ours", "armada", {"blue.gun-3": (bytes.fromhex("04a1b2c3d4e5f6"),)}), tmp_path / "ours.toml")
    return tmp_path / "ours.toml"


def run(deck: Path) -> int:
    return main(["tags", "verify", "armada", "--deck", str(deck), "--port", "twin"])


def test_all_cards_are_right(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(deck) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "blue.gun-3: right. 1 of 3.",
        "red.gun-3: right. 2 of 3.",
        "red.gun-3: right. 3 of 3.",
        "3 of 3 are right.",
    ]


def test_what_is_wrong_and_what_is_left_is_told(
    deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stickers = ["red.gun-3#1", "#1"]
    monkeypatch.setattr("host.cli.tags.verify.opened_pad", lambda args, _: opened_pad(args, stickers))
    assert run(deck) == 130
    assert capsys.readouterr().out.splitlines()[1:] == [
        "red.gun-3: right. 1 of 3.",
        "This tag is blank.",
        "",
        "1 of 3 are right. 1 was not; look above what to do. Not seen: blue.gun-3, red.gun-3.",
    ]


def test_many_cards_are_not_all_named() -> None:
    from host.cli.tags.verify import _summary

    roster = {f"gun-{number}": 1 for number in range(12)}
    assert _summary(Verification(Deck("Ours", "armada"), roster)).endswith("gun-6, gun-7 and 4 more.")
