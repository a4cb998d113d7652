"""Whose turn it is."""

import itertools
from collections import Counter

import pytest

from firmware.turns import NOBODY, Turns
from firmware.wire import PAD_ABSENT, PAD_PRESENT


class Beliefs:
    def __init__(self, pads: int) -> None:
        self.restless = bytearray(pads)
        self.whats = [PAD_ABSENT] * pads

    @property
    def occupied(self) -> int:
        return self.whats.count(PAD_PRESENT)

    def what(self, pad: int) -> int:
        return self.whats[pad]


def play(turns: Turns, count: int, now: int = 0) -> list[int]:
    """Who has the next turns; each time the one before is still switching off."""
    chosen, last, before = [], NOBODY, NOBODY
    while len(chosen) < count:
        pad = turns.choose(now, last, before)
        if pad != NOBODY:
            chosen.append(pad)
            last, before = pad, last
    return chosen


def test_play_has_every_third_turn_and_the_others_come_round() -> None:
    chosen = play(Turns(20, 0, Beliefs(20)), 57)
    assert Counter(chosen)[0] == 19
    assert all(Counter(chosen)[pad] == 2 for pad in range(1, 20))


def test_a_restless_pad_has_every_second_turn() -> None:
    beliefs = Beliefs(20)
    beliefs.restless[7] = 1
    chosen = play(Turns(20, 0, beliefs), 60)
    assert 18 <= Counter(chosen)[7] <= 32
    assert Counter(chosen)[0] >= 15


def test_a_pad_to_which_a_card_has_just_been_held_has_every_second_turn_and_is_waited_for() -> None:
    beliefs = Beliefs(20)
    beliefs.restless[7] = 1
    turns = Turns(20, 0, beliefs)
    turns.fresh = 1
    assert turns.choose(0, NOBODY, NOBODY) == 1
    assert turns.choose(0, 1, NOBODY) == 7  # a restless one comes next, and not another one
    turns.ready_at[1] = 9
    assert turns.choose(8, 7, NOBODY) == NOBODY
    assert turns.choose(9, 7, 1) == NOBODY  # its field is still going off
    assert turns.choose(9, 7, NOBODY) == 1
    assert turns.choose(9, 1, NOBODY) not in (1, 7, NOBODY)
    turns.fresh = NOBODY
    assert turns.choose(9, 2, NOBODY) == 7


def test_expected_pads_share_the_turns_of_play_until_the_time_is_over() -> None:
    turns = Turns(20, 0, Beliefs(20))
    turns.expect(b"\x0c", 1_000)
    counts = Counter(play(turns, 90))
    assert [counts[pad] for pad in (0, 2, 3)] == [10, 10, 10]
    counts = Counter(play(turns, 90, now=1_000))
    assert counts[0] == 30
    assert counts[2] <= 5


def test_a_few_pads_with_a_tag_come_round_half_as_often() -> None:
    beliefs = Beliefs(20)
    beliefs.whats[7] = beliefs.whats[12] = PAD_PRESENT
    counts = Counter(play(Turns(20, 0, beliefs), 600))
    assert 1.8 * counts[7] <= counts[8] <= 2.2 * counts[7]
    assert counts[12] == pytest.approx(counts[7], abs=1)


def test_where_nearly_all_have_one_they_come_round_a_third_as_often() -> None:
    beliefs = Beliefs(20)
    for pad in range(1, 19):
        beliefs.whats[pad] = PAD_PRESENT
    chosen = play(Turns(20, 0, beliefs), 300)
    counts = Counter(chosen)
    assert counts[19] >= 2.7 * max(counts[pad] for pad in range(1, 19))
    assert min(counts[pad] for pad in range(1, 19)) >= 8
    gaps = [at for at, pad in enumerate(chosen) if pad == 19]
    assert max(b - a for a, b in itertools.pairwise(gaps)) <= 14, "evenly, not twice and then long not"


def test_an_urgent_pad_comes_first_and_a_tired_one_not_at_all() -> None:
    turns = Turns(3, 0, Beliefs(3))
    turns.urgent = 2
    assert turns.choose(0, NOBODY, NOBODY) == 2
    turns.ready_at[2] = 50
    assert turns.choose(0, NOBODY, NOBODY) != 2
    turns.urgent = NOBODY
    turns.ready_at[0] = turns.ready_at[1] = 50
    assert turns.choose(0, NOBODY, NOBODY) == NOBODY


def test_a_lone_pad_has_all_turns_that_it_can_take() -> None:
    turns = Turns(1, 0, Beliefs(1))
    assert [turns.choose(now, NOBODY, NOBODY) for now in range(5)] == [0] * 5
    assert turns.choose(5, 0, NOBODY) == NOBODY


def test_a_play_pad_that_does_not_exist_is_nobody() -> None:
    assert set(play(Turns(4, 63, Beliefs(4)), 40)) == {0, 1, 2, 3}


# ---- to the last turn ----


def test_a_favourite_has_exactly_every_third_turn() -> None:
    chosen = play(Turns(20, 4, Beliefs(20)), 300)
    turns = [at for at, pad in enumerate(chosen) if pad == 4]
    assert {b - a for a, b in itertools.pairwise(turns)} == {3}
    assert turns[0] == 2, "after two others"
    others = [pad for pad in chosen if pad != 4]
    assert others[:38] == [*range(4), *range(5, 20)] * 2, "in order, from the first one on"


def test_a_bitmap_names_each_pad_by_its_bit() -> None:
    for expected in ([1], [7, 8], [0, 9, 19], list(range(20))):
        bitmap = bytearray(4)
        for pad in expected:
            bitmap[pad // 8] |= 1 << pad % 8
        for length in range(5):
            turns = Turns(20, 5, Beliefs(20))
            turns.expect(bytes(bitmap[:length]), 0)
            favoured = {pad for pad in range(20) if turns._favoured[pad]}
            assert favoured == {5, *(pad for pad in expected if pad < 8 * length)}
            turns.expect(b"", 0)
            assert {pad for pad in range(20) if turns._favoured[pad]} == {5}, "what is not named is not expected"


@pytest.mark.parametrize("until", [1, 1_000, 2**30])
def test_what_is_expected_ends_at_its_time(until: int) -> None:
    turns = Turns(20, 0, Beliefs(20))
    turns.expect(b"\x80", until)
    turns.choose(until - 1, NOBODY, NOBODY)
    assert turns._favoured[7]
    turns.choose(until, NOBODY, NOBODY)
    assert not turns._favoured[7]
    turns.expect(b"\x80", 0)
    turns.choose(2**40, NOBODY, NOBODY)
    assert turns._favoured[7], "0: for ever"


def test_a_pad_may_be_looked_at_from_its_time_on() -> None:
    turns = Turns(2, 9, Beliefs(2))
    turns.ready_at[:] = [10, 1_000]
    assert turns.choose(9, NOBODY, NOBODY) == NOBODY
    assert turns.choose(10, 0, NOBODY) == turns.choose(10, NOBODY, 0) == NOBODY
    assert turns.choose(10, NOBODY, NOBODY) == 0


def test_a_restless_pad_waits_for_none_that_is_busy() -> None:
    """Two may be: one is looked at, the field of another is going off."""
    beliefs = Beliefs(20)
    for pad in (3, 4, 5):
        beliefs.restless[pad] = 1
    assert Turns(20, 0, beliefs).choose(0, 3, 4) == 5
    beliefs.restless[5] = 0
    assert Turns(20, 0, beliefs).choose(0, 3, 4) not in (3, 4, NOBODY)


def test_restless_pads_take_turns() -> None:
    beliefs = Beliefs(20)
    for pad in (3, 8, 19):
        beliefs.restless[pad] = 1
    chosen = play(Turns(20, 0, beliefs), 40)
    assert chosen[::2] == ([3, 8, 19] * 7)[:20]
