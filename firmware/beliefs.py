"""When a pad's tag has come and when it has gone: looks become beliefs, and every new belief is told.

A reader now and then misses a tag that lies still (1 look in 20), and now and then sees one that lies elsewhere (1 in
1000, more with a hand of cards beside it). So where cards lie side by side one look proves nothing: a tag has gone
after five clean misses in a row over at least 120 ms, and has come after as many sightings as the config says; two
misses take one of them back, for a tag that lies there is missed far more often than one that does not is seen.

Where cards are only held to a pad one sighting is enough, or four while readers miss more than one look in eight at
tags that lie still; only misses in a row take these back. Of two that are held there together a reader may hear now the
one, now the other. One that is heard again after another was has not gone meanwhile: no hand is so quick.

A look that brings only rubbish is neither: it proves that the reader works, not that the tag has gone. Until its belief
is settled again, a pad is *restless*, and is looked at more often.
"""

from array import array

from firmware.native import const
from firmware.wire import PAD, PAD_ABSENT, PAD_BYTES, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL, UID_BYTES

MISSES = const(5)
MISSING_MS = const(120)
SEVERAL_LOOKS = const(2)
AWAY_LOOKS = const(4)  # that miss a card which was held to a pad, until it has to be seen anew
GARBLED_LOOKS = const(5)
SIGHTINGS = const(2)  # unless the config says otherwise
NOISY_SIGHTINGS = const(4)  # where one would do, while readers miss much: of two cards they hear only one often then
_NOISY = const(8192)  # in 65536ths: one look in eight at a tag that lies still
_USUAL = const(6554)  # one in ten
_SIGHTING = const(2)  # a sighting counts for so many misses
_ENOUGH = const(18)  # no more of that is counted: nine sightings
_UID = 1 + UID_BYTES
_NOBODY = b"\0"


class Beliefs:
    """Two bytes for each pad in the board's state, from ``at`` on: what is on it, and the entry of its tag."""

    def __init__(self, state, at, pads, sightings, tags, ring):
        self.restless = bytearray(pads)
        self.missed = 0  # looks that found a pad empty on which a tag was
        self.garbled = 0
        self.occupied = 0  # pads on which a tag is
        self._noise = _USUAL  # how many of the last looks, about 64, have missed a tag that lay still; in 65536ths
        self._state = state
        self._at = at
        self._tags = tags
        self._names = bytearray(tags.count)  # how many pads name each entry
        self._add = ring.add_pair
        self._needed = bytearray([int(sightings[i]) if i < len(sightings) else SIGHTINGS for i in range(pads)])
        self._misses = bytearray(pads)
        self._since = array("I", bytearray(4 * pads))  # of the first miss
        self._rubbish = bytearray(pads)
        self._seen = bytearray(pads)  # what speaks for a tag that is not believed yet: _SIGHTING for each time
        self._unseen = bytearray(pads)  # looks since the last of them
        self._is_several = bytearray(pads)  # whether that is several tags, else the tag in ``_whom``
        self._is_doubted = bytearray(pads)
        self._whom = bytearray(_UID * pads)
        self._former = bytearray(_UID)  # the tag that was seen just before that one,
        self._former_at = -1  # and on which pad: the last one where cards are only held

    def what(self, pad):
        """Return what is believed to be on a pad."""
        return self._state[self._at + PAD_BYTES * pad]

    def entry(self, pad):
        """Return the entry of the tag on a pad; it says something only with PAD_PRESENT."""
        return self._state[self._at + PAD_BYTES * pad + 1]

    def unnamed(self, after):
        """Return the next entry behind ``after`` that no pad names; there are more entries than pads."""
        entry = self._names.find(_NOBODY, after + 1)
        return entry if entry >= 0 else self._names.find(_NOBODY)

    # ---- looks ---------------------------------------------------------------------------------------------

    def saw_nothing(self, pad, now):
        """A clean look at an empty pad."""
        if self._seen[pad]:  # it may have been missed; who is only held there for a moment must not have to begin anew
            self._unseen[pad] += 1
            if self._needed[pad] > 1:
                self._seen[pad] -= 1
            elif self._unseen[pad] == AWAY_LOOKS:
                self._seen[pad] = 0
        self._rubbish[pad] = 0
        what = self.what(pad)
        if what == PAD_ABSENT:
            self.restless[pad] = 1 if self._seen[pad] else 0
            return
        if what == PAD_PRESENT:
            self.missed += 1
        if not self._misses[pad]:
            self._since[pad] = now & 0x3FFFFFFF
        if self._misses[pad] < MISSES:
            self._misses[pad] += 1
        self.restless[pad] = 1
        if self._misses[pad] == MISSES and (now - self._since[pad]) & 0x3FFFFFFF >= MISSING_MS:
            self.believe(pad, PAD_ABSENT, 0, now)

    def saw_rubbish(self, pad, now):
        """Something answered, and nobody could read it."""
        self.garbled += 1
        if self._rubbish[pad] < GARBLED_LOOKS:
            self._rubbish[pad] += 1
        is_told = self.what(pad) == PAD_GARBLED
        self.restless[pad] = 0 if is_told else 1
        if self._rubbish[pad] == GARBLED_LOOKS:
            self._seen[pad] = 0
            if not is_told:
                self.believe(pad, PAD_GARBLED, 0, now)

    def saw_several(self, pad, now, looks=SEVERAL_LOOKS):
        """More than one tag; so many looks that find this are believed."""
        if self.what(pad) == PAD_SEVERAL:
            self.calm(pad)
        elif self._sight(pad, 1, None) >= looks:
            self.believe(pad, PAD_SEVERAL, 0, now)

    def is_known(self, pad, uid):
        """Tell whether this is the tag that is believed to be on a pad."""
        return self.what(pad) == PAD_PRESENT and not self._is_doubted[pad] and self._tags.is_entry(self.entry(pad), uid)

    def met(self, pad):
        """The tag that is believed to be there was seen: whatever missed it before, it had not gone."""
        noise = self._noise
        for _ in range(self._misses[pad]):
            noise += (65536 - noise) >> 6
        self._noise = noise - (noise >> 6)

    @property
    def is_noisy(self):
        """Whether readers miss much."""
        return self._noise > _NOISY

    def is_seen(self, pad):
        """Return how often a tag was seen on a pad that is not believed yet; what a miss took back in half counts."""
        return 0 if self._is_several[pad] else (self._seen[pad] + 1) // _SIGHTING

    def is_tapped(self, pad):
        """Tell whether cards are only held to a pad, so that one sighting is believed."""
        return self._needed[pad] == 1

    def suspects_several(self, pad):
        """Tell whether more than one tag was there just now, so that one that answers may not be alone."""
        if self.what(pad) == PAD_SEVERAL:
            return self._is_several[pad] or self._seen[pad] < _SIGHTING * (MISSES - 1)
        return self._seen[pad] and self._is_several[pad]

    def is_back(self, pad, uid, is_new):
        """Tell whether a tag is seen again after another one was, where cards are only held: then both are there.

        One that is believed to be there counts only while it ``is_new``; later a tag that lies elsewhere may be heard.
        """
        if not self._seen[pad] or self._is_several[pad] or not self.is_tapped(pad):
            return False
        if self.what(pad) == PAD_PRESENT:
            return is_new and self.is_known(pad, uid)
        return self._former_at == pad and self._former == uid

    def sight(self, pad, uid):
        """Count a sighting of a tag that is not believed yet; return whether it is to be believed now.

        Where several were, the others have to be missed as often as if they had lain alone.
        """
        if self.what(pad) == PAD_SEVERAL:
            needed = MISSES
        elif self.is_noisy and self.is_tapped(pad):
            needed = NOISY_SIGHTINGS
        else:
            needed = self._needed[pad]
        return self._sight(pad, 0, uid) >= needed

    def _sight(self, pad, is_several, uid):
        whom = self._whom
        at = _UID * pad
        is_other = uid is not None and whom.find(uid, at, at + _UID) != at
        if is_other or is_several != self._is_several[pad] or not self._seen[pad]:
            if self._seen[pad] and self.is_tapped(pad) and not self._is_several[pad]:
                self._former_at = pad
                for i in range(_UID):
                    self._former[i] = whom[at + i]
            elif self._former_at == pad:
                self._former_at = -1
            self._seen[pad] = 0
        self._is_several[pad] = is_several
        if uid is not None:
            for i in range(_UID):
                whom[at + i] = uid[i]
        self._misses[pad] = 0
        self._unseen[pad] = 0
        self._rubbish[pad] = 0
        self.restless[pad] = 1
        if self._seen[pad] < _ENOUGH:
            self._seen[pad] += _SIGHTING
        return self._seen[pad] // _SIGHTING

    # ---- beliefs -------------------------------------------------------------------------------------------

    def arrive(self, pad, entry, now):
        """A tag has come. If another one was there before, that has gone first: two events."""
        if self.what(pad) == PAD_PRESENT and self.entry(pad) != entry:
            self.believe(pad, PAD_ABSENT, 0, now)
        self.believe(pad, PAD_PRESENT, entry, now)

    def believe(self, pad, what, entry, now):
        """Take a new belief and tell it."""
        self.calm(pad)
        self._is_doubted[pad] = 0
        at = self._at + PAD_BYTES * pad
        state = self._state
        if state[at] == what and state[at + 1] == entry:
            return
        if state[at] == PAD_PRESENT:
            self._names[state[at + 1]] -= 1
            self.occupied -= 1
        if what == PAD_PRESENT:
            self._names[entry] += 1
            self.occupied += 1
        state[at] = what
        state[at + 1] = entry
        self._add(now, PAD, pad, what, entry)

    def forget(self, pad):
        """The tag of a pad may say something else from now on: whatever is there is met as if it were new."""
        self._is_doubted[pad] = 1
        self.restless[pad] = 1

    def calm(self, pad):
        """All is as it is believed."""
        self.restless[pad] = 0
        self._misses[pad] = 0
        self._rubbish[pad] = 0
        self._seen[pad] = 0

    def is_down(self, pad):
        """Tell whether the reader of a pad is given up."""
        return self.what(pad) == PAD_DOWN
