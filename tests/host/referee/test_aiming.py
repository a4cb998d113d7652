"""Choosing without changing the table."""

import pytest

from host.referee import Aiming, Target
from host.referee.aiming import AWAY_MS, BRUSH_MS, LIFT_MS
from host.referee.walking import GRACE_MS, WALK_MS
from host.table import Snapshot

GUN, TURRET, PASS = (
    Target("gun", 1, 11, ("shoot east",)),
    Target("turret", 2, 12, ("shoot north", "shoot south")),
    Target("draw", None, None, ("draw",)),
)
RESTING = (0, 1, 2, 4)


def shows(*tiles, at=0, felt=None, is_known=True, masked=()):
    confidence = bytes(0 if tile in masked else 100 for tile in range(len(tiles)))
    return Snapshot(at, bytes(tiles), confidence, at, is_known, happened_at=felt)


def aiming(**more):
    aim = Aiming([GUN, TURRET, PASS], 1_000, **more)
    aim.look(shows(*RESTING))
    return aim


def test_nothing_to_aim_at_is_an_error():
    with pytest.raises(ValueError, match="nothing to aim at"):
        Aiming([], 0)


def test_a_lift_and_put_back_selects():
    aim = aiming()
    assert aim.look(shows(0, 0, 2, 4)) is None
    assert aim.look(shows(*RESTING, at=LIFT_MS)) == ("shoot east",)


def test_what_is_back_too_soon_does_not_select():
    aim = aiming()
    aim.look(shows(0, 0, 2, 4))
    assert aim.look(shows(*RESTING, at=LIFT_MS - 1)) is None
    assert aim.was_brief
    aim.look(shows(0, 0, 2, 4, at=LIFT_MS))
    assert aim.look(shows(*RESTING, at=2 * LIFT_MS)) == ("shoot east",)
    assert not aim.was_brief


@pytest.mark.parametrize(("felt", "chosen"), [(LIFT_MS, ("shoot east",)), (LIFT_MS - 1, None)])
def test_a_lift_of_which_the_board_tells_late_takes_as_long_as_it_did(felt, chosen):
    aim = aiming()
    aim.look(shows(0, 0, 2, 4, at=5_000, felt=0))
    assert aim.look(shows(*RESTING, at=5_000 if chosen else 9_000, felt=felt)) == chosen


@pytest.mark.parametrize("outer", [1, 2])
@pytest.mark.parametrize("away", [LIFT_MS, BRUSH_MS - 1, BRUSH_MS])
def test_what_is_brushed_while_another_thing_is_in_the_hand_does_not_select(outer, away):
    one = TURRET._replace(answers=("shoot west",))
    up = {1: (0, 0, 2, 4), 2: (0, 1, 0, 4)}[outer]
    lifted, beside = {1: (GUN, one), 2: (one, GUN)}[outer]
    aim = Aiming([GUN, one, PASS], 0)
    aim.look(shows(*RESTING))
    aim.look(shows(*up, at=100))
    assert aim.look(shows(0, 0, 0, 4, at=200)) is None
    chosen = aim.look(shows(*up, at=200 + away))
    if away < BRUSH_MS:
        assert chosen is None
        assert aim.look(shows(*RESTING, at=900)) == lifted.answers
    else:
        assert chosen == beside.answers


def test_both_back_at_once_select_what_was_lifted_first():
    one = TURRET._replace(answers=("shoot west",))
    aim = Aiming([GUN, one], 0)
    aim.look(shows(*RESTING))
    aim.look(shows(0, 1, 0, 4, at=100))
    aim.look(shows(0, 0, 0, 4, at=1_900))
    assert aim.look(shows(*RESTING, at=2_000)) == ("shoot west",)


def test_what_is_gone_for_good_blocks_nothing():
    one = TURRET._replace(answers=("shoot west",))
    aim = Aiming([GUN, one], 0)
    aim.look(shows(*RESTING))
    aim.look(shows(0, 1, 0, 4))
    aim.look(shows(0, 0, 0, 4, at=AWAY_MS))
    assert aim.look(shows(0, 1, 0, 4, at=AWAY_MS + LIFT_MS)) == ("shoot east",)


def test_a_thing_that_was_in_the_hand_when_aiming_began_does_not_select():
    aim = Aiming([GUN], 0)
    assert aim.look(shows(0, 0, 2, 4)) is None
    assert aim.look(shows(*RESTING, at=LIFT_MS)) is None


def test_the_light_walks_by():
    aim = aiming()
    assert [aim.lit(1_000 + at * WALK_MS) for at in range(4)] == [0, 1, 2, 0]
    assert aim.due(1_000) == 1_000 + WALK_MS
    assert aim.due(1_000 + WALK_MS - 1) == 1_000 + WALK_MS
    assert aim.due(1_000 + WALK_MS) == 1_000 + 2 * WALK_MS


def test_a_single_light_does_not_walk():
    assert Aiming([GUN], 0).due(500) is None


def test_yes_takes_what_is_lit():
    assert aiming().press("yes", 1_000 + 2 * WALK_MS + GRACE_MS) == ("draw",)


def test_no_leaves_and_nothing_is_selected_any_more():
    aim = aiming()
    assert aim.press("no", 1_100) is None
    assert aim.is_left
    assert aim.press("yes", 1_200) is None
    assert aim.due(1_200) is None


def test_whoever_has_left_aims_at_nothing_any_more():
    aim = aiming()
    aim.press("no", 1_100)
    assert aim.choose(0, 2_000) is None
    aim.look(shows(0, 0, 2, 4, at=3_000))
    assert aim.look(shows(*RESTING, at=3_000 + LIFT_MS)) is None


@pytest.mark.parametrize(("number", "chosen"), [(-1, None), (0, ("shoot east",)), (2, ("draw",)), (3, None)])
def test_only_what_is_on_the_screen_can_be_chosen_there(number, chosen):
    assert aiming().choose(number, 2_000) == chosen


def test_yes_just_after_the_light_has_walked_on_takes_nothing_and_the_light_goes_back():
    aim = aiming()
    now = 1_000 + WALK_MS + GRACE_MS - 1
    assert aim.lit(now) == 1
    assert not aim.is_clear(now)
    assert aim.press("yes", now) is None
    aim.walk_back(now)
    assert (aim.lit(now), aim.lit(now + WALK_MS - 1)) == (0, 0)
    aim.walk_back(now + 10)
    assert aim.lit(now + 10) == 0
    assert aim.press("yes", now + GRACE_MS) == ("shoot east",)


def test_several_answers_lead_to_a_second_stage_in_which_the_light_starts_anew():
    aim = aiming(split=lambda target: [Target(answer, None, 20 + at, (answer,)) for at, answer in enumerate(target[3])])
    now = 1_000 + WALK_MS + GRACE_MS
    assert aim.press("yes", now) is None
    assert [target.label for target in aim.targets] == ["shoot north", "shoot south"]
    assert aim.lit(now) == 0
    assert aim.press("yes", now + GRACE_MS - 1) is None
    assert aim.press("yes", now + WALK_MS + GRACE_MS) == ("shoot south",)


def test_yes_cannot_tell_targets_apart_that_share_one_light():
    aim = aiming()
    assert aim.press("yes", 1_000 + WALK_MS + GRACE_MS) is None
    assert [target.label for target in aim.targets] == ["turret: shoot north", "turret: shoot south"]
    assert not aim.is_by_light
    assert aim.lit(9_000) is None
    for at in range(0, 3 * WALK_MS, 50):
        assert aim.press("yes", 9_000 + at) is None
    assert aim.choose(1, 20_000) == ("shoot south",)


def test_the_light_walks_once_over_targets_that_share_it_and_yes_leads_to_these():
    bash = Target("bash", 1, 11, ("bash",))
    aim = Aiming([GUN, bash, PASS], 1_000)
    assert [aim.lit(1_000 + at * WALK_MS) for at in range(3)] == [0, 2, 0]
    assert aim.press("yes", 1_000 + GRACE_MS) is None
    assert aim.targets == (GUN, bash)


def test_the_second_stage_may_lie_on_tiles_of_its_own():
    aim = aiming(split=lambda target: [Target(answer, 3, None, (answer,)) for answer in target.answers[:1]])
    aim.look(shows(0, 1, 0, 4))
    assert aim.look(shows(*RESTING, at=LIFT_MS)) is None
    aim.look(shows(*RESTING, at=LIFT_MS))
    aim.look(shows(0, 1, 2, 0, at=LIFT_MS))
    assert aim.look(shows(*RESTING, at=2 * LIFT_MS)) == ("shoot north",)


def test_a_lift_cannot_tell_targets_on_the_same_tile_apart():
    aim = aiming()
    for at in (0, 1_000, 2_000):
        aim.look(shows(0, 1, 0, 4, at=at))
        assert aim.look(shows(*RESTING, at=at + LIFT_MS)) is None
        aim.look(shows(*RESTING, at=at + LIFT_MS))
    assert len(aim.targets) == 2


def test_what_was_lifted_when_the_link_was_lost_does_not_select():
    aim = aiming()
    aim.look(shows(0, 0, 2, 4))
    aim.look(shows(0, 0, 2, 4, is_known=False))
    assert aim.look(shows(*RESTING, at=LIFT_MS)) is None


def test_a_masked_tile_does_not_select():
    aim = aiming()
    aim.look(shows(0, 0, 2, 4, masked=[1]))
    assert aim.look(shows(*RESTING, at=LIFT_MS)) is None
