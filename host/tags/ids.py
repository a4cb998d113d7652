"""What a card may be called on a tag."""

from __future__ import annotations

import re

MAX_CARD = 24
"""Bytes of a card's id that a board keeps."""
CARD = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")


def is_card(text: str) -> bool:
    """Whether a text can be the id of a card.

    >>> is_card("blue.gun-3"), is_card("Gun 3")
    (True, False)
    """
    return len(text) <= MAX_CARD and CARD.fullmatch(text) is not None
