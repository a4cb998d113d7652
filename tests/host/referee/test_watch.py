"""What is made of a snapshot before it is judged."""

import pytest

from host.referee.beliefs import LATE_MS
from host.referee.signatures import pack
from host.referee.watch import Watch, overlaid
from host.table import Scene, Snapshot, Thing, Touch

SCENE = Scene(4, [Thing("a", 0, 1), Thing("b", 1, 2)])


def shows(*tiles, at=100, changed_at=None, confidence=(100, 100, 100, 100)):
    return Snapshot(at, bytes(tiles), bytes(confidence), at if changed_at is None else changed_at, True)


def watching(*readings, is_seen=True):
    watch = Watch()
    watch.expect(SCENE, 50, is_seen)
    for reading in readings:
        watch.read(reading, reading.at)
    return watch


def test_nothing_was_stable_before_the_table_was_known():
    assert watching().read(shows(1, 2, 0, 0, at=400, changed_at=10), 400).since == 400


def test_a_table_is_stable_since_it_last_changed():
    watch = watching(shows(1, 2, 0, 0))
    assert watch.read(shows(0, 2, 0, 0, at=300), 300).since == 300
    assert watch.read(shows(0, 2, 0, 0, at=700, changed_at=300), 700).since == 300


def test_a_masked_tile_that_flaps_makes_nothing_unstable():
    sure = (100, 100, 100, 0)
    watch = watching(shows(1, 2, 0, 0, confidence=sure), shows(0, 2, 0, 0, at=300, confidence=sure))
    reading = watch.read(shows(0, 2, 0, 8, at=600, confidence=sure), 600)
    assert reading.since == 300
    assert reading.shown == bytes([0, 2, 0, 0])


def test_an_unknown_time_makes_the_table_unstable():
    watch = watching(shows(1, 2, 0, 0))
    watch.lose()
    assert watch.read(shows(1, 2, 0, 0, at=900, changed_at=100), 900).since == 900


def test_the_least_trusted_tile_that_differs_counts():
    reading = watching().read(shows(0, 2, 4, 0, confidence=(90, 20, 60, 30)), 100)
    assert reading.sure == 60
    assert watching().read(shows(1, 2, 0, 0, confidence=(90, 20, 60, 30)), 100).sure == 100


def test_things_that_are_only_missing_are_in_a_hand():
    watch = watching()
    lifted = watch.read(shows(0, 2, 0, 0), 100)
    assert lifted.is_lifted_only
    assert lifted.is_in_hand
    moved = watch.read(shows(0, 2, 4, 0, at=200), 200)
    assert not moved.is_lifted_only
    assert not moved.is_in_hand


def test_a_first_scene_that_was_not_seen_is_owed_altogether():
    watch = watching(shows(0, 0, 0, 0), is_seen=False)
    assert watch.debts
    reading = watch.read(shows(0, 0, 0, 0), 200)
    assert reading.seen == reading.expected == pack(SCENE.signature)
    assert reading.absent == 2


def test_only_what_the_scene_changed_is_owed():
    watch = watching(shows(1, 2, 0, 0), shows(0, 2, 0, 0, at=200))
    watch.expect(Scene(4, [Thing("a", 0, 1), Thing("b", 3, 2)]), 300, is_seen=False)
    reading = watch.read(shows(0, 2, 0, 0, at=310, changed_at=200), 310)
    assert reading.seen == pack(bytes([0, 0, 0, 2]))
    assert reading.absent == 0


def test_what_changed_while_nobody_saw_the_table_is_owed_when_it_is_back():
    watch = watching(shows(1, 2, 0, 0))
    watch.lose()
    watch.expect(Scene(4, [Thing("a", 0, 1)]), 300, is_seen=False)
    watch.expect(Scene(4, []), 310, is_seen=False)
    assert watch.read(shows(1, 2, 0, 0, at=900), 900).seen == 0


def test_how_long_a_scene_rested_is_told_when_it_is_left():
    watch = watching(shows(1, 2, 0, 0), shows(0, 2, 0, 0, at=300), shows(0, 2, 1, 0, at=400))
    watch.expect(Scene(4, [Thing("a", 2, 1), Thing("b", 1, 2)]), 450, is_seen=True)
    watch.read(shows(0, 2, 1, 0, at=450, changed_at=400), 450)
    watch.read(shows(0, 2, 0, 0, at=1_000), 1_000)
    assert watch.rested_ms == 600


def test_a_masked_tile_is_overlaid_with_what_it_should_show():
    snapshot = shows(1, 2, 3, 4, confidence=(100, 0, 100, 0))
    assert overlaid(snapshot, bytes([9, 9, 9, 9])) == bytes([1, 9, 3, 9])


@pytest.mark.parametrize(("happened", "rested"), [(5_000, 600), (3_000, 2_600), (None, 600)])
def test_what_was_done_without_a_cable_has_rested_since_the_board_felt_it(happened, rested):
    """Not since it was told: whoever moves it on then does something else."""
    watch = watching(shows(1, 2, 0, 0))
    watch.read(Snapshot(5_000, bytes([1, 0, 2, 0]), bytes([100] * 4), 5_000, True, (), happened), 5_000)
    watch.expect(Scene(4, [Thing("a", 0, 1), Thing("b", 2, 2)]), 5_300, is_seen=True)
    assert watch.rested_ms == 0
    watch.read(shows(1, 0, 0, 2, at=5_600), 5_600)
    assert watch.rested_ms == rested


ASTRAY = shows(1, 2, 4, 0, at=1_000)


@pytest.mark.parametrize(("late", "has_gained"), [(LATE_MS, False), (LATE_MS + 1, True)])
def test_what_lies_too_many_for_longer_than_a_reed_takes_to_open_is_new(late, has_gained):
    watch = watching(shows(1, 2, 0, 0))
    assert not watch.read(ASTRAY, 1_000).has_gained
    left = watch.read(shows(0, 2, 4, 0, at=1_000 + late), 1_000 + late)
    assert left.has_gained == has_gained
    assert left.is_lost == has_gained


def test_how_long_too_many_lay_there_is_counted_from_the_first_of_them():
    watch = watching(shows(1, 2, 0, 0))
    for at in (1_000, 1_100):
        watch.read(shows(1, 2, 4, at // 1_100, at=at), at)
    assert watch.read(shows(0, 2, 4, 0, at=1_000 + LATE_MS + 1), 1_000 + LATE_MS + 1).has_gained


def test_something_that_came_and_went_is_forgotten_when_all_is_as_it_should_be():
    watch = watching(shows(1, 2, 0, 0), ASTRAY)
    assert watch.read(shows(0, 2, 4, 0, at=2_000), 2_000).has_gained
    assert not watch.read(shows(1, 2, 0, 0, at=3_000), 3_000).has_gained
    assert not watch.read(shows(0, 2, 4, 0, at=4_000), 4_000).has_gained


def test_what_came_before_an_answer_is_not_new_behind_it():
    watch = watching(shows(1, 2, 0, 0), ASTRAY)
    assert watch.read(shows(0, 2, 4, 0, at=2_000), 2_000).is_lost
    watch.expect(Scene(4, [Thing("a", 2, 4), Thing("b", 1, 2)]), 2_000, is_seen=True)
    assert not watch.read(shows(0, 0, 4, 2, at=2_500), 2_500).has_gained


def test_what_lay_too_many_before_an_answer_does_not_count_behind_it():
    watch = watching(shows(1, 2, 0, 0), ASTRAY)
    watch.expect(Scene(4, [Thing("a", 0, 1), Thing("b", 1, 2), Thing("c", 2, 4)]), 2_000, is_seen=True)
    assert not watch.read(shows(0, 2, 4, 1, at=3_000), 3_000).has_gained


def test_a_scene_that_was_just_expected_has_not_been_left_yet():
    watch = watching(shows(1, 2, 0, 0), shows(0, 2, 0, 0, at=1_000))
    assert watch.rested_ms > 0
    watch.expect(Scene(4, [Thing("b", 1, 2)]), 1_200, is_seen=True)
    assert watch.rested_ms == 0


def test_what_the_last_answer_left_to_follow_is_told_by_what_was_shown_then():
    watch = watching(shows(1, 2, 0, 0))
    watch.expect(Scene(4, [Thing("a", 0, 1), Thing("b", 3, 2)]), 300, is_seen=False)
    watch.read(shows(1, 2, 0, 0, at=310, changed_at=100), 310)
    assert (watch.left, watch.first) == ({1: 2, 3: 0}, bytes([1, 2, 0, 0]))
    watch.read(shows(1, 0, 0, 0, at=400), 400)
    assert (watch.left, watch.first) == ({1: 2, 3: 0}, bytes([1, 2, 0, 0]))
    watch.read(shows(1, 0, 0, 2, at=500), 500)
    assert not watch.debts


def test_nothing_was_stable_before_the_scene_changed():
    watch = watching(shows(1, 2, 0, 0), shows(0, 2, 4, 0, at=300))
    watch.expect(Scene(4, [Thing("a", 0, 1), Thing("b", 1, 2)]), 700, is_seen=True)
    reading = watch.read(shows(0, 2, 4, 0, at=900, changed_at=300), 900)
    assert (reading.since, reading.shown_since, reading.scene_since) == (700, 700, 700)


def test_only_what_was_lifted_since_the_scene_changed_was_lifted():
    touches = (Touch(44, 1, 2, 0), Touch(45, 0, 1, 0), Touch(60, 0, 0, 1), Touch(70, 2, 0, 1))
    snapshot = Snapshot(100, bytes([1, 0, 1, 0]), bytes([100] * 4), 70, True, touches)
    assert watching(shows(1, 2, 0, 0, at=45)).read(snapshot, 100).lifted == {0}
