"""The pads on which something is expected next: what is wished, what the board was told, and when it is told again."""

from __future__ import annotations

from collections.abc import Iterable

from firmware import wire
from host.link.frames import STRUCTS
from host.link.requests import NEVER, Outcome, Requests

LASTS_S = 30  # a board that hears nothing more looks at all pads alike again
RENEW_MS = LASTS_S * 500
RETRY_MS = 5_000  # after a board said no, or nothing
CHANGE_MS = 100  # between two changes at least; the newest counts
_HEAD = STRUCTS[wire.EXPECT].pack(10 * LASTS_S)


class Expecting:
    """Keeps what the board expects as it was last wished: told on change and in every session, renewed in time."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._wish = b""
        self._told = b""
        self._is_busy = False
        self._not_before = 0
        self._renew_at = NEVER

    @property
    def due(self) -> int:
        """When ``tick`` is needed next."""
        if self._is_busy:
            return NEVER
        if self._wish != self._told:
            return self._not_before
        return self._renew_at if self._wish else NEVER

    def expect(self, pads: Iterable[int]) -> None:
        """Wish that these pads are looked at more often, and no others."""
        bits = sum({1 << pad for pad in pads})
        self._wish = bits.to_bytes(-(-bits.bit_length() // 8), "little")

    def forget(self) -> None:
        """A session begins: the board expects nothing, or what it was told before, which lapses by itself."""
        self._told = b""
        self._is_busy = False
        self._not_before = 0

    def tick(self, now: int) -> None:
        """Tell the board, when there is something to tell and it is time."""
        if now < self.due:
            return
        self._told = self._wish
        self._is_busy = True
        self._not_before = now + CHANGE_MS
        self._requests.ask(wire.EXPECT, _HEAD + self._told, wire.RESP, self._heard, now)

    def _heard(self, outcome: Outcome, now: int) -> None:
        """Cards are seen without it, only later: what failed is tried again, and nobody is troubled."""
        self._is_busy = False
        self._renew_at = now + (RENEW_MS if outcome.ok else RETRY_MS)
