"""Hands at the twin's table: put, turn and lift objects, press buttons, pull the cable."""

from __future__ import annotations

from typing import Any, Literal

from hardware.profiles.model import Profile, Tile
from hardware.twin.client import TwinControl
from hardware.twin.objects import KINDS, STACKS

PRESS_MS = 250
Answer = Literal["yes", "no"]


class Hands:
    """What a person does at the table; each method returns a sentence about what came of it, or nothing."""

    def __init__(self, profile: Profile, control: TwinControl) -> None:
        self._profile = profile
        self._control = control
        self._count = 0
        self._held: dict[tuple[int, Answer], int] = {}
        self.is_plugged = True

    def put(self, kind: str, tile: Tile, facing: Literal["north", "east", "south", "west"] = "north") -> str:
        """Put a new object on a tile, if it can lie on what lies there."""
        kinds = tuple(thing["kind"] for thing in self._on(tile))
        if not _fits((*kinds, kind)):
            return f"A {kind} cannot lie on {tile.name} now: there is {_listed(kinds)}. Lift that first (x)."
        self._count += 1
        self._control.put(f"{kind}{self._count}", kind, tile.index, facing=facing)
        return f"A {kind} was put on {tile.name}. Turn it with r, lift it with x."

    def turn(self, tile: Tile) -> str:
        """Turn what lies on a tile by a quarter, clockwise."""
        stack = self._on(tile)
        for thing in stack:
            self._control.turn(thing["object"], 90)
        return "" if stack else f"Nothing lies on {tile.name}. Put a base there with Enter."

    def lift(self, tile: Tile) -> str:
        """Take the topmost object off a tile."""
        stack = self._on(tile)
        if not stack:
            return f"Nothing lies on {tile.name}."
        self._control.lift(stack[-1]["object"])
        return f"The {stack[-1]['kind']} was lifted off {tile.name}."

    def clear(self) -> str:
        """Take everything off the table."""
        self._control.ask("clear")
        return "The table is empty."

    def press(self, seat: int, answer: Answer, now: int) -> str:
        """Press a seat's button; `tick` lets it go again."""
        self._control.press(seat, answer)
        self._held[seat, answer] = now + PRESS_MS
        return ""

    def tick(self, now: int) -> None:
        """Let go of buttons that have been held for long enough."""
        for (seat, answer), until in list(self._held.items()):
            if now >= until:
                self._control.release(seat, answer)
                del self._held[seat, answer]

    def plug(self) -> str:
        """Pull the cable, or plug it in again."""
        if self.is_plugged:
            self._control.unplug()
            self.is_plugged = False
            return "The cable is out; the board keeps what happens meanwhile. u plugs it in."
        self._control.replug()
        self.is_plugged = True
        return "The cable is in again; what happened meanwhile arrives now."

    def reboot(self) -> str:
        """Reset the board."""
        self._control.reboot()
        return "The board was reset: a new run begins with its whole state."

    def _on(self, tile: Tile) -> list[dict[str, Any]]:
        """What lies on a tile, the topmost last."""
        grid = self._profile.grid
        reach = grid.pitch / 2 if grid else 0.0
        near = (thing for thing in self._control.objects() if _off(thing["x"] - tile.x, thing["y"] - tile.y) < reach)
        return list(near)


def _off(dx: float, dy: float) -> float:
    return max(abs(dx), abs(dy))


def _fits(kinds: tuple[str, ...]) -> bool:
    """Whether a pile of these can lie on a tile: it is the lower part of a pile that the games know."""
    wanted = tuple(KINDS[kind] for kind in kinds)
    return any(stack[: len(wanted)] == wanted for stack in STACKS)


def _listed(kinds: tuple[str, ...]) -> str:
    return " with ".join(f"a {kind}" for kind in kinds)
