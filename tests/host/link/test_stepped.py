"""The stepped driver, moment by moment: who is called when, and what is lost with a cable."""

import pytest

from host.link import Stepped
from tests.host.link.page import told

TICK_MS, TAKE, REOPEN_MS = (told("stepped.py", name) for name in ("TICK_MS", "TAKE", "REOPEN_MS"))
NEVER = 1 << 60


class Link:
    """Notes what it is told; ``due`` is when it wants to be called."""

    def __init__(self, diary, due=NEVER):
        self.due = due
        self.wants_reopen = False
        self.say = b""
        self._diary = diary

    def opened(self, now):
        self._diary.append(("opened", now))
        self.wants_reopen = False

    def closed(self, now):
        self._diary.append(("closed", now))

    def tick(self, now):
        self._diary.append(("tick", now))
        self.due = NEVER

    def received(self, data, now):
        self._diary.append(("received", now, data))

    def take(self):
        said, self.say = self.say, b""
        return said


class Board:
    def __init__(self, diary):
        self.due = NEVER
        self.say = b""
        self._diary = diary

    def step(self, now, rx, take):
        self._diary.append(("board", now, rx, take))
        said, self.say = self.say, b""
        return self.due, said


class Couple:
    def __init__(self, now=1000, **more):
        self.diary = []
        self.link, self.board = Link(self.diary), Board(self.diary)
        self.run = Stepped(self.board, self.link, now=now, **more)

    def since(self):
        found, self.diary[:] = list(self.diary), []
        return found


@pytest.fixture
def couple():
    return Couple()


def test_a_couple_begins_unplugged_at_its_time():
    run = Couple(now=77).run
    assert (run.now, run.is_plugged, run.is_frozen) == (77, False, False)
    assert Stepped(None, None).now == 0


def test_the_board_is_stepped_when_it_is_due_with_or_without_a_port(couple):
    couple.board.due = 1005
    couple.run.run_for(3)
    assert couple.since() == [("board", 1000, b"", 0)]
    couple.run.run_until(1004)
    couple.board.due = NEVER
    assert couple.since() == []
    couple.run.run_for(10)
    assert couple.since() == [("board", 1005, b"", 0)]
    assert couple.run.now == 1014


def test_time_leaps_to_what_is_due_next_and_no_further(couple):
    couple.run.plug()
    couple.link.due = 1300
    couple.board.due = 1200
    times = []
    while couple.run.now < 1400:
        times.append(couple.run.now)
        couple.run.step(1400)
        if couple.run.now >= 1200:
            couple.board.due = NEVER
    assert times == [1000, 1200, 1300]


def test_time_goes_on_though_something_is_always_due(couple):
    couple.run.plug()
    couple.board.due = 0
    couple.run.run_for(3)
    assert [entry[1] for entry in couple.since() if entry[0] == "board"] == [1000, 1001, 1002]


def test_bytes_of_the_host_reach_the_board_a_tick_later(couple):
    couple.run.plug()
    couple.run.run_for(50)
    couple.since()
    couple.link.say, couple.link.due = b"hello", 1050
    couple.run.run_for(10)
    assert couple.since() == [("tick", 1050), ("board", 1050 + TICK_MS, b"hello", TAKE)]
    couple.run.run_for(1000)
    assert couple.since() == [], "and only once"


def test_what_the_host_says_when_it_is_plugged_in_is_on_its_way(couple):
    couple.link.say = b"hello"
    couple.run.plug()
    couple.run.run_for(TICK_MS + 1)
    assert ("board", 1000, b"hello", TAKE) in couple.since()


def test_bytes_of_the_board_reach_the_host_at_once(couple):
    couple.board.say = b"I am"
    couple.run.plug()
    couple.run.run_for(1)
    assert couple.since() == [("opened", 1000), ("board", 1000, b"", TAKE), ("received", 1000, b"I am")]


def test_what_a_fault_swallows_is_not_received():
    couple = Couple(to_host=lambda data, now: b"", to_board=lambda data, now: data[1:])
    couple.board.say, couple.link.say = b"lost", b"xhalf"
    couple.run.plug()
    couple.run.run_for(10)
    assert couple.since() == [("opened", 1000), ("board", 1000, b"half", TAKE)]


def test_plugging_and_unplugging_twice_is_once(couple):
    for _ in range(2):
        couple.run.plug()
    for _ in range(2):
        couple.run.unplug()
    couple.run.plug()
    couple.run.close()
    assert [entry[0] for entry in couple.since()] == ["opened", "closed"] * 2


def test_a_link_that_wants_its_port_anew_gets_it_after_a_while(couple):
    couple.run.plug()
    couple.link.wants_reopen = True
    couple.run.run_for(1)
    assert not couple.run.is_plugged
    couple.run.run_for(REOPEN_MS - 1)
    assert not couple.run.is_plugged
    couple.run.run_for(1)
    assert couple.run.is_plugged
    assert [entry for entry in couple.since() if entry[0] != "board"] == [
        ("opened", 1000),
        ("closed", 1000),
        ("opened", 1000 + REOPEN_MS),
    ]
    couple.run.unplug()
    couple.run.run_for(10 * REOPEN_MS)
    assert not couple.run.is_plugged, "it is opened anew once"


def test_a_cable_that_is_plugged_in_before_its_time_needs_no_second_plug(couple):
    couple.run.plug()
    couple.link.wants_reopen = True
    couple.run.run_for(1)
    couple.run.plug()
    couple.run.unplug()
    couple.run.run_for(10 * REOPEN_MS)
    assert not couple.run.is_plugged


def test_a_host_that_is_frozen_neither_reads_nor_ticks(couple):
    couple.run.plug()
    couple.run.is_frozen = True
    couple.since()
    couple.link.due = couple.board.due = 1010
    couple.run.run_for(5)
    assert couple.since() == [("board", 1000, b"", 0)]
    couple.board.due = NEVER
    couple.run.run_for(50)
    assert couple.since() == [("board", 1010, b"", 0)]
    couple.run.is_frozen = False
    couple.run.run_for(1)
    assert couple.since() == [("tick", 1055)]


def test_what_is_on_its_way_is_lost_with_the_cable_and_with_the_program(couple):
    for end in ("unplug", "replace"):
        couple.run.plug()
        couple.run.run_for(10)
        couple.link.say, couple.link.due = b"too late", couple.run.now
        couple.run.run_for(1)
        if end == "unplug":
            couple.run.unplug()
        else:
            couple.run.replace_link(couple.link)
        couple.run.run_for(10)
    assert b"too late" not in [entry[2] for entry in couple.since() if entry[0] == "board"]


def test_a_program_that_died_is_not_told_but_the_board_sees_its_port_close():
    switched = []
    couple = Couple(plugged=switched.append)
    couple.run.replace_link(couple.link)
    assert switched == []
    couple.run.plug()
    other = Link([])
    couple.since()
    couple.run.replace_link(other)
    assert couple.since() == []
    assert other._diary == [("opened", 1000)]
    assert (couple.run.link, couple.run.is_plugged, switched) == (other, True, [True, False, True])


def test_running_while_something_holds_tells_whether_it_ended(couple):
    assert couple.run.run_while(lambda: couple.run.now < 1010, 100)
    assert couple.run.now >= 1010
    before = couple.run.now
    assert not couple.run.run_while(lambda: True, 100)
    assert couple.run.now == before + 100
    assert couple.run.run_while(lambda: False, 100)
    assert couple.run.now == before + 100, "no time passes"
