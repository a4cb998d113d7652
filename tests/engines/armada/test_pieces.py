"""The catalogue: the house set is what the rules derive, and a set that cannot be played with is refused."""

from importlib.resources import files

import pytest

import engines
from engines.core.catalogue import CatalogueError
from tests.engines.armada.brute_force import SIDES, kind
from tests.engines.armada.positions import rules

HOUSE = (files("engines.armada") / "catalogue.toml").read_text("utf-8")


def test_the_house_set_has_five_hubs_six_guns_four_shields_and_28_open_sides() -> None:
    pieces = rules().write_catalogue()["pieces"]
    assert {piece["piece"]: piece["sides"] for piece in pieces} == SIDES
    assert all(piece["kind"] == kind(piece["piece"]) for piece in pieces)
    kinds = [piece["kind"] for piece in pieces]
    assert (kinds.count("hub"), kinds.count("gun"), kinds.count("shield")) == (5, 6, 4)
    assert sum(piece["sides"].count("o") for piece in pieces) == 28
    assert [piece["piece"] for piece in pieces if piece["start"] == "board"] == ["starter"]


def test_every_piece_of_both_colours_can_carry_a_tag() -> None:
    tagged = rules().tagged()
    assert len(tagged) == 30
    assert set(tagged.values()) == {1}
    assert {"blue.starter", "red.gun-3"} <= set(tagged)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('id = "hub-2"', 'id = "hub-3"', "hub-3"),
        ('id = "hub-2"', 'id = "Hub 2"', "Hub 2"),
        ('id = "hub-2"', 'id = "Hub-2"', "small letters"),
        ('id = "hub-2"', 'id = "ship-7"', "ship-7"),
        ('id = "hub-2"', 'id = ""', "id"),
        ('id = "hub-2"', "id = 2", "id"),
        ('sides = "oooo"', 'sides = "ooo"', "hub-2"),
        ('sides = "oooo"', 'sides = "ooox"', "hub-2"),
        ('sides = "oooo"', 'sides = "otoo"', "hub-2"),
        ('sides = "otct"', 'sides = "occc"', "gun-3"),
        ('sides = "otct"', 'sides = "ottt"', "gun-3"),
        ('sides = "oooo"', 'sides = "oooo"\ncolour = "blue"', "colour"),
        ('sides = "oooo"', 'sides = "oooo"\ncopies = 2', "16"),
        ('kind = "gun"', 'kind = "cannon"', "cannon|kind"),
        ('start = "play"', 'start = "board"', "board"),
        ('start = "play"', "", "play"),
        ('start = "board"', "", "board"),
        ('start = "play"', 'start = "hand"', "start"),
        ('source = "rulebook"', 'source = "web"', "source"),
        ("[[piece]]", "[[card]]", "piece"),
        ("[[piece]]", "[[piece]", "TOML"),
    ],
)
def test_an_unplayable_set_is_refused_by_name(old: str, new: str, named: str) -> None:
    assert old in HOUSE
    with pytest.raises(CatalogueError, match=named) as caught:
        engines.load("armada", catalogue=HOUSE.replace(old, new, 1))
    assert str(caught.value).endswith(".")


def test_a_piece_of_which_there_are_two_needs_two_rows() -> None:
    doubled = HOUSE.replace('[[piece]]\nid = "shield-2"\nkind = "shield"\nsides = "occc"\nsource = "house"\n', "")
    assert doubled != HOUSE
    with pytest.raises(CatalogueError, match="row of its own"):
        engines.load("armada", catalogue=doubled.replace('id = "shield-1"', 'id = "shield-1"\ncopies = 2'))


def test_an_unknown_ruling_is_refused() -> None:
    for options in ({"A5": "4"}, {"A1": "8x8"}, {"A30": 200}):
        with pytest.raises(ValueError, match=r"A\d+.*\.$"):
            engines.load("armada", options=options)
