"""The socket of the control channel: lines between a twin and the programs of the user who started it.

It is a Unix socket in a folder that only this user may enter. Other users cannot connect, and neither can a web page:
a browser opens no Unix sockets.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hardware.twin.control import MAX_LINE, Reply, refusal
from hardware.twin.runtime import RuntimeMissing

MAX_CLIENTS = 16
MAX_PATH = 100
"""Bytes in the path of a Unix socket: Linux takes 107, macOS 103."""
_CHUNK = 65536

Handle = Callable[[str], Reply]


class Client:
    """One connection to the control channel. A client that does not read its replies is disconnected."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self._pending = b""

    def serve(self, handle: Handle) -> bool:
        """Answer the requests that have come; return False if the connection is over."""
        try:
            data = self.connection.recv(_CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        *lines, self._pending = (self._pending + data).split(b"\n")
        if not all(self.reply(_answer(line, handle)) for line in lines if line.strip()):
            return False
        if len(self._pending) > MAX_LINE:
            self.reply(refusal(f"A request has at most {MAX_LINE} bytes. Connect again and send a shorter one."))
            return False
        return bool(data)

    def reply(self, reply: Reply) -> bool:
        """Send one line; return whether the client took all of it."""
        line = json.dumps(reply).encode() + b"\n"
        try:
            return self.connection.send(line) == len(line)
        except OSError:
            return False

    def close(self) -> None:
        """Hang up."""
        self.connection.close()


class Channel:
    """Where clients connect; `link` is a stable name for the socket, made as a symbolic link."""

    def __init__(self, link: Path | None = None) -> None:
        if not hasattr(socket, "AF_UNIX"):
            raise RuntimeMissing(
                "A virtual table needs Linux or macOS. Play with a real board or without a board here."
            )
        self._folder = Path(tempfile.mkdtemp(prefix="deadfall-"))  # with mode 0700
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._link: Path | None = None
        self._clients = 0
        try:
            self.address = self._open(link)
        except OSError:
            self.close()
            raise

    def _open(self, link: Path | None) -> str:
        path = self._folder / "control"
        if len(os.fsencode(path)) > MAX_PATH:
            raise OSError(f"The temporary folder {self._folder.parent} has too long a name. Set TMPDIR to /tmp")
        if link is not None and len(os.fsencode(link.absolute())) > MAX_PATH:
            raise OSError(f"The name of the control channel may have at most {MAX_PATH} bytes: {link}")
        self._listener.bind(str(path))
        path.chmod(0o600)
        self._listener.listen()
        self._listener.setblocking(False)
        if link is not None:
            link.unlink(missing_ok=True)
            link.symlink_to(path)
            self._link = link
        return str(link or path)

    def fileno(self) -> int:
        """What to select on for a new client."""
        return self._listener.fileno()

    def accept(self) -> Client | None:
        """Return a new client, if one waits and there is room for it."""
        try:
            client = Client(self._listener.accept()[0])
        except OSError:
            return None
        if self._clients < MAX_CLIENTS:
            self._clients += 1
            return client
        client.reply(refusal(f"At most {MAX_CLIENTS} programs can control a board. End one of them and connect again."))
        client.close()
        return None

    def drop(self, client: Client) -> None:
        """Hang up on a client and make room for another."""
        client.close()
        self._clients -= 1

    def close(self) -> None:
        """End the channel and remove what it put on disk."""
        self._listener.close()
        if self._link is not None:
            with suppress(OSError):
                self._link.unlink(missing_ok=True)
        shutil.rmtree(self._folder, ignore_errors=True)


def _answer(line: bytes, handle: Handle) -> Reply:
    try:
        return handle(line.decode())
    except UnicodeDecodeError:
        return refusal("That line is not UTF-8. Send JSON or plain words in UTF-8.")
