"""``rp2`` as far as the firmware uses it: PIO programs, state machines and DMA, each access one RPC to the models."""

import json

import _bus
from _pioasm import Assembler

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
        assembler = Assembler(len(sides), 0)
        assembler.assemble(function)
        return {
            "words": assembler.words,
            "wrap": assembler.wrap,
            "side_bits": len(sides),
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

    def __init__(self, id, program=None, freq=-1, **pins):
        self.id = id
        self._active = _bus.request(_bus.PIO_ACTIVE, 2)
        self._active[3] = id
        self._put = _bus.request(_bus.PIO_PUT, 5)
        self._put[3] = id
        self._on = False
        if program is not None:
            self.init(program, freq, **pins)

    def init(
        self,
        program,
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
        whole = dict(program)
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
        if value is None:
            return self._on
        self._on = bool(value)
        self._active[4] = 1 if value else 0
        _bus.write(self._active)

    def restart(self):
        """Begin at the first instruction again."""
        self.active(self._on)

    def put(self, value, shift=0):
        """Push one word, or each item of a buffer, into the FIFO."""
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
}


class DMA:
    """A DMA channel from memory into a state machine's FIFO."""

    _taken = 0

    def __init__(self):
        self.channel = DMA._taken
        DMA._taken += 1
        self.read = None
        self.write = None
        self.count = 0
        self.ctrl = self.pack_ctrl()
        self._start = _bus.request(_bus.DMA_START, 8)
        self._start[3] = self.channel
        self._busy = _bus.request(_bus.DMA_BUSY, 1)
        self._busy[3] = self.channel

    def pack_ctrl(self, default=None, **fields):
        """Return a CTRL word; what is not named is as MicroPython sets it (32 bits, both addresses move)."""
        word = default
        if word is None:
            word = 1 | 2 << 2 | 1 << 4 | 1 << 5 | self.channel << 11 | 0x3F << 15 | 1 << 21
        for name, value in fields.items():
            first, width = _CTRL[name]
            mask = (1 << width) - 1
            word = word & ~(mask << first) | (int(value) & mask) << first
        return word

    def unpack_ctrl(self, word):
        """Return a CTRL word's fields."""
        return {name: word >> first & (1 << width) - 1 for name, (first, width) in _CTRL.items()}

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set what is given; start if ``trigger``."""
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self.count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self.active(1)

    def active(self, value=None):
        """Start the channel, or say whether it is still at work."""
        if value is None:
            _bus.write(self._busy)
            _bus.readinto(_answer)
            return _answer[0] == 1
        if not value:
            return False
        start = self._start
        count = self.count
        start[4] = self.write.id
        start[5] = count & 255
        start[6] = count >> 8
        _bus.put32(start, 7, self.ctrl)
        _bus.write(start)
        _bus.write(self.read)
        return True

    def close(self):
        """Give the channel back."""
