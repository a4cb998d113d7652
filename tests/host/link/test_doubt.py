"""A state that is never confirmed: said after three seconds in which the board answered, and not before."""

import pytest

from host.link.complaints import Complaints
from host.link.doubt import Doubt
from tests.host.link.page import told

LONG_MS, LOOKS = told("doubt.py", "LONG_MS"), told("doubt.py", "LOOKS")
CALM = {"reached": 9, "head": 9, "is_repairing": False, "fits": True}
CAUSES = {
    "events": {"reached": 9, "head": 10, "fits": None},
    "snapshot": {"is_repairing": True, "fits": None},
    "digest": {"fits": False},
}

WORDS = {
    "events": "has events up to 9, but sends none from 9 on",
    "snapshot": "was asked for its whole state and did not give it",
    "digest": "The checksum that the board reports does not fit the state",
}


class Desk:
    """A doubt, and what it has said."""

    def __init__(self):
        self.said = []
        self.complaints = Complaints(self.said.append)
        self.doubt = Doubt(self.complaints)
        self.doubt.begin()

    def look(self, now, **shown):
        self.doubt.look(now, **{**CALM, **shown})
        return len(self.said)

    def look_at(self, times, shown):
        """Look at each of these times; return how many sentences there were after each."""
        return [self.look(now, **shown) for now in times]


@pytest.fixture
def desk():
    desk = Desk()
    desk.look(0)  # so that it is known how far the events had come
    return desk


def spread(count, end):
    """So many moments from 1000 on, the last one ``end`` after the first."""
    return [1000 + round(at * end / (count - 1)) for at in range(count)]


@pytest.mark.parametrize("topic", CAUSES)
def test_it_is_said_when_it_has_lasted_so_long_and_was_seen_so_often(desk, topic):
    counts = desk.look_at(spread(LOOKS, LONG_MS), CAUSES[topic])
    assert counts == [0] * (LOOKS - 1) + [1]
    assert desk.complaints.has(topic)
    assert WORDS[topic] in desk.said[0]
    assert desk.look(10_000, **CAUSES[topic]) == 1, "and only once"


@pytest.mark.parametrize("topic", CAUSES)
def test_it_is_not_said_a_moment_too_soon_however_often_it_was_seen(desk, topic):
    assert set(desk.look_at(spread(100, LONG_MS - 1), CAUSES[topic])) == {0}
    assert desk.look(1000 + LONG_MS, **CAUSES[topic]) == 1


@pytest.mark.parametrize("topic", CAUSES)
def test_it_is_not_said_of_a_computer_that_has_slept(desk, topic):
    """An hour between two looks is no hour in which the board was wrong."""
    assert desk.look_at(spread(LOOKS - 1, 3_600_000), CAUSES[topic]) == [0] * (LOOKS - 1)


@pytest.mark.parametrize("topic", CAUSES)
def test_one_good_look_begins_it_anew(desk, topic):
    desk.look_at(spread(100, LONG_MS - 1), CAUSES[topic])
    desk.look(1000 + LONG_MS - 1)
    assert set(desk.look_at([at + LONG_MS for at in spread(100, LONG_MS - 1)], CAUSES[topic])) == {0}


@pytest.mark.parametrize("topic", CAUSES)
@pytest.mark.parametrize("how", ["begin", "excuse"])
def test_a_new_session_or_a_full_disk_begins_it_anew(desk, topic, how):
    desk.look_at(spread(100, LONG_MS - 1), CAUSES[topic])
    getattr(desk.doubt, how)()
    later = [at + LONG_MS for at in spread(100, LONG_MS - 1)]
    assert set(desk.look_at(later, CAUSES[topic])) == {0}


def test_events_that_come_slowly_are_coming(desk):
    for at in range(100):
        assert desk.look(1000 + 500 * at, reached=10 + at, head=200, fits=None) == 0


def test_how_far_the_events_had_come_in_the_last_session_does_not_count():
    desk = Desk()
    desk.look(0, reached=9)
    desk.doubt.begin()
    times = [LONG_MS * at for at in range(LOOKS)]
    assert desk.look_at(times, CAUSES["events"]) == [0] * LOOKS, "the first look only says where they stand"
    assert desk.look(LONG_MS * LOOKS, **CAUSES["events"]) == 1


def test_a_digest_that_could_not_be_compared_neither_helps_nor_harms(desk):
    *first, last = spread(LOOKS, LONG_MS)
    assert set(desk.look_at(first, CAUSES["digest"])) == {0}
    assert desk.look(last - 1, fits=None) == 0
    assert desk.look(last, fits=False) == 1


def test_a_state_that_was_complained_about_already_explains_the_digest(desk):
    desk.complaints.say("state", "It has another length.")
    assert set(desk.look_at(spread(50, 10 * LONG_MS), CAUSES["digest"])) == {1}
    assert not desk.complaints.has("digest")


def test_what_was_compared_last_is_what_counts():
    assert not Doubt(Complaints(print)).is_confirmed
    desk = Desk()
    assert not desk.doubt.is_confirmed
    for fits, confirmed in ((True, True), (None, True), (False, False), (None, False), (True, True)):
        desk.look(0, fits=fits)
        assert desk.doubt.is_confirmed is confirmed
    desk.doubt.begin()
    assert not desk.doubt.is_confirmed
