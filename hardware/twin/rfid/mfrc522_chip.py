"""What is behind the bus of an MFRC522 (NXP, document 112139; the section numbers are the datasheet's)."""

from __future__ import annotations

from collections.abc import Callable

from hardware.twin.faults import BusFault
from hardware.twin.rfid.air import Frame, crc, tx_us
from hardware.twin.rfid.field import Field, Reception
from hardware.twin.rfid.mfrc522_registers import PRESETS, READ_ONLY, RESERVED, RESET, Command, Error, Irq, Reg
from hardware.twin.rfid.mfrc522_timer import Timer

FIFO = 64
COLL_POSITIONS = 32
_CRC_IRQ = 0x04
_CRC_ENABLE = 0x80
_START_SEND = 0x80
_FORCE_100_ASK = 0x40
_ANTENNA = 0x03
_POWER_DOWN = 0x10
_AUTO = 0x80
_AUTO_RESTART = 0x10
_VALUES_AFTER_COLL = 0x80
_COLL_POS_INVALID = 0x20
# 10.3: the model has no use for these.
_REFUSED = {
    Command.MEM: "its internal buffer",
    Command.RANDOM_ID: "random IDs",
    Command.MF_AUTHENT: "MIFARE Classic authentication",
}


class Chip:
    """Registers, FIFO, CRC coprocessor, timer and the contactless unit, over a field."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._exchange: Reception | None = None
        self._writes: dict[int, Callable[[int, int], None]] = {
            Reg.COMMAND: self._write_command,
            Reg.COM_IRQ: self._write_com_irq,
            Reg.DIV_IRQ: self._write_div_irq,
            Reg.STATUS2: self._write_status2,
            Reg.FIFO_DATA: self._write_fifo,
            Reg.FIFO_LEVEL: self._write_fifo_level,
            Reg.CONTROL: self._write_control,
            Reg.BIT_FRAMING: self._write_bit_framing,
            Reg.COLL: self._write_coll,
            Reg.TX_CONTROL: self._write_tx_control,
        }
        self._reads: dict[int, Callable[[int], int]] = {
            Reg.STATUS1: self._read_status1,
            Reg.FIFO_DATA: self._read_fifo,
            Reg.FIFO_LEVEL: lambda now: len(self._fifo),
            Reg.T_COUNTER_H: lambda now: self._timer.count(now) >> 8,
            Reg.T_COUNTER_L: lambda now: self._timer.count(now) & 0xFF,
        }
        self.restart(0)

    def read(self, address: int, now: int) -> int:
        """Read a register."""
        action = self._reads.get(address)
        return action(now) if action else self._regs[address]

    def write(self, address: int, value: int, now: int) -> None:
        """Write a register; what cannot be written stays as it is."""
        if address in READ_ONLY or address in RESERVED:
            return
        action = self._writes.get(address)
        if action:
            action(value, now)
        else:
            self._regs[address] = value

    def pulls_low(self) -> bool:
        """Whether the IRQ pin is low; IRqInv, set after a reset, makes it low when there is something (9.3.1.3)."""
        return self._asks() == bool(self._regs[Reg.COM_IEN] & 0x80)

    def next_event(self) -> int | None:
        """When a frame ends, an answer begins or ends, or the timer reaches zero."""
        return min((at for at in self._times() if at is not None), default=None)

    # ---- registers -------------------------------------------------------------------------------------------
    def _write_command(self, value: int, now: int) -> None:
        if value & _POWER_DOWN:
            raise BusFault("The model of the MFRC522 has no soft power-down (CommandReg bit 4).")
        self._regs[Reg.COMMAND] = value & 0x20 | self._regs[Reg.COMMAND] & 0x0F
        command = value & 0x0F
        if command in _REFUSED:
            raise BusFault(f"The model of the MFRC522 has no {_REFUSED[Command(command)]} (command 0x{command:x}).")
        if command == Command.SOFT_RESET:
            self.restart(now)
        elif command != Command.NO_CHANGE:
            self._start(command, now)

    def _start(self, command: int, now: int) -> None:
        self._regs[Reg.COMMAND] = self._regs[Reg.COMMAND] & 0xF0 | command
        if command != Command.RECEIVE:  # which may follow Transmit while the answer is on its way
            self._exchange = None
        self._crc = PRESETS[self._regs[Reg.MODE] & 3]
        if command == Command.CALC_CRC:
            self._feed_crc()
        elif command == Command.TRANSMIT:
            self._send(now)

    @property
    def _command(self) -> int:
        return self._regs[Reg.COMMAND] & 0x0F

    def _write_com_irq(self, value: int, now: int) -> None:
        self._regs[Reg.COM_IRQ] = _marked(self._regs[Reg.COM_IRQ], value, 0x7F)

    def _write_div_irq(self, value: int, now: int) -> None:
        self._regs[Reg.DIV_IRQ] = _marked(self._regs[Reg.DIV_IRQ], value, 0x14)

    def _write_status2(self, value: int, now: int) -> None:
        # MFCrypto1On can only be cleared by software (9.3.1.9), and nothing here sets it.
        self._regs[Reg.STATUS2] = value & 0xC0

    def _write_fifo(self, value: int, now: int) -> None:
        if len(self._fifo) == FIFO:
            self._fail(Error.BUFFER)
            return
        self._fifo.append(value)
        self._watch_level()
        if self._command == Command.CALC_CRC:
            self._feed_crc()

    def _read_fifo(self, now: int) -> int:
        value = self._fifo.pop(0) if self._fifo else 0
        self._watch_level()
        return value

    def _write_fifo_level(self, value: int, now: int) -> None:
        if value & 0x80:
            self._fifo.clear()
            self._regs[Reg.ERROR] &= ~Error.BUFFER  # 9.3.1.11, FlushBuffer

    def _write_control(self, value: int, now: int) -> None:
        if value & 0x80:
            self._timer.stop(now)
        if value & 0x40:
            self._start_timer(now)

    def _write_bit_framing(self, value: int, now: int) -> None:
        self._regs[Reg.BIT_FRAMING] = value
        if value & _START_SEND and self._command == Command.TRANSCEIVE:
            self._send(now)

    def _write_coll(self, value: int, now: int) -> None:
        self._regs[Reg.COLL] = value & _VALUES_AFTER_COLL | self._regs[Reg.COLL] & 0x7F

    def _write_tx_control(self, value: int, now: int) -> None:
        self._regs[Reg.TX_CONTROL] = value
        # The coil hangs between TX1 and TX2: with one of them alone a tag gets too little.
        self._field.switch(value & _ANTENNA == _ANTENNA, now)

    def _read_status1(self, now: int) -> int:
        ready = 0x20 if self._regs[Reg.DIV_IRQ] & _CRC_IRQ else 0
        zero = 0x40 if self._crc == 0 else 0
        running = 0x08 if self._timer.due is not None else 0
        return zero | ready | (0x10 if self._asks() else 0) | running | self._alerts()

    # ---- interrupts ------------------------------------------------------------------------------------------
    def _asks(self) -> bool:
        com = self._regs[Reg.COM_IRQ] & self._regs[Reg.COM_IEN] & 0x7F
        return bool(com or self._regs[Reg.DIV_IRQ] & self._regs[Reg.DIV_IEN] & 0x14)

    def _raise(self, irq: int) -> None:
        self._regs[Reg.COM_IRQ] |= irq

    def _fail(self, error: int) -> None:
        self._regs[Reg.ERROR] |= error
        self._raise(Irq.ERR)

    def _alerts(self) -> int:
        water = self._regs[Reg.WATER_LEVEL] & 0x3F
        return (len(self._fifo) <= water) | (FIFO - len(self._fifo) <= water) << 1

    def _watch_level(self) -> None:
        self._raise(self._alerts() << 2)  # LoAlert and HiAlert have the same order in Status1Reg and in ComIrqReg

    # ---- CRC coprocessor (8.4) -------------------------------------------------------------------------------
    def _feed_crc(self) -> None:
        self._crc = int.from_bytes(crc(bytes(self._fifo), self._crc), "little")
        self._fifo.clear()
        self._regs[Reg.CRC_RESULT_H], self._regs[Reg.CRC_RESULT_L] = self._crc >> 8, self._crc & 0xFF
        self._regs[Reg.DIV_IRQ] |= _CRC_IRQ

    def _frame_crc(self, data: bytes) -> bytes:
        return crc(data, PRESETS[self._regs[Reg.MODE] & 3])

    # ---- sending and receiving (8.3, 10.3.1.5 to 10.3.1.8) ---------------------------------------------------
    def _send(self, now: int) -> None:
        data = bytes(self._fifo)
        self._fifo.clear()
        self._watch_level()
        if not data:
            return
        last = self._regs[Reg.BIT_FRAMING] & 7
        if self._regs[Reg.TX_MODE] & _CRC_ENABLE:
            data += self._frame_crc(data)
        bits = 8 * len(data) - (8 - last if last else 0)
        frame = Frame(int.from_bytes(data, "little") & (1 << bits) - 1, bits)
        self._regs[Reg.ERROR] &= Error.BUFFER
        self._regs[Reg.COLL] = self._regs[Reg.COLL] & _VALUES_AFTER_COLL | _COLL_POS_INVALID
        # Type A is 100 % ASK (8.3.1); tags hear nothing else.
        heard = self._regs[Reg.TX_ASK] & _FORCE_100_ASK
        self._exchange = self._field.transmit(frame, now) if heard else Reception(now + tx_us(frame))
        self._sent = False

    def _finish_sending(self, at: int) -> None:
        self._sent = True
        self._raise(Irq.TX)
        if self._regs[Reg.T_MODE] & _AUTO:
            self._start_timer(at)
        if self._command == Command.TRANSMIT:
            self._end_command()

    def _end_command(self) -> None:
        self._regs[Reg.COMMAND] &= 0xF0
        self._raise(Irq.IDLE)

    def _finish_receiving(self, reception: Reception) -> None:
        self._exchange = None
        if reception.frame is None or self._command not in (Command.TRANSCEIVE, Command.RECEIVE):
            return
        self._store(reception)
        self._raise(Irq.RX)
        if self._command == Command.RECEIVE:
            self._end_command()

    def _store(self, reception: Reception) -> None:
        frame = reception.frame or Frame(0, 0)
        if reception.broken:
            self._fail(Error.PARITY)
        if reception.collision is not None:
            frame = self._collide(frame, reception.collision)
        if self._regs[Reg.RX_MODE] & _CRC_ENABLE:
            frame = self._without_crc(frame)
        align = self._regs[Reg.BIT_FRAMING] >> 4 & 7
        stored = Frame(frame.value << align, frame.bits + align)
        self._regs[Reg.CONTROL] = self._regs[Reg.CONTROL] & 0xF8 | stored.bits % 8
        self._fifo += stored.data[:FIFO]
        if len(stored.data) > FIFO:
            self._fail(Error.BUFFER)
        self._watch_level()

    def _collide(self, frame: Frame, collision: int) -> Frame:
        self._fail(Error.COLLISION)
        keep = self._regs[Reg.COLL] & _VALUES_AFTER_COLL
        position = (collision + 1) & 0x1F if collision < COLL_POSITIONS else _COLL_POS_INVALID
        self._regs[Reg.COLL] = keep | position
        return frame if keep else Frame(frame.value & (1 << collision) - 1, frame.bits)

    def _without_crc(self, frame: Frame) -> Frame:
        data = frame.data
        if frame.bits % 8 or len(data) < 3 or self._frame_crc(data[:-2]) != data[-2:]:
            self._fail(Error.CRC)
            return frame
        return Frame.of(data[:-2])

    # ---- time ------------------------------------------------------------------------------------------------
    def _start_timer(self, now: int) -> None:
        mode, demod = self._regs[Reg.T_MODE], self._regs[Reg.DEMOD]
        reload = self._regs[Reg.T_RELOAD_H] << 8 | self._regs[Reg.T_RELOAD_L]
        self._timer.start(reload, (mode & 0x0F) << 8 | self._regs[Reg.T_PRESCALER], bool(demod & 0x10), now)

    def _times(self) -> tuple[int | None, int | None]:
        return self._exchange_due(), self._timer.due

    def _exchange_due(self) -> int | None:
        if self._exchange is None:
            return None
        if not self._sent:
            return self._exchange.sent
        return self._exchange.start if self._listening else self._exchange.end

    @property
    def _listening(self) -> bool:
        """Whether the answer has yet to begin: its first bits stop the timer (8.5, TAuto)."""
        return bool(self._regs[Reg.T_MODE] & _AUTO) and self._timer.due is not None

    def advance(self, now: int) -> None:
        """Let everything happen that is due by `now`."""
        while True:
            exchange, timer = self._times()
            if exchange is not None and exchange <= now and (timer is None or exchange <= timer):
                self._step_exchange(exchange)
            elif timer is not None and timer <= now:
                self._expire(timer)
            else:
                return

    def _step_exchange(self, at: int) -> None:
        exchange = self._exchange
        if exchange is None:
            return
        if not self._sent:
            self._finish_sending(at)
        elif self._listening:
            self._timer.stop(at)
        else:
            self._finish_receiving(exchange)

    def _expire(self, at: int) -> None:
        self._raise(Irq.TIMER)
        self._timer.expire()
        if self._regs[Reg.T_MODE] & _AUTO_RESTART:
            self._start_timer(at)

    def restart(self, now: int) -> None:
        """Reset (8.8.3): all registers, the FIFO and the antenna."""
        self._regs = bytearray(64)
        for address, value in RESET.items():
            self._regs[address] = value
        self._fifo = bytearray()
        self._timer = Timer()
        self._exchange = None
        self._sent = False
        self._crc = 0xFFFF
        self._field.switch(False, now)


def _marked(value: int, written: int, mask: int) -> int:
    """Set1 and Set2: bit 7 of what is written says whether the marked bits are set or cleared (9.3.1.5)."""
    marks = written & mask
    return value | marks if written & 0x80 else value & ~marks & 0xFF
