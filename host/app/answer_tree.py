"""Many answers, few buttons: kind, then piece, then place. Pure: buttons and a path in, choices out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.play.commands import Say
from host.play.picture import Button

FEW = 9  # as many as there are number keys


class Choice(NamedTuple):
    """One button on the bar: an answer, or a word that leads to several."""

    label: str
    detail: str
    key: str
    button: Button | None  # None: it leads further
    word: str = ""


class Level(NamedTuple):
    """What can be chosen now; ``buttons`` are all answers that are still open."""

    choices: tuple[Choice, ...]
    buttons: tuple[Button, ...]


def level(buttons: Sequence[Button], path: Sequence[str] = (), tile: int | None = None) -> Level:
    """Return what can be chosen behind a path of words, of answers at one tile if one was pointed at."""
    open_ones = tuple(button for button in buttons if _is_behind(button, path) and tile in (None, button.tile))
    if len(open_ones) <= FEW:
        return Level(_leaves(open_ones), open_ones)
    return Level(_numbered(_branches(open_ones, len(path))), open_ones)


def words(button: Button) -> tuple[str, ...]:
    """Return the words of an answer, the group first; an answer that is no sentence has one."""
    if isinstance(button.command, Say) and button.group:
        return (button.group, *button.command.text.split()[1:])
    return (button.label,)


def _is_behind(button: Button, path: Sequence[str]) -> bool:
    return words(button)[: len(path)] == tuple(path)


def _branches(buttons: Sequence[Button], depth: int) -> tuple[Choice, ...]:
    by_word: dict[str, list[Button]] = {}
    for button in buttons:
        spoken = words(button)
        by_word.setdefault(spoken[depth] if depth < len(spoken) else button.label, []).append(button)
    return tuple(_branch(word, found, depth) for word, found in by_word.items())


def _branch(word: str, found: list[Button], depth: int) -> Choice:
    if len(found) == 1:
        return _leaf(found[0], is_mixed=not depth)
    return Choice(word, f"{len(found)} ways", "", None, word)


def _leaves(buttons: Sequence[Button]) -> tuple[Choice, ...]:
    groups = {button.group for button in buttons}
    return _numbered(tuple(_leaf(button, is_mixed=len(groups) > 1) for button in buttons))


def _leaf(button: Button, *, is_mixed: bool) -> Choice:
    spoken = words(button)
    label = button.label
    if is_mixed and button.group and label.lower() != button.group.lower():
        label = f"{button.group} {label}"
    return Choice(label, button.detail, button.key, button, spoken[1] if len(spoken) > 1 else "")


def _numbered(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Give number keys to choices that have no key of their own."""
    taken = {choice.key for choice in choices}
    free = iter(str(number) for number in range(1, FEW + 1) if str(number) not in taken)
    return tuple(choice if choice.key else choice._replace(key=next(free, "")) for choice in choices)
