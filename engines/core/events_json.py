"""Events as JSON in the players' words: a table says which fields are written in other words, and how.

>>> writer = EventWriter({"seat": ("blue", "red").__getitem__})
>>> writer.write(Drawn(seat=1, token=7, cause="draw", rule="R9"))                # doctest: +SKIP
{'event': 'Drawn', 'seat': 'red', 'token': 7, 'cause': 'draw', 'rule': 'R9'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engines.core.events import Event

Words = Callable[[Any], object]
"""Returns a value in the players' words."""


class Renamed(NamedTuple):
    """A field that is written under another name."""

    key: str
    words: Words


class EventWriter:
    """Writes the events of one game. ``special`` has the fields that mean something else in one class of events."""

    def __init__(self, words: Mapping[str, Words], special: Mapping[type, Mapping[str, Words | Renamed]] = {}) -> None:
        self._words = words
        self._special = special
        self._of: dict[type, tuple[tuple[str, Words | None], ...]] = {}

    def write(self, event: Event) -> dict[str, object]:
        """Return an event as an object: its kind, its fields, its cause and its rule."""
        kind = type(event)
        fields = self._of.get(kind)
        if fields is None:
            fields = self._of[kind] = tuple(self._fields(kind))
        written: dict[str, object] = {"event": kind.__name__}
        for (key, words), value in zip(fields, event, strict=True):
            written[key] = value if words is None else words(value)
        return written

    def _fields(self, kind: type) -> Iterable[tuple[str, Words | None]]:
        special = self._special.get(kind, {})
        for field in kind._fields:  # type: ignore[attr-defined]
            words = special.get(field, self._words.get(field))
            yield (words.key, words.words) if isinstance(words, Renamed) else (field, words)


def maybe(words: Words) -> Words:
    """Return the same for a field that may be None."""
    return lambda value: None if value is None else words(value)


def each(words: Words) -> Words:
    """Return the same for a field with several of them, or None."""
    return lambda values: None if values is None else [words(value) for value in values]


def of(names: Sequence[str]) -> Words:
    """Return the words of a field that is a place in a list of names; below zero there is none."""
    return lambda at: None if at < 0 else names[at]
