"""The tag table: told when it changes, and never given away while a pad names an entry."""

from firmware import wire
from firmware.ring import Ring
from firmware.tags import Tags


class Named:
    """Beliefs that name some entries."""

    def __init__(self, *entries: int) -> None:
        self.entries = entries

    def unnamed(self, after: int) -> int:
        return next(entry for entry in (*range(after + 1, 3), *range(3)) if entry not in self.entries)


def uid(number: int) -> bytes:
    return bytes((4, number, 1, 2, 3)) + bytes(6)


def table(count: int = 3) -> tuple[Tags, Ring, bytearray]:
    ring, state = Ring(), bytearray(5 + count * wire.TAG_BYTES)
    return Tags(state, 5, count, ring), ring, state


def told(ring: Ring) -> list[tuple[int, int, bytes]]:
    records = [bytes(ring.records(seq, 1)) for seq in range(ring.tail, ring.head)]
    ring.tail = ring.head
    return [(record[0] >> 4, record[1], record[4:]) for record in records]


def test_a_new_tag_is_told_in_pieces() -> None:
    tags, ring, state = table()
    text = b"exactly-twenty-four-byte"
    entry = tags.enter(uid(1), b"..." + text, 3, 24, Named(), 9)
    assert told(ring) == [
        (wire.TAG, entry, uid(1)[1:5]),
        (wire.TEXT, entry, text[:12]),
        (wire.TEXT, entry | wire.PART, text[12:]),
    ]
    assert state[5 : 5 + wire.TAG_BYTES] == uid(1) + text


def test_what_has_not_changed_is_not_told_again() -> None:
    tags, ring, _ = table()
    first = tags.enter(uid(1), b"gun", 0, 3, Named(), 0)
    told(ring)
    assert tags.enter(uid(1), b"gun", 0, 3, Named(), 0) == first
    assert told(ring) == []
    assert tags.enter(uid(1), b"gut", 0, 3, Named(), 0) == first
    assert [kind for kind, _, _ in told(ring)] == [wire.TAG, wire.TEXT]


def test_a_text_that_is_too_long_is_none() -> None:
    tags, ring, _ = table()
    tags.enter(uid(1), b"x" * 40, 0, 25, Named(), 0)
    assert told(ring) == [(wire.TAG, 0, uid(1)[1:5])]


def test_the_oldest_entry_that_nobody_names_gives_way() -> None:
    tags, _, _ = table()
    assert [tags.enter(uid(n), b"", 0, 0, Named(), 0) for n in range(3)] == [0, 1, 2]
    assert tags.enter(uid(9), b"", 0, 0, Named(0, 1), 0) == 2
    assert tags.enter(uid(10), b"", 0, 0, Named(1), 0) == 0
    assert (tags.find(uid(1)), tags.find(uid(0))) == (1, -1)


def test_every_entry_is_found_wherever_the_table_begins() -> None:
    for at in (0, 1, 35, 40):
        ring, state = Ring(), bytearray(at + 4 * wire.TAG_BYTES)
        tags = Tags(state, at, 3, ring)
        for n in range(3):
            assert tags.enter(uid(n), b"text", 0, 4, Named(), 0) == n
        assert [tags.find(uid(n)) for n in range(4)] == [0, 1, 2, -1]
        assert [[tags.is_entry(entry, uid(n)) for n in range(3)] for entry in range(3)] == [
            [True, False, False],
            [False, True, False],
            [False, False, True],
        ]
        assert state[:at] == bytes(at)
        assert state[at + 3 * wire.TAG_BYTES :] == bytes(wire.TAG_BYTES), "what lies behind is not touched"


def test_a_uid_that_stands_in_a_text_is_none() -> None:
    """The bytes of a UID, with its length before and zeros behind, may be the text of another tag."""
    tags, _, state = table()
    assert tags.enter(uid(1), uid(2)[:11] + b"and more", 0, 19, Named(), 0) == 0
    assert bytes(uid(2)) in bytes(state)
    assert tags.find(uid(2)) == -1
    assert tags.enter(uid(2), b"", 0, 0, Named(), 0) == 1
    assert (tags.find(uid(1)), tags.find(uid(2))) == (0, 1)
    ring, behind = Ring(), bytearray(2 * wire.TAG_BYTES)
    behind[wire.TAG_BYTES : wire.TAG_BYTES + 11] = uid(7)
    assert Tags(behind, 0, 1, ring).find(uid(7)) == -1, "it stands behind the table"


def test_a_text_is_told_in_halves_of_twelve_bytes() -> None:
    text = b"exactly-twenty-four-byte"
    for length in range(26):
        tags, ring, state = table()
        entry = tags.enter(uid(1), b"." + text + b"!", 1, length, Named(), 9)
        kept = text[:length] if length <= 24 else b""
        halves = [(wire.TEXT, entry, kept[:12])] if kept else []
        halves += [(wire.TEXT, entry + 128, kept[12:])] if len(kept) > 12 else []
        assert told(ring) == [(wire.TAG, entry, uid(1)[1:5]), *halves]
        assert state[5 : 5 + wire.TAG_BYTES] == uid(1) + kept.ljust(24, b"\0")


def test_an_entry_that_gives_way_loses_its_text() -> None:
    tags, ring, state = table(1)
    tags.enter(uid(1), b"text", 0, 4, Named(1, 2), 0)
    told(ring)
    assert tags.enter(uid(2), b"", 0, 0, Named(1, 2), 0) == 0
    assert told(ring) == [(wire.TAG, 0, uid(2)[1:5])]
    assert state[5:] == uid(2) + bytes(24)
