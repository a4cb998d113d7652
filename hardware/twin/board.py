"""A simulated board: firmware on a runtime, device models on its buses, mechanics above them, one clock.

>>> from hardware.twin.board import Twin
>>> twin = Twin("grid")
>>> twin.set_reeds(12, 0b00010)
>>> due, sent = twin.step(0)
"""

from __future__ import annotations

from typing import Literal, Self

from hardware.profiles import load
from hardware.profiles.model import Profile
from hardware.twin.cards import Cards
from hardware.twin.cdc import TX_FIFO
from hardware.twin.cpython import CPythonRuntime
from hardware.twin.devices import Devices
from hardware.twin.mechanics import Mechanics
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.repl import Repl
from hardware.twin.runtime import CONFIG_FILE, Runtime, Stop, config_file
from hardware.twin.ws2812 import Colour

RuntimeName = Literal["cpython", "micropython"]
RUNTIMES: tuple[RuntimeName, ...] = ("cpython", "micropython")
TICK_MS = 2
TILE_MASK = 31

_CRASH = """
def _crash(*_):
    raise RuntimeError("injected")
board.lights.step = _crash
"""


class Twin:
    """One board and the table on top of it.

    Attributes:
        profile: the table.
        devices: the models on the board's pins; `devices.serial` counts overruns.
        mechanics: objects with magnets; what they close is joined with `set_reeds`.
        cards: tagged cards on the pads.
        runtime: what runs the firmware.
        state: "run", or "repl" or "loader" where the firmware has stopped.
        boots: how often the board has started.
        ticks: how many steps it has done.
    """

    def __init__(
        self,
        profile: Profile | str,
        runtime: RuntimeName = "cpython",
        seed: int = 0,
        *,
        name: str = "twin",
        now: int = 0,
    ) -> None:
        self.profile = load(profile) if isinstance(profile, str) else profile
        self.devices = Devices(self.profile, name, seed)
        self.devices.chip.flash[CONFIG_FILE] = config_file(self.profile)
        self.mechanics = Mechanics(self.profile, seed)
        self.cards = Cards(self.profile, self.devices.readers)
        self.state: Literal["run", "repl", "loader"] = "run"
        self.boots = 1
        self.ticks = 0
        self._repl: Repl | None = None
        self._raw = bytearray(len(self.profile.tiles))
        self._cut = bytearray(len(self.profile.tiles))
        self._closed = bytes(self._raw)
        self.now = now
        self.devices.boot_at = self.devices.now = now
        self.devices.on_tick = self._move_things
        self.runtime_name = runtime
        self.runtime: Runtime = _make(runtime, self.devices)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the runtime."""
        self.runtime.close()

    # ---- time ------------------------------------------------------------------------------------------------
    def step(self, now: int, rx: bytes = b"", take: int = TX_FIFO) -> tuple[int, bytes]:
        """Do one tick at `now`: the board gets `rx`; return when the next is due and what the host reads.

        `take` is how many bytes the host reads: 0 is a host that has stopped reading.
        """
        self.now = now
        self.ticks += 1
        self.cards.advance(now)
        closed = self.mechanics.reeds_at(now)
        if closed is not self._closed:  # at rest it is the same object again
            self._close_reeds(closed)
        if self.state != "run":
            return self._step_stopped(now, rx, take)
        due, sent = self.runtime.step(now, rx, take)
        if self.runtime.stop is not Stop.NONE:
            self._stopped(self.runtime.stop)
        elif self.devices.chip.starved(now):
            self.reboot()
        return due, sent

    def run(self, until: int, rx: bytes = b"") -> bytes:
        """Step every 2 ms from the last step on to `until`; return all that the board sent."""
        sent = bytearray()
        while self.now + TICK_MS <= until:
            sent += self.step(self.now + TICK_MS, rx)[1]
            rx = b""
        return bytes(sent)

    def _step_stopped(self, now: int, rx: bytes, take: int) -> tuple[int, bytes]:
        serial = self.devices.serial
        self.devices.now = now
        if self._repl is None:
            return now + TICK_MS, b""
        serial.feed(rx)
        for chunk in _chunks(self._repl.step(serial.read(serial.received))):
            serial.write(chunk)
        if self._repl.restart:
            self.reboot()
        return now + TICK_MS, serial.take(take)

    def _stopped(self, stop: Stop) -> None:
        if stop in (Stop.RESET, Stop.SOFT_RESET):
            self.reboot()
        elif stop is Stop.LOADER:
            self.state = "loader"
        else:
            self.state, self._repl = "repl", Repl()

    # ---- restarts --------------------------------------------------------------------------------------------
    def reboot(self) -> None:
        """Reset the board: flash and scratch registers survive."""
        self._restart(power=False)

    def power_cut(self) -> None:
        """Take the power away and give it back: only flash survives, and the lights are dark."""
        self.devices.line.power_off()
        self.devices.readers.power_cut(self.now)
        self._restart(power=True)

    def crash(self) -> None:
        """Make the firmware raise in its next tick."""
        self.runtime.evaluate(_CRASH)

    def _restart(self, *, power: bool) -> None:
        self.state, self._repl = "run", None
        self.boots += 1
        self.devices.chip.restart(power=power)
        self.devices.line.reset()
        self.devices.boot_at = self.now
        self.runtime.boot(self.now)

    # ---- the table -------------------------------------------------------------------------------------------
    def set_reeds(self, tile: int, mask: int) -> None:
        """Close exactly the reeds of `mask` on a tile, whatever lies there: for tests that need no magnets."""
        if not 0 <= tile < len(self._raw) or not 0 <= mask <= TILE_MASK:
            raise ValueError(f"Tiles are 0 to {len(self._raw) - 1}, reeds 0 to {TILE_MASK}.")
        self._raw[tile] = mask
        self._wire(tile)

    def cut_reeds(self, tile: int, mask: int = TILE_MASK) -> None:
        """Break the reeds of `mask` on a tile: they stay open, whatever lies there. 0 mends them."""
        self._cut[tile] = mask
        self._wire(tile)

    def stop_reader(self, pad: str | int, *, stopped: bool = True) -> None:
        """Take the power from the reader of a pad, or give it back."""
        index = self.profile.pad_named(pad).index if isinstance(pad, str) else pad
        self.devices.readers.models[index].reset(0 if stopped else 1, self.devices.readers.advance(self.now))

    def put_card(self, name: str, pad: str | int) -> None:
        """Lay a tagged card on a pad."""
        self.cards.put(name, pad, self.now)

    def tap_card(self, name: str, pad: str | int, ms: float) -> None:
        """Hold a tagged card to a pad for a moment."""
        self.cards.tap(name, pad, ms, self.now)

    def lift_card(self, name: str) -> None:
        """Take a card away from its pad."""
        self.cards.lift(name, self.now)

    def press(self, seat: int, answer: Literal["yes", "no"]) -> None:
        """Press a seat's button; seats count from 0."""
        self._button(seat, answer, pressed=True)

    def release(self, seat: int, answer: Literal["yes", "no"]) -> None:
        """Let a seat's button go."""
        self._button(seat, answer, pressed=False)

    def reeds(self) -> bytes:
        """The closed reeds as they are at the pins: one mask a tile, no debounce."""
        return bytes(~level & TILE_MASK for level in self.devices.chain.inputs[: len(self._raw)])

    def lights(self) -> list[Colour]:
        """What the lights show: red, green, blue as their own chips have decoded it."""
        self.devices.line.settle(1000 * self.devices.now)
        return list(self.devices.line.chain.colours)

    def stats(self) -> dict[str, int | str]:
        """Counters of the twin itself (those of the firmware are asked for over the wire)."""
        serial, chain, times = self.devices.serial, self.devices.line.chain, self.runtime.times
        return {
            "profile": self.profile.name,
            "runtime": self.runtime_name,
            "state": self.state,
            "now": self.now,
            "boots": self.boots,
            "rx_pending": serial.received,
            "tx_pending": serial.pending,
            "cdc_overruns": serial.overruns,
            "cdc_lost": serial.lost,
            "light_frames": chain.frames,
            "light_faults": chain.faults,
            "step_us": times.total_us,
            "bus_us": times.bus_us,
            "bus_calls": times.bus_calls,
        }

    def _move_things(self, now: int) -> None:
        self.now = now
        self.cards.advance(now)
        closed = self.mechanics.reeds_at(now)
        if closed is not self._closed:  # at rest it is the same object again
            self._close_reeds(closed)

    def _close_reeds(self, closed: bytes) -> None:
        self._closed = closed
        reeds = zip(closed, self._raw, self._cut, strict=True)
        self.devices.chain.inputs[: len(closed)] = bytes(~((a | b) & ~cut) & 0xFF for a, b, cut in reeds)

    def _wire(self, tile: int) -> None:
        closed = (self._closed[tile] | self._raw[tile]) & ~self._cut[tile]
        self.devices.chain.inputs[tile] = ~closed & 0xFF

    def _button(self, seat: int, answer: str, *, pressed: bool) -> None:
        for button in self.profile.buttons:
            if button.seat == seat and button.answer == answer:
                at, bit = self.profile.tile_bytes + button.byte, 1 << button.bit
                inputs = self.devices.chain.inputs
                inputs[at] = inputs[at] & ~bit if pressed else inputs[at] | bit
                return
        raise ValueError(f'Profile {self.profile.name} has no button "{answer}" at seat {seat}.')


def _make(name: RuntimeName, devices: Devices) -> Runtime:
    if name == "micropython":
        return MicroPythonRuntime(devices)
    if name == "cpython":
        return CPythonRuntime(devices)
    raise ValueError(f'There is no runtime "{name}": choose cpython or micropython.')


def _chunks(data: bytes) -> list[bytes]:
    return [data[i : i + 64] for i in range(0, len(data), 64)]
