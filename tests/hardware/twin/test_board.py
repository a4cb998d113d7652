"""The twin as a whole, on CPython; test_micropython.py asks the same of the other runtime."""

import struct

import pytest

from firmware import wire
from hardware.profiles import load, names
from hardware.twin.board import Twin
from hardware.twin.faults import BusFault
from hardware.twin.objects import BASE, Object
from tests.hardware.twin.talk import boot_id, frame, frames, greet, paint


def test_the_board_never_speaks_first(twin: Twin) -> None:
    assert twin.run(2000) == b""


def test_a_magnet_becomes_an_event(twin: Twin) -> None:
    twin.run(400)  # what lies on the pad is told by then
    greet(twin)
    twin.mechanics.put(Object("A", BASE), 12, facing="east")
    events = frames(twin.run(twin.now + 60))[wire.EVENTS]
    assert bytes((wire.TILE << 4 | 1, 12)) in events


def test_a_light_command_becomes_light(twin: Twin) -> None:
    greet(twin)
    paint(twin, 5, (10, 20, 30), (0, 0, 7))
    assert twin.lights()[4:8] == [(0, 0, 0), (10, 20, 30), (0, 0, 7), (0, 0, 0)]
    assert twin.devices.line.chain.faults == 0


def test_the_board_answers_the_same_with_the_same_seed() -> None:
    def story(seed: int) -> bytes:
        with Twin("grid", seed=seed) as twin:
            sent = greet(twin)
            twin.mechanics.put(Object("A", BASE), 12, facing="east", dx=2)
            return sent + twin.run(twin.now + 300)

    assert story(3) == story(3)
    assert story(3) != story(4)


def test_a_reset_gives_a_new_boot_whose_clock_starts_again(twin: Twin) -> None:
    first = boot_id(twin.run(1000, wire.PROBE))
    twin.reboot()
    banner = twin.run(1100, wire.PROBE)
    assert boot_id(banner) != first
    assert twin.boots == 2
    twin.run(1200, frame(wire.HELLO, wire.PROTO, boot_id(banner), 1))
    pong = frames(twin.run(1300, frame(wire.PING, 5)))[wire.PONG]
    t_host, t_board = struct.unpack_from("<II", pong)
    assert t_host == 5
    assert t_board <= 300


def test_a_crash_is_recorded_and_the_board_starts_again(twin: Twin) -> None:
    twin.run(100)
    twin.crash()
    twin.run(110)
    banner = frames(twin.run(300, wire.PROBE))[wire.BANNER]
    assert twin.boots == 2
    assert banner[2] & wire.FLAG_FAULT
    assert b"injected" in twin.runtime.flash()["/crash.txt"]


def test_a_power_cut_leaves_only_the_flash_and_dark_lights(twin: Twin) -> None:
    greet(twin)
    paint(twin, 0, (9, 9, 9))
    twin.devices.chip.scratch[5] = 1
    twin.power_cut()
    assert twin.lights()[0] == (0, 0, 0)
    assert twin.devices.chip.scratch[5] == 0
    assert "/deadfall.json" in twin.runtime.flash()


def test_repl_echoes_and_ctrl_d_brings_the_firmware_back(twin: Twin) -> None:
    greet(twin)
    twin.run(twin.now + 100, frame(wire.REBOOT, wire.REBOOT_REPL))
    assert twin.state == "repl"
    assert b"DF1?" in twin.run(twin.now + 50, wire.PROBE)
    twin.run(twin.now + 50, b"\x03\x04")
    assert twin.state == "run"
    assert wire.BANNER in frames(twin.run(twin.now + 50, wire.PROBE))


def test_in_the_boot_loader_nothing_answers_until_the_next_reset(twin: Twin) -> None:
    greet(twin)
    twin.run(twin.now + 100, frame(wire.REBOOT, wire.REBOOT_LOADER))
    assert twin.state == "loader"
    assert twin.run(twin.now + 100, wire.PROBE) == b""
    twin.power_cut()
    assert wire.BANNER in frames(twin.run(twin.now + 50, wire.PROBE))


def test_the_safe_pin_is_read_at_boot(twin: Twin) -> None:
    assert not frames(twin.run(100, wire.PROBE))[wire.BANNER][2] & wire.FLAG_SAFE
    twin.devices.levels[twin.profile.wiring.safe or 0] = 0
    twin.reboot()
    assert frames(twin.run(200, wire.PROBE))[wire.BANNER][2] & wire.FLAG_SAFE


def test_a_host_that_does_not_read_leaves_bytes_in_the_fifo(twin: Twin) -> None:
    twin.step(2, wire.PROBE, take=0)
    for now in range(4, 20, 2):
        assert twin.step(now, take=0)[1] == b""
    assert twin.devices.serial.pending > 0
    assert wire.BANNER in frames(twin.step(20)[1])


def test_what_the_board_cannot_take_at_once_waits(twin: Twin) -> None:
    twin.step(2)
    twin.step(4, b"\x00" * 700)
    assert 0 < twin.devices.serial.received < 700


def test_raw_reeds_are_checked(twin: Twin) -> None:
    with pytest.raises(ValueError, match="Tiles are 0 to 98"):
        twin.set_reeds(99, 1)


def test_reeds_that_are_cut_stay_open_until_they_are_mended(twin: Twin) -> None:
    twin.mechanics.put(Object("A", BASE), 12, facing="east")
    twin.run(20)
    twin.cut_reeds(12)
    twin.set_reeds(13, wire.NORTH)
    assert list(twin.reeds()[12:14]) == [0, wire.NORTH]
    twin.mechanics.put(Object("B", BASE), 12, facing="north")
    twin.run(40)
    assert twin.reeds()[12] == 0
    twin.cut_reeds(12, wire.NORTH)
    assert twin.reeds()[12] == wire.EAST


def test_firmware_that_overlaps_its_frames_is_found_out(twin: Twin) -> None:
    greet(twin)
    twin.runtime.evaluate("board.lights._show(board.lights.frame)")
    twin.runtime.evaluate("board.lights._show(board.lights.frame)")
    with pytest.raises(BusFault, match="still being sent"):
        twin.run(twin.now + 2)
    assert twin.boots == 1


@pytest.mark.parametrize("profile", [name for name in names() if load(name).controller != "none"])
def test_every_profile_with_a_board_has_one_that_answers(profile: str) -> None:
    with Twin(load(profile)) as twin:
        assert wire.BANNER in frames(twin.run(100, wire.PROBE))


def test_an_unknown_runtime_is_refused() -> None:
    with pytest.raises(ValueError, match="no runtime"):
        Twin("grid", "basic")  # type: ignore[arg-type]
