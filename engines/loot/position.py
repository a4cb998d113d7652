"""Positions as JSON, both ways. Reading one checks everything: an impossible position is named, not guessed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.core.problems import SetupError
from engines.core.schema import POSITION as check
from engines.loot.box import SEATS, Box
from engines.loot.frames import Frames
from engines.loot.names import MAX_TOKEN, Names
from engines.loot.state import ALL_ROLLS, MAX_HEALTH, State

ENDS = ("R2", "R48")
KNOWN = ("seats", "turn", "players", "field", "deck", "discard", "aside", "faces", "cards", "rolls", "agenda", "result")
_PLAYER = ("seat", "avatar", "health", "space", "hand", "bank", "equipment", "guarded", "becalmed")
_SPACE = ("space", "card", "armed", "face_up", "laid", "laid_by")


class Positions:
    """Writes and reads positions of one box."""

    def __init__(self, box: Box, names: Names, frames: Frames) -> None:
        self._box = box
        self._names = names
        self._frames = frames

    # ---- writing ---------------------------------------------------------------------------------------------------

    def write(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        names, box = self._names, self._box
        faces = {names.token(token): box.names[face] for token, face in enumerate(state.face) if face >= 0}
        return {
            "seats": state.seats,
            "turn": self.write_turn(state),
            "players": [self.write_player(state, seat) for seat in range(state.seats)],
            "field": [self.write_space(state, cell) for cell in state.field.cells],
            "deck": [names.token(token) for token in state.deck],
            "discard": [names.token(token) for token in state.discard],
            "aside": names.tokens(state.aside),
            "faces": faces,
            "cards": len(state.face),
            "rolls": self.write_rolls(state),
            "agenda": self._frames.write(state.agenda),
            "result": self.write_result(state),
        }

    def write_turn(self, state: State) -> dict[str, object]:
        """Return whose turn it is, and how far it has got."""
        seat = SEATS[state.seat] if state.seat >= 0 else None
        return {"seat": seat, "acted": state.acted, "stopped": state.stopped}

    def write_rolls(self, state: State) -> list[int]:
        """Return the roll cards that have not been drawn."""
        return [number for number in range(1, 7) if state.rolls >> number & 1]

    def write_player(self, state: State, seat: int) -> dict[str, object]:
        """Return a player's row."""
        names = self._names
        return {
            "seat": SEATS[seat],
            "avatar": names.avatar(state.avatar[seat]) if state.avatar[seat] >= 0 else None,
            "health": state.health[seat],
            "space": names.cell(state.pawn[seat]) if state.pawn[seat] >= 0 else None,
            "hand": names.tokens(state.hand[seat]),
            "bank": names.tokens(state.bank[seat]),
            "equipment": names.token(state.gear[seat]) if state.gear[seat] >= 0 else None,
            "guarded": state.guarded[seat],
            "becalmed": state.becalmed[seat],
        }

    def write_space(self, state: State, cell: int) -> dict[str, object]:
        """Return a space's row."""
        names = self._names
        return {
            "space": names.cell(cell),
            "card": names.token(state.base[cell]) if state.base[cell] >= 0 else None,
            "armed": state.armed[cell],
            "face_up": state.up[cell],
            "laid": names.token(state.laid[cell]) if state.laid[cell] >= 0 else None,
            "laid_by": SEATS[state.layer[cell]] if state.layer[cell] >= 0 else None,
        }

    def write_result(self, state: State) -> dict[str, object] | None:
        """Return how the game ended."""
        if state.result is None:
            return None
        winner, rule = state.result
        return {"winner": None if winner is None else SEATS[winner], "rule": rule}

    # ---- reading ---------------------------------------------------------------------------------------------------

    def read(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        check.only(position, KNOWN, "A position")
        seats = check.whole(position.get("seats"), '"seats"', 2, len(SEATS))
        state = State(self._box, seats)
        state.face = [-1] * check.whole(position.get("cards"), '"cards"', self._box.total, MAX_TOKEN)
        placed: set[int] = set()
        self._read_players(state, position.get("players"), placed)
        self._read_field(state, position.get("field"), placed)
        state.deck = self._tokens(state, position.get("deck"), '"deck"', placed)
        state.discard = self._tokens(state, position.get("discard"), '"discard"', placed)
        state.aside = tuple(self._tokens(state, position.get("aside"), '"aside"', placed))
        if len(placed) != self._box.total:
            raise SetupError(f"There are {len(placed)} cards in this position; the box has {self._box.total}.")
        self._read_faces(state, check.mapping(position.get("faces"), '"faces"'), placed)
        self._read_turn(state, check.mapping(position.get("turn"), '"turn"'))
        self._read_rolls(state, position.get("rolls"))
        self._read_result(state, position.get("result"))
        if state.result is None:
            state.holes = self._holes(state, position)
            state.agenda = self._frames.read(state, position.get("agenda"))
        elif position.get("agenda"):
            raise SetupError("A game that is over has nothing on its agenda.")
        return state

    def _holes(self, state: State, position: Mapping[str, object]) -> tuple[int, ...]:
        """Spaces without a card wait for one, but for those whose trap is being resolved."""
        rows = position.get("agenda")
        busy = {row.get("space") for row in rows if isinstance(row, dict)} if isinstance(rows, list) else set()
        return tuple(cell for cell in state.field.cells if state.base[cell] < 0 and self._names.cell(cell) not in busy)

    def _read_players(self, state: State, rows: object, placed: set[int]) -> None:
        if not isinstance(rows, list) or len(rows) != state.seats:
            raise SetupError(f'"players" must be a list of {state.seats}.')
        for seat, item in enumerate(rows):
            row = check.mapping(item, "A player")
            check.only(row, _PLAYER, "A player")
            if row.get("seat") != SEATS[seat]:
                raise SetupError(f"Player {seat + 1} must sit at {SEATS[seat]}.")
            self._read_player(state, seat, row, placed)
        taken = [avatar for avatar in state.avatar if avatar >= 0]
        if len(set(taken)) < len(taken):
            raise SetupError("Two players have the same avatar.")

    def _read_player(self, state: State, seat: int, row: Mapping[str, object], placed: set[int]) -> None:
        name = SEATS[seat]
        ids = [avatar.id for avatar in self._box.avatars]
        if row.get("avatar") is not None:
            if row["avatar"] not in ids:
                raise SetupError(f"The avatar of {name} must be one of {', '.join(ids)}.")
            state.avatar[seat] = ids.index(row["avatar"])
        state.health[seat] = check.whole(row.get("health"), f"The health of {name}", 0, MAX_HEALTH)
        state.hand[seat] = tuple(self._tokens(state, row.get("hand"), f"The hand of {name}", placed))
        state.bank[seat] = tuple(self._tokens(state, row.get("bank"), f"The bank of {name}", placed))
        if row.get("equipment") is not None:
            state.gear[seat] = self._tokens(state, [row["equipment"]], f"The equipment of {name}", placed)[0]
        state.guarded[seat] = check.flag(row.get("guarded", False), f"Whether {name} is guarded")
        state.becalmed[seat] = check.flag(row.get("becalmed", False), f"Whether {name} is becalmed")
        state.alive[seat] = row.get("space") is not None
        if state.alive[seat] != (state.health[seat] > 0):
            raise SetupError(f"{name.capitalize()} has a pawn on the field and no health, or the other way round.")
        if not state.alive[seat]:
            return
        cell = state.field.find(row["space"]) if isinstance(row["space"], str) else None
        if cell is None or state.who[cell] >= 0:
            raise SetupError(f"The pawn of {name} must stand alone on a space of the field.")
        state.pawn[seat], state.who[cell] = cell, seat

    def _read_field(self, state: State, rows: object, placed: set[int]) -> None:
        names = [self._names.cell(cell) for cell in state.field.cells]
        if not isinstance(rows, list) or [row.get("space") if isinstance(row, dict) else None for row in rows] != names:
            raise SetupError(f'"field" must be a list of the spaces {", ".join(names)}.')
        for cell, row in zip(state.field.cells, rows, strict=True):
            check.only(row, _SPACE, f"The space {row['space']}")
            for key, cards in (("card", state.base), ("laid", state.laid)):
                if row.get(key) is not None:
                    cards[cell] = self._tokens(state, [row[key]], f"The card on {row['space']}", placed)[0]
            state.armed[cell] = check.flag(row.get("armed", False), f"Whether {row['space']} is armed")
            state.up[cell] = check.flag(row.get("face_up", False), f"Whether {row['space']} lies face up")
            if row.get("laid_by") is not None:
                if row["laid_by"] not in SEATS[: state.seats]:
                    raise SetupError(f"Who laid the trap on {row['space']} must be a seat that plays.")
                state.layer[cell] = SEATS.index(row["laid_by"])
            self._check_space(state, cell, row["space"])

    def _check_space(self, state: State, cell: int, name: str) -> None:
        if (state.layer[cell] >= 0) != (state.laid[cell] >= 0):
            raise SetupError(f"{name} has a laid trap and nobody who laid it, or the other way round.")
        if state.base[cell] < 0 and (state.armed[cell] or state.up[cell] or state.laid[cell] >= 0):
            raise SetupError(f"{name} has no card, so nothing there is armed, laid or face up.")
        if state.armed[cell] and (state.up[cell] or state.laid[cell] >= 0):
            raise SetupError(f"The card of {name} is armed; then it lies neither face up nor under a laid trap.")

    def _tokens(self, state: State, rows: object, what: str, placed: set[int]) -> list[int]:
        if not isinstance(rows, list) or len(rows) > self._box.total:
            raise SetupError(f"{what} must be a list of cards.")
        tokens = []
        for name in rows:
            token = self._names.find_token(name)
            if token is None or token >= len(state.face):
                raise SetupError(f"{what} has {str(name)[:40]}, which is no card; cards go from card-1 to the last.")
            if token in placed:
                raise SetupError(f"{name} is in two places.")
            placed.add(token)
            tokens.append(token)
        return tokens

    def _read_faces(self, state: State, faces: Mapping[str, object], placed: set[int]) -> None:
        box = self._box
        for name, card in faces.items():
            token = self._names.find_token(name)
            if token is None or token not in placed or not isinstance(card, str) or card not in box.number:
                raise SetupError(f"{str(name)[:40]} cannot be {str(card)[:40]}: there is no such card here.")
            state.face[token] = box.number[card]
        for design, count in Counter(face for face in state.face if face >= 0).items():
            if count > box.copies[design]:
                raise SetupError(f"There are more than {box.copies[design]} of {box.names[design]}.")
        self._check_open(state)

    def _check_open(self, state: State) -> None:
        """What lies open has a face, and the right one."""
        box, face = self._box, state.face
        opened = [*state.discard, *state.aside, *(state.base[cell] for cell in state.field.cells if state.up[cell])]
        if any(face[token] < 0 for token in opened):
            raise SetupError("A card lies open, and its face is not told.")
        if any(face[token] < 0 or not box.is_loot[face[token]] for bank in state.bank for token in bank):
            raise SetupError("Only loot can be banked.")
        if any(token >= 0 and (face[token] < 0 or not box.is_gear[face[token]]) for token in state.gear):
            raise SetupError("Only equipment can be worn.")

    def _read_turn(self, state: State, turn: Mapping[str, object]) -> None:
        check.only(turn, ("seat", "acted", "stopped"), '"turn"')
        state.acted = check.flag(turn.get("acted", False), '"acted"')
        state.stopped = check.flag(turn.get("stopped", False), '"stopped"')
        if turn.get("seat") is None:
            return
        if turn["seat"] not in SEATS[: state.seats]:
            raise SetupError(f"The seat whose turn it is must be one of {', '.join(SEATS[: state.seats])}.")
        state.seat = SEATS.index(turn["seat"])
        if -1 in state.avatar:
            raise SetupError("Everybody has an avatar before the first turn.")

    def _read_rolls(self, state: State, rolls: object) -> None:
        if not isinstance(rolls, list) or not all(type(one) is int and 1 <= one <= 6 for one in rolls):
            raise SetupError('"rolls" must be a list of the roll cards that are left, 1 to 6.')
        state.rolls = sum(1 << number for number in set(rolls)) & ALL_ROLLS

    def _read_result(self, state: State, row: object) -> None:
        if row is None:
            if not state.living():
                raise SetupError("Nobody is left to play.")
            return
        winners = (None, *SEATS[: state.seats])
        if not isinstance(row, dict) or row.keys() != {"winner", "rule"} or row["rule"] not in ENDS:
            raise SetupError(f'"result" must have a "winner" and a "rule", one of {", ".join(ENDS)}.')
        if row["winner"] not in winners:
            raise SetupError("The winner must be a seat that plays, or null for a draw.")
        state.result = (None if row["winner"] is None else winners.index(row["winner"]) - 1, row["rule"])
