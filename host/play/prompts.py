"""What is asked now, in words and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core import Decision, Play, Reveal
from hardware.profiles.model import Profile
from host.play.commands import Aim, GoOn, Leave, Name, Pick, Redo, Say, TableIsRight, Undo
from host.play.picture import Button, Prompt
from host.play.question import Question
from host.referee.aiming import Aiming
from host.referee.verdicts import Guide, Step, TakenBack, Wait
from host.stage.base import Stage

Words = Callable[[Any], str]
_FACING = {1: "north", 2: "east", 4: "south", 8: "west"}


def neighbours(profile: Profile) -> dict[int, tuple[int, ...]]:
    """Return the tiles that share an edge with each tile."""
    at = {(tile.column, tile.row): tile.index for tile in profile.tiles}
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {
        index: tuple(at[column + dx, row + dy] for dx, dy in steps if (column + dx, row + dy) in at)
        for (column, row), index in at.items()
    }


def turn(stage: Stage, play: Play, house: str | None, goes_on: bool = True) -> Prompt:
    """Return what a seat is asked while the table shows what it should."""
    seat, title, detail = stage.question(play)
    if not play.waiting:
        button = Button("Take back the last answer", Undo(), "Ctrl+Z")
        return Prompt("over", title, detail, buttons=(button,), is_owed=True)
    item = play.waiting[0]
    if isinstance(item, Reveal):
        cards = sorted(play.candidates(item.token))
        return Prompt("reveal", title, detail, seat, tuple(Button(card, Name(card), group="Drawn") for card in cards))
    if house is not None and not goes_on:
        buttons = (
            Button(f"Let {house.capitalize()} answer anew", GoOn(), "G"),
            Button("Do again what was taken back", Redo(), "Ctrl+Shift+Z"),
        )
        return Prompt("wait", title, "You look at an earlier moment of the game.", seat, buttons)
    if house is not None:
        return Prompt("wait", title, f"{house.capitalize()} is thinking.", seat)
    return Prompt("turn", title, detail, seat, _answers(stage, play, item))


def _answers(stage: Stage, play: Play, decision: Decision) -> tuple[Button, ...]:
    buttons = []
    for choice in play.options(decision).enumerate():
        words = stage.wording(play, choice)
        buttons.append(Button(words.label, Say(play.write(choice)), tile=words.tile, group=words.group))
    if stage.is_sensed and stage.aims(play) and decision.seat >= 0:
        buttons.append(Button("Aim at the table", Aim(), "Y", "Shoot, bash or draw by lifting a piece."))
    return tuple(buttons)


def asked(stage: Stage, play: Play, question: Question, now: int, words: Words) -> Prompt:
    """Return the question which of several answers was meant."""
    seat = play.waiting[0].seat if play.waiting else None
    buttons = [
        Button(
            _capital(words(choice)),
            Pick(at),
            str(at + 1) if at < 9 else "",
            tile=None if isinstance(choice, TakenBack) else stage.wording(play, choice).tile,
        )
        for at, choice in enumerate(question.candidates)
    ]
    buttons.append(Button("None of these", Pick(-1), "N"))
    return Prompt("ask", "Which one did you mean?", question.why, seat, tuple(buttons), question.lit(now))


def aiming(play: Play, aim: Aiming, now: int) -> Prompt:
    """Return what can be aimed with."""
    seat = play.waiting[0].seat if play.waiting else None
    buttons = []
    for at, target in enumerate(aim.targets):
        buttons.append(Button(target.label, Pick(at), str(at + 1) if at < 9 else "", tile=target.tile))
    buttons.append(Button("Leave", Leave(), "N"))
    detail = "Press yes when its light comes by."
    if any(target.tile is not None for target in aim.targets):
        detail = "Lift one of the lit pieces and put it back, or press yes when its light comes by."
    return Prompt("aim", "Aim", detail, seat, tuple(buttons), aim.lit(now))


def waiting(stage: Stage, play: Play, verdict: Wait) -> Prompt:
    """Return that something is under way; the buttons stay where they are."""
    seat, title, _ = stage.question(play)
    ordinary = turn(stage, play, None)
    return Prompt(
        "wait",
        title,
        f"{_capital(verdict.why)}.",
        seat,
        ordinary.buttons if ordinary.kind in ("turn", "reveal") else (),
    )


def guided(stage: Stage, play: Play, verdict: Guide, can_undo: bool) -> Prompt:
    """Return the one next thing to mend."""
    seat = play.waiting[0].seat if play.waiting else None
    detail = instruction(stage.profile, verdict.step)
    more = f" ({verdict.remaining} steps in all)" if verdict.remaining > 1 else ""
    buttons = [Button("The table is right", TableIsRight(), "T", "Take the position from the table.")]
    if can_undo:
        buttons.append(Button("Take back the last answer", Undo(), "Ctrl+Z"))
    title = "The table follows" if verdict.is_owed else "Table and rules disagree"
    return Prompt("guide", title, f"{detail}{more}", seat, tuple(buttons), step=verdict.step, is_owed=verdict.is_owed)


def instruction(profile: Profile, step: Step) -> str:
    """Return a step as a sentence."""
    thing = (step.name or "the piece").replace(".", " ")
    source = profile.tiles[step.source].name if step.source is not None else ""
    target = profile.tiles[step.target].name if step.target is not None else ""
    facing = f", facing {_FACING[step.mask]}" if step.mask in _FACING else ""
    if step.kind == "take":
        return f"Take {thing} off {source}."
    if step.kind == "turn":
        return f"Turn {thing} on {target or source}{facing.replace(', facing', ' to face')}."
    if step.kind == "move":
        return f"Move {thing} from {source} to {target}{facing}."
    return f"Put {thing} on {target}{facing}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
