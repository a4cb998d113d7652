"""Many answers, few buttons: kind, then piece, then place. Pure: buttons and a path in, choices out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from host.play.commands import Name, Say
from host.play.picture import Button

FEW = 9  # more are chosen in steps: that many are taken in at a glance
UNTOLD = {"?": "a card"}  # that nobody has named
KEYS = "1234567890ABCDEFJKLMQSUVWXZ"  # digits, then the letters that mean nothing else while a game is played


_NO_KEYS: Mapping[tuple[str, ...], str] = {}


class Choice(NamedTuple):
    """One button on the bar: an answer, or a word that leads to several. ``path`` is how it is reached.

    ``stem`` is what it stands for among the others, whether that is one answer or several: a key stays with it.
    """

    label: str
    detail: str
    key: str
    button: Button | None  # None: it leads further
    path: tuple[str, ...] = ()
    stem: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The last word on the way to it."""
        return self.path[-1] if self.path else ""


class Level(NamedTuple):
    """What can be chosen now; ``buttons`` are all answers that are still open."""

    choices: tuple[Choice, ...]
    buttons: tuple[Button, ...]


def level(
    buttons: Sequence[Button],
    path: Sequence[str] = (),
    tile: int | None = None,
    *,
    is_grouped: bool = False,
    keys: Mapping[tuple[str, ...], str] = _NO_KEYS,
) -> Level:
    """Return what can be chosen behind a path of words, of answers at one tile if one was pointed at.

    Where there is only one word to choose, it counts as chosen. ``is_grouped``: a few answers are chosen in steps, too;
    ``keys`` are those that stems have already.
    """
    open_ones = tuple(button for button in buttons if _is_behind(button, path) and tile in (None, button.tile))
    if len(open_ones) <= FEW and not is_grouped:
        return Level(_leaves(open_ones, keys), open_ones)
    depth = len(path)
    branches = _branches(open_ones, depth)
    while len(branches) == 1 and branches[0].button is None:
        depth += 1
        branches = _branches(open_ones, depth)
    return Level(_keyed(branches, keys), open_ones)


def behind(buttons: Sequence[Button], path: Sequence[str], tile: int | None = None) -> tuple[str, ...]:
    """Return the path one choice back from a path: words that were no choice are no step."""
    back, here = tuple(path), level(buttons, path, tile).choices
    while back and level(buttons, back, tile).choices == here:
        back = back[:-1]
    return back


def words(button: Button) -> tuple[str, ...]:
    """Return the words of an answer, its group first; an answer that is no sentence has one."""
    if isinstance(button.command, Say) and button.group:
        return (button.group, *button.command.text.rpartition(": ")[2].split()[1:])
    if isinstance(button.command, Name) and button.group:
        return (button.group, button.command.card)
    return (button.label,)


def _is_behind(button: Button, path: Sequence[str]) -> bool:
    return words(button)[: len(path)] == tuple(path)


def _branches(buttons: Sequence[Button], depth: int) -> tuple[Choice, ...]:
    by_path: dict[tuple[str, ...], list[Button]] = {}
    for button in buttons:
        spoken = words(button)
        path = spoken[: depth + 1] if depth < len(spoken) else (*spoken, button.label)
        by_path.setdefault(path, []).append(button)
    return tuple(_branch(path, found, depth) for path, found in by_path.items())


def _branch(path: tuple[str, ...], found: list[Button], depth: int) -> Choice:
    if len(found) == 1:
        return _leaf(found[0], is_mixed=not depth)._replace(stem=path)
    word = (found[0].about if depth == 1 else "") or path[-1]
    return Choice(UNTOLD.get(word, word), f"{len(found)} ways", "", None, path, path)


def _leaves(buttons: Sequence[Button], keys: Mapping[tuple[str, ...], str]) -> tuple[Choice, ...]:
    groups = {button.group for button in buttons}
    return _keyed(tuple(_leaf(button, is_mixed=len(groups) > 1) for button in buttons), keys)


def _leaf(button: Button, *, is_mixed: bool) -> Choice:
    label = button.label
    if is_mixed and not label.lower().startswith(button.group.lower()):
        label = f"{button.group} {label}"
    return Choice(label, button.detail, button.key, button, words(button)[:2], (*words(button), button.label))


def _keyed(choices: Sequence[Choice], keys: Mapping[tuple[str, ...], str]) -> tuple[Choice, ...]:
    """Give keys to choices that have none of their own: the one that it had, else digits first, then letters.

    A key that stood for something else is given away only when no other is left.
    """
    own = {choice.key.upper() for choice in choices}
    kept = {choice.stem: keys[choice.stem] for choice in choices if not choice.key and choice.stem in keys}
    kept = {stem: key for stem, key in kept.items() if key not in own}
    taken, before = own | set(kept.values()), set(keys.values())
    free = sorted((key for key in KEYS if key not in taken), key=lambda key: key in before)
    rest = iter(free)
    return tuple(
        choice if choice.key else choice._replace(key=kept.get(choice.stem) or next(rest, "")) for choice in choices
    )
