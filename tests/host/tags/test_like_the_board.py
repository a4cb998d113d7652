"""Host and board read the same card on a tag, also on one that was torn."""

from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ndef import FOUND, MEMORY, MORE, Finder
from hardware.twin.rfid.ntag21x import NTAG213, NTAG215, NTAG216, Kind, Ntag21x
from host.tags import ndef, work
from host.tags.ids import CARD, is_card
from host.tags.judging import judge
from host.tags.memory import Memory
from host.tags.taps import TagGone
from tests.hardware.twin.rfid.talk import UID
from tests.host.tags.model_pad import ModelPad

KINDS = (NTAG213, NTAG215, NTAG216)
IDS = st.from_regex(CARD, fullmatch=True).filter(is_card)
LINKS = st.sampled_from(["", "https://example.org/rules"])


def read_by_board(tag: Ntag21x) -> str:
    """What the firmware's reader finds, sixteen bytes at a time."""
    finder = Finder()
    data = b"".join(tag.memory[4 : 4 + MEMORY // 4])
    for n in range(16, MEMORY + 1, 16):
        finder.memory[:n] = data[:n]
        found = finder.look(n)
        if found != MORE:
            break
    return bytes(finder.memory[finder.start : finder.start + finder.length]).decode() if found == FOUND else ""


@given(st.sampled_from(KINDS), IDS, LINKS)
def test_what_the_host_writes_the_board_reads(kind: Kind, card: str, link: str) -> None:
    tag = Ntag21x(UID, kind)
    work.write(ModelPad(tag), ndef.message(card, link))
    assert read_by_board(tag) == card


@settings(max_examples=400)
@given(
    kind=st.sampled_from(KINDS),
    old=st.sampled_from(["", "gun-3", "shield-12", "x" * 24]),
    new=st.sampled_from(["gun-4", "hub-2", "y" * 24]),
    at=st.integers(1, 14),
    share=st.floats(0, 1),
    seed=st.integers(0, 1000),
)
def test_a_torn_tag_is_no_third_card_for_either(
    kind: Kind, old: str, new: str, at: int, share: float, seed: int
) -> None:
    tag = Ntag21x(UID, kind, Random(seed))
    pad = ModelPad(tag)
    if old:
        work.write(pad, ndef.message(old))
    pad.writes, pad.lift_in_write = 0, (at, share)
    with suppress(TagGone):
        work.write(pad, ndef.message(new))
    found = read_by_board(tag)
    assert found in ("", old, new)
    assert found == judge(Memory.of(b"".join(tag.memory))).card
