"""The bus of the readers: what is driven in which order."""

from firmware.wires import Wires


class Spi:
    def __init__(self) -> None:
        self.log: list[object] = []

    def write(self, data: bytes) -> None:
        self.log.append(bytes(data))

    def write_readinto(self, out: memoryview, into: memoryview) -> None:
        self.log.append(("both", bytes(out)))
        into[:] = bytes(byte ^ 0xFF for byte in out)

    def pin(self, name: str):
        return lambda level: self.log.append((name, level))


def test_the_pattern_is_shifted_while_nobody_is_selected() -> None:
    spi = Spi()
    wires = Wires(20, spi, spi.pin("latch"), None, None, None, bytearray(3), 0)
    assert spi.log == [("latch", 1)]
    spi.log.clear()
    wires.data[:2] = b"\x12\x34"
    wires.exchange(9, 2)
    edges = [("latch", 0), ("latch", 1), ("latch", 0)]
    assert spi.log == [b"\xff\xfd\xff", *edges, ("both", b"\x12\x34"), ("latch", 1)]
    assert wires.data[:2] == b"\xed\xcb"
    assert wires.transfers == 1


def test_a_lone_reader_has_a_pin() -> None:
    spi = Spi()
    wires = Wires(1, spi, None, spi.pin("select"), None, lambda: True, bytearray(), 0)
    wires.exchange(0, 1)
    assert spi.log == [("select", 1), ("select", 0), ("both", b"\0"), ("select", 1)]
    assert wires.is_asking(0)


def test_irq_lines_are_low_when_a_reader_asks() -> None:
    scan = bytearray(b"\0\xff\xfb\xff")
    wires = Wires(20, Spi(), lambda level: None, None, None, None, scan, 1)
    assert [pad for pad in range(20) if wires.is_asking(pad)] == [10]
