"""Tags to cards."""

from host.table.tags import Cards
from host.tags.deck import Deck

UID = bytes.fromhex("04a1b2c3d4e5f6")
ROSTER = {"gun-1": 1, "gun-2": 1}


def test_a_tag_that_says_its_card_needs_no_deck() -> None:
    assert Cards(ROSTER).identify(UID, "gun-1").card == "gun-1"


def test_a_deck_knows_a_bare_tag_and_has_the_first_word() -> None:
    cards = Cards(ROSTER, [Deck("Empty", "armada"), Deck("Ours", "armada", {"gun-2": (UID,)})])
    assert cards.identify(UID, "").card == "gun-2"
    assert cards.identify(UID, "gun-1").card == "gun-2"


def test_a_deck_with_cards_of_another_box_does_not_count() -> None:
    assert Cards(ROSTER, [Deck("Ours", "armada", {"laser": (UID,)})]).identify(UID, "gun-1").card == "gun-1"


def test_a_foreign_tag_is_told_in_plain_signs() -> None:
    found = Cards(ROSTER).identify(UID, "menu\x1b[2J")
    assert found == ("", 'This tag says "menu�[2J", and that is no card of this game.')


def test_an_unknown_tag_is_told_with_the_way_out() -> None:
    found = Cards(ROSTER).identify(UID, "")
    assert found == ("", "This tag names no card, and no deck knows it. Enrol it: deadfall tags enroll")
