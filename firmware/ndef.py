"""The smallest reader of NDEF: the first text or URI record in what a tag holds from page 4 on.

NFC Forum, Type 2 Tag Operation 1.1, 2.3 (TLV blocks), NDEF 1.0, 3.2 (records), Text 1.0, 3.2.1, URI 1.0, 3.2. Whatever
the bytes are, nothing is raised; what does not fit into ``MEMORY`` bytes is not looked for.
"""

from firmware.native import const

MEMORY = const(64)  # bytes that are read of a tag at most

# What ``Finder.look`` tells
NONE = const(0)
FOUND = const(1)
MORE = const(2)

# TLV blocks
_NDEF = const(0x03)
_END = const(0xFE)
_NULL = const(0x00)
# Records
_SHORT = const(0x10)
_HAS_ID = const(0x08)
_CHUNK = const(0x20)
_TNF = const(0x07)
_WELL_KNOWN = const(1)
_TEXT = const(0x54)
_URI = const(0x55)
_UTF_16 = const(0x80)
_LANGUAGE = const(0x3F)
_SLASH = const(0x2F)


class Finder:
    """Looks through ``memory``; then ``start`` and ``length`` say where the text is, without language and prefix."""

    def __init__(self):
        self.memory = bytearray(MEMORY)
        self.start = 0
        self.length = 0

    def look(self, n):
        """Look for a text in the first ``n`` bytes: FOUND, NONE, or MORE if the bytes behind them could have one."""
        memory = self.memory
        at = 0
        while at < n:
            kind = memory[at]
            if kind == _NULL:
                at += 1
                continue
            if kind == _END:
                return NONE
            if at + 4 > n:
                break
            size = memory[at + 1]
            at += 2
            if size == 0xFF:
                size = memory[at] << 8 | memory[at + 1]
                at += 2
            if kind == _NDEF:
                return self._records(at, at + size, n)
            at += size
        return MORE if n < MEMORY else NONE

    def _records(self, at, end, n):
        """Step over the records of a message from ``at`` to ``end``."""
        memory = self.memory
        while at < end:
            if at + 7 > n and at + 7 <= end:
                break
            if at + 3 > n:
                break
            flags = memory[at]
            kinds = memory[at + 1]
            size = memory[at + 2]
            at += 3
            if not flags & _SHORT:
                if at + 3 > n:
                    break
                size = size << 24 | memory[at] << 16 | memory[at + 1] << 8 | memory[at + 2]
                at += 3
            names = 0
            if flags & _HAS_ID:
                if at >= n:
                    break
                names = memory[at]
                at += 1
            if at + kinds + names >= n:
                break
            is_text = kinds == 1 and flags & _TNF == _WELL_KNOWN and not flags & _CHUNK
            kind = memory[at]
            at += kinds + names
            if at + size > end:
                return NONE
            if is_text and size and _TEXT <= kind <= _URI:
                if at + size > n:
                    break
                return self._payload(kind, at, size)
            at += size
        else:
            return NONE
        return MORE if n < MEMORY else NONE

    def _payload(self, kind, at, size):
        memory = self.memory
        end = at + size
        if kind == _TEXT:
            if memory[at] & _UTF_16:
                return NONE
            start = at + 1 + (memory[at] & _LANGUAGE)
        else:
            start = at + 1
            for i in range(start, end):
                if memory[i] == _SLASH:
                    start = i + 1
        if start >= end:
            return NONE
        for i in range(start, end):
            if not memory[i]:
                return NONE
        self.start = start
        self.length = end - start
        return FOUND
