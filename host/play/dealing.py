"""What a table settles by itself after each entry: the cards that house players see, and lots that nobody draws.

>>> dealing = Dealing(stage, players, seed, deck)                              # doctest: +SKIP
>>> while (found := dealing.next(play)) is not None: play.feed(found.entry)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.core import AnyPlay, Decision, Reveal
from engines.core.entries import Entry
from engines.core.oracles import Shuffle
from engines.core.viewers import WORLD
from engines.core.waiting import WINDOW
from host.ledger import Origin
from host.play.chronicle import Because
from host.play.house import PERSON
from host.play.rows import BY_LOT, DEALT, THE_TABLE, VIRTUAL
from host.play.seen import observed
from host.play.virtual_deck import VirtualDeck
from host.stage.base import Stage


class Settled(NamedTuple):
    """One thing that the table settles by itself, and why."""

    entry: Entry
    because: Because


class Dealing:
    """Deals for one game. ``deck`` has the cards of a virtual table; ``seed`` decides lots where there is none."""

    def __init__(self, stage: Stage, players: Sequence[str], seed: int, deck: VirtualDeck | None) -> None:
        self._stage = stage
        self._players = players
        self._lots = Shuffle(seed)
        self._deck = deck

    def next(self, play: AnyPlay) -> Settled | None:
        """Return the next card or lot that the table settles by itself, or None."""
        for item in play.waiting:
            found = self._card(play, item) if isinstance(item, Reveal) else self._lot(play, item)
            if found is not None:
                return found
        return None

    def _card(self, play: AnyPlay, item: Reveal) -> Settled | None:
        if self._deck is None or not self._is_dealt(item):
            return None
        card = observed(item, self._deck.card(play, item.token))
        return Settled(card, Because(DEALT, Origin.DEALT, VIRTUAL))

    def _is_dealt(self, item: Reveal) -> bool:
        """Tell whether a virtual table tells a card by itself.

        In SAW, and where there are no pads, it tells every card. Elsewhere people show the cards of their own seats
        as they use them, and a house player is told what it sees; a card that the rules need is held to the play pad.
        """
        if self._stage.is_tapped or not self._stage.profile.pads:
            return True
        return self._is_house(item.seat) and item.policy == WINDOW

    def _lot(self, play: AnyPlay, item: Decision) -> Settled | None:
        if item.seat != WORLD:
            return None
        if self._deck is not None and not self._is_shown(play, item):
            entry = self._deck.lot(play, item)
            return Settled(entry, Because(DEALT, Origin.DEALT, VIRTUAL)) if entry is not None else None
        if PERSON in self._players or self._stage.by_chance(item):
            return None
        entry = self._lots.answer(play, item)
        return Settled(entry, Because(BY_LOT, Origin.LOT, THE_TABLE)) if entry is not None else None

    def _is_shown(self, play: AnyPlay, item: Decision) -> bool:
        """Tell whether people show a lot of a virtual table to a pad: a roll card, where there is a pad for it."""
        if PERSON not in self._players or not self._stage.profile.pads:
            return False
        return self._stage.drawer(play) >= 0 and not self._stage.by_chance(item)

    def _is_house(self, seat: int) -> bool:
        return seat >= 0 and self._players[seat] != PERSON
