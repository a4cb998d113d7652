"""Any ISO/IEC 14443-3 type A tag up to its selection: states, wake-up, anticollision cascade, halt.

>>> tag = Tag(bytes.fromhex("deadbeef"))
>>> tag.power(True, now=0)
>>> tag.receive(REQA, now=5_000).frame.data.hex()
'0400'
>>> tag.receive(Frame.of(bytes.fromhex("9320")), now=6_000).frame.data.hex()
'deadbeef22'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import reduce
from operator import xor

from hardware.twin.rfid.air import Frame, checked, with_crc

GUARD_US = 5_000
"""A tag may take this long from field-on until it understands a frame (ISO/IEC 14443-3, 5.1)."""
RESET_US = 5_100
"""A tag may remember its state over a shorter gap in the field (NFC Forum Digital, t FIELD_OFF)."""

REQA = Frame(0x26, 7)
WUPA = Frame(0x52, 7)
HLTA = b"\x50\x00"
CASCADE = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
SELECT_ALL = 0x70
_UID_BITS = 40
_SIZES = {4: 1, 7: 2, 10: 3}


class State(Enum):
    """ISO/IEC 14443-3, 6.3; ready at cascade level n is READY with `level` n."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tag sends back; `wait` is how much later than the frame delay time."""

    frame: Frame
    wait: int = 0


def cascade_frames(uid: bytes) -> tuple[bytes, ...]:
    """UID CLn with its check byte for every cascade level (ISO/IEC 14443-3, 6.5.4)."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes((CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    return tuple(part + bytes((reduce(xor, part),)) for part in (*parts, uid))


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes; `state` and `level` are what it is waiting for."""

    def __init__(self, uid: bytes, atqa: bytes | None = None, sak: int = 0x08) -> None:
        if len(uid) not in _SIZES:
            raise ValueError(f"A UID has 4, 7 or 10 bytes, not {len(uid)}.")
        self.uid = bytes(uid)
        # 6.5.2: bits 7 and 8 tell the size of the UID, bit 3 asks for bit frame anticollision.
        self.atqa = atqa or bytes((0x04 | _SIZES[len(uid)] - 1 << 6, 0x00))
        self.sak = sak
        self.state = State.IDLE
        self.level = 1
        self._was_halted = False
        self._fields = 0
        self._hears_at = 0
        self._dark_at: int | None = None
        self._parts = [int.from_bytes(part, "little") for part in cascade_frames(uid)]

    def power(self, on: bool, now: int) -> None:
        """A reader's field begins or ends to feed the tag."""
        self._fields += 1 if on else -1
        if on and self._fields == 1:
            if self._dark_at is None or now - self._dark_at >= RESET_US:
                self.reset(now)
            self._hears_at = now + GUARD_US
        elif not on and self._fields == 0:
            self._dark_at = now
            self.lose_power(now)

    def reset(self, now: int) -> None:
        """Forget everything but the memory."""
        self.state = State.IDLE
        self._was_halted = False

    def lose_power(self, now: int) -> None:
        """The field ends; a tag with memory may be in the middle of a write."""

    def wake(self) -> None:
        """REQA or WUPA was understood."""

    def deaf(self, now: int) -> bool:
        """Whether the tag is too busy to hear anything."""
        return False

    def command(self, data: bytes | None, now: int) -> Answer | None:
        """A frame in the ACTIVE state: its bytes without CRC, None if that is wrong. An error must `fall_back`."""
        return self.fall_back()

    def fall_back(self) -> Answer | None:
        """After anything unexpected a tag says nothing and waits as it did before it was woken (6.3)."""
        self.state = State.HALT if self._was_halted else State.IDLE
        return None

    def receive(self, frame: Frame, now: int) -> Answer | None:
        """A frame has ended at `now`; return what the tag answers."""
        if self._fields == 0 or now < self._hears_at or self.deaf(now):
            return None
        if self.state in (State.IDLE, State.HALT):
            return self._woken(frame)
        if self.state is State.READY:
            return self._ready(frame)
        data = checked(frame)
        if data == HLTA:
            self.state = State.HALT
            return None
        return self.command(data, now)

    def _woken(self, frame: Frame) -> Answer | None:
        halted = self.state is State.HALT
        if frame != WUPA and (halted or frame != REQA):
            return None
        self._was_halted = halted
        self.state, self.level = State.READY, 1
        self.wake()
        return Answer(Frame.of(self.atqa))

    def _ready(self, frame: Frame) -> Answer | None:
        head = (frame.value & 0xFFFF).to_bytes(2, "little")
        if frame.bits < 16 or head[0] != CASCADE[self.level - 1]:
            return self.fall_back()
        if head[1] == SELECT_ALL:
            return self._select(frame)
        known = 8 * (head[1] >> 4) + (head[1] & 0x0F) - 16
        if head[1] & 0x08 or not 0 <= known < _UID_BITS or frame.bits != 16 + known:
            return self.fall_back()
        return self._anticollision(frame.value >> 16, known)

    def _anticollision(self, value: int, known: int) -> Answer | None:
        part = self._parts[self.level - 1]
        if part & (1 << known) - 1 != value:
            return None
        return Answer(Frame(part >> known, _UID_BITS - known))

    def _select(self, frame: Frame) -> Answer | None:
        data = checked(frame)
        if data is None or len(data) != 7 or int.from_bytes(data[2:], "little") != self._parts[self.level - 1]:
            return self.fall_back()
        if self.level < len(self._parts):
            self.level += 1
            return Answer(with_crc(b"\x04"))
        self.state = State.ACTIVE
        return Answer(with_crc(bytes((self.sak,))))
