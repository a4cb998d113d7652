"""Styled characters become lines for a terminal."""

import pytest

from host.cli.monitor.canvas import Canvas, Depth, Style, depth_of, nearest, shorten


def test_text_outside_the_canvas_is_cut():
    canvas = Canvas(5, 2)
    canvas.put(3, 0, "abc")
    canvas.put(-1, 1, "xyz")
    canvas.put(0, 7, "nowhere")
    assert canvas.text() == ["   ab", "yz"]


def test_a_style_is_written_once_for_a_run_and_ended():
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "ab", Style((1, 2, 3), (4, 5, 6), bold=True))
    assert canvas.lines(Depth.TRUE) == [" \x1b[0;1;38;2;1;2;3;48;2;4;5;6mab\x1b[0m "]


def test_256_colours_where_there_are_no_more():
    canvas = Canvas(1, 1)
    canvas.put(0, 0, "x", Style((255, 0, 0)))
    assert canvas.lines(Depth.INDEXED) == ["\x1b[0;38;5;196mx\x1b[m"]


def test_without_colours_bold_and_reverse_stay():
    canvas = Canvas(2, 1)
    canvas.put(0, 0, "a", Style((9, 9, 9), reverse=True))
    canvas.put(1, 0, "b", Style((9, 9, 9)))
    assert canvas.lines(Depth.NONE) == ["\x1b[0;7ma\x1b[0mb"]


@pytest.mark.parametrize(
    ("rgb", "index"), [((0, 0, 0), 16), ((255, 255, 255), 231), ((44, 46, 54), 236), ((0, 95, 135), 24)]
)
def test_the_nearest_of_256(rgb, index):
    assert nearest(rgb) == index


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "screen"}, Depth.INDEXED),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm", "NO_COLOR": ""}, Depth.INDEXED),
        ({"TERM": "dumb"}, Depth.NONE),
        ({}, Depth.NONE),
    ],
)
def test_what_the_environment_says_about_colours(environment, depth):
    assert depth_of(environment) is depth


def test_shorten():
    assert [shorten("abcdef", width) for width in (0, 1, 3, 6)] == ["", "…", "ab…", "abcdef"]
