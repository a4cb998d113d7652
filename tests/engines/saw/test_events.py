"""Why things happen: every event names its cause and the line of the rules that it rests on, and is told in words."""

from collections.abc import Callable
from typing import Any

import pytest

import engines
from engines.core import Corrected, Observed, Shuffle
from engines.core.events import Bound
from engines.saw import events as ev
from tests.engines.saw.positions import THOMAS, named, say, table, trapped

GAME = engines.load("saw")
FILLER = "rope chalk brick magnet"
LAME = "mild mild lost severe"
ARMLESS = "lost lost healthy healthy"
BEAR = {"red": "billy reverse-bear-trap dice wallet"}
BEARED = "set blue corruption greed blood reverse-bear-trap"
KIT = "crowbar wrench screwdriver-set billy"
ESCAPE = ("commit crowbar corruption", "commit wrench corruption", "commit screwdriver-set greed", "commit billy greed")


def begun() -> list[Any]:
    """The first turn of a game of two."""
    play = GAME.new(oracle=Shuffle(1), seats=2)
    say(play, "character surgeon", "character broker")
    return play.events


def told(*texts: str, **fields: Any) -> list[Any]:
    """What happens from a position when this is said."""
    return say(table(**fields), *texts)


def in_trap(*texts: str, said: str = "set blue corruption greed arms", **fields: Any) -> list[Any]:
    """What happens from the setting of a trap on, when this is said."""
    play = trapped(said, **fields)
    say(play, *texts)
    return play.events


def with_object(name: str, trait: str, *texts: str, **fields: Any) -> list[Any]:
    """What happens in a trap of Rising Water, some object and a Lever."""
    benches = {"red": f"rising-water {name} lever"}
    return in_trap("challenge", *texts, said=f"set blue corruption {trait} arms", benches=benches, **fields)


def challenged(*texts: str, **fields: Any) -> list[Any]:
    """What happens in the example's challenge after the top row."""
    return in_trap("challenge", "discard rope", "discard chalk", *texts, deck="rope chalk brick dice drill", **fields)


def reordered() -> list[Any]:
    """What happens when people put the order of the pile right."""
    return table(discard="rope chalk").feed(Corrected("discard", "2,1", "a card fell"))


def beared(*texts: str, **fields: Any) -> list[Any]:
    """What happens with a Reverse Bear Trap that is paid for."""
    hands = {**BEAR, **fields.pop("hands", {})}
    return in_trap("pay dice", "pay wallet", *texts, said=BEARED, hands=hands, deck=FILLER, **fields)


def searched() -> list[Any]:
    """A Video that finds nothing in the deck and a Billy on the pile that nobody had named."""
    return told(
        *("play video", "pay rope", "pay rope", "none", "found 3"),
        hands={"red": "video rope rope", "blue": "billy " * 11, "green": "?"},
        discard="?",
    )


def bled(seats: int, **fields: Any) -> list[Any]:
    """Red bleeds to death."""
    fields = {"hands": {"red": "rope"}, "limbs": {"red": "lost mild mild mild"}, "blood": {"red": 1}, **fields}
    return told("done", "keep", seats=seats, **fields)


def detected(deck: str, **fields: Any) -> list[Any]:
    """A Metal Detector looks for an escape; cards that nobody has named turn out to be chalk."""
    play = table(hands={"red": "metal-detector"}, deck=deck, **fields)
    begun = len(play.events)
    say(play, "play metal-detector escape")
    if play.state.flipped >= 0:
        play.feed(Observed(play.state.flipped, "chalk"))
    return play.events[begun:]


def bound() -> list[Any]:
    return told(
        *("play tourniquet left-leg", "pay rope", "pay rope"),
        hands={"red": "tourniquet rope rope"},
        limbs={"red": LAME},
    )


def pigged() -> list[Any]:
    hands = {"red": "billy the-pig dice wallet"}
    return in_trap("pay dice", "pay wallet", said="set blue corruption greed arms the-pig", hands=hands)


def from_pile() -> list[Any]:
    benches = {"red": "gas-valve acid-bath lever"}
    return in_trap("challenge", said="set blue addiction greed arms", benches=benches, discard="rope")


def stolen(held: str) -> list[Any]:
    texts = (f"steal {held}",) if held else ()
    return with_object("barbed-cage", "violence", *texts, hands={"red": f"billy {held}"}, deck=FILLER)


def backfired() -> list[Any]:
    return beared("challenge", "discard rope", "discard chalk", *ESCAPE, "done", hands={"blue": KIT})


def eased() -> list[Any]:
    return in_trap("sacrifice", "ease anesthetic", "pay rope", "pay chalk", hands={"blue": "anesthetic rope chalk"})


def killed(**fields: Any) -> list[Any]:
    return in_trap("sacrifice", blood={"blue": 1}, limbs={"blue": ARMLESS}, **fields)


def trimmed() -> list[Any]:
    hands = {"red": "billy knife dice drill wallet bottle"}
    texts = ("give rope", "give chalk", "done", "discard rope", "discard chalk")
    return with_object("dolls-house", "corruption", *texts, hands=hands, deck=FILLER)


CAUSES: list[tuple[str, str, str, Callable[[], list[Any]]]] = [
    ("CharacterChosen", "set-up", "R2", begun),
    ("FirstChosen", "set-up", "R7", begun),
    ("Drawn", "starting hand", "R8", begun),
    ("TurnBegan", "turn", "R14", begun),
    ("Drawn", "draw", "R14", begun),
    ("Agenda", "next", "R14", begun),
    ("Bound", "seen", "R3", begun),
    ("Bound", "set up", "R3", lambda: table(hands={"red": "rope"}).events),
    ("TurnEnded", "turn", "R103", lambda: told("done", "keep", hands={"red": "rope"})),
    ("Arranged", "bench", "R19", lambda: told("bench rope 2", hands={"red": "rope"})),
    ("Discarded", "discard", "R14", lambda: told("discard rope", hands={"red": "rope"}, waits="discard")),
    ("Played", "candle", "R29", lambda: told("play candle", hands={"red": "candle"})),
    ("Drawn", "candle", "R31", lambda: told("play candle", hands={"red": "candle"})),
    ("Discarded", "not kept", "R31", lambda: told("play candle", "keep rope", hands={"red": "candle"}, deck=FILLER)),
    ("Discarded", "used", "A18", lambda: told("play candle", "keep rope", hands={"red": "candle"}, deck=FILLER)),
    (
        "Reshuffled",
        "the deck was empty",
        "R55",
        lambda: told("play candle", hands={"red": "candle"}, is_deck_short=True),
    ),
    ("TakenUp", "bin", "R34", lambda: told("play bin", "take rope", hands={"red": "bin"}, discard="rope")),
    ("Discarded", "toolbox", "R35", lambda: told("play toolbox", hands={"red": "toolbox rope"})),
    ("Drawn", "toolbox", "R35", lambda: told("play toolbox", hands={"red": "toolbox rope"})),
    ("Mingled", "nobody tells which", "R3", lambda: told("bench ? 1", hands={"red": "? ?"})),
    ("Looked", "room map", "R36", lambda: told("play room-map", hands={"red": "room-map"})),
    ("PutBack", "room map", "R36", lambda: told("play room-map", "leave", hands={"red": "room-map"})),
    (
        "Reshuffled",
        "the deck was empty",
        "A25",
        lambda: told("play room-map", hands={"red": "room-map"}, is_deck_short=True),
    ),
    ("Flipped", "metal detector", "R37", lambda: detected("rope lever")),
    ("Bound", "metal detector", "R37", lambda: detected("? lever")),
    ("Discarded", "metal detector", "R37", lambda: detected("rope lever")),
    ("Found", "metal detector", "R37", lambda: detected("rope lever")),
    ("Reshuffled", "the deck was empty", "A26", lambda: detected("", is_deck_short=True)),
    ("Played", "video", "R73", searched),
    ("Discarded", "payment", "R73", searched),
    ("Reshuffled", "video", "R78", searched),
    ("Bound", "video", "R78", searched),
    ("TakenUp", "video", "R78", searched),
    (
        "Filmed",
        "video",
        "R78",
        lambda: told("play video", "pay rope", "pay rope", "found", hands={"red": "video rope rope"}),
    ),
    ("LimbChanged", "tourniquet", "R74", bound),
    ("TrapSet", "trap", "R46", in_trap),
    ("TrapAnswered", "answer", "R48", lambda: in_trap("challenge")),
    ("TrapAnswered", "the pig", "R76", pigged),
    ("Drawn", "top row", "R55", lambda: in_trap("challenge")),
    ("TakenUp", "top row", "R56", from_pile),
    ("Drawn", "top row", "R56", from_pile),
    ("Discarded", "not kept", "R57", challenged),
    ("Given", "top row", "R59", lambda: with_object("needle-crate", "addiction", "give rope", deck=FILLER)),
    ("Stolen", "top row", "R61", lambda: stolen("knife")),
    ("Drawn", "nothing to steal", "R61", lambda: stolen("")),
    ("Played", "candle", "R62", lambda: challenged("search candle", hands={"blue": "candle"})),
    ("Committed", "challenge", "R62", lambda: challenged("commit crowbar corruption", hands={"blue": "crowbar"})),
    ("Committed", "challenge", "R64", lambda: challenged("commit billy corruption", hands={"blue": "billy"})),
    (
        *("Retracted", "challenge", "A62"),
        lambda: challenged("commit billy greed", "retract billy greed", hands={"blue": "billy"}),
    ),
    (
        *("Retracted", "toolbox", "A28"),
        lambda: challenged("commit billy greed", "search toolbox", hands={"blue": "billy toolbox"}),
    ),
    ("Reordered", "corrected by table: a card fell", "A69", reordered),
    ("Judged", "challenge", "R65", lambda: challenged("done")),
    ("LimbChanged", "challenge: 11 short", "R66", lambda: challenged("done")),
    ("BloodChanged", "challenge: 11 short", "R87", lambda: challenged("done")),
    ("LimbChanged", "sacrifice: 3 to arms", "R69", lambda: in_trap("sacrifice", "damage 2 1")),
    ("BloodChanged", "sacrifice: 3 to arms", "R87", lambda: in_trap("sacrifice", limbs={"blue": ARMLESS})),
    ("BloodChanged", "sacrifice: 4 to blood", "R69", lambda: beared("sacrifice")),
    (
        "BloodChanged",
        "challenge: 11 short",
        "R66",
        lambda: beared("challenge", "discard rope", "discard chalk", "done"),
    ),
    ("BloodChanged", "reverse bear trap: an escape without damage", "R77", backfired),
    ("Played", "anesthetic", "R75", eased),
    ("Eased", "anesthetic", "R75", eased),
    ("Discarded", "payment", "R73", eased),
    ("Discarded", "the trap is over", "R70", lambda: in_trap("sacrifice", "damage 2 1")),
    ("TrapEnded", "the trap is over", "R70", lambda: in_trap("sacrifice", "damage 2 1")),
    ("SawMoved", "the trap is over", "R71", lambda: in_trap("sacrifice", "damage 2 1")),
    ("SawMoved", "its last victim is dead", "A47", lambda: killed(seats=4, saw="green")),
    ("SawMoved", "two players are left", "R82", lambda: killed(seats=3, saw="green")),
    ("SawMoved", "its holder was eliminated", "A42", lambda: bled(4, saw="red")),
    ("Discarded", "over the limit", "A29", trimmed),
    ("BloodChanged", "1 lost limb", "R92", lambda: bled(3)),
    ("BloodChanged", "2 lost limbs", "R92", lambda: bled(3, limbs={"red": "lost mild lost mild"})),
    ("Eliminated", "no blood left", "R11", lambda: bled(3)),
    ("Discarded", "eliminated", "A41", lambda: bled(3)),
    ("Removed", "eliminated", "A41", lambda: bled(3, options={"A41": "removed"})),
    ("GameEnded", "the last one alive", "R12", lambda: bled(2)),
]


@pytest.mark.parametrize(
    ("kind", "cause", "rule", "play"), CAUSES, ids=[f"{row[2]} {row[0]} {row[1]}" for row in CAUSES]
)
def test_an_event_names_its_cause_and_its_rule(kind: str, cause: str, rule: str, play: Callable[[], list[Any]]) -> None:
    assert (cause, rule) in {(event.cause, event.rule) for event in named(play(), kind)}


def test_every_kind_of_event_is_among_them() -> None:
    kinds = {name for name, kind in vars(ev).items() if isinstance(kind, type) and hasattr(kind, "_fields")}
    assert {kind for kind, *_ in CAUSES} >= kinds


# ---- what they say ---------------------------------------------------------------------------------------------------


def test_a_trap_says_who_set_it_for_whom_and_what_it_asks() -> None:
    play = trapped("set green corruption greed arms", seats=4, turn="red", hands={"red": "billy rope"})
    (trap,) = named(play.events, "TrapSet")
    assert (trap.seat, trap.target, trap.needs, trap.place) == (0, 2, ((0, 6), (1, 6)), 0)
    assert (trap.number, trap.floor, trap.is_forced, trap.backfires) == (3, 1, False, False)
    names = [GAME.box.names[face] for face in trap.faces]
    assert names == THOMAS.split()
    assert (trap.extras, trap.extra_faces) == ((), ())
    assert len(trap.among) == 5


def test_a_reverse_bear_trap_asks_for_blood_and_one_more() -> None:
    (trap,) = named(beared(), "TrapSet")
    assert (trap.place, trap.number, trap.floor, trap.is_forced, trap.backfires) == (2, 4, 1, False, True)
    assert [GAME.box.names[face] for face in trap.extra_faces] == ["reverse-bear-trap"]
    (trap,) = named(beared(options={"A35": "last"}), "TrapSet")
    assert trap.floor == 2
    (trap,) = named(pigged(), "TrapSet")
    assert (trap.place, trap.number, trap.floor, trap.is_forced, trap.backfires) == (0, 3, 1, True, False)


@pytest.mark.parametrize(("said", "is_challenge"), [("challenge", True), ("sacrifice", False)])
def test_an_answer_says_whose_it_is_and_which(said: str, is_challenge: bool) -> None:
    (answer,) = named(in_trap(said), "TrapAnswered")
    assert (answer.seat, answer.is_challenge) == (1, is_challenge)


def test_the_cards_of_a_trap_are_put_away_by_who_laid_them_down() -> None:
    fields: dict[str, Any] = {"hands": {"blue": "candle crowbar"}}
    events = challenged("search candle", "keep dice", "commit crowbar corruption", "done", **fields)
    away = [
        (event.seat, GAME.box.names[event.face])
        for event in events
        if event.cause == "the trap is over" and hasattr(event, "face")
    ]
    assert away == [(1, "crowbar"), (1, "candle"), *((0, name) for name in THOMAS.split()), (0, "billy")]
    (ended,) = named(events, "TrapEnded")
    assert (ended.seat, ended.target) == (0, 1)


def test_giver_and_thief_are_told_apart() -> None:
    (given,) = named(with_object("needle-crate", "addiction", "give rope", deck=FILLER), "Given")
    assert (given.seat, given.other) == (1, 0)
    (theft,) = named(stolen("knife"), "Stolen")
    assert (theft.seat, theft.other) == (1, 0)


def test_an_anesthetic_says_from_what_to_what() -> None:
    (ease,) = named(eased(), "Eased")
    assert (ease.seat, ease.before, ease.after) == (1, 3, 2)


def test_damage_says_which_limb_from_what_to_what() -> None:
    limbs = {"blue": "mild healthy severe lost"}
    changes = named(in_trap("sacrifice", "damage 1 2", limbs=limbs), "LimbChanged")
    assert [(one.seat, one.limb, one.before, one.after) for one in changes] == [(1, 0, 1, 2), (1, 1, 0, 2)]
    changes = named(
        in_trap(
            "sacrifice",
            said="set blue corruption greed legs",
            benches={"red": "rising-water acid-bath strap"},
            limbs=limbs,
        ),
        "LimbChanged",
    )
    assert [(one.seat, one.limb, one.before, one.after) for one in changes] == [(1, 2, 2, 3)]


# ---- in words --------------------------------------------------------------------------------------------------------

ROPE, LIVE = GAME.box.number["rope"], GAME.box.number["billy"]
WRITTEN: list[tuple[Any, dict[str, Any]]] = [
    (Bound(0, "rope", (0, 2), "seen", "R3"), {"token": "token-1", "card": "rope", "seen_by": ["red", "green"]}),
    (Bound(0, "rope", None, "seen", "R3"), {"token": "token-1", "card": "rope", "seen_by": None}),
    (Bound(0, "rope", (), "seen", "R3"), {"token": "token-1", "card": "rope", "seen_by": []}),
    (ev.CharacterChosen(1, 0), {"seat": "blue", "character": GAME.box.people[0]}),
    (ev.FirstChosen(5), {"seat": "white"}),
    (ev.TurnBegan(0), {"seat": "red"}),
    (ev.Drawn(0, (3, 0)), {"seat": "red", "tokens": ["token-4", "token-1"]}),
    (ev.Reshuffled((0,), (9,)), {"old": ["token-1"], "new": ["token-10"]}),
    (
        ev.Played(0, 1, 0, (0, 1), "x", "R1"),
        {"token": "token-2", "face": GAME.box.names[0], "among": ["token-1", "token-2"]},
    ),
    (ev.Discarded(0, 1, -1, (), "x", "R1"), {"token": "token-2", "face": None, "among": []}),
    (ev.Arranged(0, (7,), (-1, 0, 2)), {"hand": ["token-8"], "bench": [None, "token-1", "token-3"]}),
    (ev.Mingled((0,), (9,)), {"old": ["token-1"], "new": ["token-10"]}),
    (ev.Looked(0, (3,)), {"seat": "red", "tokens": ["token-4"]}),
    (ev.PutBack(0, (3,)), {"seat": "red", "tokens": ["token-4"]}),
    (ev.TakenUp(0, 1, ROPE, "bin", "R34"), {"token": "token-2", "face": "rope"}),
    (ev.Flipped(0, 1), {"seat": "red", "token": "token-2"}),
    (ev.Found(0, 1, 0), {"token": "token-2", "face": GAME.box.names[0]}),
    (ev.Filmed(0, 4, (0,), (9,)), {"token": "token-5", "old": ["token-1"], "new": ["token-10"]}),
    (
        ev.TrapSet(0, 1, (0, 1, 2), (0, ROPE, LIVE), 3, (4,), (LIVE,), ((0, 6), (4, 8)), 2, 4, 1, False, True, (0,)),
        {
            "seat": "red",
            "target": "blue",
            "parts": ["token-1", "token-2", "token-3"],
            "faces": [GAME.box.names[0], "rope", "billy"],
            "billy": "token-4",
            "extras": ["token-5"],
            "extra_faces": ["billy"],
            "needs": {"corruption": 6, "addiction": 8},
            "place": "blood",
            "number": 4,
            "floor": 1,
            "is_forced": False,
            "backfires": True,
            "among": ["token-1"],
        },
    ),
    (ev.TrapAnswered(1, False), {"seat": "blue", "is_challenge": False}),
    (ev.Eased(1, 3, 2), {"seat": "blue", "before": 3, "after": 2}),
    (ev.Committed(1, 0, ROPE, 1, (0,)), {"token": "token-1", "face": "rope", "trait": "greed", "among": ["token-1"]}),
    (ev.Retracted(1, 0, ROPE, 1), {"seat": "blue", "token": "token-1", "face": "rope", "trait": "greed"}),
    (ev.Reordered((0, 1), "x"), {"tokens": ["token-1", "token-2"], "rule": "A69"}),
    (ev.Given(1, 0, 2, (2, 3)), {"seat": "blue", "other": "red", "token": "token-3", "among": ["token-3", "token-4"]}),
    (ev.Stolen(1, 0, 2, (2,)), {"seat": "blue", "other": "red", "token": "token-3", "among": ["token-3"]}),
    (ev.Judged(1, 0), {"seat": "blue", "missing": 0}),
    (ev.LimbChanged(1, 3, 0, 4, "x", "R1"), {"limb": "right-leg", "before": "healthy", "after": "tourniquet"}),
    (ev.BloodChanged(1, 3, 0, "x", "R1"), {"before": 3, "after": 0}),
    (ev.SawMoved(-1), {"seat": None}),
    (ev.SawMoved(0), {"seat": "red"}),
    (ev.Eliminated(0), {"seat": "red"}),
    (ev.Removed(0, (0,)), {"tokens": ["token-1"]}),
    (ev.TrapEnded(0, 1), {"seat": "red", "target": "blue"}),
    (ev.TurnEnded(0), {"seat": "red"}),
    (ev.GameEnded(0), {"winner": "red"}),
    (ev.Agenda((("use",), ("choose", 0, (1,), 1, "keep"))), {"frames": ["use", "choose"]}),
]


@pytest.mark.parametrize(("event", "words"), WRITTEN, ids=[type(event).__name__ for event, _ in WRITTEN])
def test_an_event_is_written_in_the_players_words(event: Any, words: dict[str, Any]) -> None:
    written = GAME.write_event(event)
    told = {"event": type(event).__name__, "cause": event.cause, "rule": event.rule, **words}
    assert {name: written.get(name, "missing") for name in told} == told
    assert written.keys() == {"event", *event._fields}


def test_no_kind_of_event_is_left_out() -> None:
    assert {type(event) for event, _ in WRITTEN} == set(GAME.folds)
