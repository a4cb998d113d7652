"""What there is to see of a game at one moment: which prompt comes first, and what the lights say with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engines.core import Reveal
from hardware.profiles.model import Profile
from host.play import prompts
from host.play.floor import Floor, is_revealing
from host.play.picture import Prompt
from host.play.prompts import INSTEAD_OF
from host.play.question import Question
from host.referee.aiming import Aiming
from host.referee.verdicts import Guide, Instead, TakenBack, Unchanged, Verdict, Wait
from host.stage.base import Cue, Stage
from host.stage.heard import Wanted

SHOW_PAD = "play"  # the pad to which players show what they use


@dataclass(frozen=True, slots=True)
class Sight:
    """A moment of a game. ``house`` is the house player whose turn it is; ``hurt`` what has just been damaged.

    ``wanted`` has to be shown before an answer is complete, ``owed`` is a card that is to be told, and ``armed`` are
    the lights of what is aimed with, and ``title`` what that is for. ``why`` is the rule that a wrong table breaks.
    """

    stage: Stage
    floor: Floor
    verdict: Verdict
    question: Question | None
    aiming: Aiming | None
    hurt: Cue
    house: str | None
    goes_on: bool
    can_undo: bool
    now: int
    wanted: Wanted | None = None
    owed: Reveal | None = None
    armed: tuple[int, ...] = ()
    title: str = ""
    why: str = ""

    def prompt(self) -> Prompt:
        """Return what is asked: a table that is wrong comes first, then questions, then what the table owes."""
        verdict, stage, floor = self.verdict, self.stage, self.floor
        is_guided = isinstance(verdict, Guide) and bool(
            floor.play.waiting
        )  # at the end of a game nobody has to tidy up
        if isinstance(verdict, Guide) and is_guided and not verdict.is_owed:
            return prompts.guided(stage, floor, verdict, self.can_undo, self.why)
        if self.question is not None:
            asked_of, last = self.question.before or floor, self.question.last
            lit = self.question.walk.lit(self.now) if is_by_light(stage, floor, self.question) else None
            return prompts.asked(stage, asked_of, self.question, lit, partial(worded, asked_of, last=last))
        if self.aiming is not None:
            return prompts.aiming(floor, self.aiming, self.now, self.title)
        if isinstance(verdict, Guide) and is_guided:
            return prompts.guided(stage, floor, verdict, self.can_undo)
        if self.wanted is not None:
            return prompts.wanted(stage, floor, self.wanted)
        if self.owed is not None:
            return prompts.owed(stage, floor, self.owed, self.house)
        if isinstance(verdict, Wait) and floor.play.waiting and not is_revealing(floor.play):
            return prompts.doubting(stage, prompts.waiting(stage, floor, verdict, self.house), verdict)
        return prompts.doubting(stage, prompts.turn(stage, floor, self.house, self.goes_on), verdict)

    def cue(self, prompt: Prompt) -> Cue:
        """Return what the lights have to say besides the state of the game."""
        if prompt.kind in ("ask", "aim"):
            lights = self._lights_in_question()
            lit = lights[prompt.lit] if prompt.lit is not None and prompt.lit < len(lights) else None
            found = tuple(light for light in lights if light is not None)
            return replace(self.hurt, candidates=found, lit=lit, armed=self.armed)
        if prompt.kind == "guide" and prompt.step is not None:
            step = prompt.step
            if not prompt.is_owed:
                return Cue(mend=step.source if step.source is not None else step.target)
            return replace(self.hurt, put=step.target, take=step.source)
        if prompt.kind == "wait" and prompt.step is not None:
            return replace(self.hurt, put=prompt.step.target, take=prompt.step.source)
        if prompt.kind == "reveal":
            pads = self.stage.profile.pads
            return replace(self.hurt, show=next((pad.index for pad in pads if pad.name == SHOW_PAD), None))
        return self.hurt

    def _lights_in_question(self) -> list[int | None]:
        if self.question is None and self.aiming is not None:
            return [target.light for target in self.aiming.targets]
        return lights_in_question(self.stage, self.floor, self.question) if self.question is not None else []


def lights_in_question(stage: Stage, floor: Floor, question: Question) -> list[int | None]:
    """Return the light of each candidate, but for that nothing has happened.

    What has no place of its own, such as a take-back, is shown at the seat: no *yes* in the dark.
    """
    asked_of, profile = question.before or floor, stage.profile
    choices = (choice for choice in question.candidates if not isinstance(choice, Unchanged))
    tiles = [prompts.tile_of(stage, asked_of, choice) for choice in choices]
    spare = seat_light(profile, prompts.seat_of(asked_of))
    count = len(profile.tiles)  # a board on the screen alone has no lights
    return [profile.tile_light(tile) if tile is not None and tile < count else spare for tile in tiles]


def is_by_light(stage: Stage, floor: Floor, question: Question) -> bool:
    """Tell whether each candidate has a light of its own, so that *yes* can pick the one that is lit."""
    lights = lights_in_question(stage, floor, question)
    return None not in lights and len(set(lights)) == len(lights)


def seat_light(profile: Profile, seat: int | None) -> int | None:
    """Return the light of a seat for what has no place of its own."""
    return profile.seat_light(seat, "limb", 0) if seat is not None and 0 <= seat < len(profile.seats) else None


def worded(floor: Floor, choice: Any, last: str = "") -> str:
    """Return a candidate in words; ``last`` is the answer that it would replace."""
    if isinstance(choice, TakenBack):
        return f"take back {choice.answers} answer{'s' if choice.answers > 1 else ''}"
    if isinstance(choice, Unchanged):
        return "nothing"
    if isinstance(choice, Instead):
        return f"{choice.text}{INSTEAD_OF}{choice.last}"
    return f"{floor.write(choice)}{INSTEAD_OF}{last}" if last else floor.write(choice)


def meanings(floor: Floor, question: Question) -> tuple[str, ...]:
    """Return what each button of a question means, in the game's notation."""
    asked_of = question.before or floor
    found = (choice for choice in question.candidates if not isinstance(choice, Unchanged))
    return tuple(worded(asked_of, choice, question.last) for choice in found)
