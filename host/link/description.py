"""What a board says that it is: fetched once, then known by length and checksum."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable, MutableMapping

from firmware import wire
from host.link.complaints import UPDATE, Complaints
from host.link.identity import Banner, read_caps
from host.link.requests import NEVER, Download, Outcome, Requests

RETRY_MS = 1000
MAX_CACHED = 32
PATIENCE = 2  # attempts that may fail before it is said

CapsCache = MutableMapping[tuple[int, int], bytes]  # (length, CRC-32) → JSON


class Description:
    """The capabilities of the board in this session; ``described`` is called once they are known.

    ``caps`` stays empty if they cannot be had or make no sense: then ``complaints`` says why.
    """

    def __init__(
        self, requests: Requests, cache: CapsCache, described: Callable[[int], None], complaints: Complaints
    ) -> None:
        self.caps: dict[str, object] = {}
        self.due = NEVER
        self._requests = requests
        self._cache = cache
        self._described = described
        self._complaints = complaints
        self._key = (0, 0)
        self._failures = 0

    def begin(self, banner: Banner, now: int) -> None:
        """A session begins: look the board up, or have it asked."""
        self.caps = {}
        self.due = now
        self._failures = 0
        self._key = (banner.caps_len, banner.caps_crc)
        data = self._cache.get(self._key)
        if data is not None:
            self._take(data, now)
        elif banner.caps_len > Download.MAX_BYTES:
            self.due = NEVER
            self._complain(f"in {banner.caps_len:,} bytes, and {Download.MAX_BYTES:,} are the most")

    def tick(self, now: int) -> None:
        """Ask, when it is time."""
        if now >= self.due:
            self.due = NEVER
            Download(self._requests, wire.CAPS_GET, wire.CAPS, self._fetched).start(now)

    def _fetched(self, outcome: Outcome, now: int) -> None:
        data = outcome.data
        if outcome.ok and (len(data), crc32(data)) == self._key:
            while len(self._cache) >= MAX_CACHED:
                del self._cache[next(iter(self._cache))]
            self._cache[self._key] = data
            self._take(data, now)
            return
        self.due = now + RETRY_MS
        self._failures += 1
        if outcome.ok:
            self._complain("with other bytes than its banner announces")
        elif self._failures >= PATIENCE:
            self._complaints.say("caps", f"The board does not say what it is. {outcome.text} {UPDATE}")

    def _take(self, data: bytes, now: int) -> None:
        self.due = NEVER
        try:
            self.caps = read_caps(data)
        except ValueError as error:
            self._complain(f"in a way that this Deadfall cannot read: {error}")
        else:
            self._described(now)

    def _complain(self, how: str) -> None:
        self._complaints.say("caps", f"The board describes itself {how}. Nothing is known of its state. {UPDATE}")
