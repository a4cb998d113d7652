"""Restarts on request: a board that restarts at once may take its answer with it."""

from __future__ import annotations

from host.link.requests import Done, Outcome


class Reboots:
    """Judges the reboots that were sent but not answered.

    A session that ends upon one has ended because of it; a board that goes on in the same session has not obeyed.
    Whether it comes back, and as what, its next boot_id tells.
    """

    def __init__(self) -> None:
        self._open: list[tuple[Done, Outcome]] = []

    def judged(self, done: Done) -> Done:
        """Return the callback for the request itself; ``done`` gets the verdict, exactly once."""

        def heard(outcome: Outcome, now: int) -> None:
            if outcome.is_open:
                self._open.append((done, outcome))
            else:
                done(outcome, now)

        return heard

    def is_still_there(self, now: int) -> None:
        """The board has spoken in the same session."""
        while self._open:
            done, outcome = self._open.pop()
            done(outcome, now)

    def ended(self, now: int) -> None:
        """The session is over."""
        while self._open:
            done, _ = self._open.pop()
            done(Outcome(True), now)
