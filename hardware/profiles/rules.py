"""What must hold between the fields of a profile: room, names, current, pins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.profiles.lines import Path
from hardware.profiles.model import Profile, worst_current_ma
from hardware.profiles.source import Sources

MAX_LIGHTS = 255
"""An index of a light is one byte."""
USB_BUDGET_MA = 150
"""MicroPython declares 250 mA on USB; the board and one reader take the rest."""
PILE_GAP = 80.0
"""From the edge of a pile to the middle of a pad, so that a reader never sees a pile."""

_SPI0 = {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)}
_SPI1 = {"sck": (10, 14, 26), "mosi": (11, 15, 27), "miso": (8, 12, 28)}
_SPI_PINS = {f"scan_{line}": pins for line, pins in _SPI0.items()} | {
    f"reader_{line}": pins for line, pins in _SPI1.items()
}
_ON_BOARD = (23, 24, 25)  # Pico datasheet 2.1: power save, VBUS sense and the LED
_SCAN = ("scan_sck", "scan_mosi", "scan_miso", "scan_latch")
_READER = ("reader_sck", "reader_mosi", "reader_miso")


@dataclass(frozen=True, slots=True)
class _Box:
    """The room that a thing takes on the table."""

    path: Path
    name: str
    x: float
    y: float
    width: float
    depth: float

    def gap(self, x: float, y: float) -> float:
        """Distance from the box to a point."""
        dx = max(abs(x - self.x) - self.width / 2, 0.0)
        dy = max(abs(y - self.y) - self.depth / 2, 0.0)
        return float((dx * dx + dy * dy) ** 0.5)

    def meets(self, other: _Box) -> bool:
        """Whether two boxes overlap."""
        across = abs(self.x - other.x) < (self.width + other.width) / 2
        return across and abs(self.y - other.y) < (self.depth + other.depth) / 2


def check(profile: Profile, sources: Sources) -> None:
    """Raise a ProfileError for the first thing that does not fit together."""
    _check_reeds(profile, sources)
    _check_names(profile, sources)
    _check_room(profile, sources)
    _check_piles(profile, sources)
    _check_lights(profile, sources)
    _check_controller(profile, sources)
    _check_pins(profile, sources)


def _check_reeds(profile: Profile, sources: Sources) -> None:
    reeds = profile.reeds
    if reeds.drop_out_mt >= reeds.pull_in_mt:
        raise sources.error(
            ("reeds", "drop_out_mt"),
            f"is {reeds.drop_out_mt:g}, but must be below pull_in_mt, {reeds.pull_in_mt:g}; lower it.",
        )


def _check_names(profile: Profile, sources: Sources) -> None:
    lists = {"pads": [pad.name for pad in profile.pads], "piles": [pile.name for pile in profile.piles]}
    for kind, names in lists.items():
        for index, name in enumerate(names):
            if name in names[:index]:
                raise sources.error((kind, index, "name"), f"repeats {name!r}; give each its own name.")
    for pad in profile.pads:
        head = pad.name.split(".")[0]
        if head.startswith("seat") and head not in {seat.name for seat in profile.seats}:
            raise sources.error(
                ("pads", pad.index, "name"),
                f"is {pad.name!r}, but there is no {head}; add the seat or rename the pad.",
            )


def _boxes(profile: Profile) -> Iterator[_Box]:
    for pad in profile.pads:
        yield _Box(("pads", pad.index), f"pad {pad.name!r}", pad.x, pad.y, 64, 64)
    for seat in profile.seats:
        width, depth = (150, 40) if seat.side in ("south", "north") else (40, 150)
        yield _Box(("seats", seat.index), f"the module of {seat.name}", seat.x, seat.y, width, depth)
    for index, pile in enumerate(profile.piles):
        yield _Box(("piles", index), f"pile {pile.name!r}", pile.x, pile.y, 64, 90)


def _check_room(profile: Profile, sources: Sources) -> None:
    boxes = list(_boxes(profile))
    tiles = [_Box(("grid",), f"tile {tile.name!r}", tile.x, tile.y, 48, 48) for tile in profile.tiles]
    for box in tiles + boxes:
        _check_inside(profile, box, sources)
    for index, box in enumerate(boxes):
        for other in tiles + boxes[:index]:
            if box.meets(other):
                raise sources.error(box.path, f"puts {box.name} over {other.name}; move one of them.")


def _check_inside(profile: Profile, box: _Box, sources: Sources) -> None:
    inside_x = box.width / 2 <= box.x <= profile.width - box.width / 2
    if not (inside_x and box.depth / 2 <= box.y <= profile.depth - box.depth / 2):
        size = f"{profile.width:g} × {profile.depth:g} mm"
        raise sources.error(
            box.path, f"puts {box.name} over the edge of the table ({size}); move it, or enlarge [table]."
        )


def _check_piles(profile: Profile, sources: Sources) -> None:
    for box in _boxes(profile):
        if box.path[0] != "piles":
            continue
        for pad in profile.pads:
            if box.gap(pad.x, pad.y) < PILE_GAP:
                raise sources.error(
                    box.path,
                    f"puts {box.name} {box.gap(pad.x, pad.y):.0f} mm from pad {pad.name!r}, whose reader "
                    f"would see it; leave {PILE_GAP:g} mm.",
                )


def _check_lights(profile: Profile, sources: Sources) -> None:
    count = len(profile.lights)
    if count > MAX_LIGHTS:
        raise sources.error(
            ("grid", "columns") if profile.tiles else ("pads",),
            f"makes {count} lights with pads and seats, but the chain takes {MAX_LIGHTS}; use fewer.",
        )
    if profile.power == "usb" and profile.budget_ma > USB_BUDGET_MA:
        raise sources.error(
            ("power", "budget_ma"),
            f"is {profile.budget_ma}, but USB leaves {USB_BUDGET_MA} mA for lights; "
            'lower it, or set power.source = "external" and wire a 5 V supply.',
        )
    if profile.worst_current_ma > profile.budget_ma:
        raise sources.error(("power", "budget_ma"), _over_budget(profile, count))


def _over_budget(profile: Profile, count: int) -> str:
    fits = max((b for b in range(256) if worst_current_ma(count, b) <= profile.budget_ma), default=0)
    lower = f", or lower power.brightness to {fits}" if fits else ""
    return (
        f"is {profile.budget_ma}, but {count} lights, all white at brightness {profile.brightness}, "
        f"take {profile.worst_current_ma} mA; raise it to what the supply gives{lower}."
    )


def _check_controller(profile: Profile, sources: Sources) -> None:
    if profile.controller == "none" and (profile.lights or profile.wiring.pins()):
        raise sources.error(
            ("controller", "board"), "is 'none', but there are lights or pins to drive; name the board."
        )


def _needed(profile: Profile) -> Iterator[tuple[str, str]]:
    """Every line that the profile's parts need, with the reason."""
    if profile.scan_bytes:
        yield from ((line, "tiles, buttons and readers' IRQ lines are scanned") for line in _SCAN)
    if profile.pads:
        yield from ((line, "there are readers") for line in _READER)
        direct = profile.wiring.reader_select is not None
        yield "reader_select" if direct else "select_latch", "a reader must be selected"
    if profile.lights:
        yield "lights", "there are lights"
    if profile.controller != "none":
        yield "safe", "the board must be able to start in safe mode"


def _check_pins(profile: Profile, sources: Sources) -> None:
    pins = profile.wiring.pins()
    for line, reason in _needed(profile):
        if line not in pins:
            raise sources.error(("wiring", line), f"is missing, but {reason}; give its GPIO number.")
    _check_lone_reader(profile, sources)
    owner: dict[int, str] = {}
    for line, pin in pins.items():
        _check_pin(line, pin, sources)
        if pin in owner:
            raise sources.error(
                ("wiring", line),
                f"is GPIO {pin}, which {owner[pin]} has already; give one of them another pin.",
            )
        owner[pin] = line


def _check_lone_reader(profile: Profile, sources: Sources) -> None:
    for line in ("reader_select", "reader_irq"):
        if line in profile.wiring.pins() and len(profile.pads) != 1:
            raise sources.error(
                ("wiring", line),
                f"serves a table with exactly one pad, and this one has {len(profile.pads)}; remove it, "
                "and use select_latch and the scan chain.",
            )


def _check_pin(line: str, pin: int, sources: Sources) -> None:
    if pin in _ON_BOARD:
        raise sources.error(("wiring", line), f"is GPIO {pin}, which the Pico uses itself; choose another pin.")
    allowed = _SPI_PINS.get(line)
    if allowed and pin not in allowed:
        bus = "SPI0" if line.startswith("scan") else "SPI1"
        options = ", ".join(str(number) for number in allowed)
        raise sources.error(("wiring", line), f"is GPIO {pin}, which cannot serve {bus}; use one of {options}.")
