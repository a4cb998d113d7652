"""The board as one object: everything that happens in a tick of two milliseconds."""

from firmware import crash, wire
from firmware.desk import Desk
from firmware.inputs import Inputs
from firmware.lights import ALARM_SLOT, LOST_SLOT, Lights
from firmware.link import Link
from firmware.native import const
from firmware.pads import Pads
from firmware.ring import Ring
from firmware.wire import FX_BLINK, FX_SWEEP

TICK_MS = const(2)
# Work is counted in units of about a tenth of a millisecond on an RP2040; with what every tick does anyway, a tick
# stays well below 2 ms
WORK = const(12)
VISITS = const(8)  # to bytes of the scan in one tick, a unit each
FEW_VISITS = const(5)  # when the link or the lights have waited
LIGHT_WORK = const(6)  # lights wait for a tick with that much left
PATIENCE = const(3)  # but for no more ticks than this: then the link waits
GOODBYE_MS = const(30)
LEAVE_MS = const(500)  # a restart that was asked for comes by then, answered or not
_AMBER = (255, 120, 0)


class Board:
    """Joins inputs, link and lights on one port (see ``firmware.ports``).

    ``step(now)`` does one tick and returns when the next is due. Nothing in here waits or reads a clock.
    """

    def __init__(self, port, config):
        self.port = port
        self.config = config
        self.boot_id = port.random() or 1
        self.cause = port.cause()
        self.boots = port.boots() + 1
        self.safe = port.wants_safe() or crash.is_boot_loop(self.boots)
        self.fault = crash.read(port.root)
        self.has_news = bool(self.fault)  # of a crash that no host has asked to forget
        self.reboot_mode = -1
        self.ring = Ring()
        tiles, buttons, lights = (0, 0, 0) if self.safe else (config["tiles"], config["buttons"], config["lights"])
        wires = None if self.safe else port.wires
        pads = config["pads"] if wires else 0
        at = tiles + buttons
        self.state = bytearray(at + wire.PAD_BYTES * pads + wire.TAG_BYTES * wire.tag_table(pads))
        self.inputs = Inputs(port.inputs, tiles, buttons, self.ring, self.state)
        self.pads = Pads(wires, config, self.state, at, self.ring)
        self.lights = Lights(min(1, config["lights"]) if self.safe else lights, config["budget"], port.show)
        self.desk = Desk(self)
        self.desk.log("Started with profile %s%s." % (config["profile"], " in safe mode" if self.safe else ""))
        self.link = Link(port, self.ring, self.boot_id, self.desk)
        self._go_at = 0
        self._go_by = 0
        self._started = False
        self._lost = False
        self._waited = 0
        self._t0 = 0
        self._last = 0
        self._ticks = 0
        self._late = 0
        self._worst_us = 0
        self._told = [0] * len(wire.STATS_NAMES)
        port.set_boots(self.boots)

    def step(self, now):
        """Do one tick. Whatever goes wrong is recorded, and the board starts again."""
        try:
            return self._step(now)
        except Exception as error:
            crash.write(self.port.root, error)
            self.port.remember(wire.CAUSE_CRASH)
            self.port.reboot(wire.REBOOT_RUN)
            return now + TICK_MS

    def _step(self, now):
        port = self.port
        begun = port.micros()
        if not self._started:
            return self._start(now)
        if now - self._last > 2 * TICK_MS:
            self._late += 1
        self._last = now
        link = self.link
        work = WORK
        has_patience = self._waited < PATIENCE
        if not self.safe:
            port.scan()
            visits = FEW_VISITS if link.hungry or self.pads.is_waiting or not has_patience else VISITS
            work -= visits - self.inputs.step(now, visits)
            if has_patience:
                work = self.pads.step(now, work)
        self.desk.step()
        if has_patience:
            work = link.step(now, work)
        if work >= LIGHT_WORK:
            self._waited = 0
            if self._lost != link.lost:
                self._show_lost(now)
            else:
                self.lights.step(now, work)
        elif not self.lights.is_idle():
            self._waited += 1
        port.feed()
        self._ticks += 1
        if self.boots and now - self._t0 >= crash.STABLE_MS:
            self.boots = 0
            port.set_boots(0)
        if self.reboot_mode >= 0:
            self._go(now)
        spent = port.since(begun)
        if spent > self._worst_us:
            self._worst_us = spent
        return now + TICK_MS

    def _go(self, now):
        """Start again, once the answer has had time to leave the USB FIFO; nothing that is said meanwhile delays it."""
        if not self._go_by:
            self._go_by = now + LEAVE_MS
        if not self._go_at and self.link.has_answered():
            self._go_at = now + GOODBYE_MS
        if now >= self._go_by or (self._go_at and now >= self._go_at):
            self._leave()

    def _leave(self):
        """Start again as asked: that is no quick start on the way to safe mode."""
        if self.reboot_mode == wire.REBOOT_RUN:
            self.port.set_boots(0)
        self.port.remember(wire.CAUSE_ASKED)
        self.port.reboot(self.reboot_mode)

    def _start(self, now):
        """The first tick only takes in what lies on the table."""
        self._started = True
        self._t0 = self._last = now
        if not self.safe:
            self.port.scan()
        self.inputs.baseline(now)
        if self.safe:
            self.lights.cover(now, ALARM_SLOT, FX_BLINK, *_AMBER, 1000, 0)
        return now + TICK_MS

    def _show_lost(self, now):
        """No host: whatever the lights said may be wrong, so they say that instead."""
        self._lost = self.link.lost
        if self._lost:
            self.lights.cover(now, LOST_SLOT, FX_SWEEP, *_AMBER, 3000, 8)
        else:
            self.lights.clear(LOST_SLOT)

    def flags(self):
        """Return the flags of BANNER and PONG."""
        flags = wire.FLAG_SAFE if self.safe else 0
        if self.has_news:
            flags |= wire.FLAG_FAULT
        if self.lights.limited:
            flags |= wire.FLAG_LIMITED
        if self.link.lost:
            flags |= wire.FLAG_LOST
        return flags

    def forget_fault(self):
        """Erase the crash record; it is told until the next start to a host that asks again."""
        self.has_news = False
        crash.erase(self.port.root)

    def stats(self):
        """Return the counters in the order of ``wire.STATS_NAMES``, in a list that is kept: it leaves no garbage."""
        decoder = self.link.decoder
        told = self._told
        told[0] = self._ticks if self._ticks < 0x40000000 else self._ticks & 0xFFFFFFFF
        told[1] = self._late
        told[2] = self._worst_us
        told[3] = self.link.frames_in
        told[4] = self.link.frames_out
        told[5] = decoder.crc_errors
        told[6] = decoder.cobs_errors
        told[7] = decoder.oversize
        told[8] = self.link.resends
        told[9] = self.ring.overwritten
        told[10] = self.boots
        told[11] = self.port.collect_ms
        told[12] = self.port.heap_free
        told[13] = self.lights.frames
        told[14] = self.pads.looks
        told[15] = self.pads.beliefs.missed
        told[16] = self.pads.beliefs.garbled
        told[17] = self.pads.downs
        return told
