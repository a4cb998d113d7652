"""The plan for writing: which pages, in which order."""

import pytest

from hardware.twin.rfid.ntag21x import Ntag21x
from host.tags import ndef
from host.tags.memory import Memory
from host.tags.writing import WriteError, plan, verified
from tests.hardware.twin.rfid.talk import UID


def memory_of(tag: Ntag21x) -> Memory:
    return Memory.of(b"".join(tag.memory))


def test_the_length_comes_last() -> None:
    steps = plan(memory_of(Ntag21x(UID)), ndef.message("gun-3"))
    assert [step.page for step in steps] == [5, 6, 7, 8, 5]
    assert steps[0].data.hex() == "340300d1"
    assert steps[-1].data.hex() == "34030cd1"


def test_a_tag_that_forgets_is_found_out() -> None:
    with pytest.raises(WriteError, match="does not hold what was written"):
        verified(memory_of(Ntag21x(UID)), ndef.message("gun-3"))
