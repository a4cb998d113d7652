"""Games in the lab: the same in any number of processes, read as they were played, and told when stopped."""

from collections.abc import Iterator
from typing import Any

import pytest

import engines
from host.lab import games
from host.lab.games import Batch, play_batch, study, study_of
from host.lab.study import Notes
from host.lab.tally import Tally
from tests.engines.loot.scenes import Scene, say
from tests.engines.saw.positions import THOMAS, table


def quiet(done: int) -> None:
    pass


def test_the_same_seed_gives_the_same_in_any_number_of_processes() -> None:
    alone = study("loot", 6, (2, 3), 7, quiet, processes=1)
    together = study("loot", 6, (2, 3), 7, quiet, processes=2)
    assert alone.fields() == together.fields()
    assert alone.games == 12
    assert study("loot", 6, (2, 3), 8, quiet, processes=1).fields() != alone.fields()


def test_every_game_and_everybody_in_it_is_counted() -> None:
    result = study("loot", 10, (4,), 3, quiet, processes=1)
    tally = result.tallies[4]
    assert (tally.games, tally.unfinished) == (10, 0)
    assert tally.character_games.total() == 40
    assert tally.turns.total() == tally.ends.total() == 10
    assert (
        tally.seat_wins.total() == tally.order_wins.total() == tally.character_wins.total() == 10 - tally.ends["draw"]
    )


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[int] = []
    study("loot", games.BATCH + 1, (2,), 1, told.append, processes=1)
    assert told == [games.BATCH, games.BATCH + 1]


def test_a_run_that_is_stopped_returns_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(run: object, work: list[Batch], processes: int | None) -> Iterator[Tally]:
        yield play_batch(work[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "in_processes", stopped)
    result = study("loot", 3 * games.BATCH, (2,), 1, quiet)
    assert (result.games, result.is_stopped) == (games.BATCH, True)


def test_a_game_that_does_not_end_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_ANSWERS", 5)
    tally = play_batch(Batch("loot", "apprentice", 2, 1, 0, 3))
    assert (tally.games, tally.unfinished) == (0, 3)


# ---- how plays are read ----------------------------------------------------------------------------------------------

READ = study_of("loot").read


def test_a_win_by_loot_is_read_as_one() -> None:
    play = Scene().hand("red", "loot mutiny").bank("red", 4).play(turn="blue", at="end")
    say(play, "move b2", "bank", "keep")
    notes = READ(play)
    assert (notes.winner, notes.end, notes.first) == (0, "loot", 0)
    assert notes.characters == ("Gunner", "Surgeon")


def test_a_win_by_elimination_and_what_was_played_are_read() -> None:
    scene = Scene().hand("red", "powder-keg cork-vest mutiny").health("blue", 2).trap("b2", "spyglass")
    play = scene.play(turn="blue", at="end")
    say(play, "move b2", "play powder-keg")
    notes = READ(play)
    assert (notes.winner, notes.end, notes.turns) == (0, "elimination", 1)
    assert notes.played == {"powder-keg": 1}
    assert notes.also == {"spyglass": 1}


def test_equipment_counts_as_played_from_the_hand_only() -> None:
    for at, hand in (("a2", "mutiny mutiny"), ("c2", "cork-vest mutiny")):
        play = Scene().hand("red", hand).hand("blue", "mutiny").trap("a2", "steel-toes").play(turn="blue", at="end")
        say(play, f"move {at}", *(["equip steel-toes red"] if at == "a2" else ["equip cork-vest red"]))
        assert READ(play).played == ({} if at == "a2" else {"cork-vest": 1})


def test_all_cards_but_the_loot_are_studied() -> None:
    game = engines.load("loot")
    cards = study_of("loot").cards(game)
    assert sum(card.copies for card in cards) == 91


# ---- SAW -------------------------------------------------------------------------------------------------------------

READ_SAW = study_of("saw").read


LAST_BLOOD: dict[str, Any] = {
    "seats": 2,
    "turn": "blue",
    "blood": {"blue": 1, "red": 2},
    "limbs": {"blue": "tourniquet tourniquet healthy healthy", "red": "healthy healthy lost lost"},
    "benches": {"red": THOMAS, "blue": "rope - -"},
}
"""The turn before the last one: what is set for Blue's arms is Blue's last blood, and Red bleeds."""


def noted(hands: dict[str, str], deck: str, *texts: str) -> Notes:
    """What is noted of a game that ends with some answers, Blue's last ones first."""
    play = table(hands=hands, deck=deck, **LAST_BLOOD)
    say(play, "done", "keep", *texts)
    return READ_SAW(play)


def test_a_win_by_a_sacrifice_and_the_cards_of_the_trap_are_read() -> None:
    notes = noted({"red": "billy"}, "knife dice", "done", "keep", "set blue corruption greed arms", "sacrifice")
    assert (notes.winner, notes.end, notes.first, notes.turns) == (0, "sacrifice", 0, 1)
    assert notes.characters == ("The Surgeon", "The Broker")
    assert notes.played == {"rising-water": 1, "acid-bath": 1, "lever": 1, "billy": 1}
    assert notes.also == {}


def test_what_is_used_in_a_challenge_counts_as_played_and_by_itself() -> None:
    trap = ("done", "keep", "set blue corruption greed arms", "challenge", "discard candle", "discard chalk")
    escape = ("search bin", "take candle", "commit billy greed", "done")
    hands = {"red": "billy", "blue": "bin billy"}
    notes = noted(hands, "knife dice drill rope candle chalk", *trap, *escape)
    assert (notes.winner, notes.end) == (0, "challenge")
    assert notes.played == {"rising-water": 1, "acid-bath": 1, "lever": 1, "billy": 2, "bin": 1}
    assert notes.also == {"bin": 1, "billy": 1}


def test_who_bleeds_to_death_is_read() -> None:
    notes = noted({"red": "billy"}, "knife dice", "done", "keep", "pass")
    assert (notes.winner, notes.end, notes.played) == (1, "bleeding", {})


def test_who_is_caught_in_the_own_trap_is_read() -> None:
    hands = {"red": "billy reverse-bear-trap rope chalk", "blue": "billy billy billy"}
    told = "set blue corruption greed blood reverse-bear-trap"
    trap = ("done", "discard knife", "discard dice", "keep", told, "pay rope", "pay chalk")
    escape = ("challenge", "discard brick", "discard magnet", "commit billy corruption", "commit billy corruption")
    rest = ("commit billy greed", "commit screwdriver-set greed", "done")
    notes = noted(hands, "knife dice drill screwdriver-set brick magnet", *trap, *escape, *rest)
    assert (notes.winner, notes.end, notes.played["reverse-bear-trap"]) == (1, "backfire", 1)


def test_saw_is_studied_by_kinds_of_cards() -> None:
    cards = study_of("saw").cards(engines.load("saw"))
    assert sum(card.copies for card in cards) == 123
    assert {card.kind for card in cards} == {"mechanism", "object", "escape", "billy", "tool", "search", "special"}


def test_games_of_saw_are_counted() -> None:
    tally = study("saw", 4, (3,), 3, quiet, processes=1).tallies[3]
    assert (tally.games, tally.unfinished, tally.ends.total(), tally.seat_wins.total()) == (4, 0, 4, 4)
    assert set(tally.ends) <= set(study_of("saw").ends)
    assert tally.played["billy"] > tally.also["billy"]
