"""Loot Trap passes what every game has to pass."""

from random import Random
from typing import Any

from engines.core import Corrected, Play
from tests.engines.conformance import Conformance


class TestLoot(Conformance):
    name = "loot"
    soak_games = 60
    option_games = 6

    def some_correction(self, play: Play, rng: Random) -> Corrected:
        if rng.random() < 0.5:
            return Corrected(f"{rng.choice(play.seats)}.health", rng.choice((0, 1, 5, 8, 9)), "miscounted")
        space = rng.choice(play.position()["field"])["space"]
        return Corrected(f"{space}.armed", rng.choice(("yes", "no", "perhaps")), "turned back")

    def impossible_corrections(self, play: Play) -> list[Corrected]:
        pairs: list[tuple[Any, Any]] = [
            ("red.health", 0),
            ("red.health", 9),
            ("red.health", "8"),
            ("red.health", 8.0),
            ("red.health", True),
            ("red.health", None),
            ("pink.health", 3),
            ("red.wealth", 3),
            ("b2.armed", 1),
            ("b2.armed", "maybe"),
            ("z9.armed", "yes"),
            ("b2.laid", "yes"),
            ("", 1),
            (None, 1),
            (7, 1),
            ([], 1),
        ]
        return [Corrected(field, value, "to see what happens") for field, value in pairs]

    def unseen_in(self, view: dict[str, Any]) -> list[tuple[int, list[str]]]:
        return [(view["unseen"]["left"], view["unseen"]["among"])]
