"""A person at the table, in millimetres and seconds: carries out one answer after the other, and follows the lights.

The human knows the rules and where the pieces lie; it knows nothing of scenes, signatures or verdicts. What it was not
told by its own plan it reads from the prompt, as a person reads the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engines.armada.game import Armada
from engines.armada.legal import BASH, BUILD, MOVE, ROTATE, SHOOT
from engines.core import Play, Reveal
from engines.core.entries import Answer
from hardware.twin.mechanics import Mechanics
from hardware.twin.objects import BASE, FACINGS, Object
from host.play.commands import Leave, Name, Pick, Press, Say, Show
from host.play.stepped import SteppedTable

REACT_MS = (120, 700)  # between two movements of a hand
THINK_MS = (900, 2500)  # between two answers
GIVE_UP_MS = 15_000


@dataclass(frozen=True, slots=True)
class Habits:
    """How exactly a person works."""

    off_mm: float = 2.0  # how far a piece lies off the middle of its tile, at most
    off_degrees: float = 5.0
    shows: float = 0.8  # how often a piece is held to the pad before it is built
    aims: float = 0.7  # how often shots and the like are aimed at the table instead of said on the screen


QUIET = Habits()


class Human:
    """Two hands, eyes and a plan. ``truth`` is the game as the players mean it."""

    def __init__(self, table: SteppedTable, mechanics: Mechanics, truth: Play, rng: Random, habits: Habits) -> None:
        self.truth = truth
        self._table = table
        self._mechanics = mechanics
        self._rng = rng
        self._habits = habits
        self._game: Armada = truth.game  # type: ignore[assignment]
        self._at: dict[str, str] = {}  # thing → tile on which it lies
        self.last = ""  # the answer that was carried out last
        self.questions = 0
        self.moved_at = 0  # when a hand last moved something

    # ---- hands ---------------------------------------------------------------------------------------------

    def _wait(self) -> None:
        self._table.run_for(self._rng.randint(*REACT_MS))

    def _put(self, name: str, tile: str, facing: int) -> None:
        habits, rng = self._habits, self._rng
        off, turn = habits.off_mm, habits.off_degrees
        self._mechanics.put(
            Object(name, BASE),
            tile,
            FACINGS[facing],
            rng.uniform(-off, off),
            rng.uniform(-off, off),
            rng.uniform(-turn, turn),
        )
        self._at[name] = tile
        self.moved_at = self._table.now
        self._wait()

    def _lift(self, name: str) -> None:
        self._mechanics.lift(Object(name, BASE))
        self._at.pop(name, None)
        self._wait()

    # ---- one answer ----------------------------------------------------------------------------------------

    def carry_out(self, choice: Any) -> None:
        """Do an answer at the table, then everything that the table asks for."""
        self._table.run_for(self._rng.randint(*THINK_MS))
        text = self.last = self.truth.write(choice)
        seat = self.truth.decision.seat
        kind = choice[0]
        if kind == BUILD:
            self._build(choice)
        elif kind in (MOVE, ROTATE):
            self._shift(choice)
        elif kind in (SHOOT, BASH) and self._rng.random() < self._habits.aims:
            self._aim(choice, seat, text)
        else:
            self._table.post(Say(text))
        self.truth.feed(Answer(self.truth.decision.id, choice))
        self._wait()
        self.attend()

    def _build(self, choice: Any) -> None:
        name = self._game.names.piece(choice[1])
        if self._rng.random() < self._habits.shows:
            self._table.post(Show(name))
        self._put(name, self._game.box.grid.name(choice[2]), choice[3])

    def _shift(self, choice: Any) -> None:
        """Move a whole ship piece by piece; what stands in the way goes first."""
        after = self.truth.clone()
        after.feed(Answer(after.decision.id, choice))
        ship = choice[1] if choice[0] == MOVE else self.truth.state.ship_of[choice[1]]
        left = {piece: self._game.box.grid.name(after.state.where[piece]) for piece in self.truth.state.pieces[ship]}
        while left:
            piece = self._next_free(left)
            name, tile = self._game.names.piece(piece), left.pop(piece)
            self._lift(name)
            self._put(name, tile, after.state.facing[piece])

    def _next_free(self, left: dict[int, str]) -> int:
        """Return a piece whose place is free; if none is, take one into the hand."""
        taken = set(self._at.values())
        for piece, tile in left.items():
            name = self._game.names.piece(piece)
            if tile not in taken or self._at.get(name) == tile:
                return piece
        piece = next(iter(left))
        self._lift(self._game.names.piece(piece))
        return self._next_free(left)

    def _aim(self, choice: Any, seat: int, text: str) -> None:
        """Press yes, lift the piece that acts and put it back, then say the rest on the screen if it asks."""
        self._table.post(Press(seat, "yes"))
        self._wait()
        piece = choice[1] if choice[0] == SHOOT else choice[2]
        if piece is None or self._table.picture.prompt.kind != "aim":
            self._table.post(Leave())
            self._table.post(Say(text))
            return
        name = self._game.names.piece(piece)
        tile, facing = self._at[name], self.truth.state.facing[piece]
        before = len(self._table.picture.lines)
        self._lift(name)
        self._put(name, tile, facing)
        if len(self._table.picture.lines) == before:
            self._table.post(Say(text))

    # ---- what the table asks -------------------------------------------------------------------------------

    def attend(self) -> bool:
        """Answer questions and follow the lights until nothing more is asked; return whether that came to an end."""
        end = self._table.now + GIVE_UP_MS
        while self._table.now < end:
            if self.is_in_step():
                return True
            self._respond()
            self._table.run_for(100)
        return self.is_in_step()

    def is_in_step(self) -> bool:
        """Tell whether the books are as they should be, and the table too unless the game is over."""
        companion = self._table.companion
        return (companion.is_still or not self.truth.waiting) and companion.play.digest() == self.truth.digest()

    def _respond(self) -> None:
        prompt = self._table.picture.prompt
        item = self._table.companion.play.waiting[:1]
        if prompt.kind == "reveal" and item and isinstance(item[0], Reveal):
            self._table.post(Name(self._truly(item[0].token)))
        elif prompt.kind == "ask":
            self._pick()
        elif prompt.kind == "guide" and prompt.step is not None:
            self._follow()
        elif prompt.kind == "aim" and prompt.buttons:
            self._table.run_for(200)

    def _truly(self, token: int) -> str:
        return self.truth.seen[token].card

    def _pick(self) -> None:
        """Say which answer was meant: the one that the truth has taken."""
        self.questions += 1
        meant = [self.truth.write(entry.choice, asked) for entry, asked in self._answers()]
        for number, button in enumerate(self._table.picture.prompt.buttons[:-1]):
            if button.label.lower() in meant[-2:]:
                self._table.post(Pick(number))
                return
        self._table.post(Pick(-1))

    def _answers(self) -> list[tuple[Any, Any]]:
        pairs = zip(self.truth.log, self.truth.asked, strict=True)
        return [(entry, asked) for entry, asked in pairs if isinstance(entry, Answer)]

    def _follow(self) -> None:
        """Do the one thing that the lights ask for."""
        step = self._table.picture.prompt.step
        assert step is not None
        tiles = self._table.companion.stage.profile.tiles
        source = tiles[step.source].name if step.source is not None else None
        name = next((name for name, tile in self._at.items() if tile == source), step.name or "")
        if step.kind == "take":
            self._lift(name)
            return
        target = tiles[step.target].name if step.target is not None else source
        assert target is not None
        if source is not None:
            self._lift(name)
        self._put(step.name or name, target, step.mask.bit_length() - 1)
