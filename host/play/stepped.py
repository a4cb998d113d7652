"""A companion on virtual time: a stepped or paced board and link, and the game, in one thread.

>>> table = SteppedTable(companion, ledger, lambda link: Stepped(twin, link))    # doctest: +SKIP
>>> table.plug(); table.run_for(500); table.picture.prompt.title
"""

from __future__ import annotations

from collections.abc import Callable

from host.ledger import Fact, Ledger
from host.link import Arrived, Connected, Happening, Link, Lost, Refused, Repaired, Stepped
from host.play.commands import Command
from host.play.companion import Companion
from host.play.house import Choose
from host.play.picture import Picture
from host.play.taps import PadTaps
from host.play.thinking import decide
from host.table.tags import Cards

NEVER = 1 << 62


class SteppedTable:
    """Runs a companion on a driver of virtual time. ``now`` is that time; nothing happens but by ``run_…``."""

    def __init__(
        self,
        companion: Companion,
        ledger: Ledger,
        make: Callable[[Link], Stepped],
        *,
        choose: Choose | None = None,
        seed: int = 1,
        cards: Cards | None = None,
    ) -> None:
        self._ledger = ledger
        self._choose = choose
        self._seed = seed
        self._cards = cards
        self._start(companion, make)

    def _start(self, companion: Companion, make: Callable[[Link], Stepped]) -> None:
        self.companion = companion
        self._taps = PadTaps(companion, self._cards)
        self._heard: list[Happening] = []
        self.board = make(Link(self._ledger, listener=self._heard.append, seed=self._seed))
        self._shown: object = None

    def restart(self, companion: Companion, make: Callable[[Link], Stepped]) -> None:
        """The program has died without a word: ``companion`` has taken the game up, and knows only its ledger."""
        self.board.unplug()
        self.board.close()
        self._seed += 1
        self._start(companion, make)

    @property
    def now(self) -> int:
        """The virtual time in milliseconds."""
        return self.board.now

    @property
    def picture(self) -> Picture:
        """What a screen shows now."""
        return self.companion.picture

    def plug(self) -> None:
        """Open the port."""
        self.board.plug()

    def unplug(self) -> None:
        """Pull the cable."""
        self.board.unplug()
        self._settle()

    def post(self, command: Command) -> None:
        """Carry out a command now."""
        self._settle()
        self.companion.command(command, self.now)
        self._settle()

    def run_for(self, duration: int) -> None:
        """Let ``duration`` milliseconds pass."""
        self.run_until(self.now + duration)

    def run_until(self, when: int) -> None:
        """Let time pass up to ``when``."""
        while self.now < when:
            self._settle()
            due = min(time for time in (self.companion.due, self._taps.due, NEVER) if time is not None)
            self._run_board(min(when, max(self.now + 1, due)))
        self._settle()

    def _run_board(self, when: int) -> None:
        """Let the board go on up to ``when``, or until the link has heard something: nothing else concerns the game."""
        while self.now < when and not self._heard:
            self.board.step(when)

    def run_while(self, condition: Callable[[], bool], limit: int) -> bool:
        """Let time pass while ``condition`` holds, at most ``limit`` ms; return whether it ended in time."""
        end = self.now + limit
        while condition() and self.now < end:
            self.run_until(self.now + 2)
        return not condition()

    def _settle(self) -> None:
        """Hand over what the link has heard, let the game's time pass, show its lights, let house players answer."""
        while self._heard:
            heard, self._heard[:] = list(self._heard), []
            for happening in heard:
                self._take(happening)
        self.companion.tick(self.now)
        self._taps.tick(self.now)
        if self._choose is not None and (decision := self.companion.to_choose) is not None:
            decide(self.companion, self._choose, decision, self.now)
        lights = self.picture.lights
        if lights is not self._shown:
            self._shown = lights
            self.board.link.show(lights)
        self.board.link.expect(self.picture.expects)

    def _take(self, happening: Happening) -> None:
        if isinstance(happening, Arrived):
            self._facts(tuple(happening.facts))
        elif isinstance(happening, Repaired):
            self._facts(tuple(happening.inferred))
        elif isinstance(happening, Connected):
            self.companion.link("The board is connected.", True, self.now, happening.uid)
            self._taps.remember(self._ledger.state(happening.uid), self.now)
        elif isinstance(happening, Lost | Refused):
            self.companion.link(happening.sentence, False, self.now)

    def _facts(self, facts: tuple[Fact, ...]) -> None:
        self.companion.facts(facts, self._ledger.last_fact())
        self._taps.take(facts, self.now)
