"""What a host wants of the tag on a pad: read some pages, or write one and see that it holds."""

from firmware.card import DENIED, DONE, PAGE_BYTES, READ_BYTES
from firmware.native import const
from firmware.wire import MAX_PAGES, NO_TAG, OK, PAD_PRESENT, REFUSED, TORN, TRY_LATER, UID_BYTES

TRIES = const(3)
_NOBODY = const(-1)
_IDLE = const(0)
_WAITING = const(1)
_READING = const(2)
_WRITING = const(3)
_VERIFYING = const(4)


class Errand:
    """One at a time. ``status`` is a RESP status once ``is_under_way()`` is over; ``pages`` holds what was read."""

    def __init__(self, card):
        self.pad = _NOBODY
        self.asked = 0  # the pad, also when it is over
        self.status = OK
        self.has_written = False
        self.first = 0
        self.count = 0  # pages; 0: one is to be written
        self.pages = bytearray(PAGE_BYTES * MAX_PAGES)
        self.uid = bytearray(1 + UID_BYTES)
        self._card = card
        self._phase = _IDLE
        self._tries = 0
        self._done = 0  # bytes read so far
        self._meant = bytearray(1 + UID_BYTES)

    def start(self, pad, page, count, uid):
        """Begin; ``uid`` names the tag that is meant, or is empty. With ``count`` 0 ``card.data`` is written."""
        self.pad = self.asked = pad
        self.first = page
        self.count = count
        self.has_written = False
        self._phase = _WAITING
        self._tries = 0
        meant = self._meant
        n = len(uid)
        meant[0] = n
        for i in range(UID_BYTES):
            meant[1 + i] = uid[i] if i < n else 0

    def is_same(self, pad, page, count, uid):
        """Tell whether exactly this is under way."""
        meant = self._meant
        if self._phase == _IDLE or pad != self.pad or page != self.first or count != self.count or len(uid) != meant[0]:
            return False
        for i in range(len(uid)):
            if uid[i] != meant[1 + i]:
                return False
        return True

    def is_under_way(self):
        """Tell whether there is still something to do."""
        return self._phase != _IDLE

    def cancel(self):
        """Stop."""
        self._phase = _IDLE
        self.pad = _NOBODY

    def go_on(self, reader, outcome, now):
        """Take what has come of the last step; return whether the reader has something more to do in this look."""
        phase = self._phase
        if phase == _WAITING:
            return self._meet(reader, outcome, now)
        if outcome == DENIED:
            return self._end(REFUSED)
        if outcome != DONE:
            return self._miss()
        if phase == _WRITING:
            self._phase = _VERIFYING
            reader.read(self.first, now)
            return True
        if phase == _VERIFYING:
            return self._verify()
        return self._take(reader, now)

    def reader_failed(self, is_given_up):
        """The reader did not answer; perhaps it comes back."""
        if is_given_up:
            self._end(TORN if self.has_written else TRY_LATER)
        else:
            self._phase = _WAITING

    def _meet(self, reader, outcome, now):
        uid = self._card.uid
        if outcome != PAD_PRESENT or (self._meant[0] and self._meant != uid):
            return self._miss()
        for i in range(len(uid)):
            self.uid[i] = uid[i]
        self._done = 0
        if self.count:
            self._phase = _READING
            reader.read(self.first, now)
        else:
            self._phase = _WRITING
            self.has_written = True
            reader.write(self.first, now)
        return True

    def _take(self, reader, now):
        for i in range(READ_BYTES):
            if self._done + i < PAGE_BYTES * self.count:
                self.pages[self._done + i] = self._card.page[i]
        self._done += READ_BYTES
        if self._done >= PAGE_BYTES * self.count:
            return self._end(OK)
        reader.read(self.first + self._done // PAGE_BYTES, now)
        return True

    def _verify(self):
        for i in range(PAGE_BYTES):
            if self._card.page[i] != self._card.data[i]:
                return self._miss()
        return self._end(OK)

    def _miss(self):
        """The tag was not reached, or said nothing sensible: try again in the next look."""
        self._tries += 1
        self._phase = _WAITING
        if self._tries >= TRIES:
            self._end(TORN if self.has_written else NO_TAG)
        return False

    def _end(self, status):
        self.status = status
        self.cancel()
        return False
