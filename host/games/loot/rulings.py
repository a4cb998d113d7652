"""The rulings of Loot Trap in the players' words: what each one asks, and what its values mean, the default first."""

from __future__ import annotations

from collections.abc import Mapping

from host.games.record import RulingWords

_SIDES = {"off": "Leave the card out", "front": "Play its front", "back": "Play its back"}
WORDS: Mapping[str, RulingWords] = {
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
}
