"""Decks: which sticker is which card, as a TOML file that people keep, change and share.

>>> deck = Deck("Ours", "armada", {"gun-3": (bytes.fromhex("04a1b2c3d4e5f6"),)})
>>> deck.card_of(bytes.fromhex("04a1b2c3d4e5f6"))
'gun-3'
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile

from hardware.profiles.section import Section
from hardware.profiles.source import Kind, Sources, parse, read
from host.tags.errors import DeckError
from host.tags.ids import is_card

FORMAT = 1
MAX_CARDS, MAX_COPIES = 1000, 30
_UID = r"[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}"
_NAME = r"[^\x00-\x1f\x7f\"\\]{1,60}"
_GAME = r"[a-z][a-z0-9-]{0,23}"
_HEADER = """\
# Which sticker is which card. Share this file with whoever plays with these cards; docs/tags.md tells how.
"""

Roster = Mapping[str, int]
"""What a game is played with: how many copies there are of each card."""


_KIND = Kind("deck", "give the path of a deck's file", DeckError)


@dataclass(frozen=True)
class Deck:
    """The tags of one set of cards. A card has a tag for each copy; a tag belongs to one card."""

    name: str
    game: str
    cards: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)

    @cached_property
    def _by_uid(self) -> dict[bytes, str]:
        return {uid: card for card, uids in self.cards.items() for uid in uids}

    @classmethod
    def new(cls, name: str, game: str) -> Deck:
        """An empty deck; a name that no file could hold gives way to the game's."""
        return cls(name if re.fullmatch(_NAME, name) else game, game)

    @property
    def tags(self) -> int:
        """How many tags the deck has."""
        return len(self._by_uid)

    def card_of(self, uid: bytes) -> str:
        """The card that a tag belongs to, empty if none."""
        return self._by_uid.get(uid, "")

    def with_tag(self, card: str, uid: bytes) -> Deck:
        """The deck after a tag was given to a card; another card loses it."""
        cards = {name: tuple(one for one in uids if one != uid) for name, uids in self.cards.items()}
        cards[card] = (*cards.get(card, ()), uid)
        return replace(self, cards={name: uids for name, uids in cards.items() if uids})

    def missing(self, roster: Roster) -> list[str]:
        """The cards that still need tags, in the order of the roster, each as often as tags are missing."""
        return [card for card, copies in roster.items() for _ in range(copies - len(self.cards.get(card, ())))]

    def problems(self, roster: Roster) -> Iterator[str]:
        """What does not fit the game's own cards, in sentences; missing tags are not among it."""
        for card, uids in self.cards.items():
            if card not in roster:
                yield f"{card} is no card of {self.game}: remove it from the deck {self.name!r}."
            elif len(uids) > roster[card]:
                yield (
                    f"{card} has {len(uids)} tags, but the game has {_copies(roster[card])}: remove some from the "
                    f"deck {self.name!r}."
                )

    def merged(self, other: Deck) -> Deck:
        """This deck with the tags of another one added; DeckError if they contradict each other."""
        if other.game != self.game:
            raise DeckError(f"{other.name!r} is a deck of {other.game}, not of {self.game}; give one of the same game.")
        result = self
        for card, uids in other.cards.items():
            for uid in uids:
                mine = self.card_of(uid)
                if mine and mine != card:
                    raise DeckError(
                        f"The tag {uid.hex()} is {mine} in {self.name!r} and {card} in {other.name!r}; "
                        "look what the card is, and remove the line that is wrong."
                    )
                result = result if mine else result.with_tag(card, uid)
        return result


def load(path: Path) -> Deck:
    """The deck in a file; DeckError says what is wrong with it."""
    return read_deck(path.name, read(path, _KIND))


def read_deck(label: str, raw: bytes) -> Deck:
    """The deck that a file's bytes describe; `label` is what sentences call it."""
    sources = Sources((parse(label, raw, _KIND),))
    top = Section(sources, (), sources.merged(), ("format", "name", "game", "cards"))
    top.whole("format", FORMAT, FORMAT)
    name = top.text("name", _NAME, "a name of at most 60 characters on one line, without quotes")
    game = top.text("game", _GAME, "the name of a game, such as 'armada'")
    return Deck(name, game, dict(_cards(top.table("cards", None))))


def _cards(section: Section) -> Iterator[tuple[str, tuple[bytes, ...]]]:
    owners: dict[str, str] = {}
    if len(section.fields) > MAX_CARDS:
        raise section.error("", f"has {len(section.fields)} cards, but {MAX_CARDS} are the most; remove some.")
    for card in section.fields:
        if not is_card(card):
            raise section.error(card, "cannot be a card: use small letters, digits, dots and hyphens; change it.")
        uids = section.texts(card, _UID, "tags such as '04a1b2c3d4e5f6'", MAX_COPIES)
        for uid in uids:
            if uid in owners:
                raise section.error(
                    card, f"has the tag {uid}, which {owners[uid]} has already; remove it there or here."
                )
            owners[uid] = card
        if uids:
            yield card, tuple(map(bytes.fromhex, uids))


def write_deck(deck: Deck) -> str:
    """The deck as the text of a file; `read_deck` of it gives an equal deck."""
    head = f'{_HEADER}format = {FORMAT}\nname = "{deck.name}"\ngame = "{deck.game}"\n\n[cards]\n'
    return head + "".join(f'"{card}" = [{_listed(uids)}]\n' for card, uids in deck.cards.items())


def save(deck: Deck, path: Path) -> None:
    """Put a deck into a file, whole or not at all: a cut of power leaves the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", dir=path.parent, prefix=".", suffix=".new", encoding="utf-8", delete=False
        ) as file:
            try:
                file.write(write_deck(deck))
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).replace(path)
            except OSError:
                with suppress(OSError):
                    Path(file.name).unlink()
                raise
    except OSError as error:
        raise DeckError(f"{path}: the deck cannot be written ({error.strerror}); choose another place.") from error


def _copies(count: int) -> str:
    return "one copy" if count == 1 else f"{count} copies"


def _listed(uids: tuple[bytes, ...]) -> str:
    return ", ".join(f'"{uid.hex()}"' for uid in uids)
