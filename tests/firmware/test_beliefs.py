"""When a tag has come and when it has gone."""

from random import Random

import pytest

from firmware import wire
from firmware.beliefs import Beliefs
from firmware.ring import Ring
from firmware.tags import Tags
from firmware.turns import NOBODY, Turns
from tests.firmware.protocol_page import promised

AWAY_LOOKS, GARBLED_LOOKS, MISSES, MISSING_MS, NOISY_SIGHTINGS = (
    promised(name, "beliefs") for name in ("AWAY_LOOKS", "GARBLED_LOOKS", "MISSES", "MISSING_MS", "NOISY_SIGHTINGS")
)
ONE, TWO = (bytes((4, n, 2, 3, 4)) + bytes(6) for n in (1, 2))


class Bench:
    """One pad that wants some sightings; each look comes 40 ms after the last."""

    def __init__(self, sightings: int = 3) -> None:
        self.ring, self.state, self.now = Ring(), bytearray(2 + 4 * wire.TAG_BYTES), 0
        self.tags = Tags(self.state, 2, 4, self.ring)
        self.beliefs = Beliefs(self.state, 0, 1, str(sightings), self.tags, self.ring)

    def nothing(self, times: int = 1, after: int = 40) -> None:
        for _ in range(times):
            self.now += after
            self.beliefs.saw_nothing(0, self.now)

    def several(self, times: int = 1) -> None:
        for _ in range(times):
            self.now += 40
            self.beliefs.saw_several(0, self.now)

    def see(self, uid: bytes, times: int = 1, *, is_new: bool = False) -> None:
        for _ in range(times):
            self.now += 40
            if self.beliefs.is_back(0, uid, is_new):
                self.beliefs.saw_several(0, self.now, 1)
            elif self.beliefs.is_known(0, uid):
                self.beliefs.met(0)
                self.beliefs.calm(0)
            elif self.beliefs.sight(0, uid):
                self.beliefs.arrive(0, self.tags.enter(uid, b"", 0, 0, self.beliefs, self.now), self.now)

    def told(self) -> list[int]:
        records = [bytes(self.ring.records(seq, 1)) for seq in range(self.ring.tail, self.ring.head)]
        self.ring.tail = self.ring.head
        return [record[4] for record in records if record[0] >> 4 == wire.PAD]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.nothing(MISSES)
    assert bench.told() == [wire.PAD_ABSENT]
    return bench


def test_a_tag_has_come_with_the_third_sighting(bench: Bench) -> None:
    bench.see(ONE, 2)
    assert bench.told() == []
    assert bench.beliefs.occupied == 0
    assert bench.beliefs.restless[0]
    bench.see(ONE)
    assert bench.told() == [wire.PAD_PRESENT]
    assert not bench.beliefs.restless[0]


def test_a_miss_takes_a_sighting_back_and_another_tag_all(bench: Bench) -> None:
    bench.see(ONE, 2)
    bench.nothing()
    bench.see(ONE)
    assert bench.told() == []
    bench.see(TWO, 2)
    assert bench.told() == []
    bench.see(TWO)
    assert bench.told() == [wire.PAD_PRESENT]


def test_a_ghost_seen_once_is_never_told(bench: Bench) -> None:
    for _ in range(50):
        bench.see(ONE)
        bench.nothing(2)
    assert bench.told() == []
    assert not bench.beliefs.restless[0]


def test_a_tag_has_gone_after_five_misses_over_120_ms(bench: Bench) -> None:
    bench.see(ONE, 3)
    bench.told()
    bench.nothing(MISSES - 1)
    assert bench.told() == []
    bench.see(ONE)
    bench.nothing(MISSES, after=10)
    assert bench.told() == [], "five misses, but within 40 ms"
    bench.nothing(20, after=10)
    assert bench.told() == [wire.PAD_ABSENT]


def test_rubbish_is_neither_a_miss_nor_a_sighting(bench: Bench) -> None:
    bench.see(ONE, 3)
    bench.told()
    for _ in range(3):
        bench.nothing(MISSES - 2)
        bench.beliefs.saw_rubbish(0, bench.now)
        bench.see(ONE)
    assert bench.told() == []
    for _ in range(GARBLED_LOOKS):
        bench.beliefs.saw_rubbish(0, bench.now)
    assert bench.told() == [wire.PAD_GARBLED]


def test_a_swap_is_two_events_and_several_is_none(bench: Bench) -> None:
    bench.see(ONE, 3)
    bench.told()
    bench.see(TWO, 3)
    assert bench.told() == [wire.PAD_ABSENT, wire.PAD_PRESENT]
    bench.beliefs.saw_several(0, bench.now)
    assert bench.beliefs.suspects_several(0)
    bench.beliefs.saw_several(0, bench.now)
    assert bench.told() == [wire.PAD_SEVERAL]


def test_a_doubted_tag_is_met_anew_without_a_word(bench: Bench) -> None:
    bench.see(ONE, 3)
    bench.told()
    bench.beliefs.forget(0)
    assert not bench.beliefs.is_known(0, ONE)
    bench.see(ONE, 3)
    assert bench.beliefs.is_known(0, ONE)
    assert bench.told() == []


def test_sightings_among_rubbish_are_forgotten(bench: Bench) -> None:
    """Else a bench whose card lies askew would have every second turn for ever."""
    for _ in range(GARBLED_LOOKS):
        bench.beliefs.saw_rubbish(0, bench.now)
    bench.see(ONE, 2)
    assert bench.beliefs.is_seen(0) == 2
    for _ in range(GARBLED_LOOKS):
        bench.beliefs.saw_rubbish(0, bench.now)
    assert not bench.beliefs.is_seen(0)
    assert bench.told() == [wire.PAD_GARBLED]


def noisy_play() -> Bench:
    """A pad to which cards are held, whose reader misses every third look; after one card it is known for that."""
    play = Bench(1)
    play.nothing(MISSES)
    play.see(ONE)
    for _ in range(10):
        play.see(ONE, 2)
        play.nothing()
    play.nothing(MISSES)
    assert play.told() == [wire.PAD_ABSENT, wire.PAD_PRESENT, wire.PAD_ABSENT]
    return play


def test_one_card_is_enough_to_know_that_a_reader_misses_much() -> None:
    play = noisy_play()
    assert play.beliefs.is_noisy
    play.see(TWO, NOISY_SIGHTINGS - 1)
    assert play.told() == []
    play.see(TWO)
    assert play.told() == [wire.PAD_PRESENT]


def test_a_miss_takes_no_sighting_back_while_a_card_is_held_to_a_pad() -> None:
    play = noisy_play()
    for _ in range(NOISY_SIGHTINGS - 1):
        play.see(TWO)
        play.nothing(AWAY_LOOKS - 1)
    play.see(TWO)
    assert play.told() == [wire.PAD_PRESENT]


def test_a_card_that_was_away_from_a_pad_has_to_be_seen_anew() -> None:
    play = noisy_play()
    for _ in range(10):
        play.see(TWO, NOISY_SIGHTINGS - 1)
        play.nothing(AWAY_LOOKS)
        assert not play.beliefs.restless[0]
    assert play.told() == []


def test_two_cards_that_are_heard_by_turns_are_both_there() -> None:
    play = noisy_play()
    play.see(ONE)
    play.see(TWO)
    play.nothing()
    assert play.told() == []
    play.see(ONE)
    assert play.told() == [wire.PAD_SEVERAL]


def test_a_card_that_is_changed_for_another_one_is_not_there_any_more() -> None:
    play = noisy_play()
    play.see(ONE)
    play.see(TWO, NOISY_SIGHTINGS)
    assert play.told() == [wire.PAD_PRESENT]


def test_a_card_that_comes_again_after_another_one_has_gone_was_not_there_meanwhile() -> None:
    play = noisy_play()
    play.see(ONE)
    play.see(TWO)
    play.nothing(AWAY_LOOKS)
    play.see(TWO)
    play.see(ONE, NOISY_SIGHTINGS)
    assert play.told() == [wire.PAD_PRESENT]


def test_a_card_that_has_just_come_is_not_alone_if_another_one_is_heard_in_between() -> None:
    play = noisy_play()
    play.see(ONE, NOISY_SIGHTINGS)
    play.see(TWO, is_new=True)
    play.see(ONE, is_new=True)
    assert play.told() == [wire.PAD_PRESENT, wire.PAD_SEVERAL]


def test_a_card_that_lies_there_for_long_is_alone_though_one_on_the_next_pad_is_heard() -> None:
    play = noisy_play()
    play.see(ONE, NOISY_SIGHTINGS)
    play.see(TWO)
    play.see(ONE)
    assert play.told() == [wire.PAD_PRESENT]


def test_a_hand_of_cards_near_a_bench_is_heard_by_turns_and_means_nothing(bench: Bench) -> None:
    for _ in range(9):
        bench.see(ONE)
        bench.see(TWO)
    assert bench.told() == []


def test_two_misses_take_a_sighting_back(bench: Bench) -> None:
    """Three are needed here."""
    bench.see(ONE, 2)
    bench.nothing(2)
    bench.see(ONE)
    assert bench.told() == []
    bench.nothing()
    bench.see(ONE)
    assert bench.told() == []
    bench.see(ONE)
    assert bench.told() == [wire.PAD_PRESENT]


def test_an_hour_with_18_cards_and_one_miss_in_twenty() -> None:
    """Turns and beliefs alone, look by look; `deadfall bench rfid --minutes 60` does the same with readers and tags."""
    pads, ring = 20, Ring()
    state = bytearray(2 * pads + 32 * wire.TAG_BYTES)
    tags = Tags(state, 2 * pads, 32, ring)
    beliefs = Beliefs(state, 0, pads, "", tags, ring)
    for pad in range(1, 19):
        entry = tags.enter(bytes((4, pad, 2, 3, 4)) + bytes(6), b"", 0, 0, beliefs, 0)
        beliefs.arrive(pad, entry, 0)
    turns, rng, now, looks, removals = Turns(pads, 0, beliefs), Random(1), 0, 0, 0
    while now < 3_600_000:
        pad = turns.choose(now, NOBODY, NOBODY)
        now += 14 if pad != NOBODY else 2
        if pad == NOBODY or not 1 <= pad <= 18:
            continue
        looks += 1
        if rng.random() >= 0.05:
            beliefs.calm(pad)
            continue
        beliefs.saw_nothing(pad, now)
        if beliefs.what(pad) == wire.PAD_ABSENT:
            removals += 1
            beliefs.arrive(pad, pad - 1, now)
    assert looks > 100_000
    assert beliefs.missed > 5_000
    assert removals <= 1


def test_entries_that_pads_name_are_not_given_away_and_the_others_come_round() -> None:
    ring, state = Ring(), bytearray(2 * 3 + 5 * wire.TAG_BYTES)
    beliefs = Beliefs(state, 0, 3, "", Tags(state, 6, 5, ring), ring)
    beliefs.arrive(0, 1, 0)
    beliefs.arrive(1, 1, 0)  # a neighbour hears it too
    beliefs.arrive(2, 2, 0)
    assert [beliefs.unnamed(after) for after in (0, 3, 4)] == [3, 4, 0]
    beliefs.believe(0, wire.PAD_ABSENT, 0, 9)
    assert beliefs.unnamed(0) == 3
    beliefs.believe(1, wire.PAD_DOWN, 0, 9)
    assert beliefs.unnamed(0) == 1
    beliefs.arrive(2, 4, 9)
    assert [beliefs.unnamed(after) for after in (1, 3)] == [2, 0]


def test_of_several_tags_one_is_alone_only_when_the_others_have_gone(bench: Bench) -> None:
    """A reader that misses one of two for a moment must not tell that the other one has come."""
    bench.several(2)
    assert bench.told() == [wire.PAD_SEVERAL]
    for uid in (ONE, TWO):
        bench.see(uid, MISSES - 1)
        assert bench.told() == []
    bench.see(TWO)
    assert bench.told() == [wire.PAD_PRESENT]


@pytest.mark.parametrize("begins", [0, 2**30 - 100, 2**30 - 200, 2**30, 2**31 - 50, 2**32 - 60])
def test_a_tag_goes_as_fast_at_any_time(begins: int) -> None:
    """Five misses over 120 ms: the fifth comes after exactly so long, or a millisecond before."""
    for short in (0, 1):
        bench = Bench()
        bench.now = begins
        bench.see(ONE, 3)
        bench.told()
        bench.nothing(MISSES - 1)
        bench.now -= short + 40 * (MISSES - 2)
        bench.nothing(after=MISSING_MS)
        assert bench.told() == ([] if short else [wire.PAD_ABSENT])


@pytest.mark.parametrize(("sightings", "needed"), [("", [2, 2, 2]), ("1", [1, 2, 2]), ("159", [1, 5, 9])])
def test_each_pad_wants_its_own_sightings_and_two_if_nothing_is_said(sightings: str, needed: list[int]) -> None:
    ring, state = Ring(), bytearray(6 + 4 * wire.TAG_BYTES)
    tags = Tags(state, 6, 4, ring)
    beliefs = Beliefs(state, 0, 3, sightings, tags, ring)
    for pad, count in enumerate(needed):
        for _ in range(MISSES):
            beliefs.saw_nothing(pad, 1_000)
        assert [beliefs.sight(pad, ONE) for _ in range(count)] == [False] * (count - 1) + [True]
        assert beliefs.is_tapped(pad) == (count == 1)


def test_rubbish_is_believed_after_so_many_looks_in_a_row(bench: Bench) -> None:
    for look in range(1, GARBLED_LOOKS + 2):
        bench.beliefs.saw_rubbish(0, bench.now)
        assert bench.beliefs.garbled == look
        assert bench.told() == ([wire.PAD_GARBLED] if look == GARBLED_LOOKS else [])
    bench.see(ONE, 3)
    assert bench.told() == [wire.PAD_PRESENT]
    for between in (bench.nothing, bench.see):
        for _ in range(GARBLED_LOOKS - 1):
            bench.beliefs.saw_rubbish(0, bench.now)
        between(*([ONE] if between == bench.see else []))
        bench.beliefs.saw_rubbish(0, bench.now)
        assert bench.told() == [], "not in a row"
        bench.see(ONE)


def test_several_are_believed_after_two_looks_and_one_is_enough_if_asked(bench: Bench) -> None:
    bench.several()
    assert bench.told() == []
    bench.several()
    assert bench.told() == [wire.PAD_SEVERAL]
    other = Bench()
    other.beliefs.saw_several(0, 0, 1)
    assert other.told() == [wire.PAD_SEVERAL]


def test_pads_on_which_a_tag_is_are_counted(bench: Bench) -> None:
    for _ in range(3):
        assert bench.beliefs.occupied == 0
        bench.see(ONE, 3)
        assert bench.beliefs.occupied == 1
        bench.see(TWO, 3)
        assert bench.beliefs.occupied == 1
        before = bench.beliefs.missed
        bench.nothing(MISSES)
        assert bench.beliefs.missed == before + MISSES


def test_one_of_several_is_suspected_until_it_was_seen_often_enough(bench: Bench) -> None:
    """The others have to be missed as often as if they had lain alone; the last of these looks settles it."""
    bench.several(2)
    assert bench.told() == [wire.PAD_SEVERAL]
    for seen in range(1, MISSES):
        bench.see(ONE)
        assert bool(bench.beliefs.suspects_several(0)) == (seen < MISSES - 1)
    bench.see(ONE)
    assert bench.told() == [wire.PAD_PRESENT]
    assert not bench.beliefs.suspects_several(0)


def test_another_card_that_takes_the_place_of_a_new_one_is_alone() -> None:
    """Only the one that is believed to be there proves, when it is heard again, that both are."""
    play = noisy_play()
    play.see(ONE, NOISY_SIGHTINGS)
    play.see(TWO, NOISY_SIGHTINGS, is_new=True)
    assert play.told() == [wire.PAD_PRESENT, wire.PAD_ABSENT, wire.PAD_PRESENT]


def test_what_a_bench_hears_makes_nobody_forget_whom_play_has_heard() -> None:
    ring, state = Ring(), bytearray(4 + 4 * wire.TAG_BYTES)
    beliefs = Beliefs(state, 0, 2, "13", Tags(state, 4, 4, ring), ring)
    beliefs._noise = 60_000
    for uid in (ONE, TWO):
        assert not beliefs.is_back(0, uid, False)
        beliefs.sight(0, uid)
    for uid in (ONE, TWO, ONE):
        beliefs.sight(1, uid)
        assert not beliefs.is_back(1, uid, False), "a bench may hear a hand of cards beside it"
    assert beliefs.is_back(0, ONE, False)
    assert not beliefs.is_back(0, TWO, False)


def test_a_doubted_tag_is_looked_for_soon(bench: Bench) -> None:
    bench.see(ONE, 3)
    assert not bench.beliefs.restless[0]
    bench.beliefs.forget(0)
    assert bench.beliefs.restless[0]
