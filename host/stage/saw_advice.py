"""Help in a challenge, for a victim whose cards the host has been told: what to commit, what a search may bring."""

from __future__ import annotations

from collections import Counter

from engines.core import AnyPlay
from engines.saw import agenda as at
from engines.saw.advice import Advisor
from engines.saw.cards import KEEP, TRAITS
from engines.saw.game import Saw
from engines.saw.searching import LEGS
from engines.saw.state import State
from host.stage.saw_naming import untold


def advice(game: Saw, play: AnyPlay) -> tuple[str, ...]:
    """Return sentences for the victim alone; none outside a challenge, or if a card of the hand is not known."""
    state: State = play.state
    trap = state.trap
    if trap is None or not state.agenda or state.agenda[-1][0] != at.CHALLENGE:
        return ()
    if untold(state, state.hand[trap.victim]):
        return ()
    box, hand = game.box, [state.face[token] for token in state.hand[trap.victim]]
    added: Counter[int] = Counter()
    for token, trait in trap.tools:
        added[trait] += box.value[state.face[token]]
    needs = [(trait, max(0, need - added[trait])) for trait, need in trap.needs]
    advisor = Advisor(box, needs, box.values[state.character[trap.victim]])
    best = advisor.best(hand)
    cards = ", ".join(f"{box.designs[face].title} for {TRAITS[trait]}" for face, trait in best.cards)
    missing = f"{best.shortfall} would be missing" if best.shortfall else "nothing would be missing"
    sentences = [f"Best to commit: {cards or 'nothing'}; {missing}."]
    may_search = trap.searched < 2 and not trap.tools
    return (*sentences, *(_searches(game, play, advisor, hand) if may_search and best.shortfall else ()))


def _searches(game: Saw, play: AnyPlay, advisor: Advisor, hand: list[int]) -> list[str]:
    """Return for each Search card that draws how likely it is that nothing would be missing after it."""
    state, box = play.state, game.box
    assert state.trap is not None
    victim = state.trap.victim
    unseen = Counter(box.number[name] for name in play.view(victim)["unseen"]["among"])
    found = []
    for face in dict.fromkeys(face for face in hand if box.does[face] == KEEP):
        design = box.designs[face]
        draw = max(0, design.draw - state.hurt(victim, LEGS))
        chance = round(100 * advisor.chance([other for other in hand if other != face], unseen, draw, design.keep))
        found.append(f"With {design.title} first, nothing would be missing in {chance} of 100 cases.")
    return found
