"""The virtual table of SAW keeps itself in order: hands and benches follow the rules."""

from __future__ import annotations

from host.app.dealer import Dealer
from host.app.saw_hands import SawHands
from host.play.commands import Command, GoTo, Hold, Redo, Say, Undo
from host.play.picture import Picture

_BY_HAND = ("bench", "lift")


class SawDealer(Dealer):
    """Follows the pictures of a game with the hands of a virtual table; the cards themselves are told in secret."""

    def __init__(self, hands: SawHands) -> None:
        super().__init__(hands)
        self._saw_hands = hands
        hands.held.connect(lambda card: self.told.emit(Hold(card)))
        hands.said.connect(self.told)

    def note(self, command: Command) -> None:
        """What was said on the screen holds against what hands have just done."""
        is_by_hand = isinstance(command, Say) and command.text.startswith(_BY_HAND)
        if isinstance(command, Say | Undo | Redo | GoTo) and not is_by_hand:
            self._saw_hands.forget()

    def _reveal(self, picture: Picture) -> None:
        """Cards are told by themselves."""
