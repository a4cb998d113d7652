"""Why an answer is refused: the sentence that a player reads, and the line of the rules behind it."""

from collections.abc import Callable
from typing import Any

import pytest

import engines
from engines.core import Answer, Play
from tests.engines.saw.positions import THOMAS, lever, say, table, trapped

GAME = engines.load("saw")
LOST = {"red": "lost mild mild mild"}


def begun(*texts: str) -> Play:
    play = GAME.new(seats=2)
    say(play, *texts)
    return play


def after(*texts: str, **fields: Any) -> Play:
    """A position after some answers."""
    play = table(**fields)
    say(play, *texts)
    return play


def in_trap(*texts: str, said: str = "set blue corruption greed arms", **fields: Any) -> Play:
    play = trapped(said, **fields)
    say(play, *texts)
    return play


def challenged(hand: str = "crowbar candle", *texts: str, **fields: Any) -> Play:
    """Blue tries the example's challenge, after the top row."""
    return in_trap(
        "challenge", "discard rope", "discard chalk", *texts, hands={"blue": hand}, deck="rope chalk brick", **fields
    )


def using(hand: str = "rope", **fields: Any) -> Play:
    return table(hands={"red": hand}, **fields)


def discarding(hand: str = "rope", bench: str = "- chalk -") -> Play:
    return table(hands={"red": hand}, benches={"red": bench}, waits="discard")


def setting(hand: str = "billy", bench: str = THOMAS, **fields: Any) -> Play:
    return table(hands={"red": hand}, benches={"red": bench}, waits="set", **fields)


def face(name: str) -> int:
    return int(GAME.box.number[name])


ROPE, BILLY, CANDLE = face("rope"), face("billy"), face("candle")
USE = "Play a card, put one onto your bench, lift one off, or say that you are done."
DISCARD = "Discard a card, or keep the rest if you are within your limit."
SLOTS = "A bench has slots 1 to 3, and the card must not lie in that one already."
CHALLENGE = "Use a Search card, commit a Tool or a Billy to a trait, or say done."
EASE = "Play an Anesthetic, or take the damage."
PICK = "Name one trait of each box, and a place that the trap has."

ORDER = (
    "After the word then, name every card that this sends to the pile, the first one first; there must be two or more."
)
REFUSED: list[tuple[Callable[[], Play], Any, str, str]] = [
    (lambda: begun("character broker"), "character broker", "Choose a character that nobody has yet.", "A54"),
    (lambda: begun("character broker", "character surgeon"), "first white", "One of the players begins.", "R7"),
    # step 2
    (using, ("jump",), USE, "R14"),
    (using, ("play",), USE, "R14"),
    (using, ("play", 999), USE, "R14"),
    (using, ("play", -2), USE, "R14"),
    (using, ("play", len(GAME.box.names)), USE, "R14"),
    (using, ("play", "rope"), USE, "R14"),
    (using, ("lift", 0), "There is no card in that slot of your bench.", "R19"),
    (using, ("lift",), USE, "R14"),
    (using, "play candle", "There is no Candle in your hand.", "R14"),
    (using, "bench ? 1", "There is no untold card in your hand.", "R14"),
    (using, ("bench", ROPE, 3), SLOTS, "R19"),
    (lambda: using("rope", benches={"red": "rope - -"}), "bench rope 1", SLOTS, "R19"),
    (lambda: using("?"), "play ?", "Tell which card it is before you play it.", "R14"),
    (
        lambda: using("candle"),
        ("play", CANDLE, 1),
        "Say just the name of Candle; a Metal Detector also needs what it searches for.",
        "R37",
    ),
    (using, "play rope", "Rope has no use in step 2.", "R28"),
    (lambda: using("billy"), "play billy", "Billy has no use in step 2.", "R28"),
    (lambda: using("the-pig"), "play the-pig", "The Pig has no use in step 2.", "R97"),
    (lambda: using("anesthetic"), "play anesthetic", "Anesthetic has no use in step 2.", "R97"),
    (lambda: using("video rope"), "play video", "Video costs 2 other cards, and you do not have them.", "A48"),
    (
        lambda: using("tourniquet rope", limbs=LOST),
        "play tourniquet left-arm",
        "Tourniquet costs 2 other cards, and you do not have them.",
        "A48",
    ),
    (
        lambda: using("tourniquet rope rope", limbs=LOST),
        "play tourniquet right-arm",
        "A Tourniquet goes on one limb of yours that is lost.",
        "R74",
    ),
    # steps 3 and 5
    (
        lambda: discarding("rope " * 2 + "chalk brick magnet knife"),
        "keep",
        "You have 1 card too many: discard first.",
        "R14",
    ),
    (
        lambda: discarding("rope " * 2 + "chalk brick magnet knife dice"),
        "keep",
        "You have 2 cards too many: discard first.",
        "R14",
    ),
    (discarding, ("discard",), DISCARD, "R14"),
    (discarding, ("discard", ROPE), DISCARD, "R14"),
    (discarding, ("throw", ROPE, 0), DISCARD, "R14"),
    (discarding, ("keep", ROPE), DISCARD, "R14"),
    (discarding, "discard chalk", "There is no Chalk in your hand.", "R14"),
    (discarding, "discard rope bench", "There is no Rope on your bench.", "R14"),
    (
        lambda: discarding(bench="rope - -"),
        ("discard", ROPE, 2),
        "Say whether it is in your hand or on your bench.",
        "R14",
    ),
    (
        lambda: after("keep", options={"A32": "late"}, hands={"red": "rope rope chalk"}, limbs=LOST, waits="discard"),
        "play tourniquet left-arm",
        "Before you bleed, play a Tourniquet on a lost limb, or say that you are done.",
        "A32",
    ),
    # step 4
    (setting, ("set",), "Set a trap, or pass.", "R45"),
    (setting, ("trap", 1, (0, 1), 0, -1, -1), "Set a trap, or pass.", "R45"),
    (
        lambda: setting(bench="lever acid-bath rising-water"),
        "set blue corruption greed arms",
        "Your bench must hold a mechanism, an object and an escape, in this order.",
        "R44",
    ),
    (lambda: setting("rope"), "set blue corruption greed arms", "You need a Billy in hand to set a trap.", "R45"),
    (
        lambda: setting(saw="blue"),
        "set blue corruption greed arms",
        "Blue holds the Saw token and cannot be targeted.",
        "R80",
    ),
    (setting, "set red corruption greed arms", "A trap is set for a living opponent.", "R47"),
    (
        lambda: setting(seats=4, blood={"blue": 0}),
        "set blue corruption greed arms",
        "A trap is set for a living opponent.",
        "R47",
    ),
    (setting, "set blue corruption greed arms the-pig", "What is played with Billy comes from your hand.", "R97"),
    (
        lambda: setting("billy the-pig rope"),
        "set blue corruption greed arms the-pig",
        "Each card that is played with Billy costs 2 others from your hand.",
        "A8",
    ),
    (setting, "set blue greed greed arms", PICK, "R50"),
    (setting, "set blue corruption greed legs", PICK, "R50"),
    (lambda: setting("billy the-pig rope rope"), "set blue corruption greed legs the-pig", PICK, "R50"),
    # cards that are being resolved
    (
        lambda: after("play video", hands={"red": "video rope chalk"}),
        "pay brick",
        "Pay with another card of yours.",
        "R73",
    ),
    (
        lambda: after("play candle", hands={"red": "candle wrench"}, deck="rope chalk brick"),
        "keep wrench",
        "Choose one of the cards that were just drawn.",
        "R54",
    ),
    (
        lambda: after("play bin", hands={"red": "bin"}, discard="rope"),
        "take chalk",
        "Take a card that lies in the discard pile.",
        "R34",
    ),
    (
        lambda: after("play bin", hands={"red": "bin"}, discard="billy chalk billy brick billy"),
        "take billy",
        (
            "Billy lies at several places of the pile: say which, counted from the top, "
            "with take billy 1, take billy 3 or take billy 5."
        ),
        "R34",
    ),
    (
        lambda: after("play bin", hands={"red": "bin"}, discard="? chalk ?"),
        "take ?",
        (
            "An untold card lies at several places of the pile: say which, counted from the top, "
            "with take ? 1 or take ? 3."
        ),
        "R34",
    ),
    (
        lambda: after("play bin", hands={"red": "bin"}, discard="rope chalk"),
        "take rope 2",
        "Rope does not lie at that place, counted from the top of the pile: take rope 1.",
        "R34",
    ),
    (
        lambda: after("play room-map", hands={"red": "room-map"}),
        "next rope",
        "Name the card that comes next, from the top down, or leave the rest as it is.",
        "R36",
    ),
    (
        lambda: after("play video", "pay rope", "pay rope", hands={"red": "video rope rope"}),
        "none",
        "Say whether a Billy was found in the deck.",
        "R78",
    ),
    # in a trap
    (trapped, ("flee",), "Try the challenge, or take the sacrifice.", "R48"),
    (lambda: in_trap("sacrifice", hands={"blue": "rope chalk"}), "ease rope", EASE, "R75"),
    (lambda: in_trap("sacrifice", hands={"blue": "rope chalk"}), ("ease", -1), EASE, "R75"),
    (lambda: in_trap("sacrifice", hands={"blue": "rope chalk"}), ("ease",), EASE, "R75"),
    (
        lambda: in_trap("sacrifice", hands={"blue": "rope chalk"}),
        "ease anesthetic",
        "There is no Anesthetic in your hand.",
        "R14",
    ),
    (
        lambda: in_trap("sacrifice", hands={"blue": "anesthetic rope"}),
        "ease anesthetic",
        "An Anesthetic costs 2 other cards, and you do not have them.",
        "A48",
    ),
    (
        lambda: in_trap("sacrifice"),
        "damage 3 1",
        "Share the damage out over both limbs, as much as they can take.",
        "R84",
    ),
    (
        lambda: in_trap(
            "challenge",
            said="set blue corruption violence arms",
            benches={"red": "rising-water barbed-cage lever"},
            hands={"red": "billy knife"},
        ),
        "steal rope",
        "Say which card of the attacker's hand was stolen.",
        "R61",
    ),
    (challenged, ("search",), CHALLENGE, "R62"),
    (challenged, ("flee", ROPE), CHALLENGE, "R62"),
    (challenged, "search bin", "There is no Bin in your hand.", "R14"),
    (lambda: challenged("?"), "commit ? greed", "Tell which card it is before you use it.", "R62"),
    (challenged, "search crowbar", "Crowbar is no Search card.", "A37"),
    (challenged, "commit candle greed", "Candle is neither a Tool nor a Billy.", "R62"),
    (
        challenged,
        "commit crowbar greed",
        "Crowbar counts for corruption, and the trap asks for corruption or greed.",
        "R25",
    ),
    (
        lambda: challenged("billy"),
        "commit billy violence",
        "Billy counts for any trait, and the trap asks for corruption or greed.",
        "R25",
    ),
    (
        lambda: challenged("candle crowbar", "commit crowbar corruption", options={"A62": "commit-last"}),
        "search candle",
        "Once a Tool is committed, no more Search cards are used.",
        "A62",
    ),
    (challenged, "retract crowbar corruption", "Crowbar is not committed.", "A62"),
    (challenged, "retract ? corruption", "That card is not committed.", "A62"),
    (
        lambda: challenged("candle crowbar", "commit crowbar corruption"),
        "retract crowbar greed",
        "Say the trait that it is committed to; with commit-last, what is committed stays.",
        "A62",
    ),
    (
        lambda: challenged("toolbox crowbar rope"),
        "search toolbox then crowbar",
        ORDER,
        "A69",
    ),
    (challenged, ("search", CANDLE, 1), "Candle cannot be used like that in a challenge.", "A28"),
    (
        lambda: challenged("bin bin bin", "search bin", "take chalk", "search bin", "take rope"),
        "search bin",
        "Two Search cards may be used in a challenge, no more.",
        "R30",
    ),
]


@pytest.mark.parametrize(("play", "said", "sentence", "rule"), REFUSED, ids=[f"{row[3]} {row[1]}" for row in REFUSED])
def test_an_answer_is_refused_with_a_sentence_and_its_rule(
    play: Callable[[], Play], said: Any, sentence: str, rule: str
) -> None:
    asked = play()
    choice = asked.parse(said) if isinstance(said, str) else said
    found = asked.verify(Answer(asked.decision.id, choice))
    assert found == (sentence, rule)


def test_r75_an_anesthetic_that_would_leave_nothing_is_not_asked_for() -> None:
    """At a sacrifice of 1 nobody is asked; at 2 the first one brings it to 1."""
    play = trapped(hands={"blue": "anesthetic rope chalk"}, catalogue=lever("arms", 1))
    say(play, "sacrifice")
    assert play.decision.kind == "damage"


@pytest.mark.parametrize("choice", [None, 7, "done", [], (), (1.0,), (None,), ((1, "x"),), (("a",),), (True,)])
def test_nonsense_is_no_answer_of_this_game(choice: Any) -> None:
    play = using()
    found = play.verify(Answer(play.decision.id, choice))
    assert found == ("That is no answer of this game.", "")


def test_a_card_that_cannot_be_is_refused_with_its_rule() -> None:
    play = table(hands={"red": "?", "blue": "rope rope"})
    token = play.state.hand[0][0]
    found = play.game.problem_with_card(play.state, token, "rope")
    assert found == ("All copies of Rope are elsewhere.", "R1")
    found = play.game.problem_with_card(play.state, token, "spoon")
    assert found == ('There is no card "spoon" in the catalogue.', "")
    assert play.game.problem_with_card(play.state, token, "chalk") is None
