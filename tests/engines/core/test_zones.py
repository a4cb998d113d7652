"""Zones: what a game calls the places of its tokens, and who sees what lies there."""

import pytest

import engines
from engines.core import EVERYBODY, HOST, NOBODY, OWNER, PUBLIC, Observed, Problem, Reveal, Shuffled, Zone, Zones
from engines.core.viewers import may_see

SEATS = ("ann", "bob")
CARDS = Zones(
    Zone("deck", NOBODY, is_owned=False, is_ordered=True), Zone("hand", OWNER), Zone("bench"), Zone("secret", NOBODY)
)


@pytest.mark.parametrize(
    ("zone", "viewers"),
    [("deck", {HOST}), ("hand", {HOST, 1}), ("bench", {HOST, PUBLIC, 0, 1}), ("secret", {HOST})],
)
def test_who_sees_what_lies_in_a_zone_of_bobs(zone: str, viewers: set[int]) -> None:
    audience = CARDS.audience(zone, 1)
    assert {viewer for viewer in (HOST, PUBLIC, 0, 1) if may_see(viewer, audience)} == viewers


def test_every_zone_is_found_by_its_text_and_nothing_else_is() -> None:
    texts = CARDS.texts(SEATS)
    assert texts == ["deck", "ann.hand", "bob.hand", "ann.bench", "bob.bench", "ann.secret", "bob.secret"]
    assert [CARDS.find(text, SEATS).name for text in texts] == [text.split(".")[-1] for text in texts]
    for wrong in ("", "hand", "ann.deck", "cid.hand", "ann.ann.hand", "ann.", ".", "Deck", None, 7, ["deck"]):
        assert CARDS.find(wrong, SEATS) is None


def test_zones_have_the_numbers_of_their_order() -> None:
    assert [CARDS.number(name) for name in CARDS.names] == [0, 1, 2, 3]


@pytest.mark.parametrize("names", [("deck", "deck"), ("ann.deck",)])
def test_a_name_stands_for_one_zone(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name of its own"):
        Zones(*(Zone(name, EVERYBODY) for name in names))


@pytest.mark.parametrize(
    ("zone", "sentence", "rule"),
    [
        ("blue.draw", "The draw piles are mixed before the game begins, and never again.", "R6"),
        ("red.play", "What lies in red.play has no order, so nothing is shuffled there.", ""),
        ("draw", 'There is no zone "draw"; there are blue.draw, red.draw, blue.play', ""),
    ],
)
def test_a_shuffle_that_cannot_be_is_refused_by_its_zone(zone: str, sentence: str, rule: str) -> None:
    problem = engines.load("armada").new().verify(Shuffled(zone))
    assert isinstance(problem, Problem)
    assert problem.sentence.startswith(sentence)
    assert problem.rule == rule


def test_a_reveal_names_the_zone_and_its_audience_sees_the_face() -> None:
    play = engines.load("armada").new()
    (reveal,) = play.waiting
    assert isinstance(reveal, Reveal)
    assert play.game.zones.find(f"{play.game.seats[reveal.seat]}.{reveal.zone}", play.game.seats) is not None
    (bound, *_) = play.feed(Observed(reveal.token, "hub-2", (0,)))
    assert bound.seen_by == play.game.zones.audience(reveal.zone, reveal.seat) is None
