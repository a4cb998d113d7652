"""The virtual table of Loot Trap deals hands, and shows to the pad what is revealed."""

from __future__ import annotations

from host.app.dealer import Dealer
from host.app.loot_hands import LootHands
from host.play.commands import Hold, Name, Say
from host.play.picture import Picture

VIRTUAL = "the virtual table"
_ROLL = "roll-"
_BY_HAND = ("move", "hop")  # whoever moves a pawn with the mouse turns the tray too


class LootDealer(Dealer):
    """Follows the pictures of a game with the hands of a virtual table."""

    def __init__(self, hands: LootHands) -> None:
        super().__init__(hands)
        self._loot_hands = hands
        hands.held.connect(lambda card: self.told.emit(Hold(card)))

    def take(self, picture: Picture) -> None:
        """Follow a picture; once the table lies as it should, show what the picture asks for."""
        self._is_owed = self._is_owed or (picture.prompt.is_owed and _is_by_rules(picture))
        super().take(picture)
        if self._revealed and _asked(picture) != self._revealed:
            self._loot_hands.withdraw()
        if picture.due and picture.prompt.kind in ("reveal", "turn"):
            self._show(picture)

    def _reveal(self, picture: Picture) -> None:
        """What has to be shown stands in the picture."""

    def _show(self, picture: Picture) -> None:
        asked = _asked(picture)
        if asked == self._revealed:
            return
        self._revealed = asked
        if self._loot_hands.present(picture.due):
            return
        is_roll = picture.due.startswith(_ROLL)
        self.told.emit(Say(f"roll {picture.due.removeprefix(_ROLL)}") if is_roll else Name(picture.due, VIRTUAL))


def _asked(picture: Picture) -> tuple[object, ...]:
    """Return what tells one card that has to be shown from the next; a board that comes back is shown it again."""
    return picture.due, len(picture.lines), picture.is_linked


def _is_by_rules(picture: Picture) -> bool:
    """Tell whether the table owes what the rules did, and not the tray of a pawn that somebody moved."""
    last = next((line for line in reversed(picture.lines) if not line.is_taken_back), None)
    return last is not None and not (last.kind == "answer" and last.text.split()[0] in _BY_HAND)
