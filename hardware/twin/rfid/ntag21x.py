"""NTAG213, NTAG215 and NTAG216 (NXP, document 265332; the section numbers are the datasheet's).

>>> tag = Ntag21x(bytes.fromhex("04a1b2c3d4e5f6"))
>>> tag.memory[3].hex()
'e1101200'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hardware.twin.rfid.air import Frame, with_crc
from hardware.twin.rfid.ntag_locks import Locks
from hardware.twin.rfid.tag import Answer, Tag, cascade_frames

WRITE_US = 4_100
"""Programming one page; the reader must wait up to 5 ms (10.4)."""
ACK, NAK_ARGUMENT, NAK_CRC, NAK_AUTH_LIMIT = 0xA, 0x0, 0x1, 0x4  # 9.3
PROT, CFGLCK, AUTHLIM = 0x80, 0x40, 0x07  # 8.5.7, ACCESS
_HIDDEN = bytes(4)


@dataclass(frozen=True, slots=True)
class Kind:
    """One member of the family (8.5): its pages, the size byte of the CC and of GET_VERSION, pages to a lock bit."""

    name: str
    pages: int
    capacity: int
    storage: int
    lock_step: int
    delivery: bytes

    @property
    def dynamic_locks(self) -> int:
        """The page with the dynamic lock bytes; then come CFG0, CFG1, PWD and PACK."""
        return self.pages - 5


NTAG213 = Kind("NTAG213", 45, 0x12, 0x0F, 2, bytes.fromhex("0103a00c340300fe"))
NTAG215 = Kind("NTAG215", 135, 0x3E, 0x11, 16, bytes.fromhex("0300fe0000000000"))
NTAG216 = Kind("NTAG216", 231, 0x6D, 0x13, 16, bytes.fromhex("0300fe0000000000"))


@dataclass(frozen=True, slots=True)
class _Write:
    """A page being programmed."""

    page: int
    data: bytes
    began: int


def _nibble(value: int, wait: int = 0) -> Answer:
    return Answer(Frame(value, 4), wait)


class Ntag21x(Tag):
    """A tag as delivered (8.5.6); `memory` is its pages, `random` decides what a torn write leaves."""

    def __init__(self, uid: bytes, kind: Kind = NTAG213, random: Random | None = None) -> None:
        if len(uid) != 7:
            raise ValueError(f"An {kind.name} has a UID of 7 bytes, not {len(uid)}.")
        super().__init__(uid, atqa=b"\x44\x00", sak=0x00)  # 9.4
        self.kind = kind
        self.memory = _delivered(uid, kind)
        self.failed_attempts = 0
        self._random = random or Random(uid.hex())
        self._writing: _Write | None = None
        self._authenticated = False
        self._config_locked = False
        self._locks = self._read_locks()
        self._compatible: int | None = None
        self._commands: dict[int, tuple[int, Callable[[bytes, int], Answer | None]]] = {
            0x60: (1, self._get_version),
            0x30: (2, self._read),
            0x3A: (3, self._fast_read),
            0xA2: (6, self._write),
            0xA0: (2, self._compatibility_write),
            0x1B: (5, self._authenticate),
        }

    # ---- power -----------------------------------------------------------------------------------------------
    def reset(self, now: int) -> None:
        """Start anew; a lock of the configuration becomes effective (8.5.7, CFGLCK)."""
        super().reset(now)
        self._settle(now)
        self._config_locked = bool(self._config(1)[0] & CFGLCK)

    def lose_power(self, now: int) -> None:
        """Tear a write that is under way."""
        self._settle(now)
        write, self._writing = self._writing, None
        if write and write.page not in (2, 3, self.kind.dynamic_locks):  # these are protected from tearing (10.4)
            self.memory[write.page] = self._torn(write, now)

    def wake(self) -> None:
        """New lock bits become effective with REQA or WUPA (8.5.2)."""
        self._locks = self._read_locks()
        self._authenticated = False
        self._compatible = None

    def fall_back(self) -> Answer | None:
        """Leave the AUTHENTICATED state too (8.4.5)."""
        self._authenticated = False
        self._compatible = None
        return super().fall_back()

    def _torn(self, write: _Write, now: int) -> bytes:
        done = (now - write.began) / WRITE_US
        mask = sum(1 << bit for bit in range(32) if self._random.random() < done)
        old, new = (int.from_bytes(page, "little") for page in (self.memory[write.page], write.data))
        return (old & ~mask | new & mask).to_bytes(4, "little")

    def _settle(self, now: int) -> None:
        write = self._writing
        if write and now >= write.began + WRITE_US:
            self.memory[write.page] = write.data
            self._writing = None

    def deaf(self, now: int) -> bool:
        """Nothing is heard while a page is being programmed."""
        self._settle(now)
        return self._writing is not None

    # ---- commands --------------------------------------------------------------------------------------------
    def command(self, data: bytes | None, now: int) -> Answer | None:
        """ACTIVE and AUTHENTICATED states (8.4.4, 8.4.5)."""
        if data is None:
            return self._nak(NAK_CRC)
        if self._compatible is not None:
            return self._compatibility_data(data, now)
        size, action = self._commands.get(data[0], (0, self._read))
        if len(data) != size:
            return self._nak(NAK_ARGUMENT)
        return action(data, now)

    def _nak(self, code: int) -> Answer:
        self.fall_back()
        return _nibble(code)

    def _get_version(self, data: bytes, now: int) -> Answer | None:
        return Answer(with_crc(bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self.kind.storage, 0x03))))  # 10.1

    def _read(self, data: bytes, now: int) -> Answer | None:
        """READ (10.2): four pages, rolling over behind the last one that may be read."""
        end = min(self.kind.pages, self._auth0) if self._guards_reading else self.kind.pages
        if data[1] >= end:
            return self._nak(NAK_ARGUMENT)
        return Answer(with_crc(b"".join(self._visible((data[1] + i) % end) for i in range(4))))

    def _fast_read(self, data: bytes, now: int) -> Answer | None:
        first, last = data[1], data[2]
        if first > last or last >= self.kind.pages or (self._guards_reading and last >= self._auth0):
            return self._nak(NAK_ARGUMENT)
        return Answer(with_crc(b"".join(self._visible(page) for page in range(first, last + 1))))  # 10.3

    def _write(self, data: bytes, now: int) -> Answer | None:
        return self._program(data[1], data[2:], now)  # 10.4

    def _compatibility_write(self, data: bytes, now: int) -> Answer | None:
        if not self._writable(data[1]):
            return self._nak(NAK_ARGUMENT)
        self._compatible = data[1]
        return _nibble(ACK)

    def _compatibility_data(self, data: bytes, now: int) -> Answer | None:
        page, self._compatible = self._compatible, None
        if page is None or len(data) != 16:
            return self._nak(NAK_ARGUMENT)
        return self._program(page, data[:4], now)  # 10.5: the rest is ignored

    def _authenticate(self, data: bytes, now: int) -> Answer | None:
        """PWD_AUTH (10.7) with the limit of negative attempts (8.8.2)."""
        limit = self._config(1)[0] & AUTHLIM
        if limit and self.failed_attempts >= limit:
            return self._nak(NAK_AUTH_LIMIT)
        if data[1:] != self.memory[self.kind.pages - 2]:
            self.failed_attempts += 1
            return self._nak(NAK_ARGUMENT)
        self.failed_attempts = 0
        self._authenticated = True
        return Answer(with_crc(self.memory[self.kind.pages - 1][:2]))

    # ---- memory ----------------------------------------------------------------------------------------------
    def _config(self, index: int) -> bytes:
        return self.memory[self.kind.pages - 4 + index]

    @property
    def _auth0(self) -> int:
        return self._config(0)[3]

    @property
    def _guards_reading(self) -> bool:
        return bool(self._config(1)[0] & PROT) and not self._authenticated

    def _visible(self, page: int) -> bytes:
        return _HIDDEN if page >= self.kind.pages - 2 else self.memory[page]  # PWD and PACK (8.8.1)

    def _read_locks(self) -> Locks:
        dynamic = self.kind.dynamic_locks
        return Locks(self.memory[2][2:], self.memory[dynamic][:3], dynamic, self.kind.lock_step)

    def _writable(self, page: int) -> bool:
        if not 2 <= page < self.kind.pages or (page >= self._auth0 and not self._authenticated):
            return False
        if self._config_locked and self.kind.pages - 4 <= page < self.kind.pages - 2:
            return False
        return not self._locks.locked(page)

    def _program(self, page: int, data: bytes, now: int) -> Answer | None:
        if not self._writable(page):
            return self._nak(NAK_ARGUMENT)
        self._writing = _Write(page, self._programmed(page, data), now)
        return _nibble(ACK, WRITE_US)

    def _programmed(self, page: int, data: bytes) -> bytes:
        """What a page holds after a write: lock bits and CC bits can only be set (8.5.2 to 8.5.4)."""
        old = self.memory[page]
        if page == 2:
            return old[:2] + self._locks.set_static(old[2:], data[2:])
        if page == self.kind.dynamic_locks:
            return self._locks.set_dynamic(old[:3], data[:3]) + old[3:]
        return bytes(a | b for a, b in zip(old, data, strict=True)) if page == 3 else bytes(data)


def _delivered(uid: bytes, kind: Kind) -> list[bytes]:
    """8.5.1 and 8.5.6."""
    first, second = cascade_frames(uid)
    memory = [_HIDDEN] * kind.pages
    memory[0] = uid[:3] + first[4:]
    memory[1] = uid[3:]
    memory[2] = second[4:] + b"\x48\x00\x00"
    memory[3] = bytes((0xE1, 0x10, kind.capacity, 0x00))
    memory[4], memory[5] = kind.delivery[:4], kind.delivery[4:]
    memory[kind.dynamic_locks] = b"\x00\x00\x00\xbd"
    memory[-4] = b"\x04\x00\x00\xff"
    memory[-3] = b"\x00\x05\x00\x00"
    memory[-2] = b"\xff\xff\xff\xff"
    return memory
