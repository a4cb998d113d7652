"""What the lights can be asked to show. Whatever is accepted here fits the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware import wire

MAX_LIGHTS = 255
MAX_TTL_S = 6553.5  # 16 bits of tenths

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect in one colour on some lights; ``period`` in ms, ``phase`` is the step from light to light (1/256)."""

    kind: int
    colour: RGB
    lights: frozenset[int]
    period: int = 1000
    phase: int = 0

    def __post_init__(self) -> None:
        if not _is_whole(self.kind, wire.FX_OFF, wire.FX_SWEEP):
            raise ValueError(f"There is no effect {self.kind}. Choose one of wire.FX_….")
        object.__setattr__(self, "colour", _colour(self.colour))
        object.__setattr__(self, "lights", frozenset(self.lights))
        _require("An effect's period", self.period, 1, 0xFFFF)
        _require("An effect's phase", self.phase, 0, 0xFF)
        for light in self.lights:
            _require("A light's number", light, 0, MAX_LIGHTS - 1)


@dataclass(frozen=True, slots=True)
class Scene:
    """What the table's lights show: a base picture and effects above it, by slot (a higher slot wins).

    ``ttl`` (seconds, in tenths; 0: without end) is how long it stays without a host that renews it.
    """

    base: Sequence[RGB] = ()
    effects: Mapping[int, Effect] = field(default_factory=dict)
    ttl: float = 5.0

    def __post_init__(self) -> None:
        # What was sent is compared with what is wished: neither may change behind our back.
        object.__setattr__(self, "base", tuple(map(_colour, self.base)))
        object.__setattr__(self, "effects", dict(self.effects))
        if len(self.base) > MAX_LIGHTS:
            raise ValueError(f"A board has at most {MAX_LIGHTS} lights.")
        if not all(_is_whole(slot, 0, wire.FX_HOST_SLOTS - 1) for slot in self.effects):
            raise ValueError(f"Effects have slots 0 to {wire.FX_HOST_SLOTS - 1}.")
        if not all(isinstance(effect, Effect) for effect in self.effects.values()):
            raise ValueError("Each slot of a scene holds an Effect.")
        ttl: object = self.ttl
        if not isinstance(ttl, (int, float)) or not 0 <= ttl <= MAX_TTL_S:
            raise ValueError(f"A scene lives from 0 to {MAX_TTL_S} seconds, not {self.ttl}.")

    @property
    def tenths(self) -> int:
        """The time to live as it goes over the wire."""
        return max(1, round(self.ttl * 10)) if self.ttl else 0

    @property
    def needs(self) -> int:
        """How many lights a board must have to show it."""
        return max([len(self.base), *(light + 1 for effect in self.effects.values() for light in effect.lights)])


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high


def _require(what: str, value: object, low: int, high: int) -> None:
    if not _is_whole(value, low, high):
        raise ValueError(f"{what} is a whole number from {low} to {high}, not {value}.")


def _colour(value: Sequence[int]) -> RGB:
    """Return a colour that can't change any more; bytes() checks its parts faster than a loop does."""
    try:
        red, green, blue = value
        bytes((red, green, blue))
    except (TypeError, ValueError):
        raise ValueError(f"A colour is three whole numbers from 0 to 255, not {value}.") from None
    return red, green, blue


DARK = Scene()
