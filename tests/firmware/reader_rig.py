"""One reader on virtual time: its driver over the bus and the model of its chip, without the scheduler."""

from random import Random

from firmware.card import BUSY, Card
from firmware.readers import make
from firmware.wire import PAD_DOWN
from hardware.twin.rfid.field import Field
from hardware.twin.rfid.tag import Tag
from tests.firmware.pad_rig import TICK, PadRig
from tests.firmware.protocol_page import promised

REST_MS = promised("REST_MS", "turns")
PATIENCE = 200  # ticks after which a driver is taken to hang


class ReaderRig:
    """``late`` is how many ticks each step comes late."""

    def __init__(self, reader: str) -> None:
        self.table = PadRig("pocket", reader)
        self.card = Card()
        self.driver = make(reader[0], self.table.wires, 0, self.card)
        self.late = 0

    @property
    def now(self) -> int:
        return self.table.now

    @property
    def field(self) -> Field:
        return self.table.readers.fields[0]

    @property
    def uid(self) -> bytes:
        return bytes(self.card.uid[1 : 1 + self.card.uid[0]])

    def put(self, tag: Tag) -> None:
        self.field.put(tag, self.table.readers.advance(self.now))

    def take(self, tag: Tag) -> None:
        self.field.take(tag, self.table.readers.advance(self.now))

    def reset(self, level: int) -> None:
        self.table.readers.reset(level, self.now)

    def step(self) -> int:
        """Let a tick pass, then do a micro-step."""
        table = self.table
        table.now += TICK * (1 + self.late)
        table.scan[:] = table.readers.irq_levels(len(table.scan), table.now)
        return int(self.driver.step(table.now))

    def finish(self) -> int:
        """Step until there is an outcome."""
        for _ in range(PATIENCE):
            outcome = self.step()
            if outcome != BUSY:
                return outcome
        raise AssertionError(f"The driver is still busy after {PATIENCE} ticks.")

    def set_up(self) -> int:
        """Bring the chip to life, and rest."""
        self.driver.set_up(self.now)
        outcome = self.finish()
        self.rest()
        return outcome

    def light(self) -> bool:
        """Begin a look; False if the reader is down."""
        self.driver.prepare(self.now)
        for _ in range(PATIENCE):
            if self.driver.is_prepared(self.now):
                self.driver.light(self.now)
                return True
            if self.step() == PAD_DOWN:
                return False
        raise AssertionError(f"The driver is not prepared after {PATIENCE} ticks.")

    def look(self) -> int:
        return self.finish() if self.light() else PAD_DOWN

    def read(self, page: int) -> int:
        self.driver.read(page, self.now)
        return self.finish()

    def write(self, page: int, data: bytes) -> int:
        self.card.data[:] = data
        self.driver.write(page, self.now)
        return self.finish()

    def recheck(self) -> int:
        outcome = int(self.driver.recheck(self.now))
        return outcome if outcome != BUSY else self.finish()

    def rest(self) -> None:
        """Wait until a tag has forgotten where it stood."""
        self.table.now += REST_MS

    def darken(self) -> None:
        """End a look, and rest."""
        self.driver.darken(self.now)
        for _ in range(PATIENCE):
            if self.driver.is_idle:
                break
            self.step()
        self.rest()
        assert self.driver.is_idle
        assert self.driver.is_dark


class Mangler:
    """Changes what comes back from a reader, now and then and in many ways; ``count`` is how often it did."""

    def __init__(self, seed: int, share: float) -> None:
        self.count = 0
        self._random = Random(seed)
        self._share = share

    def __call__(self, data: bytes) -> bytes:
        rng = self._random
        if rng.random() >= self._share:
            return data
        self.count += 1
        return rng.choice(
            (
                lambda: rng.randbytes(len(data)),
                lambda: b"\xff" * len(data),
                lambda: bytes(len(data)),
                lambda: bytes(byte ^ (1 << rng.randrange(8) if rng.random() < 0.1 else 0) for byte in data),
                lambda: data[1:] + data[:1],
                lambda: bytes((*data[:-1], data[-1] ^ 1)),
            )
        )()
