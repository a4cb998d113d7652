"""A catalogue with several loot designs: all of them are banked, named, shown and valued like the one of the house."""

from random import Random
from typing import Any

import pytest

from engines import players
from engines.core import IllegalEntry, Play, Shuffle
from tests.engines.loot.scenes import Scene, options, passes, player, say, several_loots

RULES = several_loots()


def banked(play: Play, seat: str) -> list[str]:
    faces: dict[str, Any] = play.position()["faces"]
    return [faces[token] for token in player(play, seat)["bank"]]


@pytest.mark.parametrize("name", ["silver", "gold"])
def test_each_loot_is_banked_by_its_name(name: str) -> None:
    play = Scene(rules=RULES).hand("red", "silver gold mutiny").hand("blue", "mutiny").play(at="action")
    assert {"bank silver", "bank gold"} <= set(options(play))
    assert "bank" not in options(play)
    say(play, f"bank {name}")
    assert banked(play, "red") == [name]


def test_who_does_not_say_which_is_asked() -> None:
    play = Scene(rules=RULES).hand("red", "silver gold").play(at="action")
    with pytest.raises(IllegalEntry, match="which loot"):
        play.say("bank")


def test_with_one_design_the_name_may_be_said_and_need_not() -> None:
    for text in ("bank", "bank loot"):
        play = Scene().hand("red", "loot mutiny").hand("blue", "mutiny").play(at="action")
        say(play, text)
        assert banked(play, "red") == ["loot"]


def test_a_card_that_lets_you_bank_asks_which() -> None:
    play = Scene(rules=RULES).hand("red", "treasure-map silver gold").hand("blue", "mutiny").play(at="action")
    say(play, "play treasure-map", "dig b2")
    assert options(play) == ["bank silver", "bank gold", "no"]


def test_loot_of_both_kinds_wins() -> None:
    scene = Scene(rules=RULES).hand("red", "gold mutiny").hand("blue", "mutiny")
    scene.state.bank[0] = tuple(scene.cards("silver silver silver gold"))
    play = scene.play(at="action")
    say(play, "bank gold")
    passes(play)
    say(play, "keep")
    assert play.result is not None
    assert (play.result.winner, play.result.rule) == (0, "R2")


@pytest.mark.parametrize("name", players.PLAYERS)
def test_house_players_bank_every_loot(name: str) -> None:
    player_ = players.load(name, RULES)
    said = set()
    for loot in ("silver", "gold"):
        scene = Scene(rules=RULES).hand("red", f"{loot} mutiny").hand("blue", "mutiny")
        scene.state.bank[0] = tuple(scene.cards("silver silver gold gold"))
        play = scene.play(at="action")
        for seed in range(1 if name != "wanderer" else 40):
            choice = players.answer(player_, play, play.decision, Random(seed)).choice
            said.add(play.write(choice))
    assert {"bank silver", "bank gold"} <= said


def test_a_game_of_house_players_ends() -> None:
    play, rng = RULES.new(Shuffle(3), 2), Random(3)
    adviser = players.load("apprentice", RULES)
    for _ in range(2000):
        if not play.waiting:
            break
        play.feed(players.answer(adviser, play, play.decision, rng))
    assert play.result is not None
