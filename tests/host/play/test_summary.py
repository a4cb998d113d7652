"""What the list of saved games says must be what the running game says, wherever it is left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host.ledger import EntryRecord, Ledger, LedgerError, PlayHead
from host.play import opening
from host.play.commands import Redo, Say, Undo
from host.play.companion import Companion
from host.play.house import HousePlayers
from host.play.summary import summary

GAMES = [("armada", 2), ("loot", 2), ("loot", 4), ("saw", 2), ("saw", 3), ("saw", 6)]


def begin(ledger: Ledger, game: str, seats: int) -> Companion:
    return opening.begin(ledger, game, "none", 0, players=("person",) * seats, is_virtual=game == "saw")


def answer(companion: Companion, rng: Random, now: int) -> None:
    """Press a button of the prompt, or go back and forth."""
    if rng.random() < 0.08:
        companion.command(rng.choice((Undo(), Redo())), now)
    elif buttons := companion.picture.prompt.buttons:
        companion.command(rng.choice(buttons).command, now)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_turn_of_a_saved_game_is_the_turn_of_the_running_game(
    tmp_path: Path, game: str, seats: int, seed: int
) -> None:
    rng, turns = Random(f"{game} {seats} {seed}"), set()
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        companion = begin(ledger, game, seats)
        for now in range(0, 12_000, 100):
            answer(companion, rng, now)
            found = summary(ledger)
            assert found is not None
            assert found.turn == companion.picture.turn
            turns.add(found.turn)
    assert len(turns) > 1


def test_a_position_taken_from_the_table_counts_from_there(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        companion = begin(ledger, "armada", 2)
        rng = Random(4)
        for now in range(0, 3000, 100):
            answer(companion, rng, now)
        position, last = companion.play.position(), max(row.id for row in ledger.inputs())
        ledger.write([EntryRecord(at=4000, kind="import", entry={"position": position}, input=last)])
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        found = summary(ledger)
        assert found is not None
        assert found.turn == opening.resume_quietly(ledger, 5000).picture.turn


def test_a_game_that_goes_on_has_no_losers(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        begin(ledger, "loot", 2)
        found = summary(ledger)
    assert found is not None
    assert (found.ended, found.losers) == ("", ())


@pytest.mark.parametrize("seats", [2, 3])
def test_the_losers_of_a_finished_game_are_all_but_the_winner_the_first_one_out_first(
    tmp_path: Path, seats: int
) -> None:
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        players = ("apprentice",) * seats
        companion = opening.begin(ledger, "saw", "none", 0, players=players, is_virtual=True)
        house, now = HousePlayers(companion.game, players, seed=5), 0
        while companion.play.waiting:
            now += 100
            assert now < 100_000, "The game does not end."
            decision = companion.to_choose
            if decision is None:
                companion.command(companion.picture.prompt.buttons[0].command, now)
            else:
                companion.command(Say(house(companion.play, decision, "apprentice"), "apprentice"), now)
        found = summary(ledger)
        assert found is not None
        told = [event for row in ledger.live() for event in ledger.events(row.id)]
        out = [event["seat"] for event in told if event["event"] == "Eliminated"]
        assert found.ended.endswith(".")
        assert found.losers == tuple(out)
        assert companion.picture.winner not in found.losers
        companion.command(Undo(), now + 100)
        again = summary(ledger)
        assert again is not None
        assert (again.ended, again.losers) == ("", ())


def test_a_ledger_without_a_game_has_no_summary(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "ring.ledger", synchronous="OFF") as ledger:
        assert summary(ledger) is None


def test_a_game_of_another_program_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        begin(ledger, "loot", 2).command(Say("nonsense"), 5)

        def unknown(*_: object, **__: object) -> None:
            raise ValueError("There is no game loot.")

        monkeypatch.setattr("host.play.summary.engines.load", unknown)
        with pytest.raises(LedgerError, match="cannot play"):
            summary(ledger)


@pytest.mark.parametrize("head", [{"root": {"nonsense": 1}}, {"players": ("person",) * 9}, {"options": {"A99": "x"}}])
def test_a_game_that_cannot_be_set_up_is_told_in_a_sentence(tmp_path: Path, head: dict[str, Any]) -> None:
    with Ledger.open(tmp_path / "good.ledger", synchronous="OFF") as ledger:
        begin(ledger, "loot", 2)
        good = ledger.head()
        assert isinstance(good, PlayHead)
    with Ledger.open(tmp_path / "bad.ledger", synchronous="OFF") as ledger:
        ledger.begin(replace(good, **head))
        with pytest.raises(LedgerError, match="cannot play"):
            summary(ledger)
