"""What happens in SAW. Cards are tokens, faces are numbers of designs (-1: nobody has told), seats are numbers."""

from __future__ import annotations

from typing import Any, NamedTuple


class CharacterChosen(NamedTuple):
    """A seat chose its character."""

    seat: int
    character: int
    cause: str = "set-up"
    rule: str = "R2"


class FirstChosen(NamedTuple):
    """It was settled who begins."""

    seat: int
    cause: str = "set-up"
    rule: str = "R7"


class TurnBegan(NamedTuple):
    """A seat's turn began."""

    seat: int
    cause: str = "turn"
    rule: str = "R14"


class Drawn(NamedTuple):
    """Cards went from the top of the deck to a hand."""

    seat: int
    tokens: tuple[int, ...]
    cause: str = "draw"
    rule: str = "R14"


class Reshuffled(NamedTuple):
    """A pile was shuffled and is the deck now; nobody knows which card is which, so they have new numbers."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: str = "the deck was empty"
    rule: str = "R55"


class Played(NamedTuple):
    """A card went from a hand or a bench to the table. ``among``: the cards that it was one of.

    ``face``: what it is; whoever did not know knows now.
    """

    seat: int
    token: int
    face: int
    among: tuple[int, ...]
    cause: str
    rule: str


class Discarded(NamedTuple):
    """A card went face up to the discard pile, from a hand, a bench, the table or the deck. ``among`` as in Played."""

    seat: int
    token: int
    face: int
    among: tuple[int, ...]
    cause: str
    rule: str


class Arranged(NamedTuple):
    """A seat rearranged its bench: what its hand and its bench are now. -1 is an empty slot."""

    seat: int
    hand: tuple[int, ...]
    bench: tuple[int, ...]
    cause: str = "bench"
    rule: str = "R19"


class Mingled(NamedTuple):
    """One of several untold cards is taken, and nobody tells which one: all of them have new numbers."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: str = "nobody tells which"
    rule: str = "R3"


class Looked(NamedTuple):
    """A seat looks at cards from the top of the deck; the last one was on top."""

    seat: int
    tokens: tuple[int, ...]
    cause: str = "room map"
    rule: str = "R36"


class PutBack(NamedTuple):
    """They are on the deck again, the last one on top."""

    seat: int
    tokens: tuple[int, ...]
    cause: str = "room map"
    rule: str = "R36"


class TakenUp(NamedTuple):
    """A card went from the discard pile to a hand, for everybody to see."""

    seat: int
    token: int
    face: int
    cause: str
    rule: str


class Flipped(NamedTuple):
    """The top card of the deck lies open: is it of the type that is searched for?"""

    seat: int
    token: int
    cause: str = "metal detector"
    rule: str = "R37"


class Found(NamedTuple):
    """An open card went to a hand: it is of the type that was searched for."""

    seat: int
    token: int
    face: int
    cause: str = "metal detector"
    rule: str = "R37"


class Filmed(NamedTuple):
    """A Billy was found in the deck and taken, and the rest of the deck shuffled: new numbers."""

    seat: int
    token: int
    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: str = "video"
    rule: str = "R78"


class TrapSet(NamedTuple):
    """A seat set a trap: its three parts, a Billy and what was played with it lie on the table."""

    seat: int
    target: int
    parts: tuple[int, ...]
    faces: tuple[int, ...]
    billy: int
    extras: tuple[int, ...]
    extra_faces: tuple[int, ...]
    needs: tuple[tuple[int, int], ...]
    place: int
    number: int
    floor: int
    is_forced: bool
    backfires: bool
    among: tuple[int, ...]
    cause: str = "trap"
    rule: str = "R46"


class TrapAnswered(NamedTuple):
    """The victim decided: to try the challenge, or to take the sacrifice."""

    seat: int
    is_challenge: bool
    cause: str = "answer"
    rule: str = "R48"


class Eased(NamedTuple):
    """An Anesthetic lowers the number of a sacrifice."""

    seat: int
    before: int
    after: int
    cause: str = "anesthetic"
    rule: str = "R75"


class Committed(NamedTuple):
    """A victim counts a card for a trait. ``among`` as in Played."""

    seat: int
    token: int
    face: int
    trait: int
    among: tuple[int, ...]
    cause: str = "challenge"
    rule: str = "R62"


class Retracted(NamedTuple):
    """A victim took a committed card back into the hand."""

    seat: int
    token: int
    face: int
    trait: int
    cause: str = "challenge"
    rule: str = "A62"


class Given(NamedTuple):
    """A victim gave the attacker a card, one of ``among``; both know it."""

    seat: int
    other: int
    token: int
    among: tuple[int, ...]
    cause: str = "top row"
    rule: str = "R59"


class Stolen(NamedTuple):
    """A victim took a card of the attacker's hand, ``among``, unseen; both know it now."""

    seat: int
    other: int
    token: int
    among: tuple[int, ...]
    cause: str = "top row"
    rule: str = "R61"


class Judged(NamedTuple):
    """A challenge is over: so many points are missing."""

    seat: int
    missing: int
    cause: str = "challenge"
    rule: str = "R65"


class LimbChanged(NamedTuple):
    """A limb's state changed: 0 healthy, 1 mild, 2 severe, 3 lost, 4 tourniquet."""

    seat: int
    limb: int
    before: int
    after: int
    cause: str
    rule: str


class BloodChanged(NamedTuple):
    """A seat's blood changed."""

    seat: int
    before: int
    after: int
    cause: str
    rule: str


class Reordered(NamedTuple):
    """People put the books right: the top cards of the discard pile lie in this order, the last one on top."""

    tokens: tuple[int, ...]
    cause: str
    rule: str = "A69"


class SawMoved(NamedTuple):
    """The Saw token went to a seat, or (-1) to nobody."""

    seat: int
    cause: str = "the trap is over"
    rule: str = "R71"


class Eliminated(NamedTuple):
    """A seat has no blood left and is out."""

    seat: int
    cause: str = "no blood left"
    rule: str = "R11"


class Removed(NamedTuple):
    """The cards of an eliminated seat left the game (A41)."""

    seat: int
    tokens: tuple[int, ...]
    cause: str = "eliminated"
    rule: str = "A41"


class TrapEnded(NamedTuple):
    """A trap is over; its cards are on the pile."""

    seat: int
    target: int
    cause: str = "the trap is over"
    rule: str = "R70"


class TurnEnded(NamedTuple):
    """A seat's turn ended."""

    seat: int
    cause: str = "turn"
    rule: str = "R103"


class GameEnded(NamedTuple):
    """The game is over."""

    winner: int
    cause: str = "the last one alive"
    rule: str = "R12"


class Agenda(NamedTuple):
    """What the game is in the middle of, the most urgent last."""

    frames: tuple[Any, ...]
    cause: str = "next"
    rule: str = "R14"
