"""Books of SAW against the truth: what they do not know is no fault, what they have wrong is one."""

import pytest

import engines
from engines.core import Observed, Play, Reveal, Table
from host.soak.human.saw_world import SawWorld, answered
from host.soak.saw_agreement import difference

GAME = engines.load("saw")


@pytest.fixture
def sides() -> tuple[Play, SawWorld]:
    """The books of a table that was told nothing but who is who and who begins, and the truth."""
    books, world = GAME.new(oracle=Table(), seats=2), SawWorld(GAME, 2, 5)
    for text in ("character surgeon", "character broker", "first red"):
        books.say(text)
        world.take(world.plan([world.truth.parse(text)]))
    return books, world


def tell(books: Play, seat: int, card: str) -> None:
    """Tell the books the name of an untold card of a hand."""
    item = next(item for item in books.waiting if isinstance(item, Reveal) and item.seat == seat)
    books.feed(Observed(item.token, card, (seat,)))


def test_what_books_do_not_know_is_no_fault(sides):
    books, world = sides
    assert difference(books, world.truth) == ""


def test_a_card_that_is_really_there_may_be_known(sides):
    books, world = sides
    tell(books, 1, world.hand(1)[0].partition("#")[0])
    assert difference(books, world.truth) == ""


def test_a_card_that_is_not_there_is_found_out(sides):
    books, world = sides
    held = {card.partition("#")[0] for card in world.hand(1)}
    tell(books, 1, next(name for name in GAME.box.names if name not in held))
    assert "is not there" in difference(books, world.truth)


def test_another_step_is_found_out(sides):
    books, world = sides
    books.say("done")
    assert difference(books, world.truth).startswith("asked")


def test_another_slot_is_found_out(sides):
    books, world = sides
    name = world.hand(0)[0].partition("#")[0]
    tell(books, 0, name)
    books.say(f"bench {name} 1")
    assert difference(books, answered(world.truth, world.truth.parse(f"bench {name} 2"))).startswith("slot 1")
    assert difference(books, answered(world.truth, world.truth.parse(f"bench {name} 1"))) == ""


def test_another_card_on_the_pile_is_found_out(sides):
    books, world = sides
    truth = answered(world.truth, ("done",))
    one, other = sorted({card.partition("#")[0] for card in world.hand(0)})[:2]
    books.say("done")
    tell(books, 0, one)
    tell(books, 0, other)
    books.say(f"discard {one}")
    assert difference(books, answered(truth, truth.parse(f"discard {one}"))) == ""
    assert difference(books, answered(truth, truth.parse(f"discard {other}"))) != ""


def test_an_untold_discard_is_no_fault(sides):
    books, world = sides
    truth = answered(world.truth, ("done",))
    books.say("done")
    books.say("discard ?")
    name = world.hand(0)[0].partition("#")[0]
    assert difference(books, answered(truth, truth.parse(f"discard {name}"))) == ""
