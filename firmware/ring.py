"""The last events of this boot, kept until the host has them on disk or newer ones need the room.

Records lie in the buffer just as they go over the wire, one behind the other, so that a whole run of them is copied
into a frame in one step.
"""

from array import array

from firmware.wire import MAX_DATA, RECORD

SLOTS = 256
_BYTES = (SLOTS + 2) * (RECORD + MAX_DATA)


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

    def _claim(self, now, head, src):
        at = self._write
        if at + RECORD + MAX_DATA > _BYTES:
            at = 0
        if now > 0x3FFFFFFF:  # after twelve days; below, no operation on it may allocate
            now &= 0xFFFFFFFF
        slot = self.head & (SLOTS - 1)
        self._times[slot] = now
        self._starts[slot] = at
        buf = self._buf
        buf[at] = head
        buf[at + 1] = src
        buf[at + 2] = now & 255
        buf[at + 3] = now >> 8 & 255
        self._write = at + RECORD + (head & 15)
        self.head += 1
        if self.head - self.tail > SLOTS:
            self.tail += 1
            self.overwritten += 1
        return at + RECORD

    def add(self, now, kind, src, value):
        """Record an event with one byte of data."""
        at = self._claim(now, kind << 4 | 1, src)
        self._buf[at] = value

    def add_bytes(self, now, kind, src, data):
        """Record an event with up to ``MAX_DATA`` bytes of data."""
        n = len(data)
        at = self._claim(now, kind << 4 | n, src)
        self._view[at : at + n] = data

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
