"""Signatures as integers."""

from hypothesis import given
from hypothesis import strategies as st

from host.referee.signatures import area, pack, spot, tiles_of, trusted


@given(st.binary(max_size=99))
def test_tiles_of_a_signature_are_those_with_a_closed_reed(signature):
    assert tiles_of(pack(signature)) == [tile for tile, mask in enumerate(signature) if mask]


@given(st.sets(st.integers(0, 98)))
def test_an_area_has_all_reeds_of_its_tiles(tiles):
    assert tiles_of(area(tiles)) == sorted(tiles)
    assert area(tiles).bit_count() == 8 * len(tiles)


def test_masked_tiles_are_not_trusted():
    assert trusted(bytes([100, 0, 20])) == spot(0) | spot(2)
