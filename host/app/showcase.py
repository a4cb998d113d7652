"""A whole table in one thread on virtual time: rules, referee, link, firmware, twin and window.

Screenshots, measurements and tests use it: what the window shows is what a real game shows, and always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from hardware.twin.board import Twin
from host.app.desk import LocalDesk
from host.app.drawn import drawn
from host.app.lobby import Opened
from host.app.wishes import PERSON
from host.ledger import Ledger
from host.link import Link, Stepped
from host.link.paced import Paced
from host.play import opening
from host.play.commands import Command, Say
from host.play.house import HousePlayers
from host.play.picture import Picture
from host.play.stepped import SteppedTable

REST_MS = 700  # longer than any patience of the referee with a table that lies still
LONG_MS = 20_000
FRAME_MS = 40


class Showcase:
    """A running table whose time passes only by ``run``. It is what ``GameSession`` follows.

    ``is_paced``: bytes go through a real pseudo-terminal and pyserial, and time waits for them.

    Attributes:
        twin: the board and what lies on it.
        table: the game on virtual time.
        desk: where hands reach, once a window has asked for it.
        on_change: called when there may be a new picture.
        speak: how something is said; a window's session also lets the table follow.
    """

    def __init__(
        self,
        folder: Path,
        players: Sequence[str] = (PERSON, PERSON),
        *,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
        profile: str = "grid",
        is_paced: bool = False,
        game: str = "armada",
    ) -> None:
        self._ledger = Ledger.open(opening.new_ledger(folder, game, f"show-{seed}"), synchronous="OFF")
        companion = opening.begin(self._ledger, game, profile, seed, players=players, options=options, is_virtual=True)
        self.twin = Twin(profile)
        self._is_paced = is_paced
        house = HousePlayers(companion.game, players, seed)
        self.table = SteppedTable(companion, self._ledger, self._drive, choose=house, seed=seed)
        self.desk: LocalDesk | None = None
        self.on_change: Callable[[], None] = lambda: None
        self.speak: Callable[[Command], None] = self.post
        self._seed = seed
        self._rng = Random(seed)

    @property
    def opened(self) -> Opened:
        """This table as something that a window can show."""
        profile = drawn(self.twin.profile, *self.table.companion.stage.board)
        return Opened(self, profile, self._sit_down, self._seed)

    @property
    def picture(self) -> Picture:
        """What there is to see now."""
        return self.table.picture

    def start(self) -> None:
        """Plug the board in."""
        self.table.plug()

    def stop(self) -> None:
        """End."""
        self.table.unplug()
        if isinstance(self.table.board, Paced):
            self.table.board.close()
        self.twin.close()
        self._ledger.close()

    def post(self, command: Command) -> None:
        """Carry out a command at once; who looks sees it when time passes."""
        self.table.post(command)

    def read(self, key: str) -> None:
        """Nobody waits for it: here house players answer when time passes."""

    def run(self, ms: int = REST_MS) -> Picture:
        """Let time pass, and show what it brought."""
        self.table.run_for(ms)
        return self._show()

    def run_while(self, condition: Callable[[], bool], step: int = 20, limit: int = LONG_MS) -> bool:
        """Let time pass in steps while something holds; tell whether it ended in time."""
        end = self.table.now + limit
        while condition() and self.table.now < end:
            self.run(step)
        return not condition()

    def settle(self) -> Picture:
        """Let time pass until somebody is asked for an answer and the table shows what it should."""
        self.run_while(lambda: not self._is_calm())
        return self.run(FRAME_MS)

    def _is_calm(self) -> bool:
        if self.picture.due:
            return False
        kind = self.picture.prompt.kind
        return kind == "aim" or (self.table.companion.is_still and kind in ("turn", "over"))

    def wander(self, answers: int, prefer: Sequence[str] = ("build",), share: float = 0.75) -> Picture:
        """Answer some times at random, but mostly by what is preferred."""
        for _ in range(answers):
            legal = list(self.table.companion.legal())
            if not legal:
                break
            liked = [text for text in legal if text.split()[0] in prefer]
            text = self._rng.choice(liked if liked and self._rng.random() < share else legal)
            self.say(text)
        return self.picture

    def say(self, text: str) -> Picture:
        """Answer, and let the table follow."""
        self.speak(Say(text))
        return self.settle()

    def _show(self) -> Picture:
        if self.desk is not None:
            self.desk.look()
        self.on_change()
        return self.picture

    def _drive(self, link: Link) -> Stepped:
        return Paced(self.twin, link) if self._is_paced else Stepped(self.twin, link)

    def _sit_down(self) -> LocalDesk:
        self.desk = LocalDesk(self.twin, self._plug)
        return self.desk

    def _plug(self, is_in: bool) -> None:
        if is_in:
            self.table.plug()
        else:
            self.table.unplug()
