"""The ledger of a viewer beside a real table: it never rules out the truth and never claims a falsehood."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engines.core.knowledge import Contradiction, Knowledge

CARDS = st.lists(st.sampled_from(["ace", "king", "queen", "ten"]), min_size=1, max_size=12)


class TableBesideLedger(RuleBasedStateMachine):
    """A table where cards are seen and mixed, and a ledger that is told which tokens, never which cards, were mixed."""

    @initialize(decks=st.lists(CARDS, min_size=1, max_size=3))
    def deal(self, decks: list[list[str]]) -> None:
        self.truth: dict[int, str] = {}
        self.known = Knowledge()
        for deck in decks:
            tokens = range(len(self.truth), len(self.truth) + len(deck))
            self.truth.update(zip(tokens, deck, strict=True))
            self.known.add(tokens, sorted(deck))

    @rule(data=st.data())
    def see(self, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from(sorted(self.truth)))
        self.known.reveal(token, self.truth[token])
        assert self.known.card(token) == self.truth[token]

    @rule(data=st.data(), seed=st.integers(0, 99))
    def mix(self, data: st.DataObject, seed: int) -> None:
        tokens = sorted(data.draw(st.sets(st.sampled_from(sorted(self.truth)))))
        cards = [self.truth[token] for token in tokens]
        Random(seed).shuffle(cards)
        self.truth.update(zip(tokens, cards, strict=True))
        self.known.mix(tokens)

    @rule(data=st.data())
    def misread(self, data: st.DataObject) -> None:
        """What cannot be is refused, and nothing changes."""
        token = data.draw(st.sampled_from(sorted(self.truth)))
        before = listing(self.known)
        for card in {"ace", "king", "queen", "ten", "joker"} - self.known.candidates(token):
            with pytest.raises(Contradiction, match=f"cannot be {card}"):
                self.known.reveal(token, card)
        assert listing(self.known) == before

    @rule()
    def copy(self) -> None:
        copy = self.known.clone()
        before = listing(self.known)
        copy.mix(self.truth)
        assert listing(self.known) == before
        self.known = self.known.clone()

    @invariant()
    def the_truth_is_a_candidate_and_claims_are_true(self) -> None:
        for token, card in self.truth.items():
            assert card in self.known.candidates(token)
            assert self.known.card(token) in (None, card)

    @invariant()
    def clumps_divide_the_tokens_and_hold_the_right_cards(self) -> None:
        clumps = self.known.clumps()
        assert sorted(token for clump in clumps for token in clump.tokens) == sorted(self.truth)
        for clump in clumps:
            assert clump.cards == Counter(self.truth[token] for token in clump.tokens)

    @invariant()
    def a_sample_fits_what_is_known(self) -> None:
        deal = self.known.sample(Random(len(self.truth)))
        assert sorted(deal) == sorted(self.truth)
        for clump in self.known.clumps():
            assert Counter(deal[token] for token in clump.tokens) == clump.cards


TestTableBesideLedger = TableBesideLedger.TestCase
TestTableBesideLedger.settings = settings(max_examples=30, stateful_step_count=30)


def listing(known: Knowledge) -> list[tuple[list[int], list[str]]]:
    return [(sorted(clump.tokens), sorted(clump.cards.elements())) for clump in known.clumps()]


@given(CARDS, st.randoms(use_true_random=False))
def test_a_ledger_that_sees_everything_knows_everything(cards: list[str], rng: Random) -> None:
    truth = dict(enumerate(rng.sample(cards, len(cards))))
    known = Knowledge([(truth, cards)])
    for token in rng.sample(sorted(truth), len(truth)):
        known.reveal(token, truth[token])
    assert known.sample(rng) == truth


def test_the_last_unseen_card_is_known() -> None:
    known = Knowledge([([1, 2, 3], ["ace", "king", "ten"])])
    known.reveal(1, "king")
    known.reveal(3, "ten")
    assert known.card(2) == "ace"


def test_a_known_card_that_leaves_a_hand_face_down_is_no_longer_known() -> None:
    known = Knowledge([([1], ["wrench"]), ([2, 3], ["saw", "key"])])
    known.mix([1, 2])
    assert known.card(1) is None
    assert known.candidates(3) == {"wrench", "saw", "key"}


def test_mixing_equal_cards_loses_nothing() -> None:
    known = Knowledge([([1], ["key"]), ([2], ["key"])])
    known.mix([1, 2])
    assert (known.card(1), known.card(2)) == ("key", "key")


def test_there_are_as_many_cards_as_tokens() -> None:
    with pytest.raises(Contradiction, match="2 tokens cannot be 1 cards"):
        Knowledge([([1, 2], ["ace"])])


def test_a_token_that_is_not_there_is_nothing() -> None:
    assert Knowledge([([1], ["ace"])]).candidates(2) == set()


def test_every_deal_has_the_same_chance() -> None:
    known, rng = Knowledge([([1, 2, 3], ["ace", "king", "ten"])]), Random(5)
    found = Counter(tuple(known.sample(rng).values()) for _ in range(3000))
    assert len(found) == 6
    assert all(400 < times < 600 for times in found.values())


# ---- what was mistaken ----


def after_a_mistake() -> Knowledge:
    """Of the cards 1 (old) and 3 (new) one was an ace: it was taken for 1, and 2 for the king that was 1."""
    known = Knowledge([([1, 2], ["ace", "king"]), ([3, 4, 5], ["ace", "ten", "ten"])])
    known.reveal(1, "ace")
    assert known.card(2) == "king"
    return known


def test_what_was_only_concluded_may_have_been_a_mistake() -> None:
    known = after_a_mistake()
    assert known.could_be(3, "king")
    with pytest.raises(Contradiction, match="This cannot be king"):
        known.reveal(3, "king")
    known.concede()
    known.clone().reveal(3, "king")
    known.reveal(3, "king")
    assert (known.card(1), known.card(3)) == ("ace", "king")
    assert known.candidates(2) == known.candidates(4) == {"ace", "ten"}


def test_what_was_shown_was_no_mistake() -> None:
    known = after_a_mistake()
    known.reveal(2, "king")
    known.concede()
    assert not known.could_be(3, "king")
    with pytest.raises(Contradiction, match="This cannot be king"):
        known.reveal(3, "king")
    assert known.card(2) == "king"
