"""What people say, and what is answered to it: at once, in a sentence, and no longer than it holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from host.ledger import Ledger, Origin
from host.play import opening
from host.play.commands import (
    Aim,
    Command,
    Correct,
    GoOn,
    GoTo,
    Hold,
    Leave,
    Name,
    Pick,
    Press,
    Redo,
    Say,
    Show,
    TableIsRight,
    Undo,
    Vouch,
)
from host.play.companion import TOO_LONG


class Game:
    """Armada at a table that nobody has connected."""

    def __init__(self, players: tuple[str, str] = ("person", "person"), profile: str = "grid") -> None:
        self.ledger = Ledger.open(":memory:")
        self.game = opening.begin(self.ledger, "armada", profile, 1_000, players=players)
        self.now = 1_000

    def do(self, *commands: Command) -> Game:
        for command in commands:
            self.now += 10
            self.game.command(command, self.now)
        return self

    @property
    def notice(self) -> str:
        return self.game.picture.notice

    @property
    def holds(self) -> list[str]:
        return [line.text for line in self.game.picture.lines if line.kind != "takeback" and not line.is_taken_back]

    @property
    def numbers(self) -> list[int]:
        return [line.number for line in self.game.picture.lines]


@pytest.fixture
def game() -> Iterator[Game]:
    made = Game()
    yield made
    made.ledger.close()


@pytest.fixture
def begun(game: Game) -> Game:
    return game.do(Name("hub-2"), Say("move ship-1 north"))


WHOLE = ["drew hub-2", "move ship-1 north"]
NO_LINE = "There is no such line, or other answers have taken its place and it can only be read."


# ---- names -----------------------------------------------------------------------------------------------------------


def test_what_is_held_to_the_pad_while_a_name_is_asked_for_is_that(game: Game) -> None:
    game.do(Show("blue.hub-2", "play", "aabb"))
    assert game.holds == WHOLE[:1]
    assert (game.game.picture.lines[-1].why, game.game.picture.lines[-1].origin) == ("Shown to the pad.", Origin.PAD)
    assert game.game.picture.prompt.kind == "turn"


def test_what_cannot_have_been_drawn_is_refused(game: Game) -> None:
    for card in (Show("red.hub-2", "play", "aabb"), Name("no-such-thing")):
        assert game.do(card).notice
        assert game.holds == []


# ---- back and forth --------------------------------------------------------------------------------------------------


def test_what_there_is_not_cannot_be_taken_back_or_done_again(game: Game) -> None:
    assert game.do(Undo()).notice == "There is nothing to take back."
    assert game.do(Redo()).notice == "There is nothing to do again."
    assert game.do(Redo(whole=False)).notice == "There is nothing to do again."
    assert game.do(GoTo(77)).notice == NO_LINE
    assert game.do(Name("hub-2")).notice == ""


def test_steps_back_and_forward_say_nothing_where_all_is_well(begun: Game) -> None:
    assert begun.holds == WHOLE
    assert begun.do(Undo()).holds == WHOLE[:1]
    assert (begun.notice, begun.game.picture.can_redo) == ("", True)
    assert begun.do(Redo()).holds == WHOLE
    assert (begun.notice, begun.game.picture.can_redo) == ("", False)
    assert begun.do(GoTo(begun.numbers[0])).holds == WHOLE[:1]
    assert begun.notice == ""
    assert begun.do(GoTo(begun.numbers[1])).holds == WHOLE
    assert begun.notice == ""
    assert begun.do(GoTo(0)).holds == []
    assert (begun.notice, begun.game.picture.can_undo) == ("", False)
    assert begun.do(Redo(whole=False)).holds == WHOLE
    last = begun.game.picture.lines[-1]
    assert (last.why, last.origin) == ("Asked for by a player.", Origin.SCREEN)


def test_with_its_names_an_answer_is_one_step(begun: Game) -> None:
    assert begun.do(Say("draw"), Name("gun-3"), Undo(with_names=True)).holds == [*WHOLE[:2]]
    assert begun.do(Redo(), Undo()).holds == [*WHOLE, "draw"]
    assert begun.do(Undo(2)).holds == WHOLE[:1]


def test_a_line_that_was_overwritten_can_only_be_read(begun: Game) -> None:
    gone = begun.numbers[1]
    assert begun.do(Undo(), Say("move ship-1 east"), GoTo(gone)).notice == NO_LINE
    assert begun.holds == [WHOLE[0], "move ship-1 east"]


# ---- what cannot be done ---------------------------------------------------------------------------------------------


def test_a_button_means_nothing_while_a_name_is_asked_for(game: Game) -> None:
    assert game.game.picture.prompt.kind == "reveal"
    for answer in ("yes", "no"):
        before = game.game.age
        game.do(Press(0, answer))
        assert game.game.age == before
    assert game.do(Say("move ship-1 north")).notice == "Nobody is asked for an answer now."
    assert game.do(Name("hub-2")).notice == ""


@pytest.mark.parametrize(
    ("command", "notice"),
    [
        (Press(1, "yes"), "It is not that seat's turn."),
        (Pick(0), "Nothing is asked that could be picked from."),
        (Name("gun-3"), "Nothing has been drawn that needs a name."),
        (TableIsRight(), "No board tells what stands on the table."),
        (Vouch(3), "Nothing is asked for there now."),
        (Say("x" * 401), TOO_LONG),
    ],
)
def test_what_cannot_be_done_is_said_until_something_else_is_done(begun: Game, command, notice: str) -> None:
    assert begun.do(command).notice == notice
    assert begun.holds == WHOLE
    assert begun.do(Say("move ship-1 east")).notice == ""


def test_an_answer_that_is_refused_is_taken_for_nothing(begun: Game) -> None:
    refused = begun.do(Say("move ship-9 north")).notice
    assert refused
    assert begun.holds == WHOLE
    assert begun.do(Leave()).notice == ""


# ---- aiming, corrections, house players ------------------------------------------------------------------------------


def test_aiming_is_opened_and_left(begun: Game) -> None:
    for opens in (Aim(), Press(0, "yes")):
        assert begun.do(opens).game.picture.prompt.kind == "aim"
        for leaves in (Leave(), Press(0, "no")):
            assert begun.do(leaves).game.picture.prompt.kind == "turn"
            begun.do(opens)
        begun.do(Leave())
    at = next(at for at, button in enumerate(begun.do(Aim()).game.picture.prompt.buttons) if "raw" in button.label)
    assert begun.do(Pick(at)).holds == [*WHOLE, "draw"]
    assert begun.game.picture.lines[-1].origin == Origin.TABLE


def test_a_correction_is_told_with_its_reason(begun: Game) -> None:
    begun.do(Correct("ship-1.energy", 5, "we miscounted"))
    last = begun.game.picture.lines[-1]
    assert (last.kind, last.text, last.why, last.origin) == (
        "correction",
        "ship-1.energy = 5",
        "we miscounted",
        Origin.SCREEN,
    )
    assert begun.do(Undo()).holds == WHOLE


def test_a_house_player_waits_while_somebody_looks_back() -> None:
    game = Game(("person", "apprentice"), "none")
    with game.ledger:
        game.do(Name("hub-2"), Say("move ship-1 north"), Say("move ship-1 north"), Name("gun-3"))
        asked = game.game.to_choose
        assert asked is not None
        assert asked.seat == 1
        game.do(Say("move ship-2 south", "apprentice"))
        last = game.game.picture.lines[-1]
        assert (last.why, last.origin) == ("Apprentice has decided.", Origin.HOUSE)
        game.do(GoTo(game.numbers[3]))
        assert game.game.to_choose is None
        assert game.game.picture.prompt.detail == "You are viewing an earlier position."
        assert game.do(GoOn()).game.to_choose is not None
        game.do(Redo())
        assert game.holds[-1] == "move ship-2 south"
        assert game.game.to_choose is not None


def test_what_is_held_at_a_table_is_told_to_nobody(begun: Game) -> None:
    before = begun.game.age
    assert begun.do(Hold("gun-3")).notice == ""
    assert begun.game.age == before
