"""Why something cannot be done: a sentence, and the rule that it rests on."""

import pytest

from engines.core import Answer, Corrected, Play
from tests.engines.loot.scenes import Scene, game, say


def why(play: Play, text: str) -> tuple[str, str]:
    """The sentence and the rule with which an answer is refused."""
    problem = play.verify(Answer(play.decision.id, play.parse(text)))
    assert problem is not None, text
    return problem.sentence, problem.rule


@pytest.mark.parametrize(
    ("text", "said", "rule"),
    [
        ("play mutiny", "no such card in hand", "R17"),
        ("equip thin-soles red", "no such card in hand", "R17"),
        ("play loot", "Only a hybrid card", "R17"),
        ("equip loot red", "only equipment is worn", "R56"),
        ("equip cork-vest green", "only by the living", "R56"),
        ("lay mutiny d2", "no such card in hand", "R19"),
        ("lay loot d3", "next to your pawn", "R19"),
        ("lay loot a4", "Blue stands there", "R19"),
        ("lay loot c2", "next to your pawn", "R19"),
        ("lay loot d1", "Red stands there", "R19"),
    ],
)
def test_why_an_action_cannot_be_done(text: str, said: str, rule: str) -> None:
    play = Scene(3).dead("green").hand("red", "loot cork-vest").hand("blue", "loot").play(at="action")
    sentence, line = why(play, text)
    assert said in sentence
    assert line == rule


def test_why_something_in_play_forbids_it() -> None:
    blind = Scene().hand("red", "loot").wears("red", "blindfold").play(at="action")
    assert why(blind, "lay loot b2") == ("Something in play forbids you to lay a trap.", "R19")
    assert "forbids you to peek" in why(blind, "peek")[0]
    collar = Scene().hand("red", "loot").wears("red", "iron-collar").play(at="action")
    assert "forbids you to bank" in why(collar, "bank")[0]


def test_why_a_pawn_cannot_go_there() -> None:
    play = Scene().hand("red", "loot").pawn("blue", "b2").play()
    assert why(play, "move b2") == ("Blue stands there.", "R13")
    assert why(play, "hop b3")[1] == "R15"
    assert why(play, "move b7")[1] == "R13"
    none = play.verify(Answer(play.decision.id, ("move", 999)))
    assert none is not None
    assert "no such space" in none.sentence


def test_why_no_card_is_drawn_in_place() -> None:
    play = Scene().hand("red", "loot loot").hand("blue", "mutiny").play(at="action")
    say(play, "bank")
    while play.decision.kind == "window":
        play.say("pass")
    assert why(play, "replace loot")[1] == "R24"


def test_why_a_trap_of_the_eliminated_cannot_lie_there() -> None:
    play = Scene(3).hand("blue", "mutiny").hand("green", "loot").dead("blue").rolls(4).play("blue", "turn")
    say(play, "no", "roll")
    assert why(play, "lay mutiny d1") == ("Red stands there.", "R19")


def test_what_has_the_wrong_form_is_no_answer() -> None:
    play = Scene().hand("red", "loot").play()
    for choice in ((), ("move",), ("move", "b2"), ("dance", 1), ("move", 1, 2), (1, 2), None):
        problem = play.verify(Answer(play.decision.id, choice))
        assert problem is not None
        assert "no answer" in problem.sentence


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("green.health", 3, "is eliminated"),
        ("red.health", 0, "from 1 to 8"),
        ("d2.armed", "perhaps", "one of yes, no"),
        ("d1.armed", "yes", "without a pawn"),
        ("d3.armed", "yes", "without a laid trap"),
        ("pocket.money", 3, "say red.health or b3.armed"),
    ],
)
def test_why_something_cannot_be_corrected(field: str, value: int | str, said: str) -> None:
    play = Scene(3).dead("green").hand("red", "loot").laid("d3", "loot").play()
    problem = play.verify(Corrected(field, value, "to see"))
    assert problem is not None
    assert said in problem.sentence


def test_corrections_are_booked() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").play()
    play.feed(Corrected("b2.armed", "yes", "it was turned"))
    play.feed(Corrected("red.health", 3, "it was hit"))
    assert play.state.armed[play.state.field.find("b2")]
    assert play.state.health[0] == 3
    play.feed(Corrected("b2.armed", "no", "it was not"))
    assert not play.state.armed[play.state.field.find("b2")]


def test_nothing_is_corrected_in_the_middle_of_something() -> None:
    play = Scene().hand("red", "mutiny").trap("b2", "loot").play()
    say(play, "move b2")
    problem = play.verify(Corrected("red.health", 3, "to see"))
    assert problem is not None
    assert "Answer what is asked now" in problem.sentence
    over = Scene(rules=game()).hand("red", "powder-keg").health("blue", 1).play(at="action")
    say(over, "play powder-keg")
    problem = over.verify(Corrected("red.health", 3, "to see"))
    assert problem is not None
    assert "game is over" in problem.sentence


def test_who_has_acted_draws_no_card_in_place_of_another_and_who_has_not_lacks_that_card() -> None:
    for acted, said in ((True, "so you draw no card"), (False, "Discard a card that is in the hand")):
        play = Scene().hand("red", "loot mutiny").hand("blue", "loot").play(at="discard")
        play.state.acted = acted
        sentence, rule = why(play, "replace plunder")
        assert said in sentence
        assert rule == "R24"
