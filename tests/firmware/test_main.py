"""What runs the board: the pace of its ticks, the rare collection of garbage, and what a fault at the start leaves.

MicroPython's modules are played by a few lines each; the clock moves on when the processor idles.
"""

import gc
import importlib
import json
import runpy
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from firmware import app, config, crash
from tests.firmware.protocol_page import promised

WRAP = 1 << 30  # MicroPython's ticks begin anew
TICK_MS = promised("TICK_MS", "app")
COLLECT_MS = promised("COLLECT_MS", "main")


class Over(BaseException):
    """The test has seen enough."""


class World:
    """The chip, its clock, and a board that notes when it is asked to step."""

    def __init__(self, root: Path) -> None:
        self.root = f"{root}/"
        self.clock = 0
        self.until = 0
        self.takes = 0  # ms of each step
        self.collecting = 0  # ms of each collection
        self.steps: list[int] = []
        self.keys: list[int] = []
        self.collected: list[int] = []
        self.thresholds: list[int] = []
        self.ports: list[tuple[dict[str, Any], int]] = []
        self.boards: list[dict[str, Any]] = []
        self.resets = 0
        self.fault: BaseException | None = None  # of every step
        self.refused: Exception | None = None  # of a board with any config but an empty one
        self.port: Any = None

    def idle(self) -> None:
        self.clock += 1
        if self.clock >= self.until:
            raise Over

    def collect(self) -> None:
        self.collected.append(self.steps[-1] if self.steps else -1)
        self.clock += self.collecting

    def reset(self) -> None:
        self.resets += 1


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World(tmp_path)

    class Port:
        root = world.root

        def __init__(self, settings: dict[str, Any], watchdog_ms: int) -> None:
            world.ports.append((settings, watchdog_ms))
            world.port = self

    class Board:
        def __init__(self, port: Port, settings: dict[str, Any]) -> None:
            if world.refused and settings is not config.EMPTY:
                raise world.refused
            self.port = port
            world.boards.append(settings)

        def step(self, now: int) -> None:
            world.steps.append(now)
            world.clock += world.takes
            if world.fault:
                raise world.fault
            if world.clock >= world.until:
                raise Over

    def module(name: str, **names: Any) -> None:
        fake = ModuleType(name)
        vars(fake).update(names)
        monkeypatch.setitem(sys.modules, name, fake)

    module("micropython", kbd_intr=world.keys.append)
    module("machine", idle=world.idle, reset=world.reset)
    module("firmware.ports.rp2", Port=Port)
    monkeypatch.setattr(app, "Board", Board)
    monkeypatch.setattr(time, "ticks_ms", lambda: world.clock % WRAP, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: (a - b + WRAP // 2) % WRAP - WRAP // 2, raising=False)
    monkeypatch.setattr(gc, "collect", world.collect)
    monkeypatch.setattr(gc, "mem_free", lambda: 100_001, raising=False)
    monkeypatch.setattr(gc, "threshold", world.thresholds.append, raising=False)
    monkeypatch.delitem(sys.modules, "firmware.main", raising=False)
    return world


def run(world: World, ms: int) -> None:
    """Let the board run for a while."""
    world.until = world.clock + ms
    main = importlib.import_module("firmware.main")
    with pytest.raises(Over):
        main.run()


def test_a_tick_comes_every_two_milliseconds(world: World) -> None:
    run(world, 101)
    assert world.steps == list(range(0, 101, TICK_MS))


def test_time_begins_with_the_run_and_goes_on_where_the_chips_own_count_wraps(world: World) -> None:
    world.clock = WRAP - 41
    run(world, 101)
    assert world.steps == list(range(0, 101, TICK_MS))


def test_ticks_that_take_long_follow_each_other_at_once(world: World) -> None:
    world.takes = 7
    run(world, 700)
    assert world.steps == list(range(0, 700, 7))


def test_what_was_missed_is_not_made_up_for_by_a_burst(world: World) -> None:
    world.collecting = 9
    run(world, 2 * COLLECT_MS + 100)
    late = [at for at, before in zip(world.steps[1:], world.steps, strict=False) if at - before > 2 * TICK_MS]
    assert len(late) == 2, "once for each time that it was tidied up"
    for at in late:
        begun = world.steps.index(at)
        assert world.steps[begun + 3] - at >= 2 * TICK_MS


def test_garbage_is_collected_at_the_start_and_once_a_minute(world: World) -> None:
    world.collecting = 9
    run(world, 2 * COLLECT_MS + 100)
    start, first, second = world.collected
    assert (start, first) == (-1, COLLECT_MS)
    assert second - first in (COLLECT_MS, COLLECT_MS + 1), "the first tick after a minute"
    assert world.port.collect_ms == 9
    assert world.port.heap_free == 100_001
    assert world.thresholds == [50_000] * 3, "MicroPython collects by itself once half of that is used"


def test_the_config_in_force_decides_what_is_built(world: World) -> None:
    settings = {**config.EMPTY, "profile": "of the file"}
    config.save(world.root, json.dumps(settings).encode())
    run(world, 10)
    assert world.boards == [settings]
    assert world.ports == [(settings, promised("WATCHDOG_MS", "main"))]
    assert crash.read(world.root) == b""


def test_pins_that_the_chip_refuses_leave_a_record_and_an_empty_table(world: World) -> None:
    world.refused = ValueError("bad SCK pin")
    run(world, 10)
    assert world.boards == [config.EMPTY]
    assert world.ports[-1] == (config.EMPTY, promised("WATCHDOG_MS", "main"))
    assert b"bad SCK pin" in crash.read(world.root)
    assert len(world.steps) > 2


def test_a_board_that_is_only_built_is_not_watched(world: World) -> None:
    """Whoever builds one at the prompt does not feed it."""
    importlib.import_module("firmware.main").build()
    assert [watchdog for _, watchdog in world.ports] == [0]
    assert world.steps == []


def test_ctrl_c_is_data_from_the_first_statement_on(world: World) -> None:
    importlib.import_module("firmware.main")
    assert world.keys == [-1]


def test_a_host_that_asks_for_the_prompt_gets_ctrl_c_back(world: World) -> None:
    world.fault = KeyboardInterrupt()
    runpy.run_module("firmware.main", run_name="__main__")
    assert world.keys == [-1, 3]
    assert world.resets == 0
    assert crash.read(world.root) == b""


def test_a_fault_outside_of_a_tick_is_recorded_and_the_chip_starts_again(world: World) -> None:
    world.fault = RuntimeError("out of the blue")
    runpy.run_module("firmware.main", run_name="__main__")
    assert world.resets == 1
    assert b"out of the blue" in crash.read(world.root)
    assert world.keys == [-1]
