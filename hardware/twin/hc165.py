"""A chain of 74HC165 shift registers (TI SN74HC165, SCLS116; the section names are the datasheet's).

Every reed, button and reader interrupt pulls its input to ground against a pull-up, so a closed contact is a 0 and a
spare input a 1. The register nearest the controller comes first on the wire, each with D7 first.

    >>> chain = Hc165Chain(2)
    >>> chain.inputs[0] = 0b11111110
    >>> chain.load(0); chain.load(1); chain.read(2).hex()
    'feff'
"""

from __future__ import annotations


class Hc165Chain:
    """`count` registers in series; `inputs` are the levels at their parallel inputs, bit k of a byte is Dk.

    Function table: SH/LD low loads all inputs whatever the clock does; on its rising edge they are frozen; then each
    rising edge of CLK, with CLK INH low, shifts towards QH. CLK INH is tied to ground on the tile, SER of the farthest
    register to the supply.
    """

    def __init__(self, count: int) -> None:
        self.inputs = bytearray(b"\xff" * count)
        self.sample_late = False  # SPI modes 1 and 2: the master samples on the falling edge, behind the shift
        self._count = count
        self._loading = True
        self._frozen = b"\xff" * count
        self._shifted = 0

    def load(self, level: int) -> None:
        """Drive SH/LD."""
        if level:
            if self._loading:
                self._frozen = bytes(self.inputs)
                self._shifted = 0
                self._loading = False
        else:
            self._loading = True

    @property
    def q(self) -> int:
        """Level at QH of the nearest register: what MISO sees."""
        if self._loading:
            return self.inputs[0] >> 7 if self._count else 1
        byte, bit = divmod(self._shifted, 8)
        return self._frozen[byte] >> 7 - bit & 1 if byte < self._count else 1

    def clock(self) -> None:
        """One rising edge of CLK."""
        if not self._loading:
            self._shifted += 1

    def read(self, size: int) -> bytes:
        """Clock `size` bytes out, most significant bit first, as an SPI master would."""
        if self._loading or self.sample_late or self._shifted % 8:
            return self.read_bits(size)
        first = self._shifted >> 3
        self._shifted += 8 * size
        data = self._frozen[first : first + size]
        return data if len(data) == size else data + b"\xff" * (size - len(data))

    def read_bits(self, size: int) -> bytes:
        """Do the same as `read` bit by bit: the definition that the short way must equal."""
        data = bytearray()
        for _ in range(size):
            byte = 0
            for _ in range(8):
                byte = byte << 1 | self._exchange()
            data.append(byte)
        return bytes(data)

    def _exchange(self) -> int:
        # With the master sampling on the rising edge it still sees the old level: QH follows tpd later
        # ("Switching characteristics", 15 ns or more; the master's hold time is 0).
        early = self.q
        self.clock()
        return self.q if self.sample_late else early
