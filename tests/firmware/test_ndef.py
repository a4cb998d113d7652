"""The smallest NDEF reader: what it finds, and that nothing upsets it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.ndef import FOUND, MEMORY, MORE, NONE, Finder

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
