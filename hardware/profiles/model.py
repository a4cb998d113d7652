"""What a profile says once it has been checked: frozen values in millimetres.

The origin is the table's south-west corner, x runs east and y runs north.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Side = Literal["south", "west", "north", "east"]
Owner = Literal["tile", "pad", "seat"]
Axis = Literal["upright", "tangent", "outward", "inward"]
Json = str | int | dict[str, int]

PINTS = 10
"""Lights in a seat's bar."""
LIMBS = 4
"""Lights for a seat's limbs."""
SEAT_LIGHTS = PINTS + LIMBS
"""Lights in one seat module."""

NORTH, EAST, SOUTH, WEST, CENTRE = 0x01, 0x02, 0x04, 0x08, 0x10
"""A tile's byte: one bit for each reed, inputs D0 to D4 of its 74HC165."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How the tiles lie: `x` and `y` are the centre of tile a1."""

    columns: int
    rows: int
    pitch: float
    x: float
    y: float
    order: Literal["rows", "snake"] = "rows"


@dataclass(frozen=True, slots=True)
class Tile:
    """One board cell; `index` is its place in the chain, `column` and `row` count from the south-west."""

    index: int
    name: str
    column: int
    row: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Pad:
    """A place to tap one card. What a private pad reads only its owner may know while a game runs."""

    index: int
    name: str
    x: float
    y: float
    reader: Literal["pn532", "mfrc522"]
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place; `side` is the table's edge at which the player sits."""

    index: int
    name: str
    x: float
    y: float
    side: Side


@dataclass(frozen=True, slots=True)
class Pile:
    """Where a pile of cards lies: no sensor, but far enough from every pad."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Light:
    """One WS2812B; `index` is its place in the chain, `role` and `role_index` tell a seat's lights apart."""

    index: int
    name: str
    x: float
    y: float
    owner: Owner
    owner_index: int
    role: Literal["", "pints", "limb"] = ""
    role_index: int = 0


@dataclass(frozen=True, slots=True)
class Button:
    """A seat's yes or no button: bit `bit` of the button byte `byte`."""

    index: int
    name: str
    x: float
    y: float
    seat: int
    answer: Literal["yes", "no"]

    @property
    def byte(self) -> int:
        """Which button byte carries it (counted after the tiles' bytes)."""
        return self.index // 8

    @property
    def bit(self) -> int:
        """Which bit of that byte carries it."""
        return self.index % 8


@dataclass(frozen=True, slots=True)
class Reeds:
    """The five reeds of every tile; docs/decisions/0002-magnets-and-reeds.md says why these values.

    `radius` is where N, E, S and W are sensed, from the tile's centre. `depth` is the distance from the
    middle of a tray's magnet down to the reed's upper end, `length` that between the tips of its leads.
    A field is the mean along `length`: at `pull_in_mt` the reed closes, below `drop_out_mt` it opens.
    """

    radius: float = 16.0
    axis: Axis = "upright"
    length: float = 14.0
    depth: float = 4.0
    pull_in_mt: float = 1.9
    drop_out_mt: float = 1.05


@dataclass(frozen=True, slots=True)
class Magnet:
    """The disc magnet that every object carries, magnetised through its thickness."""

    diameter: float = 6.0
    thickness: float = 2.0
    remanence_t: float = 1.3


@dataclass(frozen=True, slots=True)
class Wiring:
    """GPIO numbers of the controller; None where the table has no such line."""

    scan_sck: int | None = None
    scan_mosi: int | None = None
    scan_miso: int | None = None
    scan_latch: int | None = None
    reader_sck: int | None = None
    reader_mosi: int | None = None
    reader_miso: int | None = None
    reader_select: int | None = None
    reader_irq: int | None = None
    reader_reset: int | None = None
    select_latch: int | None = None
    lights: int | None = None
    safe: int | None = None

    def pins(self) -> dict[str, int]:
        """The lines that are wired, by name."""
        pairs = ((name, getattr(self, name)) for name in self.__slots__)
        return {name: pin for name, pin in pairs if pin is not None}


@dataclass(frozen=True)
class Profile:
    """One table. Tuples are in chain order, so a thing's index is its place in the tuple."""

    name: str
    title: str
    width: float
    depth: float
    grid: Grid | None
    tiles: tuple[Tile, ...]
    pads: tuple[Pad, ...]
    seats: tuple[Seat, ...]
    piles: tuple[Pile, ...]
    lights: tuple[Light, ...]
    buttons: tuple[Button, ...]
    reeds: Reeds
    magnet: Magnet
    power: Literal["usb", "external"]
    budget_ma: int
    brightness: int
    controller: Literal["pico", "pico2", "none"]
    wiring: Wiring

    @property
    def tile_bytes(self) -> int:
        """Bytes of the scan that come from tiles: one each."""
        return len(self.tiles)

    @property
    def button_bytes(self) -> int:
        """Bytes of the scan that come from buttons: four seats in each."""
        return -(-len(self.seats) // 4)

    @property
    def irq_bytes(self) -> int:
        """Bytes of the scan that carry the readers' IRQ lines: eight pads in each.

        A lone reader may have its IRQ on a pin instead; then there is none.
        """
        return 0 if self.wiring.reader_irq is not None else -(-len(self.pads) // 8)

    @property
    def scan_bytes(self) -> int:
        """Length of the whole 74HC165 chain in bytes."""
        return self.tile_bytes + self.button_bytes + self.irq_bytes

    @property
    def worst_current_ma(self) -> int:
        """What the lights draw with every one of them white at the brightness cap."""
        return worst_current_ma(len(self.lights), self.brightness)

    @cached_property
    def _tiles_by_name(self) -> dict[str, Tile]:
        return {tile.name: tile for tile in self.tiles}

    @cached_property
    def _pads_by_name(self) -> dict[str, Pad]:
        return {pad.name: pad for pad in self.pads}

    def tile_named(self, name: str) -> Tile:
        """The tile with that name; KeyError if there is none."""
        return self._tiles_by_name[name]

    def pad_named(self, name: str) -> Pad:
        """The pad with that name; KeyError if there is none."""
        return self._pads_by_name[name]

    def tile_light(self, tile: int) -> int:
        """Index of a tile's light."""
        return tile

    def pad_light(self, pad: int) -> int:
        """Index of a pad's light."""
        return len(self.tiles) + pad

    def seat_light(self, seat: int, role: Literal["pints", "limb"], number: int) -> int:
        """Index of one of a seat's lights."""
        first = len(self.tiles) + len(self.pads) + SEAT_LIGHTS * seat
        return first + number + (PINTS if role == "limb" else 0)

    def board_config(self) -> dict[str, Json]:
        """What the firmware's config file needs to drive this table."""
        return {
            "v": 1,
            "profile": self.name,
            "tiles": self.tile_bytes,
            "buttons": self.button_bytes,
            "irqs": self.irq_bytes,
            "pads": len(self.pads),
            "lights": len(self.lights),
            "budget": self.budget_ma,
            "readers": "".join(pad.reader[0] for pad in self.pads),
            "sightings": "".join("5" if ".bench." in pad.name else "1" for pad in self.pads),
            "play": next((pad.index for pad in self.pads if pad.name == "play"), 0),
            "pins": self.wiring.pins(),
        }

    @cached_property
    def digest(self) -> int:
        """CRC-32 of the canonical `board_config`: equal on host and board if both use the same profile."""
        text = json.dumps(self.board_config(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return zlib.crc32(text.encode("ascii"))


def worst_current_ma(lights: int, brightness: int) -> int:
    """Milliamperes of `lights` WS2812B all white at `brightness`: n + sum(R+G+B)/16, rounded up."""
    return lights + -(-lights * 3 * brightness // 16)
