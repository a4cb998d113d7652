"""Driver of the PN532 on SPI (NXP UM0701-02): see ``firmware.readers``.

Electrical facts: SPI mode 0, least significant bit first, which an RP2040 cannot, so bytes are turned here; IRQ is low
when a frame waits. The chip sleeps after power-on; a select wakes it within 2 ms. A command is answered by an ACK and,
once that has been taken, carried out; then its answer waits. One try for each look (MxRtyPassiveActivation 0): the
default tries for ever.
"""

from firmware.bits import REVERSED
from firmware.card import BUSY, DENIED, DONE, PAGE_BYTES, READ_BYTES
from firmware.native import const
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL, UID_BYTES, WHOLE

ACK_MS = const(20)  # 15 ms by the manual, 6.2.2
ANSWER_MS = const(40)  # the longest command: a look at a tag with ten bytes of UID, 15 ms
WAKE_MS = const(3)

_READ = const(0xC0)  # 0x03, turned
_READY = const(0x80)  # 0x01, turned: the whole status byte (6.2.5)
_HOST = const(0xD4)
_CHIP = const(0xD5)


def _frame(*command):
    """Return a frame as it goes over the bus, with the byte that says so."""
    body = bytes((_HOST,)) + bytes(command)
    frame = b"\x01\x00\x00\xff" + bytes((len(body), -len(body) & 255)) + body + bytes((-sum(body) & 255, 0))
    return bytes([REVERSED[byte] for byte in frame])


_LIST = const(0x4A)
_DATA = const(0x40)
_DESELECT = const(0x44)
_CONFIGURE = const(0x32)
_SAM = const(0x14)
_LIST_ONE = _frame(_LIST, 1, 0)
_FIELD_OFF = _frame(_CONFIGURE, 1, 0)
_TRY_ONCE = _frame(_CONFIGURE, 5, 0xFF, 1, 0)
_WAIT_LITTLE = _frame(_CONFIGURE, 2, 0, 0x0B, 7)  # 6.4 ms for a tag's answer: a page takes 4.1 ms to write
_NORMAL = _frame(_SAM, 1, 0x14, 1)
_LEAVE = _frame(_DESELECT, 1)
_READ_PAGE = bytearray(_frame(_DATA, 1, 0x30, 0))
_WRITE_PAGE = bytearray(_frame(_DATA, 1, 0xA2, 0, 0, 0, 0, 0))
del _frame  # it has done its work, and takes memory
_ABORT = bytes([REVERSED[byte] for byte in b"\x01\x00\x00\xff\x00\xff\x00"])
_ACK = _ABORT[1:]
_START = bytes([REVERSED[byte] for byte in b"\x00\x00\xff"])
_BODY = const(6)  # where TFI stands in what was read, behind the byte that says so
_ANSWER = const(31)  # bytes that are read of an answer: a READ has 26, a tag with ten bytes of UID 25
_LONGEST = const(_ANSWER - _BODY - 1)
_TARGET = const(_BODY + 2)
_GET_STATUS = b"\x40\0"  # 0x02, turned
_GET_ACK = bytes((_READ,)) + bytes(len(_ACK))
_GET_ANSWER = bytes((_READ,)) + bytes(_ANSWER)
_TURN_FROM = const(4)
_OK = const(0x00)
_TIMEOUT = const(0x01)  # 0x02: a wrong CRC
_PARITY = const(0x03)

# What the chip is doing
_QUIET = const(0)
_SLEEPY = const(1)
_HELD = const(2)  # an ACK is left waiting, so that the command does not begin
_ASKED = const(3)
_WORKING = const(4)
# Why
_SETTING_1 = const(0)
_SETTING_2 = const(1)
_SETTING_3 = const(2)
_DARKENING = const(3)
_LOOKING = const(4)
_READING = const(5)
_WRITING = const(6)
_LEAVING = const(7)
_LOOKING_AGAIN = const(8)
_CODES = bytes((_SAM, _CONFIGURE, _CONFIGURE, _CONFIGURE, _LIST, _DATA, _DATA, _DESELECT, _LIST))


class Pn532:
    """One reader: see ``firmware.readers``."""

    def __init__(self, wires, pad, card):
        self.is_dark = True
        self.is_idle = True
        self._wires = wires
        self._pad = pad
        self._card = card
        self._phase = _QUIET
        self._why = _LOOKING
        self._at = 0

    # ---- what is asked -------------------------------------------------------------------------------------

    def set_up(self, now):
        """Wake and configure the chip; ``step`` tells DONE or PAD_DOWN."""
        self._wires.ask(self._pad, _GET_STATUS)  # any select wakes it
        self._phase = _SLEEPY
        self._at = now
        self.is_idle = False

    def prepare(self, now):
        """Send the command; it begins when its ACK is taken."""
        self._command(_LIST_ONE, _LOOKING, now)
        self._phase = _HELD

    def is_prepared(self, now):
        """Tell whether ``light`` may come."""
        return self._is_asking(now)

    def light(self, now):
        """Let the command begin: the chip switches its field on and looks who is there."""
        self._card.clear()
        self._phase = _ASKED
        self.is_dark = False

    def read(self, page, now):
        """Read four pages of the tag into ``card.page``."""
        frame = _READ_PAGE
        _fill(frame, 10, page)
        _seal(frame)
        self._command(frame, _READING, now)

    def write(self, page, now):
        """Write ``card.data`` to a page of the tag."""
        frame = _WRITE_PAGE
        _fill(frame, 10, page)
        for i in range(PAGE_BYTES):
            _fill(frame, 11 + i, self._card.data[i])
        _seal(frame)
        self._command(frame, _WRITING, now)

    def recheck(self, now):
        """Send the tag to sleep and look whether another one is awake; ``step`` tells."""
        self._command(_LEAVE, _LEAVING, now)
        return BUSY

    def darken(self, now, polls=0):
        """Have the field switched off; ask the chip ``polls`` times at most whether it has heard."""
        self._command(_FIELD_OFF, _DARKENING, now)
        wires = self._wires
        for _ in range(polls):
            wires.ask(self._pad, _GET_STATUS)
            if wires.data[1] == _READY:
                return self._take_ack(now)
        return BUSY

    def step(self, now):
        """Do one micro-step; return BUSY or what has come of it."""
        phase = self._phase
        if phase == _QUIET:
            return DONE
        if phase == _SLEEPY:
            if now - self._at >= WAKE_MS:
                self._command(_NORMAL, _SETTING_1, now)
            return BUSY
        if not self._is_asking(now):
            if now - self._at < (ANSWER_MS if phase == _WORKING else ACK_MS):
                return BUSY
            return self._give_up()
        if phase == _HELD:
            return BUSY
        return self._take_ack(now) if phase == _ASKED else self._take_answer(now)

    def _is_asking(self, now):
        """Tell whether a frame waits: what the lines said before the last command is no news of it."""
        return now != self._at and self._wires.is_asking(self._pad)

    # ---- frames --------------------------------------------------------------------------------------------

    def _command(self, frame, why, now):
        self._wires.ask(self._pad, frame)
        self._phase = _ASKED
        self._why = why
        self._at = now
        self.is_idle = False

    def _give_up(self):
        """Abort whatever the chip is doing; it may be deaf, and its field is taken for dark."""
        self._wires.ask(self._pad, _ABORT)
        self._rest()
        self.is_dark = True
        return PAD_DOWN

    def _rest(self):
        self._phase = _QUIET
        self.is_idle = True

    def _take_ack(self, now):
        self._wires.ask(self._pad, _GET_ACK)
        if self._wires.data.find(_ACK, 1, 7) != 1:
            return self._give_up()
        self._phase = _WORKING
        self._at = now
        if self._why == _DARKENING:
            self.is_dark = True
        return BUSY

    def _take_answer(self, now):
        self._wires.ask(self._pad, _GET_ANSWER)
        size = self._checked()
        if not size:
            return self._give_up()
        self._rest()
        why = self._why
        if why == _LOOKING or why == _LOOKING_AGAIN:
            return self._take_target(size)
        if why == _READING or why == _WRITING:
            return self._take_data(size)
        if why == _SETTING_1:
            self._command(_TRY_ONCE, _SETTING_2, now)
        elif why == _SETTING_2:
            self._command(_WAIT_LITTLE, _SETTING_3, now)
        elif why == _SETTING_3:
            self._command(_FIELD_OFF, _DARKENING, now)
        elif why == _LEAVING:
            self._command(_LIST_ONE, _LOOKING_AGAIN, now)
        else:
            self.is_dark = True
            return DONE
        return BUSY

    def _checked(self):
        """Turn what was read; return the length of TFI and data, or 0 if it is no answer to the command."""
        data = self._wires.data
        turned = REVERSED
        if data.find(_START, 1, 4) != 1:  # not turned yet
            return 0
        for i in range(_TURN_FROM, _BODY):
            data[i] = turned[data[i]]
        size = data[4]
        if (size + data[5]) & 255 or not 2 <= size <= _LONGEST:
            return 0
        total = 0
        for i in range(_BODY, _BODY + size + 1):
            byte = turned[data[i]]
            data[i] = byte
            total += byte
        return size if not total & 255 and data[_BODY] == _CHIP and data[_BODY + 1] == _CODES[self._why] + 1 else 0

    def _take_target(self, size):
        """InListPassiveTarget: number of tags, then number, ATQA, SAK, length of the UID, UID."""
        data = self._wires.data
        if size < 3:
            return PAD_GARBLED
        is_again = self._why == _LOOKING_AGAIN
        if not data[_TARGET]:
            return PAD_PRESENT if is_again else PAD_ABSENT
        if is_again:
            return PAD_SEVERAL
        length = data[_TARGET + 5]  # if it has been said: else the answer is too short for any
        if data[_TARGET] != 1 or not 4 <= length <= UID_BYTES or size < 8 + length:
            return PAD_GARBLED
        self._card.add(data, _TARGET + 6, _TARGET + 6 + length)
        return PAD_PRESENT

    def _take_data(self, size):
        """InDataExchange: status, then what the tag said."""
        data = self._wires.data
        status = data[_TARGET] & 0x3F if size > 2 else _TIMEOUT
        if status != _OK:
            return PAD_GARBLED if status <= _PARITY else DENIED
        if self._why == _WRITING:
            return DONE
        if size != 3 + READ_BYTES:
            return PAD_GARBLED
        self._card.page[WHOLE] = self._wires.part(_TARGET + 1, READ_BYTES)
        return DONE


def _fill(frame, at, value):
    frame[at] = REVERSED[value]


def _seal(frame):
    """Set the checksum of a frame's data."""
    total = 0
    for i in range(_BODY, len(frame) - 2):
        total += REVERSED[frame[i]]
    _fill(frame, len(frame) - 2, -total & 255)
