"""A running game in plain lines: what a terminal, a screen reader or a log can show, and the words that it takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.play.commands import (
    Aim,
    Command,
    Correct,
    GoTo,
    Leave,
    Mask,
    Name,
    Press,
    Redo,
    Say,
    Show,
    TableIsRight,
    Taps,
    Undo,
    Unread,
    Vouch,
)
from host.play.picture import Button, Line, Picture, Reading
from host.play.tapping import EVERY, NEEDED, NONE
from host.stage.base import Examples
from host.table.health_words import health_lines

_HELP = """\
  1, 2, 3 …             pick one of the numbered answers
  {answer:20}  any answer in the game's notation; "legal" lists them
  {card:20}  when something was drawn or revealed: which one it is
  {show:20}  hold something to the play pad
  aim, leave            begin or leave aiming; yes, no: the buttons of the seat whose turn it is
  undo [N], redo        take answers back, or do them again; "to N" goes to just behind line N
  correct FIELD VALUE WHY   set a number: correct {correction}
  table is right        take the position from the table
  sure e4               e4 is as it should be, though it asks for something: its reeds may be broken
  unread play           the pad called play does not read what is held to it
  mask e4, unmask e4    stop believing a tile, or believe it again
  health                what is broken at the table, and how well its sensors do
  advice                in a challenge: what is best to commit, if all your cards are told
  look                  at a real table: which card a house player chose in secret, for whoever holds its cards
  taps every            in SAW: which cards are held to the pads: every, needed or none
  hands                 let the simulated table follow by itself what was answered
{hands}
  log, help, quit"""


def helped(examples: Examples) -> str:
    """Return everything that can be typed, with examples of one game."""
    hands = "\n".join(f"  twin {phrase}" for phrase in examples.hands)
    shown = f"show {examples.shown}"
    return _HELP.format(
        answer=examples.answer, card=examples.card, show=shown, correction=examples.correction, hands=hands
    )


def read(text: str, picture: Picture, tiles: dict[str, int]) -> Command:
    """Return the command that a line means; ValueError is a whole sentence."""
    words = text.split()
    first, rest = words[0].lower(), words[1:]
    seat = picture.prompt.seat or 0
    if re.fullmatch("[0-9]{1,4}", text):
        return _numbered(int(text), picture)
    if first in ("yes", "no") and not rest:
        return Press(seat, "yes" if first == "yes" else "no")
    if [word.lower() for word in words] == ["table", "is", "right"]:
        return TableIsRight()
    simple: dict[str, Command] = {"aim": Aim(), "leave": Leave(), "redo": Redo(), "undo": Undo()}
    if first in simple and not rest:
        return simple[first]
    if first in ("undo", "to") and len(rest) == 1 and re.fullmatch("[0-9]{1,6}", rest[0]):
        return Undo(int(rest[0])) if first == "undo" else GoTo(int(rest[0]))
    if first == "show" and len(rest) == 1:
        return Show(rest[0])
    if first == "unread" and len(rest) == 1:
        return Unread(rest[0])
    if first in ("mask", "unmask", "sure") and len(rest) == 1:
        return _about_tile(first, rest[0], tiles)
    if first == "correct":
        return _correct(rest)
    if first == "taps" and rest in ([EVERY], [NEEDED], [NONE]):
        return Taps(EVERY if rest == [EVERY] else NEEDED if rest == [NEEDED] else NONE)
    if picture.prompt.kind == "reveal" and not rest:
        return Name(first)
    offered = (button.command for button in picture.prompt.buttons)
    return next((said for said in offered if isinstance(said, Say) and said.text == text), Say(text))


def whispered(picture: Picture) -> tuple[str, ...]:
    """Return what house players did in secret, for whoever holds their cards."""
    return tuple(f"{picture.seats[told.seat].name.capitalize()}: {told.text}" for told in picture.whispers)


def _numbered(number: int, picture: Picture) -> Command:
    buttons = picture.prompt.buttons
    if not 0 < number <= len(buttons):
        raise ValueError(f"There are {len(buttons)} answers to pick from now.")
    return buttons[number - 1].command


def _about_tile(word: str, name: str, tiles: dict[str, int]) -> Command:
    if name not in tiles:
        raise ValueError(f"This table has no tile {name}.")
    return Vouch(tiles[name]) if word == "sure" else Mask(tiles[name], word == "mask")


def _correct(words: list[str]) -> Command:
    if len(words) < 3:
        raise ValueError("Say what, to which value, and why: correct ship-1.energy 3 we miscounted")
    value = int(words[1]) if re.fullmatch(r"-?[0-9]{1,9}", words[1]) else words[1]
    return Correct(words[0], value, " ".join(words[2:]))


def describe(picture: Picture) -> Iterator[str]:
    """Yield what is asked and how the game stands; while something is under way, only that."""
    prompt = picture.prompt
    if prompt.kind == "wait" and prompt.buttons:
        yield f"   … {prompt.detail}"
        return
    yield f"== {prompt.title}"
    if prompt.detail:
        yield f"   {prompt.detail}"
    for seat in picture.seats:
        yield f"   {seat.name}: {seat.said}"
        for card in seat.cards:
            gauges = ", ".join(f"{gauge.label.lower()} {gauge.text}" for gauge in card.gauges)
            yield f"      {card.name} ({card.detail}): {gauges}"
    yield from _buttons(picture)


def read_aloud(reading: Reading | None) -> Iterator[str]:
    """Yield what people may read aloud, line by line."""
    for page in reading.pages if reading is not None else ():
        yield f"~~ {page.heading}"
        yield f"   {page.text}"


def _buttons(picture: Picture) -> Iterator[str]:
    buttons = picture.prompt.buttons
    if len(buttons) <= 12:
        for number, button in enumerate(buttons, 1):
            yield f"   {number:2} {worded(button)}"
        return
    kinds: dict[str, int] = {}
    for button in buttons:
        kind = button.group or button.label
        kinds[kind] = kinds.get(kind, 0) + 1
    counted = ", ".join(f"{count} × {kind.lower()}" for kind, count in kinds.items())
    yield f'   {counted}; "legal" lists them'


def worded(button: Button) -> str:
    """Return what can be said, in words that stand alone."""
    is_whole = button.label.lower().startswith(button.group.lower())
    return button.label if is_whole else f"{button.group} {button.label}"


def health(picture: Picture) -> Iterator[str]:
    """Yield what is broken at the table, and how well its sensors do."""
    yield from picture.faults
    yield from health_lines(picture.health)


def line(entry: Line, seats: tuple[str, ...]) -> str:
    """Return one line of the ledger."""
    who = f"{seats[entry.seat]}: " if entry.seat is not None and 0 <= entry.seat < len(seats) else ""
    sure = f", {entry.confidence} %" if entry.confidence < 100 else ""
    among = f", one of {len(entry.candidates)}" if entry.candidates else ""
    head = f"#{entry.number} {who}{entry.text}  [{entry.why.rstrip('.')}{sure}{among}]"
    gone = "  (taken back)" if entry.is_taken_back else ""
    return "\n".join([head + gone, *(f"      {effect}" for effect in entry.effects)])
