"""The readers of a table on SPI1: selected by the chain or a pin, asking through the scan or a pin."""

from dataclasses import replace

import pytest

from hardware.profiles import load
from hardware.twin.bus import Bus
from hardware.twin.devices import READER_SPI, Devices

VERSION = bytes((0x80 | 0x37 << 1, 0))


def devices(profile: str, reader: str) -> Devices:
    table = load(profile)
    return Devices(replace(table, pads=tuple(replace(pad, reader=reader) for pad in table.pads)))


def choose(board: Devices, pad: int) -> None:
    latch, count = board.profile.wiring.select_latch, -(-len(board.profile.pads) // 8)
    pattern = ((1 << 8 * count) - 1 ^ 1 << pad).to_bytes(count, "big")
    board.pin_set(latch, 1)
    board.spi_exchange(READER_SPI, pattern)
    for level in (0, 1, 0):
        board.pin_set(latch, level)


@pytest.mark.parametrize("pad", [0, 7, 8, 19])
def test_the_chain_selects_one_of_twenty(pad: int) -> None:
    board = devices("full", "mfrc522")
    choose(board, pad)
    assert board.spi_exchange(READER_SPI, VERSION)[1] == 0x92
    board.pin_set(board.profile.wiring.select_latch, 1)
    assert board.spi_exchange(READER_SPI, VERSION) == b"\xff\xff", "nobody is selected"
    assert board.readers.transfers == 1


def test_a_lone_reader_is_selected_by_its_pin_and_asks_on_another() -> None:
    board = devices("pocket", "pn532")
    wiring = board.profile.wiring
    board.pin_set(wiring.reader_select, 0)
    board.pin_set(wiring.reader_select, 1)
    board.now = 5
    turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in bytes.fromhex("010000ff02fed4022a00"))
    board.pin_set(wiring.reader_select, 0)
    board.spi_exchange(READER_SPI, turned)
    board.pin_set(wiring.reader_select, 1)
    assert board.pin_get(wiring.reader_irq) == 1
    board.now = 7
    assert board.pin_get(wiring.reader_irq) == 0


def test_irq_lines_come_behind_tiles_and_buttons() -> None:
    board = devices("full", "pn532")
    turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in bytes.fromhex("010000ff02fed4022a00"))
    for data in (b"\0", turned):
        choose(board, 9)
        board.spi_exchange(READER_SPI, data)
        board.pin_set(board.profile.wiring.select_latch, 1)
        board.now += 5
    bus = Bus(board)
    latch = board.profile.wiring.scan_latch
    for level in (0, 1):
        bus.carry_out(bytes((0x03, 2, 0, latch, level)))
    scan = bus.carry_out(bytes((0x81, 4, 0, 0, 0, board.profile.scan_bytes, 0)))
    assert scan[-3:] == b"\xff\xfd\xff"


def test_a_transfer_takes_its_time() -> None:
    board = devices("full", "mfrc522")
    board.now = 3
    choose(board, 0)
    assert board.readers.us == 3_000 + 3 * 8


def test_bench_pads_side_by_side_disturb_each_other() -> None:
    board = devices("full", "pn532")
    names = [pad.name for pad in board.profile.pads]
    near = {(names[one], names[other]) for one, other in board.readers.neighbours}
    assert ("seat1.bench.1", "seat1.bench.2") in near
    assert not any("play" in pair for pair in near)
    assert len(near) == 12
