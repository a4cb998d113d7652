"""What may be chosen: every family counts, lists, tests and draws the same choices."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core import Allocate, Number, OneOf, Options, Order, Place, Subset

ITEMS = st.lists(st.integers(0, 9), max_size=6, unique=True)
FAMILIES = st.one_of(
    st.builds(OneOf, st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=9, unique=True)),
    st.builds(Subset, ITEMS, st.integers(-1, 4), st.integers(-1, 7)),
    st.builds(Allocate, st.integers(-1, 6), st.lists(st.integers(0, 4), max_size=4)),
    st.builds(Order, st.lists(st.integers(0, 9), max_size=5, unique=True)),
    st.builds(Number, st.integers(-5, 5), st.integers(-5, 5)),
    st.dictionaries(
        st.tuples(st.sampled_from("xy"), st.integers(0, 3)),
        st.sets(st.integers(0, 3), max_size=4).map(sorted),
        max_size=5,
    ).map(lambda sites: Place([(piece, site, tuple(turns)) for (piece, site), turns in sites.items()])),
)
ODD: tuple[Any, ...] = (None, "", "x", (), (1,), [1], 1.0, True, -1, 10**9, ("a", 1.0), ("a", True), {}, object())


@given(FAMILIES)
def test_the_count_is_the_length_of_the_list(options: Options) -> None:
    listed = list(options.enumerate())
    assert options.count() == len(listed) == len(set(listed))


@given(FAMILIES)
def test_the_list_is_always_the_same(options: Options) -> None:
    assert list(options.enumerate()) == list(options.enumerate())


@given(FAMILIES, FAMILIES)
def test_what_is_listed_is_contained_and_nothing_else(options: Options, others: Options) -> None:
    listed = list(options.enumerate())
    assert all(options.contains(choice) for choice in listed)
    for choice in (*others.enumerate(), *ODD):
        assert options.contains(choice) == any(same(choice, option) for option in listed)


def same(choice: Any, option: Any) -> bool:
    return bool(choice == option) and repr(choice) == repr(option)


@given(FAMILIES)
def test_a_choice_of_other_types_is_another_choice(options: Options) -> None:
    for choice in options.enumerate():
        for other in twisted(choice):
            assert not options.contains(other)


def twisted(choice: Any) -> Iterable[Any]:
    """Things that equal a choice and are not the same."""
    if isinstance(choice, int):
        yield float(choice)
    if isinstance(choice, tuple) and choice:
        yield list(choice)
        for at, part in enumerate(choice):
            if isinstance(part, int):
                yield (*choice[:at], float(part), *choice[at + 1 :])
            if part in (0, 1):
                yield (*choice[:at], bool(part), *choice[at + 1 :])


@given(FAMILIES, st.integers(0, 999))
def test_a_sample_is_one_of_the_list(options: Options, seed: int) -> None:
    listed = list(options.enumerate())
    if listed:
        assert options.sample(Random(seed)) in listed


@pytest.mark.parametrize(
    "options",
    [
        OneOf([("a", 1), ("a", 2), ("b", 1)]),
        Subset("abcd", 1, 2),
        Allocate(3, (2, 1, 3)),
        Order("abc"),
        Number(-2, 3),
        Place([("x", 1, (0, 1, 2)), ("y", 1, (3,)), ("y", 2, (0, 2))]),
    ],
    ids=lambda options: type(options).__name__,
)
def test_every_choice_has_the_same_chance(options: Options) -> None:
    rng, count = Random(3), options.count()
    found = Counter(options.sample(rng) for _ in range(400 * count))
    assert set(found) == set(options.enumerate())
    assert all(300 < times < 500 for times in found.values())


def test_a_kind_is_drawn_before_a_choice() -> None:
    options = OneOf([("stop",), *(("build", number) for number in range(99))])
    rng = Random(4)
    found = Counter(options.sample_kind_first(rng)[0] for _ in range(1000))
    assert options.kinds() == ["stop", "build"]
    assert 400 < found["stop"] < 600


def test_kinds_may_be_told_by_something_else_than_the_first_item() -> None:
    options = OneOf([1, 2, 3, 4], kind_of=lambda number: number % 2)
    assert options.kinds() == [1, 0]
    assert options.sample_kind_first(Random(1)) in (1, 2, 3, 4)


def test_two_of_eight_are_28_choices_in_the_order_of_the_items() -> None:
    options = Subset("abcdefgh", 2, 2)
    assert options.count() == 28
    assert options.contains(("a", "c"))
    assert not options.contains(("c", "a"))
    assert not options.contains(("a", "a"))


def test_damage_goes_nowhere_beyond_its_cap() -> None:
    options = Allocate(3, (1, 1, 1))
    assert list(options.enumerate()) == [(1, 1, 1)]
    assert Allocate(4, (1, 1, 1)).count() == 0
    assert list(Allocate(0, ()).enumerate()) == [()]
