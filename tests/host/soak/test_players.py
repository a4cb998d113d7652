"""The soak of the house players: it counts right, and players that are no good are found out."""

import json
from random import Random

import pytest

from engines.core import Answer, Decision
from engines.players import Seen
from engines.players.greedy import Greedy
from engines.players.judge import Rated, Trial
from host.cli.main import main
from host.soak.players import Match, PlayersSoakResult, play_match, soak


def match(games: int = 4, player: str = "apprentice") -> PlayersSoakResult:
    return play_match(Match("armada", player, 5, 0, games))


def test_the_command_tells_who_won_and_how_soon(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["soak", "players", "--player", "apprentice", "--games", "6", "--seed", "9", "--processes", "1", "--json"]
    assert main(words) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["game"], result["games"], result["wrong"], result["seed"]) == ("armada", 6, 0, 9)
    assert (result["apprentice_won"], result["apprentice_win_rate"]) == (6, 1.0)
    assert 0 < result["apprentice_median_turns"] <= 40


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    alone = soak("armada", ("apprentice",), 12, 3, lambda done: None, processes=1)
    together = soak("armada", ("apprentice",), 12, 3, lambda done: None, processes=2)
    assert alone.fields() == together.fields()
    assert alone.is_good


def test_every_number_of_seats_is_played_at_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    sat = []

    def noting(player: Greedy, seen: Seen, decision: Decision, rng: Random) -> Answer:
        sat.append((len(seen.view()["players"]), decision.seat))
        return choose(player, seen, decision, rng)

    choose = Greedy.choose
    monkeypatch.setattr(Greedy, "choose", noting)
    result = play_match(Match("loot", "apprentice", 5, 0, 12))
    assert (result.games, result.wrong) == (12, 0)
    assert set(sat) == {(seats, seat) for seats in (2, 3, 4) for seat in range(seats)}


def test_a_player_that_seldom_wins_is_not_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Trial.rated

    def worst_first(trial: Trial, seen: Seen, decision: Decision, rng: Random) -> Rated:
        return [(choice, -worth) for choice, worth in whole(trial, seen, decision, rng)]

    monkeypatch.setattr(Trial, "rated", worst_first)
    monkeypatch.setattr("host.soak.players.MOST_ANSWERS", 300)
    result = match()
    assert result.records["apprentice"].win_rate < 0.9
    assert not result.is_good


def test_a_player_that_looks_where_it_may_not_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(player: Greedy, seen: Seen, decision: Decision, rng: object) -> Answer:
        peek = seen._play.clone()
        options = list(seen.options(decision).enumerate())
        if ("draw",) not in options:
            return Answer(decision.id, options[0], decision.seat)
        peek.say("draw")
        return Answer(decision.id, options[len(repr(peek.events[-1])) % len(options)], decision.seat)

    monkeypatch.setattr(Greedy, "choose", peeking)
    monkeypatch.setattr("host.soak.players.MOST_ANSWERS", 300)
    result = match()
    assert result.wrong
    assert any("what nobody could know" in note for note in result.notes)


def test_an_answer_that_is_illegal_is_counted_and_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Greedy, "choose", lambda player, seen, decision, rng: Answer(decision.id, ("fly",)))
    result = match(games=2)
    assert (result.wrong, result.is_good) == (2, False)
    assert result.notes[0].startswith("Game 5/apprentice/0 breaks off: IllegalEntry")
