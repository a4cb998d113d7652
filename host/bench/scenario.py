"""A table and a host that ask everything of the firmware, again and again, in ever new combinations."""

from __future__ import annotations

from random import Random

from firmware import wire
from hardware.twin.board import TICK_MS, Twin
from hardware.twin.runtime import StepTimes
from host.link.frames import frame

_EFFECTS = (wire.FX_BREATHE, wire.FX_PULSE, wire.FX_BLINK, wire.FX_WALK, wire.FX_FLICKER, wire.FX_SWEEP, wire.FX_OFF)
_PATIENCE_TICKS = 60  # after which a request that was not answered is forgotten
_FAREWELL = 500  # ticks between two times that the host leaves and comes back
_COLLECT_TICKS = 250  # often enough that no collection comes within a tick that is measured
_NO_THRESHOLD = "import gc\ngc.threshold(-1)"  # as on a board: this build collects after every 16 KB, wherever it is


def scenario(twin: Twin, seed: int, ticks: int) -> list[StepTimes]:
    """Start the board and run; return what each tick took. The same seed gives the same run."""
    rng = Random(seed)
    twin.power_cut()
    host = _Host(twin, rng)
    twin.runtime.evaluate(_NO_THRESHOLD)
    start = twin.now + TICK_MS
    times = []
    for tick in range(ticks):
        if tick % _COLLECT_TICKS == 0:
            twin.runtime.evaluate("gc.collect()")
        _change(twin, rng, tick)
        _move_cards(twin, rng, tick)
        _due, sent = twin.step(start + TICK_MS * tick, host.say(tick))
        host.hear(sent)
        times.append(twin.runtime.times)
    for tile in range(len(twin.profile.tiles)):
        twin.set_reeds(tile, 0)
    for card in range(len(twin.profile.pads)):
        twin.lift_card(f"card-{card}")
    return times


def _change(twin: Twin, rng: Random, tick: int) -> None:
    """All reeds at once now and then, a few with every second tick for a while, else one from time to time."""
    tiles = len(twin.profile.tiles)
    if not tiles:
        return
    if tick % 250 in (100, 200):
        for tile in range(tiles):
            twin.set_reeds(tile, 1 << tick % 5 if tick % 250 == 100 else 0)
    elif tick % 9 == 0:
        twin.set_reeds(rng.randrange(tiles), rng.choice((0, 4, 31)))
    elif tick % 1000 > 800 and tick % 2:
        for _ in range(8):
            twin.set_reeds(rng.randrange(tiles), rng.choice((0, 1, 21)))


def _move_cards(twin: Twin, rng: Random, tick: int) -> None:
    """Every pad has a card of its own, which comes and goes; often it is known already, at times there are two."""
    pads = len(twin.profile.pads)
    if not pads or tick % 20:
        return
    card = rng.randrange(pads)
    if twin.cards.where(f"card-{card}") is None:
        twin.put_card(f"card-{card}", card if rng.random() < 0.9 else (card + 1) % pads)
    elif rng.random() < 0.5:
        twin.lift_card(f"card-{card}")


class _Host:
    """A host that acknowledges at once, pings often, and always has a request under way, most of them for lights."""

    def __init__(self, twin: Twin, rng: Random) -> None:
        self._boot = int(twin.runtime.evaluate("print(board.boot_id)"))
        self._lights = len(twin.profile.lights)
        self._rng = rng
        self._decoder = wire.Decoder()
        self._sid = 0
        self._rid = 0
        self._next = 1
        self._must_ack = False
        self._asked = -_PATIENCE_TICKS

    def say(self, tick: int) -> bytes:
        """What the host sends in this tick."""
        if tick % _FAREWELL == _FAREWELL - 40:
            return self._frame(wire.BYE)
        if tick % _FAREWELL > _FAREWELL - 40:
            return b""
        if tick % _FAREWELL == 0:
            self._sid += 1
            return self._frame(wire.HELLO, wire.PROTO, self._boot, self._next)
        said = b""
        if self._must_ack:
            self._must_ack = False
            said = self._frame(wire.ACK, self._next, 0)
        if tick % 25 == 7:
            said += self._frame(wire.PING, tick)
        if tick >= self._asked + _PATIENCE_TICKS:
            self._asked = tick
            said += self._request(tick)
        return said

    def hear(self, data: bytes) -> None:
        """Take what the board sent."""
        at = 0
        while at < len(data):
            at = self._decoder.feed(data, at, len(data))
            if not self._decoder.length:
                continue
            kind = self._decoder.raw[0]
            if kind == wire.EVENTS:
                self._next = max(self._next, wire.get_u32(self._decoder.raw, 5) + self._decoder.raw[17])
                self._must_ack = True
            elif kind not in (wire.PONG, wire.LOG):
                self._asked = -_PATIENCE_TICKS

    def _frame(self, kind: int, *fields: int, rest: bytes = b"") -> bytes:
        self._rid = self._rid % 255 + 1
        return frame(kind, self._sid, self._rid, *fields, rest=rest)

    def _request(self, tick: int) -> bytes:
        kind = self._rng.choice(
            (wire.LED_FX,) * 8 + (wire.LED_SET,) * 4 + (wire.SNAP_GET, wire.CAPS_GET, wire.STATS_GET)
        )
        if kind == wire.LED_FX and self._lights:
            return self._effect(tick)
        if kind == wire.LED_SET and self._lights:
            return self._picture(tick)
        if kind == wire.SNAP_GET:
            return self._frame(kind, tick & 255, 0)
        return self._frame(wire.CAPS_GET, 0) if kind == wire.CAPS_GET else self._frame(wire.STATS_GET)

    def _effect(self, tick: int) -> bytes:
        """Any effect in any slot: on every light, on some, or on the last one only; some bright, some for a moment."""
        rng = self._rng
        groups = (self._lights + 7) // 8
        lights = rng.choice(
            (bytes([255]) * groups, rng.randbytes(groups), bytes(groups - 1) + bytes([128]), bytes([17]) * 9)
        )
        colour = rng.choice(((255, 255, 255), (200, 120, 60), (9, 0, 0)))
        slot, effect, period = rng.randrange(wire.FX_HOST_SLOTS), rng.choice(_EFFECTS), rng.choice((40, 300, 900))
        return self._frame(
            wire.LED_FX, tick, slot, effect, *colour, period, rng.choice((0, 0, 5)), rng.choice((0, 3, 9)), rest=lights
        )

    def _picture(self, tick: int) -> bytes:
        """A piece of the base: colourful, dark or white, for a moment or for good."""
        rng = self._rng
        count = min(56, self._lights)
        colours = rng.choice((rng.randbytes(3 * count), bytes(3 * count), bytes([255]) * (3 * count)))
        flags = rng.choice((wire.LED_COMMIT, wire.LED_COMMIT, 0, wire.LED_COMMIT | wire.LED_CLEAR))
        first = rng.randrange(self._lights - count + 1)
        return self._frame(wire.LED_SET, tick, first, count, flags, rng.choice((0, 2)), rest=colours)
