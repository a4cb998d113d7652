"""Why a choice is not among the options: a sentence for a player, and the rule that it rests on."""

from __future__ import annotations

from typing import Any

from engines.core.problems import Problem
from engines.core.waiting import Decision
from engines.loot.box import SEATS, Box
from engines.loot.kit import Kit
from engines.loot.legal import Legal
from engines.loot.notation import FORMS, WORDS_OF
from engines.loot.state import State

_ASKED = {
    "first": ("Say which seat begins.", "R8"),
    "avatar": ("Choose an avatar that nobody else has.", "A40"),
    "window": ("Out of turn, only a card with that icon can be played; else pass.", "R40"),
    "peek": ("After a peek, swap the card for one of your hand, or toss it.", "R23"),
    "found": ("Bank the loot or put the equipment on a player, or leave it.", "R31"),
    "target": ("Choose one of the others who are still alive.", "R50"),
    "spend": ("Each banked loot prevents 1 damage; you can spend as much as the damage takes.", "R35"),
    "drop": ("Discard a card that is in the hand.", "R30"),
    "give": ("Give a card that is in the hand.", "R30"),
    "dig": ("Dig up a card next to the pawn that has no pawn and no laid trap on it.", "R17"),
    "spy": ("Look at a card that lies on the field.", "A69"),
    "look": ("Say that it was seen.", "A69"),
    "bank": ("Bank a loot that is in the hand, or say no.", "R17"),
    "roll": ("That roll card is not in the pile; all six come before any comes again.", "R44"),
    "ghost-draw": ("Draw a card, or say no.", "R52"),
    "ghost-roll": ("Draw a roll card, or say no.", "R52"),
    "ghost-discard": ("Discard a card of the hand; nobody may end above the hand limit.", "R54"),
    "discard": ("Discard a card that is in the hand, or keep them all.", "R24"),
}


class Explainer:
    """Finds the reason."""

    def __init__(self, box: Box, kit: Kit, legal: Legal) -> None:
        self._box = box
        self._kit = kit
        self._legal = legal

    def explain(self, state: State, decision: Decision, choice: Any) -> Problem:
        """Say why a choice cannot be taken."""
        if not _is_form(decision, choice):
            return Problem("That is no answer to what is asked now.")
        if choice == ("bank",) and len(self._box.loots) > 1 and decision.kind != "found":
            return Problem(f"Say which loot you bank, for example: bank {self._box.names[self._box.loots[0]]}.", "R17")
        if decision.kind in ("move", "step"):
            return self._move(state, choice)
        if decision.kind == "action":
            return self._action(state, decision.seat, choice)
        if decision.kind == "lay":
            return self._lay(state, decision.seat, choice[2])
        if decision.kind == "discard" and choice[0] == "replace" and state.acted:
            return Problem(
                "You played, laid or peeked in this turn, so you draw no card for the one you discard.", "R24"
            )
        return Problem(*_ASKED[decision.kind])

    def _move(self, state: State, choice: Any) -> Problem:
        kind, cell = choice
        if type(cell) is not int or cell not in state.field.cells:
            return Problem("There is no such space on the field.")
        if state.who[cell] >= 0:
            return Problem(f"{SEATS[state.who[cell]].capitalize()} stands there.", "R13")
        if kind == "hop":
            return Problem(
                "A pawn hops only when pawns leave it no free space around it, and over one pawn only.", "R15"
            )
        if not state.is_free(cell):
            return Problem("There is no card on that space now.", "A37")
        return Problem("A pawn moves to one of the spaces around it.", "R13")

    def _action(self, state: State, seat: int, choice: Any) -> Problem:
        kind = choice[0]
        if kind == "lay":
            return self._lay(state, seat, choice[2], choice[1])
        if kind == "peek":
            return Problem("Something in play forbids you to peek, or there is no card under your pawn.", "R23")
        if kind == "bank":
            return Problem("You have no loot in hand, or something in play forbids you to bank it.", "R17")
        if kind == "equip" and choice[1] in self._legal.faces(state, seat):
            return Problem("That cannot be put on this player; only equipment is worn, and only by the living.", "R56")
        if kind == "play" and choice[1] in self._legal.faces(state, seat):
            return Problem("Only a hybrid card is played for its upper half.", "R17")
        return Problem("You have no such card in hand.", "R17")

    def _lay(self, state: State, seat: int, cell: object, design: object = None) -> Problem:
        if type(cell) is not int or cell not in state.field.cells:
            return Problem("There is no such space on the field.")
        if not self._kit.may(state, seat, "lay"):
            return Problem("Something in play forbids you to lay a trap.", "R19")
        if design is not None and design not in self._legal.hidden_faces(state, seat):
            return Problem("You have no such card in hand.", "R19")
        if state.who[cell] >= 0:
            return Problem(f"{SEATS[state.who[cell]].capitalize()} stands there.", "R19")
        if state.laid[cell] >= 0:
            return Problem("A player has laid a trap there already.", "R21")
        return Problem("A trap is laid on a card next to your pawn.", "R19")


def _is_form(decision: Decision, choice: object) -> bool:
    """Tell whether a choice has the form of an answer to this decision."""
    if not isinstance(choice, tuple) or not choice or not isinstance(choice[0], str):
        return False
    if choice[0] not in WORDS_OF[decision.kind] or not all(type(part) is int for part in choice[1:]):
        return False
    return any(len(form) == len(choice) - 1 for form in FORMS[choice[0]])
