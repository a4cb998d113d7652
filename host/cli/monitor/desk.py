"""The monitor's own state: what keys change, and the view that comes of everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from firmware import wire
from hardware.profiles.model import Profile, Tile
from hardware.twin.client import TwinControl, TwinError
from host.cli.errors import CommandError
from host.cli.monitor.hands import Hands
from host.cli.monitor.view import View
from host.cli.monitor.watch import Watch
from host.link import RGB

KINDS_BY_KEY = {"enter": "base", "1": "base", "2": "tray", "3": "cross", "4": "pawn"}
MESSAGE_MS = 8000
_ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
_QUIT = ("q", "Q")


class Desk:
    """One monitor: `press` takes a key, `view` tells what to draw.

    Attributes:
        is_over: whether the person wants to leave.
        is_interrupted: whether that was Ctrl-C.
    """

    def __init__(self, watch: Watch, control: TwinControl | None = None) -> None:
        self.watch = watch
        self.is_over = False
        self.is_interrupted = False
        self._control = control
        self._hands = Hands(watch.profile, control) if control else None
        self._is_helping = False
        self._cursor = _middle(watch.profile) if control else None
        self._seat = 0 if control and watch.profile.seats else None
        self._message = ""
        self._message_until = 0

    def say(self, sentence: str) -> None:
        """Show a sentence for a while instead of the link's own."""
        self._message = sentence
        self._message_until = self.watch.clock() + MESSAGE_MS

    def tick(self) -> None:
        """Do what time demands."""
        self.watch.tick()
        if self._hands:
            self._hands.tick(self.watch.clock())

    def is_settled(self) -> bool:
        """Bring everything up to date; whether the twin's reeds have all been told and its lights have answered."""
        self.tick()
        if self._control is None:
            return self.watch.is_consistent
        told = self.watch.state[: len(self.watch.profile.tiles)]
        wished = zip(self.watch.wished_base(), self._lights(), strict=False)
        return told == self._control.reeds() and all(any(light) for wish, light in wished if any(wish))

    def press(self, key: str) -> None:
        """Do what a key means."""
        if key in _QUIT or key == "ctrl-c":
            self.is_over, self.is_interrupted = True, key == "ctrl-c"
        elif key == "?" or self._is_helping:
            self._is_helping = not self._is_helping
        elif key == "l":
            self.say(f"The lights now show: {self.watch.next_demo()}.")
        elif self._hands:
            self._press_at_twin(key, self._hands)
        elif key == "b":
            self.watch.driver.ask_reboot(wire.REBOOT_RUN)
            self.say("The board was asked to start anew.")

    def view(self) -> View:
        """Return what there is to draw."""
        watch = self.watch
        is_fresh = self._message and watch.clock() < self._message_until
        return View(
            profile=watch.profile,
            state=watch.state,
            pads=watch.pads,
            lights=self._lights(),
            link=watch.link_view(),
            log=tuple(watch.log),
            sentence=self._message if is_fresh else watch.driver.sentence,
            cursor=self._cursor,
            seat=self._seat,
            demo=watch.demo,
            is_twin=self._control is not None,
            is_helping=self._is_helping,
        )

    def _lights(self) -> Sequence[RGB]:
        if self._control is None:
            return self.watch.wished_lights()
        try:
            return self._control.lights()
        except (TwinError, OSError) as error:
            raise CommandError("The simulated board has ended by itself. Start the monitor again.") from error

    # ---- keys at the twin ------------------------------------------------------------------------------

    def _press_at_twin(self, key: str, hands: Hands) -> None:
        try:
            sentence = self._act(key, hands)
        except (TwinError, OSError) as error:  # if the twin has ended, the next view says so
            sentence = str(error)
        if sentence:
            self.say(sentence)

    def _act(self, key: str, hands: Hands) -> str:
        if key in _ARROWS:
            return self._move(*_ARROWS[key])
        if key in KINDS_BY_KEY:
            return self._at_cursor(lambda tile: hands.put(KINDS_BY_KEY[key], tile))
        if key in ("x", "space"):
            return self._at_cursor(hands.lift)
        if key == "r":
            return self._at_cursor(hands.turn)
        if key in ("y", "n"):
            return self._press_button("yes" if key == "y" else "no", hands)
        if key == "s":
            return self._next_seat()
        others = {"c": hands.clear, "u": hands.plug, "b": hands.reboot}
        return others[key]() if key in others else ""

    def _at_cursor(self, do: Callable[[Tile], str]) -> str:
        if self._cursor is None:
            return f"The profile {self.watch.profile.name} has no tiles to put things on."
        return do(self.watch.profile.tiles[self._cursor])

    def _move(self, right: int, up: int) -> str:
        profile = self.watch.profile
        if self._cursor is None or profile.grid is None:
            return ""
        here = profile.tiles[self._cursor]
        column = min(max(here.column + right, 0), profile.grid.columns - 1)
        row = min(max(here.row + up, 0), profile.grid.rows - 1)
        self._cursor = _tile_at(profile, column, row)
        return ""

    def _press_button(self, answer: Literal["yes", "no"], hands: Hands) -> str:
        if self._seat is None:
            return f"The profile {self.watch.profile.name} has no seats, so it has no buttons."
        return hands.press(self._seat, answer, self.watch.clock())

    def _next_seat(self) -> str:
        seats = self.watch.profile.seats
        if self._seat is None:
            return f"The profile {self.watch.profile.name} has no seats."
        self._seat = (self._seat + 1) % len(seats)
        return f"y and n now press the buttons of {seats[self._seat].name}."


def _middle(profile: Profile) -> int | None:
    grid = profile.grid
    if grid is None:
        return None
    return _tile_at(profile, grid.columns // 2, grid.rows // 2)


def _tile_at(profile: Profile, column: int, row: int) -> int:
    return next(tile.index for tile in profile.tiles if (tile.column, tile.row) == (column, row))
