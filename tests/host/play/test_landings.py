"""A piece that is held to the pad is one that comes down later, on whichever tile that is."""

import pytest

from firmware.wire import EAST, NORTH, WEST
from host.play.commands import Mask, Pick, Say, Show


def _choose(game, label: str) -> None:
    labels = [button.label for button in game.prompt.buttons]
    game.say(Pick(labels.index(label)), wait=1_000)


@pytest.mark.parametrize("gap", [100, 500, 2_000])
def test_a_piece_that_is_shown_after_another_came_down_is_not_that_one(sit, gap):
    """Nobody has shown the first hub, so it is asked about; the second one then needs no question."""
    game = sit(first="hub-3")
    game.say(Say("draw"))
    game.name("hub-4")
    game.say(Say("draw"))
    game.name("gun-2")  # drawn by Blue's second action
    game.name("gun-2")  # drawn by Red
    game.say(Say("draw"))
    game.name("gun-3")
    game.say(Say("draw"))
    game.name("gun-4")
    game.name("gun-3")  # drawn by Blue
    game.put("blue.hub-4", "a1", "north", wait=gap)
    game.say(Show("blue.hub-3"))
    game.put("blue.hub-3", "c1", "north", wait=2_000)
    assert game.said[4:] == []
    assert game.prompt.kind == "ask"
    _choose(game, "Build hub-4 a1 north")
    assert game.said[4:] == ["build hub-4 a1 north", "build hub-3 c1 north"]


@pytest.mark.parametrize("tile", ["a1", "c2"])
def test_another_piece_that_is_shown_while_the_other_side_draws_may_take_the_place_of_the_last_one(sit, tile):
    """Whoever thinks better of the last build of a turn does so while the table asks the other side for a name."""
    game = sit(first="hub-3")
    game.say(Say("draw"))
    game.name("hub-4")
    game.say(Show("blue.hub-3"))
    game.put("blue.hub-3", "a1", "north")
    assert game.said == ["draw", "build hub-3 a1 north"]
    assert game.prompt.kind == "reveal"
    game.table.run_for(500)
    game.lift("blue.hub-3", wait=400)
    game.say(Show("blue.hub-4"), wait=400)
    game.put("blue.hub-4", tile, "north", wait=1_500)
    assert game.prompt.kind == "ask"
    _choose(game, f"Build hub-4 {tile} north instead of build hub-3 a1 north")
    assert game.said == ["draw", f"build hub-4 {tile} north"]


@pytest.mark.parametrize("reeds", [EAST, NORTH | WEST])
@pytest.mark.parametrize("broken", ["e2", "a6", "c1"])
@pytest.mark.parametrize("comes_first", [False, True], ids=["long before", "just before"])
def test_what_a_broken_tile_seems_to_feel_has_not_come_down(sit, broken, reeds, comes_first):
    """A reed that is stuck is no piece in anybody's way: the pad still tells which hub it is."""
    game = sit(first="hub-3")
    tile = game.twin.profile.tile_named(broken).index
    game.say(Mask(tile))
    if not comes_first:
        game.twin.set_reeds(tile, reeds)
        game.table.run_for(1_000)
    game.say(Say("draw"))
    game.name("hub-4")
    game.say(Show("blue.hub-4"))
    game.twin.set_reeds(tile, reeds)
    game.table.run_for(300)
    game.put("blue.hub-4", "a1", "north", wait=1_500)
    assert game.said == ["draw", "build hub-4 a1 north"]
