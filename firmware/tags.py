"""The tag table: whom the entries stand for that events name (docs/wire-protocol.md, 7.6)."""

from firmware.wire import MAX_DATA, PART, TAG, TAG_BYTES, TEXT, TEXT_BYTES, UID_BYTES, WHOLE

_UID = 1 + UID_BYTES  # length and UID
_NO_TEXT = bytes(TEXT_BYTES)


class Tags:
    """Entries in a piece of the board's state, ``TAG_BYTES`` each; every change is told before anyone names it."""

    def __init__(self, state, at, count, ring):
        self.count = count
        self._state = state
        self._at = at
        self._ring = ring
        self._whole = memoryview(state)
        self._new = bytearray(TEXT_BYTES)
        self._last = count - 1

    def find(self, uid):
        """Return the entry of a UID (with its length), or -1."""
        first = self._at
        end = first + self.count * TAG_BYTES
        at = self._state.find(uid, first, end)
        while at >= 0 and (at - first) % TAG_BYTES:  # the same bytes, but not from the beginning of an entry on
            at = self._state.find(uid, at + 1, end)
        return (at - first) // TAG_BYTES if at >= 0 else -1

    def is_entry(self, entry, uid):
        """Tell whether an entry stands for a UID."""
        return self._holds(self._at + entry * TAG_BYTES, uid)

    def enter(self, uid, source, start, length, beliefs, now):
        """Return the entry of a tag, which now has that text, ``length`` bytes of ``source`` from ``start`` on.

        ``beliefs`` know which entries pads name: none of them is given away.
        """
        entry = self.find(uid)
        is_new = entry < 0
        if is_new:
            entry = self._last = beliefs.unnamed(self._last)
            self._put(self._at + entry * TAG_BYTES, uid)
        text = self._new
        if length > TEXT_BYTES:
            length = 0
        text[WHOLE] = _NO_TEXT
        text[:length] = source[start : start + length]
        at = self._at + entry * TAG_BYTES + _UID
        if is_new or not self._holds(at, text):
            self._put(at, text)
            self._tell(entry, uid, length, now)
        return entry

    def _holds(self, at, what):
        return self._state.find(what, at, at + len(what)) == at

    def _put(self, at, what):
        self._whole[at : at + len(what)] = what

    def _tell(self, entry, uid, length, now):
        """A tag is told a few times in a minute: the slices are worth their bytes."""
        text = self._new
        add = self._ring.add_bytes
        add(now, TAG, entry, uid[1 : 1 + uid[0]])
        if length:
            add(now, TEXT, entry, text[: min(length, MAX_DATA)])
        if length > MAX_DATA:
            add(now, TEXT, entry | PART, text[MAX_DATA:length])
