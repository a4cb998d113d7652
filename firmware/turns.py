"""Whose turn it is: which pad is looked at next.

Every second turn goes to a pad to which a card has just been held, for of two cards one may be missed at first, or to a
bench where a card was seen twice, for it waits to be believed. Of the other turns every second goes to a restless pad,
every third to ``play`` and to those where something is expected; all others come round in between. A pad on which a tag
lies comes round every second time, or every third if nearly all of them have one, so that a round is short: to see a
new tag soon matters more, and a tag that goes is found out about soon enough.
"""

from firmware.native import const
from firmware.wire import PAD_PRESENT

REST_MS = const(6)  # a tag forgets where it stood after 5.1 ms without a field
FAVOURED = const(3)  # every so many turns a favourite has one
LAPS = const(2)  # a pad with a tag comes round once in so many
LAPS_IF_FULL = const(3)  # the same if at most one pad in FREE_PADS has none
FREE_PADS = const(4)
NOBODY = const(-1)
_ONE = b"\1"
_STRIDE = const(6)  # pads that one call looks over; who is not found then is found by the next


class Turns:
    """``choose`` names the next pad; ``ready_at`` holds when each one may be looked at again."""

    def __init__(self, pads, play, beliefs):
        self.ready_at = [0] * pads
        self.urgent = NOBODY  # a pad that comes before all others
        self.fresh = NOBODY  # one of which more is to be known soon: is there a second card, does it lie there?
        self._pads = pads
        self._play = play
        self._is_small = pads < FAVOURED  # a favourite then comes round with the others
        self._beliefs = beliefs
        self._favoured = bytearray(pads)
        self._expires = 0  # 0: never
        self._was_fresh = False
        self._was_restless = False
        self._others = 0  # turns since a favourite had one
        self._restless = 0  # where each of the three rounds stands
        self._favourite = 0
        self._round = pads - 1
        self._lap = 0  # of that round: pads with a tag come in every second or third one, as many in each
        self._laps = LAPS
        self.expect(b"", 0)

    def expect(self, bitmap, until):
        """Look more often at the pads of a bitmap, until a time (0: for ever)."""
        for pad in range(self._pads):
            at = pad >> 3
            self._favoured[pad] = bitmap[at] >> (pad & 7) & 1 if at < len(bitmap) else 0
        if self._play < self._pads:
            self._favoured[self._play] = 1
        self._expires = until

    def choose(self, now, busy, leaving):
        """Return the next pad, other than those two, or NOBODY if none may be looked at yet."""
        if self._expires and now >= self._expires:
            self.expect(b"", 0)
        pad = self.urgent
        if pad != NOBODY and self._may(pad, now, busy, leaving):
            return pad
        if self.fresh == NOBODY or self.fresh == busy or self._was_fresh:
            self._was_fresh = False
            return self._choose_other(now, busy, leaving)
        if not self._may(self.fresh, now, busy, leaving):
            return NOBODY  # it is worth waiting for
        self._was_fresh = True
        return self.fresh

    def _choose_other(self, now, busy, leaving):
        pad = NOBODY
        if not self._was_restless:
            pad = self._following(self._beliefs.restless, self._restless, now, busy, leaving)
            if pad != NOBODY:
                self._restless = pad
        self._was_restless = pad != NOBODY
        if pad == NOBODY and self._others >= FAVOURED - 1:
            pad = self._following(self._favoured, self._favourite, now, busy, leaving)
            if pad != NOBODY:
                self._favourite = pad
        if pad == NOBODY:
            pad = self._next_round(now, busy, leaving)
        if pad != NOBODY:
            self._others = 0 if self._favoured[pad] else self._others + 1
        return pad

    def _may(self, pad, now, busy, leaving):
        return pad != busy and pad != leaving and now >= self.ready_at[pad]

    def _following(self, flags, after, now, busy, leaving):
        """Return the next pad behind ``after`` whose flag is set and that may be looked at."""
        pad = after
        for _ in range(3):  # two may be busy
            pad = flags.find(_ONE, pad + 1)
            if pad < 0:
                pad = flags.find(_ONE)
            if pad < 0:
                return NOBODY
            if self._may(pad, now, busy, leaving):
                return pad
        return NOBODY

    def _next_round(self, now, busy, leaving):
        pad = self._round
        for _ in range(_STRIDE):
            pad += 1
            if pad == self._pads:
                pad = 0
                self._begin_lap()
            if self._may(pad, now, busy, leaving) and (self._is_small or not self._favoured[pad]):
                if not (pad + self._lap) % self._laps or self._beliefs.what(pad) != PAD_PRESENT:
                    self._round = pad
                    return pad
        self._round = pad
        return NOBODY

    def _begin_lap(self):
        free = self._pads - self._beliefs.occupied
        self._laps = LAPS_IF_FULL if free * FREE_PADS <= self._pads else LAPS
        self._lap = (self._lap + 1) % self._laps
