"""How SAW: The Jigsaw Trials is studied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.core import AnyGame, AnyPlay
from engines.saw import events as ev
from engines.saw.cards import KINDS
from host.lab.study import Card, Notes, Study

SACRIFICE, CHALLENGE, BLEEDING, BACKFIRE = ENDS = ("sacrifice", "challenge", "bleeding", "backfire")
"""What took the last opponent's last blood."""
IN_CHALLENGE = "R62"


def cards(game: AnyGame) -> list[Card]:
    """Return all cards. Parts, Tools, Search and Special cards are used in their own ways: each has its kind's mean."""
    return [Card(one.id, one.title, one.copies, KINDS[one.kind]) for one in _box(game).designs]


def read(play: AnyPlay) -> Notes:
    """Return what is noted of a game."""
    box, state = _box(play.game), play.state
    began = [event.seat for event in play.events if type(event) is ev.TurnBegan]
    titles = [character.title for character in box.characters]
    return Notes(
        first=began[0],
        winner=play.result.winner if play.result else None,
        characters=tuple(titles[character] for character in state.character),
        turns=len(began),
        end=_end(play),
        played=Counter(box.names[face] for event in play.events for face in _used(event, box.billy)),
        also=Counter(box.names[event.face] for event in play.events if _is_in_challenge(event)),
    )


def _used(event: Any, billy: int) -> Iterator[int]:
    """Yield the faces of the cards that an event uses: a trap uses its parts, a Billy and what goes with it."""
    if type(event) is ev.Played or type(event) is ev.Committed:
        yield event.face
    elif type(event) is ev.TrapSet:
        yield from (*event.faces, *event.extra_faces, billy)


def _is_in_challenge(event: Any) -> bool:
    return type(event) is ev.Committed or (type(event) is ev.Played and event.rule == IN_CHALLENGE)


def _end(play: AnyPlay) -> str:
    cause = next(event.cause for event in reversed(play.events) if type(event) is ev.BloodChanged)
    for end, words in ((SACRIFICE, "sacrifice"), (CHALLENGE, "challenge"), (BACKFIRE, "reverse bear trap")):
        if cause.startswith(words):
            return end
    return BLEEDING


def _box(game: AnyGame) -> Any:
    return game.box  # type: ignore[attr-defined]


STUDY = Study("SAW", ENDS, cards, read, "in a challenge")
