"""Blocks in a tag's data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.tags import tlv
from host.tags.tlv import Block


@pytest.mark.parametrize(
    ("area", "block"),
    [
        ("0300fe", Block(0, 2, 2)),
        ("0103a00c340300fe", Block(5, 7, 7)),
        ("0000030141", Block(2, 4, 5)),
        ("fd02414203014300", Block(4, 6, 7)),
        ("03ff0100" + "00" * 8, Block(0, 4, 260)),
        ("03ff01", None),
        ("fe0300", None),
        ("d1010000", None),
        ("0000", None),
        ("03", None),
        ("", None),
    ],
)
def test_find(area: str, block: Block | None) -> None:
    assert tlv.find(bytes.fromhex(area)) == block


@pytest.mark.parametrize(
    ("area", "at"),
    [("0103a00c340300fe", 5), ("0300fe", 0), ("0103a00c340203a00c34", 10), ("0104a00c34", 0), ("01", 0), ("", 0)],
)
def test_a_message_belongs_behind_whole_control_blocks(area: str, at: int) -> None:
    assert tlv.first_free(bytes.fromhex(area)) == at


BLOCKS = st.sampled_from((b"\0", b"\0\0\0", bytes.fromhex("0103a00c34"), bytes.fromhex("fd024142"), b"\3"))


@given(st.lists(BLOCKS, max_size=8).map(b"".join), st.binary(max_size=200))
def test_a_block_begins_where_its_type_stands(before: bytes, behind: bytes) -> None:
    area = before + behind
    block = tlv.find(area)
    if block is not None:
        assert area[block.start] == tlv.NDEF
        assert block.start < block.value <= block.end
        assert block.value <= len(area)
