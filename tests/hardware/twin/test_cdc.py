"""MicroPython's USB serial: two FIFOs and their traps."""

from hardware.twin.cdc import RX_FIFO, RX_RING, TX_FIFO, CdcFifo


def test_bytes_pass_in_order() -> None:
    fifo = CdcFifo()
    assert fifo.write(b"abc") == 3
    assert fifo.take(2) == b"ab"
    assert fifo.take() == b"c"


def test_a_write_that_does_not_fit_is_cut_short_and_counted() -> None:
    fifo = CdcFifo()
    fifo.write(bytes(TX_FIFO - 2))
    assert fifo.write(b"abcd") == 2
    assert (fifo.overruns, fifo.lost) == (1, 2)
    assert fifo.take()[-2:] == b"ab"


def test_with_the_port_closed_the_oldest_bytes_are_overwritten() -> None:
    fifo = CdcFifo()
    fifo.closed()
    assert fifo.write(b"old" + bytes(TX_FIFO - 3)) == TX_FIFO
    assert fifo.write(b"new") == 3
    assert fifo.overruns == 0
    fifo.opened()
    assert fifo.take() == bytes(TX_FIFO - 3) + b"new"


def test_stale_bytes_survive_a_reopen_unless_the_version_clears_them() -> None:
    for clears, left in ((False, b"stale"), (True, b"")):
        fifo = CdcFifo(clears_on_close=clears)
        fifo.write(b"stale")
        fifo.closed()
        fifo.opened()
        assert fifo.take() == left


def test_the_host_waits_when_the_board_does_not_read() -> None:
    fifo = CdcFifo()
    assert fifo.feed(bytes(2000)) == RX_FIFO + RX_RING
    assert fifo.feed(b"x") == 0
    assert len(fifo.read(100)) == 100
    assert fifo.room == 100


def test_readinto_fills_what_there_is() -> None:
    fifo, buffer = CdcFifo(), bytearray(4)
    assert fifo.readinto(buffer) == 0
    fifo.feed(b"abcdef")
    assert (fifo.readinto(buffer), bytes(buffer)) == (4, b"abcd")
    assert (fifo.readinto(buffer), bytes(buffer)) == (2, b"efcd")
