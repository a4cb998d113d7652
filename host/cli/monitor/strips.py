"""Seats and pads: strips of lights with their buttons."""

from __future__ import annotations

from firmware import wire
from hardware.profiles.model import LIMBS, PINTS, Seat
from host.cli.monitor.canvas import Canvas, Style, shorten
from host.cli.monitor.palette import CURSOR, DIM, FAINT, GOOD, INK, TEXT, WARN, Signs, shown
from host.cli.monitor.view import View

SEAT_WIDTH = 32
_GAP = 2
_PAD_STYLES = {
    wire.PAD_PRESENT: Style(GOOD, bold=True),
    wire.PAD_SEVERAL: Style(WARN, bold=True),
    wire.PAD_GARBLED: Style(WARN),
    wire.PAD_DOWN: Style(WARN, reverse=True),
}


def seats_at(view: View, *sides: str) -> list[Seat]:
    """The seats at some edges of the table, from west to east."""
    return sorted((seat for seat in view.profile.seats if seat.side in sides), key=lambda seat: (seat.x, seat.index))


def strips_width(view: View, room: int) -> int:
    """How many columns the seats take, if so many are there."""
    sides = (("north",), ("south",), ("west", "east"))
    most = max(len(seats_at(view, *side)) for side in sides)
    return min(most, _per_row(room)) * (SEAT_WIDTH + _GAP) - _GAP if most else 0


def rows_of_seats(seats: list[Seat], width: int) -> int:
    """How many rows the strips of some seats take."""
    return -(-len(seats) // _per_row(width))


def draw_seats(canvas: Canvas, x: int, y: int, width: int, view: View, seats: list[Seat], signs: Signs) -> None:
    """Draw the strips of some seats side by side, as many in a row as fit."""
    per_row = _per_row(width)
    for at, seat in enumerate(seats):
        draw_seat(canvas, x + at % per_row * (SEAT_WIDTH + _GAP), y + at // per_row, view, seat, signs)


def draw_seat(canvas: Canvas, x: int, y: int, view: View, seat: Seat, signs: Signs) -> None:
    """Draw one seat: its name, ten lights, four lights, two buttons; in the order in which they lie on the table."""
    is_chosen = seat.index == view.seat
    canvas.put(x, y, ">" if is_chosen else " ", Style(CURSOR, bold=True))
    x = canvas.put(x + 1, y, f"{seat.name:<6}", Style(INK, bold=is_chosen))
    x = _draw_lights(canvas, x, y, view, seat, "pints", (signs.bar_lit, signs.bar_dark)) + 1
    x = _draw_lights(canvas, x, y, view, seat, "limb", (signs.limb_lit, signs.limb_dark)) + 1
    for button in view.profile.buttons:
        if button.seat == seat.index:
            is_down = view.is_pressed(button.index)
            x = canvas.put(x, y, f" {button.answer} ", Style(INK if is_down else FAINT, bold=is_down, reverse=is_down))


def _draw_lights(canvas: Canvas, x: int, y: int, view: View, seat: Seat, role: str, signs: tuple[str, str]) -> int:
    numbers = range(PINTS if role == "pints" else LIMBS)
    for number in reversed(numbers) if seat.side == "north" else numbers:
        index = view.profile.seat_light(seat.index, "pints" if role == "pints" else "limb", number)
        colour = shown(view.light(index), view.profile.brightness)
        x = canvas.put(x, y, signs[0] if any(colour) else signs[1], Style(colour if any(colour) else FAINT))
    return x


def rows_of_pads(view: View, width: int) -> int:
    """How many rows the pads take."""
    return -(-len(view.profile.pads) // _pads_per_row(view, width))


def draw_pads(canvas: Canvas, x: int, y: int, width: int, view: View, signs: Signs) -> None:
    """Draw the pads in columns: light, name and, as far as there is room, what lies there."""
    per_row = _pads_per_row(view, width)
    for at, pad in enumerate(view.profile.pads):
        left, top = x + at % per_row * _pad_width(view), y + at // per_row
        colour = shown(view.light(view.profile.pad_light(pad.index)), view.profile.brightness)
        is_lit = any(colour)
        canvas.put(left, top, signs.lit if is_lit else signs.dark, Style(colour if is_lit else FAINT))
        lies = view.pad(pad.index)
        at_end = canvas.put(left + 2, top, pad.name, _PAD_STYLES.get(lies.what, TEXT))
        room = left + _pad_width(view) - at_end - 2
        if lies.what == wire.PAD_PRESENT and room > 2:
            canvas.put(at_end + 1, top, shorten(lies.text or lies.uid.hex(), room), DIM)


def _pad_width(view: View) -> int:
    return max((len(pad.name) for pad in view.profile.pads), default=0) + 4


def _pads_per_row(view: View, width: int) -> int:
    return max(1, width // _pad_width(view))


def _per_row(width: int) -> int:
    return max(1, (width + _GAP) // (SEAT_WIDTH + _GAP))
