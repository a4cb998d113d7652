"""What a reader finds, shared by all readers of a board: only one of them looks at a time."""

from firmware.native import const
from firmware.wire import UID_BYTES, WHOLE

# Beside wire.PAD_…: the outcomes of a reader's step
BUSY = const(0)
DONE = const(6)
DENIED = const(7)
PAGE_BYTES = const(4)
READ_BYTES = const(16)  # a tag answers READ with four pages
_NO_UID = bytes(1 + UID_BYTES)


class Card:
    """``uid`` is its length, then ten bytes; ``page`` what was read last; ``data`` what is to be written."""

    def __init__(self):
        self.uid = bytearray(1 + UID_BYTES)
        self.page = bytearray(READ_BYTES)
        self.data = bytearray(PAGE_BYTES)

    def clear(self):
        """Forget the UID."""
        self.uid[WHOLE] = _NO_UID

    def add(self, data, at, end):
        """Append bytes of ``data`` to the UID."""
        uid = self.uid
        n = uid[0]
        for i in range(at, end):
            if n < UID_BYTES:
                n += 1
                uid[n] = data[i]
        uid[0] = n
