"""The decks of a table: all files in one folder."""

from __future__ import annotations

from pathlib import Path

from host.tags.deck import Deck, load
from host.tags.errors import DeckError


def decks_in(folder: Path, game: str) -> tuple[list[Deck], list[str]]:
    """Return a game's decks in a folder, by the names of their files, and a sentence for each that cannot be read.

    A deck with a mistake in it must not keep anybody from playing.
    """
    decks, problems = [], []
    for path in sorted(folder.glob("*.toml")):
        try:
            deck = load(path)
        except DeckError as error:
            problems.append(f"{error} Until then its tags are not known.")
        else:
            decks += [deck] if deck.game == game else []
    return decks, problems
