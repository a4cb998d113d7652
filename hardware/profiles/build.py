"""From checked fields to a Profile: the shape of the TOML file, table by table."""

from __future__ import annotations

from typing import Literal

from hardware.profiles import rules
from hardware.profiles.layout import buttons_of, lights_of, tiles_of
from hardware.profiles.model import Axis, Grid, Magnet, Pad, Pile, Profile, Reeds, Seat, Side, Wiring
from hardware.profiles.section import Section
from hardware.profiles.source import Sources

MAX_TILES, MAX_PADS, MAX_SEATS, MAX_PILES = 128, 32, 8, 16
"""What the chains and the firmware's buffers take."""

_TOP = (
    "name",
    "title",
    "extends",
    "table",
    "power",
    "controller",
    "wiring",
    "grid",
    "reeds",
    "magnet",
    "seats",
    "pads",
    "piles",
)
_LARGEST = 5000.0
_NAME = r"[a-z][a-z0-9-]{0,23}"
_PAD_NAME = r"[a-z][a-z0-9]{0,11}(\.[a-z0-9]{1,11}){0,2}"
_SIDES: tuple[Side, ...] = ("south", "west", "north", "east")
_AXES: tuple[Axis, ...] = ("upright", "tangent", "outward", "inward")
_READERS: tuple[Literal["pn532", "mfrc522"], ...] = ("pn532", "mfrc522")
_POWERS: tuple[Literal["usb", "external"], ...] = ("usb", "external")
_BOARDS: tuple[Literal["pico", "pico2", "none"], ...] = ("pico", "pico2", "none")
_ORDERS: tuple[Literal["rows", "snake"], ...] = ("rows", "snake")


def build(stem: str, sources: Sources) -> Profile:
    """The profile that `sources` describe, or a ProfileError."""
    top = Section(sources, (), sources.merged(), _TOP)
    table = top.table("table", ("width", "depth"))
    power = top.table("power", ("source", "budget_ma", "brightness"))
    grid = _grid(top)
    tiles = tiles_of(grid)
    pads, seats = _pads(top), _seats(top)
    profile = Profile(
        name=top.text("name", _NAME, "a name of lower-case letters, digits and hyphens", stem),
        title=top.text("title", r"[^\x00-\x1f\x7f]{1,120}", "a title of at most 120 characters on one line"),
        width=table.number("width", 0, _LARGEST, 0),
        depth=table.number("depth", 0, _LARGEST, 0),
        grid=grid,
        tiles=tiles,
        pads=pads,
        seats=seats,
        piles=_piles(top),
        lights=lights_of(tiles, pads, seats),
        buttons=buttons_of(seats),
        reeds=_reeds(top),
        magnet=_magnet(top),
        power=power.choice("source", _POWERS, "usb"),
        budget_ma=power.whole("budget_ma", 0, 10_000, 0),
        brightness=power.whole("brightness", 0, 255, 64),
        controller=top.table("controller", ("board",)).choice("board", _BOARDS),
        wiring=_wiring(top),
    )
    rules.check(profile, sources)
    return profile


def _grid(top: Section) -> Grid | None:
    if "grid" not in top:
        return None
    grid = top.table("grid", ("columns", "rows", "pitch", "x", "y", "order"))
    columns, rows = grid.whole("columns", 1, 26), grid.whole("rows", 1, 99)
    if columns * rows > MAX_TILES:
        raise grid.error(
            "columns",
            f"times rows makes {columns * rows} tiles, but the chain takes {MAX_TILES} at most; use fewer.",
        )
    return Grid(
        columns,
        rows,
        pitch=grid.number("pitch", 48, 500),
        x=grid.number("x", 0, _LARGEST),
        y=grid.number("y", 0, _LARGEST),
        order=grid.choice("order", _ORDERS, "rows"),
    )


def _pads(top: Section) -> tuple[Pad, ...]:
    rows = top.items("pads", ("name", "x", "y", "reader", "private"), MAX_PADS)
    return tuple(_pad(index, row) for index, row in enumerate(rows))


def _pad(index: int, row: Section) -> Pad:
    name = row.text("name", _PAD_NAME, "a name such as 'play' or 'seat2.bench.1'")
    is_of_seat = name.startswith("seat")
    reader = row.choice("reader", _READERS, "pn532")
    return Pad(index, name, *_place(row), reader, row.flag("private", is_of_seat))


def _seats(top: Section) -> tuple[Seat, ...]:
    rows = top.items("seats", ("x", "y", "side"), MAX_SEATS)
    return tuple(
        Seat(index, f"seat{index + 1}", *_place(row), row.choice("side", _SIDES)) for index, row in enumerate(rows)
    )


def _piles(top: Section) -> tuple[Pile, ...]:
    rows = top.items("piles", ("name", "x", "y"), MAX_PILES)
    return tuple(Pile(row.text("name", _PAD_NAME, "a name such as 'deck'"), *_place(row)) for row in rows)


def _place(row: Section) -> tuple[float, float]:
    return row.number("x", 0, _LARGEST), row.number("y", 0, _LARGEST)


def _reeds(top: Section) -> Reeds:
    usual = Reeds()
    reeds = top.table("reeds", ("radius", "axis", "length", "depth", "pull_in_mt", "drop_out_mt"))
    return Reeds(
        radius=reeds.number("radius", 5, 24, usual.radius),
        axis=reeds.choice("axis", _AXES, usual.axis),
        length=reeds.number("length", 4, 60, usual.length),
        depth=reeds.number("depth", 1, 30, usual.depth),
        pull_in_mt=reeds.number("pull_in_mt", 0.1, 20, usual.pull_in_mt),
        drop_out_mt=reeds.number("drop_out_mt", 0.05, 20, usual.drop_out_mt),
    )


def _magnet(top: Section) -> Magnet:
    usual = Magnet()
    magnet = top.table("magnet", ("diameter", "thickness", "remanence_t"))
    return Magnet(
        diameter=magnet.number("diameter", 1, 20, usual.diameter),
        thickness=magnet.number("thickness", 0.5, 20, usual.thickness),
        remanence_t=magnet.number("remanence_t", 0.1, 1.5, usual.remanence_t),
    )


def _wiring(top: Section) -> Wiring:
    lines = Wiring.__slots__
    wiring = top.table("wiring", lines)
    return Wiring(**{line: wiring.whole(line, 0, 28) for line in lines if line in wiring})
