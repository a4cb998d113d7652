"""What the screen says of a moment: titles, sentences, buttons and keys, each in its place."""

from functools import partial

import pytest

import engines
from hardware import profiles
from host.play import prompts
from host.play.commands import Aim, GoOn, Leave, Pick, Redo, Say, Show, TableIsRight, Undo, Vouch
from host.play.floor import Floor
from host.play.opening import stage_for
from host.play.question import Question
from host.play.sight import worded
from host.referee import Aiming, Guide, Step, Still, TakenBack, Target, Unchanged, Wait
from host.stage.heard import Wanted
from tests.host.referee.armada_table import play, ship

GAME = engines.load("armada")
GRID = profiles.load("grid")
STAGE = stage_for(GRID, GAME)
E4, E5 = (GRID.tile_named(name).index for name in ("e4", "e5"))
PLAY = play(ship(1, "blue", "starter e4 north", "gun-1 e5 north"), ship(2, "red", "starter g5 north"))
FLOOR = Floor(PLAY, None)
MOVE = Step("move", "blue.gun-1", E5, E4, 1)
TAKE_BACK = Undo(with_names=True)


def commands(prompt):
    return [button.command for button in prompt.buttons]


def asked(*candidates, lit=None):
    return prompts.asked(STAGE, FLOOR, Question(candidates, "Why.", None, 0), lit, partial(worded, FLOOR))


# ---- a wrong table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words", "vouched"),
    [
        (MOVE, "Move blue gun-1 from e5 to e4, facing north.", [E4, E5]),
        (Step("put", "blue.gun-1", None, E4, 2), "Put blue gun-1 on e4, facing east.", [E4]),
        (Step("take", None, E4, None, 1), "Take the piece off e4.", [E4]),
        (Step("turn", "blue.gun-1", E4, E4, 8), "Turn blue gun-1 on e4 to face west.", [E4]),
    ],
)
def test_a_step_is_a_sentence_and_who_knows_better_can_say_so(step, words, vouched):
    assert prompts.instruction(STAGE, step) == words
    told = prompts.guided(STAGE, FLOOR, Guide(step, 1, "", False), True, "It is a rule.")
    assert (told.kind, told.title, told.detail) == ("guide", "Table and rules disagree", f"{words} It is a rule.")
    assert (told.seat, told.step, told.is_owed) == (0, step, False)
    assert commands(told) == [TableIsRight(), *map(Vouch, vouched), TAKE_BACK]
    assert [button.tile for button in told.buttons[1:-1]] == vouched


@pytest.mark.parametrize(("steps", "more"), [(1, ""), (2, " (2 steps in all)")])
def test_more_than_one_step_is_told(steps, more):
    told = prompts.guided(STAGE, FLOOR, Guide(MOVE, steps, "", True), False)
    assert told.detail == f"Move blue gun-1 from e5 to e4, facing north.{more}"
    assert (told.title, told.is_owed) == ("Finish the move", True)
    assert commands(told) == [TableIsRight(), Vouch(E4), Vouch(E5)]


# ---- something is under way ------------------------------------------------------------------------------------------


def test_while_something_is_under_way_the_buttons_stay():
    waiting = prompts.waiting(STAGE, FLOOR, Wait("something is in a hand", None))
    ordinary = prompts.turn(STAGE, FLOOR, None)
    assert (waiting.kind, waiting.title, waiting.detail) == ("wait", ordinary.title, "Something is in a hand.")
    assert (waiting.seat, waiting.buttons, waiting.step) == (0, ordinary.buttons, None)
    back = prompts.waiting(STAGE, FLOOR, Wait("something is in a hand", None, back=1))
    assert commands(back) == [*commands(ordinary), TAKE_BACK]


@pytest.mark.parametrize(("is_back", "towards"), [(True, "If it was a mistake"), (False, "To finish it")])
def test_what_is_half_done_is_hinted_at(is_back, towards):
    hint = Guide(MOVE, 1, "", False, is_back=is_back)
    told = prompts.waiting(STAGE, FLOOR, Wait("an answer is half done", None, hint=hint))
    words = "move blue gun-1 from e5 to e4, facing north."
    assert told.detail == f"An answer is half done. {towards}, {words}"
    assert (told.kind, told.seat, told.step) == ("wait", 0, MOVE)
    assert told.buttons == prompts.turn(STAGE, FLOOR, None).buttons


def test_what_has_been_missing_for_long_may_never_have_been_lifted():
    wait = Wait("something is in a hand", None, lacking=(E4, E5))
    prompt = prompts.waiting(STAGE, FLOOR, wait)
    doubted = prompts.doubting(STAGE, prompt, wait)
    assert doubted.detail == "Something is in a hand. If nothing was taken off e4 and e5, say so."
    assert commands(doubted) == [*commands(prompt), Vouch(E4), Vouch(E5)]
    assert [button.label for button in doubted.buttons[-2:]] == ["It lies on e4 already", "It lies on e5 already"]
    for verdict in (Still(), Wait("something is in a hand", None)):
        assert prompts.doubting(STAGE, prompt, verdict) == prompt


# ---- a turn ----------------------------------------------------------------------------------------------------------


def test_who_can_aim_at_the_table_is_offered_that_only_where_there_is_a_table():
    for stage, can_aim in ((STAGE, True), (stage_for(profiles.load("none"), GAME), False)):
        assert (Aim() in commands(prompts.turn(stage, FLOOR, None))) == can_aim


def test_where_nothing_can_be_aimed_at_nothing_is_offered(monkeypatch):
    monkeypatch.setattr(type(STAGE), "aims", lambda stage, play: [])
    assert Aim() not in commands(prompts.turn(STAGE, FLOOR, None))


def test_a_house_player_thinks_or_waits_for_who_looks_back():
    thinking = prompts.turn(STAGE, FLOOR, "apprentice")
    assert (thinking.kind, thinking.detail, thinking.buttons) == ("wait", "Apprentice is thinking.", ())
    looking = prompts.turn(STAGE, FLOOR, "apprentice", goes_on=False)
    assert (looking.kind, looking.detail) == ("wait", "You are viewing an earlier position.")
    assert [(button.label, button.command, button.key) for button in looking.buttons] == [
        ("Let Apprentice answer anew", GoOn(), "G"),
        ("Do again what was taken back", Redo(), "Ctrl+Shift+Z"),
    ]


def test_every_answer_has_a_button_with_its_words_its_tile_and_its_group():
    first = prompts.turn(STAGE, FLOOR, None).buttons[0]
    assert (first.label, first.command, first.tile) == ("ship-1 north", Say("move ship-1 north"), E4)
    assert (first.group, first.about, first.key) == ("Move", "ship-1", "")


# ---- questions -------------------------------------------------------------------------------------------------------


def test_a_question_has_a_numbered_button_for_each_candidate():
    told = asked(PLAY.parse("move ship-1 north"), TakenBack(2), lit=1)
    assert [(button.label, button.command, button.key, button.tile) for button in told.buttons] == [
        ("Move ship-1 north", Pick(0), "1", E4),
        ("Take back 2 answers", Pick(1), "2", None),
        ("None of these", Pick(-1), "N", None),
    ]
    assert (told.kind, told.title) == ("ask", "Which one did you mean?")
    assert told.detail == "Why. Press yes when its light comes by."
    assert (told.seat, told.lit, told.may_be_back, told.may_be_nothing) == (0, 1, True, False)


def test_that_nothing_has_happened_is_the_last_button():
    told = asked(TakenBack(1), Unchanged(), lit=0)
    assert [(button.label, button.command, button.key) for button in told.buttons] == [
        ("Take back 1 answer", Pick(0), "1"),
        ("Nothing: I will put it back", Pick(-1), "N"),
    ]
    assert told.detail == "Why. Press yes or no."
    assert (told.may_be_back, told.may_be_nothing) == (False, True)


def test_nine_candidates_have_keys_and_no_more():
    told = asked(*map(TakenBack, range(1, 12)))
    assert [button.key for button in told.buttons] == [*"123456789", "", "", "N"]
    assert told.detail == "Why. Choose on the screen."
    targets = [Target(f"gun-{at}", at, at, (at,)) for at in range(11)]
    aims = prompts.aiming(FLOOR, Aiming(targets, 0), 0)
    assert [button.key for button in aims.buttons] == [*"123456789", "", "", "N"]


def test_what_has_to_be_shown_is_asked_for():
    told = prompts.wanted(STAGE, FLOOR, Wanted("Which card?", "Hold it to the pad.", ("blue.gun-1",)))
    assert (told.kind, told.title, told.detail, told.seat) == ("reveal", "Which card?", "Hold it to the pad.", 0)
    assert commands(told) == [Show("blue.gun-1"), Leave()]
    assert [button.key for button in told.buttons] == ["", "N"]


def test_aiming_is_by_lifting_or_by_light():
    aim = Aiming([Target("gun-1", E4, 1, ("x",)), Target("draw", None, 2, ("y",))], 0)
    told = prompts.aiming(FLOOR, aim, 1_200)
    lift = "Lift one of the lit pieces for a moment and put it back, or press yes when its light comes by."
    assert (told.kind, told.title, told.detail, told.lit) == ("aim", "Aim", lift, 1)
    assert [(button.label, button.command, button.tile) for button in told.buttons] == [
        ("gun-1", Pick(0), E4),
        ("draw", Pick(1), None),
        ("Leave", Leave(), None),
    ]
    aim.was_brief = True
    again = prompts.aiming(FLOOR, aim, 0, "Shoot")
    assert (again.title, again.detail) == ("Shoot", f"That was too brief to be meant. {lift}")


@pytest.mark.parametrize(("tiles", "can_lift"), [((E4, E5), True), ((E4, E4), False), ((None, None), False)])
def test_what_shares_a_light_is_lifted_or_chosen_on_the_screen(tiles, can_lift):
    aim = Aiming([Target(str(at), tile, 1, (at,)) for at, tile in enumerate(tiles)], 0)
    told = prompts.aiming(FLOOR, aim, 0)
    assert ("Lift one" in told.detail) == can_lift
    assert told.detail.lower().endswith("choose on the screen.")
    assert told.lit is None


def test_hints_are_added_where_an_answer_is_waited_for():
    told = asked(TakenBack(1), Unchanged())
    assert prompts.hinted(told, "Mind e4.") == told
    turn = prompts.turn(STAGE, FLOOR, None)
    assert prompts.hinted(turn, "", "Mind e4.").detail == f"{turn.detail} Mind e4.".strip()
    assert prompts.hinted(turn, "", "") == turn


def test_tiles_of_a_grid_have_their_neighbours_and_the_reeds_between():
    around, entries = prompts.neighbours(GRID), prompts.entries(GRID)
    assert sorted(GRID.tiles[tile].name for tile in around[E4]) == ["d4", "e3", "e5", "f4"]
    assert len(around[GRID.tile_named("a1").index]) == 2
    assert {name: entries[GRID.tile_named(name).index, E4] for name in ("e5", "f4", "e3", "d4")} == {
        "e5": 1,
        "f4": 2,
        "e3": 4,
        "d4": 8,
    }
