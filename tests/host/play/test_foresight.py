"""What may come next: at the table, for people and for house players."""

from random import Random

import pytest

import engines
from engines.core import Reveal
from engines.core.entries import Answer, Observed
from engines.core.oracles import Table
from hardware import profiles
from host.play.foresight import Foresight
from host.play.opening import stage_for

GAME = engines.load("armada")


@pytest.fixture
def stage():
    return stage_for(profiles.load("grid"), GAME)


def begun(first="hub-2"):
    play = GAME.new(oracle=Table())
    if first:
        play.feed(Observed(play.waiting[0].token, first))
    return play


def answers(play, outlook):
    return {play.write(choice) for choices in outlook.outcomes.values() for choice in choices}


def test_a_person_may_move_and_build_at_the_table(stage):
    play = begun()
    outlook = Foresight(stage, ("person", "person")).outlook(play)
    assert outlook.scene.signature == stage.scene(play).signature
    assert "move ship-1 north" in answers(play, outlook)
    assert any(text.startswith("build hub-2") for text in answers(play, outlook))


def test_for_a_house_player_the_table_only_follows(stage):
    foresight = Foresight(stage, ("apprentice", "person"))
    assert foresight.outlook(begun()).outcomes == {}
    assert (foresight.is_persons(0), foresight.is_persons(1), foresight.is_persons(-1)) == (False, True, True)


def test_what_does_not_need_the_name_is_foreseen_before_a_piece_has_one(stage):
    play = begun(first="")
    outlook = Foresight(stage, ("person", "person")).outlook(play)
    named = begun()
    assert "move ship-1 north" in {named.write(choice) for choices in outlook.outcomes.values() for choice in choices}


@pytest.mark.parametrize("seed", range(12))
def test_before_a_piece_has_its_name_all_is_foreseen_that_any_name_would_allow(stage, seed):
    """Tried with every name, in positions of a random game."""
    play, rng, foresight = begun(first=""), Random(seed), Foresight(stage, ("person", "person"))
    tried = 0
    while play.waiting and tried < 12:
        item = play.waiting[0]
        if isinstance(item, Reveal):
            names = sorted(play.candidates(item.token))
            assert set(foresight.outlook(play).outcomes) == shown_with_any(stage, play, item, names)
            play.feed(Observed(item.token, rng.choice(names)))
            tried += 1
        else:
            options = [choice for choice in play.options(item).enumerate() if choice[0] != "draw"] or [("draw",)]
            play.feed(Answer(item.id, rng.choice(options)))
    assert tried > 1


def shown_with_any(stage, play, item, names):
    shown = set()
    for name in names:
        ahead = play.clone()
        ahead.feed(Observed(item.token, name))
        shown |= set(stage.outcomes(ahead))
    return shown


def test_looking_ahead_leaves_the_play_as_it_is(stage):
    play = begun()
    digest = play.digest()
    outlook = Foresight(stage, ("person", "person")).outlook(play)
    north = play.parse("move ship-1 north")
    after = outlook.after(north)
    assert after is not None
    assert after.scene.signature != outlook.scene.signature
    assert "move ship-1 north" in answers(play, after)
    assert play.digest() == digest


def test_an_ordinary_turn_needs_no_aiming(stage):
    foresight = Foresight(stage, ("person", "person"))
    assert not foresight.must_aim(begun())
    assert not foresight.must_aim(begun(first=""))
