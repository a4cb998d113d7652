"""The RF field of one reader: which tags lie in it, what they hear, and what comes back.

>>> field = Field()
>>> field.put(Tag(bytes(4)), now=0)
>>> field.switch(True, now=0)
>>> field.transmit(REQA, now=5_000).frame.data.hex()
'0400'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from hardware.twin.rfid.air import FDT_US, Frame, rx_us, tx_us
from hardware.twin.rfid.tag import REQA, WUPA, Answer, Tag

# How surely a tag is fed by the field, and where the figure is from.
ON_COIL = 1.0
ECHO = 0.001
"""A card on the next pad: about 100 false reads an hour of three readers 80 mm apart (miguelbalboa/rfid issue 589),
at some ten polls a second each."""
HAND = 0.05
"""A card of a hand held behind a bench pad: an estimate, to be replaced by a measurement."""
DARK_US = 20_000
"""A tag that got too little power stays dark this long: longer than a slot, so that asking twice in a slot is no
help. An estimate; the chance itself is `Conditions.miss` (1 in 16 to 20 reads of a tag at rest, pi-rc522 issue 55)."""
STACK = 2
"""So many cards on one coil still answer; three detune it (core-electronics forum 22839)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What goes wrong in the air: chances of a missed tag and of a garbled answer, and how many cards still answer."""

    miss: float = 0.0
    garble: float = 0.0
    stack: int | None = None


CLEAR = Conditions()


@dataclass(slots=True)
class Reception:
    """What a reader gets for a frame that ended at `sent`: nothing, or bits between `start` and `end`.

    `collision` is the index of the first bit in which tags differ; `broken` means that parity is wrong.
    """

    sent: int
    start: int | None = None
    end: int | None = None
    frame: Frame | None = None
    collision: int | None = None
    broken: bool = False

    def cut(self, now: int) -> None:
        """The tag is gone at `now`: what it has not sent by then is lost."""
        if self.start is None or self.end is None or now >= self.end:
            return
        if now <= self.start:
            self.start = self.end = self.frame = self.collision = None
        else:
            self.broken = True


@dataclass(slots=True)
class _Place:
    """A tag in the field."""

    tag: Tag
    reach: float
    lit: bool = False


class Field:
    """One reader's field; `on_change` is called before anything in it changes, so that a reader can catch up."""

    def __init__(self, conditions: Conditions = CLEAR, seed: int = 0) -> None:
        self.conditions = conditions
        self.on = False
        self.on_change: Callable[[int], None] | None = None
        self.frames = 0
        self.lit_at = 0  # when the carrier last came
        self._random = Random(seed)
        self._places: list[_Place] = []
        self._near: list[Field] = []
        self._drawn_at = 0
        self._air: Reception | None = None

    # ---- the table -------------------------------------------------------------------------------------------
    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags in reach, in the order in which they came."""
        return tuple(place.tag for place in self._places)

    def put(self, tag: Tag, now: int, reach: float = ON_COIL) -> None:
        """Bring a tag near; `reach` is the chance that the field feeds it."""
        self.take(tag, now)
        self._places.append(_Place(tag, reach))
        self._draw(self._places[-1:], now)

    def hold(self, tags: Iterable[Tag], now: int, reach: float = HAND) -> None:
        """Hold a hand of cards near."""
        for tag in tags:
            self.put(tag, now, reach)

    def take(self, tag: Tag, now: int) -> None:
        """Take a tag away; nothing happens if it is not there."""
        self._catch_up(now)
        for place in [place for place in self._places if place.tag is tag]:
            self._light(place, False, now)
            self._places.remove(place)
            if self._air:
                self._air.cut(now)

    def stand_by(self, other: Field) -> None:
        """Say that two coils are so near that neither reads while both are on (miguelbalboa/rfid issue 536)."""
        self._near.append(other)
        other._near.append(self)

    # ---- the reader ------------------------------------------------------------------------------------------
    def switch(self, on: bool, now: int) -> None:
        """Switch the carrier."""
        if on == self.on:
            return
        self.on = on
        if on:
            self.lit_at = now
        self._drawn_at = now
        self._draw(self._places, now)
        if self._air and not on:
            self._air.cut(now)

    def transmit(self, frame: Frame, now: int) -> Reception:
        """Send a frame from `now` on; the answer of the tags is known at once, but arrives at its time."""
        sent = now + tx_us(frame)
        self.frames += 1
        self._air = Reception(sent)
        if frame in (REQA, WUPA) and now - self._drawn_at >= DARK_US:
            self._drawn_at = now
            self._draw(self._places, now)
        if self.on and not any(other.on for other in self._near):
            heard = [place.tag.receive(frame, sent) for place in self._places if place.lit]
            self._air = self._superposed([answer for answer in heard if answer], sent)
        return self._air

    def _superposed(self, answers: list[Answer], sent: int) -> Reception:
        if not answers:
            return Reception(sent)
        wait = min(answer.wait for answer in answers)
        frames = [answer.frame for answer in answers if answer.wait == wait]
        start = sent + FDT_US + wait
        frame, collision = _collided(frames)
        broken = self._random.random() < self.conditions.garble
        if broken:
            frame = self._garbled(frame)
        return Reception(sent, start, start + rx_us(frame), frame, collision, broken)

    def _garbled(self, frame: Frame) -> Frame:
        noise = sum({1 << self._random.randrange(frame.bits) for _ in range(self._random.randint(1, 3))})
        return Frame(frame.value ^ noise, frame.bits)

    # ---- power -----------------------------------------------------------------------------------------------
    def _draw(self, places: list[_Place], now: int) -> None:
        limit = self.conditions.stack
        crowded = limit is not None and sum(place.reach > 0.5 for place in self._places) > limit
        for place in places:
            chance = 0.0 if crowded else place.reach * (1.0 - self.conditions.miss)
            self._light(place, self.on and self._random.random() < chance, now)

    def _light(self, place: _Place, lit: bool, now: int) -> None:
        if place.lit != lit:
            place.lit = lit
            place.tag.power(lit, now)

    def _catch_up(self, now: int) -> None:
        if self.on_change:
            self.on_change(now)


def _collided(frames: list[Frame]) -> tuple[Frame, int | None]:
    """Several answers at once: where one tag sends 0 and another 1, a reader sees both halves of the bit modulated.

    It takes such a bit for a 1; what follows the first one is no more than a mixture.
    """
    differing = value = 0
    bits = max(frame.bits for frame in frames)
    for frame in frames:
        differing |= frame.value ^ frames[0].value
        value |= frame.value
        if frame.bits != bits:
            differing |= 1 << frame.bits
    collision = (differing & -differing).bit_length() - 1 if differing else None
    return Frame(value, bits), collision
