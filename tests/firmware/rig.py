"""A bench for the firmware on CPython: plain buses in memory, and the host's side of the wire in a few lines."""

import struct
from pathlib import Path
from typing import Any

from firmware import config, wire
from firmware.app import Board
from firmware.ports.twin import Port
from tests.firmware.protocol_page import promised

UID = bytes(range(1, 9))
BOOT = 0x8C0FFEE5
SID = 7
TICK_MS = promised("TICK_MS", "app")


def settings(tiles: int = 10, buttons: int = 1, lights: int = 20, budget: int = 1000, **more: Any) -> dict[str, Any]:
    """A config as the board has it."""
    pins = {"scan_sck": 18, "scan_miso": 16, "scan_latch": 17, "lights": 22}
    counts = {"tiles": tiles, "buttons": buttons, "lights": lights, "budget": budget}
    return {**config.EMPTY, "profile": "test", "pins": pins, **counts, **more}


class Spi:
    """The shift registers: ``closed`` holds one mask a byte; a closed contact reads 0."""

    def __init__(self, size: int) -> None:
        self.closed = bytearray(size)
        self.scans = 0

    def readinto(self, buf: bytearray) -> None:
        self.scans += 1
        buf[:] = bytes(mask ^ 0xFF for mask in self.closed)


class Serial:
    """Both directions without limit; ``writes`` keeps what the board sent, write by write."""

    def __init__(self) -> None:
        self.rx = bytearray()
        self.writes: list[bytes] = []

    def readinto(self, buf: bytearray) -> int:
        data = self.rx[: len(buf)]
        buf[: len(data)] = data
        del self.rx[: len(data)]
        return len(data)

    def write(self, data: bytes) -> int:
        self.writes.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Everything sent since the last call."""
        data = b"".join(self.writes)
        self.writes.clear()
        return data


class Chip:
    """``resets`` lists the modes in which the board was told to start again."""

    def __init__(self, boots: int = 0, safe: bool = False) -> None:
        self.boots = boots
        self.resets: list[int] = []
        self._safe = safe

    def unique_id(self) -> bytes:
        return UID

    def random(self) -> int:
        return BOOT

    def cause(self) -> int:
        return wire.CAUSE_POWER

    def wants_safe(self) -> bool:
        return self._safe

    def remember(self, cause: int) -> None:
        self.told = cause

    def reset(self, mode: int) -> None:
        self.resets.append(mode)


class Rig:
    """A board on the bench. ``now`` is the time of the next tick."""

    def __init__(
        self,
        root: Path,
        config: dict[str, Any] | None = None,
        *,
        boots: int = 0,
        safe: bool = False,
        readers: Any = None,
        now: int = 0,
    ) -> None:
        self.config = config if config is not None else settings()
        self.spi = Spi(self.config["tiles"] + self.config["buttons"] + self.config["irqs"])
        self.serial = Serial()
        self.chip = Chip(boots, safe)
        self.frames: list[list[int]] = []
        self.now = now
        self.rid = 0
        self._rx = wire.Decoder()
        self._left = b""
        self.root = f"{root}/"
        self.port = Port(self.config, self.root, self.spi, self._latch, self._lights, self.serial, self.chip, readers)
        self.levels: list[int] = []
        self.board = Board(self.port, self.config)

    def _latch(self, level: int) -> None:
        self.levels.append(level)
        del self.levels[:-2]

    def _lights(self, frame: Any) -> None:
        self.frames.append(list(frame))

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            assert self.board.step(self.now) == self.now + TICK_MS
            self.now += TICK_MS

    def send(self, data: bytes) -> None:
        """Hand bytes to the board and give it the time to read and answer them."""
        self.serial.rx += data
        self.tick(len(data) // 12 + 12)

    def ask(self, kind: int, *fields: Any, rest: bytes = b"", sid: int = SID, rid: int = 0) -> list[tuple[Any, ...]]:
        """Send one frame; return the frames that came back, as (kind, sid, rid, fields…, rest)."""
        self.rid = self.rid % 255 + 1
        self.send(frame(kind, *fields, rest=rest, sid=sid, rid=rid or self.rid))
        return self.heard()

    def heard(self) -> list[tuple[Any, ...]]:
        """The frames that the board has sent since the last call."""
        return parse(self._rx, self.serial.take())

    def greet(self, sid: int = SID, next_seq: int = 1) -> list[tuple[Any, ...]]:
        """Open a session."""
        return self.ask(wire.HELLO, wire.PROTO, BOOT, next_seq, sid=sid)

    def colours(self) -> list[tuple[int, int, int]]:
        """What the lights show: red, green, blue of each."""
        return [decode(word) for word in self.frames[-1]]


def frame(kind: int, *fields: Any, rest: bytes = b"", sid: int = SID, rid: int = 1) -> bytes:
    """One frame as it goes over the wire."""
    tx = wire.Encoder()
    tx.begin(kind, sid, rid)
    tx.put(struct.pack(wire.FORMATS[kind], *fields) + rest)
    return tx.finish()


def raw_frame(kind: int, payload: bytes, sid: int = SID, rid: int = 1) -> bytes:
    """A frame with any payload."""
    tx = wire.Encoder()
    tx.begin(kind, sid, rid)
    tx.put(payload)
    return tx.finish()


def parse(rx: wire.Decoder, data: bytes) -> list[tuple[Any, ...]]:
    """The frames in ``data``, as (kind, sid, rid, fields…, rest)."""
    found, at = [], 0
    while at < len(data):
        at = rx.feed(data, at, len(data))
        if rx.length:
            raw = bytes(rx.raw[: rx.length - wire.TRAILER])
            layout = wire.FORMATS[raw[0]]
            size = wire.HEADER + struct.calcsize(layout)
            fields = struct.unpack_from(layout, raw, wire.HEADER)
            found.append((raw[0], raw[1], raw[2], *fields, raw[size:]))
    return found


def records(rest: bytes, t0: int) -> list[tuple[int, int, int, bytes]]:
    """The records of an EVENTS frame: (time, kind, src, data)."""
    found, at = [], 0
    while at < len(rest):
        head, src, low = rest[at], rest[at + 1], rest[at + 2] | rest[at + 3] << 8
        end = at + wire.RECORD + (head & 15)
        found.append((t0 + ((low - t0) & 0xFFFF), head >> 4, src, rest[at + wire.RECORD : end]))
        at = end
    return found


def decode(word: int) -> tuple[int, int, int]:
    """Red, green, blue of a word: G, R, B, most significant bit first, the first bit lowest."""
    bits = [word >> i & 1 for i in range(24)]
    green, red, blue = (int("".join(map(str, bits[i : i + 8])), 2) for i in (0, 8, 16))
    return red, green, blue
