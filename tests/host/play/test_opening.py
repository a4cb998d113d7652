"""Games are taken up with the cards that they were begun with, whatever the house's cards say by now."""

from pathlib import Path

import pytest

import engines
from engines.core.oracles import Table
from host.ledger import Ledger, LedgerError, PlayHead
from host.play.opening import begin, resume

LOOT_1, SAW_1 = "d3e1dac4faf7e336206e950e", "2fde7b6b8d31681e5f92897b"


def old_ledger(path: Path, name: str, digest: str, catalogue: str | None = None) -> Ledger:
    """A ledger as earlier versions began it: a house game names the digest of its cards alone."""
    game = engines.load(name, catalogue=catalogue or engines.former_catalogue(name, digest))
    ledger = Ledger.open(path)
    root = game.new(oracle=Table(), seats=2).position()
    ledger.begin(PlayHead(name, dict(game.options), catalogue, digest, "none", ("person",) * 2, root, 1))
    return ledger


@pytest.mark.parametrize("name", engines.OURS)
def test_a_ledger_holds_the_cards_of_its_game(name: str, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "a.ledger") as ledger:
        begin(ledger, name, "none", 1)
        head = ledger.head()
    assert head is not None
    assert head.catalogue == engines.house_catalogue(name)


def test_a_game_keeps_its_cards_when_the_houses_cards_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Ledger.open(tmp_path / "a.ledger") as ledger:
        begin(ledger, "loot", "none", 1)
        text = engines.house_catalogue("loot").replace("Powder Keg", "Powder Barrel")
        monkeypatch.setattr("engines.core.catalogue.house_text", lambda package, file="": text)
        again = resume(ledger, 2)
    assert engines.load("loot").box.titles[0] == "Powder Barrel"  # type: ignore[attr-defined]
    assert again.play.game.box.titles[0] == "Powder Keg"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "digest", "id_", "title"),
    [("loot", LOOT_1, "rigged-deck", "Rigged Planks"), ("saw", SAW_1, "pin", "Pin")],
)
def test_a_game_of_an_earlier_version_has_the_cards_of_that_version(
    name: str, digest: str, id_: str, title: str, tmp_path: Path
) -> None:
    with old_ledger(tmp_path / "a.ledger", name, digest) as ledger:
        game = resume(ledger, 2).play.game
    assert {one.id: one.title for one in game.box.designs}[id_] == title  # type: ignore[attr-defined]


def test_cards_that_nobody_has_are_told(tmp_path: Path) -> None:
    ledger = old_ledger(tmp_path / "a.ledger", "loot", "0" * 24)
    with ledger, pytest.raises(LedgerError, match="another set of pieces"):
        resume(ledger, 2)


@pytest.mark.parametrize("name", engines.FORMER)
def test_every_former_catalogue_can_still_be_played(name: str) -> None:
    for digests in engines.FORMER[name].values():
        for digest in digests:
            text = engines.former_catalogue(name, digest)
            assert text is not None
            assert engines.load(name, catalogue=text).new(engines.Shuffle(1)).waiting


@pytest.mark.parametrize("name", engines.FORMER)
def test_cards_keep_the_ids_that_are_on_their_tags(name: str) -> None:
    now = engines.load(name).tagged()
    for digests in engines.FORMER[name].values():
        former = engines.load(name, catalogue=engines.former_catalogue(name, digests[0])).tagged()
        assert former == now
