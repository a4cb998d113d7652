"""Chess at a Deadfall table: a game in a package of its own."""

from deadfall_chess.rules import load
from host.games import HostGame
from host.games.record import GRID, NO_SENSORS

GAME = HostGame(
    name="chess",
    title="Chess",
    tables=(GRID, NO_SENSORS),
    stage="deadfall_chess.stage:ChessStage",
    load=load,
    screen="deadfall_chess.screen:ChessKit",
    people="deadfall_chess.people:ChessWays",
    most_turns=300,
)
