"""SAW: The Jigsaw Trials passes what every game has to pass."""

from random import Random
from typing import Any

from engines.core import Corrected, Play
from tests.engines.conformance import Conformance

LIMBS = ("left-arm", "right-arm", "left-leg", "right-leg")
STAGES = ("healthy", "mild", "severe", "lost", "tourniquet", "gone")


class TestSaw(Conformance):
    name = "saw"
    soak_games = 40
    option_games = 10

    def some_correction(self, play: Play, rng: Random) -> Corrected:
        what = rng.choice(("blood", "limb", "saw"))
        seat = rng.choice(play.seats)
        if what == "blood":
            return Corrected(f"{seat}.blood", rng.choice((0, 1, 5, 10, 11)), "miscounted")
        if what == "limb":
            return Corrected(f"{seat}.{rng.choice(LIMBS)}", rng.choice(STAGES), "wrong token")
        return Corrected("saw", rng.choice((*play.seats, "nobody")), "forgotten")

    def impossible_corrections(self, play: Play) -> list[Corrected]:
        pairs: list[tuple[Any, Any]] = [
            ("red.blood", 0),
            ("red.blood", 11),
            ("red.blood", "8"),
            ("red.blood", 8.0),
            ("red.blood", True),
            ("red.blood", None),
            ("pink.blood", 3),
            ("red.sweat", 3),
            ("red.left-arm", "gone"),
            ("red.left-arm", 2),
            ("red.head", "lost"),
            ("saw", "pink"),
            ("saw", 0),
            ("", 1),
            (None, 1),
            (7, 1),
            ([], 1),
        ]
        return [Corrected(field, value, "to see what happens") for field, value in pairs]

    def unseen_in(self, view: dict[str, Any]) -> list[tuple[int, list[str]]]:
        return [(view["unseen"]["count"], view["unseen"]["among"])]
