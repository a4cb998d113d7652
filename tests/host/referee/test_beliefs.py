"""Which thing lies where."""

import pytest

from host.referee.beliefs import LATE_MS, Beliefs
from host.table import Scene, Thing

SCENE = Scene(6, [Thing("a", 0, 1), Thing("b", 1, 1), Thing("c", 2, 4)])


def looking_at(*signatures):
    beliefs = Beliefs()
    beliefs.expect(SCENE)
    for signature in (SCENE.signature, *map(bytes, signatures)):
        beliefs.look(signature)
    return beliefs.names


def test_what_lies_as_it_should_is_what_it_should_be():
    assert looking_at() == {(0, 1): "a", (1, 1): "b", (2, 4): "c"}


def test_a_thing_is_followed_from_tile_to_tile():
    assert looking_at([0, 1, 4, 0, 0, 0], [0, 1, 4, 8, 0, 0])[(3, 8)] == "a"


def test_a_thing_is_followed_also_if_both_ends_are_told_at_once():
    assert looking_at([0, 1, 4, 8, 0, 0])[(3, 8)] == "a"


def test_a_thing_that_comes_home_before_its_old_reed_has_opened_is_itself():
    """A contact opens later than it closes; what was in the hand for longer still is."""
    beliefs = Beliefs()
    beliefs.expect(SCENE)
    beliefs.look(SCENE.signature, 0)
    beliefs.look(bytes([0, 1, 4, 8, 0, 0]), 1_000)  # a lies astray
    beliefs.look(bytes([0, 0, 4, 8, 0, 0]), 2_000)  # b is in the hand
    beliefs.look(bytes([1, 0, 4, 8, 0, 0]), 3_000)  # a goes home
    beliefs.look(bytes([1, 0, 4, 0, 0, 0]), 3_060)
    assert beliefs.names[(0, 1)] == "a"
    beliefs.look(bytes([1, 0, 4, 0, 2, 0]), 4_000)
    assert beliefs.names[(4, 2)] == "b"


def test_of_two_things_in_the_hand_nobody_knows_which_comes_down():
    assert looking_at([0, 0, 4, 0, 0, 0], [0, 0, 4, 8, 0, 0])[(3, 8)] is None


def test_a_thing_that_comes_home_is_believed_to_be_itself():
    names = looking_at([0, 0, 4, 0, 0, 0], [0, 1, 4, 0, 0, 0], [0, 1, 4, 2, 0, 0])
    assert names[(1, 1)] == "b"
    assert names[(3, 2)] == "a"


def test_a_thing_in_the_place_of_one_that_lies_elsewhere_is_not_that_one():
    names = looking_at([0, 1, 4, 0, 0, 0], [0, 1, 4, 8, 0, 0], [1, 1, 4, 8, 0, 0])
    assert names[(0, 1)] is None


def test_a_thing_from_nowhere_has_no_name():
    assert looking_at([1, 1, 4, 0, 8, 0])[(4, 8)] is None


def test_a_stranger_that_was_taken_off_is_forgotten_once_everything_is_in_its_place():
    names = looking_at([1, 1, 4, 0, 8, 0], SCENE.signature, [0, 1, 4, 0, 0, 0], [0, 1, 4, 2, 0, 0])
    assert names[(3, 2)] == "a"


def test_what_was_put_away_is_not_in_the_hand_any_more():
    beliefs = Beliefs()
    beliefs.expect(SCENE)
    beliefs.look(SCENE.signature)
    beliefs.look(bytes([0, 1, 4, 0, 0, 0]))
    beliefs.expect(Scene(6, SCENE.things[1:]))
    beliefs.look(bytes([0, 0, 4, 0, 0, 0]))
    beliefs.look(bytes([0, 0, 4, 2, 0, 0]))
    assert beliefs.names[(3, 2)] == "b"


def watched(scene, *looks):
    """Beliefs about a scene, after looks at what the table shows and when."""
    beliefs = Beliefs()
    beliefs.expect(scene)
    beliefs.look(scene.signature, 0)
    for signature, at in looks:
        beliefs.look(bytes(signature), at)
    return beliefs


@pytest.mark.parametrize(("late", "is_home"), [(LATE_MS, True), (LATE_MS + 1, False)])
def test_a_reed_that_opens_too_late_is_that_of_something_else(late, is_home):
    """Something else was put where it belongs, and it was lifted after that."""
    astray, both = [0, 1, 4, 8, 0, 0], [1, 1, 4, 8, 0, 0]
    beliefs = watched(SCENE, (astray, 1_000), (both, 3_000), ([1, 1, 4, 0, 0, 0], 3_000 + late))
    assert beliefs.names[(0, 1)] == ("a" if is_home else None)


def test_a_thing_that_has_come_somewhere_else_is_not_the_one_that_is_lifted_at_once():
    beliefs = watched(SCENE, ([0, 1, 4, 0, 0, 0], 1_000), ([0, 1, 4, 8, 0, 0], 2_000), ([0, 1, 0, 8, 0, 0], 2_050))
    assert beliefs.names == {(1, 1): "b", (3, 8): "a"}
    beliefs.look(bytes([0, 1, 0, 8, 2, 0]), 4_000)
    assert beliefs.names[(4, 2)] == "c"


def test_a_thing_without_a_name_that_is_lifted_takes_no_name_along():
    stranger = [1, 1, 4, 0, 0, 2]
    beliefs = watched(SCENE, (stranger, 1_000), ([0, 1, 4, 0, 0, 2], 2_000), ([0, 1, 4, 8, 0, 2], 3_000))
    assert beliefs.names[(3, 8)] == "a"
    beliefs.look(bytes([0, 1, 4, 8, 0, 0]), 3_050)
    assert beliefs.names[(3, 8)] == "a"


def test_of_two_that_come_down_at_once_nobody_knows_which_was_in_the_hand():
    names = looking_at([0, 1, 4, 0, 0, 0], [0, 1, 4, 8, 8, 0])
    assert names[(3, 8)] is None
    assert names[(4, 8)] is None


def test_what_lies_where_the_scene_has_it_is_believed_to_be_that_and_comes_home_as_such():
    """A stranger lay there before the scene changed; it is lifted with another thing, and put back."""
    beliefs = watched(SCENE, ([1, 1, 4, 8, 0, 0], 1_000))
    beliefs.expect(Scene(6, [Thing("a", 3, 8), *SCENE.things[1:]]))
    for at, signature in enumerate(([1, 0, 4, 8, 0, 0], [1, 0, 4, 0, 0, 0], [1, 0, 4, 8, 0, 0]), 2):
        beliefs.look(bytes(signature), at * 1_000)
    assert beliefs.names[(3, 8)] == "a"
    beliefs.look(bytes([1, 0, 4, 8, 2, 0]), 9_000)
    assert beliefs.names[(4, 2)] == "b"


def test_two_things_in_hands_that_have_both_come_home_are_in_no_hand_any_more():
    """What was taken for another one is in nobody's hand once everything is in its place."""
    beliefs = watched(
        SCENE, ([0, 0, 4, 0, 0, 0], 1_000), ([0, 0, 4, 8, 0, 0], 2_000), (SCENE.signature, 3_000), ([1, 1, 0], 4_000)
    )
    beliefs.look(bytes([1, 1, 0, 0, 2, 0]), 5_000)
    assert beliefs.names[(4, 2)] == "c"
