"""What pieces, tokens and ships are called outside: "blue.gun-3", "blue.token-4", "ship-2"."""

from __future__ import annotations

from engines.armada.pieces import PIECES
from engines.armada.state import Box

MAX_DIGITS = 4  # of a ship's number


class Names:
    """Names of everything that has a number inside, both ways. What is not found is None."""

    def __init__(self, box: Box, seats: tuple[str, ...]) -> None:
        self.seats = seats
        both = range(2 * PIECES)
        self._pieces = tuple(f"{seats[at // PIECES]}.{box.names[at % PIECES]}" for at in both)
        self._tokens = tuple(f"{seats[at // PIECES]}.token-{at % PIECES + 1}" for at in both)

    def piece(self, piece: int) -> str:
        """Return a piece with its colour: "blue.gun-3"."""
        return self._pieces[piece]

    def token(self, token: int) -> str:
        """Return a piece of a draw pile, which has no face yet: "blue.token-4"."""
        return self._tokens[token]

    def ship(self, ship: int) -> str:
        """Return a ship: "ship-2"."""
        return f"ship-{ship}"

    def find_piece(self, name: object) -> int | None:
        """Return the number of a piece."""
        return self._pieces.index(name) if name in self._pieces else None

    def find_token(self, name: object) -> int | None:
        """Return the number of a token."""
        return self._tokens.index(name) if name in self._tokens else None

    def find_ship(self, name: object) -> int | None:
        """Return the number of a ship, whether there is one or not."""
        number = name.removeprefix("ship-") if isinstance(name, str) else ""
        if number == name or not number.isascii() or not number.isdigit() or len(number) > MAX_DIGITS:
            return None
        return int(number)
