"""The control channel: what a hand would do at the table, as one request a line, in JSON or in plain words.

Every reply is ``{"ok": true, …}`` or ``{"ok": false, "error": "<sentence>"}``. docs/testing-without-hardware.md lists
the requests.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

from hardware.twin import phrases
from hardware.twin.board import Twin
from hardware.twin.cards import MAX_TEXT
from hardware.twin.objects import FACINGS, KINDS, Facing, Object, angle_of
from hardware.twin.phrases import Request

Reply = dict[str, object]
Action = Callable[[Request], Reply | None]
MAX_LINE = 4096
MAX_THINGS = 1_000
"""Objects on the table, and cards that a twin has ever seen."""
_QUOTED = 80
TAP_MS = 300.0  # a reader takes about 100 to be sure of a tag


class ControlError(Exception):
    """A request that cannot be done; the text is a sentence for the person who asked."""


def refusal(sentence: str) -> Reply:
    """Return the reply to a request that cannot be done."""
    return {"ok": False, "error": sentence}


def parse(line: str) -> Request:
    """Read a line as JSON if it begins with a brace, else as a phrase."""
    if not line.startswith("{"):
        return phrases.parse(line)
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ControlError("That line is no JSON.") from error
    if not isinstance(request, dict):
        raise ControlError('A request is an object such as {"do": "stats"}.')
    return request


class Control:
    """Carries out requests on a twin; `extra` are the actions of the process around it."""

    def __init__(self, twin: Twin, extra: dict[str, Action] | None = None) -> None:
        self._twin = twin
        self._actions: dict[str, Action] = {
            "put": self._put,
            "move": self._move,
            "slide": self._slide,
            "tap": self._tap,
            "turn": self._turn,
            "lift": self._lift,
            "clear": self._clear,
            "press": self._press,
            "release": self._release,
            "reeds": self._reeds,
            "lights": self._lights,
            "objects": self._objects,
            "stats": lambda _: dict(twin.stats()),
            "reboot": lambda _: twin.reboot(),
            "power_cut": lambda _: twin.power_cut(),
            "crash": lambda _: twin.crash(),
            **(extra or {}),
        }

    def handle(self, line: str) -> Reply:
        """Do what a line asks; never raises for what it says."""
        try:
            if len(line) > MAX_LINE:
                raise ControlError(f"A request has at most {MAX_LINE} characters.")
            return {"ok": True, **(self._do(parse(line.strip())) or {})}
        except KeyError as error:
            return refusal(str(error.args[0]))
        except (ControlError, ValueError) as error:
            return refusal(str(error))

    def _do(self, request: Request) -> Reply | None:
        name = request.get("do")
        action = self._actions.get(name) if isinstance(name, str) else None
        if action is None:
            known = ", ".join(sorted(self._actions))
            raise ControlError(f'"do" must be one of {known}; {_quoted(name)} is none of them.')
        return action(request)

    # ---- objects ---------------------------------------------------------------------------------------------
    def _put(self, request: Request) -> None:
        name, kind = text(request, "object"), text(request, "kind", "base")
        if kind == "card" or "pad" in request:
            self._put_card(name, kind, request)
            return
        if kind not in KINDS:
            raise ControlError(f'There is no kind "{kind}"; known are {", ".join(KINDS)}.')
        names = {thing.name for thing, _pose in self._twin.mechanics.objects()}
        if name not in names and len(names) >= MAX_THINGS:
            raise ControlError(f"At most {MAX_THINGS} objects lie on a table; lift one of them first.")
        thing = Object(name, KINDS[kind])
        dx, dy, turn = (number(request, key, 0.0) for key in ("dx", "dy", "turn"))
        self._twin.mechanics.put(thing, self._tile(request), _facing(request, "north"), dx, dy, turn)

    def _put_card(self, name: str, kind: str, request: Request) -> None:
        if kind != "card" or "pad" not in request:
            raise ControlError('Cards lie on pads, and only cards do: say for example "put card gun-3 on pad play".')
        self._twin.put_card(self._card(name), _pad(request))

    def _tap(self, request: Request) -> None:
        self._twin.tap_card(self._card(text(request, "object")), _pad(request), number(request, "ms", TAP_MS))

    def _move(self, request: Request) -> None:
        thing = self._object(request)
        angle = self._twin.mechanics.pose(thing).angle
        dx, dy = number(request, "dx", 0.0), number(request, "dy", 0.0)
        turn = number(request, "turn", 0.0)
        if "facing" not in request:
            self._twin.mechanics.put(thing, self._tile(request), "north", dx, dy, angle + turn)
        else:
            self._twin.mechanics.put(thing, self._tile(request), _facing(request, "north"), dx, dy, turn)

    def _slide(self, request: Request) -> None:
        self._twin.mechanics.slide(self._object(request), self._tile(request), number(request, "ms", 300.0))

    def _turn(self, request: Request) -> None:
        thing = self._object(request)
        if "facing" in request:
            degrees = angle_of(_facing(request, "north")) - self._twin.mechanics.pose(thing).angle
        else:
            degrees = number(request, "degrees", 90.0)
        self._twin.mechanics.turn(thing, degrees, number(request, "ms", 0.0))

    def _lift(self, request: Request) -> None:
        name = text(request, "object")
        if self._twin.cards.where(name):
            self._twin.lift_card(name)
        else:
            self._twin.mechanics.lift(self._object(request))

    def _clear(self, request: Request) -> None:
        self._twin.mechanics.clear()
        self._twin.cards.clear(self._twin.now)

    def _objects(self, request: Request) -> Reply:
        found: list[dict[str, object]] = [
            {"object": thing.name, "kind": thing.kind.name, "x": pose.x, "y": pose.y, "angle": pose.angle}
            for thing, pose in self._twin.mechanics.objects()
        ]
        return {"objects": found + self._open_cards()}

    def _open_cards(self) -> list[dict[str, object]]:
        """Cards that everybody may know: what lies on a private pad is its owner's secret."""
        private = {pad.name for pad in self._twin.profile.pads if pad.is_private}
        lying = self._twin.cards.lying()
        return [{"object": name, "kind": "card", "pad": pad} for name, pad in lying if pad not in private]

    # ---- reeds, buttons, lights --------------------------------------------------------------------------------
    def _reeds(self, request: Request) -> Reply:
        if "tile" in request:
            self._twin.set_reeds(self._tile(request), whole(request, "mask"))
        elif "all" in request:
            self._set_all(text(request, "all", limit=MAX_LINE))
        return {"reeds": self._twin.reeds().hex(), "ticks": self._twin.ticks}

    def _set_all(self, masks: str) -> None:
        if len(masks) != 2 * len(self._twin.profile.tiles) or masks.strip("0123456789abcdef"):
            raise ControlError('"all" must have two hexadecimal digits for each tile.')
        for tile, mask in enumerate(bytes.fromhex(masks)):
            self._twin.set_reeds(tile, mask)

    def _press(self, request: Request) -> None:
        self._twin.press(whole(request, "seat"), _answer(request))

    def _release(self, request: Request) -> None:
        self._twin.release(whole(request, "seat"), _answer(request))

    def _lights(self, request: Request) -> Reply:
        return {"lights": bytes(value for colour in self._twin.lights() for value in colour).hex()}

    # ---- what requests name --------------------------------------------------------------------------------------
    def _card(self, name: str) -> str:
        if len(name.encode()) > MAX_TEXT:
            raise ControlError(f"The name of a card may have at most {MAX_TEXT} bytes, so that its tag can hold it.")
        if not self._twin.cards.knows(name) and self._twin.cards.known >= MAX_THINGS:
            raise ControlError(f"A twin knows at most {MAX_THINGS} cards; use one that it has seen, or start it again.")
        return name

    def _object(self, request: Request) -> Object:
        name = text(request, "object")
        for thing, _pose in self._twin.mechanics.objects():
            if thing.name == name:
                return thing
        raise ControlError(f'There is no object "{name}" on the table; put it there first.')

    def _tile(self, request: Request) -> int:
        tile = request.get("tile")
        tiles = self._twin.profile.tiles
        if isinstance(tile, int) and not isinstance(tile, bool) and 0 <= tile < len(tiles):
            return tile
        for known in tiles:
            if known.name == tile:
                return known.index
        if not tiles:
            raise ControlError(f"Profile {self._twin.profile.name} has no tiles.")
        raise ControlError(
            f"There is no tile {_quoted(tile)}; tiles are 0 to {len(tiles) - 1} or a name such as {tiles[0].name}."
        )


def text(request: Request, key: str, default: str | None = None, limit: int = 64) -> str:
    """A field that must be a short text that can be shown and stored."""
    value = request.get(key, default)
    if not isinstance(value, str) or not 0 < len(value) <= limit or not value.isprintable():
        raise ControlError(f'"{key}" must be a text of at most {limit} characters that can be printed.')
    return value


def number(request: Request, key: str, default: float) -> float:
    """A field that must be a number of sensible size."""
    value = request.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= 1e6:
        raise ControlError(f'"{key}" must be a number.')
    return float(value)


def whole(request: Request, key: str) -> int:
    """A field that must be a whole number from 0 on."""
    value = request.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ControlError(f'"{key}" must be a whole number from 0 on.')
    return value


def _facing(request: Request, default: Facing) -> Facing:
    value = request.get("facing", default)
    for facing in FACINGS:
        if value == facing:
            return facing
    raise ControlError(f'"facing" must be one of {", ".join(FACINGS)}.')


def _pad(request: Request) -> int | str:
    pad = request.get("pad")
    if isinstance(pad, bool) or not isinstance(pad, (int, str)):
        raise ControlError('"pad" must be the name or the number of a pad.')
    return pad


def _quoted(value: object) -> str:
    """What a request says where something else should stand, short enough for a sentence."""
    said = repr(value)
    return said if len(said) <= _QUOTED else f"{said[:_QUOTED]}…"


def _answer(request: Request) -> Literal["yes", "no"]:
    value = request.get("answer")
    if value == "yes":
        return "yes"
    if value == "no":
        return "no"
    raise ControlError('"answer" must be yes or no.')
