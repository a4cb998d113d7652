"""What Jigsaw Armada says to people: short sentences, each number with its cause and its rule."""

from __future__ import annotations

from engines.armada import events as ev
from engines.armada.game import SEATS, Armada
from engines.armada.grid import FACINGS, TURNS
from engines.armada.legal import BASH, DRAW, SHOOT, STOP
from engines.armada.notation import FIRST, SHIELD
from engines.core import AnyPlay
from engines.core.events import Event

_SHIELD = ("gone", "cracked", "fresh")


def aim(game: Armada, kind: str, piece: int | None) -> str:
    """Return what can be aimed with, as a person reads it."""
    name = game.notation.piece(piece) if piece is not None else ""
    return {
        SHOOT: f"Shoot with {name}",
        BASH: f"Bash with {name}",
        SHIELD: f"Take it with {name}",
        DRAW: "Draw a piece",
        STOP: "End the turn",
        FIRST: "Say who begins",
    }[kind]


def ending(play: AnyPlay) -> tuple[int | None, str, str]:
    """Return how the game ended, as a question that nobody has to answer."""
    result = play.result
    if result is None or result.winner is None:
        return None, "The game is a draw", f"Rule {result.rule}." if result else ""
    name = SEATS[result.winner].capitalize()
    why = "a piece stands in the enemy base" if result.rule == "R40" else "the other side has no ship and no hub left"
    return None, f"{name} wins", f"{why.capitalize()} ({result.rule})."


def tell(game: Armada, event: Event) -> str | None:
    """Return what an event did, as a short sentence; None if another event says it."""
    if isinstance(event, ev.Built):
        where = f"{game.box.grid.name(event.cell)}, facing {FACINGS[event.facing]}"
        ship = f"the new ship-{event.ship}" if event.is_new else f"ship-{event.ship}"
        return f"{game.notation.piece(event.token)} joins {ship} on {where}."
    if isinstance(event, ev.EnergyChanged):
        return f"ship-{event.ship}: energy {event.before} → {event.after} ({_cause(event)})."
    if isinstance(event, ev.ShieldChanged):
        name = game.names.piece(event.token)
        return f"{name}: shield {_SHIELD[event.before]} → {_SHIELD[event.after]} ({_cause(event)})."
    if isinstance(event, ev.ShipDestroyed):
        return f"ship-{event.ship} is destroyed; take its pieces off the board ({_cause(event)})."
    if isinstance(event, ev.GameEnded):
        return f"{SEATS[event.winner].capitalize()} wins ({_cause(event)})." if event.winner is not None else "A draw."
    return _tell_action(game, event)


def _tell_action(game: Armada, event: Event) -> str | None:
    if isinstance(event, ev.ShipClosed):
        return f"ship-{event.ship} is closed off ({event.rule})."
    if isinstance(event, ev.ShipRotated):
        return f"ship-{event.ship} turns {TURNS[event.turn]} about {game.notation.piece(event.hub)}."
    if isinstance(event, ev.Shot):
        hit = f"hits {game.names.piece(event.hit_token)}" if event.hit_token is not None else "hits nothing"
        return f"{game.names.piece(event.token)} fires {FACINGS[event.direction]} and {hit}."
    if isinstance(event, ev.TurnEnded) and event.skipped:
        return f"{SEATS[event.seat].capitalize()}'s turn ends early ({event.rule})."
    if isinstance(event, ev.ActionsCorrected):
        return f"Actions left: {event.left} ({event.cause})."
    return None


def reasons(game: Armada, play: AnyPlay) -> dict[int, str]:
    """Return the last change of each ship's energy (by ship) and each shield (by -1 - piece), as sentences."""
    found: dict[int, str] = {}
    for event in play.events:
        if isinstance(event, ev.EnergyChanged):
            found[event.ship] = tell(game, event) or ""
        elif isinstance(event, ev.ShieldChanged):
            found[-event.token - 1] = tell(game, event) or ""
    return found


def _cause(event: ev.EnergyChanged | ev.ShieldChanged | ev.ShipDestroyed | ev.GameEnded) -> str:
    return f"{event.cause}, {event.rule}" if event.rule else event.cause
