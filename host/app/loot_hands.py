"""Hands at a virtual table of Loot Trap: pawns walk, trays are turned, cards are shown to pads or laid as traps.

Magnets and tags are moved in the twin; only reeds and readers tell the rules. Which card it is that somebody lays is
told to the rules alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PyQt6.QtCore import pyqtSignal

from hardware.profiles.model import Profile
from host.app.desk import Desk
from host.app.hands import PACE_MS, SLIDE_MS, VirtualHands, closed_seats
from host.app.loot_item import CARD, CROSS, PAWN, TRAY
from host.app.places import Place, Where
from host.play.picture import Picture

_NUMBERED = "#"


def kind_of(name: str) -> str:
    """Return what a thing is by its name: "tray.b3", "cross.b3", "pawn.red", "loot#7"."""
    kind = name.partition(".")[0]
    return kind if kind in (TRAY, CROSS, PAWN) else CARD


class LootHands(VirtualHands):
    """Carries pawns, cross trays and cards about, and turns trays.

    Attributes:
        hands: the cards of each hand by seat, as they lie there.
        chosen: the card that leaves a hand next, if one was chosen.

    Signals:
        held: the name of a card that leaves a hand face down next.
    """

    held = pyqtSignal(str)

    def __init__(self, profile: Profile, desk: Desk, *, seed: int = 0, pace: int = PACE_MS) -> None:
        super().__init__(profile, desk, (), seed=seed, pace=pace)
        self.hands: dict[str, list[str]] = {}
        self.chosen = ""
        self._made = 0
        self._closed: tuple[str, ...] = ()

    # ---- what lies where -------------------------------------------------------------------------------------------

    def kind_of(self, name: str) -> str:
        """Trays, cross trays and pawns have magnets of their own."""
        return kind_of(name)

    def rack(self, seat: str) -> list[str]:
        """Return the cards of a hand."""
        return list(self.hands.get(seat, ()))

    def top(self, tile: int) -> str | None:
        """A pawn stands on a cross tray or a tray."""
        found = {kind_of(name): name for name, lie in self.places.lies().items() if lie.tile == tile}
        return next((found[kind] for kind in (PAWN, CROSS, TRAY) if kind in found), None)

    def reaches(self, name: str) -> bool:
        """A person takes no card out of a house player's hand."""
        return super().reaches(name) and not any(name in self.hands.get(seat, ()) for seat in self._closed)

    def carries(self, name: str) -> bool:
        """Trays stay where they lie; they are only turned."""
        return self.reaches(name) and kind_of(name) != TRAY

    def _has(self, kind: str, tile: int, but: str = "") -> bool:
        lies = self.places.lies().items()
        return any(lie.tile == tile and kind_of(name) == kind and name != but for name, lie in lies)

    # ---- the table follows the game --------------------------------------------------------------------------------

    def lay(self, picture: Picture) -> None:
        """Set the table up at once as a picture says."""
        self.is_felt = bool(picture.tiles)
        for piece in picture.pieces:
            self.places.move(piece.name, Place(Where.SCRAP))
            self._place(piece.name, Place(Where.TILE, piece.tile, piece.facing))
        self.deal(picture)

    def deal(self, picture: Picture) -> None:
        """Bring the hands up to date: cards that are in them still stay the same."""
        self._closed = closed_seats(picture)
        news = []
        for seat, cards in zip(picture.seats, picture.hands, strict=False):
            old = self.hands.get(seat.name, [])
            lying = {name: name.partition(_NUMBERED)[0] for name in old}
            left, now = Counter(cards), []
            for card in cards:
                name = next((name for name, known in lying.items() if known == card and left[card]), None)
                left[card] -= name is not None
                now.append(name or self._new(card))
                lying.pop(name or "", None)
            if now != old:
                self.hands[seat.name] = now
                news += now
                for name in lying:
                    self._stow(name, Where.SCRAP)
        for name in news:
            if self.places[name].where is not Where.HAND:
                self.places.move(name, Place(Where.RACK))
        if news:
            self.moved.emit(tuple(news), 0)

    def _new(self, card: str) -> str:
        self._made += 1
        name = f"{card}{_NUMBERED}{self._made}"
        self.places.move(name, Place(Where.RACK))
        return name

    def present(self, card: str) -> bool:
        """Lay what has to be shown on the play pad until ``withdraw``; False if there is no such pad.

        A card that is only held there for a moment may not be read, and nobody would show it again.
        """
        if self.play is None:
            return False
        self.withdraw()
        self._made += 1
        self._presented = f"{card}{_NUMBERED}{self._made}"
        self.desk.put_card(self._presented, self.play)
        return True

    def withdraw(self) -> None:
        """Take what was shown off the play pad."""
        if self._presented is not None:
            self.desk.lift(self._presented)
            self._presented = None

    def follow(self, picture: Picture) -> None:
        """Turn trays, and carry cross trays and pawns to where the picture has them, one after another."""
        if self.is_busy:
            return
        should = {piece.name: Place(Where.TILE, piece.tile, piece.facing) for piece in picture.pieces}
        for name in self.places.names(Where.TILE):
            if name not in should:
                self._waiting.append({name: Place(Where.SCRAP)})
        for name, place in should.items():
            if name not in self.places:
                self.places.move(name, Place(Where.SCRAP))
            if kind_of(name) == TRAY and self.places[name].where is Where.TILE:
                if self.places[name].facing != place.facing:
                    self.turn(name, 1)
            elif self.places[name] != place:
                self._waiting.append({name: place})
        self._next()

    # ---- what a hand does ------------------------------------------------------------------------------------------

    def pick_up(self, name: str) -> None:
        """Take something in the hand."""
        self._lift(name)
        self._move({name: Place(Where.HAND)}, 0)

    def put_down(self, name: str, place: Place) -> bool:
        """Put something down; False, and nothing happens, where it cannot lie."""
        if kind_of(name) == CARD:
            return self._use_card(name, place)
        if place.tile is None:
            self._place(name, Place(Where.SCRAP))
            return True
        if not self._may_lie(name, place.tile):
            return False
        self._place(name, Place(Where.TILE, place.tile))
        return True

    def _may_lie(self, name: str, tile: int) -> bool:
        if not self.is_felt:
            self.blocked.emit("This table has no tiles. Choose your move below.")
            return False
        kind = kind_of(name)
        if not self._has(TRAY, tile) or self._has(PAWN, tile, name):
            return False
        return kind == PAWN or not self._has(CROSS, tile, name)

    def _use_card(self, name: str, place: Place) -> bool:
        """A card goes over a tray as a trap, or is held to a pad; the rules take it out of the hand, or it stays."""
        self._move({name: Place(Where.RACK)}, 0)
        if place.tile is not None:
            cross = f"{CROSS}.{self._profile.tiles[place.tile].name}"
            if not self._may_lie(cross, place.tile):
                return True
            self.choose(name)
            self.places.move(cross, Place(Where.SCRAP))
            self._place(cross, Place(Where.TILE, place.tile))
        elif place.pad is not None:
            self.desk.tap_card(name, place.pad)
        return True

    def choose(self, name: str) -> None:
        """Choose the card that leaves its hand next."""
        self.chosen = name
        self.held.emit(name.partition(_NUMBERED)[0])
        self.moved.emit((name,), 0)

    def tap(self, name: str) -> None:
        """A card that is clicked is the one that leaves its hand next."""
        if kind_of(name) == CARD:
            self.choose(name)

    def turn(self, name: str, quarters: int) -> None:
        """Turn the tray on whose tile something lies."""
        tile = self.places[name].tile
        tray = next(
            (other for other, lie in self.places.lies().items() if lie.tile == tile and kind_of(other) == TRAY), None
        )
        if tray is None:
            return
        self.desk.turn(tray, 90.0 * quarters)
        self.places.turn(tray, (self.places[tray].facing + 1) % 2)
        self.moved.emit((tray,), self.nudge)

    def slide(self, moves: Mapping[str, int]) -> bool:
        """A pawn slides from tray to tray; False, and nothing happens, if something is in the way."""
        if any(kind_of(name) != PAWN or not self._may_lie(name, tile) for name, tile in moves.items()):
            return False
        for name, tile in moves.items():
            self.desk.slide(name, tile, SLIDE_MS)
        self._move({name: self.places[name]._replace(tile=tile) for name, tile in moves.items()}, 0)
        return True
