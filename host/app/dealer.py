"""The virtual table keeps itself in order: it deals, shows what was drawn to the pad, and moves for house players."""

from __future__ import annotations

from PyQt6.QtCore import QObject, pyqtSignal

from host.app.hands import VirtualHands
from host.app.wishes import PERSON
from host.play.commands import Command, GoTo, Name, Redo, Say, Undo
from host.play.picture import Picture


class Dealer(QObject):
    """Follows the pictures of a game with the hands of a virtual table.

    What a person does wrong with the mouse is left for that person to mend. What was said on the screen, taken back,
    or decided by a house player, hands carry out by themselves. A drawn piece is laid on the play pad, whose reader
    tells its name.

    Signals:
        told: a Command: at a table without that pad, the name of a piece that was turned over.
    """

    told = pyqtSignal(object)

    def __init__(self, hands: VirtualHands) -> None:
        super().__init__()
        self._hands = hands
        self._picture: Picture | None = None
        self._revealed: tuple[object, ...] = ()
        self._is_owed = False
        hands.idle.connect(self._settle)

    def note(self, command: Command) -> None:
        """Something was said on the screen: the table will have to follow."""
        if isinstance(command, Say | Undo | Redo | GoTo):
            self._is_owed = True

    def take(self, picture: Picture) -> None:
        """Follow a picture."""
        is_first, self._picture = self._picture is None, picture
        if is_first:
            self._hands.lay(picture)
        self._hands.deal(picture)
        if picture.prompt.kind == "reveal":
            self._reveal(picture)
        if picture.prompt.is_owed or not self._hands.is_felt:
            self._settle()
        elif picture.prompt.kind == "turn" and not self._hands.is_busy:
            self._is_owed = False

    def help(self) -> None:
        """Put the whole table right, whoever disturbed it."""
        if self._picture is not None:
            self._hands.follow(self._picture)

    def _settle(self) -> None:
        picture = self._picture
        if picture is None:
            return
        self._hands.deal(picture)
        is_debt = picture.prompt.is_owed and (self._is_owed or _is_by_house(picture))
        if is_debt or not self._hands.is_felt:
            self._hands.follow(picture)

    def _reveal(self, picture: Picture) -> None:
        """Turn over the uppermost piece of the pile from which is drawn, and show it, once."""
        seat = picture.seats[picture.prompt.seat or 0]
        asked = (seat.name, seat.draw, len(picture.lines))
        if asked == self._revealed:
            return
        self._revealed = asked
        possible = {button.command.card for button in picture.prompt.buttons if isinstance(button.command, Name)}
        for name in self._hands.drawable(seat.name):
            card = name.partition(".")[2]
            if card in possible or not possible:
                if not self._hands.present(name):
                    self.told.emit(Name(card, "the virtual table"))
                return


def _is_by_house(picture: Picture) -> bool:
    """Tell whether the last answer that holds was a house player's."""
    for line in reversed(picture.lines):
        if line.kind == "answer" and not line.is_taken_back:
            return line.seat is not None and line.seat >= 0 and picture.seats[line.seat].player != PERSON
    return False
