"""Raspberry Pi Pico and Pico 2: the only file that knows their pins, PIO and USB.

Electrical facts: 74HC165 chain on SPI0 (mode 0, 2 MHz; a chain of 104 takes 0.4 ms), its latch active low; WS2812B
data from one PIO state machine at 10 MHz, fed by DMA, so that neither interrupts nor the garbage collector can disturb
a frame; readers on SPI1 (see ``firmware.wires``).
"""

import os
import select
import sys
import time
from array import array

import machine
import rp2
from machine import Pin

from firmware.native import const
from firmware.wire import WHOLE
from firmware.wires import Wires

_WATCHDOG = const(0x40058000)  # RP2040 datasheet 4.7.6
_WATCHDOG_2350 = const(0x400D8000)  # RP2350 datasheet 12.9
_SCRATCH = const(0x0C)  # SCRATCH0, which survives every reset but power loss
_CAUSE = const(0x10)  # SCRATCH1
_CTRL_CLEAR = const(0x3000)  # writing here clears bits of CTRL
_ENABLE = const(1 << 30)
_MARK = const(0xDEAD00)  # in the upper bytes: this scratch register is ours
# Tenths of a µs: 0 = 0.3 + 1.0, 1 = 0.7 + 0.6, within the limits of WS2812B V2 and V5 alike
_T1 = const(3)
_T2 = const(4)
_T3 = const(6)


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_RIGHT, autopull=True, pull_thresh=24)
def _ws2812():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[_T3 - 1]
    jmp(not_x, "zero").side(1)[_T1 - 1]
    jmp("bit").side(1)[_T2 - 1]
    label("zero")
    nop().side(0)[_T2 - 1]
    wrap()


class _Lights:
    """Sends a frame while the next one is being painted."""

    def __init__(self, pin, count):
        self._out = array("I", bytearray(4 * count))
        self._sm = rp2.StateMachine(0, _ws2812, freq=10_000_000, sideset_base=Pin(pin))
        self._sm.active(1)
        self._dma = rp2.DMA()
        ctrl = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)  # DREQ 0: PIO0 TX FIFO 0
        self._dma.config(read=self._out, write=self._sm, count=len(self._out), ctrl=ctrl, trigger=False)

    def show(self, frame):
        """Start sending; the frame before is out by then: 255 lights take 8 ms, and frames come every 16 ms at most."""
        self._out[WHOLE] = frame
        self._dma.config(read=self._out, count=len(self._out), trigger=True)


class _Chain:
    """The shift registers of tiles, buttons and reader lines."""

    def __init__(self, pins, inputs):
        self._inputs = inputs
        self._spi = machine.SPI(
            0, baudrate=2_000_000, polarity=0, phase=0, sck=Pin(pins["scan_sck"]), miso=Pin(pins["scan_miso"])
        )
        self._latch = Pin(pins["scan_latch"], Pin.OUT, value=1)

    def scan(self):
        """Latch all inputs and shift them in."""
        self._latch(0)
        self._latch(1)
        self._spi.readinto(self._inputs)


def _out(pins, name, level):
    return Pin(pins[name], Pin.OUT, value=level) if name in pins else None


def _readers(config, inputs):
    pins = config["pins"]
    spi = machine.SPI(
        1,
        baudrate=1_000_000,
        polarity=0,
        phase=0,
        sck=Pin(pins["reader_sck"]),
        mosi=Pin(pins["reader_mosi"]),
        miso=Pin(pins["reader_miso"]),
    )
    asks = None
    if "reader_irq" in pins:
        irq = Pin(pins["reader_irq"], Pin.IN, Pin.PULL_UP)

        def asks():
            return not irq()

    return Wires(
        config["pads"],
        spi,
        _out(pins, "select_latch", 1),
        _out(pins, "reader_select", 1),
        _out(pins, "reader_reset", 1),
        asks,
        inputs,
        config["tiles"] + config["buttons"],
    )


def _do_nothing():
    """Stand in for what this board does not have."""


class Port:
    """What ``firmware.app.Board`` needs of the world, on an RP2040 or RP2350.

    ``scan()`` latches all inputs and shifts them in, ``feed()`` feeds the watchdog: as direct as can be, for they are
    called in every tick.
    """

    name = "rp2"
    root = "/"

    def __init__(self, config, watchdog_ms=0):
        pins = config["pins"]
        self.inputs = bytearray(config["tiles"] + config["buttons"] + config["irqs"])
        self.collect_ms = 0
        self.heap_free = 0  # both as ``firmware.main`` found them last
        self._chain = _Chain(pins, self.inputs) if self.inputs else None
        self.scan = self._chain.scan if self._chain else _do_nothing
        self.wires = _readers(config, self.inputs) if config["pads"] else None
        self._lights = _Lights(pins["lights"], config["lights"]) if config["lights"] else None
        self._safe = Pin(pins["safe"], Pin.IN, Pin.PULL_UP) if "safe" in pins else None
        self._watchdog = _WATCHDOG_2350 if "RP2350" in sys.implementation._machine else _WATCHDOG
        self._watchdog_ms = watchdog_ms
        self._wdt = None
        self.feed = self._start_watchdog if watchdog_ms else _do_nothing
        self._read = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._one = bytearray(1)
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        self._poll = poll.ipoll

    def show(self, frame):
        """Send a frame to the lights: an array of ``firmware.lights.word``."""
        if self._lights:
            self._lights.show(frame)

    def receive(self, buf, n, most):
        """Read what has arrived, at most ``most`` bytes, without waiting, into ``buf`` from ``n`` on; return its end.

        Stops behind a zero; zeros at the very beginning of the buffer are dropped. Reading more than one byte would
        wait for all of them, and nothing tells how many there are.
        """
        poll = self._poll
        read = self._read
        one = self._one
        for _ in range(most):
            for _ in poll(0):
                read(one)
                break
            else:
                break
            byte = one[0]
            buf[n] = byte
            if byte:
                n += 1
            elif n:
                return n + 1
        return n

    def send(self, buf, n):
        """Write ``n`` bytes; the link sees to it that they fit the FIFO."""
        self._write(buf, n)  # MicroPython's second argument: no view has to be made

    def _start_watchdog(self):
        """With the first ``feed``: safe mode has been decided by then."""
        self._wdt = machine.WDT(timeout=self._watchdog_ms)
        self.feed = self._wdt.feed
        self.feed()

    micros = staticmethod(time.ticks_us)  # a running count of microseconds, for ``since``

    def since(self, begun):
        """Return the microseconds that have passed."""
        return time.ticks_diff(time.ticks_us(), begun)

    def uid(self):
        """Return eight bytes that only this board has; its USB serial number says the same."""
        return machine.unique_id()

    def random(self):
        """Return a random u32."""
        return int.from_bytes(os.urandom(4), "little")

    def cause(self):
        """Return why the board has started, as a wire CAUSE code."""
        told = self._recall(_CAUSE)
        machine.mem32[self._watchdog + _CAUSE] = 0
        return told or (1 if machine.reset_cause() == machine.WDT_RESET else 0)

    def remember(self, cause):
        """Keep why the next start comes, for ``cause``."""
        machine.mem32[self._watchdog + _CAUSE] = _MARK << 8 | cause

    def _recall(self, register):
        value = machine.mem32[self._watchdog + register] & 0xFFFFFFFF  # MicroPython reads words as signed numbers
        return value & 0xFF if value >> 8 == _MARK else 0

    def boots(self):
        """Return how many quick starts in a row came before this one."""
        return self._recall(_SCRATCH)

    def set_boots(self, count):
        """Remember the number of quick starts across resets."""
        machine.mem32[self._watchdog + _SCRATCH] = _MARK << 8 | min(count, 255)

    def wants_safe(self):
        """Tell whether the safe-mode pin is held low."""
        return self._safe is not None and not self._safe()

    def reboot(self, mode):
        """Start again: 0 run, 1 stop at the REPL, 2 boot loader, 3 safe mode."""
        if mode == 1:
            machine.mem32[self._watchdog + _CTRL_CLEAR] = _ENABLE  # else it would end the REPL after its time
            raise KeyboardInterrupt
        if mode == 2:
            machine.bootloader()
        if mode == 3:
            self.set_boots(255)
        machine.reset()
