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


def test_a_piece_that_lies_askew_is_named():
    with pytest.raises(ImportProblem, match="on e2 closes several reeds"):
        STAGE.position_from(GAME.new(oracle=Shuffle(1)), tiles_with(e2=6, e10=1))


def answered(*answers, seed=1):
    """A play in which Blue draws nothing unforeseen and gives some answers."""
    play = GAME.new(oracle=Shuffle(seed))
    for text in answers:
        play.feed(Answer(play.decision.id, play.parse(text)))
    return play


def test_a_ship_that_was_taken_off_as_a_whole_is_gone():
    position = STAGE.position_from(GAME.new(oracle=Shuffle(1)), tiles_with(e2=4))
    assert [ship["seat"] for ship in position["ships"]] == ["blue"]
    assert GAME.setup(position).position()["ships"] == position["ships"]


def test_an_empty_table_is_no_position():
    with pytest.raises(ImportProblem, match="Nothing stands on the table"):
        STAGE.position_from(GAME.new(oracle=Shuffle(1)), tiles_with())


def test_a_piece_that_was_built_is_booked_like_a_build():
    play = answered()
    builds = [c for c in play.options(play.decision).enumerate() if c[0] == "build"]
    one = next(c for c in builds if [b[2:] for b in builds].count(c[2:]) == 1)
    after = play.clone()
    after.feed(Answer(after.decision.id, one))
    position = STAGE.position_from(play, STAGE.scene(after).signature)
    assert position["ships"] == after.position()["ships"]
    assert position["play"] == after.position()["play"]
    assert position["turn"] == play.position()["turn"]
    assert GAME.setup(position).position()["ships"] == position["ships"]


def test_pieces_that_were_built_one_on_the_other_are_found_in_their_order():
    play = GAME.setup(POSITION)
    after = play.clone()
    for text in ("build gun-1 e1 north", "build hub-2 b1 north"):
        after.feed(Answer(after.decision.id, after.parse(text)))
    position = STAGE.position_from(play, STAGE.scene(after).signature)
    assert position["ships"] == after.position()["ships"]


def test_a_piece_that_may_be_two_is_asked_about():
    play = GAME.setup({**POSITION, "play": {"blue": ["hub-2", "hub-3"]}})
    with pytest.raises(ImportProblem, match="On b1 blue hub-2 or blue hub-3 may have been built"):
        STAGE.position_from(play, tiles_with(e2=4, e10=1, b1=1))


POSITION = {
    "turn": {"seat": "blue", "actions": 2},
    "ships": [
        {"id": 1, "seat": "blue", "energy": 2, "pieces": [{"piece": "starter", "cell": "e2", "facing": "south"}]},
        {"id": 2, "seat": "red", "energy": 2, "pieces": [{"piece": "starter", "cell": "e10", "facing": "north"}]},
    ],
    "play": {"blue": ["gun-1", "hub-2"]},
}


@pytest.mark.parametrize(
    ("play", "tiles", "rule"),
    [
        (POSITION, {"e2": 4, "e10": 1, "a5": 1}, "R20"),
        ({**POSITION, "play": {"blue": ["gun-1"]}}, {"e2": 4, "e10": 1, "a5": 1}, "R19"),
        ({**POSITION, "play": {}}, {"e2": 4, "e10": 1, "a5": 1}, "R45"),
        (POSITION, {"d10": 4, "e10": 1}, "R40"),
    ],
)
def test_what_the_rules_forbid_is_said_with_its_rule(play, tiles, rule):
    with pytest.raises(ImportProblem, match=rf"\({rule}\)"):
        STAGE.position_from(GAME.setup(play), tiles_with(**tiles))


def test_an_open_side_against_a_closed_one_is_said_with_its_rule():
    """hub-3 on d2 meets hub-2 below; its one closed side must be the one at the starter's wall."""
    ships = [{**ship, "pieces": list(ship["pieces"])} for ship in POSITION["ships"]]
    ships[0]["pieces"] += [
        {"piece": "shield-4", "cell": "e1", "facing": "west"},
        {"piece": "hub-2", "cell": "d1", "facing": "north"},
    ]
    play = GAME.setup({**POSITION, "ships": ships, "play": {"blue": ["hub-3"]}})
    said = []
    for mask in (1, 2, 4, 8):
        try:
            STAGE.position_from(play, tiles_with(e2=4, e1=8, d1=1, e10=1, d2=mask))
        except ImportProblem as problem:
            said.append(str(problem))
    assert len(said) == 2  # with its closed side to hub-2 it is a ship of its own (A14)
    assert all("On d2 an open side would meet a closed side of ship-1. (R22) Take it off." in one for one in said)


def test_a_ship_that_lacks_a_piece_is_named_with_what_belongs_where():
    play = GAME.setup(POSITION)
    play.feed(Answer(play.decision.id, play.parse("build gun-1 e1 north")))
    with pytest.raises(ImportProblem, match=r"ship-1 is not whole: .*\(R18\).* Put its gun-1 on e1, facing north"):
        STAGE.position_from(play, tiles_with(e2=4, e10=1))


def test_of_two_ships_alike_each_is_found_where_it_is_nearest():
    ships = [*POSITION["ships"], {"id": 3, "seat": "blue", "energy": 2, "pieces": []}]
    ships[2]["pieces"] = [{"piece": "hub-2", "cell": "a2", "facing": "south"}]
    play = GAME.setup({**POSITION, "ships": ships, "play": {}})
    position = STAGE.position_from(play, tiles_with(b2=4, f2=4, e10=1))
    assert [ship["pieces"][0]["cell"] for ship in position["ships"]] == ["f2", "e10", "b2"]
