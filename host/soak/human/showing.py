"""How people hold things to the pad: long enough as a rule, and now and then they leave one lying there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from host.soak.human.habits import Habits
from host.soak.human.hands import Hands
from host.soak.human.levels import Level
from host.soak.human.senses import Room

TAP_MS = (220, 480)
OVER_MS = (250, 900)  # how long a card is held over another one
BRIEF_MS = (20, 90)
CLEARED = 0.4  # how often somebody takes away what lies on the pad before the next card comes
TIDIED = 0.15  # how often somebody takes it away for no reason, each time that somebody answers


class Showing:
    """The pad and who holds something to it. ``shown`` is what was held there last, ``lying`` what was left there."""

    def __init__(
        self, room: Room, hands: Hands, level: Level, rng: Random, habits: Habits, decoy: Callable[[Random], str]
    ) -> None:
        self.shown = ""
        self.lying: list[str] = []
        self._room = room
        self._hands = hands
        self._level = level
        self._rng = rng
        self._habits = habits
        self._decoy = decoy

    def show(self, card: str) -> bool:
        """Hold a card to the pad: long enough, as a rule. Tell whether the screen shows that it was read."""
        rng, level = self._rng, self._level
        if rng.random() < level.two_cards:
            self._clear(card)
            self._room.tap_two((card, self._decoy(rng)), rng.randint(*TAP_MS))
            self._hands.react()
        if rng.random() < level.brief:
            self.take_up(card)
            self._room.tap(card, rng.randint(*BRIEF_MS))
            self._hands.react()
            return False
        is_read = self.tap(card)
        if rng.random() < level.twice:
            is_read = self.tap(card)
        return is_read

    def tap(self, card: str) -> bool:
        """Hold a card to the pad for long enough, over what lies there or instead of it; tell whether it was read."""
        self.take_up(card)
        if self.lying and self._habits.rng.random() < CLEARED:
            self._clear(card)
        if self.lying:
            self._hold_over(card)
        is_read = self._hold(card)
        self.shown = card
        self._hands.react()
        return is_read

    def take_up(self, card: str) -> None:
        """Take a card off the pad, if it was left there: it is needed."""
        if card in self.lying:
            self.lying.remove(card)
            self._room.take_up(card)
            self._hands.react()

    def tidy(self) -> None:
        """Now and then somebody takes away what was left lying."""
        if self.lying and self._habits.rng.random() < TIDIED:
            self._clear("")

    def _hold(self, card: str) -> bool:
        """Hold a card to the pad and take it away, or leave it there."""
        held = self._rng.randint(*TAP_MS)
        if self._habits.gives_in("left-lying"):
            self._room.lay(card)
            self._hands.wait(held)
            self.lying.append(card)
        else:
            self._room.tap(card, held)
            self._hands.wait(held)
        return self._room.on_pad() == card.partition("#")[0]  # the screen does not tell copies apart

    def _hold_over(self, card: str) -> None:
        """Hold a card over another one: the reader hears both, so nothing comes of it. Then clear the pad."""
        self._room.lay(card)
        self._hands.wait(self._habits.rng.randint(*OVER_MS))
        self._room.take_up(card)
        self._hands.wait(self._habits.rng.randint(*TAP_MS))
        self._clear(card)

    def _clear(self, card: str) -> None:
        """Take away all that lies on the pad."""
        for other in [other for other in self.lying if other != card]:
            self.lying.remove(other)
            self._room.take_up(other)
        self._hands.react()
