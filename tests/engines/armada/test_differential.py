"""Random play in which the engine and the brute force must agree, ply by ply, on every answer and every position."""

import random
from typing import Any

import pytest

from engines.core import Answer, Fixed
from tests.engines.armada import brute_force, perft
from tests.engines.armada.positions import DRAW, SEATS, position, rules, texts

# How long to search: these take a few seconds and 1,500 plies; 200 seeds and 150 plies take half an hour.
SEEDS = 4
PLIES = 25
VALUES = {
    "A1": ("9x11", "7x9", "7x11", "9x13", "11x11"),
    "A2": ("one", "two", "diagonal"),
    "A3": ("blue", "red"),
    "A4": ("2", "1", "3"),
    "A7": ("compulsory", "may-stop"),
    "A8": ("illegal", "legal"),
    "A9": ("hits", "blocked"),
    "A10": ("any", "front"),
    "A20": ("defender", "attacker"),
    "A23": ("ignored", "swept"),
    "A26": ("on", "off"),
    "A30": ("200", "50", "500"),
}
SINGLE = [(line, value) for line, values in VALUES.items() for value in values[1:]]


def begin(rng: random.Random, options: dict[str, str], name: str) -> tuple[Any, brute_force.State]:
    """The same play twice: a new game with a shuffled draw order, or one of the positions for perft."""
    game = rules(**options)
    if name == "start":
        draw = {seat: rng.sample(DRAW, len(DRAW)) for seat in SEATS}
        return game.new(oracle=Fixed(draw)), brute_force.start(draw, options)
    described = position(perft.POSITIONS[name])
    if described["turn"]["quiet"]:  # one quiet turn from the end, whatever the limit
        described["turn"]["quiet"] = int(options.get("A30", "200")) - 1
    return game.setup(described, oracle=Fixed(described["draw"])), brute_force.load(described, options)


def ordered(found: dict[str, Any]) -> dict[str, Any]:
    """A position whose lists have the order that the brute force gives them."""
    return brute_force.position(brute_force.load(found))


def pick(rng: random.Random, answers: set[str]) -> str:
    """An answer whose kind was chosen first, so that shots and bashes are not lost among the builds."""
    kind = rng.choice(sorted({text.split()[0] for text in answers}))
    return rng.choice(sorted(text for text in answers if text.split()[0] == kind))


def compare(play: Any, state: brute_force.State) -> None:
    assert texts(play) == brute_force.answers(state)
    expected = None if state.result is None else (state.result[0] and SEATS.index(state.result[0]), state.result[1])
    assert (None if play.result is None else (play.result.winner, play.result.rule)) == expected
    if state.bash is None:
        found, wanted = ordered(play.position()), brute_force.position(state)
        if state.result is not None:
            del found["turn"], wanted["turn"]
        assert found == wanted
    if state.result is None:
        assert SEATS[play.waiting[0].seat] == state.decider


def playout(seed: object, options: dict[str, str], name: str, plies: int) -> None:
    rng = random.Random(f"{seed} {name}")
    play, state = begin(rng, options, name)
    compare(play, state)
    for _ in range(plies):
        if state.result is not None:
            return
        text = pick(rng, brute_force.answers(state))
        decision = play.waiting[0]
        play.feed(Answer(decision.id, play.parse(text)))
        state = brute_force.apply(state, text)
        compare(play, state)


@pytest.mark.parametrize("name", ["start", *perft.POSITIONS])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_engine_and_brute_force_agree(seed: int, name: str) -> None:
    playout(seed, {}, name, PLIES)


@pytest.mark.parametrize(("line", "value"), SINGLE)
def test_they_agree_under_each_option(line: str, value: str) -> None:
    names = ("start",) if line in ("A1", "A3", "A4") else ("fleets", "bash")
    for name in names:
        playout(f"{line} {value}", {line: value}, name, PLIES)


@pytest.mark.parametrize("seed", range(2 * SEEDS))
def test_they_agree_under_mixtures_of_options(seed: int) -> None:
    rng = random.Random(seed)
    mixture = {line: rng.choice(values) for line, values in VALUES.items()}
    playout(seed, mixture, "start", PLIES)
    playout(seed, {**mixture, "A1": "9x11"}, rng.choice(sorted(perft.POSITIONS)), PLIES)
