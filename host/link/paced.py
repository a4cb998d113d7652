"""The paced driver: a real pseudo-terminal and pyserial, yet virtual time.

Time advances only when every byte that either side wrote has been read by the other and the link has nothing left to
say. What runs through the kernel and pyserial is the same as on a live table, but the outcome does not depend on speed.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import Protocol

from host.link.ports import Port, open_port
from host.link.session import Link
from host.link.stepped import Fault, Stepped, SteppedBoard, no_fault

TRANSFER_S = 5.0  # the kernel moves bytes through a pseudo-terminal in microseconds; longer means that it never will


class Paced(Stepped):
    """A stepped board and link whose bytes go through a pseudo-terminal and pyserial. ``close`` it at the end."""

    def __init__(
        self,
        board: SteppedBoard,
        link: Link,
        *,
        now: int = 0,
        to_board: Fault = no_fault,
        to_host: Fault = no_fault,
        plugged: Callable[[bool], None] = lambda _: None,
    ) -> None:
        super().__init__(
            board,
            link,
            now=now,
            to_board=lambda data, at: self._write_host(to_board(data, at)),
            to_host=lambda data, at: self._write_board(to_host(data, at)),
            plugged=self._switch,
        )
        self._tell_board = plugged
        self._files = list(os.openpty())  # pyserial makes it raw whenever it opens it
        self._master, self._slave = self._files
        self._port: Port | None = None

    def close(self) -> None:
        """Close the port and the pseudo-terminal."""
        self.unplug()
        while self._files:
            os.close(self._files.pop())

    def _switch(self, is_open: bool) -> None:
        if self._port is not None:
            self._port.close()
        self._port = open_port(os.ttyname(self._slave)) if is_open else None
        self._tell_board(is_open)

    def _write_host(self, data: bytes) -> bytes:
        """Write with pyserial; return what the board's end reads, once all of it is there."""
        if self._port is None:
            return b""
        self._port.write(data)
        return _all(len(data), self._read_master)

    def _write_board(self, data: bytes) -> bytes:
        """Write at the board's end; return what pyserial reads, once all of it is there."""
        port = self._port
        if port is None:
            return b""
        os.write(self._master, data)
        return _all(len(data), lambda: port.read(TRANSFER_S))

    def _read_master(self) -> bytes:
        ready, _, _ = select.select([self._master], [], [], TRANSFER_S)
        return os.read(self._master, 4096) if ready else b""


class Pacer(Protocol):
    """The control channel of a paced twin process: ``hardware.twin.client.TwinControl``."""

    def step(self, now: int, rx: int | None = None) -> dict[str, int]:
        """Let time pass up to ``now`` once ``rx`` bytes in all have arrived; tell how many were sent (``tx_total``)."""

    def pending(self) -> dict[str, int]:
        """Tell the same without letting time pass."""


class PacedProcess:
    """A paced twin process as a stepped board: its port is opened with pyserial, its time moved by its control channel.

    >>> with start("grid", paced=True) as running:                           # doctest: +SKIP
    ...     board = PacedProcess(running.port, running.control)
    ...     table = Stepped(board, Link(ledger, seed=1), plugged=board.plugged)
    """

    def __init__(self, port: str, control: Pacer) -> None:
        self._name = port
        self._control = control
        self._port: Port | None = None
        self._written: int  # bytes in all, as the control channel counts them; known once the port is open
        self._read: int

    def plugged(self, is_open: bool) -> None:
        """Open or close the port; what was sent while it was closed is gone, as pyserial drops it when it opens."""
        if self._port is not None:
            self._port.close()
        self._port = open_port(self._name) if is_open else None
        totals = self._control.pending()
        self._written, self._read = totals["rx_total"], totals["tx_total"]

    def step(self, now: int, rx: bytes, take: int) -> tuple[int, bytes]:
        """Hand over ``rx``, let time pass, read all that the board has sent; with ``take`` 0 it stays where it is."""
        port = self._port
        if port is not None and rx:
            port.write(rx)
            self._written += len(rx)
        reply = self._control.step(now, self._written if port is not None else None)
        if port is None or not take:
            return reply["due"], b""
        sent = _all(reply["tx_total"] - self._read, lambda: port.read(TRANSFER_S))
        self._read += len(sent)
        return reply["due"], sent


def _all(size: int, read: Callable[[], bytes]) -> bytes:
    arrived = bytearray()
    while len(arrived) < size:
        piece = read()
        if not piece:
            raise TimeoutError("The pseudo-terminal did not deliver what was written to it.")
        arrived += piece
    return bytes(arrived)
