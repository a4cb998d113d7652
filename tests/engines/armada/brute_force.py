"""A slow model of Jigsaw Armada, written from the numbered rules alone and sharing nothing with the engine.

A board is a dict from (column, row) to a piece, a ship is a list of pieces; every question is answered by looking at
the whole board again. ``load`` reads a position, ``answers`` lists what may be said, ``apply`` says it.

    state = load(position)
    sorted(answers(state))          # ['build gun-1 e1 north', 'draw', 'move ship-1 east', …]
    after = apply(state, "draw")    # the old state stays as it was
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, int]

NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = ("north", "east", "south", "west")
STEP: dict[int, Cell] = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}
DIAGONALS: dict[str, Cell] = {
    "north-east": (1, 1),
    "south-east": (1, -1),
    "south-west": (-1, -1),
    "north-west": (-1, 1),
}
SEATS = ("blue", "red")
SHIELD_WORDS = {"fresh": 2, "cracked": 1, "gone": 0}

# Sides north, east, south, west at facing north: o open, c closed, t closed with a turret.
SIDES = {
    "starter": "occc",
    "hub-2": "oooo",
    "hub-3": "oooc",
    "hub-4": "ococ",
    "hub-5": "oocc",
    "gun-1": "otoc",
    "gun-2": "octc",
    "gun-3": "otct",
    "gun-4": "oott",
    "gun-5": "ootc",
    "gun-6": "otcc",
    "shield-1": "occc",
    "shield-2": "occc",
    "shield-3": "ococ",
    "shield-4": "oooc",
}

DEFAULTS = {
    "A1": "9x11",
    "A2": "one",
    "A3": "blue",
    "A4": "2",
    "A7": "compulsory",
    "A8": "illegal",
    "A9": "hits",
    "A10": "any",
    "A20": "defender",
    "A23": "ignored",
    "A26": "on",
    "A30": "200",
}


@dataclass
class Piece:
    """One piece on the board; ``shield`` counts the damage that its token still stops, None for other pieces."""

    name: str
    cell: Cell
    facing: int
    shield: int | None = None

    @property
    def is_hub(self) -> bool:
        return kind(self.name) == "hub"

    @property
    def has_active_shield(self) -> bool:
        return self.shield is not None and self.shield > 0

    def side(self, direction: int) -> str:
        """The side that looks in this direction (R49: it turns with the piece)."""
        return SIDES[self.name][(direction - self.facing) % 4]


@dataclass
class Ship:
    id: int
    seat: str
    energy: int
    pieces: list[Piece]

    def cells(self) -> set[Cell]:
        return {piece.cell for piece in self.pieces}


@dataclass
class Bash:
    """A bash that waits for the pick of a shield (A20, A47)."""

    attacker: int
    target: int
    payer: str


@dataclass
class State:
    seat: str
    actions: int
    quiet: int
    ships: list[Ship]
    play: dict[str, list[str]]
    draw: dict[str, list[str]]  # the next piece first
    options: dict[str, str]
    next_ship: int
    stirred: bool = False  # a build or damage in this turn (A30)
    bash: Bash | None = None
    result: tuple[str | None, str] | None = None
    columns: int = 0
    rows: int = 0

    def __post_init__(self) -> None:
        self.columns, self.rows = (int(number) for number in self.options["A1"].split("x"))

    @property
    def decider(self) -> str:
        """Whose answer is awaited."""
        if self.bash is not None and self.options["A20"] == "defender":
            return other(self.seat)
        return self.seat


def kind(name: str) -> str:
    return "hub" if name == "starter" else name.split("-")[0]


def other(seat: str) -> str:
    return "red" if seat == "blue" else "blue"


def cell_name(cell: Cell) -> str:
    return "abcdefghijklmnop"[cell[0]] + str(cell[1] + 1)


def cell_of(name: str) -> Cell:
    return "abcdefghijklmnop".index(name[0]), int(name[1:]) - 1


def neighbour(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEP[direction][0], cell[1] + STEP[direction][1]


# Reading and writing positions


def start(draw: dict[str, list[str]], options: dict[str, str] | None = None) -> State:
    """The first decision of a game whose draw piles lie in this order (R3 to R6, R9, A3, A4)."""
    chosen = {**DEFAULTS, **(options or {})}
    columns, rows = (int(number) for number in chosen["A1"].split("x"))
    first = {"blue": "blue", "red": "red"}[chosen["A3"]]
    energy = int(chosen["A4"])
    ships = [
        Ship(1, "blue", energy, [Piece("starter", (columns // 2, 1), SOUTH)]),
        Ship(2, "red", energy, [Piece("starter", (columns // 2, rows - 2), NORTH)]),
    ]
    play = {"blue": ["gun-1"], "red": ["gun-1"]}
    state = State(first, 2, 0, ships, play, copy.deepcopy(draw), chosen, 3)
    take_piece(state, first)
    return state


def load(position: dict[str, Any], options: dict[str, str] | None = None) -> State:
    """The state of a position; its draw piles are taken to lie in the order in which they are listed."""
    ships = [
        Ship(
            ship["id"],
            ship["seat"],
            ship["energy"],
            [
                Piece(
                    piece["piece"],
                    cell_of(piece["cell"]),
                    FACINGS.index(piece["facing"]),
                    SHIELD_WORDS[piece["shield"]] if kind(piece["piece"]) == "shield" else None,
                )
                for piece in ship["pieces"]
            ],
        )
        for ship in position["ships"]
    ]
    return State(
        seat=position["turn"]["seat"],
        actions=position["turn"]["actions"],
        quiet=position["turn"]["quiet"],
        ships=ships,
        play={seat: list(position["play"][seat]) for seat in SEATS},
        draw={seat: list(position["draw"][seat]) for seat in SEATS},
        options={**DEFAULTS, **(options or {})},
        next_ship=max((ship.id for ship in ships), default=0) + 1,
    )


def position(state: State) -> dict[str, Any]:
    """The state as a position, each list in a fixed order."""
    words = {number: word for word, number in SHIELD_WORDS.items()}
    ships = []
    for ship in sorted(state.ships, key=lambda ship: ship.id):
        pieces = []
        for piece in sorted(ship.pieces, key=lambda piece: piece.cell):
            entry: dict[str, Any] = {
                "piece": piece.name,
                "cell": cell_name(piece.cell),
                "facing": FACINGS[piece.facing],
            }
            if piece.shield is not None:
                entry["shield"] = words[piece.shield]
            pieces.append(entry)
        ships.append({"id": ship.id, "seat": ship.seat, "energy": ship.energy, "pieces": pieces})
    return {
        "turn": {"seat": state.seat, "actions": state.actions, "quiet": state.quiet},
        "ships": ships,
        "play": {seat: sorted(state.play[seat]) for seat in SEATS},
        "draw": {seat: sorted(state.draw[seat]) for seat in SEATS},
    }


# Looking at the board


def board(state: State) -> dict[Cell, tuple[Ship, Piece]]:
    return {piece.cell: (ship, piece) for ship in state.ships for piece in ship.pieces}


def is_on_board(state: State, cell: Cell) -> bool:
    return 0 <= cell[0] < state.columns and 0 <= cell[1] < state.rows


def is_in_base(state: State, cell: Cell, seat: str) -> bool:
    return is_on_board(state, cell) and (cell[1] < 2 if seat == "blue" else cell[1] >= state.rows - 2)


def base(state: State, seat: str) -> set[Cell]:
    cells = {(column, row) for column in range(state.columns) for row in range(state.rows)}
    return {cell for cell in cells if is_in_base(state, cell, seat)}


def own_ships(state: State, seat: str) -> list[Ship]:
    return [ship for ship in state.ships if ship.seat == seat]


def find_ship(state: State, number: int) -> Ship:
    return next(ship for ship in state.ships if ship.id == number)


def find_piece(state: State, seat: str, name: str) -> tuple[Ship, Piece]:
    return next((ship, piece) for ship in own_ships(state, seat) for piece in ship.pieces if piece.name == name)


# What may be said


def answers(state: State) -> set[str]:
    """Every legal answer in words; empty when the game is over."""
    if state.result is not None:
        return set()
    if state.bash is not None:
        return {f"shield {piece.name}" for piece in shields_to_pick_from(state, state.bash)}
    found = set(actions(state))
    if found and state.options["A7"] == "may-stop":
        found.add("stop")
    return found


def actions(state: State) -> Iterator[str]:
    """The six kinds of action (R12)."""
    if state.draw[state.seat]:  # R39
        yield "draw"
    yield from moves(state)
    yield from rotations(state)
    yield from shots(state)
    yield from bashes(state)
    yield from builds(state)


def can_act(state: State) -> bool:
    return any(True for _ in actions(state))


def builds(state: State) -> Iterator[str]:
    seen: set[tuple[str, str]] = set()
    pieces = board(state)
    near = base(state, state.seat)
    for ship in own_ships(state, state.seat):
        near |= {neighbour(cell, direction) for cell in ship.cells() for direction in range(4)}
    for name in sorted(state.play[state.seat]):
        look = (kind(name), SIDES[name])
        if look in seen:  # A54: identical pieces are one answer
            continue
        seen.add(look)
        for cell in near:
            for facing in range(4):
                if ship_to_build_on(state, Piece(name, cell, facing), pieces) is not None:
                    yield f"build {name} {cell_name(cell)} {FACINGS[facing]}"


def ship_to_build_on(state: State, new: Piece, pieces: dict[Cell, tuple[Ship, Piece]]) -> Ship | str | None:
    """The ship that the new piece joins, "new" if it starts one, None if the build is illegal."""
    if not is_on_board(state, new.cell) or new.cell in pieces:  # R21
        return None
    joined: list[Ship] = []
    mismatched: list[Ship] = []
    for direction in range(4):
        if neighbour(new.cell, direction) not in pieces:
            continue
        ship, old = pieces[neighbour(new.cell, direction)]
        if ship.seat != state.seat:  # A11, A12, A44
            continue
        ours = new.side(direction) == "o"
        theirs = old.side((direction + 2) % 4) == "o"
        if ours and theirs and ship not in joined:
            joined.append(ship)
        if ours != theirs:
            mismatched.append(ship)
    if len(joined) > 1:  # R21, A13
        return None
    if joined:
        return None if joined[0] in mismatched else joined[0]  # R22, A49
    if new.is_hub and is_in_base(state, new.cell, state.seat):  # R20, A14
        return "new"
    return None


def moves(state: State) -> Iterator[str]:
    for ship in own_ships(state, state.seat):
        for words, shift in shifts(state):
            # Option A2 "two": two steps in one action, so the ship passes through nothing.
            half = (shift[0] // 2, shift[1] // 2) if words.endswith(" 2") else shift
            if fits(state, ship, moved(ship.pieces, half)) and fits(state, ship, moved(ship.pieces, shift)):
                yield f"move ship-{ship.id} {words}"


def shifts(state: State) -> Iterator[tuple[str, Cell]]:
    for direction in range(4):
        yield FACINGS[direction], STEP[direction]
        if state.options["A2"] == "two":
            yield f"{FACINGS[direction]} 2", (2 * STEP[direction][0], 2 * STEP[direction][1])
    if state.options["A2"] == "diagonal":
        yield from DIAGONALS.items()


def moved(pieces: list[Piece], shift: Cell) -> list[Piece]:
    return [
        Piece(piece.name, (piece.cell[0] + shift[0], piece.cell[1] + shift[1]), piece.facing, piece.shield)
        for piece in pieces
    ]


def turned(pieces: list[Piece], hub: Piece, word: str) -> list[Piece]:
    """The pieces after a quarter turn about the hub (R28)."""
    result = []
    for piece in pieces:
        dx, dy = piece.cell[0] - hub.cell[0], piece.cell[1] - hub.cell[1]
        dx, dy = (dy, -dx) if word == "right" else (-dy, dx)
        facing = (piece.facing + (1 if word == "right" else 3)) % 4
        result.append(Piece(piece.name, (hub.cell[0] + dx, hub.cell[1] + dy), facing, piece.shield))
    return result


def fits(state: State, ship: Ship, pieces: list[Piece]) -> bool:
    """Every piece on the board and on no cell of another ship (R27, R29)."""
    taken = {cell for another in state.ships if another.id != ship.id for cell in another.cells()}
    return all(is_on_board(state, piece.cell) and piece.cell not in taken for piece in pieces)


def sweeps_free(state: State, ship: Ship, hub: Piece, word: str) -> bool:
    """Option A23 "swept": the cells that the pieces pass at 45° hold no piece of another ship."""
    taken = {cell for another in state.ships if another.id != ship.id for cell in another.cells()}
    for piece in ship.pieces:
        dx, dy = piece.cell[0] - hub.cell[0], piece.cell[1] - hub.cell[1]
        x, y = (dx + dy, dy - dx) if word == "right" else (dx - dy, dx + dy)
        passed = hub.cell[0] + rounded(x / math.sqrt(2)), hub.cell[1] + rounded(y / math.sqrt(2))
        if passed in taken:
            return False
    return True


def rounded(number: float) -> int:
    return int(math.copysign(math.floor(abs(number) + 0.5), number))


def rotations(state: State) -> Iterator[str]:
    for ship in own_ships(state, state.seat):
        for hub in ship.pieces:
            if not hub.is_hub:  # R30
                continue
            for word in ("left", "right"):
                if not fits(state, ship, turned(ship.pieces, hub, word)):
                    continue
                if state.options["A23"] == "swept" and not sweeps_free(state, ship, hub, word):
                    continue
                yield f"rotate {hub.name} {word}"


def shots(state: State) -> Iterator[str]:
    for ship in own_ships(state, state.seat):
        for gun in ship.pieces:
            for direction in range(4):
                if gun.side(direction) == "t" and may_shoot(state, gun, direction):
                    yield f"shoot {gun.name} {FACINGS[direction]}"


def may_shoot(state: State, gun: Piece, direction: int) -> bool:
    target = first_in_line(state, gun.cell, direction)
    if target is None:
        return state.options["A8"] == "legal"
    return target[0].seat != state.seat or state.options["A9"] == "hits"


def first_in_line(state: State, cell: Cell, direction: int) -> tuple[Ship, Piece] | None:
    pieces = board(state)
    cell = neighbour(cell, direction)
    while is_on_board(state, cell):
        if cell in pieces:
            return pieces[cell]
        cell = neighbour(cell, direction)
    return None


def touches(ship: Ship, target: Ship) -> list[tuple[Piece, int]]:
    """Each piece of the ship that shares an edge with the target, with the direction of that edge (A19, A46)."""
    return [
        (piece, direction)
        for piece in ship.pieces
        for direction in range(4)
        if neighbour(piece.cell, direction) in target.cells()
    ]


def stops(state: State, piece: Piece, direction: int) -> bool:
    """Whether the piece's shield takes damage that comes from this direction (R46, A10)."""
    return piece.has_active_shield and (state.options["A10"] == "any" or (piece.facing + 2) % 4 == direction)


def bashes(state: State) -> Iterator[str]:
    for ship in own_ships(state, state.seat):
        for target in own_ships(state, other(state.seat)):
            contacts = touches(ship, target)
            if contacts:
                yield f"bash ship-{ship.id} > ship-{target.id}"
            for piece, direction in contacts:
                if stops(state, piece, direction):
                    yield f"bash {piece.name} > ship-{target.id}"


def shields_to_pick_from(state: State, bash: Bash) -> list[Piece]:
    """The defender's shields of which one takes the share; none if energy pays (R37).

    With option A10 "front" a piece counts as shielded when one of its contacts is at its front, opposite to its facing.
    """
    contacts = touches(find_ship(state, bash.target), find_ship(state, bash.attacker))
    touching = {piece.name: piece for piece, _ in contacts}
    shielded = {piece.name for piece, direction in contacts if stops(state, piece, direction)}
    return list(touching.values()) if shielded == touching.keys() else []


# What happens then


def apply(state: State, text: str) -> State:
    """The state after this answer, at the next decision or at the end of the game."""
    after = copy.deepcopy(state)
    words = text.split()
    if words[0] == "shield":
        strike(after, words[1])
        return after
    do = {
        "build": do_build,
        "move": do_move,
        "rotate": do_rotate,
        "shoot": do_shoot,
        "bash": do_bash,
        "draw": do_draw,
        "stop": do_stop,
    }
    do[words[0]](after, words[1:])
    return after


def do_build(state: State, words: list[str]) -> None:
    name, cell, facing = words
    new = Piece(name, cell_of(cell), FACINGS.index(facing), 2 if kind(name) == "shield" else None)
    ship = ship_to_build_on(state, new, board(state))
    assert ship is not None, words
    if isinstance(ship, str):
        ship = Ship(state.next_ship, state.seat, 0, [])
        state.next_ship += 1
        state.ships.append(ship)
    ship.pieces.append(new)
    state.play[state.seat].remove(name)
    if new.is_hub:  # R23
        ship.energy += 2
    if is_closed(ship):  # R25
        ship.energy += len(ship.pieces) - 1
    state.stirred = True
    finish_action(state, ship)


def is_closed(ship: Ship) -> bool:
    """No open side that does not meet an open side of the same ship (A16)."""
    pieces = {piece.cell: piece for piece in ship.pieces}
    for piece in ship.pieces:
        for direction in range(4):
            if piece.side(direction) != "o":
                continue
            facing_piece = pieces.get(neighbour(piece.cell, direction))
            if facing_piece is None or facing_piece.side((direction + 2) % 4) != "o":
                return False
    return True


def do_move(state: State, words: list[str]) -> None:
    ship = find_ship(state, int(words[0].split("-")[1]))
    shift = dict(shifts(state))[" ".join(words[1:])]
    ship.pieces = moved(ship.pieces, shift)
    finish_action(state, ship)


def do_rotate(state: State, words: list[str]) -> None:
    ship, hub = find_piece(state, state.seat, words[0])
    ship.pieces = turned(ship.pieces, hub, words[1])
    finish_action(state, ship)


def do_shoot(state: State, words: list[str]) -> None:
    _, gun = find_piece(state, state.seat, words[0])
    direction = FACINGS.index(words[1])
    hit = first_in_line(state, gun.cell, direction)
    if hit is not None:
        ship, piece = hit
        state.stirred = True
        damage(ship, piece if stops(state, piece, (direction + 2) % 4) else None)
        bury(state)
    finish_action(state)


def damage(ship: Ship, shield: Piece | None) -> None:
    """One point, on the shield if there is one to take it (R32, R33)."""
    if shield is None:
        ship.energy -= 1
    else:
        assert shield.shield is not None
        shield.shield -= 1


def bury(state: State) -> None:
    """R18: a ship without energy leaves the game with all its pieces."""
    state.ships = [ship for ship in state.ships if ship.energy > 0]


def do_bash(state: State, words: list[str]) -> None:
    payer, target = words[0], int(words[2].split("-")[1])
    if payer.startswith("ship-"):
        attacker = int(payer.split("-")[1])
    else:
        attacker = find_piece(state, state.seat, payer)[0].id
    state.bash = Bash(attacker, target, payer)
    shields = shields_to_pick_from(state, state.bash)
    if len(shields) < 2:
        strike(state, shields[0].name if shields else None)


def strike(state: State, defending: str | None) -> None:
    """Both points fall together (A21, A47)."""
    assert state.bash is not None
    attacker, target = find_ship(state, state.bash.attacker), find_ship(state, state.bash.target)
    payer = next((piece for piece in attacker.pieces if piece.name == state.bash.payer), None)
    damage(attacker, payer)
    damage(target, next((piece for piece in target.pieces if piece.name == defending), None))
    bury(state)
    state.bash = None
    state.stirred = True
    finish_action(state)


def do_draw(state: State, words: list[str]) -> None:
    take_piece(state, state.seat)
    finish_action(state)


def do_stop(state: State, words: list[str]) -> None:
    end_turn(state)


def take_piece(state: State, seat: str) -> None:
    if state.draw[seat]:  # R10
        state.play[seat].append(state.draw[seat].pop(0))


def finish_action(state: State, actor: Ship | None = None) -> None:
    """Test for a win, then go on to the next action or turn (R40, A50, A7)."""
    if actor is not None and any(is_in_base(state, cell, other(state.seat)) for cell in actor.cells()):
        state.result = (state.seat, "R40")
        return
    if state.options["A26"] == "on":
        state.result = wiped_out(state)
        if state.result is not None:
            return
    state.actions -= 1
    if state.actions == 0 or not can_act(state):
        end_turn(state)


def wiped_out(state: State) -> tuple[str | None, str] | None:
    """The house ending A26, if it holds."""
    lost = [
        seat
        for seat in SEATS
        if not own_ships(state, seat) and not any(kind(name) == "hub" for name in state.play[seat] + state.draw[seat])
    ]
    if len(lost) == 2:
        return None, "A26"
    if len(lost) == 1 and own_ships(state, other(lost[0])):
        return other(lost[0]), "A26"
    return None


def end_turn(state: State) -> None:
    """Count the turn (A30), then begin the next one that has something to decide (A48, A52)."""
    while True:
        state.quiet = 0 if state.stirred else state.quiet + 1
        state.stirred = False
        if state.quiet >= int(state.options["A30"]):
            state.result = (None, "A30")
            return
        state.seat = other(state.seat)
        state.actions = 2
        take_piece(state, state.seat)
        if can_act(state):
            return


def perft(state: State, depth: int) -> int:
    """How many sequences of this many answers there are (A54)."""
    found = answers(state)
    if depth == 1:
        return len(found)
    return sum(perft(apply(state, text), depth - 1) for text in found)
