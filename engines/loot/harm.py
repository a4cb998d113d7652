"""Damage, loot against it, and what becomes of those who have no health left."""

from __future__ import annotations

from collections.abc import Iterable

from engines.loot import events as ev
from engines.loot.box import ABILITY, INSTANT
from engines.loot.kit import LIMIT, Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import Frame, State


class Harm:
    """Proposed damage passes guard and modifiers, then whoever has banked loot may spend some of it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._is_clamped_first = kit.options["A19"] == "after"
        self._keeps_hand = kit.options["A32"] == "kept"
        self.handlers: dict[str, Handler] = {"hits": self._hits, "bury": self._bury, "estate": self._estate}
        self.answers: dict[str, Answerer] = {"hits": self._answer_hits}

    def hurt(
        self, state: State, hits: Iterable[tuple[int, int]], part: str, index: int, todo: Todo, emit: Emit
    ) -> None:
        """Propose damage to some seats at once."""
        due = []
        for seat, proposed in hits:
            damage = self._damage(state, seat, proposed, part)
            if damage and state.guarded[seat]:
                emit(ev.GuardChanged(seat, False, f"prevented: {self._kit.cause(part, index)}", self._kit.rule(part)))
            elif damage:
                due.append((seat, damage))
        if due:
            todo.append(("hits", tuple(due), (), part, index))

    def _damage(self, state: State, seat: int, proposed: int, part: str) -> int:
        if not state.alive[seat]:  # A47
            return 0
        kit = self._kit
        if part not in (INSTANT, ABILITY, LIMIT):
            proposed = kit.amount(state, seat, "trap-damage", proposed)
        return kit.amount(state, seat, "damage", proposed)

    def most_loot(self, state: State, seat: int, damage: int) -> int:
        """Return how much loot a seat may spend against damage (R35, A19)."""
        felt = min(damage, state.health[seat]) if self._is_clamped_first else damage
        return min(len(state.bank[seat]), felt)

    def _hits(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Ask whoever can spend loot, the active seat first, then clockwise; then all is booked together (A61)."""
        _, hits, spent, part, index = frame
        while len(spent) < len(hits):
            if self.most_loot(state, *hits[len(spent)]):
                todo.append(("hits", hits, spent, part, index))
                return True
            spent = (*spent, 0)
        self._book(state, hits, spent, part, index, todo, emit)
        return False

    def _answer_hits(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        kind, hits, spent, part, index = frame
        todo.append((kind, hits, (*spent, choice[1]), part, index))

    def _book(
        self,
        state: State,
        hits: tuple[tuple[int, int], ...],
        spent: tuple[int, ...],
        part: str,
        index: int,
        todo: Todo,
        emit: Emit,
    ) -> None:
        cause, rule = self._kit.cause(part, index), self._kit.rule(part)
        for (seat, damage), loots in zip(hits, spent, strict=True):
            for token in state.bank[seat][:loots]:
                emit(ev.LootLost(seat, token, state.face[token], f"against {cause}", "R35"))
            before = state.health[seat]
            after = before - min(damage, before) + loots if self._is_clamped_first else max(0, before - damage + loots)
            if after != before:
                emit(ev.HealthChanged(seat, before, after, cause, rule))
        dead = tuple(seat for seat, _ in hits if not state.health[seat])
        if dead:
            todo.append(("bury", dead))

    def _bury(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        for seat in frame[1]:
            emit(ev.Eliminated(seat))
        living = state.living()
        if not living:
            emit(ev.GameEnded(None, "nobody has any health left", "R48"))
        elif len(living) == 1:
            emit(ev.GameEnded(living[0], "all others have no health left", "R2"))
        else:
            todo += [("estate", seat) for seat in reversed(frame[1])]
        return False

    def _estate(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """R51, A32: loot and equipment are discarded, other cards are kept. Loot in hand has to be told."""
        seat = frame[1]
        if state.blanks(seat):
            self._kit.mix(state, seat, emit)
            todo.append(frame)
            return True
        for token in state.bank[seat]:
            emit(ev.LootLost(seat, token, state.face[token], "eliminated", "R51"))
        self._kit.strip(state, seat, "eliminated", "A32", emit)
        for token in state.hand[seat]:
            is_loot = self._kit.box.is_loot[state.face[token]]
            if is_loot or not self._keeps_hand:
                emit(ev.Discarded(seat, token, state.face[token], "eliminated", "R51" if is_loot else "A32"))
        return False
