"""What the contactless unit of a PN532 does in the air, step by step in virtual time.

A job is a generator: it yields the time at which it wants to go on. Whoever runs it may drop it between two steps,
which is what an abort does, and tags may come and go meanwhile.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from hardware.twin.rfid.air import PAUSE_US, Frame, checked, with_crc
from hardware.twin.rfid.field import Field, Reception
from hardware.twin.rfid.tag import CASCADE, CASCADE_TAG, GUARD_US, HLTA, REQA, SELECT_ALL, WUPA

T = TypeVar("T")
Job = Generator[int, None, T]

ANSWER_US = 1_000
"""How long the unit listens during activation: a tag begins within 91 µs."""
ATTEMPT_US = 1_000
"""Between two attempts at passive activation: an estimate, the manual does not say."""
_UID_BITS = 40


@dataclass(frozen=True, slots=True)
class Target:
    """A tag that was activated."""

    uid: bytes
    atqa: bytes
    sak: int


class Initiator:
    """Sends frames into a field and keeps its own time in `at`."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.at = 0

    def wait(self, us: int) -> Job[None]:
        """Let time pass."""
        self.at += us
        yield self.at

    def carrier(self) -> Job[None]:
        """Switch the field on if it is off, and wait until tags hear."""
        if not self.field.on:
            self.field.switch(True, self.at)
            yield from self.wait(GUARD_US)

    def send(self, frame: Frame, timeout: int) -> Job[Reception]:
        """Send a frame; return when the answer has ended or none has begun in time."""
        reception = self.field.transmit(frame, self.at)
        late = reception.start is None or reception.start > reception.sent + timeout
        yield from self._until(reception.sent + timeout if late or reception.end is None else reception.end)
        yield from self.wait(PAUSE_US)
        return Reception(reception.sent) if late else reception

    def _until(self, at: int) -> Job[None]:
        self.at = at
        yield at

    def activate(self, wake: Frame = REQA) -> Job[Target | None]:
        """Wake, resolve collisions and select one tag (ISO/IEC 14443-3, 6.5.3)."""
        answer = yield from self.send(wake, ANSWER_US)
        if answer.frame is None or answer.broken:
            return None
        uid = b""
        for code in CASCADE:
            part = yield from self._resolve(code)
            sak = (yield from self._select(code, part)) if part else None
            if part is None or sak is None:
                return None
            uid += part[1:4] if sak & 0x04 else part[:4]
            if not sak & 0x04:
                return Target(uid, answer.frame.data, sak)
        return None

    def select(self, target: Target) -> Job[bool]:
        """Wake all tags and select a known one."""
        yield from self.send(WUPA, ANSWER_US)
        rest = target.uid
        for code in CASCADE:
            part = rest if len(rest) == 4 else bytes((CASCADE_TAG,)) + rest[:3]
            rest = b"" if len(rest) == 4 else rest[3:]
            check = part[0] ^ part[1] ^ part[2] ^ part[3]
            sak = yield from self._select(code, part + bytes((check,)))
            if sak is None:
                return False
            if not rest:
                return True
        return False

    def halt(self) -> Job[None]:
        """Send HLTA; silence is its answer."""
        yield from self.send(with_crc(HLTA), ANSWER_US)

    def _resolve(self, code: int) -> Job[bytes | None]:
        """The anticollision loop of one level: after a collision go on with the tags that sent a 1."""
        known = value = 0
        while known < _UID_BITS:
            nvb = 0x20 + (known // 8 << 4 | known % 8)
            request = Frame(code | nvb << 8 | value << 16, 16 + known)
            answer = yield from self.send(request, ANSWER_US)
            if answer.frame is None or answer.broken or answer.frame.bits != _UID_BITS - known:
                return None
            if answer.collision is None:
                return (value | answer.frame.value << known).to_bytes(5, "little")
            fresh = answer.frame.value & (1 << answer.collision) - 1 | 1 << answer.collision
            value |= fresh << known
            known += answer.collision + 1
        return None

    def _select(self, code: int, part: bytes) -> Job[int | None]:
        if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
            return None
        answer = yield from self.send(with_crc(bytes((code, SELECT_ALL)) + part), ANSWER_US)
        data = checked(answer.frame) if answer.frame and not answer.broken else None
        return data[0] if data and len(data) == 1 else None
