"""Answers as text, both ways: "build gun-3 e1 north", "rotate hub-2 left", "bash shield-1 > ship-4"."""

from __future__ import annotations

from engines.armada.grid import DIRECTIONS, FACINGS, TURNS
from engines.armada.legal import BASH, BUILD, DRAW, MOVE, ROTATE, SHOOT, STOP, Choice
from engines.armada.pieces import PIECES
from engines.armada.state import Box, State
from engines.core.problems import ParseError
from engines.core.waiting import Decision

FORMS = {
    BUILD: "build PIECE CELL FACING",
    MOVE: "move SHIP DIRECTION",
    ROTATE: "rotate HUB left|right",
    SHOOT: "shoot GUN DIRECTION",
    BASH: "bash SHIELD > SHIP, or bash SHIP > SHIP",
    DRAW: "draw",
    STOP: "stop",
}
SHIELD, FIRST = "shield", "first"


class Notation:
    """Writes and reads answers. A piece is one of the seat that decides; a shield that is picked, the defender's."""

    def __init__(self, box: Box, seats: tuple[str, ...]) -> None:
        self._box = box
        self._seats = seats

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return a choice as text."""
        kind = choice[0]
        if kind == BUILD:
            return f"build {self.piece(choice[1])} {self._box.grid.name(choice[2])} {FACINGS[choice[3]]}"
        if kind == MOVE:
            return f"move ship-{choice[1]} {DIRECTIONS[choice[2]]}" + (" 2" if choice[3] == 2 else "")
        if kind == ROTATE:
            return f"rotate {self.piece(choice[1])} {TURNS[choice[2]]}"
        if kind == SHOOT:
            return f"shoot {self.piece(choice[1])} {DIRECTIONS[choice[2]]}"
        if kind == BASH:
            payer = f"ship-{choice[1]}" if choice[2] is None else self.piece(choice[2])
            return f"bash {payer} > ship-{choice[3]}"
        if kind == SHIELD:
            return f"shield {self.piece(choice[1])}"
        return f"first {self._seats[choice[1]]}" if kind == FIRST else str(kind)

    def piece(self, piece: int) -> str:
        """Return a piece's name without its colour."""
        return self._box.names[piece % PIECES]

    def parse(self, state: State, decision: Decision, text: str) -> Choice:
        """Return the choice that a text means in a position."""
        words = text.lower().replace(">", " > ").split()
        if not words or len(text) > 200:
            raise ParseError(f"An answer is one of: {self._expected(decision)}.")
        if decision.kind == SHIELD:
            return self._parse_pick(1 - state.seat, words)
        if decision.kind == FIRST:
            return self._parse_first(words)
        return self._parse_action(state.ship_of, decision.seat, words)

    def _parse_action(self, ship_of: list[int], seat: int, words: list[str]) -> Choice:
        kind, count = words[0], len(words)
        if kind == BUILD and count == 4:
            return (BUILD, self._piece(seat, words[1]), self._cell(words[2]), _index(FACINGS, words[3], "a facing"))
        if kind == MOVE and count == 3:
            return (MOVE, _ship(words[1]), _index(DIRECTIONS, words[2], "a direction"), 1)
        if kind == MOVE and count == 4 and words[3] in ("1", "2"):
            return (MOVE, _ship(words[1]), _index(DIRECTIONS, words[2], "a direction"), int(words[3]))
        if kind == ROTATE and count == 3:
            return (ROTATE, self._piece(seat, words[1]), _index(TURNS, words[2], "a turn"))
        if kind == SHOOT and count == 3:
            return (SHOOT, self._piece(seat, words[1]), _index(FACINGS, words[2], "a direction"))
        if kind == BASH and count == 4 and words[2] == ">":
            return self._parse_bash(ship_of, seat, words[1], words[3])
        if kind in (DRAW, STOP) and count == 1:
            return (kind,)
        if kind in FORMS:
            raise ParseError(f'"{" ".join(words)}" is incomplete; say: {FORMS[kind]}.')
        raise ParseError(f'There is no action "{kind}"; there are {", ".join(FORMS)}.')

    def _parse_bash(self, ship_of: list[int], seat: int, payer: str, target: str) -> Choice:
        if payer.startswith("ship-"):
            return (BASH, _ship(payer), None, _ship(target))
        piece = self._piece(seat, payer)
        return (BASH, ship_of[piece], piece, _ship(target))

    def _parse_pick(self, defender: int, words: list[str]) -> Choice:
        if words[0] != SHIELD or len(words) != 2:
            raise ParseError("Say which shield takes the damage: shield PIECE.")
        return (SHIELD, self._piece(defender, words[1]))

    def _parse_first(self, words: list[str]) -> Choice:
        if words[0] != FIRST or len(words) != 2:
            raise ParseError(f"Say who begins: first {' or first '.join(self._seats)}.")
        return (FIRST, _index(self._seats, words[1], "a seat"))

    def _expected(self, decision: Decision) -> str:
        if decision.kind == SHIELD:
            return "shield PIECE"
        return "first SEAT" if decision.kind == FIRST else "; ".join(FORMS.values())

    def _piece(self, seat: int, name: str) -> int:
        number = self._box.number.get(name)
        if number is None:
            raise ParseError(f'There is no piece "{name}"; there are {", ".join(self._box.names)}.')
        return seat * PIECES + number

    def _cell(self, name: str) -> int:
        cell = self._box.grid.find(name)
        if cell is None:
            last = self._box.grid.name(self._box.grid.cells[-1])
            raise ParseError(f'There is no cell "{name}"; cells go from a1 to {last}.')
        return cell


def _ship(name: str) -> int:
    number = name.removeprefix("ship-")
    if number == name or not number.isascii() or not number.isdigit() or len(number) > 4:
        raise ParseError(f'"{name}" is no ship; ships are called ship-1, ship-2 and so on.')
    return int(number)


def _index(words: tuple[str, ...], word: str, what: str) -> int:
    if word not in words:
        raise ParseError(f'"{word}" is not {what}; say one of {", ".join(words)}.')
    return words.index(word)
