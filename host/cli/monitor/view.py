"""What one picture of the monitor shows: plain values, taken from the link and the twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.profiles.model import Profile
from host.link import RGB, PadView


class Entry(NamedTuple):
    """One line of what happened: the time in Unix milliseconds, and words."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class LinkView:
    """The link in numbers and words."""

    phase: str = "closed"
    uid: str = ""
    firmware: str = ""
    profile: str = ""
    runtime: str = ""
    port: str = ""
    next_seq: int = 0
    rtt: int = -1
    rate: float = 0.0
    gaps: int = 0
    resends: int = 0
    sessions: int = 0
    ledger: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that is drawn. `state` is one byte a tile, then the buttons; `cursor` is a tile."""

    profile: Profile
    state: bytes = b""
    pads: Sequence[PadView] = ()
    lights: Sequence[RGB] = ()
    link: LinkView = field(default_factory=LinkView)
    log: Sequence[Entry] = ()
    sentence: str = ""
    cursor: int | None = None
    seat: int | None = None
    demo: str = ""
    is_twin: bool = False
    is_helping: bool = False

    def reeds(self, tile: int) -> int:
        """The closed reeds of a tile."""
        return self.state[tile] if tile < len(self.state) else 0

    def pad(self, index: int) -> PadView:
        """What lies on a pad."""
        return self.pads[index] if index < len(self.pads) else PadView()

    def light(self, index: int) -> RGB:
        """The colour of a light; dark while nobody knows."""
        return self.lights[index] if index < len(self.lights) else (0, 0, 0)

    def is_pressed(self, button: int) -> bool:
        """Whether a button is down."""
        which = self.profile.buttons[button]
        at = self.profile.tile_bytes + which.byte
        return at < len(self.state) and bool(self.state[at] >> which.bit & 1)
