"""How the table stood when a program ended: what the rules had changed and reeds did not show yet, and since when."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engines.core import AnyPlay
from firmware.wire import BASELINE, TILE
from host.ledger import Fact, InputRow, Ledger, Told
from host.referee.debts import Debts
from host.stage.base import Stage
from host.table import Table

END = 1 << 62  # behind every fact


class Left(NamedTuple):
    """What a program left behind.

    ``owed`` has each tile that was still to follow, and what it showed when it should have. ``felt_at`` is when the
    board had felt the last change before the last scene.
    """

    owed: Mapping[int, int]
    felt_at: int


def left_behind(
    ledger: Ledger, stage: Stage, play: AnyPlay, scenes: Iterable[tuple[int, bytes]], last: int = END
) -> Left:
    """Return how the table stood at the end of a ledger, or behind the fact ``last``.

    ``scenes``: what the table should have shown, one signature after the other, each with the last fact before it.
    """
    table, debts, coming = Table(stage.profile), Debts(), deque(scenes)
    expected, now, felt_at = bytes(len(stage.profile.tiles)), 0, 0
    for number, fact in _told(ledger, last):
        while coming and coming[0][0] < number:
            before, (_, expected) = expected, coming.popleft()
            felt_at = table.snapshot(now).felt_at
            news = [tile for tile, mask in enumerate(expected) if mask != before[tile]]
            debts.update(_shown(table, stage, play, now), expected, news)
        if fact is not None:
            now = fact.t_host
            table.take([fact], now)
            if fact.kind == BASELINE or fact.src in debts.owed:
                debts.update(_shown(table, stage, play, now), expected)
    return Left(debts.owed, felt_at)


def _shown(table: Table, stage: Stage, play: AnyPlay, now: int) -> bytes:
    return stage.read(play, table.snapshot(now)).tiles


def _told(ledger: Ledger, last: int) -> Iterator[tuple[int, Fact | None]]:
    """Yield what a game was told of its tiles, each with the number of the last fact by then; last, that it ended."""
    uid = ""
    for item in ledger.story():
        if isinstance(item, InputRow) and item.kind == "link":
            uid = str(item.data.get("uid", "")) or uid
            for kind, src, data in item.data.get("state", ()):
                yield item.fact, Fact(None, None, None, item.at, kind, src, bytes.fromhex(data))
        elif isinstance(item, Told) and item.uid == uid and item.id <= last:
            numbered = enumerate(item.facts, item.id - len(item.facts) + 1)
            yield from ((number, fact) for number, fact in numbered if fact.kind in (TILE, BASELINE))
    yield END, None
