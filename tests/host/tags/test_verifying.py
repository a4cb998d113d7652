"""Checking a deck against its tags."""

import pytest

from hardware.twin.rfid.ntag21x import Ntag21x
from host.tags import ndef, work
from host.tags.deck import Deck
from host.tags.judging import Judgement
from host.tags.verifying import Finding, Verification, verify
from tests.host.tags.model_pad import ModelPad
from tests.host.tags.test_enrolling import Table, tags, uid

ROSTER = {"gun-1": 1, "gun-2": 2}
DECK = Deck("Ours", "armada", {"gun-1": (uid(0),), "gun-2": (uid(1), uid(2))})


@pytest.fixture
def job() -> Verification:
    return Verification(DECK, ROSTER)


def test_what_deck_and_tag_agree_on_is_right(job: Verification) -> None:
    assert job.check(uid(0), Judgement("card", "gun-1")) == Finding(True, "gun-1: right. 1 of 3.")
    assert job.check(uid(0), Judgement("card", "gun-1")) == Finding(True, "gun-1: seen before. 1 of 3.")
    assert job.left == ["gun-2"]


def test_a_tag_that_the_deck_does_not_know_is_believed(job: Verification) -> None:
    assert job.check(uid(7), Judgement("card", "gun-1")).is_right


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            Judgement("card", "gun-2"),
            "The deck says gun-1, the tag says gun-2. Look at the card; if the deck is right:",
        ),
        (Judgement("blank"), "The deck says gun-1, but its tag is blank, so that other tables will not know it."),
        (Judgement("torn"), "The deck says gun-1, but its tag is damaged, so that"),
        (Judgement("foreign", holds="a link"), "The deck says gun-1, but its tag holds a link, so that"),
        (Judgement("unreadable"), "The deck says gun-1, but its tag does not let itself be read, so that"),
    ],
)
def test_a_contradiction_is_told_with_the_way_out(job: Verification, found: Judgement, sentence: str) -> None:
    finding = job.check(uid(0), found)
    assert not finding.is_right
    assert finding.sentence.startswith(sentence)
    assert "deadfall tags write gun-1" in finding.sentence
    assert job.wrong == 1


def test_one_too_many_is_told(job: Verification) -> None:
    job.check(uid(0), Judgement("card", "gun-1"))
    finding = job.check(uid(8), Judgement("card", "gun-1"))
    assert not finding.is_right
    assert finding.sentence.startswith("gun-1: one too many, the game has 1.")


def test_a_foreign_tag_is_told(job: Verification) -> None:
    assert job.check(uid(9), Judgement("foreign", holds="a link")) == Finding(
        False, "This tag is not one of ours: it holds a link. Writing a card would replace that."
    )


def test_card_after_card(job: Verification) -> None:
    cards: list[Ntag21x] = tags(3)
    for card, name in zip(cards, ("gun-1", "gun-2", "gun-2"), strict=True):
        work.write(ModelPad(card), ndef.message(name))
    said: list[str] = []
    table = Table(cards[0], None, *cards[1:])
    table.now = 20_000_000
    verify(table, job, said.append)
    assert said == [
        "gun-1: right. 1 of 3.",
        "Two cards lie there.",
        "gun-2: right. 2 of 3.",
        "gun-2: right. 3 of 3.",
    ]
    assert job.left == []
