"""The tick: what runs in it, who feeds the watchdog, and what happens when something breaks."""

from pathlib import Path

import pytest

from firmware import crash, wire
from firmware.wire import NORTH
from tests.firmware.protocol_page import promised
from tests.firmware.rig import SID, TICK_MS, Rig, frame, settings

STABLE_MS = promised("STABLE_MS", "crash")


def fed(rig: Rig) -> list[int]:
    """Count feedings from now on."""
    count: list[int] = []
    rig.port.feed = lambda: count.append(rig.now)
    return count


def test_the_first_events_of_a_boot_are_its_baseline(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.spi.closed[2] = NORTH
    rig.tick()
    assert rig.board.ring.head == 2
    assert rig.board.inputs.state[2] == NORTH
    assert rig.levels == [0, 1], "latched before the clock"


def test_a_step_says_when_it_wants_the_next(tmp_path: Path) -> None:
    assert Rig(tmp_path).board.step(1000) == 1000 + TICK_MS


def test_the_watchdog_is_fed_in_every_whole_tick(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    count = fed(rig)
    rig.tick(1 + 50)  # the first one only takes in the table
    assert len(count) == 50


@pytest.mark.parametrize("part", ["inputs", "link", "lights"])
def test_a_part_that_fails_leaves_the_watchdog_hungry_and_a_record(tmp_path: Path, part: str) -> None:
    rig = Rig(tmp_path)
    rig.tick(20)
    count = fed(rig)

    def broken(*_: object) -> int:
        raise RuntimeError("broken " + part)

    getattr(rig.board, part).step = broken
    rig.tick(40)
    assert rig.chip.resets
    assert set(rig.chip.resets) == {wire.REBOOT_RUN}
    assert b"broken " + part.encode() in crash.read(rig.root)
    assert len(count) < 40
    assert part == "lights" or count == []


def test_a_late_tick_is_counted(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.tick(10)
    for late in (0, 2, 3, 100):
        rig.now += late
        rig.tick()
    late_ticks = rig.board.stats()[wire.STATS_NAMES.index("late_ticks")]
    assert late_ticks == 2


def test_quick_starts_lead_to_safe_mode_and_ten_good_seconds_out_of_it(tmp_path: Path) -> None:
    boots = 0
    modes = []
    for _ in range(5):
        rig = Rig(tmp_path, boots=boots)
        rig.tick(100)
        modes.append(rig.board.safe)
        boots = rig.chip.boots
    assert modes == [False, False, False, True, True]
    rig.tick(STABLE_MS // TICK_MS - 101)
    assert rig.chip.boots > 0
    rig.tick(5)
    assert rig.chip.boots == 0
    assert rig.board.safe, "until the next start"
    assert not Rig(tmp_path, boots=rig.chip.boots).board.safe


@pytest.mark.parametrize("boots", [2, 255])
def test_a_restart_that_was_asked_for_is_no_quick_start(tmp_path: Path, boots: int) -> None:
    rig = Rig(tmp_path, boots=boots)
    rig.tick()
    rig.greet()
    rig.ask(wire.REBOOT, wire.REBOOT_RUN)
    while not rig.chip.resets:
        rig.tick()
    assert not Rig(tmp_path, boots=rig.chip.boots).board.safe


def test_a_board_that_crashes_at_once_still_ends_in_safe_mode(tmp_path: Path) -> None:
    boots = 0
    for _ in range(3):
        rig = Rig(tmp_path, boots=boots)
        rig.board.link.step = None
        rig.tick(3)
        assert rig.chip.resets
        boots = rig.chip.boots
    assert Rig(tmp_path, boots=boots).board.safe


def test_a_board_that_runs_forgets_its_quick_starts(tmp_path: Path) -> None:
    rig = Rig(tmp_path, boots=2)
    rig.tick(STABLE_MS // TICK_MS + 2)
    assert rig.chip.boots == 0


@pytest.mark.parametrize("how", [{"safe": True}, {"boots": 255}])
def test_safe_mode_scans_nothing_and_answers(tmp_path: Path, how: dict) -> None:
    rig = Rig(tmp_path, **how)
    rig.tick(100)
    assert rig.spi.scans == 0
    rig.send(wire.PROBE)
    assert rig.heard()[0][5] & wire.FLAG_SAFE
    assert rig.greet()[0][:6] == (wire.HELLO_ACK, SID, 1, 1, 1, 1)
    assert rig.ask(wire.PING, 1)[0][9] & wire.FLAG_SAFE
    rig.tick(40)
    assert rig.ask(wire.SNAP_GET, 1, 0)[0][5] == 0, "an empty snapshot"
    rig.tick(40)
    assert rig.ask(wire.CFG_GET, 0)[0][0] == wire.CFG
    assert rig.chip.resets == []


def test_safe_mode_blinks_one_light_amber(tmp_path: Path) -> None:
    rig = Rig(tmp_path, safe=True)
    rig.tick(5)
    rig.greet()
    rig.frames.clear()
    for _ in range(10):
        rig.send(frame(wire.PING, 1))
        rig.tick(100)
    assert {len(shown) for shown in rig.frames} == {1}
    assert len({shown[0] for shown in rig.frames}) == 2


def test_no_host_is_shown_on_every_light_until_one_comes(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.tick(1700)
    for light in range(20):
        assert len({shown[light] for shown in rig.frames}) > 3
    rig.greet()
    rig.tick(100)
    assert rig.colours() == [(0, 0, 0)] * 20
    rig.tick(3100)
    assert any(any(colour) for colour in rig.colours()), "lost again"


def test_what_the_host_showed_returns_with_the_host(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.tick()
    rig.greet()
    rig.ask(wire.LED_SET, 1, 0, 1, wire.LED_COMMIT, 0, rest=b"\0\0\x63")
    rig.tick(2000)
    assert rig.board.link.lost
    rig.send(frame(wire.PING, 1))
    rig.tick(60)
    assert rig.colours()[0] == (0, 0, 0x63)


def test_lights_get_their_turn_however_much_happens(tmp_path: Path) -> None:
    """Every tile chatters, the host talks without pause: a new picture is still shown within half a second."""
    rig = Rig(tmp_path, settings(tiles=99, buttons=2, lights=128))
    rig.tick()
    rig.greet()
    rig.send(frame(wire.LED_SET, 1, 0, 1, wire.LED_COMMIT, 0, rest=b"\1\2\3"))
    for tick in range(250):
        for tile in range(99):
            rig.spi.closed[tile] ^= (tick + tile) % 3
        if len(rig.serial.rx) < 100:
            rig.serial.rx += frame(wire.PING, tick) * 4
        rig.tick()
    assert rig.colours()[0] == (1, 2, 3)


@pytest.mark.parametrize("lights", [128, 203])
def test_a_host_that_changes_its_picture_all_the_time_is_seen(tmp_path: Path, lights: int) -> None:
    """Thirty pictures a second are what a host may send."""
    rig = Rig(tmp_path, settings(tiles=99, lights=lights, budget=5000))
    rig.tick()
    rig.greet()
    rig.frames.clear()
    for number in range(60):
        rig.serial.rx += frame(
            wire.LED_SET, number, 0, 1, wire.LED_COMMIT, 0, rest=bytes([number, 1, 1]), rid=number + 1
        )
        rig.tick(17)
    assert len(rig.frames) >= 10


def test_a_table_without_anything_runs(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings(tiles=0, buttons=0, lights=0))
    rig.tick(10)
    assert rig.spi.scans == 0
    assert rig.greet()[0][3:6] == (1, 1, 1)
    assert rig.frames == []
    assert rig.chip.resets == []
