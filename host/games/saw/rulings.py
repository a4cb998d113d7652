"""The rulings of SAW in the players' words: what each one asks, and what its values mean, the default first."""

from __future__ import annotations

from collections.abc import Mapping

from host.games.record import RulingWords

WORDS: Mapping[str, RulingWords] = {
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
}
