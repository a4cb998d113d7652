"""Options for rulings: where a rulebook is silent and tables differ, the table decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class OptionError(ValueError):
    """An option has no such name or value; the message lists what there is."""


class Ruling(NamedTuple):
    """One A-line that a table may want otherwise. The first value is the default.

    ``former`` holds what values were once called, each with its name of today: saved games keep the old names.
    """

    name: str
    question: str
    values: tuple[str, ...]
    former: tuple[tuple[str, str], ...] = ()


def settle(rulings: Sequence[Ruling], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every ruling: what was wanted, else the default."""
    known = {ruling.name: ruling for ruling in rulings}
    settled = {ruling.name: ruling.values[0] for ruling in rulings}
    for name, wish in wanted.items():
        if name not in known:
            raise OptionError(f'There is no option "{name}"; there are {", ".join(known)}.')
        value = next((today for former, today in known[name].former if former == wish), wish)
        if value not in known[name].values:
            raise OptionError(f'Option {name} cannot be "{value}"; it may be {", ".join(known[name].values)}.')
        settled[name] = value
    return settled
