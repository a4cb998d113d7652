"""A game that was saved by an earlier Deadfall can be loaded: ``saved.json`` is never written anew."""

import json
from pathlib import Path

import engines

SAVED = json.loads((Path(__file__).parent / "saved.json").read_text(encoding="utf-8"))


def test_an_old_save_is_restored_with_what_was_seen_and_taken_back() -> None:
    play = engines.load("armada").restore(SAVED)
    assert play.seats == ("blue", "red")
    assert play.position()["ships"][0]["pieces"][1] == {"piece": "gun-1", "cell": "e2", "facing": "north"}
    play.say("draw")
    assert play.view(0)["play"]["red"] == ["hub-5", "gun-1", "gun-6"]


def test_an_old_save_is_saved_as_it_was() -> None:
    game = engines.load("armada")
    assert game.dump(game.restore(SAVED)) == SAVED
