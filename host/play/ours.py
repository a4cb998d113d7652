"""Which board is the table's? What the links tell of others does not concern the game."""

from __future__ import annotations

from host.link import Connected, Happening, Lost, Refused, Troubled


class OurBoard:
    """The board of one table: the first that connects, known by its serial number from then on.

    It may restart, and it may come back through another link. Another board is a stranger wherever it is plugged in,
    also at a port that was ours. Ask in one thread, in the order in which the links have told: what a link has told is
    then never judged by what another thread made of something later.
    """

    def __init__(self) -> None:
        self.uid = ""  # its serial number, or empty before the first session
        self.link = ""  # the link through which it is connected now, or empty

    @property
    def is_connected(self) -> bool:
        """Whether a session with it is on."""
        return bool(self.link)

    def concerns(self, link: str, happening: Happening) -> bool:
        """Take note of what a link tells, and return whether it is about our board."""
        if isinstance(happening, Connected):
            return self._has_connected(link, happening.uid)
        if isinstance(happening, Lost | Refused):
            return self._is_away(link, happening)
        if isinstance(happening, Troubled) and not happening.uid:
            return self.link in ("", link)
        return happening.uid == self.uid

    def _has_connected(self, link: str, uid: str) -> bool:
        self.uid = self.uid or uid
        if uid == self.uid:
            self.link = link
        return uid == self.uid

    def _is_away(self, link: str, happening: Lost | Refused) -> bool:
        if isinstance(happening, Lost) and happening.uid != self.uid:
            return False
        if self.link not in ("", link):  # the board has come back through another link since, or was there all the time
            return False
        self.link = ""
        return True
