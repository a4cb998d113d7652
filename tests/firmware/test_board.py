"""The board as a whole, exactly: who gets which part of a tick, what it shows and counts by itself, when it goes."""

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from firmware import crash, wire
from firmware.app import Board
from tests.firmware.light_rig import waving
from tests.firmware.protocol_page import amber, own_slots, promised, rows
from tests.firmware.rig import TICK_MS, Rig, frame, settings

WORK, VISITS, FEW_VISITS, LIGHT_WORK, PATIENCE, GOODBYE_MS, LEAVE_MS = (
    promised(name, "app")
    for name in ("WORK", "VISITS", "FEW_VISITS", "LIGHT_WORK", "PATIENCE", "GOODBYE_MS", "LEAVE_MS")
)
STABLE_MS = promised("STABLE_MS", "crash")
COUNTERS = [row[1].strip("`") for row in rows("no.")]


def started(rig: Rig) -> Rig:
    """A board with a session in which everything is acknowledged."""
    rig.tick()
    rig.greet()
    rig.send(frame(wire.ACK, rig.board.ring.head, 0, rid=0))
    rig.tick(40)
    rig.heard()
    return rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return started(Rig(tmp_path))


# ---- the work of a tick ----


class Parts:
    """Stand-ins that note what work each part was offered, and spend what a test wants."""

    def __init__(self, rig: Rig) -> None:
        self.spent = {"inputs": 0, "pads": 0, "link": 0}
        self.offered: list[tuple[str, int]] = []
        board = rig.board
        for name in ("inputs", "pads", "link", "lights"):
            part = getattr(board, name)
            part.step = self._step(name)
        board.lights.is_idle = lambda: False

    def _step(self, name: str) -> Any:
        def step(now: int, work: int) -> int:
            self.offered.append((name, work))
            return work - self.spent.get(name, 0)

        return step

    def tick(self, rig: Rig) -> dict[str, int]:
        self.offered.clear()
        rig.tick()
        return dict(self.offered)


@pytest.mark.parametrize(("inputs", "pads", "link"), [(0, 0, 0), (3, 0, 0), (2, 4, 0), (1, 1, 4), (0, 3, 3)])
def test_each_part_gets_what_the_ones_before_have_left(rig: Rig, inputs: int, pads: int, link: int) -> None:
    parts = Parts(rig)
    parts.spent.update(inputs=inputs, pads=pads, link=link)
    assert parts.tick(rig) == {
        "inputs": VISITS,
        "pads": WORK - inputs,
        "link": WORK - inputs - pads,
        "lights": WORK - inputs - pads - link,
    }


def test_whoever_has_waited_leaves_the_inputs_fewer_visits(rig: Rig) -> None:
    parts = Parts(rig)
    for waits in (True, False):
        rig.board.link.hungry = waits
        assert parts.tick(rig)["inputs"] == (FEW_VISITS if waits else VISITS)
    rig.board.pads.is_waiting = True
    assert parts.tick(rig)["inputs"] == FEW_VISITS


def test_lights_wait_for_a_tick_with_enough_work_but_not_for_long(rig: Rig) -> None:
    """After so many ticks in vain the link and the pads stand back, and the inputs too."""
    parts = Parts(rig)
    parts.spent["link"] = WORK - LIGHT_WORK
    assert parts.tick(rig)["lights"] == LIGHT_WORK
    parts.spent["link"] += 1
    for _ in range(3):
        for _ in range(PATIENCE):
            offered = parts.tick(rig)
            assert "lights" not in offered
            assert offered["inputs"] == VISITS
        assert parts.tick(rig) == {"inputs": FEW_VISITS, "lights": WORK}


def test_lights_at_rest_do_not_wait(rig: Rig) -> None:
    parts = Parts(rig)
    rig.board.lights.is_idle = lambda: True
    parts.spent["link"] = WORK
    for _ in range(3 * PATIENCE):
        assert set(parts.tick(rig)) == {"inputs", "pads", "link"}


# ---- what it shows by itself ----


def test_safe_mode_blinks_as_long_as_it_lasts(tmp_path: Path) -> None:
    """A minute of it: a period that is a millisecond wrong would be seen to drift."""
    effect, period, phase = own_slots()[promised("ALARM_SLOT", "lights")]
    rig = Rig(tmp_path, safe=True)
    rig.board.link.lost = False
    rig.tick()
    lights = rig.board.lights
    for second in range(60):
        for part in (30, period // 2 - 2, period // 2 + 30, period - 2):
            while rig.now < 1000 * second + part:
                lights.step(rig.now, LIGHT_WORK)
                rig.now += TICK_MS
            assert rig.colours() == [waving(getattr(wire, effect), amber(), period, phase, 0, part)]


def test_no_host_is_shown_as_a_sweep_over_every_light(tmp_path: Path) -> None:
    effect, period, phase = own_slots()[promised("LOST_SLOT", "lights")]
    rig = Rig(tmp_path, settings(budget=5000))
    rig.tick(2)
    begun = rig.now - TICK_MS
    assert rig.board.link.lost
    for turn in range(3):
        for step in range(64):
            rig.tick((begun + turn * period + (step + 1) * period // 64 - rig.now) // TICK_MS)
            elapsed = rig.now - TICK_MS - begun
            kind = getattr(wire, effect)
            assert rig.colours() == [waving(kind, amber(), period, phase, light, elapsed) for light in range(20)]


# ---- what it counts ----


def test_every_counter_counts_its_own(rig: Rig) -> None:
    """Different numbers everywhere: none may stand in another's place."""
    board = rig.board
    board.pads.looks, board.pads.beliefs.missed, board.pads.beliefs.garbled, board.pads.downs = 1001, 1002, 1003, 1004
    rig.port.collect_ms, rig.port.heap_free = 1005, 1006
    board.ring.overwritten = 1007
    board.link.resends = 1008
    board.boots = 1009
    before = (board.link.frames_in, board.link.frames_out)
    lit = len(rig.frames)
    rig.send(b"\0" + b"\xff" * 194 + b"\0" * 2 + b"\x02\x02\x02\0" * 2 + b"\x09" + b"\1" * 8 + b"\0" * 2)
    rig.tick(40)
    micros = iter([5, 77, 6])
    rig.port.since = lambda begun: next(micros, 7)
    board._worst_us = 0
    rig.tick(3)
    ticks = rig.now // TICK_MS - 1
    rig.serial.rx += frame(wire.STATS_GET, rid=9)
    while not (heard := rig.heard()):
        rig.tick()
    ((kind, _, rid, count, data),) = heard
    assert (kind, rid, count) == (wire.STATS, 9, len(COUNTERS))
    values = dict(zip(COUNTERS, struct.unpack(f"<{count}I", data), strict=True))
    assert ticks < values.pop("ticks") <= rig.now // TICK_MS - 1
    assert values.pop("light_frames") == len(rig.frames) >= lit
    assert values == {
        "late_ticks": 0,
        "worst_tick_us": 77,
        "frames_in": before[0] + 1,
        "frames_out": before[1],
        "crc_errors": 1,
        "cobs_errors": 2,
        "oversize": 1,
        "resends": 1008,
        "overwritten": 1007,
        "boots": 1009,
        "collect_ms": 1005,
        "heap_free": 1006,
        "polls": 1001,
        "misses": 1002,
        "garbled": 1003,
        "reader_downs": 1004,
    }


@pytest.mark.parametrize("ticks", [0, 2**30 - 1, 2**30, 2**31, 2**32 - 1, 2**32, 2**32 + 5, 2**33 + 2**30])
def test_ticks_are_counted_modulo_what_a_u32_holds(rig: Rig, ticks: int) -> None:
    rig.board._ticks = ticks
    assert rig.board.stats()[0] == ticks % 2**32


def test_a_whole_tick_is_counted_once(rig: Rig) -> None:
    before = rig.board.stats()[0]
    rig.tick(25)
    assert rig.board.stats()[0] == before + 25 == rig.now // TICK_MS - 1, "the first one only takes in the table"


@pytest.mark.parametrize("now", [2**30 - 4, 2**30, 2**31, 2**32 - 100, 2**32 + 2])
def test_a_pong_tells_the_low_half_of_the_time(tmp_path: Path, now: int) -> None:
    rig = Rig(tmp_path, now=now)
    rig.tick()
    rig.greet()
    rig.send(frame(wire.ACK, rig.board.ring.head, 0, rid=0))
    begun = rig.now
    (pong,) = [message for message in rig.ask(wire.PING, 5) if message[0] == wire.PONG]
    assert pong[4] < 2**32
    assert (pong[4] - begun) % 2**32 < rig.now - begun


def test_bad_frames_of_each_kind_are_told_in_a_pong(rig: Rig) -> None:
    decoder = rig.board.link.decoder
    for crc, cobs, oversize in ((1, 10, 100), (0xFFFF, 0, 0), (0xFFFF, 1, 0), (0xFFF0, 0xFFF0, 0x25)):
        decoder.crc_errors, decoder.cobs_errors, decoder.oversize = crc, cobs, oversize
        (pong,) = [message for message in rig.ask(wire.PING, 5) if message[0] == wire.PONG]
        assert pong[10] == (crc + cobs + oversize) % 2**16
        rig.tick(40)


# ---- what it says of itself ----


def flags(rig: Rig) -> int:
    rig.send(wire.PROBE)
    (banner,) = [message for message in rig.heard() if message[0] == wire.BANNER]
    return int(banner[5])


def test_each_flag_has_its_own_reason(tmp_path: Path) -> None:
    value = {row[0].strip("`"): int(row[1]) for row in rows("flag")}
    assert flags(started(Rig(tmp_path))) == 0
    rig = Rig(tmp_path)
    rig.tick()
    assert flags(rig) == value["FLAG_LOST"]
    assert flags(started(Rig(tmp_path, safe=True))) == value["FLAG_SAFE"]
    rig = started(Rig(tmp_path, settings(budget=40)))
    rig.ask(wire.LED_SET, 1, 0, 20, wire.LED_COMMIT, 0, rest=b"\xff" * 60)
    rig.tick(100)
    assert flags(rig) == value["FLAG_LIMITED"]
    crash.write(f"{tmp_path}/", ValueError("before"))
    assert flags(started(Rig(tmp_path))) == value["FLAG_FAULT"]
    rig = Rig(tmp_path, safe=True)
    rig.tick()
    assert flags(rig) == value["FLAG_FAULT"] | value["FLAG_SAFE"] | value["FLAG_LOST"]


def test_the_number_of_a_run_is_never_zero(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.port.random = lambda: 0
    assert Board(rig.port, rig.config).boot_id != 0


def test_the_capabilities_are_the_config_with_version_and_port(tmp_path: Path) -> None:
    config = settings(tiles=3, buttons=2, lights=5, budget=77)
    told = json.loads(bytes(Rig(tmp_path, config).board.desk._caps))
    assert told == {**config, "fw": "0.1.0", "port": "twin"}
    safe = json.loads(bytes(Rig(tmp_path, settings(tiles=3, buttons=2, lights=5, irqs=1), safe=True).board.desk._caps))
    assert [safe[name] for name in ("tiles", "buttons", "irqs", "pads", "lights")] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("lights", [0, 1, 30])
def test_safe_mode_has_an_empty_state_and_one_light_at_most(tmp_path: Path, lights: int) -> None:
    rig = Rig(tmp_path, settings(lights=lights), safe=True)
    rig.tick(100)
    assert bytes(rig.board.state) == b""
    assert {len(shown) for shown in rig.frames} == ({1} if lights else set())
    rig.greet()
    (pong,) = [message for message in rig.ask(wire.PING, 5) if message[0] == wire.PONG]
    assert pong[7] == zlib.crc32(b"")


# ---- when it goes ----


@pytest.mark.parametrize("mode", [wire.REBOOT_RUN, wire.REBOOT_REPL, wire.REBOOT_LOADER, wire.REBOOT_SAFE])
def test_a_restart_comes_thirty_milliseconds_after_its_answer(rig: Rig, mode: int) -> None:
    rig.chip.boots = 3
    rig.serial.rx += frame(wire.REBOOT, mode, rid=9)
    while not rig.serial.writes:
        rig.tick()
    answered = rig.now - TICK_MS
    while not rig.chip.resets:
        rig.tick()
    assert 0 <= rig.now - TICK_MS - answered - GOODBYE_MS <= TICK_MS
    assert rig.chip.resets == [mode]
    assert rig.chip.told == wire.CAUSE_ASKED
    assert rig.chip.boots == (0 if mode == wire.REBOOT_RUN else 3), "only a new start is no quick one"


def test_a_restart_that_cannot_be_answered_comes_after_half_a_second(rig: Rig) -> None:
    rig.board.link._may_reply = lambda: False
    rig.serial.rx += frame(wire.REBOOT, 0, rid=9)
    while rig.board.reboot_mode < 0:
        rig.tick()
    asked = rig.now - TICK_MS
    while not rig.chip.resets:
        rig.tick()
    assert rig.now - TICK_MS - asked == LEAVE_MS


@pytest.mark.parametrize("now", [0, 7_001, 2**30 - 5_000])
def test_a_start_is_no_quick_one_after_ten_seconds_and_not_before(tmp_path: Path, now: int) -> None:
    """Counted from the first tick, whenever that is."""
    rig = Rig(tmp_path, boots=1, now=now)
    assert rig.chip.boots == 2
    rig.now = now + STABLE_MS - 2 * TICK_MS
    rig.board._started = True
    rig.board._t0 = rig.board._last = now
    rig.tick()
    assert rig.chip.boots == rig.board.boots == 2
    rig.tick(2)
    assert rig.chip.boots == rig.board.boots == 0


def test_ten_seconds_count_from_the_first_tick(tmp_path: Path) -> None:
    rig = Rig(tmp_path, boots=1, now=3 * STABLE_MS)
    rig.tick(10)
    assert rig.chip.boots == 2


@pytest.mark.parametrize("part", ["scan", "feed", "micros"])
def test_a_fault_of_the_port_is_a_crash_too(rig: Rig, part: str) -> None:
    def broken() -> None:
        raise OSError("torn")

    setattr(rig.port, part, broken)
    rig.tick()
    assert rig.chip.resets == [wire.REBOOT_RUN]
    assert rig.chip.told == wire.CAUSE_CRASH
    assert b"torn" in crash.read(rig.root)
    assert rig.heard() == []
