"""What a position is in the middle of, and how a game ended, as JSON, both ways."""

from __future__ import annotations

from engines.armada.names import Names
from engines.armada.pieces import PIECES
from engines.armada.state import Frame, State
from engines.core.problems import SetupError

ENDS = ("R40", "A26", "A30")
_FORMS = '{"for": "first"}, {"for": "draw", "token": …} or {"for": "shield", "ship": …, "target": …, "payer": …}'


class Frames:
    """Writes and reads what the game waits on beside an action."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def write(self, state: State) -> list[dict[str, object]]:
        """Return the stack of a state."""
        return [self._write(frame) for frame in state.stack]

    def _write(self, frame: Frame) -> dict[str, object]:
        names = self._names
        if frame[0] == "draw":
            return {"for": "draw", "token": names.token(frame[1])}
        if frame[0] == "bash":
            _, ship, target, payer = frame
            paid_by = None if payer is None else names.piece(payer)
            return {"for": "shield", "ship": names.ship(ship), "target": names.ship(target), "payer": paid_by}
        return {"for": "first"}

    def read(self, state: State, rows: object) -> None:
        """Put onto the stack of a state what it waits on; its turn has been read."""
        if not isinstance(rows, list) or len(rows) > 1:
            raise SetupError('"waits" must be a list of at most one.')
        for row in rows:
            frame = self._read(state, row) if isinstance(row, dict) else None
            if frame is None:
                raise SetupError(f"The game cannot wait on {str(row)[:100]} here; it may wait on {_FORMS}.")
            state.stack = (*state.stack, frame)

    def _read(self, state: State, row: dict[str, object]) -> Frame | None:
        keys = tuple(sorted(row))
        if keys == ("for",) and row["for"] == "first":
            return ("first",) if state.seat < 0 else None
        if keys == ("for", "token") and row["for"] == "draw":
            return self._read_draw(state, row["token"])
        if keys == ("for", "payer", "ship", "target") and row["for"] == "shield":
            return self._read_bash(state, row)
        return None

    def _read_draw(self, state: State, name: object) -> Frame | None:
        """A drawn token without a face: by its zone it is still one of the pile's pieces."""
        token, seat = self._names.find_token(name), state.seat
        if token is None or token // PIECES != seat or not state.draw[seat] or token != state.draw[seat][0]:
            return None
        state.draw[seat] = state.draw[seat][1:]
        return ("draw", token)

    def _read_bash(self, state: State, row: dict[str, object]) -> Frame | None:
        ship, target = self._names.find_ship(row["ship"]), self._names.find_ship(row["target"])
        payer = self._names.find_piece(row["payer"])
        if ship is None or target is None or (payer is None and row["payer"] is not None):
            return None
        if (state.owner.get(ship), state.owner.get(target)) != (state.seat, 1 - state.seat) or not state.left:
            return None
        return ("bash", ship, target, payer) if payer is None or payer in state.pieces[ship] else None

    def write_result(self, state: State) -> dict[str, object] | None:
        """Return how a state's game ended."""
        if state.result is None:
            return None
        winner, rule = state.result
        return {"winner": None if winner is None else self._names.seats[winner], "rule": rule}

    def read_result(self, state: State, row: object) -> None:
        """Take in how a game ended."""
        if row is None:
            return
        winners = (None, *self._names.seats)
        if not isinstance(row, dict) or row.keys() != {"winner", "rule"} or row["rule"] not in ENDS:
            raise SetupError(f'"result" must have a "winner" and a "rule", one of {", ".join(ENDS)}.')
        if row["winner"] not in winners:
            raise SetupError(f"The winner must be {' or '.join(self._names.seats)}, or null for a draw.")
        state.result = (None if row["winner"] is None else winners.index(row["winner"]) - 1, row["rule"])
