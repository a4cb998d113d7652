"""Positions that cannot be: each is refused with a sentence that names what is wrong."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import engines
from engines.core import Answer, SetupError, Shuffle, Shuffled
from engines.saw.frames import FIELDS
from tests.engines.saw.positions import THOMAS, asked, position, say, table, texts, trapped

GAME = engines.load("saw")


def changed(change: Callable[[dict[str, Any]], Any], **fields: Any) -> dict[str, Any]:
    """A position with one change."""
    made = position(**fields)
    change(made)
    return made


def changed_trap(**fields: Any) -> dict[str, Any]:
    """The position of a trap in which Blue has committed a Tool, with some fields of the trap changed."""
    play = trapped(hands={"blue": "crowbar candle"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk", "commit crowbar corruption")
    made = play.position()
    made["trap"].update(fields)
    return made


WRONG: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("has no 'colour'", lambda p: p.update(colour="red")),
    ('"players" must be a list', lambda p: p.update(players=7)),
    ("Two to 6 play", lambda p: p.update(players=p["players"][:1])),
    ("A player must be an object", lambda p: p["players"].__setitem__(0, 7)),
    ("must have the seat red", lambda p: p["players"][0].update(seat="blue")),
    ("A player has no 'hat'", lambda p: p["players"][0].update(hat=1)),
    ("character of red must be", lambda p: p["players"][0].update(character="butcher")),
    ("Two players are surgeon", lambda p: p["players"][1].update(character="surgeon")),
    ("Two players are broker", lambda p: p["players"][2].update(character="broker")),
    ("blood of red must be", lambda p: p["players"][0].update(blood=11)),
    ("blood of red must be", lambda p: p["players"][0].update(blood=True)),
    ("limbs of red must be four", lambda p: p["players"][0].update(limbs=["healthy"] * 3)),
    ("limbs of red must be four", lambda p: p["players"][0].update(limbs=["broken"] * 4)),
    ("turns of red must be", lambda p: p["players"][0].update(turns=-1)),
    ("bench of red has 3 slots", lambda p: p["players"][0].update(bench=[None])),
    ("no card 'spoon'", lambda p: p["players"][0].update(hand=["spoon"])),
    ("no card '7'", lambda p: p["players"][0].update(hand=[7])),
    ('"deck" must be a list', lambda p: p.update(deck="rope")),
    ("at most 123", lambda p: p["deck"].append("?")),
    ("3 of rope; the deck has 2", lambda p: p["deck"].__setitem__(slice(0, 3), ["rope"] * 3)),
    ('"turn" must be an object', lambda p: p.update(turn=[])),
    ('"turn" has no', lambda p: p["turn"].update(hat=1)),
    ('"seat" must be one of', lambda p: p["turn"].update(seat="white")),
    ("Saw token is held", lambda p: (p["turn"].update(saw="blue"), p["players"][1].update(blood=0))),
    ("the seat whose turn it is is alive", lambda p: p["players"][0].update(blood=0)),
    ("Two must be alive", lambda p: [row.update(blood=0) for row in p["players"][1:]]),
    ("The result is the last one alive", lambda p: p.update(result={"winner": "red", "rule": "R12"})),
    ("eliminated and has no cards", lambda p: (p["players"][2].update(blood=0, hand=["?"]), p["deck"].pop())),
    ('"waits" must be a list', lambda p: p.update(waits={})),
    ("something is waited on", lambda p: p.update(waits=[])),
    ("The game cannot wait on 7", lambda p: p.update(waits=[7])),
    ("The game cannot wait on", lambda p: p.update(waits=[{"for": "tea"}])),
    ("has no fields", lambda p: p.update(waits=[{"for": "use", "seat": "red"}])),
    ("has seat, left, hand_only", lambda p: p.update(waits=[{"for": "pay", "seat": "red"}])),
    ("nothing begins with", lambda p: p.update(waits=[{"for": "last"}])),
    ("cannot come before", lambda p: p.update(waits=[{"for": "use"}, {"for": "last"}])),
    ("a trap runs exactly while", lambda p: p.update(waits=[{"for": "challenge"}])),
    ("does not fit the cards", lambda p: p.update(waits=[{"for": "discard"}])),
    ("somebody's turn", lambda p: p.update(waits=[{"for": "first"}])),
    ("chooses a character", lambda p: p["players"][0].update(character=None)),
    ("a card lies open", lambda p: (p.update(flipped="?"), p["deck"].pop())),
    ("cards are looked at", lambda p: (p.update(look=["?"]), p["deck"].pop())),
    ("card on the table is being used", lambda p: (p.update(table=["?"]), p["deck"].pop())),
]


@pytest.mark.parametrize(("told", "change"), WRONG, ids=[told for told, _ in WRONG])
def test_a_position_that_cannot_be_is_refused(told: str, change: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(SetupError) as error:
        GAME.setup(changed(change))
    assert told in str(error.value)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(("seats", "blood"), [(4, {"blue": 0}), (2, {})])
def test_the_saw_token_is_with_somebody_alive_while_three_are(seats: int, blood: dict[str, int]) -> None:
    GAME.setup(position(seats=4, saw="blue"))
    with pytest.raises(SetupError, match="Saw token is held"):
        GAME.setup(position(seats=seats, saw="blue", blood=blood))


@pytest.mark.parametrize(
    ("told", "fields"),
    [
        ("A trap has a mechanism", {"parts": ["acid-bath", "rising-water", "lever"]}),
        ("A trap has a mechanism", {"billy": "rope"}),
        ('"billy": there is no card', {"billy": "?"}),
        ("one of its own traits", {"traits": ["greed"]}),
        ("one of its own traits", {"traits": []}),
        ("A trait must be one of", {"traits": ["charm"]}),
        ("lists The Pig", {"forced": True}),
        ("lists The Pig", {"backfires": 1}),
        ("one or two traits", {"needs": {}}),
        ("A trait must be", {"needs": {"charm": 3}}),
        ("A needed value must be", {"needs": {"greed": 0}}),
        ("The number of the sacrifice", {"number": 0}),
        ("The floor of the sacrifice", {"floor": 9}),
        ('"searched" must be', {"searched": 3}),
        ("The attacker must be", {"attacker": "white"}),
        ("The victim must be", {"victim": None}),
        ("The place must be", {"place": "head"}),
        ("the trap is of the seat", {"attacker": "blue", "victim": "red"}),
        ("the trap is of the seat", {"victim": "red"}),
        ('"trap" has no', {"colour": "red"}),
    ],
)
def test_a_trap_that_cannot_be_is_refused(told: str, fields: dict[str, Any]) -> None:
    with pytest.raises(SetupError) as error:
        GAME.setup(changed_trap(**fields))
    assert told in str(error.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"needs": {"greed": 1}},
        {"needs": {"greed": 24, "violence": 24}},
        {"number": 20},
        {"number": 1, "floor": 1},
        {"number": 4, "floor": 4},
        {"searched": 0},
        {"searched": 2},
        {"victim": "green"},
        {"place": "blood"},
        {"traits": ["corruption"]},
    ],
)
def test_a_trap_that_can_be_is_taken(fields: dict[str, Any]) -> None:
    made = changed_trap(**fields)
    assert GAME.setup(made).position() == made


@pytest.mark.parametrize(
    "fields",
    [
        {"needs": {"greed": 25}},
        {"needs": {"greed": 1, "violence": 1, "addiction": 1}},
        {"needs": []},
        {"number": 21},
        {"number": True},
        {"floor": 0},
        {"searched": -1},
        {"attacker": None},
        {"victim": "yellow"},
        {"place": 0},
        {"forced": None},
        {"forced": 0},
        {"backfires": 0},
        {"with": ["the-pig"]},
        {"traits": ["corruption", "greed"]},
        {"traits": "corruption"},
        {"tools": []},
        {"eased": ["rope"]},
        {"searches": ["rope"]},
    ],
)
def test_a_trap_out_of_its_bounds_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        GAME.setup(changed_trap(**fields))


def test_what_is_played_with_billy_is_listed_with_the_trap() -> None:
    """With its names in their order, and with the flags that go with them."""
    hands = {"red": "billy the-pig reverse-bear-trap rope chalk brick magnet"}
    made = trapped("set blue corruption greed blood the-pig reverse-bear-trap", hands=hands).position()
    assert GAME.setup(made).position() == made
    assert made["trap"]["with"] == ["the-pig", "reverse-bear-trap"]
    for fields in (
        {"with": ["reverse-bear-trap", "the-pig"]},
        {"forced": False},
        {"backfires": False},
        {"forced": False, "backfires": False},
    ):
        with pytest.raises(SetupError, match="lists The Pig"):
            GAME.setup({**made, "trap": {**made["trap"], **fields}})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("blood", 1),
        ("blood", 10),
        ("turns", 0),
        ("turns", 100_000),
        ("limbs", ["tourniquet", "lost", "severe", "mild"]),
    ],
)
def test_a_player_at_the_bounds_is_taken(field: str, value: Any) -> None:
    made = changed(lambda made: made["players"][1].update({field: value}))
    assert GAME.setup(made).position()["players"][1][field] == value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("blood", -1),
        ("blood", "9"),
        ("turns", 100_001),
        ("turns", True),
        ("limbs", ["mild"] * 5),
        ("limbs", "mild"),
        ("bench", [None] * 4),
        ("bench", "rope"),
        ("bench", ["spoon", None, None]),
        ("hand", "rope"),
        ("seat", None),
        ("character", 1),
    ],
)
def test_a_player_out_of_its_bounds_is_refused(field: str, value: Any) -> None:
    with pytest.raises(SetupError):
        GAME.setup(changed(lambda made: made["players"][1].update({field: value})))


def test_what_a_position_leaves_out_is_as_at_the_beginning() -> None:
    made = position()
    for row in made["players"]:
        for field in ("blood", "limbs", "hand", "bench"):
            row.pop(field)
    play = GAME.setup(made)
    assert play.position()["players"][0] == {
        **{"seat": "red", "character": "surgeon", "blood": 10, "limbs": ["healthy"] * 4, "turns": 2},
        **{"hand": [], "bench": [None, None, None]},
    }
    assert play.position()["gone"] == play.position()["table"] == play.position()["look"] == []


@pytest.mark.parametrize("seats", [2, 6])
def test_two_to_six_play(seats: int) -> None:
    assert len(GAME.setup(position(seats=seats)).seats) == seats
    made = position(seats=6)
    made["players"].append({**made["players"][0], "seat": "pink"})
    with pytest.raises(SetupError, match='"players" must be a list of at most 6'):
        GAME.setup(made)


@pytest.mark.parametrize(
    "result",
    [{"winner": "blue", "rule": "R12"}, {"winner": "red", "rule": "R13"}, {"winner": "red"}, "red", {}],
)
def test_the_result_is_the_last_one_alive(result: Any) -> None:
    made = position(seats=2, blood={"blue": 0})
    made["waits"] = []
    assert GAME.setup({**made, "result": {"winner": "red", "rule": "R12"}}).result == (0, "R12")
    with pytest.raises(SetupError, match="The result is the last one alive"):
        GAME.setup({**made, "result": result})
    with pytest.raises(SetupError, match="the game is over"):
        GAME.setup({**made, "result": {"winner": "red", "rule": "R12"}, "waits": [{"for": "use"}]})


def test_the_cards_of_the_dead_lie_with_them_only_while_their_trap_runs() -> None:
    made = trapped(hands={"green": "rope"}).position()
    made["players"][2]["blood"] = 0
    GAME.setup(made)
    made["players"][2]["hand"], made["players"][2]["bench"] = [], ["rope", None, None]
    GAME.setup(made)
    for fields in ({"hands": {"green": "rope"}}, {"benches": {"green": "- - rope"}}):
        with pytest.raises(SetupError, match="Green is eliminated and has no cards"):
            GAME.setup(position(blood={"green": 0}, **fields))


@pytest.mark.parametrize(
    ("fields", "seen_by"),
    [
        ({"hands": {"blue": "rope"}}, (1,)),
        ({"benches": {"red": "- rope -"}}, (0,)),
        ({"discard": "rope"}, None),
        ({"deck": "rope"}, ()),
    ],
)
def test_what_a_position_tells_is_seen_where_it_lies(fields: dict[str, Any], seen_by: Any) -> None:
    (event,) = table(**fields).events
    assert (event.card, event.seen_by) == ("rope", seen_by)


def test_the_first_card_of_a_position_is_a_card_like_the_others() -> None:
    """Cards are numbered from 0 on as they are listed; the first may also lie on a bench, or in a trap."""
    everything = {"green": "? " * 122}
    play = table(benches={"red": "rope - -"}, hands=everything)
    assert play.state.bench[0] == (0, -1, -1)
    assert play.position()["players"][0]["bench"] == ["rope", None, None]
    assert play.view(0)["players"][0]["bench"] == ["rope", None, None]
    say(play, "lift 1", "bench rope 3")
    assert play.position()["players"][0]["bench"] == [None, None, "rope"]
    say(play, "done", "discard rope bench")
    assert play.position()["discard"] == []  # it was the only card, so Blue has drawn it
    assert play.position()["players"][1]["hand"] == ["?"]


def test_a_trap_needs_all_its_fields() -> None:
    made = changed_trap()
    del made["trap"]["place"]
    with pytest.raises(SetupError, match="must have all of"):
        GAME.setup(made)


def test_a_trap_lists_only_what_was_used_in_it() -> None:
    play = trapped(hands={"blue": "candle"}, deck="rope chalk brick dice drill wallet")
    say(play, "challenge", "discard rope", "discard chalk", "search candle", "keep dice")
    made = play.position()
    assert GAME.setup(made).position() == made
    made["trap"]["searches"] = ["brick"]
    made["players"][1]["hand"] = ["candle", "dice"]
    with pytest.raises(SetupError, match="Search cards"):
        GAME.setup(made)


FRAMES = [
    {"for": "pay", "seat": "red", "left": 2, "hand_only": False},
    {"for": "choose", "seat": "red", "cards": [0], "left": 1, "how": "keep"},
    {"for": "salvage", "seat": "red"},
    {"for": "sort", "seat": "red", "placed": []},
    {"for": "detect", "seat": "red", "part": "object", "again": False},
    {"for": "film", "seat": "red"},
    {"for": "sift", "seat": "red"},
    {"for": "bind", "seat": "red", "limb": "left-arm"},
    {"for": "away", "seat": "red", "card": 5},
    {"for": "turn", "seat": "white"},
    {"for": "damage", "seat": "red", "place": "arms", "amount": 3, "cause": "x", "rule": "R66"},
]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: str(frame["for"]))
def test_what_hangs_in_the_air_is_refused(frame: dict[str, Any]) -> None:
    for waits in ([frame], [{"for": "use"}, frame], [{"for": "use"}, {"for": "away", "seat": "red", "card": 1}, frame]):
        with pytest.raises(SetupError):
            GAME.setup(changed(lambda made, waits=waits: made.update(waits=waits)))


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", "pink"), ("seat", 1), ("left", -1), ("left", True), ("left", 99), ("hand_only", 1)],
)
def test_fields_of_what_is_waited_on_are_checked(field: str, value: Any) -> None:
    with pytest.raises(SetupError, match=f'"{field}" of what is waited on'):
        GAME.setup(changed(lambda made: made.update(waits=[{"for": "use"}, {**FRAMES[0], field: value}])))


def test_every_frame_that_a_game_rests_on_can_be_set_up() -> None:
    """Whatever a random game waits on, its position is one: read, it asks for the same."""
    rested = set()
    for seed in range(6):
        play, rng = GAME.new(oracle=Shuffle(seed), seats=2 + seed % 5), Random(seed)
        while play.waiting:
            decision = play.decision
            names = tuple(row["for"] for row in play.position()["waits"])
            if names not in rested:
                rested.add(names)
                again = GAME.setup(play.position())
                assert asked(again) == asked(play)
                assert texts(again) == texts(play)
            play.feed(Answer(decision.id, play.options(decision).sample_kind_first(rng)))
    assert {name for names in rested for name in names} > {
        "use",
        "discard",
        "set",
        "answer",
        "challenge",
        "choose",
        "pay",
    }
    assert {name for names in rested for name in names} <= set(FIELDS)


def test_a_game_that_is_over_can_be_set_up() -> None:
    play = trapped(seats=2, blood={"blue": 1}, limbs={"blue": "lost lost healthy healthy"})
    say(play, "sacrifice")
    again = GAME.setup(play.position())
    assert again.result == (0, "R12")
    assert again.waiting == ()


def test_an_open_card_of_a_metal_detector_must_be_told() -> None:
    play = table(hands={"red": "metal-detector"})
    say(play, "play metal-detector object")
    assert play.waiting[0].policy == "must"
    again = GAME.setup(play.position())
    assert again.waiting[0].zone == "table"
    assert again.position() == play.position()


def test_a_shuffle_is_never_told() -> None:
    play = table(benches={"red": THOMAS})
    for zone, rule in (("deck", "R55"), ("hand", ""), ("red.hand", "")):
        problem = play.verify(Shuffled(zone))
        assert problem is not None
        assert problem.rule == rule
