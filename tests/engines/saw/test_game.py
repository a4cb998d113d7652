"""The game as the engines' core sees it: its variants, its tokens, its questions and who is asked."""

from random import Random

import pytest

import engines
from engines.core import MUST, WINDOW, WORLD, Observed, Reveal, Shuffle
from engines.saw.game import RULINGS
from tests.engines.saw.positions import lever, say, table, trapped

GAME = engines.load("saw")


def test_a_variant_has_its_own_catalogue_and_rulings() -> None:
    other = GAME.variant(lever("legs", 5), {"A1": "125", "A35": "last"})
    assert other.box.total == 125
    assert other.box.designs[other.box.number["lever"]].number == 5
    assert other.options == {**{ruling.name: ruling.values[0] for ruling in RULINGS}, "A1": "125", "A35": "last"}
    assert GAME.box.total == 123


@pytest.mark.parametrize(
    ("said", "fields", "kind", "seat"),
    [
        ((), {}, "use", 0),
        (("done",), {"hands": {"red": "rope"}}, "discard", 0),
        (("play candle",), {"hands": {"red": "candle"}}, "choose", 0),
        (("play bin",), {"hands": {"red": "bin"}, "discard": "rope"}, "salvage", 0),
        (("play room-map",), {"hands": {"red": "room-map"}}, "sort", 0),
        (("play video",), {"hands": {"red": "video rope rope"}}, "pay", 0),
        (("play video", "pay rope", "pay rope"), {"hands": {"red": "video rope rope"}}, "film", WORLD),
    ],
)
def test_who_is_asked_in_a_turn(said: tuple[str, ...], fields: dict[str, object], kind: str, seat: int) -> None:
    play = table(**fields)
    say(play, *said)
    assert (play.decision.kind, play.decision.seat, play.decision.policy) == (kind, seat, MUST)


def test_an_open_card_must_be_told_before_anything_else() -> None:
    play = table(hands={"red": "metal-detector ?"})
    say(play, "play metal-detector object")
    assert play.waiting == (Reveal(len(play.log), play.state.flipped, "table", 0, MUST),)


def test_cards_that_may_be_told_are_listed_with_their_places() -> None:
    play = table(hands={"red": "? rope", "blue": "?"}, benches={"green": "- ? -"}, discard="?")
    found = {(item.zone, item.seat, item.policy) for item in play.waiting if isinstance(item, Reveal)}
    assert found == {("hand", 0, WINDOW), ("hand", 1, WINDOW), ("bench", 2, WINDOW), ("discard", 0, WINDOW)}
    say(play, "done")
    look = table(hands={"red": "room-map"})
    say(look, "play room-map")
    assert {(item.zone, item.seat) for item in look.waiting if isinstance(item, Reveal)} == {("look", 0)}


@pytest.mark.parametrize(
    ("fields", "seen_by"),
    [
        ({"hands": {"red": "?"}}, (0,)),
        ({"hands": {"blue": "?"}}, (1,)),
        ({"benches": {"green": "- ? -"}}, (2,)),
        ({"discard": "?"}, None),
    ],
)
def test_a_card_is_seen_by_who_may_see_what_lies_there(fields: dict[str, object], seen_by: object) -> None:
    play = table(**fields)
    (token,) = play.state.untold
    (event,) = play.feed(Observed(token, "rope"))
    assert (event.card, event.seen_by, event.cause, event.rule) == ("rope", seen_by, "seen", "R3")
    assert play.state.untold == []


def test_a_card_that_has_left_the_game_is_told_to_nobody() -> None:
    play = trapped(
        options={"A41": "removed"},
        blood={"blue": 1},
        limbs={"blue": "lost lost healthy healthy"},
        hands={"blue": "? rope"},
    )
    say(play, "sacrifice", "take")
    (token,) = [token for token in play.state.gone if play.state.face[token] < 0]
    (event,) = play.feed(Observed(token, "chalk"))
    assert event.seen_by == ()


def test_tokens_exist_from_the_shuffle_on_that_made_them() -> None:
    play = table(hands={"red": "candle"}, is_deck_short=True)
    assert [play.game.exists(play.state, token) for token in (0, 122, 123)] == [True, True, False]
    (shuffle,) = [event for event in say(play, "play candle") if type(event).__name__ == "Reshuffled"]
    assert play.game.minted(shuffle) == shuffle.new == tuple(range(123, 123 + 122))
    assert play.game.exists(play.state, 123 + 121)
    assert not play.game.exists(play.state, 123 + 122)
    assert play.game.minted(play.events[0]) == ()


def test_where_a_token_came_from_is_every_shuffle_up_to_its_own() -> None:
    play = table(hands={"red": "video rope chalk", "blue": "billy " * 11, "green": "?"}, discard="?")
    say(play, "play video", "pay rope", "pay chalk", "none", "none")
    (first,) = play.state.births
    early = play.state.deck[0]
    play.game.check(play.state)
    again = table(hands={"red": "candle flashlight"}, is_deck_short=True)
    say(again, "play candle", "keep ?")
    assert len(again.state.births) > 1
    assert again.game.origin(again.state, 123) == again.state.births[:1]
    newest = again.state.births[-1][1][0]
    assert again.game.origin(again.state, newest) == again.state.births
    assert play.game.origin(play.state, early) == (first,)


def test_a_sample_counts_the_cards_that_it_deals() -> None:
    play = table(hands={"red": "rope ? ?", "blue": "? ?"}, discard="?")
    for seat in (0, 1, 2):
        sample = play.sample(seat, Random(seat))
        sample.game.check(sample.state)
        assert not sample.state.untold


def test_lots_other_than_a_videos_are_drawn_blindly() -> None:
    play = GAME.new(seats=2)
    say(play, "character broker", "character surgeon")
    assert play.game.fate(play.state, play.decision, lambda token: "rope") is None


def test_in_a_simulation_every_seat_may_begin_and_every_card_may_be_stolen() -> None:
    stolen = set()
    for seed in range(12):
        play = trapped(
            "set blue corruption violence arms",
            benches={"red": "rising-water barbed-cage lever"},
            hands={"red": "billy rope chalk"},
            oracle=Shuffle(seed),
        )
        say(play, "challenge")
        (theft,) = [event for event in play.events if type(event).__name__ == "Stolen"]
        stolen.add(play.knowledge(1).card(theft.token))
    assert stolen == {"rope", "chalk"}
