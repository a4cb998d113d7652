"""Jigsaw Armada on a table: what each answer makes of the tiles, and what the lights say."""

from random import Random

import pytest

import engines
from engines.core import Play, Shuffle
from engines.core.entries import Answer
from engines.core.viewers import PUBLIC
from firmware import wire
from hardware import profiles
from host.stage.armada import ArmadaStage
from host.stage.base import Cue

GRID = profiles.load("grid")
GAME = engines.load("armada")
STAGE = ArmadaStage(GRID, GAME)


def tile(name: str) -> int:
    return GRID.tile_named(name).index


def playout(seed: int, answers: int) -> Play:
    play, rng = GAME.new(oracle=Shuffle(seed)), Random(seed)
    for _ in range(answers):
        if play.waiting:
            play.feed(Answer(play.decision.id, play.options(play.decision).sample_kind_first(rng)))
    return play


def test_the_scene_has_every_piece_on_its_tile_turned_as_it_is():
    scene = STAGE.scene(GAME.new(oracle=Shuffle(1)))
    assert {(thing.name, thing.tile, thing.mask) for thing in scene.things} == {
        ("blue.starter", tile("e2"), 4),
        ("red.starter", tile("e10"), 1),
    }
    assert scene.signature[tile("e2")] == 4
    assert sum(map(bool, scene.signature)) == 2


@pytest.mark.parametrize("seed", range(12))
def test_each_outcome_is_what_the_engine_makes_of_the_answer(seed):
    play = playout(seed, 20 + 8 * seed)
    assert play.waiting
    seen = {choice: signature for signature, choices in STAGE.outcomes(play).items() for choice in choices}
    for choice in play.options(play.decision).enumerate():
        if choice[0] in ("build", "move", "rotate"):
            after = play.clone()
            after.feed(Answer(after.decision.id, choice))
            assert seen.pop(choice) == STAGE.scene(after).signature
    assert not seen


def test_what_leaves_the_tiles_as_they_are_is_aimed():
    play = playout(3, 60)
    aimed = {choice for aim in STAGE.aims(play) for choice in aim.choices}
    seen = {choice for choices in STAGE.outcomes(play).values() for choice in choices}
    assert aimed | seen == set(play.options(play.decision).enumerate())
    assert not aimed & seen


def test_a_gun_is_aimed_with_on_its_own_tile():
    for seed in range(40):
        play = playout(seed, 80)
        for aim in STAGE.aims(play) if play.waiting else ():
            if aim.choices[0][0] == "shoot":
                piece = aim.choices[0][1]
                assert STAGE.scene(play).names_at(aim.tile) == (GAME.names.piece(piece),)
                assert aim.light == GRID.tile_light(aim.tile)
                return
    pytest.fail("no gun could fire in forty games")


def test_a_board_that_does_not_fit_the_tiles_is_played_on_the_screen():
    stage = ArmadaStage(GRID, engines.load("armada", options={"A1": "11x11"}))
    play = stage.game.new(oracle=Shuffle(1))
    assert not stage.is_sensed
    assert stage.scene(play).signature == bytes(len(GRID.tiles))
    assert stage.outcomes(play) == {}
    assert len(stage.pieces(play)) == 2


def test_a_smaller_board_lies_at_the_corner_of_a_larger_table():
    stage = ArmadaStage(GRID, engines.load("armada", options={"A1": "7x9"}))
    assert stage.is_sensed
    assert stage.scene(stage.game.new(oracle=Shuffle(1))).by_name["red.starter"].tile == tile("d8")


def test_pieces_that_differ_in_their_name_only_are_used_alike():
    twins = [(a, b) for a in range(15) for b in range(a) if GAME.legal.same_as(a) == GAME.legal.same_as(b)]
    for a, b in twins:
        assert STAGE.uses(("build", a, 1, 0), GAME.names.piece(b))
    assert not STAGE.uses(("build", 1, 1, 0), "blue.gun-1")
    assert not STAGE.uses(("build", 1, 1, 0), "nothing")
    assert not STAGE.uses(("draw",), "blue.hub-2")


# ---- lights ------------------------------------------------------------------------------------------------


def lit(scene, light):
    return any(scene.base[light])


def test_the_seats_show_their_energy_and_whose_turn_it_is():
    scene = STAGE.lights(GAME.new(oracle=Shuffle(1)).view(PUBLIC), Cue())
    assert [lit(scene, GRID.seat_light(0, "pints", at)) for at in range(4)] == [True, True, False, False]
    turn = scene.effects[0]
    assert turn.kind == wire.FX_BREATHE
    assert turn.lights == {GRID.seat_light(0, "limb", at) for at in range(4)}
    low = scene.effects[1]
    assert low.kind == wire.FX_BLINK
    assert GRID.seat_light(1, "pints", 1) in low.lights


def test_a_cracked_shield_flickers_on_its_tile():
    ship = {"id": 1, "seat": "blue", "energy": 5, "pieces": [{"piece": "shield-1", "cell": "c4", "shield": "cracked"}]}
    view = {"ships": [ship], "turn": {"seat": None}, "result": None}
    scene = STAGE.lights(view, Cue())
    assert scene.effects[2].kind == wire.FX_FLICKER
    assert scene.effects[2].lights == {tile("c4")}
    whole = {**ship, "pieces": [{"piece": "shield-1", "cell": "c4", "shield": "fresh"}]}
    assert 2 not in STAGE.lights({**view, "ships": [whole]}, Cue()).effects


def test_where_table_and_rules_disagree_nothing_else_moves():
    play = GAME.new(oracle=Shuffle(1))
    scene = STAGE.lights(play.view(PUBLIC), Cue(mend=tile("a1"), hurt=(tile("e2"),)))
    [effect] = scene.effects.values()
    assert effect.lights == {tile("a1")}


def test_put_and_take_have_patterns_of_their_own():
    scene = STAGE.lights(GAME.new(oracle=Shuffle(1)).view(PUBLIC), Cue(put=tile("a1"), take=tile("b2")))
    by_light = {light: effect for effect in scene.effects.values() for light in effect.lights}
    assert by_light[tile("a1")].period > 2 * by_light[tile("b2")].period
    assert by_light[tile("a1")].colour != by_light[tile("b2")].colour


def test_no_light_is_brighter_than_the_profile_allows():
    scene = STAGE.lights(playout(5, 60).view(PUBLIC), Cue(candidates=(1, 2), lit=2, put=5, take=6))
    assert max(max(colour) for colour in scene.base) <= GRID.brightness
    assert all(max(effect.colour) <= GRID.brightness for effect in scene.effects.values())


def test_lights_follow_the_public_view_alone():
    """Two plays that differ only in the order of what is still hidden look alike."""
    one, other = GAME.new(oracle=Shuffle(1)), GAME.new(oracle=Shuffle(2))
    first = set(one.view(PUBLIC)["play"]["blue"]) - set(other.view(PUBLIC)["play"]["blue"])
    assert first, "the two games must have drawn differently"
    assert STAGE.lights(one.view(PUBLIC), Cue()) == STAGE.lights(other.view(PUBLIC), Cue())


# ---- screens -----------------------------------------------------------------------------------------------


def test_every_legal_answer_has_words_of_its_own():
    for seed in range(6):
        play = playout(seed, 70)
        if play.waiting:
            words = [STAGE.wording(play, choice) for choice in play.options(play.decision).enumerate()]
            assert len({(word.group, word.label) for word in words}) == len(words)


def test_a_number_names_what_changed_it_last():
    for seed in range(20):
        play = playout(seed, 50)
        for seat in (0, 1):
            for card in STAGE.cards(play, seat):
                energy = card.gauges[0]
                assert energy.field == f"{card.name}.energy"
                if energy.why:
                    assert f"→ {energy.value} (" in energy.why


@pytest.mark.parametrize("seed", range(8))
def test_every_event_that_changes_a_number_is_told(seed):
    play = playout(seed, 200)
    for event in play.events:
        told = STAGE.tell(event)
        if type(event).__name__ in ("EnergyChanged", "ShieldChanged", "ShipDestroyed", "Built", "GameEnded"):
            assert told
            assert told[-1] == "."


def test_damage_is_shown_where_it_fell():
    for seed in range(60):
        play, rng = GAME.new(oracle=Shuffle(seed)), Random(seed)
        for _ in range(120):
            if not play.waiting:
                break
            events = play.feed(Answer(play.decision.id, play.options(play.decision).sample_kind_first(rng)))
            hurt = STAGE.hurt_by(play, events)
            damaged = [e for e in events if type(e).__name__ == "EnergyChanged" and e.after < e.before]
            alive = [e for e in damaged if e.ship in play.state.owner]
            assert bool(hurt.hurt_seats) >= bool(alive)
            if alive:
                cells = {STAGE.scene(play).by_name[GAME.names.piece(p)].tile for p in play.state.pieces[alive[0].ship]}
                assert cells <= set(hurt.hurt)
                return
    pytest.fail("nobody was hurt in sixty games")
