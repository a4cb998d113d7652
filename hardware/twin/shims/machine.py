"""``machine`` of an RP2040 as far as the firmware uses it; every access to a pin, a bus or a register is one RPC.

Where MicroPython's own port refuses, rounds or truncates something, this does the same: what works here must work there
(``tests/hardware/twin/test_shims.py``).
"""

import os as _os
import time as _time

import _bus

PWRON_RESET = 1
WDT_RESET = 3

_WATCHDOG_CTRL_CLEAR = 0x4005B000  # RP2040 datasheet 2.1.2: writing here clears bits of CTRL
_WATCHDOG_ENABLE = 1 << 30  # 4.7.6

_answer = bytearray(1)
_answer8 = bytearray(8)
_word = bytearray(4)


_PINS = 30
_READ = object()  # stands for an argument that was not given: None drives a pin low


class Pin:
    """A GPIO: ``Pin(2, Pin.OUT, value=1)``, then ``pin(0)`` or ``pin.value()``."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=None, pull=None, *, value=None):
        if not isinstance(id, int) or not 0 <= id < _PINS:
            raise ValueError("invalid pin")
        self.id = id
        self._set = _bus.request(_bus.PIN_SET, 2)
        self._set[3] = id
        self._get = _bus.request(_bus.PIN_GET, 1)
        self._get[3] = id
        if mode is not None or pull is not None or value is not None:
            self.init(mode, pull, value=value)

    def init(self, mode=None, pull=None, *, value=None):
        """Set direction and pull; an output has its level before it becomes one. Without a mode there is no level."""
        if mode not in (None, Pin.IN, Pin.OUT, Pin.OPEN_DRAIN):
            raise ValueError("invalid pin af: %d" % mode)
        if mode == Pin.OUT and value is not None:
            self.value(value)
        elif mode == Pin.OPEN_DRAIN:
            self.value(True if value is None else value)
        buffer = _bus.request(_bus.PIN_MODE, 3)
        buffer[3] = self.id
        buffer[4] = 255 if mode is None else mode
        buffer[5] = 0 if pull is None else pull & 3
        _bus.write(buffer)

    def value(self, level=_READ):
        """Read the pin, or drive it."""
        if level is _READ:
            _bus.write(self._get)
            _bus.readinto(_answer)
            return _answer[0]
        self._set[4] = 1 if level else 0
        _bus.write(self._set)

    __call__ = value

    def on(self):
        """Drive it high."""
        self.value(1)

    def off(self):
        """Drive it low."""
        self.value(0)

    high = on
    low = off


class _Key:
    def __getitem__(self, key):
        return key


_WHOLE = _Key()[:]


def _reaches(bus, pin, place):
    """Tell whether a bus can use a pin in a place: RP2040 datasheet 1.4.3, function F1."""
    number = pin.id if isinstance(pin, Pin) else pin
    return number & 3 == place and number >> 3 & 1 == bus


class SPI:
    """A hardware SPI block, most significant bit first (the only order that an RP2040 knows)."""

    LSB = 0
    MSB = 1

    def __init__(
        self, id, baudrate=1_000_000, *, polarity=0, phase=0, bits=8, firstbit=MSB, sck=None, mosi=None, miso=None
    ):
        if id not in (0, 1):
            raise ValueError("SPI(%d) doesn't exist" % id)
        for name, pin, place in (("SCK", sck, 2), ("MOSI", mosi, 3), ("MISO", miso, 0)):
            if pin is not None and not _reaches(id, pin, place):
                raise ValueError("bad %s pin" % name)
        self._id = id
        self._format = [baudrate, polarity, phase]
        self._read = _bus.request(_bus.SPI, 4)
        self._read[3] = id
        self._both = {}  # requests by the number of their bytes: kept, so that a transfer allocates nothing
        self._send = {}
        self.init(baudrate=baudrate, polarity=polarity, phase=phase, bits=bits, firstbit=firstbit)

    def init(self, *, baudrate=-1, polarity=-1, phase=-1, bits=-1, firstbit=-1):
        """Set speed and mode; what is not given stays as it is."""
        if firstbit == SPI.LSB:
            raise NotImplementedError("LSB")
        if bits not in (-1, 8):
            raise NotImplementedError("the twin's SPI has 8 bits")
        self._format = [new if new != -1 else old for new, old in zip((baudrate, polarity, phase), self._format)]
        buffer = _bus.request(_bus.SPI_INIT, 7)
        buffer[3] = self._id
        buffer[4] = self._format[1]
        buffer[5] = self._format[2]
        _bus.put32(buffer, 6, self._format[0])
        _bus.write(buffer)

    def deinit(self):
        """Nothing to give back."""

    def readinto(self, buf, write=0):
        """Clock ``len(buf)`` bytes in while sending ``write``."""
        size = len(buf)
        read = self._read
        read[4] = write & 255
        read[5] = size & 255
        read[6] = size >> 8
        _bus.write(read)
        _bus.readinto(buf)

    def read(self, nbytes, write=0):
        """Clock ``nbytes`` in and return them."""
        data = bytearray(nbytes)
        self.readinto(data, write)
        return bytes(data)

    def write_readinto(self, write_buf, read_buf):
        """Send and receive at once."""
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        _bus.write(self._filled(self._both, _bus.SPI_WRITE, write_buf))
        _bus.readinto(read_buf)

    def write(self, buf):
        """Send; what comes back is dropped."""
        _bus.write(self._filled(self._send, _bus.SPI_SEND, buf))

    def _filled(self, requests, code, data):
        size = len(data)
        if size not in requests:
            request = _bus.request(code, 1 + size)
            request[3] = self._id
            requests[size] = (request, memoryview(request)[4:])
        request, body = requests[size]
        body[_WHOLE] = data
        return request


class WDT:
    """The watchdog: this class cannot stop it; only its control register can."""

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if not 0 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        if not timeout:
            reset()
        buffer = _bus.request(_bus.WDT_START, 4)
        _bus.put32(buffer, 3, timeout)
        _bus.write(buffer)
        self._feed = _bus.request(_bus.WDT_FEED, 0)

    def feed(self):
        """Start its time again."""
        _bus.write(self._feed)


class _Memory:
    # RP2040 datasheet 4.7.6: SCRATCH0 to SCRATCH7 of the watchdog, the only registers that survive a reset
    _FIRST, _LAST = 0x4005800C, 0x40058028

    def __init__(self):
        self._get = _bus.request(_bus.SCRATCH_GET, 1)
        self._put = _bus.request(_bus.SCRATCH_SET, 5)

    def _register(self, address):
        address &= 0xFFFFFFFF
        if address % 4:
            raise ValueError("address %08x is not aligned to 4 bytes" % address)
        if not self._FIRST <= address <= self._LAST:
            raise ValueError("the twin has no register at 0x%08x" % address)
        return (address - self._FIRST) // 4

    def __getitem__(self, address):
        self._get[3] = self._register(address)
        _bus.write(self._get)
        _bus.readinto(_word)
        word = _word[0] | _word[1] << 8 | _word[2] << 16 | _word[3] << 24
        return word - (1 << 32) if word >> 31 else word  # a signed number, as a 32-bit MicroPython makes it

    def __setitem__(self, address, value):
        if address & 0xFFFFFFFF == _WATCHDOG_CTRL_CLEAR and value == _WATCHDOG_ENABLE:
            _bus.write(_bus.request(_bus.WDT_START, 4))  # a timeout of 0: off
            return
        self._put[3] = self._register(address)
        _bus.put32(self._put, 4, value)
        _bus.write(self._put)


mem32 = _Memory()


def unique_id():
    """Return the flash chip's serial number."""
    _bus.write(_bus.request(_bus.UNIQUE_ID, 0))
    _bus.readinto(_answer8)
    return bytes(_answer8)


def reset_cause():
    """Say whether power or the watchdog started the board."""
    _bus.write(_bus.request(_bus.RESET_CAUSE, 0))
    _bus.readinto(_answer)
    return _answer[0]


def _stop(kind):
    buffer = _bus.request(_bus.RESET, 1)
    buffer[3] = kind
    _bus.write(buffer)
    raise _bus.Stopped


def reset():
    """Start the board again, as the watchdog would."""
    _stop(_bus.RESET_HARD)


def soft_reset():
    """Start the interpreter again."""
    _stop(_bus.RESET_SOFT)


def bootloader(timeout=0):
    """Go to the USB boot loader."""
    _stop(_bus.RESET_LOADER)


def freq(hz=None):
    """Return the processor's clock."""
    if hz is not None:
        raise NotImplementedError("the twin's clock stays at 125 MHz")
    return 125_000_000


def idle():
    """Wait for the next interrupt: there is none here."""


def disable_irq():
    """Return the interrupt state: there are no interrupts here."""
    return 0


def enable_irq(state):
    """Restore the interrupt state."""


def _sleep_us(us):
    if us <= 0:
        return
    buffer = _bus.request(_bus.SLEEP, 4)
    _bus.put32(buffer, 3, us)
    _bus.write(buffer)


# The build's own sleeps spin on a clock that stands still during a step.
_time.sleep_us = _sleep_us
_time.sleep_ms = lambda ms: _sleep_us(1000 * ms)
_time.sleep = lambda seconds: _sleep_us(1000 * int(1000 * seconds))  # whole milliseconds, the rest is dropped


def _urandom(count):
    if count < 0:
        raise ValueError
    data = bytearray(count)
    for at in range(0, count, 255):
        piece = memoryview(data)[at : at + 255]
        buffer = _bus.request(_bus.RANDOM, 1)
        buffer[3] = len(piece)
        _bus.write(buffer)
        _bus.readinto(piece)
    return bytes(data)


# The build has no os.urandom; the twin's is seeded.
_os.urandom = _urandom
