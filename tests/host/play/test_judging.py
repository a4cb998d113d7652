"""Sentences about a table that hold no longer are withdrawn. A companion is told facts here, without a board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.wire import BASELINE, BUTTON, MAX_DATA, TILE
from host.ledger import Batch, Fact, Ledger, Origin
from host.play import opening
from host.play.commands import Command, Leave, Name, Pick, Redo, Say, Show, TableIsRight, Undo, Vouch

UID = "0011223344556677"
FACINGS = {"": 0, "north": 1, "east": 2, "south": 4, "west": 8}


class Table:
    """Armada on tiles that a test sets; both starters are there, and Blue has named its first piece."""

    def __init__(self, first: str = "shield-1") -> None:
        self.ledger = Ledger.open(":memory:")
        self.now = 1_000
        self.game = opening.begin(self.ledger, "armada", "grid", self.now)
        self._seq = 1
        self.game.link("The board is connected.", True, self.now, UID)
        profile = self.game.stage.profile
        size = len(profile.tiles) + 1 + max(button.byte for button in profile.buttons)
        self._tell(*((BASELINE, at, bytes(min(MAX_DATA, size - at * MAX_DATA))) for at in range(-(-size // MAX_DATA))))
        self.put("e2", "south", 0).put("e10", "north", 0).wait(2_000).do(Name(first))

    def _tell(self, *changes: tuple[int, int, bytes]) -> None:
        facts = tuple(Fact(self._seq + at, None, self.now, self.now, *change) for at, change in enumerate(changes))
        self._seq += len(changes)
        self.ledger.commit(Batch(UID, 7, self._seq, self.now, facts))
        self.game.facts(facts, self.ledger.last_fact())

    def put(self, tile: str, facing: str, wait: int = 2_000) -> Table:
        """Set a tile, and let time pass."""
        index = self.game.stage.profile.tile_named(tile).index
        self._tell((TILE, index, bytes([FACINGS[facing]])))
        return self.wait(wait)

    def wait(self, ms: int) -> Table:
        self.now += ms
        self.game.tick(self.now)
        return self

    def do(self, *commands: Command) -> Table:
        for command in commands:
            self.wait(20)
            self.game.command(command, self.now)
        return self

    def press(self, seat: int, answer: str) -> Table:
        button = next(each for each in self.game.stage.profile.buttons if (each.seat, each.answer) == (seat, answer))
        self.wait(20)
        self._tell((BUTTON, button.byte, bytes([1 << button.bit])))
        self.wait(100)
        self._tell((BUTTON, button.byte, bytes([0])))
        return self

    @property
    def kind(self) -> str:
        return self.game.picture.prompt.kind

    @property
    def notice(self) -> str:
        return self.game.picture.notice

    @property
    def said(self) -> list[str]:
        lines = self.game.picture.lines
        return [line.text for line in lines if line.kind == "answer" and not line.is_taken_back]


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.ledger.close()


def test_a_move_is_understood_and_booked_as_one_of_the_table(table: Table) -> None:
    assert table.kind == "turn"
    assert table.put("e2", "", 500).put("e3", "south", 500).said == ["move ship-1 north"]
    last = table.game.picture.lines[-1]
    assert (last.origin, last.confidence, last.why) == (Origin.TABLE, 100, "The table shows this answer and no other.")
    assert table.game.is_still


def test_what_is_held_in_a_hand_contradicts_no_move(table: Table) -> None:
    table.do(Show("blue.gun-1", "play", "aabb"))
    assert table.put("e2", "", 500).put("e3", "south", 500).said == ["move ship-1 north"]


def test_what_was_shown_is_what_is_built_and_nothing_is_asked(table: Table) -> None:
    table.do(Show("blue.gun-1", "play", "aabb"))
    assert table.put("e1", "north").said == ["build gun-1 e1 north"]
    last = table.game.picture.lines[-1]
    assert (last.why, last.confidence) == ("It was shown to the pad.", 95)
    assert [other.lower() for other in last.candidates] == ["build shield-1 e1 north"]


REFUSED = [Say("fire gun-1"), Redo(), TableIsRight()]


@pytest.mark.parametrize("command", REFUSED)
def test_what_was_refused_is_withdrawn_once_the_table_shows_an_answer(table: Table, command: Command) -> None:
    assert table.do(command).notice
    assert table.put("e2", "", 500).notice
    assert table.put("e3", "south", 500).notice == ""


@pytest.mark.parametrize("command", REFUSED)
def test_what_was_refused_stands_while_something_is_lifted_and_put_back(table: Table, command: Command) -> None:
    refused = table.do(command).notice
    assert table.put("e2", "", 500).put("e2", "south").wait(30_000).notice == refused


def test_what_was_said_about_a_wrong_table_is_withdrawn_once_it_is_right(table: Table) -> None:
    assert table.put("a5", "west").kind == "guide"
    assert table.do(Say("fire gun-1")).notice
    assert table.wait(30_000).notice
    assert table.put("a5", "").kind == "turn"
    assert table.notice == ""


def test_what_was_said_about_a_wrong_table_stands_while_that_is_still_wrong(table: Table) -> None:
    refused = table.put("a5", "west").do(Say("fire gun-1")).notice
    assert table.put("b5", "west", 10).put("a5", "").notice == refused
    assert table.kind == "guide"


def test_a_question_is_withdrawn_once_what_it_was_about_has_gone(table: Table) -> None:
    assert table.put("e1", "north").kind == "ask"
    assert table.put("e1", "").kind == "turn"
    assert table.said == []


@pytest.mark.parametrize("declines", [Pick(-1), Leave(), "press"])
def test_none_of_these_leads_back(table: Table, declines) -> None:
    table.put("e1", "north")
    (table.press(0, "no") if declines == "press" else table.do(declines)).wait(2_000)
    assert table.kind == "guide"
    assert table.put("e1", "").kind == "turn"


def test_a_candidate_is_picked_on_the_screen_and_the_others_are_told(table: Table) -> None:
    prompt = table.put("e1", "north").game.picture.prompt
    others = [button.label for button in prompt.buttons[:-1]]
    assert len(others) > 1
    table.do(Pick(1))
    last = table.game.picture.lines[-1]
    assert last.text.lower() == others[1].lower()
    assert [other.lower() for other in last.candidates] == [each.lower() for each in others if each != others[1]]
    assert (last.why, last.origin) == ("Picked among what looks alike.", Origin.PICKED)


def test_while_the_table_is_wrong_yes_picks_nothing(table: Table) -> None:
    table.press(0, "yes")
    assert table.kind == "aim"
    assert table.put("a5", "west").kind == "guide"
    assert table.press(0, "yes").notice.startswith("Put the table right first")
    assert table.press(1, "yes").notice == "It is not that seat's turn."
    assert table.put("a5", "").notice == ""


def test_a_tile_for_which_somebody_vouches_is_left_out_and_that_is_written(table: Table) -> None:
    table.put("e2", "", 5_000)
    index = table.game.stage.profile.tile_named("e2").index
    assert table.do(Vouch(index)).notice.startswith("e2 does not feel")
    assert index in table.game.table.masked
    written = [row.data for row in table.ledger.inputs() if row.kind == "command" and row.data["do"] == "mask"]
    assert [(data["tile"], data["fault"]) for data in written] == [(index, "dead")]


def test_what_is_put_back_is_taken_back_and_that_is_said(table: Table) -> None:
    table.put("e2", "", 500).put("e3", "south", 10_000)
    table.do(Say("draw"), Undo()).wait(1_000)
    assert table.said == ["move ship-1 north"]
    table.put("e3", "", 500).put("e2", "south", 3_000)
    assert table.kind == "ask"
    labels = [button.label for button in table.game.picture.prompt.buttons]
    assert "Take back 1 answer" in labels
    table.do(Pick(labels.index("Take back 1 answer"))).wait(1_000)
    assert (table.said, table.notice) == ([], "1 answer taken back.")
