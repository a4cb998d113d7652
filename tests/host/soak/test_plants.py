"""A sensor breaks in the middle of a simulated game: it is named, nothing else is, and the game is finished."""

from pathlib import Path
from random import Random

import pytest

from hardware.twin.board import Twin
from hardware.twin.objects import BASE, Object
from host.soak.human.levels import CALM
from host.soak.plants import PASSING_MS, Plant, PlantName
from host.soak.referee import NAMED_MS, RefereeSoak


@pytest.mark.parametrize("plant", ["dead-tile", "stuck-reed", "dead-pad"])
def test_what_breaks_is_named_in_half_a_minute_and_nothing_else_is(tmp_path: Path, plant: PlantName) -> None:
    result = RefereeSoak("armada", "grid", 2, tmp_path, CALM, plant=plant).run(40)
    assert result.failures == []
    assert result.tally.named_ms
    assert max(result.tally.named_ms) <= NAMED_MS
    assert result.fields()["named"] == len(result.tally.named_ms)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "profile", "plant", "answers"),
    [
        ("armada", "grid", "dead-tile", 200),
        ("armada", "grid", "stuck-reed", 200),
        ("armada", "grid", "dead-pad", 200),
        ("loot", "field", "dead-tile", 250),
        ("loot", "field", "stuck-reed", 400),
        ("loot", "field", "deaf-pad", 250),
        ("saw", "bench", "dead-pad", 150),
    ],
)
def test_a_game_is_finished_though_something_breaks(
    tmp_path: Path, game: str, profile: str, plant: PlantName, answers: int
) -> None:
    seed = 7 if game == "saw" else 1
    result = RefereeSoak(game, profile, seed, tmp_path, CALM, plant=plant).run(answers)
    assert result.failures == []
    assert result.finished >= 1
    assert result.tally.named_ms
    assert plant == "deaf-pad" or max(result.tally.named_ms) <= NAMED_MS  # that one takes two cards that are asked for


# ---- the plant itself ------------------------------------------------------------------------------------------------


def test_a_fault_is_timed_from_when_it_shows_and_not_from_what_passes(twin: Twin) -> None:
    plant = Plant("dead-tile", twin, Random(2))
    assert not plant.is_hidden
    plant.strike(["e4"])
    assert plant.is_hidden
    tile, piece = plant.sensor, Object("A", BASE)
    twin.mechanics.put(piece, tile)
    twin.run(twin.now + PASSING_MS // 2)
    assert plant.look(()) is None
    twin.mechanics.lift(piece)
    twin.run(twin.now + 100)
    assert plant.look(()) is None
    assert plant.unnamed_ms == 0
    twin.mechanics.put(piece, tile)
    twin.run(twin.now + 100)
    began = twin.now
    assert plant.look(()) is None
    twin.run(twin.now + 5_000)
    assert plant.unnamed_ms == twin.now - began
    assert plant.look(("b1 does not feel what lies on it.",)) is None
    assert plant.look((f"{tile} does not feel what lies on it.",)) == twin.now - began
    assert not plant.is_hidden


def test_a_name_within_a_name_is_another_sensor(twin: Twin) -> None:
    plant = Plant("dead-tile", twin, Random(1))
    plant.sensor = "e1"
    assert plant.is_meant("e1 works again.")
    assert not plant.is_meant("e10 works again.")
