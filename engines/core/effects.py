"""Effects as rows of a catalogue: short lines such as "damage opponent 2", bound to operations when a game is loaded.

A game says which operations it has (their words are those of its players), who can be meant and which words may
follow. What a line does is the game's own affair; here it is only read and checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

MOST = 9


class Step(NamedTuple):
    """One line of an effect: what is done, to whom, how often or how much, and one more word where it takes one."""

    op: str
    who: str
    amount: int | str = 1
    word: str = ""


class Grammar(NamedTuple):
    """What the lines of a game may say: operations with their extra words, people, and counts that are looked up."""

    ops: Mapping[str, tuple[str, ...]]
    people: tuple[str, ...]
    counts: tuple[str, ...] = ()


def parse(text: str, grammar: Grammar) -> Step:
    """Return the step that a line means; ValueError says what was expected.

    >>> parse("damage opponent 2", Grammar({"damage": ()}, ("you", "opponent")))
    Step(op='damage', who='opponent', amount=2, word='')
    """
    words = text.split()
    if not words or words[0] not in grammar.ops:
        raise ValueError(f'"{text}" is no effect; it begins with one of {", ".join(grammar.ops)}')
    extra = grammar.ops[words[0]]
    if len(words) < 2 or words[1] not in grammar.people:
        raise ValueError(f'"{text}": after {words[0]} comes one of {", ".join(grammar.people)}')
    rest = words[2:]
    amount = _amount(text, rest.pop(0), grammar.counts) if rest and _counts(rest[0], grammar.counts) else 1
    word = rest.pop(0) if rest and rest[0] in extra else ""
    if rest or (extra and not word):
        raise ValueError(f'"{text}": say {words[0]}, a person, a number{_one_of(extra)}')
    return Step(words[0], words[1], amount, word)


def _counts(word: str, counts: Collection[str]) -> bool:
    return word in counts or (word.isascii() and word.isdigit())


def _amount(text: str, word: str, counts: Collection[str]) -> int | str:
    if word in counts:
        return word
    if len(word) > 1 or not 1 <= int(word) <= MOST:
        raise ValueError(f'"{text}": a number goes from 1 to {MOST}')
    return int(word)


def _one_of(words: tuple[str, ...]) -> str:
    return f", and one of {', '.join(words)}" if words else ""
