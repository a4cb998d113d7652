"""Bytes with their bits in reverse, for buses that want the other end first."""


def _reversed(byte):
    out = 0
    for bit in range(8):
        if byte >> bit & 1:
            out |= 128 >> bit
    return out


REVERSED = bytes([_reversed(byte) for byte in range(256)])
