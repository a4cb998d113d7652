"""Cards on benches and words that wait for them, to the millisecond: a companion is told what its pads would tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from host.ledger import Ledger
from host.play import opening
from host.play.commands import Command, Lay, Leave, Pick, Press, Say, Show, Taps, Undo
from host.play.orders import LOOKS_AGAIN, PRESSED_TWICE
from host.play.tapping import BACK_MS, LIFTED_MS, PUT_MS

ONE, TWO, OTHERS = "seat1.bench.1", "seat1.bench.2", "seat2.bench.1"


class Evening:
    """SAW of two persons; Red arranges its bench."""

    def __init__(self) -> None:
        self.ledger = Ledger.open(":memory:")
        self.now = 1_000
        self.game = opening.begin(self.ledger, "saw", "bench", self.now, players=("person", "person"))
        self.link()
        for text in ("character surgeon", "character broker", "first red"):
            self.do(Say(text))
        self.begun = len(self.said)

    def link(self, is_linked: bool = True) -> None:
        self.game.link("The cable.", is_linked, self.now, "aa" if is_linked else "", () if is_linked else None)

    def do(self, command: Command, after: int = 0) -> Evening:
        self.wait(after)
        self.game.command(command, self.now)
        return self

    def lay(self, pad: str, card: str, after: int = 0) -> Evening:
        return self.do(Lay(pad, card, f"tag-{card}" if card else ""), after)

    def wait(self, ms: int) -> Evening:
        self.now += ms
        self.game.tick(self.now)
        return self

    @property
    def said(self) -> list[str]:
        lines = self.game.picture.lines
        return [line.text for line in lines if line.kind == "answer" and not line.is_taken_back]

    @property
    def new(self) -> list[str]:
        """What was answered since Red began."""
        return self.said[self.begun :]

    @property
    def prompt(self) -> str:
        return self.game.picture.prompt.detail


@pytest.fixture
def evening() -> Iterator[Evening]:
    made = Evening()
    yield made
    made.ledger.close()


@pytest.fixture
def benched(evening: Evening) -> Evening:
    """A card lies on Red's first slot, and was understood."""
    return evening.lay(ONE, "pendulum").wait(PUT_MS)


def test_a_card_on_a_bench_counts_once_it_has_lain_there(evening: Evening) -> None:
    evening.lay(ONE, "pendulum").wait(PUT_MS - 1)
    assert evening.new == []
    assert evening.game.due == evening.now + 1
    assert evening.wait(1).new == ["bench ? 1"]
    assert "pendulum" not in repr(evening.game.picture)


def test_a_card_that_is_away_counts_as_lifted_after_a_long_while(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).wait(LIFTED_MS - 1)
    assert benched.new == ["bench ? 1"]
    assert benched.wait(1).new == ["bench ? 1", "lift 1"]


def test_a_card_that_was_only_looked_at_stays(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).lay(ONE, "pendulum", LIFTED_MS - 1).wait(60_000)
    assert benched.new == ["bench ? 1"]


def test_what_another_player_lays_down_means_nothing_yet(evening: Evening) -> None:
    assert evening.lay(OTHERS, "pendulum").wait(60_000).new == []


def test_a_word_waits_until_it_is_clear_that_the_card_is_gone(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).do(Press(0, "no"), 700)
    assert LOOKS_AGAIN in benched.prompt
    assert benched.game.picture.expects
    benched.wait(BACK_MS - 1)
    assert benched.new == ["bench ? 1"]
    assert benched.wait(1).new == ["bench ? 1", "lift 1", "done"]
    assert LOOKS_AGAIN not in benched.prompt


def test_a_word_waits_no_longer_once_the_card_is_back(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).do(Press(0, "no"), 700).lay(ONE, "pendulum", 300)
    assert benched.new == ["bench ? 1", "done"]


def test_while_a_word_waits_no_card_counts_as_lifted(benched: Evening) -> None:
    """It was away for so long that it would count as taken, just while the reader had to hear it again."""
    benched.lay(ONE, "", 1_000).do(Press(0, "no"), LIFTED_MS - 100).wait(500)
    assert benched.new == ["bench ? 1"]
    assert benched.lay(ONE, "pendulum").new == ["bench ? 1", "done"]


def test_a_word_need_not_wait_where_nothing_has_left(benched: Evening) -> None:
    assert benched.do(Press(0, "no"), 5_000).new == ["bench ? 1", "done"]


def test_a_card_that_was_just_laid_down_is_there_for_whoever_says_something(evening: Evening) -> None:
    assert evening.lay(ONE, "pendulum").do(Press(0, "no"), 10).new == ["bench ? 1", "done"]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_who_says_the_same_while_it_waits_has_said_it_once_and_is_told(benched: Evening, times: int) -> None:
    benched.lay(ONE, "", 1_000)
    for _ in range(times):
        benched.do(Press(0, "no"), 100)
    benched.wait(BACK_MS)
    assert benched.new == ["bench ? 1", "lift 1", "done"]
    assert (PRESSED_TWICE in benched.prompt) == (times > 1)
    assert PRESSED_TWICE not in benched.do(Say("discard ?")).prompt


def test_what_is_said_next_waits_its_turn(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).do(Press(0, "no"), 100).do(Say("discard ?"), 100)
    assert benched.new == ["bench ? 1"]
    assert benched.wait(BACK_MS - 100).new == ["bench ? 1", "lift 1", "done", "discard ?"]


def test_what_is_no_answer_does_not_wait_and_what_waited_comes_first(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).do(Press(0, "no"), 100)
    assert benched.do(Undo(), 100).new == ["bench ? 1", "lift 1"]
    assert LOOKS_AGAIN not in benched.prompt


def test_without_a_cable_nothing_counts_as_lifted(benched: Evening) -> None:
    benched.lay(ONE, "", 1_000).wait(500)
    benched.link(False)
    assert benched.wait(60_000).new == ["bench ? 1"]
    benched.link()
    benched.lay(ONE, "").wait(LIFTED_MS - 1)
    assert benched.new == ["bench ? 1"]
    assert benched.wait(1).new == ["bench ? 1", "lift 1"]


def test_what_was_said_holds_against_a_bench_until_that_changes(benched: Evening) -> None:
    benched.do(Say("lift 1")).wait(60_000)
    assert benched.new == ["bench ? 1", "lift 1"]
    benched.lay(ONE, "").lay(ONE, "pendulum", 10_000).wait(PUT_MS)
    assert benched.new == ["bench ? 1", "lift 1", "bench ? 1"]


def test_an_undo_leaves_the_bench_alone_until_it_changes(benched: Evening) -> None:
    benched.do(Undo()).wait(60_000)
    assert benched.new == []
    assert benched.lay(ONE, "acid-bath").wait(PUT_MS).new == ["bench ? 1"]


def test_where_nothing_is_tapped_a_bench_says_nothing(evening: Evening) -> None:
    evening.do(Taps("none")).lay(ONE, "pendulum").wait(60_000)
    assert evening.new == []
    assert evening.do(Show("wrench", "play", "aa")).new == []


def test_two_cards_are_followed_slot_by_slot(benched: Evening) -> None:
    benched.lay(TWO, "acid-bath", 1_000).wait(PUT_MS)
    assert benched.new == ["bench ? 1", "bench ? 2"]
    benched.lay(ONE, "", 1_000).lay(TWO, "", 100).lay(ONE, "acid-bath", 400).lay(TWO, "pendulum", 100).wait(5_000)
    state, names = benched.game.play.state, benched.game.game.box.names
    assert [names[state.face[token]] for token in state.bench[0][:2]] == ["acid-bath", "pendulum"]


def test_a_program_that_starts_again_knows_what_lay_there(benched: Evening) -> None:
    benched.game = opening.resume(benched.ledger, benched.now + 1_000)
    benched.now += 1_000
    benched.link()
    benched.lay(ONE, "pendulum").wait(60_000)
    assert benched.new == ["bench ? 1"]
    benched.lay(ONE, "").wait(LIFTED_MS)
    assert benched.new == ["bench ? 1", "lift 1"]


def test_nothing_can_be_picked_where_nothing_is_asked(evening: Evening) -> None:
    assert evening.do(Pick(0)).game.picture.notice == "Nothing is asked that could be picked from."
    assert evening.do(Press(1, "yes")).game.picture.notice == "It is not that seat's turn."
    assert evening.do(Press(0, "no")).game.picture.notice == ""


# ---- what was held to a pad, and needs more --------------------------------------------------------------------------


@pytest.fixture
def armed(evening: Evening) -> Evening:
    """Three cards that nobody has read lie on Red's bench, and Red may set a trap with them."""
    play = evening.do(Say("done")).game
    for _ in range(2):
        seat = play.play.state.seat
        while play.play.state.seat == seat:
            evening.do(Say("done" if play.play.decision.kind == "use" else "keep"), 10)
            evening.do(Say("discard ?"))
    for text in ("bench ? 1", "bench ? 2", "bench ? 3", "done"):
        evening.do(Say(text))
    while play.play.decision.kind == "discard":
        evening.do(Say("discard ?" if play.picture.prompt.title != "Red: discard cards?" else "keep"))
    assert play.play.decision.kind == "set"
    return evening


def test_what_is_still_open_after_a_card_was_shown_is_asked_again_by_a_program_that_starts(armed: Evening) -> None:
    before = armed.game.picture.prompt
    asked = armed.do(Show("billy", "play", "tag-billy"), 5_000).game.picture.prompt
    assert asked != before
    armed.game = opening.resume(armed.ledger, armed.now + 10)
    assert armed.game.picture.prompt == asked
    armed.now += 10
    armed.do(Leave())
    assert armed.game.picture.prompt == before
    armed.game = opening.resume(armed.ledger, armed.now + 10)
    assert armed.game.picture.prompt == before


def test_a_card_that_may_be_used_in_several_ways_is_asked_about(evening: Evening) -> None:
    evening.do(Show("metal-detector", "play", "tag"), 5_000)
    assert [button.label for button in evening.game.picture.prompt.buttons] == [
        "Play Metal Detector mechanism",
        "Play Metal Detector object",
        "Play Metal Detector escape",
        "None of these",
    ]
    assert evening.do(Pick(1)).new == ["play metal-detector object"]


def test_a_card_that_has_no_use_now_is_told_so_and_stays_untold(evening: Evening) -> None:
    evening.do(Show("hacksaw", "play", "tag"), 5_000)
    assert evening.game.picture.notice == "Hacksaw has no use in step 2."
    assert (evening.new, evening.game.play.seen) == ([], {})
