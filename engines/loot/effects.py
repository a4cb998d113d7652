"""What the lines of the cards do: about 25 operations, each in the players' words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engines.core.effects import Step
from engines.loot import events as ev
from engines.loot.box import INSTANT
from engines.loot.cards import FREE, NEEDS_OPPONENT
from engines.loot.field import DIRECTIONS
from engines.loot.harm import Harm
from engines.loot.kit import AFTER_ACTION, Answerer, Choice, Emit, Handler, Kit, Todo
from engines.loot.state import MAX_HEALTH, Frame, State
from engines.loot.traps import Traps

OPPONENT, AIMED = "opponent", "aimed"


class Scene(NamedTuple):
    """In which effect a step is done: who is meant by "you", the opponent, the people of the step and its number."""

    you: int
    target: int
    seats: list[int]
    number: int
    word: str
    part: str
    source: int


Op = Callable[[State, Scene, Todo, Emit], None]


class Effects:
    """Goes through the steps of effects."""

    def __init__(self, kit: Kit, harm: Harm, traps: Traps) -> None:
        self._kit = kit
        self._harm = harm
        self.hurt = harm.hurt
        self.look = traps.look
        self.equip = traps.equip
        self._is_strict = kit.options["A24"] == "strict"
        self._doubles_all = kit.options["A29"] == "all"
        self._ops: dict[str, Op] = {
            "damage": self._damage,
            "heal": self._heal,
            "draw": self._draw,
            "discard": self._each("drop"),
            "redraw": self._each("redraw"),
            "salvage": self._salvage,
            "give": self._give,
            "pay": self._pay,
            "walk": self._walk,
            "push": self._push,
            "blow": self._blow,
            "swap": self._swap,
            "home": self._home,
            "arm": self._arm,
            "disarm": self._disarm,
            "spring": self._spring,
            "dig": self._each("dig"),
            "spy": self._each("spy"),
            "lay": self._lay,
            "bank": self._each("banking"),
            "rob": self._rob,
            "sink": self._sink,
            "strip": self._strip,
            "roll": self._roll,
            "guard": self._guard,
            "becalm": self._becalm,
            "act": self._act,
        }
        self.handlers: dict[str, Handler] = {"effect": self._effect, "aimed": self._unaimed}
        self.answers: dict[str, Answerer] = {"effect": self._answer_effect}

    # ---- steps -----------------------------------------------------------------------------------------------------

    def _effect(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        _, part, index, at, you, target, doubled = frame
        steps = self._kit.box.steps[part][index]
        if not state.alive[you]:
            return False
        step = steps[at]
        if target < 0 and needs_opponent(step):
            others = [seat for seat in state.living() if seat != you]
            if len(others) > 1:  # the active player says which (R50, A63)
                todo.append(frame)
                return True
            target = others[0]
        if target >= 0 and todo and todo[-1][0] == AIMED:
            aimed = (*frame[:5], target, doubled)
            if not self._judge_aim(state, aimed, todo, emit):
                return False
        if at + 1 < len(steps):
            todo.append(("effect", part, index, at + 1, you, target, doubled))
        people = self.people(state, step.who, you, target)
        for seats, count in self._counts(state, step, people, doubled):
            scene = Scene(you, target, seats, count, step.word, part, index)
            self._ops[step.op](state, scene, todo, emit)
        return False

    def _answer_effect(self, state: State, frame: Frame, choice: Choice, todo: Todo, emit: Emit) -> None:
        todo.append((*frame[:5], choice[1], frame[6]))

    def _judge_aim(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Tell whether a card can be fulfilled now that its target is known; then it may be free (A25)."""
        _, part, design, at, you, target, _ = frame
        todo.pop()
        if self.can_be_fulfilled(state, you, self._kit.box.steps[part][design][at:], target):
            self.free(state, you, design, todo)
            return True
        emit(ev.Fizzled(you, design, "it cannot affect its target", "A25"))
        return False

    def _unaimed(self, state: State, frame: Frame, todo: Todo, emit: Emit) -> bool:
        """Nobody was aimed at after all, so nothing was fulfilled (R18)."""
        return False

    def people(self, state: State, who: str, you: int, target: int) -> list[int]:
        """Return the seats that a step is about: living, the active one first, then clockwise (R43)."""
        if who == "you":
            return [you] if state.alive[you] else []
        if who == OPPONENT:
            return [target] if target >= 0 and state.alive[target] else []
        seats = state.clockwise(max(0, state.seat))
        if who == "everyone":
            return seats
        if who == "opponents":
            return [seat for seat in seats if seat != you]
        around = state.field.around[state.pawn[you]] if state.alive[you] else ()
        return [seat for seat in seats if state.pawn[seat] in around]

    def _counts(self, state: State, step: Step, seats: list[int], doubled: bool) -> list[tuple[list[int], int]]:
        """Return the number of a step for its people; one that is looked up differs from seat to seat."""
        factor = 2 if doubled and (self._doubles_all or step.op == "damage") else 1
        if isinstance(step.amount, int):
            return [(seats, step.amount * factor)] if seats else []
        looked_up = [([seat], self.counted(state, step.amount, seat) * factor) for seat in seats]
        return [(seats, count) for seats, count in looked_up if count]

    def counted(self, state: State, what: str, seat: int) -> int:
        """Return a number that is looked up: a player's banked loot, or the armed cards around the pawn."""
        if what == "loot":
            return len(state.bank[seat])
        around = state.field.around[state.pawn[seat]]
        return sum(state.armed[cell] or state.laid[cell] >= 0 for cell in around)

    def _each(self, kind: str) -> Op:
        """Return an operation that each of its people answers for themselves, one after another."""

        def op(state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
            todo += [(kind, seat, scene.number) for seat in reversed(scene.seats)]

        return op

    def _why(self, scene: Scene) -> tuple[str, str]:
        return self._kit.cause(scene.part, scene.source), self._kit.rule(scene.part)

    # ---- can it be done? -------------------------------------------------------------------------------------------

    def can_be_fulfilled(self, state: State, you: int, steps: Sequence[Step], target: int = -1) -> bool:
        """Tell whether anything of an instant can be done, or with option A24 ``strict`` all of it.

        As long as nobody is aimed at, it is enough that some opponent would do.
        """
        able = (self._is_possible(state, you, step, target) for step in steps)
        return all(able) if self._is_strict else any(able)

    def hangs_on_aim(self, state: State, you: int, steps: Sequence[Step]) -> bool:
        """Tell whether only the choice of an opponent will say if a card does anything (A25)."""
        if sum(state.alive) < 3 or not any(needs_opponent(step) for step in steps):
            return False
        others = [step for step in steps if not needs_opponent(step)]
        return self._is_strict or not any(self._is_possible(state, you, step, -1) for step in others)

    def _is_possible(self, state: State, you: int, step: Step, target: int) -> bool:
        who = "opponents" if step.who == OPPONENT and target < 0 else step.who
        seats = self.people(state, who, you, target)
        if step.op == "pay":
            return bool(state.hand[you])
        if step.op == "act":
            return you == state.seat
        if step.op == "swap":
            return self._kit.may(state, you, "moved") and any(self._kit.may(state, seat, "moved") for seat in seats)
        return any(self._is_possible_for(state, seat, step) for seat in seats)

    def _is_possible_for(self, state: State, seat: int, step: Step) -> bool:
        kit, op = self._kit, step.op
        if not isinstance(step.amount, int) and not self.counted(state, step.amount, seat):
            return False
        if op in ("walk", "push"):
            return kit.may(state, seat, "moved") and bool(kit.exits(state, seat))
        if op == "blow":
            return kit.may(state, seat, "moved") and self._way(state, seat, step.word) is not None
        if op == "home":
            return self._can_go_home(state, seat)
        if op == "lay":
            return bool(state.hand[seat] and kit.places(state, seat, step.word)) and kit.may(state, seat, "lay")
        if op == "heal":
            return state.health[seat] < MAX_HEALTH and kit.may(state, seat, "healing")
        if op in ("draw", "salvage"):
            return bool(state.discard or (op == "draw" and state.deck))
        if op in ("discard", "redraw", "give", "bank"):
            return bool(state.hand[seat]) and (op != "bank" or kit.may(state, seat, "bank"))
        if op in ("rob", "sink"):
            return bool(state.bank[seat])
        if op == "strip":
            return state.gear[seat] >= 0
        if op in ("guard", "becalm"):
            return not (state.guarded if op == "guard" else state.becalmed)[seat]
        if op == "arm":
            return bool(self._armable(state, seat))
        if op == "disarm":
            return bool(self._armed_around(state, seat))
        return op != "dig" or bool(kit.diggable(state, seat))

    # ---- health ----------------------------------------------------------------------------------------------------

    def _damage(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        self._harm.hurt(state, [(seat, scene.number) for seat in scene.seats], scene.part, scene.source, todo, emit)

    def _heal(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            before = state.health[seat]
            after = min(MAX_HEALTH, before + self._kit.amount(state, seat, "healing", scene.number))
            if after != before:
                emit(ev.HealthChanged(seat, before, after, *self._why(scene)))

    def _guard(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            if not state.guarded[seat]:
                emit(ev.GuardChanged(seat, True, *self._why(scene)))

    def _becalm(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            if not state.becalmed[seat]:
                emit(ev.CalmChanged(seat, True, *self._why(scene)))

    # ---- cards -----------------------------------------------------------------------------------------------------

    def _draw(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            self._kit.draw(state, seat, scene.number, *self._why(scene), emit)

    def _salvage(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            for _ in range(scene.number):
                if state.discard:
                    emit(ev.Salvaged(seat, state.discard[-1], *self._why(scene)))

    def _give(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo.append(("give", scene.target, scene.you, scene.number, scene.part, scene.source))

    def _pay(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo.append(("give", scene.you, scene.target, scene.number, scene.part, scene.source))

    def _rob(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for token in state.bank[scene.target][: scene.number]:
            emit(ev.LootTaken(scene.you, scene.target, token, *self._why(scene)))

    def _sink(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            for token in state.bank[seat][: scene.number]:
                emit(ev.LootLost(seat, token, state.face[token], *self._why(scene)))

    def _strip(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            self._kit.strip(state, seat, *self._why(scene), emit)

    # ---- pawns -----------------------------------------------------------------------------------------------------

    def _walk(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo += [("step", seat, seat, scene.number, scene.part, scene.source) for seat in reversed(scene.seats)]

    def _push(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        """Whose effect it is says where to; who is pushed by an effect of their own is moved by the next player."""
        after = state.clockwise(scene.you)
        other = after[1] if len(after) > 1 else scene.you
        todo += [
            ("step", seat, other if seat == scene.you else scene.you, scene.number, scene.part, scene.source)
            for seat in reversed(scene.seats)
        ]

    def _blow(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo += [("blow", seat, scene.word, scene.number, scene.part, scene.source) for seat in reversed(scene.seats)]

    def _way(self, state: State, seat: int, direction: str) -> int | None:
        """Return the space in a direction if a pawn can enter it (A11)."""
        cell = state.field.toward[state.pawn[seat]][DIRECTIONS.index(direction)]
        return cell if cell >= 0 and state.is_free(cell) else None

    def blown_to(self, state: State, seat: int, direction: str) -> int | None:
        """Return where a pawn is blown, or None: that step is not made."""
        if not state.alive[seat] or not self._kit.may(state, seat, "moved"):
            return None
        return self._way(state, seat, direction)

    def _swap(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        """Both leave an armed card and land on the other's."""
        pair = (scene.you, scene.target)
        if all(state.alive[seat] and self._kit.may(state, seat, "moved") for seat in pair):
            emit(ev.Traded(*pair, *self._why(scene)))
            todo += (("land", scene.target), ("land", scene.you))

    def _can_go_home(self, state: State, seat: int) -> bool:
        return self._kit.may(state, seat, "moved") and state.is_free(state.field.starts[seat])

    def _home(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        at = len(todo)
        for seat in scene.seats:
            if self._can_go_home(state, seat):
                emit(ev.Moved(seat, state.pawn[seat], state.field.starts[seat], False, *self._why(scene)))
                todo.insert(at, ("land", seat))

    # ---- the field -------------------------------------------------------------------------------------------------

    def _armable(self, state: State, seat: int) -> tuple[int, ...]:
        return tuple(cell for cell in self._kit.diggable(state, seat) if not state.armed[cell])

    def _armed_around(self, state: State, seat: int) -> tuple[int, ...]:
        return tuple(cell for cell in state.field.around[state.pawn[seat]] if state.armed[cell])

    def _arm(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            cells = self._armable(state, seat)
            if cells:
                emit(ev.Armed(cells, *self._why(scene)))

    def _disarm(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        for seat in scene.seats:
            cells = self._armed_around(state, seat)
            if cells:
                emit(ev.Disarmed(cells, *self._why(scene)))

    def _spring(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo += [("spring", seat, state.pawn[seat]) for seat in reversed(scene.seats)]

    def _lay(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo += [("laying", seat, scene.word) for seat in reversed(scene.seats) for _ in range(scene.number)]

    # ---- rolls and actions -----------------------------------------------------------------------------------------

    def _roll(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        todo += [("roll", seat) for seat in reversed(scene.seats) for _ in range(scene.number)]

    def _act(self, state: State, scene: Scene, todo: Todo, emit: Emit) -> None:
        """More actions, for the active player and after a played card only (R41)."""
        if scene.part == INSTANT and scene.seats == [state.seat]:
            self.act_again(state.seat, scene.number, todo)

    def free(self, state: State, seat: int, design: int, todo: Todo) -> None:
        """A card with that icon, played on the own turn, lets its player act again (R37)."""
        if seat == state.seat and FREE in self._kit.box.icons[design]:
            self.act_again(seat, 1, todo)

    def act_again(self, seat: int, count: int, todo: Todo) -> None:
        """Put actions onto the agenda for the time when the played card has been cleared.

        Before each of them the others may play out of turn, for an action is over (A26).
        """
        at = max((at for at, frame in enumerate(todo) if frame[0] == "clear" and frame[2] < 0), default=None)
        if at is not None:
            todo[at:at] = [("action", seat), ("windows", AFTER_ACTION)] * count


def needs_opponent(step: Step) -> bool:
    """Tell whether a step is about one opponent, who has to be chosen."""
    return step.who == OPPONENT or step.op in NEEDS_OPPONENT
