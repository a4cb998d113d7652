"""What is in somebody's hand, and that the ledger keeps it."""

from pathlib import Path

from host.ledger import Ledger
from host.play import opening
from host.play.in_hand import SHOWN_MS, TWO_HANDS_MS, InHand
from host.play.trace import Trace


def _in_hand(folder: Path) -> tuple[InHand, Trace, Ledger]:
    ledger = Ledger.open(folder / "game.ledger", synchronous="OFF")
    opening.begin(ledger, "armada", "grid", 1_000)
    trace = Trace(ledger, 1_000)
    return InHand(trace), trace, ledger


def _note(in_hand: InHand, trace: Trace, line: int) -> None:
    if found := in_hand.learned(line):
        trace.note("learned", found)
        in_hand.noted(line)


def test_a_piece_that_was_shown_counts_for_a_while(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_up_too("blue.gun-1")
        trace.reach(1_500)
        in_hand.hold_up_too("blue.gun-2")
        assert (in_hand.shown, in_hand.beside) == (("blue.gun-2",), ("blue.gun-1",))
        assert in_hand.shown_by(1_400) == ()
        trace.reach(1_000 + TWO_HANDS_MS + 1)
        assert (in_hand.shown, in_hand.beside) == (("blue.gun-2",), ())
        trace.reach(1_500 + SHOWN_MS + 1)
        assert in_hand.shown == ()


def test_what_is_in_hands_comes_back_from_the_ledger(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_up_too("blue.gun-1")
        in_hand.use()
        in_hand.has_decided = True
        in_hand.hold_up_too("blue.gun-2")
        in_hand.hold_up_too("blue.hub-1")
        _note(in_hand, trace, 7)
        again = InHand(trace)
        again.recall(ledger.inputs(), 7)
        assert (again.used, again.shown, again.beside) == (("blue.gun-1",), ("blue.hub-1",), ("blue.gun-2",))
        assert again.has_decided
        assert not again.learned(7)


def test_what_was_held_to_the_pad_once_more_comes_back(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_again("blue.gun-1")
        _note(in_hand, trace, 1)
        again = InHand(trace)
        again.recall(ledger.inputs(), 1)
        assert again.again == ("blue.gun-1",)


def test_a_note_from_before_the_last_line_means_nothing(tmp_path: Path) -> None:
    """A program that is killed between an answer and its note must not take the piece for shown."""
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_up_too("blue.gun-1")
        _note(in_hand, trace, 7)
        again = InHand(trace)
        again.recall(ledger.inputs(), 8)
        assert (again.shown, again.used) == ((), ())


def test_empty_hands_are_noted_once(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        assert not in_hand.learned(1)
        in_hand.hold_up_too("blue.gun-1")
        _note(in_hand, trace, 1)
        in_hand.hold_up()
        assert in_hand.learned(1)
        _note(in_hand, trace, 1)
        assert not in_hand.learned(2)


def test_what_was_shown_is_forgotten_to_the_millisecond(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_up_too("blue.gun-1")
        in_hand.hold_up_too("blue.gun-2")
        assert in_hand.shown_by(1_000) == ("blue.gun-2",)
        assert in_hand.shown_by(999) == ()
        trace.reach(1_000 + TWO_HANDS_MS)
        assert in_hand.beside == ("blue.gun-1",)
        trace.reach(1_000 + SHOWN_MS)
        assert (in_hand.shown, in_hand.beside) == (("blue.gun-2",), ())


def test_what_was_held_there_once_more_counts_only_if_nothing_was_shown_plainly(tmp_path: Path) -> None:
    in_hand, trace, ledger = _in_hand(tmp_path)
    with ledger:
        in_hand.hold_again("blue.gun-1")
        assert in_hand.again == ("blue.gun-1",)
        trace.reach(1_000 + SHOWN_MS)
        assert in_hand.again == ("blue.gun-1",)
        trace.reach(1_000 + SHOWN_MS + 1)
        assert in_hand.again == ()
        in_hand.hold_again("blue.gun-1")
        in_hand.hold_up_too("blue.gun-2")
        assert in_hand.again == ()
        in_hand.hold_again("blue.gun-1")
        assert in_hand.again == ()
        in_hand.use()
        assert (in_hand.used, in_hand.shown, in_hand.beside, in_hand.again) == (("blue.gun-2",), (), (), ())


def test_the_same_thing_is_not_in_the_other_hand_too(tmp_path: Path) -> None:
    in_hand, _, ledger = _in_hand(tmp_path)
    with ledger:
        for name in ("blue.gun-1", "blue.gun-2", "blue.gun-1"):
            in_hand.hold_up_too(name)
        assert (in_hand.shown, in_hand.beside) == (("blue.gun-1",), ("blue.gun-2",))
        in_hand.hold_up("blue.hub-1")
        assert in_hand.beside == ()
