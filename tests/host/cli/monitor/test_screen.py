"""Pictures without a terminal: what stands where, for every profile and size."""

import pytest

from firmware import wire
from hardware import profiles
from host.cli.monitor.canvas import Depth
from host.cli.monitor.demo import DEMOS
from host.cli.monitor.palette import ASCII, UNICODE, signs_for
from host.cli.monitor.screen import MIN_HEIGHT, MIN_WIDTH, draw
from host.cli.monitor.view import Entry, LinkView, View
from host.link import PadView

GRID = profiles.load("grid")
N, E, S, W, C = 1, 2, 4, 8, 16


def state(buttons=0, **tiles):
    cells = bytearray(GRID.tile_bytes + GRID.button_bytes)
    for name, mask in tiles.items():
        cells[GRID.tile_named(name).index] = mask
    cells[GRID.tile_bytes] = buttons
    return bytes(cells)


def picture(width=80, height=24, signs=UNICODE, **fields):
    return draw(View(profile=GRID, **fields), width, height, signs).text()


def row(lines, number):
    """The line of a map row."""
    return next(line for line in lines if line.startswith(f" {number:2}"))


def test_facing_is_visible_on_the_small_map():
    lines = picture(state=state(a5=N, b5=E, c5=S, d5=W, e5=C, f5=N | C))
    assert row(lines, 5).startswith("  5  ▲    ►  ▼  ◄    ◉  ◉▲   ·")


def test_row_1_is_the_lowest_and_north_is_up():
    lines = picture(state=state(a1=N, i11=S))
    assert "▼" in row(lines, 11)
    assert lines.index(row(lines, 11)) < lines.index(row(lines, 1))
    assert row(lines, 1).startswith("  1  ▲ ")


def test_a_large_window_shows_all_five_reeds_of_a_tile():
    lines = picture(140, 50, state=state(a11=N | E | S | W | C))
    top = next(at for at, line in enumerate(lines) if "▲" in line)
    assert [line[4:11] for line in lines[top : top + 3]] == ["   ▲  ○", " ◄ ◉ ► ", "   ▼   "]


def test_the_cursor_embraces_its_tile():
    assert "[ ▲ ]" in row(picture(state=state(c4=N), cursor=GRID.tile_named("c4").index), 4)


@pytest.mark.parametrize("size", [(80, 24), (140, 50)])
def test_a_light_is_drawn_in_its_colour(size):
    lights = [(0, 0, 0)] * len(GRID.lights)
    dark = draw(View(profile=GRID, lights=lights), *size).lines(Depth.TRUE)
    lights[GRID.tile_named("e5").index] = (GRID.brightness, 0, 0)
    lit = draw(View(profile=GRID, lights=lights), *size).lines(Depth.TRUE)
    changed = [new for old, new in zip(dark, lit, strict=True) if old != new]
    assert changed
    red, green, blue = map(int, changed[0].split("48;2;")[5].split("m")[0].split(";")[:3])
    assert red > 100 > green + blue or ";2;255;0;0" in changed[0]


def test_without_colours_a_lit_tile_has_a_mark():
    lights = [(0, 0, 0)] * len(GRID.lights)
    lights[GRID.tile_named("b3").index] = (60, 0, 0)
    lines = picture(lights=lights, signs=signs_for("utf-8", Depth.NONE))
    assert row(lines, 3).startswith("  3  ·   · '")


def test_seats_show_fourteen_lights_and_their_buttons():
    lights = [(0, 0, 0)] * len(GRID.lights)
    for number in range(7):
        lights[GRID.seat_light(0, "pints", number)] = (40, 0, 0)
    lights[GRID.seat_light(0, "limb", 3)] = (0, 40, 0)
    lines = picture(lights=lights, seat=0)
    assert any(line.startswith(" >seat1 ▮▮▮▮▮▮▮▯▯▯ □□□■  yes  no") for line in lines)


def test_a_north_seat_is_drawn_as_it_lies_on_the_table():
    lights = [(0, 0, 0)] * len(GRID.lights)
    lights[GRID.seat_light(1, "pints", 0)] = (40, 0, 0)
    assert any("seat2 ▯▯▯▯▯▯▯▯▯▮ □□□□" in line for line in picture(lights=lights))


def test_a_pressed_button_stands_out():
    up = draw(View(profile=GRID, state=state()), 80, 24).lines(Depth.NONE)
    down = draw(View(profile=GRID, state=state(buttons=1)), 80, 24).lines(Depth.NONE)
    (line,) = [new for old, new in zip(up, down, strict=True) if old != new]
    assert "\x1b[0;1;7m yes \x1b[0m" in line


def test_the_link_line_says_how_it_goes():
    link = LinkView("live", "e660", "0.1.0", "grid", "cpython", "", 42, 3, 12.4, 1, 2, 5, "~/ring.ledger")
    text = "\n".join(picture(link=link, is_twin=True))
    for part in ("● live", "board e660", "firmware 0.1.0", "next 42", "rtt 3 ms", "facts/s 12", "gaps 1", "resends 2"):
        assert part in text
    assert "ledger ~/ring.ledger" in text
    assert "twin on cpython" in text


def test_the_newest_facts_are_kept_in_view():
    log = [Entry(0, f"fact {number}") for number in range(100)]
    text = "\n".join(picture(log=log))
    assert "fact 99" in text
    assert "fact 50" not in text


def test_help_lists_what_the_twin_can_and_a_board_cannot():
    assert any("put a cross tray" in line for line in picture(is_helping=True, is_twin=True))
    assert not any("put a cross tray" in line for line in picture(is_helping=True))


def test_quit_and_help_are_hinted_at_in_the_narrowest_window():
    assert picture(MIN_WIDTH, MIN_HEIGHT, is_twin=True)[-1].startswith(" ? help  q quit")


def test_a_window_that_is_too_small_says_so():
    assert picture(40, 10)[:2] == ["The window is 40×10.", f"Make it at least {MIN_WIDTH}×{MIN_HEIGHT}."]


@pytest.mark.parametrize("name", profiles.names())
@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (140, 50), (300, 100), (1, 1)])
def test_every_profile_fits_every_size(name, size):
    profile = profiles.load(name)
    view = View(profile=profile, state=bytes(profile.tile_bytes + profile.button_bytes), log=[Entry(0, "x" * 300)])
    lines = draw(view, *size).lines(Depth.NONE)
    assert len(lines) == size[1]
    assert max(len(line) for line in draw(view, *size).text()) <= size[0]


def test_ascii_terminals_get_ascii():
    lines = picture(state=state(a5=N, b5=E), signs=signs_for("ascii", Depth.INDEXED))
    assert row(lines, 5).startswith("  5  ^    >")
    assert "".join(ASCII).isascii()


@pytest.mark.parametrize("name", profiles.names())
@pytest.mark.parametrize("demo", DEMOS)
def test_every_demo_fits_every_profile(name, demo):
    profile = profiles.load(name)
    scene = DEMOS[demo](profile, bytes([E]) * profile.tile_bytes + bytes(profile.button_bytes))
    assert len(scene.base) in (0, len(profile.lights))
    assert all(light < len(profile.lights) for effect in scene.effects.values() for light in effect.lights)


def test_landscape_pieces_are_armed_and_breathe():
    scene = DEMOS["traps"](GRID, state(a1=E, b1=N, c1=W))
    breathing = {
        light for effect in scene.effects.values() if effect.kind == wire.FX_BREATHE for light in effect.lights
    }
    assert {GRID.tile_named("a1").index, GRID.tile_named("c1").index} <= breathing
    assert GRID.tile_named("b1").index not in breathing


def test_pads_show_what_lies_on_them():
    profile = profiles.load("pocket")
    card = PadView(wire.PAD_PRESENT, bytes(7), "gun-3")
    plain = draw(View(profile=profile), 80, 24).lines(Depth.TRUE)
    shown = draw(View(profile=profile, pads=(card,)), 80, 24).lines(Depth.TRUE)
    down = draw(View(profile=profile, pads=(PadView(wire.PAD_DOWN),)), 80, 24).lines(Depth.TRUE)
    assert len({str(plain), str(shown), str(down)}) == 3
