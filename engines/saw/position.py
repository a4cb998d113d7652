"""Positions as JSON, both ways. Reading one checks everything: an impossible position is named, not guessed at.

Cards are listed by name, "?" where nobody has told; piles from the bottom to the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.core.problems import SetupError
from engines.core.schema import POSITION as check
from engines.saw import frames
from engines.saw.box import SEATS, Box
from engines.saw.cards import BACKFIRE, EASE, FORCE, PLACES, SEARCH, TRAITS
from engines.saw.plausible import check_agenda
from engines.saw.state import BLOOD_AT_START, EMPTY, LIMBS, SLOTS, STAGES, State
from engines.saw.traps import Trap

MOST_TURNS = 100_000
MOST_NEED = 24
_FIELDS = ("turn", "players", "deck", "discard", "table", "look", "flipped", "gone", "trap", "waits", "result")
_PLAYER = ("seat", "character", "blood", "limbs", "turns", "hand", "bench")
_TRAP = (
    *("attacker", "victim", "parts", "billy", "with", "needs", "place", "number", "floor", "forced", "backfires"),
    *("tools", "traits", "searches", "searched", "eased"),
)
Row = Mapping[str, object]


def layout(state: State) -> list[int]:
    """Return all cards in the order in which a position lists them."""
    cards = [*state.deck, *state.discard]
    for seat in range(state.seats):
        cards += state.held(seat)
    cards += (*state.table, *state.looked, *((state.flipped,) if state.flipped >= 0 else ()), *state.gone)
    return [*cards, *(state.trap.cards() if state.trap is not None else ())]


class Positions:
    """Writes and reads positions of one box."""

    def __init__(self, box: Box) -> None:
        self._box = box

    # ---- writing -------------------------------------------------------------------------------------------------

    def write(self, state: State) -> dict[str, object]:
        """Return a state as a position."""
        number = {token: at for at, token in enumerate(layout(state))}
        result = state.result
        return {
            "turn": {"seat": _seat_name(state.seat), "saw": _seat_name(state.saw)},
            "players": [self._write_player(state, seat) for seat in range(state.seats)],
            "deck": self._names(state, state.deck),
            "discard": self._names(state, state.discard),
            "table": self._names(state, state.table),
            "look": self._names(state, state.looked),
            "flipped": None if state.flipped < 0 else self._name(state, state.flipped),
            "gone": self._names(state, state.gone),
            "trap": None if state.trap is None else self._write_trap(state, state.trap),
            "waits": frames.write(state.agenda, number),
            "result": None if result is None else {"winner": SEATS[result[0]], "rule": result[1]},
        }

    def _name(self, state: State, token: int) -> str:
        face = state.face[token]
        if face < 0:
            face = state.told.get(token, -1)
        return "?" if face < 0 else self._box.names[face]

    def _names(self, state: State, tokens: Iterable[int]) -> list[str]:
        return [self._name(state, token) for token in tokens]

    def _write_player(self, state: State, seat: int) -> dict[str, object]:
        character = state.character[seat]
        return {
            "seat": SEATS[seat],
            "character": None if character < 0 else self._box.people[character],
            "blood": state.blood[seat],
            "limbs": [STAGES[stage] for stage in state.limbs[seat]],
            "turns": state.turns[seat],
            "hand": self._names(state, state.hand[seat]),
            "bench": [None if token < 0 else self._name(state, token) for token in state.bench[seat]],
        }

    def _write_trap(self, state: State, trap: Trap) -> dict[str, object]:
        return {
            "attacker": SEATS[trap.attacker],
            "victim": SEATS[trap.victim],
            "parts": self._names(state, trap.parts),
            "billy": self._name(state, trap.billy),
            "with": self._names(state, trap.extras),
            "needs": {TRAITS[trait]: value for trait, value in trap.needs},
            "place": PLACES[trap.place],
            "number": trap.number,
            "floor": trap.floor,
            "forced": trap.is_forced,
            "backfires": trap.backfires,
            "tools": [self._name(state, token) for token, _ in trap.tools],
            "traits": [TRAITS[trait] for _, trait in trap.tools],
            "searches": self._names(state, trap.searches),
            "searched": trap.searched,
            "eased": self._names(state, trap.eased),
        }

    # ---- reading -------------------------------------------------------------------------------------------------

    def read(self, position: Mapping[str, object]) -> State:
        """Return the state of a position, or raise SetupError."""
        check.only(position, _FIELDS, "A position")
        players = check.items(position.get("players"), '"players"', len(SEATS))
        if len(players) < 2:
            raise SetupError(f"Two to {len(SEATS)} play this game.")
        state = State(self._box, len(players))
        cards = _Cards(self._box, state)
        state.deck = cards.take(position.get("deck", []), '"deck"')
        state.discard = cards.take(position.get("discard", []), '"discard"')
        for seat, row in enumerate(players):
            self._read_player(state, cards, seat, check.mapping(row, "A player"))
        for zone, name in (("table", "table"), ("looked", "look")):
            setattr(state, zone, tuple(cards.take(position.get(name, []), f'"{name}"')))
        if position.get("flipped") is not None:
            (state.flipped,) = cards.take([position["flipped"]], '"flipped"')
        state.gone = tuple(cards.take(position.get("gone", []), '"gone"'))
        if position.get("trap") is not None:
            state.trap = self._read_trap(state, cards, check.mapping(position["trap"], '"trap"'))
        cards.check()
        self._read_turn(state, check.mapping(position.get("turn", {}), '"turn"'))
        state.agenda = frames.read(position.get("waits", []), self._box.total)
        self._read_result(state, position.get("result"))
        check_agenda(state)
        return state

    def _read_player(self, state: State, cards: _Cards, seat: int, row: Row) -> None:
        check.only(row, _PLAYER, "A player")
        who = f"of {SEATS[seat]}"
        if row.get("seat") != SEATS[seat]:
            raise SetupError(f"Player {seat + 1} must have the seat {SEATS[seat]}.")
        character = row.get("character")
        if character is not None and character not in self._box.people:
            raise SetupError(f"The character {who} must be one of {', '.join(self._box.people)}.")
        state.character[seat] = -1 if character is None else self._box.people.index(character)
        if state.character[seat] >= 0 and state.character[seat] in state.character[:seat]:
            raise SetupError(f"Two players are {character}.")
        state.blood[seat] = check.whole(row.get("blood", BLOOD_AT_START), f"The blood {who}", 0, BLOOD_AT_START)
        state.alive[seat] = state.blood[seat] > 0
        limbs = check.items(row.get("limbs", [STAGES[0]] * len(LIMBS)), f"The limbs {who}", len(LIMBS))
        if len(limbs) != len(LIMBS) or any(stage not in STAGES for stage in limbs):
            raise SetupError(f"The limbs {who} must be four of {', '.join(STAGES)}: {', '.join(LIMBS)}.")
        a, b, c, d = map(STAGES.index, limbs)
        state.limbs[seat] = (a, b, c, d)
        state.turns[seat] = check.whole(row.get("turns", 0), f"The turns {who}", 0, MOST_TURNS)
        state.hand[seat] = tuple(cards.take(row.get("hand", []), f"The hand {who}"))
        bench = check.items(row.get("bench", [None] * SLOTS), f"The bench {who}", SLOTS)
        if len(bench) != SLOTS:
            raise SetupError(f"The bench {who} has {SLOTS} slots; null is an empty one.")
        lying = iter(cards.take([name for name in bench if name is not None], f"The bench {who}"))
        state.bench[seat] = tuple(-1 if name is None else next(lying) for name in bench)
        if not state.alive[seat] and (state.hand[seat] or state.bench[seat] != EMPTY):
            cards.dead.append(seat)

    def _read_trap(self, state: State, cards: _Cards, row: Row) -> Trap:
        check.only(row, _TRAP, '"trap"')
        if row.keys() != set(_TRAP):
            raise SetupError(f'"trap" must have all of {", ".join(_TRAP)}.')
        tools = cards.take(row["tools"], '"tools"', needs_names=True)
        traits = [check.index(trait, "A trait", TRAITS) for trait in check.items(row["traits"], '"traits"', len(tools))]
        if len(traits) != len(tools) or any(
            trait not in self._box.traits[cards.face(token)] for token, trait in zip(tools, traits, strict=True)
        ):
            raise SetupError("Each tool of the trap needs one of its own traits.")
        searches = cards.take(row["searches"], '"searches"', needs_names=True)
        eased = cards.take(row["eased"], '"eased"', needs_names=True)
        parts = cards.take(row["parts"], '"parts"', needs_names=True)
        (billy,) = cards.take([row["billy"]], '"billy"', needs_names=True)
        extras = cards.take(row["with"], '"with"', needs_names=True)
        does, faces = self._box.does, tuple(map(cards.face, parts))
        if not self._box.is_trap(faces) or cards.face(billy) != self._box.billy:
            raise SetupError("A trap has a mechanism, an object, an escape and a Billy.")
        played = [does[cards.face(token)] for token in extras]
        if any(does[cards.face(token)] != EASE for token in eased) or any(
            self._box.kind[cards.face(token)] != SEARCH for token in searches
        ):
            raise SetupError('"eased" lists Anesthetics, "searches" Search cards.')
        forced, backfires = row["forced"], row["backfires"]
        wanted = [what for what, is_there in ((FORCE, forced), (BACKFIRE, backfires)) if is_there]
        if played != wanted or not isinstance(forced, bool) or not isinstance(backfires, bool):
            raise SetupError('"with" lists The Pig if the trap is forced, and the Reverse Bear Trap if it backfires.')
        needs = check.mapping(row["needs"], '"needs"')
        values = [check.whole(value, "A needed value", 1, MOST_NEED) for value in needs.values()]
        if not 1 <= len(values) <= 2:
            raise SetupError("A trap needs one or two traits.")
        number = check.whole(row["number"], "The number of the sacrifice", 1, 20)
        return Trap(
            check.index(row["attacker"], "The attacker", SEATS[: state.seats]),
            check.index(row["victim"], "The victim", SEATS[: state.seats]),
            tuple(parts),
            billy,
            tuple(extras),
            tuple(zip((check.index(trait, "A trait", TRAITS) for trait in needs), values, strict=True)),
            check.index(row["place"], "The place", PLACES),
            number,
            check.whole(row["floor"], "The floor of the sacrifice", 1, number),
            forced,
            backfires,
            tuple(zip(tools, traits, strict=True)),
            tuple(searches),
            check.whole(row["searched"], '"searched"', len(searches), 2),
            tuple(eased),
        )

    def _read_turn(self, state: State, row: Row) -> None:
        check.only(row, ("seat", "saw"), '"turn"')
        seats = SEATS[: state.seats]
        for name in ("seat", "saw"):
            value = row.get(name)
            setattr(state, name, -1 if value is None else check.index(value, f'"{name}"', seats))
        if state.saw >= 0 and (not state.alive[state.saw] or state.living() < 3):
            raise SetupError("The Saw token is held by somebody alive, while three or more are.")

    def _read_result(self, state: State, row: object) -> None:
        if row is None:
            if state.living() < 2:
                raise SetupError("Two must be alive, or the game is over and needs a result.")
            return
        alive = [SEATS[seat] for seat in range(state.seats) if state.alive[seat]]
        if len(alive) != 1 or row != {"winner": alive[0], "rule": "R12"}:
            raise SetupError("The result is the last one alive, by R12.")
        state.result = (state.alive.index(True), "R12")


class _Cards:
    """Hands out the numbers of the cards of a position, in the order in which they are listed."""

    def __init__(self, box: Box, state: State) -> None:
        self._box = box
        self._state = state
        self._next = 0
        self.dead: list[int] = []  # eliminated, with cards: only while a trap runs

    def take(self, names: object, what: str, needs_names: bool = False) -> list[int]:
        names = check.items(names, what, self._box.total)
        first = self._next
        for name in names:
            if isinstance(name, str) and name in self._box.number:
                self._state.told[self._next] = self._box.number[name]
            elif name != "?" or needs_names:
                raise SetupError(f"{what}: there is no card {str(name)[:40]!r} in the catalogue.")
            self._next += 1
        return list(range(first, self._next))

    def face(self, token: int) -> int:
        return self._state.told[token]

    def check(self) -> None:
        """There are as many cards as in the box, of each design no more than its copies."""
        box, state = self._box, self._state
        if self._next != box.total:
            raise SetupError(f"The position has {self._next} cards; the deck has {box.total}.")
        told = list(state.told.values())
        for face, copies in enumerate(box.copies):
            if told.count(face) > copies:
                raise SetupError(f"There are {told.count(face)} of {box.names[face]}; the deck has {copies}.")
        state.untold = [token for token in range(len(state.deck), box.total) if token != state.flipped]
        if self.dead and state.trap is None and state.living() > 1:
            raise SetupError(f"{SEATS[self.dead[0]].capitalize()} is eliminated and has no cards any more.")


def _seat_name(seat: int) -> str | None:
    return None if seat < 0 else SEATS[seat]
