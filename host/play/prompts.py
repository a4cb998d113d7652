"""What is asked now, in words and buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.core import AnyPlay, Reveal
from engines.core.viewers import PUBLIC
from hardware.profiles.model import Profile
from host.play.commands import Aim, GoOn, Leave, Name, Pick, Redo, Say, Show, TableIsRight, Taps, Undo, Vouch
from host.play.floor import Floor, Later, asked_of, decision_of
from host.play.picture import Button, Prompt
from host.play.question import Question
from host.referee.aiming import Aiming
from host.referee.verdicts import Guide, Instead, Step, TakenBack, Unchanged, Verdict, Wait
from host.stage.base import Stage
from host.stage.heard import Wanted

Words = Callable[[Any], str]
OUT_OF_TURN = "Out of turn"
YES_PICKS = "Press yes when its light comes by."
YES_OR_NO = "Press yes or no."
NOTHING = "Nothing: I will put it back"
BY, INSTEAD_OF = ": ", " instead of "  # after who answers; between an answer and the one that it would replace
ASKS_INSTEAD = "Ignore this tile's sensor; the screen asks instead."


def neighbours(profile: Profile) -> dict[int, tuple[int, ...]]:
    """Return the tiles that share an edge with each tile."""
    around: dict[int, list[int]] = {tile.index: [] for tile in profile.tiles}
    for other, tile in entries(profile):
        around[tile].append(other)
    return {tile: tuple(others) for tile, others in around.items()}


def entries(profile: Profile) -> dict[tuple[int, int], int]:
    """Return of every two tiles that share an edge the reed of the second one that lies nearer to the first."""
    at = {(tile.column, tile.row): tile.index for tile in profile.tiles}
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {
        (at[column + dx, row + dy], index): 1 << reed
        for (column, row), index in at.items()
        for reed, (dx, dy) in enumerate(steps)
        if (column + dx, row + dy) in at
    }


def turn(stage: Stage, floor: Floor, house: str | None, goes_on: bool = True) -> Prompt:
    """Return what a seat is asked while the table shows what it should."""
    play = floor.play
    seat, title, detail = stage.question(floor.main)
    if not play.waiting:
        return Prompt("over", title, detail, buttons=(_take_back(),), is_owed=True)
    item = asked_of(play)
    if isinstance(item, Reveal):
        return Prompt("reveal", title, detail, seat, _names(stage, play, item))
    buttons: tuple[Button, ...]
    if house is not None and not goes_on:
        buttons = (
            Button(f"Let {house.capitalize()} answer anew", GoOn(), "G"),
            Button("Do again what was taken back", Redo(), "Ctrl+Shift+Z"),
        )
        return Prompt("wait", title, "You are viewing an earlier position.", seat, buttons)
    if house is not None:
        return Prompt("wait", title, f"{house.capitalize()} is thinking.", seat)
    if floor.following is None:
        return Prompt("turn", title, detail, seat, (*_answers(stage, play), *_aim(stage, play)))
    _, interrupting, _ = stage.question(play)
    buttons = (*_interruptions(stage, floor), *_aim(stage, floor.following))
    return Prompt("turn", title, f"{interrupting} {detail}", seat, buttons)


def _names(stage: Stage, play: AnyPlay, item: Reveal) -> tuple[Button, ...]:
    """Return every card that a token may be as far as everybody knows, so that the list gives nothing away."""
    names = sorted(play.knowledge(PUBLIC).candidates(item.token))
    return tuple(Button(stage.title(name), Name(name), group=stage.reveals) for name in names)


def _answers(stage: Stage, play: AnyPlay) -> list[Button]:
    decision = decision_of(play)
    buttons = []
    for choice in stage.offered(play, decision) if decision else ():
        words, text = stage.wording(play, choice), play.write(choice)
        _, _, about = titled(stage, " ".join(text.split()[:2])).partition(" ")
        buttons.append(
            Button(words.label, Say(text, asks=stage.untold(choice)), tile=words.tile, group=words.group, about=about)
        )
    for words, card in stage.showable(play):
        buttons.append(Button(words.label, Show(card), group=words.group))
    return buttons


def _aim(stage: Stage, play: AnyPlay) -> list[Button]:
    decision = decision_of(play)
    if not stage.is_sensed or decision is None or decision.seat < 0 or not stage.aims(play):
        return []
    return [Button("Aim at the table", Aim(), "Y", stage.aim_words(decision))]


def _interruptions(stage: Stage, floor: Floor) -> list[Button]:
    """What whoever goes on may say, and what may be said before: where both sound the same, with who says it."""
    assert floor.following is not None
    asked = decision_of(floor.following)
    who = floor.following.seats[asked.seat] if asked is not None and asked.seat >= 0 else ""
    before = [
        replace(button, label=f"{button.group} {button.label}", group=OUT_OF_TURN)
        for button in _answers(stage, floor.play)
    ]
    taken = {button.command for button in before}
    return [
        replace(button, command=button.command._replace(text=f"{who}: {button.command.text}"))
        if who and isinstance(button.command, Say) and button.command in taken
        else button
        for button in _answers(stage, floor.following)
    ] + before


def asked(stage: Stage, floor: Floor, question: Question, lit: int | None, words: Words) -> Prompt:
    """Return the question which of several answers was meant; ``lit`` is the candidate whose light is lit."""
    buttons = [
        Button(
            question.labels[at] if question.labels else _capital(titled(stage, words(choice))),
            Pick(at),
            str(at + 1) if at < 9 else "",
            tile=tile_of(stage, floor, choice),
        )
        for at, choice in enumerate(question.candidates)
        if not isinstance(choice, Unchanged)
    ]
    is_either = Unchanged() in question.candidates
    buttons.append(Button(NOTHING if is_either else "None of these", Pick(-1), "N"))
    detail = f"{question.why} {_how_to_say(stage, question, lit)}"
    title = "Which card do you mean?" if question.cards else "Which one did you mean?"
    is_back = [isinstance(choice, TakenBack) for choice in question.candidates if not isinstance(choice, Unchanged)]
    return Prompt(
        "ask",
        title,
        detail,
        seat_of(floor),
        tuple(buttons),
        lit,
        may_be_back=any(is_back) and not all(is_back),
        may_be_nothing=is_either,
    )


def _how_to_say(stage: Stage, question: Question, lit: int | None) -> str:
    """Return how to answer a question: by *yes*, unless its candidates share a light."""
    if lit is not None:
        return YES_OR_NO if Unchanged() in question.candidates else YES_PICKS
    no_things = TakenBack | Unchanged | Instead | Later
    things = [stage.thing(choice) for choice in question.candidates if not isinstance(choice, no_things)]
    if stage.profile.pads and not question.is_shown and len(set(things)) > 1:
        return "Hold the piece to the Play pad, or choose on the screen."
    return "Choose on the screen."


def tile_of(stage: Stage, floor: Floor, choice: Any) -> int | None:
    """Return the tile that a candidate is about, if there is one."""
    if isinstance(choice, TakenBack):
        return None
    if isinstance(choice, Instead):
        choice = choice.choice
    is_later = isinstance(choice, Later)
    return stage.wording(floor.main if is_later else floor.play, choice.choice if is_later else choice).tile


def seat_of(floor: Floor) -> int | None:
    """Return the seat that is asked."""
    item = asked_of(floor.main)
    return item.seat if item else None


def aiming(floor: Floor, aim: Aiming, now: int, title: str = "") -> Prompt:
    """Return what can be aimed with."""
    buttons = []
    for at, target in enumerate(aim.targets):
        buttons.append(Button(target.label, Pick(at), str(at + 1) if at < 9 else "", tile=target.tile))
    buttons.append(Button("Leave", Leave(), "N"))
    detail = YES_PICKS if aim.is_by_light else "Choose on the screen."
    tiles = {target.tile for target in aim.targets if target.tile is not None}
    if len(tiles) > 1 or (tiles and aim.is_by_light):
        detail = f"Lift one of the lit pieces for a moment and put it back, or {detail[:1].lower()}{detail[1:]}"
    if aim.was_brief:
        detail = f"That was too brief to be meant. {detail}"
    return Prompt("aim", title or "Aim", detail, seat_of(floor), tuple(buttons), aim.lit(now))


def wanted(stage: Stage, floor: Floor, wanted: Wanted) -> Prompt:
    """Return what has to be shown before an answer is complete."""
    buttons = [Button(stage.title(card), Show(card), group="Shown") for card in wanted.cards]
    buttons.append(Button("Leave it", Leave(), "N"))
    return Prompt("reveal", wanted.title, wanted.detail, seat_of(floor), tuple(buttons))


def owed(stage: Stage, floor: Floor, item: Reveal, house: str | None) -> Prompt:
    """Return the prompt for cards that a seat has drawn and that have to be told."""
    play = floor.play
    left = sum(isinstance(other, Reveal) and other.seat == item.seat for other in play.waiting)
    who = play.seats[item.seat].capitalize()
    cards = f"{left} card{'s' if left > 1 else ''}"
    if house is not None:
        how = (
            "Tap them on the Play pad, or choose their names here."
            if stage.profile.pads
            else "Choose their names here."
        )
        detail = f"{house.capitalize()} has to know its cards. {how}"
        return Prompt("reveal", f"Show {who}'s {cards}", detail, item.seat, _names(stage, play, item))
    button = Button("Tap only what is needed", Taps("needed"))
    detail = "Every card is tapped: hold it to play with its back up. Nobody is told what it is."
    return Prompt("reveal", f"{who}: tap the {cards} that you drew", detail, item.seat, (button,))


def waiting(stage: Stage, floor: Floor, verdict: Wait, house: str | None = None) -> Prompt:
    """Return that something is under way; the buttons stay where they are. Nobody answers for a house player."""
    seat, title, _ = stage.question(floor.main)
    ordinary = turn(stage, floor, house)
    buttons = ordinary.buttons if ordinary.kind in ("turn", "reveal") else ()
    buttons += (_take_back(),) if verdict.back else ()
    detail = f"{_capital(verdict.why)}."
    if verdict.hint is None:
        return Prompt("wait", title, detail, seat, buttons)
    step = verdict.hint.step
    towards = "If it was a mistake" if verdict.hint.is_back else "To finish it"
    words = instruction(stage, step)
    return Prompt("wait", title, f"{detail} {towards}, {words[:1].lower()}{words[1:]}", seat, buttons, step=step)


def doubting(stage: Stage, prompt: Prompt, verdict: Verdict) -> Prompt:
    """Return a prompt that also offers to say where that lies which seems to be in a hand for long."""
    if not isinstance(verdict, Wait) or not verdict.lacking:
        return prompt
    names = " and ".join(stage.profile.tiles[tile].name for tile in verdict.lacking)
    detail = f"{prompt.detail} If nothing was taken off {names}, say so."
    return replace(prompt, detail=detail, buttons=(*prompt.buttons, *(_lies(stage, at) for at in verdict.lacking)))


def guided(stage: Stage, floor: Floor, verdict: Guide, can_undo: bool, why: str = "") -> Prompt:
    """Return the one next thing to mend; ``why``: the rule that what was done breaks."""
    detail = instruction(stage, verdict.step)
    more = f" ({verdict.remaining} steps in all)" if verdict.remaining > 1 else ""
    buttons = [
        Button("Take the position from the table", TableIsRight(), "T", "The table is right, the books are wrong.")
    ]
    buttons += _vouching(stage, verdict.step)
    if can_undo:
        buttons.append(_take_back())
    title = "Finish the move" if verdict.is_owed else "Table and rules disagree"
    return Prompt(
        "guide",
        title,
        f"{detail}{more} {why}".rstrip(),
        seat_of(floor),
        tuple(buttons),
        step=verdict.step,
        is_owed=verdict.is_owed,
    )


def _take_back() -> Button:
    return Button("Take back the last answer", Undo(with_names=True))


def hinted(prompt: Prompt, *hints: str) -> Prompt:
    """Return a prompt that also says what the table cannot feel, where an answer is waited for."""
    if prompt.kind not in ("turn", "reveal", "wait") or not any(hints):
        return prompt
    return replace(prompt, detail=" ".join(filter(None, (prompt.detail, *hints))))


def _vouching(stage: Stage, step: Step) -> list[Button]:
    """Return what to say if a tile asks for what has been done: its reeds may be broken."""
    found = [_lies(stage, step.target)] if step.target is not None else []
    if step.source is not None and step.source != step.target:
        label = f"{stage.profile.tiles[step.source].name} is correct"
        found.append(Button(label, Vouch(step.source), detail=ASKS_INSTEAD, tile=step.source))
    return found


def _lies(stage: Stage, tile: int) -> Button:
    label = f"It lies on {stage.profile.tiles[tile].name} already"
    return Button(label, Vouch(tile), detail=ASKS_INSTEAD, tile=tile)


def instruction(stage: Stage, step: Step) -> str:
    """Return a step as a sentence."""
    tiles = stage.profile.tiles
    source = tiles[step.source].name if step.source is not None else ""
    target = tiles[step.target].name if step.target is not None else ""
    return stage.instruction(step.kind, step.name, source, target, step.mask)


def titled(stage: Stage, text: str) -> str:
    """Return an answer in the game's notation with the titles of the cards; who gives it may stand before it."""
    return INSTEAD_OF.join(_titled(stage, said) for said in text.split(INSTEAD_OF))


def _titled(stage: Stage, text: str) -> str:
    who, colon, said = text.rpartition(BY)
    return f"{who}{colon}{stage.titled(said)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
