import pytest

from hardware.profiles.model import CENTRE, EAST, NORTH, SOUTH, WEST
from hardware.twin.objects import BASE, CROSS, FACINGS, PAWN, Facing, Pose, angle_of, magnets_at, turned_mask


@pytest.mark.parametrize(
    ("facing", "place"),
    [("north", (0.0, 16.0)), ("east", (16.0, 0.0)), ("south", (0.0, -16.0)), ("west", (-16.0, 0.0))],
)
def test_a_base_carries_its_magnet_ahead(facing: Facing, place: tuple[float, float]) -> None:
    ((x, y, _, _),) = magnets_at(BASE, Pose(0.0, 0.0, angle_of(facing)))
    assert (x, y) == pytest.approx(place, abs=1e-9)


def test_masks_turn_with_the_object() -> None:
    assert [turned_mask(NORTH, facing) for facing in FACINGS] == [NORTH, EAST, SOUTH, WEST]
    assert [turned_mask(CROSS.closes, facing) for facing in FACINGS] == [EAST | WEST, NORTH | SOUTH] * 2
    assert [turned_mask(PAWN.closes, facing) for facing in FACINGS] == [CENTRE] * 4


def test_a_cross_tray_may_be_laid_either_way_round() -> None:
    places = [{(round(x), round(y)) for x, y, *_ in magnets_at(CROSS, Pose(0.0, 0.0, angle))} for angle in (0.0, 180.0)]
    assert places[0] == places[1]
