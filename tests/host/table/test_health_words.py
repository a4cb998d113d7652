"""Counts in sentences."""

from host.table.health import HealthReport, PadHealth, TileHealth
from host.table.health_words import health_lines, pad_words


def test_the_worst_tile_comes_first_and_the_rest_in_one_sentence():
    tiles = (TileHealth("a1", 9), TileHealth("a2", 9, 1), TileHealth("a3", 9, 4), TileHealth("a4"))
    assert list(health_lines(HealthReport(tiles, (PadHealth("play", 5, failures=1),)))) == [
        "a3 has changed 9 times, 4 times undone at once.",
        "a2 has changed 9 times, once undone at once.",
        "play has read a card 5 times, did not answer once.",
        "Nothing unusual was counted at 2 tiles.",
    ]


def test_a_table_without_sensors_has_nothing_to_say():
    assert list(health_lines(HealthReport())) == []


def test_every_count_of_a_pad_has_its_words():
    said = pad_words(PadHealth("play", 1, 2, 3, 4, 5, 6))
    assert said == (
        "play has read a card once, lost it for a moment twice, could not make it out 3 times, heard several at once "
        "4 times, heard one that lay on another pad 5 times, did not answer 6 times."
    )
