"""Writing through the firmware, on virtual time: whenever the card is lifted, it is recognised and mended."""

import contextlib
from collections.abc import Iterator

import pytest

from hardware.twin.board import Twin
from host.tags import ndef, work
from host.tags.judging import judge
from host.tags.memory import Memory
from host.tags.taps import Seen, TagGone
from tests.host.tags.stepped_pad import SteppedPad


@pytest.fixture
def pad() -> Iterator[SteppedPad]:
    made = SteppedPad(Twin("pocket", "cpython", 1))
    yield made
    made.ledger.close()


def test_a_blank_sticker_becomes_a_card_that_the_board_itself_reads(pad: SteppedPad) -> None:
    pad.put("#1")
    assert judge(work.write(pad, ndef.message("blue.gun-3"))).card == "blue.gun-3"
    pad.lift()
    seen = pad.put("#1")
    assert isinstance(seen, Seen)
    assert seen.text == "blue.gun-3"


def test_a_card_lifted_at_any_moment_of_a_write_is_mended(pad: SteppedPad) -> None:
    contents = set()
    for number, lift_in in enumerate(range(0, 120, 12)):
        pad.put(f"#{number}")
        pad.lift_in = lift_in
        with contextlib.suppress(TagGone):
            work.write(pad, ndef.message("blue.gun-3"))
        memory = pad.twin.cards.tag(f"#{number}").memory  # type: ignore[attr-defined]
        torn = judge(Memory.of(b"".join(memory)))
        assert torn.card in ("", "blue.gun-3")
        contents.add(torn.content)
        pad.put(f"#{number}")
        assert judge(work.write(pad, ndef.message("blue.gun-3"))).card == "blue.gun-3"
        pad.lift()
    assert contents >= {"blank", "torn"}
