"""The smallest NDEF reader: what it finds, and that nothing upsets it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.ndef import FOUND, MORE, NONE, Finder
from tests.firmware.protocol_page import promised

MEMORY = promised("MEMORY", "ndef")
LOCK = bytes.fromhex("0103a00c34")


def record(kind: bytes, payload: bytes, flags: int = 0xD1) -> bytes:
    return bytes((flags, len(kind), len(payload))) + kind + payload


def tlv(message: bytes) -> bytes:
    return b"\x03" + bytes((len(message),)) + message + b"\xfe"


def read(data: bytes) -> tuple[int, bytes]:
    """What a finder says that is given the memory 16 bytes at a time."""
    finder = Finder()
    data = data[:MEMORY].ljust(MEMORY, b"\0")
    for n in range(16, MEMORY + 1, 16):
        finder.memory[:n] = data[:n]
        found = finder.look(n)
        if found != MORE:
            break
    return found, bytes(finder.memory[finder.start : finder.start + finder.length]) if found == FOUND else b""


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (tlv(record(b"T", b"\x02engun-3")), b"gun-3"),
        (LOCK + tlv(record(b"T", b"\x02engun-3")), b"gun-3"),
        (b"\0\0\0" + tlv(record(b"T", b"\x02en" + b"x" * 24)), b"x" * 24),
        (tlv(record(b"T", b"\x05de-ATHuhn")), b"Huhn"),
        (tlv(record(b"U", b"\x04deadfall.example/c/gun-3")), b"gun-3"),
        (tlv(record(b"U", b"\x00gun-3")), b"gun-3"),
        (tlv(record(b"\x01", b"abc", 0x92) + record(b"T", b"\x02engun-3", 0x51)), b"gun-3"),
        (tlv(bytes.fromhex("d9010802") + b"Tid" + b"\x02engun-3"), b"gun-3"),
        (b"\x03\xff\x00\x0c" + record(b"T", b"\x02engun-3"), b"gun-3"),
        (tlv(bytes.fromhex("c101 00000008") + b"T" + b"\x02engun-3"), b"gun-3"),
    ],
)
def test_the_first_text_or_the_end_of_a_uri_is_found(data: bytes, text: bytes) -> None:
    assert read(data) == (FOUND, text)


@pytest.mark.parametrize(
    "data",
    [
        bytes(64),
        b"\xff" * 64,
        bytes.fromhex("0300fe"),
        b"\xfe" + tlv(record(b"T", b"\x02engun-3")),
        tlv(record(b"T", b"\x82enxx")),
        tlv(record(b"T", b"\x02en")),
        tlv(record(b"T", b"\x02ena\0b")),
        tlv(record(b"T", b"")),
        tlv(record(b"T", b"\x02engun-3", 0xD2)),
        tlv(record(b"U", b"\x04deadfall.example/")),
        b"\x03\x05" + record(b"T", b"\x02engun-3"),
        tlv(record(b"T", b"\x02en" + b"x" * 90)),
    ],
)
def test_there_is_no_text(data: bytes) -> None:
    assert read(data) == (NONE, b"")


def test_no_more_is_read_than_needed() -> None:
    finder = Finder()
    data = tlv(record(b"T", b"\x02engun-3"))
    finder.memory[: len(data)] = data
    assert finder.look(16) == FOUND


@given(st.binary(max_size=64), st.sampled_from([16, 32, 48, 64]))
def test_nothing_upsets_it(data: bytes, n: int) -> None:
    check(data, n)


def test_what_it_finds_lies_in_what_it_was_shown() -> None:
    """Short texts and URIs, cut off anywhere, half of them with a byte that is changed."""
    rng = random.Random(5)
    found = []
    for _ in range(2_000):
        language, text = rng.choice((b"\x02en", b"\x05de-AT", b"")), rng.randbytes(rng.randrange(24))
        data = bytearray(rng.choice((b"", LOCK, b"\0" * 9)) + tlv(record(rng.choice((b"T", b"U")), language + text)))
        if rng.random() < 0.5:
            data[rng.randrange(len(data))] = rng.randrange(256)
        found += [check(bytes(data[: rng.randrange(len(data) + 40)]), n) for n in (16, 32, 48, 64)]
    assert min(map(found.count, (NONE, FOUND, MORE))) > 100


def check(data: bytes, n: int) -> int:
    finder = Finder()
    finder.memory[: len(data)] = data
    found = finder.look(n)
    assert found in ((NONE, FOUND, MORE) if n < MEMORY else (NONE, FOUND))
    if found == FOUND:
        assert finder.length > 0
        assert finder.start + finder.length <= n
        assert 0 not in finder.memory[finder.start : finder.start + finder.length]
    return found


def test_5_000_hostile_memories_upset_nobody() -> None:
    """Those that look like NDEF at first, with lengths that lie."""
    rng = random.Random(7)
    good = LOCK + tlv(record(b"T", b"\x02engun-3"))
    finder = Finder()
    for _ in range(5_000):
        data = bytearray(good.ljust(64, b"\0"))
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(rng.choice((16, 64)))] = rng.choice((0, 1, 3, 0x7F, 0xFE, 0xFF, rng.randrange(256)))
        finder.memory[:] = data
        for n in (16, 32, 48, 64):
            assert finder.look(n) in (NONE, FOUND, MORE)
        assert finder.look(64) != MORE


@pytest.mark.parametrize("filler", [0x00, 0x01, 0x54, 0xD1, 0xC1, 0xD9, 0xC9, 0xFF])
def test_a_message_that_is_cut_by_the_end_of_the_memory_says_nothing(filler: int) -> None:
    """Wherever it begins and however long it claims to be."""
    finder = Finder()
    for at in range(MEMORY - 20, MEMORY):
        for size in (*range(20), 0xFE, 0xFF):
            finder.memory[:] = bytes(at) + bytes([filler] * (MEMORY - at))
            finder.memory[at] = 0x03
            if at + 1 < MEMORY:
                finder.memory[at + 1] = size
            assert finder.look(MEMORY) in (NONE, FOUND)
            for n in range(0, MEMORY, 5):
                assert finder.look(n) in (NONE, FOUND, MORE)


@pytest.mark.parametrize("upper", ["01000008", "00010008", "00000108", "ff000008"])
def test_a_record_that_claims_to_be_huge_is_none(upper: str) -> None:
    """All four bytes of a long record's length count."""
    assert read(tlv(bytes.fromhex("c101") + bytes.fromhex(upper) + b"T" + b"\x02engun-3")) == (NONE, b"")
    assert read(tlv(bytes.fromhex("c101 00000008") + b"T" + b"\x02engun-3")) == (FOUND, b"gun-3")


# ---- whatever is well formed ----

TLVS = st.sampled_from([b"\0", b"\0\0", LOCK, b"\x02\x00", b"\xfd\x04abcd", b"\x01\xff\x00\x02xy"])


@st.composite
def records_of_a_tag(draw: st.DrawFn) -> tuple[bytes, bytes | None]:
    """A record in any form, and its text if it has one (NDEF 1.0, 3.2; Text 1.0, 3.2.1; URI 1.0, 3.2)."""
    kind = draw(st.sampled_from([b"T", b"U", b"X", b"TT", b""]))
    tnf = draw(st.sampled_from([1, 1, 1, 0, 2, 5]))
    is_chunk = draw(st.booleans()) and draw(st.booleans())
    name = draw(st.sampled_from([None, None, b"", b"id"]))
    text = draw(st.sampled_from([b"", b"a", b"gun-3", b"a/b", b"x/", b"/", b"a\0b"]))
    if kind == b"U":
        payload, found = bytes((draw(st.sampled_from([0, 4, 0x80, 255])),)) + text, text.split(b"/")[-1]
    else:
        language = draw(st.sampled_from([b"", b"e", b"en", b"de-AT"]))
        is_utf_16 = draw(st.booleans()) and draw(st.booleans())
        payload, found = bytes((len(language) | (0x80 if is_utf_16 else 0),)) + language + text, text
        if is_utf_16 or kind != b"T":
            found = b""
    flags = 0xC0 | tnf | (0x20 if is_chunk else 0) | (8 if name is not None else 0)
    is_short = draw(st.booleans())
    size = bytes((len(payload),)) if is_short else len(payload).to_bytes(4, "big")
    record = bytes((flags | (0x10 if is_short else 0), len(kind))) + size
    record += bytes((len(name),)) if name is not None else b""
    record += kind + (name or b"") + payload
    is_text = tnf == 1 and not is_chunk and kind in (b"T", b"U")
    return record, (found if b"\0" not in found else b"") if is_text else None


@given(st.lists(TLVS, max_size=3), st.lists(records_of_a_tag(), max_size=3), st.booleans(), st.binary(max_size=8))
def test_the_first_text_of_any_message_is_found_wherever_it_stands(
    before: list[bytes], records: list[tuple[bytes, bytes | None]], is_long: bool, rest: bytes
) -> None:
    """And a part of the memory says the same as all of it, or that it does not know yet."""
    message = b"".join(record for record, _ in records)
    length = b"\xff" + len(message).to_bytes(2, "big") if is_long else bytes((len(message),))
    data = b"".join(before) + b"\x03" + length + message + b"\xfe" + rest
    if len(data) > MEMORY:
        return
    text = next((text for _, text in records if text is not None), b"")
    expected = (FOUND, text) if text else (NONE, b"")
    assert read(data) == expected
    finder = Finder()
    finder.memory[: len(data)] = data
    for n in range(len(data) - len(rest) + 4, MEMORY + 1):
        assert finder.look(n) == expected[0], "all of it has been read"
    finder.memory[:] = data.ljust(MEMORY, b"\0")
    for n in range(MEMORY):
        found = finder.look(n)
        assert found in (expected[0], MORE)
        if found == FOUND:
            assert finder.memory[finder.start : finder.start + finder.length] == text
