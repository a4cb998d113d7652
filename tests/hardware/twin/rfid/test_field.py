"""The field: who is fed, what collides, and what goes wrong in the air."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.rfid.air import FDT_US, Frame, rx_us, tx_us, with_crc
from hardware.twin.rfid.field import CLEAR, DARK_US, ECHO, HAND, STACK, Conditions, Field
from hardware.twin.rfid.initiator import Initiator, Job, T, Target
from hardware.twin.rfid.ntag21x import WRITE_US, Ntag21x
from hardware.twin.rfid.tag import GUARD_US, REQA, WUPA, State, Tag, cascade_frames
from tests.hardware.twin.rfid.talk import UID

ANTICOLLISION = Frame.of(b"\x93\x20")
SLOT_US = 50_000


def run(job: Job[T]) -> T:
    """Carry a job out to its end."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            result: T = end.value
            return result


def lit(*tags: Tag, conditions: Conditions = CLEAR, seed: int = 0) -> Field:
    field = Field(conditions, seed)
    for tag in tags:
        field.put(tag, 0)
    field.switch(True, 0)
    return field


def answered(field: Field, slots: int) -> int:
    """In how many of so many slots, each with the field off before, something answers."""
    count = 0
    for slot in range(slots):
        now = SLOT_US * (slot + 1)
        field.switch(False, now - 20_000)
        field.switch(True, now)
        count += field.transmit(WUPA, now + GUARD_US).frame is not None
    return count


def test_an_answer_comes_at_its_time() -> None:
    reception = lit(Tag(UID)).transmit(REQA, 10_000)
    assert reception.sent == 10_000 + tx_us(REQA)
    assert reception.start == reception.sent + FDT_US
    assert reception.end == reception.start + rx_us(Frame.of(bytes(2)))
    assert (reception.frame, reception.collision, reception.broken) == (Frame.of(b"\x44\x00"), None, False)


def test_nothing_answers_without_a_carrier_or_before_the_guard_time() -> None:
    field = Field()
    field.put(Tag(UID), 0)
    assert field.transmit(REQA, 10_000).frame is None
    field.switch(True, 20_000)
    assert field.transmit(REQA, 20_000 + GUARD_US - 100).frame is None
    assert field.transmit(REQA, 20_000 + GUARD_US).frame is not None


def test_a_tag_that_is_taken_is_gone_and_one_that_is_put_twice_is_there_once() -> None:
    tag = Tag(UID)
    field = lit(tag)
    field.put(tag, 1_000)
    assert field.tags == (tag,)
    field.take(tag, 20_000)
    field.take(tag, 20_000)
    assert field.tags == ()
    assert field.transmit(WUPA, 30_000).frame is None


@given(uid=st.binary(min_size=4, max_size=4), bit=st.integers(0, 31))
def test_two_tags_collide_at_the_bit_in_which_they_differ(uid: bytes, bit: int) -> None:
    other = (int.from_bytes(uid, "little") ^ 1 << bit).to_bytes(4, "little")
    field = lit(Tag(uid), Tag(other))
    field.transmit(REQA, 10_000)
    reception = field.transmit(ANTICOLLISION, 20_000)
    assert reception.collision == bit
    assert reception.frame is not None
    assert reception.frame.value & (1 << bit) - 1 == int.from_bytes(uid, "little") & (1 << bit) - 1


def test_bits_that_collide_are_taken_for_ones() -> None:
    field = lit(Tag(b"\x05\x00\x00\x00"), Tag(b"\x03\x00\x00\x00"))
    field.transmit(REQA, 10_000)
    reception = field.transmit(ANTICOLLISION, 20_000)
    assert (reception.frame, reception.collision) == (Frame.of(b"\x07\x00\x00\x00\x07"), 1)


def test_tags_with_the_same_uid_cannot_be_told_apart() -> None:
    field = lit(Tag(UID), Tag(UID))
    assert run(_at(Initiator(field)).activate()) == Target(UID, b"\x44\x00", 0x08)


def _at(unit: Initiator, now: int = 10_000) -> Initiator:
    unit.at = now
    return unit


UIDS = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))


@settings(max_examples=60)
@given(uids=st.lists(UIDS, min_size=1, max_size=5, unique_by=cascade_frames))
def test_halting_one_after_another_finds_all_tags(uids: list[bytes]) -> None:
    unit = _at(Initiator(lit(*map(Tag, uids))))
    found = set()
    for _ in uids:
        target = run(unit.activate())
        assert target is not None
        found.add(target.uid)
        run(unit.halt())
    assert found == set(uids)
    assert run(unit.activate()) is None


@given(uid=st.binary(min_size=7, max_size=7), bit=st.integers(0, 55))
def test_seven_byte_tags_that_differ_in_any_one_bit_are_both_found(uid: bytes, bit: int) -> None:
    other = (int.from_bytes(uid, "little") ^ 1 << bit).to_bytes(7, "little")
    unit = _at(Initiator(lit(Tag(uid), Tag(other))))
    first = run(unit.activate())
    run(unit.halt())
    second = run(unit.activate())
    assert first is not None
    assert second is not None
    assert {first.uid, second.uid} == {uid, other}


# ---- what goes wrong ---------------------------------------------------------------------------------------------
def test_misses_come_as_often_as_said_and_the_same_for_the_same_seed() -> None:
    counts = [answered(lit(Tag(UID), conditions=Conditions(miss=0.05), seed=seed), 2_000) for seed in (1, 1, 2)]
    assert counts[0] == counts[1] != counts[2]
    assert 1_850 <= counts[0] <= 1_940


def test_asking_again_in_the_same_slot_is_no_help() -> None:
    field = lit(Tag(UID), conditions=Conditions(miss=0.5), seed=3)
    for slot in range(100):
        now = SLOT_US * (slot + 1)
        field.switch(False, now - 20_000)
        field.switch(True, now)
        first = field.transmit(WUPA, now + GUARD_US).frame
        second = field.transmit(WUPA, now + GUARD_US + 2_000).frame
        third = field.transmit(WUPA, now + GUARD_US + 4_000).frame
        assert (first is None) == (second is None and third is None)


def test_with_the_field_left_on_a_missed_tag_comes_back() -> None:
    field = lit(Tag(UID), conditions=Conditions(miss=0.5), seed=4)
    heard = [field.transmit(REQA, 10_000 + 2 * DARK_US * i).frame is not None for i in range(60)]
    assert True in heard
    assert False in heard


def test_garbled_answers_are_broken_and_have_other_bits() -> None:
    field = lit(Tag(UID), conditions=Conditions(garble=1.0))
    reception = field.transmit(REQA, 10_000)
    assert reception.broken
    assert reception.frame is not None
    assert reception.frame != Frame.of(b"\x44\x00")


def test_a_garbled_answer_is_no_target() -> None:
    assert run(_at(Initiator(lit(Tag(UID), conditions=Conditions(garble=1.0)))).activate()) is None


def test_a_third_card_on_the_coil_silences_all() -> None:
    tags = [Tag(bytes((n, 2, 3, 4))) for n in range(3)]
    for count, heard in ((STACK, 10), (STACK + 1, 0)):
        field = lit(*tags[:count], conditions=Conditions(stack=STACK))
        assert answered(field, 10) == heard
        for tag in tags[:count]:
            field.take(tag, 10_000_000)


def test_a_neighbours_card_is_seen_rarely() -> None:
    field = lit(seed=5)
    field.put(Tag(UID), 0, reach=ECHO)
    assert 0 < answered(field, 10_000) < 40


def test_a_hand_of_cards_near_a_pad_is_seen_now_and_then() -> None:
    field = lit(seed=6)
    field.hold((Tag(bytes((n, 2, 3, 4))) for n in range(5)), 0)
    share = answered(field, 2_000) / 2_000
    assert abs(share - (1 - (1 - HAND) ** 5)) < 0.03


def test_two_fields_side_by_side_silence_each_other() -> None:
    here, there = lit(Tag(UID)), Field()
    here.stand_by(there)
    there.switch(True, 0)
    assert here.transmit(REQA, 10_000).frame is None
    there.switch(False, 20_000)
    assert here.transmit(REQA, 30_000).frame is not None


def test_a_card_taken_away_in_mid_answer_breaks_it_and_before_it_silences_it() -> None:
    for after, frame, broken in ((FDT_US + 20, Frame.of(b"\x44\x00"), True), (0, None, False)):
        tag = Tag(UID)
        field = lit(tag)
        reception = field.transmit(REQA, 10_000)
        field.take(tag, reception.sent + after)
        assert (reception.frame, reception.broken) == (frame, broken)


def test_switching_the_field_off_tears_a_write() -> None:
    tag = Ntag21x(UID)
    field = lit(tag)
    unit = _at(Initiator(field))
    run(unit.activate())
    reception = field.transmit(with_crc(b"\xa2\x06\xff\xff\xff\xff"), unit.at)
    field.switch(False, reception.sent + WRITE_US // 2)
    assert reception.frame is None
    assert tag.memory[6] not in (bytes(4), b"\xff" * 4)


def test_a_selected_tag_forgets_when_the_field_was_off_long_enough() -> None:
    tag = Tag(UID)
    field = lit(tag)
    run(_at(Initiator(field)).activate())
    field.switch(False, 100_000)
    field.switch(True, 103_000)
    assert tag.state is State.ACTIVE
    field.switch(False, 200_000)
    field.switch(True, 210_000)
    assert tag.state is State.IDLE
