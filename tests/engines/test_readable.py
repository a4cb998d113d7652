"""The rules for the texts of cards find what breaks them."""

import pytest

from tests.engines.readable import MOST_WORDS, alike, complaints, is_called_by

GOOD = "Take one card from the stash."


def test_a_clear_text_has_no_complaint() -> None:
    assert complaints(GOOD, {"card", "stash"}, most=130) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("take one card from the stash.", "it is no sentence"),
        ("Take one card from the stash", "it is no sentence"),
        ("Take one card  from the stash.", "it is no sentence"),
        (f"Take {'one ' * 30}cards.", "it has 131 characters"),
        ("Take one card (or none).", "it cannot be read aloud"),
        (f"Take {'a ' * MOST_WORDS}card.", "is too long"),
        ("Take one sloop.", "'sloop' is explained nowhere"),
        ("An attacker skips a turn.", "it does not say until when"),
    ],
)
def test_what_is_hard_about_a_text_is_named(text: str, told: str) -> None:
    [found] = [one for one in complaints(text, {"card", "stash", "skips"}, most=130) if told in one]
    assert found.endswith(told)


def test_names_that_differ_in_little_are_alike() -> None:
    names = [("Rope", "tool"), ("Robe", "tool"), ("Pendulum", "tool")]
    assert alike(names) == [(names[0][0], names[1][0])]


def test_names_of_one_kind_that_begin_with_the_same_word_are_alike() -> None:
    assert alike([("Long Fuse", "trap"), ("The Long Rope", "trap")]) == [("Long Fuse", "The Long Rope")]
    assert alike([("Long Fuse", "trap"), ("The Long Rope", "tool")]) == []


@pytest.mark.parametrize(
    ("id_", "is_called"), [("hunter-knife", True), ("knife", True), ("hunters-knife", False), ("old-knife", False)]
)
def test_an_id_is_made_of_words_of_its_title(id_: str, is_called: bool) -> None:
    assert is_called_by(id_, "The Hunter's Knife") == is_called
