"""Two answers that were done before the first one was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from host.referee.foresight import Foresight, Outcome
from host.referee.outlook import Outlook
from host.referee.signatures import area, pack, tiles_of
from host.referee.sliding import mask
from host.referee.verdicts import Answer
from host.table import Snapshot

Pair = tuple[Answer, Answer]
Rank = tuple[int, ...]


class Age(NamedTuple):
    """When a table showed something on its way: 0 is what came last, 1 what came before that."""

    number: int
    is_brief: bool = True  # it did not rest long enough to be an answer


Shown = Mapping[int, Age]
"""What a table showed on its way to what it shows now."""


def catch_up(foresight: Foresight, seen: int, keep: int, shown: Shown, most: int) -> list[Pair]:
    """Return the likeliest pairs of answers that lead to ``seen``.

    What rested is likelier than what was shown briefly. Of two that were shown, the later one is likelier: a thing
    slides through places where it does not stay.
    """
    likely = _likely(foresight, seen, shown)[:most]
    for _, outcomes in groupby(likely, key=lambda outcome: _rank(outcome, seen, shown)):
        if pairs := pairs_after(outcomes, foresight.outlook, seen, keep):
            return pairs
    return []


def pairs_after(outcomes: Iterable[Outcome], outlook: Outlook, seen: int, keep: int) -> list[Pair]:
    """Return the pairs of answers that lead to ``seen`` if the first one is among these."""
    firsts = [(outcome, first) for outcome in outcomes for first in outcome.answers]
    return [
        (first, second) for outcome, first in firsts for second in _seconds(outcome, outlook.after(first), seen, keep)
    ]


def is_clear(pairs: list[Pair]) -> bool:
    """Tell whether all pairs are the same two answers, in whatever order."""
    first, second = pairs[0]
    return all(pair in ((first, second), (second, first)) for pair in pairs)


def first_answers(pairs: list[Pair]) -> tuple[Answer, ...]:
    """Return each answer that may have been the first; only one if every pair may begin with it.

    A piece that was built and then turned with its ship was not built where it lies now: which came first matters.
    """
    firsts: list[Answer] = []
    for first, _ in pairs:
        if all(pair[0] == first or (pair[1] == first and pair[::-1] in pairs) for pair in pairs):
            return (first,)
        if first not in firsts:
            firsts.append(first)
    return tuple(firsts)


def _likely(foresight: Foresight, seen: int, shown: Shown) -> list[Outcome]:
    """Return first answers that explain some of the difference: those that were shown, then the nearest.

    Nothing may be left of one that rested: what it brought has gone on with the second answer.
    """
    differs = foresight.before ^ seen
    overlapping = [
        outcome
        for outcome in foresight.outcomes
        if (outcome.delta & differs or _has_rested(outcome, shown))
        and _was_left(foresight.before & ~outcome.after & seen, shown)
    ]
    return sorted(overlapping, key=lambda outcome: _rank(outcome, seen, shown))


def _was_left(reeds: int, shown: Shown) -> bool:
    """Tell whether these reeds were seen to be open, if there are any: what comes back was away."""
    return not reeds or any(not state & reeds for state in shown)


def _has_rested(outcome: Outcome, shown: Shown) -> bool:
    age = shown.get(outcome.after)
    return age is not None and not age.is_brief


def _rank(outcome: Outcome, seen: int, shown: Shown) -> Rank:
    """Return how likely it is that this came first: the less the likelier."""
    age, distance = shown.get(outcome.after), (outcome.after ^ seen).bit_count()
    return (True, distance) if age is None else (False, age.is_brief, distance, age.number)


def _seconds(first: Outcome, outlook: Outlook | None, seen: int, keep: int) -> list[Answer]:
    """Return the answers that lead to ``seen`` after a first one; what that left to do may be done or not."""
    if outlook is None:
        return []
    fitting = (seen, _paid(first.after, pack(outlook.scene.signature) & keep, seen))
    outcomes = outlook.outcomes.items()
    return [answer for signature, answers in outcomes if pack(signature) & keep in fitting for answer in answers]


def _paid(shown: int, expected: int, seen: int) -> int:
    """Return ``seen`` as if all were done that was left to do when ``shown`` should have become ``expected``.

    Only what still shows exactly what it did then is owed.
    """
    owed = area(tile for tile in tiles_of(shown ^ expected) if mask(shown, tile) == mask(seen, tile))
    return seen & ~owed | expected & owed


def shown_on_the_way(snapshot: Snapshot, since: int, keep: int, rest_ms: int) -> Shown:
    """Return every state of the table after ``since``, unrolled from the touches.

    What followed once the table had shown what it shows now, such as a thing that hops, tells the least. What lasted
    for less than ``rest_ms`` is brief.
    """
    state = bytearray(snapshot.tiles)
    seen = pack(bytes(state)) & keep
    shown: list[int] = []
    rested: set[int] = set()
    completed = 0  # how many states followed since the table first showed this
    touches = [touch for touch in reversed(snapshot.touches) if touch.at >= since]
    begun = [*(touch.at for touch in touches[1:]), since]
    for touch, at in zip(touches, begun, strict=False):
        state[touch.tile] = touch.before
        shown.append(pack(bytes(state)) & keep)
        if touch.at - at >= rest_ms:
            rested.add(shown[-1])
        completed = len(shown) if shown[-1] == seen else completed
    latest_first = dict.fromkeys((*shown[completed:], *shown[:completed]))
    return {packed: Age(number, packed not in rested) for number, packed in enumerate(latest_first)}
