"""The texts on the cards of SAW, written from their figures, for players who look at a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    KEEP: "Draw {draw}. Keep {keep} and discard the rest.",
    SALVAGE: "Look through the discard pile and take any one card into your hand.",
    RENEW: "Discard your hand and your bench. Then draw {draw}.",
    LOOK: "Look at the top {draw} of the deck. Put them back on top in any order.",
    DETECT: (
        "Name mechanism, object or escape. Turn over cards of the deck until one of that kind appears. "
        "Take it and discard the others."
    ),
    BIND: "Play it in your own turn. One of your lost limbs stops bleeding for the rest of the game.",
    EASE: "Play it when you take a sacrifice. Reduce the damage by 1, but not to 0.",
    FORCE: "Play it together with Billy. The victim must take the challenge.",
    BACKFIRE: (
        "Play it together with Billy. All damage of the trap goes to blood, and the sacrifice is increased by 1. "
        "If the victim passes the challenge without damage, you lose 3 blood."
    ),
    FILM: (
        "Play it in your own turn. Take a Billy out of the deck and shuffle the deck. "
        "If the deck has none, take the top Billy of the discard pile, if there is one."
    ),
}
_COST = "Cost: discard {} from your hand or bench."
_FIRST = {"deck": "draws {1} from the deck", "discard": "takes the top {1} of the discard pile"}
_THEN = {
    "discard": "then discards {0} of the cards just drawn",
    "keep": "then keeps {0} of the cards just drawn and discards the rest",
    "give": "then gives the attacker {0} of the cards just drawn",
    "extra": "then takes {0} more from the same pile",
    "steal": "then takes {1} unseen from the attacker's hand, or from the deck if that hand is empty",
}
_WHERE = {"arms": "the arms", "legs": "the legs", "blood": "blood"}


def saw_texts(design: Design) -> tuple[str, ...]:
    """Return what a card says."""
    if design.does:
        return (_use(design),)
    if design.story:
        return (_part(design),)
    if len(design.traits) == len(TRAITS):
        return (f"Set a trap with it, or commit it in a challenge for {design.value} points in any one trait.",)
    return (f"Commit it in a challenge for {_points(design.value, design.traits)}.",)


def _use(design: Design) -> str:
    text = _DOES[design.does].format(draw=_cards(design.draw), keep=design.keep)
    return f"{text} {_COST.format(_cards(design.cost, 'other card'))}" if design.cost else text


def _part(design: Design) -> str:
    """A part may carry any of the figures of a trap; whoever reads it may be attacker or victim."""
    return " ".join((f"{KINDS[design.kind].capitalize()}.", *_figures(design)))


def _figures(design: Design) -> Iterator[str]:
    """Yield what a part adds to its trap, as sentences."""
    if design.top is not None:
        yield f"Challenge: the victim {_clause(_FIRST, design.top)}."
    if design.then is not None:
        yield f"Challenge: the victim {_clause(_THEN, design.then)}."
    if design.box is not None:
        yield f"Needed: {_points(design.box.value, design.box.traits)}{_chosen(design.box.traits)}."
    if design.places:
        where = " or ".join(_WHERE[PLACES[place]] for place in design.places)
        yield f"Sacrifice: {design.number} damage to {where}{_chosen(design.places)}."
        yield "In the challenge, each missing point is 1 damage to the same place."


def _chosen(ways: tuple[int, ...]) -> str:
    return ", as the attacker chooses" if len(ways) > 1 else ""


def _clause(forms: Mapping[str, str], clause: Clause) -> str:
    return forms[clause.what].format(clause.number, _cards(clause.number))


def _points(value: int, traits: tuple[int, ...]) -> str:
    return f"{value} {' or '.join(TRAITS[trait] for trait in traits)}"


def _cards(count: int, thing: str = "card") -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
