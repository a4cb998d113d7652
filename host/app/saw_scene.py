"""A table of SAW as a scene: benches, hands as backs, pads, piles and the trap that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QObject
from PyQt6.QtWidgets import QGraphicsItem

from hardware.profiles.model import Profile
from host.app.board_scene import BoardScene
from host.app.places import Place, Where
from host.app.saw_ground import SawGround
from host.app.saw_hands import SawHands
from host.app.saw_item import SawItem
from host.app.saw_layout import SawGeometry
from host.play.picture import Picture


class SawScene(BoardScene):
    """Everything that is drawn of a table of SAW; ``titles`` are the names of cards that lie face up."""

    def __init__(self, profile: Profile, seats: int, titles: Mapping[str, str], parent: QObject | None = None) -> None:
        self.geometry = SawGeometry(profile, seats)
        self._saw_ground = SawGround(self.geometry, titles)
        super().__init__(self.geometry.profile, {}, parent, table=self.geometry)
        self._stacks.setVisible(False)

    def _ground(self) -> QGraphicsItem:
        return self._saw_ground

    def _show_piles(self, picture: Picture) -> None:
        self._saw_ground.show_picture(picture, has_cards=self._hands is None)

    def _lay(self, picture: Picture) -> None:
        """At a real table the cards are where people have them."""

    def _made(self, name: str) -> SawItem:
        assert isinstance(self._hands, SawHands)
        return SawItem(name, self._hands.owner(name), self.geometry.unit)

    def _dress(self, picture: Picture) -> None:
        """Number the hands, and mark the card that is meant."""
        hands = self._hands
        if not isinstance(hands, SawHands):
            return
        numbers = {name: number for hand in hands.hands.values() for number, name in enumerate(hand, 1)}
        counts = {name: len(hand) for hand in hands.hands.values() for name in hand}
        for name, item in self.items_by_name.items():
            assert isinstance(item, SawItem)
            number, count = numbers.get(name, 0), counts.get(name, 1)
            seen = self.geometry.seen_in_hand(hands.owner(name), number - 1, count) if number else 1.0
            item.count(number, is_chosen=name == hands.chosen, seen=seen)

    def _mark(self) -> None:
        """Nothing is marked on tiles."""

    def _follow(self, names: Sequence[str], ms: int) -> None:
        assert isinstance(self._hands, SawHands)
        for name in names:
            self._go(name, self._hands.places[name], ms)
        for hand in self._hands.hands.values():
            for name in hand:
                if name not in names and name in self._hands.places:
                    self._go(name, self._hands.places[name], 0)
        if self.picture is not None:
            self._dress(self.picture)

    def _go(self, name: str, place: Place, ms: int) -> None:
        assert isinstance(self._hands, SawHands)
        item = self._item(name)
        if place.where is Where.HAND:
            return
        seat = self._hands.owner(name)
        hand = next((hand for hand in self._hands.hands.values() if name in hand), [])
        if place.where is Where.RACK and name in hand:
            item.seat = seat
            item.layer = 10 + hand.index(name)
            item.setZValue(item.layer)
            item.go(self.geometry.in_hand(seat, hand.index(name), len(hand)), 0, ms=ms)
        elif place.where is Where.PAD and place.pad is not None:
            item.go(self.table.pad(place.pad), 0, ms=ms)
        item.setVisible(place.where is Where.PAD or (place.where is Where.RACK and name in hand))
