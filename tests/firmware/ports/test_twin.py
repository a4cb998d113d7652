"""The port of the simulated board: buses in the right order, nothing more."""

from pathlib import Path

from tests.firmware.rig import UID, Rig, settings


def test_it_latches_then_shifts_all_bytes_in(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings(tiles=3, buttons=1, irqs=2))
    rig.spi.closed[:] = bytes([1, 2, 4, 8, 16, 32])
    rig.port.scan()
    assert rig.levels == [0, 1]
    assert bytes(rig.port.inputs) == bytes(mask ^ 0xFF for mask in (1, 2, 4, 8, 16, 32))


def test_without_inputs_it_leaves_the_bus_alone(tmp_path: Path) -> None:
    rig = Rig(tmp_path, settings(tiles=0, buttons=0))
    rig.port.scan()
    assert (rig.levels, rig.spi.scans) == ([], 0)


def test_it_sends_exactly_what_it_is_told(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.port.send(bytearray(b"abcdef"), 4)
    assert rig.serial.writes == [b"abcd"]


def test_it_passes_the_chip_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path, boots=2)
    assert rig.port.uid() == UID
    assert rig.port.boots() == 3, "this start is counted"
    rig.port.set_boots(0)
    assert rig.chip.boots == 0
    assert rig.port.since(rig.port.micros()) >= 0


def test_it_reads_up_to_a_zero_and_drops_zeros_before_anything_else(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    buf = bytearray(20)
    rig.serial.rx += b"\0\0abc\0de\0fgh"
    assert rig.port.receive(buf, 0, 16) == 4
    assert buf[:4] == b"abc\0"
    assert rig.port.receive(buf, 2, 2) == 4, "no more than asked for"
    assert buf[:4] == b"abde"
    assert rig.port.receive(buf, 4, 16) == 5
    assert buf[:5] == b"abde\0"
    assert rig.port.receive(buf, 0, 16) == 3, "what there is"
    assert rig.port.receive(buf, 3, 16) == 3
