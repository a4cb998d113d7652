"""A tile whose reeds say what is not so, and how it is seen that they work again. It reads no clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FaultKind = Literal["dead", "stuck"]
BACK_MS = 1_500  # so long a tile has to be right before it is believed again


@dataclass(slots=True)
class Fault:
    """``dead``: reeds do not close over what lies there. ``stuck``: reeds stay closed over nothing.

    ``shown`` are the reeds that were closed when that was found out.
    """

    tile: int
    kind: FaultKind
    shown: int
    _opened: int = 0  # reeds of these that have been open since
    _has_closed: bool = False  # another one has been closed since
    _right_since: int | None = None

    def look(self, mask: int, now: int, *, is_right: bool) -> bool:
        """Take what the tile shows, and whether that is what it should; tell whether it works again.

        A dead tile has to feel something. Of a stuck one, nobody knows which reed it is: all have to open.
        """
        self._opened |= self.shown & ~mask
        self._has_closed = self._has_closed or bool(mask & ~self.shown)
        moves = self._has_closed if self.kind == "dead" else self._opened == self.shown
        if not (moves and is_right):
            self._right_since = None
        elif self._right_since is None:
            self._right_since = now
        return self._right_since is not None and now >= self._right_since + BACK_MS

    @property
    def due(self) -> int | None:
        """When to look again though nothing changes, or None."""
        return None if self._right_since is None else self._right_since + BACK_MS

    def sentence(self, name: str) -> str:
        """Say of the tile with that name what is wrong, what it means and what to do."""
        if self.kind == "dead":
            return (
                f"{name} does not feel what lies on it. It is left out from now on: say on the screen what you do "
                "there. If its plug is loose, press it in; the tile is believed again once it feels something."
            )
        return (
            f"{name} feels something that is not there: one of its reeds is stuck. It is left out from now on: say on "
            "the screen what you do there. A light knock may free the reed; then the tile is believed again."
        )


def works_again(name: str) -> str:
    """Say of a tile that it came back."""
    return f"{name} works again: it is believed from now on."
