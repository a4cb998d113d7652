"""The simulated board under CPython: the same buses, handed over ready-made by ``hardware.twin``."""

from time import perf_counter_ns

from firmware.wires import Wires


class Port:
    """What ``firmware.app.Board`` needs of the world.

    ``spi.readinto(buf)``, ``latch(level)``, ``lights(frame)``, ``serial.readinto(buf)`` and ``serial.write(data)`` are
    the buses. A frame is an array of 24-bit words, one a light, whose lowest bit goes over the wire first: G, R, B.
    ``chip`` has ``unique_id()``, ``random()``, ``cause()``, ``remember(cause)``, ``boots``, ``wants_safe()`` and
    ``reset(mode)``. ``readers`` has ``write``, ``write_readinto``, ``latch``, ``select``, ``reset`` and ``asks()`` of
    the readers, or is None; ``wires`` is what the firmware makes of them.
    """

    name = "twin"

    def __init__(self, config, root, spi, latch, lights, serial, chip, readers=None):
        self.root = root
        self.inputs = bytearray(config["tiles"] + config["buttons"] + config["irqs"])
        self.collect_ms = 0
        self.heap_free = 0  # both as ``firmware.main`` found them last
        self.show = lights
        self.uid = chip.unique_id
        self.random = chip.random
        self.cause = chip.cause
        self.remember = chip.remember
        self.wants_safe = chip.wants_safe
        self.reboot = chip.reset
        self._chip = chip
        self._spi = spi
        self._latch = latch
        self._serial = serial
        self._one = bytearray(1)
        self.wires = self._wires(config, readers) if readers and config["pads"] else None

    def _wires(self, config, readers):
        pins = config["pins"]
        latch = readers.latch if "select_latch" in pins else None
        select = readers.select if "reader_select" in pins else None
        reset = readers.reset if "reader_reset" in pins else None
        asks = readers.asks if "reader_irq" in pins else None
        return Wires(
            config["pads"], readers, latch, select, reset, asks, self.inputs, config["tiles"] + config["buttons"]
        )

    def scan(self):
        """Latch all inputs and shift them in."""
        if self.inputs:
            self._latch(0)
            self._latch(1)
            self._spi.readinto(self.inputs)

    def receive(self, buf, n, most):
        """Read what has arrived, at most ``most`` bytes, into ``buf`` from ``n`` on; return its end.

        Stops behind a zero; zeros at the very beginning of the buffer are dropped.
        """
        one = self._one
        for _ in range(most):
            if not self._serial.readinto(one):
                break
            buf[n] = one[0]
            if one[0]:
                n += 1
            elif n:
                return n + 1
        return n

    def send(self, buf, n):
        """Write ``n`` bytes to the serial line."""
        self._serial.write(buf[:n])

    def feed(self):
        """Feed the watchdog: a process needs none."""

    def micros(self):
        """Return a running count of microseconds, for ``since``."""
        return perf_counter_ns() // 1000

    def since(self, begun):
        """Return the microseconds that have passed."""
        return perf_counter_ns() // 1000 - begun

    def boots(self):
        """Return how many quick starts in a row came before this one."""
        return self._chip.boots

    def set_boots(self, count):
        """Remember the number of quick starts across resets."""
        self._chip.boots = count
