"""Lines of effects."""

import pytest

from engines.core.effects import Grammar, Step, parse

GRAMMAR = Grammar({"hit": (), "blow": ("north", "south")}, ("you", "others"), ("loot",))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hit you", Step("hit", "you")),
        ("hit others 9", Step("hit", "others", 9)),
        ("hit you loot", Step("hit", "you", "loot")),
        ("blow you 2 north", Step("blow", "you", 2, "north")),
        ("blow you south", Step("blow", "you", 1, "south")),
    ],
)
def test_a_line_is_read(text: str, meant: Step) -> None:
    assert parse(text, GRAMMAR) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "begins with one of hit, blow"),
        ("kick you", "begins with one of hit, blow"),
        ("hit", "after hit comes one of you, others"),
        ("hit me", "after hit comes one of you, others"),
        ("hit you 0", "from 1 to 9"),
        ("hit you 10", "from 1 to 9"),
        ("hit you 2 north", "say hit, a person, a number$"),
        ("blow you 2", "and one of north, south"),
        ("blow you 2 up", "and one of north, south"),
        ("hit you -1", "a person, a number"),
        ("hit you ²", "a person, a number"),
    ],
)
def test_a_line_that_means_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse(text, GRAMMAR)
