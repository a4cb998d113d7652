"""Start a simulated board as a process, and do at its table what hands would do.

with start("grid") as board:
    link = serial.Serial(board.port)
    board.control.put("A", "base", 12, facing="east", dx=3)
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hardware.twin.board import RuntimeName
from hardware.twin.objects import Facing
from hardware.twin.phrases import HELP
from hardware.twin.ports import HAS_PTY
from hardware.twin.runtime import FirmwareError, RuntimeMissing
from hardware.twin.ws2812 import Colour

TIMEOUT_S = 30.0


class TwinError(Exception):
    """The twin could not do what it was asked; the text is its own sentence."""


class TwinControl:
    """A connection to a twin's control channel, whose path is `address`; each method is one request."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(TIMEOUT_S)
        try:
            self._socket.connect(address)
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave; the twin goes on."""
        self._lines.close()
        self._socket.close()

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Send any request; TwinError if the twin refuses it."""
        request = {"do": do} | {key: value for key, value in fields.items() if value is not None}
        return self._exchange(json.dumps(request))

    def say(self, phrase: str) -> dict[str, Any]:
        """Ask in plain words: ``say("put base A on tile 12, facing east")``."""
        words = " ".join(phrase.split())
        if not words:
            raise TwinError(f'Say what to do, for example "{HELP}".')
        return self._exchange(words)

    def _exchange(self, line: str) -> dict[str, Any]:
        try:
            self._socket.sendall(line.encode("utf-8", "replace") + b"\n")
            answer = self._lines.readline()
        except TimeoutError as error:
            raise TwinError("The twin does not answer. Start it again.") from error
        except ConnectionError as error:
            raise TwinError("The twin has ended.") from error
        if not answer:
            raise TwinError("The twin has ended.")
        reply: dict[str, Any] = json.loads(answer)
        if not reply.pop("ok"):
            raise TwinError(reply["error"])
        return reply

    def put(
        self,
        name: str,
        kind: str,
        tile: int | str,
        *,
        facing: Facing = "north",
        dx: float = 0.0,
        dy: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """Put an object on a tile, off its middle by millimetres and turned by degrees."""
        self.ask("put", object=name, kind=kind, tile=tile, facing=facing, dx=dx, dy=dy, turn=turn)

    def put_card(self, name: str, pad: int | str) -> None:
        """Lay a tagged card on a pad."""
        self.ask("put", object=name, kind="card", pad=pad)

    def tap_card(self, name: str, pad: int | str, ms: float | None = None) -> None:
        """Hold a tagged card to a pad for a moment."""
        self.ask("tap", object=name, pad=pad, ms=ms)

    def move(self, name: str, tile: int | str, *, facing: Facing | None = None) -> None:
        """Lift an object and put it on another tile."""
        self.ask("move", object=name, tile=tile, facing=facing)

    def slide(self, name: str, tile: int | str, ms: float = 300.0) -> None:
        """Slide an object over the table."""
        self.ask("slide", object=name, tile=tile, ms=ms)

    def turn(self, name: str, degrees: float, ms: float = 0.0) -> None:
        """Turn an object clockwise."""
        self.ask("turn", object=name, degrees=degrees, ms=ms)

    def lift(self, name: str) -> None:
        """Take an object or a card away."""
        self.ask("lift", object=name)

    def clear(self) -> None:
        """Take everything away, cards too."""
        self.ask("clear")

    def press(self, seat: int, answer: str) -> None:
        """Press a seat's button and hold it."""
        self.ask("press", seat=seat, answer=answer)

    def release(self, seat: int, answer: str) -> None:
        """Let a seat's button go."""
        self.ask("release", seat=seat, answer=answer)

    def set_reeds(self, tile: int | str, mask: int) -> None:
        """Close exactly these reeds of a tile, without a magnet."""
        self.ask("reeds", tile=tile, mask=mask)

    def set_all_reeds(self, masks: bytes) -> None:
        """Set the reeds of all tiles at one moment, without a magnet."""
        self.ask("reeds", all=masks.hex())

    def reeds(self) -> bytes:
        """The reeds that are closed, one mask a tile."""
        return bytes.fromhex(self.ask("reeds")["reeds"])

    def lights(self) -> list[Colour]:
        """What the lights show."""
        data = bytes.fromhex(self.ask("lights")["lights"])
        return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]

    def objects(self) -> list[dict[str, Any]]:
        """What lies on the table; cards on private pads are left out."""
        found: list[dict[str, Any]] = self.ask("objects")["objects"]
        return found

    def stats(self) -> dict[str, Any]:
        """The twin's own counters."""
        return self.ask("stats")

    def reboot(self) -> None:
        """Reset the board."""
        self.ask("reboot")

    def power_cut(self) -> None:
        """Take its power away and give it back."""
        self.ask("power_cut")

    def crash(self) -> None:
        """Make its firmware raise."""
        self.ask("crash")

    def unplug(self, *, power: bool = False) -> None:
        """Pull the cable; with `power` the board loses its supply too."""
        self.ask("unplug", power=power)

    def replug(self) -> str:
        """Plug it in again; return the port's address, which may be another."""
        return str(self.ask("replug")["port"])

    def step(self, now: int, rx: int | None = None) -> dict[str, int]:
        """Let a paced twin's time pass up to `now`, once it has got `rx` bytes in all; then say what is under way."""
        return self.ask("step", now=now, rx=rx)

    def pending(self) -> dict[str, int]:
        """Bytes that wait in the twin (`rx_pending`, `tx_pending`) and all that passed (`rx_total`, `tx_total`)."""
        return self.ask("pending")

    def quit(self) -> None:
        """End the twin."""
        self.ask("quit")


@dataclass(frozen=True, slots=True)
class RunningTwin:
    """A board that runs as a process: `port` for pyserial, `control` for what hands do."""

    port: str
    control: TwinControl
    process: subprocess.Popen[bytes]


@contextmanager
def start(
    profile: str = "grid",
    runtime: RuntimeName = "cpython",
    *,
    seed: int = 0,
    name: str = "twin",
    link: Path | None = None,
    sockets: bool = False,
    paced: bool = False,
) -> Iterator[RunningTwin]:
    """Run a board until the block ends; if this program dies, the board ends too.

    Without a ``link`` the port has a name of its own, too: when the board is plugged in again, the number of its
    pseudo-terminal is another one, and the old number may belong to another program.
    """
    with ExitStack() as stack:
        if link is None and HAS_PTY and not sockets:
            link = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="deadfall-twin-"))) / "port"
        yield stack.enter_context(_run(profile, runtime, seed, name, link, sockets, paced))


@contextmanager
def _run(
    profile: str, runtime: RuntimeName, seed: int, name: str, link: Path | None, sockets: bool, paced: bool
) -> Iterator[RunningTwin]:
    command = [sys.executable, "-m", "hardware.twin", "--profile", profile, "--runtime", runtime]
    command += ["--seed", str(seed), "--name", name]
    command += [
        *(["--link", str(link)] if link else []),
        *(["--socket"] if sockets else []),
        *(["--paced"] if paced else []),
    ]
    # Its own session: Ctrl-C in a terminal is for this program, which then ends the board.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    try:
        hello = _hello(process)
        with TwinControl(hello["control"]) as control:
            yield RunningTwin(hello["port"], control, process)
    finally:
        _end(process)


def _hello(process: subprocess.Popen[bytes]) -> dict[str, str]:
    assert process.stdout is not None
    line = process.stdout.readline()
    hello: dict[str, str] = json.loads(line) if line else {"error": "The twin ended before it was ready."}
    if "missing" in hello:
        raise RuntimeMissing(hello["missing"])
    if "error" in hello:
        raise FirmwareError(hello["error"])
    return hello


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
