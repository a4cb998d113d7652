"""Assembles the programs that ``rp2.asm_pio`` decorates: RP2040 datasheet, section 3.4 (instruction set).

A program is a plain Python function; it runs twice with the instructions below as its globals: first to find the
labels, then to emit words. ``.side(n)`` and ``[delay]`` fill in bits 12 to 8 of the word just emitted. If not every
instruction has a side-set value, one of these bits says which do, as MicroPython's assembler has it.
"""

_JMP, _WAIT, _IN, _OUT, _PUSH_PULL, _MOV, _IRQ, _SET = (n << 13 for n in range(8))

# Operands are (class, number): the same name has other numbers in other instructions.
_PLACES = ("pins", "x", "y", "null", "pindirs", "pc", "isr", "osr", "exec", "status", "gpio", "pin", "irq")
_OUT_TO = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6, "exec": 7}
_IN_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
_SET_TO = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_MOV_TO = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
_MOV_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_WAIT_FOR = {"gpio": 0, "pin": 1, "irq": 2}
_CONDITIONS = {"not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "not_osre": 7}
_BLOCK, _IF_FULL = 0x20, 0x40


class PIOASMError(Exception):
    """The program is no good."""


def _code(table, name):
    if name not in table:
        raise PIOASMError("%s cannot be used here" % (name,))
    return table[name]


def _bits(count):
    if not 0 < count <= 32:
        raise PIOASMError("invalid bit count %d" % count)
    return count & 31


class Assembler:
    """Collects one program's words, labels and wrap."""

    def __init__(self, side_bits):
        self.words = []
        self.wrap = (0, 0)
        self.side_optional = 0
        self._labels = {}
        self._side_bits = side_bits
        self._sides = 0
        self._first_pass = True
        self._first = 0
        self._last = None

    def assemble(self, function):
        """Run the program's function in both passes."""
        scope = function.__globals__
        before = dict(scope)
        scope.update(self._names())
        try:
            for first in (True, False):
                self._first_pass = first
                if not first and self._side_bits:
                    self.side_optional = 1 if self._sides != len(self.words) else 0
                self.words = []
                function()
        finally:
            scope.clear()
            scope.update(before)
        last = len(self.words) - 1 if self._last is None else self._last
        self.wrap = (self._first, last)

    def _names(self):
        names = {name: name for name in _PLACES + tuple(_CONDITIONS)}
        names.update(block=_BLOCK, noblock=0x100, iffull=_IF_FULL, ifempty=_IF_FULL)
        for name in ("label", "wrap_target", "jmp", "wait", "out", "push", "pull", "mov", "nop", "set"):
            names[name] = getattr(self, "_" + name)
        names.update(wrap=self._end_wrap, in_=self._in, invert=lambda a: ("~", a), reverse=lambda a: ("::", a))
        return names

    def _emit(self, word):
        self.words.append(word)
        return self

    def side(self, value):
        """Add a side-set value to the word just emitted."""
        bits = self._side_bits
        if not bits or value >> bits:
            raise PIOASMError("side(%d) does not fit sideset_init" % value)
        if self._first_pass:
            self._sides += 1
        self.words[-1] |= value << 13 - bits - self.side_optional | self.side_optional << 12
        return self

    def __getitem__(self, delay):
        if not 0 <= delay < 1 << 5 - self._side_bits - self.side_optional:
            raise PIOASMError("delay %d does not fit beside the side-set bits" % delay)
        self.words[-1] |= delay << 8
        return self

    def _label(self, name):
        if self._first_pass:
            if name in self._labels:
                raise PIOASMError("duplicate label %s" % name)
            self._labels[name] = len(self.words)

    def _wrap_target(self):
        self._first = len(self.words)

    def _end_wrap(self):
        self._last = len(self.words) - 1

    def _jmp(self, condition, label=None):
        if label is None:
            condition, label = None, condition
        code = 0 if condition is None else _code(_CONDITIONS, condition)
        if not self._first_pass and label not in self._labels:
            raise PIOASMError("unknown label %s" % (label,))
        return self._emit(_JMP | code << 5 | self._labels.get(label, 0))

    def _wait(self, polarity, source, index):
        return self._emit(_WAIT | polarity << 7 | _code(_WAIT_FOR, source) << 5 | index)

    def _in(self, source, count):
        return self._emit(_IN | _code(_IN_FROM, source) << 5 | _bits(count))

    def _out(self, target, count):
        return self._emit(_OUT | _code(_OUT_TO, target) << 5 | _bits(count))

    def _push(self, flags=_BLOCK):
        return self._emit(_PUSH_PULL | flags & 0x60 | (0 if flags & 0x100 else _BLOCK))

    def _pull(self, flags=_BLOCK):
        return self._emit(_PUSH_PULL | 0x80 | flags & 0x60 | (0 if flags & 0x100 else _BLOCK))

    def _mov(self, target, source):
        operation = 0
        if isinstance(source, tuple):
            operation = 1 if source[0] == "~" else 2
            source = source[1]
        return self._emit(_MOV | _code(_MOV_TO, target) << 5 | operation << 3 | _code(_MOV_FROM, source))

    def _nop(self):
        return self._mov("y", "y")

    def _set(self, target, value):
        return self._emit(_SET | _code(_SET_TO, target) << 5 | value)
