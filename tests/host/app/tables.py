"""Table screens of every game at every kind of table, with pictures of real games and no board behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from hardware import profiles
from host.app import theme
from host.app.drawn import drawn
from host.app.kits import kit_of
from host.app.lobby import Opened
from host.app.table_screen import TableScreen
from host.ledger import Ledger
from host.play import opening
from host.play.companion import Companion
from host.play.picture import Picture
from tests.host.app.rig import RememberingTable

SEATS = {"armada": (2,), "loot": (2, 3, 4), "saw": (2, 3, 6)}
PROFILES = {
    "armada": ("grid", "full", "pocket", "bench", "none"),
    "loot": ("field", "pocket", "bench", "none"),
    "saw": ("bench", "full", "field", "grid", "pocket", "none"),
}
TABLES = [(game, profile, seats) for game in PROFILES for profile in PROFILES[game] for seats in SEATS[game]]


def begin(folder: Path, game: str, profile: str, seats: int) -> Companion:
    """Begin a game of people; nothing is connected."""
    ledger = Ledger.open(folder / f"{game}-{profile}-{seats}.ledger", synchronous="OFF")
    return opening.begin(ledger, game, profile, 0, players=("person",) * seats, is_virtual=game == "saw")


def pictures(companion: Companion, answers: int, seed: int = 1) -> Iterator[Picture]:
    """Press buttons of the prompt at random, and yield what there is to see after each."""
    rng = Random(seed)
    yield companion.picture
    for now in range(1, answers + 1):
        if buttons := companion.picture.prompt.buttons:
            companion.command(rng.choice(buttons).command, 100 * now)
        yield companion.picture


def screen_of(companion: Companion, profile: str) -> TableScreen:
    """Return the screen on which a game is shown."""
    stage, picture = companion.stage, companion.picture
    theme.seat(seat.name for seat in picture.seats)
    opened = Opened(RememberingTable(picture), drawn(profiles.load(profile), *stage.board))
    screen = kit_of(companion.game.name).screen(opened)
    screen.show_picture(picture)
    return screen
