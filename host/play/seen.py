"""What tells a card to the rules, and who has seen it."""

from __future__ import annotations

from engines.core import Reveal
from engines.core.entries import Observed

_PRIVATE = ("hand", "bench", "look", "field")  # what is told of the field, one seat looks at


def observed(item: Reveal, card: str) -> Observed:
    """Return what tells a card: what is in a hand, on a bench or looked at only one seat sees."""
    return Observed(item.token, card, (item.seat,) if item.zone in _PRIVATE else None)
