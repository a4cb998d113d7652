"""Whatever is done that the rules do not allow: a rule is named for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import engines
from engines.core import Decision, Play
from engines.core.entries import Answer
from engines.core.oracles import Shuffle
from engines.core.problems import Problem
from hardware import profiles
from host.play import opening
from host.stage.base import Stage
from host.stage.loot_tiles import CROSS, PAWN, UPRIGHT
from host.stage.why_not import _nearest, why_not

TABLES = [("armada", "grid"), ("loot", "field"), ("saw", "bench")]
RULE = re.compile(r"^\S.*[.!] \([RA]\d+\)$")


def positions(name: str, profile: str, seed: int) -> Iterator[tuple[Stage, Play]]:
    """Play at random, and yield every position in which a person acts at the table."""
    game, rng = engines.load(name), Random(f"{name} {seed}")
    stage = opening.stage_for(profiles.load(profile), game, 2)
    play = game.new(Shuffle(seed), seats=2)
    for _ in range(120):
        if not play.waiting or not isinstance(play.waiting[0], Decision):
            return
        yield stage, play
        choices = list(play.options(play.decision).enumerate())
        play.feed(Answer(play.decision.id, rng.choice(choices)))


@pytest.mark.parametrize("seed", range(3))
def test_a_piece_where_none_can_be_built_is_told_the_rule(seed: int) -> None:
    told = 0
    for stage, play in positions("armada", "grid", seed):
        outcomes, base = stage.outcomes(play), stage.scene(play).signature
        if not outcomes or not play.state.play[play.decision.seat]:
            continue
        for tile in range(0, len(base), 7):
            tiles = base[:tile] + b"\x01" + base[tile + 1 :]
            if not base[tile] and tiles not in outcomes:
                assert RULE.match(why_not(stage, play, tiles))
                told += 1
    assert told > 50


@pytest.mark.parametrize("seed", range(3))
def test_a_pawn_or_a_trap_where_it_cannot_be_is_told_the_rule(seed: int) -> None:
    told = {"move": 0, "action": 0}
    for stage, play in positions("loot", "field", seed):
        outcomes, base = stage.outcomes(play), stage.scene(play).signature
        kind = play.decision.kind
        if not outcomes or kind not in told:
            continue
        start = next(at for at, mask in enumerate(base) if mask & PAWN)
        for tile, mask in enumerate(base):
            tiles = bytearray(base)
            if kind == "move" and not mask & PAWN and mask:
                tiles[start] &= ~PAWN
                tiles[tile] |= PAWN
            elif kind == "action" and mask & CROSS != CROSS and mask:
                tiles[tile] = UPRIGHT | CROSS | mask & PAWN
            else:
                continue
            if bytes(tiles) not in outcomes and (
                kind == "action" or play.state.pawn[play.decision.seat] == _cell(stage, start)
            ):
                assert RULE.match(why_not(stage, play, bytes(tiles))), (kind, tile)
                told[kind] += 1
    assert min(told.values()) > 20


def _cell(stage: Stage, tile: int) -> int:
    return stage._tiles.cell[tile]  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(("name", "profile"), TABLES)
def test_a_table_that_is_right_breaks_no_rule(name: str, profile: str) -> None:
    for stage, play in positions(name, profile, 1):
        assert why_not(stage, play, stage.scene(play).signature) == ""


def test_only_the_game_whose_rules_they_are_prefers_some_of_them() -> None:
    """Each game numbers its rules by itself: R19 of one game has nothing to do with R19 of another."""
    stages = {name: opening.fitting_stage(engines.load(name), profile) for name, profile in TABLES}
    assert {name for name, stage in stages.items() if stage.nearest_rules} == {"armada"}


def test_of_rules_without_an_order_the_one_that_most_attempts_break_is_told() -> None:
    often, seldom = Problem("No pawn jumps.", "R9"), Problem("No pawn stays.", "R22")
    assert _nearest([seldom, often, often], ()) == often
    assert _nearest([seldom, often, often], ("R22", "R9")) == seldom
