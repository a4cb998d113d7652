"""What people do by mistake in Loot Trap: a pawn beside its place, another pawn, another tray, another answer."""

from random import Random

import engines
from hardware import profiles
from hardware.twin.mechanics import Mechanics
from host.soak.human.hands import Hands
from host.soak.human.levels import CALM
from host.soak.human.loot import LootWays
from host.soak.human.mistakes import Mistakes
from host.soak.human.moving import Mover
from host.soak.human.things import Motion, Spot
from host.soak.human.world import World

GAME = engines.load("loot")
WALK = [Motion("pawn.red", Spot("b2")), Motion("tray.b1", Spot("b1", "east"))]


class Table:
    """A table without a screen."""

    now = 0
    profile = profiles.load("field")

    def __init__(self) -> None:
        self.mechanics = Mechanics(self.profile)


def mistakes(seed):
    """What may go wrong at the beginning of a game of two."""
    rng, ways, world, table = Random(seed), LootWays(GAME, None), World(GAME, 2), Table()
    world.deal(ways.cards(world.truth, rng))
    hands = Hands(table, CALM, rng, ways.kind)
    hands.lies.update(ways.arrangement(world.truth))
    return world, ways, Mistakes(hands, ways, Mover(table, hands, ways, CALM, rng), rng)


def test_a_walk_goes_wrong_in_three_ways():
    found = [mistake for seed in range(60) if (mistake := mistakes(seed)[2].moving(WALK)) is not None]
    assert len(found) == 60
    beside = {mistake.wrong.target.tile for mistake in found if mistake.wrong.name == "pawn.red"}
    assert beside <= {"a2", "c2", "a3", "b3", "c3"}
    assert len(beside) > 2
    assert Motion("pawn.blue", Spot("b2")) in {mistake.wrong for mistake in found}
    trays = [mistake for mistake in found if mistake.wrong.name.startswith("tray")]
    assert {mistake.wrong.target.facing for mistake in trays} == {"east"}
    assert "tray.b1" not in {mistake.wrong.name for mistake in trays}
    assert {tuple(mistake.before) for mistake in trays} == {(WALK[0],)}  # the pawn has gone where it was meant to


def test_what_is_answered_by_mistake_could_have_been_meant():
    for seed in range(20):
        world, ways, found = mistakes(seed)
        meant = ways.choose(world, Random(seed))
        other = found.answering(meant, world).deed
        assert other.choice != meant.choice
        assert world.truth.options(world.truth.decision).contains(other.choice)
        assert other.text == world.truth.write(other.choice)
