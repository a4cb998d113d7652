"""The codec: golden bytes, COBS, and a decoder that nothing upsets."""

import doctest
import json
import random
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware import wire
from tests.firmware.protocol_page import rows
from tests.firmware.rig import frame, parse, raw_frame

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))


def noise(size: int, rarity: int, seed: int) -> bytes:
    """Bytes of which about one in ``rarity`` is zero."""
    rng = random.Random(seed)
    return bytes(rng.randrange(1, 256) if rng.randrange(rarity) else 0 for _ in range(size))


# Hypothesis alone makes short ones with hardly a zero.
payloads = st.one_of(
    st.binary(max_size=wire.MAX_PAYLOAD),
    st.builds(noise, st.integers(0, wire.MAX_PAYLOAD), st.sampled_from((2, 9, 60, 999)), st.integers(0, 999)),
)
MIXES = st.lists(st.one_of(st.binary(max_size=260), st.just(b"\0"), st.just(wire.PROBE)), max_size=8)


def cobs(data: bytes) -> bytes:
    """The textbook encoder, written from the paper (Cheshire and Baker 1999)."""
    out = bytearray()
    for block in (data + b"\0").split(b"\0")[:-1]:
        while len(block) >= 254:
            out += b"\xff" + block[:254]
            block = block[254:]
        out += bytes([len(block) + 1]) + block
    return bytes(out)


def feed_all(rx: wire.Decoder, data: bytes, step: int = 0) -> list[bytes]:
    """Everything that a decoder finds in ``data``, handed over in pieces of ``step`` bytes."""
    found = []
    for first in range(0, len(data), step or len(data) or 1):
        piece = data[first : first + (step or len(data))]
        at = 0
        while at < len(piece):
            at = rx.feed(piece, at, len(piece))
            if rx.length:
                found.append(bytes(rx.raw[: rx.length]))
    return found


def test_the_example_of_the_docstring_runs() -> None:
    results = doctest.testmod(wire, verbose=False)
    assert results.attempted >= 3
    assert results.failed == 0


# ---- golden bytes ----


def test_there_is_a_golden_frame_for_every_message() -> None:
    assert {vector["type"] for vector in GOLDEN["frames"]} == set(wire.FORMATS)


@pytest.mark.parametrize("vector", GOLDEN["frames"], ids=lambda v: v["name"])
def test_golden_frame(vector: dict) -> None:
    fields = [bytes.fromhex(f[4:]) if isinstance(f, str) else f for f in vector["fields"]]
    rest, sid, rid = bytes.fromhex(vector["rest"]), vector["sid"], vector["rid"]
    assert getattr(wire, vector["name"]) == vector["type"]
    assert frame(vector["type"], *fields, rest=rest, sid=sid, rid=rid).hex() == vector["wire"]
    assert parse(wire.Decoder(), bytes.fromhex(vector["wire"])) == [(vector["type"], sid, rid, *fields, rest)]


@pytest.mark.parametrize("vector", GOLDEN["frames"], ids=lambda v: v["name"])
def test_golden_frame_by_independent_means(vector: dict) -> None:
    """Neither COBS nor CRC of the codec is used here: the vectors cannot drift along with it."""
    fields = [bytes.fromhex(f[4:]) if isinstance(f, str) else f for f in vector["fields"]]
    layout = wire.FORMATS[vector["type"]]
    body = bytes([vector["type"], vector["sid"], vector["rid"]]) + struct.pack(layout, *fields)
    body += bytes.fromhex(vector["rest"])
    assert bytes.fromhex(vector["wire"]) == b"\0" + cobs(body + struct.pack("<I", zlib.crc32(body))) + b"\0"


@pytest.mark.parametrize(
    "header",
    ["kind", "bit of a tile", "what is on a pad", "status", "effect", "flag", "cause", "mode of REBOOT"],
)
def test_every_number_that_a_peer_must_know_is_the_one_of_the_protocol(header: str) -> None:
    """Whoever reads docs/wire-protocol.md and never this code must mean the same."""
    numbers = {row[0].strip("`"): int(row[1]) for row in rows(header)}
    assert len(numbers) >= 4
    assert {name: getattr(wire, name) for name in numbers} == numbers


def test_the_probe_is_plain_text() -> None:
    assert bytes.fromhex(GOLDEN["probe"]) == wire.PROBE
    assert wire.PROBE.strip(b"\0").decode("ascii") == "DF1?"


def test_names_and_numbers_are_unique() -> None:
    assert len(set(wire.STATS_NAMES)) == len(wire.STATS_NAMES)
    assert all(kind < wire.BANNER for kind in wire.FORMATS if kind not in wire.LARGE and kind < 0x80)
    assert wire.MAX_WIRE <= 255, "the link keeps the size of a frame in a byte"


# ---- encoding ----


@given(payloads)
@example(bytes(wire.MAX_PAYLOAD))
@example(b"\xff" * wire.MAX_PAYLOAD)
@example(b"")
def test_a_frame_is_textbook_cobs_between_two_zeros(payload: bytes) -> None:
    body = bytes([wire.SNAP, 0, 3]) + payload
    body += struct.pack("<I", zlib.crc32(body))
    assert raw_frame(wire.SNAP, payload, 0, 3) == b"\0" + cobs(body) + b"\0"


@given(payloads, st.integers(1, 7), st.data())
def test_encoding_in_bites_equals_encoding_at_once(payload: bytes, bites: int, data: st.DataObject) -> None:
    tx = wire.Encoder()
    for _ in range(2):  # twice: nothing of the first frame may linger
        tx.begin(wire.CFG, 1, 2)
        tx.put(payload)
        tx.seal()
        size = tx.work(bites)
        while not size:
            size = tx.work(data.draw(st.integers(1, 3)))
        assert bytes(tx.out[:size]) == raw_frame(wire.CFG, payload, 1, 2)
        assert tx.size == size


@given(payloads, st.integers(1, 20))
def test_a_bite_of_encoding_goes_up_to_so_many_zeros(payload: bytes, zeros: int) -> None:
    """Zeros are what encoding spends its time on: without any, a frame of any length is done at once."""
    tx = wire.Encoder()
    tx.begin(wire.CFG, 1, 2)
    tx.put(payload)
    tx.seal()
    bites = 1
    while not tx.work(zeros):
        bites += 1
    assert bites == max(1, -(-bytes(tx.raw[: tx.n]).count(0) // zeros))


def test_room_is_what_still_fits() -> None:
    tx = wire.Encoder()
    tx.begin(wire.CAPS, 1, 2)
    assert tx.room() == wire.MAX_PAYLOAD
    tx.put(bytes(tx.room()))
    assert tx.room() == 0
    assert len(tx.finish()) == wire.MAX_WIRE


# ---- decoding ----


@given(payloads, st.lists(st.integers(1, wire.MAX_TAKEN), min_size=1))
def test_decoding_as_the_bytes_come_equals_decoding_at_once(payload: bytes, sizes: list[int]) -> None:
    """The board puts them into the buffer itself, a few in each tick."""
    rx = wire.Decoder()
    for _ in range(2):  # twice: nothing of the first frame may linger
        left = raw_frame(wire.CFG, payload, 1, 2)[1:]
        for size in sizes * len(left):
            piece, left = left[:size], left[size:]
            rx.buf[rx.n : rx.n + len(piece)] = piece
            rx.took(rx.n + len(piece))
            if not left:
                break
            assert not rx.length
        assert bytes(rx.raw[: rx.length - wire.TRAILER]) == bytes([wire.CFG, 1, 2]) + payload


@given(st.integers(wire.MAX_DECODED + 2, 900), st.integers(1, wire.MAX_TAKEN))
def test_bytes_without_an_end_are_one_error_and_stay_within_the_buffer(count: int, size: int) -> None:
    rx = wire.Decoder()
    for byte in (1, 255, 3):
        for at in range(0, count, size):
            n = min(size, count - at)
            rx.buf[rx.n : rx.n + n] = bytes([byte]) * n
            rx.took(rx.n + n)
        rx.buf[rx.n] = 0
        rx.took(rx.n + 1)
    assert (rx.oversize, rx.cobs_errors, rx.crc_errors) == (3, 0, 0)
    good = raw_frame(wire.CFG, b"x", 1, 2)
    assert rx.feed(good, 0, len(good)) == len(good)
    assert rx.length


@given(payloads, st.integers(0, 255), st.integers(0, 255))
def test_what_was_encoded_is_decoded(payload: bytes, sid: int, rid: int) -> None:
    rx = wire.Decoder()
    data = raw_frame(wire.FAULT, payload, sid, rid)
    assert rx.feed(data, 0, len(data)) == len(data)
    assert bytes(rx.raw[: rx.length - wire.TRAILER]) == bytes([wire.FAULT, sid, rid]) + payload
    assert bytes(rx.view[: rx.length]) == bytes(rx.raw[: rx.length])


@given(MIXES, payloads)
def test_the_next_good_frame_is_read_after_any_garbage(garbage: list[bytes], payload: bytes) -> None:
    rx = wire.Decoder()
    feed_all(rx, b"".join(garbage))
    assert feed_all(rx, raw_frame(wire.SNAP, payload))[-1][wire.HEADER : -wire.TRAILER] == payload


@given(MIXES, payloads, st.integers(1, 40))
def test_pieces_make_no_difference(garbage: list[bytes], payload: bytes, step: int) -> None:
    """A read may end anywhere, also in the middle of a frame that is too long."""
    data = raw_frame(wire.SNAP, payload).join([b"", *garbage, b""])
    whole, pieces = wire.Decoder(), wire.Decoder()
    assert feed_all(whole, data) == feed_all(pieces, data, step)
    for name in ("crc_errors", "cobs_errors", "oversize", "probes"):
        assert getattr(whole, name) == getattr(pieces, name), name


@pytest.mark.parametrize("step", [0, 1, 12])
def test_a_whole_frame_with_more_behind_it_is_too_long(step: int) -> None:
    """The delimiter of a full frame was damaged: what follows belongs to it, so it is no frame."""
    full = raw_frame(wire.SNAP, b"\x11" * wire.MAX_PAYLOAD)
    data = full[:-1] + b"\x55" * (12 * 8 - len(full) % 12 + 1) + b"\0"
    rx = wire.Decoder()
    assert feed_all(rx, data, step) == []
    assert (rx.oversize, rx.crc_errors, rx.cobs_errors) == (1, 0, 0)


@given(st.integers(wire.MAX_DECODED + 2, 2000))
def test_oversize_is_counted_once(length: int) -> None:
    rx = wire.Decoder()
    assert feed_all(rx, b"\0" + b"\x01" * length + b"\0", 12) == []
    assert rx.oversize == 1


def test_a_probe_is_found_inside_garbage() -> None:
    rx = wire.Decoder()
    feed_all(rx, b"\x80REPL text\r\n" + wire.PROBE + b"\x13\x37" + wire.PROBE)
    assert rx.probes == 2


@pytest.mark.parametrize("text", [b"DF1", b"DF1!", b"XDF1?", b"DF1??", b"df1?"])
def test_what_only_looks_like_a_probe_is_none(text: bytes) -> None:
    rx = wire.Decoder()
    assert feed_all(rx, b"\0" + text + b"\0") == []
    assert (rx.probes, rx.cobs_errors) == (0, 1)


@given(payloads, st.data())
def test_every_single_bit_flip_is_noticed(payload: bytes, data: st.DataObject) -> None:
    good = bytearray(raw_frame(wire.SNAP, payload))
    good[data.draw(st.integers(0, len(good) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    found = feed_all(wire.Decoder(), bytes(good) + b"\0")
    assert found in (
        [],
        [bytes([wire.SNAP, 7, 1]) + payload + zlib.crc32(bytes([wire.SNAP, 7, 1]) + payload).to_bytes(4, "little")],
    )


@given(st.binary(min_size=1, max_size=192).map(lambda data: bytes(b or 1 for b in data)))
def test_codes_that_point_past_the_end_are_refused(blob: bytes) -> None:
    rx = wire.Decoder()
    assert feed_all(rx, b"\0" + b"\xff" + blob + b"\0") == []
    assert rx.cobs_errors == 1


def test_frames_shorter_than_header_and_crc_are_refused() -> None:
    rx = wire.Decoder()
    for length in range(1, wire.HEADER + wire.TRAILER):
        assert feed_all(rx, b"\0" + cobs(bytes(length)) + b"\0") == []
    assert rx.cobs_errors == wire.HEADER + wire.TRAILER - 1


def test_a_random_stream_upsets_nothing() -> None:
    rng = random.Random(1)
    rx = wire.Decoder()
    good = raw_frame(wire.PING, b"\1\2\3\4")
    for _ in range(2000):
        mutated = bytearray(good)
        mutated[rng.randrange(len(good))] = rng.randrange(256)
        feed_all(rx, rng.randbytes(rng.randrange(40)) + bytes(mutated), rng.randrange(1, 30))
        assert feed_all(rx, b"\0" + good)[-1:] == [good_body(good)]


def good_body(data: bytes) -> bytes:
    rx = wire.Decoder()
    return feed_all(rx, data)[0]


@given(st.binary(max_size=300))
def test_the_crc_residue_holds_for_any_data(data: bytes) -> None:
    assert zlib.crc32(data + struct.pack("<I", zlib.crc32(data))) == wire._RESIDUE


@given(st.binary(min_size=8, max_size=8), st.integers(0, 4))
def test_numbers_are_little_endian(data: bytes, at: int) -> None:
    assert wire.get_u16(data, at) == struct.unpack_from("<H", data, at)[0]
    assert wire.get_u32(data, at) == struct.unpack_from("<I", data, at)[0]
