"""The shipped firmware with its shipped RP2040 port on a real MicroPython, against the same models."""

import struct
import sys
from collections.abc import Iterator

import pytest

from firmware import wire
from hardware.twin import node
from hardware.twin.board import Twin
from hardware.twin.lightline import coding_of
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.objects import BASE, Object
from hardware.twin.runtime import FirmwareError, RuntimeMissing
from hardware.twin.ws2812 import decode_pulse
from tests.hardware.twin.talk import boot_id, frame, frames, greet, paint

pytestmark = [pytest.mark.micropython, pytest.mark.twin(runtime="micropython")]


@pytest.fixture(scope="module")
def board() -> Iterator[Twin]:
    """One board for tests that leave it as it was."""
    try:
        twin = Twin("grid", "micropython")
    except RuntimeMissing as missing:
        pytest.skip(str(missing))
    with twin:
        yield twin


def test_it_is_micropython_and_the_rp2_port(board: Twin) -> None:
    printed = board.runtime.evaluate("import sys\nprint(sys.implementation.name, board.port.name)")
    assert printed == "micropython rp2"


def test_exceptions_leave_the_interpreter_as_they_find_it(board: Twin) -> None:
    """Each of them is a longjmp across frames of Python and of C."""
    printed = board.runtime.evaluate(
        """
def raised(depth):
    if depth:
        return raised(depth - 1)
    raise ValueError(depth)

def caught(turn):
    try:
        return sorted([2, 1], key=lambda _: raised(turn % 7))
    except ValueError:
        return turn

def endless(depth):
    return endless(depth + 1)

total = sum(caught(turn) for turn in range(20000))
try:
    endless(0)
except RuntimeError as error:
    print(error)
print(total, sum(caught(turn) for turn in range(3)))
"""
    )
    assert printed.split("\n") == ["maximum recursion depth exceeded", "199990000 3"]


def test_an_exception_that_nobody_catches_is_told_with_its_lines(board: Twin) -> None:
    with pytest.raises(FirmwareError, match=r"line 2, in <module>\s+ZeroDivisionError"):
        board.runtime.evaluate("x = 0\n1 / x")
    assert board.runtime.evaluate("print(x)") == "0"


def test_both_runtimes_tell_the_same_story() -> None:
    def story(runtime: str) -> tuple[bytes, list[tuple[int, int, int]]]:
        with Twin("grid", "micropython" if runtime == "micropython" else "cpython", seed=5) as twin:
            greet(twin)
            twin.mechanics.put(Object("A", BASE), 12, facing="east")
            events = frames(twin.run(twin.now + 60))[wire.EVENTS]
            paint(twin, 5, (10, 20, 30))
            return events, twin.lights()

    assert story("micropython") == story("cpython")


def test_the_shipped_light_program_keeps_to_the_datasheet(board: Twin) -> None:
    program = board.devices.line.program
    assert program is not None
    coding = coding_of(program)
    assert coding is not None
    assert [decode_pulse(pulse) for pulse in coding.pulses] == [(0, True), (1, True)]


def test_bus_calls_of_the_shims_allocate_nothing(board: Twin) -> None:
    printed = board.runtime.evaluate("""
import gc, machine
pin = machine.Pin(5, machine.Pin.OUT)
spi = machine.SPI(0)
scan = bytearray(100)
dog = machine.WDT(timeout=8000)
dma = board.port._lights._dma
def calls(count):
    before = gc.mem_alloc()
    for _ in range(count):
        pin(0)
        pin.value(1)
        pin()
        spi.readinto(scan)
        dog.feed()
        dma.active()
    return gc.mem_alloc() - before
calls(1)
print(calls(1), calls(200))
""")
    assert printed == "0 0"


def test_ten_thousand_ticks_on_the_real_bus_allocate_nothing(twin: Twin) -> None:
    base = Object("A", BASE)
    twin.mechanics.put(base, "a1", facing="east")
    twin.runtime.run(2, 2, 5500)  # the "host lost" sweep has begun, and the board counts as stable
    frames_before = twin.devices.line.chain.frames
    twin.mechanics.slide(base, "i11", 3000)
    printed = twin.runtime.evaluate(f"""
import gc
def ticks(now, count):
    before = gc.mem_alloc()
    for _ in range(count):
        now += 2
        tick(now)
    return gc.mem_alloc() - before
ticks({twin.now}, 10)
gc.collect()
head = board.ring.head
print(ticks({twin.now} + 20, 10_000), board.ring.head > head + 8)
""")
    assert printed == "0 True"
    assert twin.now == 31_020
    assert twin.devices.line.chain.frames > frames_before


def test_many_ticks_in_one_go(twin: Twin) -> None:
    twin.step(0)
    due, _sent = twin.runtime.run(2, 2, 500)
    assert due == 1002
    assert twin.runtime.evaluate("print(board.stats()[0])") == "500", "the first tick only takes in the table"
    assert twin.runtime.times.bus_calls >= 3 * 500


def test_step_times_are_measured(board: Twin) -> None:
    board.step(board.now + 2)
    times = board.runtime.times
    assert times.bus_calls >= 3
    assert 0 < times.bus_us <= times.total_us


def test_ticks_follow_the_virtual_clock(board: Twin) -> None:
    board.step(board.now + 2)
    source = "import time\nprint(time.ticks_ms(), time.ticks_us())\ntime.sleep_ms(50)\nprint(time.ticks_ms())"
    first, second = board.runtime.evaluate(source).splitlines()
    ms, us = map(int, first.split())
    assert us == 1000 * ms
    assert int(second) == ms + 50


def test_a_reset_keeps_flash_and_scratch_registers(twin: Twin) -> None:
    twin.run(10)
    twin.runtime.evaluate("import machine\nmachine.mem32[0x40058018] = 0xCAFE0001\nopen('/note', 'w').write('kept')")
    twin.reboot()
    kept = twin.runtime.evaluate("print(hex(machine.mem32[0x40058018] & 0xFFFFFFFF), open('/note').read())")
    assert kept == "0xcafe0001 kept"
    twin.power_cut()
    assert twin.runtime.evaluate("import machine\nprint(machine.mem32[0x40058018], open('/note').read())") == "0 kept"


def test_registers_that_the_twin_lacks_are_refused(board: Twin) -> None:
    with pytest.raises(FirmwareError, match="no register at 0x40058000"):
        board.runtime.evaluate("import machine\nmachine.mem32[0x40058000]")


def test_a_crash_is_recorded_and_the_board_starts_again(twin: Twin) -> None:
    twin.run(100)
    twin.crash()
    twin.run(110)
    banner = frames(twin.run(300, wire.PROBE))[wire.BANNER]
    assert twin.boots == 2
    assert banner[2] & wire.FLAG_FAULT
    assert b"injected" in twin.runtime.flash()["/crash.txt"]


@pytest.mark.parametrize(
    ("mode", "state"), [(wire.REBOOT_RUN, "run"), (wire.REBOOT_REPL, "repl"), (wire.REBOOT_LOADER, "loader")]
)
def test_reboot_modes(twin: Twin, mode: int, state: str) -> None:
    before = boot_id(greet(twin) + twin.run(twin.now + 50, wire.PROBE))
    twin.run(twin.now + 100, frame(wire.REBOOT, mode))
    assert twin.state == state
    if state == "run":
        assert boot_id(twin.run(twin.now + 50, wire.PROBE)) != before


def test_a_board_that_does_not_feed_its_watchdog_is_reset(twin: Twin) -> None:
    twin.run(100)
    twin.runtime.evaluate("board.port.feed = lambda: None")
    twin.run(4000)
    assert twin.boots == 1
    twin.run(4200)
    assert twin.boots == 2
    banner = frames(twin.run(4300, wire.PROBE))[wire.BANNER]
    assert struct.unpack_from(wire.FORMATS[wire.BANNER], banner)[8] == wire.CAUSE_WATCHDOG


def test_the_safe_pin_is_read_at_boot(twin: Twin) -> None:
    safe = twin.profile.wiring.safe
    assert safe is not None
    twin.devices.levels[safe] = 0
    twin.reboot()
    assert frames(twin.run(100, wire.PROBE))[wire.BANNER][2] & wire.FLAG_SAFE


def test_the_end_of_the_interpreter_is_told(twin: Twin) -> None:
    twin.runtime.close()
    with pytest.raises(FirmwareError, match="has ended"):
        twin.step(2)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be waited on there")
def test_firmware_that_hangs_is_given_up(twin: Twin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "PATIENCE_S", 0.2)
    with pytest.raises(FirmwareError, match="has not come back"):
        twin.runtime.evaluate("while True: pass")


def test_a_recording_played_back_does_the_same_without_the_devices() -> None:
    with Twin("pocket", "micropython", 3) as twin:
        runtime = twin.runtime
        assert isinstance(runtime, MicroPythonRuntime)
        with runtime.recording() as tape:
            twin.power_cut()
            twin.put_card("gun-3", "play")
            times = []
            for _ in range(200):
                twin.step(twin.now + 2)
                times.append(runtime.times)
        there = runtime.evaluate("print(board.pads.looks, board.ring.head, bytes(board.state))")
        clocked = twin.devices.readers.transfers
        _boot, *again = runtime.play_back(tape)
        assert [step.uses for step in again] == [step.uses for step in times]
        assert [step.bus_calls for step in again] == [step.bus_calls for step in times]
        assert runtime.evaluate("print(board.pads.looks, board.ring.head, bytes(board.state))") == there
        assert b"gun-3" in bytes(there, "ascii"), "the card was read while it was recorded"
        assert twin.devices.readers.transfers == clocked, "the devices were left alone"


def test_a_recording_that_does_not_fit_the_firmware_is_refused() -> None:
    with Twin("pocket", "micropython", 3) as twin:
        runtime = twin.runtime
        assert isinstance(runtime, MicroPythonRuntime)
        with runtime.recording() as tape:
            twin.power_cut()
            twin.run(twin.now + 100)
        kind, request, answers = tape.frames[-1]
        tape.frames.append((kind, request, answers[:-1]))
        with pytest.raises(FirmwareError, match="asks for more than it did"):
            runtime.play_back(tape)
        twin.power_cut()
        twin.run(twin.now + 20)
        assert runtime.evaluate("print(board.safe)") == "False"
