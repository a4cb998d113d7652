"""Checks of what comes from outside: what is right is returned as it is, everything else is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.core.problems import SetupError
from engines.core.schema import POSITION, Checks, shown

ANYTHING = [
    None,
    True,
    False,
    0,
    1,
    9,
    -1,
    1.0,
    "",
    "a",
    "b",
    "7",
    b"a",
    [],
    ["a"],
    (),
    {},
    {"a": 1},
    object(),
    "x" * 99,
]
CHECKS: dict[str, tuple[Callable[[object], object], Callable[[object], bool]]] = {
    "whole": (lambda value: POSITION.whole(value, "It", 0, 8), lambda value: type(value) is int and 0 <= value <= 8),
    "flag": (lambda value: POSITION.flag(value, "It"), lambda value: value is True or value is False),
    "text": (lambda value: POSITION.text(value, "It", 9, 1), lambda value: type(value) is str and 1 <= len(value) <= 9),
    "word": (
        lambda value: POSITION.word(value, "It", ("a", "b")),
        lambda value: type(value) is str and value in "ab" and value != "",
    ),
    "mapping": (lambda value: POSITION.mapping(value, "It"), lambda value: type(value) is dict),
    "items": (lambda value: POSITION.items(value, "It", 0), lambda value: value == [] and type(value) is list),
}


@pytest.mark.parametrize("name", CHECKS)
def test_exactly_what_is_right_is_taken(name: str) -> None:
    check, is_right = CHECKS[name]
    assert sum(map(is_right, ANYTHING)) > 0
    for value in ANYTHING:
        if is_right(value):
            assert check(value) is value
        else:
            with pytest.raises(SetupError, match=r"^It must be .*\.$"):
                check(value)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-3, 3), (1, 9999)])
def test_both_ends_of_a_range_belong_to_it(low: int, high: int) -> None:
    assert POSITION.whole(low, "It", low, high) == low
    assert POSITION.whole(high, "It", low, high) == high
    for value in (low - 1, high + 1):
        with pytest.raises(SetupError, match=f"from {low} to {high}"):
            POSITION.whole(value, "It", low, high)


def test_a_list_and_a_text_may_be_as_long_as_they_may_be() -> None:
    assert POSITION.items([1, 2], "It", 2) == [1, 2]
    assert POSITION.text("ab", "It", 2, 2) == "ab"
    with pytest.raises(SetupError, match="at most 1"):
        POSITION.items([1, 2], "It", 1)
    with pytest.raises(SetupError, match="at most 1 characters"):
        POSITION.text("ab", "It", 1)


def test_a_word_is_known_by_its_place() -> None:
    assert [POSITION.index(word, "It", ("north", "east")) for word in ("north", "east")] == [0, 1]


def test_a_field_that_nobody_reads_is_named() -> None:
    POSITION.only({"seat": 1}, ("seat", "left"), "A turn")
    with pytest.raises(SetupError, match="A turn has no 'sea'; it may have seat, left"):
        POSITION.only({"seat": 1, "sea": 2}, ("seat", "left"), "A turn")


def test_each_source_has_a_problem_of_its_own() -> None:
    class Ours(ValueError):
        pass

    with pytest.raises(Ours, match="It must be true or false"):
        Checks(Ours).flag(1, "It")


def test_something_long_is_not_repeated_as_a_whole() -> None:
    assert len(shown("x" * 1000)) < 50
