"""The lights: a base picture, effects above it, and a current that never exceeds the budget.

Work in one tick is bounded: one effect is advanced, or a few lights are painted. Frames follow a fixed order, so that
no effect is too fast for them: every effect moves on once, then the groups of eight lights in which something has
changed are painted, then the frame goes out as a whole.

The budget holds for every frame: each light draws 1 mA plus (R+G+B)/16 mA. A running sum of what is lit decides; when
the wish is over the budget, everything is dimmed alike, and a light that would break the budget waits for that.
"""

from array import array

from firmware.wire import (
    FX_BLINK,
    FX_BREATHE,
    FX_FLASH,
    FX_FLICKER,
    FX_OFF,
    FX_PULSE,
    FX_SLOTS,
    FX_STEADY,
    FX_SWEEP,
    FX_WALK,
)

FRAME_MS = 16
LOST_SLOT = FX_SLOTS - 1
ALARM_SLOT = FX_SLOTS - 2
_STEPS = 64
_DIM = 24  # what a walking light's companions keep
_EFFECTS, _ALL = 1, 3  # what has changed in a group

# One period of each effect as 64 levels
_BREATHE = bytes(
    [24, 25, 26, 29, 33, 38, 43, 50, 58, 66, 75, 85, 95, 106, 117, 128, 140, 151, 162, 173, 184, 194]
    + [204, 213, 221, 229, 236, 241, 246, 250, 253, 254, 255, 254, 253, 250, 246, 241, 236, 229, 221, 213, 204, 194]
    + [184, 173, 162, 151, 140, 128, 117, 106, 95, 85, 75, 66, 58, 50, 43, 38, 33, 29, 26, 25]
)
_PULSE = bytes([255] * 6 + [20] * 6 + [255] * 6 + [20] * 46)
_FLASH = bytes([255] * 16 + [0] * 48)
_BLINK = bytes([255] * 32 + [16] * 32)
_FLICKER = bytes([255, 90, 200, 40, 255, 255, 120, 220, 60, 255, 180, 30, 255, 240, 80, 160] * 4)
_TAIL = bytes([255, 220, 180, 140, 110, 85, 65, 50, 38, 28, 20, 14, 9, 6, 4, 2] + [0] * 48)
_STEADY = bytes([255] * _STEPS)
_WAVES = {
    FX_STEADY: _STEADY,
    FX_BREATHE: _BREATHE,
    FX_PULSE: _PULSE,
    FX_FLASH: _FLASH,
    FX_BLINK: _BLINK,
    FX_FLICKER: _FLICKER,
    FX_WALK: _STEADY,
    FX_SWEEP: _TAIL,
}


def _reversed(byte):
    out = 0
    for bit in range(8):
        if byte >> bit & 1:
            out |= 128 >> bit
    return out


_REVERSED = bytes([_reversed(byte) for byte in range(256)])


def word(r, g, b):
    """Return a colour as the lights take it: 24 bits G, R, B, each most significant bit first, the first bit lowest."""
    return _REVERSED[g] | _REVERSED[r] << 8 | _REVERSED[b] << 16


class Effect:
    """One slot: an effect in one colour on a set of lights."""

    def __init__(self, groups):
        self.kind = FX_OFF
        self.r = self.g = self.b = 0
        self.period = 1
        self.phase = 0
        self.until = 0  # 0: no end
        self.since = 0
        self.lights = bytearray(groups)
        self.wave = _STEADY
        self.step = 0  # where in the wave it is, 0 … 63
        self.walker = 0  # the light that a walk has reached
        self.uneven = False  # lights of this slot differ in brightness
        # the colour at this moment: as sent, its colour sum, and that of the colour undimmed
        self.word = 0
        self.sum = 0
        self.wish = 0

    def advance(self, now):
        """Move on in time; tell whether that shows."""
        elapsed = now - self.since
        walked = False
        if elapsed >= self.period:
            if self.kind == FX_WALK:
                self.walk()
                walked = True
            self.since = now - elapsed % self.period
            elapsed = now - self.since
        step = elapsed * _STEPS // self.period
        if step == self.step:
            return walked
        old = self.wave[self.step]
        self.step = step
        return walked or self.phase or self.wave[step] != old

    def walk(self):
        """Go to the next light of the set, from the last back to the first."""
        lights = self.lights
        here = self.walker + 1
        group = here >> 3
        rest = lights[group] >> (here & 7) if group < len(lights) else 0
        for _ in range(len(lights) + 1):
            if rest:
                break
            group += 1
            if group >= len(lights):
                group = 0
            rest = lights[group]
            here = group << 3
        while rest and not rest & 1:
            rest >>= 1
            here += 1
        self.walker = here

    def has(self, light):
        """Tell whether a light belongs to the set."""
        return light >> 3 < len(self.lights) and self.lights[light >> 3] & (1 << (light & 7))

    def mix(self, scale):
        """Work out the colour of the moment, dimmed by ``scale`` / 256."""
        self._colour(self.wave[self.step] + 1, scale)

    def mix_for(self, light, scale):
        """Work out the colour of one light where they differ."""
        if self.kind == FX_WALK:
            level = 255 if light == self.walker else _DIM
        else:
            level = self.wave[(self.step - (light * self.phase >> 2)) & (_STEPS - 1)]
        self._colour(level + 1, scale)

    def _colour(self, level, scale):
        r = self.r * level >> 8
        g = self.g * level >> 8
        b = self.b * level >> 8
        self.wish = r + g + b
        if scale < 256:
            r = r * scale >> 8
            g = g * scale >> 8
            b = b * scale >> 8
        self.word = _REVERSED[g] | _REVERSED[r] << 8 | _REVERSED[b] << 16
        self.sum = r + g + b


def _parts(picture):
    """Return views of a picture, one for each group of eight lights."""
    view = memoryview(picture)
    return [view[at : at + 24] for at in range(0, len(picture), 24)]


class Lights:
    """All lights of a board; ``show`` is called with each finished frame, one ``word`` a light."""

    def __init__(self, count, budget, show):
        self.count = count
        self.rev = 0
        self.frames = 0
        self.total = 0  # colour sum of what is lit
        self.limit = max(0, (budget - count) * 16)
        self.frame = array("I", bytearray(4 * count))
        self._sums = array("H", bytearray(2 * count))  # colour sum of each light as lit
        self._wishes = array("H", bytearray(2 * count))  # and undimmed
        self._wished = 0
        self._refused = False
        self._scale = 256
        self._staging = bytearray(3 * count)
        self._base = bytearray(3 * count)
        self._dark = bytes(3 * count)
        self._base_until = 0
        self._show = show
        groups = (count + 7) // 8
        self._groups = groups
        self._base_parts = _parts(self._base)
        self._staging_parts = _parts(self._staging)
        self._dark_parts = _parts(self._dark)
        self._dirty = bytearray(groups)
        self._everything = bytes([_ALL] * groups)
        self._every_light = bytes([255 >> max(0, 8 * group + 8 - count) for group in range(groups)])
        self._no_light = bytes(groups)
        self._group = 0
        self._left = 0  # groups to look at before the frame is complete
        self._slots = [Effect(groups) for _ in range(FX_SLOTS)]
        self._falling = self._slots[::-1]
        self._order = bytearray(FX_SLOTS)  # active slots, highest first
        self._active = 0
        self._turn = 0  # effects that have moved on for the frame to come
        self._shown_at = -FRAME_MS
        self._changed = True

    @property
    def limited(self):
        """Whether the lights are dimmed to keep within the budget."""
        return self._scale < 256

    # ---- what should be lit ----

    def stage(self, first, colours):
        """Write RGB bytes of the lights from ``first`` on into the staging picture."""
        at = 3 * first
        self._staging[at : at + len(colours)] = colours

    def wipe(self):
        """Make the staging picture dark."""
        self._staging[:] = self._dark

    def commit(self, now, ttl):
        """Make the staging picture the base, for ``ttl`` tenths of a second (0: without end)."""
        self._base_until = now + 100 * ttl if ttl else 0
        self._touch_changes(self._staging_parts)
        self._base[:] = self._staging

    def effect(self, now, slot, kind, r, g, b, period, phase, ttl, lights):
        """Set one slot; False if there is no such effect."""
        if kind != FX_OFF and kind not in _WAVES:
            return False
        fx = self._slots[slot]
        switched = (fx.kind == FX_OFF) != (kind == FX_OFF)
        if fx.kind != kind:
            fx.since = now
            fx.step = 0
        fx.kind = kind
        fx.r = r
        fx.g = g
        fx.b = b
        fx.period = period or 1
        fx.phase = phase
        fx.uneven = bool(phase) or kind == FX_WALK
        fx.until = now + 100 * ttl if ttl else 0
        given = min(len(lights), self._groups)
        fx.lights[:] = self._no_light
        fx.lights[:given] = lights if given == len(lights) else lights[:given]
        if given:
            fx.lights[given - 1] &= self._every_light[given - 1]  # a walk must not stray to lights that are not there
        if kind != FX_OFF:
            fx.wave = _WAVES[kind]
            fx.mix(self._scale)
        if kind == FX_WALK and not fx.has(fx.walker):
            fx.walk()
        if switched:
            self._reorder()
        else:
            self._touch_all()
        return True

    def cover(self, now, slot, kind, r, g, b, period, phase):
        """Set one of the board's own slots on every light."""
        self.effect(now, slot, kind, r, g, b, period, phase, 0, self._every_light)

    def clear(self, slot):
        """End the effect in one slot."""
        if self._slots[slot].kind != FX_OFF:
            self._slots[slot].kind = FX_OFF
            self._reorder()

    def _reorder(self):
        order = self._order
        n = 0
        slot = FX_SLOTS
        for fx in self._falling:
            slot -= 1
            if fx.kind:
                order[n] = slot
                n += 1
        self._active = n
        self._touch_all()

    def _touch_all(self):
        self._dirty[:] = self._everything
        self._left = self._groups

    def _touch_changes(self, picture):
        """Have the groups painted in which the base differs from a picture that replaces it."""
        base = self._base_parts
        dirty = self._dirty
        for group in range(self._groups):
            if base[group] != picture[group]:
                dirty[group] = _ALL
        self._left = self._groups

    def _touch(self, lights):
        """Have the groups painted in which an effect has lights."""
        dirty = self._dirty
        group = 0
        for mine in lights:
            if mine:
                dirty[group] |= _EFFECTS
            group += 1
        self._left = self._groups

    # ---- lighting it ----

    def step(self, now, groups):
        """Advance one effect, or paint some groups of eight lights, or send the frame."""
        if not self.count:
            return
        if self._base_until and now >= self._base_until:
            self._base_until = 0
            self._touch_changes(self._dark_parts)
            self._base[:] = self._dark
        if self._turn < self._active:
            self._advance(now)
        elif self._left:
            self._paint(groups)
        elif not self._changed:
            self._turn = 0
        elif now - self._shown_at >= FRAME_MS:
            self._shown_at = now
            self._changed = False
            self._turn = 0
            self.frames += 1
            self._show(self.frame)

    def _advance(self, now):
        """Move the next effect on, or end it."""
        fx = self._slots[self._order[self._turn]]
        self._turn += 1
        if fx.until and now >= fx.until:
            fx.kind = FX_OFF
            self._reorder()
        elif fx.advance(now):
            fx.mix(self._scale)
            self._touch(fx.lights)

    def _paint(self, groups):
        dirty = self._dirty
        group = self._group
        left = self._left
        while left and groups:
            if dirty[group]:
                self._paint_group(group)
                groups -= 1
            left -= 1
            group += 1
            if group == self._groups:
                group = 0
        self._group = group
        self._left = left
        if not left:
            self._balance()

    def _balance(self):
        """A whole picture is painted: dim or brighten everything if the budget asks for it."""
        scale = 256
        if self._wished > self.limit:
            scale = self.limit * 256 // self._wished
        if scale != self._scale:
            self._scale = scale
            for k in range(self._active):
                self._slots[self._order[k]].mix(scale)
            self._touch_all()
        elif self._refused:
            self._left = self._groups
        self._refused = False

    def _paint_group(self, group):
        what = self._dirty[group]
        self._dirty[group] = 0
        rest = 255
        light = group * 8
        for k in range(self._active):
            fx = self._slots[self._order[k]]
            mine = fx.lights[group] & rest
            if mine:
                rest ^= mine
                self._paint_effect(light, mine, fx)
                if not rest:
                    return
        if what == _ALL:
            self._paint_base(light, rest)

    def _paint_effect(self, light, mine, fx):
        frame = self.frame
        wishes = self._wishes
        end = self.count
        uneven = fx.uneven
        while mine and light < end:
            if mine & 1:
                if uneven:
                    fx.mix_for(light, self._scale)
                if frame[light] != fx.word or wishes[light] != fx.wish:
                    self._put(light, fx.word, fx.sum, fx.wish)
            mine >>= 1
            light += 1

    def _paint_base(self, light, mine):
        base = self._base
        scale = self._scale
        at = 3 * light
        while mine and light < self.count:
            if mine & 1:
                r = base[at]
                g = base[at + 1]
                b = base[at + 2]
                wish = r + g + b
                if scale < 256:
                    r = r * scale >> 8
                    g = g * scale >> 8
                    b = b * scale >> 8
                self._put(light, _REVERSED[g] | _REVERSED[r] << 8 | _REVERSED[b] << 16, r + g + b, wish)
            mine >>= 1
            light += 1
            at += 3

    def _put(self, light, colour, colour_sum, wish):
        self._wished += wish - self._wishes[light]
        self._wishes[light] = wish
        total = self.total + colour_sum - self._sums[light]
        if total > self.limit and total > self.total:
            self._dirty[light >> 3] = _ALL
            self._refused = True  # over the budget: wait until others are dimmer
            return
        self.total = total
        self._sums[light] = colour_sum
        self.frame[light] = colour
        self._changed = True
