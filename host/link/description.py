"""What a board says that it is: fetched once, then known by length and checksum."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable, MutableMapping

from firmware import wire
from host.link.identity import Banner, read_caps
from host.link.requests import NEVER, Download, Outcome, Requests

RETRY_MS = 1000
MAX_CACHED = 32

CapsCache = MutableMapping[tuple[int, int], bytes]  # (length, CRC-32) → JSON


class Description:
    """The capabilities of the board in this session; ``described`` is called once they are known."""

    def __init__(self, requests: Requests, cache: CapsCache, described: Callable[[int], None]) -> None:
        self.caps: dict[str, object] = {}
        self.due = NEVER
        self._requests = requests
        self._cache = cache
        self._described = described
        self._key = (0, 0)

    def begin(self, banner: Banner, now: int) -> None:
        """A session begins: look the board up, or have it asked."""
        self.caps = {}
        self.due = now
        self._key = (banner.caps_len, banner.caps_crc)
        data = self._cache.get(self._key)
        if data is not None:
            self._take(data, now)

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
        else:
            self.due = now + RETRY_MS

    def _take(self, data: bytes, now: int) -> None:
        self.due = NEVER
        self.caps = read_caps(data) or {}
        self._described(now)
