"""Events as JSON in the players' words: pieces, cells, ships and directions by name, never by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.armada import events as ev
from engines.armada.grid import DIRECTIONS, FACINGS, STEPS, TURNS, Grid
from engines.armada.names import Names
from engines.armada.position import SHIELDS
from engines.core.events import Bound, Event

Words = Mapping[str, tuple[str, Callable[[Any], Any]]]


class EventWriter:
    """Writes events. For each class: which fields get other words, and under which name."""

    def __init__(self, grid: Grid, names: Names) -> None:
        seat = ("seat", names.seats.__getitem__)
        ship, piece = ("ship", names.ship), ("piece", names.piece)
        token = ("token", names.token)
        worn = {"before": ("before", SHIELDS.__getitem__), "after": ("after", SHIELDS.__getitem__)}
        self._words: dict[type, Words] = {
            Bound: {"token": token, "seen_by": ("seen_by", _each(names.seats))},
            ev.TurnBegan: {"seat": seat},
            ev.Drawn: {"seat": seat, "token": token},
            ev.Built: {
                "seat": seat,
                "token": piece,
                "cell": ("cell", grid.name),
                "facing": ("facing", FACINGS.__getitem__),
                "ship": ship,
            },
            ev.EnergyChanged: {"ship": ship},
            ev.ShieldChanged: {"token": piece, **worn},
            ev.ShipClosed: {"ship": ship},
            ev.ShipMoved: {"ship": ship},
            ev.ShipRotated: {"ship": ship, "hub": ("hub", names.piece), "turn": ("turn", TURNS.__getitem__)},
            ev.Shot: {
                "seat": seat,
                "token": piece,
                "direction": ("direction", FACINGS.__getitem__),
                "hit_token": ("hit", _maybe(names.piece)),
            },
            ev.Bashed: {
                "seat": seat,
                "ship": ship,
                "target": ("target", names.ship),
                "payer": ("payer", _maybe(names.piece)),
            },
            ev.ShieldPicked: {"token": piece},
            ev.ShipDestroyed: {"ship": ship},
            ev.ActionDone: {"seat": seat},
            ev.ActionsCorrected: {},
            ev.TurnEnded: {"seat": seat},
            ev.GameEnded: {"winner": ("winner", _maybe(names.seats.__getitem__))},
        }

    def write(self, event: Event) -> dict[str, Any]:
        """Return an event as an object: its kind, its fields, its cause and its rule."""
        words = self._words[type(event)]
        written = {"event": type(event).__name__}
        for field, value in event._asdict().items():
            key, in_words = words.get(field, (field, _as_it_is))
            written[key] = in_words(value)
        return _way(written) if isinstance(event, ev.ShipMoved) else written


def _way(moved: dict[str, Any]) -> dict[str, Any]:
    """Say where a ship went as players do: a direction and a number of cells."""
    dx, dy = moved.pop("dx"), moved.pop("dy")
    steps = max(abs(dx), abs(dy))
    direction = DIRECTIONS[STEPS.index((dx // steps, dy // steps))]
    return {"event": moved.pop("event"), "ship": moved.pop("ship"), "direction": direction, "steps": steps, **moved}


def _as_it_is(value: Any) -> Any:
    return value


def _maybe(write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else write(value)


def _each(names: tuple[str, ...]) -> Callable[[Any], Any]:
    return lambda seats: None if seats is None else [names[seat] for seat in seats]
