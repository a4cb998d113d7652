"""What cards at pads are believed to be, and from when on."""

import pytest

from host.play.commands import Lay, Show
from host.play.tapping import BACK_MS, LIFTED_MS, PUT_MS, Tapping
from host.stage.heard import Lying

ONE, TWO = "seat1.bench.1", "seat1.bench.2"
AT = 10_000


def laid(*lays: Lay, at: int = AT) -> Tapping:
    tapping = Tapping()
    for lay in lays:
        tapping.lay(lay, at)
    return tapping


def test_the_times_are_those_of_the_documentation() -> None:
    """A card must lie for 0.4 s, or be away for 4.5 s; what is said meanwhile waits for up to 0.9 s."""
    assert (PUT_MS, LIFTED_MS, BACK_MS) == (400, 4_500, 900)


def test_a_card_is_believed_once_it_has_lain_there_for_a_while() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"))
    assert tapping.due(AT) == AT + PUT_MS
    assert tapping.steady(AT + PUT_MS - 1) == {}
    assert tapping.steady(AT + PUT_MS) == {ONE: Lying("rope", -1)}
    assert tapping.due(AT + PUT_MS) is None
    assert tapping.due(AT + PUT_MS - 1) == AT + PUT_MS


def test_a_card_is_believed_to_be_gone_only_after_a_long_while() -> None:
    tapping = laid(Lay(ONE, "", ""))
    assert tapping.steady(AT + LIFTED_MS - 1) == {}
    assert tapping.steady(AT + LIFTED_MS) == {ONE: Lying("", -1)}


@pytest.mark.parametrize(("card", "who"), [("rope", {"lain", "all"}), ("", {"all"})])
def test_who_is_in_a_hurry_believes_sooner(card: str, who: set[str]) -> None:
    tapping = laid(Lay(ONE, card, "aa" if card else ""))
    for hurry in ("patient", "no", "lain", "all"):
        assert bool(tapping.steady(AT, hurry)) == (hurry in who)


def test_who_is_patient_never_believes_that_a_card_is_gone() -> None:
    tapping = laid(Lay(ONE, "", ""), Lay(TWO, "rope", "aa"))
    assert set(tapping.steady(AT + LIFTED_MS)) == {ONE, TWO}
    assert set(tapping.steady(AT + LIFTED_MS, "patient")) == {TWO}


def test_while_the_board_is_away_nothing_counts_as_lifted() -> None:
    tapping = laid(Lay(ONE, "", ""), Lay(TWO, "rope", "aa"))
    tapping.connect(False, AT + PUT_MS - 1)
    tapping.connect(False, AT + PUT_MS + 5_000)  # said once more: it is away since the first time
    assert tapping.due(AT) is None
    assert tapping.steady(AT + 60_000) == {}
    assert set(tapping.steady(AT + 60_000, "all")) == {TWO}
    back = AT + 100_000
    tapping.connect(True, back)
    assert set(tapping.steady(back)) == {TWO}
    assert set(tapping.steady(back + LIFTED_MS - 1)) == {TWO}
    assert set(tapping.steady(back + LIFTED_MS)) == {ONE, TWO}


def test_a_board_that_was_never_away_makes_nothing_younger() -> None:
    tapping = laid(Lay(ONE, "", ""))
    tapping.connect(True, AT + 3_000)
    assert set(tapping.steady(AT + LIFTED_MS)) == {ONE}


def test_who_looked_at_a_card_before_the_bench_meant_anything_may_put_it_back() -> None:
    tapping = laid(Lay(ONE, "", ""))
    tapping.arrange(0, AT + 1_000)
    assert tapping.steady(AT + LIFTED_MS) == {}
    tapping.arrange(0, AT + 4_000)  # the same seat goes on
    assert set(tapping.steady(AT + 1_000 + LIFTED_MS)) == {ONE}
    tapping.arrange(None, AT + 5_600)
    assert set(tapping.steady(AT + 5_600)) == {ONE}
    tapping.arrange(0, AT + 6_000)  # and once more, after somebody else
    assert tapping.steady(AT + 6_000) == {}
    tapping.arrange(1, AT + 9_000)
    assert tapping.steady(AT + 6_000 + LIFTED_MS) == {}


def test_a_card_that_has_just_left_may_be_back_without_being_read_yet() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"))
    tapping.bind("aa", 7)
    tapping.lay(Lay(ONE, "", ""), AT + 1_000)
    last = AT + 1_000 + LIFTED_MS + BACK_MS
    assert tapping.gone(AT + 1_000) == tapping.gone(last - 1) == {ONE: Lying("rope", 7)}
    assert tapping.gone(last) == {}


def test_a_card_that_lies_elsewhere_by_now_is_not_about_to_come_back() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"), Lay(ONE, "", ""), Lay(TWO, "rope", "aa"))
    assert tapping.gone(AT + 1) == {}


def test_a_pad_that_cannot_tell_says_nothing() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"), Lay(ONE, "", "", is_known=False))
    assert tapping.steady(AT + LIFTED_MS, "all") == {}
    assert tapping.due(AT) is None


def test_a_card_that_two_pads_hear_lies_where_it_was_heard_first() -> None:
    tapping = laid(Lay(TWO, "rope", "aa"))
    tapping.lay(Lay(ONE, "rope", "aa"), AT + 10)
    assert set(tapping.steady(AT + 1_000)) == {TWO}
    tapping.lay(Lay(TWO, "", ""), AT + 2_000)
    assert set(tapping.steady(AT + 2_500)) == {ONE}


def test_a_pad_that_was_overruled_means_nothing_until_it_changes() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"))
    tapping.overrule([ONE])
    assert tapping.steady(AT + PUT_MS, "all") == {}
    assert tapping.gone(AT) == {}
    assert tapping.due(AT) is None
    tapping.lay(Lay(ONE, "brick", "bb"), AT + 1_000)
    assert set(tapping.steady(AT + 1_000 + PUT_MS)) == {ONE}


@pytest.mark.parametrize("is_read", [True, False])
def test_what_the_rules_change_on_a_pad_overrules_it_unless_the_pad_has_told_that(is_read: bool) -> None:
    tapping = laid(Lay(ONE, "rope", "aa"), Lay(TWO, "brick", "bb"))
    tapping.expect({ONE: 3, TWO: 4}, is_read=True)
    tapping.expect({ONE: -1, TWO: 4}, is_read=is_read)
    assert set(tapping.steady(AT + PUT_MS)) == ({ONE, TWO} if is_read else {TWO})


def test_what_the_rules_have_on_a_pad_for_the_first_time_overrules_nothing() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"))
    tapping.expect({ONE: 3}, is_read=False)
    assert set(tapping.steady(AT + PUT_MS)) == {ONE}


def test_two_copies_of_a_card_change_places() -> None:
    tapping = Tapping()
    tapping.bind("aa", 1)
    tapping.bind("bb", 2)
    tapping.bind("aa", 2)
    assert (tapping.token("aa"), tapping.token("bb")) == (2, 1)
    tapping.bind("", 2)  # only named: it may be another copy
    assert tapping.token("aa") == -1
    tapping.bind("bb", -1)
    assert tapping.token("bb") == 1
    assert tapping.token("") == -1


def test_what_was_shown_tells_the_cards_that_it_is_not() -> None:
    tapping = Tapping()
    tapping.bind("aa", 1)
    (shown,) = tapping.show(Show("rope", "play", "bb"))
    assert (shown.token, shown.others) == (-1, frozenset({1}))
    tapping.settle(5)
    assert tapping.shows[-1].token == 5
    tapping.settle(-1)
    assert tapping.shows[-1].token == 5
    assert tapping.show(Show("brick"))[-1].others == frozenset()
    tapping.forget()
    assert tapping.shows == []
    tapping.settle(5)  # nothing was shown
    assert tapping.shows == []


def test_only_what_is_new_is_noted() -> None:
    tapping = laid(Lay(ONE, "rope", "aa"))
    assert tapping.learned(1) == {}
    tapping.bind("aa", 7)
    tapping.overrule([TWO, ONE])
    tapping.show(Show("rope", "play", "aa"))
    held = {"held": [["rope", "play", 7]], "line": 1}
    assert tapping.learned(1) == {"tags": {"aa": 7}, "overruled": [ONE, TWO], "shows": held}
    tapping.noted(1)
    assert tapping.learned(1) == {}
    assert tapping.learned(2) == {"shows": {**held, "line": 2}}
    tapping.forget()
    assert tapping.learned(1) == {"shows": {}}
    tapping.noted(1)
    tapping.lay(Lay(ONE, "brick", "bb"), AT + 1)  # that it is believed again is noted by that itself
    assert tapping.learned(1) == {}
