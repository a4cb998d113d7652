"""Runs the board. Copied to the root of the board's file system, beside the folder ``firmware``."""

import gc
import time

import machine
import micropython

from firmware import config, crash
from firmware.app import TICK_MS, Board
from firmware.native import const
from firmware.ports.rp2 import Port

WATCHDOG_MS = const(4000)
COLLECT_MS = const(10_000)
LOOK_MS = const(500)  # between two looks at how much is free: each walks over the whole heap


def build(watchdog_ms=0):
    """Make the board that the config file describes."""
    micropython.kbd_intr(-1)  # 0x03 is data here, not Ctrl-C
    settings = config.load(Port.root)
    try:
        return Board(Port(settings, watchdog_ms), settings)
    except Exception as error:  # pins that the chip cannot use in this way: the host must still be able to mend it
        crash.write(Port.root, error)
        return Board(Port(config.EMPTY, watchdog_ms), config.EMPTY)


def run():
    """Tick for ever. Garbage is collected between ticks, when it is worth it."""
    board = build(WATCHDOG_MS)
    port = board.port
    port.collect_ms = _collect()
    port.heap_free = left = gc.mem_free()
    last = time.ticks_ms()
    now = due = looked = collected = 0
    while True:
        ticks = time.ticks_ms()
        now += time.ticks_diff(ticks, last)
        last = ticks
        if now < due:
            machine.idle()
            continue
        board.step(now)
        due = max(due + TICK_MS, now)
        if now - looked < LOOK_MS:
            continue
        looked = now
        port.heap_free = gc.mem_free()
        if is_worth_collecting(port.heap_free, left, now - collected):
            port.collect_ms = _collect()
            port.heap_free = left = gc.mem_free()
            collected = now


def is_worth_collecting(free, left, waited):
    """Tell whether half of what the last collection left free is gone, or that one was ``waited`` ms ago."""
    return free < left // 2 or waited >= COLLECT_MS


def _collect():
    begun = time.ticks_ms()
    gc.collect()
    return time.ticks_diff(time.ticks_ms(), begun)


if __name__ == "__main__":
    try:
        run()
    except KeyboardInterrupt:  # asked for by the host: REBOOT(REPL)
        micropython.kbd_intr(3)
    except Exception as error:
        crash.write(Port.root, error)
        machine.reset()
