"""The lights: a base picture, effects above it, and a current that never exceeds the budget.

Work in one tick is bounded: one effect is advanced, or a few lights are painted. Frames follow a fixed order, so that
no effect is too fast for them: every effect moves on once, then the groups of eight lights in which something has
changed are painted, in pieces of four, then the frame goes out as a whole.

The budget holds for every frame: each light draws 1 mA plus (R+G+B)/16 mA. A running sum of what is lit decides; when
the wish is over the budget, everything is dimmed alike, and a light that would break the budget waits for that.
"""

from array import array

from firmware.bits import REVERSED
from firmware.native import const
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
    WHOLE,
)

FRAME_MS = const(16)
LOST_SLOT = FX_SLOTS - 1
ALARM_SLOT = FX_SLOTS - 2
_STEPS = const(64)
_DIM = const(24)  # what a walking light's companions keep
# The two pieces of a group
_LOW = const(0x0F)
_HIGH = const(0xF0)
# What is to be painted in a group
_NOTHING = const(0)
_EFFECTS = const(1)
_ALL = const(2)
# What painting costs; each active effect costs 1 more
UNIT = const(8)  # is one unit of ``firmware.app``
_LOOK = const(4)  # to find out what has changed in a group
_PIECE = const(8)  # to find what four lights show
_LIGHT = const(8)  # to change one
_DEAREST = const(_LOOK + _PIECE + 4 * _LIGHT)

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


def word(r, g, b):
    """Return a colour as the lights take it: 24 bits G, R, B, each most significant bit first, the first bit lowest."""
    return REVERSED[g] | REVERSED[r] << 8 | REVERSED[b] << 16


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
        self.moved = 0  # the last round of painting for which it has changed
        # the colour at this moment: as sent, its colour sum, and that of the colour undimmed
        self.word = 0
        self.sum = 0
        self.wish = 0
        self.scale = -1  # by which it is dimmed; -1: not worked out yet

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
        if not rest:
            here = self._next_group(group + 1) << 3
            rest = lights[here >> 3]
        while rest and not rest & 1:
            rest >>= 1
            here += 1
        self.walker = here

    def _next_group(self, group):
        """Return the next group with a light, from ``group`` on and then from the first; 0 if there is none."""
        lights = self.lights
        for k in range(group, len(lights)):
            if lights[k]:
                return k
        k = 0
        for mine in lights:
            if mine:
                return k
            k += 1
        return 0

    def has(self, light):
        """Tell whether a light belongs to the set."""
        return light >> 3 < len(self.lights) and self.lights[light >> 3] & (1 << (light & 7))

    def mix(self, level, scale):
        """Work out a colour at ``level``, dimmed by ``scale`` / 256."""
        level += 1
        r = self.r * level >> 8
        g = self.g * level >> 8
        b = self.b * level >> 8
        self.wish = r + g + b
        if scale < 256:
            r = r * scale >> 8
            g = g * scale >> 8
            b = b * scale >> 8
        self.word = REVERSED[g] | REVERSED[r] << 8 | REVERSED[b] << 16
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
        self._painted = bytearray(3 * count)  # the base as it was painted
        self._coming = bytearray(3 * count)  # the base from the next frame on
        self._has_coming = False
        self._dark = bytes(3 * count)
        self._base_until = 0
        self._show = show
        groups = (count + 7) // 8
        self._groups = groups
        self._base_parts = _parts(self._base)
        self._painted_parts = _parts(self._painted)
        self._dirty = bytearray(groups)  # groups to be painted in any case
        self._everything = bytes([1] * groups)
        self._every_light = bytes([255 >> max(0, 8 * group + 8 - count) for group in range(groups)])
        self._no_light = bytes(groups)
        self._group = 0
        self._half = _LOW  # the piece of the group to be painted next
        self._again = False  # a light of the group has to wait for the budget
        self._left = 0  # groups to look at before the frame is complete
        self._more = False  # some of them have to be looked at again for the next frame
        self._slots = [Effect(groups) for _ in range(FX_SLOTS)]
        self._falling = self._slots[::-1]
        self._end = Effect(0)
        self._tops = [self._end] * (FX_SLOTS + 1)  # active effects, the highest first, and the end behind them
        self._active = 0
        self._round = 1  # counts whole pictures
        self._is_second = False  # the picture is painted again, because of the budget
        self._moved = False  # an effect has changed in this round
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
        self._staging[WHOLE] = self._dark

    def commit(self, now, ttl):
        """Make the staging picture the base, for ``ttl`` tenths of a second (0: without end)."""
        self._base_until = now + 100 * ttl if ttl else 0
        self._set_base(self._staging)

    def _set_base(self, picture):
        """Painting finds out by itself where it differs; the frame that is being painted keeps the base that it has."""
        self._coming[WHOLE] = picture
        self._has_coming = True
        if not self._left:
            self._next_round()

    def effect(self, now, slot, kind, r, g, b, period, phase, ttl, lights):
        """Set one slot; False if there is no such effect."""
        if kind != FX_OFF and kind not in _WAVES:
            return False
        fx = self._slots[slot]
        was_on = fx.kind != FX_OFF
        switched = was_on != (kind != FX_OFF)
        if fx.kind != kind:
            fx.since = now
            fx.step = 0
            fx.walker = 0
        fx.kind = kind
        fx.r = r
        fx.g = g
        fx.b = b
        fx.period = period or 1
        fx.phase = phase
        fx.until = now + 100 * ttl if ttl else 0
        fx.scale = -1
        mine = fx.lights
        is_elsewhere = switched or mine != lights
        if is_elsewhere and was_on:
            self._touch(mine)
        given = min(len(lights), self._groups)
        if given < self._groups:
            mine[WHOLE] = self._no_light
        mine[:given] = lights if given == len(lights) else lights[:given]
        if given:
            mine[given - 1] &= self._every_light[given - 1]  # a walk must not stray to lights that are not there
        if kind != FX_OFF:
            fx.wave = _WAVES[kind]
        if kind == FX_WALK and not fx.has(fx.walker):
            fx.walk()
        if switched:
            self._reorder()
        if is_elsewhere and kind != FX_OFF:
            self._touch(mine)
        else:
            self._show_move(fx)
        return True

    def cover(self, now, slot, kind, r, g, b, period, phase):
        """Set one of the board's own slots on every light."""
        self.effect(now, slot, kind, r, g, b, period, phase, 0, self._every_light)

    def clear(self, slot):
        """End the effect in one slot."""
        if self._slots[slot].kind != FX_OFF:
            self._slots[slot].kind = FX_OFF
            self._reorder()
            self._touch_all()

    def _reorder(self):
        tops = self._tops
        n = 0
        for fx in self._falling:
            if fx.kind:
                tops[n] = fx
                n += 1
        tops[n] = self._end
        self._active = n

    def _show_move(self, fx):
        """Have the lights of an effect painted, but not what is beneath them."""
        fx.scale = -1
        fx.moved = self._round + 1 if self._left else self._round
        self._moved = True
        self._look_again()

    def _touch(self, lights):
        """Have the groups painted in which an effect has lights."""
        dirty = self._dirty
        group = 0
        for mine in lights:
            if mine:
                dirty[group] = 1
            group += 1
        self._look_again()

    def _touch_all(self):
        self._dirty[WHOLE] = self._everything
        self._look_again()

    def _look_again(self):
        """Something has changed: the groups that are done, and the one that is half painted, come again.

        But only for the next frame, so that one is shown however often something changes.
        """
        if self._left:
            self._more = True
            self._half = _LOW
        else:
            self._left = self._groups

    def _next_round(self):
        """Begin with what has come while the last frame was painted."""
        if self._has_coming:
            self._has_coming = False
            self._base[WHOLE] = self._coming
            self._more = True
        if self._more:
            self._more = False
            self._left = self._groups

    # ---- lighting it ----

    def is_idle(self):
        """Tell whether nothing changes by itself, and all is shown."""
        return not (self._active or self._left or self._changed or self._base_until or self._more)

    def step(self, now, work):
        """Advance one effect, or paint as many lights as ``work`` allows, or send the frame."""
        if not self.count:
            return
        if self._base_until and now >= self._base_until:
            self._base_until = 0
            self._set_base(self._dark)
        if self._turn < self._active:
            self._advance(now)
        elif self._left:
            self._paint(UNIT * work)
        elif not self._changed:
            self._turn = 0
            self._is_second = False
            self._next_round()
        elif now - self._shown_at >= FRAME_MS:
            self._shown_at = now
            self._changed = False
            self._turn = 0
            self.frames += 1
            self._show(self.frame)
            self._is_second = False
            self._next_round()

    def _advance(self, now):
        """Move the next effect on, or end it."""
        fx = self._tops[self._turn]
        self._turn += 1
        if fx.until and now >= fx.until:
            fx.kind = FX_OFF
            self._reorder()
            self._touch(fx.lights)
        elif fx.advance(now):
            self._show_move(fx)

    def _paint(self, work):
        """Paint one piece, and more while there is work left."""
        look = _LOOK + (self._active if self._moved else 0)
        dearest = _DEAREST + self._active
        while self._left:
            work -= look
            group = self._group
            what = self._what(group)
            if what:
                work -= _PIECE + self._active + _LIGHT * self._paint_piece(group, what)
            if what and self._half == _LOW:
                self._half = _HIGH
            else:
                self._finish_group(group, what)
            if work < dearest:
                break
        if not self._left:
            self._balance()

    def _what(self, group):
        """Tell what has to be painted in a group."""
        if self._dirty[group] or self._base_parts[group] != self._painted_parts[group]:
            return _ALL
        if self._moved:
            this = self._round
            end = self._end
            for fx in self._tops:
                if fx is end:
                    break
                if fx.moved >= this and fx.lights[group]:
                    return _EFFECTS
        return _NOTHING

    def _finish_group(self, group, what):
        if what == _ALL:
            self._painted_parts[group][WHOLE] = self._base_parts[group]
            self._dirty[group] = 0
        if self._again:
            self._again = False
            self._dirty[group] = 1
        self._half = _LOW
        group += 1
        self._group = group if group < self._groups else 0
        self._left -= 1

    def _balance(self):
        """A whole picture is painted: dim or brighten everything if the budget asks for it."""
        self._round += 1
        self._moved = self._more
        scale = 256
        if self._wished > self.limit:
            scale = self.limit * 256 // self._wished
        if scale != self._scale:
            self._scale = scale
            self._dirty[WHOLE] = self._everything
        elif not self._refused:
            return
        self._refused = False
        if self._is_second:
            self._more = True  # a wish that never rests must not keep the frame from being shown
        else:
            self._is_second = True
            self._left = self._groups

    def _paint_piece(self, group, what):
        """Paint half a group; return how many lights have changed."""
        rest = self._half & self._every_light[group]
        shift = 4 if self._half == _HIGH else 0
        light = group * 8 + shift
        changed = 0
        end = self._end
        for fx in self._tops:
            if fx is end:
                break
            mine = fx.lights[group] & rest
            if mine:
                rest ^= mine
                mine >>= shift
                is_uneven = fx.phase or fx.kind == FX_WALK  # its lights differ in brightness
                changed += self._paint_uneven(light, mine, fx) if is_uneven else self._paint_even(light, mine, fx)
                if not rest:
                    return changed
        if what == _ALL:
            changed += self._paint_base(light, rest >> shift)
        return changed

    def _paint_even(self, light, mine, fx):
        scale = self._scale
        if fx.scale != scale:
            fx.mix(fx.wave[fx.step], scale)
            fx.scale = scale
        frame = self.frame
        wishes = self._wishes
        colour = fx.word
        wish = fx.wish
        changed = 0
        while mine:
            if mine & 1 and (frame[light] != colour or wishes[light] != wish):
                self._put(light, colour, fx.sum, wish)
                changed += 1
            mine >>= 1
            light += 1
        return changed

    def _paint_uneven(self, light, mine, fx):
        scale = self._scale
        frame = self.frame
        wishes = self._wishes
        walker = fx.walker if fx.kind == FX_WALK else -1
        wave = fx.wave
        step = fx.step
        phase = fx.phase
        mixed = -1
        changed = 0
        while mine:
            if mine & 1:
                if walker < 0:
                    level = wave[(step - (light * phase >> 2)) & (_STEPS - 1)]
                else:
                    level = 255 if light == walker else _DIM
                if level != mixed:
                    mixed = level
                    fx.mix(level, scale)
                    colour = fx.word
                    wish = fx.wish
                if frame[light] != colour or wishes[light] != wish:
                    self._put(light, colour, fx.sum, wish)
                    changed += 1
            mine >>= 1
            light += 1
        return changed

    def _paint_base(self, light, mine):
        base = self._base
        wishes = self._wishes
        frame = self.frame
        scale = self._scale
        at = 3 * light
        changed = 0
        while mine:
            if mine & 1:
                r = base[at]
                g = base[at + 1]
                b = base[at + 2]
                wish = r + g + b
                if scale < 256:
                    r = r * scale >> 8
                    g = g * scale >> 8
                    b = b * scale >> 8
                colour = REVERSED[g] | REVERSED[r] << 8 | REVERSED[b] << 16
                if frame[light] != colour or wishes[light] != wish:
                    self._put(light, colour, r + g + b, wish)
                    changed += 1
            mine >>= 1
            light += 1
            at += 3
        return changed

    def _put(self, light, colour, colour_sum, wish):
        wishes = self._wishes
        self._wished += wish - wishes[light]
        wishes[light] = wish
        sums = self._sums
        more = colour_sum - sums[light]
        total = self.total + more
        if more > 0 and total > self.limit:
            self._again = self._refused = True  # over the budget: wait until others are dimmer
            return
        self.total = total
        sums[light] = colour_sum
        self.frame[light] = colour
        self._changed = True
