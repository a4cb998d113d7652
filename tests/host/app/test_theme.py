"""Whether everything can be read: contrasts as the Web Content Accessibility Guidelines 2.2 compute them."""

from __future__ import annotations

import pytest
from PyQt6.QtGui import QColor, QPixmapCache
from PyQt6.QtWidgets import QApplication

from host.app import theme

GROUNDS = (theme.ABYSS, theme.DECK, theme.RAISED, theme.HOVER)
TEXT, SHAPE = 4.5, 3.0


def luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", GROUNDS, ids=lambda colour: colour.name())
@pytest.mark.parametrize("name", ["INK", "SOFT", "FAINT", "BRASS", "AMBER", "AZURE", "VIOLET", "CYAN", "GOOD"])
def test_text_stands_out_from_every_ground(name: str, ground: QColor) -> None:
    assert contrast(getattr(theme, name), ground) >= TEXT


@pytest.mark.parametrize("ground", [theme.ABYSS, theme.DECK, theme.RAISED], ids=lambda colour: colour.name())
def test_edges_of_fields_and_what_cannot_be_used_are_visible(ground: QColor) -> None:
    assert contrast(theme.DIM, ground) >= SHAPE


def test_lettering_on_bright_ground_stands_out() -> None:
    for ground in (theme.BRASS, theme.VIOLET):
        assert contrast(theme.ABYSS, ground) >= TEXT
    assert contrast(theme.FAINT, theme.EDGE) >= TEXT  # the main button, while it cannot be pressed


@pytest.mark.parametrize("livery", theme.LIVERIES, ids=lambda livery: livery.name)
def test_the_lines_of_a_piece_stand_out_from_it_and_from_the_table(livery: theme.Livery) -> None:
    assert contrast(livery.line, livery.hull) >= SHAPE
    assert contrast(livery.line, theme.ABYSS) >= TEXT


def test_the_seats_differ_by_shape_and_not_by_colour_alone() -> None:
    assert len({livery.is_hatched for livery in theme.LIVERIES}) == len(theme.LIVERIES)


def test_there_is_room_for_the_picture_of_a_table_on_a_fine_screen(app: QApplication) -> None:
    assert QPixmapCache.cacheLimit() * 1024 > 2 * 4 * 3840 * 2160
