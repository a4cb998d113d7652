"""The texts on the cards of SAW: clear at first hearing, and with the figures of the cards."""

import re

import pytest

import engines
from engines.saw.cards import PLACES, TRAITS, Design
from engines.saw.trial import BACKFIRE
from host.app.saw_texts import saw_texts
from tests.engines.readable import alike, complaints, is_called_by

GAME = engines.load("saw")
DESIGNS = GAME.box.designs  # type: ignore[attr-defined]
_TERMS = """
addiction arms attacker bench billy bleeding blood card cards challenge commit corruption cost damage deck discard
discards draw drawn draws escape greed hand increased legs limbs mechanism missing needed object obsession passes pile
play point points reduce sacrifice shuffle stops trait trap violence
"""
TERMS = frozenset(_TERMS.split())
"""The words of SAW's rulebook, and the names of its traits, kinds and places."""
FIXED = {"ease": [1, 0], "backfire": [1, BACKFIRE]}
"""Numbers that the rules have, not the card."""


def figures(design: Design) -> list[int]:
    """All numbers that belong on a card."""
    numbers = [clause.number for clause in (design.top, design.then) if clause is not None]
    numbers += [design.box.value] if design.box is not None else []
    numbers += [design.number, 1] if design.places else []
    numbers += [design.value] if design.value else []
    search = [number for number in (design.draw, design.keep) if number] if design.does != "salvage" else []
    return [*numbers, *search, *FIXED.get(design.does, ()), *([design.cost] if design.cost else [])]


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.id)
def test_a_card_has_its_figures_and_no_others(design: Design) -> None:
    (text,) = saw_texts(design)
    assert list(map(int, re.findall(r"\d+", text))) == figures(design)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.id)
def test_a_card_names_its_traits_and_places_and_no_others(design: Design) -> None:
    (text,) = saw_texts(design)
    traits = design.box.traits if design.box is not None else design.traits
    named = set() if len(traits) == len(TRAITS) else {TRAITS[trait] for trait in traits}
    assert {trait for trait in TRAITS if trait in text} == named
    places = {place for place in PLACES if place in text.partition("Sacrifice:")[2]}
    assert places == {PLACES[place] for place in design.places}
    assert ("as the attacker chooses" in text) == ((len(traits) == 2 and not design.traits) or len(design.places) == 2)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.id)
def test_a_text_is_clear_at_first_hearing(design: Design) -> None:
    (text,) = saw_texts(design)
    assert complaints(text, TERMS, most=230) == []


def test_a_text_follows_a_card_of_ones_own() -> None:
    text = engines.house_catalogue("saw").replace("draw = 10", "draw = 7", 1)
    other = engines.load("saw", catalogue=text).box  # type: ignore[attr-defined]
    (room_map,) = [design for design in other.designs if design.id == "room-map"]
    assert "the top 7 cards" in saw_texts(room_map)[0]


def test_no_two_names_are_easily_taken_for_each_other() -> None:
    people = [(one.title, "character") for one in GAME.box.characters]  # type: ignore[attr-defined]
    assert alike([*((design.title, str(design.kind)) for design in DESIGNS), *people]) == []


def test_a_card_is_called_by_the_words_of_its_title() -> None:
    assert [design.id for design in DESIGNS if not is_called_by(design.id, design.title)] == []
