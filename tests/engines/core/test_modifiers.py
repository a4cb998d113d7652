"""Modifiers: read from lines, and applied in one order whatever the order of the rows."""

from itertools import permutations

import pytest

from engines.core.modifiers import ADD, CANT, CAP, MULTIPLY, SET, Modifier, parse, settle

ALL = [Modifier("x", SET, 3), Modifier("x", ADD, 2), Modifier("x", MULTIPLY, 2), Modifier("x", CAP, 9)]


def test_the_order_of_the_rows_makes_no_difference() -> None:
    assert {settle(1, rows) for rows in permutations(ALL)} == {9}
    assert {settle(1, rows) for rows in permutations(ALL[:3])} == {10}
    assert {settle(1, rows) for rows in permutations([*ALL, Modifier("x", CANT)])} == {0}


def test_nothing_falls_below_0() -> None:
    assert settle(1, [Modifier("x", ADD, -5)]) == 0
    assert settle(4, []) == 4


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("x cant", Modifier("x", CANT)),
        ("x set 0", Modifier("x", SET, 0)),
        ("y add -12", Modifier("y", ADD, -12)),
        ("x multiply 2", Modifier("x", MULTIPLY, 2)),
        ("y cap 99", Modifier("y", CAP, 99)),
    ],
)
def test_a_line_is_read(text: str, meant: Modifier) -> None:
    assert parse(text, ("x", "y")) == meant


@pytest.mark.parametrize(
    "text", ["", "x", "z add 1", "x plus 1", "x add", "x add one", "x add 1 2", "x cant 1", "x add 100", "x add --1"]
)
def test_a_line_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"say one of|after"):
        parse(text, ("x", "y"))
