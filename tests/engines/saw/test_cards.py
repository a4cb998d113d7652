"""The house deck: what the rules file asks of it, its stories, and what a catalogue may not say."""

import re
from importlib.resources import files
from itertools import product

import pytest

import engines
from engines.core import CatalogueError
from engines.saw.cards import KINDS, PLACES, TRAITS
from engines.saw.traps import compose

GAME = engines.load("saw")
TEXT = (files("engines.saw") / "catalogue.toml").read_text("utf-8")
PARTS = [[at for at, kind in enumerate(GAME.box.kind) if kind == number] for number in range(3)]
# A clause; a noun phrase with its article; an infinitive clause. None has a comma or a full stop inside.
SENTENCE = re.compile(
    r"(?P<mechanism>(?:A|An|The|Cold|Gas) [a-z][^,.;:]*[a-z]), "
    r"(?P<object>(?:a|an|the) [a-z][^,.;:]*[a-z]) holds what you need, and the one way out is "
    r"(?P<escape>to [a-z]+ [^,.;:]*[a-z])\."
)
GORE = ("gore", "flesh", "intestine", "scream", "sever", "corpse", "guts")


def cards(kind: str) -> list[str]:
    return [d.id for d in GAME.box.designs for _ in range(d.copies) if KINDS[d.kind] == kind]


def test_the_split_is_that_of_the_rules() -> None:
    counts = [len(cards(kind)) for kind in KINDS]
    assert counts == [13, 13, 13, 12, 36, 21, 15]
    assert 13**3 == 2197


def test_all_2197_traps_read_as_one_sentence() -> None:
    told = [GAME.box.story(faces) for faces in product(*PARTS)]
    assert len(set(told)) == 2197
    for story in told:
        assert len(story) <= 200, story
        found = SENTENCE.fullmatch(story)
        assert found, story
        assert not any(word in story.lower() for word in GORE)
        article, word = found["object"].split()[:2]
        assert article == "the" or (article == "an") == (word[0] in "aeiou"), story


def test_every_trap_can_be_composed_and_all_clauses_occur() -> None:
    composed = [compose(GAME.box, faces) for faces in product(*PARTS)]
    assert {one.top.what for one in composed} == {"deck", "discard"}
    assert {one.then.what for one in composed} == {"discard", "keep", "give", "extra", "steal"}
    assert {len(one.picks()) for one in composed} == {1, 2, 4}
    assert {one.places for one in composed} == {(0,), (1,), (2,), (0, 1)}
    assert all(2 <= one.number <= 4 and all(6 <= box.value <= 8 for box in one.boxes) for one in composed)


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
        ('story = "to sign the ledger in red"', f'story = "to {"x" * 150}"', "more than 200"),
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


def test_the_other_flashlight_must_be_two_numbers() -> None:
    text = TEXT.replace('otherwise = "4 2"', 'otherwise = "4"')
    with pytest.raises(CatalogueError, match="how many to draw"):
        engines.load("saw", catalogue=text, options={"A3": "4-2"})


def test_the_house_deck_is_the_default() -> None:
    assert engines.load("saw", catalogue=TEXT).catalogue_digest() == GAME.catalogue_digest()
