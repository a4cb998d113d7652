"""A program that dies between any two moves of a hand: the next one understands what the first would have."""

from collections.abc import Callable, Mapping

import pytest

from host.play.commands import Again, Say, Show

from .conftest import Sitting

Step = Callable[[Sitting], None]


def put(name: str, tile: str, facing: str) -> Step:
    return lambda game: game.put(f"blue.{name}", tile, facing, 900)


def lift(name: str) -> Step:
    return lambda game: game.lift(f"blue.{name}")


def show(name: str) -> Step:
    return lambda game: game.say(Show(f"blue.{name}"))


def at_once(*steps: Step) -> Step:
    """Several steps of one program: only whoever saw the lift knows that the same tile was filled anew."""

    def do(game: Sitting) -> None:
        for step in steps:
            step(game)

    return do


STORIES: Mapping[str, tuple[Step, ...]] = {
    "a piece moves on": (put("gun-1", "e1", "north"), lift("gun-1"), put("gun-1", "d2", "north")),
    "a shown piece moves on": (
        *(show("gun-1"), put("gun-1", "e1", "north"), lift("gun-1")),
        *(put("gun-1", "e3", "north"), lift("gun-1"), put("gun-1", "e1", "east")),
    ),
    "another piece is shown and built instead": (
        *(show("gun-1"), put("gun-1", "e1", "north"), lift("gun-1")),
        *(show("gun-3"), put("gun-3", "e3", "south")),
    ),
    "another piece is put where the first one was": (
        *(show("gun-1"), put("gun-1", "e1", "north")),
        at_once(lift("gun-1"), show("gun-3"), put("gun-3", "e1", "north")),
    ),
    "two hands build two pieces": (show("gun-1"), put("gun-3", "e1", "north"), put("gun-1", "e3", "south")),
    "two pieces are shown": (show("gun-1"), show("gun-3"), put("gun-1", "e1", "north")),
    "the pad reads a piece once more": (
        lambda game: game.say(Again("blue.gun-1")),
        put("gun-3", "e1", "north"),
    ),
    "a ship turns the other way": (
        *(put("starter", "e2", "west"), put("starter", "e2", "south")),
        put("starter", "e2", "east"),
    ),
    "a ship moves elsewhere": (
        *(lift("starter"), put("starter", "e3", "south")),
        *(lift("starter"), put("starter", "d2", "south")),
    ),
    "an answer is said and the table follows": (
        lambda game: game.say(Say("move ship-1 north")),
        lift("starter"),
        put("starter", "e3", "south"),
    ),
}


def told(game: Sitting) -> tuple[list[str], str, list[str]]:
    """What a player reads: the answers that hold, and what is asked."""
    game.table.run_for(1_500)
    return game.said, game.prompt.kind, [button.label for button in game.prompt.buttons]


@pytest.mark.parametrize("story", STORIES)
def test_a_restart_between_two_moves_of_a_hand_changes_nothing(sit: Callable[..., Sitting], story: str) -> None:
    steps = STORIES[story]

    def play(dies_before: int) -> tuple[list[str], str, list[str]]:
        game = sit(first="gun-3")
        for number, step in enumerate(steps):
            if number == dies_before:
                game.restart()
            step(game)
        return told(game)

    undisturbed = play(-1)
    assert [play(number) for number in range(len(steps))] == [undisturbed] * len(steps)
