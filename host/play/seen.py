"""What tells a card to the rules, and who has seen it."""

from __future__ import annotations

from engines.core import Reveal
from engines.core.entries import Observed

_PRIVATE = ("hand", "bench", "look")


def observed(item: Reveal, card: str) -> Observed:
    """Return what tells a card: what is in a hand or on a bench only its owner sees."""
    return Observed(item.token, card, (item.seat,) if item.zone in _PRIVATE else None)
