"""A whole board with readers: the bench for the firmware over the models of their chips."""

from pathlib import Path
from typing import Any

from hardware.twin.cards import Cards
from hardware.twin.readers import Readers
from tests.firmware.pad_rig import with_readers
from tests.firmware.rig import Rig


class Bus:
    """What a port wants of the readers."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers
        self.now = 0

    def write(self, data: bytes) -> None:
        self.readers.exchange(bytes(data), self.now)

    def write_readinto(self, out: memoryview, into: memoryview) -> None:
        into[:] = self.readers.exchange(bytes(out), self.now)

    def latch(self, level: int) -> None:
        self.readers.latch(level, self.now)

    def reset(self, level: int) -> None:
        self.readers.reset(level, self.now)


class TableRig(Rig):
    """A table of a profile, with one kind of reader."""

    def __init__(self, root: Path, reader: str = "pn532", profile: str = "grid", **more: Any) -> None:
        self.profile = with_readers(profile, reader)
        self.readers = Readers(self.profile)
        self.cards = Cards(self.profile, self.readers)
        self.bus = Bus(self.readers)
        super().__init__(root, self.profile.board_config(), readers=self.bus, **more)

    def tick(self, count: int = 1) -> None:
        irqs = self.config["irqs"]
        for _ in range(count):
            self.bus.now = self.now
            levels = self.readers.irq_levels(irqs, self.now)
            self.spi.closed[len(self.spi.closed) - irqs :] = bytes(level ^ 0xFF for level in levels)
            super().tick()

    def wait_for(self, pad: int, what: int) -> None:
        """Run until a pad is believed to be so."""
        for _ in range(3_000):
            if self.board.pads.beliefs.what(pad) == what:
                return
            self.tick()
        raise AssertionError(f"pad {pad} is never {what}")
