"""One simulated board as a process of its own: a serial port, a control channel, and a tick every 2 ms.

`deadfall board twin` calls `serve`; tests and other programs start it through `hardware.twin.client`.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hardware.twin.board import TICK_MS, RuntimeName, Twin
from hardware.twin.cdc import TX_FIFO
from hardware.twin.channel import Channel, Client
from hardware.twin.control import Control, ControlError, Reply, whole
from hardware.twin.phrases import Request
from hardware.twin.ports import HAS_PTY, Cable, open_port

MAX_STEP_MS = 600_000
RX_WAIT_S = 5.0
_CHANNEL, _WAKE = "channel", "wake"


class Process:
    """The loop: a single thread that serves the port, the control channel and the clock.

    Live, time is the wall's. Paced, it stands still until a `step` request moves it. `is_interrupted` tells whether
    Ctrl-C ended it.
    """

    def __init__(
        self,
        twin: Twin,
        *,
        link: Path | None = None,
        sockets: bool = not HAS_PTY,
        control: Path | None = None,
        paced: bool = False,
    ) -> None:
        self.twin = twin
        self._link, self._sockets, self._paced = link, sockets, paced
        self._channel = Channel(control)
        self._wake, self._waker = socket.socketpair()
        self._selector = selectors.SelectSelector()  # epoll would round the 2 ms up to whole milliseconds
        self._selector.register(self._channel, selectors.EVENT_READ, _CHANNEL)
        self._selector.register(self._wake, selectors.EVENT_READ, _WAKE)
        self._cable: Cable | None = None
        self._ending = False
        self.is_interrupted = False
        self._plug()
        self._control = Control(
            twin,
            {
                "step": self._step_to,
                "pending": self._pending,
                "unplug": self._unplug,
                "replug": self._replug,
                "quit": self._quit,
            },
        )

    @property
    def address(self) -> str:
        """What a serial program opens."""
        return self._cable.port.address if self._cable else ""

    @property
    def control_address(self) -> str:
        """The path of the control channel's socket."""
        return self._channel.address

    def end(self) -> None:
        """Ask the loop to end; safe from a signal handler or another thread."""
        self._ending = True
        with suppress(OSError):
            self._waker.send(b"x")

    def run(self) -> None:
        """Serve until asked to end."""
        began = time.monotonic()
        due = 0.0
        while not self._ending:
            wait = None if self._paced else max(0.0, began + due / 1000 - time.monotonic())
            self._serve(wait)
            now = int(1000 * (time.monotonic() - began))
            if not self._paced and now >= due:
                self._tick(now)
                due += TICK_MS
                if now > due:  # late: a board does not catch up on ticks that it missed
                    due = now - now % TICK_MS + TICK_MS

    def close(self) -> None:
        """Close everything."""
        if self._cable:
            self._cable.port.close()
        for key in list(self._selector.get_map().values()):
            if isinstance(key.data, Client):
                key.data.close()
        for end in (self._channel, self._wake, self._waker):
            end.close()
        self._selector.close()

    # ---- the loop ----------------------------------------------------------------------------------------------
    def _serve(self, wait: float | None) -> None:
        for key, _events in self._selector.select(wait):
            if key.data == _CHANNEL:
                if client := self._channel.accept():
                    self._selector.register(client.connection, selectors.EVENT_READ, client)
            elif not isinstance(key.data, Client):
                self._wake.recv(64)
            elif not key.data.serve(self._control.handle):
                self._selector.unregister(key.data.connection)
                self._channel.drop(key.data)

    def _tick(self, now: int) -> None:
        cable, room = self._cable, self.twin.devices.serial.room
        if cable is None:
            self.twin.step(now, b"", 0)
            return
        stuck = cable.waiting[1] > 0
        _due, sent = self.twin.step(now, cable.take(room), 0 if stuck else TX_FIFO)
        if sent or stuck:
            cable.give(sent)

    # ---- requests to the process -----------------------------------------------------------------------------
    def _step_to(self, request: Request) -> Reply:
        """Let virtual time pass up to `now`, tick by tick, once `rx` bytes in all have come from the host."""
        if not self._paced:
            raise ControlError("Only a paced twin can be stepped; this one follows the wall clock.")
        until, now = whole(request, "now"), self.twin.now
        if not now <= until <= now + MAX_STEP_MS:
            raise ControlError(f"Time goes forwards: it is {now} ms, and at most 10 minutes in one step.")
        if "rx" in request and self._cable and not self._cable.wait_for(whole(request, "rx"), RX_WAIT_S):
            raise ControlError(f"Only {self._cable.received} bytes have come from the host.")
        while now < until:
            now = min(now + TICK_MS, until)
            self._tick(now)
        return {"now": now, "due": now + TICK_MS, **self._pending(request)}

    def _pending(self, request: Request) -> Reply:
        serial, cable = self.twin.devices.serial, self._cable
        inbox, outbox = cable.waiting if cable else (0, 0)
        totals = {"rx_total": cable.received, "tx_total": cable.sent} if cable else {"rx_total": 0, "tx_total": 0}
        return {"rx_pending": serial.received + inbox, "tx_pending": serial.pending + outbox, **totals}

    def _unplug(self, request: Request) -> None:
        if self._cable:
            self._cable.port.close()
            self._cable = None
            self.twin.devices.serial.closed()
        if request.get("power"):
            self.twin.power_cut()

    def _replug(self, request: Request) -> Reply:
        if not self._cable:
            self._plug()
        return {"port": self.address}

    def _plug(self) -> None:
        self._cable = Cable(open_port(self._link, sockets=self._sockets))
        self.twin.devices.serial.opened()

    def _quit(self, request: Request) -> None:
        self._ending = True


@contextmanager
def _signals(process: Process) -> Iterator[None]:
    names = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]

    def end(number: int, frame: object) -> None:
        process.is_interrupted = number == signal.SIGINT
        process.end()

    before = {name: signal.signal(name, end) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _watch_parent(process: Process) -> None:
    """End when stdin does: whoever started this twin has gone."""

    def watch() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        process.end()

    threading.Thread(target=watch, daemon=True).start()


def serve(
    profile: str = "grid",
    runtime: RuntimeName = "cpython",
    *,
    seed: int = 0,
    name: str = "twin",
    link: Path | None = None,
    sockets: bool = not HAS_PTY,
    control: Path | None = None,
    paced: bool = False,
    until_stdin_ends: bool = False,
    ready: Callable[[str, str], None] | None = None,
    say: Callable[[str], None] = print,
) -> bool:
    """Run one board until SIGTERM, Ctrl-C or a `quit` request; return whether it was Ctrl-C.

    `link` and `control` are stable names for the port and for the control channel. `ready` gets the addresses of both;
    without it they are said to the person through `say`. Raises RuntimeMissing if the runtime cannot be started.
    """
    with Twin(profile, runtime, seed, name=name) as twin:
        process = Process(twin, link=link, sockets=sockets, control=control, paced=paced)
        try:
            if until_stdin_ends:
                _watch_parent(process)
            with _signals(process):
                if ready:
                    ready(process.address, process.control_address)
                else:
                    say(f"Board {name} ({profile}, {runtime}) is at {process.address}.")
                    say(f"Its control channel is at {process.control_address}; Ctrl-C ends it.")
                process.run()
            return process.is_interrupted
        finally:
            process.close()
