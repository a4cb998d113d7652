"""A table of Loot Trap as a scene: trays, cross trays and pawns on the tiles, the backs of hands beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QObject, QPointF

from hardware.profiles.model import Profile
from host.app.board_scene import BoardScene
from host.app.loot_deck_item import DeckItem
from host.app.loot_geometry import LootGeometry
from host.app.loot_hands import LootHands, kind_of
from host.app.loot_item import CARD, LootItem
from host.app.places import Place, Where
from host.play.picture import Picture

DECK = "deck"
DECK_SCALE = 0.7


class LootScene(BoardScene):
    """Everything that is drawn of a table of Loot Trap; ``titles`` are the names of cards that lie face up."""

    def __init__(self, profile: Profile, seats: int, titles: Mapping[str, str], parent: QObject | None = None) -> None:
        self._geometry = LootGeometry(profile, seats)
        self._titles = titles
        super().__init__(profile, {}, parent, table=self._geometry)
        self._stacks.setVisible(False)
        self._deck = DeckItem(self._geometry.unit * DECK_SCALE)
        self._deck.setPos(self.table.pile(DECK) or QPointF())
        self.addItem(self._deck)

    def _show_piles(self, picture: Picture) -> None:
        self._deck.show_count(picture.seats[0].draw if picture.seats else 0)

    def _made(self, name: str) -> LootItem:
        kind = kind_of(name)
        names = [seat.name for seat in self.picture.seats] if self.picture else []
        owner = name.partition(".")[2]
        if kind == CARD:
            assert isinstance(self._hands, LootHands)
            owner = next((seat for seat, hand in self._hands.hands.items() if name in hand), "")
        return LootItem(name, names.index(owner) if owner in names else 0, kind, self._geometry.unit)

    def _dress(self, picture: Picture) -> None:
        for piece in picture.pieces:
            item = self.items_by_name.get(piece.name)
            if isinstance(item, LootItem):
                item.dress(piece.card, self._titles.get(piece.card, ""))
        self._count_cards()

    def _count_cards(self) -> None:
        hands = self._hands.hands if isinstance(self._hands, LootHands) else {}
        for hand in hands.values():
            for number, name in enumerate(hand, 1):
                item = self._item(name)
                assert isinstance(item, LootItem)
                assert isinstance(self._hands, LootHands)
                item.count(number, is_chosen=name == self._hands.chosen)

    def _follow(self, names: Sequence[str], ms: int) -> None:
        """Things were moved by hands: show them where they are, and close ranks in the hands."""
        assert isinstance(self._hands, LootHands)
        for name in names:
            self._go(name, self._hands.places[name], ms)
        for hand in self._hands.hands.values():
            for name in hand:
                if name not in names:
                    self._go(name, self._hands.places[name], 0)
        if self.picture is not None:
            self._dress(self.picture)
        self._mark()

    def _go(self, name: str, place: Place, ms: int) -> None:
        assert isinstance(self._hands, LootHands)
        item = self._item(name)
        if place.where is Where.HAND:
            return
        if place.where is Where.TILE and place.tile is not None:
            item.go(self.table.tile_centre(place.tile), place.facing, ms=ms)
        hand = next((hand for hand in self._hands.hands.values() if name in hand), [])
        if place.where is Where.RACK and name in hand:
            item.go(self.table.slot(item.seat, hand.index(name)), 0, is_small=True, ms=ms)
        item.setVisible(place.where is Where.TILE or name in hand)
