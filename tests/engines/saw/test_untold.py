"""A table at which few cards are told: the game goes on, and what is told never contradicts what was."""

from collections import Counter
from random import Random

import pytest

import engines
from engines.core import MUST, PUBLIC, WINDOW, Answer, Observed, Play, Reveal
from engines.core.problems import IllegalEntry
from host.soak.invariants import Truth, check_knowledge, check_restored, check_state
from host.soak.random_games import pick
from host.soak.saw_books import SawBooks
from tests.engines.conformance import truly
from tests.engines.saw.positions import say, table

GAME = engines.load("saw")


def tell(play: Play, item: Reveal, deal: dict[int, str]) -> None:
    """Say what a card really is."""
    play.feed(Observed(item.token, Truth(play, deal)[item.token]))


def reveals(play: Play, policy: str) -> list[Reveal]:
    return [item for item in play.waiting if isinstance(item, Reveal) and item.policy == policy]


@pytest.mark.parametrize("told", [0.0, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_goes_on_whatever_is_told(told: float, seats: int) -> None:
    rng = Random(f"{told}/{seats}")
    play = GAME.new(seats=seats)
    deal = GAME.hidden(play.root.state).sample(rng)
    books = SawBooks(play)
    for number in range(250):
        if not play.waiting:
            break
        begun = len(play.events)
        for item in reveals(play, MUST):
            tell(play, item, deal)
        while reveals(play, WINDOW) and rng.random() < told:
            tell(play, rng.choice(reveals(play, WINDOW)), deal)
        if not reveals(play, MUST) and play.waiting:
            play.feed(Answer(play.decision.id, truly(play, play.decision, deal, rng)))
        books.book(play.events[begun:])
        books.compare(play)
        check_state(play)
        if number % 50 == 49:
            check_restored(play)
            check_knowledge(play, Truth(play, deal))
            for viewer in (PUBLIC, *range(seats)):
                assert play.view(viewer)["deck"] == len(play.state.deck)
                sample = play.sample(viewer, Random(1))
                assert not sample.state.untold
                check_state(sample)


def test_nothing_is_asked_that_nobody_needs_to_tell() -> None:
    """With no card told at all, everybody still draws, benches, discards and passes."""
    play, rng = GAME.new(seats=3), Random(8)
    for _ in range(120):
        assert not reveals(play, MUST)
        play.feed(Answer(play.decision.id, pick(play, play.decision, rng)))
    assert all(entry.__class__ is Answer for entry in play.log)
    assert "?" in play.position()["discard"]


def mistaken() -> tuple[Play, int, int]:
    """Red draws from behind a shuffle and shows a rope, which is taken for Red's card from before it.

    So Blue's must be the ledger; but Red has it. Returns the play, Red's next card, and Blue's.
    """
    cards = Counter(GAME.box.cards())
    cards.subtract(["candle", "rope", "ledger"])
    play = table(hands={"red": "candle ?", "blue": "?"}, discard=" ".join(cards.elements()))
    (_, old), (blues,) = play.state.hand[:2]
    say(play, "play candle")
    play.feed(Observed(old, "rope"))
    new = play.state.hand[0][1]
    assert play.candidates(blues) == {"ledger"}
    assert "ledger" not in play.candidates(new)
    return play, new, blues


def test_a_card_that_was_taken_for_another_copy_of_it_leads_to_no_dead_end() -> None:
    play, new, blues = mistaken()
    play.feed(Observed(new, "ledger"))
    assert play.candidates(new) == {"ledger"}
    assert "rope" in play.candidates(blues)
    for viewer in (PUBLIC, *range(3)):
        assert play.view(viewer)["deck"] == len(play.state.deck)
        check_state(play.sample(viewer, Random(1)))
    check_restored(play)
    assert play.clone().candidates(new) == {"ledger"}
    play.feed(Observed(blues, "rope"))
    for viewer in (PUBLIC, *range(3)):
        check_state(play.sample(viewer, Random(1)))
    play.undo()
    assert play.candidates(blues) == {"ledger"}, "the rope was seen, and stays seen"


def test_a_card_that_is_turned_over_is_believed_though_all_have_concluded_that_it_lies_elsewhere() -> None:
    """A rope of Red's is taken for the card from before a shuffle, so that Blue's must be the ledger: it is on top."""
    cards = Counter(GAME.box.cards())
    cards.subtract(["candle", "metal-detector", "rope", "ledger"])
    play = table(hands={"red": "candle metal-detector ?", "blue": "?"}, discard=" ".join(cards.elements()))
    (*_, old), (blues,) = play.state.hand[:2]
    say(play, "play candle", "keep ?")
    play.feed(Observed(old, "rope"))
    assert play.candidates(blues) == {"ledger"}
    say(play, "play metal-detector mechanism")
    (turned,) = reveals(play, MUST)
    play.feed(Observed(turned.token, "ledger"))
    assert "ledger" not in play.candidates(blues)
    for viewer in (PUBLIC, *range(3)):
        check_state(play.sample(viewer, Random(1)))


def test_what_nobody_else_saw_is_no_contradiction_for_them() -> None:
    """All conclude from a rope that Blue's is the ledger; that Red has it, only Red is told; then Blue shows."""
    cards = Counter(GAME.box.cards())
    cards.subtract(["candle", "rope", "ledger"])
    play = table(hands={"red": "candle ?", "blue": "?"}, discard=" ".join(cards.elements()))
    (_, old), (blues,) = play.state.hand[:2]
    say(play, "play candle", "keep ?", "done")
    play.feed(Observed(old, "rope"))
    say(play, "discard rope")
    assert play.knowledge(PUBLIC).card(blues) == "ledger"
    left = play.state.hand[0][0]
    play.feed(Observed(left, "ledger"))
    play.undo()
    say(play, "discard rope")
    assert play.verify(Observed(left, "ledger")) is None, "it can be told again"
    play.feed(Observed(left, "ledger"))
    say(play, "keep")
    play.feed(Observed(blues, "rope"))
    say(play, "done", "discard rope")
    for viewer in (PUBLIC, *range(3)):
        play.view(viewer)
        check_state(play.sample(viewer, Random(1)))


def test_a_card_that_somebody_was_seen_to_hold_is_held_by_nobody_else() -> None:
    play, new, blues = mistaken()
    play.feed(Observed(blues, "ledger"))
    assert not play.could_be(new, "ledger")
    with pytest.raises(IllegalEntry, match="elsewhere"):
        play.feed(Observed(new, "ledger"))
