"""Events as JSON in the players' words: pieces, cells, ships and directions by name, never by number."""

from __future__ import annotations

from engines.armada import events as ev
from engines.armada.grid import DIRECTIONS, FACINGS, STEPS, TURNS, Grid
from engines.armada.names import Names
from engines.armada.position import SHIELDS
from engines.core.events import Event
from engines.core.events_json import EventWriter, Renamed, each, maybe, of


class ArmadaEvents(EventWriter):
    """Writes events. A token that lies open is a piece; in a hand or a pile it has no name yet."""

    def __init__(self, grid: Grid, names: Names) -> None:
        seat, piece = names.seats.__getitem__, {"token": Renamed("piece", names.piece)}
        super().__init__(
            {
                "seat": seat,
                "winner": maybe(seat),
                "seen_by": each(seat),
                "token": names.token,
                "cell": grid.name,
                "facing": of(FACINGS),
                "direction": of(FACINGS),
                "turn": of(TURNS),
                "hub": names.piece,
                "payer": maybe(names.piece),
                **dict.fromkeys(("ship", "target"), names.ship),
            },
            {
                ev.Built: piece,
                ev.ShieldPicked: piece,
                ev.ShieldChanged: {**piece, **dict.fromkeys(("before", "after"), of(SHIELDS))},
                ev.Shot: {**piece, "hit_token": Renamed("hit", maybe(names.piece))},
            },
        )

    def write(self, event: Event) -> dict[str, object]:
        """Return an event as an object; where a ship went is a direction and a number of cells."""
        if not isinstance(event, ev.ShipMoved):
            return super().write(event)
        steps = max(abs(event.dx), abs(event.dy))
        way = DIRECTIONS[STEPS.index((event.dx // steps, event.dy // steps))]
        moved = super().write(event)
        return {"event": moved["event"], "ship": moved["ship"], "direction": way, "steps": steps} | {
            key: moved[key] for key in ("cause", "rule")
        }
