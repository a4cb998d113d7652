"""What may be answered to each item of the agenda that waits, and who answers it."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.viewers import WORLD
from engines.loot.harm import Harm
from engines.loot.kit import UNSEEN, Choice, Kit
from engines.loot.state import ALL_ROLLS, Frame, State

Choices = list[Choice]
KINDS = {
    **{kind: kind for kind in ("first", "avatar", "move", "step", "window", "action", "peek", "discard", "roll")},
    **{kind: kind for kind in ("found", "give", "dig", "spy", "look")},
    "effect": "target",
    "hits": "spend",
    "drop": "drop",
    "laying": "lay",
    "banking": "bank",
    "ghost-draw": "ghost-draw",
    "ghost-roll": "ghost-roll",
    "ghost-rolls": "roll",
    "ghost-discard": "ghost-discard",
}
"""What players call the decision of each item of the agenda that somebody answers."""


class Legal:
    """Lists choices. Cards of a hand are named by their faces; where the host does not know one, it may be any."""

    def __init__(self, kit: Kit, harm: Harm) -> None:
        self._kit = kit
        self._harm = harm
        self._box = kit.box
        self._may_leave_peeked = kit.options["A5"] == "leave"
        self._list: dict[str, Callable[[State, Frame], Choices]] = {
            "first": lambda state, frame: [("first", seat) for seat in range(state.seats)],
            "avatar": self._avatars,
            "move": lambda state, frame: kit.exits(state, frame[1]),
            "step": lambda state, frame: kit.exits(state, frame[1]),
            "window": self._window,
            "action": self._action,
            "peek": self._peek,
            "discard": self._discard,
            "found": self._found,
            "effect": self._targets,
            "hits": self._spend,
            "drop": lambda state, frame: [("discard", face) for face in self.faces(state, frame[1])],
            "give": lambda state, frame: [("give", face) for face in self.hidden_faces(state, frame[1])],
            "dig": lambda state, frame: [("dig", cell) for cell in kit.diggable(state, frame[1])],
            "spy": self._spy,
            "look": lambda state, frame: [("seen",)],
            "laying": lambda state, frame: self._lays(state, frame[1], frame[2]),
            "banking": self._banking,
            "roll": self._rolls,
            "ghost-draw": lambda state, frame: [("draw",), ("no",)],
            "ghost-roll": lambda state, frame: [("roll",), ("no",)],
            "ghost-rolls": self._rolls,
            "ghost-discard": self._ghost_discard,
        }

    def choices(self, state: State) -> Choices:
        """Return what may be answered now."""
        frame = state.agenda[-1]
        return self._list[frame[0]](state, frame)

    def seat(self, state: State) -> int:
        """Return who answers now."""
        frame = state.agenda[-1]
        kind = frame[0]
        if kind in ("first", "roll", "ghost-rolls"):
            return WORLD
        if kind == "effect":
            return state.seat
        if kind == "hits":
            return int(frame[1][len(frame[2])][0])
        return int(frame[2] if kind == "step" else frame[1])

    # ---- hands -----------------------------------------------------------------------------------------------------

    def faces(self, state: State, seat: int) -> list[int]:
        """Return the faces that a card of a hand may show when it is shown to all, in order."""
        face = state.face
        known = {face[token] for token in state.hand[seat]}
        if UNSEEN in known:
            known.discard(UNSEEN)
            known.update(design for design in range(len(self._box.designs)) if state.left(design) > 0)
        return sorted(known)

    def hidden_faces(self, state: State, seat: int) -> list[int]:
        """Return the faces of a hand for a card that leaves it face down; UNSEEN if nobody need tell which it is."""
        face = state.face
        return sorted({face[token] for token in state.hand[seat]})

    # ---- turns -----------------------------------------------------------------------------------------------------

    def _avatars(self, state: State, frame: Frame) -> Choices:
        """Each avatar once (A40)."""
        return [("avatar", at) for at in range(len(self._box.avatars)) if at not in state.avatar]

    def _window(self, state: State, frame: Frame) -> Choices:
        """Nobody but its owner knows whether a hand has such a card, so everybody can say pass."""
        able = self._box.is_out_of_turn
        return [*(("play", face) for face in self.faces(state, frame[1]) if able[face]), ("pass",)]

    def _action(self, state: State, frame: Frame) -> Choices:
        seat, box, kit = frame[1], self._box, self._kit
        choices: Choices = []
        for face in self.faces(state, seat):
            if box.is_hybrid[face]:
                choices.append(("play", face))
            elif box.is_gear[face]:
                choices += [("equip", face, other) for other in state.living()]
            elif kit.may(state, seat, "bank"):
                choices.append(box.bank(face))
        choices += self._lays(state, seat, "adjacent")
        if state.base[state.pawn[seat]] >= 0 and kit.may(state, seat, "peek") and self._can_peek(state, seat):
            choices.append(("peek",))
        choices.append(("done",))
        return choices

    def _can_peek(self, state: State, seat: int) -> bool:
        return self._may_leave_peeked or bool(state.hand[seat] or state.deck or state.discard)

    def _lays(self, state: State, seat: int, place: str) -> Choices:
        kit = self._kit
        if not state.hand[seat] or not kit.may(state, seat, "lay"):
            return []
        cells = kit.places(state, seat, place)
        return [("lay", face, cell) for face in self.hidden_faces(state, seat) for cell in cells]

    def _peek(self, state: State, frame: Frame) -> Choices:
        choices: Choices = [("swap", face) for face in self.hidden_faces(state, frame[1])]
        choices.append(("toss",))
        if self._may_leave_peeked:
            choices.append(("leave",))
        return choices

    def _discard(self, state: State, frame: Frame) -> Choices:
        """R24: who has not played, laid or peeked may draw another in its place (A46)."""
        kinds = ("discard",) if state.acted else ("discard", "replace")
        faces = self.faces(state, frame[1])
        return [*((kind, face) for kind in kinds for face in faces), ("keep",)]

    # ---- in the middle of something --------------------------------------------------------------------------------

    def _found(self, state: State, frame: Frame) -> Choices:
        face = state.face[frame[2]]
        if self._box.is_loot[face]:
            return [("bank",), ("leave",)]
        return [*(("equip", face, other) for other in state.living()), ("leave",)]

    def _targets(self, state: State, frame: Frame) -> Choices:
        return [("target", seat) for seat in state.living() if seat != frame[4]]

    def _spend(self, state: State, frame: Frame) -> Choices:
        most = self._harm.most_loot(state, *frame[1][len(frame[2])])
        return [("spend", loots) for loots in range(most + 1)]

    def _spy(self, state: State, frame: Frame) -> Choices:
        cells = [cell for cell in state.field.cells if state.trap(cell) >= 0]
        return [*(("look", cell) for cell in cells), ("no",)]

    def _banking(self, state: State, frame: Frame) -> Choices:
        loots = [face for face in self.faces(state, frame[1]) if self._box.is_loot[face]]
        return [*map(self._box.bank, loots), ("no",)]

    def _rolls(self, state: State, frame: Frame) -> Choices:
        left = state.rolls or ALL_ROLLS
        return [("roll", number) for number in range(1, 7) if left >> number & 1]

    def _ghost_discard(self, state: State, frame: Frame) -> Choices:
        seat = frame[1]
        choices: Choices = [("discard", face) for face in self.faces(state, seat)]
        if len(state.hand[seat]) <= self._kit.hand_limit(state, seat):
            choices.append(("keep",))
        return choices
