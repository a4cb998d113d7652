"""Why an answer is not allowed: a sentence for the player, and the line of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.problems import Problem
from engines.saw import agenda as at
from engines.saw.box import SEATS, Box
from engines.saw.cards import BIND, EASE, FILM, SEARCH, SPECIAL, TRAITS
from engines.saw.legal import RETRACT, Legal
from engines.saw.piles import UNTOLD
from engines.saw.rules import Choice, Rules
from engines.saw.state import State

NONSENSE = Problem("That is no answer of this game.")


class Explainer:
    """Finds the first rule that an illegal answer breaks."""

    def __init__(self, box: Box, rules: Rules, legal: Legal) -> None:
        self._box = box
        self._rules = rules
        self._legal = legal
        self._explains: dict[str, Callable[[State, Choice], Problem]] = {
            at.USE: self._use,
            at.DISCARD: self._discard,
            at.SALVAGE: self._salvage,
            at.SET: self._set,
            at.EASE: self._ease,
            at.CHALLENGE: self._challenge,
        }

    def explain(self, state: State, kind: str, choice: Any) -> Problem:
        """Return what is wrong with an answer that is not among the options."""
        if not _is_plain(choice):
            return NONSENSE
        if kind != at.SET and type(choice[-1]) is tuple and self._legal.options(state).contains(choice[:-1]):
            return _ORDER
        plain = _PLAIN.get(kind)
        return plain if plain is not None else self._explains[kind](state, choice)

    def _card(self, choice: Choice) -> int | None:
        """Return the face that a choice names, or None."""
        if len(choice) < 2 or type(choice[1]) is not int or not UNTOLD <= choice[1] < len(self._box.names):
            return None
        return choice[1]

    def _lacks(self, state: State, tokens: tuple[int, ...], face: int, where: str) -> Problem | None:
        if any(state.face[token] == face for token in tokens if token >= 0):
            return None
        name = "untold card" if face == UNTOLD else self._box.designs[face].title
        return Problem(f"There is no {name} {where}.", "R14")

    def _use(self, state: State, choice: Choice) -> Problem:
        face = self._card(choice)
        if choice[0] == "lift" and len(choice) == 2:
            return Problem("There is no card in that slot of your bench.", "R19")
        if choice[0] not in ("play", "bench") or face is None:
            return Problem("Play a card, put one onto your bench, lift one off, or say that you are done.", "R14")
        lacks = self._lacks(state, state.hand[state.seat], face, "in your hand")
        if lacks is not None:
            return lacks
        if choice[0] == "bench":
            return Problem("A bench has slots 1 to 3, and the card must not lie in that one already.", "R19")
        held = state.held(state.seat)
        if face == UNTOLD:
            return Problem("Tell which card it is before you play it.", "R14")
        title, does = self._box.designs[face].title, self._box.does[face]
        if self._box.kind[face] == SEARCH:
            return Problem(f"Say just the name of {title}; a Metal Detector also needs what it searches for.", "R37")
        if does not in (BIND, FILM):
            rule = "R97" if self._box.kind[face] == SPECIAL else "R28"
            return Problem(f"{title} has no use in step 2.", rule)
        if len(held) <= self._box.cost[face]:
            return Problem(f"{title} costs {self._box.cost[face]} other cards, and you do not have them.", "A48")
        return Problem("A Tourniquet goes on one limb of yours that is lost.", "R74")

    def _discard(self, state: State, choice: Choice) -> Problem:
        face = self._card(choice)
        over = self._rules.over(state, state.seat)
        if choice[0] == "keep" and over > 0:
            cards = "card" if over == 1 else "cards"
            return Problem(f"You have {over} {cards} too many: discard first.", "R14")
        if choice[0] != "discard" or face is None or len(choice) != 3:
            return Problem("Discard a card, or keep the rest if you are within your limit.", "R14")
        where = state.bench[state.seat] if choice[2] else state.hand[state.seat]
        lacks = self._lacks(state, where, face, "on your bench" if choice[2] else "in your hand")
        return lacks or Problem("Say whether it is in your hand or on your bench.", "R14")

    def _salvage(self, state: State, choice: Choice) -> Problem:
        face = self._card(choice)
        places = self._rules.searching.salvages(state).get(face) if face is not None else None
        if choice[0] != "take" or face is None or places is None or len(choice) > 3:
            return Problem("Take a card that lies in the discard pile.", "R34")
        title = "An untold card" if face == UNTOLD else self._box.designs[face].title
        name = "?" if face == UNTOLD else self._box.names[face]
        listed = [f"take {name} {where}" for where in places]
        if len(choice) == 2:
            return Problem(
                f"{title} lies at several places of the pile: say which, counted from the top, with {_either(listed)}.",
                "R34",
            )
        return Problem(
            f"{title} does not lie at that place, counted from the top of the pile: {_either(listed)}.", "R34"
        )

    def _set(self, state: State, choice: Choice) -> Problem:
        if choice[0] != "set" or len(choice) != 6:
            return Problem("Set a trap, or pass.", "R45")
        if not self._box.is_trap(state.bench_faces(state.seat)):
            return Problem("Your bench must hold a mechanism, an object and an escape, in this order.", "R44")
        hand = self._legal.faces(state, state.hand[state.seat])
        if self._box.billy not in hand:
            return Problem("You need a Billy in hand to set a trap.", "R45")
        if choice[1] not in self._legal.targets(state):
            if type(choice[1]) is int and choice[1] == state.saw:
                return Problem(f"{SEATS[state.saw].capitalize()} holds the Saw token and cannot be targeted.", "R80")
            return Problem("A trap is set for a living opponent.", "R47")
        extras = [face for face in choice[4:] if type(face) is int and face >= 0]
        if any(face not in hand for face in extras):
            return Problem("What is played with Billy comes from your hand.", "R97")
        if len(state.hand[state.seat]) - 1 < sum(3 for _ in extras):
            return Problem("Each card that is played with Billy costs 2 others from your hand.", "A8")
        return Problem("Name one trait of each box, and a place that the trap has.", "R50")

    def _ease(self, state: State, choice: Choice) -> Problem:
        face = self._card(choice)
        trap = state.trap
        assert trap is not None
        if choice[0] != "ease" or face is None or face < 0 or self._box.does[face] != EASE:
            return Problem("Play an Anesthetic, or take the damage.", "R75")
        lacks = self._lacks(state, state.hand[trap.victim], face, "in your hand")
        if lacks is not None:
            return lacks
        if trap.number <= trap.floor:
            return Problem("An Anesthetic cannot bring the sacrifice any lower.", "R75")
        return Problem("An Anesthetic costs 2 other cards, and you do not have them.", "A48")

    def _challenge(self, state: State, choice: Choice) -> Problem:
        face, trap = self._card(choice), state.trap
        assert trap is not None
        if choice[0] not in ("search", "commit", RETRACT) or face is None:
            return Problem("Use a Search card, commit a Tool or a Billy to a trait, or say done.", "R62")
        if choice[0] == RETRACT:
            return self._retract(state, face)
        lacks = self._lacks(state, self._rules.usable(state, trap.victim), face, "in your hand")
        if lacks is not None:
            return lacks
        if face == UNTOLD:
            return Problem("Tell which card it is before you use it.", "R62")
        title = self._box.designs[face].title
        if choice[0] == "search":
            return self._search(state, title, face)
        if not self._box.traits[face]:
            return Problem(f"{title} is neither a Tool nor a Billy.", "R62")
        wanted = " or ".join(TRAITS[trait] for trait, _ in trap.needs)
        traits = self._box.traits[face]
        own = "any trait" if len(traits) == len(TRAITS) else " or ".join(TRAITS[trait] for trait in traits)
        return Problem(f"{title} counts for {own}, and the trap asks for {wanted}.", "R25")

    def _retract(self, state: State, face: int) -> Problem:
        assert state.trap is not None
        if any(state.face[token] == face for token, _ in state.trap.tools):
            return Problem("Say the trait that it is committed to; with commit-last, what is committed stays.", "A62")
        title = "That card" if face == UNTOLD else self._box.designs[face].title
        return Problem(f"{title} is not committed.", "A62")

    def _search(self, state: State, title: str, face: int) -> Problem:
        assert state.trap is not None
        if self._box.kind[face] != SEARCH:
            return Problem(f"{title} is no Search card.", "A37")
        if state.trap.searched > 1:
            return Problem("Two Search cards may be used in a challenge, no more.", "R30")
        if state.trap.tools:
            return Problem("Once a Tool is committed, no more Search cards are used.", "A62")
        return Problem(f"{title} cannot be used like that in a challenge.", "A28")


_ORDER = Problem(
    "After the word then, name every card that this sends to the pile, the first one first; there must be two or more.",
    "A69",
)
_PLAIN = {
    at.CHARACTER: Problem("Choose a character that nobody has yet.", "A54"),
    at.FIRST: Problem("One of the players begins.", "R7"),
    at.TRIM: Problem("Discard a card of your hand: you are over your limit.", "A29"),
    at.LAST: Problem("Before you bleed, play a Tourniquet on a lost limb, or say that you are done.", "A32"),
    at.PAY: Problem("Pay with another card of yours.", "R73"),
    at.CHOOSE: Problem("Choose one of the cards that were just drawn.", "R54"),
    at.SORT: Problem("Name the card that comes next, from the top down, or leave the rest as it is.", "R36"),
    at.FILM: Problem("Say whether a Billy was found in the deck.", "R78"),
    at.SIFT: Problem("Say where the first Billy from the top of the pile was found, or that there is none.", "R78"),
    at.ANSWER: Problem("Try the challenge, or take the sacrifice.", "R48"),
    at.STEAL: Problem("Say which card of the attacker's hand was stolen.", "R61"),
    at.DAMAGE: Problem("Share the damage out over both limbs, as much as they can take.", "R84"),
}


def _either(words: list[str]) -> str:
    """Return some words as a choice between them: a, b or c."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _is_plain(choice: object) -> bool:
    """Tell whether a choice is a tuple of numbers and texts, with at most one tuple of such inside."""
    return (
        isinstance(choice, tuple)
        and bool(choice)
        and all(
            type(part) in (int, str) or (type(part) is tuple and all(type(inner) is int for inner in part))
            for part in choice
        )
    )
