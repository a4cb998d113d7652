"""What nobody can know in Jigsaw Armada: the order of the draw piles. No view tells it, and a sample deals it anew."""

from random import Random
from typing import Any

import pytest

from engines.armada.state import State
from engines.core import HOST, PUBLIC, Answer, Log, Play, Shuffle, Table
from host.soak.random_games import pick
from tests.engines.armada.deals import GAME, dealt_otherwise, part_way

VIEWERS = (PUBLIC, 0, 1, HOST)


def everything_in(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in State.__slots__ if name != "box"}


def play_on(play: Play, answers: int) -> list[Any]:
    """What happens when somebody plays on, always in the same way."""
    rng, begun = Random(1), len(play.events)
    for _ in range(answers):
        if play.waiting:
            play.feed(Answer(play.decision.id, pick(play, play.decision, rng)))
    return play.events[begun:]


@pytest.mark.parametrize("answers", [0, 3, 10, 25])
def test_a_state_knows_no_more_than_has_been_seen(answers: int) -> None:
    play, deal = part_way(answers, answers)
    again = dealt_otherwise(play, deal, 5)
    assert everything_in(again.state) == everything_in(play.state)
    assert (again.log, again.events, again.seen) == (play.log, play.events, play.seen)
    assert play_on(again.clone(), 30) != play_on(play.clone(), 30)  # and yet the piles differ


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_tells_nothing_about_the_order_of_a_pile(viewer: int) -> None:
    for answers in (0, 3, 10, 25):
        play, deal = part_way(answers, answers)
        for seed in range(5):
            assert dealt_otherwise(play, deal, seed).view(viewer) == play.view(viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_sample_does_not_depend_on_what_lies_face_down(viewer: int) -> None:
    """The same lots make the same sample, whatever the true order is: nothing of it has leaked into the sample."""
    for answers in (0, 3, 10, 25):
        play, deal = part_way(answers, answers)
        told = play_on(play.sample(viewer, Random(9)), 40)
        for seed in range(5):
            again = dealt_otherwise(play, deal, seed)
            assert play_on(again.sample(viewer, Random(9)), 40) == told


def test_a_sample_deals_every_order_equally_often() -> None:
    play = GAME.new(oracle=Shuffle(3))
    rng = Random(0)
    unseen = play.view(0)["draw"]["blue"]["among"]
    assert len(unseen) == 12
    drawn = dict.fromkeys(unseen, 0)
    for _ in range(1200):
        sample = play.sample(0, rng)
        before = sample.view(0)["play"]["blue"]
        sample.say("draw")
        drawn[next(name for name in sample.view(0)["play"]["blue"] if name not in before)] += 1
    assert all(60 < times < 145 for times in drawn.values())  # 100 each, give or take four standard deviations


def test_a_sample_keeps_what_was_seen_and_taken_back() -> None:
    play = GAME.new(oracle=Shuffle(7))
    play.say("draw")
    drawn = next(name for name in play.view(0)["play"]["blue"] if name not in ("gun-1", "gun-5"))
    play.undo()
    for viewer in VIEWERS:
        assert play.view(viewer)["draw"]["blue"]["next"] == [drawn]
        sample = play.sample(viewer, Random(viewer))
        sample.say("draw")
        assert drawn in sample.view(viewer)["play"]["blue"]


def test_the_last_piece_of_a_pile_is_known_without_looking() -> None:
    position = GAME.new(oracle=Table()).position()
    position |= {"turn": {"seat": "blue", "actions": 2}, "waits": []}
    position["draw"] = {"blue": ["hub-3"], "red": ["hub-3", "hub-2"]}
    view = GAME.setup(position).view(1)
    assert view["draw"]["blue"] == {"left": 1, "among": ["hub-3"], "next": ["hub-3"]}
    assert view["draw"]["red"] == {"left": 2, "among": ["hub-2", "hub-3"], "next": []}


def test_a_replayed_game_is_no_way_to_look_ahead() -> None:
    """A sample of a replay deals anew what the record would have revealed."""
    whole, _ = part_way(4, 60)
    begun = GAME.new(oracle=Log(whole.log))
    told = {repr(play_on(begun.sample(0, Random(seed)), 20)) for seed in range(8)}
    assert len(told) == 8
