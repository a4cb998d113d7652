"""Positions that cannot be: each is refused with a sentence that names what is wrong, whatever it is made of."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engines.core import SetupError, Shuffle
from tests.engines.armada import perft
from tests.engines.armada.positions import play, position, rules, texts

FAR_RED = "red 2: starter e10 north"
GOOD = f"blue 2: starter e5 south, gun-1 e4 north\n{FAR_RED}\nplay blue: gun-2\ndraw red: gun-2"
JUNK: list[Any] = [None, True, -1, 0, 10**30, 1.5, "", "e5", "ship-1", "north", "x" * 300, [], {}, [[]], [{}], {"a": 1}]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"blue 2: starter e5 south\nblue 2: hub-2 e5 north\n{FAR_RED}", "e5"),
        (f"blue 2: starter e5 south, gun-1 e4 east\n{FAR_RED}", "ship-1"),
        (f"blue 2: starter e5 south, gun-1 e6 north\n{FAR_RED}", "ship-1"),
        (f"blue 2: starter e5 south, gun-1 c3 north\n{FAR_RED}", "ship-1"),
        (f"blue 2: gun-1 e5 south\n{FAR_RED}", "hub"),
        (f"blue 0: starter e5 south\n{FAR_RED}", "energy"),
        (f"blue 2: starter e12 south\n{FAR_RED}", "e12"),
        (f"blue 2: starter j5 south\n{FAR_RED}", "j5"),
        (f"blue 2: starter e5 up\n{FAR_RED}", "facing"),
        (f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: hub-9", "hub-9"),
        (f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: starter", "starter"),
        (f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: gun-2\ndraw blue: gun-2", "gun-2"),
        (f"blue 2: starter e5 south, shield-1 e4 north broken\n{FAR_RED}", "shield"),
        (f"turn green\nblue 2: starter e5 south\n{FAR_RED}", "seat"),
        (f"turn blue 3\nblue 2: starter e5 south\n{FAR_RED}", "actions"),
        (f"turn blue 2 201\nblue 2: starter e5 south\n{FAR_RED}", "quiet"),
    ],
)
def test_an_impossible_position_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(SetupError, match=named) as caught:
        play(text)
    assert str(caught.value).endswith(".")


def test_a_position_with_a_piece_in_the_enemy_base_is_over() -> None:
    game = play("blue 2: starter e10 south\nred 2: starter a10 north")
    assert (game.result.winner, game.result.rule, game.waiting) == (0, "R40", ())


def test_a_position_comes_back_as_it_was_given() -> None:
    for text in (GOOD, *perft.POSITIONS.values()):
        given = position(text)
        found = rules().setup(given, oracle=Shuffle(1)).position()
        for key in ("play", "draw"):
            assert {seat: sorted(names) for seat, names in given[key].items()} == {
                seat: sorted(names) for seat, names in found[key].items()
            }
        assert found["ships"] == given["ships"]
        assert {key: found["turn"][key] for key in given["turn"]} == given["turn"]


IN_A_BASH = """
    blue 2: hub-4 d6 east, shield-2 e6 west, gun-6 c6 east
    red 2: hub-4 d4 north, shield-4 d5 east, shield-1 e5 west
    red 2: starter e10 north
"""


@pytest.mark.parametrize("answer", ["bash ship-1 > ship-2", "bash shield-2 > ship-2", "move ship-1 north"])
def test_a_position_keeps_what_the_game_is_in_the_middle_of(answer: str) -> None:
    game = play(IN_A_BASH)
    game.say(answer)
    again = rules().setup(game.position(), oracle=Shuffle(1))
    assert texts(again) == texts(game)
    for step in (game, again):
        step.say(min(texts(step)))
    assert again.position() == game.position()


def test_a_turn_that_had_a_build_stays_one_when_set_up_again() -> None:
    game = play(f"turn blue 2 199\nblue 2: starter e5 south\n{FAR_RED}\nplay blue: gun-1")
    game.say("build gun-1 e4 north")
    again = rules().setup(game.position(), oracle=Shuffle(1))
    again.say("move ship-1 west")
    assert again.result is None


@pytest.mark.parametrize(
    "waits",
    [
        [{"for": "shield", "ship": "ship-1", "target": "ship-3", "payer": None}],
        [{"for": "shield", "ship": "ship-2", "target": "ship-1", "payer": None}],
        [{"for": "shield", "ship": "ship-9", "target": "ship-2", "payer": None}],
        [{"for": "shield", "ship": "ship-1", "target": "ship-2", "payer": "blue.gun-6"}],
        [{"for": "shield", "ship": "ship-1", "target": "ship-2", "payer": "red.shield-1"}],
        [{"for": "shield", "ship": "ship-1", "target": "ship-2"}],
        [{"for": "draw", "token": "blue.token-3"}],
        [{"for": "draw", "token": 3}],
        [{"for": "first"}],
        [{"for": "tea"}],
        [{"for": "first"}, {"for": "first"}],
        ["draw"],
    ],
)
def test_a_game_cannot_be_in_the_middle_of_nonsense(waits: list[Any]) -> None:
    with pytest.raises(SetupError, match=r"\.$"):
        rules().setup({**position(IN_A_BASH), "waits": waits}, oracle=Shuffle(1))


@pytest.mark.parametrize("worn", ["shield-4 d5 east gone, shield-1 e5 west", "shield-4 d5 east"])
def test_a_pick_needs_two_shields_to_pick_from(worn: str) -> None:
    text = IN_A_BASH.replace("shield-4 d5 east, shield-1 e5 west", worn)
    waits = [{"for": "shield", "ship": "ship-1", "target": "ship-2", "payer": None}]
    with pytest.raises(SetupError, match="two shields"):
        rules().setup({**position(text), "waits": waits}, oracle=Shuffle(1))


@pytest.mark.parametrize(
    "result",
    [{"winner": "blue"}, {"winner": "green", "rule": "R40"}, {"winner": "blue", "rule": "R1"}, ["blue"], "blue"],
)
def test_a_game_cannot_have_ended_otherwise_than_by_the_rules(result: Any) -> None:
    with pytest.raises(SetupError, match=r"\.$"):
        rules().setup({**position(IN_A_BASH), "result": result}, oracle=Shuffle(1))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and dicts where a value stands."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def outcome(spoiled: Any) -> str:
    """The refusal, or "plays" for a position with something to answer, or "over"."""
    try:
        game = rules().setup(spoiled, oracle=Shuffle(1))
    except SetupError as error:
        return str(error)
    if game.result is not None:
        return "over."
    return "plays." if game.options(game.waiting[0]).count() else "nothing to answer"


def test_junk_anywhere_is_refused_or_plays() -> None:
    rng = random.Random(7)
    good = rules().setup(position(GOOD), oracle=Shuffle(1)).position()
    seen = set()
    for _ in range(500):
        spoiled = copy.deepcopy(good)
        for _ in range(rng.choice((1, 1, 2))):
            container, key = rng.choice(list(places(spoiled)))
            container[key] = copy.deepcopy(rng.choice(JUNK))
        seen.add(outcome(spoiled))
    assert [text for text in seen if not text.endswith(".")] == []
    assert len(seen) > 20
