"""Loot Trap as people mean it, without a table: they play cards that they have, and pawns go where they say."""

from random import Random

import pytest

import engines
from engines.core import Answer, Reveal
from engines.loot.events import Moved
from host.soak.human import world as meant
from host.soak.human.levels import CALM
from host.soak.human.loot import LootWays
from host.soak.human.world import World
from tests.engines.loot.scenes import Scene

GAME = engines.load("loot")


def deeds(seed, most=400):
    """Yield what is done in one game, with the game as it will be then, and do it."""
    rng = Random(seed)
    world, ways = World(GAME, rng.choice(GAME.seat_counts)), LootWays(GAME, None)
    world.deal(ways.cards(world.truth, rng))
    for _ in range(most):
        if world.is_over:
            return
        deed = world.showing() or ways.choose(world, rng)
        if deed.reveal is None:
            yield ways, deed, world.after(deed)
        world.take(deed)


@pytest.mark.parametrize("seed", [30, 31])
def test_a_whole_game_can_be_meant(seed):
    """Cards are drawn after a reshuffle while one is shown; the game ends once nobody interrupts."""
    assert sum(1 for _ in deeds(seed, most=2_000)) < 2_000


@pytest.mark.parametrize("seed", range(6))
def test_a_pawn_goes_to_the_space_that_is_named_whatever_the_rules_do_then(seed):
    walks = 0
    for ways, deed, after in deeds(seed):
        if deed.word in ("move", "hop"):
            walked = next(event for event in after.events[len(deed.play.events) :] if isinstance(event, Moved))
            lies = ways.made_by(deed, after)
            assert lies[f"pawn.{after.seats[walked.seat]}"].tile == deed.text.split()[1]
            others = {name: spot for name, spot in lies.items() if name.startswith("pawn")}
            assert len({spot.tile for spot in others.values()}) == len(others)
            walks += 1
    assert walks > 10


def lays(hand):
    """How each trap is laid that Red, who holds these cards, may lay on a5."""
    play = Scene().pawn("red", "b5").hand("red", hand).table(at="action")
    texts = [play.write(choice) for choice in play.options(play.decision).enumerate()]
    return {
        text: LootWays(GAME, None).how(meant.deed(play, play.parse(text)), Random(1), CALM)
        for text in texts
        if text.startswith("lay") and text.endswith("a5")
    }


def test_a_trap_is_laid_by_hand_but_which_card_it_is_has_to_be_said():
    """The table is told nothing of a card that lies face down; who wants it to know says so on the screen."""
    assert lays("smuggler ?") == {"lay smuggler a5": "say", "lay unseen a5": "move"}
    assert lays("smuggler mutiny") == {"lay smuggler a5": "move", "lay mutiny a5": "move"}


def test_a_trap_lies_on_an_armed_card_before_anybody_has_said_what_it_covers():
    play = Scene().pawn("red", "b5").hand("red", "? ?").trap("a5", "?").table(at="action")
    ways = LootWays(GAME, None)
    assert ways.arrangement(play)["tray.a5"].facing == "east"
    play.feed(Answer(play.decision.id, play.parse("lay unseen a5")))
    assert isinstance(play.waiting[0], Reveal)
    assert ways.arrangement(play)["tray.a5"].facing == "north"
    assert "cross.a5" in ways.arrangement(play)


def test_a_card_that_is_shown_again_for_an_answer_is_the_same_copy_and_the_next_one_is_another():
    last: dict[str, str] = {}
    again = 0
    for ways, deed, _ in deeds(30):
        card = ways.card(deed, Random(1))
        assert card == ways.card(deed, Random(2))
        name, _, copy = card.partition("#")
        if copy:
            assert last.get(name) != copy
            again += name in last
            last[name] = copy
    assert again > 5
