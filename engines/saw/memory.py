"""What each viewer learns from an event, and can no longer tell after it.

Cards that move face down among others are mixed for all who do not see them. A card that leaves a hand face up may be
one that a viewer knew to be there, or another copy: then those two are mixed before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.events import Bound
from engines.core.knowledge import Knowledge
from engines.core.viewers import HOST, may_see
from engines.saw import events as ev
from engines.saw.box import Box


class Memory:
    """Folds events into what a viewer knows."""

    def __init__(self, box: Box) -> None:
        self._names = box.names
        self._billy = box.names[box.billy]
        self._learns: dict[type, Callable[[Knowledge, Any, int], None]] = {
            Bound: _bound,
            ev.Reshuffled: lambda knowledge, event, viewer: knowledge.renew(event.old, event.new),
            ev.Mingled: lambda knowledge, event, viewer: knowledge.renew(event.old, event.new),
            ev.Played: self._shown,
            ev.Discarded: self._shown,
            ev.Committed: self._shown,
            ev.Retracted: self._shown_alone,
            ev.TakenUp: self._shown_alone,
            ev.Found: self._shown_alone,
            ev.Arranged: _arranged,
            ev.PutBack: _put_back,
            ev.Filmed: self._filmed,
            ev.TrapSet: self._trap_set,
            ev.Given: _moved,
            ev.Stolen: _moved,
        }

    def learn(self, knowledge: Knowledge, event: object, viewer: int) -> None:
        """Let a viewer learn from an event."""
        learns = self._learns.get(event.__class__)
        if learns is not None:
            learns(knowledge, event, viewer)

    def _show(self, knowledge: Knowledge, token: int, face: int, among: tuple[int, ...]) -> None:
        name = self._names[face]
        if knowledge.card(token) != name:
            for other in among:
                if other != token and knowledge.card(other) == name:
                    knowledge.mix((token, other))
                    break
        knowledge.reveal(token, name)

    def _shown(self, knowledge: Knowledge, event: Any, viewer: int) -> None:
        if event.face >= 0:
            self._show(knowledge, event.token, event.face, event.among)

    def _shown_alone(self, knowledge: Knowledge, event: Any, viewer: int) -> None:
        if event.face >= 0:
            knowledge.reveal(event.token, self._names[event.face])

    def _trap_set(self, knowledge: Knowledge, event: ev.TrapSet, viewer: int) -> None:
        for token, face in zip((*event.parts, *event.extras), (*event.faces, *event.extra_faces), strict=True):
            self._show(knowledge, token, face, event.among)
        self._show(knowledge, event.billy, self._names.index(self._billy), event.among)

    def _filmed(self, knowledge: Knowledge, event: ev.Filmed, viewer: int) -> None:
        """Somebody went through the whole deck: no place in it is known any more."""
        knowledge.mix((event.token, *event.old))
        knowledge.reveal(event.token, self._billy)
        knowledge.renew(event.old, event.new)


def _bound(knowledge: Knowledge, event: Bound, viewer: int) -> None:
    if may_see(viewer, event.seen_by):
        knowledge.reveal(event.token, event.card)


def _arranged(knowledge: Knowledge, event: ev.Arranged, viewer: int) -> None:
    if viewer not in (HOST, event.seat):
        knowledge.mix((*event.hand, *(token for token in event.bench if token >= 0)))


def _put_back(knowledge: Knowledge, event: ev.PutBack, viewer: int) -> None:
    if viewer not in (HOST, event.seat):
        knowledge.mix(event.tokens)


def _moved(knowledge: Knowledge, event: ev.Given | ev.Stolen, viewer: int) -> None:
    if viewer not in (HOST, event.seat, event.other):
        knowledge.mix(event.among)
