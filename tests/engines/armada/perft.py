"""The positions whose answers are counted; ``python -m tests.engines.armada.perft`` counts them anew by brute force.

The counts are kept in perft.json. Together they take the brute force half a minute, too long for every test run.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.engines.armada import brute_force
from tests.engines.armada.positions import DRAW, position

STORED = Path(__file__).with_name("perft.json")
DEPTH = 3
# The order in which the pieces of a new game are drawn: each seat meets hubs, guns and shields early.
START = {
    "blue": ["shield-3", "hub-3", "gun-4", *sorted(set(DRAW) - {"shield-3", "hub-3", "gun-4"})],
    "red": ["hub-5", "gun-2", "shield-1", *sorted(set(DRAW) - {"hub-5", "gun-2", "shield-1"})],
}
POSITIONS = {
    # Three ships a side: own guns bear on own ships, shields in contact, identical shields in hand.
    "fleets": """
        turn blue 2
        blue 3: hub-4 c4 north, gun-1 c5 north, shield-1 c6 south
        blue 2: starter f3 south
        blue 1: hub-5 h2 north, gun-4 h3 south
        red 4: hub-3 c8 south, gun-4 c7 west
        red 2: starter f9 north, gun-3 f10 south
        red 1: hub-2 h7 north
        play blue: shield-3 gun-2
        play red: gun-5 shield-2 shield-1
        draw blue: gun-5 shield-2 gun-6
        draw red: hub-4 gun-6
    """,
    # Both sides one corner short of a ring of four.
    "loops": """
        turn blue 2
        blue 4: hub-2 e5 north, hub-5 f5 south, hub-3 e6 north
        red 3: hub-2 b8 north, hub-5 c8 west, gun-4 c9 south
        play blue: gun-4 shield-4 shield-1 shield-2
        play red: shield-4 gun-5 shield-3 gun-1
        draw blue: gun-5 hub-4 gun-6
        draw red: gun-2 hub-3
    """,
    # Payers to choose, shields to pick, spent shields in contact, a ship that touches two others.
    "bash": """
        turn red 2
        blue 3: hub-4 d4 north, shield-4 d5 east, shield-1 e5 west
        blue 1: hub-3 h5 north, shield-3 h6 north cracked
        red 1: hub-4 d6 east, shield-2 e6 west cracked, gun-6 c6 east
        red 2: hub-2 g6 north, shield-3 g5 north gone, shield-1 f6 east
        play blue: gun-2 gun-3
        play red: gun-4 gun-1
        draw blue: gun-1 gun-5
        draw red: gun-2
    """,
    # A hub that starts a ship, joins one, mismatches one or would join two.
    "crowded base": """
        turn blue 2
        blue 2: starter e2 south, hub-3 e1 north
        blue 2: hub-5 b2 north, shield-1 b3 south
        blue 2: hub-4 g1 east, gun-5 h1 west, shield-3 h2 north
        red 2: hub-3 d3 south, gun-6 c3 east
        red 3: starter e10 north, hub-2 e11 north, shield-1 d11 east, gun-3 f11 west
        play blue: hub-2 shield-4
        play red: hub-4
        draw blue: gun-2
        draw red: hub-5 gun-1
    """,
    # One step from every end: a base, the last ship, the last quiet turn.
    "race": """
        turn blue 2 199
        blue 1: hub-4 d8 north, gun-1 d9 south, gun-3 d7 north
        red 1: gun-2 g3 north, hub-4 g4 north, gun-1 g5 north, shield-3 g6 north, gun-6 g7 south
        red 1: starter a7 east, gun-3 b7 west
        play blue: shield-1 shield-2 gun-6
        play red: gun-5
    """,
}


def state_of(entry: dict[str, Any]) -> brute_force.State:
    """The state that a stored entry begins with: a position, or a new game with its draw order."""
    if entry["position"] is None:
        return brute_force.start(entry["draw"])
    return brute_force.load(entry["position"])


def entries() -> dict[str, dict[str, Any]]:
    """What is counted, without the counts."""
    found: dict[str, dict[str, Any]] = {"start": {"position": None, "draw": START}}
    for name, text in POSITIONS.items():
        described = position(text)
        found[name] = {"position": described, "draw": described["draw"]}
    return found


def stored() -> dict[str, dict[str, Any]]:
    """The entries of perft.json, each with its counts at depth 1, 2 and 3."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def main() -> None:
    """Count everything and write perft.json."""
    result = {}
    for name, entry in entries().items():
        began = time.monotonic()
        counts = [brute_force.perft(state_of(entry), depth) for depth in range(1, DEPTH + 1)]
        print(f"{name}: {counts} in {time.monotonic() - began:.0f} s")
        result[name] = {**entry, "counts": counts}
    STORED.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
