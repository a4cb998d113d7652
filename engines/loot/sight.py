"""Who knows what in Loot Trap: what lies open, what each event shows to whom, and what a viewer may be told."""

from __future__ import annotations

from collections import Counter

from engines.core.events import Bound, Event
from engines.core.knowledge import Knowledge
from engines.core.viewers import HOST, may_see
from engines.loot import events as ev
from engines.loot.box import Box
from engines.loot.position import Positions
from engines.loot.state import State

SHOWN = frozenset(
    {
        *(ev.Sprung, ev.Cleared, ev.Removed, ev.Discarded, ev.Flipped, ev.Ousted, ev.Played),
        *(ev.Equipped, ev.Stripped, ev.Banked, ev.LootLost),
    }
)
"""Events that show the face of a card to everybody."""
RENUMBERED = frozenset({ev.Reshuffled, ev.Mixed})
LEFT_HIDDEN = frozenset({ev.Laid, ev.Exchanged, ev.Given})
"""Events by which a card leaves a hand face down: others cannot tell any more which card of that hand is which."""


class Sight:
    """Keeps the knowledge of viewers, and shows a position as each may see it."""

    def __init__(self, box: Box, positions: Positions) -> None:
        self._box = box
        self._positions = positions

    def hidden(self, state: State) -> Knowledge:
        """Return what everybody knows: the faces of what lies open; all other cards cannot be told apart."""
        face, names = state.face, self._box.names
        opened = self._open(state)
        left = Counter(dict(zip(names, self._box.copies, strict=True)))
        knowledge = Knowledge()
        for token in opened:
            knowledge.add((token,), (names[face[token]],))
            left[names[face[token]]] -= 1
        lying = [token for pile in (state.deck, *state.hand) for token in pile]
        on_field = [token for pile in (state.base, state.laid) for token in pile if token >= 0]
        closed = {*lying, *on_field} - opened
        if closed:
            knowledge.add(closed, left.elements())
        return knowledge

    def _open(self, state: State) -> set[int]:
        flipped = {state.base[cell] for cell in state.field.cells if state.up[cell]}
        worn = {token for token in state.gear if token >= 0}
        return {*state.discard, *state.aside, *(token for bank in state.bank for token in bank), *flipped, *worn}

    def told(self, state: State) -> list[Bound]:
        """Return what a position that was set up tells beyond that: hands to their owners, the rest to the host."""
        opened, names = self._open(state), self._box.names
        owner = {token: (seat,) for seat in range(state.seats) for token in state.hand[seat]}
        owner |= {state.laid[cell]: (state.layer[cell],) for cell in state.field.cells if state.laid[cell] >= 0}
        return [
            Bound(token, names[face], owner.get(token, ()), "set-up", "R3")
            for token, face in enumerate(state.face)
            if face >= 0 and token not in opened
        ]

    def learn(self, knowledge: Knowledge, event: Event, viewer: int) -> None:
        """Let a viewer learn from an event, or lose track of cards."""
        kind = type(event)
        if kind is Bound:
            if may_see(viewer, event.seen_by):
                knowledge.reveal(event.token, event.card)
        elif kind in SHOWN:
            knowledge.reveal(event.token, self._box.names[event.face])
        elif kind in RENUMBERED:
            knowledge.renew(event.old, event.new)
        elif kind in LEFT_HIDDEN:
            if event.fresh:
                knowledge.renew(event.among, event.fresh)
            elif viewer not in (event.seat, HOST):
                knowledge.mix(event.among)

    def view(self, state: State, knowledge: Knowledge) -> dict[str, object]:
        """Return a position with the faces that a viewer knows, and no way to tell other cards apart."""
        face, positions = knowledge.card, self._positions
        unseen = knowledge.unsettled()
        return {
            "turn": positions.write_turn(state),
            "players": [
                {
                    **positions.write_player(state, seat),
                    "hand": sorted(map(face, state.hand[seat]), key=lambda card: (card is None, card)),
                    "bank": len(state.bank[seat]),
                    "equipment": face(state.gear[seat]) if state.gear[seat] >= 0 else None,
                }
                for seat in range(state.seats)
            ],
            "field": [
                {
                    **positions.write_space(state, cell),
                    "card": _shown(state.base[cell], knowledge),
                    "laid": _shown(state.laid[cell], knowledge),
                }
                for cell in state.field.cells
            ],
            "deck": len(state.deck),
            "discard": list(map(face, state.discard)),
            "aside": list(map(face, state.aside)),
            "rolls": positions.write_rolls(state),
            "unseen": {
                "left": sum(len(clump.tokens) for clump in unseen),
                "among": sorted(card for clump in unseen for card in clump.cards.elements()),
            },
            "result": positions.write_result(state),
        }

    def masked(self, state: State, knowledge: Knowledge) -> State:
        """Return a copy of a position in which only those cards have faces that a viewer knows."""
        copy, number, known = state.clone(), self._box.number, knowledge.settled()
        copy.face = [-1] * len(state.face)
        for token, card in known.items():
            copy.face[token] = number[card]
        return copy


def _shown(token: int, knowledge: Knowledge) -> str | None:
    """What a viewer sees of a card on the field, if there is one."""
    return None if token < 0 else knowledge.card(token) or "hidden"
