"""The house deck: what the rules file asks of it, its stories, and what a catalogue may not say."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

import engines
from engines.core import CatalogueError, Game
from engines.saw.cards import KINDS, PLACES, TRAITS
from engines.saw.story import LONGEST
from engines.saw.traps import compose
from tests.engines.saw.positions import LEVER

GAME = engines.load("saw")
TEXT = (files("engines.saw") / "catalogue.toml").read_text("utf-8")
PARTS = [[at for at, kind in enumerate(GAME.box.kind) if kind == number] for number in range(3)]


def cards(kind: str) -> list[str]:
    return [d.id for d in GAME.box.designs for _ in range(d.copies) if KINDS[d.kind] == kind]


def test_the_split_is_that_of_the_rules() -> None:
    counts = [len(cards(kind)) for kind in KINDS]
    assert counts == [13, 13, 13, 12, 36, 21, 15]
    assert 13**3 == 2197


def test_every_trap_can_be_composed_and_all_clauses_occur() -> None:
    composed = [compose(GAME.box, faces) for faces in product(*PARTS)]
    assert {one.top.what for one in composed} == {"deck", "discard"}
    assert {one.then.what for one in composed} == {"discard", "keep", "give", "extra", "steal"}
    assert {len(one.picks()) for one in composed} == {1, 2, 4}
    assert {one.places for one in composed} == {(0,), (1,), (2,), (0, 1)}
    assert all(2 <= one.number <= 5 and all(6 <= box.value <= 8 for box in one.boxes) for one in composed)


@pytest.mark.parametrize(
    ("traits", "values", "top", "then", "place", "number"),
    [
        ((("corruption",), ("greed",)), (6, 6), ("deck", 3), ("discard", 2), "arms", 3),
        ((("obsession",), ("obsession",)), (6, 6), None, None, None, None),
        ((("greed", "violence"), ("addiction",)), (8, 6), None, None, None, None),
    ],
)
def test_the_rulebooks_examples_can_be_built(
    traits: tuple[tuple[str, ...], ...],
    values: tuple[int, ...],
    top: object,
    then: object,
    place: object,
    number: object,
) -> None:
    def fits(faces: tuple[int, ...]) -> bool:
        one = compose(GAME.box, faces)
        boxes = tuple(tuple(TRAITS[trait] for trait in box.traits) for box in one.boxes)
        if (boxes, tuple(box.value for box in one.boxes)) != (traits, values):
            return False
        return top is None or (one.top, one.then, [PLACES[at] for at in one.places], one.number) == (
            *(top, then, [place], number),
        )

    assert any(fits(faces) for faces in product(*PARTS))


def test_tools_are_as_the_rules_ask() -> None:
    tools = [design for design in GAME.box.designs if KINDS[design.kind] == "tool"]
    pairs = [tool.traits for tool in tools if len(tool.traits) == 2]
    assert len(pairs) == len(set(pairs)) == 10
    assert all(tool.value == 1 for tool in tools if len(tool.traits) == 2)
    singles = [tool.traits[0] for tool in tools for _ in range(tool.copies) if len(tool.traits) == 1]
    assert sorted(singles.count(trait) for trait in range(5)) == [5, 5, 5, 5, 6]
    assert {tool.value for tool in tools} == {1, 2, 3}
    assert cards("tool").count("wrench") >= 2


def test_characters_are_balanced() -> None:
    assert all(sorted(values) == [0, 1, 2, 2, 3] for values in GAME.box.values)
    assert len(set(GAME.box.values)) == 6
    assert GAME.box.values[GAME.box.people.index("broker")][:2] == (1, 0)


def test_what_is_the_houses_own_is_marked() -> None:
    named = {d.id for d in GAME.box.designs if d.source == "rulebook"}
    assert named == {
        *("billy", "hacksaw", "scissors", "wrench", "screwdriver-set", "candle", "flashlight", "strong-torch", "bin"),
        *("toolbox", "room-map", "metal-detector", "tourniquet", "anesthetic", "the-pig", "reverse-bear-trap", "video"),
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("copies = 12", "copies = 11", "the box has 12"),
        ('id = "rope"', 'id = "chalk"', "another row with this id"),
        ('id = "rope"', 'id = "Rope"', "small letters"),
        ('id = "rope"', 'id = "candle"', "another card with this id"),
        ('traits = "corruption 3"', 'traits = "charm 1"', "one or two of"),
        ('traits = "corruption 3"', 'traits = "corruption corruption 1"', "one or two of"),
        ('traits = "corruption 3"', 'traits = "corruption"', "end with a number"),
        ('traits = "corruption 3"', 'traits = "corruption 10"', "from 1 to 9"),
        ('traits = "corruption 3"', 'traits = "corruption 99"', "from 1 to 12"),
        ('box = "corruption 6"', 'box = "corruption 6"\ncolour = "red"', 'no field "colour"'),
        ('box = "corruption 6"\n', "", "the same figures"),
        ('draw = "deck 3"', 'draw = "moon 3"', "one of deck, discard"),
        ('then = "steal 1"', 'then = "deck 1"', "one of discard, keep"),
        ('place = "arms legs"', 'place = "arms blood"', "arms, legs, blood"),
        ('place = "blood"', 'place = "head"', "may name arms"),
        ('kind = "escape"', 'kind = "object"', "noun phrase"),
        ('kind = "escape"\nstory = "to', 'kind = "object"\nstory = "the', "parts that are object|the same figures"),
        ('story = "a bathtub of acid"', 'story = "bathtub of acid"', "noun phrase"),
        ('story = "to reach in and pull the lever"', 'story = "pull the lever"', "infinitive"),
        ('story = "Gas whispers from a valve behind the wall"', 'story = "Gas, and more"', "without commas"),
        ('story = "to sign the ledger in red"', f'story = "to {"x" * 150}"', "more than 300"),
        ('does = "salvage"', 'does = "salvage"\nsmell = 3', 'no field "smell"'),
        ('does = "film"', 'does = "film"\nsmell = 3', 'no field "smell"'),
        ('does = "salvage"', 'does = "recycle"', "must be one of keep"),
        ('does = "film"', 'does = "sing"', "must be one of bind"),
        ("draw = 3\nkeep = 1", "draw = 3\nkeep = 4", "from 1 to 3"),
        ('otherwise = "corruption 3"', "otherwise = 3", None),
        ('source = "house"\ncorruption = 1', 'source = "house"\ncorruption = 10', "from 0 to 9"),
        ('id = "billy"', 'id = "billy"\nbest = 1', 'no field "best"'),
    ],
)
def test_wrong_catalogues_are_refused_with_a_sentence(old: str, new: str, told: str | None) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    if told is None:
        with pytest.raises(CatalogueError, match="must be a text"):
            engines.load("saw", catalogue=text, options={"A2": "corruption-greed"})
        return
    with pytest.raises(CatalogueError, match=told) as error:
        engines.load("saw", catalogue=text)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize("numbers", ["4", "4 2 1", "4 x", "0 2", "x 2", "4 ½"])
def test_the_other_flashlight_must_be_two_numbers(numbers: str) -> None:
    text = TEXT.replace('otherwise = "4 2"', f'otherwise = "{numbers}"')
    with pytest.raises(CatalogueError, match="how many to draw"):
        engines.load("saw", catalogue=text, options={"A3": "4-2"})
    engines.load("saw", catalogue=text)


def test_only_a_card_that_keeps_something_may_be_read_otherwise() -> None:
    text = TEXT.replace("draw = 10", 'draw = 10\notherwise = "4 2"')
    with pytest.raises(CatalogueError, match="how many to draw"):
        engines.load("saw", catalogue=text, options={"A3": "4-2"})


def changed(old: str, new: str, **options: str) -> Game:
    """The game with one change in its catalogue."""
    assert old in TEXT
    return engines.load("saw", catalogue=TEXT.replace(old, new, 1), options=options)


FIGURES: list[tuple[str, int, int, str, Callable[[Game], int]]] = [
    ("value = 3", 1, 9, "value = {}", lambda game: design(game, "billy").value),
    ('traits = "corruption 2"', 1, 9, 'traits = "corruption {}"', lambda game: design(game, "wrench").value),
    ("draw = 10", 1, 20, "draw = {}", lambda game: design(game, "room-map").draw),
    ("draw = 5\nkeep = 3", 1, 5, "draw = 5\nkeep = {}", lambda game: design(game, "strong-torch").keep),
    ("cost = 2", 0, 5, "cost = {}", lambda game: design(game, "tourniquet").cost),
    ("corruption = 1\ngreed = 0", 0, 9, "corruption = 1\ngreed = {}", lambda game: game.box.characters[0].values[1]),
    (LEVER, 1, 9, 'place = "arms"\nnumber = {}', lambda game: design(game, "lever").number),
    ('box = "corruption 6"', 1, 12, 'box = "corruption {}"', lambda game: design(game, "rising-water").box.value),
    ('draw = "deck 3"', 1, 12, 'draw = "deck {}"', lambda game: design(game, "rising-water").top.number),
    ('then = "discard 2"', 1, 12, 'then = "discard {}"', lambda game: design(game, "acid-bath").then.number),
]


def design(game: Game, name: str) -> Any:
    return game.box.designs[game.box.number[name]]


@pytest.mark.parametrize(("old", "low", "high", "new", "figure"), FIGURES, ids=[row[3] for row in FIGURES])
def test_a_figure_has_a_least_and_a_most(
    old: str, low: int, high: int, new: str, figure: Callable[[Game], int]
) -> None:
    for number in (low, high):
        assert figure(changed(old, new.format(number))) == number
    for number in (low - 1, high + 1):
        with pytest.raises(CatalogueError, match=f"from {low} to "):
            changed(old, new.format(number))


@pytest.mark.parametrize("number", ["½", "²", "１", "111", "-1", "x"])
def test_a_figure_is_a_plain_number(number: str) -> None:
    with pytest.raises(CatalogueError, match="end with a number from 1 to 12"):
        changed('box = "corruption 6"', f'box = "corruption {number}"')


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('draw = "deck 3"', 'draw = "deck discard 3"'),
        ('draw = "deck 3"', 'draw = "3"'),
        ('place = "arms legs"', 'place = "arms arms"'),
        ('place = "arms legs"', 'place = ""'),
        ('place = "arms legs"', 'place = "legs blood"'),
        ('place = "arms legs"', 'place = "arms legs blood"'),
        ('story = "Gas whispers', 'story = "gas whispers'),
        ('story = "Gas whispers from a valve behind the wall"', 'story = "Gas"'),
        ('story = "a bathtub of acid"', 'story = "a bathtub of acid "'),
        ('traits = "corruption 3"', 'traits = "corruption greed violence 1"'),
        ('traits = "corruption 3"', 'traits = "3"'),
        ('id = "rope"', 'id = "rope"\nmore = 1\nmost = 2'),
        ('id = "broker"', 'id = "broker"\nage = 44'),
        ("copies = 12", "copies = 0"),
        ('id = "broker"', 'id = "broker"\ncopies = 2'),
    ],
)
def test_more_that_a_catalogue_may_not_say(old: str, new: str) -> None:
    with pytest.raises(CatalogueError):
        changed(old, new)


def test_billy_has_one_row() -> None:
    row = '[[billy]]\nid = "billy"\ntitle = "Billy"\nvalue = 3\ncopies = {}\nsource = "rulebook"\n'
    two = row.format(6) + row.format(6).replace('"billy"', '"tricycle"')
    with pytest.raises(CatalogueError, match="Billy needs one row") as error:
        changed(row.format(12), two)
    assert [mistake.table for mistake in error.value.mistakes] == ["billy"]


def test_each_character_has_a_row_of_its_own() -> None:
    rows = TEXT.split("[[character]]")
    text = "[[character]]".join([*rows[:-2], rows[-2].replace('source = "house"', 'source = "house"\ncopies = 2')])
    with pytest.raises(CatalogueError, match="needs a row of its own"):
        engines.load("saw", catalogue=text)


def test_there_are_as_many_of_each_kind_of_part() -> None:
    lacking = TEXT.replace('id = "rising-water"', 'id = "rising-water"\ncopies = 2', 1)
    rows = lacking.split("\n\n")
    rows.remove(next(row for row in rows if 'id = "acid-bath"' in row))
    with pytest.raises(CatalogueError, match="14 parts that are mechanism; it needs 13") as error:
        engines.load("saw", catalogue="\n\n".join(rows))
    assert len(error.value.mistakes) == 1


def test_a_trap_has_each_figure_once_and_two_boxes() -> None:
    """Every escape carries a third box."""
    text = TEXT.replace('kind = "escape"', 'kind = "escape"\nbox = "greed 1"')
    with pytest.raises(CatalogueError, match="and box twice"):
        engines.load("saw", catalogue=text)


@pytest.mark.parametrize(("spare", "fits"), [(0, True), (1, False)])
def test_the_longest_trap_has_300_characters_in_the_longest_frame(spare: int, fits: bool) -> None:
    stories = [[one.story for one in GAME.box.designs if one.kind == kind] for kind in range(3)]
    longest = LONGEST + sum(max(map(len, of_kind)) for of_kind in stories)
    long = max(stories[0], key=len)
    longer = long + "x" * (300 - longest + spare)
    if fits:
        assert changed(long, longer)
    else:
        with pytest.raises(CatalogueError, match="more than 300"):
            changed(long, longer)


@pytest.mark.parametrize(("more", "told"), [("-1", "has 36"), ("100", "has 36"), ('"x"', "has 36"), ("2", "has 38")])
def test_the_bigger_deck_adds_as_many_copies_as_it_says(more: str, told: str) -> None:
    with pytest.raises(CatalogueError, match=f"{told} of ..tool..; the box has 37"):
        changed("more = 1", f"more = {more}", A1="125")


# ---- as it is written ------------------------------------------------------------------------------------------------


WRITTEN: dict[str, dict[str, Any]] = {
    "rising-water": {
        "title": "Rising Water",
        "kind": "mechanism",
        "copies": 1,
        "source": "house",
        "story": "Cold water climbs the walls of the cell",
        "draw": ["deck", 3],
        "box": {"traits": ["corruption"], "value": 6},
    },
    "acid-bath": {
        "title": "Acid Bath",
        "kind": "object",
        "copies": 1,
        "source": "house",
        "story": "a bathtub of acid",
        "then": ["discard", 2],
        "box": {"traits": ["greed"], "value": 6},
    },
    "strap": {
        "title": "Leather Strap",
        "kind": "escape",
        "copies": 1,
        "source": "house",
        "story": "to cut the strap without looking",
        "places": ["arms", "legs"],
        "number": 3,
    },
    "scissors": {
        "title": "Scissors",
        "kind": "tool",
        "copies": 1,
        "source": "rulebook",
        "traits": ["corruption", "violence"],
        "value": 1,
    },
    "billy": {
        "title": "Billy",
        "kind": "billy",
        "copies": 12,
        "source": "rulebook",
        "traits": list(TRAITS),
        "value": 3,
    },
    "strong-torch": {
        "title": "Strong Torch",
        "kind": "search",
        "copies": 3,
        "source": "rulebook",
        "does": "keep",
        "draws": 5,
        "keeps": 3,
        "cost": 0,
    },
    "video": {
        "title": "Video",
        "kind": "special",
        "copies": 3,
        "source": "rulebook",
        "does": "film",
        "draws": 0,
        "keeps": 0,
        "cost": 2,
    },
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_card_is_written_with_all_that_is_printed_on_it_and_nothing_else(name: str) -> None:
    row = next(row for row in GAME.write_catalogue()["cards"] if row["card"] == name)
    assert row == {"card": name, **WRITTEN[name]}


def test_a_character_is_written_with_its_five_values() -> None:
    assert GAME.write_catalogue()["characters"][0] == {
        "character": "broker",
        "title": "The Broker",
        **dict(zip(TRAITS, (1, 0, 2, 2, 3), strict=True)),
        "story": GAME.box.characters[0].story,
        "source": "house",
    }


def test_a_catalogue_may_leave_a_characters_story_out_but_not_make_it_endless() -> None:
    book = tomllib.loads(TEXT)["character"][0]["story"]
    begins, ends = TEXT.index('story = """', TEXT.index('id = "broker"')), TEXT.index('[[character]]\nid = "surgeon"')
    assert book == GAME.box.characters[0].story
    game = engines.load("saw", catalogue=TEXT[:begins] + TEXT[ends:])
    assert game.box.characters[0].story == ""
    with pytest.raises(CatalogueError, match="at most 900 characters"):
        engines.load("saw", catalogue=f'{TEXT[:begins]}story = "{"x" * 901}"\n{TEXT[ends:]}')


def test_cards_and_characters_have_tags() -> None:
    tagged = GAME.tagged()
    assert (tagged["billy"], tagged["rope"], tagged["broker"]) == (12, 2, 1)
    assert sum(tagged.values()) == 123 + 6
    assert GAME.box.cards().count("billy") == 12


def test_three_faces_make_a_trap_in_their_order_only() -> None:
    parts = tuple(GAME.box.number[name] for name in ("rising-water", "acid-bath", "lever"))
    assert GAME.box.is_trap(parts)
    mechanism, thing, escape = parts
    for faces in ((thing, mechanism, escape), (mechanism, escape, thing), parts[:2], (-1, thing, escape), ()):
        assert not GAME.box.is_trap(faces)
    assert GAME.box.is_trap((0, thing, escape))


def test_the_house_deck_is_the_default() -> None:
    assert engines.load("saw", catalogue=TEXT).catalogue_digest() == GAME.catalogue_digest()
