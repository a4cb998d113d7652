"""The cheapest pairing, compared with trying all of them."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from host.referee.assignment import assign


@given(
    st.integers(0, 6).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 50) | st.sampled_from([1_000, 100_000, 10_000_000]), min_size=size, max_size=size),
            min_size=size,
            max_size=size,
        )
    )
)
def test_no_other_pairing_is_cheaper(cost):
    columns = assign(cost)
    rows = range(len(cost))
    assert sorted(columns) == list(rows)
    best = min(sum(cost[row][order[row]] for row in rows) for order in permutations(rows))
    assert sum(cost[row][columns[row]] for row in rows) == best


def test_a_whole_board_is_paired():
    size = 40
    cost = [[abs(row - (column * 7) % size) for column in range(size)] for row in range(size)]
    assert sum(cost[row][column] for row, column in enumerate(assign(cost))) == 0
