"""NTAG21x against its datasheet: memory, locks, password, and what a torn write leaves."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.rfid.air import Frame, with_crc
from hardware.twin.rfid.ntag21x import ACK, NTAG213, NTAG215, NTAG216, WRITE_US, Kind, Ntag21x
from hardware.twin.rfid.tag import REQA, Answer, State
from tests.hardware.twin.rfid.talk import UID, Talk

KINDS = (NTAG213, NTAG215, NTAG216)


@pytest.fixture
def talk() -> Talk:
    return active(NTAG213)


def active(kind: Kind = NTAG213) -> Talk:
    talk = Talk(Ntag21x(UID, kind))
    assert talk.select()
    return talk


def memory(talk: Talk) -> list[bytes]:
    assert isinstance(talk.tag, Ntag21x)
    return talk.tag.memory


def test_atqa_and_sak(talk: Talk) -> None:
    talk.power_cycle()
    assert talk.tag.atqa == b"\x44\x00"
    assert talk.tag.sak == 0x00


@pytest.mark.parametrize(("kind", "storage"), [(NTAG213, "0f"), (NTAG215, "11"), (NTAG216, "13")])
def test_get_version(kind: Kind, storage: str) -> None:
    assert active(kind).ask_hex("60") == f"000404020100{storage}03"


def test_delivery_state_of_an_ntag213(talk: Talk) -> None:
    assert talk.ask_hex("3000") == "04a1b29fc3d4e5f604480000e1101200"
    assert talk.ask_hex("3004") == "0103a00c340300fe" + "00" * 8
    assert talk.ask_hex("3028") == "000000bd" + "040000ff" + "00050000" + "00000000"


@pytest.mark.parametrize("kind", KINDS)
def test_read_rolls_over_behind_the_last_page(kind: Kind) -> None:
    talk = active(kind)
    answer = talk.ask(bytes((0x30, kind.pages - 1)))
    assert answer == bytes(4) + b"".join(memory(talk)[:3])


@pytest.mark.parametrize("kind", KINDS)
def test_pages_beyond_the_memory_are_refused_and_end_the_active_state(kind: Kind) -> None:
    talk = active(kind)
    assert talk.ask(bytes((0x30, kind.pages))) == 0
    assert talk.tag.state is State.IDLE
    assert talk.ask(bytes((0x30, 0))) is None


def test_fast_read(talk: Talk) -> None:
    assert talk.ask_hex("3a0305") == "e1101200" + "0103a00c" + "340300fe"
    assert talk.ask_hex("3a0504") == 0


def test_password_and_its_acknowledge_read_as_zero(talk: Talk) -> None:
    assert talk.ask_hex("3a2b2c") == "00" * 8


def test_a_write_is_acknowledged_when_it_is_done(talk: Talk) -> None:
    answer = talk.tag.receive(with_crc(b"\xa2\x06card"), talk.now + 10_000)
    assert answer == Answer(Frame(ACK, 4), WRITE_US)
    talk.now += 10_000
    assert talk.ask(b"\x30\x06") == b"card" + bytes(12)


def test_a_wrong_crc_gets_nak_1(talk: Talk) -> None:
    frame = talk.say(Frame.of(bytes.fromhex("30040000")))
    assert frame == Frame(1, 4)


@pytest.mark.parametrize("data", ["30", "300400", "a20643415244ff", "1b00", "99", "39"])
def test_unknown_commands_and_lengths_get_nak_0(talk: Talk, data: str) -> None:
    assert talk.ask_hex(data) == 0


def test_nothing_is_heard_while_a_page_is_programmed(talk: Talk) -> None:
    assert talk.ask_hex("a20643415244") == ACK
    assert talk.tag.receive(REQA, talk.now + WRITE_US - 1) is None
    assert talk.tag.state is State.ACTIVE


def test_compatibility_write_takes_the_first_four_of_sixteen_bytes(talk: Talk) -> None:
    assert talk.ask_hex("a006") == ACK
    assert talk.ask_hex("43415244" + "ff" * 12) == ACK
    assert talk.ask(b"\x30\x06") == b"CARD" + bytes(12)


def test_the_uid_cannot_be_written(talk: Talk) -> None:
    assert talk.ask_hex("a20000000000") == 0


def test_cc_and_lock_bits_can_only_be_set(talk: Talk) -> None:
    assert talk.ask_hex("a2030000010f") == ACK
    assert talk.ask_hex("a20200001000") == ACK
    assert talk.ask_hex("a20200000000") == ACK
    assert talk.ask_hex("3a0203") == "04481000" + "e110130f"


def test_static_lock_bits_take_effect_with_the_next_wake_up(talk: Talk) -> None:
    assert talk.ask_hex("a20200001000") == ACK  # page 4
    assert talk.ask_hex("a20441414141") == ACK
    talk.power_cycle()
    assert talk.ask_hex("a20442424242") == 0
    talk.power_cycle()
    assert talk.ask_hex("a20542424242") == ACK
    assert memory(talk)[4] == b"AAAA"


def test_block_locking_bits_freeze_lock_bits(talk: Talk) -> None:
    assert talk.ask_hex("a20200000200") == ACK  # BL 9–4
    talk.power_cycle()
    assert talk.ask_hex("a2020000f0ff") == ACK
    talk.say(REQA)
    assert memory(talk)[2].hex() == "044802fc"


@pytest.mark.parametrize(
    ("kind", "bit", "first", "last"),
    [(NTAG213, 0, 16, 17), (NTAG213, 11, 38, 39), (NTAG215, 7, 128, 129), (NTAG216, 13, 224, 225)],
)
def test_dynamic_lock_bits_lock_their_pages(kind: Kind, bit: int, first: int, last: int) -> None:
    talk = active(kind)
    locks = (1 << bit).to_bytes(4, "little")
    assert talk.ask(bytes((0xA2, kind.dynamic_locks)) + locks) == ACK
    for page in (first, last):
        talk.power_cycle()
        assert talk.ask(bytes((0xA2, page)) + b"lock") == 0
    talk.power_cycle()
    assert talk.ask(bytes((0xA2, first - 1)) + b"free") == ACK


def test_dynamic_block_locking_bits_freeze_two_lock_bits_each(talk: Talk) -> None:
    assert talk.ask_hex("a22800000200") == ACK  # BL 20–23
    talk.power_cycle()
    assert talk.ask_hex("a228ff000000") == ACK
    talk.power_cycle()
    assert memory(talk)[0x28].hex() == "f30002bd"


def test_dynamic_lock_bits_without_pages_stay_clear(talk: Talk) -> None:
    assert talk.ask_hex("a228ffffffff") == ACK
    talk.power_cycle()
    assert memory(talk)[0x28].hex() == "ff0f3fbd"


# ---- password ----------------------------------------------------------------------------------------------------
def protected(access: int, auth0: int = 6) -> Talk:
    talk = active()
    for page, data in (
        (0x2B, b"door"),
        (0x2C, b"ok\0\0"),
        (0x2A, bytes((access, 0, 0, 0))),
        (0x29, bytes((4, 0, 0, auth0))),
    ):
        assert talk.ask(bytes((0xA2, page)) + data) == ACK
    talk.power_cycle()
    return talk


def test_auth0_guards_writes_at_once_and_reads_stay_open() -> None:
    talk = protected(0x00)
    assert talk.ask_hex("3006") == "00" * 16
    assert talk.ask(b"\xa2\x05free") == ACK
    assert talk.ask(b"\xa2\x06lock") == 0
    talk.power_cycle()
    assert talk.ask(b"\x1bdoor") == b"ok"
    assert talk.ask(b"\xa2\x06open") == ACK


def test_prot_guards_reads_too_and_read_rolls_over_before_the_guarded_pages() -> None:
    talk = protected(0x80)
    assert talk.ask_hex("3004") == "0103a00c340300fe" + "04a1b29fc3d4e5f6"
    assert talk.ask_hex("3006") == 0
    talk.power_cycle()
    assert talk.ask_hex("3a0406") == 0
    talk.power_cycle()
    assert talk.ask(b"\x1bdoor") == b"ok"
    assert talk.ask_hex("3a0406") == "0103a00c340300fe00000000"


def test_authentication_ends_with_the_active_state() -> None:
    talk = protected(0x80)
    assert talk.ask(b"\x1bdoor") == b"ok"
    assert talk.ask_hex("99") == 0
    assert talk.select()
    assert talk.ask_hex("3006") == 0


def test_a_wrong_password_is_refused_and_counted() -> None:
    talk = protected(0x82)
    for word in (b"wall", b"gate"):
        assert talk.ask(b"\x1b" + word) == 0
        talk.power_cycle()
    assert talk.ask(b"\x1bdoor") == 4
    talk.power_cycle()
    assert talk.ask_hex("3006") == 0


def test_the_right_password_clears_the_count() -> None:
    talk = protected(0x82)
    for word, answer in ((b"wall", 0), (b"door", b"ok"), (b"wall", 0), (b"door", b"ok")):
        assert talk.ask(b"\x1b" + word) == answer
        talk.power_cycle()


def test_cfglck_freezes_the_configuration_after_a_power_cycle(talk: Talk) -> None:
    assert talk.ask_hex("a22a40050000") == ACK
    assert talk.ask_hex("a22a40050000") == ACK
    talk.power_cycle()
    assert talk.ask_hex("a22a00050000") == 0
    talk.power_cycle()
    assert talk.ask_hex("a22b41414141") == ACK


# ---- torn writes -------------------------------------------------------------------------------------------------
def tear(page: int, data: bytes, after: int) -> bytes:
    talk = active()
    assert talk.ask(bytes((0xA2, page)) + data) == ACK
    talk.tag.power(False, talk.now + after)
    return memory(talk)[page]


def test_power_lost_in_mid_write_leaves_a_mixed_page() -> None:
    torn = tear(6, b"\xff\xff\xff\xff", WRITE_US // 2)
    assert torn not in (b"\x00\x00\x00\x00", b"\xff\xff\xff\xff")
    assert torn == tear(6, b"\xff\xff\xff\xff", WRITE_US // 2)


def test_power_lost_before_and_behind_a_write_leaves_a_whole_page() -> None:
    assert tear(6, b"card", 0) == bytes(4)
    assert tear(6, b"card", WRITE_US) == b"card"


@pytest.mark.parametrize("page", [2, 3, 0x28])
def test_lock_and_cc_pages_do_not_tear(page: int) -> None:
    assert tear(page, b"\xff\xff\xff\xff", WRITE_US // 2) == memory(active())[page]


@given(new=st.binary(min_size=4, max_size=4), after=st.integers(0, WRITE_US))
def test_a_torn_bit_is_the_old_or_the_new_one(new: bytes, after: int) -> None:
    torn = int.from_bytes(tear(4, new, after), "little")
    old = int.from_bytes(NTAG213.delivery[:4], "little")
    written = int.from_bytes(new, "little")
    assert torn & ~(old | written) == 0
    assert torn & (old & written) == old & written


PAGE = st.sampled_from((0, 2, 3, 4, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0xFF)).map(lambda page: bytes((page,)))
COMMANDS = st.one_of(
    st.sampled_from((b"\x60", b"\x39\2", b"\x3c\0", b"\x50\0")),  # GET_VERSION, READ_CNT, READ_SIG, HLTA
    PAGE.map(lambda page: b"\x30" + page),  # READ
    st.tuples(PAGE, PAGE).map(lambda pages: b"\x3a" + b"".join(pages)),  # FAST_READ
    st.tuples(PAGE, st.binary(min_size=4, max_size=4)).map(lambda parts: b"\xa2" + b"".join(parts)),  # WRITE
    st.binary(min_size=4, max_size=4).map(lambda password: b"\x1b" + password),  # PWD_AUTH
)


def test_no_bytes_upset_a_tag() -> None:
    answers = Counter()

    @given(st.lists(st.binary(min_size=1, max_size=20) | COMMANDS, max_size=60))
    def tell(frames: list[bytes]) -> None:
        talk = active()
        for data in frames:
            answers[type(talk.ask(data))] += 1
            talk.say(Frame.of(data))
            if talk.tag.state is not State.ACTIVE:
                talk.select()
        assert len(memory(talk)) == NTAG213.pages
        assert {len(page) for page in memory(talk)} == {4}
        assert memory(talk)[0] == UID[:3] + b"\x9f"

    tell()
    assert min(answers[kind] for kind in (bytes, int, type(None))) > 5
