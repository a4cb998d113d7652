"""Changed catalogues: the same lots change them the same way, and what was not changed reads as it did."""

import tomllib
from random import Random

import pytest

import engines
from host.soak.catalogues import CHANGES, mutated, written


@pytest.mark.parametrize("name", engines.OURS)
def test_what_is_written_reads_as_before(name: str) -> None:
    book = tomllib.loads(engines.house_catalogue(name))
    assert tomllib.loads(written(book)) == book


@pytest.mark.parametrize("name", engines.OURS)
def test_the_same_lots_give_the_same_catalogue_and_others_another(name: str) -> None:
    assert mutated(name, Random(1)) == mutated(name, Random(1))
    assert len({mutated(name, Random(seed)) for seed in range(20)}) > 15


@pytest.mark.parametrize("change", dict.fromkeys(CHANGES))
def test_every_change_leaves_rows_that_can_be_written(change) -> None:
    for seed in range(30):
        rng = Random(seed)
        book = tomllib.loads(engines.house_catalogue("loot"))
        for rows in book.values():
            change(rows, rng)
        assert tomllib.loads(written(book)) == book
