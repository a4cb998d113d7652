"""Positions of Loot Trap in a few words: what is not said is as at the beginning of a game."""

from __future__ import annotations

from typing import Any

import engines
from engines.core import Oracle, Pass, Play, Shuffle, Table
from engines.loot.box import SEATS
from engines.loot.game import LootTrap
from engines.loot.state import State

STEPS = ("end", "discard", "windows 1", "action", "windows 0", "move", "draw")
AVATARS = ("annie", "coral", "esteban", "gull")


def game(**options: str) -> LootTrap:
    """The game with some rulings."""
    loaded = engines.load("loot", options=options)
    assert isinstance(loaded, LootTrap)
    return loaded


def several_loots() -> LootTrap:
    """The game with the house's own cards, but loot of silver and of gold."""
    text = engines.house_catalogue("loot")
    begun = text.index("[[loot]]")
    end = text.find("[[", begun + len("[[loot]]"))
    row = '[[loot]]\nid = "{}"\ntitle = "{}"\ncopies = 6\nsource = "house"\n\n'
    rows = row.format("silver", "Silver") + row.format("gold", "Gold")
    loaded = engines.load("loot", text[:begun] + rows + (text[end:] if end >= 0 else ""))
    assert isinstance(loaded, LootTrap)
    return loaded


class Scene:
    """A position that is being put together. Cards are names of the catalogue; "?" is one that nobody has seen."""

    def __init__(self, seats: int = 2, rules: LootTrap | None = None) -> None:
        self.rules = rules or game()
        self.state = State(self.rules.box, seats)
        self._next = 0
        state = self.state
        for seat in range(seats):
            cell = state.field.starts[seat]
            state.pawn[seat], state.who[cell] = cell, seat
            state.avatar[seat] = [avatar.id for avatar in self.rules.box.avatars].index(AVATARS[seat])

    def card(self, name: str = "?") -> int:
        token, self._next = self._next, self._next + 1
        if name != "?":
            self.state.face[token] = self.rules.box.number[name]
        return token

    def cards(self, names: str) -> list[int]:
        return [self.card(name) for name in names.split()]

    def cell(self, name: str) -> int:
        cell = self.state.field.find(name)
        assert cell is not None, name
        return cell

    def hand(self, seat: str, names: str) -> Scene:
        self.state.hand[SEATS.index(seat)] = tuple(self.cards(names))
        return self

    def bank(self, seat: str, count: int) -> Scene:
        self.state.bank[SEATS.index(seat)] = tuple(self.card("loot") for _ in range(count))
        return self

    def wears(self, seat: str, name: str) -> Scene:
        self.state.gear[SEATS.index(seat)] = self.card(name)
        return self

    def health(self, seat: str, health: int) -> Scene:
        self.state.health[SEATS.index(seat)] = health
        return self

    def pawn(self, seat: str, name: str) -> Scene:
        at, cell = SEATS.index(seat), self.cell(name)
        self.state.who[self.state.pawn[at]] = -1
        self.state.pawn[at], self.state.who[cell] = cell, at
        return self

    def dead(self, *seats: str) -> Scene:
        for seat in map(SEATS.index, seats):
            self.state.who[self.state.pawn[seat]] = -1
            self.state.pawn[seat], self.state.alive[seat], self.state.health[seat] = -1, False, 0
        return self

    def field(self, name: str, card: str, armed: bool = False) -> Scene:
        self.state.base[self.cell(name)] = self.card(card)
        self.state.armed[self.cell(name)] = armed
        return self

    def trap(self, name: str, card: str) -> Scene:
        return self.field(name, card, armed=True)

    def laid(self, name: str, card: str, by: str = "blue", over: str = "?", face_up: bool = False) -> Scene:
        cell = self.cell(name)
        self.state.base[cell] = self.card(over)
        self.state.up[cell] = face_up
        self.state.laid[cell], self.state.layer[cell] = self.card(card), SEATS.index(by)
        return self

    def deck(self, names: str) -> Scene:
        """The next card is named first; whatever else there is lies beneath."""
        self.state.deck = self.cards(names)[::-1]
        return self

    def discard(self, names: str) -> Scene:
        """The top card is named last."""
        self.state.discard = self.cards(names)
        return self

    def rolls(self, *numbers: int) -> Scene:
        self.state.rolls = sum(1 << number for number in numbers)
        return self

    def position(self, turn: str = "red", at: str = "move", short: bool = False) -> dict[str, Any]:
        """The whole position. ``short``: cards that were not named are banked by nobody but out of the way."""
        state = self.state
        for cell in state.field.cells:
            if state.base[cell] < 0:
                state.base[cell] = self.card()
        rest = [self.card() for _ in range(self.rules.box.total - self._next)]
        if short:
            self._hide(rest)
        else:
            state.deck = [*rest, *state.deck]
        state.seat = SEATS.index(turn)
        steps = STEPS[: STEPS.index(at) + 1] if at in STEPS else ()
        frames = [(*step.split()[:1], int(step[-1])) if " " in step else (step, state.seat) for step in steps]
        state.agenda = tuple(frames) or ((at, state.seat),)
        return self.rules.write_position(state)

    def _hide(self, rest: list[int]) -> None:
        """Into the last seat's hand, so that deck and discard pile are as small as was said."""
        self.state.hand[-1] = (*self.state.hand[-1], *rest)

    def play(self, turn: str = "red", at: str = "move", oracle: Oracle | None = None, short: bool = False) -> Play:
        return self.rules.setup(self.position(turn, at, short), oracle or Shuffle(1))

    def table(self, turn: str = "red", at: str = "move") -> Play:
        return self.play(turn, at, Table())


def say(play: Play, *texts: str) -> list[Any]:
    """Answer one after another; whoever could play out of turn passes, unless that is what is said. What happened."""
    begun = len(play.events)
    for text in texts:
        while play.decision.kind == "window" and play.decision.kind != text.split()[0] and not text.startswith("out:"):
            play.feed(Pass(play.decision.id))
        play.say(text.removeprefix("out:"))
    return play.events[begun:]


def passes(play: Play) -> None:
    """Let all windows close."""
    while play.waiting and play.decision.kind == "window":
        play.feed(Pass(play.decision.id))


def options(play: Play) -> list[str]:
    """The answers that are allowed now, as texts."""
    return [play.write(choice) for choice in play.options(play.decision).enumerate()]


def named(events: list[Any], kind: type) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if type(event) is kind]


def player(play: Play, seat: str) -> dict[str, Any]:
    """A player's row of the position."""
    row: dict[str, Any] = play.position()["players"][SEATS.index(seat)]
    return row


def space(play: Play, name: str) -> dict[str, Any]:
    """A space's row of the position."""
    return next(row for row in play.position()["field"] if row["space"] == name)


def hand(play: Play, seat: str) -> list[str]:
    """The faces of a hand."""
    faces = play.position()["faces"]
    return sorted(faces.get(card, "?") for card in player(play, seat)["hand"])


def discarded(play: Play) -> list[str]:
    """The faces of the discard pile, the top one last."""
    position = play.position()
    return [position["faces"][card] for card in position["discard"]]
