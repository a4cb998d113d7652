"""Which button somebody presses, whatever the order in which they are offered."""

from itertools import permutations
from random import Random

import pytest

import engines
from host.soak.human.choosing import chosen
from host.soak.human.world import Deed, Pieces, World, deed

BUILT = ("build hub-3 e10 east", "build shield-4 c10 south")
OTHERS = ("build hub-5 e10 east", "build hub-5 c10 south")


def done(*texts: str) -> list[Deed]:
    world = World(engines.load("armada"), 2)
    world.deal(Pieces(world.truth, Random(1)))
    while (shown := world.showing()) is not None:
        world.take(shown)
    draws = deed(world.truth, ("draw",))
    return [draws._replace(text=text) for text in texts]


@pytest.mark.parametrize("labels", list(permutations((*BUILT, *OTHERS))), ids=lambda labels: labels[0])
@pytest.mark.parametrize("lacking", BUILT)
@pytest.mark.parametrize("who", ["", "blue: "])
def test_of_two_answers_that_were_given_the_one_is_said_that_the_ledger_lacks_first(
    labels: tuple[str, ...], lacking: str, who: str
) -> None:
    """The table asks which came first: whoever built with both hands knows it."""
    offered = [f"{who}{label}".capitalize() for label in labels]
    for order in (BUILT, BUILT[::-1]):
        number = chosen(offered, done(*order), lacking, is_astray=False)
        assert labels[number] == lacking


def test_what_was_not_done_is_never_said() -> None:
    assert chosen(OTHERS, done(*BUILT), BUILT[0], is_astray=False) == -1


def test_only_who_reads_something_else_in_the_ledger_has_it_replaced() -> None:
    labels = [f"{BUILT[0]} instead of {OTHERS[0]}", "Take back the last answer"]
    assert chosen(labels, done(BUILT[0]), "", is_astray=True) == 0
    assert chosen(labels, done(BUILT[0]), "", is_astray=False) == -1


@pytest.mark.parametrize(("is_astray", "number"), [(True, 1), (False, 0)])
def test_who_has_put_a_mistake_back_says_so_unless_the_ledger_is_right(is_astray: bool, number: int) -> None:
    labels = [BUILT[0], "Take back the last answer"]
    assert chosen(labels, done(BUILT[0]), "", is_astray=is_astray, has_put_back=True) == number


def test_who_has_thought_better_replaces_the_answer_and_adds_none_to_it():
    text = BUILT[0].capitalize()
    labels = (text, f"{text} instead of move ship-1 north", "None of these")
    assert chosen(labels, done(BUILT[0]), "", is_astray=True) == 1
    assert chosen(labels, done(BUILT[0]), "", is_astray=False) == 0
