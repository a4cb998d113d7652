"""Driver of the MFRC522 (NXP, document 112139): see ``firmware.readers``.

Electrical facts: SPI mode 0, most significant bit first; an address byte has the register in bits 6 to 1, bit 7 for
reading. A tag hears 5 ms after the field has come (ISO/IEC 14443-3, 5.1) and answers within 0.1 ms; a frame with its
answer takes 0.4 to 2 ms, a page 4.1 ms to write. Versions 0x91, 0x92 and those of clones are all taken.
"""

from firmware.card import BUSY, DENIED, DONE, PAGE_BYTES, READ_BYTES
from firmware.native import const
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL, WHOLE

GUARD_MS = const(5)
ANSWER_MS = const(4)  # a tag that has not answered by then will not
WRITE_MS = const(12)  # the same for a write

# Registers
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO = const(0x09)
_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_FRAMING = const(0x0D)
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_VERSION = const(0x37)
# What is written to them and read from them
_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_FLUSH = const(0x80)
_ALL_IRQS = const(0x7F)
_RX_IRQ = const(0x20)
_START = const(0x80)
_COLLISION = const(0x08)
_ERRORS = const(0x1F)
_CRC = const(0x80)
_CRC_A = const(0x3D)  # starts with 6363
_FIELD_ON = const(0x83)
_FIELD_OFF = const(0x80)
_ASK_100 = const(0x40)
_STATUS = bytes([0x80 | r << 1 for r in (_VERSION, _TX_ASK, _COM_IRQ, _ERROR, _LEVEL, _CONTROL)]) + b"\0"
# What tags understand
_WUPA = const(0x52)
_ANTICOLLISION = const(0x20)
_SELECT_ALL = const(0x70)
_CASCADE = b"\x93\x95\x97"
_CASCADE_TAG = const(0x88)
_PART = const(5)  # bytes of a UID in one cascade level, with their check byte
_READ = const(0x30)
_WRITE = const(0xA2)
_ACK = const(0x0A)
# CRC
_NOTHING = const(-1)  # nobody knows
_PLAIN = const(0)
_APPENDED = const(1)  # to the tag only
_CHECKED = const(3)  # both ways


def _puts(*pairs):
    """Return what writes values into registers, for ``Wires.tell``."""
    return tuple([bytes((pairs[i] << 1, pairs[i + 1])) for i in range(0, len(pairs), 2)])


_RESTART = _puts(_COMMAND, _SOFT_RESET)
_LIGHT = _puts(_TX_CONTROL, _FIELD_ON)
_DARKEN = _puts(_TX_CONTROL, _FIELD_OFF)
_CONFIGURE = _puts(_TX_ASK, _ASK_100, _MODE, _CRC_A) + _DARKEN
_CRCS = {
    _PLAIN: _puts(_TX_MODE, 0, _RX_MODE, 0),
    _APPENDED: _puts(_TX_MODE, _CRC, _RX_MODE, 0),
    _CHECKED: _puts(_TX_MODE, _CRC, _RX_MODE, _CRC),
}
# The command goes on for the whole look: it sends whenever StartSend is set anew (10.3.1.8)
_ARM = _puts(_COMMAND, _IDLE, _LEVEL, _FLUSH, _FIFO, _WUPA, _FRAMING, 7, _COMMAND, _TRANSCEIVE)
_WAKE_UP = _puts(_COM_IRQ, _ALL_IRQS, _FRAMING, _START | 7)
_EMPTY = _puts(_LEVEL, _FLUSH, _COM_IRQ, _ALL_IRQS)
_SEND = _puts(_FRAMING, 0, _FRAMING, _START)
del _puts  # it has done its work, and takes memory

_FRAME = bytearray(2 + _PART)  # for the tag; one serves all readers, for only one of them talks to a tag at a time

# What is under way
_GUARD = const(0)
_ARMED = const(1)  # and all is ready for the frame that wakes a tag
_WAKE = const(2)
_ANTI = const(3)
_CHOOSE = const(4)
_HERE = const(5)
_TASK = const(6)
_RESET = const(7)
_DARK = const(8)


class Mfrc522:
    """One reader: see ``firmware.readers``."""

    def __init__(self, wires, pad, card):
        self.is_dark = True
        self.is_idle = True
        self._wires = wires
        self._pad = pad
        self._card = card
        self._phase = _DARK
        self._at = 0  # when the last frame was sent
        self._level = 0  # of the cascade
        self._crc = _NOTHING
        self._task = 0
        self._page = 0
        self._is_chosen = False

    # ---- what is asked -------------------------------------------------------------------------------------

    def set_up(self, now):
        """Reset and configure the chip; ``step`` tells DONE or PAD_DOWN."""
        self._tell(_RESTART)
        self._phase = _RESET
        self._at = now
        self.is_idle = False

    def prepare(self, now):
        """Nothing has to be prepared."""

    def is_prepared(self, now):
        """Tell whether ``light`` may come."""
        return True

    def light(self, now):
        """Switch the field on and look who is there."""
        self._tell(_LIGHT)
        self._card.clear()
        self._level = 0
        self._task = 0
        self._is_chosen = False
        self._phase = _GUARD
        self._at = now
        self.is_dark = self.is_idle = False

    def read(self, page, now):
        """Read four pages of the tag into ``card.page``."""
        self._begin(_READ, page, now)

    def write(self, page, now):
        """Write ``card.data`` to a page of the tag."""
        self._begin(_WRITE, page, now)

    def recheck(self, now):
        """Return whether the tag is alone: every look has told that already."""
        return PAD_PRESENT

    def darken(self, now, polls=0):
        """Switch the field off, at once."""
        self._tell(_DARKEN)
        self._phase = _DARK
        self.is_dark = self.is_idle = True
        return DONE

    def step(self, now):
        """Do one micro-step; return BUSY or what has come of it."""
        phase = self._phase
        if phase <= _ARMED:
            self._guard(now)
            return BUSY
        if phase == _RESET:
            return self._configure() if now != self._at else BUSY
        if phase == _HERE:
            return PAD_PRESENT
        return self._receive(now) if phase != _DARK else DONE

    # ---- registers -----------------------------------------------------------------------------------------

    def _tell(self, commands):
        self._wires.tell(self._pad, commands)

    def _configure(self):
        self._tell(_CONFIGURE)
        self._crc = _NOTHING
        self._set_crc(_PLAIN)
        self._phase = _DARK
        self.is_dark = self.is_idle = True
        return DONE if self._is_well() else PAD_DOWN

    def _set_crc(self, crc):
        if crc != self._crc:
            self._crc = crc
            self._tell(_CRCS[crc])

    def _is_well(self):
        """Read all status registers in one go; a chip that is gone, or was reset by itself, does not pass."""
        data = self._wires.data
        self._wires.ask(self._pad, _STATUS)
        return 0 < data[1] < 255 and data[2] == _ASK_100

    # ---- sending -------------------------------------------------------------------------------------------

    def _guard(self, now):
        """Get ready while a tag gathers strength; then wake it."""
        if self._phase == _GUARD:
            if now != self._at:
                self._phase = _ARMED
                self._set_crc(_PLAIN)
                self._tell(_ARM)
        elif now - self._at > GUARD_MS:
            self._tell(_WAKE_UP)
            self._phase = _WAKE
            self._at = now

    def _send(self, n, crc, phase, now):
        """Send the first ``n`` bytes of the frame; then comes ``phase``."""
        self._set_crc(crc)
        self._tell(_EMPTY)
        data = self._wires.data
        data[0] = _FIFO << 1
        frame = _FRAME
        for i in range(n):
            data[1 + i] = frame[i]
        self._wires.exchange(self._pad, n + 1)
        self._tell(_SEND)
        self._phase = phase
        self._at = now

    def _send_anticollision(self, now):
        _FRAME[0] = _CASCADE[self._level]
        _FRAME[1] = _ANTICOLLISION
        self._send(2, _PLAIN, _ANTI, now)

    def _send_select(self, now):
        """All but one byte of the frame is what anticollision has sent and brought."""
        _FRAME[1] = _SELECT_ALL
        self._send(2 + _PART, _CHECKED, _CHOOSE, now)

    def _begin(self, task, page, now):
        self._task = task
        self._page = page
        if self._is_chosen:
            self._send_task(now)
        else:
            self._send_select(now)

    def _send_task(self, now):
        frame = _FRAME
        frame[0] = self._task
        frame[1] = self._page
        if self._task == _READ:
            self._send(2, _CHECKED, _TASK, now)
            return
        for i in range(PAGE_BYTES):
            frame[2 + i] = self._card.data[i]
        self._send(2 + PAGE_BYTES, _APPENDED, _TASK, now)

    # ---- receiving -----------------------------------------------------------------------------------------

    def _receive(self, now):
        if not self._is_well():
            self.darken(now)  # it may still hear
            return PAD_DOWN
        data = self._wires.data
        phase = self._phase
        if not data[3] & _RX_IRQ:
            is_writing = phase == _TASK and self._task == _WRITE
            if now - self._at < (WRITE_MS if is_writing else ANSWER_MS) and phase != _WAKE:
                return BUSY
            return PAD_ABSENT if phase == _WAKE else PAD_GARBLED
        error = data[4] & _ERRORS
        n = data[5] & 0x7F
        bits = data[6] & 7
        if phase == _TASK:
            return self._take_task(error, n, bits)
        if error & _COLLISION:
            return PAD_SEVERAL
        if error or bits:
            return PAD_GARBLED
        if phase == _WAKE:
            return self._woken(n, now)
        return self._take_part(n, now) if phase == _ANTI else self._take_sak(n, now)

    def _fetch(self, n):
        """Take ``n`` bytes from the FIFO: they then stand in ``data`` from 1 on."""
        data = self._wires.data
        for i in range(n):
            data[i] = 0x80 | _FIFO << 1
        data[n] = 0
        self._wires.exchange(self._pad, n + 1)

    def _woken(self, n, now):
        if n != 2:
            return PAD_GARBLED
        self._send_anticollision(now)
        return BUSY

    def _take_part(self, n, now):
        if n != _PART:
            return PAD_GARBLED
        self._fetch(n)
        data = self._wires.data
        if data[1] ^ data[2] ^ data[3] ^ data[4] ^ data[5]:
            return PAD_GARBLED
        for i in range(_PART):
            _FRAME[2 + i] = data[1 + i]
        goes_on = data[1] == _CASCADE_TAG and self._level < 2
        self._card.add(data, 2 if goes_on else 1, _PART)
        if not goes_on:
            self._phase = _HERE
            return PAD_PRESENT
        self._send_select(now)
        return BUSY

    def _take_sak(self, n, now):
        if n != 1:
            return PAD_GARBLED
        if self._task:
            self._is_chosen = True
            self._send_task(now)
        else:
            self._level += 1
            self._send_anticollision(now)
        return BUSY

    def _take_task(self, error, n, bits):
        self._phase = _HERE
        if bits == 4 and n == 1:  # ACK or NAK: half a byte, and no CRC
            self._fetch(1)
            return DONE if self._task == _WRITE and self._wires.data[1] & 0x0F == _ACK else DENIED
        if error or bits or n != READ_BYTES or self._task != _READ:
            return PAD_GARBLED
        self._fetch(READ_BYTES)
        self._card.page[WHOLE] = self._wires.part(1, READ_BYTES)
        return DONE
