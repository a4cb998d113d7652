"""Everything that a person reads on the screen calls cards by the names that they bear, never by their ids."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from host.ledger import Ledger
from host.play import opening
from host.play.commands import Leave, Name, Say, Show
from host.play.companion import Companion
from host.play.floor import decision_of
from tests.sizes import sizes

TABLES = [("loot", "none"), ("loot", "field"), ("saw", "none"), ("saw", "pocket")]


def sentences(companion: Companion) -> list[str]:
    """Return all that the screen says now."""
    picture = companion.picture
    prompt = picture.prompt
    pages = picture.reading.pages if picture.reading else ()
    labels = [text for button in prompt.buttons for text in (button.label, button.detail, button.group, button.about)]
    return [prompt.title, prompt.detail, picture.notice, *labels, *(page.text for page in pages), *picture.advice]


@pytest.mark.parametrize(("game", "profile"), TABLES)
@pytest.mark.parametrize("is_virtual", [True, False])
@sizes("steps", 50, 150)
def test_no_card_is_called_by_its_id(tmp_path: Path, game: str, profile: str, is_virtual: bool, steps: int) -> None:
    rng = Random(5)
    with Ledger.open(tmp_path / "game.ledger", synchronous="OFF") as ledger:
        companion = opening.begin(ledger, game, profile, 4, is_virtual=is_virtual)
        cards = sorted(companion.game.tagged())
        ids = re.compile(rf"(?<![\w-])({'|'.join(card for card in cards if '-' in card)})(?![\w-])")
        for now in range(0, steps * 10, 10):
            said = next(iter(companion.legal()), "").split(" ")[0]
            tries = [Show(rng.choice(cards)), Leave(), Say(f"{said} {rng.choice(cards)}")]
            if companion.picture.prompt.kind == "reveal":
                tries = [
                    button.command for button in companion.picture.prompt.buttons if isinstance(button.command, Name)
                ]
                rng.shuffle(tries)
            elif decision_of(companion.play) is not None:
                tries.append(Say(rng.choice(sorted(companion.legal()))))
            for command in tries:
                before = companion.age
                companion.command(command, now)
                for text in sentences(companion):
                    is_notation = text.startswith('"') or " is one of: " in text  # what was typed makes no sense
                    assert is_notation or not ids.search(text), (command, text)
                if companion.age > before:
                    break
            companion.command(Leave(), now)
            if companion.picture.prompt.kind == "over":
                break
