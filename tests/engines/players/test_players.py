"""House players: what they are given, that they keep to the rules, and that they know no more than their seat may."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import engines
from engines import players
from engines.core import Answer, Decision, Shuffle
from engines.players import PLAYERS, Player, Seen
from engines.players.armada import ArmadaJudge
from engines.players.search import Search
from host.soak.engines import mixed
from tests.engines.armada.deals import GAME, dealt_otherwise, part_way

ROOT = Path(__file__).parents[3]
HOUSE = ("apprentice", "mastermind")


def player(name: str) -> Player:
    return players.load(name, GAME)


def transcript(names: tuple[str, str], seed: int, most: int) -> list[str]:
    """What two house players say in a game, up to so many answers."""
    play, rng, said = GAME.new(oracle=Shuffle(seed)), Random(seed), []
    while play.waiting and len(said) < most:
        answer = players.answer(player(names[play.decision.seat]), play, play.decision, rng)
        said.append(play.write(answer.choice))
        play.feed(answer)
    return said


# ---- what a player is given ------------------------------------------------------------------------------------------


def test_a_seat_sees_its_view_and_samples() -> None:
    play, _ = part_way(1, 6)
    seat = play.decision.seat
    seen = Seen(play, seat)
    assert seen.view() == play.view(seat)
    assert seen.game is play.game
    sample = seen.sample(Random(1))
    sample.feed(Answer(play.decision.id, next(iter(seen.options(play.decision).enumerate()))))
    assert len(sample.log) > len(play.log) == len(part_way(1, 6)[0].log)


def test_nobody_looks_at_the_options_of_another_seat() -> None:
    play, _ = part_way(1, 6)
    with pytest.raises(ValueError, match="somebody else"):
        Seen(play, 1 - play.decision.seat).options(play.decision)


def test_a_player_is_known_by_its_name() -> None:
    assert [player(name).name for name in PLAYERS] == ["Wanderer", "Apprentice", "Mastermind"]
    with pytest.raises(ValueError, match='no house player "grandmaster"; known are wanderer, apprentice, mastermind'):
        player("grandmaster")


# ---- hidden pieces ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "plays", "deals"), [("wanderer", 24, 4), ("apprentice", 24, 4), ("mastermind", 6, 2)])
def test_permuting_hidden_pieces_never_changes_an_answer(name: str, plays: int, deals: int) -> None:
    compared = 0
    for seed in range(plays):
        play, deal = part_way(seed, 1 + 3 * seed)
        if not play.waiting:
            continue
        told = players.answer(player(name), play, play.decision, Random(seed))
        for other in range(deals):
            again = dealt_otherwise(play, deal, other)
            assert players.answer(player(name), again, play.decision, Random(seed)) == told
            compared += 1
    assert compared > plays


def test_a_player_that_knew_the_deal_would_be_found_out() -> None:
    """The comparison above can fail: one who peeks at the next piece answers otherwise in another deal."""

    class Cheat:
        name = "Cheat"

        def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
            peek = seen._play.clone()
            peek.say("draw")
            options = list(seen.options(decision).enumerate())
            return Answer(decision.id, options[len(repr(peek.events[-1])) % len(options)], decision.seat)

    play, deal = part_way(3, 4)
    answers = {players.answer(Cheat(), dealt_otherwise(play, deal, n), play.decision, Random(1)) for n in range(12)}
    assert len(answers) > 1


# ---- the rules -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
def test_every_answer_is_legal_wherever_a_game_has_got_to(name: str) -> None:
    asked = 0
    for seed in range(12):
        play, _ = part_way(seed, 5 * seed)
        if play.waiting:
            assert play.verify(players.answer(player(name), play, play.decision, Random(seed))) is None
            asked += 1
    assert asked > 8


def test_a_player_leaves_the_play_as_it_was() -> None:
    for name in PLAYERS:
        play, _ = part_way(5, 9)
        before = (play.digest(), len(play.log), len(play.events), dict(play.seen))
        players.answer(player(name), play, play.decision, Random(1))
        assert (play.digest(), len(play.log), len(play.events), play.seen) == before


@pytest.mark.parametrize("seed", range(6))
def test_house_players_play_under_any_rulings(seed: int) -> None:
    game = mixed(GAME, Random(seed))
    play, rng = game.new(oracle=Shuffle(seed)), Random(seed)
    seats = (Search(ArmadaJudge(game), nodes=60), players.load("apprentice", game))
    for _ in range(60):
        if play.waiting:
            play.feed(players.answer(seats[play.decision.seat], play, play.decision, rng))
    assert play.result is not None or len(play.log) >= 60


# ---- lots ------------------------------------------------------------------------------------------------------------


def test_every_hash_seed_gives_the_same_answers() -> None:
    code = (
        "from tests.engines.players.test_players import transcript;"
        "print(transcript(('mastermind', 'apprentice'), 3, 12), transcript(('apprentice', 'apprentice'), 4, 80))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert runs[0] == runs[1]
    assert "build" in runs[0]


def test_lots_decide_between_equals() -> None:
    play, _ = part_way(2, 0)
    answers = {players.answer(player("wanderer"), play, play.decision, Random(n)) for n in range(20)}
    assert len(answers) > 5


def test_a_game_that_no_player_knows_is_told() -> None:
    class Unheard:
        name = "chess"

        def house_players(self) -> dict[str, object]:
            return {}

    with pytest.raises(ValueError, match="No house player knows how to play chess yet"):
        players.load("apprentice", Unheard())  # type: ignore[arg-type]


def test_the_example_of_the_package_is_true() -> None:
    play = engines.load("armada").new(oracle=engines.Shuffle(7))
    assert play.write(players.answer(player("apprentice"), play, play.decision, Random(1)).choice) in players.__doc__
