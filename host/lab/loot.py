"""How Loot Trap is studied."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engines.core import AnyGame, AnyPlay
from engines.loot import events as ev
from host.lab.study import Card, Notes, Study

LOOT, ELIMINATION, DRAW = ENDS = ("loot", "elimination", "draw")
FROM_HAND = "R17"


def cards(game: AnyGame) -> list[Card]:
    """Return the hybrids and the equipment; loot is what all of them are about."""
    return [Card(one.id, one.title, one.copies) for one in _box(game).designs if one.kind != "loot"]


def read(play: AnyPlay) -> Notes:
    """Return what is noted of a game."""
    box, state = _box(play.game), play.state
    began = [event.seat for event in play.events if type(event) is ev.TurnBegan]
    winner = play.result.winner if play.result else None
    is_by_loot = winner is not None and sum(state.alive) > 1
    titles = [character.title for character in box.catalogue.characters]
    return Notes(
        first=began[0],
        winner=winner,
        characters=tuple(titles[box.avatars[avatar].character] for avatar in state.avatar),
        turns=len(began),
        end=LOOT if is_by_loot else DRAW if winner is None else ELIMINATION,
        played=Counter(box.names[event.face] for event in play.events if _is_played(event)),
        also=Counter(box.names[event.face] for event in play.events if type(event) is ev.Sprung),
    )


def _is_played(event: Any) -> bool:
    return type(event) is ev.Played or (type(event) is ev.Equipped and event.rule == FROM_HAND)


def _box(game: AnyGame) -> Any:
    return game.box  # type: ignore[attr-defined]


STUDY = Study("Loot Trap", ENDS, cards, read, "sprung")
