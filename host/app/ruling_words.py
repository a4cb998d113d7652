"""The rulings in the players' words: what each one asks, and what its values mean. The default comes first there."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.rulings import Ruling

Words = tuple[str, Mapping[str, str]]

_SIDES = {"off": "Leave the card out", "front": "Play its front", "back": "Play its back"}
_WORDS: Mapping[str, Mapping[str, Words]] = {
    "armada": {
        "A1": ("How large is the board?", {}),
        "A2": (
            "How far does a ship move in one action?",
            {"one": "One space", "two": "One or two spaces in a line", "diagonal": "One space, also diagonally"},
        ),
        "A3": ("Who begins?", {"blue": "Blue", "red": "Red", "random": "Draw lots"}),
        "A4": ("How much energy does a starter have?", {}),
        "A7": (
            "Must you use both actions of a turn?",
            {"compulsory": "Yes, if you can", "may-stop": "No, you may end the turn early"},
        ),
        "A8": ("May a gun fire when nothing is in its line?", {"illegal": "No", "legal": "Yes"}),
        "A9": (
            "Your own piece is first in the line of fire. What happens?",
            {"hits": "The shot hits it", "blocked": "You may not fire"},
        ),
        "A10": ("From which side does a shield protect?", {"any": "From every side", "front": "Only at its front"}),
        "A20": (
            "Several shields touch in a bash. Who picks one?",
            {"defender": "The defender", "attacker": "The attacker"},
        ),
        "A23": (
            "Must the spaces be free that a turning ship sweeps over?",
            {"ignored": "No, only where it ends", "swept": "Yes"},
        ),
        "A26": ("Do you lose when you have no ship and no hub left?", {"on": "Yes", "off": "No, play on"}),
        "A30": ("After how many turns without a build or damage is it a draw?", {}),
    },
    "loot": {
        "A1": (
            "Which shape does the field have?",
            {"standard": "As in the rulebook", "square": "A square", "ring": "A ring"},
        ),
        "A3": (
            "Where may you lay a trap?",
            {"orthogonal": "North, east, south or west of you", "diagonal": "Also diagonally"},
        ),
        "A5": (
            "You peeked at a card. May you leave it there?",
            {"strict": "No, swap it or discard it", "leave": "Yes"},
        ),
        "A9": ("Your pawn cannot move. What now?", {"action": "Go on with your action", "end": "Your turn ends"}),
        "A15": (
            "How much banked loot wins?",
            {"by-count": "5 for two players, 4 for more", "4": "Always 4", "5": "Always 5"},
        ),
        "A17": (
            "What comes first at the end of a turn?",
            {"damage-first": "Damage for too many cards", "win-first": "Winning by loot"},
        ),
        "A18": (
            "How much damage do too many cards do?",
            {"one": "1 in all", "each": "1 for each card above the limit"},
        ),
        "A19": (
            "You spend loot against damage. When does it count?",
            {"after": "After the damage, as healing", "before": "Before it, against the damage"},
        ),
        "A24": (
            "A card can only be fulfilled in part. What happens?",
            {"partly": "Do what is possible", "strict": "Nothing; discard it"},
        ),
        "A26": (
            "When may you play cards out of turn?",
            {
                "both": "After a move and after an action",
                "after-move": "After a move",
                "after-action": "After an action",
            },
        ),
        "A28": ("Your turn was stopped. Do you still discard?", {"skipped": "No", "kept": "Yes"}),
        "A29": ("What does the multiply icon double?", {"all": "All numbers", "damage": "Only damage"}),
        "A32": (
            "A player is eliminated. What happens to their hand?",
            {"kept": "They keep it, except loot", "discarded": "They discard it"},
        ),
        "A34": (
            "An eliminated player rolls a 6. Who says where the others move?",
            {"eliminated": "The eliminated player", "mover": "Each player for themselves"},
        ),
        "A41": ("Who begins?", {"random": "Draw lots"}),
        "V1": ("Is variant card 1 in play?", _SIDES),
        "V2": ("Is variant card 2 in play?", _SIDES),
        "V3": ("Is variant card 3 in play?", _SIDES),
        "V4": ("Is variant card 4 in play?", _SIDES),
    },
    "saw": {
        "A1": ("How many cards does the deck have?", {}),
        "A2": (
            "Which traits do the Scissors have?",
            {"corruption-violence": "Corruption and violence", "corruption-greed": "Corruption and greed"},
        ),
        "A3": (
            "How many cards do you draw and keep with a Flashlight?",
            {"3-1": "Draw 3, keep 1", "4-2": "Draw 4, keep 2"},
        ),
        "A4": (
            "In which first turn may you set no trap?",
            {"own": "In each player's first turn", "game": "Only in the first turn of the game"},
        ),
        "A5": (
            "How many cards may you have?",
            {"5+3": "5 in hand and 3 on the bench", "8": "8 in all"},
        ),
        "A6": (
            "Which cards may a victim use?",
            {"hand": "Those in hand", "bench": "Also those on the bench"},
        ),
        "A17": (
            "You use a Search card in a challenge. When do you discard it?",
            {"end": "When the trap is over", "at-once": "At once"},
        ),
        "A19": (
            "Must you use exactly as many cards as the top row says?",
            {"exactly": "Yes", "up-to": "No, you may stop earlier"},
        ),
        "A26": (
            "How often does a Metal Detector go through the cards?",
            {"twice": "Twice", "once": "Once"},
        ),
        "A28": ("May you use a Toolbox in a challenge?", {"allowed": "Yes", "forbidden": "No"}),
        "A29": (
            "An attacker was given too many cards. When do they discard?",
            {"recheck": "At the end of this turn", "next-turn": "In their next turn"},
        ),
        "A31": ("How many damage tokens are there?", {"unlimited": "As many as you need", "eight": "Eight"}),
        "A32": ("When may you use a Tourniquet?", {"step-2": "In step 2", "late": "Also right before you bleed"}),
        "A35": (
            "Anesthetic meets a Reverse Bear Trap. When does the trap add its point?",
            {"first": "Before damage is reduced", "last": "After damage is reduced"},
        ),
        "A41": (
            "A player is eliminated. Where do their cards go?",
            {"discard": "To the discard pile", "removed": "Out of the game"},
        ),
        "A62": (
            "In a challenge, may you search after you have committed a Tool?",
            {"free": "Yes, and take Tools back", "commit-last": "No, and Tools stay committed"},
        ),
        "A66": ("What of the discard pile may you look at?", {"top": "The top card", "all": "All of it"}),
    },
}


def question(game: str, ruling: Ruling) -> str:
    """Return what a ruling asks."""
    return _words(game, ruling)[0]


def meaning(game: str, ruling: Ruling, value: str) -> str:
    """Return what one of its values means; a number or a seat means what it says."""
    return told(game, ruling).get(value) or value.replace("x", " × ").replace("-", " ").capitalize()


def told(game: str, ruling: Ruling) -> Mapping[str, str]:
    """Return the values that have words of their own."""
    return _words(game, ruling)[1]


def _words(game: str, ruling: Ruling) -> Words:
    return _WORDS.get(game, {}).get(ruling.name, (ruling.question, {}))
