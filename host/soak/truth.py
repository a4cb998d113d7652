"""What really happened on the table, and whether a ledger tells it: nothing lost silently, nothing twice.

The soak closes or opens the reeds of one tile at a time and leaves each tile alone for longer than any debounce, so
every change is exactly one event of the board. Pads stay empty: each boot says so once of each. The oracle therefore
knows how many events each boot had, and for each tile in which order; it never looks at the board's ring.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware.wire import BASELINE, MAX_DATA, PAD, PAD_ABSENT, TILE
from host.ledger import Fact, Gap, Ledger


@dataclass(slots=True)
class BootTruth:
    """One run of the board: the changes of each tile since it started."""

    opening: int  # records that open it: BASELINE, and what lies on each pad
    changes: dict[int, list[int]] = field(default_factory=dict)
    count: int = 0

    @property
    def head(self) -> int:
        """The sequence number after the last event."""
        return 1 + self.opening + self.count


@dataclass(slots=True)
class Verdict:
    """What a ledger makes of the truth."""

    sent: int = 0
    journalled: int = 0
    gaps: int = 0  # events in declared gaps
    lost: int = 0  # events neither journalled nor declared
    duplicated: int = 0
    untrue: int = 0  # facts that never happened


class Truth:
    """Keeps what is done to the table; ``state`` is how it stands now."""

    def __init__(self, tiles: int, inputs: int, pads: int = 0) -> None:
        self.state = bytearray(tiles)
        self.boots: list[BootTruth] = []
        self._opening = -(-inputs // MAX_DATA) + pads
        self.start_boot()

    def start_boot(self) -> None:
        """The board has started anew."""
        self.boots.append(BootTruth(self._opening))

    def change(self, tile: int, mask: int) -> None:
        """A tile has changed."""
        boot = self.boots[-1]
        boot.changes.setdefault(tile, []).append(mask)
        boot.count += 1
        self.state[tile] = mask

    @property
    def sent(self) -> int:
        """All changes so far."""
        return sum(boot.count for boot in self.boots)

    @property
    def head(self) -> int:
        """The sequence number after the last event of the present boot."""
        return self.boots[-1].head

    def judge(self, ledger: Ledger) -> Verdict:
        """Compare a ledger with the truth. The boots of both follow each other in the same order."""
        verdict = Verdict(sent=self.sent)
        known = ledger.boots()
        for at, boot in enumerate(self.boots):
            if at >= len(known):
                verdict.lost += boot.count
                continue
            uid, boot_id = known[at].uid, known[at].boot_id
            _judge_boot(boot, ledger.facts(uid, boot_id), ledger.gaps(uid, boot_id), verdict)
        return verdict


def _judge_boot(boot: BootTruth, facts: Iterable[Fact], gaps: Iterable[Gap], verdict: Verdict) -> None:
    told = bytearray(boot.head)  # by sequence number: 1 = journalled, 2 = in a gap
    for gap in gaps:
        end = boot.head if gap.last is None else gap.last + 1
        for seq in range(gap.first, min(end, boot.head)):
            told[seq] |= 2
    reached: dict[int, int] = {}
    empty: set[int] = set()  # pads that were told to be so
    for fact in facts:
        if fact.seq is None:
            continue
        if not 0 < fact.seq < boot.head or told[fact.seq]:
            verdict.duplicated += 1
            continue
        told[fact.seq] = 1
        if fact.kind == TILE:
            verdict.journalled += 1
            _follow(boot.changes.get(fact.src, []), reached, fact, verdict)
        elif fact.kind == PAD and fact.data == bytes((PAD_ABSENT, 0)) and fact.src not in empty:
            empty.add(fact.src)
        elif fact.kind != BASELINE:
            verdict.untrue += 1
    verdict.gaps += told[1:].count(2)
    verdict.lost += told[1:].count(0)


def _follow(changes: list[int], reached: dict[int, int], fact: Fact, verdict: Verdict) -> None:
    """Find the fact among the tile's changes that come after the one before it."""
    at = reached.get(fact.src, 0)
    while at < len(changes) and changes[at] != fact.data[0]:
        at += 1
    if at < len(changes):
        reached[fact.src] = at + 1
    else:
        verdict.untrue += 1
