"""Positions in the middle of something: each is written and read as it is, and one that cannot be is refused."""

from collections.abc import Callable
from typing import Any

import pytest

import engines
from engines.core import Play, SetupError
from tests.engines.saw.positions import asked, say, table, texts, trapped

GAME = engines.load("saw")
FILLER = "rope chalk brick magnet"
LAME = {"red": "mild mild lost mild"}
Position = dict[str, Any]


def after(*said: str, **fields: Any) -> Play:
    play = table(**fields)
    say(play, *said)
    return play


def in_trap(*said: str, target: str = "set blue corruption greed arms", **fields: Any) -> Play:
    play = trapped(target, **fields)
    say(play, *said)
    return play


def with_object(name: str, trait: str, *said: str, hand: str) -> Play:
    benches = {"red": f"rising-water {name} lever"}
    target = f"set blue corruption {trait} arms"
    return in_trap("challenge", *said, target=target, benches=benches, hands={"red": f"billy {hand}"}, deck=FILLER)


def video(*said: str) -> Play:
    hands = {"red": "video rope chalk", "blue": "billy " * 11, "green": "?"}
    return after("play video", *said, hands=hands, discard="?")


def row(name: str, **fields: Any) -> dict[str, Any]:
    return {"for": name, **fields}


def away(card: int, seat: str = "red") -> dict[str, Any]:
    return row("away", seat=seat, card=card)


USE, RED = row("use"), {"seat": "red"}
RESTS: dict[str, tuple[Callable[[], Play], list[dict[str, Any]]]] = {
    "character": (
        lambda: GAME.new(seats=2),
        [row("first"), row("character", seat="blue"), row("character", seat="red")],
    ),
    "pay": (
        lambda: after("play video", hands={"red": "video rope chalk"}),
        [USE, away(122), row("film", **RED), row("pay", **RED, left=2, hand_only=False)],
    ),
    "bind": (
        lambda: after("play tourniquet left-leg", hands={"red": "tourniquet rope chalk"}, limbs=LAME),
        [USE, away(122), row("bind", **RED, limb="left-leg"), row("pay", **RED, left=2, hand_only=False)],
    ),
    "choose": (
        lambda: after("play candle", hands={"red": "candle dice"}, deck=FILLER),
        [USE, away(122), row("choose", **RED, cards=[119, 120, 121], left=1, how="keep")],
    ),
    "salvage": (
        lambda: after("play bin", hands={"red": "bin"}, discard="rope"),
        [USE, away(122), row("salvage", **RED)],
    ),
    "sort": (
        lambda: after("play room-map", "next chalk", hands={"red": "room-map"}, deck="rope chalk"),
        [USE, away(112), row("sort", **RED, placed=[121])],
    ),
    "film": (lambda: video("pay rope", "pay chalk"), [USE, away(122), row("film", **RED)]),
    "sift": (lambda: video("pay rope", "pay chalk", "none"), [USE, away(122), row("sift", **RED)]),
    "pig": (
        lambda: trapped("set blue corruption greed arms the-pig", hands={"red": "billy the-pig rope chalk"}),
        [row("answer"), row("pay", **RED, left=2, hand_only=True)],
    ),
    "answer": (trapped, [row("answer")]),
    "ease": (lambda: in_trap("sacrifice", hands={"blue": "anesthetic rope chalk"}), [row("ease")]),
    "lower": (
        lambda: in_trap("sacrifice", "ease anesthetic", hands={"blue": "anesthetic rope chalk"}),
        [row("ease"), row("lower"), row("pay", seat="blue", left=2, hand_only=False)],
    ),
    "top row": (
        lambda: in_trap("challenge", deck=FILLER),
        [row("challenge"), row("choose", seat="blue", cards=[116, 117, 118], left=2, how="discard")],
    ),
    "steal": (
        lambda: with_object("barbed-cage", "violence", hand="knife"),
        [row("challenge"), row("steal", left=1)],
    ),
    "challenge": (lambda: in_trap("challenge", "discard rope", "discard chalk", deck=FILLER), [row("challenge")]),
    "search": (
        lambda: in_trap(
            *("challenge", "discard rope", "discard chalk", "search candle"),
            hands={"blue": "candle"},
            deck=f"{FILLER} dice knife",
            options={"A17": "at-once"},
        ),
        [
            row("challenge"),
            away(118, "blue"),
            row("choose", seat="blue", cards=[115, 116, 117], left=1, how="keep"),
        ],
    ),
    "damage": (
        lambda: in_trap("sacrifice"),
        [
            row("close", backfires=False),
            row("damage", seat="blue", place="arms", amount=3, cause="sacrifice: 3 to arms", rule="R69"),
        ],
    ),
    "trim": (
        lambda: with_object(
            "dolls-house", "corruption", "give rope", "give chalk", "done", hand="knife dice drill wallet"
        ),
        [row("bleed"), row("last"), row("trim")],
    ),
    "last": (
        lambda: after("keep", options={"A32": "late"}, hands={"red": FILLER}, limbs=LAME, waits="discard"),
        [row("bleed"), row("last")],
    ),
}


@pytest.mark.parametrize("name", RESTS)
def test_what_is_half_done_is_written_and_read(name: str) -> None:
    build, waits = RESTS[name]
    play = build()
    assert play.position()["waits"] == waits
    again = play.game.setup(play.position())
    assert again.position() == play.position()
    assert (asked(again), texts(again)) == (asked(play), texts(play))


def test_an_open_card_is_written_and_read() -> None:
    play = after("play metal-detector object", hands={"red": "metal-detector"})
    made = play.position()
    assert made["waits"] == [USE, away(121), row("detect", **RED, part="object", again=False)]
    assert made["flipped"] == "?"
    assert GAME.setup(made).position() == made


# ---- what cannot be --------------------------------------------------------------------------------------------------


def top(**fields: Any) -> Callable[[Position], Any]:
    """Change the most urgent thing."""
    return lambda made: made["waits"][-1].update(fields)


def under(at: int, **fields: Any) -> Callable[[Position], Any]:
    return lambda made: made["waits"][at].update(fields)


def waits(*rows: dict[str, Any]) -> Callable[[Position], Any]:
    return lambda made: made.update(waits=list(rows))


def seat(at: int, **fields: Any) -> Callable[[Position], Any]:
    return lambda made: made["players"][at].update(fields)


def trap(**fields: Any) -> Callable[[Position], Any]:
    return lambda made: made["trap"].update(fields)


def move(zone: str, to: str) -> Callable[[Position], Any]:
    """Put all cards of a pile onto another one."""

    def change(made: Position) -> None:
        made[to] += made[zone]
        made[zone] = []

    return change


def all_of(*changes: Callable[[Position], Any]) -> Callable[[Position], Any]:
    return lambda made: [change(made) for change in changes]


NO_FIT, OTHERS_TURN, DRAWN = "does not fit the cards", "it is another seat's turn", "nobody has drawn yet"
CHARACTERS, TRAP = "everybody chooses a character first", "a trap runs exactly while"
CANNOT: list[tuple[str, str, Callable[[Position], Any]]] = [
    ("character", CHARACTERS, under(1, seat="red")),
    ("character", CHARACTERS, lambda made: made["waits"].pop()),
    ("character", CHARACTERS, seat(1, character="broker")),
    ("character", DRAWN, all_of(seat(0, hand=["?"]), lambda made: made["deck"].pop())),
    ("character", DRAWN, seat(0, turns=1)),
    ("character", DRAWN, lambda made: made["discard"].append(made["deck"].pop())),
    ("character", "all cards are in the deck", lambda made: made.update(gone=[made["deck"].pop()])),
    (
        "character",
        "all cards are in the deck",
        all_of(seat(0, bench=["?", None, None]), lambda made: made["deck"].pop()),
    ),
    ("character", "somebody's turn", lambda made: made["turn"].update(seat="red")),
    ("pay", NO_FIT, top(left=3)),
    ("pay", NO_FIT, top(left=0)),
    ("pay", '"left" of what is waited on', top(left=60)),
    ("pay", OTHERS_TURN, top(seat="blue")),
    ("pay", OTHERS_TURN, under(1, seat="green")),
    ("pay", OTHERS_TURN, under(2, seat="green")),
    ("pay", 'the seat of "pay" is alive', all_of(seat(1, blood=0), top(seat="blue"))),
    ("pay", 'the seat of "pay" is alive', top(seat="yellow")),
    ("pay", "each card on the table is being used", under(1, card=0)),
    ("pay", '"card" of what is waited on', under(1, card=123)),
    ("pay", '"card" of what is waited on', under(1, card=-1)),
    ("pay", '"film" cannot come before "use"', lambda made: made["waits"].pop(1)),
    ("pay", '"pay" cannot come before "away"', lambda made: made["waits"].pop(2)),
    ("bind", '"bind" does not fit', under(2, limb="right-leg")),
    ("bind", '"limb" of what is waited on', under(2, limb="tail")),
    ("choose", NO_FIT, top(left=0)),
    ("choose", NO_FIT, top(left=4)),
    ("choose", NO_FIT, top(cards=[0])),
    ("choose", NO_FIT, top(how="give")),
    ("choose", '"how" of what is waited on', top(how="eat")),
    ("choose", '"cards" of what is waited on', top(cards=[119, 119])),
    ("choose", '"cards" of what is waited on', top(cards=[119, 123])),
    ("choose", '"cards" of what is waited on', top(cards=7)),
    ("salvage", NO_FIT, move("discard", "deck")),
    ("sort", NO_FIT, top(placed=list(range(113, 123)))),
    ("sort", NO_FIT, top(placed=[0])),
    ("sort", "cards are looked at", waits(USE, away(112))),
    ("film", NO_FIT, move("deck", "discard")),
    ("sift", NO_FIT, move("discard", "deck")),
    ("pig", NO_FIT, top(left=3)),
    ("pig", OTHERS_TURN, top(seat="blue")),
    ("pig", OTHERS_TURN, top(hand_only=False)),
    ("answer", TRAP, waits(USE)),
    ("answer", "the victim is alive", seat(1, blood=0)),
    ("answer", "is alive", seat(0, blood=0)),
    ("answer", "the trap is of the seat whose turn it is", lambda made: made["turn"].update(seat="green")),
    ("answer", "the trap is of the seat whose turn it is", trap(attacker="blue", victim="red")),
    (
        "answer",
        '"choose" cannot come before "answer"',
        waits(row("answer"), row("choose", **RED, cards=[], left=1, how="keep")),
    ),
    ("lower", '"lower" does not fit', trap(number=1)),
    ("lower", OTHERS_TURN, top(seat="red")),
    ("top row", OTHERS_TURN, top(seat="red")),
    ("steal", NO_FIT, top(left=0)),
    ("steal", NO_FIT, all_of(seat(0, hand=[]), lambda made: made["deck"].insert(0, "knife"))),
    ("search", "each card on the table is being used", under(1, card=0)),
    ("damage", NO_FIT, top(amount=0)),
    ("damage", '"amount" of what is waited on', top(amount=60)),
    ("damage", '"place" of what is waited on', top(place="head")),
    ("damage", '"cause" of what is waited on', top(cause="")),
    ("damage", '"cause" of what is waited on', top(cause="x" * 201)),
    ("damage", '"cause" of what is waited on', top(cause=7)),
    ("damage", '"rule" of what is waited on', top(rule="X1")),
    ("damage", '"rule" of what is waited on', top(rule="R1234")),
    ("damage", '"rule" of what is waited on', top(rule="R")),
    ("damage", OTHERS_TURN, top(seat="green")),
    ("damage", '"backfires" of what is waited on', under(0, backfires=0)),
    ("damage", 'the seat of "damage" is alive', seat(1, blood=0)),
    ("trim", '"trim" cannot come before "bleed"', lambda made: made["waits"].pop(1)),
    ("last", "nothing begins with", lambda made: made["waits"].pop(0)),
    ("last", '"use" cannot come before "use"', lambda made: made.update(waits=[USE] * 50)),
    ("last", '"waits" must be a list', lambda made: made.update(waits=[USE] * 51)),
]


@pytest.mark.parametrize(("name", "told", "change"), CANNOT, ids=[f"{at} {row[0]}" for at, row in enumerate(CANNOT)])
def test_what_cannot_be_half_done_is_refused(name: str, told: str, change: Callable[[Position], Any]) -> None:
    play = RESTS[name][0]()
    made = play.position()
    change(made)
    with pytest.raises(SetupError) as error:
        play.game.setup(made)
    assert told in str(error.value)


CAN: list[tuple[str, Callable[[Position], Any]]] = [
    ("pay", top(left=1)),
    ("choose", top(left=3)),
    ("choose", top(cards=[119], left=1)),
    ("choose", top(how="discard")),
    ("sort", top(placed=[])),
    ("damage", top(amount=1)),
    ("damage", top(amount=59)),
    ("damage", top(cause="x")),
    ("damage", top(cause="x" * 200)),
    ("damage", top(rule="A123")),
    ("damage", under(0, backfires=True)),
    ("pig", top(left=1)),
    ("steal", top(left=2)),
]


@pytest.mark.parametrize(("name", "change"), CAN, ids=[f"{at} {row[0]}" for at, row in enumerate(CAN)])
def test_what_can_be_half_done_is_taken(name: str, change: Callable[[Position], Any]) -> None:
    play = RESTS[name][0]()
    made = play.position()
    change(made)
    assert play.game.write_position(play.game.read_position(made)) == made


def test_a_seat_that_was_killed_by_its_own_trap_is_still_the_one_whose_turn_ends() -> None:
    made = table(seats=4, blood={"red": 0}, turn="blue").position()
    made["turn"]["seat"], made["waits"] = "red", [row("turn", seat="blue")]
    assert asked(GAME.setup(made)) == "blue use"
