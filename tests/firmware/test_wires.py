"""The bus of the readers: what is driven in which order."""

from firmware.wires import Wires
from tests.firmware.protocol_page import promised


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


def test_commands_are_told_one_by_one_each_behind_its_pattern() -> None:
    spi = Spi()
    wires = Wires(9, spi, spi.pin("latch"), None, None, None, bytearray(2), 0)
    spi.log.clear()
    wires.tell(8, (b"\x02\x0f", b"\x28\x83"))
    edges = [("latch", 0), ("latch", 1), ("latch", 0)]
    once = [b"\xfe\xff", *edges]
    assert spi.log == [*once, b"\x02\x0f", ("latch", 1), *once, b"\x28\x83", ("latch", 1)]
    assert wires.transfers == 2


def test_a_lone_reader_is_told_between_two_edges_of_its_pin() -> None:
    spi = Spi()
    wires = Wires(1, spi, None, spi.pin("select"), None, None, bytearray(b"\xff"), 0)
    spi.log.clear()
    wires.tell(0, (b"\x02\x0f", b"\x28\x83"))
    expected = [("select", 0), b"\x02\x0f", ("select", 1), ("select", 0), b"\x28\x83", ("select", 1)]
    assert spi.log == expected
    assert wires.transfers == 2
    assert not wires.is_asking(0)


def test_what_is_asked_comes_back_in_the_same_place_whatever_its_length() -> None:
    longest = promised("BUFFER", "wires")
    wires = Wires(1, Spi(), None, lambda level: None, None, None, bytearray(1), 0)
    for n in (*range(1, longest + 1), longest, 1):
        request = bytes(range(n))
        wires.ask(0, request)
        assert bytes(wires.data[:n]) == bytes(byte ^ 0xFF for byte in request)
        assert bytes(wires.part(n // 2, n - n // 2)) == bytes(byte ^ 0xFF for byte in request[n // 2 :])
    assert len(wires.data) == longest
    assert wires.transfers == longest + 2


def test_each_pad_has_a_pattern_of_its_own() -> None:
    """One bit is low: that of the pad, counted from the register that is nearest, which is shifted in last."""
    for pads in (1, 8, 9, 20, 64):
        spi = Spi()
        wires = Wires(pads, spi, spi.pin("latch"), None, None, None, bytearray(8), 0)
        for pad in range(pads):
            spi.log.clear()
            wires.exchange(pad, 1)
            pattern = spi.log[0]
            assert isinstance(pattern, bytes)
            assert len(pattern) == -(-pads // 8)
            assert int.from_bytes(pattern, "big") ^ (1 << 8 * len(pattern)) - 1 == 1 << pad
