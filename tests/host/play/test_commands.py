"""Commands as they are written down: each comes back as it was, and nothing else is taken for one."""

from typing import get_args, get_type_hints

import pytest

from host.play.commands import (
    COMMANDS,
    Correct,
    GoTo,
    Lay,
    Mask,
    Press,
    Redo,
    Say,
    Taps,
    Undo,
    from_json,
    is_storable,
    to_json,
)

LONGEST, GREATEST = 400, 1_000_000_000  # what every ledger so far may hold


@pytest.mark.parametrize("kind", COMMANDS.values(), ids=COMMANDS)
def test_every_command_comes_back_as_it_was(kind):
    values = {str: "some text", int: 3, bool: True, int | str: "x"}
    hints = get_type_hints(kind).items()
    command = kind(**{name: values[meant] if meant in values else get_args(meant)[-1] for name, meant in hints})
    assert from_json(to_json(command)) == command
    assert is_storable(command)
    assert to_json(command)["do"] == kind.__name__.lower()


@pytest.mark.parametrize(("command", "fits"), [(Say("x" * LONGEST), True), (Say("x" * (LONGEST + 1)), False)])
def test_texts_have_a_greatest_length(command, fits):
    assert is_storable(command) == fits


@pytest.mark.parametrize("number", [GREATEST, -GREATEST, GREATEST + 1, -GREATEST - 1])
def test_numbers_have_a_greatest_size(number):
    assert is_storable(GoTo(number)) == (abs(number) <= GREATEST)
    assert is_storable(Correct("field", number, "why")) == (abs(number) <= GREATEST)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "nothing"},
        {"do": "say"},
        {"do": "say", "text": 3},
        {"do": "say", "text": True},
        {"do": "say", "text": "x", "more": 1},
        {"do": "goto", "line": "3"},
        {"do": "goto", "line": True},
        {"do": "goto", "line": 3.0},
        {"do": "press", "seat": 0, "answer": "maybe"},
        {"do": "taps", "policy": "often"},
        {"do": "mask", "tile": 3, "is_masked": 1},
        {"do": "mask", "tile": 3, "fault": "odd"},
    ],
)
def test_what_is_no_command_is_refused(data):
    with pytest.raises(ValueError, match="command"):
        from_json(data)


def test_what_older_ledgers_did_not_write_is_what_it_was_then():
    assert from_json({"do": "redo"}) == Redo(whole=False)
    assert from_json({"do": "undo"}) == Undo(1, with_names=False)
    assert from_json({"do": "say", "text": "draw"}) == Say("draw", "", asks=False)
    assert from_json({"do": "lay", "pad": "play", "card": ""}) == Lay("play", "", "", is_known=True)
    assert from_json({"do": "mask", "tile": 3}) == Mask(3, True, "", 0)
    assert from_json({"do": "press", "seat": 1, "answer": "no"}) == Press(1, "no")
    assert from_json({"do": "taps", "policy": "none"}) == Taps("none")
