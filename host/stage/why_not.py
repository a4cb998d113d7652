"""Why a table cannot be as it is: the rule that the answer breaks which somebody seems to have given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.core import AnyPlay
from engines.core.entries import Answer
from engines.core.problems import Problem
from host.stage.base import Stage


def why_not(stage: Stage, play: AnyPlay, tiles: bytes, names: Sequence[str] = ()) -> str:
    """Return why what the tiles show is no answer, with its rule; empty if nobody can tell.

    ``names`` are the things that may have been used, if that is known.
    """
    if not play.waiting or not stage.is_sensed:
        return ""
    attempts = list(stage.attempts(play, tiles))
    named = [choice for choice in attempts if any(stage.uses(choice, name) for name in names)]
    problem = _nearest(_problems(play, named or attempts), stage.nearest_rules)
    return f"{problem.sentence} ({problem.rule})" if problem is not None else ""


def _problems(play: AnyPlay, choices: Iterable[object]) -> list[Problem]:
    found = (play.verify(Answer(play.waiting[0].id, choice)) for choice in choices)
    return [problem for problem in found if problem is not None and problem.rule]


def _nearest(problems: list[Problem], chain: Sequence[str]) -> Problem | None:
    """Return the one that says most: the first rule of a chain that is broken, else the most frequent one."""
    if not problems:
        return None
    rules = {problem.rule: problem for problem in reversed(problems)}
    furthest = next((rules[rule] for rule in chain if rule in rules), None)
    return furthest or Counter(problems).most_common(1)[0][0]
