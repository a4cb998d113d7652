"""What is printed on the cards of SAW, in a few words, for who looks at a hand."""

from __future__ import annotations

from engines.saw.cards import (
    BACKFIRE,
    BIND,
    DETECT,
    EASE,
    FILM,
    FORCE,
    KEEP,
    KINDS,
    LOOK,
    PLACES,
    RENEW,
    SALVAGE,
    TRAITS,
    Clause,
    Design,
)

_DOES = {
    SALVAGE: "Take any card of the discard pile.",
    RENEW: "Discard hand and bench, then draw {draw}.",
    LOOK: "Look at the top {draw} of the deck, and put them back in any order.",
    DETECT: "Name a kind of part: discard from the deck until one appears, and keep it.",
    KEEP: "Draw {draw}, keep {keep}.",
    BIND: "A lost limb of yours bleeds no more. Costs {cost} other cards.",
    EASE: "A sacrifice is 1 less. Costs {cost} other cards.",
    FORCE: "With Billy: the victim must try the challenge. Costs {cost} other cards.",
    BACKFIRE: "With Billy: blood, and 1 more; an escape unharmed costs you 3 blood. Costs {cost} other cards.",
    FILM: "Take a Billy out of the deck. Costs {cost} other cards.",
}
_CLAUSES = {
    "deck": "draw {} from the deck",
    "discard": "discard {} of them",
    "keep": "keep {} of them",
    "give": "give {} of them to the attacker",
    "extra": "take {} more",
    "steal": "steal {} of the attacker",
}
_FROM_PILE = "take {} from the discard pile"


def saw_texts(design: Design) -> tuple[str, ...]:
    """Return what a card says."""
    if design.does:
        return (_DOES[design.does].format(draw=design.draw, keep=design.keep, cost=design.cost),)
    if design.story:
        return (_part(design),)
    if len(design.traits) == len(TRAITS):
        return (f"Sets a trap, or counts {design.value} in any trait.",)
    return (f"{design.value} {' or '.join(TRAITS[trait] for trait in design.traits)}.",)


def _part(design: Design) -> str:
    said = [KINDS[design.kind].capitalize()]
    if design.top is not None:
        said.append(_clause(design.top, is_first=True))
    if design.then is not None:
        said.append(_clause(design.then, is_first=False))
    if design.box is not None:
        said.append(f"{design.box.value} {' or '.join(TRAITS[trait] for trait in design.box.traits)}")
    if design.places:
        said.append(f"{design.number} to {' or '.join(PLACES[place] for place in design.places)}")
    return f"{said[0]}: {', '.join(said[1:])}."


def _clause(clause: Clause, *, is_first: bool) -> str:
    text = _FROM_PILE if is_first and clause.what == "discard" else _CLAUSES[clause.what]
    return text.format(clause.number)
