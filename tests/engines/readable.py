"""What makes a card's text clear at first hearing: rules that every text of every game's house set must keep."""

import re
from collections.abc import Collection, Iterable
from itertools import combinations

_PLAIN = """
a after all an and any appears are as at attacker's back both but by can choice chooses each empty everybody
everybody's except extra fewer first for from game give gives go goes has have if in into is it its just keep keeps
kind look lose lost may more most must name needs nobody none not number of on one only or order other others out over
own place put refill rest same secretly set stay step still stop take takes than that the their them then there they
this through time to together top turn turn's under unseen until up use uses victim when which whole with without
would you your yours
"""
PLAIN = frozenset(_PLAIN.split())
"""Words of plain English that need no explanation."""
SHORT = frozenset(("the", "of", "a"))
MOST_WORDS = 26
"""In a sentence that is heard, not read."""
FEWEST_CHANGES = 3
"""Between two names that are called across a table."""


def complaints(text: str, terms: Collection[str], most: int) -> list[str]:
    """Return what is hard about a text; ``terms`` are the game's own words, which its page explains."""
    found = []
    if not text[:1].isupper() or not text.endswith(".") or "  " in text:
        found.append("it is no sentence")
    if len(text) > most:
        found.append(f"it has {len(text)} characters")
    if re.search(r"[()/&%<>]", text):
        found.append("it cannot be read aloud")
    sentences = [sentence for sentence in re.split(r"(?<=[.;:])\s", text) if sentence]
    found += [f"{sentence!r} is too long" for sentence in sentences if len(sentence.split()) > MOST_WORDS]
    words = re.findall(r"[a-z][a-z'-]*", text.lower())
    found += [f"{word!r} is explained nowhere" for word in words if word not in PLAIN and word not in terms]
    if re.search(r"\bskips?\b|\bprevent", text, re.IGNORECASE) and "next" not in text:
        found.append("it does not say until when")
    return found


def alike(names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs of names (title, kind) that are easily taken for each other."""
    return [
        (one, other)
        for (one, kind), (other, kind_of_other) in combinations(names, 2)
        if changes(one.lower(), other.lower()) < FEWEST_CHANGES
        or (kind == kind_of_other and _first_word(one) == _first_word(other))
    ]


def _first_word(title: str) -> str:
    return next(word for word in title.lower().split() if word not in SHORT)


def changes(one: str, other: str) -> int:
    """Return how many letters must be added, dropped or replaced to turn one word into another."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row = row, [at]
        for to, its in enumerate(other, 1):
            row.append(min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != its)))
    return row[-1]


def is_called_by(id_: str, title: str) -> bool:
    """Tell whether all words of an id, which people type, stand in the title, which they read."""
    words = re.sub(r"'s\b|'", "", title.lower()).replace("-", " ").split()
    return set(id_.split("-")) <= set(words)
