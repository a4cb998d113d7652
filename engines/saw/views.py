"""What a viewer may know: counts and open cards for everybody, hands and benches for their owners."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.knowledge import Knowledge
from engines.saw import agenda as at
from engines.saw.box import SEATS, Box
from engines.saw.cards import PLACES, TRAITS
from engines.saw.state import STAGES, State
from engines.saw.traps import compose


class Views:
    """Writes views."""

    def __init__(self, box: Box, is_pile_open: bool) -> None:
        self._box = box
        self._is_pile_open = is_pile_open

    def view(self, state: State, knowledge: Knowledge, viewer: int) -> dict[str, object]:
        """Return what a viewer may know."""
        pile = state.discard if self._is_pile_open or _searches_pile(state, viewer) else state.discard[-1:]  # A66
        result = state.result
        return {
            "turn": {"seat": _seat(state.seat), "saw": _seat(state.saw)},
            "players": [self._player(state, knowledge, seat) for seat in range(state.seats)],
            "deck": len(state.deck),
            "top": _top(knowledge, state.deck),
            "discard": {"count": len(state.discard), "shown": _names(knowledge, pile)},
            "table": _names(knowledge, state.table),
            "look": {"count": len(state.looked), "known": _known(knowledge, state.looked)},
            "flipped": None if state.flipped < 0 else knowledge.card(state.flipped) or "?",
            "gone": len(state.gone),
            "trap": self._trap(state, knowledge),
            "unseen": _unseen(knowledge),
            "result": None if result is None else {"winner": SEATS[result[0]], "rule": result[1]},
        }

    def masked(self, state: State, knowledge: Knowledge) -> State:
        """Return a copy of a position in which only those cards have faces that a viewer knows."""
        copy, number = state.clone(), self._box.number
        copy.face = [-1] * len(state.face)
        for token, card in knowledge.settled().items():
            copy.face[token] = number[card]
        return copy

    def _player(self, state: State, knowledge: Knowledge, seat: int) -> dict[str, object]:
        character, bench = state.character[seat], state.bench[seat]
        return {
            "seat": SEATS[seat],
            "character": None if character < 0 else self._box.people[character],
            "blood": state.blood[seat],
            "limbs": [STAGES[stage] for stage in state.limbs[seat]],
            "turns": state.turns[seat],
            "hand": {"count": len(state.hand[seat]), "known": _known(knowledge, state.hand[seat])},
            "bench": [None if token < 0 else knowledge.card(token) or "?" for token in bench],
        }

    def _trap(self, state: State, knowledge: Knowledge) -> dict[str, object] | None:
        trap = state.trap
        if trap is None:
            return None
        faces = tuple(state.face[token] for token in trap.parts)
        composed = compose(self._box, faces)
        return {
            "attacker": SEATS[trap.attacker],
            "victim": SEATS[trap.victim],
            "parts": _names(knowledge, trap.parts),
            "with": _names(knowledge, trap.extras),
            "story": self._box.story(faces),
            "row": {"draw": list(composed.top), "then": list(composed.then)},
            "needs": {TRAITS[trait]: value for trait, value in trap.needs},
            "place": PLACES[trap.place],
            "number": trap.number,
            "tools": _names(knowledge, (token for token, _ in trap.tools)),
            "searches": _names(knowledge, trap.searches),
        }


def _searches_pile(state: State, viewer: int) -> bool:
    """Tell whether a viewer looks through the discard pile now, for a Bin or a Video."""
    return bool(state.agenda) and state.agenda[-1] in ((at.SALVAGE, viewer), (at.SIFT, viewer))


def _top(knowledge: Knowledge, deck: list[int]) -> list[str]:
    """Return the cards of the deck from the top down, as far as the viewer knows any."""
    cards = [knowledge.card(token) for token in reversed(deck)]
    while cards and cards[-1] is None:
        cards.pop()
    return [card or "?" for card in cards]


def _seat(seat: int) -> str | None:
    return None if seat < 0 else SEATS[seat]


def _names(knowledge: Knowledge, tokens: Iterable[int]) -> list[str]:
    return [knowledge.card(token) or "?" for token in tokens]


def _known(knowledge: Knowledge, tokens: Iterable[int]) -> list[str]:
    """Return the cards among some that the viewer knows, sorted: a hand has no order."""
    return sorted(card for card in map(knowledge.card, tokens) if card is not None)


def _unseen(knowledge: Knowledge) -> dict[str, object]:
    """Return how many cards the viewer cannot name, and which cards these are."""
    clumps = [clump for clump in knowledge.clumps() if len(clump.cards) > 1]
    among = sorted(card for clump in clumps for card in clump.cards.elements())
    return {"count": len(among), "among": among}
