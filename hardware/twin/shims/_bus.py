"""The wire to the device models: each operation is one write to a character device, and one read if it answers.

Nothing here allocates once a caller has its request buffer (``FileIO.write`` and ``readinto`` of a bytearray do not).
A request: u8 code, u16 length of the data, data; little-endian. Codes from 0x80 on are answered.
"""

TICK = 0x01
PIN_MODE = 0x02  # pin, mode, pull
PIN_SET = 0x03  # pin, level
SPI_INIT = 0x04  # bus, polarity, phase, baudrate u32
PIO_PROGRAM = 0x05  # machine, JSON
PIO_ACTIVE = 0x06  # machine, on
DMA_START = 0x07  # channel, machine, count u16, ctrl u32; then the bytes
WDT_START = 0x08  # timeout u32
WDT_FEED = 0x09
PIO_PUT = 0x0A  # machine, word u32
SCRATCH_SET = 0x0B  # register, word u32
SLEEP = 0x0C  # microseconds u32
SPI_SEND = 0x0D  # bus, bytes
RESET = 0x0F  # kind
PIN_GET = 0x80  # pin -> level
SPI = 0x81  # bus, fill, count u16 -> bytes
SPI_WRITE = 0x82  # bus, bytes -> bytes
DMA_BUSY = 0x83  # channel -> busy
SCRATCH_GET = 0x84  # register -> u32
UNIQUE_ID = 0x85  # -> 8 bytes
RESET_CAUSE = 0x86  # -> cause
RANDOM = 0x87  # count -> bytes

RESET_HARD, RESET_SOFT, RESET_LOADER = 0, 1, 2

_device = open("/dev/bus", "r+b")
write = _device.write
readinto = _device.readinto


def request(code, size):
    """Return a request buffer with ``size`` data bytes, to be filled and written again and again."""
    buffer = bytearray(3 + size)
    buffer[0] = code
    put16(buffer, 1, size)
    return buffer


def put16(buffer, at, value):
    """Store a little-endian u16."""
    buffer[at] = value & 255
    buffer[at + 1] = value >> 8 & 255


def put32(buffer, at, value):
    """Store a little-endian u32."""
    put16(buffer, at, value & 65535)
    put16(buffer, at + 2, value >> 16 & 65535)


class Stopped(SystemExit):
    """The board is being reset: leaves the firmware, whatever it was doing."""
