"""Answers on buttons call cards by their printed titles, and leave every other word alone, whatever ids cards have."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import pytest

import engines
from engines.core import Decision, Play, Reveal, Shuffle, Table
from engines.core.entries import Answer, Observed
from engines.loot.notation import Notation as LootNotation
from engines.saw.notation import Notation as SawNotation
from hardware import profiles
from host.play.floor import Floor, decision_of
from host.play.prompts import titled, turn
from host.stage.armada import ArmadaStage
from host.stage.loot import LootStage
from host.stage.saw import SawStage

SEATS = 3
NONE = profiles.load("none")
MEAN = {
    "loot": {
        "cork-vest": "blue",
        "cursed-ring": "red",
        "powder-keg": "c2",
        "grapeshot": "play",
        "boarding-axe": "equip",
        "rum-ration": "1",
        "cutpurse": "done",
        "smuggler": "instead",
        "spyglass": "witch",
    },
    "saw": {
        "wrench": "red",
        "rope": "mechanism",
        "chalk": "arms",
        "brick": "greed",
        "dice": "broker",
        "bottle": "left-hand",
        "knife": "play",
        "drill": "1",
        "lever": "take",
        "pedal": "bench",
        "candle": "escape",
        "video": "character",
    },
}
"""Ids in a catalogue of somebody's own that equal words of an answer which are no cards."""


def catalogue(name: str, kind: str) -> str | None:
    if kind == "house":
        return None
    if kind == "former":
        return engines.house_text(f"engines.{name}", "catalogue-1.toml")
    text = engines.house_catalogue(name)
    for old, new in MEAN[name].items():
        assert f'id = "{old}"' in text
        text = text.replace(f'id = "{old}"', f'id = "{new}"')
    return text


def stage_of(name: str, kind: str) -> Any:
    game = engines.load(name, catalogue=catalogue(name, kind))
    return {"loot": LootStage, "saw": SawStage}[name](NONE, game, SEATS)


def printed(game: Any) -> Any:
    """The notation of the same game in a box whose cards and people are called what is printed on them."""
    box = copy(game.box)
    if game.name == "loot":
        box.names = box.titles
        box.avatars = tuple(avatar._replace(id=avatar.title) for avatar in box.avatars)
        return LootNotation(box)
    box.names = tuple(design.title for design in box.designs)
    box.people = tuple(person.title for person in box.characters)
    return SawNotation(box, game.rules.searching)


def walk(game: Any, seed: int, answers: int, oracle: Any, told: float = 0.5) -> Iterator[tuple[Play, Decision]]:
    """A random game; who plays at a real table tells some of the cards, and some answers leave their card open."""
    play, rng = game.new(oracle, SEATS), Random(seed)
    for _ in range(answers):
        for item in play.waiting:
            if isinstance(item, Reveal) and (decision_of(play) is None or rng.random() < told):
                play.feed(Observed(item.token, rng.choice(sorted(play.candidates(item.token)))))
        decision = decision_of(play)
        if decision is None:
            if not play.waiting:
                return
            continue
        yield play, decision
        options = play.options(decision)
        answer = Answer(decision.id, getattr(options, "sample_kind_first", options.sample)(rng))
        if play.verify(answer) is None:  # a card may be known to lie elsewhere
            play.feed(answer)


def games(game: Any) -> Iterator[tuple[Play, Decision]]:
    for seed in range(2):
        yield from walk(game, seed, 120, Shuffle(seed))
        yield from walk(game, seed, 120, Table())


@pytest.mark.parametrize("name", ["loot", "saw"])
@pytest.mark.parametrize("kind", ["house", "former", "mean"])
def test_cards_and_people_are_titled_and_no_other_word_is(name: str, kind: str) -> None:
    stage, kinds, changed = stage_of(name, kind), set(), 0
    notation = printed(stage.game)
    for play, decision in games(stage.game):
        kinds.add(decision.kind)
        texts = set()
        for choice in play.options(decision).enumerate():
            text, expected = play.write(choice, decision), notation.write(decision, choice)
            assert titled(stage, text) == expected, text
            assert titled(stage, f"red: {text}") == f"red: {expected}"
            assert titled(stage, f"{text} instead of {text}") == f"{expected} instead of {expected}"
            texts.add(expected)
            changed += expected != text
        assert len(texts) == len({play.write(choice, decision) for choice in play.options(decision).enumerate()})
    assert changed > 100
    assert len(kinds) > 10


@pytest.mark.parametrize("name", ["loot", "saw"])
@pytest.mark.parametrize("kind", ["house", "former", "mean"])
def test_the_thing_that_an_answer_is_about_is_titled_where_it_is_a_card(name: str, kind: str) -> None:
    stage = stage_of(name, kind)
    notation = printed(stage.game)
    for play, decision in games(stage.game):
        choices = list(stage.offered(play, decision))
        for choice, button in zip(choices, turn(stage, Floor(play, None), None).buttons, strict=False):
            _, _, rest = notation.write(decision, choice).partition(" ")
            assert f"{rest} ".startswith(f"{button.about} "), (play.write(choice), button.about)
            assert bool(rest) == bool(button.about)


def test_what_is_no_answer_stays_as_it_is() -> None:
    for name in ("loot", "saw"):
        for text in ("", "nothing", "take back 1 answer", "red: ", "play", "?", "then", "play then"):
            assert titled(stage_of(name, "house"), text) == text


def test_pieces_of_armada_have_no_titles() -> None:
    game = engines.load("armada")
    stage = ArmadaStage(profiles.load("grid"), game)
    for seed in range(3):
        play, rng = game.new(Shuffle(seed)), Random(seed)
        for _ in range(60):
            if (decision := decision_of(play)) is None:
                break
            for choice in play.options(decision).enumerate():
                assert titled(stage, play.write(choice)) == play.write(choice)
            play.feed(Answer(decision.id, play.options(decision).sample(rng)))
