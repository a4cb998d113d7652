"""The table is right: the position that it shows, or a sentence that says why it shows none."""

from random import Random

import pytest

import engines
from engines.core import Shuffle
from engines.core.entries import Answer
from hardware import profiles
from host.stage.armada import ArmadaStage
from host.stage.base import ImportProblem

GRID = profiles.load("grid")
GAME = engines.load("armada")
STAGE = ArmadaStage(GRID, GAME)


def tile(name):
    return GRID.tile_named(name).index


def tiles_with(**masks):
    found = bytearray(len(GRID.tiles))
    for name, mask in masks.items():
        found[tile(name)] = mask
    return bytes(found)


@pytest.mark.parametrize("seed", range(10))
def test_a_table_that_shows_the_play_gives_its_position(seed):
    play, rng = GAME.new(oracle=Shuffle(seed)), Random(seed)
    for _ in range(60):
        if play.waiting:
            play.feed(Answer(play.decision.id, play.options(play.decision).sample_kind_first(rng)))
    position = STAGE.position_from(play, STAGE.scene(play).signature)
    assert GAME.setup(position).digest() == play.digest()


def test_ships_are_found_again_wherever_they_stand():
    play = GAME.new(oracle=Shuffle(1))
    position = STAGE.position_from(play, tiles_with(b4=2, e10=1))
    [blue] = [ship for ship in position["ships"] if ship["seat"] == "blue"]
    assert (blue["pieces"][0]["cell"], blue["pieces"][0]["facing"]) == ("b4", "east")
    assert GAME.setup(position).state.at  # a legal position


def test_a_ship_that_was_turned_as_a_whole_is_found_again():
    play = GAME.new(oracle=Shuffle(1))
    build = next(c for c in play.options(play.decision).enumerate() if c[0] == "build")
    play.feed(Answer(play.decision.id, build))
    turn = next(c for c in play.options(play.decision).enumerate() if c[0] == "rotate")
    after = play.clone()
    after.feed(Answer(after.decision.id, turn))
    position = STAGE.position_from(play, STAGE.scene(after).signature)
    found = {(p["piece"], p["cell"], p["facing"]) for ship in position["ships"] for p in ship["pieces"]}
    meant = {(p["piece"], p["cell"], p["facing"]) for ship in after.position()["ships"] for p in ship["pieces"]}
    assert found == meant


def test_a_piece_too_many_is_named():
    play = GAME.new(oracle=Shuffle(1))
    with pytest.raises(ImportProblem, match="The piece on a5 belongs to no ship"):
        STAGE.position_from(play, tiles_with(e2=4, e10=1, a5=1))


def test_a_ship_that_is_missing_is_named():
    with pytest.raises(ImportProblem, match=r"ship-[12] does not stand on the table|do not all fit"):
        STAGE.position_from(GAME.new(oracle=Shuffle(1)), tiles_with(e2=4))


def test_a_piece_that_lies_askew_is_named():
    with pytest.raises(ImportProblem, match="on e2 closes several reeds"):
        STAGE.position_from(GAME.new(oracle=Shuffle(1)), tiles_with(e2=6, e10=1))
