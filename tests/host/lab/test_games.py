"""Games in the lab: the same in any number of processes, read as they were played, and told when stopped."""

from collections.abc import Iterator

import pytest

import engines
from host.lab import games
from host.lab.games import STUDIES, Batch, play_batch, study
from host.lab.tally import Tally
from tests.engines.loot.scenes import Scene, say


def quiet(done: int) -> None:
    pass


def test_the_same_seed_gives_the_same_in_any_number_of_processes() -> None:
    alone = study("loot", 24, (2, 3), 7, quiet, processes=1)
    together = study("loot", 24, (2, 3), 7, quiet, processes=2)
    assert alone.fields() == together.fields()
    assert alone.games == 48
    assert study("loot", 24, (2, 3), 8, quiet, processes=1).fields() != alone.fields()


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

READ = STUDIES["loot"].read


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
    assert notes.sprung == {"spyglass": 1}


def test_equipment_counts_as_played_from_the_hand_only() -> None:
    for at, hand in (("a2", "mutiny mutiny"), ("c2", "cork-vest mutiny")):
        play = Scene().hand("red", hand).hand("blue", "mutiny").trap("a2", "steel-toes").play(turn="blue", at="end")
        say(play, f"move {at}", *(["equip steel-toes red"] if at == "a2" else ["equip cork-vest red"]))
        assert READ(play).played == ({} if at == "a2" else {"cork-vest": 1})


def test_all_cards_but_the_loot_are_studied() -> None:
    game = engines.load("loot")
    cards = STUDIES["loot"].cards(game)
    assert sum(card.copies for card in cards) == 91
