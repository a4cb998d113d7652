"""One PIO state machine of an RP2040, cycle by cycle (RP2040 datasheet, chapter 3), as far as it drives one pin.

It runs the words that the firmware's program was assembled to and yields the waveform at its side-set pin. IN, PUSH,
WAIT and IRQ are refused: a machine that drives lights has no use for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

CLOCK_HZ = 125_000_000
FIFO_WORDS = 4  # 3.2.1; 8 when joined
_MASK = 0xFFFFFFFF
_JMP, _OUT, _PULL, _MOV, _SET = 0, 3, 4, 5, 7


class PioError(Exception):
    """The program does something that the model does not know."""


@dataclass(frozen=True, slots=True)
class Program:
    """Words and the settings that go with them (3.5: side-set, wrap, shift direction, autopull)."""

    words: tuple[int, ...]
    wrap: tuple[int, int]
    side_bits: int
    shift_right: bool
    autopull: bool
    threshold: int
    freq: int
    join: bool = False
    side_optional: int = 0

    @classmethod
    def load(cls, raw: Mapping[str, object]) -> Program:
        """Check what the shim sent."""
        words, wrap = raw["words"], raw["wrap"]
        if not isinstance(words, list) or not isinstance(wrap, list) or not 1 <= len(words) <= 32:
            raise PioError("A PIO program has 1 to 32 words and a wrap.")
        freq = int(str(raw["freq"]))
        return cls(
            words=tuple(int(word) for word in words),
            wrap=(int(wrap[0]), int(wrap[1])),
            side_bits=int(str(raw["side_bits"])),
            shift_right=bool(raw["shift_right"]),
            autopull=bool(raw["autopull"]),
            threshold=int(str(raw["threshold"])) or 32,
            freq=CLOCK_HZ if freq < 0 else freq,
            join=raw.get("join") == 1,
            side_optional=int(bool(raw.get("side_optional"))),
        )

    @property
    def cycle_ns(self) -> float:
        """Length of one cycle. The divider has 16 whole and 8 fractional bits (3.5.5); MicroPython rounds it down."""
        divider = CLOCK_HZ * 256 // self.freq / 256
        return 1e9 * divider / CLOCK_HZ


class StateMachine:
    """Executes a `Program`; `level` is the side-set pin, `cycles` the time since it started."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fifo: deque[int] = deque()
        self.level = 0
        self.cycles = 0
        self.edges: list[tuple[int, int]] = []
        self.stalled = False
        self._pc = 0
        self._x = 0
        self._y = 0
        self._osr = 0
        self._shifted = 32  # 3.5.4: the OSR counts as empty at the start

    @property
    def state(self) -> tuple[int, int, int, int, bool]:
        """All that decides what the machine does next, apart from the FIFO and what is left in the OSR."""
        empty = self._shifted >= self.program.threshold
        return (self._pc, self._x, self._y, self.level, empty)

    def run_until_stalled(self, limit: int = 1_000_000) -> None:
        """Execute until the machine waits for data, at most `limit` instructions."""
        for _ in range(limit):
            self.step()
            if self.stalled:
                return
        raise PioError("The PIO program never waits for data.")

    def step(self) -> None:
        """One instruction with its delay, or one stalled cycle."""
        program = self.program
        word = program.words[self._pc]
        delay_bits = 5 - program.side_bits - program.side_optional
        field = word >> 8 & 31
        if program.side_bits and (field >> 4 or not program.side_optional):
            # 3.5.1: side-set takes effect at once, even when the instruction stalls
            self._drive(field >> delay_bits & 1)
        target = self._execute(word >> 13, word & 255)
        if target is None:
            self.stalled = True
            self.cycles += 1
            return
        self.stalled = False
        self.cycles += 1 + (field & (1 << delay_bits) - 1)
        self._pc = target

    def _next(self) -> int:
        first, last = self.program.wrap
        return first if self._pc == last else self._pc + 1

    def _execute(self, opcode: int, low: int) -> int | None:
        if opcode == _JMP:
            return low & 31 if self._condition(low >> 5) else self._next()
        if opcode == _OUT:
            return self._out(low >> 5, low & 31 or 32)
        if opcode == _PULL and low & 0x80:
            return self._pull(bool(low & 0x40), bool(low & 0x20))
        if opcode == _MOV:
            self._mov(low >> 5, low >> 3 & 3, low & 7)
            return self._next()
        if opcode == _SET:
            self._store(low >> 5, low & 31)
            return self._next()
        raise PioError(f"The twin's PIO does not know opcode {opcode}.")

    def _condition(self, code: int) -> bool:
        if code == 2:
            self._x, before = (self._x - 1) & _MASK, self._x
            return before != 0
        if code == 4:
            self._y, before = (self._y - 1) & _MASK, self._y
            return before != 0
        simple = {0: True, 1: self._x == 0, 3: self._y == 0, 5: self._x != self._y}
        if code == 7:
            return self._shifted < self.program.threshold
        if code not in simple:
            raise PioError("The twin's PIO has no input pin to jump on.")
        return simple[code]

    def _refill(self) -> bool:
        if not self.fifo:
            return False
        self._osr = self.fifo.popleft()
        self._shifted = 0
        return True

    def _out(self, target: int, count: int) -> int | None:
        # 3.5.4: with autopull an OUT on an empty OSR refills it and stalls until that was possible
        if self.program.autopull and self._shifted >= self.program.threshold and not self._refill():
            return None
        if self.program.shift_right:
            value = self._osr & (1 << count) - 1
            self._osr >>= count
        else:
            value = self._osr >> 32 - count
            self._osr = self._osr << count & _MASK
        self._shifted = min(32, self._shifted + count)
        self._store(target, value)
        return self._next()

    def _pull(self, if_empty: bool, block: bool) -> int | None:
        if if_empty and self._shifted < self.program.threshold:
            return self._next()
        if not self._refill():
            if block:
                return None
            self._osr, self._shifted = self._x, 0  # 3.4.7: an empty non-blocking PULL copies X
        return self._next()

    def _mov(self, target: int, operation: int, source: int) -> None:
        sources = {1: self._x, 2: self._y, 3: 0, 7: self._osr}
        if source not in sources:
            raise PioError("The twin's PIO cannot MOV from that source.")
        value = sources[source]
        if operation == 1:
            value = ~value & _MASK
        elif operation == 2:
            value = int(f"{value:032b}"[::-1], 2)
        self._store(target, value)

    def _store(self, target: int, value: int) -> None:
        if target == 1:
            self._x = value
        elif target == 2:
            self._y = value
        elif target not in (0, 3, 4):
            raise PioError("The twin's PIO cannot write to that destination.")

    def _drive(self, level: int) -> None:
        if level != self.level:
            self.level = level
            self.edges.append((self.cycles, level))


def fifo_words(data: bytes, size: int) -> bytes:
    """What DMA transfers of `size` bytes leave in a FIFO: narrow writes fill all lanes of the register (2.1.4)."""
    if size == 4:
        return data
    return b"".join(data[i : i + size] * (4 // size) for i in range(0, len(data), size))
