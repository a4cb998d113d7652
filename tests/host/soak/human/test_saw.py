"""SAW as people mean it, without a table: whole games, each card in one place, and only what somebody has is shown."""

from random import Random

import pytest

import engines
from host.soak.human.saw import Act, SawWays
from host.soak.human.saw_slips import slips
from host.soak.human.saw_world import SawWorld
from host.soak.human.senses import Told
from tests.engines.saw.positions import position

GAME = engines.load("saw")


def deeds(seed, most=600):
    """Yield what is done in one game, with what hands do for it, and do it."""
    rng = Random(seed)
    world, ways = SawWorld(GAME, rng.choice(GAME.seat_counts), seed), SawWays(GAME, None)
    for _ in range(most):
        if world.is_over:
            return
        deed = ways.choose(world, rng)
        yield world, deed, ways.acts(deed, (), rng)
        world.take(deed)


@pytest.mark.parametrize("seed", [2, 4])
def test_a_whole_game_can_be_meant(seed):
    assert sum(1 for _ in deeds(seed, most=4_000)) < 4_000


def test_no_printed_card_is_in_two_places():
    """Also while a pile is shuffled, which gives every card a new number."""
    for world, _, _ in deeds(6):
        seats = range(len(world.truth.seats))
        held = [card for seat in seats for card in (*world.hand(seat), *world.bench(seat)) if card]
        assert len(held) == len(set(held))


def test_what_is_held_to_a_pad_is_what_the_answer_names():
    tapped = 0
    for _, deed, acts in deeds(8):
        for act in acts:
            if act.do == "tap" and deed.word in ("play", "search", "commit", "discard", "pay", "take", "ease"):
                assert act.what.partition("#")[0] == deed.text.split()[1]
                assert act.where == ("discard" if deed.word in ("discard", "pay") else "play")
                tapped += 1
    assert tapped > 30


def test_a_card_that_nobody_else_sees_is_not_named_on_the_screen_unless_it_was_shown():
    ways, said = SawWays(GAME, None), 0
    for _, deed, _ in deeds(10):
        if deed.kind == "choose" and deed.word == "keep":
            assert {act.what for act in ways.said(deed, ())} == {"keep ?"}
            assert [act.what for act in ways.said(deed, deed.kept)] == list(deed.texts)
            said += 1
    assert said > 3


def test_people_know_from_which_place_of_the_pile_they_took_a_card():
    world, ways = SawWorld(GAME, 3, seed=1), SawWays(GAME, None)
    world.truth = GAME.setup(position(hands={"red": "bin"}, discard="wrench chalk dice wrench"), world.dealer)
    world.take(world.plan([world.truth.parse("play bin")]))
    deed = world.plan([world.truth.parse("take wrench 4")])
    assert deed.sifted == (deed.cards[0], 4)
    assert [act.what for act in ways.said(deed, ())] == ["take wrench"]
    assert "take wrench 4" in ways.labels(deed)
    assert ways.nearest(("Take wrench 1", "Take wrench 3", "Take wrench 5"), deed) == 1
    assert ways.nearest(("Take chalk 4", "Take wrench 7"), deed) == 1
    assert ways.nearest(("Take chalk 4",), deed) == -1


@pytest.mark.parametrize(("discard", "where"), [("chalk billy dice", 4), ("chalk dice", 0)])
def test_what_a_video_finds_on_the_pile_is_shown_if_the_table_asks(discard, where):
    """The people at the table see every card of the pile; so they know where it was, and that there is none."""
    world, ways = SawWorld(GAME, 3, seed=1), SawWays(GAME, None)
    hands = {"red": "video rope rope", "blue": "billy " * (11 if where else 12)}
    world.truth = GAME.setup(position(hands=hands, discard=discard), world.dealer)
    for text in ("play video", "pay rope", "pay rope"):
        deed = world.plan([world.truth.parse(text)])
        world.take(deed)
    (act,) = ways.wish(Told("turn", "Red searches the pile for a Billy", "", (), False, 0), deed, (), 0)
    if where:
        assert act == Act("tap", deed.sifted.card, "play")
        assert deed.sifted.card.startswith("billy#")
        assert "found 4" in ways.labels(deed)
    else:
        assert act == Act("press", "no", seat=0)


def test_another_card_that_is_played_by_mistake_may_be_booked_as_that():
    world = SawWorld(GAME, 3, seed=1)
    world.truth = GAME.setup(position(hands={"red": "bin candle"}, discard="wrench"), world.dealer)
    deed = world.plan([world.truth.parse("play bin")])
    found = [slip for slip in slips(deed, world, {}, Random(1)) if slip.acts[0].what.startswith("candle")]
    assert [stage.decision.kind for slip in found for stage in slip.stages] == ["choose"]
