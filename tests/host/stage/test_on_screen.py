"""Where nothing but the screen is there, nobody is told to hold, lay, lift, turn or press anything."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import engines
from host.ledger import Ledger
from host.play import opening
from host.play.commands import Name, Say
from host.play.floor import decision_of
from tests.sizes import sizes

THINGS = re.compile(
    r"\b(pads?|tiles?|trays?|tap|taps|hold it|hold them|hold its|lift|press|sideways|face down|hand it over|lay down|"
    r"lights?|reed|bench to|your bench;|yes|YES|NO)\b|\bNo [a-z]+s\b|\b[Ll]ay cards on"
)


@pytest.mark.parametrize("game", engines.OURS)
@pytest.mark.parametrize("is_virtual", [True, False])
@sizes("steps", 150, 500)
def test_no_prompt_asks_for_things_that_are_not_there(tmp_path: Path, game: str, is_virtual: bool, steps: int) -> None:
    rng, kinds = Random(11), set()
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        companion = opening.begin(ledger, game, "none", 3, is_virtual=is_virtual)
        for now in range(steps):
            picture, decision = companion.picture, decision_of(companion.play)
            told = f"{picture.prompt.title} {picture.prompt.detail}".replace("has no tiles", "")
            assert not THINGS.search(told), (told, decision and decision.kind)
            for page in picture.reading.pages if picture.reading else ():
                assert not THINGS.search(page.heading)
            if picture.prompt.kind == "over":
                break
            kinds.add(picture.prompt.kind if decision is None else decision.kind)
            if picture.prompt.kind == "reveal":
                names = [button.command for button in picture.prompt.buttons if isinstance(button.command, Name)]
                companion.command(rng.choice(names), now)
            else:
                companion.command(Say(rng.choice(sorted(companion.legal()))), now)
    assert len(kinds) >= {"armada": 1, "loot": 5, "saw": 5}[game]
