"""Hands at a table: they lift, put, turn and slide; the referee watches and the play follows.

``said`` is what the table made of it: answers, and "back 2" for a take-back of two. Time is virtual.
"""

from dataclasses import replace
from itertools import pairwise

from engines.core import Answer, Observed
from host.referee import Ask, Blind, Commit, Guide, Referee, Settings, Still, TakeBack, Wait
from host.table import Snapshot, Touch
from tests.host.referee import armada_table

REACTION = 30  # ms between two things that hands do at once


class Hands:
    """A table with a running play, and what hands can do there; ``on`` tells how its game shows itself."""

    on = armada_table

    def __init__(self, play, shows=None, settings=None):
        self.play = play
        self.now = 1_000
        self.referee = Referee(self.on.NEIGHBOURS, settings or Settings())
        self.tiles = bytearray(self.on.scene(play.state).signature if shows is None else shows)
        self.confidence = bytearray([100] * len(self.tiles))
        self.changed_at = self.now
        self.touches = []
        self.is_known = True
        self.said = []
        self.heard = []  # every verdict that differs from the one before it
        self.past = []
        self.expect(is_seen=shows is None)
        self.look()

    # ---- what hands do -----------------------------------------------------------------------------------------

    def lift(self, *names):
        for name in names:
            self._set(name, 0)
        return self

    def put(self, name, facing):
        self._set(name, self.on.mask(facing))
        return self

    def turn(self, name, facing):
        return self.lift(name).put(name, facing)

    def carry(self, source, target, facing=None):
        """Lift a piece, and put it elsewhere after half a second."""
        shown = self.tiles[self.on.tile(source)]
        self.lift(source).wait(500)
        self._set(target, self.on.mask(facing) if facing else shown)
        return self

    def slide(self, *names, pace):
        """Push a piece over some tiles, each taking ``pace`` ms."""
        for source, target in pairwise(names):
            shown = self.tiles[self.on.tile(source)]
            self.lift(source)
            self._set(target, shown)
            self.wait(pace)
        return self

    def wait(self, ms=5_000):
        """Let time pass, looking whenever the referee asks for it."""
        end = self.now + ms
        while self.referee.due is not None and self.referee.due <= end:
            self.now = max(self.now, self.referee.due)
            self.look()
        self.now = end
        return self

    def unplug(self):
        self.is_known = False
        return self.look()

    def replug(self):
        self.is_known = True
        return self.look()

    # ---- what people say ---------------------------------------------------------------------------------------

    def say(self, text):
        """Answer on the screen."""
        self._feed(text)
        return self.look()

    def undo(self, answers=1):
        """Take back on the screen."""
        self.play.undo(answers)
        del self.past[:answers]
        self.expect(is_seen=False)
        return self.look()

    def pick(self, text):
        """Answer a question of the referee."""
        verdict = self.verdict
        assert isinstance(verdict, Ask)
        assert text in verdict.candidates
        self._commit((text,), verdict.amends)
        return self.look()

    def none_of_these(self):
        self.referee.decline(self.now)
        return self.look()

    # ---- what happens ------------------------------------------------------------------------------------------

    @property
    def verdict(self):
        return self.heard[-1]

    def follow(self, most=40):
        """Do what the lights ask for until they ask for nothing; return how many steps it took."""
        for count in range(most):
            self.wait(200)
            if not isinstance(self.verdict, Guide):
                return count
            step = self.verdict.step
            if step.source is not None:
                self._touch(step.source, 0)
                self.wait(200)
            if step.target is not None:
                self._touch(step.target, step.mask)
        raise AssertionError(f"The guidance does not end: {self.verdict}")

    def snapshot(self):
        touches = tuple(touch for touch in self.touches if touch.at > self.now - 10_000)
        return Snapshot(self.now, bytes(self.tiles), bytes(self.confidence), self.changed_at, self.is_known, touches)

    def look(self):
        verdict = self.referee.look(self.snapshot(), self.now)
        if not self.heard or verdict != self.heard[-1]:
            self.heard.append(verdict)
        if isinstance(verdict, Commit):
            self._commit(verdict.answers, verdict.amends)
            return self.look()
        if isinstance(verdict, TakeBack):
            self._take_back(verdict.answers, owes_all=verdict.is_last_left)
            return self.look()
        return self

    def expect(self, is_seen, before=None, owes_all=False):
        may_amend = before is not None and not isinstance(self.play.log[-1], Observed)
        self.referee.expect(
            self.on.outlook(self.play),
            self.past,
            self.now,
            is_seen=is_seen,
            owes_all=owes_all,
            may_amend=may_amend,
            before=before,
        )

    def _commit(self, answers, amends):
        if amends:
            self.play.undo()
            del self.past[0]
            self.said[-1] = f"{self.said[-1]} → {answers[0]}"
        before = self._otherwise(answers[0])
        for answer in answers:
            self._answer(answer)
        self.said += answers[1:] if amends else answers
        self.expect(is_seen=True, before=before if len(answers) == 1 else None)

    def _otherwise(self, answer):
        """The outlook without one answer, as the host has it: what else could it have been?"""
        outlook = self.on.outlook(self.play.clone())
        others = {
            shown: tuple(other for other in found if other != answer) for shown, found in outlook.outcomes.items()
        }
        given = tuple(shown for shown, found in outlook.outcomes.items() if answer in found)
        return replace(outlook, outcomes={shown: found for shown, found in others.items() if found}, given=given)

    def _feed(self, text):
        self._answer(text)
        self.said.append(text)
        self.expect(is_seen=False)

    def _answer(self, text):
        self.past.insert(0, self.on.scene(self.play.state).signature)
        self.play.feed(Answer(self.play.decision.id, self.play.parse(text)))

    def _take_back(self, answers, owes_all=False):
        self.play.undo(answers)
        del self.past[:answers]
        self.said.append(f"back {answers}")
        self.expect(is_seen=True, owes_all=owes_all)

    def _set(self, name, value):
        self._touch(self.on.tile(name), value)

    def _touch(self, at, value):
        self.wait(REACTION)
        if self.tiles[at] != value:
            self.touches.append(Touch(self.now, at, self.tiles[at], value))
            self.tiles[at] = value
            self.changed_at = self.now
            if self.is_known:
                self.look()

    def is_still(self):
        return isinstance(self.verdict, Still)

    def is_waiting(self):
        return isinstance(self.verdict, Wait)

    def is_asked(self):
        return self.verdict.candidates if isinstance(self.verdict, Ask) else ()

    def is_told(self):
        """The step that the lights ask for, as text: "move blue.gun-1 e5 > e6"."""
        if not isinstance(self.verdict, Guide):
            return ""
        step = self.verdict.step
        way = " > ".join(self.on.cell(at) for at in dict.fromkeys((step.source, step.target)) if at is not None)
        return f"{step.kind} {step.name or 'it'} {way}"

    def is_blind(self):
        return isinstance(self.verdict, Blind)
