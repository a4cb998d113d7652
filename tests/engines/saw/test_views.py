"""What a view says, field by field: for the owner of some cards, for another seat, and for everybody."""

from collections import Counter
from typing import Any

import pytest

import engines
from engines.core import HOST, PUBLIC, Observed, Play
from tests.engines.saw.positions import THOMAS, say, table, trapped

GAME = engines.load("saw")
STORY = (
    "How much is a second chance worth? Cold water climbs the walls of the cell. Yours waits in a bathtub of acid. "
    "All I ask of you is to reach in and pull the lever."
)


def rich() -> Play:
    """Hands, benches, limbs, a pile; Green is dead, and Blue holds the Saw token."""
    return table(
        seats=5,
        hands={"red": "rope chalk ?", "blue": "knife"},
        benches={"red": "lever - ?", "blue": "- brick -"},
        limbs={"blue": "mild severe lost tourniquet"},
        blood={"blue": 4, "green": 0},
        discard="dice ? drill",
        saw="blue",
    )


def test_a_view_says_what_everybody_sees() -> None:
    view = rich().view(PUBLIC)
    unseen = view.pop("unseen")
    players = view.pop("players")
    assert view == {
        "turn": {"seat": "red", "saw": "blue"},
        "deck": 123 - 10,
        "top": [],
        "discard": {"count": 3, "shown": ["dice"]},
        "table": [],
        "look": {"count": 0, "known": []},
        "flipped": None,
        "gone": 0,
        "trap": None,
        "result": None,
    }
    assert players[1] == {
        "seat": "blue",
        "character": "broker",
        "blood": 4,
        "limbs": ["mild", "severe", "lost", "tourniquet"],
        "turns": 2,
        "hand": {"count": 1, "known": []},
        "bench": [None, "?", None],
    }
    assert players[0]["hand"] == {"count": 3, "known": []}
    assert players[0]["bench"] == ["?", None, "?"]
    assert unseen["count"] == len(unseen["among"]) == 123 - 2
    assert unseen["among"] == sorted(unseen["among"])
    assert Counter(GAME.box.cards()) - Counter(unseen["among"]) == {"dice": 1, "drill": 1}


@pytest.mark.parametrize(
    ("viewer", "red", "bench", "blue"),
    [
        (0, ["chalk", "rope"], ["lever", None, "?"], []),
        (1, [], ["?", None, "?"], ["knife"]),
        (3, [], ["?", None, "?"], []),
        (HOST, ["chalk", "rope"], ["lever", None, "?"], ["knife"]),
    ],
)
def test_hands_and_benches_are_for_their_owners(viewer: int, red: Any, bench: Any, blue: Any) -> None:
    play = rich()
    view = play.view(viewer)
    assert [view["players"][seat]["hand"]["known"] for seat in (0, 1)] == [red, blue]
    assert view["players"][0]["bench"] == bench
    known = play.masked(viewer)
    assert sorted(GAME.box.names[face] for face in known.face if face >= 0) == sorted(
        ["dice", "drill", *red, *blue, *(["lever"] if "lever" in bench else []), *(["brick"] if blue else [])]
    )


def test_before_anything_is_chosen_nothing_is_shown() -> None:
    view = GAME.new(seats=2).view(PUBLIC)
    assert view["turn"] == {"seat": None, "saw": None}
    assert [row["character"] for row in view["players"]] == [None, None]
    assert view["unseen"]["count"] == view["deck"] == 123


def test_a_trap_is_open_to_all() -> None:
    hands = {"red": "billy the-pig wallet compass", "blue": "crowbar candle"}
    said = "set blue corruption greed arms the-pig"
    play = trapped(said, hands=hands, deck="rope chalk brick dice drill bottle")
    say(play, "pay wallet", "pay compass", "discard rope", "discard chalk", "search candle", "keep dice")
    say(play, "commit crowbar corruption")
    for viewer in (PUBLIC, 0, 1, 2):
        assert play.view(viewer)["trap"] == {
            "attacker": "red",
            "victim": "blue",
            "parts": THOMAS.split(),
            "with": ["the-pig"],
            "story": STORY,
            "row": {"draw": ["deck", 3], "then": ["discard", 2]},
            "needs": {"corruption": 6, "greed": 6},
            "place": "arms",
            "number": 3,
            "tools": ["crowbar"],
            "searches": ["candle"],
        }


def test_a_card_that_is_being_resolved_lies_open() -> None:
    play = table(hands={"red": "room-map"}, deck="rope chalk")
    say(play, "play room-map")
    assert play.view(PUBLIC)["table"] == ["room-map"]
    assert play.view(PUBLIC)["look"] == {"count": 10, "known": []}
    assert play.view(0)["look"] == {"count": 10, "known": ["chalk", "rope"]}
    assert play.view(1)["look"]["known"] == []


def test_a_room_map_stays_known_to_its_owner_alone() -> None:
    play = table(hands={"red": "room-map"}, deck="rope chalk brick")
    say(play, "play room-map", "next brick", "next ?", "next rope", "leave")
    assert play.view(0)["top"] == ["brick", "?", "rope", "chalk"]
    assert play.view(1)["top"] == play.view(PUBLIC)["top"] == []


def test_who_uses_a_bin_sees_the_whole_pile_and_nobody_else_does() -> None:
    play = table(hands={"red": "bin"}, discard="rope chalk brick")
    assert play.view(0)["discard"]["shown"] == ["rope"]
    say(play, "play bin")
    assert play.view(0)["discard"]["shown"] == ["brick", "chalk", "rope"]
    assert play.view(1)["discard"]["shown"] == play.view(PUBLIC)["discard"]["shown"] == ["rope"]
    say(play, "take chalk")
    assert play.view(0)["discard"]["shown"] == ["bin"]


def test_who_searches_the_pile_with_a_video_sees_all_of_it() -> None:
    hands = {"red": "video rope drill", "blue": "billy " * 11, "green": "?"}
    play = table(hands=hands, discard="chalk ? knife ?")
    say(play, "play video", "pay rope", "pay drill", "none")
    assert play.decision.kind == "sift"
    assert play.view(0)["discard"]["shown"] == ["?", "knife", "?", "chalk", "rope", "drill"]
    assert play.view(1)["discard"]["shown"] == ["drill"]


def test_the_first_card_of_the_catalogue_is_seen_like_any_other() -> None:
    play = table(hands={"red": "room-map"}, deck="rising-water")
    say(play, "play room-map")
    assert play.view(0)["look"]["known"] == ["rising-water"]


def test_the_open_card_of_a_metal_detector_is_shown_once_it_is_told() -> None:
    play = table(hands={"red": "metal-detector"})
    say(play, "play metal-detector object")
    assert play.view(PUBLIC)["flipped"] == "?"
    play.feed(Observed(play.state.flipped, "rope"))
    assert play.view(PUBLIC)["discard"]["shown"] == ["rope"]
    assert play.view(PUBLIC)["flipped"] == "?"


def test_a_card_that_was_seen_stays_seen_though_it_was_mixed_with_others_before() -> None:
    """What was seen before an undo counts from then on: a Room Map that came earlier hides it from nobody."""
    play = table(hands={"red": "room-map metal-detector"})
    say(play, "play room-map", "leave", "play metal-detector object")
    token = play.state.flipped
    play.feed(Observed(token, "rope"))
    play.undo()
    assert token in play.state.deck
    assert [play.knowledge(viewer).card(token) for viewer in (PUBLIC, 1)] == ["rope", "rope"]


def test_how_a_game_ended_is_shown() -> None:
    play = trapped(seats=2, blood={"blue": 1}, limbs={"blue": "lost lost healthy healthy"}, options={"A41": "removed"})
    say(play, "sacrifice")
    assert play.view(PUBLIC)["result"] == {"winner": "red", "rule": "R12"}


def test_what_has_left_the_game_is_counted() -> None:
    play = trapped(
        blood={"blue": 1},
        limbs={"blue": "lost lost healthy healthy"},
        hands={"blue": "rope chalk"},
        options={"A41": "removed"},
    )
    say(play, "sacrifice", "take")
    assert play.view(PUBLIC)["gone"] == 2
