"""A board that goes and comes back while the game is busy: whatever it tells later is taken.

Virtual time throughout: the links run on scripted boards, and the game's thread is a function that the test calls when
the game is no longer held up.
"""

from collections import Counter
from random import Random

import pytest

from hardware import profiles
from host.ledger import Ledger, LedgerError
from host.link import Arrived, Connected, Described, Link, Lost, Refused, Stepped, Troubled
from host.play import opening
from host.play.live import STRANGER, LiveTable
from host.play.ours import OurBoard
from tests.host.link.scripted_board import UID, ScriptedBoard

TILES = len(profiles.load("grid").tiles)
CAPS = {"profile": "grid", "tiles": TILES, "lights": 128, "buttons": 1, "pads": 0}
OTHER_UID = bytes(8)
START = 1_000
CONNECTED = "The board is connected."


def new_board(boot_id=1, uid=UID, now=START, state=None):
    board = ScriptedBoard(boot_id=boot_id, uid=uid, tiles=TILES, caps=CAPS, started=now)
    for tile, value in enumerate(state or ()):
        if value:
            board.set_tile(tile, value)
    return board


class Busy:
    """A table whose game does something only when ``catch_up`` is called, and two ports that lead to boards."""

    def __init__(self, folder, seed=0):
        self.rng = Random(seed)
        self.ledger = Ledger.open(folder / "game.ledger", synchronous="OFF")
        self.now = START
        companion = opening.begin(self.ledger, "armada", "grid", START)
        self.table = LiveTable(companion, self.ledger, "", clock=lambda: self.now)
        self.taken = []
        take = companion.facts
        companion.facts = lambda facts, last: (self.taken.extend(facts), take(facts, last))
        self.board = new_board()
        self.ports = {name: self._new_port(name) for name in ("one", "two")}
        self.at = "one"
        self.boots = 1

    def _new_port(self, name):
        link = Link(self.ledger, listener=lambda told: self.table._hear(name, told), seed=1)
        return Stepped(None, link, now=START)

    @property
    def port(self):
        return self.ports[self.at]

    @property
    def picture(self):
        return self.table.picture

    # ---- what hands do ----

    def plug(self, board=None):
        self.port.board = board or self.board
        self.port.now = self.port._board_due = self.now
        self.port.plug()
        self.run(300)
        return self

    def unplug(self):
        self.port.now = self.now
        self.port.unplug()

    def run(self, duration):
        self.now += duration
        self.port.run_until(self.now)

    def flip(self):
        tile = self.rng.randrange(3)  # few: the referee looks for the move behind all that differs
        self.board.set_tile(tile, self.board.state[tile] ^ 1 << self.rng.randrange(4))
        self.run(self.rng.randrange(20))

    # ---- ways to go and to come back ----

    def replug(self):
        self.unplug()
        self.run(self.rng.randrange(100))
        self.plug()

    def restart(self):
        self.unplug()
        self._start_anew()
        self.plug()

    def restart_behind_the_open_port(self):
        self._start_anew()
        self.port.board = self.board
        self.run(4_000)

    def move(self):
        self.unplug()
        self._change_port()
        self.plug()

    def move_before_the_loss_is_noticed(self):
        before = self.port
        self._change_port()
        self.plug()
        before.now = self.now
        before.unplug()

    def move_and_restart_before_the_loss_is_noticed(self):
        before = self.port
        self._start_anew()
        self._change_port()
        self.plug()
        before.now = self.now
        before.unplug()

    def find_a_stranger(self):
        self.unplug()
        self.plug(new_board(7, OTHER_UID, self.now, bytes([0, 0, 0, 15])))
        self.unplug()
        self.plug()

    def be_refused_elsewhere(self):
        self.replug()
        other = "two" if self.at == "one" else "one"
        self.table._hear(other, Refused("Another program has that port open."))
        self.table._hear(other, Troubled("", "The link to another port failed."))
        self.table._hear(other, Lost(OTHER_UID.hex(), "Another board has gone."))

    def _start_anew(self):
        self.boots += 1
        self.board = new_board(self.boots, now=self.now, state=self.board.state[:TILES])

    def _change_port(self):
        self.at = "two" if self.at == "one" else "one"

    # ---- the game ----

    def catch_up(self):
        while not self.table._jobs.empty():
            self.table._do_next(0)
        self.table._do_next(0)

    def close(self):
        self.ledger.close()


WAYS = (
    Busy.replug,
    Busy.restart,
    Busy.restart_behind_the_open_port,
    Busy.move,
    Busy.move_before_the_loss_is_noticed,
    Busy.move_and_restart_before_the_loss_is_noticed,
    Busy.find_a_stranger,
    Busy.be_refused_elsewhere,
)


@pytest.fixture
def busy(tmp_path):
    busy = Busy(tmp_path)
    yield busy
    busy.close()


def assert_all_is_taken(busy):
    """Every fact of our board that is on disk reached the game, once, and the game says what the board says."""
    told = Counter(fact for fact in busy.ledger.facts(uid=UID.hex()))
    assert Counter(busy.taken) == told
    assert busy.picture.link == CONNECTED
    assert busy.picture.is_linked
    assert bytes(busy.picture.tiles) == bytes(busy.board.state[:TILES])


def reconnect(busy, ways, rounds):
    """Reconnect again and again; the game comes to it only when it is no longer held up, 0 to 2 seconds."""
    busy.plug()
    free_at = busy.now
    for _ in range(rounds):
        busy.rng.choice(ways)(busy)
        for _ in range(busy.rng.randrange(4)):
            busy.flip()
        if busy.now >= free_at:
            busy.catch_up()
            free_at = busy.now + busy.rng.randrange(2_001)
            busy.flip()
    settle(busy)


def settle(busy):
    """Go on once everything is known: what comes now must be taken, too."""
    busy.run(500)
    busy.catch_up()
    busy.flip()
    busy.run(500)
    busy.catch_up()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_later_fact_is_taken_however_the_board_comes_back(busy, way):
    reconnect(busy, [way], 25)
    assert_all_is_taken(busy)


def test_after_200_reconnects_with_a_game_held_up_for_up_to_two_seconds_every_later_fact_is_taken(tmp_path):
    busy = Busy(tmp_path, seed=8)
    reconnect(busy, WAYS, 200)
    assert_all_is_taken(busy)
    busy.close()


def test_the_board_that_is_back_before_the_game_has_heard_that_it_was_gone_is_taken(busy):
    busy.plug()
    busy.catch_up()
    busy.replug()
    settle(busy)
    assert_all_is_taken(busy)


# ---- strangers ----


def test_another_board_at_our_port_is_told_and_not_believed(busy):
    busy.plug()
    busy.unplug()
    before = bytes(busy.board.state[:TILES])
    busy.plug(new_board(7, OTHER_UID, busy.now, bytes([0, 0, 0, 15])))
    busy.catch_up()
    assert (busy.picture.link, busy.picture.is_linked) == (STRANGER, False)
    assert bytes(busy.picture.tiles) == before
    busy.unplug()
    busy.plug()
    settle(busy)
    assert_all_is_taken(busy)


def test_two_boards_that_connect_at_once_are_not_mixed(tmp_path):
    busy = Busy(tmp_path)
    busy.plug()
    busy.at = "two"
    busy.plug(new_board(7, OTHER_UID, busy.now, bytes([0, 0, 0, 15])))
    busy.catch_up()
    assert_all_is_taken(busy)
    busy.close()


# ---- the ledger, and the end ----


def test_a_ledger_that_cannot_be_read_for_a_moment_costs_no_fact(busy, monkeypatch, caplog):
    def fail(*_):
        raise LedgerError("The disk does not answer.")

    with monkeypatch.context() as patch:
        hear = busy.table._with_ledger

        def with_broken_ledger(link, told):
            patch.setattr(busy.ledger, "state" if isinstance(told, Connected) else "last_fact", fail)
            try:
                return hear(link, told)
            finally:
                patch.undo()

        busy.table._with_ledger = with_broken_ledger
        busy.plug()
        busy.flip()
        busy.run(100)
    settle(busy)
    assert_all_is_taken(busy)
    assert "The ledger could not be read" in caplog.text


def test_a_press_right_after_the_board_is_back_counts_though_the_game_was_busy_when_it_came(busy):
    busy.plug()
    busy.catch_up()
    busy.replug()
    busy.board.set_buttons(1)
    busy.run(50)
    presses = []
    orders = busy.table._companion._orders
    take = orders.take
    orders.take = lambda command: (presses.append(command), take(command))
    busy.catch_up()
    assert len(presses) == 1


def test_a_board_that_comes_back_while_the_table_is_being_stopped_does_no_harm(busy, caplog):
    busy.plug()
    busy.unplug()
    busy.table.stop()
    busy.plug()
    busy.flip()
    assert busy.table._do_next(0)
    while busy.table._do_next(0):
        pass
    assert "went wrong" not in busy.picture.notice
    assert not caplog.records
    assert not busy.picture.is_linked


# ---- the judge ----

A, B = UID.hex(), OTHER_UID.hex()
LOST, LOST_OTHER = Lost(A, "Gone."), Lost(B, "Gone.")
CAME, CAME_OTHER = Connected(A, 1, True), Connected(B, 1, True)


@pytest.mark.parametrize(
    ("before", "told", "concerns"),
    [
        ([], ("one", CAME), True),
        ([], ("one", Refused("Busy.")), True),
        ([], ("one", Arrived(A, ())), False),
        ([], ("one", LOST), False),
        ([("one", CAME)], ("one", CAME_OTHER), False),
        ([("one", CAME)], ("two", CAME_OTHER), False),
        ([("one", CAME)], ("one", Arrived(A, ())), True),
        ([("one", CAME)], ("one", Described(B, {})), False),
        ([("one", CAME)], ("two", Refused("Busy.")), False),
        ([("one", CAME)], ("two", Troubled("", "Failed.")), False),
        ([("one", CAME)], ("one", Troubled("", "Failed.")), True),
        ([("one", CAME)], ("two", LOST_OTHER), False),
        ([("one", CAME), ("one", LOST)], ("one", CAME), True),
        ([("one", CAME), ("one", LOST)], ("one", Connected(A, 2, True)), True),
        ([("one", CAME), ("one", LOST)], ("two", CAME), True),
        ([("one", CAME), ("one", LOST)], ("one", CAME_OTHER), False),
        ([("one", CAME), ("one", LOST), ("one", CAME_OTHER)], ("one", LOST_OTHER), False),
        ([("one", CAME), ("one", LOST), ("one", CAME_OTHER)], ("one", Arrived(B, ())), False),
        ([("one", CAME), ("one", LOST)], ("two", Refused("Busy.")), True),
        ([("one", CAME), ("two", CAME)], ("one", LOST), False),
        ([("one", CAME), ("two", CAME)], ("two", LOST), True),
        ([("one", CAME), ("two", CAME), ("one", LOST)], ("two", Arrived(A, ())), True),
    ],
)
def test_what_concerns_the_table(before, told, concerns):
    ours = OurBoard()
    for link, happening in before:
        ours.concerns(link, happening)
    assert ours.concerns(*told) is concerns


def test_a_link_that_is_lost_after_the_board_moved_leaves_it_connected():
    ours = OurBoard()
    for link, happening in (("one", CAME), ("two", CAME), ("one", LOST), ("one", Refused("No such port."))):
        ours.concerns(link, happening)
    assert (ours.is_connected, ours.link) == (True, "two")
