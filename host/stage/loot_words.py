"""What Loot Trap says to people about what happened: short sentences without any secret, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core import AnyPlay
from engines.core.events import Event
from engines.loot import events as ev
from engines.loot.box import SEATS, Box
from engines.loot.notation import AVATAR, CARD, FORMS

CARDS_LEAVE_HIDDEN = frozenset(("lay", "swap", "give"))
"""Answers by which a card leaves a hand face down."""


def capital(seat: int) -> str:
    """Return a seat's name at the beginning of a sentence."""
    return SEATS[seat].capitalize()


def ending(play: AnyPlay) -> tuple[int | None, str, str]:
    """Return how the game ended, as a question that nobody has to answer."""
    result = play.result
    if result is None or result.winner is None:
        return None, "The game is a draw", f"Nobody has any health left ({result.rule})." if result else ""
    loot = len(play.state.bank[result.winner])
    why = f"{loot} loot banked" if play.state.living() != [result.winner] else "all others have no health left"
    return None, f"{capital(result.winner)} wins", f"{why.capitalize()} ({result.rule})."


def spoken(text: str, untold: str) -> str:
    """Return an answer without the name of a card that leaves a hand face down."""
    word, *rest = text.split()
    return " ".join((word, untold, *rest[1:])) if word in CARDS_LEAVE_HIDDEN and rest else text


def titled(text: str, title: Callable[[str], str]) -> str:
    """Return an answer with the titles of cards. Only the form of the answer tells where it names one."""
    word, *rest = text.split() or [""]
    form = max(FORMS.get(word, ((),)), key=len)
    cards = {at for at, what in enumerate(form) if what in (CARD, AVATAR)}
    return " ".join((word, *(title(part) if at in cards else part for at, part in enumerate(rest))))


class Teller:
    """Tells events of one box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._tell: dict[type, Callable[[Any], str | None]] = {
            ev.AvatarChosen: lambda e: f"{capital(e.seat)} is {box.avatars[e.avatar].title}.",
            ev.Drawn: lambda e: f"{capital(e.seat)} draws a card ({_cause(e)}).",
            ev.Reshuffled: lambda e: f"The discard pile is shuffled and becomes the deck ({_cause(e)}).",
            ev.Moved: self._moved,
            ev.Traded: lambda e: f"{capital(e.seat)} and {capital(e.other)} trade places ({_cause(e)}).",
            ev.Stayed: lambda e: f"{capital(e.seat)} stays: {_cause(e)}.",
            ev.Sprung: lambda e: (
                f"{self._title(e.face)} goes off under {capital(e.seat)} on {self._cell(e.cell)} ({_cause(e)})."
            ),
            ev.Removed: lambda e: f"{self._title(e.face)} on {self._cell(e.cell)} is discarded ({_cause(e)}).",
            ev.Refilled: lambda e: f"{self._cell(e.cell)} is filled from the deck, face down ({_cause(e)}).",
            ev.HoleLeft: lambda e: f"{self._cell(e.cell)} stays empty ({_cause(e)}).",
            ev.Discarded: lambda e: f"{capital(e.seat)} discards {self._title(e.face)} ({_cause(e)}).",
            ev.Flipped: lambda e: f"{self._title(e.face)} on {self._cell(e.cell)} is flipped face up ({_cause(e)}).",
            ev.Ousted: lambda e: f"{self._title(e.face)} is taken off {self._cell(e.cell)} ({_cause(e)}).",
            ev.Laid: lambda e: f"{capital(e.seat)} lays a trap on {self._cell(e.cell)} ({_cause(e)}).",
            ev.Looked: lambda e: f"{capital(e.seat)} looks at the card on {self._cell(e.cell)} ({_cause(e)}).",
            ev.Exchanged: lambda e: f"{capital(e.seat)} swaps the card on {self._cell(e.cell)} ({_cause(e)}).",
            ev.Given: lambda e: f"{capital(e.seat)} gives {capital(e.other)} a card ({_cause(e)}).",
            ev.Played: lambda e: f"{capital(e.seat)} plays {self._title(e.face)} ({_cause(e)}).",
            ev.Fizzled: lambda e: f"{self._title(e.face)} does nothing: {_cause(e)}.",
            ev.Equipped: lambda e: f"{capital(e.seat)} puts {self._title(e.face)} on {capital(e.other)} ({_cause(e)}).",
            ev.Stripped: lambda e: f"{capital(e.seat)} loses {self._title(e.face)} ({_cause(e)}).",
            ev.Banked: lambda e: f"{capital(e.seat)} banks a loot ({_cause(e)}).",
            ev.LootLost: lambda e: f"{capital(e.seat)} loses a loot ({_cause(e)}).",
            ev.LootTaken: lambda e: f"{capital(e.seat)} takes a loot from {capital(e.other)} ({_cause(e)}).",
            ev.Salvaged: lambda e: f"{capital(e.seat)} takes the top card of the discard pile ({_cause(e)}).",
            ev.HealthChanged: lambda e: f"{capital(e.seat)}: health {e.before} → {e.after} ({_cause(e)}).",
            ev.GuardChanged: self._guarded,
            ev.CalmChanged: self._becalmed,
            ev.Armed: lambda e: f"Armed: {self._cells(e.cells)} ({_cause(e)}).",
            ev.Disarmed: lambda e: f"Disarmed: {self._cells(e.cells)} ({_cause(e)}).",
            ev.Rolled: lambda e: f"{capital(e.seat)} draws the roll card {e.number} ({_cause(e)}).",
            ev.Stopped: lambda e: f"{capital(e.seat)}'s turn ends after this ({_cause(e)}).",
            ev.Eliminated: lambda e: f"{capital(e.seat)} is eliminated; the pawn leaves the field ({_cause(e)}).",
            ev.GameEnded: lambda e: "A draw." if e.winner is None else f"{capital(e.winner)} wins ({_cause(e)}).",
        }

    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence; None if another event says it."""
        how = self._tell.get(type(event))
        return how(event) if how else None

    def reasons(self, play: AnyPlay) -> dict[tuple[str, int], str]:
        """Return the last change of each seat's health and loot, as sentences."""
        found: dict[tuple[str, int], str] = {}
        for event in play.events:
            if isinstance(event, ev.HealthChanged):
                found["health", event.seat] = self.tell(event) or ""
            elif isinstance(event, ev.Banked | ev.LootLost | ev.LootTaken):
                found["loot", event.seat] = self.tell(event) or ""
                if isinstance(event, ev.LootTaken):
                    found["loot", event.other] = self.tell(event) or ""
        return found

    def _moved(self, event: ev.Moved) -> str:
        verb = "hops" if event.is_hop else "goes"
        where = f"from {self._cell(event.start)} to {self._cell(event.end)}"
        return f"{capital(event.seat)} {verb} {where} ({_cause(event)})."

    def _guarded(self, event: ev.GuardChanged) -> str:
        what = "will take none of the next damage" if event.is_guarded else "takes no damage this time"
        return f"{capital(event.seat)} {what} ({_cause(event)})."

    def _becalmed(self, event: ev.CalmChanged) -> str:
        what = "will skip the next action" if event.is_becalmed else "skips this action"
        return f"{capital(event.seat)} {what} ({_cause(event)})."

    def _title(self, face: int) -> str:
        return self._box.titles[face]

    def _cell(self, cell: int) -> str:
        return self._box.cell_names[cell]

    def _cells(self, cells: tuple[int, ...]) -> str:
        return ", ".join(map(self._cell, cells))


def _cause(event: Any) -> str:
    return f"{event.cause}, {event.rule}" if event.rule else str(event.cause)
