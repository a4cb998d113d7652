"""A whole table on virtual time: twin, firmware, link, ledger, referee and rules, and two hands to move its pieces."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.twin.board import Twin
from hardware.twin.objects import BASE, Object
from host.ledger import Ledger
from host.link import Stepped
from host.play import opening
from host.play.commands import Name
from host.play.stepped import SteppedTable

START = 1_000


class Sitting:
    """A game at a simulated table. Things are called as the game calls them: ``put("blue.gun-1", "e1", "north")``."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.path = folder / "game.ledger"
        self.twin = Twin("grid", "cpython", 1)
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        self._choose = settings.pop("choose", None)
        companion = opening.begin(self.ledger, "armada", "grid", START, **settings)
        self._sit(companion, START)

    def _sit(self, companion, now):
        self.table = SteppedTable(
            companion, self.ledger, lambda link: Stepped(self.twin, link, now=now), choose=self._choose
        )
        self.table.plug()
        self.table.run_for(400)

    def restart(self) -> None:
        """The program ends without a word and is started again."""
        now = self.table.now
        self.ledger.close()
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        self._sit(opening.resume(self.ledger, now), now)

    def put(self, name: str, tile: str, facing: str, wait: int = 500) -> None:
        self.twin.mechanics.put(Object(name, BASE), tile, facing)
        self.table.run_for(wait)

    def lift(self, name: str, wait: int = 200) -> None:
        self.twin.mechanics.lift(Object(name, BASE))
        self.table.run_for(wait)

    def set_up(self) -> None:
        self.put("blue.starter", "e2", "south")
        self.put("red.starter", "e10", "north")

    def say(self, command, wait: int = 50) -> None:
        self.table.post(command)
        self.table.run_for(wait)

    def name(self, card: str) -> None:
        self.say(Name(card))

    @property
    def picture(self):
        return self.table.picture

    @property
    def prompt(self):
        return self.table.picture.prompt

    @property
    def play(self):
        return self.table.companion.play

    @property
    def said(self) -> list[str]:
        """The answers that hold."""
        return [line.text for line in self.picture.lines if line.kind == "answer" and not line.is_taken_back]

    def close(self) -> None:
        self.ledger.close()
        self.twin.close()


@pytest.fixture
def sit(tmp_path) -> Iterator[Callable[..., Sitting]]:
    """Return a function that opens a game at a table; ``ready`` sets it up and names Blue's first piece."""
    sittings: list[Sitting] = []

    def open_one(*, ready: bool = True, first: str = "shield-1", **settings: object) -> Sitting:
        folder = tmp_path / str(len(sittings))
        folder.mkdir()
        sitting = Sitting(folder, **settings)
        sittings.append(sitting)
        if ready:
            sitting.set_up()
            sitting.name(first)
        return sitting

    yield open_one
    for sitting in sittings:
        sitting.close()
