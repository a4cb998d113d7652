"""The help in a challenge, against all that can be done by brute force."""

from itertools import combinations, product
from random import Random

import pytest

import engines
from engines.saw.advice import Advisor, Commitment

GAME = engines.load("saw", options={"A2": "corruption-greed"})
BOX = GAME.box
USEFUL = [face for face, traits in enumerate(BOX.traits) if traits]
NEEDS = [((0, 6), (1, 6)), ((2, 12),), ((3, 8), (4, 6)), ((0, 14),), ((1, 8), (0, 7))]


def face(name: str) -> int:
    return BOX.number[name]


def brute_force(needs: tuple[tuple[int, int], ...], values: tuple[int, ...], hand: list[int]) -> tuple[int, int]:
    """The least shortfall, and the fewest cards for it: each card goes to one of its traits, or stays in the hand."""
    traits = [trait for trait, _ in needs]
    ways = [[None, *(trait for trait in BOX.traits[card] if trait in traits)] for card in hand]
    best = (999, 999)
    for way in product(*ways):
        got = {trait: values[trait] for trait in traits}
        for card, trait in zip(hand, way, strict=True):
            if trait is not None:
                got[trait] += BOX.value[card]
        missing = sum(max(0, value - got[trait]) for trait, value in needs)
        best = min(best, (missing, sum(trait is not None for trait in way)))
    return best


def test_the_best_commitment_equals_brute_force_on_2000_random_hands() -> None:
    rng = Random(1)
    for _ in range(2000):
        needs, values = rng.choice(NEEDS), rng.choice(BOX.values)
        hand = rng.choices(USEFUL, k=rng.randint(0, 6))
        best = Advisor(BOX, needs, values).best(hand)
        assert (best.shortfall, len(best.cards)) == brute_force(needs, values, hand)
        check(best, needs, values, hand)
        advisor = Advisor(BOX, needs, values)
        assert advisor.shortfall([advisor.helper(card) for card in hand]) == best.shortfall


def check(best: Commitment, needs: tuple[tuple[int, int], ...], values: tuple[int, ...], hand: list[int]) -> None:
    """The cards are those of the hand, each counts for a trait of its own, and what is missing is missing."""
    left = list(hand)
    got = {trait: values[trait] for trait, _ in needs}
    for card, trait in best.cards:
        left.remove(card)
        assert trait in BOX.traits[card]
        got[trait] += BOX.value[card]
    assert best.missing == tuple((trait, max(0, value - got[trait])) for trait, value in needs)


def test_the_worked_example() -> None:
    hand = [face(name) for name in ("scissors", "wrench", "wrench", "screwdriver-set")]
    best = Advisor(BOX, ((0, 6), (1, 6)), (1, 0, 2, 2, 3)).best(hand)
    assert best.shortfall == 3
    assert len(best.cards) == 4


def test_no_card_is_wasted() -> None:
    hand = [face(name) for name in ("crowbar", "billy", "billy", "rope", "hammer")]
    best = Advisor(BOX, ((0, 4), (1, 3)), (1, 0, 0, 0, 0)).best(hand)
    assert best.shortfall == 0
    assert len(best.cards) == 2


@pytest.mark.parametrize(("draw", "keep"), [(3, 1), (4, 2), (1, 1), (5, 3)])
def test_the_chance_with_one_search_equals_a_count_of_all_draws(draw: int, keep: int) -> None:
    names = ("crowbar", "rope", "screwdriver-set", "billy", "lock-pick", "hammer", "candle", "lever")
    unseen = {face(name): 1 for name in names}
    advisor = Advisor(BOX, ((0, 4), (1, 3)), (1, 0, 0, 0, 0))
    hand = [face("pliers")]
    helpers = [advisor.helper(card) for card in unseen]
    made = [
        any(
            not advisor.shortfall([advisor.helper(hand[0]), *(helpers[at] for at in kept)])
            for kept in combinations(drawn, min(keep, draw))
        )
        for drawn in combinations(range(len(names)), draw)
    ]
    assert advisor.chance(hand, unseen, draw, keep) == pytest.approx(sum(made) / len(made))


def test_a_challenge_that_is_made_needs_no_search() -> None:
    advisor = Advisor(BOX, ((0, 2),), (3, 0, 0, 0, 0))
    assert advisor.chance([], {face("rope"): 2}, 3, 1) == 1.0
    assert advisor.best([]).cards == ()


def test_nothing_comes_out_of_an_empty_deck() -> None:
    advisor = Advisor(BOX, ((0, 6),), (0, 0, 0, 0, 0))
    assert advisor.chance([], {}, 3, 1) == 0.0
    assert advisor.chance_of_two([], {}, ((3, 1), (3, 1)), Random(1), samples=3) == 0.0


def test_two_searches_are_better_than_one_and_the_estimate_is_near() -> None:
    unseen = {card: BOX.copies[card] for card in range(len(BOX.names))}
    advisor = Advisor(BOX, ((0, 3), (1, 3)), (1, 1, 0, 0, 0))
    one = advisor.chance([], unseen, 5, 3)
    two = advisor.chance_of_two([], unseen, ((5, 3), (5, 3)), Random(3), samples=400)
    assert 0 < one < two < 1
    same = advisor.chance_of_two([], unseen, ((5, 3), (0, 0)), Random(3), samples=2000)
    assert abs(same - one) < 0.05
