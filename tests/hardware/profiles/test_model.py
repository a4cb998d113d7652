import json
import zlib
from pathlib import Path

import pytest

from firmware import wire
from hardware import profiles
from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST


def test_tiles_are_named_by_column_and_row_from_the_south_west() -> None:
    grid = profiles.load("grid")
    assert [tile.name for tile in grid.tiles[:10]] == [
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
        "f1",
        "g1",
        "h1",
        "i1",
        "a2",
    ]
    a1, i11 = grid.tile_named("a1"), grid.tile_named("i11")
    assert (i11.index, i11.x - a1.x, i11.y - a1.y) == (98, 400.0, 500.0)


def test_lights_follow_the_chain_tiles_pads_seats() -> None:
    full = profiles.load("full")
    assert [light.index for light in full.lights] == list(range(203))
    assert [light.owner for light in full.lights] == ["tile"] * 99 + ["pad"] * 20 + ["seat"] * 84
    limb = full.lights[full.seat_light(5, "limb", 3)]
    assert (limb.index, limb.name, limb.owner_index, limb.role_index) == (202, "seat6.limb.3", 5, 3)
    assert full.lights[full.pad_light(2)].name == "seat1.bench.1"


def test_a_seats_bar_runs_from_its_players_left_to_right() -> None:
    field = profiles.load("field")
    bars = [[field.lights[field.seat_light(seat, "pints", n)] for n in (0, 9)] for seat in range(4)]
    runs = [(round(last.x - first.x), round(last.y - first.y)) for first, last in bars]
    assert [seat.side for seat in field.seats] == ["south", "west", "north", "east"]
    assert runs == [(108, 0), (0, -108), (-108, 0), (0, 108)]


def test_buttons_take_two_bits_a_seat_and_four_seats_a_byte() -> None:
    full = profiles.load("full")
    places = {button.name: (button.byte, button.bit) for button in full.buttons}
    assert places["seat1.yes"] == (0, 0)
    assert places["seat4.no"] == (0, 7)
    assert places["seat5.yes"] == (1, 0)
    assert places["seat6.no"] == (1, 3)


def test_everything_lies_on_the_table() -> None:
    for name in profiles.names():
        profile = profiles.load(name)
        for light in profile.lights:
            assert 0 <= light.x <= profile.width, light
            assert 0 <= light.y <= profile.depth, light


def test_a_lone_reader_needs_no_scan_chain() -> None:
    pocket = profiles.load("pocket")
    assert (pocket.scan_bytes, pocket.wiring.scan_sck) == (0, None)


def test_board_config_is_what_the_board_needs() -> None:
    config = profiles.load("full").board_config()
    pins = config.pop("pins")
    assert config == {
        "v": 1,
        "profile": "full",
        "tiles": 99,
        "buttons": 2,
        "irqs": 3,
        "pads": 20,
        "lights": 203,
        "budget": 3000,
        "readers": "p" * 20,
        "sightings": "11" + "5" * 18,
        "play": 0,
    }
    assert isinstance(pins, dict)
    assert pins["scan_latch"] == 17
    assert "reader_irq" not in pins


def test_digest_is_the_crc_of_the_canonical_config() -> None:
    digests = set()
    for name in profiles.names():
        profile = profiles.load(name)
        text = json.dumps(profile.board_config(), sort_keys=True, separators=(",", ":"))
        assert profile.digest == zlib.crc32(text.encode())
        digests.add(profile.digest)
    assert len(digests) == len(profiles.names())


@pytest.mark.parametrize(("line", "private"), [("", True), ("private = false", False), ("private = true", True)])
def test_a_pad_of_a_seat_is_private_unless_the_profile_says_otherwise(tmp_path: Path, line: str, private: bool) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "bench"\n[[pads]]\nname = "seat1.bench.1"\nx = 300\ny = 200\n{line}\n')
    assert profiles.load(file).pads[0].is_private is private


def test_each_reed_of_a_tile_has_the_bit_that_the_wire_gives_it() -> None:
    assert (NORTH, EAST, SOUTH, WEST, CENTRE) == (wire.NORTH, wire.EAST, wire.SOUTH, wire.WEST, wire.CENTRE)
    assert (NORTH, EAST, SOUTH, WEST, CENTRE) == (1, 2, 4, 8, 16)
