"""The pads: one look after the other, one field at a time.

Work in one tick is bounded: a micro-step of the reader that looks, one of the reader before it, which may still be
switching its field off, and one of the next, which may be got ready meanwhile. The next field comes when the last is
off: a chip that is told so at the end of a look is asked in the same tick whether it has heard, as often as there is
work left for, so that an empty pad takes 8 ms and not 10.
"""

from firmware.beliefs import SEVERAL_LOOKS, Beliefs
from firmware.card import BUSY, DENIED, DONE, READ_BYTES, Card
from firmware.errand import Errand
from firmware.native import const
from firmware.ndef import FOUND, MEMORY, MORE, Finder
from firmware.readers import make
from firmware.tags import Tags
from firmware.turns import NOBODY, REST_MS, Turns
from firmware.wire import PAD_ABSENT, PAD_BYTES, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL, tag_table

# What it costs in the units of ``firmware.app``
LOOK_WORK = const(7)  # must be left: the dearest micro-step, eight transfers
STEP_WORK = const(2)  # to see what there is to do
THINK_WORK = const(4)  # to look through what a tag holds, or to enter it into the table
TRANSFER_WORK = const(6)  # eighths of a unit for a transfer
FAULTS = const(3)  # in a row until a reader is given up
RETRY_MS = const(1000)  # between two attempts to bring it back
RECHECK = const(16)  # every so many looks at a tag that lies still, whether it is still alone
NEW_LOOKS = const(6)  # and so many looks in a row at one that has just come
TEXT_TRIES = const(5)  # to read a tag's text; then it has none
_FIRST_PAGE = const(4)
_DARKENING = const(3)  # transfers besides asking: the command, its ACK, and that with which the next look begins

# What is being done at the pad whose turn it is; the last two need no reader
_SET_UP = const(0)
_LOOK = const(1)
_TEXT = const(2)
_ALONE = const(3)
_ERRAND = const(4)
_SEEK = const(5)
_GREET = const(6)


class Pads:
    """``step`` looks after the pads; ``errand`` is what a host wants of a tag (see ``firmware.errand``)."""

    def __init__(self, wires, config, state, at, ring):
        pads = config["pads"] if wires else 0
        self.count = pads
        self.looks = 0
        self.downs = 0
        self.is_waiting = False  # for a tick with more work left
        self.card = Card()
        self.errand = Errand(self.card)
        self.tags = Tags(state, at + PAD_BYTES * pads, tag_table(pads), ring)
        self.beliefs = Beliefs(state, at, pads, config["sightings"], self.tags, ring)
        self.turns = Turns(pads, config["play"], self.beliefs)
        letters = config["readers"]
        self._readers = [make(letters[i : i + 1], wires, i, self.card) for i in range(pads)]
        self._finder = Finder()
        self._wires = wires
        self._reset = wires.reset if pads else None
        self._is_up = bytearray(pads)
        self._faults = bytearray(pads)
        self._since_check = bytearray(pads)
        self._new = bytearray(pads)  # looks for which the tag on a pad still counts as new
        self._text_tries = bytearray(pads)
        self._read = 0  # bytes of the text read so far
        self._has_text = False  # all that was wanted has been read
        self._is_counted = False  # the tag that is looked at has been sighted already
        self._has_started = False
        self._pad = NOBODY
        self._doing = _LOOK
        self._next = NOBODY
        self._leaving = NOBODY
        self._hold_until = 0
        self._work = 0  # when this tick began

    def step(self, now, work):
        """Do the micro-steps of one tick; return the work left."""
        if not self.count:
            return work
        self.is_waiting = work < LOOK_WORK
        if self.is_waiting:
            return work
        self._work = work
        if not self._has_started:
            return self._start(now, work)
        wires = self._wires
        wires.transfers = 0
        if self._leaving != NOBODY:
            self._leave(now)
        if self._doing >= _SEEK:
            self._think(self._pad, now)
            return work - THINK_WORK - self._spent()
        if self._pad != NOBODY:
            self._go_on(self._pad, now)
        if self._pad == NOBODY:
            self._begin(now)
        elif self._next == NOBODY and self._doing != _SET_UP:
            self._get_ready(now)
        return work - self._spent()

    def _spent(self):
        return STEP_WORK + (self._wires.transfers * TRANSFER_WORK + 7) // 8

    def _start(self, now, work):
        """Reset all readers with the first tick, if there is a line for it."""
        if self._reset:
            if not self._hold_until:
                self._reset(0)
                self._hold_until = now + 1
                return work
            self._reset(1)
        self._has_started = True
        return work

    # ---- whose turn it is ----------------------------------------------------------------------------------

    def _get_ready(self, now):
        pad = self.turns.choose(now, self._pad, self._leaving)
        if pad == NOBODY:
            return
        self._next = pad
        if self._is_up[pad]:
            self._readers[pad].prepare(now)

    def _begin(self, now):
        if self._leaving != NOBODY and not self._readers[self._leaving].is_dark:
            return
        if self._next == NOBODY:
            self._get_ready(now)
            if self._next == NOBODY:
                return
        pad = self._next
        reader = self._readers[pad]
        if not self._is_up[pad]:
            self._doing = _SET_UP
            reader.set_up(now)
        elif reader.is_prepared(now):
            self._doing = _LOOK
            self.looks += 1
            reader.light(now)
            reader.step(now)
        else:
            outcome = reader.step(now)
            if outcome == PAD_DOWN:
                self._next = NOBODY
                self._fail(pad, now)
            return
        self._pad = pad
        self._next = NOBODY

    def _leave(self, now):
        pad = self._leaving
        reader = self._readers[pad]
        if reader.step(now) == PAD_DOWN:
            self._fail(pad, now)
        if reader.is_idle:
            self._leaving = NOBODY

    def _finish(self, pad, now):
        """The look is over: the field goes off. If another reader waits for that, all work left may go into asking."""
        reader = self._readers[pad]
        polls = 0
        if self._next != NOBODY and self._readers[self._next].is_prepared(now):
            polls = (self._work - self._spent()) * 8 // TRANSFER_WORK - _DARKENING
        self._pad = NOBODY
        self._doing = _LOOK
        self.turns.ready_at[pad] = now + REST_MS
        if self.turns.fresh == pad and not self._is_fresh(pad):
            self.turns.fresh = NOBODY
        if reader.darken(now, polls) == PAD_DOWN:
            self._fail(pad, now)
        elif not reader.is_idle:
            self.turns.ready_at[pad] += 3
            self._leaving = pad

    def _is_fresh(self, pad):
        """Tell whether a card is being held to a pad, or was just now, and a second one may not have been heard yet."""
        if self.beliefs.what(pad) == PAD_PRESENT:
            return self._new[pad]
        return self.beliefs.is_seen(pad)

    # ---- a look --------------------------------------------------------------------------------------------

    def _go_on(self, pad, now):
        outcome = self._readers[pad].step(now)
        if outcome == BUSY:
            return
        if outcome == PAD_DOWN:
            self._pad = NOBODY
            self._fail(pad, now)
            return
        doing = self._doing
        if doing == _SET_UP:
            self._pad = NOBODY
            self._is_up[pad] = 1
            self._faults[pad] = 0
            self.turns.ready_at[pad] = now + REST_MS
            return
        self._faults[pad] = 0
        if doing == _LOOK:
            self._looked(pad, outcome, now)
        elif doing == _TEXT:
            self._take_text(pad, outcome, now)
        elif doing == _ALONE:
            self._rechecked(pad, outcome, now)
        else:
            self._go_on_errand(pad, outcome, now)

    def _looked(self, pad, outcome, now):
        if self.errand.pad == pad:
            self._doing = _ERRAND
            self._go_on_errand(pad, outcome, now)
            return
        if outcome == PAD_PRESENT:
            self._found(pad, now)
            return
        if outcome == PAD_ABSENT:
            self.beliefs.saw_nothing(pad, now)
        elif outcome == PAD_SEVERAL:
            self.beliefs.saw_several(pad, now, self._looks_for_several(pad))
        else:
            self.beliefs.saw_rubbish(pad, now)
        self._finish(pad, now)

    def _found(self, pad, now):
        """One tag has answered: known, seen but not believed yet, or to be believed once its text is read."""
        uid = self.card.uid
        self._has_text = self._is_counted = False
        if self.beliefs.suspects_several(pad):
            self._check_alone(pad, now)
        elif self.beliefs.is_back(pad, uid, self._new[pad]):
            self.beliefs.saw_several(pad, now, 1)
            self._finish(pad, now)
        elif self.beliefs.is_known(pad, uid):
            self.beliefs.met(pad)
            self._since_check[pad] += 1
            if self._new[pad] or self._since_check[pad] >= RECHECK:
                self._check_alone(pad, now)
            else:
                self.beliefs.calm(pad)
                self._finish(pad, now)
        elif self.beliefs.sight(pad, uid):
            self._doing = _TEXT
            self._read = 0
            self._finder.length = 0
            self._readers[pad].read(_FIRST_PAGE, now)
        else:
            self._text_tries[pad] = 0
            self._is_counted = self.beliefs.is_tapped(pad)
            if self._is_counted:
                self.turns.fresh = pad
                self._check_alone(pad, now)
            else:
                if self.turns.fresh == NOBODY and self.beliefs.is_seen(pad) > 1:
                    self.turns.fresh = pad
                self._finish(pad, now)

    def _check_alone(self, pad, now):
        self._since_check[pad] = 0
        self._doing = _ALONE
        outcome = self._readers[pad].recheck(now)
        if outcome != BUSY:
            self._rechecked(pad, outcome, now)

    def _rechecked(self, pad, outcome, now):
        looks = self._looks_for_several(pad)
        if self._new[pad]:
            self._new[pad] -= 1
        if outcome == PAD_SEVERAL:
            self.beliefs.saw_several(pad, now, looks)
        elif outcome == PAD_GARBLED:
            self.beliefs.saw_rubbish(pad, now)
        elif self.beliefs.is_known(pad, self.card.uid):
            self.beliefs.calm(pad)
        elif self._has_text:
            self._doing = _GREET
            return
        elif not self._is_counted:
            self.beliefs.sight(pad, self.card.uid)
        self._finish(pad, now)

    def _looks_for_several(self, pad):
        """Return how many looks must find several tags: one is enough while they are held there, or have just come."""
        is_coming = self.beliefs.is_tapped(pad) and self.beliefs.what(pad) == PAD_ABSENT
        return 1 if is_coming or self._new[pad] else SEVERAL_LOOKS

    def _take_text(self, pad, outcome, now):
        """Four more pages of a tag that has just come."""
        if outcome == DONE:
            n = self._read
            self._read = n + READ_BYTES
            self._finder.memory[n : n + READ_BYTES] = self.card.page
            self._doing = _SEEK
            return
        if outcome != DENIED:
            self._text_tries[pad] += 1
            if self._text_tries[pad] < TEXT_TRIES:
                self._finish(pad, now)
                return
        self._text_tries[pad] = 0
        self._doing = _GREET  # such a tag no longer listens, so nobody can tell whether it is alone

    def _think(self, pad, now):
        """Nothing in here needs the reader: it has a tick of its own."""
        if self._doing == _GREET:
            self._greet(pad, now)
        else:
            self._seek(pad, now)

    def _seek(self, pad, now):
        """Look for the text in what has been read."""
        found = self._finder.look(self._read)
        if found == MORE and self._read < MEMORY:
            self._doing = _TEXT
            self._readers[pad].read(_FIRST_PAGE + self._read // 4, now)
            return
        if found != FOUND:
            self._finder.length = 0
        self._text_tries[pad] = 0
        self._has_text = True
        self._check_alone(pad, now)

    def _greet(self, pad, now):
        finder = self._finder
        entry = self.tags.enter(self.card.uid, finder.memory, finder.start, finder.length, self.beliefs, now)
        self.beliefs.arrive(pad, entry, now)
        self._new[pad] = NEW_LOOKS
        if self.beliefs.is_tapped(pad):
            self.turns.fresh = pad
        elif self.turns.fresh == pad:
            self.turns.fresh = NOBODY
        self._finish(pad, now)

    # ---- errands -------------------------------------------------------------------------------------------

    def _go_on_errand(self, pad, outcome, now):
        if self.errand.go_on(self._readers[pad], outcome, now):
            return
        if not self.errand.is_under_way():
            self.turns.urgent = NOBODY
            if self.errand.has_written:
                self._read_again(pad)
        self._finish(pad, now)

    def _read_again(self, pad):
        """What a tag says may have changed: it is met as if it were new."""
        self.beliefs.forget(pad)

    def run_errand(self, pad):
        """Have the errand done in the pad's next turn, which comes soon; False if its reader is given up."""
        if not self._is_up[pad] and self.beliefs.is_down(pad):
            return False
        self.turns.urgent = pad
        return True

    def cancel_errand(self):
        """Nobody wants to know any more."""
        self.errand.cancel()
        self.turns.urgent = NOBODY

    # ---- readers that fail ---------------------------------------------------------------------------------

    def _fail(self, pad, now):
        """A reader did not answer as it should: it is set up anew, at once or, if that does not help, every second."""
        self._is_up[pad] = 0
        if self._leaving == pad:
            self._leaving = NOBODY
        if self.turns.fresh == pad:
            self.turns.fresh = NOBODY
        if self._faults[pad] < FAULTS:
            self._faults[pad] += 1
        self.turns.ready_at[pad] = now + REST_MS
        if self._faults[pad] == FAULTS:
            self.turns.ready_at[pad] = now + RETRY_MS
            if not self.beliefs.is_down(pad):
                self.downs += 1
                self.beliefs.believe(pad, PAD_DOWN, 0, now)
        if self.errand.pad == pad:
            self.errand.reader_failed(self._faults[pad] == FAULTS)
            if not self.errand.is_under_way():
                self.turns.urgent = NOBODY
