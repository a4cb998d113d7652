"""A key keeps its meaning for as long as one seat is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.app.answer_tree import Choice, Level
from host.app.key_ring import KeyRing
from host.play.commands import Pick, Say
from host.play.picture import Button, Prompt
from tests.host.app.tables import begin, pictures

BUILDS = [Button(f"gun-{at} a1", Say(f"build gun-{at} a1"), group="Build") for at in range(9)]
MOVES = [Button(f"ship-1 {way}", Say(f"move ship-1 {way}"), group="Move") for way in ("north", "east", "west")]
DRAW = Button("Draw", Say("draw"), group="Draw")
PASS = Button("Pass", Say("pass"), group="Pass")


def shown(ring: KeyRing, *buttons: Button, seat: int = 0) -> dict[str, str]:
    """Ask a seat, and return the keys with what they choose."""
    ring.ask(Prompt("turn", "What now?", seat=seat, buttons=buttons))
    return {choice.key: choice.label for choice in ring.level(buttons, (), None).choices}


def test_keys_stay_as_answers_become_fewer() -> None:
    ring = KeyRing()
    assert shown(ring, *BUILDS, *MOVES, DRAW) == {"1": "Build", "2": "Move", "3": "Draw"}
    assert shown(ring, *MOVES, DRAW, PASS) == {"2": "Move", "3": "Draw", "4": "Pass"}
    assert shown(ring, MOVES[0], DRAW) == {"2": "Move ship-1 north", "3": "Draw"}
    assert shown(ring, *BUILDS, *MOVES, PASS) == {"1": "Build", "2": "Move", "4": "Pass"}


def test_another_seat_begins_with_the_first_key() -> None:
    ring = KeyRing()
    shown(ring, *BUILDS, *MOVES, DRAW)
    assert shown(ring, DRAW, PASS, seat=1) == {"1": "Draw", "2": "Pass"}


def test_a_question_about_other_things_begins_with_the_first_key() -> None:
    ring = KeyRing()
    shown(ring, *BUILDS, DRAW)
    assert shown(ring, *MOVES) == {"1": "ship-1 north", "2": "ship-1 east", "3": "ship-1 west"}


def test_a_question_in_between_changes_nothing() -> None:
    ring = KeyRing()
    before = shown(ring, *BUILDS, *MOVES, DRAW)
    ring.ask(Prompt("ask", "Which one?", seat=0, buttons=(DRAW, PASS)))
    assert [choice.key for choice in ring.level((DRAW, PASS), (), None).choices] == ["1", "2"]
    assert shown(ring, *BUILDS, *MOVES, DRAW) == before


def visit(ring: KeyRing, prompt: Prompt) -> list[Level]:
    """Open every group of two levels, as a person may."""
    top = ring.level(prompt.buttons, (), None)
    return [top, *(ring.level(prompt.buttons, choice.path, None) for choice in top.choices if choice.button is None)]


def meanings(level: Level) -> dict[str, Choice]:
    return {choice.key: choice for choice in level.choices if choice.key}


@pytest.mark.parametrize(("game", "seats"), [("armada", 2), ("loot", 2), ("loot", 4), ("saw", 3)])
def test_in_whole_games_no_key_changes_its_meaning_while_a_seat_is_asked(tmp_path: Path, game: str, seats: int) -> None:
    companion = begin(tmp_path, game, "none", seats)
    ring = KeyRing()
    meant: dict[tuple[str, ...], str] = {}
    last: Prompt | None = None
    stayed = 0
    for picture in pictures(companion, 150, seed=3):
        prompt = picture.prompt
        if prompt.kind != "turn":
            continue
        ring.ask(prompt)
        for level in visit(ring, prompt):
            assert len(meanings(level)) == sum(bool(choice.key) for choice in level.choices), "A key is given twice."
            assert {choice.button for choice in level.choices if choice.button} <= set(prompt.buttons)
        top = {choice.stem: choice.key for choice in ring.level(prompt.buttons, (), None).choices}
        if last is not None and last.seat == prompt.seat:
            both = top.keys() & meant.keys()
            if both:
                assert {stem: top[stem] for stem in both} == {stem: meant[stem] for stem in both}
                stayed += 1
            meant = meant | top if both else top
        else:
            meant = top
        last = prompt
    assert stayed > 3


@pytest.mark.parametrize("count", [9, 10, 11, 20, 27])
@pytest.mark.parametrize("kind", ["turn", "ask"])
def test_each_key_stands_for_one_choice_and_the_tenth_digit_is_0(count: int, kind: str) -> None:
    ring = KeyRing()
    buttons = tuple(Button(f"card {at}", Pick(at), str(at + 1) if at < 9 else "") for at in range(count))
    ring.ask(Prompt(kind, "Which one?", seat=0, buttons=buttons))  # type: ignore[arg-type]
    keys = [choice.key for choice in ring.level(buttons, (), None).choices]
    assert len(set(keys)) == len(keys) == count
    assert all(len(key) == 1 for key in keys)
    assert keys[9:10] == ["0"][: count - 9]
