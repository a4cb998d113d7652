"""A game in wall time: real threads, and the twin as a process behind a real pseudo-terminal."""

import os
import threading
from collections.abc import Callable

import pytest

from hardware import profiles
from hardware.twin.client import start
from host.ledger import Ledger
from host.link import Arrived, Lost, Refused
from host.play import opening
from host.play.commands import Correct, Mask, Name, Redo, Undo
from host.play.live import LiveTable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX thing")
PATIENCE_S = 100  # a busy machine is no reason to fail


class Watched(LiveTable):
    """A table that a test can wait on: for pictures, and for what the link has told."""

    def __init__(self, companion, ledger, where, **more):
        self.news = threading.Condition()
        self.heard = []
        self.links = []
        super().__init__(companion, ledger, where, on_change=self._notify, **more)

    def _notify(self):
        with self.news:
            self.links.append(self.picture.link)
            self.news.notify_all()

    def _hear(self, link, happening):
        self.heard.append(happening)  # first: who sees what comes of it finds it here
        super()._hear(link, happening)
        self._notify()

    def until(self, holds: Callable[[], object]):
        with self.news:
            assert self.news.wait_for(holds, PATIENCE_S), (self.picture.prompt, self.picture.notice, self.picture.link)

    def sync(self):
        """Wait until everything that was handed to the game so far is done."""
        self.post(Mask(10_000))  # told in a notice of its own, and changes nothing
        self.until(lambda: self.picture.notice == "This table has no such tile.")
        self.post(Redo())
        self.until(lambda: self.picture.notice == "There is nothing to do again.")

    @property
    def said(self):
        return [line.text for line in self.picture.lines if line.kind == "answer" and not line.is_taken_back]


@pytest.fixture
def open_table(tmp_path):
    """Return a function that begins a game and starts it; everything is stopped at the end."""
    opened = []

    def begin(where="", players=("person", "person"), choose=None):
        ledger = Ledger.open(tmp_path / f"{len(opened)}.ledger", synchronous="OFF")
        companion = opening.begin(ledger, "armada", "grid", 0, players=players)
        table = Watched(companion, ledger, where, choose=choose)
        opened.append((table, ledger))
        table.ledger = ledger
        table.start()
        return table

    yield begin
    for table, ledger in opened:
        table.stop()
        ledger.close()


@pytest.fixture
def table(open_table, twin_port):
    """A game on a twin that is set up, with Blue's first piece named."""
    made = open_table(twin_port.port)
    made.until(lambda: made.picture.is_linked)
    twin_port.control.put("blue.starter", "base", "e2", facing="south")
    twin_port.control.put("red.starter", "base", "e10", facing="north")
    made.until(lambda: made.picture.prompt.kind == "reveal")
    made.post(Name("hub-2"))
    made.until(lambda: made.picture.prompt.kind == "turn")
    return made


# ---- the board -------------------------------------------------------------------------------------------


def test_a_move_on_the_table_is_understood_and_the_lights_answer(table, twin_port):
    twin_port.control.move("blue.starter", "e3", facing="south")
    table.until(lambda: table.said == ["move ship-1 north"])
    assert table.picture.link == "The board is connected."
    assert any(map(any, twin_port.control.lights()))


def test_a_pulled_cable_is_told_and_what_happened_meanwhile_is_understood(table, twin_port):
    twin_port.control.unplug()
    table.until(lambda: not table.picture.is_linked)
    table.until(lambda: next(each.sentence for each in table.heard if isinstance(each, Lost)) in table.links)
    twin_port.control.move("blue.starter", "e3", facing="south")
    twin_port.control.replug()
    table.until(lambda: table.said == ["move ship-1 north"])
    assert table.picture.is_linked


def test_a_foreign_port_that_refuses_changes_nothing_while_ours_is_connected(table, twin_port, tmp_path):
    table._boards._add(str(tmp_path / "foreign"))
    table.until(lambda: any(isinstance(happening, Refused) for happening in table.heard))
    table.sync()
    assert table.picture.is_linked
    assert table.picture.link == "The board is connected."
    twin_port.control.move("blue.starter", "e3", facing="south")
    table.until(lambda: table.said == ["move ship-1 north"])


def test_a_port_that_refuses_is_told_while_there_is_no_board(open_table, tmp_path):
    table = open_table(str(tmp_path / "nothing"))
    table.until(lambda: "There is no port" in table.picture.link)
    assert not table.picture.is_linked


def told_by_others(table):
    others = [each for each in table.heard if isinstance(each, Arrived) and each.uid != table._ours.uid]
    return [fact for each in others for fact in each.facts]


def test_another_board_that_is_plugged_in_is_none_of_the_tables_business(table, twin_port, tmp_path):
    with start("grid", seed=7, name="other", link=tmp_path / "other") as other:
        table._boards._add(other.port)
        other.control.put("blue.starter", "base", "a5", facing="north")
        a5 = profiles.load("grid").tile_named("a5").index
        table.until(lambda: any((fact.src, fact.data) == (a5, b"\x01") for fact in told_by_others(table)))
        table.sync()
        assert table.picture.prompt.kind == "turn"
        assert not table.picture.tiles[a5]


@pytest.mark.twin(profile="bench")
def test_a_board_of_another_profile_is_told_and_not_believed(open_table, twin_port):
    table = open_table(twin_port.port)
    table.until(lambda: "set up as bench, but this game expects grid" in table.picture.link)
    table.until(lambda: not table.picture.is_linked)


# ---- house players -----------------------------------------------------------------------------------------


def test_what_a_house_player_chose_too_late_is_dropped_and_it_thinks_again(open_table):
    thinkers, is_asked, may_answer = [], threading.Event(), threading.Event()

    def slow(play, decision, name):
        thinkers.append(threading.current_thread())
        if len(thinkers) == 1:
            is_asked.set()
            may_answer.wait(PATIENCE_S)
            return "move ship-1 north"
        thinkers[0].join(PATIENCE_S)  # the late one speaks first
        return "move ship-1 east"

    table = open_table(players=("apprentice", "person"), choose=slow)
    table.post(Name("hub-2"))
    assert is_asked.wait(PATIENCE_S)
    table.post(Correct("ship-1.energy", 3, "we miscounted"))
    table.until(lambda: any(line.kind == "correction" for line in table.picture.lines))
    may_answer.set()
    table.until(lambda: len(table.said) == 2)
    assert table.said == ["move ship-1 east", "move ship-1 east"]
    assert len(thinkers) == 3  # nobody thinks twice about the same


def test_house_players_play_without_any_board(open_table):
    table = open_table(players=("apprentice", "person"), choose=lambda play, decision, name: "move ship-1 north")
    table.post(Name("hub-2"))
    table.until(lambda: len(table.said) == 2)
    assert table.picture.seats[1].is_active


# ---- what goes wrong -----------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_game_goes_on(table, twin_port):
    pages = table.ledger._db.execute("PRAGMA page_count").fetchone()[0]
    table.ledger._db.execute(f"PRAGMA max_page_count = {pages}")
    while "cannot be written" not in table.picture.notice:
        before = table.picture
        table.post(Correct("ship-1.energy", 3, "a long reason " * 20))
        table.until(lambda before=before: table.picture is not before)
    assert "Free some space" in table.picture.notice
    twin_port.control.move("blue.starter", "e3", facing="south")
    table.ledger._db.execute("PRAGMA max_page_count = 1000000")
    table.until(lambda: "move ship-1 north" in table.said)


def test_what_nobody_expected_is_told_and_the_game_goes_on(open_table, caplog):
    table = open_table()
    table.post("no command at all")
    table.until(lambda: "Something went wrong and the game goes on (" in table.picture.notice)
    assert "goes on" in caplog.text
    table.post(Name("hub-2"))
    table.until(lambda: table.picture.prompt.kind == "turn")


def test_a_table_that_is_stopped_does_nothing_more(open_table):
    table = open_table()
    table.post(Name("hub-2"))
    table.until(lambda: table.picture.prompt.kind == "turn")
    table.stop()
    assert not table._thread.is_alive()
    before = table.picture
    table.post(Undo())
    assert table.picture is before
