"""How hands put things to rights."""

from random import Random

import engines
from hardware.twin.board import Twin
from host.soak.human.habits import Habits
from host.soak.human.hands import LATE_MS, Hands
from host.soak.human.levels import CALM
from host.soak.human.loot import LootWays
from host.soak.human.moving import Mover
from host.soak.human.things import Spot, motions


class Workshop:
    """A table with nobody but the one who moves things, and no game."""

    def __init__(self) -> None:
        self._twin = Twin("field")
        self.profile, self.mechanics = self._twin.profile, self._twin.mechanics
        self.now = 0

    def wait(self, ms: int) -> None:
        self.now += ms
        self._twin.run(self.now)


def test_two_pawns_that_stand_in_each_others_places_are_exchanged() -> None:
    room, ways, rng = Workshop(), LootWays(engines.load("loot"), None), Random(1)
    hands = Hands(room, CALM, rng, ways.kind)
    for name, tile in (("tray.b2", "b2"), ("tray.b3", "b3"), ("pawn.red", "b2"), ("pawn.blue", "b3")):
        hands.put(name, Spot(tile))
    meant = {**hands.lies, "pawn.red": Spot("b3"), "pawn.blue": Spot("b2")}
    Mover(room, hands, ways, CALM, rng).tidy(motions(hands.lies, meant))
    assert hands.lies == meant


def test_what_can_be_moved_at_once_is_moved_first_and_alone() -> None:
    room, ways, rng = Workshop(), LootWays(engines.load("loot"), None), Random(1)
    hands = Hands(room, CALM, rng, ways.kind)
    for name, tile in (
        ("tray.b2", "b2"),
        ("tray.b3", "b3"),
        ("tray.b4", "b4"),
        ("pawn.red", "b2"),
        ("pawn.blue", "b3"),
    ):
        hands.put(name, Spot(tile))
    before = dict(hands.lies)
    meant = {**before, "pawn.red": Spot("b3"), "pawn.blue": Spot("b4")}
    Mover(room, hands, ways, CALM, rng).tidy(motions(hands.lies, meant))
    assert hands.lies == {**before, "pawn.blue": Spot("b4")}


def test_where_a_thing_was_slid_through_it_seems_to_lie_for_a_moment_longer() -> None:
    """Also on a curve: a reed that is left is heard late."""
    room, ways, rng = Workshop(), LootWays(engines.load("loot"), None), Random(1)
    hands = Hands(room, CALM, rng, ways.kind, Habits({"curve": 1.0}, Random(2)))
    hands.put("pawn.red", Spot("b2"))
    seemed: list[set[str]] = []

    def look() -> None:
        seemed.append({lies["pawn.red"].tile for lies in hands.seeming() if "pawn.red" in lies})

    for at in range(0, 4_000, 10):
        hands.at(at, look)
    hands.slide("pawn.red", ["b3", "b4", "c4"], Spot("c4"))
    hands.wait(1_000)
    both = sum({"b3", "b4"} <= tiles for tiles in seemed)
    assert LATE_MS - 10 <= 10 * both <= LATE_MS + 10
