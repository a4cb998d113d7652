"""Where things of SAW lie on the screen: a row for each seat with its lights, its bench and its hand; piles above.

Where pads really lie matters little and room matters much. A table without benches is drawn with some: what is laid
there is said instead of read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PyQt6.QtCore import QPointF, QRectF

from engines.saw.state import SLOTS
from hardware.profiles.model import Light, Pad, Pile, Profile
from host.app.geometry import PAD_MM, Geometry

WIDTH, TOP = 760.0, 138.0
HIGHEST = 150.0  # of a row
CARD_MM = (68.0, 96.0)
BENCH_X, GAP = 148.0, 8.0
PLAY, DISCARD, DECK, PILE = "play", "discard", "deck", "pile"
_ABOVE = {DECK: 52.0, PILE: 136.0, DISCARD: 236.0, PLAY: 336.0}
_ABOVE_Y = 52.0
_AWAY = -4000.0  # lights of tiles that this game does not use


class SawGeometry(Geometry):
    """A table of SAW for some seats.

    Attributes:
        unit: how large cards are drawn.
        real: how many pads the table really has.
    """

    rack_mm = 0.0
    has_bases = False

    def __init__(self, profile: Profile, seats: int) -> None:
        self.seats = seats
        self.real = len(profile.pads)
        self.high = min(HIGHEST, (600.0 - TOP) / seats)
        self.unit = min(1.2, (self.high - 12) / CARD_MM[1])
        self.card = (CARD_MM[0] * self.unit, CARD_MM[1] * self.unit)
        super().__init__(self._laid_out(profile))

    # ---- rows ------------------------------------------------------------------------------------------------------

    def row(self, seat: int) -> QRectF:
        """Return the row of a seat: the first one is the undermost."""
        return QRectF(4, TOP + (self.seats - 1 - seat) * self.high, WIDTH - 8, self.high - 4)

    def _slot_centre(self, seat: int, slot: int) -> QPointF:
        return QPointF(BENCH_X + (slot + 0.5) * (self.card[0] + GAP), self.row(seat).center().y())

    def hand_rect(self, seat: int) -> QRectF:
        """Return the room of a hand."""
        row, left = self.row(seat), BENCH_X + SLOTS * (self.card[0] + GAP) + 22
        return QRectF(left, row.top(), row.right() - left - 6, row.height())

    def in_hand(self, seat: int, number: int, count: int) -> QPointF:
        """Return the middle of a card in a hand of so many: more than fit overlap."""
        room, wide = self.hand_rect(seat), self.card[0]
        return QPointF(room.left() + wide / 2 + number * self._step(seat, count), room.center().y())

    def seen_in_hand(self, seat: int, number: int, count: int) -> float:
        """Return how much of a card's width the next card leaves to be seen, from 0 to 1."""
        return 1.0 if number == count - 1 else min(1.0, self._step(seat, count) / self.card[0])

    def _step(self, seat: int, count: int) -> float:
        room, wide = self.hand_rect(seat), self.card[0]
        return min(wide + 6, (room.width() - wide) / max(1, count - 1))

    def trap_rect(self) -> QRectF:
        """Return the room for the trap that runs."""
        return QRectF(_ABOVE[PLAY] + PAD_MM / 2 + 16, 8, WIDTH - _ABOVE[PLAY] - PAD_MM / 2 - 24, TOP - 18)

    # ---- what Geometry asks ----------------------------------------------------------------------------------------

    def racks(self) -> range:
        """Rows are drawn by the ground."""
        return range(0)

    def is_named(self, pad: int) -> bool:
        """Slots of benches have no names of their own."""
        return self.profile.pads[pad].name in (PLAY, DISCARD)

    def pad_rect(self, pad: int) -> QRectF:
        """A slot of a bench is as large as a card."""
        if self.is_named(pad):
            return super().pad_rect(pad)
        centre = self.pad(pad)
        wide, high = self.card
        return QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)

    # ---- laying out ------------------------------------------------------------------------------------------------

    def _laid_out(self, profile: Profile) -> Profile:
        depth = TOP + self.seats * self.high + 4
        places = {name: (x, depth - _ABOVE_Y) for name, x in _ABOVE.items()}
        for seat in range(self.seats):
            for slot in range(SLOTS):
                centre = self._slot_centre(seat, slot)
                places[f"seat{seat + 1}.bench.{slot + 1}"] = (centre.x(), depth - centre.y())
        real = [pad for pad in profile.pads if pad.name in places]
        missing = [name for name in places if name not in {DECK, PILE, *(pad.name for pad in real)}]
        pads = [*profile.pads, *(Pad(self.real + at, name, 0, 0, "pn532", True) for at, name in enumerate(missing))]
        placed = tuple(
            replace(pad, x=places[pad.name][0], y=places[pad.name][1]) if pad.name in places else _away(pad)
            for pad in pads
        )
        return replace(
            profile,
            grid=None,
            tiles=(),
            pads=placed,
            piles=tuple(Pile(name, *places[name]) for name in (DECK, PILE)),
            lights=tuple(self._lights(profile, placed, depth)),
            width=WIDTH,
            depth=depth,
        )

    def _lights(self, profile: Profile, pads: tuple[Pad, ...], depth: float) -> Iterator[Light]:
        """Yield the lights in the order of the chain: a pad's in its corner, a seat's in its row."""
        for light in profile.lights:
            x, y = _AWAY, _AWAY
            if light.owner == "pad":
                pad = pads[light.owner_index]
                half = self.card if ".bench." in pad.name else (PAD_MM, PAD_MM)
                x, y = pad.x + half[0] / 2 - 8, pad.y + half[1] / 2 - 8
            elif light.owner == "seat" and light.owner_index < self.seats:
                middle = self.row(light.owner_index).center().y()
                step, below = (12.4, 4.0) if light.role == "pints" else (24.0, 22.0)
                x, y = 18 + light.role_index * step, depth - (middle + below)
            yield replace(light, x=x, y=y)


def _away(pad: Pad) -> Pad:
    return replace(pad, x=_AWAY, y=_AWAY)
