"""What people have in their hands, as far as a pad or a person told it.

A piece that is held to a pad is believed to be the one that is put down next. The ledger keeps this, so a program that
starts in the middle of an answer still knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from host.ledger import InputRow
from host.play.trace import Trace

SHOWN_MS = 30_000  # a piece that was shown to the pad is believed to be the one in the hand for so long
TWO_HANDS_MS = 10_000  # and the one before it in another hand, for so long
NOTE = "hands"  # what was learned of this, in the ledger


class InHand:
    """Remembers for one game. ``used`` is what was in somebody's hand for the last answer."""

    def __init__(self, trace: Trace) -> None:
        self.used: tuple[str, ...] = ()
        self.has_decided = False  # whether that has decided between answers that look alike
        self._trace = trace
        self._shown: dict[str, int] = {}
        self._beside: dict[str, int] = {}  # what was shown before that, and may be in another hand
        self._again = "", 0  # what was held to the pad once more, and when
        self._noted: dict[str, Any] = {}

    # ---- what comes in -----------------------------------------------------------------------------------------------

    def hold_up(self, *names: str) -> None:
        """These were shown to the pad, and nothing else is in anybody's hand."""
        self._shown = dict.fromkeys(names, self._trace.now)
        self._beside = {}
        self._again = "", 0

    def hold_up_too(self, name: str) -> None:
        """This was shown to the pad; what was shown before it may be in another hand still."""
        beside = {**self._beside, **self._shown}
        self.hold_up(name)
        self._beside = {other: at for other, at in beside.items() if other != name}

    def hold_again(self, name: str) -> None:
        """This was held to the pad once more: it may be in somebody's hand."""
        self._again = name, self._trace.now

    def use(self) -> None:
        """An answer was given with what was shown; nothing is in anybody's hand now."""
        self.used, self.has_decided = self.shown, False
        self.hold_up()

    # ---- what it means -----------------------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[str, ...]:
        """What was shown to the pad just now and is believed to be in somebody's hand."""
        return tuple(name for name, at in self._shown.items() if at >= self._trace.now - SHOWN_MS)

    def shown_by(self, at: int) -> tuple[str, ...]:
        """The same, as far as it was shown before a moment."""
        return tuple(name for name in self.shown if self._shown[name] <= at)

    @property
    def beside(self) -> tuple[str, ...]:
        """What was shown to the pad just before that, and may be in somebody's other hand."""
        return tuple(name for name, at in self._beside.items() if at >= self._trace.now - TWO_HANDS_MS)

    @property
    def again(self) -> tuple[str, ...]:
        """What may be in somebody's hand, if nothing else is."""
        name, at = self._again
        return (name,) if name and not self._shown and at >= self._trace.now - SHOWN_MS else ()

    # ---- over a restart ----------------------------------------------------------------------------------------------

    def learned(self, line: int) -> dict[str, Any]:
        """Return what the ledger, which has so many lines, does not have of this yet; empty if there is nothing."""
        now = self._written(line)
        return {} if now == self._noted else {NOTE: now}

    def noted(self, line: int) -> None:
        """What was learned is in the ledger."""
        self._noted = self._written(line)

    def recall(self, inputs: Iterable[InputRow], line: int) -> None:
        """Take up what was noted last, unless the ledger has more lines since then: it has nothing to do with those."""
        notes = [row.data[NOTE] for row in inputs if row.kind == "learned" and isinstance(row.data.get(NOTE), dict)]
        self._noted = notes[-1] if notes else {}
        if self._noted.get("line") != line:
            return
        self.used = tuple(map(str, self._noted.get("used", ())))
        self.has_decided = bool(self._noted.get("decided"))
        self._shown, self._beside = _times(self._noted.get("shown")), _times(self._noted.get("beside"))
        for name, at in _times(self._noted.get("again")).items():
            self._again = name, at

    def _written(self, line: int) -> dict[str, Any]:
        name, at = self._again
        found = {
            "shown": dict(self._shown),
            "beside": dict(self._beside),
            "used": list(self.used),
            "decided": self.has_decided,
            "again": {name: at} if name else {},
        }
        told: dict[str, Any] = {key: value for key, value in found.items() if value}
        return {**told, "line": line} if told else {}


def _times(written: Any) -> dict[str, int]:
    """Read names with the time of each."""
    if not isinstance(written, Mapping):
        return {}
    return {str(name): at for name, at in written.items() if type(at) is int}
