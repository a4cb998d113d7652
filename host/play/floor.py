"""Who has the floor: whoever may play out of turn now, and whoever goes on if nobody does.

At a table nobody says "I pass": the next answer passes for all who could have interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engines.core import AnyPlay, Decision, Reveal
from engines.core.entries import Pass
from engines.core.waiting import WINDOW


class Later(NamedTuple):
    """An answer to what is asked once everybody who could interrupt has passed."""

    choice: Any


class Floor(NamedTuple):
    """``play`` as it stands, and ``following``: the same after everybody has passed; None if nobody can interrupt."""

    play: AnyPlay
    following: AnyPlay | None

    @classmethod
    def of(cls, play: AnyPlay, is_persons: Callable[[int], bool]) -> Floor:
        """Return who has the floor. House players speak for themselves: nobody passes for them, or goes on for them."""
        copy: AnyPlay | None = None
        while (decision := window_of(copy or play)) is not None:
            if not is_persons(decision.seat):
                return cls(play, None)
            copy = copy or play.clone()
            copy.feed(Pass(decision.id))
        following = asked_of(copy) if copy is not None else None
        return cls(play, None if following is not None and not is_persons(following.seat) else copy)

    @property
    def main(self) -> AnyPlay:
        """The play of whoever goes on."""
        return self.following or self.play

    def later(self, choice: Any) -> Any:
        """Return an answer of whoever goes on, as one that can be given now."""
        return Later(choice) if self.following is not None else choice

    def write(self, choice: Any) -> str:
        """Return an answer in the game's notation; where several may speak, with who says it."""
        play, said = (self.main, choice.choice) if isinstance(choice, Later) else (self.play, choice)
        text = play.write(said)
        if self.following is None or play.decision.seat < 0:
            return text
        return f"{play.seats[play.decision.seat]}: {text}"

    def seats(self) -> set[int]:
        """Return who may answer now."""
        return {item.seat for play in (self.play, self.main) if (item := asked_of(play)) is not None}


def decision_of(play: AnyPlay) -> Decision | None:
    """Return what somebody has to decide now, if that is what the play waits on."""
    return next((item for item in play.waiting if isinstance(item, Decision)), None)


def window_of(play: AnyPlay) -> Decision | None:
    """Return the decision that may be passed on, if that is what the play waits on."""
    decision = decision_of(play)
    return decision if decision is not None and decision.policy == WINDOW else None


def asked_of(play: AnyPlay) -> Decision | Reveal | None:
    """Return what the play waits on; what only may be told comes last."""
    return decision_of(play) or (play.waiting[0] if play.waiting else None)


def is_revealing(play: AnyPlay) -> bool:
    """Tell whether a play waits on the name of a card or piece."""
    return isinstance(asked_of(play), Reveal)
