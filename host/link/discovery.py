"""Which boards are there? Only ports with a USB id that a board can have are opened, unless a person names another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal, NamedTuple

from serial.tools import list_ports

from firmware import wire
from host.link.frames import Inbox, Outbox
from host.link.greeting import SILENCES, Greeting, Silence
from host.link.identity import Banner, read_banner
from host.link.ports import OPEN_ERRORS, PORT_ERRORS, Port, explain, open_port

AUTO = "auto"
# USB vendors: Raspberry Pi, Espressif, and the serial bridges of Silicon Labs, WCH and FTDI
ALLOWED_VENDORS = frozenset({0x2E8A, 0x303A, 0x10C4, 0x1A86, 0x0403})


class Candidate(NamedTuple):
    """A port that may lead to a board."""

    port: str
    serial_number: str
    vendor: int
    product: int
    description: str


class Found(NamedTuple):
    """A board answered on this port; ``problem`` is a sentence if no session with it is possible."""

    port: str
    banner: Banner
    problem: str | None


class Problem(NamedTuple):
    """No board can be reached on this port: it cannot be opened, or nobody answers as a board does."""

    port: str
    kind: Literal["open"] | Silence
    sentence: str


def candidates(listed: Iterable[Any] | None = None) -> list[Candidate]:
    """Return the plugged-in ports whose USB vendor is on the list, sorted by serial number."""
    ports = list_ports.comports() if listed is None else listed
    found = [
        Candidate(info.device, (info.serial_number or "").lower(), info.vid, info.pid or 0, info.description or "")
        for info in ports
        if info.vid in ALLOWED_VENDORS
    ]
    return sorted(found, key=lambda candidate: (candidate.serial_number, candidate.port))


def find(where: str, listed: Iterable[Any] | None = None) -> str | None:
    """Return the port that ``where`` means now: a path or URL means itself, a serial number wherever it is plugged in.

    "auto" means the first candidate. None: it is not plugged in.
    """
    if is_port(where):
        return where
    for candidate in candidates(listed):
        if where.lower() in (AUTO, candidate.serial_number):
            return candidate.port
    return None


def is_port(where: str) -> bool:
    """Return whether a person named a port (a path, a URL, COM3) rather than a board."""
    return "/" in where or "\\" in where or where.upper().startswith("COM")


def identify(
    port: str, *, open_port: Callable[[str], Port] = open_port, clock: Callable[[], int] | None = None
) -> Found | Problem:
    """Open a port, ask who is there, and close it again; no session begins. Takes at most half a second."""
    try:
        line = open_port(port)
    except OPEN_ERRORS as error:
        return Problem(port, "open", explain(port, error))
    try:
        return _ask(port, line, clock or (lambda: time.monotonic_ns() // 1_000_000))
    except PORT_ERRORS as error:
        return Problem(port, "open", f"{port} went away while it was being asked ({error}). Plug the board in again.")
    finally:
        line.close()


def _ask(port: str, line: Port, clock: Callable[[], int]) -> Found | Problem:
    outbox, inbox = Outbox(), Inbox()
    greeting = Greeting(outbox, Random(0), lambda _: 1)
    greeting.start(clock())
    while greeting.silence is None:
        if waiting := outbox.take():
            line.write(waiting)
        data = line.read(max(0, greeting.due - clock()) / 1000)
        greeting.look(data)
        banner = _banner_in(inbox, data)
        if banner is not None:
            return Found(port, banner, banner.problem)
        greeting.tick(clock())
    return Problem(port, greeting.silence, SILENCES[greeting.silence])


def _banner_in(inbox: Inbox, data: bytes) -> Banner | None:
    for n in inbox.frames(data):
        if inbox.raw[0] == wire.BANNER:
            return read_banner(inbox.raw, n)
    return None
