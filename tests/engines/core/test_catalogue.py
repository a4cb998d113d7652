"""Catalogues: what is wrong with one is named by row and field, and the box's numbers are checked."""

from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines.core import CatalogueError, Shuffle
from engines.core.catalogue import MAX_CHARACTERS, Book, Row, read, rows

HOUSE = (files("engines.armada") / "catalogue.toml").read_text("utf-8")
ROW = '[[piece]]\nid = "{id}"\nsource = "house"\ncopies = {copies}\n'


def settled(book: Book, name: str, total: int) -> list[Row]:
    found = rows(book, name, total)
    book.settle()
    return found


def two(first: str = "saw", second: str = "key", copies: str = "1") -> Book:
    return read("engines.armada", ROW.format(id=first, copies=copies) + ROW.format(id=second, copies=1))


def test_the_house_catalogue_is_read_without_a_text() -> None:
    assert read("engines.armada", None) == read("engines.armada", HOUSE)


def test_rows_are_counted_with_their_copies() -> None:
    assert [row["id"] for row in settled(two(copies="3"), "piece", 4)] == ["saw", "key"]
    with pytest.raises(CatalogueError, match=r"has 4 of \[\[piece\]\]; the box has 5\."):
        settled(two(copies="3"), "piece", 5)


def test_an_id_is_there_once() -> None:
    with pytest.raises(CatalogueError, match='Row "saw": there is another row with this id'):
        settled(two(second="saw"), "piece", 2)


@pytest.mark.parametrize("copies", ["0", "-1", "1.0", "true", '"1"', "1000"])
def test_copies_are_a_whole_number(copies: str) -> None:
    with pytest.raises(CatalogueError, match='Row "saw": "copies" must be a whole number from 1 to 999'):
        settled(two(copies=copies), "piece", 2)


@pytest.mark.parametrize("text", ["", "piece = 3", "piece = [1]", "[piece]\nid = 1", "[[card]]\nid = 'x'"])
def test_rows_have_their_form(text: str) -> None:
    with pytest.raises(CatalogueError, match=r"needs rows of the form \[\[piece\]\]"):
        settled(read("engines.armada", text), "piece", 1)


@pytest.mark.parametrize(
    "text", ["[[piece]", "id = ", "\0", "a = 1\na = 2", "x = " + "[" * 5000, "[" + "a." * 300 + "a]"]
)
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(CatalogueError, match=r"is no TOML|at most 200 dots"):
        read("engines.armada", text)


def test_a_catalogue_has_an_end() -> None:
    with pytest.raises(CatalogueError, match="at most"):
        read("engines.armada", "#" * (MAX_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('source = "house"', 'source = "hearsay"', '"source" must be one of rulebook, house'),
        ('kind = "gun"', 'kind = "engine"', '"kind" must be one of hub, gun, shield'),
        ('sides = "oooo"', 'sides = "ooo"', 'Row "hub-2": "sides" must be four letters'),
        ('sides = "oooo"', 'sides = "ooox"', 'Row "hub-2": "sides" must be four letters'),
        ('sides = "oooo"', "sides = 4", 'Row "hub-2": "sides" must be a text'),
        ('sides = "oooo"', 'sides = "ooot"', 'Row "hub-2": guns have one or two turrets'),
        ('id = "hub-2"', 'id = "Hub 2"', "small letters"),
        ('id = "hub-2"', 'id = "ship-2"', "name ships"),
        ('id = "hub-2"', "id = 2", "A row without an id"),
        ('id = "hub-2"', 'id = "hub-2"\ncolour = "red"', 'there is no field "colour"'),
        ('id = "hub-2"', 'id = "hub-2"\nstart = "board"', 'Exactly one piece has start = "board"'),
        (
            'sides = "occc"\nstart = "board"',
            'sides = "occo"\nstart = "board"',
            'start = "board": a hub with one open side',
        ),
        ('start = "play"', 'start = "draw"', 'Exactly one piece has start = "play"'),
        ('id = "hub-2"', 'id = "hub-2"\ncopies = 2', "has 16"),
    ],
)
def test_what_is_wrong_with_a_row_is_said(old: str, new: str, sentence: str) -> None:
    assert old in HOUSE
    with pytest.raises(CatalogueError, match=sentence) as error:
        engines.load("armada", catalogue=HOUSE.replace(old, new, 1))
    assert str(error.value).endswith(".")


def test_another_catalogue_is_another_game() -> None:
    other = engines.load("armada", catalogue=HOUSE.replace('id = "hub-2"', 'id = "cross"'))
    assert "cross" in other.new(oracle=Shuffle(1)).position()["draw"]["red"]
    assert "cross" not in engines.load("armada").new(oracle=Shuffle(1)).position()["draw"]["red"]


@given(st.randoms(use_true_random=False))
def test_a_garbled_catalogue_is_refused_or_can_be_played(rng: Random) -> None:
    at = rng.randrange(len(HOUSE))
    text = HOUSE[:at] + rng.choice('"[]=\n\\oct1') + HOUSE[at + rng.choice((0, 1)) :]
    try:
        game = engines.load("armada", catalogue=text)
    except CatalogueError:
        return
    play = game.new(oracle=Shuffle(1))
    for _ in range(10):
        decision = play.decision
        play.say(play.write(play.options(decision).sample(rng)))
        game.check(play.state)
