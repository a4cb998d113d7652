"""What cards, seats and spaces are called outside: "card-17", "blue", "b3"."""

from __future__ import annotations

from engines.loot.box import SEATS, Box

MAX_TOKEN = 99_999
OFTEN = 1_000  # names that nearly every game gets along with


class Names:
    """Names of everything that has a number inside. What is not found is None."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.seats = SEATS
        self._tokens = tuple(f"card-{number}" for number in range(1, OFTEN + 1))
        self._found = {name: token for token, name in enumerate(self._tokens)}

    def token(self, token: int) -> str:
        """Return a card as an object: "card-17"."""
        return self._tokens[token] if token < OFTEN else f"card-{token + 1}"

    def tokens(self, tokens: tuple[int, ...]) -> list[str]:
        """Return some cards."""
        return [self.token(token) for token in tokens]

    def find_token(self, name: object) -> int | None:
        """Return the number of a card, whether there is one or not."""
        if isinstance(name, str) and name in self._found:
            return self._found[name]
        number = name.removeprefix("card-") if isinstance(name, str) else ""
        if number == name or not number.isascii() or not number.isdigit() or len(number) > 5 or number[0] == "0":
            return None
        return int(number) - 1

    def face(self, face: int) -> str:
        """Return what is printed on a card."""
        return self._box.names[face]

    def cell(self, cell: int) -> str:
        """Return a space: "b3"."""
        return self._box.cell_names[cell]

    def cells(self, cells: tuple[int, ...]) -> list[str]:
        """Return some spaces."""
        return [self.cell(cell) for cell in cells]

    def avatar(self, avatar: int) -> str:
        """Return an avatar."""
        return self._box.avatars[avatar].id
