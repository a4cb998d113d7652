"""The firmware's own light code on the host: shows on a screen what a real board shows on its table.

>>> mirror = LightsMirror(128, 2000)
>>> mirror.show([(10, 0, 0)], {}, now=0)
>>> mirror.frame(40)[0]
(10, 0, 0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from firmware.lights import LOST_SLOT, Lights
from firmware.wire import FX_HOST_SLOTS, FX_OFF, FX_SWEEP

RGB = tuple[int, int, int]
TICK_MS = 2
GROUPS = 2  # of eight lights, as the firmware paints in a tick with nothing else to do
CATCH_UP_MS = 200  # a screen that was hidden does not draw what it missed
_AMBER = (255, 120, 0)  # as in firmware/app.py
_SWEEP_MS, _SWEEP_PHASE = 3000, 8


class LightEffect(Protocol):
    """What an effect must tell; ``host.link.Effect`` does."""

    @property
    def kind(self) -> int:
        """One of the firmware's FX numbers."""

    @property
    def colour(self) -> RGB:
        """Red, green, blue."""

    @property
    def lights(self) -> frozenset[int]:
        """Which lights."""

    @property
    def period(self) -> int:
        """Milliseconds."""

    @property
    def phase(self) -> int:
        """The step from light to light, in 1/256."""


class LightsMirror:
    """Runs the firmware's lights for ``count`` lights and a budget in mA, at whatever times it is asked."""

    def __init__(self, count: int, budget: int) -> None:
        self._lights = Lights(count, budget, self._take)
        self._frame: list[RGB] = [(0, 0, 0)] * count
        self._now: int | None = None
        self._is_lost = False

    def show(self, base: Sequence[RGB], effects: Mapping[int, LightEffect], now: int) -> None:
        """Show a scene from now on."""
        self.frame(now)
        self._lights.wipe()
        self._lights.stage(0, bytes(part for colour in base[: self._lights.count] for part in colour))
        self._lights.commit(now, 0)
        for slot in range(FX_HOST_SLOTS):
            self._set(slot, effects.get(slot), now)

    def lose(self, is_lost: bool, now: int) -> None:
        """Show what a board shows that has lost its host, or stop showing it."""
        if is_lost and not self._is_lost:
            self._lights.cover(now, LOST_SLOT, FX_SWEEP, *_AMBER, _SWEEP_MS, _SWEEP_PHASE)
        elif not is_lost:
            self._lights.clear(LOST_SLOT)
        self._is_lost = is_lost

    def frame(self, now: int) -> Sequence[RGB]:
        """Return what the lights show at ``now`` (ms)."""
        begun = now - TICK_MS if self._now is None else max(self._now, now - CATCH_UP_MS)
        for at in range(begun + TICK_MS, now + 1, TICK_MS):
            self._lights.step(at, GROUPS)
            self._now = at
        return self._frame

    def _set(self, slot: int, effect: LightEffect | None, now: int) -> None:
        if effect is None:
            self._lights.clear(slot)
            return
        bits = bytearray((self._lights.count + 7) // 8)
        for light in effect.lights:
            if light < self._lights.count:
                bits[light >> 3] |= 1 << (light & 7)
        kind, (r, g, b) = effect.kind, effect.colour
        if kind == FX_OFF:
            self._lights.clear(slot)
        else:
            self._lights.effect(now, slot, kind, r, g, b, effect.period, effect.phase, 0, bytes(bits))

    def _take(self, frame: Sequence[int]) -> None:
        self._frame = [_colour(word) for word in frame]


def _colour(word: int) -> RGB:
    """Read a light's 24 bits as the light does: green, red, blue, most significant bit first."""
    return _REVERSED[word >> 8 & 255], _REVERSED[word & 255], _REVERSED[word >> 16 & 255]


_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
