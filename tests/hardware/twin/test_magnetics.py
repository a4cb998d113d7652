"""The geometry check: the tables hold, and the check would notice if they did not."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from hardware import profiles
from hardware.profiles import Magnet, Profile
from hardware.twin.magnetics import Finding, check


def worst(findings: list[Finding], should_close: bool) -> Finding:
    return min((f for f in findings if f.should_close is should_close), key=lambda f: f.margin)


@cache
def checked(name: str) -> list[Finding]:
    """What the check says of a table as it is; it takes a second."""
    return check(profiles.load(name))


@pytest.mark.parametrize("name", [name for name in profiles.names() if profiles.load(name).tiles])
def test_every_object_closes_its_reeds_and_no_other(name: str) -> None:
    bad = [str(finding) for finding in checked(name) if not finding.ok]
    assert bad == []


def test_the_check_looks_at_every_stack_facing_and_reed() -> None:
    findings = checked("field")
    assert len(findings) == len({(f.stack, f.facing, f.reed) for f in findings}) == 6 * 4 * 5
    closed = {(f.stack, f.facing): "" for f in findings}
    for finding in findings:
        closed[finding.stack, finding.facing] += finding.reed if finding.should_close else ""
    assert closed["base", "east"] == "E"
    assert closed["tray + cross", "north"] == "NEW"
    assert closed["tray + cross + pawn", "west"] == "NSWC"
    alike = [masks for stack in ("tray", "tray + cross") for (name, _), masks in closed.items() if name == stack]
    assert len(set(alike)) == 8


def test_the_margins_of_the_decision_page_hold() -> None:
    grid, field = checked("grid"), checked("field")
    assert worst(grid, True).field_mt == pytest.approx(2.56, abs=0.01)
    assert worst(grid, False).field_mt == pytest.approx(0.72, abs=0.01)
    assert worst(field, True).field_mt == pytest.approx(2.80, abs=0.01)
    assert worst(field, False).field_mt == pytest.approx(0.61, abs=0.01)


def test_a_table_without_tiles_has_nothing_to_check() -> None:
    assert check(profiles.load("bench")) == []


def weaker(profile: Profile) -> Profile:
    return replace(profile, magnet=Magnet(5, 1, 1.3))


def stronger(profile: Profile) -> Profile:
    return replace(profile, magnet=Magnet(8, 3, 1.3))


def flat(profile: Profile) -> Profile:
    return replace(profile, reeds=replace(profile.reeds, axis="tangent"))


def deeper(profile: Profile) -> Profile:
    return replace(profile, reeds=replace(profile.reeds, depth=8.0))


@pytest.mark.parametrize("spoil", [weaker, stronger, flat, deeper])
def test_what_does_not_work_is_found(spoil: Callable[[Profile], Profile]) -> None:
    spoiled = spoil(profiles.load("field"))
    bad = [finding for finding in check(spoiled) if not finding.ok]
    assert bad
    assert str(bad[0]).endswith(").")


def test_tiles_closer_together_disturb_each_other_more() -> None:
    field = profiles.load("field")
    assert field.grid is not None
    apart = worst(checked("field"), False)
    closer = worst(check(replace(field, grid=replace(field.grid, pitch=94.0))), False)
    grid = worst(checked("grid"), False)
    assert apart.field_mt < closer.field_mt < grid.field_mt
