"""What runs on the board, and the wire codec that the host shares (``firmware.wire``)."""

VERSION = (0, 1, 0)
