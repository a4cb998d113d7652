from __future__ import annotations

import pytest

from host.app.tile_words import BELIEVE, IGNORE, belief, remedy
from host.table.table import LEAST


@pytest.mark.parametrize(
    ("sure", "words"), [(0, "is ignored"), (LEAST, "hardly believed"), (50, "very restless"), (90, "a little restless")]
)
def test_a_tile_that_is_not_calm_says_so_in_a_sentence(sure: int, words: str) -> None:
    said = belief("e4", sure)
    assert said.startswith("e4 is ")
    assert words in said
    assert said.endswith(".")


def test_of_a_calm_tile_there_is_only_its_name() -> None:
    assert belief("e4", 100) == "e4"


def test_what_is_ignored_can_be_believed_again() -> None:
    assert (remedy(100), remedy(LEAST), remedy(0)) == (IGNORE, IGNORE, BELIEVE)
