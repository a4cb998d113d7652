"""What a serial program meets when the firmware has stopped at MicroPython's prompt."""

from __future__ import annotations

BANNER = (
    b"\r\nMicroPython v1.27.0 on 2025-12-09; Raspberry Pi Pico with RP2040\r\n"
    b'Type "help()" for more information.\r\n>>> '
)
_CTRL_C, _CTRL_D = 3, 4


class Repl:
    """Echoes what is typed; `restart` is set by Ctrl-D on an empty line, as MicroPython's soft reset is."""

    def __init__(self) -> None:
        self.restart = False
        self._line = bytearray()
        self._out = bytearray(BANNER)

    def step(self, rx: bytes) -> bytes:
        """Take what arrived, return what the prompt answers."""
        for byte in rx:
            self._type(byte)
        sent = bytes(self._out)
        self._out.clear()
        return sent

    def _type(self, byte: int) -> None:
        if byte == _CTRL_D and not self._line:
            self.restart = True
            self._out += b"\r\nMPY: soft reboot\r\n"
        elif byte in b"\r\n":
            self._answer()
        elif byte == _CTRL_C:
            self._line.clear()
            self._out += b"\r\n>>> "
        elif byte >= 32:
            self._line.append(byte)
            self._out.append(byte)

    def _answer(self) -> None:
        self._out += b"\r\n"
        if self._line.strip():
            self._out += b"NameError: name isn't defined\r\n"
        self._line.clear()
        self._out += b">>> "
