"""Where identities come from: the same question gets the same answer, whoever asks it and whenever."""

from random import Random

import engines
from engines.core import HOST, Answer, Fixed, Log, Observed, Play, Reveal, Shuffle, Table
from engines.core.oracles import Dealt

GAME = engines.load("armada")
RANDOM_FIRST = engines.load("armada", options={"A3": "random"})
DRAW = ("hub-2", "hub-3", "hub-4", "hub-5", "gun-2", "gun-3")


def drawn(play: Play) -> list[str]:
    return [entry.card for entry in play.log if isinstance(entry, Observed)]


def draw_some(play: Play, turns: int = 3) -> list[str]:
    for _ in range(4 * turns):
        play.say("draw")
    return drawn(play)


def test_a_shuffle_deals_the_same_again() -> None:
    assert draw_some(GAME.new(oracle=Shuffle(7))) == draw_some(GAME.new(oracle=Shuffle(7)))


def test_another_seed_deals_otherwise() -> None:
    assert len({tuple(draw_some(GAME.new(oracle=Shuffle(seed)))) for seed in range(20)}) == 20


def test_a_shuffle_deals_all_at_once_and_not_by_what_is_asked_in_between() -> None:
    one, two = GAME.new(oracle=Shuffle(7)), GAME.new(oracle=Shuffle(7))
    one.say("draw")
    one.say("draw")
    two.say("rotate starter left")
    two.say("rotate starter right")
    reds = [
        [entry.card for entry in play.log if isinstance(entry, Observed) and entry.token >= 15] for play in (one, two)
    ]
    assert reds[0] == reds[1] != []


def test_plays_that_share_a_shuffle_do_not_disturb_each_other() -> None:
    oracle = Shuffle(7)
    one, two = GAME.new(oracle=oracle), GAME.new(oracle=oracle)
    draw_some(one)
    assert draw_some(two) == drawn(one)


def test_a_shuffle_draws_lots_for_the_world() -> None:
    first = {RANDOM_FIRST.new(oracle=Shuffle(seed)).decision.seat for seed in range(20)}
    assert first == {0, 1}


def test_a_play_can_change_its_shuffle_and_the_unseen_changes_with_it() -> None:
    play = GAME.new(oracle=Shuffle(1))
    seen = drawn(play)
    play.oracle = Shuffle(2)
    after = draw_some(play)
    assert after[:1] == seen
    assert after != draw_some(GAME.new(oracle=Shuffle(1)))


def test_a_table_leaves_everything_to_the_people() -> None:
    play = GAME.new(oracle=Table())
    assert [type(item) for item in play.waiting] == [Reveal]
    assert play.log == []
    world = RANDOM_FIRST.new(oracle=Table())
    assert (world.decision.kind, world.decision.seat) == ("first", -1)


def test_a_table_is_what_there_is_without_an_oracle() -> None:
    assert GAME.new().waiting == GAME.new(oracle=Table()).waiting


def test_a_fixed_order_is_drawn_in_that_order() -> None:
    play = GAME.new(oracle=Fixed({"blue": DRAW, "red": DRAW[::-1]}))
    assert draw_some(play, turns=1) == ["hub-2", "hub-3", "hub-4", "gun-3", "gun-2", "hub-5", "hub-5"]


def test_a_fixed_order_that_runs_out_leaves_it_to_the_table() -> None:
    play = GAME.new(oracle=Fixed({"blue": DRAW[:1], "red": ()}))
    play.say("draw")
    assert isinstance(play.waiting[0], Reveal)
    play.feed(Observed(play.waiting[0].token, "gun-6"))
    assert play.position()["play"]["blue"] == ["hub-2", "gun-1", "gun-6"]


def test_a_log_says_again_what_was_said() -> None:
    play = GAME.new(oracle=Shuffle(7))
    draw_some(play)
    again = GAME.new(oracle=Log(play.log))
    assert draw_some(again) == drawn(play)
    assert again.events == play.events


def test_a_log_has_nothing_to_say_about_what_it_has_not_seen() -> None:
    assert isinstance(GAME.new(oracle=Log([])).waiting[0], Reveal)


def test_a_deal_is_dealt() -> None:
    deal = GAME.hidden(GAME.new().root.state).sample(Random(3))
    play = GAME.new(oracle=Dealt(deal))
    draw_some(play)
    assert {token: entry.card for token, entry in play.seen.items()}.items() <= deal.items()
    assert len(play.seen) == 19


def test_what_was_seen_goes_before_any_oracle() -> None:
    play = GAME.new(oracle=Shuffle(1))
    first = draw_some(play, turns=1)
    play.undo(4)
    play.oracle = Shuffle(2)
    assert draw_some(play, turns=1) == first
    assert {entry.card for entry in play.seen.values()} == set(first)
    assert play.knowledge(HOST).card(play.log[0].token) == first[0]  # type: ignore[union-attr]


def test_the_people_may_say_who_begins() -> None:
    play = RANDOM_FIRST.new(oracle=Table())
    play.feed(Answer(play.decision.id, ("first", 1)))
    assert play.waiting[0].seat == 1
