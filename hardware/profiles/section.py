"""Typed access to one table of a TOML file, refusing what does not belong there."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from hardware.profiles.lines import Path
from hardware.profiles.source import Sources

Choice = TypeVar("Choice", bound=str)

_SHOWN = 40


def shown(value: object) -> str:
    """A value as an error message may quote it: short, on one line."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = "a value too large to show"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class Section:
    """One TOML table; every getter checks type and range and raises the files' own error with file and line."""

    def __init__(self, sources: Sources, path: Path, data: object, keys: Sequence[str] | None) -> None:
        self._sources = sources
        self._path = path
        if not isinstance(data, Mapping):
            raise self.error("", f"must be a table, not {shown(data)}; write it as [{path[-1] if path else ''}].")
        self._data: Mapping[str, Any] = data
        if keys is None:
            return
        for key in data:
            if key not in keys:
                raise self.error(key, _unknown(key, keys, sources.kind.noun))

    def error(self, key: str, problem: str) -> ValueError:
        """An error about `key` of this table, or about the table itself if `key` is empty."""
        return self._sources.error((*self._path, key) if key else self._path, problem)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are there, in their order."""
        return tuple(self._data)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def table(self, key: str, keys: Sequence[str] | None) -> Section:
        """The sub-table `key`; an absent one reads as empty. Without `keys` its fields may have any name."""
        return Section(self._sources, (*self._path, key), self._data.get(key, {}), keys)

    def items(self, key: str, keys: Sequence[str], most: int) -> Iterator[Section]:
        """The sub-tables of the array `key`, at most `most`."""
        rows = self._data.get(key, [])
        if not isinstance(rows, list):
            raise self.error(key, f"must be a list of tables; start each with [[{key}]].")
        if len(rows) > most:
            raise self.error(key, f"lists {len(rows)} entries, but the chain takes {most} at most; remove some.")
        for index, row in enumerate(rows):
            yield Section(self._sources, (*self._path, key, index), row, keys)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A finite number of millimetres, millitesla or the like within [low, high]."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"must be a number, not {shown(value)}; write it without quotes.")
        if not low <= value <= high or not math.isfinite(value):
            raise self.error(key, f"is {shown(value)}, but must lie between {low:g} and {high:g}; change it.")
        return float(value)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within [low, high]."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(key, f"must be a whole number, not {shown(value)}; write it without quotes or point.")
        if not low <= value <= high:
            raise self.error(key, f"is {shown(value)}, but must lie between {low} and {high}; change it.")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {shown(value)}; write it without quotes.")
        return value

    def text(self, key: str, pattern: str, means: str, default: str | None = None) -> str:
        """A text that matches `pattern` wholly; `means` describes such texts to a person."""
        value = self._get(key, default)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise self.error(key, f"must be {means}, not {shown(value)}; change it.")
        return value

    def texts(self, key: str, pattern: str, means: str, most: int) -> tuple[str, ...]:
        """A list of texts that all match `pattern` wholly, at most `most` of them."""
        values = self._get(key, [])
        if not isinstance(values, list) or not all(isinstance(v, str) and re.fullmatch(pattern, v) for v in values):
            raise self.error(key, f"must be a list of {means}, not {shown(values)}; change it.")
        if len(values) > most:
            raise self.error(key, f"lists {len(values)} entries, but {most} are the most; remove some.")
        return tuple(values)

    def choice(self, key: str, options: Sequence[Choice], default: Choice | None = None) -> Choice:
        """One of a few words."""
        value = self._get(key, default)
        if not isinstance(value, str) or value not in options:
            hint = _nearest(value, options) if isinstance(value, str) else ""
            raise self.error(key, f"must be one of {_listed(options)}, not {shown(value)}{hint}; change it.")
        return cast(Choice, value)

    def _get(self, key: str, default: object) -> object:
        if key in self._data:
            return self._data[key]
        if default is None:
            raise self.error(key, "is missing; add it.")
        return default


def _unknown(key: str, keys: Sequence[str], noun: str) -> str:
    hint = _nearest(key, keys)
    return f"is not a field of a {noun}{hint}; known here are {_listed(keys)}: correct its name or remove it."


def _nearest(word: str, options: Sequence[str]) -> str:
    near = difflib.get_close_matches(word[:_SHOWN], options, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _listed(options: Sequence[str]) -> str:
    return ", ".join(repr(option) for option in options)
