"""Whether a table's books of SAW are true: what it knows must be so, and what everybody sees must be the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engines.core import Answer, AnyPlay, Reveal
from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw.state import State
from engines.saw.traps import Trap
from host.play.floor import asked_of, decision_of

IN_ONE_GO = ("R35", "A41")
"""Rules by which a whole hand goes to the pile: in which order, nobody tells."""


def difference(books: AnyPlay, truth: AnyPlay) -> str:
    """Return in words where the books are wrong; empty if nothing in them is. What they do not know is not wrong."""
    mine, real = books.state, truth.state
    for what, one, other in (
        ("asked", _asked(books), _asked(truth)),
        ("whose turn", (mine.seat, mine.turns), (real.seat, real.turns)),
        ("blood", mine.blood, real.blood),
        ("limbs", mine.limbs, real.limbs),
        ("alive", mine.alive, real.alive),
        ("characters", mine.character, real.character),
        ("Saw token", mine.saw, real.saw),
        ("deck", len(mine.deck), len(real.deck)),
        ("trap", _trap(mine), _trap(real)),
        ("table", _faces(mine, mine.table), _faces(real, real.table)),
    ):
        if one != other:
            return f"{what}: {one} for {other}"
    return _cards(mine, real) or _deck(mine, real) or _top(mine, truth)


def is_under_way(books: AnyPlay) -> bool:
    """Tell whether the cards have to say how it goes on, which only the truth knows beforehand."""
    item = asked_of(books)
    decision = decision_of(books)
    return isinstance(item, Reveal) or (decision is not None and decision.kind in (at.FILM, at.SIFT))


def _asked(play: AnyPlay) -> Any:
    """Return what is waited on, cards by their number."""
    if isinstance(asked_of(play), Reveal):
        return "a card"
    frames = play.state.agenda
    top = tuple(len(part) if isinstance(part, tuple) else part for part in frames[-1]) if frames else ()
    return [frame[0] for frame in frames], top, play.result


def _trap(state: State) -> Any:
    trap: Trap | None = state.trap
    if trap is None:
        return None
    tools = [(state.face[token], trait) for token, trait in trap.tools]
    cards = _faces(state, (*trap.parts, trap.billy, *trap.extras, *trap.searches, *trap.eased))
    return tools, cards, trap._replace(parts=(), billy=0, extras=(), tools=(), searches=(), eased=())


def _faces(state: State, tokens: Iterable[int]) -> list[int]:
    return [state.face[token] for token in tokens]


def _cards(mine: State, real: State) -> str:
    """Compare hands, benches and the pile."""
    names = mine.box.names
    for seat in range(mine.seats):
        for slot, (one, other) in enumerate(zip(mine.bench[seat], real.bench[seat], strict=True), 1):
            if (one < 0) != (other < 0) or (one >= 0 and mine.face[one] not in (-1, real.face[other])):
                return f"slot {slot} of seat {seat + 1}: {_name(mine, one)} for {_name(real, other)}"
    zones = [(f"hand of seat {seat + 1}", mine.hand[seat], real.hand[seat]) for seat in range(mine.seats)]
    for what, tokens, others in (*zones, ("pile", mine.discard, real.discard)):
        if len(tokens) != len(others):
            return f"{what}: {len(tokens)} cards for {len(others)}"
        false = Counter(face for face in _faces(mine, tokens) if face >= 0) - Counter(_faces(real, others))
        if false:
            return f"{what}: {', '.join(names[face] for face in false)} is not there"
    return ""


def _deck(mine: State, real: State) -> str:
    """Compare what was looked at in the deck, or put back there, as far as it is told."""
    for one, other in zip(_faces(mine, mine.deck), _faces(real, real.deck), strict=True):
        if one >= 0 and other not in (-1, one):
            return f"deck: {mine.box.names[one]} for {mine.box.names[other]}"
    return ""


def _top(mine: State, truth: AnyPlay) -> str:
    """Compare the order in which the last answer put cards onto the pile."""
    laid: list[int] = []
    last = max((at_ for at_, entry in enumerate(truth.log) if isinstance(entry, Answer)), default=0)
    for event in truth.events[truth.marks[last] if truth.marks else 0 :]:
        if isinstance(event, ev.Reshuffled | ev.TakenUp) or getattr(event, "rule", "") in IN_ONE_GO:
            return ""
        if isinstance(event, ev.Discarded):
            laid.append(event.face)
    pile = _faces(mine, mine.discard[len(mine.discard) - len(laid) :])
    if any(one not in (-1, other) for one, other in zip(pile, laid, strict=True)):
        return f"order of the pile: {pile} for {laid}"
    return ""


def _name(state: State, token: int) -> str:
    return "nothing" if token < 0 else "?" if state.face[token] < 0 else state.box.names[state.face[token]]
