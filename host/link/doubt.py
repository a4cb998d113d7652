"""A state that is never confirmed: when has it lasted too long to be put down to a bad line?"""

from __future__ import annotations

from host.link import complaints
from host.link.complaints import Complaints

LONG_MS = 3_000
LOOKS = 6  # PONGs that must show it: a computer that has slept has seen nothing meanwhile


class Doubt:
    """Looks at every PONG. Whatever is in doubt for three seconds, though the board answers, is said."""

    def __init__(self, complaints: Complaints) -> None:
        self.is_confirmed = False  # the digest fitted the last time that it could be compared
        self._complaints = complaints
        self._reached = 0
        self._since: dict[str, tuple[int, int]] = {}  # what is in doubt → when that began, and looks since

    def begin(self) -> None:
        """A session begins."""
        self.is_confirmed = False
        self._reached = 0
        self._since.clear()

    def excuse(self) -> None:
        """Our own side stands in the way: the disk is full."""
        self._since.clear()

    def look(self, now: int, *, reached: int, head: int, is_repairing: bool, fits: bool | None) -> None:
        """Take what a PONG has shown; ``fits`` is None if the digest could not be compared."""
        if fits is not None:
            self.is_confirmed = fits
        is_stuck = head > reached == self._reached
        self._reached = reached
        if self._lasts("events", is_stuck, now):
            self._complaints.say("events", complaints.withheld(head, reached))
        if self._lasts("snapshot", is_repairing, now):
            self._complaints.say("snapshot", complaints.no_snapshot())
        is_unexplained = fits is False and not self._complaints.has("state")
        if fits is not None and self._lasts("digest", is_unexplained, now):
            self._complaints.say("digest", complaints.wrong_digest())

    def _lasts(self, topic: str, is_so: bool, now: int) -> bool:
        if not is_so:
            self._since.pop(topic, None)
            return False
        since, before = self._since.get(topic, (now, 0))
        looks = before + 1
        self._since[topic] = since, looks
        return now - since >= LONG_MS and looks >= LOOKS
