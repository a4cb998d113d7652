"""What a person can say at the screen, the keyboard or a button. Each is recorded before it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args


class Say(NamedTuple):
    """Answer what is asked, in the game's notation. ``by`` is a seat's house player, or empty for a person.

    ``asks``: if the answer leaves open which card of a virtual table it is about, ask for it. Older ledgers do not have
    the field: there the last card was taken, unless one was held.
    """

    text: str
    by: str = ""
    asks: bool = False


class Pick(NamedTuple):
    """Say which of the candidates of a question was meant, counted from 0; -1: none of them."""

    number: int


class Name(NamedTuple):
    """Say which piece or card was revealed. ``by`` is who saw it, if it was no person: the virtual table."""

    card: str
    by: str = ""


class Show(NamedTuple):
    """A piece or card was held to a pad: "blue.gun-3". ``tag`` is its number; empty if no pad has read it."""

    name: str
    pad: str = "play"
    tag: str = ""


class Again(NamedTuple):
    """What was held to a pad is there once more, so soon that it may mean nothing: or it is about to be used."""

    name: str
    pad: str = "play"


class Lay(NamedTuple):
    """What lies on a pad has changed: to a card, to "?" for one that says nothing, to nothing.

    ``is_known`` is False while the pad cannot tell.
    """

    pad: str
    card: str
    tag: str = ""
    is_known: bool = True


class Taps(NamedTuple):
    """Say which cards are held to the pads: every one that is drawn, those whose name is needed, or none."""

    policy: Literal["every", "needed", "none"]


class Hold(NamedTuple):
    """At a virtual table: the next card that leaves a hand face down is this one."""

    card: str


class Press(NamedTuple):
    """Press a seat's button on the screen."""

    seat: int
    answer: Literal["yes", "no"]


class Aim(NamedTuple):
    """Begin to aim: shoot, bash and whatever else leaves the table as it is."""


class Leave(NamedTuple):
    """Leave aiming or a question."""


class Undo(NamedTuple):
    """Take back what people said or did last. A name is a step of its own, unless ``with_names`` is set.

    With it, the last answer goes, together with all names that were told after it.
    """

    answers: int = 1
    with_names: bool = False


class Redo(NamedTuple):
    """Do again what the last step back took. Ledgers of older versions have ``whole`` unset: then it is one answer."""

    whole: bool = True


class GoOn(NamedTuple):
    """Go on from an earlier moment: house players may answer anew."""


class GoTo(NamedTuple):
    """Go back (or forward again) to just behind a line of the ledger; 0 is the beginning."""

    line: int


class Correct(NamedTuple):
    """Set a number that the rules have booked: "ship-1.energy" to 3."""

    field: str
    value: int | str
    why: str


class TableIsRight(NamedTuple):
    """Take the position from the table."""


class Mask(NamedTuple):
    """Stop believing a tile, or believe it again. ``fault``: it was found to be broken, and showed ``shown`` then."""

    tile: int
    is_masked: bool = True
    fault: Literal["", "dead", "stuck"] = ""
    shown: int = 0


class Vouch(NamedTuple):
    """Say that a tile is as it should be, though its light asks for something: a person sees it."""

    tile: int


class Unread(NamedTuple):
    """Say that a pad does not read what is held to it: a person has tried."""

    pad: str


MAX_TEXT = 400
MAX_NUMBER = 1_000_000_000

Command = (
    Say
    | Pick
    | Name
    | Show
    | Lay
    | Again
    | Taps
    | Hold
    | Press
    | Aim
    | Leave
    | Undo
    | Redo
    | GoOn
    | GoTo
    | Correct
    | TableIsRight
    | Mask
    | Vouch
    | Unread
)
COMMANDS: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Command)}


def to_json(command: Command) -> dict[str, Any]:
    """Return a command as JSON."""
    return {"do": type(command).__name__.lower(), **command._asdict()}


def from_json(data: Mapping[str, Any]) -> Command:
    """Return the command that ``to_json`` wrote; ValueError if it is none."""
    kind = COMMANDS.get(str(data.get("do")))
    fields = {key: value for key, value in data.items() if key != "do"}
    if kind is None or not set(fields) <= set(kind._fields):
        raise ValueError(f"There is no command {data.get('do')!r} with these fields.")
    if kind is Redo:
        fields.setdefault("whole", False)
    for key, value in fields.items():
        meant = kind.__annotations__[key]
        if not _fits(value, str(meant)):
            raise ValueError(f'"{key}" of the command {data["do"]!r} must be of the type {meant}.')
    try:
        command: Command = kind(**fields)
    except TypeError as error:
        raise ValueError(f"The command {data['do']!r} lacks a field ({error}).") from None
    return command


def is_storable(command: Command) -> bool:
    """Tell whether ``from_json`` takes what ``to_json`` writes of a command: it refuses very long texts and numbers."""
    try:
        from_json(to_json(command))
    except ValueError:
        return False
    return True


def _fits(value: object, meant: str) -> bool:
    """Tell whether a value is what a field's annotation says: texts are short, and True is no number."""
    if isinstance(value, str):
        return len(value) <= MAX_TEXT and ("str" in meant or repr(value) in meant.replace('"', "'"))
    if type(value) is bool:
        return "bool" in meant
    return type(value) is int and "int" in meant and abs(value) <= MAX_NUMBER
