"""How far tiles are from each other."""

from host.referee.distances import FAR, Distances
from tests.host.referee.armada_table import NEIGHBOURS, tile


def test_the_way_goes_from_neighbour_to_neighbour():
    distance = Distances(NEIGHBOURS)
    assert distance(tile("e4"), tile("e4")) == 0
    assert distance(tile("a1"), tile("i11")) == 18
    assert distance(tile("b3"), tile("c2")) == 2


def test_where_no_way_leads_is_far():
    assert Distances({0: (1,), 1: (0,)})(0, 5) == FAR
