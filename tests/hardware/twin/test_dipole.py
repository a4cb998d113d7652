import itertools

import pytest

from hardware.profiles import Magnet, Reeds
from hardware.twin.dipole import Reed, disc_points, felt, reeds_of, strength

FLAT = Reed(-7.0, 0.0, -5.0, 7.0, 0.0, -5.0, length=14.0)


@pytest.mark.parametrize(("offset", "mt"), [(0, 0.0), (7, 5.6), (12, 2.0), (15, 0.8), (20, 0.2)])
def test_a_small_disc_over_a_flat_reed(offset: float, mt: float) -> None:
    """A 5 × 1 mm disc of 1.3 T, 5 mm above a flat 14 mm reed."""
    field = strength(Magnet(5, 1, 1.3)) * felt(FLAT, offset, 0.0, 0.0)
    assert abs(field) == pytest.approx(mt, abs=0.05)


def test_the_reed_feels_the_mean_of_the_field_along_its_axis() -> None:
    """The difference of potentials equals the integral of the dipole's field, here taken in 2,000 steps."""
    steps = 2000
    places = [-7.0 + 14.0 * (n + 0.5) / steps for n in range(steps)]
    mean = sum(3 * (x - 9.0) * -5.0 / ((x - 9.0) ** 2 + 25.0) ** 2.5 for x in places) / steps
    assert abs(felt(FLAT, 9.0, 0.0, 0.0)) == pytest.approx(abs(mean), rel=1e-5)


def test_fields_add_and_a_turned_magnet_subtracts() -> None:
    one, two = felt(FLAT, 6.0, 1.0, 0.0), felt(FLAT, -6.0, 1.0, 0.0)
    assert one + two == pytest.approx(0.0, abs=1e-12)


def test_an_upright_reed_does_not_care_from_which_side_a_magnet_comes() -> None:
    centre = reeds_of(Reeds(axis="upright"))[4]
    sides = [felt(centre, x, y, 0.0) for x, y in ((9, 0), (0, 9), (-9, 0), (0, -9))]
    assert sides == pytest.approx([sides[0]] * 4)


def test_an_upright_reed_is_blind_in_a_ring() -> None:
    """Near, the upper end wins, far away the lower one: between them the sign changes."""
    centre = reeds_of(Reeds())[4]
    fields = [felt(centre, float(r), 0.0, 0.0) for r in range(40)]
    assert fields[0] > 0 > fields[39]
    assert sum(a > 0 >= b for a, b in itertools.pairwise(fields)) == 1


@pytest.mark.parametrize(
    ("axis", "other_end"), [("tangent", (14.0, 16.0)), ("outward", (0.0, 30.0)), ("inward", (0.0, 2.0))]
)
def test_flat_reeds_start_at_the_magnets_place(axis: str, other_end: tuple[float, float]) -> None:
    north = reeds_of(Reeds(axis=axis, length=14.0))[0]  # type: ignore[arg-type]
    assert (north.ax, north.ay) == (0.0, 16.0)
    assert (north.bx, north.by) == other_end
    assert north.az == north.bz


def test_a_disc_is_weaker_than_a_point_straight_above_and_alike_far_away() -> None:
    centre = reeds_of(Reeds())[4]
    points = disc_points(Magnet())

    def disc(x: float) -> float:
        return sum(weight * felt(centre, x + dx, dy, 0.0) for dx, dy, weight in points)

    assert sum(weight for *_, weight in points) == pytest.approx(1.0)
    assert disc(0.0) < felt(centre, 0.0, 0.0, 0.0)
    assert disc(60.0) == pytest.approx(felt(centre, 60.0, 0.0, 0.0), rel=0.01)
