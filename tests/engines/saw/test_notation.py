"""Answers as text: what is not understood is refused with a sentence; what is understood but wrong, by its rule."""

from typing import Any

import pytest

from engines.core import Answer, Corrected, Observed, ParseError
from tests.engines.saw.positions import THOMAS, asked, lever, refused, say, table, texts, trapped


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "play",
        "play spoon",
        "play candle now",
        "play metal-detector tool",
        "play tourniquet left-wing",
        "bench rope",
        "bench rope 4",
        "bench rope 1 2",
        "lift",
        "lift 0",
        "done done",
        "x" * 300,
    ],
)
def test_what_is_no_answer_in_step_2_is_not_understood(text: str) -> None:
    play = table(hands={"red": "candle rope metal-detector tourniquet"})
    with pytest.raises(ParseError) as error:
        play.parse(text)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "set blue corruption greed",
        "set pink corruption greed arms",
        "set blue charm greed arms",
        "set blue corruption greed head",
        "set blue corruption greed arms candle",
        "set blue corruption greed arms the-pig the-pig",
        "set blue corruption greed arms ?",
        "pass now",
    ],
)
def test_what_is_no_setting_is_not_understood(text: str) -> None:
    play = table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="set")
    with pytest.raises(ParseError):
        play.parse(text)


def test_r34_a_place_of_the_pile_is_written_and_read() -> None:
    play = table(hands={"red": "bin"}, discard="rope chalk rope ? chalk ?")
    say(play, "play bin")
    for text in texts(play):
        assert play.write(play.parse(text)) == text
    assert {"take rope 3", "take ? 6"} <= set(texts(play))


@pytest.mark.parametrize("text", ["take", "take rope top", "take rope -1", "take rope 1 2", "take spoon 1", "take 1"])
def test_what_is_no_card_of_the_pile_is_not_understood(text: str) -> None:
    play = table(hands={"red": "bin"}, discard="rope")
    say(play, "play bin")
    if text == "take":
        assert refused(play, text) == "R34"
        return
    with pytest.raises(ParseError):
        play.parse(text)


@pytest.mark.parametrize("text", ["damage 1", "damage one two", "damage -1 4", "damage 1 2 3", "damage ３ 0"])
def test_what_is_no_damage_is_not_understood(text: str) -> None:
    play = trapped()
    say(play, "sacrifice")
    with pytest.raises(ParseError):
        play.parse(text)


@pytest.mark.parametrize(("text", "rule"), [("damage 1 1", "R84"), ("damage 3 3", "R84"), ("damage 0 0", "R84")])
def test_damage_is_shared_out_in_full(text: str, rule: str) -> None:
    play = trapped()
    say(play, "sacrifice")
    assert refused(play, text) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("play bin", "R14"),
        ("play ?", "R14"),
        ("play rope", "R28"),
        ("play the-pig", "R97"),
        ("play metal-detector", "R37"),
        ("play tourniquet left-arm", "R74"),
        ("bench bin 1", "R14"),
        ("lift 1", "R19"),
        ("lift 2", None),
        ("bench rope 2", None),
    ],
)
def test_step_2_is_explained(text: str, rule: str | None) -> None:
    hands = {"red": "rope the-pig metal-detector tourniquet candle"}
    play = table(hands=hands, benches={"red": "- chalk -"}, limbs={"red": "severe mild mild mild"})
    if rule is None:
        say(play, text)
        assert asked(play) == "red use"
    else:
        assert refused(play, text) == rule


def test_an_untold_card_is_named_before_it_is_used() -> None:
    play = table(hands={"red": "? ?"})
    assert refused(play, "play ?") == "R14"
    say(play, "bench ? 1", "done", "discard ?")
    assert play.position()["players"][0]["bench"] == ["?", None, None]
    play = trapped(hands={"blue": "? ?"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk")
    assert refused(play, "search ?") == refused(play, "commit ? greed") == "R62"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("discard bin", "R14"),
        ("discard rope bench", "R14"),
        ("discard chalk", "R14"),
        ("discard chalk bench", None),
    ],
)
def test_step_3_is_explained(text: str, rule: str | None) -> None:
    play = table(hands={"red": "rope brick"}, benches={"red": "- chalk -"}, waits="discard")
    assert (text in texts(play)) == (rule is None)
    problem = play.verify(Answer(play.decision.id, play.parse("discard chalk")))
    assert problem is not None
    assert problem.sentence == "There is no Chalk in your hand."
    if rule is not None:
        assert refused(play, text) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("set blue greed greed arms", "R50"),
        ("set blue corruption greed legs", "R50"),
        ("set blue corruption greed arms the-pig", "R97"),
        ("set blue corruption greed arms reverse-bear-trap", "A8"),
    ],
)
def test_step_4_is_explained(text: str, rule: str) -> None:
    play = table(hands={"red": "billy reverse-bear-trap rope"}, benches={"red": THOMAS}, waits="set")
    assert refused(play, text) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("search rope", "R14"),
        ("search crowbar", "A37"),
        ("search metal-detector", "A28"),
        ("commit crowbar greed", "R25"),
        ("commit candle greed", "R62"),
        ("commit drill violence", "R25"),
    ],
)
def test_a_challenge_is_explained(text: str, rule: str) -> None:
    play = trapped(hands={"blue": "crowbar candle metal-detector drill"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk")
    assert refused(play, text) == rule


def test_a_sacrifice_is_explained() -> None:
    play = trapped(hands={"blue": "rope rope chalk anesthetic"}, catalogue=lever("arms", 2))
    say(play, "sacrifice")
    assert refused(play, "ease rope") == "R75"
    say(play, "ease anesthetic", "pay rope", "pay rope")
    assert texts(play) == ["damage 0 1", "damage 1 0"]
    play = trapped(hands={"blue": "rope rope chalk"})
    say(play, "sacrifice")
    assert refused(play, "ease anesthetic") == "R14"


@pytest.mark.parametrize(
    "choice", [None, 7, "done", (), [], ((1, "x"),), (1.0,), (None,), ("play",), ("play", 999), ("play", "x")]
)
def test_whatever_is_answered_is_judged(choice: Any) -> None:
    for play in (
        table(hands={"red": "rope"}),
        table(hands={"red": "rope"}, waits="discard"),
        table(hands={"red": "billy"}, benches={"red": THOMAS}, waits="set"),
        trapped(),
    ):
        problem = play.verify(Answer(play.decision.id, choice))
        assert problem is not None
        assert problem.sentence.endswith(".")


def test_where_on_the_pile_a_billy_was_must_be_said_if_it_is_not_clear() -> None:
    hands = {"red": "video rope rope", "blue": "billy " * 11, "green": "?"}
    play = table(hands=hands, discard="? chalk ?")
    say(play, "play video", "pay rope", "pay rope", "none")
    for text in ("found", "found top", "found 3 5"):
        with pytest.raises(ParseError):
            play.parse(text)
    play.feed(Observed(play.state.discard[0], "dice"))
    assert play.parse("found") == play.parse("found 3")
    say(play, "found")
    assert play.position()["players"][0]["hand"] == ["billy"]


@pytest.mark.parametrize("text", ["DONE", "  done ", "done" + " " * 396])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert table(hands={"red": "rope"}).parse(text) == ("done",)


def test_a_long_text_is_not_read() -> None:
    play = table(hands={"red": "rope"})
    with pytest.raises(ParseError, match="Say one of: play CARD"):
        play.parse("done" + " " * 397)
    with pytest.raises(ParseError, match="Say one of: play CARD"):
        play.parse("")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bench rope", '"bench rope" is not understood; say: bench CARD SLOT.'),
        ("play spoon", 'There is no card "spoon"; the catalogue lists them all.'),
        ("play " + "x" * 50, f'There is no card "{"x" * 40}"; the catalogue lists them all.'),
        ("bench rope 4", '"4" is not a slot; say one of 1, 2, 3.'),
        ("lift 0", '"0" is not a slot; say one of 1, 2, 3.'),
        ("play metal-detector tool", '"tool" is not a kind of part; say one of mechanism, object, escape.'),
        (
            "play tourniquet tail",
            '"tail" is not a limb; say one of left-arm, right-arm, left-leg, right-leg.',
        ),
        ("play rope left-arm", '"play rope left-arm" is not understood; say: play CARD,'),
        ("play ? left-arm", "is not understood"),
        ("play tourniquet left-arm now", "is not understood"),
        ("done " + "x" * 150, f'"done {"x" * 95}" is not understood; say: done.'),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(ParseError) as error:
        table(hands={"red": "rope"}).parse(text)
    assert told in str(error.value)
    assert str(error.value).endswith(".")


def test_choices_are_written_as_they_are_read() -> None:
    """Of each form one; cards by their names, slots from 1 on, ``?`` for a card that nobody has named."""
    step_2 = table(hands={"red": "candle metal-detector tourniquet ?"}, limbs={"red": "lost mild mild lost"})
    step_3 = table(hands={"red": "rope ?"}, benches={"red": "chalk - ?"}, waits="discard")
    step_4 = table(hands={"red": "billy the-pig rope chalk"}, benches={"red": THOMAS}, waits="set")
    for play, said in (
        (step_2, "play candle"),
        (step_2, "play metal-detector escape"),
        (step_2, "play tourniquet right-leg"),
        (step_2, "bench candle 3"),
        (step_2, "bench ? 1"),
        (step_2, "lift 2"),
        (step_2, "done"),
        (step_3, "discard rope"),
        (step_3, "discard chalk bench"),
        (step_3, "discard ? bench"),
        (step_3, "keep"),
        (step_4, "set blue corruption greed arms"),
        (step_4, "set green greed addiction legs the-pig"),
        (step_4, "set green greed greed blood the-pig reverse-bear-trap"),
        (step_4, "pass"),
    ):
        assert play.write(play.parse(said)) == said
    assert play.parse("set blue greed greed blood reverse-bear-trap the-pig") == play.parse(
        "set blue greed greed blood the-pig reverse-bear-trap"
    )


@pytest.mark.parametrize(("text", "fits"), [("damage 999 0", True), ("damage 1000 0", False), ("damage 0 x", False)])
def test_a_number_has_up_to_three_digits(text: str, fits: bool) -> None:
    play = trapped()
    say(play, "sacrifice")
    if fits:
        assert play.parse(text) == (999, 0)
    else:
        with pytest.raises(ParseError, match="is no number"):
            play.parse(text)


@pytest.mark.parametrize("text", ["discard rope hand", "discard rope bench bench", "discard", "discard spoon"])
def test_what_is_no_discard_is_not_understood(text: str) -> None:
    play = table(hands={"red": "rope"}, waits="discard")
    with pytest.raises(ParseError):
        play.parse(text)


@pytest.mark.parametrize("text", ["first", "first red blue", "first pink", "character broker"])
def test_who_begins_is_said_with_one_seat(text: str) -> None:
    play = table().game.new(seats=2)
    say(play, "character broker", "character surgeon")
    assert play.write(play.parse("first blue")) == "first blue"
    with pytest.raises(ParseError):
        play.parse(text)


@pytest.mark.parametrize("text", ["character", "character butcher", "character broker surgeon", "first red"])
def test_a_character_is_said_by_its_name(text: str) -> None:
    play = table().game.new(seats=2)
    assert play.write(play.parse("character actress")) == "character actress"
    with pytest.raises(ParseError):
        play.parse(text)


def test_corrections_wait_until_nothing_is_half_done() -> None:
    play = trapped()
    problem = play.verify(Corrected("blue.blood", 5, "miscounted"))
    assert problem is not None
    play = table(hands={"red": "rope"})
    play.feed(Corrected("red.blood", 5, "miscounted"))
    play.feed(Corrected("red.left-leg", "lost", "wrong token"))
    play.feed(Corrected("saw", "green", "forgotten"))
    play.feed(Corrected("saw", "nobody", "not yet"))
    say(play, "done", "keep")
    assert play.position()["players"][0]["blood"] == 4
    play = table(turn="blue", blood={"red": 0}, seats=4)
    assert play.verify(Corrected("red.blood", 5, "miscounted")) is not None
    assert play.verify(Corrected("blue.blood", 1, "miscounted")) is None
    assert play.verify(Corrected("blue.blood", 10, "miscounted")) is None
    two = table(seats=2)
    problem = two.verify(Corrected("saw", "red", "why not"))
    assert problem is not None
    assert problem.rule == "R79"


def test_tokens_have_names() -> None:
    game = table().game
    assert game.read_token(game.write_token(17)) == 17
    assert game.read_token("token-12345") == 12344
    assert (game.write_token(0), game.read_token("token-1")) == ("token-1", 0)
    for name in ("token-", "token", "17", "card-3", "token-x", "token-123456", "token-３", "token--1"):
        with pytest.raises(ParseError):
            game.read_token(name)
