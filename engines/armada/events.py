"""What happens in Jigsaw Armada. Pieces are numbers: seat × 15 + place in the catalogue; cells are grid indices."""

from __future__ import annotations

from typing import NamedTuple


class TurnBegan(NamedTuple):
    """A seat's turn began: two actions."""

    seat: int
    cause: str = "turn"
    rule: str = "R8"


class Drawn(NamedTuple):
    """A token left the draw pile; its face decides which piece it is."""

    seat: int
    token: int
    cause: str = "free draw"
    rule: str = "R9"


class Built(NamedTuple):
    """A piece left the play pile for the board."""

    seat: int
    token: int
    cell: int
    facing: int
    ship: int
    is_new: bool
    cause: str = "build"
    rule: str = "R19"


class EnergyChanged(NamedTuple):
    """A ship's energy changed."""

    ship: int
    before: int
    after: int
    cause: str
    rule: str


class ShieldChanged(NamedTuple):
    """A shield token changed: 2 fresh, 1 cracked, 0 gone."""

    token: int
    before: int
    after: int
    cause: str
    rule: str


class ShipClosed(NamedTuple):
    """A ship has no free open side any more."""

    ship: int
    cause: str = "closed off"
    rule: str = "R25"


class ShipMoved(NamedTuple):
    """A ship moved as a whole."""

    ship: int
    dx: int
    dy: int
    cause: str = "move"
    rule: str = "R26"


class ShipRotated(NamedTuple):
    """A ship turned about one of its hubs: turn 0 left, 1 right."""

    ship: int
    hub: int
    turn: int
    cause: str = "rotate"
    rule: str = "R28"


class Shot(NamedTuple):
    """A turret fired; ``hit_token`` is the first piece in line, or None."""

    seat: int
    token: int
    direction: int
    hit_token: int | None
    cause: str = "shoot"
    rule: str = "R31"


class Bashed(NamedTuple):
    """A ship bashed another. ``payer`` is the attacker's shield that takes its share, or None for energy.

    ``waits`` tells that somebody has to pick which shield takes the defender's share.
    """

    seat: int
    ship: int
    target: int
    payer: int | None
    waits: bool
    cause: str = "bash"
    rule: str = "R35"


class ShieldPicked(NamedTuple):
    """It was decided which shield takes the defender's share of a bash."""

    token: int
    cause: str = "bash"
    rule: str = "A20"


class ShipDestroyed(NamedTuple):
    """A ship had no energy left: all its pieces leave the game."""

    ship: int
    cause: str = "no energy left"
    rule: str = "R18"


class ActionDone(NamedTuple):
    """A seat has used an action; ``left`` remain."""

    seat: int
    left: int
    cause: str = "action"
    rule: str = "R9"


class ActionsCorrected(NamedTuple):
    """Somebody corrected how many actions are left."""

    left: int
    cause: str
    rule: str = ""


class TurnEnded(NamedTuple):
    """A seat's turn ended; ``skipped`` tells that actions were left which could not or need not be used."""

    seat: int
    skipped: bool
    cause: str = "turn"
    rule: str = "R9"


class GameEnded(NamedTuple):
    """The game is over; the winner is None for a draw."""

    winner: int | None
    cause: str
    rule: str
