"""Reeds and buttons: from raw scans of the shift registers to settled facts.

A closing contact counts after it has been closed for 8 ms (contact bounce is about 1 ms), an opening one after 60 ms
open: a piece that slides along the edge of a reed's zone chatters for tens of milliseconds. Each contact has its own
time, so a chattering or broken reed does not hold up the others of its tile.

Work in one tick is bounded: whole scans are compared in C, and only a few bytes are looked at in Python. A byte
that has to wait stays different from what was seen, so the next tick finds it.
"""

from array import array

from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE, TILE_MASK

CLOSE_MS = 8
OPEN_MS = 60
_CHUNK = 8
_LOWEST = bytes([0] + [next(bit for bit in range(8) if byte >> bit & 1) for byte in range(1, 256)])


class _Queue:
    """Bytes with a contact that may settle soon, in the order of their turn; each at most once."""

    def __init__(self, n, wait):
        self.wait = wait
        self.count = 0
        self._n = n
        self._bytes = bytearray(n)
        self._times = array("H", bytearray(2 * n))
        self._in = bytearray(n)
        self._first = 0

    def push(self, i, now):
        """Add byte ``i``, whose turn comes after the wait."""
        if self._in[i]:
            return
        self._in[i] = 1
        at = self._first + self.count
        if at >= self._n:
            at -= self._n
        self._bytes[at] = i
        self._times[at] = now
        self.count += 1

    def pop(self, now):
        """Return the byte whose turn it is, or -1."""
        at = self._first
        if (now - self._times[at]) & 0xFFFF < self.wait:
            return -1
        i = self._bytes[at]
        self._in[i] = 0
        self.count -= 1
        at += 1
        self._first = 0 if at == self._n else at
        return i


class Inputs:
    """Debounces the scan buffer of a port into ``state`` (tiles, then button bytes) and records every change.

    Contacts pull their line low, so a 0 on the wire is a closed contact.
    """

    def __init__(self, scan, tiles, buttons, ring):
        n = tiles + buttons
        self.state = bytearray(n)
        self._tiles = tiles
        self._ring = ring
        self._scan = scan
        self._live = memoryview(scan)[:n]
        self._seen = bytearray(b"\xff" * n)
        self._since = array("H", bytearray(16 * n))  # a u16 of milliseconds for each contact
        self._mask = bytearray([TILE_MASK] * tiles + [255] * buttons)
        seen = memoryview(self._seen)
        self._live_chunks = [self._live[i : i + _CHUNK] for i in range(0, n, _CHUNK)]
        self._seen_chunks = [seen[i : i + _CHUNK] for i in range(0, n, _CHUNK)]
        self._chunk = 0
        self._closing = _Queue(n, CLOSE_MS)
        self._opening = _Queue(n, OPEN_MS)

    def baseline(self, now):
        """Take the first scan as it is and record the whole state: the first events of a boot."""
        state = self.state
        for i in range(len(state)):
            self._seen[i] = self._scan[i]
            state[i] = (self._scan[i] ^ 255) & self._mask[i]
        chunk = 0
        for i in range(0, len(state), MAX_DATA):
            self._ring.add_bytes(now, BASELINE, chunk, state[i : i + MAX_DATA])
            chunk += 1

    def step(self, now, visits):
        """Record what has settled, then look at the newest scan: ``visits`` bytes at most; return how many are left."""
        if self._closing.count:
            visits = self._settle_some(self._closing, now, visits)
        if self._opening.count:
            visits = self._settle_some(self._opening, now, visits)
        if visits and self._live != self._seen:
            visits = self._look(now, visits)
        return visits

    def _settle_some(self, queue, now, visits):
        while visits and queue.count:
            i = queue.pop(now)
            if i < 0:
                break
            visits -= 1
            self._settle(i, now)
        return visits

    def _settle(self, i, now):
        """Accept the contacts of byte ``i`` that were stable for long enough; the others queue again."""
        raw = (self._seen[i] ^ 255) & self._mask[i]
        state = self.state[i]
        changed = raw ^ state
        new = state
        while changed:
            contact = _LOWEST[changed]
            bit = 1 << contact
            age = (now - self._since[i * 8 + contact]) & 0xFFFF
            if raw & bit:
                if age >= CLOSE_MS:
                    new ^= bit
                else:
                    self._closing.push(i, (now - age) & 0xFFFF)
            elif age >= OPEN_MS:
                new ^= bit
            else:
                self._opening.push(i, (now - age) & 0xFFFF)
            changed ^= bit
        if new != state:
            self.state[i] = new
            if i < self._tiles:
                self._ring.add(now, TILE, i, new)
            else:
                self._ring.add(now, BUTTON, i - self._tiles, new)

    def _look(self, now, visits):
        live = self._live_chunks
        seen = self._seen_chunks
        chunks = len(live)
        k = self._chunk
        for _ in range(chunks):
            if live[k] != seen[k]:
                visits = self._visit(k * _CHUNK, now, visits)
                if not visits:
                    break
            k += 1
            if k == chunks:
                k = 0
        self._chunk = k
        return visits

    def _visit(self, i, now, visits):
        scan = self._scan
        seen = self._seen
        end = i + _CHUNK
        if end > len(seen):
            end = len(seen)
        while i < end and visits:
            raw = scan[i]
            changed = raw ^ seen[i]
            if changed:
                seen[i] = raw
                visits -= 1
                if changed & raw:
                    self._opening.push(i, now & 0xFFFF)
                if changed & ~raw:
                    self._closing.push(i, now & 0xFFFF)
                while changed:
                    contact = _LOWEST[changed]
                    self._since[i * 8 + contact] = now & 0xFFFF
                    changed ^= 1 << contact
            i += 1
        return visits
