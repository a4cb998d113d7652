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
_WHEEL = 128  # milliseconds: a power of two with room for the wait and for being behind
_NONE = 255  # no byte: there are at most 248
_LOWEST = bytes([0] + [next(bit for bit in range(8) if byte >> bit & 1) for byte in range(1, 256)])


class _Queue:
    """Bytes with a contact that may settle soon, by the millisecond of their turn; each at most once.

    A wheel of short chains: a byte whose contact has bounced is put back among those of its own time, not behind
    those that came later.
    """

    def __init__(self, n, wait):
        self.count = 0
        self._wait = wait
        self._first = bytearray([_NONE] * _WHEEL)
        self._next = bytearray(n)
        self._in = bytearray(n)
        self._at = 0  # all turns before this millisecond have been taken

    def push(self, i, since):
        """Add byte ``i``, whose turn comes after the wait."""
        if self._in[i]:
            return
        if not self.count:
            self._at = since
        slot = (since + self._wait) & (_WHEEL - 1)
        self._in[i] = 1
        self._next[i] = self._first[slot]
        self._first[slot] = i
        self.count += 1

    def pop(self, now):
        """Return a byte whose turn has come, or -1."""
        first = self._first
        behind = (now - self._at) & 0xFFFF
        if behind >= _WHEEL:
            behind = _WHEEL - 1
        while behind and first[(now - behind) & (_WHEEL - 1)] == _NONE:
            behind -= 1
        self._at = (now - behind) & 0xFFFF
        slot = self._at & (_WHEEL - 1)
        i = first[slot]
        if i == _NONE:
            return -1
        first[slot] = self._next[i]
        self._in[i] = 0
        self.count -= 1
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
        self._next = 0  # the byte to look at first
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
        """Record what has settled (two visits a byte), then look at the newest scan (one); return the visits left."""
        if self._closing.count:
            visits = self._settle_some(self._closing, now, visits)
        if self._opening.count:
            visits = self._settle_some(self._opening, now, visits)
        if visits and self._live != self._seen:
            visits = self._look(now, visits)
        return visits

    def _settle_some(self, queue, now, visits):
        while visits > 1 and queue.count:
            i = queue.pop(now)
            if i < 0:
                break
            visits -= 2
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
        """Begin where the last tick had to stop: restless bytes cannot keep the others waiting."""
        live = self._live_chunks
        seen = self._seen_chunks
        chunks = len(live)
        i = self._next
        k = i // _CHUNK
        for _ in range(chunks + 1):
            if live[k] != seen[k]:
                visits = self._visit(i, now, visits)
                if not visits:
                    break
            k += 1
            if k == chunks:
                k = 0
            i = k * _CHUNK
        return visits

    def _visit(self, i, now, visits):
        """Look at the bytes from ``i`` to the end of its chunk."""
        scan = self._scan
        seen = self._seen
        end = (i // _CHUNK + 1) * _CHUNK
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
        self._next = i if i < len(seen) else 0
        return visits
