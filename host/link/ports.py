"""Serial ports: opening them so that no board restarts, reading them so that a request can wake the reader."""

from __future__ import annotations

import errno
import os
import select
import threading
from typing import Any, Protocol

import serial

try:
    import termios

    PORT_ERRORS: tuple[type[Exception], ...] = (serial.SerialException, OSError, termios.error)
except ImportError:  # Windows has no termios
    PORT_ERRORS = (serial.SerialException, OSError)

OPEN_ERRORS: tuple[type[Exception], ...] = (
    *PORT_ERRORS,
    ValueError,
)  # ValueError: not a name that pyserial understands
WRITE_TIMEOUT_S = 1
MAX_READ = 4096
POLL_S = 0.02  # where a reader can't be woken, it looks this often

_SENTENCES = {
    errno.EACCES: "You may not open {port}. Add yourself to the group that owns it (sudo usermod -aG dialout $USER) "
    "and log in again.",
    errno.EPERM: "You may not open {port}. Add yourself to the group that owns it (sudo usermod -aG dialout $USER) "
    "and log in again.",
    errno.EAGAIN: "Another program has {port} open. Close it: a serial monitor, another Deadfall, ModemManager.",
    errno.EBUSY: "Another program has {port} open. Close it: a serial monitor, another Deadfall, ModemManager.",
    errno.ENOENT: "There is no port {port}. Plug the board in, or look for it with: deadfall board list",
    errno.ENOTTY: "{port} is not a serial port. Look for the board with: deadfall board list",
    errno.ECONNREFUSED: "Nobody listens at {port}. Start the board there first.",
}


class Port(Protocol):
    """An open port. Every method but ``wake`` may raise one of PORT_ERRORS: the board was unplugged."""

    def read(self, timeout: float) -> bytes:
        """Return what has arrived; wait at most ``timeout`` seconds for the first byte, or until ``wake``."""

    def write(self, data: bytes) -> None:
        """Write all of it, within a second."""

    def wake(self) -> None:
        """Make a waiting ``read`` return; may be called from any thread."""

    def close(self) -> None:
        """Close the port; never raises."""


def open_port(port: str) -> Port:
    """Open a path or a URL such as ``socket://host:port``; raise one of PORT_ERRORS or ValueError."""
    line: Any = serial.serial_for_url(port, do_not_open=True, timeout=0, write_timeout=WRITE_TIMEOUT_S)
    if "://" in port:
        line.timeout = POLL_S
    else:
        line.exclusive = True
        # An RP2040 sends only while DTR is set; the reset circuit of an ESP32 stays quiet while DTR equals RTS. Both
        # must hold from the first moment on (pyserial issue 729).
        line.dtr = line.rts = True
    line.open()
    can_select = os.name == "posix" and "://" not in port
    return _SelectedPort(line) if can_select else _PolledPort(line)


def explain(port: str, error: Exception) -> str:
    """Return why a port could not be opened and what to do, as a whole sentence."""
    sentence = _SENTENCES.get(_number(error))
    if sentence is None:
        sentence = "{port} cannot be opened ({error}). Check its name, or look for the board with: deadfall board list"
    return sentence.format(port=port, error=error)


def _number(error: BaseException) -> int:
    """Return the errno behind an error: pyserial hides that of termios in its cause."""
    number = getattr(error, "errno", None) or (error.args[0] if error.args else None)
    if isinstance(number, int):
        return number
    return _number(error.__context__) if error.__context__ else 0


class _SelectedPort:
    """A POSIX port: its descriptor and a pipe of our own are waited for together."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        self._lock = threading.Lock()  # else ``wake`` might write into a file that got our descriptor after ``close``
        self._is_closed = False

    def read(self, timeout: float) -> bytes:
        ready, _, _ = select.select([self._line.fileno(), self._wake_out], [], [], timeout)
        if self._wake_out in ready:
            os.read(self._wake_out, 4096)
        if self._line.fileno() not in ready:
            return b""
        return bytes(self._line.read(self._line.in_waiting or 1))

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def wake(self) -> None:
        with self._lock:
            if not self._is_closed:
                self._write_byte()

    def _write_byte(self) -> None:
        try:
            os.write(self._wake_in, b"x")
        except BlockingIOError:  # the pipe is full: the reader will wake all the same
            return

    def close(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            os.close(self._wake_in)
            os.close(self._wake_out)
        _close_quietly(self._line)


class _PolledPort:
    """A socket, or a port on Windows: looked at every 20 ms."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._line.timeout = POLL_S

    def read(self, timeout: float) -> bytes:
        line = self._line
        if not timeout and not line.in_waiting:
            return b""
        data = bytes(line.read(line.in_waiting or 1))
        while len(data) < MAX_READ and line.in_waiting:  # a socket only tells that there is something, not how much
            data += line.read(line.in_waiting)
        return data

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def wake(self) -> None:
        return

    def close(self) -> None:
        connection = getattr(self._line, "_socket", None)
        _close_quietly(self._line)
        if connection is not None:
            connection.close()  # pyserial 3.5 forgets to, once the other side has gone


def _close_quietly(line: Any) -> None:
    try:
        line.close()
    except PORT_ERRORS:
        return
