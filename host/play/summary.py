"""What a ledger says about its game without playing it again: how far it is, how it ended, and who lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import engines
from engines.core import AnyGame
from engines.core.oracles import Table
from hardware import profiles
from host.ledger import Ledger, LedgerError, PlayHead
from host.ledger.fold import since_import
from host.play import opening

NO_BOARD = "none"  # turns are counted in the same way at every table
OVER = "The game is over."


class Summary(NamedTuple):
    """A game in a ledger. ``turn`` is the number that the running game shows.

    ``ended`` is a sentence, empty while the game goes on; ``losers`` are seats, whoever was out first first; ``at`` is
    when something last happened.
    """

    game: str
    players: tuple[str, ...]
    turn: int
    ended: str = ""
    losers: tuple[str, ...] = ()
    at: int = 0


def summary(ledger: Ledger) -> Summary | None:
    """Return what a ledger says about its game, or None if it holds none; LedgerError if it cannot be played."""
    head = ledger.head()
    if head is None:
        return None
    start, rows = since_import(ledger.live())
    try:
        game = engines.load(head.game, catalogue=opening.catalogue_of(head), options=dict(head.options))
        turn = _turn_at(game, head, start.entry["position"] if start else head.root)
    except (KeyError, ValueError) as error:
        raise LedgerError(f"{ledger.path} holds a game that this Deadfall cannot play: {error}") from error
    events = [event for row in rows for event in ledger.events(row.id)]
    turn += sum(event.get("event") == "TurnBegan" for event in events)
    end = next((event for event in events if event.get("event") == "GameEnded"), None)
    at = rows[-1].at if rows else head.created
    if end is None:
        return Summary(head.game, head.players, turn, at=at)
    losers = _losers(game.seats[: len(head.players)], end.get("winner"), events)
    return Summary(head.game, head.players, turn, str(end.get("told", OVER)), losers, at)


def _turn_at(game: AnyGame, head: PlayHead, position: Mapping[str, Any]) -> int:
    """Return how many turns had begun in the position from which the rows go on."""
    play = game.setup(position, Table()) if position else game.new(oracle=Table(), seats=len(head.players))
    return opening.stage_for(profiles.load(NO_BOARD), game, len(head.players)).turn(play)


def _losers(seats: Sequence[str], winner: object, events: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return all who lost: those who were out, in that order, then the others from the seat after the winner's on."""
    if winner not in seats:
        return ()
    place = seats.index(str(winner))
    out = [event["seat"] for event in events if event.get("event") == "Eliminated" and event.get("seat") in seats]
    rest = [*seats[place + 1 :], *seats[:place]]
    return tuple(dict.fromkeys(seat for seat in (*out, *rest) if seat != winner))
