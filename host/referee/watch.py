"""What the referee makes of one snapshot before it judges: trusted tiles only, debts forgiven, since when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from host.referee.beliefs import LATE_MS, Beliefs
from host.referee.debts import Debts
from host.referee.signatures import pack, tiles_of, trusted
from host.table import Scene, Snapshot


@dataclass(frozen=True, slots=True)
class Reading:
    """One snapshot, read.

    ``shown`` is the table as it is, with a masked tile showing what it should; ``seen`` the same as an integer without
    masked tiles, as if all debts were paid. ``since`` and ``shown_since`` are when these last changed, ``scene_since``
    is when the scene did. ``sure`` is the confidence of the least trusted tile that differs, in percent.
    ``absent`` is how many things are still to be brought. ``has_gained``: since it last showed the scene, things
    lay on more tiles than should, for longer than a reed that is left takes to open; so something new came.
    """

    now: int
    shown: bytes
    seen: int
    expected: int
    keep: int
    since: int
    shown_since: int
    sure: int
    absent: int
    scene_since: int
    has_gained: bool
    snapshot: Snapshot

    @property
    def is_lifted_only(self) -> bool:
        """Whether nothing is where it should not be; things are only missing."""
        return not self.seen & ~self.expected

    @property
    def lifted(self) -> set[int]:
        """The tiles from which something was lifted since the scene changed, whatever lies there now."""
        since = (touch for touch in self.snapshot.touches if touch.at >= self.scene_since)
        return {touch.tile for touch in since if touch.before & ~touch.after}

    @property
    def is_in_hand(self) -> bool:
        """Whether something that belongs on the table is off it."""
        return self.seen.bit_count() < self.expected.bit_count()

    @property
    def is_gain(self) -> bool:
        """Whether more lies on the table than should."""
        return self.seen.bit_count() > self.expected.bit_count()

    @property
    def is_lost(self) -> bool:
        """Whether something new came, and something else is off the table since: one is not the other, moved."""
        return self.has_gained and not self.is_gain


class Watch:
    """Reads one snapshot after the other, and remembers what a single one cannot tell."""

    def __init__(self) -> None:
        self.debts = Debts()
        self.beliefs = Beliefs()
        self._scene: Scene | None = None
        self._news: set[int] = set()
        self.left: Mapping[int, int] = {}  # tiles that the last answer left to follow, and what they showed then
        self.first = b""  # what the table showed when the scene had changed
        self._is_new: bool  # whether nothing was read yet since the scene changed
        self._floor: int  # nothing was stable before this
        self._is_known = False
        self._seen = self._shown = -1
        self._since = self._shown_since = 0
        self._happened = 0  # when the board felt what changed last,
        self._rested_from: int  # and what changed last before the scene
        self._left_at: int | None = None
        self._more_since: int | None  # since when more lies there than should
        self._has_gained: bool

    def expect(
        self,
        scene: Scene,
        now: int,
        is_seen: bool,
        owes_all: bool = False,
        owed: Mapping[int, int] = MappingProxyType({}),
        felt_at: int | None = None,
    ) -> None:
        """Expect another scene: what changed is owed as far as the table does not show it yet.

        ``owes_all``: it owes all that differs, unless (``is_seen``) that was seen before. ``owed``: what it owes from
        before, and what each of these tiles showed then. ``felt_at``: when it came to show this, if only somebody else
        saw that.
        """
        self.debts.remember(owed)
        new = scene.signature
        if self._scene is not None and not owes_all:
            old = self._scene.signature
            self._news |= {tile for tile in range(len(new)) if old[tile] != new[tile]}
        elif not is_seen:
            self._news |= set(range(len(new)))
        self._scene, self._is_new = scene, True
        self._rested_from = self._happened if felt_at is None else felt_at
        self._left_at = self._more_since = None
        self._has_gained = False
        self._floor = now
        self.beliefs.expect(scene)

    def lose(self) -> None:
        """The state of the table is not known any more."""
        self._is_known = False

    @property
    def rested_ms(self) -> int:
        """How long the table showed the scene before it changed again."""
        return 0 if self._left_at is None else self._left_at - self._rested_from

    def read(self, snapshot: Snapshot, now: int) -> Reading:
        """Read a snapshot."""
        assert self._scene is not None
        if not self._is_known:
            self._is_known, self._floor = True, now
        expected = self._scene.signature
        keep = trusted(snapshot.confidence)
        shown = overlaid(snapshot, expected)
        self.beliefs.look(snapshot.tiles, snapshot.changed_at)
        self.debts.update(shown, expected, self._news)
        self._news = set()
        if self._is_new:
            self.left, self.first, self._is_new = self.debts.owed, shown, False
        seen, should = pack(self.debts.forgive(shown, expected)) & keep, pack(expected) & keep
        self._note(seen, pack(shown), should, snapshot)
        return Reading(
            now=now,
            shown=shown,
            seen=seen,
            expected=should,
            keep=keep,
            since=max(self._since, self._floor),
            shown_since=max(self._shown_since, self._floor),
            sure=min((snapshot.confidence[tile] for tile in tiles_of(seen ^ should)), default=100),
            absent=self.debts.absent(shown, expected),
            scene_since=self._floor,
            has_gained=self._has_gained,
            snapshot=snapshot,
        )

    def _note(self, seen: int, shown: int, should: int, snapshot: Snapshot) -> None:
        changed_at = snapshot.changed_at
        if shown != self._shown:
            self._shown, self._shown_since = shown, changed_at
        if seen != self._seen:
            self._seen, self._since = seen, changed_at
            self._happened = snapshot.felt_at
        if seen == should:
            self._left_at, self._has_gained = None, False
        elif self._left_at is None:
            self._left_at = self._since
        if len(tiles_of(seen)) > len(tiles_of(should)):  # what slides closes several reeds of a tile at once
            self._more_since = self._since if self._more_since is None else self._more_since
        elif self._more_since is not None:
            self._has_gained |= seen != should and self._since - self._more_since > LATE_MS
            self._more_since = None


def overlaid(snapshot: Snapshot, signature: bytes) -> bytes:
    """Return what the table shows, with each masked tile showing what a signature has there."""
    if 0 not in snapshot.confidence:
        return snapshot.tiles
    pairs = zip(snapshot.tiles, signature, snapshot.confidence, strict=True)
    return bytes(mask if sure else should for mask, should, sure in pairs)
