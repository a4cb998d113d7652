"""What a game has to show beside its lights, as plain values in the players' words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that the rules book, shown as a bar, and the name under which it can be corrected."""

    label: str
    value: int
    text: str
    field: str  # empty if it cannot be corrected
    why: str = ""  # the last event that changed it
    most: int = 10  # what fills the bar
    words: tuple[str, ...] = ()  # what its values are called, if they are no numbers


@dataclass(frozen=True, slots=True)
class Card:
    """One thing of a seat with its gauges: in Armada a ship, in Loot Trap the avatar, in SAW the body."""

    name: str
    seat: int
    detail: str
    gauges: tuple[Gauge, ...]
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """What a seat has beside the board."""

    name: str
    player: str  # "person", or a house player's name
    is_active: bool
    cards: tuple[Card, ...]
    pile: tuple[str, ...]  # pieces that lie open before it, by name
    draw: int  # how many are left to draw
    summary: str = ""  # what it has beside the board, in a few words
    said: str = ""  # the same for who hears it or reads it line by line


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on a tile; ``facing`` counts quarter turns clockwise from north."""

    name: str
    seat: int
    design: str
    tile: int
    facing: int
    shield: int = 0  # 0 none, 1 cracked, 2 fresh
    ship: str = ""
    kind: str = "base"  # what carries its magnet
    closes: tuple[int, ...] = ()  # the reeds that it may close where it lies, if not just that of its facing
    card: str = ""  # what lies in it: "hidden", nothing, or the name of a card that lies face up


@dataclass(frozen=True, slots=True)
class Page:
    """One step of a reading: who does what, and the text."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Something that people may read aloud, page by page, and may skip. ``key`` tells it from others of the game."""

    key: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Readers:
    """Who can do what a game has to be led through. ``people`` are the seats of persons, or None if all are.

    ``has_cards``: real cards lie there, and can be laid down and turned.
    """

    people: frozenset[int] | None = None
    has_cards: bool = True

    def is_person(self, seat: int) -> bool:
        """Tell whether a person sits at a seat."""
        return self.people is None or seat in self.people


EVERYBODY = Readers()


@dataclass(frozen=True, slots=True)
class Wording:
    """An answer as a button shows it: its kind, its words, and the tile that it is about."""

    group: str
    label: str
    tile: int | None = None
