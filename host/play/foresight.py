"""What may come next in a play: which answers a person may give at the table, and what it shows after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.core import AnyPlay, Reveal
from engines.core.entries import Answer
from host.play.floor import Floor, Later, asked_of, decision_of
from host.play.house import PERSON
from host.referee import Outlook
from host.stage.base import Stage


class Foresight:
    """Looks ahead for a stage and its players; it keeps nothing, and changes no play."""

    def __init__(self, stage: Stage, players: Sequence[str]) -> None:
        self._stage = stage
        self._players = players

    def is_persons(self, seat: int) -> bool:
        """Tell whether a person decides for a seat."""
        return seat < 0 or self._players[seat] == PERSON

    def must_aim(self, play: AnyPlay) -> bool:
        """Tell whether what is to be decided can only be aimed: then aiming opens by itself."""
        item = decision_of(play)
        return item is not None and item.seat >= 0 and self._stage.must_aim(item) and self.is_persons(item.seat)

    def floor(self, play: AnyPlay) -> Floor:
        """Return who has the floor."""
        return Floor.of(play, self.is_persons)

    def outlook(self, play: AnyPlay) -> Outlook:
        """Return what the table should show, and what it may show next. For a house player it only has to follow."""
        scene = self._stage.scene(play)
        floor = self.floor(play)
        item = asked_of(floor.main)
        if item is None or not self.is_persons(item.seat):
            return Outlook(scene, {}, _nothing)
        if isinstance(item, Reveal):
            return Outlook(scene, self._stage.foreseen(play, item), _nothing)
        outcomes = self._stage.outcomes(floor.main)
        if floor.following is not None:
            outcomes = {shown: tuple(map(Later, choices)) for shown, choices in outcomes.items()}
        return Outlook(scene, outcomes, lambda choice: self._after(floor, choice))

    def otherwise(self, play: AnyPlay, choice: Any) -> Outlook:
        """Return the outlook of a play without one answer: what the table may show if it was another one after all."""
        outlook = self.outlook(play.clone())  # the play goes on, and this is asked later
        others = {
            shown: tuple(other for other in found if other != choice) for shown, found in outlook.outcomes.items()
        }
        given = tuple(shown for shown, found in outlook.outcomes.items() if choice in found)
        return replace(outlook, outcomes={shown: found for shown, found in others.items() if found}, given=given)

    def _after(self, floor: Floor, choice: Any) -> Outlook | None:
        copy = floor.main.clone() if isinstance(choice, Later) else floor.play.clone()
        copy.feed(Answer(copy.decision.id, choice.choice if isinstance(choice, Later) else choice))
        return self.outlook(copy)


def _nothing(choice: Any) -> None:
    return None
