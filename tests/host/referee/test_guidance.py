"""The next step toward the right table."""

from hypothesis import given
from hypothesis import strategies as st

from host.referee import Step
from host.referee.beliefs import all_magnets
from host.referee.distances import Distances
from host.referee.guidance import Place, plan

LINE = Distances({tile: (tile - 1, tile + 1) for tile in range(12)})
PLACES = [Place("a", 1, 1), Place("b", 3, 2), Place("c", 5, 4)]
RIGHT = bytes([0, 1, 0, 2, 0, 4, 0, 0, 0, 0])


def table(**masks):
    shown = bytearray(RIGHT)
    for tile, mask in masks.items():
        shown[int(tile[1:])] = mask
    return bytes(shown)


def test_a_table_that_is_right_needs_nothing():
    assert plan(RIGHT, PLACES, {}, LINE) is None


def test_a_missing_thing_is_put():
    assert plan(table(t3=0), PLACES, {}, LINE).step == Step("put", "b", None, 3, 2)


def test_a_thing_too_many_is_taken():
    assert plan(table(t7=8), PLACES, {}, LINE).step == Step("take", None, 7, None, 8)


def test_a_thing_on_the_wrong_tile_is_moved():
    assert plan(table(t3=0, t4=2), PLACES, {}, LINE) == (Step("move", "b", 4, 3, 2), 1)


def test_a_thing_that_lies_wrong_is_turned():
    assert plan(table(t3=4), PLACES, {}, LINE) == (Step("turn", "b", 3, 3, 2), 1)


def test_an_unknown_thing_goes_to_the_nearest_place():
    assert plan(table(t1=0, t5=0, t6=1), PLACES, {}, LINE).step == Step("move", "c", 6, 5, 4)


def test_a_known_thing_goes_home_however_far_it_is():
    shown = table(t1=0, t5=0, t6=1)
    assert plan(shown, PLACES, {(6, 1): "a"}, LINE).step == Step("move", "a", 6, 1, 1)


def test_a_thing_that_belongs_nowhere_is_taken_and_the_right_one_put():
    found = plan(table(t3=0, t4=2), PLACES, {(4, 2): "x"}, LINE)
    assert found == (Step("take", "x", 4, None, 2), 2)


def test_a_place_is_cleared_before_something_is_put_there():
    shown = table(t1=0, t3=1, t8=2)  # b is on tile 8 and a in b's place
    assert plan(shown, PLACES, {(3, 1): "a", (8, 2): "b"}, LINE).step == Step("move", "a", 3, 1, 1)


def test_things_in_each_others_place_need_one_more_step():
    found = plan(table(t1=2, t3=1), PLACES, {(1, 2): "b", (3, 1): "a"}, LINE)
    assert found == (Step("take", "b", 1, None, 2), 3)


def test_what_was_begun_is_finished_first():
    last = Step("move", "c", 8, 5, 4)
    assert plan(table(t1=0, t5=0), PLACES, {}, LINE, last).step == Step("put", "c", None, 5, 4)


def test_a_tray_and_a_pawn_on_one_tile_are_two_things():
    places = [Place("tray", 1, 1), Place("pawn", 1, 16)]
    assert plan(bytes([0, 1, 16]), places, {}, LINE).step == Step("move", "pawn", 2, 1, 16)
    assert plan(bytes([0, 18, 0]), places, {}, LINE).step == Step("turn", "tray", 1, 1, 1)


@st.composite
def muddles(draw):
    """Things with places of their own, and a table on which some lie elsewhere; some are known by name."""
    size, masks = 12, st.sampled_from([1, 2, 4, 8])
    tiles = draw(st.lists(st.integers(0, size - 1), unique=True, max_size=6))
    places = [Place(f"thing-{at}", tile, draw(masks)) for at, tile in enumerate(tiles)]
    shown = bytearray(size)
    for tile in draw(st.lists(st.integers(0, size - 1), unique=True, max_size=6)):
        shown[tile] = draw(masks)
    names = [place.name for place in places]
    known = {magnet: names.pop() for magnet in sorted(all_magnets(bytes(shown))) if names and draw(st.booleans())}
    return places, shown, known


@given(muddles())
def test_steps_that_are_followed_end_and_are_no_more_than_what_differs(muddle):
    places, shown, names = muddle
    right = bytearray(len(shown))
    for place in places:
        right[place.tile] = place.mask
    differs = sum((a != b) * ((a > 0) + (b > 0)) for a, b in zip(shown, right, strict=True))
    last = None
    for _ in range(differs):
        found = plan(bytes(shown), places, names, LINE, last)
        if found is None:
            break
        last = found.step
        if last.source is not None:
            gone = [magnet for magnet in all_magnets(bytes(shown)) if magnet[0] == last.source]
            name = names.pop(gone[0], None)
            shown[last.source] = 0
        if last.target is not None:
            assert shown[last.target] == 0
            shown[last.target] = last.mask
            names[(last.target, last.mask)] = last.name or name
    assert shown == right


def test_what_lies_below_comes_first():
    """A pawn stands elsewhere, and the tray on which it belongs was knocked off."""
    places = [Place("tray", 2, 1), Place("pawn", 2, 16)]
    found = plan(bytes([0, 0, 0, 0, 16]), places, {(4, 16): "pawn"}, LINE)
    assert found == (Step("put", "tray", None, 2, 1), 2)
    found = plan(bytes([0, 0, 1, 0, 16]), places, {(4, 16): "pawn"}, LINE)
    assert found == (Step("move", "pawn", 4, 2, 16), 1)
