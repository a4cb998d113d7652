"""Jigsaw Armada on a table: a piece closes the one reed that its base's magnet lies over, and so shows its facing.

Only building, moving and rotating change the tiles. Shots, bashes, draws and stops leave them as they are and must be
aimed, so that a piece lifted and put back never means anything by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.armada.events import EnergyChanged, ShieldChanged, ShipDestroyed, TurnBegan
from engines.armada.game import SEATS, Armada
from engines.armada.grid import DIRECTIONS, FACINGS, LEFT, TURNS
from engines.armada.legal import BASH, BUILD, DRAW, MOVE, ROTATE, SHOOT, STOP
from engines.armada.notation import FIRST, SHIELD
from engines.armada.pieces import PIECES
from engines.armada.state import State
from engines.core import AnyPlay, Decision, Reveal
from engines.core.entries import Observed
from engines.core.events import Event
from engines.core.problems import ParseError
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage import armada_attempts, armada_import, armada_words
from host.stage.base import Aim, Choice, Cue, Examples, Stage
from host.stage.language import CRACKED, CYAN, Lamps
from host.stage.shown import Card, Gauge, Piece, SeatPicture, Wording
from host.table import Scene, Thing

_GROUPS = {BUILD: "Build", MOVE: "Move", ROTATE: "Rotate", SHOOT: "Shoot", BASH: "Bash", DRAW: "Draw", STOP: "Stop"}
_SEEN = (BUILD, MOVE, ROTATE)
_MASKS = (1, 2, 4, 8)  # the reed that a base closes, by its facing


class ArmadaStage(Stage):
    """Jigsaw Armada on one profile. A board that does not fit the tiles is played on the screen alone."""

    nearest_rules = armada_import.NEAREST_RULES
    shows_twice = True  # when it is drawn, and on its way to the board

    game: Armada
    examples = Examples(
        answer="build gun-3 e1 north",
        card="gun-3",
        shown="blue.gun-3",
        correction="ship-1.energy 3 we miscounted",
        hands=(
            "put base blue.gun-1 on e1, facing north",
            "move blue.gun-1 to f1",
            "turn blue.gun-1 to south",
            "lift blue.gun-1",
            "put card blue.gun-3 on pad play",
        ),
    )
    aim_help = "Shoot, bash or draw by lifting a piece."

    def __init__(self, profile: Profile, game: Armada, seats: int = 2) -> None:
        super().__init__(profile, game)
        self._grid = game.box.grid
        names = {tile.name: tile.index for tile in profile.tiles}
        tiles = [names.get(self._grid.name(cell)) for cell in self._grid.cells]
        self.is_sensed = None not in tiles
        self._tile = dict(zip(self._grid.cells, tiles, strict=True)) if self.is_sensed else {}
        self._count = len(profile.tiles)
        self.board = (self._grid.columns, self._grid.rows)
        self.misfit = (
            f"A board of {self._grid.columns} × {self._grid.rows} cells does not fit the tiles of the table "
            f"{profile.name}. Choose a smaller board (ruling A1), a larger table, or the profile none."
        )

    # ---- what the table shows ----------------------------------------------------------------------------

    def scene(self, play: AnyPlay) -> Scene:
        """Every piece on the board stands on its tile, turned as it is."""
        return Scene(self._count, self._things(play.state))

    def _things(self, state: State) -> Iterable[Thing]:
        if not self.is_sensed:
            return
        for ship in sorted(state.pieces):
            for piece in state.pieces[ship]:
                tile = self._tile[state.where[piece]]
                assert tile is not None
                yield Thing(self.game.names.piece(piece), tile, _MASKS[state.facing[piece]])

    def outcomes(self, play: AnyPlay) -> Mapping[bytes, tuple[Choice, ...]]:
        """Builds, moves and rotations by what the tiles show after them."""
        found: dict[bytes, list[Choice]] = {}
        if not self.is_sensed or not self._acts(play):
            return {}
        base = self.scene(play).signature
        builds: dict[tuple[int, int], bytes] = {}
        for choice in play.options(play.decision).enumerate():
            if choice[0] == BUILD:
                site = (choice[2], choice[3])
                if site not in builds:
                    builds[site] = self._built(base, *site)
                found.setdefault(builds[site], []).append(choice)
            elif choice[0] in (MOVE, ROTATE):
                found.setdefault(self._shifted(play.state, base, choice), []).append(choice)
        return {signature: tuple(choices) for signature, choices in found.items()}

    def foreseen(self, play: AnyPlay, reveal: Reveal) -> Mapping[bytes, tuple[Choice, ...]]:
        """Foresee what could be done if all pieces that may have been drawn were in the pile, one of each kind."""
        names = sorted(play.candidates(reveal.token))
        ahead = play.clone()
        ahead.feed(Observed(reveal.token, names[0]))
        state, seat = ahead.state, reveal.seat
        if state.seat == seat:
            state.play[seat] = tuple(dict.fromkeys((*state.play[seat], *self._kinds(seat, names))))
        return self.outcomes(ahead)

    def _kinds(self, seat: int, names: Sequence[str]) -> Iterable[int]:
        """Return one piece of each kind: open sides, and being a hub or not, decide where a piece may be built."""
        box = self.game.box
        pieces = (self.game.names.find_piece(f"{SEATS[seat]}.{name}") for name in names)
        return {(piece in box.hubs, box.open[piece]): piece for piece in pieces if piece is not None}.values()

    def attempts(self, play: AnyPlay, tiles: bytes) -> Iterable[Choice]:
        """Builds, moves and rotations, whether the rules allow them or not."""
        if not self.is_sensed or not self._acts(play):
            return ()
        places = {cell: tile for cell, tile in self._tile.items() if tile is not None}
        return armada_attempts.attempts(self.game, play, places, self.scene(play).signature, tiles)

    @staticmethod
    def _acts(play: AnyPlay) -> bool:
        return bool(play.waiting) and isinstance(play.waiting[0], Decision) and play.waiting[0].kind == "action"

    def _built(self, base: bytes, cell: int, facing: int) -> bytes:
        after = bytearray(base)
        after[self._at(cell)] = _MASKS[facing]
        return bytes(after)

    def _shifted(self, state: State, base: bytes, choice: Choice) -> bytes:
        """The tiles after a ship has moved or turned as a whole."""
        ship = choice[1] if choice[0] == MOVE else state.ship_of[choice[1]]
        after = bytearray(base)
        for piece in state.pieces[ship]:
            after[self._at(state.where[piece])] = 0
        for piece in state.pieces[ship]:
            cell, facing = self._moved(state, piece, choice)
            after[self._at(cell)] = _MASKS[facing]
        return bytes(after)

    def _moved(self, state: State, piece: int, choice: Choice) -> tuple[int, int]:
        """Where a piece stands after its ship has moved or turned, and its facing."""
        where, facing = state.where[piece], state.facing[piece]
        if choice[0] == MOVE:
            return where + choice[3] * self._grid.shifts[choice[2]], facing
        cell = self._grid.turned[choice[2]][state.where[choice[1]]][where].bit_length() - 1
        return cell, (facing + (3 if choice[2] == LEFT else 1)) % 4

    def _at(self, cell: int) -> int:
        tile = self._tile[cell]
        assert tile is not None
        return tile

    def aims(self, play: AnyPlay) -> Sequence[Aim]:
        """Guns that can fire, what can bash, shields that can be picked; the pad for a draw."""
        if not play.waiting or not isinstance(play.waiting[0], Decision):
            return ()
        grouped: dict[tuple[str, int | None], list[Choice]] = {}
        for choice in play.options(play.decision).enumerate():
            if choice[0] not in _SEEN:
                grouped.setdefault((choice[0], self._actor(play.state, choice)), []).append(choice)
        return [self._aim(play.state, kind, piece, choices) for (kind, piece), choices in grouped.items()]

    @staticmethod
    def _actor(state: State, choice: Choice) -> int | None:
        """The piece that acts: a gun, a shield that pays, or the first piece of the ship that bashes."""
        if choice[0] in (SHOOT, SHIELD):
            return int(choice[1])
        if choice[0] == BASH:
            return int(choice[2]) if choice[2] is not None else state.pieces[choice[1]][0]
        return None

    def _aim(self, state: State, kind: str, piece: int | None, choices: list[Choice]) -> Aim:
        tile = self._tile.get(state.where[piece]) if piece is not None else None
        light = self.profile.tile_light(tile) if tile is not None else None
        if kind == DRAW and self.profile.pads:
            light = self.profile.pad_light(0)
        label = armada_words.aim(self.game, kind, piece)
        return Aim(label, tile, light, tuple(choices))

    def must_aim(self, decision: Decision) -> bool:
        """Only actions can be seen."""
        return decision.kind != "action"

    def aimed_at(self, play: AnyPlay, choice: Choice) -> int | None:
        """A shot is aimed at what it hits, a bash at the ship that is bashed."""
        state = play.state
        if choice[0] == SHOOT:
            return self._tile.get(self._grid.hit(state.where[choice[1]], choice[2], state.occupied))
        return self._ship_tile(state, choice[3]) if choice[0] == BASH else None

    def thing(self, choice: Choice) -> str | None:
        """A build uses a piece of the play pile."""
        return self.game.names.piece(choice[1]) if choice[0] == BUILD else None

    def uses(self, choice: Choice, name: str) -> bool:
        """A build uses a piece of the play pile; pieces that differ in nothing but their name are one (A54)."""
        piece = self.game.names.find_piece(name)
        if choice[0] != BUILD or piece is None:
            return False
        return self.game.legal.same_as(piece) == self.game.legal.same_as(choice[1])

    def named(self, play: AnyPlay, reveal: Reveal, name: str) -> str:
        """Each side draws from its own fifteen."""
        seat, _, card = name.partition(".")
        if seat != SEATS[reveal.seat]:
            raise ParseError(f"{SEATS[reveal.seat].capitalize()} draws now; {name} belongs to the other side.")
        return card

    def position_from(self, play: AnyPlay, tiles: bytes) -> Mapping[str, Any]:
        """Find every ship as a whole, wherever it stands now."""
        return armada_import.position_from(self.game, play, {self._at(cell): cell for cell in self._tile}, tiles)

    # ---- what the lights and screens say -----------------------------------------------------------------

    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        """Energy as bars, shields on their tiles, whose turn it is, and the cue above all that."""
        lamps = Lamps(self.profile)
        energy = [0, 0]
        for ship in view["ships"]:
            energy[SEATS.index(ship["seat"])] += ship["energy"]
            for piece in ship["pieces"]:
                self._shield_light(lamps, piece)
        for seat, value in enumerate(energy):
            lamps.bar(seat, value)
        if view["turn"]["seat"] and not view["result"]:
            lamps.turn(SEATS.index(view["turn"]["seat"]))
        lamps.cue(cue)
        return lamps.scene()

    def _shield_light(self, lamps: Lamps, piece: Mapping[str, Any]) -> None:
        cell = self._grid.find(piece["cell"])
        state = piece.get("shield", "gone")
        if cell is None or cell not in self._tile or state == "gone":
            return
        light = self.profile.tile_light(self._at(cell))
        lamps.set([light], CYAN)
        if state == "cracked":
            lamps.say(CRACKED, [light])

    def wording(self, play: AnyPlay, choice: Choice) -> Wording:
        """Return an answer as a button shows it."""
        state, names = play.state, self.game.notation
        kind = choice[0]
        group = _GROUPS.get(kind, kind.capitalize())
        if kind == BUILD:
            cell = self._grid.name(choice[2])
            return Wording(group, f"{names.piece(choice[1])} on {cell}, {FACINGS[choice[3]]}", self._drawn(choice[2]))
        if kind == MOVE:
            far = " twice" if choice[3] == 2 else ""
            return Wording(
                group,
                f"ship-{choice[1]} {DIRECTIONS[choice[2]]}{far}",
                self._drawn(state.where[state.pieces[choice[1]][0]]),
            )
        if kind == ROTATE:
            return Wording(
                group, f"{names.piece(choice[1])} to the {TURNS[choice[2]]}", self._drawn(state.where[choice[1]])
            )
        if kind == SHOOT:
            label = f"{names.piece(choice[1])} {FACINGS[choice[2]]}{self._victim(state, choice)}"
            return Wording(group, label, self._drawn(state.where[choice[1]]))
        if kind == BASH:
            payer = f"ship-{choice[1]}" if choice[2] is None else names.piece(choice[2])
            actor = self._actor(state, choice)
            tile = self._drawn(state.where[actor]) if actor is not None else None
            return Wording(group, f"{payer} into ship-{choice[3]}", tile)
        if kind == SHIELD:
            return Wording("Take it with", names.piece(choice[1]), self._drawn(state.where[choice[1]]))
        if kind == FIRST:
            return Wording("Begins", SEATS[choice[1]].capitalize())
        return Wording(group, "a piece" if kind == DRAW else "the turn")

    def _victim(self, state: State, choice: Choice) -> str:
        cell = self._grid.hit(state.where[choice[1]], choice[2], state.occupied)
        return f", hits {self.game.names.piece(state.at[cell])}" if cell >= 0 else ", hits nothing"

    def _ship_tile(self, state: State, ship: int) -> int | None:
        return self._tile.get(state.where[state.pieces[ship][0]])

    def question(self, play: AnyPlay) -> tuple[int | None, str, str]:
        """Return who is asked now, what, and a line that helps."""
        if not play.waiting:
            return armada_words.ending(play)
        item = play.waiting[0]
        if isinstance(item, Reveal):
            seat = SEATS[item.seat].capitalize()
            show = "Hold it to the pad, or say which one it is" if self.profile.pads else "Say which one it is"
            return item.seat, f"{seat} draws a piece", f"{show}; then lay it face up in the play pile."
        seat = SEATS[item.seat].capitalize() if item.seat >= 0 else ""
        if item.kind == SHIELD:
            return item.seat, f"{seat}: which shield takes the damage?", "Several shields touch the attacker."
        if item.kind == FIRST:
            return None, "Who begins?", "Draw lots, or agree."
        left = "two actions" if play.state.left == 2 else "one action"
        how = "Build, move or rotate on the board; press yes to shoot, bash or draw."
        unfelt = "This table has no tiles. Choose your move below."
        return item.seat, f"{seat}: {left}", how if self.is_sensed else unfelt

    def seat_of(self, play: AnyPlay, token: int) -> int:
        """Each side has its own fifteen."""
        return token // PIECES

    def tell(self, event: Event) -> str | None:
        """Return what an event did, as a short sentence."""
        return armada_words.tell(self.game, event)

    def hurt_by(self, play: AnyPlay, events: Sequence[Event]) -> Cue:
        """Return which tiles and seats have been damaged."""
        state, tiles, seats = play.state, set[int](), set[int]()
        for event in events:
            if not event.rule:
                continue  # a correction hurts nobody
            if isinstance(event, EnergyChanged) and event.after < event.before and event.ship in state.owner:
                seats.add(state.owner[event.ship])
                tiles |= {
                    tile
                    for piece in state.pieces[event.ship]
                    if (tile := self._tile.get(state.where[piece])) is not None
                }
            elif isinstance(event, ShieldChanged) and event.after < event.before:
                tile = self._tile.get(state.where[event.token])
                tiles |= {tile} if tile is not None else set()
            elif isinstance(event, ShipDestroyed):
                seats |= {0, 1} - set(state.owner.values())
        return Cue(hurt=tuple(sorted(tiles)), hurt_seats=tuple(sorted(seats)))

    def turn(self, play: AnyPlay) -> int:
        """Return how many turns have begun."""
        begun = sum(isinstance(event, TurnBegan) for event in play.events)
        return begun + int(play.root.state.seat >= 0)

    def actions_left(self, play: AnyPlay) -> int:
        """Return how many actions the turn still has."""
        return int(play.state.left)

    def pieces(self, play: AnyPlay) -> tuple[Piece, ...]:
        """Return what stands on the board."""
        state = play.state
        return tuple(
            Piece(
                self.game.names.piece(piece),
                state.owner[ship],
                self.game.notation.piece(piece),
                self._drawn(state.where[piece]),
                state.facing[piece],
                state.shield[piece],
                f"ship-{ship}",
            )
            for ship in sorted(state.pieces)
            for piece in state.pieces[ship]
        )

    def _drawn(self, cell: int) -> int:
        """Return the tile at which a screen draws a cell: a board without tiles as if it had them, row by row."""
        return self._at(cell) if self.is_sensed else self._grid.cells.index(cell)

    def cards(self, play: AnyPlay, seat: int) -> tuple[Card, ...]:
        """Return a seat's ships."""
        state = play.state
        return tuple(self._card(play, ship) for ship in sorted(state.pieces) if state.owner[ship] == seat)

    def _card(self, play: AnyPlay, ship: int) -> Card:
        state = play.state
        whys = armada_words.reasons(self.game, play)
        gauges = [
            Gauge("Energy", state.energy[ship], str(state.energy[ship]), f"ship-{ship}.energy", whys.get(ship, ""))
        ]
        for piece in state.pieces[ship]:
            if piece in self.game.box.shields:
                name, value = self.game.names.piece(piece), state.shield[piece]
                text = ("gone", "cracked", "fresh")[value]
                gauges.append(Gauge(name.split(".")[1], value, text, f"{name}.shield", whys.get(-piece - 1, "")))
        count = len(state.pieces[ship])
        detail = f"{count} piece{'s' if count != 1 else ''}{', closed' if state.is_closed(ship) else ''}"
        tiles = tuple(self._drawn(state.where[piece]) for piece in state.pieces[ship])
        return Card(f"ship-{ship}", state.owner[ship], detail, tuple(gauges), tiles)

    def seat(self, play: AnyPlay, seat: int, player: str) -> SeatPicture:
        """Return a whole seat."""
        state = play.state
        pile = tuple(self.game.names.piece(piece) for piece in state.play[seat])
        is_active = bool(play.waiting) and play.waiting[0].seat == seat
        draw = len(state.draw[seat])
        summary = f"Play pile {len(pile)}   ·   Draw pile {draw}"
        lying = ", ".join(name.split(".")[-1] for name in pile) or "nothing"
        said = f"in the play pile {lying}; {draw} to draw"
        return SeatPicture(SEATS[seat], player, is_active, self.cards(play, seat), pile, draw, summary, said)
