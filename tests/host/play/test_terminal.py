"""A game in plain lines: what a line that somebody types means, and what is printed."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.play import terminal
from host.play.commands import (
    Aim,
    Correct,
    GoTo,
    Leave,
    Mask,
    Name,
    Pick,
    Press,
    Redo,
    Say,
    Show,
    TableIsRight,
    Undo,
    Unread,
    Vouch,
    from_json,
    to_json,
)
from host.play.picture import Button, Card, Gauge, Line, Page, Picture, Prompt, Reading, SeatPicture
from host.table.health import HealthReport, PadHealth, TileHealth

TILES = {"e4": 31, "e5": 40}
BUTTONS = (
    Button("gun-2 on e1", Pick(0), "1", group="Build"),
    Button("gun-5 on e1", Pick(1), "2", group="Build"),
    Button("None of these", Pick(-1), "N"),
)


def picture(kind="turn", seat=0, **fields):
    return Picture("armada", Prompt(kind, "Blue: two actions", "Build or move.", seat, BUTTONS), **fields)


# ---- what is typed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("2", Pick(1)),
        ("build gun-3 e1 north", Say("build gun-3 e1 north")),
        ("yes", Press(1, "yes")),
        ("NO", Press(1, "no")),
        ("Table is right", TableIsRight()),
        ("aim", Aim()),
        ("leave", Leave()),
        ("undo", Undo()),
        ("undo 3", Undo(3)),
        ("redo", Redo()),
        ("to 12", GoTo(12)),
        ("show blue.gun-3", Show("blue.gun-3")),
        ("mask e4", Mask(31)),
        ("unmask e5", Mask(40, False)),
        ("sure e4", Vouch(31)),
        ("unread play", Unread("play")),
        ("correct ship-1.energy 3 we miscounted", Correct("ship-1.energy", 3, "we miscounted")),
        ("correct ship-1.energy -2 why not", Correct("ship-1.energy", -2, "why not")),
        ("correct blue.shield-1.shield fresh it is whole", Correct("blue.shield-1.shield", "fresh", "it is whole")),
        ("gun-3", Say("gun-3")),
    ],
)
def test_every_line_of_the_help_means_its_command(typed, command):
    assert terminal.read(typed, picture(seat=1), TILES) == command


def test_one_word_is_a_name_while_a_piece_waits_for_one():
    asked = picture("reveal")
    assert terminal.read("gun-3", asked, TILES) == Name("gun-3")
    assert terminal.read("undo", asked, TILES) == Undo()
    assert terminal.read("move ship-1 north", asked, TILES) == Say("move ship-1 north")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "There are 3 answers to pick from now."),
        ("4", "There are 3 answers to pick from now."),
        ("mask z9", "This table has no tile z9."),
        ("correct ship-1.energy 3", "Say what, to which value, and why: correct ship-1.energy 3 we miscounted"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(typed, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        terminal.read(typed, picture(), TILES)


def test_words_that_only_begin_like_a_command_are_answers():
    for typed in ("undo it", "to e4", "aim high", "yes please", "to -1", "undo 99999999"):
        assert terminal.read(typed, picture(), TILES) == Say(typed)


WORDS = ("undo", "to", "redo", "aim", "leave", "show", "unread", "mask", "sure", "correct", "taps", "every", "none")
MORE_WORDS = ("yes", "no", "table", "is", "right", "1", "3", "e4")
LINES = st.lists(st.sampled_from(WORDS + MORE_WORDS) | st.text(min_size=1, max_size=9), min_size=1, max_size=6).map(
    " ".join
)


def test_any_line_is_a_command_or_a_sentence():
    outcomes = set()

    @settings(max_examples=400)
    @given(LINES.filter(str.strip), st.sampled_from(["turn", "reveal", "ask"]))
    def read(typed, kind):
        try:
            command = terminal.read(typed, picture(kind), TILES)
        except ValueError as error:
            outcomes.add(str(error))
            return
        outcomes.add(type(command))
        assert from_json(to_json(command)) == command

    read()
    assert len(outcomes) > 10


# ---- what is printed ---------------------------------------------------------------------------------------


def test_what_is_asked_comes_with_the_ships_and_numbered_answers():
    card = Card("ship-1", 0, "2 pieces, open", (Gauge("Energy", 3, "3", "ship-1.energy"),), ())
    seats = (
        SeatPicture("blue", "person", True, (card,), ("blue.gun-2", "blue.gun-5"), 9, said="9 to draw"),
        SeatPicture("red", "person", False, (), (), 12, said="12 to draw"),
    )
    assert list(terminal.describe(picture(seats=seats))) == [
        "== Blue: two actions",
        "   Build or move.",
        "   blue: 9 to draw",
        "      ship-1 (2 pieces, open): energy 3",
        "   red: 12 to draw",
        "    1 Build gun-2 on e1",
        "    2 Build gun-5 on e1",
        "    3 None of these",
    ]


def test_while_something_is_under_way_only_that_is_said():
    waiting = picture("wait")
    assert list(terminal.describe(waiting)) == ["   … Build or move."]
    alone = replace(waiting, prompt=replace(waiting.prompt, buttons=(), detail="Mastermind is thinking."))
    assert list(terminal.describe(alone)) == ["== Blue: two actions", "   Mastermind is thinking."]


def test_many_answers_are_counted_by_kind():
    many = tuple(Button(str(at), Pick(at), group="Build" if at % 3 else "Move") for at in range(15))
    lines = list(terminal.describe(replace(picture(), prompt=replace(picture().prompt, buttons=many))))
    assert lines[-1] == '   5 × move, 10 × build; "legal" lists them'
    assert len(lines) == 3


def test_a_line_of_the_ledger_says_who_what_why_and_how_sure():
    line = Line(7, 0, 1, "build gun-3 e1 north", "Only this fits.", ("gun-3 joins ship-2.",), 82, ("gun-5", "gun-6"))
    assert terminal.line(line, ("blue", "red")) == (
        "#7 red: build gun-3 e1 north  [Only this fits, 82 %, one of 2]\n      gun-3 joins ship-2."
    )


def test_a_line_of_nobody_that_was_taken_back_says_so():
    line = Line(3, 0, None, "drew gun-3", "Shown to the pad.", is_taken_back=True)
    assert terminal.line(line, ("blue", "red")) == "#3 drew gun-3  [Shown to the pad]  (taken back)"
    assert terminal.line(replace(line, seat=9), ("blue", "red")).startswith("#3 drew gun-3")


def test_what_is_broken_comes_before_what_was_counted():
    report = HealthReport((TileHealth("e4", 5, 1), TileHealth("e5", 2)), (PadHealth("play", reads=3),))
    shown = picture(faults=("e4 does not feel what lies on it.",), health=report)
    assert list(terminal.health(shown)) == [
        "e4 does not feel what lies on it.",
        "e4 has changed 5 times, once undone at once.",
        "Nothing unusual was counted at 1 tile and 1 pad.",
    ]


def test_what_people_may_read_aloud_is_printed_page_by_page():
    reading = Reading(
        "trap 4", (Page("Red: look at Blue and say", "“Hello Blue.”"), Page("Red: read", "Gas whispers."))
    )
    assert list(terminal.read_aloud(reading)) == [
        "~~ Red: look at Blue and say",
        "   “Hello Blue.”",
        "~~ Red: read",
        "   Gas whispers.",
    ]
    assert list(terminal.read_aloud(None)) == []


def test_the_order_of_a_pile_is_corrected_by_places():
    typed = "correct discard 2,1 they fell"
    assert terminal.read(typed, Picture("saw", Prompt("turn", "")), {}) == Correct("discard", "2,1", "they fell")
