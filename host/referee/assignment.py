"""The cheapest way to pair rows with columns: the Hungarian method, with potentials and shortest paths."""

from __future__ import annotations

from collections.abc import Sequence


def assign(cost: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row of a square matrix its column, such that the sum of costs is least.

    >>> assign([[4, 1], [2, 3]])
    [1, 0]
    """
    size = len(cost)
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    row_of = [size] * (size + 1)  # of each column; column and row `size` stand for "none"
    for row in range(size):
        _add_row(cost, row, row_of, row_price, column_price)
    columns = [0] * size
    for column in range(size):
        columns[row_of[column]] = column
    return columns


def _add_row(
    cost: Sequence[Sequence[int]], row: int, row_of: list[int], row_price: list[int], column_price: list[int]
) -> None:
    """Find the cheapest chain of changes that gives one more row a column."""
    size = len(cost)
    row_of[size] = row
    best: list[float] = [float("inf")] * size
    before = [size] * size
    reached = [False] * (size + 1)
    column = size
    while row_of[column] != size:
        reached[column] = True
        here = row_of[column]
        for other in range(size):
            price = cost[here][other] - row_price[here] - column_price[other]
            if not reached[other] and price < best[other]:
                best[other], before[other] = price, column
        nearest = min((other for other in range(size) if not reached[other]), key=best.__getitem__)
        step = int(best[nearest])
        for other in range(size + 1):
            if reached[other]:
                row_price[row_of[other]] += step
                column_price[other] -= step
            elif other < size:
                best[other] -= step
        column = nearest
    while column != size:
        row_of[column] = row_of[before[column]]
        column = before[column]
    row_of[size] = size
