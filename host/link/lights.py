"""The lights: what they should show, what the board was told, and the frames that lead from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from firmware import wire
from host.link.frames import STRUCTS
from host.link.requests import NEVER, Outcome, Requests
from host.link.scene import DARK, RGB, Effect, Scene

FRAME_MS = 34  # at most 30 pictures a second
RETRY_MS = 500
PATIENCE_MS = 3_000  # for so long a board may be busy, or not answer, until that is said
_SET = STRUCTS[wire.LED_SET]
_FX = STRUCTS[wire.LED_FX]
_PER_FRAME = (wire.MAX_PAYLOAD - _SET.size) // 3
_BRIDGE = 5  # lights; a frame for a second run costs more than sending so many unchanged lights along

_Frame = tuple[int, bytes]  # kind, payload without rev


class Lights:
    """Keeps the board's lights as they were last wished: changes only, newest only, renewed before they expire.

    A scene that the board can't show is not sent again before the scene or the session changes; ``trouble`` is called
    with a sentence, once.
    """

    def __init__(self, requests: Requests, rev: int, trouble: Callable[[str], None]) -> None:
        self._requests = requests
        self._trouble = trouble
        self._wish: Scene | None = None
        self._told: Scene | None = None  # None: nobody knows what the board shows
        self._refused: Scene | None = None
        self._complaint = ""  # what was said last
        self._count: int | None = None  # lights that the board has, once it has said so
        self._is_met = False  # the board has said in this session which scene it has
        self._used: set[int] = set()  # slots in which the board may have an effect
        self._target = DARK
        self._frames: list[_Frame] = []
        self._sending: _Frame  # while busy
        self._busy = False
        self._rev = rev
        self._applied: int | None = None  # led_rev that the board should report
        self._renew_at = NEVER
        self._not_before = 0
        self._failing_since: int | None = None

    @property
    def due(self) -> int:
        """When ``tick`` is needed next."""
        wish = self._wish
        if self._busy or wish is None or not self._is_met or (self._refused is not None and wish == self._refused):
            return NEVER
        is_told = wish is self._told or wish == self._told  # asked in every step, and nearly always the same object
        return max(self._not_before, self._renew_at) if is_told else self._not_before

    def show(self, scene: Scene) -> None:
        """Wish for a scene."""
        if scene != self._wish:
            self._refused = None
        self._wish = self._told if scene == self._told else scene
        self._check()

    def forget(self) -> None:
        """A session begins: leave the lights until the board says which scene it has."""
        self._told = self._refused = self._count = self._failing_since = None
        self._complaint = ""
        self._busy = self._is_met = False

    def described(self, count: object) -> None:
        """The board has said how many lights it has; what is no number is left to the board to judge."""
        self._count = count if type(count) is int else None
        self._check()

    def pong(self, led_rev: int) -> None:
        """Compare what the board applied last with what it was told last: a board that restarted is dark."""
        if self._busy or (self._is_met and (self._told is None or led_rev == self._applied)):
            return
        self._is_met = True
        if led_rev == 0:
            self._told, self._applied, self._renew_at = _FRESH, 0, NEVER
            self._used.clear()
            return
        self._told = None
        if led_rev not in (self._applied, self._rev):  # another host was here meanwhile
            self._used.update(range(wire.FX_HOST_SLOTS))

    def tick(self, now: int) -> None:
        """Start sending, when there is something to send and it is time."""
        if self._wish is None or now < self.due:
            return
        self._target = scene = self._wish
        must_renew = now >= self._renew_at
        self._frames = _plan(scene, self._told, self._used, must_renew)
        self._not_before = now + FRAME_MS
        if must_renew or self._told is None or self._told.tenths != scene.tenths:  # every part is sent
            self._renew_at = now + scene.tenths * 50 if scene.tenths else NEVER
        self._send_next(now)

    def _check(self) -> None:
        wish = self._wish
        if wish is not None and self._count is not None and wish.needs > self._count:
            self._refuse(
                wish,
                f"The table should show a scene of {wish.needs} lights, but the board has {self._count}. "
                "Check that the board is set to the profile of this table.",
            )

    def _lose_patience(self, outcome: Outcome, now: int) -> None:
        """Go on trying, but say so if nothing has come of it for long."""
        if self._failing_since is None:
            self._failing_since = now
        if now - self._failing_since >= PATIENCE_MS:
            self._complain(f"The lights do not show what they should. {outcome.text} Plug the board in again.")

    def _refuse(self, scene: Scene, sentence: str) -> None:
        self._refused = scene
        self._complain(sentence)

    def _complain(self, sentence: str) -> None:
        if sentence != self._complaint:
            self._complaint = sentence
            self._trouble(sentence)

    def _send_next(self, now: int) -> None:
        if not self._frames:
            self._busy = False
            self._told = self._target
            self._complaint = ""
            self._failing_since = None
            return
        self._busy = True
        self._sending = kind, payload = self._frames.pop(0)
        if kind == wire.LED_FX:
            self._used.add(payload[0])
        self._rev = self._rev % 0xFFFF + 1
        self._requests.ask(kind, self._rev.to_bytes(2, "little") + payload, wire.RESP, self._sent, now)

    def _sent(self, outcome: Outcome, now: int) -> None:
        if not outcome.ok:
            self._failed(outcome, now)
            return
        kind, payload = self._sending
        if kind == wire.LED_FX or payload[2] & wire.LED_COMMIT:
            self._applied = self._rev
        if kind == wire.LED_FX and payload[1] == wire.FX_OFF:
            self._used.discard(payload[0])
        self._send_next(now)

    def _failed(self, outcome: Outcome, now: int) -> None:
        """Try again later, unless the board has said that it never will."""
        self._busy = False
        self._told = None
        if outcome.status in (wire.OK, wire.TRY_LATER):
            self._not_before = now + RETRY_MS
            self._lose_patience(outcome, now)
        else:
            self._refuse(
                self._target,
                f"The lights do not show what they should. {outcome.text} "
                "Check that the board is set to the profile of this table and is not in safe mode.",
            )


_FRESH = Scene(ttl=0)  # what a board shows that nobody has told anything
_OFF = Effect(wire.FX_OFF, (0, 0, 0), frozenset())


def _plan(scene: Scene, told: Scene | None, used: Set[int], renew: bool) -> list[_Frame]:
    """Return the frames that lead from one scene to the next, on a board that may have effects in ``used`` slots.

    With ``renew`` parts that have not changed are sent as well, so that they do not expire.
    """
    frames = _base_frames(scene, told) if renew or told is None or _base_differs(scene, told) else []
    for slot in range(wire.FX_HOST_SLOTS):
        effect = scene.effects.get(slot)
        before = told.effects.get(slot) if told else None
        if effect is not None and (renew or effect != before or told is None or told.tenths != scene.tenths):
            frames.append((wire.LED_FX, _effect_payload(slot, effect, scene.tenths)))
        elif effect is None and slot in used:
            frames.append((wire.LED_FX, _effect_payload(slot, _OFF, 0)))
    return frames


def _base_differs(scene: Scene, told: Scene) -> bool:
    return scene.base != told.base or scene.tenths != told.tenths


def _base_frames(scene: Scene, told: Scene | None) -> list[_Frame]:
    """Return the LED_SET frames from one base picture to the next; the last one shows them all at once."""
    clear = told is None or not told.base or len(told.base) != len(scene.base)
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
