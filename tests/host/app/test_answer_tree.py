from __future__ import annotations

from host.app import keys
from host.app.answer_tree import FEW, KEYS, behind, level, words
from host.play.commands import Leave, Name, Pick, Say
from host.play.picture import Button

BUILDS = [
    Button(f"{piece} {column}{row} {facing}", Say(f"build {piece} {column}{row} {facing}"), group="Build", tile=row)
    for piece in ("gun-1", "hub-2", "shield-4")
    for column in "abcde"
    for row in (1, 2, 3, 4, 5)
    for facing in ("north", "east", "south", "west")
]
MOVES = [Button(f"ship-1 {way}", Say(f"move ship-1 {way}"), group="Move") for way in ("north", "east", "west")]
DRAW = Button("Draw", Say("draw"), group="Draw")


def walk(buttons: list[Button]) -> list[Button]:
    """Reach every answer through choices, as a person does."""
    found: list[Button] = []
    open_paths: list[tuple[str, ...]] = [()]
    while open_paths:
        path = open_paths.pop()
        for choice in level(buttons, path).choices:
            if choice.button is not None:
                found.append(choice.button)
            else:
                open_paths.append(choice.path)
    return found


def test_few_answers_are_shown_at_once_with_number_keys() -> None:
    choices = level([*MOVES, DRAW]).choices
    assert [choice.key for choice in choices] == ["1", "2", "3", "4"]
    assert [choice.label for choice in choices] == [
        "Move ship-1 north",
        "Move ship-1 east",
        "Move ship-1 west",
        "Draw",
    ]


def test_many_answers_are_chosen_by_kind_then_piece_then_place() -> None:
    assert len(BUILDS) == 300
    kinds = level([*BUILDS, *MOVES, DRAW]).choices
    assert [(choice.label, choice.detail) for choice in kinds[:2]] == [("Build", "300 ways"), ("Move", "3 ways")]
    pieces = level(BUILDS, ("Build",)).choices
    assert [choice.word for choice in pieces] == ["gun-1", "hub-2", "shield-4"]
    facings = level(BUILDS, ("Build", "gun-1", "c2")).choices
    assert [choice.button for choice in facings] == [b for b in BUILDS if b.command == Say(words_of(b, "gun-1 c2"))]


def words_of(button: Button, start: str) -> str:
    """The button's own sentence if it begins like this."""
    text = f"build {' '.join(words(button)[1:])}"
    return text if text.startswith(f"build {start} ") else ""


def test_every_answer_can_be_reached_and_only_once() -> None:
    answers = [*BUILDS, *MOVES, DRAW]
    assert sorted(map(str, walk(answers))) == sorted(map(str, answers))


def test_a_card_on_the_way_to_several_answers_bears_the_title_that_is_printed_on_it() -> None:
    cards = {"rising-water": "Rising Water", "dolls-house": "Dolls' House", "?": "?"}
    buttons = [
        Button(f"{title} {where}", Say(f"discard {name} {where}".strip()), group="Discard", about=title)
        for name, title in cards.items()
        for where in ("", "bench", "pile", "box")
    ]
    choices = level(buttons, ("Discard",)).choices
    assert [choice.label for choice in choices] == ["Rising Water", "Dolls' House", "a card"]
    assert [choice.word for choice in choices] == ["rising-water", "dolls-house", "?"]


def test_a_kind_with_one_answer_needs_no_second_choice() -> None:
    choices = level([*BUILDS, DRAW]).choices
    assert choices[1].button == DRAW


def test_pointing_at_a_tile_keeps_the_answers_there() -> None:
    here = level(BUILDS[: 2 * FEW], (), tile=1)
    assert here.buttons
    assert all(button.tile == 1 for button in here.buttons)


def test_a_key_that_the_game_gives_is_kept_and_not_given_twice() -> None:
    buttons = [Button("One", Pick(0), "2"), Button("Other", Pick(1)), Button("None of these", Leave(), "Esc")]
    assert [choice.key for choice in level(buttons).choices] == ["2", "1", "Esc"]


def test_a_word_without_an_alternative_is_no_step() -> None:
    only_guns = [button for button in BUILDS if "gun-1" in button.label]
    places = level(only_guns).choices
    assert places[0].path == ("Build", "gun-1", "a1")
    assert behind(only_guns, places[0].path) == ("Build", "gun-1")
    assert behind(only_guns, ("Build", "gun-1")) == ()


def test_thirteen_names_are_thirteen_buttons() -> None:
    names = [Button(f"gun-{number}", Name(f"gun-{number}"), group="Drawn") for number in range(13)]
    choices = level(names).choices
    assert [choice.button for choice in choices] == names
    assert choices[5].word == "gun-5"
    assert "".join(choice.key for choice in choices) == "1234567890ABC"


def test_a_letter_that_the_game_gives_is_not_given_again() -> None:
    names = [Button(f"gun-{number}", Pick(number)) for number in range(12)]
    choices = level([*names, Button("None of these", Pick(-1), "a")]).choices
    assert [choice.key for choice in choices[-3:]] == ["B", "C", "a"]


def test_no_answer_has_a_key_that_means_something_else_at_the_table() -> None:
    taken = {word for row, _ in (*keys.KEYS[1:], *keys.HANDS) for word in row.split()}
    assert taken >= {"Y", "N", "P", "R", "T", "H"}
    assert not taken & set(KEYS)
    assert len(set(KEYS)) == len(KEYS)


def test_more_answers_than_keys_leave_the_last_ones_without() -> None:
    choices = level([Button(str(number), Pick(number)) for number in range(40)]).choices
    assert [choice.key for choice in choices if choice.key] == list(KEYS)
    assert len(choices) == 40
