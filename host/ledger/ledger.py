"""The ledger: one SQLite file with what the boards said and what was made of it.

>>> with Ledger.open("play.ledger") as ledger:                               # doctest: +SKIP
...     ledger.begin(PlayHead("armada", {}, None, digest, "grid", ("person", "greedy"), root, created=now))
...     ledger.commit(Batch(uid, boot_id, next_seq=8, at=now, facts=facts))
...     ledger.write([EntryRecord(at=now, kind="answer", entry=entry, fact=ledger.last_fact(), events=events)])
[1]
"""

from __future__ import annotations

from host.ledger.fact_book import FactBook
from host.ledger.play_book import PlayBook


class Ledger(FactBook, PlayBook):
    """The append-only record of one play; safe to use from several threads.

    With ``keep`` it is a ring for facts outside a play: only the newest ``keep`` facts stay. What each source last said
    stays in any case, in a table of its own that the same transaction writes, so the state never depends on facts that
    were dropped.
    """
