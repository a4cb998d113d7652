"""The last events of this boot, kept until the host has them on disk or newer ones need the room.

Records lie in the buffer just as they go over the wire, one behind the other, so that a whole run of them is copied
into a frame in one step.
"""

from array import array
from struct import pack_into

from firmware.native import const
from firmware.wire import MAX_DATA, RECORD

SLOTS = const(256)
_BYTES = (SLOTS + 2) * (RECORD + MAX_DATA)
_LAST = _BYTES - RECORD - MAX_DATA  # where a record of any length still fits


class Ring:
    """Numbered events; the oldest gives way, and ``tail`` tells so.

    ``head`` is the number that the next event will get, ``tail`` the oldest number still here.
    """

    def __init__(self):
        self.head = 1
        self.tail = 1
        self.overwritten = 0
        self._buf = bytearray(_BYTES)
        self._view = memoryview(self._buf)
        self._times = array("I", bytearray(4 * SLOTS))
        self._starts = array("H", bytearray(2 * SLOTS))
        self._write = 0  # where the next record goes

    def add(self, now, kind, src, value):
        """Record an event with one byte of data; return where."""
        at = self._write
        if at > _LAST:
            at = 0
        head = self.head
        slot = head & (SLOTS - 1)
        self._times[slot] = now if now < 0x40000000 else now & 0xFFFFFFFF  # below twelve days nothing may allocate
        self._starts[slot] = at
        pack_into("<BBHB", self._buf, at, kind << 4 | 1, src, now & 0xFFFF, value)
        self._write = at + (RECORD + 1)
        head += 1
        self.head = head
        if head - self.tail > SLOTS:
            self.tail += 1
            self.overwritten += 1
        return at

    def add_pair(self, now, kind, src, first, second):
        """Record an event with two bytes of data."""
        at = self.add(now, kind, src, first)
        self._buf[at] = kind << 4 | 2
        self._buf[at + RECORD + 1] = second
        self._write = at + RECORD + 2

    def add_bytes(self, now, kind, src, data):
        """Record an event with up to ``MAX_DATA`` bytes of data."""
        n = len(data)
        at = self.add(now, kind, src, 0)
        self._buf[at] = kind << 4 | n
        self._write = at + RECORD + n
        self._view[at + RECORD : self._write] = data

    def time(self, seq):
        """Return when event ``seq`` happened, in milliseconds (u32)."""
        return self._times[seq & (SLOTS - 1)]

    def run(self, seq, room):
        """Return how many records from ``seq`` on fit into ``room`` bytes, lie in one piece and span less than 65 s."""
        count = self.head - seq
        if count > room // (RECORD + 1):
            count = room // (RECORD + 1)
        start = self._starts[seq & (SLOTS - 1)]
        time = self._times[seq & (SLOTS - 1)]
        while count > 1:
            last = (seq + count - 1) & (SLOTS - 1)
            at = self._starts[last]
            size = at + RECORD + (self._buf[at] & 15) - start
            if 0 < size <= room and 0 <= self._times[last] - time <= 0xFFFF:
                break
            count = count * 3 // 4
        return count

    def records(self, seq, count):
        """Return the bytes of ``count`` records from ``seq`` on, as ``run`` has allowed."""
        at = self._starts[(seq + count - 1) & (SLOTS - 1)]
        end = at + RECORD + (self._buf[at] & 15)
        return self._view[self._starts[seq & (SLOTS - 1)] : end]
