"""Pieces that may have been exchanged: the pad decides between builds that look alike, and it may mislead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.core.entries import Answer
from host.play.desk import Desk
from host.play.floor import Floor
from host.referee.aiming import LIFT_MS
from host.referee.verdicts import Ask, Commit, Instead, TakenBack, Unchanged

NO_ANSWERS = TakenBack | Unchanged | Instead  # candidates that are no answers to what is asked


class Exchanges:
    """Looks for exchanges in what one desk has booked last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked_at = -1  # when the piece was put down about which the last question was

    def uses_any(self, choice: Any, names: Sequence[str]) -> bool:
        """Tell whether an answer uses one of these things."""
        return not isinstance(choice, NO_ANSWERS) and any(self._desk.stage.uses(choice, name) for name in names)

    @property
    def others_shown(self) -> tuple[str, ...]:
        """What was shown since the last answer, and is not the thing that was in the hand for it."""
        return tuple(name for name in self._desk.in_hand.shown if name not in self._desk.in_hand.used)

    def worded(self, candidates: Sequence[Any]) -> tuple[Any, ...]:
        """Return candidates with the last answer in words; what would replace it uses the same thing, if any does."""
        desk, last = self._desk, self._desk.chronicle.last_answer
        instead = [found.choice for found in candidates if isinstance(found, Instead)]
        same = [choice for choice in instead if self.uses_any(choice, desk.in_hand.used)] or instead
        others = [found for found in candidates if not isinstance(found, Instead) or found.choice in same]
        floor = self.floor_before() if instead else desk.floor()
        return tuple(
            Instead(found.choice, last, floor.write(found.choice)) if isinstance(found, Instead) else found
            for found in others
        )

    def floor_before(self) -> Floor:
        """Return who could answer before the last answer, which may be about to be replaced."""
        play = self._desk.play.clone()
        play.undo()
        return self._desk.foresight.floor(play)

    def between(self, verdict: Commit | Ask, known: Sequence[str]) -> tuple[Instead, ...]:
        """Return what the last answer may have been instead, if its piece may be the one that is built now.

        A piece was shown to the pad, and so the one that was built next counted as that. Now a second one is built. If
        nobody has shown that one (it is not ``known``), it may be the first one that was shown, and have been in the
        other hand all the time.
        """
        desk = self._desk
        candidates = verdict.answers if isinstance(verdict, Commit) else verdict.candidates
        is_build = len(candidates) == 1 or isinstance(verdict, Ask)
        if verdict.amends or not desk.rivals or not is_build:
            return ()
        if any(self.uses_any(choice, known) for choice in candidates):
            return ()
        outcomes = desk.stage.outcomes(desk.play)
        shown = next((shown for shown, found in outcomes.items() if candidates[0] in found), b"")
        return tuple(Instead(rival, "") for rival in desk.rivals if shown and self._may_follow(rival, shown))

    def _may_follow(self, rival: Any, shown: bytes) -> bool:
        """Tell whether the table may show this after another last answer, by a build with what was in the hand."""
        play = self._desk.play.clone()
        play.undo()
        play.feed(Answer(play.decision.id, rival))
        following = self._desk.stage.outcomes(play).get(shown, ())
        return any(self.uses_any(choice, self._desk.in_hand.used) for choice in following)

    def in_place(self, guided_at: int) -> Ask | None:
        """Return the question whether another piece lies where the last one was built, though the table looks right.

        That piece was lifted and something was put down there again, and by then another one had been shown that
        looks the same on that tile. What only hops is back too soon for a hand, and whoever was led (``guided_at``)
        has put back what the lights asked for.
        """
        desk, shown = self._desk, self.others_shown
        if not shown:
            return None
        lifted_at, put_at = self._replaced()
        others = [name for name in shown if name in desk.in_hand.shown_by(put_at)]
        is_settled = put_at == self._asked_at and desk.question is None
        if put_at - lifted_at < LIFT_MS or guided_at > lifted_at or is_settled:
            return None
        instead = [choice for choice in desk.alike() if self.uses_any(choice, others)]
        if not instead:
            return None
        self._asked_at = put_at
        return Ask(
            tuple(Instead(choice, "") for choice in instead), "another piece was shown before this one was put down"
        )

    def is_taken_off(self) -> bool:
        """Tell whether the last piece was taken off the board before another one was shown: nothing was bumped."""
        desk, (tile, _) = self._desk, self._built()
        touches = [touch for touch in desk.snapshot().touches if touch.tile == tile]
        if not touches or touches[-1].after:
            return False
        return any(name not in desk.in_hand.shown_by(touches[-1].at) for name in self.others_shown)

    def _replaced(self) -> tuple[int, int]:
        """When what was built last left its tile, and when that was filled again; the same moment if it was not."""
        tile, mask = self._built()
        lifted_at = put_at = 0
        for touch in self._desk.snapshot().touches:
            if touch.tile == tile and not touch.after:
                lifted_at = put_at = touch.at
            elif touch.tile == tile and touch.after == mask and lifted_at:
                put_at = touch.at
        return lifted_at, put_at

    def _built(self) -> tuple[int | None, int]:
        """The tile that the last answer has filled, and how; None if it did not fill exactly one."""
        desk = self._desk
        now, before = desk.stage.scene(desk.play).signature, desk.chronicle.before[-1:]
        filled = [tile for tile, mask in enumerate(now) if before and mask & ~before[0][tile]]
        return (filled[0], now[filled[0]]) if len(filled) == 1 else (None, 0)
