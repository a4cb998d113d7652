"""The lights: what they should show, what the board was told, and the frames that lead from one to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware import wire
from host.link.frames import STRUCTS
from host.link.requests import NEVER, Outcome, Requests

FRAME_MS = 34  # at most 30 pictures a second
RETRY_MS = 500
MAX_LIGHTS = 255
_SET = STRUCTS[wire.LED_SET]
_FX = STRUCTS[wire.LED_FX]
_PER_FRAME = (wire.MAX_PAYLOAD - _SET.size) // 3
_BRIDGE = 5  # lights; a frame for a second run costs more than sending so many unchanged lights along

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect in one colour on some lights; ``period`` in ms, ``phase`` is the step from light to light (1/256)."""

    kind: int
    colour: RGB
    lights: frozenset[int]
    period: int = 1000
    phase: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What the table's lights show: a base picture and effects above it, by slot (a higher slot wins).

    ``ttl`` (seconds, in tenths; 0: without end) is how long it stays without a host that renews it.
    """

    base: Sequence[RGB] = ()
    effects: Mapping[int, Effect] = field(default_factory=dict)
    ttl: float = 5.0

    def __post_init__(self) -> None:
        # What was sent is compared with what is wished: neither may change behind our back.
        object.__setattr__(self, "base", tuple(self.base))
        object.__setattr__(self, "effects", dict(self.effects))
        if len(self.base) > MAX_LIGHTS:
            raise ValueError(f"A board has at most {MAX_LIGHTS} lights.")
        if not all(0 <= slot < wire.FX_HOST_SLOTS for slot in self.effects):
            raise ValueError(f"Effects have slots 0 to {wire.FX_HOST_SLOTS - 1}.")

    @property
    def tenths(self) -> int:
        """The time to live as it goes over the wire."""
        return min(0xFFFF, round(self.ttl * 10))


DARK = Scene()
_Frame = tuple[int, bytes]  # kind, payload without rev


class Lights:
    """Keeps the board's lights as they were last wished: changes only, newest only, renewed before they expire."""

    def __init__(self, requests: Requests, rev: int) -> None:
        self._requests = requests
        self._wish: Scene | None = None
        self._told: Scene | None = None  # None: nobody knows what the board shows
        self._target = DARK
        self._frames: list[_Frame] = []
        self._sending: _Frame = (0, b"")
        self._busy = False
        self._rev = rev
        self._applied: int | None = None  # led_rev that the board should report
        self._renew_at = NEVER
        self._not_before = 0

    @property
    def due(self) -> int:
        """When ``tick`` is needed next."""
        if self._busy or self._wish is None:
            return NEVER
        return self._not_before if self._wish != self._told else max(self._not_before, self._renew_at)

    def show(self, scene: Scene) -> None:
        """Wish for a scene; one that was not sent yet is forgotten."""
        self._wish = scene

    def forget(self) -> None:
        """A session begins: believe nothing about the board's lights until it says which scene it has."""
        self._told = None
        self._busy = False

    def pong(self, led_rev: int) -> None:
        """Compare what the board applied last with what it was told last: a board that restarted is dark."""
        if not self._busy and self._told is not None and led_rev != self._applied:
            self._told = None

    def tick(self, now: int) -> None:
        """Start sending, when there is something to send and it is time."""
        if self._wish is None or self._busy or now < self.due:
            return
        self._target = self._wish
        self._frames = self._plan(self._target, self._told)
        self._not_before = now + FRAME_MS
        self._renew_at = now + self._target.tenths * 50 if self._target.tenths else NEVER
        self._send_next(now)

    def _plan(self, scene: Scene, told: Scene | None) -> list[_Frame]:
        renew = told == scene
        frames = _base_frames(scene, told) if renew or told is None or _base_differs(scene, told) else []
        for slot in range(wire.FX_HOST_SLOTS):
            effect = scene.effects.get(slot)
            before = told.effects.get(slot) if told else None
            if effect is not None and (renew or effect != before or told is None or told.tenths != scene.tenths):
                frames.append((wire.LED_FX, _effect_payload(slot, effect, scene.tenths)))
            elif effect is None and (told is None or before is not None):
                frames.append((wire.LED_FX, _effect_payload(slot, _OFF, 0)))
        return frames

    def _send_next(self, now: int) -> None:
        if not self._frames:
            self._busy = False
            self._told = self._target
            return
        self._busy = True
        self._sending = kind, payload = self._frames.pop(0)
        self._rev = self._rev % 0xFFFF + 1
        self._requests.ask(kind, self._rev.to_bytes(2, "little") + payload, wire.RESP, self._sent, now)

    def _sent(self, outcome: Outcome, now: int) -> None:
        if not outcome.ok:
            self._busy = False
            self._told = None
            self._not_before = now + RETRY_MS
            return
        kind, payload = self._sending
        if kind == wire.LED_FX or payload[2] & wire.LED_COMMIT:
            self._applied = self._rev
        self._send_next(now)


_OFF = Effect(wire.FX_OFF, (0, 0, 0), frozenset())


def _base_differs(scene: Scene, told: Scene) -> bool:
    return scene.base != told.base or scene.tenths != told.tenths


def _base_frames(scene: Scene, told: Scene | None) -> list[_Frame]:
    """Return the LED_SET frames from one base picture to the next; the last one shows them all at once."""
    clear = told is None or len(told.base) != len(scene.base)
    old: Sequence[RGB] = [(0, 0, 0)] * len(scene.base) if told is None or clear else told.base
    changed = [at for at, (was, wish) in enumerate(zip(old, scene.base, strict=True)) if was != wish]
    runs = _runs(changed) or [(0, 0)]
    frames = []
    for at, (first, end) in enumerate(runs):
        flags = (wire.LED_CLEAR if clear and at == 0 else 0) | (wire.LED_COMMIT if at == len(runs) - 1 else 0)
        head = _SET.pack(0, first, end - first, flags, scene.tenths)[2:]
        frames.append((wire.LED_SET, head + b"".join(bytes(rgb) for rgb in scene.base[first:end])))
    return frames


def _runs(changed: list[int]) -> list[tuple[int, int]]:
    """Return half-open runs that cover the changed lights, none longer than a frame."""
    runs: list[tuple[int, int]] = []
    for at in changed:
        if runs and at - runs[-1][1] <= _BRIDGE and at - runs[-1][0] < _PER_FRAME:
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _effect_payload(slot: int, effect: Effect, tenths: int) -> bytes:
    bitmap = bytearray(max(effect.lights, default=-1) // 8 + 1)
    for light in effect.lights:
        bitmap[light // 8] |= 1 << light % 8
    head = _FX.pack(0, slot, effect.kind, *effect.colour, effect.period, effect.phase, tenths)
    return head[2:] + bytes(bitmap)
