"""What a private pad reads is nobody's business but its owner's: facts without it.

That something lies on a pad everybody can see; which tag it is stays hidden. The tag table is hidden as a whole: an
entry that is told just before a private pad names it would give the card away.
"""

from __future__ import annotations

from firmware import wire
from hardware.profiles.model import Profile

HIDDEN = 0
"""What stands in the place of an entry of the tag table."""


class Veil:
    """Hides what private pads read; without a profile, which of them are private is not known, and all are."""

    def __init__(self, profile: Profile | None) -> None:
        self._public = frozenset(pad.index for pad in profile.pads if not pad.is_private) if profile else frozenset()

    def hide(self, kind: int, src: int, data: bytes) -> bytes:
        """Return what everybody may know of a fact's data."""
        if kind in (wire.TAG, wire.TEXT):
            return b""
        if kind == wire.PAD and src not in self._public:
            return data[:1] + bytes((HIDDEN,)) * (len(data) - 1)
        return data
