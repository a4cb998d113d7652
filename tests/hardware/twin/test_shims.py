"""The shims of `machine`, `rp2`, `time` and `os` behave as MicroPython's own modules do on an RP2040.

Each row is one thing that a shim could do in another way, and most of them once did: then what runs on the twin fails
on a board. The answers come from MicroPython's own sources, which the comments name.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from hardware.twin.board import Twin
from hardware.twin.pio import Program, StateMachine
from hardware.twin.runtime import RuntimeMissing

pytestmark = [pytest.mark.micropython, pytest.mark.twin(runtime="micropython")]

START = """
import json, machine, os, rp2, time
from machine import Pin, SPI, WDT

def tried(source):
    try:
        return eval(source, globals())
    except Exception as error:
        return type(error).__name__
"""


class Row(NamedTuple):
    """What is asked, and what MicroPython answers: a value, or the name of an exception."""

    source: str
    answer: object
    before: str = ""


SCRATCH = "machine.mem32[0x40058014]"
SM = "sm = rp2.StateMachine(4)"
SPI1 = "bus = SPI(1, 500_000, polarity=1, phase=1, sck=Pin(10), mosi=Pin(11), miso=Pin(12))"


def program(*lines: str) -> str:
    """A PIO program that is assembled when it is asked for."""
    body = "\n    ".join(lines)
    source = f"@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW)\ndef made():\n    {body}\n"
    return f"def assemble():\n    exec({source!r}, globals())"


ROWS = {
    # extmod/machine_mem.c: a word goes through a signed integer, an address and a value through 32 bits
    "mem32 reads signed numbers": Row(SCRATCH, -559087613, f"{SCRATCH} = 0xDEAD0003"),
    "mem32 reads the largest positive number": Row(SCRATCH, 0x7FFFFFFF, f"{SCRATCH} = 0x7FFFFFFF"),
    "mem32 reads the smallest number": Row(SCRATCH, -0x80000000, f"{SCRATCH} = 0x80000000"),
    "mem32 takes negative numbers": Row(SCRATCH, -1, f"{SCRATCH} = -1"),
    "mem32 cuts off what a word cannot hold": Row(SCRATCH, 5, f"{SCRATCH} = 5 + (7 << 32)"),
    "mem32 cuts off what an address cannot hold": Row("machine.mem32[0x40058014 + (1 << 32)]", 9, f"{SCRATCH} = 9"),
    "mem32 wants addresses of words": Row("machine.mem32[0x40058016]", "ValueError"),
    # ports/rp2/machine_pin.c: machine_pin_find, machine_pin_obj_init_helper, machine_pin_call
    "a pin beyond the last": Row("Pin(30)", "ValueError"),
    "a pin below the first": Row("Pin(-1)", "ValueError"),
    "a pin that is no number": Row("Pin(1.5)", "ValueError"),
    "a pin of no mode": Row("Pin(5, 9)", "ValueError"),
    "a level without a mode is no level": Row("pin()", 1, "pin = Pin(5); pin.value(1); Pin(5, value=0)"),
    "an input is not driven": Row("pin()", 1, "pin = Pin(5); pin.value(1); Pin(5, Pin.IN, value=0)"),
    "an output is": Row("pin()", 0, "pin = Pin(5); pin.value(1); Pin(5, Pin.OUT, value=0)"),
    "an output without a level keeps its own": Row("pin()", 0, "pin = Pin(5); pin.value(0); Pin(5, Pin.OUT)"),
    "an open drain is let go": Row("pin()", 1, "pin = Pin(5); pin.value(0); Pin(5, Pin.OPEN_DRAIN)"),
    "None drives a pin low": Row("[pin.value(None), pin()]", [None, 0], "pin = Pin(5); pin.value(1)"),
    "all that is not false drives it high": Row("[pin('x'), pin.value()]", [None, 1], "pin = Pin(5); pin.value(0)"),
    "a pin has levels, not truths": Row("type(Pin(5)()).__name__", "int"),
    "the numbers of modes and pulls": Row(
        "[Pin.IN, Pin.OUT, Pin.OPEN_DRAIN, Pin.PULL_UP, Pin.PULL_DOWN]", [0, 1, 2, 1, 2]
    ),
    # ports/rp2/machine_spi.c: IS_VALID_SCK and so on; machine_spi_init; extmod/machine_spi.c
    "an SPI that the chip lacks": Row("SPI(2)", "ValueError"),
    "a clock at a pin that is none": Row("SPI(0, sck=Pin(3))", "ValueError"),
    "a clock of the other bus": Row("SPI(0, sck=Pin(10))", "ValueError"),
    "an output at a pin that is none": Row("SPI(1, mosi=Pin(10))", "ValueError"),
    "an input at a pin that is none": Row("SPI(1, miso=Pin(11))", "ValueError"),
    "the least significant bit first": Row("SPI(1, firstbit=SPI.LSB)", "NotImplementedError"),
    "the numbers of the orders": Row("[SPI.LSB, SPI.MSB]", [0, 1]),
    "buffers of two lengths": Row("bus.write_readinto(bytes(3), bytearray(2))", "ValueError", SPI1),
    "a setting that is not given stays": Row("bus._format", [500_000, 1, 0], f"{SPI1}; bus.init(phase=0)"),
    "settings have names": Row("bus.init(1_000_000)", "TypeError", SPI1),
    "a fill byte is cut off": Row("len(bus.read(2, 0x1FF))", 2, SPI1),
    # ports/rp2/machine_wdt.c
    "a watchdog that the chip lacks": Row("WDT(1)", "ValueError"),
    "a time that is too long": Row("WDT(timeout=8389)", "ValueError"),
    "a time before now": Row("WDT(timeout=-1)", "ValueError"),
    # ports/rp2/rp2_pio.c: rp2_state_machine_get_object, _init_helper, _active; modules/rp2.py
    "a state machine that the chip lacks": Row("rp2.StateMachine(8)", "ValueError"),
    "a program has a name": Row("rp2.StateMachine(4, program=None)", "TypeError"),
    "too slow": Row("sm.init(rp2_light, freq=1900)", "ValueError", SM),
    "too fast": Row("sm.init(rp2_light, freq=125_000_001)", "ValueError", SM),
    "it says whether it runs, also when told": Row(
        "[sm.active(1), sm.active(), sm.active(0), sm.active()]", [True, True, False, False], SM
    ),
    "a label twice": Row("assemble()", "PIOASMError", program("label('a')", "nop()", "label('a')")),
    "a label that is not there": Row("assemble()", "PIOASMError", program("jmp('a')")),
    "no bits": Row("assemble()", "PIOASMError", program("out(x, 0)")),
    "too many bits": Row("assemble()", "PIOASMError", program("out(x, 33)")),
    "a side-set beyond its pins": Row("assemble()", "PIOASMError", program("nop().side(2)")),
    "a delay beside a side-set": Row("assemble()", "PIOASMError", program("nop().side(1)[16]")),
    "a delay beside a side-set that not all have": Row(
        "assemble()", "PIOASMError", program("nop().side(1)[8]", "nop()")
    ),
    "a side-set that all have": Row(
        "made['words']", [0xB042, 0xA042], f"{program('nop().side(1)', 'nop().side(0)')}\nassemble()"
    ),
    "a side-set that not all have": Row(
        "made['words']", [0xB842, 0xA042], f"{program('nop().side(1)', 'nop()')}\nassemble()"
    ),
    "a program that does not fit": Row("sm.init(made)", "OSError", f"{SM}\n{program(*['nop()'] * 33)}\nassemble()"),
    # ports/rp2/rp2_dma.c: rp2_dma_make_new, _pack_ctrl, _unpack_ctrl, _error_if_closed
    "more channels than there are": Row("[rp2.DMA() for _ in range(13)]", "OSError"),
    "a channel that is closed": Row("dma.config(count=1)", "ValueError", "dma = rp2.DMA(); dma.close(); dma.close()"),
    "a channel that was closed is free": Row("len([rp2.DMA().close() for _ in range(40)])", 40),
    "a value that does not fit its field": Row("dma.pack_ctrl(size=4)", "ValueError", "dma = rp2.DMA()"),
    "a field that there is not": Row("dma.pack_ctrl(speed=1)", "TypeError", "dma = rp2.DMA()"),
    "a field that cannot be written": Row("dma.pack_ctrl(default=0, busy=1)", 0, "dma = rp2.DMA()"),
    "a word and its fields": Row("dma.pack_ctrl(**rp2.DMA.unpack_ctrl(0x00218035))", 0x00218035, "dma = rp2.DMA()"),
    "all its fields": Row("len(rp2.DMA.unpack_ctrl(0))", 16),
    # extmod/modtime.c: nothing for negative times, whole milliseconds in sleep()
    "no sleep before now": Row("slept(lambda: (time.sleep_ms(-5), time.sleep_us(-5)))", 0),
    "no sleep of nothing": Row("slept(lambda: (time.sleep_ms(0), time.sleep_us(0)))", 0),
    "a sleep in seconds is one of whole milliseconds": Row("slept(lambda: time.sleep(0.0129))", 12),
    "a sleep of less than a millisecond": Row("slept(lambda: time.sleep(0.0009))", 0),
    # extmod/modos.c
    "many random bytes": Row("[len(os.urandom(600)), os.urandom(600)[-300:] == bytes(300)]", [600, False]),
    "no random bytes": Row("len(os.urandom(0))", 0),
    "fewer than none": Row("os.urandom(-1)", "ValueError"),
}
SLEPT = """
def slept(action):
    before = time.ticks_ms()
    action()
    return time.ticks_diff(time.ticks_ms(), before)

from firmware.ports.rp2 import _ws2812 as rp2_light
"""


@pytest.fixture(scope="module")
def board() -> Iterator[Twin]:
    try:
        twin = Twin("grid", "micropython")
    except RuntimeMissing as missing:
        pytest.skip(str(missing))
    with twin:
        twin.runtime.evaluate(START + SLEPT)
        yield twin


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_shim_answers_as_micropython_does(board: Twin, row: Row) -> None:
    board.runtime.evaluate(f"rp2.DMA._taken = type(rp2.DMA._taken)()\n{row.before}")
    answer = board.runtime.evaluate(f"print(json.dumps(tried({row.source!r})))")
    assert json.loads(answer) == row.answer


def test_a_watchdog_without_time_resets_at_once(twin: Twin) -> None:
    twin.run(100)
    twin.runtime.evaluate("import machine\ndef feed(): machine.WDT(timeout=0)\nboard.port.feed = feed")
    twin.run(110)
    assert twin.boots == 2


def test_pins_that_the_bus_cannot_reach_are_told_as_a_crash(twin: Twin) -> None:
    """As on the chip: the board goes on without its table, so that the host can mend the config."""
    source = """
from firmware import config, main
import json
settings = config.load("/")
settings["pins"] = dict(settings["pins"], scan_sck=3)
config.save("/", json.dumps(settings).encode())
"""
    twin.runtime.evaluate(source)
    twin.reboot()
    printed = twin.runtime.evaluate("print(board.config['profile'], b'bad SCK pin' in board.fault)")
    assert printed == "none True"


def test_a_side_set_of_which_some_instructions_have_none_drives_the_pin_in_the_others_only() -> None:
    """The model runs what MicroPython assembles (RP2040 datasheet 3.5.1)."""
    words = (0xB842, 0xA042, 0xB042)  # on, nothing, off
    machine = StateMachine(Program(words, (0, 2), 1, False, False, 32, 125_000_000, side_optional=1))
    levels = []
    for _ in range(6):
        machine.step()
        levels.append(machine.level)
    assert levels == [1, 1, 0, 1, 1, 0]
