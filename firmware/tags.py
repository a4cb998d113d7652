"""The tag table: whom the entries stand for that events name (docs/wire-protocol.md, 7.6)."""

from firmware.wire import MAX_DATA, PART, TAG, TAG_BYTES, TEXT, TEXT_BYTES, UID_BYTES, WHOLE

_UID = 1 + UID_BYTES  # length and UID
_NO_TEXT = bytes(TEXT_BYTES)


class Tags:
    """Entries in a piece of the board's state, ``TAG_BYTES`` each; every change is told before anyone names it."""

    def __init__(self, state, at, count, ring):
        whole = memoryview(state)
        self.count = count
        self._ring = ring
        self._uids = [whole[i : i + _UID] for i in range(at, at + count * TAG_BYTES, TAG_BYTES)]
        self._texts = [whole[i + _UID : i + TAG_BYTES] for i in range(at, at + count * TAG_BYTES, TAG_BYTES)]
        self._new = bytearray(TEXT_BYTES)
        self._last = count - 1

    def find(self, uid):
        """Return the entry of a UID (with its length), or -1."""
        uids = self._uids
        for entry in range(self.count):
            if uids[entry] == uid:
                return entry
        return -1

    def is_entry(self, entry, uid):
        """Tell whether an entry stands for a UID."""
        return self._uids[entry] == uid

    def enter(self, uid, source, start, length, beliefs, now):
        """Return the entry of a tag, which now has that text, ``length`` bytes of ``source`` from ``start`` on.

        ``beliefs`` know which entries pads name: none of them is given away.
        """
        entry = self.find(uid)
        is_new = entry < 0
        if is_new:
            entry = self._last = beliefs.unnamed(self._last)
            self._uids[entry][WHOLE] = uid
        text = self._new
        if length > TEXT_BYTES:
            length = 0
        text[WHOLE] = _NO_TEXT
        text[:length] = source[start : start + length]
        if is_new or self._texts[entry] != text:
            self._texts[entry][WHOLE] = text
            self._tell(entry, length, now)
        return entry

    def _tell(self, entry, length, now):
        """A tag is told a few times in a minute: the slices are worth their bytes."""
        uid = self._uids[entry]
        add = self._ring.add_bytes
        add(now, TAG, entry, uid[1 : 1 + uid[0]])
        if length:
            add(now, TEXT, entry, self._texts[entry][: min(length, MAX_DATA)])
        if length > MAX_DATA:
            add(now, TEXT, entry | PART, self._texts[entry][MAX_DATA:length])
