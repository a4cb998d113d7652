"""From memory to the lights: DMA feeds a PIO state machine, whose pin drives the WS2812 chain.

What a program does with a bit is taken from the PIO model once, at every position of a word and between all neighbours;
if the answer is always the same, frames are translated by table from then on. Any other program is run in full.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from random import Random

from hardware.twin.pio import FIFO_WORDS, PioError, Program, StateMachine
from hardware.twin.ws2812 import RESET_NS, Pulse, Ws2812Chain, decode_pulse

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_CONTEXTS = 8  # previous, own and next bit


@dataclass(frozen=True, slots=True)
class Coding:
    """How a program sends words: which of their bits, in which order, and the pulses for 0 and 1."""

    bits: int
    low_first: bool
    pulses: tuple[Pulse, Pulse]

    @property
    def bit_ns(self) -> int:
        """The longer of the two bits."""
        return max(sum(pulse) for pulse in self.pulses)

    def stream(self, words: bytes) -> bytes:
        """The bits of little-endian 32-bit words in the order in which they leave, eight to a byte."""
        count = self.bits // 8
        lanes = range(count) if self.low_first else range(3, 3 - count, -1)
        out = bytearray(len(words) // 4 * count)
        for place, lane in enumerate(lanes):
            out[place::count] = words[lane::4]
        return bytes(out.translate(_REVERSED) if self.low_first else out)


NOMINAL = Coding(24, True, ((300, 950), (650, 600)))
"""A board without PIO: words as `firmware.ports` defines them, in the middle of the datasheet's limits."""


def waveform(program: Program, words: list[int]) -> list[Pulse]:
    """Run `words` through the program and return a pulse for each bit; the last low lasts for a reset."""
    machine = StateMachine(program)
    machine.run_until_stalled()
    machine.fifo.extend(words)
    machine.run_until_stalled(1000 * len(words) + 1000)
    ns = program.cycle_ns
    times = [round(cycle * ns) for cycle, _level in machine.edges]
    ups, downs = times[0::2], times[1::2]
    ends = [*ups[1:], downs[-1] + RESET_NS if downs else 0]
    return [(down - up, end - down) for up, down, end in zip(ups, downs, ends, strict=True)]


@cache
def coding_of(program: Program) -> Coding | None:
    """Find out how a program sends its bits; None if that cannot be put into a table."""
    bits, low_first = program.threshold, program.shift_right
    if bits % 8 or not program.autopull:
        return None
    rng = Random(0)
    words = [rng.getrandbits(32) for _ in range(64)]
    sent = [word >> (i if low_first else 31 - i) & 1 for word in words for i in range(bits)]
    try:
        pulses = waveform(program, words)
    except (PioError, ValueError):
        return None
    if len(pulses) != len(sent):
        return None
    kinds = _kinds(sent, pulses, bits)
    return Coding(bits, low_first, kinds) if kinds else None


def _kinds(sent: list[int], pulses: list[Pulse], bits: int) -> tuple[Pulse, Pulse] | None:
    """The one pulse for 0 and the one for 1, if every position and every pair of neighbours gives the same."""
    found: dict[int, Pulse] = {}
    contexts = set()
    for at in range(1, len(sent) - 1):  # the last low has no end
        if found.setdefault(sent[at], pulses[at]) != pulses[at]:
            return None
        contexts.add((at % bits, sent[at - 1], sent[at], sent[at + 1]))
    if len(contexts) != bits * _CONTEXTS:
        return None
    return found[0], found[1]


class LightLine:
    """One chain of lights with what drives it; times are microseconds of the virtual clock."""

    def __init__(self, count: int) -> None:
        self.chain = Ws2812Chain(count)
        self.program: Program | None = None
        self._coding: Coding | None = NOMINAL
        self._bad = _bad_bits(NOMINAL)
        self._dma_end = 0.0
        self._line_end = 0.0
        self._waiting = False

    def load(self, program: Program) -> None:
        """Give the state machine its program."""
        self.program = program
        self._coding = coding_of(program)
        if self._coding:
            self._bad = _bad_bits(self._coding)

    def start(self, words: bytes, now_us: int) -> None:
        """Send little-endian 32-bit words; behind a low shorter than a reset they only prolong the frame before."""
        self.settle(now_us)
        coding = self._coding
        if coding and self._bad is not None:
            data, ns = coding.stream(words), coding.bit_ns * coding.bits
            self.chain.receive_bytes(data)
            if self._bad:
                self.chain.faults += self._faults(data)
        else:
            assert self.program is not None
            pulses = waveform(self.program, list(struct.unpack(f"<{len(words) // 4}I", words)))
            self.chain.receive(pulses)
            ns = sum(high + low for high, low in pulses[:-1]) * 4 // max(1, len(words))
        self._time(now_us, len(words) // 4, ns / 1000)

    def busy(self, now_us: int) -> bool:
        """Whether the DMA channel still has words to hand over."""
        return now_us < self._dma_end

    def settle(self, now_us: int) -> None:
        """Let the lights latch if the line has been low for long enough."""
        if self._waiting and now_us >= self._line_end + RESET_NS / 1000:
            self._waiting = False
            self.chain.idle(RESET_NS)

    def reset(self) -> None:
        """The controller restarts: DMA and state machine stop, the lights keep what they show."""
        self._dma_end = self._line_end = 0.0

    def power_off(self) -> None:
        """The lights lose their supply and what they showed."""
        self.chain = Ws2812Chain(self.chain.count)
        self._waiting = False
        self.reset()

    def _time(self, now_us: int, words: int, word_us: float) -> None:
        self._line_end = max(float(now_us), self._line_end) + words * word_us
        depth = 2 * FIFO_WORDS if self.program and self.program.join else FIFO_WORDS
        self._dma_end = max(float(now_us), self._line_end - depth * word_us)
        self._waiting = True

    def _faults(self, data: bytes) -> int:
        ones = int.from_bytes(data, "big").bit_count()
        zeros = 8 * len(data) - ones
        bad = self._bad or frozenset()
        return zeros * (0 in bad) + ones * (1 in bad)


def _bad_bits(coding: Coding) -> frozenset[int] | None:
    """The bits whose pulses break the datasheet; None if a light would read them the wrong way round."""
    bad = set()
    for sent, pulse in enumerate(coding.pulses):
        bit, good = decode_pulse(pulse)
        if bit != sent:
            return None
        if not good:
            bad.add(bit)
    return frozenset(bad)
