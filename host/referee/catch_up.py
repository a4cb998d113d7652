"""Two answers that were done before the first one was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.referee.foresight import Foresight, Outcome
from host.referee.outlook import Outlook
from host.referee.signatures import area, pack, tiles_of
from host.referee.sliding import mask
from host.referee.verdicts import Answer
from host.table import Snapshot

Pair = tuple[Answer, Answer]
Rank = tuple[bool, int, int]
Shown = Mapping[int, int]
"""What a table showed on its way to what it shows now; 0 is what came last before that, 1 what came before 0."""


def catch_up(foresight: Foresight, seen: int, keep: int, shown: Shown, most: int) -> list[Pair]:
    """Return the likeliest pairs of answers that lead to ``seen``.

    Of two that were shown, the later one is likelier: a thing slides through places where it does not stay.
    """
    found: list[Pair] = []
    rank_found: Rank = (True, 0, 0)
    for outcome in _likely(foresight, seen, shown)[:most]:
        rank = _rank(outcome, seen, shown)
        if found and rank > rank_found:
            break
        found += pairs_after([outcome], foresight.outlook, seen, keep)
        rank_found = rank
    return found


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
    """Return first answers that explain some of the difference: those that were shown, then the nearest."""
    differs = foresight.before ^ seen
    overlapping = [
        outcome
        for outcome in foresight.outcomes
        if outcome.delta & differs and _was_left(foresight.before & ~outcome.after & seen, shown)
    ]
    return sorted(overlapping, key=lambda outcome: _rank(outcome, seen, shown))


def _was_left(reeds: int, shown: Shown) -> bool:
    """Tell whether these reeds were seen to be open, if there are any: what comes back was away."""
    return not reeds or any(not state & reeds for state in shown)


def _rank(outcome: Outcome, seen: int, shown: Shown) -> Rank:
    return outcome.after not in shown, (outcome.after ^ seen).bit_count(), shown.get(outcome.after, 0)


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


def shown_on_the_way(snapshot: Snapshot, since: int, keep: int) -> Shown:
    """Return every state of the table after ``since``, unrolled from the touches.

    What followed once the table had shown what it shows now, such as a thing that hops, tells the least.
    """
    state = bytearray(snapshot.tiles)
    seen = pack(bytes(state)) & keep
    shown: list[int] = []
    completed = 0  # how many states followed since the table first showed this
    for touch in reversed(snapshot.touches):
        if touch.at < since:
            break
        state[touch.tile] = touch.before
        shown.append(pack(bytes(state)) & keep)
        completed = len(shown) if shown[-1] == seen else completed
    latest_first = dict.fromkeys((*shown[completed:], *shown[:completed]))
    return {packed: age for age, packed in enumerate(latest_first)}
