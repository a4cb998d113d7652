"""What of a fact everybody may know."""

from firmware import wire
from hardware import profiles
from host.table.privacy import Veil

BENCH = profiles.load("bench")
PLAY, PRIVATE = BENCH.pad_named("play").index, BENCH.pad_named("seat3.bench.2").index


def test_a_private_pad_tells_only_that_something_lies_there() -> None:
    veil = Veil(BENCH)
    assert veil.hide(wire.PAD, PRIVATE, b"\x02\x07") == b"\x02\x00"
    assert veil.hide(wire.PAD, PLAY, b"\x02\x07") == b"\x02\x07"
    assert veil.hide(wire.TILE, PRIVATE, b"\x07") == b"\x07"


def test_the_tag_table_tells_nothing() -> None:
    veil = Veil(BENCH)
    assert veil.hide(wire.TAG, 7, bytes(7)) == b""
    assert veil.hide(wire.TEXT, 7, b"gun-1") == b""


def test_without_a_profile_every_pad_is_private() -> None:
    assert Veil(None).hide(wire.PAD, PLAY, b"\x02\x07") == b"\x02\x00"


def test_benches_are_private_and_the_rest_is_not() -> None:
    private = {pad.name for pad in BENCH.pads if pad.is_private}
    assert private == {pad.name for pad in BENCH.pads if ".bench." in pad.name}
    assert len(private) == 18
