"""docs/referee.md and docs/playing.md against the code."""

import re
from pathlib import Path

from host.play.terminal import helped
from host.stage.armada import ArmadaStage

DOCS = Path(__file__).parents[2] / "docs"


def test_every_file_and_folder_that_the_page_names_is_there():
    page = (DOCS / "referee.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:host|tests)/[\w/.]+)`", page))
    assert named
    assert not [name for name in named if not (DOCS.parent / name).exists()]


def test_the_words_of_the_page_for_players_are_in_the_help():
    page = (DOCS / "playing.md").read_text(encoding="utf-8")
    assert "`mask e4`" in page
    assert "mask e4" in helped(ArmadaStage.examples)
