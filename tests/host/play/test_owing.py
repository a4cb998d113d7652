"""What the table still owed when a program ended."""

import pytest

from firmware.wire import TILE
from hardware.profiles.model import EAST, NORTH
from host.ledger import Batch, Fact, Ledger
from host.play import opening
from host.play.owing import left_behind

UID, BOOT, TILES = "b0", 1, 99


class Told:
    """A ledger of a game at a table with the board ``UID``, and the facts that it was told."""

    def __init__(self, path):
        self.ledger = Ledger.open(path, synchronous="OFF")
        self.companion = opening.begin(self.ledger, "armada", "grid", 0)
        self.companion.link("The board is connected.", True, 0, UID)
        self.next = 1

    def tell(self, *tiles, uid=UID):
        """Commit facts together: each a tile and what it shows."""
        facts = [
            Fact(seq, None, 10 * seq, 10 * seq, TILE, tile, bytes([mask]))
            for seq, (tile, mask) in enumerate(tiles, self.next)
        ]
        self.next += len(facts)
        self.ledger.commit(Batch(uid, BOOT, self.next, 10 * self.next, facts))
        return self.ledger.last_fact()

    def owed(self, *scenes):
        return left_behind(self.ledger, self.companion.stage, self.companion.play, scenes).owed


@pytest.fixture
def told(tmp_path):
    made = Told(tmp_path / "game.ledger")
    yield made
    made.ledger.close()


def scene(**tiles):
    """A signature: ``t3=NORTH`` is a thing on tile 3."""
    return bytes(tiles.get(f"t{tile}", 0) for tile in range(TILES))


FIRST = scene(t3=NORTH)


def test_what_the_table_showed_is_not_owed(told):
    told.tell((3, NORTH))
    last = told.tell((3, 0), (4, NORTH))
    assert told.owed((0, FIRST), (last, scene(t4=NORTH))) == {}


def test_what_an_answer_left_to_do_is_owed_with_what_it_showed_then(told):
    told.tell((3, NORTH))
    last = told.tell((4, NORTH))
    assert told.owed((0, FIRST), (last, scene(t3=EAST, t4=NORTH))) == {3: NORTH}


def test_a_debt_is_paid_once(told):
    """What is done with it afterwards is something new."""
    told.tell((3, NORTH))
    last = told.tell((4, NORTH))
    told.tell((3, EAST), (3, 0))
    assert told.owed((0, FIRST), (last, scene(t3=EAST, t4=NORTH))) == {}


def test_what_the_board_told_in_the_same_breath_came_after_the_answer(told):
    """The thing went on from where it was understood: that is no debt, but an answer that nobody has understood yet."""
    told.tell((3, NORTH))
    last = told.tell((3, 0), (4, NORTH), (4, 0), (5, NORTH))
    assert told.owed((0, FIRST), (last - 2, scene(t4=NORTH))) == {}


def test_another_board_does_not_count(told):
    last = told.tell((3, NORTH), uid="c1")
    assert told.owed((0, FIRST), (last, FIRST)) == {3: 0}
