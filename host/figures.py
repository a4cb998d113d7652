"""Numbers that several reports need."""

from __future__ import annotations

from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` of all lie (nearest rank); 0 for no values.

    >>> percentile([5, 1, 3], 0.5)
    3
    """
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
