"""What the twin's stand-ins for native code cost, so that a bench can leave them out.

On a chip a pin, SPI, DMA, the watchdog and USB serial are native code behind one call. On the WebAssembly build each is
Python in a shim, then Emscripten's file system, then JavaScript. All are timed in the same interpreter, in ticks of
their own, as often as a tick of the firmware uses them, against ticks that call a built-in function as often: so the
firmware still pays for the call. The least of many counts, so rather too little is left out than too much.
"""

from __future__ import annotations

from hardware.twin.board import Twin
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.runtime import StepTimes

STEPS = 150
STEP_MS = 20  # longer than a light frame is under way
_READ = "board.port._read"
_CALL = "f(x)"
_POLL = "board.port._poll"
_Use = tuple[str, str, str]  # a function (``f``), what it works on (``x``), what a tick does with them
_NOTHING: _Use = ("callable", "b'1'", _CALL)
_NOBODY: _Use = ("callable", "b'1'", "f(0)\n        for _ in x: pass")  # asks nobody, and has one answer all the same
_USES: tuple[tuple[_Use, _Use, int], ...] = (  # each primitive in the order of PRIMITIVES, its peer, and how often
    (("board.port._chain._latch", "0", _CALL), _NOTHING, 2),
    (("board.port._chain._spi.readinto", "board.port.inputs", _CALL), _NOTHING, 1),
    (("board.port.wires._both", "board.port.wires._view(2)", "f(x, x)"), _NOTHING, 4),
    (("board.port.wires._write", "board.port.wires._patterns[0]", _CALL), _NOTHING, 4),
    (("board.port._wdt.feed", "0", "f()"), _NOTHING, 1),
    (("board.port._lights._dma.config", "board.port._lights._out", "f(read=x, count=n, trigger=True)"), _NOTHING, 1),
    ((_POLL, "0", "for _ in f(0): pass"), _NOBODY, 16),
    ((_READ, "board.port._one", _CALL), _NOTHING, 16),
    (("board.port._write", "board.link._tx.out", "f(x, 64)"), _NOTHING, 1),
)
_HAS = """
try:
    {}
    print(True)
except AttributeError:
    print(False)
"""
_LOOP = """
_function = {function}
_x = {x}
_n = len(board.lights.frame)
def _step(now):
    f = _function
    x = _x
    n = _n
    for _ in range({turns}):
        {body}
    return now
board._step = _step
"""


class Shims:
    """Times ticks that do nothing but enter, and ticks that use one primitive; keeps the least of each."""

    def __init__(self, twin: Twin, runtime: MicroPythonRuntime) -> None:
        self._runtime = runtime
        self._least: dict[tuple[_Use, int], float] = {}
        self._timed: list[tuple[_Use, int] | None] = []  # what each boot and step of the tape does
        with runtime.recording() as self._tape:
            twin.power_cut()
            for tick in range(2):  # the second one starts the watchdog
                twin.step(twin.now + STEP_MS * tick)
            self._timed += [None] * 3
            self._record(twin, _NOTHING, 0)
            for use, peer, turns in _USES:
                if runtime.evaluate(_HAS.format(use[0])) == "True":
                    self._record(twin, peer, turns)
                    self._record(twin, use, turns)
        self.calibrate()

    def calibrate(self) -> None:
        """Time everything once more."""
        for timed, times in zip(self._timed, self._runtime.play_back(self._tape), strict=True):
            if timed:
                spent = times.total_us - times.bus_us
                self._least[timed] = min(self._least.get(timed, spent), spent)

    @property
    def entry(self) -> float:
        """What it takes to enter a tick and to leave it."""
        return self._least[_NOTHING, 0]

    @property
    def costs(self) -> list[float]:
        """What each primitive takes more than its peer; 0 for what this board does not have."""
        return [self._cost(use, peer, turns) for use, peer, turns in _USES]

    def of(self, times: StepTimes) -> float:
        """Return what a tick has spent on all that."""
        return self.entry + sum(count * cost for count, cost in zip(times.uses, self.costs, strict=True))

    def _cost(self, use: _Use, peer: _Use, turns: int) -> float:
        if (use, turns) not in self._least:
            return 0.0
        return max(0.0, self._least[use, turns] - self._least[peer, turns]) / turns

    def _record(self, twin: Twin, use: _Use, turns: int) -> None:
        function, x, body = use
        self._runtime.evaluate(_LOOP.format(function=function, x=x, body=body, turns=turns))
        for _ in range(STEPS):
            twin.now += STEP_MS
            self._runtime.step(twin.now, bytes(turns if function in (_POLL, _READ) else 0))
            self._timed.append((use, turns))
