"""Writing on the models of the datasheet, and lifting the card at every moment of it."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.rfid.ntag21x import NTAG213, NTAG215, NTAG216, Kind, Ntag21x
from host.tags import ndef, work
from host.tags.judging import judge
from host.tags.memory import Memory
from host.tags.taps import TagGone
from host.tags.writing import WriteError
from tests.hardware.twin.rfid.talk import UID
from tests.host.tags.model_pad import ModelPad

KINDS = (NTAG213, NTAG215, NTAG216)
CARDS = ("gun-3", "shield-12", "a", "blue.hub-2", "x" * 24)


def memory_of(tag: Ntag21x) -> Memory:
    return Memory.of(b"".join(tag.memory))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_written_and_read_back(kind: Kind, card: str) -> None:
    pad = ModelPad(Ntag21x(UID, kind))
    found = judge(work.write(pad, ndef.message(card)))
    assert (found.card, found.can_write) == (card, True)
    assert judge(work.read(pad)).card == card


@pytest.mark.parametrize("kind", KINDS)
def test_the_control_block_of_the_maker_stays(kind: Kind) -> None:
    tag = Ntag21x(UID, kind)
    work.write(ModelPad(tag), ndef.message("gun-3"))
    assert b"".join(tag.memory[4:6]).startswith(b"\x01\x03\xa0\x0c\x34" if kind is NTAG213 else b"\x03")


def test_what_is_there_already_is_not_written_again() -> None:
    pad = ModelPad(Ntag21x(UID))
    work.write(pad, ndef.message("gun-3"))
    pad.writes = 0
    work.write(pad, ndef.message("gun-3"))
    assert pad.writes == 0
    work.write(pad, ndef.message("gun-4"))
    assert pad.writes == 3  # length 0, the page with the digit, length


def test_a_link_may_be_long() -> None:
    pad = ModelPad(Ntag21x(UID, NTAG215))
    message = ndef.message("gun-3", "https://example.org/" + "x" * 200)
    assert judge(work.write(pad, message)).card == "gun-3"


@pytest.mark.parametrize(
    ("page", "data", "sentence"),
    [
        (2, "04480010", "locked for good"),
        (41, "04000004", "password"),
        (3, "e1100200", "too little"),
    ],
)
def test_a_tag_that_cannot_be_written_says_why(page: int, data: str, sentence: str) -> None:
    tag = Ntag21x(UID)
    tag.memory[page] = bytes.fromhex(data)
    with pytest.raises(WriteError, match=sentence):
        work.write(ModelPad(tag), ndef.message("x" * 24))


def test_a_guarded_tag_cannot_even_be_read() -> None:
    tag = Ntag21x(UID)
    tag.memory[41], tag.memory[42] = b"\x04\x00\x00\x04", b"\x80\x05\x00\x00"
    with pytest.raises(WriteError, match="password"):
        work.write(ModelPad(tag), ndef.message("gun-3"))


def test_a_page_that_is_refused_in_the_middle_is_told() -> None:
    tag = Ntag21x(UID)
    pad = ModelPad(tag)
    memory = work.read(pad)
    tag.memory[2] = tag.memory[2][:2] + b"\x80\x00"  # page 7, locked by another reader since it was read
    tag.wake()
    assert memory.pages[2] != tag.memory[2]
    pad.read = lambda page, pages: b"".join(memory.pages[at] for at in range(page, page + pages))  # type: ignore[method-assign]
    with pytest.raises(WriteError, match="does not take page 7"):
        work.write(pad, ndef.message("gun-3"))


@settings(max_examples=600)
@given(
    kind=st.sampled_from(KINDS),
    old=st.sampled_from(["", "link", *CARDS]),
    new=st.sampled_from(CARDS),
    at=st.integers(1, 14),
    share=st.floats(0, 1),
    seed=st.integers(0, 1000),
)
def test_a_card_lifted_at_any_moment_is_recognised_and_mended(
    kind: Kind, old: str, new: str, at: int, share: float, seed: int
) -> None:
    tag = Ntag21x(UID, kind, Random(seed))
    pad = ModelPad(tag)
    if old:
        work.write(pad, ndef.message(uri="https://example.org/") if old == "link" else ndef.message(old))
    pad.writes, pad.lift_in_write = 0, (at, share)
    with suppress(TagGone):
        work.write(pad, ndef.message(new))
    torn = judge(memory_of(tag))
    assert torn.can_write
    assert torn.card in ("", old, new)
    assert torn.content in ("card", "torn") or old in ("", "link")
    pad.tag, pad.lift_in_write = tag, None
    assert judge(work.write(pad, ndef.message(new))).card == new


def test_lifting_too_early_is_told() -> None:
    pad = ModelPad(Ntag21x(UID))
    pad.lift_in_write = (2, 0.5)
    with pytest.raises(TagGone, match="Put it back; nothing is lost"):
        work.write(pad, ndef.message("gun-3"))
