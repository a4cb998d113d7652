"""The tag table as facts tell it."""

from firmware import wire
from host.ledger import Fact
from host.table.tag_table import TagTable

UID = bytes.fromhex("04a1b2c3d4e5f6")


def table(*told: tuple[int, int, bytes]) -> TagTable:
    made = TagTable()
    for kind, src, data in told:
        made.take(Fact(1, None, 0, 0, kind, src, data))
    return made


def test_an_entry_has_a_number_and_a_text_in_two_halves() -> None:
    known = table((wire.TAG, 3, UID), (wire.TEXT, 3, b"twelve-bytes"), (wire.TEXT, 3 | wire.PART, b"-more"))
    assert (known.uid(3), known.text(3)) == (UID, "twelve-bytes-more")
    assert (known.uid(4), known.text(4)) == (b"", "")


def test_another_tag_empties_the_text() -> None:
    known = table((wire.TAG, 3, UID), (wire.TEXT, 3, b"a"), (wire.TEXT, 3 | wire.PART, b"b"), (wire.TAG, 3, b"1234"))
    assert (known.uid(3), known.text(3)) == (b"1234", "")


def test_other_facts_change_nothing() -> None:
    known = table((wire.TAG, 3, UID), (wire.TILE, 3, b"\x01"), (wire.PAD, 3, b"\x02\x03"))
    assert (known.uid(3), known.text(3)) == (UID, "")


def test_bytes_that_are_no_text_raise_nothing() -> None:
    assert table((wire.TEXT, 3, b"\xff\xfe")).text(3) == "��"
