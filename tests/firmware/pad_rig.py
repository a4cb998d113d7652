"""Pads on virtual time: the firmware's drivers and scheduler over the readers' models, without the rest of a board."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import NamedTuple

from firmware import wire
from firmware.pads import Pads
from firmware.ring import Ring
from firmware.wires import Wires
from hardware.profiles import load
from hardware.profiles.model import Profile
from hardware.twin.cards import Cards
from hardware.twin.faults import BusFault
from hardware.twin.readers import Readers
from hardware.twin.rfid.field import CLEAR, Conditions, Field
from tests.firmware.protocol_page import promised

TICK = 2
WORK = promised("WORK", "app")
READERS = ("pn532", "mfrc522")


def with_readers(name: str, reader: str, pads: int | None = None) -> Profile:
    """A profile all of whose pads, or the first few of them, have one kind of reader."""
    profile = load(name)
    return replace(profile, pads=tuple(replace(pad, reader=reader) for pad in profile.pads[:pads]))


class Slot(NamedTuple):
    """A field was on, from one time to another, in µs."""

    on: int
    off: int
    pad: int


class Lines:
    """SPI1 and the pins of the readers; ``mangle`` may change what comes back."""

    def __init__(self, rig: "PadRig") -> None:
        self.rig = rig
        self.mangle = None

    def write(self, data: bytes) -> None:
        self.rig.readers.exchange(bytes(data), self.rig.now)

    def write_readinto(self, out: memoryview, into: memoryview) -> None:
        try:
            answer = self.rig.readers.exchange(bytes(out), self.rig.now)
        except BusFault:
            if not self.mangle:
                raise
            answer = bytes(len(out))  # a status that was mangled may have said that there is something to read
        into[:] = self.mangle(answer) if self.mangle else answer


class PadRig:
    """``events`` are all records so far: (time, kind, src, data); ``slots`` all fields that were on."""

    def __init__(
        self,
        profile: str = "bench",
        reader: str = "pn532",
        conditions: Conditions = CLEAR,
        seed: int = 0,
        pads: int | None = None,
    ) -> None:
        self.profile = with_readers(profile, reader, pads)
        self.readers = Readers(self.profile, seed, conditions)
        self.cards = Cards(self.profile, self.readers)
        self.random = Random(seed)
        self.now = 0
        self.work = WORK  # for each tick
        self.lines = Lines(self)
        self.ring = Ring()
        self.events: list[tuple[int, int, int, bytes]] = []
        self.slots: list[Slot] = []
        for pad, field in enumerate(self.readers.fields):
            field.switch = self._watched(pad, field)
        config = self.profile.board_config()
        pads = len(self.profile.pads)
        self.scan = bytearray(b"\xff" * -(-pads // 8))
        self.state = bytearray(wire.PAD_BYTES * pads + wire.TAG_BYTES * wire.tag_table(pads))
        has_latch = self.profile.wiring.select_latch is not None
        self.wires = Wires(
            pads,
            self.lines,
            (lambda level: self.readers.latch(level, self.now)) if has_latch else None,
            None if has_latch else lambda level: self.readers.select(level, self.now),
            lambda level: self.readers.reset(level, self.now),
            None,
            self.scan,
            0,
        )
        self.pads = Pads(self.wires, config, self.state, 0, self.ring)

    def _watched(self, pad: int, field: Field) -> Callable[[bool, int], None]:
        plain = field.switch

        def switch(on: bool, now: int) -> None:
            if field.on and not on:
                self.slots.append(Slot(field.lit_at, now, pad))
            plain(on, now)

        return switch

    def step(self) -> None:
        """Do one tick."""
        self.now += TICK
        self.scan[:] = self.readers.irq_levels(len(self.scan), self.now)
        self.pads.step(self.now, self.work)
        while self.ring.tail < self.ring.head:
            record = bytes(self.ring.records(self.ring.tail, 1))
            self.events.append((self.now, record[0] >> 4, record[1], record[4:]))
            self.ring.tail += 1

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms // TICK):
            self.step()

    def settle(self) -> None:
        """Run until something is known of every pad."""
        while not all(self.pads.beliefs.what(pad) for pad in range(self.pads.count)):
            self.step()
            assert self.now < 30_000, "pads are not known after half a minute"

    def what(self, pad: int) -> int:
        return int(self.pads.beliefs.what(pad))

    def wait_for(self, pad: int, what: int, limit: int = 5_000) -> int:
        """Run until a pad is believed to be so; return how long that took."""
        begun = self.now
        while self.what(pad) != what:
            self.step()
            assert self.now - begun <= limit, f"pad {pad} is {self.what(pad)} after {limit} ms, not {what}"
        return self.now - begun

    def text(self, pad: int) -> str:
        """The text of the tag on a pad, as the state has it."""
        at = wire.PAD_BYTES * self.pads.count + wire.TAG_BYTES * self.pads.beliefs.entry(pad)
        return self.state[at + 11 : at + wire.TAG_BYTES].rstrip(b"\0").decode()

    def uid(self, pad: int) -> bytes:
        """The UID of the tag on a pad, as the state has it."""
        at = wire.PAD_BYTES * self.pads.count + wire.TAG_BYTES * self.pads.beliefs.entry(pad)
        return bytes(self.state[at + 1 : at + 1 + self.state[at]])

    def told(self, pad: int) -> list[int]:
        """What was told about a pad, in order."""
        return [data[0] for _, kind, src, data in self.events if kind == wire.PAD and src == pad]
