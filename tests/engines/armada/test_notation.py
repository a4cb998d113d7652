"""Answers in words: what is written can be read again, and what cannot be read is refused with a sentence."""

import random

import pytest

from engines.core import ParseError, Table
from tests.engines.armada import perft
from tests.engines.armada.positions import play, rules, texts

BASHES = "bash"


@pytest.mark.parametrize("name", perft.POSITIONS)
def test_every_answer_reads_back_as_itself(name: str) -> None:
    game = play(perft.POSITIONS[name], A2="two", A7="may-stop", A8="legal", A30="500")
    rng = random.Random(name)
    for _ in range(12):
        decision = game.waiting[0]
        for choice in game.options(decision).enumerate():
            assert game.parse(game.write(choice)) == choice
        game.say(rng.choice(sorted(texts(game))))
        if game.result is not None:
            return


@pytest.mark.parametrize(
    ("loose", "written"),
    [
        ("MOVE Ship-3 North", "move ship-3 north"),
        ("  draw  ", "draw"),
        ("move ship-3 north 1", "move ship-3 north"),
        ("bash shield-2>ship-1", "bash shield-2 > ship-1"),
        ("Build GUN-1 G4 north", "build gun-1 g4 north"),
    ],
)
def test_case_and_spaces_do_not_matter(loose: str, written: str) -> None:
    game = play(perft.POSITIONS[BASHES])
    assert written in texts(game)
    assert game.write(game.parse(loose)) == written


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "answer"),
        ("fly ship-3 north", "fly"),
        ("build gun-1", "build PIECE CELL FACING"),
        ("build gun-9 g4 north", "gun-9"),
        ("build gun-1 j4 north", "j4"),
        ("build gun-1 g0 north", "g0"),
        ("build gun-1 `4 north", "`4"),
        ("build gun-1 g12 north", "g12"),
        ("build gun-1 g4 up", "up"),
        ("move ship-3", "move SHIP DIRECTION"),
        ("move ship-x north", "ship-x"),
        ("move 3 north", '"3"'),
        ("move ship-3 north 3", "move SHIP DIRECTION"),
        ("move ship-99999999999999999999 north", "ship-9"),
        ("move ship-3 up", "up"),
        ("rotate hub-4 around", "around"),
        ("shoot gun-6 north-east", "north-east"),
        ("bash shield-2 ship-1", "bash SHIELD > SHIP"),
        ("bash shield-2 > shield-1", "shield-1"),
        ("draw two", "draw"),
        ("x" * 10_000, "answer"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(text: str, named: str) -> None:
    game = play(perft.POSITIONS[BASHES])
    before = game.digest()
    with pytest.raises(ParseError, match=named) as caught:
        game.parse(text)
    assert str(caught.value).endswith(".")
    assert game.digest() == before


@pytest.mark.parametrize("text", ["", "draw", "shield", "shield hub-9", "shield shield-1 shield-4"])
def test_a_pick_names_one_piece(text: str) -> None:
    game = play(perft.POSITIONS[BASHES])
    game.say("bash shield-2 > ship-1")
    with pytest.raises(ParseError, match=r"\.$"):
        game.parse(text)


@pytest.mark.parametrize("text", ["", "draw", "first", "first green"])
def test_a_beginner_is_blue_or_red(text: str) -> None:
    game = rules(A3="random").new(oracle=Table())
    with pytest.raises(ParseError, match=r"\.$"):
        game.parse(text)
