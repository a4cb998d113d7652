"""Why a card of Loot Trap that is held to the Play pad answers nothing."""

from __future__ import annotations

from engines.core import AnyPlay, Decision
from engines.core.entries import Answer
from engines.loot.box import Box
from host.stage.base import Stage
from host.stage.heard import Shown


def refusal(stage: Stage, play: AnyPlay, shown: Shown) -> str:
    """Return the reason as a sentence; nothing for a card that lies open, or that never is in a hand."""
    decision = next((item for item in play.waiting if isinstance(item, Decision)), None)
    is_open = shown.token >= 0 and stage.seat_of(play, shown.token) is None
    box: Box = play.game.box  # type: ignore[attr-defined]
    if decision is None or decision.kind == "found" or is_open or shown.name not in box.number:
        return ""
    title = stage.title(shown.name)
    if decision.kind == "window":
        return f"{title} cannot be played out of turn. Only cards with that icon can."
    if decision.kind == "action":
        return f"{title}: {_forbidden(box, play, decision, box.number[shown.name])}"
    _, asked, _ = stage.question(play)
    return f"{title} has no use at the Play pad now. {asked.removesuffix('?')}."


def _forbidden(box: Box, play: AnyPlay, decision: Decision, face: int) -> str:
    """Return the rule that forbids to use a card as an action, as a sentence."""
    problem = play.verify(Answer(decision.id, box.bank(face) if box.is_loot[face] else ("play", face)))
    return f"{problem.sentence} ({problem.rule})" if problem else ""
