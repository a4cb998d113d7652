"""Which thing lies where."""

from host.referee.beliefs import Beliefs
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
