"""Bytes from a terminal become names of keys."""

from __future__ import annotations

_SEQUENCES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
}
_CONTROLS = {b"\r": "enter", b"\n": "enter", b" ": "space", b"\x03": "ctrl-c"}
_INTRODUCERS = (b"[", b"O")


class Keys:
    """Reads keys from pieces of input as they come: an escape sequence may arrive in two of them."""

    def __init__(self) -> None:
        self._waiting = b""

    def feed(self, data: bytes) -> list[str]:
        """Return the keys that are complete; no data means that a lone escape was a key of its own."""
        if not data and self._waiting:
            self._waiting = b""
            return ["escape"]
        self._waiting += data
        keys: list[str] = []
        while self._waiting:
            size = _size(self._waiting)
            if not size:
                break
            piece, self._waiting = self._waiting[:size], self._waiting[size:]
            if name := _name(piece):
                keys.append(name)
        return keys


def _size(data: bytes) -> int:
    """Return how many bytes the first key takes; 0 if it is not complete."""
    if data[:1] != b"\x1b":
        return 1
    if len(data) == 1:
        return 0
    if data[1:2] not in _INTRODUCERS:
        return 1
    for at in range(2, len(data)):
        if 0x40 <= data[at] <= 0x7E:  # ECMA-48: the final byte of a control sequence
            return at + 1
    return 0 if len(data) < 16 else len(data)


def _name(piece: bytes) -> str:
    """Return a key's name; empty for one that means nothing here."""
    if piece in _SEQUENCES or piece in _CONTROLS:
        return _SEQUENCES.get(piece) or _CONTROLS[piece]
    if piece == b"\x1b":
        return "escape"
    return piece.decode("ascii", "ignore") if len(piece) == 1 and piece.isascii() and piece > b" " else ""
