"""What hands do at a table with the pad and the screen beside it, through the whole chain: Jigsaw Armada."""

import pytest

from engines.core.entries import Answer
from host.play.commands import Pick, Show, Undo
from host.play.prompts import NOTHING
from host.play.readers import IN_VAIN
from tests.host.play.conftest import Sitting


@pytest.fixture
def table(tmp_path):
    """Return a function that opens a game in which Blue has drawn a piece, and has gun-1 besides."""
    games = []

    def open_one(drawn):
        game = Sitting(tmp_path)
        games.append(game)
        game.set_up()
        game.name(drawn)
        return game

    yield open_one
    for game in games:
        game.close()


def label(game, start):
    """The number of the button whose label begins like this."""
    return next(at for at, button in enumerate(game.prompt.buttons) if button.label.startswith(start))


# ---- two hands -------------------------------------------------------------------------------------------------------


def test_two_hands_exchange_names_and_the_table_asks(table):
    """One hand shows hub-2, the other builds gun-1, and then hub-2 is built."""
    game = table("hub-2")
    game.say(Show("blue.hub-2"))
    game.put("blue.gun-1", "e1", "north")
    game.put("blue.hub-2", "d1", "east", wait=900)
    assert game.prompt.kind == "ask"
    game.say(Pick(label(game, "Build gun-1 e1 north instead of")), wait=900)
    assert game.said == ["build gun-1 e1 north", "build hub-2 d1 east"]


def test_two_hands_exchange_names_and_what_is_built_second_would_fit_no_other_way(table):
    """Only a hub can lie like that: if the other one were there, the table would lead it off."""
    game = table("hub-2")
    game.say(Show("blue.hub-2"))
    game.put("blue.gun-1", "e1", "north")
    game.put("blue.hub-2", "d1", "north", wait=1500)
    assert [button.label for button in game.prompt.buttons] == [
        "Build gun-1 e1 north instead of build hub-2 e1 north",
        NOTHING,
    ]
    game.say(Pick(0), wait=900)
    assert game.said == ["build gun-1 e1 north", "build hub-2 d1 north"]


def test_whoever_shows_each_piece_on_its_way_is_asked_nothing(table):
    game = table("hub-2")
    for piece, cell, facing in (("hub-2", "e1", "north"), ("gun-1", "d1", "east")):
        game.say(Show(f"blue.{piece}"))
        game.put(f"blue.{piece}", cell, facing, wait=900)
        assert game.prompt.kind != "ask"
    assert game.said == ["build hub-2 e1 north", "build gun-1 d1 east"]


def test_two_pieces_that_were_shown_one_after_the_other_are_asked_about(table):
    game = table("hub-2")
    game.say(Show("blue.hub-2"))
    game.say(Show("blue.gun-1"))
    game.put("blue.hub-2", "e1", "north", wait=900)
    assert game.said == []
    assert game.prompt.kind == "ask"
    game.say(Pick(label(game, "Build hub-2 e1")), wait=900)
    assert game.said == ["build hub-2 e1 north"]


@pytest.mark.parametrize("other", ["hub-2", "hub-4", "gun-4", "shield-1"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=str)
@pytest.mark.parametrize("shown", [(0,), (1,), (0, 1), (1, 0)], ids=str)
@pytest.mark.parametrize("facing", ["north", "east"])
def test_no_two_hands_have_a_wrong_name_booked_without_a_question(table, other, order, shown, facing):
    """All pairs of pieces, shown in all orders, built in all orders; whoever is asked says how it was."""
    game, pair = table(other), ("gun-1", other)
    for at in shown:
        game.say(Show(f"blue.{pair[at]}"))
    truth, meant = game.play.clone(), []
    for at, (cell, way) in zip(order, (("e1", "north"), ("d1", facing)), strict=True):
        text = f"build {pair[at]} {cell} {way}"
        choice = truth.parse(text)
        if not truth.options(truth.decision).contains(choice):
            return  # nobody who knows the rules does that
        truth.feed(Answer(truth.decision.id, choice))
        meant.append(text)
        game.put(f"blue.{pair[at]}", cell, way, wait=1_500)
        _answer(game, meant)
    assert game.said == meant


def _answer(game, meant):
    """Say what was built, as often as the table asks."""
    for _ in range(3):
        if game.prompt.kind != "ask":
            return
        wrong = [text for text in game.said if text not in meant]
        starts = [text for text in meant if text not in game.said]
        labels = [button.label.lower() for button in game.prompt.buttons]
        fitting = [at for at, words in enumerate(labels) if any(words.startswith(text) for text in starts)]
        fitting.sort(key=lambda at: " instead of " not in labels[at] if wrong else " instead of " in labels[at])
        game.say(Pick(fitting[0]), wait=1_500)


def test_a_piece_that_is_shown_while_another_one_lies_there_is_not_that_one(table):
    """Somebody builds gun-1, and shows hub-2 on its way to the board before the question is answered."""
    game = table("hub-2")
    game.put("blue.gun-1", "e1", "north", wait=900)
    game.say(Show("blue.hub-2"))
    assert game.said == []
    assert game.prompt.kind == "ask"
    game.say(Pick(label(game, "Build gun-1 e1")), wait=900)
    assert game.said == ["build gun-1 e1 north"]


# ---- before it has a name --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cell", "facing"),
    [("hub-2", "b1", "north"), ("hub-5", "h2", "west"), ("gun-2", "e1", "north"), ("shield-4", "e1", "west")],
)
def test_a_piece_that_is_built_before_it_is_named_waits_for_its_name(table, name, cell, facing):
    game = table("gun-3")
    game.say(Undo())
    assert game.prompt.kind == "reveal"
    game.put(f"blue.{name}", cell, facing, wait=4_000)
    assert game.prompt.kind == "reveal"
    assert game.said == []
    game.name(name)
    game.table.run_for(1_500)
    if game.prompt.kind == "ask":
        game.say(Pick(label(game, f"Build {name}")))
    assert game.said == [f"build {name} {cell} {facing}"]


def test_a_piece_that_nobody_may_build_there_is_led_off_though_it_has_no_name(table):
    game = table("gun-3")
    game.say(Undo())
    game.put("blue.gun-3", "a6", "north", wait=2_000)
    assert game.prompt.detail.startswith("Take the piece off a6.")


def test_names_of_pieces_that_stand_on_the_board_are_no_sign_of_a_deaf_pad(table):
    """Nobody could have held them to the pad."""
    game = table("hub-2")
    game.twin.tap_card("blue.hub-2", "play", 400)
    game.table.run_for(800)
    for _ in range(IN_VAIN + 1):
        game.say(Undo())
        assert game.prompt.kind == "reveal"
        game.put("blue.hub-2", "b1", "north", wait=1_000)
        game.name("hub-2")
        game.table.run_for(1_500)
        assert game.said == ["build hub-2 b1 north"]
        game.say(Undo())
        game.lift("blue.hub-2", wait=500)
    assert game.picture.faults == ()


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_the_last_answer_is_taken_back_by_one_click_though_the_next_player_has_named_a_piece(table):
    game = table("hub-2")
    for piece, cell, facing in (("hub-2", "e1", "north"), ("gun-1", "d1", "east")):
        game.say(Show(f"blue.{piece}"))
        game.put(f"blue.{piece}", cell, facing, wait=900)
    game.name("gun-2")  # Red's
    game.lift("red.starter")
    game.put("red.starter", "a6", "north", wait=1_500)
    button = next(button for button in game.prompt.buttons if button.label == "Take back the last answer")
    game.say(button.command)
    assert game.said == ["build hub-2 e1 north"]


def test_a_change_of_mind_counts_though_the_next_player_has_named_a_piece(table):
    game = table("hub-2")
    for piece, cell, facing in (("gun-1", "e1", "north"), ("hub-2", "d1", "east")):
        game.say(Show(f"blue.{piece}"))
        game.put(f"blue.{piece}", cell, facing, wait=900)
    game.name("gun-2")  # Red's
    game.lift("blue.hub-2")
    game.put("blue.hub-2", "b1", "east", wait=1_500)
    assert game.said == ["build gun-1 e1 north", "build hub-2 b1 east"]
    assert game.picture.seats[1].pile == ("red.gun-1", "red.gun-2")
    assert game.prompt.kind == "turn"


# ---- a bump with a piece in the hand ---------------------------------------------------------------------------------


def test_a_piece_that_is_knocked_over_while_another_one_is_in_the_hand_is_no_question(table):
    game = table("hub-2")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    game.say(Show("blue.hub-2"))
    game.lift("blue.gun-1", wait=4_000)
    assert game.prompt.detail.startswith("Put blue gun-1 on e1, facing north.")
    game.put("blue.gun-1", "e1", "north", wait=1_000)
    assert game.prompt.kind == "turn"
    assert game.said == ["build gun-1 e1 north"]


def test_a_piece_that_is_taken_off_is_a_question_of_yes_or_no(table):
    game = table("hub-2")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    game.lift("blue.gun-1", wait=4_000)
    assert [button.label for button in game.prompt.buttons] == ["Take back 1 answer", NOTHING]
    game.twin.press(0, "yes")
    game.table.run_for(100)
    game.twin.release(0, "yes")
    assert game.said == []


def test_a_built_piece_that_is_taken_off_and_held_to_the_pad_again_is_not_sent_back(table):
    """Whoever thinks better of a build has that piece in the hand: nothing was bumped."""
    game = table("hub-2")
    game.say(Show("blue.hub-2"))
    game.put("blue.hub-2", "e1", "north", wait=1_500)
    game.lift("blue.hub-2", wait=2_000)
    game.say(Show("blue.hub-2"))
    game.table.run_for(2_000)
    assert [button.label for button in game.prompt.buttons] == ["Take back 1 answer", NOTHING]
    game.put("blue.hub-2", "b1", "west", wait=1_500)
    assert game.said == ["build hub-2 b1 west"]
    assert game.prompt.kind == "turn"


# ---- another piece on the same tile ----------------------------------------------------------------------------------


def build_gun(game):
    """Build gun-1 on e1, as it was shown, and take it off again."""
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    assert game.said == ["build gun-1 e1 north"]
    game.lift("blue.gun-1", wait=700)


def test_another_piece_on_the_same_tile_is_asked_about(table):
    """The table looks as it did before, but the pad has read another piece in between."""
    game = table("shield-1")
    build_gun(game)
    game.say(Show("blue.shield-1"), wait=300)
    game.put("blue.shield-1", "e1", "north", wait=1_500)
    assert [button.label for button in game.prompt.buttons] == [
        "Build shield-1 e1 north instead of build gun-1 e1 north",
        NOTHING,
    ]
    game.say(Pick(0), wait=900)
    assert game.said == ["build shield-1 e1 north"]
    assert game.prompt.kind == "turn"


def test_whoever_says_that_nothing_was_exchanged_is_not_asked_again(table):
    game = table("hub-2")
    build_gun(game)
    game.say(Show("blue.hub-2"), wait=300)
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    game.say(Pick(-1), wait=2_000)
    assert game.prompt.kind == "turn"
    game.put("blue.hub-2", "d1", "east", wait=1_500)
    assert game.said == ["build gun-1 e1 north", "build hub-2 d1 east"]


def test_a_piece_that_hops_while_another_one_is_in_the_hand_is_no_question(table):
    game = table("shield-1")
    game.say(Show("blue.gun-1"))
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    game.say(Show("blue.shield-1"), wait=300)
    game.lift("blue.gun-1", wait=60)
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    assert game.prompt.kind == "turn"


def test_a_piece_that_cannot_lie_there_was_not_put_there(table):
    """The starter is on the board already, so what looks like gun-1 is gun-1."""
    game = table("hub-2")
    build_gun(game)
    game.say(Show("blue.starter"), wait=300)
    game.put("blue.gun-1", "e1", "north", wait=1_500)
    assert game.prompt.kind == "turn"


def test_a_piece_that_was_taken_off_before_another_one_was_shown_is_not_sent_back(table):
    """Whoever takes a piece off and then holds another one to the pad has bumped nothing."""
    game = table("shield-1")
    build_gun(game)
    game.say(Show("blue.shield-1"))
    game.table.run_for(4_000)
    assert [button.label for button in game.prompt.buttons] == ["Take back 1 answer", NOTHING]
    game.put("blue.shield-1", "e1", "north", wait=1_500)
    game.say(Pick(label(game, "Build shield-1 e1 north instead of")), wait=900)
    assert game.said == ["build shield-1 e1 north"]
