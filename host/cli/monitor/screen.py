"""One picture: a view and a size become a canvas."""

from __future__ import annotations

import time

from host.cli.monitor.canvas import Canvas, Style, shorten
from host.cli.monitor.palette import BAR, DIM, GOOD, HEAD, KEY, TEXT, TITLE, TITLE_NOTE, UNICODE, WARN, Signs
from host.cli.monitor.strips import draw_pads, draw_seats, rows_of_pads, rows_of_seats, seats_at, strips_width
from host.cli.monitor.tiles import cell_for, draw_map, map_size
from host.cli.monitor.view import Entry, LinkView, View

MIN_WIDTH, MIN_HEIGHT = 60, 18
_FACTS_WIDTH = 34  # columns that the list of facts needs beside a map
_TOP, _BOTTOM = 4, 2  # rows above and below the table
_MARGIN = 1
_PADS_WIDTH = 36

TWIN_KEYS = (
    ("arrows", "move the cursor"),
    ("Enter 1", "put a base"),
    ("2", "put a tray"),
    ("3", "put a cross tray"),
    ("4", "put a pawn"),
    ("r", "turn it a quarter"),
    ("Space x", "lift what lies on top"),
    ("c", "clear the table"),
    ("s", "choose the next seat"),
    ("y n", "press its yes, its no"),
    ("l", "next demo of the lights"),
    ("u", "unplug, plug in again"),
    ("b", "reboot the board"),
    ("?", "this help"),
    ("q", "quit"),
)
BOARD_KEYS = (("l", "next demo of the lights"), ("b", "reboot the board"), ("?", "this help"), ("q", "quit"))
_TWIN_HINTS = (
    ("?", "help"),
    ("q", "quit"),
    ("arrows", "move"),
    ("Enter", "put"),
    ("r", "turn"),
    ("x", "lift"),
    ("y n", "press"),
    ("l", "lights"),
    ("u", "unplug"),
    ("b", "reboot"),
)
_BOARD_HINTS = (("?", "help"), ("q", "quit"), ("l", "lights"), ("b", "reboot"))


def draw(view: View, width: int, height: int, signs: Signs = UNICODE) -> Canvas:
    """Draw everything."""
    canvas = Canvas(width, height)
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        canvas.put(0, 0, f"The window is {width}×{height}.", TEXT)
        canvas.put(0, 1, f"Make it at least {MIN_WIDTH}×{MIN_HEIGHT}.", TEXT)
        return canvas
    _draw_title(canvas, view, signs)
    _draw_link(canvas, view.link)
    used = _draw_table(canvas, view, signs)
    _draw_log(canvas, used + 2, view, signs)
    canvas.put(_MARGIN, height - 2, shorten(view.sentence, width - 2), TEXT)
    _draw_hints(canvas, height - 1, view)
    if view.is_helping:
        _draw_help(canvas, TWIN_KEYS if view.is_twin else BOARD_KEYS)
    return canvas


def _draw_title(canvas: Canvas, view: View, signs: Signs) -> None:
    canvas.put(0, 0, " " * canvas.width, TITLE)
    x = canvas.put(_MARGIN, 0, "Deadfall", TITLE)
    what = f"twin on {view.link.runtime}" if view.is_twin else view.link.port
    note = f"  {what}  {signs.dot}  {view.profile.title}"
    canvas.put(x, 0, shorten(note, canvas.width - x - 14), TITLE_NOTE)
    live = view.link.phase == "live"
    phase = f"{signs.lit if live else signs.dark} {view.link.phase}"
    canvas.put(canvas.width - len(phase) - 1, 0, phase, Style(GOOD if live else WARN, BAR, bold=True))


def link_lines(link: LinkView) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return what the two link lines say: who is there, and how it goes."""
    who = [("board", link.uid or "none yet"), ("firmware", link.firmware or "?"), ("profile", link.profile or "?")]
    who += [("session", str(link.sessions))] if link.sessions else []
    how = [
        ("next", str(link.next_seq)),
        ("rtt", f"{link.rtt} ms" if link.rtt >= 0 else "?"),
        ("facts/s", f"{link.rate:.0f}"),
        ("gaps", str(link.gaps)),
        ("resends", str(link.resends)),
        ("ledger", link.ledger),
    ]
    return who, how


def _draw_link(canvas: Canvas, link: LinkView) -> None:
    who, how = link_lines(link)
    rows = [who + how] if canvas.width >= 140 else [who, how]
    for y, pairs in enumerate(rows, 1):
        x = _MARGIN
        for name, value in pairs:
            x = canvas.put(x, y, name + " ", DIM)
            trouble = name in ("gaps", "resends") and value != "0"
            room = canvas.width - x - 1
            x = canvas.put(x, y, shorten(value, room), Style(WARN, bold=True) if trouble else TEXT) + 2


def _draw_table(canvas: Canvas, view: View, signs: Signs) -> int:
    """Draw seats, map and pads; return the column behind them."""
    north, south = seats_at(view, "north"), seats_at(view, "south")
    sides = seats_at(view, "west", "east")
    room = canvas.width - _FACTS_WIDTH - 2
    strips = sum(rows_of_seats(seats, room) for seats in (north, south, sides)) + rows_of_pads(view, room)
    cell = cell_for(view, room, canvas.height - _TOP - _BOTTOM - strips)
    map_width, map_rows = map_size(view, cell)
    width = max(map_width, strips_width(view, room), min(room, _PADS_WIDTH) if view.profile.pads else 0)
    y = _TOP
    draw_seats(canvas, _MARGIN, y, width, view, north, signs)
    y += rows_of_seats(north, width)
    draw_map(canvas, _MARGIN, y, view, cell, signs)
    y += map_rows
    for seats in (south, sides):
        draw_seats(canvas, _MARGIN, y, width, view, seats, signs)
        y += rows_of_seats(seats, width)
    draw_pads(canvas, _MARGIN + 1, y, width, view, signs)
    return _MARGIN + width


def _draw_log(canvas: Canvas, x: int, view: View, signs: Signs) -> None:
    width = canvas.width - x - 1
    rows = canvas.height - _TOP - _BOTTOM - 2
    canvas.put(x, _TOP, "what the board says", HEAD)
    canvas.put(x, _TOP + 1, signs.rule * width, DIM)
    entries = list(view.log)[-rows:] if rows > 0 else []
    for y, entry in enumerate(entries, _TOP + 2):
        is_newest = entry is entries[-1]
        at = canvas.put(x, y, _clock(entry) + " ", DIM)
        canvas.put(at, y, shorten(entry.text, width - (at - x)), Style(TEXT.fg, bold=is_newest))
    if not entries:
        canvas.put(x, _TOP + 2, "nothing yet", DIM)


def _clock(entry: Entry) -> str:
    return time.strftime("%H:%M:%S", time.localtime(entry.at / 1000))


def _draw_hints(canvas: Canvas, y: int, view: View) -> None:
    x = _MARGIN
    for key, what in _TWIN_HINTS if view.is_twin else _BOARD_HINTS:
        if x + len(key) + 1 + len(what) > canvas.width:
            return
        x = canvas.put(x, y, key, KEY)
        x = canvas.put(x, y, f" {what}  ", DIM)


def _draw_help(canvas: Canvas, keys: tuple[tuple[str, str], ...]) -> None:
    width = 38
    left, top = (canvas.width - width) // 2, max(1, (canvas.height - len(keys) - 4) // 2)
    box = Style(TEXT.fg, BAR)
    for row in range(len(keys) + 4):
        canvas.put(left, top + row, " " * width, box)
    canvas.put(left + 3, top + 1, "Keys", Style(TEXT.fg, BAR, bold=True))
    for row, (key, what) in enumerate(keys, top + 3):
        canvas.put(left + 3, row, key, Style(KEY.fg, BAR, bold=True))
        canvas.put(left + 13, row, what, box)
