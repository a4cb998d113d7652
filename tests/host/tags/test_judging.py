"""Judgements of memories: blank, ours, foreign, torn, locked, guarded, too small, strange."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.rfid.ntag21x import NTAG213, NTAG215, NTAG216, Kind, Ntag21x
from host.tags import ndef
from host.tags.ids import is_card
from host.tags.judging import Judgement, judge, next_read
from host.tags.memory import Memory
from host.tags.writing import plan
from tests.hardware.twin.rfid.talk import UID

KINDS = (NTAG213, NTAG215, NTAG216)


def memory_of(tag: Ntag21x) -> Memory:
    return Memory.of(b"".join(tag.memory))


def written(message: bytes, kind: Kind = NTAG213) -> Ntag21x:
    tag = Ntag21x(UID, kind)
    for step in plan(memory_of(tag), message):
        tag.memory[step.page] = step.data
    return tag


def with_data(data: str, container: str = "e1101200") -> Memory:
    dump = bytes.fromhex("04a1b29fc3d4e5f604480000" + container + data)
    return Memory.of(dump + bytes(160 - len(dump)) + bytes.fromhex("000000bd040000ff0005000000000000"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_tag_as_delivered_is_blank(kind: Kind) -> None:
    found = judge(memory_of(Ntag21x(UID, kind)))
    assert found == Judgement("blank", room=8 * kind.capacity)
    assert found.can_write
    assert found.sentence == "This tag is blank."


@pytest.mark.parametrize("kind", KINDS)
def test_a_card(kind: Kind) -> None:
    found = judge(memory_of(written(ndef.message("blue.gun-3"), kind)))
    assert (found.content, found.card, found.bar) == ("card", "blue.gun-3", "")
    assert found.sentence == "This tag says: blue.gun-3."


def test_a_foreign_tag_tells_what_would_be_lost() -> None:
    found = judge(memory_of(written(ndef.message(uri="https://example.org/"))))
    assert found.content == "foreign"
    assert found.can_write
    assert found.sentence == (
        'This tag is not one of ours: it holds a link, "https://example.org/". Writing a card would replace that.'
    )


@pytest.mark.parametrize(
    "data",
    [
        "0300d101",  # the length is still 0
        "030cd101095402656e67756e2d33fe",  # the record is longer than the block
        "030bd101085402656e67756e2d33fe",  # the length contradicts the record's own
        "03fefe",  # longer than the tag
        "d101085402656e67756e2d33fe",  # no block at all
    ],
)
def test_a_torn_tag_can_be_mended(data: str) -> None:
    found = judge(with_data(data))
    assert found.content == "torn"
    assert found.can_write
    assert found.sentence.endswith("Write it again to mend it.")


@pytest.mark.parametrize("data", ["", "fe", "0300", "0300fe", "0300feffff"])
def test_nothing_but_an_end_is_blank(data: str) -> None:
    assert judge(with_data(data)).content == "blank"


def test_a_locked_tag_still_says_its_card() -> None:
    tag = written(ndef.message("gun-3"))
    tag.memory[2] = tag.memory[2][:2] + b"\x40\x00"
    found = judge(memory_of(tag))
    assert (found.content, found.card, found.bar) == ("card", "gun-3", "locked")
    assert found.sentence == (
        "This tag says: gun-3. It is locked for good and cannot be written again; use another sticker."
    )


def test_a_read_only_container_locks_all() -> None:
    assert judge(with_data("0300fe", "e110120f")).bar == "locked"


@pytest.mark.parametrize("page", ["04000005", "04000000"])
def test_a_password_is_told(page: str) -> None:
    tag = Ntag21x(UID)
    tag.memory[41] = bytes.fromhex(page)
    found = judge(memory_of(tag))
    assert found.bar == "password"
    assert found.sentence.endswith("A password guards it; use another sticker.")


def test_a_tag_that_hides_its_configuration_is_guarded() -> None:
    whole = memory_of(Ntag21x(UID))
    assert judge(Memory({page: data for page, data in whole.pages.items() if page < 40})).bar == "password"


def test_a_small_tag() -> None:
    found = judge(with_data("0300fe", "e1100400"))
    assert found.bar == "small"
    assert found.sentence == (
        "This tag is blank. It has room for 32 bytes, and that is too little; use an NTAG213 or a larger one."
    )


def test_an_ultralight_is_large_enough_for_a_card() -> None:
    assert judge(Memory.of(bytes.fromhex("04a1b29fc3d4e5f604480000e11006000300fe00") + bytes(44))).can_write


@pytest.mark.parametrize(
    ("container", "content", "bar"),
    [("00000000", "blank", "raw"), ("aabbccdd", "unreadable", "strange"), ("e1201200", "unreadable", "strange")],
)
def test_tags_of_other_kinds(container: str, content: str, bar: str) -> None:
    found = judge(with_data("0300fe", container))
    assert (found.content, found.bar) == (content, bar)
    assert "use" in found.advice


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("message", [b"", ndef.message("gun-3"), ndef.message(uri="https://example.org/" + "x" * 90)])
def test_so_much_is_read_as_judging_needs(kind: Kind, message: bytes) -> None:
    tag = written(message, kind) if message else Ntag21x(UID, kind)
    whole, known, reads = memory_of(tag), Memory({}), 0
    while (pages := next_read(known)) is not None:
        known = known.with_pages(pages.start, b"".join(whole.pages[at] for at in pages))
        reads += 1
    assert judge(known) == judge(whole)
    assert reads <= 4


@pytest.mark.parametrize(("cards", "content"), [(None, "card"), ({"gun-3"}, "card"), ({"gun-4"}, "foreign")])
def test_a_card_of_another_box_is_foreign(cards: set[str] | None, content: str) -> None:
    found = judge(memory_of(written(ndef.message("gun-3"))), cards=cards)
    assert found.content == content
    assert found.holds == 'a text, "gun-3"'


CONTAINERS = ("", "e1101200", "e1100600", "e1103e00", "e1106d00", "e110ff0f", "00000000")
HEADS = (
    "",
    "0300",
    "0103a00c340310d1",
    "03fffff0",
    "0103a00c34030cd101085402656e67756e2d33fe",
    "0309d10105550461626364fe",
)
SHAPES = [(bytes.fromhex(container), bytes.fromhex(head)) for container in CONTAINERS for head in HEADS]
CONFIGURATION = bytes.fromhex("000000bd040000ff0005000000000000")


@st.composite
def hostile(draw: st.DrawFn) -> Memory:
    """Memories that are noise, or begin (and some end) as an NTAG213 should and are noise between; some with holes."""
    noise, (container, head) = draw(st.binary(max_size=300)), draw(st.sampled_from(SHAPES))
    holes = draw(st.integers(0, 0xFFFF))
    dump = noise[:12].ljust(12, b"\0") + container + head + noise[12:] if container else noise
    if holes & 2:
        dump = dump[:160].ljust(160, b"\0") + CONFIGURATION
    memory = Memory.of(dump)
    return Memory({page: data for page, data in memory.pages.items() if not holes >> page % 16 & holes & 1})


@settings(max_examples=5_000)
@given(hostile())
def test_hostile_memories_are_judged_in_a_sentence(memory: Memory) -> None:
    found = judge(memory)
    assert found.sentence.isprintable()
    assert found.sentence.endswith(".")
    assert (found.content == "card") == bool(found.card)
    assert found.card == "" or is_card(found.card)
    pages = next_read(memory)
    assert pages is None or (0 < len(pages) <= 32 and pages.stop <= 256)
    if found.can_write:
        assert plan(memory, ndef.message("gun-3"))[-1:] or found.card == "gun-3"
