"""The rulings of Jigsaw Armada in the players' words: what each asks, and what its values mean, the default first."""

from __future__ import annotations

from collections.abc import Mapping

from host.games.record import RulingWords

WORDS: Mapping[str, RulingWords] = {
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
}
