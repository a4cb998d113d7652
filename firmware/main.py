"""Runs the board. Copied to the root of the board's file system, beside the folder ``firmware``.

Its first statement makes 0x03 data instead of Ctrl-C. The imports take long, and a host may talk meanwhile: a 0x03 in a
frame would end at the prompt for good. MicroPython itself listens to Ctrl-C only from this file's first statement on.
"""

import micropython

micropython.kbd_intr(-1)

import gc
import time

import machine

from firmware import config, crash
from firmware.app import TICK_MS, Board
from firmware.native import const
from firmware.ports.rp2 import Port

WATCHDOG_MS = const(4000)
COLLECT_MS = const(60_000)


def build(watchdog_ms=0):
    """Make the board that the config file describes."""
    settings = config.load(Port.root)
    try:
        return Board(Port(settings, watchdog_ms), settings)
    except Exception as error:  # pins that the chip cannot use in this way: the host must still be able to mend it
        crash.write(Port.root, error)
        return Board(Port(config.EMPTY, watchdog_ms), config.EMPTY)


def run():
    """Tick for ever, and tidy up between two ticks once a minute."""
    board = build(WATCHDOG_MS)
    port = board.port
    tidy(port)
    last = time.ticks_ms()
    now = due = tidied = 0
    while True:
        ticks = time.ticks_ms()
        now += time.ticks_diff(ticks, last)
        last = ticks
        if now < due:
            machine.idle()
            continue
        board.step(now)
        due = max(due + TICK_MS, now)
        if now - tidied >= COLLECT_MS:
            tidied = now
            tidy(port)


def tidy(port):
    """Collect garbage, then see how much is free.

    Both walk over the whole heap, and the board stands still meanwhile: for 9 ms on an RP2040 to see what is free. So
    it is rare. In between MicroPython itself counts what is allocated, which costs nothing, and collects once half of
    what was free is used.
    """
    begun = time.ticks_ms()
    gc.collect()
    port.collect_ms = time.ticks_diff(time.ticks_ms(), begun)
    port.heap_free = free = gc.mem_free()
    gc.threshold(free // 2)


if __name__ == "__main__":
    try:
        run()
    except KeyboardInterrupt:  # asked for by the host: REBOOT(REPL)
        micropython.kbd_intr(3)
    except Exception as error:
        crash.write(Port.root, error)
        machine.reset()
