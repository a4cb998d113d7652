"""What Loot Trap asks: every decision and every card that has to be told, as a title and a line that helps."""

from __future__ import annotations

from collections.abc import Callable

from engines.core import AnyPlay, Decision, Reveal
from engines.loot.box import Box
from engines.loot.state import State
from host.stage.loot_words import capital
from host.stage.shown import Wording

Asked = tuple[str, str]
PASS = "Press no, or go on: that says no for you."
_GROUPS = {
    "first": "Begins",
    "avatar": "Avatar",
    "target": "Choose",
    "spend": "Spend",
    "look": "Look",
    "seen": "Look",
    "roll": "Roll",
    "leave": "Leave",
    "no": "No",
    "keep": "Keep",
    "done": "Done",
}
_PLAIN = {
    "bank": "a loot",
    "peek": "at the card under the pawn",
    "done": "with the action",
    "pass": "and let the turn go on",
    "toss": "the card and fill the space",
    "leave": "the card",
    "keep": "all cards",
    "seen": "and go on",
    "roll": "a roll card",
    "draw": "a card",
    "no": "thanks",
}


_ON_SCREEN = {
    "avatar": "Choose one below.",
    "move": "Choose where to.",
    "step": "Choose where to.",
    "window": "Choose a card to play, or pass.",
    "action": "Choose a card to play or lay, peek under the pawn, or do nothing.",
    "discard": "Choose a card, or keep them all.",
    "target": "Choose one below.",
    "drop": "Choose a card.",
    "give": "Choose a card. The others do not see which one.",
    "dig": "Choose a card of the field.",
    "spy": "Choose a card of the field.",
    "look": "Look at it, then go on.",
    "lay": "Choose a card, and a free card of the field to lay it on.",
    "bank": "Choose it, or keep it.",
    "ghost-discard": "Choose a card, or keep them all.",
}
"""What helps where nothing but the screen is there: no pads, no trays, no buttons."""


class Questions:
    """Asks for one box. ``has_pad``: cards can be shown to the table; ``has_pile``: there is a pad for discards.

    ``is_sensed``: the table feels its field. ``may_leave``: a peeked card may be left as it is (A5).
    """

    def __init__(self, box: Box, *, has_pad: bool, has_pile: bool, is_sensed: bool, may_leave: bool) -> None:
        self._box = box
        self._on_screen = {} if has_pad or is_sensed else _ON_SCREEN
        self._show = "Hold it to the Play pad, or say which card it is." if has_pad else "Say which card it is."
        self._tap = "hold its card to the Play pad" if has_pad else "say which card"
        self._drop = (
            "hold it to the Discard pad" if has_pile else "hold it to the Play pad" if has_pad else "say which card"
        )
        self._how = "Move the pawn" if is_sensed else "Say where to"
        self._lift = "Lift it and put it back, or pick it here." if is_sensed else "Pick it here."
        self._of: dict[str, Callable[[State, str], Asked]] = {
            "first": lambda state, who: ("Who begins?", "Whoever lost the last game; if nobody did, draw lots."),
            "avatar": lambda state, who: (f"{who}: choose an avatar", f"To choose, {self._tap}."),
            "move": lambda state, who: (
                f"{who}: move one space",
                f"{self._how}; the card that is left is turned sideways.",
            ),
            "step": self._step,
            "window": lambda state, who: (f"{who}: play out of turn?", f"To play, {self._tap}. {PASS}"),
            "action": lambda state, who: (
                f"{who}: play, lay or peek",
                f"To play, {self._tap}. Lay a card on a cross tray. Yes peeks, no does nothing.",
            ),
            "peek": lambda state, who: (
                f"{who} looks at the card under the pawn",
                "Swap it for a card of the hand, toss it, or leave it."
                if may_leave
                else "Swap it for a card of your hand, or toss it.",
            ),
            "discard": lambda state, who: (
                f"{who}: discard a card?",
                f"{_held(state)} To discard, {self._drop}. No keeps all cards.",
            ),
            "found": self._found,
            "target": lambda state, who: (f"{who}: choose an opponent", self._lift.replace("it", "the pawn", 1)),
            "spend": self._spend,
            "drop": lambda state, who: (f"{who}: discard a card", f"To discard, {self._drop}."),
            "give": self._give,
            "dig": lambda state, who: (f"{who}: which card is dug up?", self._lift),
            "spy": lambda state, who: (f"{who} may look at a card of the field", self._lift),
            "look": lambda state, who: (f"{who} looks at a card", "Put it back as it lay, then go on."),
            "lay": lambda state, who: (
                f"{who}: lay a trap",
                "Put a card on a cross tray over a free card, or say where.",
            ),
            "bank": lambda state, who: (f"{who} may bank a loot", f"To bank it, {self._tap}. No keeps it."),
            "roll": lambda state, who: (
                f"{capital(state.agenda[-1][1])} draws a roll card",
                "Hold it to the Play pad, or say its number." if has_pad else "Say its number.",
            ),
            "ghost-draw": lambda state, who: (f"{who} may draw a card", "Loot is discarded at once."),
            "ghost-roll": lambda state, who: (f"{who} may draw a roll card", "4 and 5 lay a trap, 6 moves everybody."),
            "ghost-discard": lambda state, who: (f"{who}: discard a card?", f"To discard, {self._drop}."),
        }

    def decision(self, play: AnyPlay, decision: Decision) -> Asked:
        """Return what a decision asks, and a line that helps."""
        title, detail = self._of[decision.kind](play.state, capital(decision.seat) if decision.seat >= 0 else "")
        return title, self._on_screen.get(decision.kind, detail)

    def reveal(self, play: AnyPlay, reveal: Reveal) -> Asked:
        """Return which card has to be told, and how."""
        state = play.state
        kind, *args = state.agenda[-1]
        cells, who = self._box.cell_names, capital(reveal.seat)
        left = sum(isinstance(item, Reveal) for item in play.waiting)
        more = f" ({left} cards)" if left > 1 else ""
        title = {
            "spring": lambda: f"{who} springs the trap on {cells[args[1]]}",
            "put": lambda: f"A trap is laid over {cells[args[2]]}: what is flipped?",
            "toss": lambda: f"{who} tosses the card from {cells[args[0]]}",
            "unearth": lambda: f"The card on {cells[args[0]]} is dug up",
            "estate": lambda: f"{who} is eliminated: show the hand{more}",
            "redraw": lambda: f"{who} discards the whole hand{more}",
            "ghost-card": lambda: f"{who} draws a card",
        }[kind]()
        return title, self._show

    def wording(self, choice: tuple[object, ...], tile: int | None) -> Wording:
        """Return an answer as a button shows it."""
        kind = str(choice[0])
        group = _GROUPS.get(kind, kind.capitalize())
        if kind == "roll" and len(choice) > 1:
            return Wording(group, str(choice[1]))
        if len(choice) == 1:
            return Wording(group, _PLAIN[kind], tile)
        return Wording(group, self._label(kind, [int(str(part)) for part in choice[1:]]), tile)

    def _label(self, kind: str, parts: list[int]) -> str:
        cells = self._box.cell_names
        if kind == "spend":
            return "nothing" if not parts[0] else f"{parts[0]} loot"
        if kind in ("first", "target"):
            return capital(parts[0])
        if kind == "avatar":
            return self._box.avatars[parts[0]].title
        if kind in ("move", "hop"):
            return f"to {cells[parts[0]]}"
        if kind in ("dig", "look"):
            return f"{'up' if kind == 'dig' else 'at'} {cells[parts[0]]}"
        card = self._box.titles[parts[0]] if parts[0] >= 0 else "a card"
        if kind == "lay":
            return f"{card} on {cells[parts[1]]}"
        if kind == "equip":
            return f"{capital(parts[1])} with {card}"
        return f"{card} and draw another" if kind == "replace" else card

    # ---- what depends on what goes on ------------------------------------------------------------------------------

    def _step(self, state: State, who: str) -> Asked:
        _, seat, chooser, count, *_ = state.agenda[-1]
        whose = "the pawn" if seat == chooser else f"{capital(seat)}'s pawn"
        times = f" ({count} spaces)" if count > 1 else ""
        return f"{who}: move {whose} one space{times}", f"{self._how}; the card that is left is turned sideways."

    def _found(self, state: State, who: str) -> Asked:
        face = state.face[state.agenda[-1][2]]
        if self._box.is_loot[face]:
            return f"{who} has found loot", "Bank it, or leave it to the discard pile."
        return f"{who} has found {self._box.titles[face]}", "Put it on anybody, or leave it to the discard pile."

    def _spend(self, state: State, who: str) -> Asked:
        _, hits, spent, *_ = state.agenda[-1]
        seat, damage = hits[len(spent)]
        health, loot = state.health[seat], len(state.bank[seat])
        return (
            f"{who} takes {damage} damage: spend loot?",
            f"Each banked loot prevents 1 damage. {who} has {health} health and {loot} loot.",
        )

    def _give(self, state: State, who: str) -> Asked:
        other = capital(state.agenda[-1][2])
        return f"{who}: give {other} a card", "Hand it over face down. Nobody else needs to know which one it is."


def _held(state: State) -> str:
    """Return how many cards the active seat holds."""
    count = len(state.hand[state.seat])
    return f"The hand has {count} card{'' if count == 1 else 's'}."
