"""Who looks at a play. Seats are 0, 1, …; three more viewers have numbers of their own."""

from __future__ import annotations

WORLD = -1
"""Not a player: chance, or a person at the table who reports what fell."""
PUBLIC = -2
"""What every player at the table is allowed to know: screens, voices, lights."""
HOST = -3
"""What the sensors told, secrets included; it never leaves the host."""


def may_see(viewer: int, audience: tuple[int, ...] | None) -> bool:
    """Tell whether a viewer belongs to an audience; None is everybody, and the host sees all."""
    return audience is None or viewer == HOST or viewer in audience


def either(some: tuple[int, ...] | None, others: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return the audience that has everybody of two audiences; None is everybody."""
    return None if some is None or others is None else tuple(sorted({*some, *others}))
