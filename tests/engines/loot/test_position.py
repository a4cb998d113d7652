"""Positions of Loot Trap: what is impossible about one is said in a sentence."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines.core import Answer, SetupError, Shuffle
from engines.core.protocol import Session
from tests.engines.core.sessions import _spoil_value
from tests.engines.loot.scenes import Scene, game

Spoil = Callable[[dict[str, Any]], Any]
RULES = game()


def good() -> dict[str, Any]:
    """A position with something of everything."""
    scene = Scene(3).hand("red", "mutiny loot").bank("blue", 1).wears("green", "cork-vest").discard("plunder")
    return scene.laid("d3", "cutpurse", over="loot", face_up=True).trap("d4", "?").position()


def test_it_is_good() -> None:
    assert RULES.setup(good()).position() == good()


@pytest.mark.parametrize(
    ("said", "spoil"),
    [
        ("has no 'moon'", lambda p: p.update(moon=1)),
        ('"seats" must be', lambda p: p.update(seats=5)),
        ('"cards" must be', lambda p: p.update(cards=7)),
        ('"players" must be a list of 3', lambda p: p["players"].pop()),
        ("A player must be an object", lambda p: p["players"].__setitem__(0, 7)),
        ("A player has no 'age'", lambda p: p["players"][0].update(age=7)),
        ("must sit at red", lambda p: p["players"][0].update(seat="blue")),
        ("the same avatar", lambda p: p["players"][0].update(avatar="coral")),
        ("avatar of red must be", lambda p: p["players"][0].update(avatar="nobody")),
        ("has an avatar before", lambda p: p["players"][0].update(avatar=None)),
        ("health of red must be", lambda p: p["players"][0].update(health=9)),
        ("a pawn on the field and no health", lambda p: p["players"][0].update(health=0)),
        ("a pawn on the field and no health", lambda p: p["players"][0].update(space=None)),
        ("must stand alone", lambda p: p["players"][0].update(space="a4")),
        ("must stand alone", lambda p: p["players"][0].update(space="z9")),
        ("is guarded must be true or false", lambda p: p["players"][0].update(guarded=1)),
        ("becalmed must be true or false", lambda p: p["players"][0].update(becalmed="no")),
        ("is in two places", lambda p: p["players"][0]["hand"].append(p["deck"][0])),
        ("The hand of red must be a list", lambda p: p["players"][0].update(hand="card-1")),
        ("is no card", lambda p: p["players"][0]["hand"].append("card-99999")),
        ("is no card", lambda p: p["deck"].append("card-0")),
        ("102 cards in this position", lambda p: p["deck"].pop()),
        ('"field" must be a list of the spaces', lambda p: p["field"].pop()),
        ('"field" must be a list of the spaces', lambda p: p["field"].__setitem__(0, 3)),
        ("has no 'colour'", lambda p: p["field"][0].update(colour="red")),
        ("d1 is armed must be", lambda p: p["field"][0].update(armed="yes")),
        ("must be a seat that plays", lambda p: at(p, "d3").update(laid_by="yellow")),
        ("nobody who laid it", lambda p: at(p, "d3").update(laid_by=None)),
        ("nothing there is armed", lambda p: p["deck"].append(at(p, "d4").pop("card"))),
        ("neither face up nor under", lambda p: at(p, "d3").update(armed=True)),
        ("cannot be nonsense", lambda p: p["faces"].update({p["deck"][0]: "nonsense"})),
        ("There are more than 12 of loot", lambda p: p["faces"].update(dict.fromkeys(p["deck"][:12], "loot"))),
        ("its face is not told", lambda p: p["faces"].pop(p["discard"][0])),
        ("Only loot can be banked", lambda p: p["faces"].update({p["players"][1]["bank"][0]: "mutiny"})),
        ("Only equipment can be worn", lambda p: p["faces"].update({p["players"][2]["equipment"]: "mutiny"})),
        ('"faces" must be an object', lambda p: p.update(faces=[])),
        ('"turn" has no', lambda p: p["turn"].update(number=3)),
        ('"acted" must be', lambda p: p["turn"].update(acted=None)),
        ("whose turn it is must be", lambda p: p["turn"].update(seat="yellow")),
        ('"rolls" must be', lambda p: p.update(rolls=[7])),
        ("must have a", lambda p: p.update(result={"winner": "red"})),
        ("winner must be", lambda p: p.update(result={"winner": "yellow", "rule": "R2"})),
        ("nothing on its agenda", lambda p: p.update(result={"winner": "red", "rule": "R2"})),
        ('"agenda" must be a list', lambda p: p.update(agenda=[])),
        ("no such item of an agenda", lambda p: p["agenda"].append({"for": "dance"})),
        ("no such item of an agenda", lambda p: p["agenda"].append({"for": "move"})),
        ("no such item of an agenda", lambda p: p["agenda"].append({"for": ["move"]})),
        ("no such item of an agenda", lambda p: p["agenda"].append("move")),
        ("is impossible", lambda p: p["agenda"].append({"for": "move", "seat": "yellow"})),
        ("is impossible", lambda p: p["agenda"].append({"for": "bury", "seats": []})),
        (
            "is impossible",
            lambda p: p["agenda"].append({"for": "hits", "hits": [], "spent": [], "part": "instant", "index": 0}),
        ),
        ("is impossible", lambda p: p["agenda"].append({"for": "clear", "token": "card-1", "space": None})),
        ("is impossible", lambda p: p["agenda"].append({"for": "put", "seat": "red", "card": 7, "cell": "d3"})),
        ("is impossible", lambda p: p["agenda"].append({"for": "put", "seat": "red", "card": "cow", "cell": "d3"})),
        ("first item of an agenda", lambda p: p["agenda"].pop(0)),
        ("about nothing that is there", lambda p: p["agenda"].append(effect(index=999))),
        ("about nothing that is there", lambda p: p["agenda"].append(effect(at=9))),
        ("about nothing that is there", lambda p: p["agenda"].append(effect(part="limit"))),
        ("cannot be done", lambda p: p["agenda"].append({"for": "ghost-card", "seat": "blue"})),
    ],
)
def test_what_is_impossible_is_named(said: str, spoil: Spoil) -> None:
    position = good()
    spoil(position)
    with pytest.raises(SetupError, match=said):
        RULES.setup(position)


def at(position: dict[str, Any], name: str) -> dict[str, Any]:
    return next(row for row in position["field"] if row["space"] == name)


def effect(**fields: Any) -> dict[str, Any]:
    row = {"for": "effect", "part": "instant", "index": 0, "at": 0, "seat": "red", "target": None, "doubled": False}
    return {**row, **fields}


def test_what_is_left_out_is_not_so() -> None:
    position = good()
    for row in position["players"]:
        del row["guarded"], row["becalmed"]
    for row in position["field"]:
        if row["space"] not in ("d3", "d4"):
            del row["armed"], row["face_up"]
    assert RULES.setup(position).position() == good()


def test_a_turn_that_is_stopped_before_its_move_ends() -> None:
    scene = Scene().hand("red", "loot").hand("blue", "loot")
    scene.state.stopped = True
    play = scene.play()
    assert (play.decision.seat, play.decision.kind) == (1, "move")


def test_a_card_that_lies_face_up_does_not_go_off() -> None:
    """R20: it is lost to the trap that lay on it."""
    scene = Scene().hand("red", "loot").laid("b2", "loot", over="powder-keg", face_up=True).pawn("red", "b2")
    position = scene.position()
    spot = at(position, "b2")
    position["deck"].insert(0, spot["laid"])
    position["agenda"].append({"for": "spring", "seat": "red", "cell": "b2"})
    spot.update(laid=None, laid_by=None)
    assert RULES.setup(position, Shuffle(1)).position()["players"][0]["health"] == position["players"][0]["health"]


def test_nobody_is_left() -> None:
    position = good()
    for row in position["players"]:
        row.update(space=None, health=0)
    with pytest.raises(SetupError, match="Nobody is left"):
        RULES.setup(position)


def test_spoiled_positions_are_refused_or_played() -> None:
    """Whatever a position says, the reply is a sentence or a play that can be gone on with."""
    rng, refused, played = Random(5), 0, 0
    for _ in range(150):
        request: dict[str, Any] = {"position": good()}
        for _ in range(rng.choice((1, 1, 2))):
            _spoil_value(rng, request)
        session = Session(RULES)
        reply = session.handle({"request": "setup", "seed": 1, "position": request.get("position")})
        if not reply["ok"]:
            assert reply["error"].endswith((".", "…"))
            assert "failed over this request" not in reply["error"]
            refused += 1
            continue
        played += 1
        assert session.handle({"request": "playout", "games": 1, "answers": 30})["ok"]
    assert refused > 50


def test_a_position_in_the_middle_of_a_chain_is_gone_on_with() -> None:
    rng, kinds = Random(2), set()
    for seed in range(6):
        play = RULES.new(Shuffle(seed), (2, 3, 4)[seed % 3])
        while play.waiting:
            kinds.add(play.decision.kind)
            again = RULES.setup(play.position(), Shuffle(1))
            choice = play.options(play.decision).sample(rng)
            again.feed(Answer(again.decision.id, choice))
            play.feed(Answer(play.decision.id, choice))
    assert len(kinds) > 16
