"""Whole games of the house players, as the soak plays them."""

from random import Random

import pytest

import engines
from engines import players
from engines.core import Answer, Decision, Observed, Reveal, Shuffle, Table
from host.soak.players import soak
from tests.sizes import sizes


def quiet(done: int) -> None:
    pass


@sizes("games", 10, 60)
def test_an_apprentice_wins_nearly_always_and_soon(games: int) -> None:
    wins_nearly_always_and_soon("apprentice", games)


@sizes("games", 1, 4)
def test_a_mastermind_wins_nearly_always_and_soon(games: int) -> None:
    wins_nearly_always_and_soon("mastermind", games)


def wins_nearly_always_and_soon(name: str, games: int) -> None:
    result = soak("armada", (name,), games, 1, quiet, processes=1)
    assert (result.games, result.wrong, result.notes) == (games, 0, [])
    assert result.records[name].win_rate >= 0.9
    assert result.records[name].median_turns <= 40


@sizes("games", 9, 90)
def test_an_apprentice_of_loot_trap_wins_nearly_always_at_any_seat(games: int) -> None:
    result = soak("loot", ("apprentice",), games, 1, quiet, processes=1)
    assert (result.games, result.wrong, result.notes) == (games, 0, [])
    assert result.records["apprentice"].win_rate >= 0.8


@sizes("games", 6, 60)
def test_an_apprentice_of_saw_wins_nearly_always_at_any_seat(games: int) -> None:
    result = soak("saw", ("apprentice",), games, 1, quiet, processes=1)
    assert (result.games, result.wrong, result.notes) == (games, 0, [])
    assert result.records["apprentice"].win_rate >= 0.8


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_an_apprentice_is_no_match_for_a_mastermind() -> None:
    game, won = engines.load("armada"), 0
    for seed in range(4):
        play, rng, seat = game.new(oracle=Shuffle(seed)), Random(seed), seed % 2
        while play.waiting:
            name = "mastermind" if play.decision.seat == seat else "apprentice"
            play.feed(players.answer(players.load(name, game), play, play.decision, rng))
        assert play.result is not None
        won += play.result.winner == seat
    assert won >= 3


@pytest.mark.parametrize("name", players.PLAYERS)
@pytest.mark.parametrize("game", engines.OURS)
def test_a_house_player_answers_at_a_table_that_knows_no_hands(game: str, name: str) -> None:
    play, rng = engines.load(game).new(oracle=Table()), Random(5)
    player, answers = players.load(name, play.game), 0
    while answers < 12 and play.waiting:
        must = next((item for item in play.waiting if isinstance(item, Reveal) and item.policy == "must"), None)
        if must is not None:
            play.feed(Observed(must.token, rng.choice(sorted(play.candidates(must.token)))))
            continue
        decision = next(item for item in play.waiting if isinstance(item, Decision))
        if decision.seat >= 0:
            play.feed(players.answer(player, play, decision, rng))
            answers += 1
        else:
            play.feed(Answer(decision.id, play.options(decision).sample(rng)))
    assert answers == 12
