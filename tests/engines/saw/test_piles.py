"""How cards go from place to place, also those that nobody has named: which ones may have moved, and who knows."""

from typing import Any

import pytest

from engines.core import HOST, PUBLIC, Observed, Play
from engines.core.events import Bound
from tests.engines.saw.positions import THOMAS, bench, deck, hand, named, pile, say, table, trapped


def one(events: list[Any], name: str) -> Any:
    (event,) = named(events, name)
    return event


def row(*said: str, trait: str, thing: str, **fields: Any) -> tuple[Play, list[Any]]:
    """What happens in a trap of Rising Water, some object and a Lever."""
    play = trapped(f"set blue corruption {trait} arms", benches={"red": f"rising-water {thing} lever"}, **fields)
    return play, say(play, "challenge", *said)


# ---- cards that nobody has named ----


def test_the_only_untold_card_is_the_one_that_goes() -> None:
    play = table(hands={"red": "rope ?"}, waits="discard")
    (token,) = [token for token in play.state.hand[0] if play.state.face[token] < 0]
    events = say(play, "discard ?")
    assert not named(events, "Mingled")
    assert (one(events, "Discarded").token, one(events, "Discarded").among) == (token, (token,))
    assert pile(play) == ["?"]


def test_of_two_untold_cards_any_may_be_the_one_that_goes() -> None:
    play = table(hands={"red": "? rope ?"}, waits="discard")
    untold = tuple(token for token in play.state.hand[0] if play.state.face[token] < 0)
    events = say(play, "discard ?")
    mingled, gone = one(events, "Mingled"), one(events, "Discarded")
    assert sorted(mingled.old) == sorted(untold)
    assert not set(mingled.new) & set(mingled.old)
    assert set(gone.among) == set(mingled.new)
    assert gone.token in mingled.new
    assert (hand(play, "red"), pile(play)) == (["?", "rope"], ["?"])


def test_a_told_card_may_be_any_of_the_seats_cards_for_the_others() -> None:
    play = table(hands={"red": "? rope"}, benches={"red": "- chalk -"}, waits="discard")
    held = play.state.held(0)
    gone = one(say(play, "discard rope"), "Discarded")
    assert set(gone.among) == set(held)


def test_untold_cards_of_the_bench_are_told_apart_by_their_slots() -> None:
    play = table(hands={"red": "? ?"}, benches={"red": "? - rope"}, waits="discard")
    events = say(play, "discard ? bench")
    assert not named(events, "Mingled")
    assert bench(play, "red") == [None, None, "rope"]
    assert hand(play, "red") == ["?", "?"]


def test_the_whole_hand_of_untold_cards_goes_in_an_order_that_nobody_tells() -> None:
    play = table(hands={"red": "toolbox ? ?"}, benches={"red": "? - -"}, deck="rope chalk brick magnet knife")
    events = say(play, "play toolbox")
    assert len(one(events, "Mingled").old) == 3
    assert pile(play) == ["toolbox", "?", "?", "?"]


def test_a_card_that_goes_to_the_pile_untold_may_still_be_told_to_all() -> None:
    play = table(hands={"red": "?"}, waits="discard")
    say(play, "discard ?")
    token = play.state.discard[-1]
    (event,) = play.feed(Observed(token, "rope"))
    assert event == Bound(token, "rope", None, "seen", "R3")
    assert play.view(PUBLIC)["discard"]["shown"] == ["rope"]


def test_what_is_given_untold_is_one_of_the_untold_ones_just_drawn() -> None:
    play, events = row("give ?", trait="addiction", thing="needle-crate", deck="rope ? ?")
    given = one(events, "Given")
    assert set(given.among) == set(one(events, "Mingled").new)
    assert len(given.among) == 2
    assert hand(play, "red") == ["?"]
    assert hand(play, "blue") == ["?", "rope"]


def test_what_is_stolen_untold_is_one_of_the_untold_ones() -> None:
    fields: dict[str, Any] = {"hands": {"red": "billy rope ? ?"}, "deck": "dice drill wallet"}
    play, events = row("steal ?", trait="violence", thing="barbed-cage", **fields)
    assert len(one(events, "Stolen").among) == 2
    assert hand(play, "red") == ["?", "rope"]
    play, events = row("steal rope", trait="violence", thing="barbed-cage", **fields)
    assert len(one(events, "Stolen").among) == 3


def test_a_bin_may_take_a_card_that_nobody_has_named() -> None:
    play = table(hands={"red": "bin"}, discard="rope ? ? chalk")
    events = say(play, "play bin", "take ?")
    assert len(one(events, "Mingled").old) == 2
    assert one(events, "TakenUp").face == -1
    assert hand(play, "red") == ["?"]
    assert pile(play) == ["bin", "rope", "?", "chalk"]


def test_cards_kept_untold_leave_the_others_in_an_order_that_nobody_tells() -> None:
    play = table(hands={"red": "candle"}, deck="? ? ?")
    events = say(play, "play candle", "keep ?")
    assert [len(event.old) for event in named(events, "Mingled")] == [3, 2]
    assert (hand(play, "red"), pile(play)) == (["?"], ["candle", "?", "?"])


def test_untold_cards_of_a_room_map_go_back_in_an_order_that_nobody_tells() -> None:
    play = table(hands={"red": "room-map"}, deck="rope ? chalk ?")
    say(play, "play room-map", "next chalk")
    assert len(play.state.untold) == len(play.position()["look"]) - 2
    say(play, "leave")
    assert deck(play, 3) == ["chalk", "rope", "?"]
    assert play.position()["look"] == []
    assert play.state.untold == []


# ---- who sees what moves ----


def test_r3_only_who_draws_a_card_sees_it() -> None:
    play = table(hands={"red": "candle"}, deck="rope chalk brick")
    events = say(play, "play candle")
    shown = [(event.card, event.seen_by) for event in named(events, "Bound")]
    assert shown == [("rope", (0,)), ("chalk", (0,)), ("brick", (0,))]


def test_r36_only_who_uses_a_room_map_sees_the_cards() -> None:
    play = table(hands={"red": "room-map"}, deck="rope chalk")
    shown = [(event.card, event.seen_by) for event in named(say(play, "play room-map"), "Bound")]
    assert sorted(shown) == [("chalk", (0,)), ("rope", (0,))]


def test_r37_all_see_what_a_metal_detector_turns_over() -> None:
    play = table(hands={"red": "metal-detector"}, deck="rope lever")
    shown = [(event.card, event.seen_by) for event in named(say(play, "play metal-detector escape"), "Bound")]
    assert shown == [("rope", None), ("lever", None)]


def test_r59_and_r61_giver_and_taker_see_the_card() -> None:
    _, events = row("give rope", trait="addiction", thing="needle-crate", deck="rope chalk brick")
    assert [event.seen_by for event in named(events, "Bound") if event.card == "rope"] == [(1,), (1, 0)]
    _, events = row("steal knife", trait="violence", thing="barbed-cage", hands={"red": "billy knife"}, deck="rope")
    assert [event.seen_by for event in named(events, "Bound") if event.card == "knife"] == [(1, 0)]


def test_all_know_a_card_that_was_set_played_or_committed() -> None:
    play = trapped(hands={"blue": "candle crowbar"}, deck="rope chalk brick dice drill wallet")
    say(play, "challenge", "discard rope", "discard chalk", "search candle", "keep dice", "commit crowbar corruption")
    trap = play.state.trap
    assert trap is not None
    cards = [play.knowledge(2).card(token) for token in trap.cards()]
    assert cards == ["crowbar", "candle", *THOMAS.split(), "billy"]


def test_a_bench_that_is_arranged_may_hold_any_of_the_cards_for_the_others() -> None:
    play = table(hands={"red": "bin rope"}, discard="knife")
    say(play, "play bin", "take knife")
    assert play.view(1)["players"][0]["hand"]["known"] == ["knife"]
    say(play, "bench knife 1")
    assert play.view(1)["players"][0]["bench"] == ["?", None, None]
    assert play.view(0)["players"][0]["bench"] == play.view(HOST)["players"][0]["bench"] == ["knife", None, None]


@pytest.mark.parametrize("viewer", [1, 2, PUBLIC])
def test_the_order_of_a_room_map_is_its_users_secret(viewer: int) -> None:
    """Even what all had seen before is mixed with the others."""
    play = table(hands={"red": "room-map"}, deck="rope chalk brick magnet knife dice drill wallet bottle compass")
    say(play, "play room-map", "leave")
    known = [play.knowledge(viewer).card(token) for token in play.state.deck[-10:]]
    assert known == [None] * 10
    assert play.knowledge(0).card(play.state.deck[-1]) == "rope"


def test_a_shuffled_pile_is_known_to_nobody() -> None:
    play = table(hands={"red": "candle"}, discard="rope chalk", is_deck_short=True)
    say(play, "play candle")
    for viewer in (HOST, PUBLIC, 0, 1):
        assert not any(play.knowledge(viewer).card(token) for token in play.state.deck)
    assert deck(play, 1) == ["?"]
    assert pile(play) == []
