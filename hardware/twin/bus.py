"""The bus operations that the shims of `machine` and `rp2` send, carried out on the device models.

`shims/_bus.py` lists the codes; an operation is u8 code, u16 length, data, little-endian.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable

from hardware.twin.devices import Devices
from hardware.twin.faults import BusFault
from hardware.twin.pio import PioError, Program

DMA_START = 0x07


class Bus:
    """Carries out frames of operations; the answer is that of the last one, empty if it has none."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self._table: dict[int, Callable[[bytes], bytes]] = {
            0x01: self._tick,
            0x02: self._nothing,
            0x03: self._pin_set,
            0x04: self._spi_init,
            0x05: self._pio_program,
            0x06: self._nothing,
            DMA_START: self._dma_start,
            0x08: self._wdt_start,
            0x09: self._wdt_feed,
            0x0B: self._scratch_set,
            0x0C: self._nothing,
            0x0D: self._spi_send,
            0x0F: self._nothing,
            0x80: self._pin_get,
            0x81: self._spi_read,
            0x82: self._spi_write,
            0x83: self._dma_busy,
            0x84: self._scratch_get,
            0x85: self._unique_id,
            0x86: self._reset_cause,
            0x87: self._random,
        }

    def carry_out(self, operations: bytes) -> bytes:
        """Do them in order."""
        answer = b""
        at, end = 0, len(operations)
        while at < end:
            code = operations[at]
            size = operations[at + 1] | operations[at + 2] << 8
            stop = at + 3 + size
            if code == DMA_START:
                count = operations[at + 5] | operations[at + 6] << 8
                stop += count << (operations[at + 7] >> 2 & 3)
            action = self._table.get(code)
            if action is None or stop > end:
                raise BusFault(f"The twin has no bus operation 0x{code:02x} of that length.")
            answer = action(operations[at + 3 : stop])
            at = stop
        return answer

    def _nothing(self, data: bytes) -> bytes:
        return b""

    def _tick(self, data: bytes) -> bytes:
        self._devices.tick(self._devices.boot_at + int.from_bytes(data, "little"))
        return b""

    def _pin_set(self, data: bytes) -> bytes:
        self._devices.pin_set(data[0], data[1])
        return b""

    def _pin_get(self, data: bytes) -> bytes:
        return bytes((self._devices.pin_get(data[0]),))

    def _spi_init(self, data: bytes) -> bytes:
        self._devices.spi_mode(data[0], data[1], data[2])
        return b""

    def _spi_read(self, data: bytes) -> bytes:
        return self._devices.spi_exchange(data[0], data[1:2] * (data[2] | data[3] << 8))

    def _spi_write(self, data: bytes) -> bytes:
        return self._devices.spi_exchange(data[0], data[1:])

    def _spi_send(self, data: bytes) -> bytes:
        self._devices.spi_exchange(data[0], data[1:])
        return b""

    def _pio_program(self, data: bytes) -> bytes:
        try:
            raw = json.loads(data[1:])
            self._devices.pio_program(Program.load(raw), raw.get("side_base"))
        except (ValueError, KeyError, TypeError, PioError) as error:
            raise BusFault(f"The PIO program cannot be used: {error}") from error
        return b""

    def _dma_start(self, data: bytes) -> bytes:
        ctrl = int.from_bytes(data[4:8], "little")
        self._devices.dma_start(data[1], ctrl, data[8:])
        return b""

    def _dma_busy(self, data: bytes) -> bytes:
        return bytes((self._devices.lights_busy(),))

    def _wdt_start(self, data: bytes) -> bytes:
        self._devices.chip.start_watchdog(int.from_bytes(data, "little"), self._devices.now)
        return b""

    def _wdt_feed(self, data: bytes) -> bytes:
        self._devices.chip.feed_watchdog(self._devices.now)
        return b""

    def _scratch_set(self, data: bytes) -> bytes:
        self._devices.chip.scratch[data[0]] = int.from_bytes(data[1:5], "little")
        return b""

    def _scratch_get(self, data: bytes) -> bytes:
        return struct.pack("<I", self._devices.chip.scratch[data[0]])

    def _unique_id(self, data: bytes) -> bytes:
        return self._devices.chip.uid

    def _reset_cause(self, data: bytes) -> bytes:
        return bytes((self._devices.chip.cause,))

    def _random(self, data: bytes) -> bytes:
        return self._devices.chip.random.randbytes(data[0])
