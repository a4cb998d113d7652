"""Where a serial program meets the twin: a pseudo-terminal, or a TCP socket where there is none."""

from __future__ import annotations

import os
import select
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

if sys.platform != "win32":
    import pty
    import tty

HAS_PTY = sys.platform != "win32"


class SerialPort(Protocol):
    """The far end of the board's USB cable; nothing here waits."""

    address: str

    def read(self, size: int) -> bytes:
        """What the host has written, at most `size` bytes."""

    def write(self, data: bytes) -> int:
        """Hand bytes to the host; return how many it took."""

    def fileno(self) -> int:
        """What to select on for something to read."""

    def close(self) -> None:
        """Pull the cable."""


if sys.platform != "win32":

    class PtyPort:
        """A pseudo-terminal in raw mode; `link` is a stable name for it.

        The slave stays open here as well: else every read would fail as soon as the last host closes it.
        """

        def __init__(self, link: Path | None = None) -> None:
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.address = os.ttyname(self._slave)
            self._link = link
            if link is not None:
                link.unlink(missing_ok=True)
                link.symlink_to(self.address)
                self.address = str(link)

        def read(self, size: int) -> bytes:
            """What the host has written."""
            try:
                return os.read(self._master, size)
            except BlockingIOError:
                return b""

        def write(self, data: bytes) -> int:
            """Hand bytes to the host."""
            try:
                return os.write(self._master, data)
            except BlockingIOError:
                return 0

        def fileno(self) -> int:
            """The master."""
            return self._master

        def close(self) -> None:
            """Hang up; whoever has the slave open gets an error."""
            os.close(self._master)
            os.close(self._slave)
            if self._link is not None:
                with suppress(OSError):
                    self._link.unlink(missing_ok=True)


class SocketPort:
    """A TCP port on the loopback for one host at a time: ``socket://127.0.0.1:PORT`` in pyserial."""

    def __init__(self, port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.setblocking(False)
        self._host: socket.socket | None = None
        self.address = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"

    def read(self, size: int) -> bytes:
        """What the host has written."""
        if self._host is None:
            self._accept()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(size)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data: bytes) -> int:
        """Hand bytes to the host; without one they are lost, as with a closed port."""
        if self._host is None:
            return len(data)
        try:
            return self._host.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._drop()
            return len(data)

    def fileno(self) -> int:
        """The host's socket, or the one that listens."""
        return (self._host or self._listener).fileno()

    def close(self) -> None:
        """Hang up."""
        self._drop()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(BlockingIOError):
            self._host, _address = self._listener.accept()
            self._host.setblocking(False)
            self._host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _drop(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None


def open_port(link: Path | None = None, *, sockets: bool = not HAS_PTY) -> SerialPort:
    """The best port that this system has."""
    if sys.platform != "win32" and not sockets:
        return PtyPort(link)
    return SocketPort()


class Cable:
    """A port while it is plugged in, with what is under way in it.

    `received` and `sent` count all bytes since it was plugged in: comparing them with the host's own counts is the only
    way to tell that nothing is left in the system's buffers, which hand bytes on some time after they were written.
    """

    def __init__(self, port: SerialPort) -> None:
        self.port = port
        self.received = 0
        self.sent = 0
        self._inbox = b""
        self._outbox = b""

    @property
    def waiting(self) -> tuple[int, int]:
        """Bytes here that the board has not taken yet, and that the port has not taken yet."""
        return len(self._inbox), len(self._outbox)

    def take(self, room: int) -> bytes:
        """What the host has sent, at most `room` bytes."""
        if len(self._inbox) < room:
            self._receive(room - len(self._inbox))
        data, self._inbox = self._inbox[:room], self._inbox[room:]
        return data

    def give(self, data: bytes) -> None:
        """Hand bytes to the host, as far as it takes them."""
        data = self._outbox + data
        taken = self.port.write(data) if data else 0
        self._outbox = data[taken:]
        self.sent += taken

    def wait_for(self, total: int, seconds: float) -> bool:
        """Wait until that many bytes have come in all; tell whether they have."""
        deadline = time.monotonic() + seconds
        while self.received < total:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.port.fileno()], [], [], left)[0]:
                return False
            self._receive(4096)
        return True

    def _receive(self, size: int) -> None:
        data = self.port.read(size)
        self.received += len(data)
        self._inbox += data
