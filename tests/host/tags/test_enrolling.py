"""Enrolling with models of stickers: what is decided, what is said, what is kept."""

import pytest

from hardware.twin.rfid.ntag21x import Ntag21x
from host.tags import ndef, work
from host.tags.deck import Deck
from host.tags.enrolling import Enrolment, Leave, Take, enrol
from host.tags.judging import Judgement, judge
from host.tags.taps import Lifted, Seen, Trouble
from tests.host.tags.model_pad import ModelPad

ROSTER = {"gun-1": 1, "gun-2": 2, "hub-1": 1}
EMPTY = Deck("Ours", "armada")
BLANK, TORN = Judgement("blank"), Judgement("torn")
FOREIGN = Judgement("foreign", holds='a link, "https://example.org/"')
LOCKED = Judgement("blank", bar="locked")


def uid(number: int) -> bytes:
    return bytes.fromhex("04a1b2c3d4e5") + bytes((number,))


def job(**options: bool) -> Enrolment:
    return Enrolment(EMPTY, ROSTER, **options)


def test_it_invites_card_after_card() -> None:
    work_ = job()
    assert work_.invitation == "0 of 4. Next: gun-1."
    for number, card in enumerate(("gun-1", "gun-2", "gun-2", "hub-1")):
        assert work_.consider(uid(number), BLANK) == Take(card, True, f"{card} is written and checked.")
        work_.take(card, uid(number))
    assert work_.invitation == "4 of 4: every card has its tag."


def test_a_torn_tag_is_as_good_as_a_blank_one() -> None:
    assert isinstance(job().consider(uid(1), TORN), Take)


def test_a_card_that_names_itself_may_come_in_any_order() -> None:
    assert job().consider(uid(1), Judgement("card", "hub-1")) == Take("hub-1", False, "hub-1 said so itself.")


def test_a_foreign_tag_is_explained() -> None:
    verdict = job().consider(uid(1), FOREIGN)
    assert verdict == Leave(
        'This tag is not one of ours: it holds a link, "https://example.org/". Writing a card would replace that. '
        "If you want that, add --overwrite."
    )
    assert isinstance(job(overwrites=True).consider(uid(1), FOREIGN), Take)


def test_a_locked_tag_can_be_kept_by_its_number() -> None:
    verdict = job().consider(uid(1), LOCKED)
    assert isinstance(verdict, Leave)
    assert verdict.sentence.endswith("use another sticker. Or keep its number alone, with --no-write.")
    assert job(writes=False).consider(uid(1), LOCKED) == Take("gun-1", False, "gun-1 has this tag now.")


def test_a_card_twice_is_explained() -> None:
    again = job()
    again.take("gun-1", uid(1))
    assert again.consider(uid(1), Judgement("card", "gun-1")) == Leave(
        "This is gun-1, and it has its tag already. Put the next card."
    )


def test_a_card_of_the_deck_that_has_lost_its_text_is_mended() -> None:
    again = job()
    again.take("gun-1", uid(1))
    assert again.consider(uid(1), TORN) == Take(
        "gun-1", True, "gun-1 had lost what was written on it, and has it again."
    )
    assert isinstance(again.consider(uid(1), FOREIGN), Leave)


@pytest.mark.parametrize(("card", "whose"), [("gun-1", "has its tag already"), ("gun-2", "has all its 2 tags already")])
def test_two_tags_for_one_card_are_explained(card: str, whose: str) -> None:
    full = Enrolment(Deck("Ours", "armada", {"gun-1": (uid(1),), "gun-2": (uid(2), uid(3))}), ROSTER)
    verdict = full.consider(uid(9), Judgement("card", card))
    assert isinstance(verdict, Leave)
    assert verdict.sentence.startswith(f"This tag says {card}, but {card} {whose}. If it sits on another card")


def test_a_lost_card_gets_a_new_tag() -> None:
    full = Deck("Ours", "armada", {"gun-1": (uid(1),), "gun-2": (uid(2), uid(3)), "hub-1": (uid(4),)})
    assert Enrolment(full, ROSTER).missing == []
    again = Enrolment(full, ROSTER, only=["hub-1"])
    assert again.missing == ["hub-1"]
    assert isinstance(again.consider(uid(5), BLANK), Take)


# ---- the loop, with models of stickers -------------------------------------------------------------------------


class Table(ModelPad):
    """A pad on which a person puts card after card; when there are no more, Ctrl-C is pressed."""

    def __init__(self, *cards: Ntag21x | None) -> None:
        super().__init__()
        self.cards = list(cards)

    def wait(self, timeout: float) -> Seen | Trouble | Lifted | None:
        if not self.cards:
            raise KeyboardInterrupt
        self.tag = self.cards.pop(0)
        return Seen(self.tag.uid) if self.tag else Trouble("Two cards lie there.")


def tags(count: int) -> list[Ntag21x]:
    return [Ntag21x(uid(number)) for number in range(count)]


def test_a_whole_deck_by_tapping() -> None:
    said: list[str] = []
    kept: list[Deck] = []
    cards = tags(4)
    table = Table(*cards)
    enrol(table, job(), said.append, kept.append)
    assert said == [
        "0 of 4. Next: gun-1.",
        "gun-1 is written and checked. 1 of 4. Next: gun-2.",
        "gun-2 is written and checked. 2 of 4. Next: gun-2.",
        "gun-2 is written and checked. 3 of 4. Next: hub-1.",
        "hub-1 is written and checked. 4 of 4: every card has its tag.",
    ]
    assert [deck.tags for deck in kept] == [1, 2, 3, 4]
    table.tag = cards[3]
    assert judge(work.read(table)).card == "hub-1"


def test_ctrl_c_keeps_what_is_done_and_a_second_run_goes_on() -> None:
    kept: list[Deck] = []
    cards = tags(4)
    with pytest.raises(KeyboardInterrupt):
        enrol(Table(*cards[:2]), job(), lambda _: None, kept.append)
    said: list[str] = []
    enrol(Table(*cards[2:]), Enrolment(kept[-1], ROSTER), said.append, kept.append)
    assert said[0] == "2 of 4. Next: gun-2."
    assert kept[-1].cards == {"gun-1": (uid(0),), "gun-2": (uid(1), uid(2)), "hub-1": (uid(3),)}


def test_a_card_lifted_too_early_is_put_back() -> None:
    said: list[str] = []
    kept: list[Deck] = []
    card = tags(1)[0]
    table = Table(card, None, card)
    table.lift_in_write = (3, 0.4)
    with pytest.raises(KeyboardInterrupt):
        enrol(table, job(), said.append, kept.append)
    assert said == [
        "0 of 4. Next: gun-1.",
        "The card was lifted before its tag was written. Put it back; nothing is lost.",
        "Two cards lie there.",
        "gun-1 is written and checked. 1 of 4. Next: gun-2.",
    ]
    table.tag = card
    assert judge(work.read(table)).card == "gun-1"


def test_without_writing_the_tags_stay_as_they_are() -> None:
    cards = tags(4)
    before = [list(card.memory) for card in cards]
    kept: list[Deck] = []
    enrol(Table(*cards), job(writes=False), lambda _: None, kept.append)
    assert [card.memory for card in cards] == before
    assert kept[-1].card_of(uid(3)) == "hub-1"


@pytest.mark.parametrize(("text", "card"), [("", "gun-1"), ("hub-1", "hub-1"), ("menu", "gun-1")])
def test_a_tag_without_pages_has_at_least_a_number(text: str, card: str) -> None:
    """A MIFARE Classic, say: it answers with its UID, and falls silent when its pages are asked for."""

    class Silent(Table):
        def wait(self, timeout: float) -> Seen | Trouble | Lifted | None:
            tap = super().wait(timeout)
            self.tag = None
            return tap._replace(text=text) if isinstance(tap, Seen) else tap

    said: list[str] = []
    kept: list[Deck] = []
    with pytest.raises(KeyboardInterrupt):
        enrol(Silent(*tags(1)), job(writes=False), said.append, kept.append)
    assert kept[-1].card_of(uid(0)) == card
    with pytest.raises(KeyboardInterrupt):
        enrol(Silent(*tags(1)), job(), said.append, kept.append)
    assert said[-1] == "There is no card on the pad."


def test_a_card_of_another_game_is_foreign() -> None:
    card = tags(1)[0]
    table = Table(card)
    table.tag = card
    work.write(table, ndef.message("treasure-7"))
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        enrol(table, job(), said.append, lambda _: None)
    assert said[1].startswith('This tag is not one of ours: it holds a text, "treasure-7".')
