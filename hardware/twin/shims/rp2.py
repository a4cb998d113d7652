"""``rp2`` as far as the firmware uses it: PIO programs, state machines and DMA, each access one RPC to the models."""

import json

import _bus
import _pioasm

PIOASMError = _pioasm.PIOASMError
_answer = bytearray(1)


class PIO:
    """Constants of the PIO blocks."""

    IN_LOW, IN_HIGH, OUT_LOW, OUT_HIGH = 0, 1, 2, 3
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2


def asm_pio(
    *,
    out_init=None,
    set_init=None,
    sideset_init=None,
    side_pindir=False,
    in_shiftdir=PIO.SHIFT_LEFT,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopush=False,
    autopull=False,
    push_thresh=32,
    pull_thresh=32,
    fifo_join=PIO.JOIN_NONE,
):
    """Turn a function into an assembled program (a dict that the PIO model understands)."""
    if sideset_init is None:
        sides = ()
    else:
        sides = sideset_init if isinstance(sideset_init, tuple) else (sideset_init,)

    def decorate(function):
        assembler = _pioasm.Assembler(len(sides))
        assembler.assemble(function)
        return {
            "words": assembler.words,
            "wrap": assembler.wrap,
            "side_bits": len(sides),
            "side_optional": assembler.side_optional,
            "side_init": sides,
            "shift_right": out_shiftdir == PIO.SHIFT_RIGHT,
            "autopull": autopull,
            "threshold": pull_thresh,
            "join": fifo_join,
        }

    return decorate


def _pin(pin):
    return pin if pin is None or isinstance(pin, int) else pin.id


class StateMachine:
    """One of the eight state machines."""

    def __init__(self, id, prog=None, freq=-1, **pins):
        if not 0 <= id < 8:
            raise ValueError("invalid StateMachine")
        self.id = id
        self._active = _bus.request(_bus.PIO_ACTIVE, 2)
        self._active[3] = id
        self._put = _bus.request(_bus.PIO_PUT, 5)
        self._put[3] = id
        self._on = False
        if prog is not None or pins:
            self.init(prog, freq, **pins)

    def init(
        self,
        prog,
        freq=-1,
        *,
        in_base=None,
        out_base=None,
        set_base=None,
        jmp_pin=None,
        sideset_base=None,
        in_shiftdir=None,
        out_shiftdir=None,
        push_thresh=None,
        pull_thresh=None,
    ):
        """Load a program."""
        if prog is None:
            raise TypeError("'prog' argument required")
        if len(prog["words"]) > 32:
            raise OSError(12)  # ENOMEM: the instruction memory has 32 words
        if freq > 0 and not 256 <= 125_000_000 * 256 // freq <= 65536 * 256:
            raise ValueError("freq out of range")
        whole = dict(prog)
        whole.update(freq=freq, out_base=_pin(out_base), set_base=_pin(set_base), side_base=_pin(sideset_base))
        if out_shiftdir is not None:
            whole["shift_right"] = out_shiftdir == PIO.SHIFT_RIGHT
        if pull_thresh is not None:
            whole["threshold"] = pull_thresh
        text = json.dumps(whole).encode()
        buffer = _bus.request(_bus.PIO_PROGRAM, 1 + len(text))
        buffer[3] = self.id
        buffer[4:] = text
        _bus.write(buffer)

    def active(self, value=None):
        """Start or stop it, or say whether it runs."""
        if value is not None:
            self._on = bool(value)
            self._active[4] = 1 if value else 0
            _bus.write(self._active)
        return self._on

    def put(self, value, shift=0):
        """Push one word, or each item of a buffer, into the FIFO; what does not fit 32 bits is cut off."""
        for word in (value,) if isinstance(value, int) else value:
            _bus.put32(self._put, 4, word << shift)
            _bus.write(self._put)


# RP2040 datasheet 2.5.7, CTRL register: name -> (first bit, width)
_CTRL = {
    "enable": (0, 1),
    "high_pri": (1, 1),
    "size": (2, 2),
    "inc_read": (4, 1),
    "inc_write": (5, 1),
    "ring_size": (6, 4),
    "ring_sel": (10, 1),
    "chain_to": (11, 4),
    "treq_sel": (15, 6),
    "irq_quiet": (21, 1),
    "bswap": (22, 1),
    "sniff_en": (23, 1),
    "write_err": (29, 1),
    "read_err": (30, 1),
}
_READ_ONLY = {"busy": (24, 1), "ahb_err": (31, 1)}


_CHANNELS = 12


class DMA:
    """A DMA channel from memory into a state machine's FIFO."""

    _taken = set()

    def __init__(self):
        free = [channel for channel in range(_CHANNELS) if channel not in DMA._taken]
        if not free:
            raise OSError(16)  # EBUSY
        self.channel = free[0]
        DMA._taken.add(self.channel)
        self.read = None
        self.write = None
        self.count = 0
        self.ctrl = 0
        self._is_open = True
        self._start = _bus.request(_bus.DMA_START, 8)
        self._start[3] = self.channel
        self._busy = _bus.request(_bus.DMA_BUSY, 1)
        self._busy[3] = self.channel

    def pack_ctrl(self, **fields):
        """Return a CTRL word; what is not named is as MicroPython sets it (32 bits, both addresses move)."""
        word = fields.pop("default", 1 | 2 << 2 | 1 << 4 | 1 << 5 | self.channel << 11 | 0x3F << 15 | 1 << 21)
        for name, value in fields.items():
            if name in _READ_ONLY:
                continue
            if name not in _CTRL:
                raise TypeError
            first, width = _CTRL[name]
            mask = (1 << width) - 1
            if int(value) & ~mask:
                raise ValueError("bad field value")
            word = word & ~(mask << first) | int(value) << first
        return word & 0xFFFFFFFF

    @staticmethod
    def unpack_ctrl(word):
        """Return a CTRL word's fields."""
        fields = dict(_CTRL)
        fields.update(_READ_ONLY)
        return {name: word >> first & (1 << width) - 1 for name, (first, width) in fields.items()}

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set what is given; start if ``trigger``."""
        self._check_open()
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self.count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self._trigger()

    def active(self, value=None):
        """Start the channel or stop it; say whether it is at work."""
        self._check_open()
        if value is not None:
            if not value:
                raise NotImplementedError("the twin's DMA cannot be stopped")
            self._trigger()
        _bus.write(self._busy)
        _bus.readinto(_answer)
        return _answer[0] == 1

    def _trigger(self):
        start = self._start
        count = self.count
        start[4] = self.write.id
        start[5] = count & 255
        start[6] = count >> 8
        _bus.put32(start, 7, self.ctrl)
        _bus.write(start)
        _bus.write(self.read)

    def close(self):
        """Give the channel back."""
        DMA._taken.discard(self.channel)
        self._is_open = False

    def _check_open(self):
        if not self._is_open:
            raise ValueError("channel closed")
