"""Reeds and buttons: from raw scans of the shift registers to settled facts.

A closing contact counts after it has been closed for 8 ms (contact bounce is about 1 ms), an opening one after 60 ms
open: a piece that slides along the edge of a reed's zone chatters for tens of milliseconds. Each contact has its own
time, so a chattering or broken reed does not hold up the others of its tile.

Work in one tick is bounded: whole scans are compared in C, and only a few bytes are looked at in Python. A byte
that has to wait stays different from what was seen, so the next tick finds it.
"""

from array import array

from firmware.native import const
from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE, TILE_MASK, WHOLE

CLOSE_MS = const(8)
OPEN_MS = const(60)
_CHUNK = const(8)
_WHEEL = const(128)  # milliseconds: a power of two with room for the wait and for being behind
_STRIDE = const(8)  # milliseconds: more than a tick, so whoever is behind catches up
_IDLE_CHUNKS = const(4)  # to find so many chunks unchanged is as much work as one visit
_NONE = const(255)  # no byte: there are at most 248
_LOWEST = bytes([0] + [next(bit for bit in range(8) if byte >> bit & 1) for byte in range(1, 256)])


class _Queue:
    """Bytes with a contact that may settle soon, by the millisecond of their turn; each at most once.

    A wheel of short chains: a byte whose contact has bounced is put back among those of its own time, not behind
    those that came later.
    """

    def __init__(self, n, wait):
        self.count = 0
        self.wait = wait
        self.first = bytearray([_NONE] * _WHEEL)
        self.next = bytearray(n)
        self.has = bytearray(n)
        self.at = 0  # all turns before this millisecond have been taken

    def push(self, i, since):
        """Add byte ``i``, whose turn comes after the wait."""
        if self.has[i]:
            return
        if not self.count:
            self.at = since
        self.count += 1
        self.has[i] = 1
        first = self.first
        slot = (since + self.wait) & (_WHEEL - 1)
        self.next[i] = first[slot]
        first[slot] = i

    def turn(self, now):
        """Go on to the next millisecond with a turn, but not far in one tick; return its place in the wheel, or -1."""
        first = self.first
        behind = (now - self.at) & 0xFFFF
        if behind >= _WHEEL:
            behind = _WHEEL - 1
        start = now - behind
        for at in range(start, start + min(behind, _STRIDE) + 1):
            slot = at & (_WHEEL - 1)
            if first[slot] != _NONE:
                self.at = at & 0xFFFF
                return slot
        self.at = (start + min(behind, _STRIDE)) & 0xFFFF
        return -1


class Inputs:
    """Debounces the scan buffer of a port into ``state`` (tiles, then button bytes) and records every change.

    Contacts pull their line low, so a 0 on the wire is a closed contact.
    """

    def __init__(self, scan, tiles, buttons, ring, state=None):
        n = tiles + buttons
        self.state = bytearray(n) if state is None else state  # there may be more behind: pads
        self._n = n
        self._tiles = tiles
        self._add = ring.add
        self._add_bytes = ring.add_bytes
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
        seen = self._seen
        mask = self._mask
        seen[WHOLE] = self._live
        for i in range(self._n):
            state[i] = (seen[i] ^ 255) & mask[i]
        chunk = 0
        for i in range(0, self._n, MAX_DATA):
            self._add_bytes(now, BASELINE, chunk, state[i : min(i + MAX_DATA, self._n)])
            chunk += 1

    def step(self, now, visits):
        """Record what has settled, then look at the newest scan: a visit for each byte; return the visits left."""
        if self._closing.count:
            visits = self._settle_some(self._closing, now, visits)
        if self._opening.count:
            visits = self._settle_some(self._opening, now, visits)
        if visits and self._live != self._seen:
            visits = self._look(now & 0xFFFF, visits)
        return visits

    def _settle_some(self, queue, now, visits):
        """Take those whose turn it is. In one place and with local names: this is where bursts spend their time."""
        slot = queue.turn(now)
        if slot < 0:
            return visits
        first = queue.first
        following = queue.next
        has = queue.has
        seen = self._seen
        state = self.state
        mask = self._mask
        times = self._since
        tiles = self._tiles
        add = self._add
        count = queue.count
        while visits:
            i = first[slot]
            if i == _NONE:
                slot = queue.turn(now) if count else -1
                if slot < 0:
                    break
                i = first[slot]
            first[slot] = following[i]
            has[i] = 0
            count -= 1
            visits -= 1
            raw = (seen[i] ^ 255) & mask[i]
            changed = raw ^ state[i]
            if changed & (changed - 1):
                queue.count = count
                self._settle(i, now, raw, changed)
                count = queue.count
                if visits:
                    visits -= 1
            elif changed:  # one contact, as nearly always
                since = times[i << 3 | _LOWEST[changed]]
                if (now - since) & 0xFFFF < (CLOSE_MS if raw & changed else OPEN_MS):
                    queue.count = count
                    self._wait(i, since, raw & changed)
                    count = queue.count
                else:
                    state[i] = raw
                    if i < tiles:
                        add(now, TILE, i, raw)
                    else:
                        add(now, BUTTON, i - tiles, raw)
        queue.count = count
        return visits

    def _wait(self, i, since, closes):
        if closes:
            self._closing.push(i, since)
        else:
            self._opening.push(i, since)

    def _settle(self, i, now, raw, changed):
        """Accept the contacts of byte ``i`` that were stable for long enough; the others queue again."""
        new = state = self.state[i]
        while changed:
            contact = _LOWEST[changed]
            bit = 1 << contact
            since = self._since[i * 8 + contact]
            age = (now - since) & 0xFFFF
            if age >= (CLOSE_MS if raw & bit else OPEN_MS):
                new ^= bit
            else:
                self._wait(i, since, raw & bit)
            changed ^= bit
        if new != state:
            self.state[i] = new
            if i < self._tiles:
                self._add(now, TILE, i, new)
            else:
                self._add(now, BUTTON, i - self._tiles, new)

    def _look(self, now, visits):
        """Begin where the last tick had to stop: restless bytes cannot keep the others waiting."""
        live = self._live_chunks
        seen = self._seen_chunks
        chunks = len(live)
        k = self._next // _CHUNK
        idle = 0
        for _ in range(chunks + 1):
            if live[k] != seen[k]:
                visits = self._visit(now, visits)
            else:
                idle += 1
                if idle == _IDLE_CHUNKS:
                    idle = 0
                    visits -= 1
            if not visits:
                break
            k += 1
            if k == chunks:
                k = 0
            self._next = k * _CHUNK
        return visits

    def _visit(self, now, visits):
        """Look at the next bytes up to the end of their chunk."""
        scan = self._scan
        seen = self._seen
        times = self._since
        i = self._next
        end = (i | (_CHUNK - 1)) + 1
        if end > len(seen):
            end = len(seen)
        while i < end and visits:
            raw = scan[i]
            changed = raw ^ seen[i]
            if changed:
                seen[i] = raw
                visits -= 1
                if changed & (changed - 1):
                    self._note(i, now, raw, changed)
                    if visits:
                        visits -= 1
                else:  # one contact, as nearly always
                    times[i << 3 | _LOWEST[changed]] = now
                    if changed & raw:
                        self._opening.push(i, now)
                    else:
                        self._closing.push(i, now)
            i += 1
        self._next = i if i < len(seen) else 0
        return visits

    def _note(self, i, now, raw, changed):
        """Several contacts of a byte have changed at once."""
        if changed & raw:
            self._opening.push(i, now)
        if changed & ~raw:
            self._closing.push(i, now)
        while changed:
            contact = _LOWEST[changed]
            self._since[i * 8 + contact] = now
            changed ^= 1 << contact
