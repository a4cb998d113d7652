"""Chess on a corner of a grid: tiles feel that a piece is there, and neither which one nor how it is turned.

A capture leaves the same tiles occupied as a piece that is only lifted. So what was put down anew, while a piece that
should be on the table is off it, reads 2 instead of 1: of all answers, only a capture has that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import chess

from deadfall_chess.rules import SEATS, Chess, Move, Moved, State
from engines.core import AnyPlay
from engines.core.events import Event
from hardware.profiles.model import Profile
from host.link import Scene as LightScene
from host.stage.base import Cue, Examples, ImportProblem, Stage
from host.stage.language import ARMED, CYAN, Lamps
from host.stage.shown import Piece, SeatPicture, Wording
from host.table import Scene, Snapshot, Thing, Touch

ANEW = 2
GONE_MS = 120  # what is off its tile for less was only nudged
OVERLAP_MS = 250  # so long what is slid from beside lies on two tiles


class ChessStage(Stage):
    board = (8, 8)
    examples = Examples("Nf3", "", "", "", ("move white.e2 to e4", "lift white.e2"))

    def __init__(self, profile: Profile, game: Chess, seats: int = 2) -> None:
        super().__init__(profile, game)
        names = {tile.name: tile.index for tile in profile.tiles}
        self.is_sensed = all(name in names for name in chess.SQUARE_NAMES)
        self._tiles = [names[name] if self.is_sensed else at for at, name in enumerate(chess.SQUARE_NAMES)]
        self.misfit = f"The table {profile.name} has no 8 × 8 tiles. Choose a larger one, or the profile none."

    # ---- what the table shows --------------------------------------------------------------------------------------

    def scene(self, play: AnyPlay) -> Scene:
        pieces = self.pieces(play) if self.is_sensed else ()
        return Scene(len(self.profile.tiles), [Thing(piece.name, piece.tile, 1) for piece in pieces])

    def read(self, play: AnyPlay, snapshot: Snapshot) -> Snapshot:
        base, tiles = self.scene(play).signature, bytearray(map(bool, snapshot.tiles))
        touches = tuple(one._replace(before=int(one.before > 0), after=int(one.after > 0)) for one in snapshot.touches)
        left = {touch.tile: touch.at for touch in touches if touch.before > touch.after}
        anew = self._put_down(play, touches)
        for here, there, early in self._captures(play.state) if any(map(int.__gt__, base, tiles)) else ():
            if base[here] > tiles[here] and tiles[there] and anew.get(there, -1) >= left.get(here, 0) - early:
                tiles[there] = ANEW
        return replace(snapshot, tiles=bytes(tiles), touches=touches)

    def _captures(self, state: State) -> Iterator[tuple[int, int, int]]:
        """Yield from which tile to which a piece may go that captures there, or could have instead of the last move.

        And how early it may come there: what is slid from beside closes a reed before one opens behind.
        """
        before = state.copy(stack=1)
        last = before.pop() if state.move_stack else chess.Move.null()
        for board, moved in ((state, dict[int, int]()), (before, {last.from_square: last.to_square})):
            for move in board.generate_legal_captures():
                here, there = moved.get(move.from_square, move.from_square), move.to_square
                yield self._tiles[here], self._tiles[there], OVERLAP_MS * (chess.square_distance(here, there) == 1)

    def _put_down(self, play: AnyPlay, touches: Sequence[Touch]) -> Mapping[int, int]:
        """Return when tiles were taken again that had been left, but not by the last move."""
        last = play.state.move_stack[-1] if play.state.move_stack else chess.Move.null()
        came, went = self._tiles[last.to_square], self._tiles[last.from_square]
        left = next((one.at for one in reversed(touches) if one.tile == went and one.before > one.after), None)
        opened, found = dict[int, int](), dict[int, int]()
        for at, tile, before, after in touches:
            if before > after:
                opened[tile] = at
            elif before < after and tile == came and left is not None and at >= left - OVERLAP_MS:
                came = -1  # so the last move has ended
            elif before < after and at - opened.get(tile, at) >= GONE_MS:
                found[tile] = at
        return found

    def outcomes(self, play: AnyPlay) -> Mapping[bytes, tuple[Any, ...]]:
        found: dict[bytes, list[Any]] = {}
        if self.is_sensed and play.waiting:
            base = self.scene(play).signature
            for move in play.options(play.decision).enumerate():
                found.setdefault(self._after(base, move), []).append(move)
        return {signature: tuple(moves) for signature, moves in found.items()}

    def _after(self, base: bytes, move: Move) -> bytes:
        after = bytearray(base)
        for here, there in move.squares:
            after[self._tiles[here]] = 0
            if there is not None:
                after[self._tiles[there]] = ANEW if base[self._tiles[there]] else 1
        return bytes(after)

    def attempts(self, play: AnyPlay, tiles: bytes) -> Iterable[Any]:
        base, state = self.scene(play).signature, play.state.copy(stack=False)
        changed = {square for square in chess.SQUARES if base[self._tiles[square]] != tiles[self._tiles[square]]}
        left = {square for square in changed if not tiles[self._tiles[square]]}
        pairs = ((chess.square_name(here), chess.square_name(there)) for here in left for there in changed - left)
        return [Move(state, f"{here}{there}") for here, there in pairs]

    def position_from(self, play: AnyPlay, tiles: bytes) -> Mapping[str, Any]:
        raise ImportProblem("The tiles cannot tell one piece from another. Put them back as the lights show.")

    # ---- what the lights and screens say ---------------------------------------------------------------------------

    def lights(self, view: Mapping[str, Any], cue: Cue) -> LightScene:
        lamps = Lamps(self.profile)
        if self.is_sensed:
            lamps.set([self._light(name) for name in view["last"]], CYAN)
            lamps.say(ARMED, [self._light(name) for name in view["check"]])
        if view["turn"]:
            lamps.turn(SEATS.index(view["turn"]))
        lamps.cue(cue)
        return lamps.scene()

    def _light(self, name: str) -> int:
        return self.profile.tile_light(self._tiles[chess.parse_square(name)])

    def instruction(self, kind: str, name: str | None, source: str, target: str, mask: int) -> str:
        seat, _, home = (name or "").partition(".")
        if kind == "turn":  # another one stands there, or belongs there
            kind, source, home = "take", target or source, ""
        return super().instruction(kind, f"{seat.capitalize()}'s {home} piece" if home else None, source, target, 0)

    def wording(self, play: AnyPlay, choice: Move) -> Wording:
        kind = chess.piece_name(choice.board.piece_type_at(choice.from_square) or chess.PAWN)
        return Wording(kind.capitalize(), choice.san, self._tiles[choice.from_square])

    def question(self, play: AnyPlay) -> tuple[int | None, str, str]:
        result = play.result
        if result is not None:
            who = "A draw" if result.winner is None else f"{SEATS[result.winner].capitalize()} wins"
            return None, who, f"{play.events[-1].cause.capitalize()} ({result.rule})."
        seat, check = play.decision.seat, "Check. " if play.state.is_check() else ""
        how = "Move on the board; take what you capture off first." if self.is_sensed else "Choose your move below."
        return seat, f"{SEATS[seat].capitalize()} to move", check + how

    def tell(self, event: Event) -> str | None:
        return None if isinstance(event, Moved) else f"The game is over: {event.cause} ({event.rule})."

    def turn(self, play: AnyPlay) -> int:
        return len(play.state.move_stack) + 1

    def pieces(self, play: AnyPlay) -> tuple[Piece, ...]:
        found = []
        for square, piece in play.state.piece_map().items():
            seat, kind = int(not piece.color), play.state.name(square)
            name = f"{SEATS[seat]}.{chess.square_name(play.state.homes[square])}"
            found.append(Piece(name, seat, kind, self._tiles[square], 0, closes=(1, 2, 4, 8)))
        return tuple(found)

    def seat(self, play: AnyPlay, seat: int, player: str) -> SeatPicture:
        said = f"{play.state.occupied_co[not seat].bit_count()} pieces"
        is_active = bool(play.waiting) and play.decision.seat == seat
        return SeatPicture(SEATS[seat], player, is_active, (), (), 0, said, said)
