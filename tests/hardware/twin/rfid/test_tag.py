"""States and cascade of a type A tag against ISO/IEC 14443-3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.rfid.air import Frame, with_crc
from hardware.twin.rfid.tag import GUARD_US, REQA, RESET_US, WUPA, State, Tag, cascade_frames
from tests.hardware.twin.rfid.talk import UID, Talk

UIDS = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))


def test_a_seven_byte_uid_is_told_in_two_levels() -> None:
    # NTAG21x, 8.5.1: 88h, three bytes and BCC0, then four bytes and BCC1.
    assert [part.hex() for part in cascade_frames(UID)] == ["8804a1b29f", "c3d4e5f604"]


@pytest.mark.parametrize("size", [0, 3, 5, 8, 11])
def test_a_uid_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes"):
        Tag(bytes(size))


@given(uid=UIDS)
def test_every_uid_is_selected_level_by_level(uid: bytes) -> None:
    talk = Talk(Tag(uid))
    assert talk.say(REQA) is not None
    found = b""
    for code in (0x93, 0x95, 0x97)[: {4: 1, 7: 2, 10: 3}[len(uid)]]:
        part = talk.say(Frame.of(bytes((code, 0x20))))
        assert part is not None
        found += part.data[:4]
        sak = talk.ask(bytes((code, 0x70)) + part.data)
    assert talk.tag.state is State.ACTIVE
    assert sak == b"\x08"
    assert found.endswith(uid[-4:])


def test_the_atqa_tells_the_size_of_the_uid() -> None:
    assert [Talk(Tag(bytes(size))).say(REQA) for size in (4, 7, 10)] == [
        Frame.of(bytes((low, 0))) for low in (0x04, 0x44, 0x84)
    ]


@given(uid=UIDS, known=st.integers(0, 39))
def test_a_known_prefix_is_answered_with_the_rest(uid: bytes, known: int) -> None:
    part = int.from_bytes(cascade_frames(uid)[0], "little")
    nvb = 0x20 + (known // 8 << 4 | known % 8)
    talk = Talk(Tag(uid))
    talk.say(WUPA)
    prefix = part & (1 << known) - 1
    assert talk.say(Frame(0x93 | nvb << 8 | prefix << 16, 16 + known)) == Frame(part >> known, 40 - known)
    if known:
        wrong = prefix ^ 1 << known - 1
        assert talk.say(Frame(0x93 | nvb << 8 | wrong << 16, 16 + known)) is None
        assert talk.tag.state is State.READY


@pytest.mark.parametrize("nvb", [0x00, 0x10, 0x28, 0x2F, 0x68, 0x71, 0xFF])
def test_a_bad_bit_count_sends_the_tag_back_to_idle(nvb: int) -> None:
    talk = Talk(Tag(UID))
    talk.say(WUPA)
    assert talk.say(Frame.of(bytes((0x93, nvb)))) is None
    assert talk.tag.state is State.IDLE


def test_selecting_another_tag_sends_this_one_back() -> None:
    talk = Talk(Tag(UID))
    talk.say(WUPA)
    assert talk.ask(b"\x93\x70" + cascade_frames(bytes(7))[0]) is None
    assert talk.tag.state is State.IDLE


def test_halt_hears_wupa_alone_and_is_gone_back_to() -> None:
    talk = Talk(Tag(UID))
    assert talk.select()
    assert talk.ask(b"\x50\x00") is None
    assert talk.tag.state is State.HALT
    assert talk.say(REQA) is None
    assert talk.select(WUPA)
    assert talk.ask(b"\x99") is None
    assert talk.tag.state is State.HALT


@pytest.mark.parametrize("wake", [REQA, WUPA])
def test_an_active_tag_does_not_answer_a_wake_up_but_the_next_one(wake: Frame) -> None:
    # The reason why every second poll fails where the field is left on.
    talk = Talk(Tag(UID))
    assert talk.select()
    assert talk.say(wake) is None
    assert talk.say(wake) is not None


def test_nothing_is_heard_before_the_guard_time() -> None:
    tag = Tag(UID)
    tag.power(True, 1_000)
    assert tag.receive(REQA, 1_000 + GUARD_US - 1) is None
    assert tag.receive(REQA, 1_000 + GUARD_US) is not None


def test_a_short_gap_in_the_field_does_not_reset() -> None:
    talk = Talk(Tag(UID))
    talk.select()
    for gap, state in ((RESET_US - 1, State.ACTIVE), (RESET_US, State.IDLE)):
        talk.tag.power(False, talk.now)
        talk.tag.power(True, talk.now + gap)
        assert talk.tag.state is state
        talk.now += gap


def test_two_fields_feed_a_tag_until_both_are_gone() -> None:
    tag = Tag(UID)
    tag.power(True, 0)
    tag.power(True, 1_000)
    tag.power(False, 20_000)
    assert tag.receive(REQA, 30_000) is not None
    tag.power(False, 40_000)
    assert tag.receive(REQA, 50_000) is None


SELECTS = [with_crc(bytes((code, 0x70)) + part) for code, part in zip((0x93, 0x95), cascade_frames(UID), strict=True)]
IN_ORDER = (WUPA, *SELECTS, with_crc(b"\x50\0"))
KNOWN = (REQA, *IN_ORDER, *(Frame.of(bytes((code, 0x20))) for code in (0x93, 0x95)))


def test_no_frame_upsets_a_tag() -> None:
    seen = set()
    noise = st.builds(
        lambda value, bits: Frame(value & (1 << bits) - 1, bits), st.integers(0, 2**80), st.integers(0, 80)
    )

    @given(
        st.lists(noise | st.binary(max_size=9).map(with_crc) | st.sampled_from(KNOWN), max_size=40), st.integers(0, 4)
    )
    def tell(frames: list[Frame], steps: int) -> None:
        talk = Talk(Tag(UID))
        for frame in (*IN_ORDER[:steps], *frames):
            talk.say(frame)
            seen.add(talk.tag.state)
        assert talk.power_cycle()

    tell()
    assert seen == set(State)
