"""The bench of the firmware: what it counts, and what it leaves out."""

from collections.abc import Iterator

import pytest

from hardware.profiles import load
from hardware.twin.board import Twin
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.runtime import PRIMITIVES, StepTimes
from host.bench import firmware
from host.bench.scenario import scenario
from host.bench.shims import Shims

pytestmark = pytest.mark.micropython


@pytest.fixture(scope="module")
def twin() -> Iterator[Twin]:
    with Twin("grid", "micropython", 1) as twin:
        yield twin


def test_the_scenario_runs_on_a_board_that_senses_and_lights_however_often_it_is_run(twin: Twin) -> None:
    """A restart that is no power cut would be a quick one, and the fourth of those ends in safe mode."""
    for _ in range(5):
        scenario(twin, 1, 140)
    assert (
        twin.runtime.evaluate("print(board.safe, board.ring.head > 20, board.lights.frames > 0)") == "False True True"
    )


def test_the_same_seed_gives_the_same_run(twin: Twin) -> None:
    first, second = ([times.uses for times in scenario(twin, 7, 400)] for _ in range(2))
    assert first == second
    assert all(sum(column) > 0 for column in zip(*first, strict=True)), "every primitive is used"


def test_a_tick_uses_what_it_uses(twin: Twin) -> None:
    twin.power_cut()
    for tick in range(5):
        twin.step(twin.now + 2, b"\0" * 5 if tick == 4 else b"")
    assert twin.runtime.times.uses == (2, 1, 0, 0, 1, 0, 6, 5, 0), PRIMITIVES


def test_shims_cost_something_and_are_left_out(twin: Twin) -> None:
    assert isinstance(twin.runtime, MicroPythonRuntime)
    shims = Shims(twin, twin.runtime)
    nothing = StepTimes()
    scanned = StepTimes(uses=(2, 1, 0, 0, 1, 0, 0, 0, 0))
    assert 0 < shims.of(nothing) == shims.entry
    assert shims.of(scanned) > shims.of(nothing)


def test_the_figures_are_whole() -> None:
    fields = firmware.measure(load("pocket"), 3, 20, 1, lambda _done: None).fields()
    assert {f"{name}_us" for name in PRIMITIVES} <= fields.keys()
    assert float(str(fields["worst_tick_us"])) < float(str(fields["worst_tick_with_shims_us"]))
    assert fields["allocated_bytes_without_host"] == 0
