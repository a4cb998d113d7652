"""What each sensor has said, counted."""

from firmware import wire
from hardware import profiles
from host.ledger import Fact
from host.table.health import FLAP_MS, MISS_MS, Health, PadHealth, TileHealth

GRID, BENCH = profiles.load("grid"), profiles.load("bench")
PLAY, DISCARD = (BENCH.pad_named(name).index for name in ("play", "discard"))


def fact(kind: int, src: int, *data: int) -> Fact:
    return Fact(1, None, 0, 0, kind, src, bytes(data))


def tile(health: Health, src: int, mask: int, now: int) -> None:
    health.take([fact(wire.TILE, src, mask)], now)


def pad(health: Health, src: int, what: int, entry: int, now: int) -> None:
    health.take([fact(wire.PAD, src, what, entry)], now)


def bench() -> Health:
    health = Health(BENCH)
    health.take([fact(wire.TAG, entry, 4, entry, 0, 0, 0, 0, 0) for entry in (1, 2)], 0)
    return health


def test_a_piece_that_comes_and_goes_changes_its_tile_and_does_not_flap() -> None:
    health = Health(GRID)
    for now, mask in ((1_000, 1), (3_000, 0), (3_100, 2), (5_000, 0)):
        tile(health, 31, mask, now)
    assert health.report.tiles[31] == TileHealth("e4", changes=4, flaps=0)


def test_what_is_undone_at_once_is_a_flap() -> None:
    health = Health(GRID)
    for now, mask in ((1_000, 1), (5_000, 0), (5_000 + FLAP_MS, 1), (5_001 + 2 * FLAP_MS, 0)):
        tile(health, 31, mask, now)
    assert health.report.tiles[31] == TileHealth("e4", changes=4, flaps=1)


def test_a_baseline_is_no_change() -> None:
    health = Health(GRID)
    health.take([fact(wire.BASELINE, 0, 1, 2, 4)], 10)
    tile(health, 2, 4, 20)
    assert not any(found.changes for found in health.report.tiles)
    tile(health, 2, 0, 30)
    assert health.report.tiles[2].changes == 1


def test_a_card_that_is_gone_for_a_moment_was_missed_and_one_that_was_away_was_not() -> None:
    health = bench()
    pad(health, PLAY, wire.PAD_PRESENT, 1, 1_000)
    pad(health, PLAY, wire.PAD_ABSENT, 0, 2_000)
    pad(health, PLAY, wire.PAD_PRESENT, 1, 2_000 + MISS_MS)
    pad(health, PLAY, wire.PAD_ABSENT, 0, 5_000)
    pad(health, PLAY, wire.PAD_PRESENT, 1, 5_001 + MISS_MS)
    pad(health, PLAY, wire.PAD_ABSENT, 0, 8_000)
    pad(health, PLAY, wire.PAD_PRESENT, 2, 8_100)
    assert health.report.pads[PLAY] == PadHealth("play", reads=4, misses=1)


def test_a_card_that_lies_on_another_pad_is_an_echo() -> None:
    health = bench()
    pad(health, PLAY, wire.PAD_PRESENT, 1, 1_000)
    pad(health, DISCARD, wire.PAD_PRESENT, 1, 2_000)
    pad(health, DISCARD, wire.PAD_PRESENT, 2, 3_000)
    assert health.report.pads[DISCARD] == PadHealth("discard", reads=2, echoes=1)
    assert health.report.pads[PLAY].echoes == 0


def test_what_a_reader_cannot_make_out_is_counted_once_each_time() -> None:
    health = bench()
    for what in (wire.PAD_GARBLED, wire.PAD_GARBLED, wire.PAD_SEVERAL, wire.PAD_ABSENT, wire.PAD_DOWN):
        pad(health, PLAY, what, 0, 1_000)
    assert health.report.pads[PLAY] == PadHealth("play", garbled=1, several=1, failures=1)
    assert health.is_down(PLAY)
    pad(health, PLAY, wire.PAD_ABSENT, 0, 2_000)
    assert not health.is_down(PLAY)


def test_what_this_table_has_not_got_is_left_out() -> None:
    health = bench()
    health.take([fact(wire.TILE, 3, 1), fact(wire.PAD, 200, wire.PAD_PRESENT, 1), fact(wire.PAD, PLAY)], 10)
    assert health.report.tiles == ()
    assert not any(found.reads for found in health.report.pads)
