"""The commands of a PN532 that a table needs (NXP UM0701-02, section 7; the section numbers are the manual's)."""

from __future__ import annotations

from collections.abc import Callable

from hardware.twin.rfid.air import checked, with_crc
from hardware.twin.rfid.field import Field, Reception
from hardware.twin.rfid.initiator import ATTEMPT_US, Initiator, Job, Target
from hardware.twin.rfid.pn532_frames import CHIP

FIRMWARE = bytes((0x32, 0x01, 0x06, 0x07))
COMMAND_US = 500
"""What a command takes besides its work in the air: an estimate."""
FOREVER = 0xFF
TYPE_A = 0x00
MAX_TARGETS = 2
_POWER_DOWN = 0x16

# Error codes (7.1)
OK, TIMEOUT, CRC, PARITY, FORMAT, AUTHENTICATION, CONTEXT = 0x00, 0x01, 0x02, 0x03, 0x13, 0x14, 0x27
_MIFARE_AUTH = (0x60, 0x61)
_ACK = 0xA


class SyntaxFault(Exception):
    """The chip answers with its error frame (6.2.1.6)."""


def _retry_us(code: int) -> int:
    """RFConfiguration item 2: 100 µs · 2^(n-1), 0 for no timeout, which then is the longest (7.3.1)."""
    return 100 << (code if code else 16) - 1


class Commands:
    """Carries out commands; `irq_enabled` and `falls_asleep` are for the one who drives the pins."""

    def __init__(self, field: Field) -> None:
        self.unit = Initiator(field)
        self.restart()
        self._table: dict[int, tuple[int, Callable[[bytes], Job[bytes]]]] = {
            0x00: (1, self._diagnose),
            0x02: (0, self._firmware_version),
            0x04: (0, self._general_status),
            0x12: (1, self._nothing),  # SetParameters
            0x14: (1, self._sam_configuration),
            _POWER_DOWN: (1, self._power_down),
            0x32: (1, self._rf_configuration),
            0x40: (1, self._data_exchange),
            0x42: (1, self._communicate_thru),
            0x44: (1, self._deselect),
            0x4A: (2, self._list_passive_target),
            0x52: (1, self._release),
            0x54: (1, self._select),
        }

    def restart(self) -> None:
        """Take the values that hold after a reset (7.3.1)."""
        self.irq_enabled = True
        self.falls_asleep = False
        self.attempts = FOREVER
        self.answer_us = _retry_us(0x0A)
        self._targets: dict[int, Target] = {}
        self._current: int | None = None
        self._last_error = OK

    def run(self, data: bytes, now: int) -> Job[bytes]:
        """Carry out PD0…PDn, from `now` on; return TFI and the answer, or raise SyntaxFault."""
        self.unit.at = now
        yield from self.unit.wait(COMMAND_US)
        size, action = self._table.get(data[0], (0, None))
        if action is None or len(data) - 1 < size:
            raise SyntaxFault
        answer = yield from action(data[1:])
        return bytes((CHIP, data[0] + 1)) + answer

    # ---- the chip itself (7.2) -------------------------------------------------------------------------------
    def _now(self, answer: bytes = b"") -> Job[bytes]:
        yield self.unit.at
        return answer

    def _nothing(self, params: bytes) -> Job[bytes]:
        return self._now()

    def _diagnose(self, params: bytes) -> Job[bytes]:
        if params[0] != 0x00:  # 7.2.1, communication line test: the only one a table has a use for
            raise SyntaxFault
        return self._now(params)

    def _firmware_version(self, params: bytes) -> Job[bytes]:
        return self._now(FIRMWARE)

    def _general_status(self, params: bytes) -> Job[bytes]:
        listed = b"".join(bytes((number, 0, 0, 0x10)) for number in self._targets)
        head = bytes((self._last_error, self.unit.field.on, len(self._targets)))
        return self._now(head + listed + b"\x00")

    def _sam_configuration(self, params: bytes) -> Job[bytes]:
        if not 1 <= params[0] <= 4:
            raise SyntaxFault
        if len(params) > 2:
            self.irq_enabled = bool(params[2] & 1)
        return self._now()

    def _power_down(self, params: bytes) -> Job[bytes]:
        self.falls_asleep = True
        return self._now(b"\x00")

    def _rf_configuration(self, params: bytes) -> Job[bytes]:
        """7.3.1: item 1 the field, 2 timings, 5 retries; 4 and 10 to 13 are taken and change nothing here."""
        item, values = params[0], params[1:]
        if item == 0x01 and len(values) == 1:
            self.unit.field.switch(bool(values[0] & 1), self.unit.at)
        elif item == 0x02 and len(values) == 3:
            self.answer_us = _retry_us(min(values[2], 0x10))
        elif item == 0x05 and len(values) == 3:
            self.attempts = values[2]
        elif item not in (0x04, 0x0A, 0x0B, 0x0C, 0x0D) or not values:
            raise SyntaxFault
        return self._now()

    # ---- targets (7.3) ---------------------------------------------------------------------------------------
    def _list_passive_target(self, params: bytes) -> Job[bytes]:
        """7.3.5: up to two tags; no answer before one is found or the attempts are used up."""
        wanted, modulation = params[0], params[1]
        if not 1 <= wanted <= MAX_TARGETS or modulation > 0x04:
            raise SyntaxFault
        self._targets.clear()
        self._current = None
        yield from self.unit.carrier()
        if (first := (yield from self._attempts(modulation))) is not None:
            self._targets[1] = first
            self._current = 1
            if wanted == MAX_TARGETS:
                yield from self._list_second()
        return bytes((len(self._targets),)) + b"".join(_listed(n, tag) for n, tag in self._targets.items())

    def _attempts(self, modulation: int) -> Job[Target | None]:
        left = self.attempts
        while True:
            found = (yield from self.unit.activate()) if modulation == TYPE_A else None
            if found is not None or left == 0:
                return found
            left -= self.attempts != FOREVER
            yield from self.unit.wait(ATTEMPT_US)

    def _list_second(self) -> Job[None]:
        yield from self.unit.halt()
        second = yield from self.unit.activate()
        if second is None:
            yield from self.unit.select(self._targets[1])
            return
        self._targets[2] = second
        self._current = 2

    def _reach(self, number: int) -> Job[bool]:
        """Make a listed tag the active one."""
        if number not in self._targets:
            return False
        if self._current != number:
            if self._current is not None:
                yield from self.unit.halt()
            self._current = number if (yield from self.unit.select(self._targets[number])) else None
        return self._current == number

    def _select(self, params: bytes) -> Job[bytes]:
        if params[0] not in self._targets:
            return self._status(CONTEXT)
        reached = yield from self._reach(params[0])
        return self._status(OK if reached else TIMEOUT)

    def _deselect(self, params: bytes) -> Job[bytes]:
        if params[0] and params[0] not in self._targets:
            return self._status(CONTEXT)
        if self._current is not None and params[0] in (0, self._current):
            yield from self.unit.halt()
            self._current = None
        return self._status(OK)

    def _release(self, params: bytes) -> Job[bytes]:
        answer = yield from self._deselect(params)
        for number in tuple(self._targets):
            if params[0] in (0, number):
                del self._targets[number]
        return answer

    # ---- data (7.3.8, 7.3.9) ---------------------------------------------------------------------------------
    def _data_exchange(self, params: bytes) -> Job[bytes]:
        if params[0] not in self._targets or len(params) < 2:
            return self._status(CONTEXT)
        if not (yield from self._reach(params[0])):
            return self._status(TIMEOUT)
        if params[1] in _MIFARE_AUTH:  # taken for MIFARE Classic authentication, with key and UID behind the block
            yield from self.unit.send(with_crc(params[1:3]), self.answer_us)
            return self._status(AUTHENTICATION)
        if params[1] == 0xA0 and len(params) == 19:
            return (yield from self._write_16(params[1:]))
        reception = yield from self.unit.send(with_crc(params[1:]), self.answer_us)
        return self._received(reception, short=True)

    def _write_16(self, data: bytes) -> Job[bytes]:
        """MIFARE write: command and address first, then the 16 bytes."""
        first = self._received((yield from self.unit.send(with_crc(data[:2]), self.answer_us)), short=True)
        if first[0] != OK:
            return first
        return self._received((yield from self.unit.send(with_crc(data[2:]), self.answer_us)), short=True)

    def _communicate_thru(self, params: bytes) -> Job[bytes]:
        yield from self.unit.carrier()
        return self._received((yield from self.unit.send(with_crc(params), self.answer_us)), short=False)

    def _received(self, reception: Reception, short: bool) -> bytes:
        """Status and data; `short` knows the 4-bit answers of MIFARE commands, else they lack a CRC."""
        frame = reception.frame
        if frame is None:
            return self._status(TIMEOUT)
        if short and frame.bits == 4:
            return self._status(OK if frame.value == _ACK else FORMAT)
        if reception.broken:
            return self._status(PARITY)
        data = checked(frame)
        return self._status(CRC) if data is None else self._status(OK) + data

    def _status(self, code: int) -> bytes:
        self._last_error = code
        return bytes((code,))


def _listed(number: int, target: Target) -> bytes:
    """TargetData of a type A tag: SENS_RES is sent high byte first (7.3.5)."""
    return bytes((number, target.atqa[1], target.atqa[0], target.sak, len(target.uid))) + target.uid
