"""What happens in Loot Trap. Cards are tokens, faces are numbers of designs, spaces are numbers of the field."""

from __future__ import annotations

from typing import NamedTuple


class AvatarChosen(NamedTuple):
    """A seat chose its avatar."""

    seat: int
    avatar: int
    cause: str = "set-up"
    rule: str = "R3"


class TurnBegan(NamedTuple):
    """A seat's turn began."""

    seat: int
    cause: str = "turn"
    rule: str = "R25"


class Drawn(NamedTuple):
    """A card went from the deck to a hand."""

    seat: int
    token: int
    cause: str = "draw"
    rule: str = "R10"


class Reshuffled(NamedTuple):
    """The discard pile became the deck; nobody knows which card is which now, so they have new numbers."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: str = "the deck was empty"
    rule: str = "R11"


class Mixed(NamedTuple):
    """A card of a hand is shown that could be any of these: they have new numbers, for nobody told which one it is."""

    seat: int
    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: str = "a card is shown"
    rule: str = "R17"


class Moved(NamedTuple):
    """A pawn went to another space; the card that it left is armed."""

    seat: int
    start: int
    end: int
    is_hop: bool = False
    cause: str = "move"
    rule: str = "R13"


class Traded(NamedTuple):
    """Two pawns traded places; both cards that they left are armed."""

    seat: int
    other: int
    cause: str
    rule: str


class Stayed(NamedTuple):
    """A pawn could not move."""

    seat: int
    cause: str = "no space is free"
    rule: str = "A9"


class Sprung(NamedTuple):
    """A trap went off: it is revealed and lies aside until it is resolved."""

    seat: int
    cell: int
    token: int
    face: int
    is_laid: bool
    cause: str = "trap"
    rule: str = "R26"


class Cleared(NamedTuple):
    """A card that lay aside, played or sprung, went to the discard pile."""

    token: int
    face: int
    cause: str = "resolved"
    rule: str = "R57"


class Removed(NamedTuple):
    """A card of the field went to the discard pile."""

    cell: int
    token: int
    face: int
    cause: str
    rule: str


class Refilled(NamedTuple):
    """A card from the deck went face down onto an empty space."""

    cell: int
    token: int
    cause: str = "the space was empty"
    rule: str = "R28"


class HoleLeft(NamedTuple):
    """A space stays empty: there is no card to fill it with yet."""

    cell: int
    cause: str = "no card is left"
    rule: str = "A37"


class Discarded(NamedTuple):
    """A card went from a hand to the discard pile."""

    seat: int
    token: int
    face: int
    cause: str = "discard"
    rule: str = "R24"


class Flipped(NamedTuple):
    """An armed card lies face up and upright now, under a trap that is laid over it."""

    cell: int
    token: int
    face: int
    cause: str = "laid over"
    rule: str = "R20"


class Ousted(NamedTuple):
    """A trap laid by a player was taken off the field to make room for another."""

    cell: int
    token: int
    face: int
    cause: str
    rule: str = "R21"


class Laid(NamedTuple):
    """A card was laid face down from a hand, as a trap. ``among``: the hand before.

    ``fresh``: nobody told which card it was, so all cards of that hand have new numbers.
    """

    seat: int
    token: int
    cell: int
    among: tuple[int, ...]
    fresh: tuple[int, ...] = ()
    cause: str = "lay"
    rule: str = "R19"


class Looked(NamedTuple):
    """A seat looked at a face-down card of the field."""

    seat: int
    cell: int
    token: int
    cause: str = "peek"
    rule: str = "R23"


class Exchanged(NamedTuple):
    """A seat took the card under its pawn and left one of its hand in its place. ``among`` and ``fresh`` as in Laid."""

    seat: int
    cell: int
    taken: int
    token: int
    among: tuple[int, ...]
    fresh: tuple[int, ...] = ()
    cause: str = "peek"
    rule: str = "R23"


class Given(NamedTuple):
    """A seat gave another a card of its hand. ``among`` and ``fresh`` as in Laid."""

    seat: int
    other: int
    token: int
    among: tuple[int, ...]
    fresh: tuple[int, ...]
    cause: str
    rule: str


class Played(NamedTuple):
    """A hybrid was played from a hand; it lies aside until it is resolved."""

    seat: int
    token: int
    face: int
    cause: str = "play"
    rule: str = "R17"


class Fizzled(NamedTuple):
    """A played card could not be fulfilled."""

    seat: int
    face: int
    cause: str = "it cannot be fulfilled"
    rule: str = "R18"


class Equipped(NamedTuple):
    """A seat put equipment on a player."""

    seat: int
    other: int
    token: int
    face: int
    cause: str
    rule: str


class Stripped(NamedTuple):
    """A player's equipment went to the discard pile."""

    seat: int
    token: int
    face: int
    cause: str
    rule: str


class Banked(NamedTuple):
    """A loot lies face up before its owner."""

    seat: int
    token: int
    face: int
    cause: str
    rule: str


class LootLost(NamedTuple):
    """A banked loot went to the discard pile."""

    seat: int
    token: int
    face: int
    cause: str
    rule: str


class LootTaken(NamedTuple):
    """A banked loot went from one player to another."""

    seat: int
    other: int
    token: int
    cause: str
    rule: str


class Salvaged(NamedTuple):
    """The top card of the discard pile went to a hand."""

    seat: int
    token: int
    cause: str
    rule: str


class HealthChanged(NamedTuple):
    """A player was hurt or healed."""

    seat: int
    before: int
    after: int
    cause: str
    rule: str


class GuardChanged(NamedTuple):
    """A player is guarded against the next damage, or the guard is used up."""

    seat: int
    is_guarded: bool
    cause: str
    rule: str


class CalmChanged(NamedTuple):
    """A player's next turn has no action, or that is over."""

    seat: int
    is_becalmed: bool
    cause: str
    rule: str


class Armed(NamedTuple):
    """Cards were turned sideways."""

    cells: tuple[int, ...]
    cause: str
    rule: str


class Disarmed(NamedTuple):
    """Armed cards were turned upright."""

    cells: tuple[int, ...]
    cause: str
    rule: str


class Rolled(NamedTuple):
    """A roll card was drawn."""

    seat: int
    number: int
    cause: str = "roll"
    rule: str = "R42"


class ActionTaken(NamedTuple):
    """The active seat has played, laid or peeked in this turn."""

    seat: int
    cause: str = "action"
    rule: str = "R16"


class Stopped(NamedTuple):
    """The turn ends as soon as what has begun is finished."""

    seat: int
    cause: str = "stop"
    rule: str = "R38"


class Eliminated(NamedTuple):
    """A player's health is 0; the pawn leaves the field, and the card under it stays as it is."""

    seat: int
    cause: str = "no health left"
    rule: str = "R47"


class TurnEnded(NamedTuple):
    """A seat's turn ended."""

    seat: int
    cause: str = "turn"
    rule: str = "R25"


class GameEnded(NamedTuple):
    """The game is over; the winner is None for a draw."""

    winner: int | None
    cause: str
    rule: str


class Agenda(NamedTuple):
    """What is still to be done, the next thing last."""

    frames: tuple[tuple[object, ...], ...]
    cause: str = "turn"
    rule: str = "A48"
