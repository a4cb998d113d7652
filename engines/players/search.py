"""The player that plans its whole turn and looks at what the others may reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from random import Random
from typing import NamedTuple

from engines.core import WORLD, Answer, AnyPlay, Decision
from engines.players.judge import Judge, after
from engines.players.player import Seen

NODES = 2_000
"""Positions that are judged for one answer. Not time: the same lots must give the same answer on any machine."""
PLANS = 12
"""Turns of its own whose replies the player looks at, the best ones first."""
WIDTH, REPLY_WIDTH = 8, 2
"""From so many positions within an own turn, and within a reply, it looks further."""
LONGEST = 4
"""Decisions of one turn that are planned ahead."""


class Plan(NamedTuple):
    """Some answers in a row of one seat: what they are worth to the player, the first of them, where they lead.

    ``foreseen``: once a lot has fallen, the choices that there were before it. A plan does not count on a lucky draw.
    """

    worth: float
    first: object
    play: AnyPlay
    foreseen: frozenset[object] | None = None


class Search:
    """Plans its turn on a sample, and judges the best plans by the reply that hurts most."""

    name = "Mastermind"

    def __init__(self, judge: Judge, nodes: int = NODES) -> None:
        self._judge = judge
        self._nodes = nodes

    def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
        """Return the first answer of the best plan; lots decide between equals."""
        play = seen.sample(rng)
        choices = self._judge.candidates(play, decision)
        if len(choices) > 1:
            choices = Hunt(self._judge, decision.seat, self._nodes).best(play, decision)
        return Answer(decision.id, rng.choice(choices), decision.seat)


class Hunt:
    """The search for one answer of a seat, within a number of positions that may be judged."""

    def __init__(self, judge: Judge, seat: int, nodes: int) -> None:
        self._judge = judge
        self._seat = seat
        self._left = nodes

    def best(self, play: AnyPlay, decision: Decision) -> list[object]:
        """Return the best choices: those that are equally good."""
        best, choices = -inf, list[object]()
        plans = sorted(self._turns(play, decision, WIDTH), key=lambda plan: -plan.worth)
        for plan in _distinct(plans, PLANS):
            if self._left <= 0 and choices:
                break
            worth = self._after_reply(plan, best)
            if worth > best:
                best, choices = worth, []
            if worth == best and plan.first not in choices:
                choices.append(plan.first)
        return choices

    def _turns(self, play: AnyPlay, decision: Decision, width: int) -> Iterator[Plan]:
        """Yield turns of a seat from here; those that begin best for it are looked into."""
        sign = -1 if decision.seat == self._seat else 1
        begun = [Plan(0.0, None, play)]
        for length in range(1, LONGEST + 1):
            further = []
            for start in begun[:width]:
                for plan in self._next(start, decision if length == 1 else start.play.decision):
                    if length < LONGEST and _decides(plan.play, decision.seat):
                        further.append(plan)
                    else:
                        yield plan
            begun = sorted(further, key=lambda plan: sign * plan.worth)

    def _next(self, plan: Plan, decision: Decision) -> Iterator[Plan]:
        choices = self._judge.candidates(plan.play, decision)
        if plan.foreseen is not None:
            choices = [choice for choice in choices if choice in plan.foreseen] or choices
        for choice in choices:
            play = after(plan.play, decision, choice)
            self._left -= 1
            first = choice if plan.first is None else plan.first
            foreseen = frozenset(choices) if len(play.seen) > len(plan.play.seen) else plan.foreseen
            yield Plan(self._judge.worth(play, self._seat), first, play, foreseen)

    def _after_reply(self, plan: Plan, bound: float) -> float:
        """Return what a plan is worth after the reply that hurts most; how far it is below the bound is no matter."""
        asked = plan.play.waiting[0] if plan.play.waiting else None
        if not isinstance(asked, Decision) or asked.seat in (self._seat, WORLD):
            return plan.worth
        worth = inf
        for reply in self._turns(plan.play, asked, REPLY_WIDTH):
            worth = min(worth, reply.worth)
            if worth < bound:
                break
        return worth


def _decides(play: AnyPlay, seat: int) -> bool:
    """Tell whether a seat decides again: its turn goes on."""
    waiting = play.waiting
    return bool(waiting) and isinstance(waiting[0], Decision) and waiting[0].seat == seat


def _distinct(plans: Iterable[Plan], most: int) -> list[Plan]:
    """Return the first plans, without those that lead where an earlier one leads."""
    kept: dict[str, Plan] = {}
    for plan in plans:
        kept.setdefault(plan.play.digest(), plan)
        if len(kept) == most:
            break
    return list(kept.values())
