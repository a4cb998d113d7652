"""Pads on virtual time, with both readers: how fast, how surely, and what is told."""

from itertools import pairwise

import pytest

from firmware import wire
from hardware.twin.cards import text_record, uid_of, write_message
from hardware.twin.rfid.field import CLEAR, Conditions
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.tag import Tag
from tests.firmware.pad_rig import READERS, PadRig
from tests.firmware.protocol_page import promised
from tests.sizes import sizes

LOOK_WORK = promised("LOOK_WORK", "pads")
MISSES = Conditions(miss=0.05)


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rig(reader: str) -> PadRig:
    rig = PadRig("bench", reader)
    rig.settle()
    return rig


def percentile(values: list[int], part: float) -> int:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


# ---- what is told ----


def test_a_card_comes_with_its_text_and_goes(rig: PadRig) -> None:
    rig.events.clear()
    rig.cards.put("gun-3", "play", rig.now)
    rig.wait_for(0, wire.PAD_PRESENT)
    assert (rig.uid(0), rig.text(0)) == (uid_of("gun-3"), "gun-3")
    assert [kind for _, kind, _, _ in rig.events] == [wire.TAG, wire.TEXT, wire.PAD]
    rig.cards.lift("gun-3", rig.now)
    rig.wait_for(0, wire.PAD_ABSENT)
    assert rig.told(0) == [wire.PAD_PRESENT, wire.PAD_ABSENT]


def test_a_card_that_is_known_is_only_named(rig: PadRig) -> None:
    for _ in range(2):
        rig.events.clear()
        rig.cards.put("gun-3", 5, rig.now)
        rig.wait_for(5, wire.PAD_PRESENT)
        rig.cards.lift("gun-3", rig.now)
        rig.wait_for(5, wire.PAD_ABSENT)
    assert [kind for _, kind, _, _ in rig.events] == [wire.PAD, wire.PAD]


def test_a_text_that_was_changed_elsewhere_is_read_when_the_card_comes_back(rig: PadRig) -> None:
    tag = Ntag21x(uid_of("x"))
    rig.cards.stick("x", tag)
    for text in ("", "first", "a-second-of-24-bytes-hmm"):
        write_message(tag, text_record(text))
        rig.cards.put("x", 0, rig.now)
        rig.wait_for(0, wire.PAD_PRESENT)
        assert rig.text(0) == text
        rig.cards.lift("x", rig.now)
        rig.wait_for(0, wire.PAD_ABSENT)


@pytest.mark.parametrize("size", [4, 7, 10])
def test_a_bare_tag_of_any_size_has_a_uid_and_no_text(rig: PadRig, size: int) -> None:
    uid = bytes(range(1, size + 1))
    rig.cards.stick("bare", Tag(uid))
    rig.cards.put("bare", 3, rig.now)
    rig.wait_for(3, wire.PAD_PRESENT)
    assert (rig.uid(3), rig.text(3)) == (uid, "")


def test_two_cards_are_several_until_one_is_left(rig: PadRig) -> None:
    rig.cards.put("one", 7, rig.now)
    rig.wait_for(7, wire.PAD_PRESENT)
    rig.cards.put("two", 7, rig.now)
    rig.wait_for(7, wire.PAD_SEVERAL)
    rig.cards.lift("one", rig.now)
    rig.wait_for(7, wire.PAD_PRESENT)
    assert rig.text(7) == "two"
    assert rig.told(7) == [wire.PAD_ABSENT, wire.PAD_PRESENT, wire.PAD_SEVERAL, wire.PAD_PRESENT]


def test_two_cards_put_down_together_are_never_one(rig: PadRig) -> None:
    rig.cards.put("one", 7, rig.now)
    rig.cards.put("two", 7, rig.now)
    rig.wait_for(7, wire.PAD_SEVERAL)
    assert rig.told(7) == [wire.PAD_ABSENT, wire.PAD_SEVERAL]


def test_of_two_cards_that_are_held_to_play_the_second_is_found_soon_though_it_was_missed_at_first(rig: PadRig) -> None:
    """A host waits for 140 ms before it takes a card for the only one: by then it was looked for four times more."""
    for pad in range(2, 14):
        rig.cards.put(f"lying {pad}", pad, rig.now)
    rig.run(2_000)
    rig.cards.put("one", "play", rig.now)
    rig.wait_for(0, wire.PAD_PRESENT)
    begun = 1000 * rig.now
    rig.run(140)
    assert sum(slot.pad == 0 and slot.on >= begun for slot in rig.slots) >= 3
    rig.cards.put("two", "play", rig.now)
    assert rig.wait_for(0, wire.PAD_SEVERAL) <= 100


@pytest.mark.parametrize(("miss", "looks"), [(0.03, 1), (0.3, 4)])
def test_a_card_that_is_held_to_play_is_believed_later_while_readers_miss_much(reader: str, miss: float, looks: int):
    rig = PadRig("bench", reader, Conditions(miss=miss), seed=4)
    rig.settle()
    for pad in range(2, 14):
        rig.cards.put(f"lying {pad}", pad, rig.now)
    rig.run(20_000)
    begun = 1000 * rig.now
    rig.cards.put("one", "play", rig.now)
    rig.wait_for(0, wire.PAD_PRESENT)
    assert sum(slot.pad == 0 and slot.on >= begun for slot in rig.slots) >= looks - 1
    assert rig.pads.beliefs.is_noisy == (looks > 1)


def test_two_cards_that_a_reader_hears_by_turns_are_both_there(reader: str) -> None:
    """Each of them is fed only while the other is not: so none of them is ever found together with the other."""
    rig = PadRig("bench", reader, Conditions(miss=0.3), seed=4)
    rig.settle()
    for pad in range(2, 14):
        rig.cards.put(f"lying {pad}", pad, rig.now)
    rig.run(20_000)
    rig.readers.fields[0].conditions = CLEAR
    assert rig.pads.beliefs.is_noisy
    for card in ("one", "two", "one"):
        rig.cards.put(card, "play", rig.now)
        begun = 1000 * rig.now
        while not any(slot.pad == 0 and slot.on >= begun for slot in rig.slots):
            rig.step()
        rig.cards.lift(card, rig.now)
    rig.run(20)
    assert rig.told(0)[-1] == wire.PAD_SEVERAL


@pytest.mark.parametrize("away", [0, 50, 150, 300])
def test_a_card_swapped_within_300_ms_is_two_events(rig: PadRig, away: int) -> None:
    for pad in (0, 9):
        rig.cards.put("old", pad, rig.now)
        rig.wait_for(pad, wire.PAD_PRESENT)
        rig.events.clear()
        rig.cards.lift("old", rig.now)
        rig.run(away)
        rig.cards.put("new", pad, rig.now)
        while not rig.told(pad) or rig.told(pad)[-1] != wire.PAD_PRESENT:
            rig.step()
        assert rig.told(pad) == [wire.PAD_ABSENT, wire.PAD_PRESENT]
        assert rig.text(pad) == "new"
        rig.cards.clear(rig.now)
        rig.wait_for(pad, wire.PAD_ABSENT)


def test_a_card_that_only_answers_rubbish_is_told_so() -> None:
    """A PN532 keeps such answers to itself: for it nobody is there."""
    rig = PadRig("bench", "mfrc522")
    rig.settle()
    rig.readers.fields[4].conditions = Conditions(garble=1.0)
    rig.cards.put("bad", 4, rig.now)
    rig.wait_for(4, wire.PAD_GARBLED)
    rig.readers.fields[4].conditions = Conditions()
    rig.wait_for(4, wire.PAD_PRESENT)


def test_the_tag_table_never_gives_an_entry_away_that_a_pad_names(rig: PadRig) -> None:
    rig.cards.put("stays", 2, rig.now)
    rig.wait_for(2, wire.PAD_PRESENT)
    for number in range(40):
        rig.cards.put(f"passes-{number}", 0, rig.now)
        rig.wait_for(0, wire.PAD_PRESENT)
        assert (rig.text(0), rig.text(2)) == (f"passes-{number}", "stays")
        rig.cards.lift(f"passes-{number}", rig.now)
        rig.wait_for(0, wire.PAD_ABSENT)


# ---- one field at a time ----


def test_never_two_fields_at_once(reader: str) -> None:
    rig = PadRig("bench", reader)
    for pad in range(0, 20, 3):
        rig.cards.put(f"c{pad}", pad, rig.now)
    rig.run(6_000)
    assert len(rig.slots) > 300
    slots = sorted(rig.slots)
    assert all(slot.off <= following.on for slot, following in pairwise(slots))


# ---- how fast ----


def cadence(rig: PadRig, ms: int) -> float:
    """From one look to the next, in ms."""
    before = rig.pads.looks
    rig.run(ms)
    return ms / (rig.pads.looks - before)


def test_an_empty_look_takes_8_ms(rig: PadRig) -> None:
    rig.slots.clear()
    assert cadence(rig, 3_000) <= 8.1
    assert max(slot.off - slot.on for slot in rig.slots) <= 8_000


def test_an_empty_look_of_a_pn532_takes_10_ms_in_busy_ticks() -> None:
    """There is no work left to ask whether its field is off: the next scan tells. No two are ever on at once."""
    rig = PadRig("bench", "pn532")
    rig.work = LOOK_WORK
    rig.settle()
    rig.slots.clear()
    assert 9.9 <= cadence(rig, 3_000) <= 10.1
    assert all(slot.off <= following.on for slot, following in pairwise(sorted(rig.slots)))


def test_the_work_of_a_tick_is_not_overspent(rig: PadRig) -> None:
    """Asking a reader whether its field is off takes what is left, and no more."""
    left = []
    plain = rig.pads.step

    def step(now: int, work: int) -> int:
        left.append(plain(now, work))
        return left[-1]

    rig.pads.step = step
    rig.run(2_000)
    assert 0 <= min(left) < LOOK_WORK


def test_an_occupied_look_takes_15_ms(rig: PadRig) -> None:
    for pad in range(20):
        rig.cards.put(f"c{pad}", pad, rig.now)
    for pad in range(20):
        rig.wait_for(pad, wire.PAD_PRESENT)
    rig.run(2_500)  # by then no tag counts as new
    rig.slots.clear()
    rig.run(4_000)
    lengths = sorted(slot.off - slot.on for slot in rig.slots)
    assert lengths[len(lengths) * 4 // 5] <= 15_000, "the others look whether the tag is still alone"
    assert lengths[-1] <= 30_000


def crowded(reader: str, conditions: Conditions = CLEAR) -> PadRig:
    """18 of 20 pads have a card; play and one bench pad are free."""
    rig = PadRig("bench", reader, conditions, seed=5)
    rig.settle()
    for pad in range(1, 19):
        rig.cards.put(f"c{pad}", pad, rig.now)
    rig.run(3_000)
    return rig


def visits(rig: PadRig, pads: list[int], count: int) -> tuple[list[int], list[int]]:
    """How long cards take to be seen, and to be seen gone."""
    come, gone = [], []
    for number in range(count):
        pad = pads[number % len(pads)]
        rig.run(rig.random.randrange(2, 500))
        name = f"visitor-{number % 8}"
        rig.cards.put(name, pad, rig.now)
        come.append(rig.wait_for(pad, wire.PAD_PRESENT))
        rig.run(rig.random.randrange(2, 500))
        rig.cards.lift(name, rig.now)
        gone.append(rig.wait_for(pad, wire.PAD_ABSENT))
    return come, gone


def test_a_card_on_play_is_seen_within_150_ms(reader: str) -> None:
    come, gone = visits(crowded(reader), [0], 24)
    assert percentile(come, 0.95) <= 150
    assert percentile(gone, 0.95) <= 700


@pytest.mark.parametrize("tags", [0, 18])
def test_a_card_on_any_pad_is_seen_within_400_ms_and_seen_gone_within_700(reader: str, tags: int) -> None:
    """With 18 cards on the table even if one look in 20 misses."""
    rig = crowded(reader, MISSES) if tags else PadRig("bench", reader)
    rig.settle()
    come, gone = visits(rig, [19] if tags else list(range(20)), 24)
    assert percentile(come, 0.95) <= 400
    assert percentile(gone, 0.95) <= 700


def test_an_expected_pad_is_seen_within_250_ms(reader: str) -> None:
    """It comes as often as play, but a bench wants four sightings."""
    rig = crowded(reader)
    rig.pads.turns.expect(bytes((0, 0, 1 << 3)), 0)
    come, _ = visits(rig, [19], 40)
    assert percentile(come, 0.95) <= 250


@sizes("times", 25, 100)
def test_a_hand_of_cards_behind_a_bench_is_not_taken_for_a_card_in_a_slot(reader: str, times: int) -> None:
    """A slot hears each of these cards in one look of twenty; so many times in a row only what lies there."""
    rig = crowded(reader, MISSES)
    rig.events.clear()
    hand = [f"held {n}" for n in range(8)]
    for _ in range(times):
        rig.cards.hold(hand, 19, rig.now)
        rig.run(2_000)
        for name in hand:
            rig.cards.lift(name, rig.now)
        rig.run(200)
    assert [event for event in rig.events if event[1] == wire.PAD and event[3][0] == wire.PAD_PRESENT] == []


def test_18_cards_at_rest_stay_where_they_are(reader: str) -> None:
    """Half a minute here; `deadfall bench rfid` runs the hour."""
    rig = crowded(reader, MISSES)
    rig.events.clear()
    rig.run(20_000)
    assert [event for event in rig.events if event[1] == wire.PAD] == []
    assert rig.pads.beliefs.missed > 25, "misses did happen"


# ---- readers that fail ----


def test_a_dead_reader_is_told_and_comes_back_while_others_go_on(rig: PadRig) -> None:
    rig.cards.put("here", 6, rig.now)
    rig.wait_for(6, wire.PAD_PRESENT)
    rig.readers.models[3].reset(0, rig.readers.us)
    rig.wait_for(3, wire.PAD_DOWN)
    rig.cards.put("there", 8, rig.now)
    assert rig.wait_for(8, wire.PAD_PRESENT) < 1_000
    rig.run(3_000)
    rig.readers.models[3].reset(1, rig.readers.us)
    rig.wait_for(3, wire.PAD_ABSENT)
    assert rig.told(3) == [wire.PAD_ABSENT, wire.PAD_DOWN, wire.PAD_ABSENT]
    assert rig.told(6) == [wire.PAD_ABSENT, wire.PAD_PRESENT]
    assert rig.pads.downs == 1


def test_a_reader_that_lost_its_settings_is_set_up_anew_without_a_word(rig: PadRig) -> None:
    rig.cards.put("here", 6, rig.now)
    rig.wait_for(6, wire.PAD_PRESENT)
    rig.readers.models[6].reset(0, rig.readers.us)
    rig.readers.models[6].reset(1, rig.readers.us)
    rig.run(5_000)
    assert rig.told(6) == [wire.PAD_ABSENT, wire.PAD_PRESENT]
    assert rig.pads.downs == 0


@pytest.mark.parametrize("profile", ["pocket", "grid", "full"])
def test_other_tables_work_too(profile: str, reader: str) -> None:
    rig = PadRig(profile, reader)
    rig.settle()
    rig.cards.put("gun-3", "play", rig.now)
    assert rig.wait_for(0, wire.PAD_PRESENT) <= 150
    rig.cards.lift("gun-3", rig.now)
    assert rig.wait_for(0, wire.PAD_ABSENT) <= 700
