"""The facts in a ledger: what the boards said, one transaction for each commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host.ledger.file import LedgerFile
from host.ledger.records import REBOOT, Batch, Boot, Fact, Gap, Value
from host.ledger.sealing import BOARDS, BOOTS, FACTS, GAPS, checksum, last_checksum, seal
from host.ledger.story import told_row

RING = 10_000  # facts that a ledger outside a play keeps

_ADD_FACT = (
    "INSERT INTO facts (id, boot, seq, as_of, t_board, t_host, kind, src, data, inferred, batch, at, checksum) "
    "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"
)
_SET_STATE = (
    "INSERT INTO state (board, kind, src, fact, as_of, data, checksum) VALUES (?,?,?,?,?,?,?) "
    "ON CONFLICT (board, kind, src) DO UPDATE "
    "SET fact = excluded.fact, as_of = excluded.as_of, data = excluded.data, checksum = excluded.checksum"
)
_FIND_BOOT = "SELECT id, board, boot_id, started, ended, next_seq FROM boots WHERE id = ?"
_STATE = "SELECT kind, src, data FROM state JOIN boards ON boards.id = state.board WHERE uid = ? ORDER BY fact"
_STATE_BEHIND = (  # SQLite takes the other columns from the row with the highest id
    "SELECT kind, src, data, max(facts.id) FROM facts WHERE facts.id <= ?2 AND boot = ("
    "SELECT boot FROM facts JOIN boots ON boots.id = boot JOIN boards ON boards.id = boots.board "
    "WHERE uid = ?1 AND facts.id <= ?2 ORDER BY facts.id DESC LIMIT 1) GROUP BY kind, src ORDER BY max(facts.id)"
)
_FACTS = (
    "SELECT facts.id, seq, as_of, t_board, t_host, kind, src, data, inferred FROM facts "
    "JOIN boots ON boots.id = boot JOIN boards ON boards.id = boots.board "
    "WHERE (?1 IS NULL OR uid = ?1) AND (?2 IS NULL OR boot_id = ?2) AND facts.id > ?3 ORDER BY facts.id LIMIT 1000"
)
_GAPS = (
    "SELECT first, last, reason, at FROM gaps JOIN boots ON boots.id = boot JOIN boards ON boards.id = boots.board "
    "WHERE (?1 IS NULL OR uid = ?1) AND (?2 IS NULL OR boot_id = ?2) ORDER BY gaps.id"
)


class FactBook(LedgerFile):
    """Boards, boots, facts, gaps and what each source said last."""

    def __init__(self, path: Path, db: sqlite3.Connection, keep: int | None) -> None:
        super().__init__(path, db, keep)
        self._boots: dict[tuple[str, int], int] = {}

    def _forget(self) -> None:
        super()._forget()
        self._boots.clear()

    # ---- writing ---------------------------------------------------------------------------------------

    def commit(self, batch: Batch) -> None:
        """Write ``batch`` in one transaction; when this returns, it is on disk.

        Facts below the boot's cursor are there already (as facts or in a gap): they are left out, so a batch may
        be committed twice. The first batch of a new boot ends the board's earlier one with an open gap.
        """
        with self.transaction() as db:
            row = self._enter(batch)
            boot, board, next_seq = row[0], row[1], row[5]
            facts = [fact for fact in batch.facts if fact.seq is None or fact.seq >= next_seq]
            if facts:
                self._add_facts(boot, board, facts, batch.at)
            for gap in batch.gaps:
                if gap.first >= next_seq:
                    self._add_gap(boot, gap)
            if batch.next_seq > next_seq:
                values = (batch.next_seq, checksum((*row[:5], batch.next_seq)), boot)
                db.execute("UPDATE boots SET next_seq = ?, checksum = ? WHERE id = ?", values)
            if self.keep is not None and facts:
                self._prune(self.keep)

    def board(self, uid: str, name: str, at: int) -> None:
        """Note that a board was seen, and what it is called."""
        with self.transaction() as db:
            db.execute(
                "INSERT INTO boards (uid, name, first_seen, last_seen) VALUES (?,?,?,?) "
                "ON CONFLICT (uid) DO UPDATE SET name = excluded.name, last_seen = excluded.last_seen",
                (uid, name, at, at),
            )
            self._sealed_board(uid)

    def _enter(self, batch: Batch) -> tuple[Any, ...]:
        """Return the row of the batch's boot, and make it the board's current one."""
        known = self._boots.get((batch.uid, batch.boot_id))
        if known is not None:
            row: tuple[Any, ...] | None = self._db.execute(_FIND_BOOT, (known,)).fetchone()
            if row is not None and row[4] is None:
                return row
        return self._begin_boot(batch)

    def _begin_boot(self, batch: Batch) -> tuple[Any, ...]:
        board = self._board_row(batch.uid, batch.at)
        self._end_boots(board, batch)
        self._db.execute(
            "INSERT INTO boots (board, boot_id, started, next_seq) VALUES (?,?,?,1) "
            "ON CONFLICT (board, boot_id) DO UPDATE SET ended = NULL",
            (board, batch.boot_id, batch.at),
        )
        query = "SELECT id FROM boots WHERE board = ? AND boot_id = ?"
        [boot] = self._db.execute(query, (board, batch.boot_id)).fetchone()
        seal(self._db, BOOTS, boot)
        self._boots[batch.uid, batch.boot_id] = boot
        row: tuple[Any, ...] = self._db.execute(_FIND_BOOT, (boot,)).fetchone()
        return row

    def _board_row(self, uid: str, at: int) -> int:
        self._db.execute(
            "INSERT INTO boards (uid, name, first_seen, last_seen) VALUES (?, '', ?, ?) "
            "ON CONFLICT (uid) DO UPDATE SET last_seen = excluded.last_seen",
            (uid, at, at),
        )
        return self._sealed_board(uid)

    def _sealed_board(self, uid: str) -> int:
        """Give the row of a board that was changed its checksum, and return its id."""
        board: int
        [board] = self._db.execute("SELECT id FROM boards WHERE uid = ?", (uid,)).fetchone()
        seal(self._db, BOARDS, board)
        return board

    def _add_gap(self, boot: int, gap: Gap) -> None:
        query = "INSERT INTO gaps (boot, first, last, reason, at) VALUES (?,?,?,?,?)"
        seal(self._db, GAPS, int(self._db.execute(query, (boot, *gap)).lastrowid or 0))

    def _end_boots(self, board: int, batch: Batch) -> None:
        ended = self._db.execute(
            "SELECT id, next_seq FROM boots WHERE board = ? AND boot_id <> ? AND ended IS NULL",
            (board, batch.boot_id),
        ).fetchall()
        for boot, next_seq in ended:
            self._db.execute("UPDATE boots SET ended = ? WHERE id = ?", (batch.at, boot))
            seal(self._db, BOOTS, boot)
            self._add_gap(boot, Gap(next_seq, None, REBOOT, batch.at))
        if ended:
            self._db.execute("DELETE FROM state WHERE board = ?", (board,))
            self._drop_empty_boots(board)

    def _add_facts(self, boot: int, board: int, facts: list[Fact], at: int) -> None:
        if facts[-1].inferred:
            facts = [fact for fact in facts if not self._is_known(board, fact)]
        last, before = last_checksum(self._db, FACTS)
        rows = []
        for id_, fact in enumerate(facts, last + 1):
            row = (id_, boot, *fact, last + 1, at)
            before = checksum(row, before)
            rows.append((*row, before))
        self._db.executemany(_ADD_FACT, rows)
        newest = {(fact.kind, fact.src): (id_, fact) for id_, fact in enumerate(facts, last + 1)}
        state = [(board, kind, src, id_, f.as_of, f.data) for (kind, src), (id_, f) in newest.items()]
        self._db.executemany(_SET_STATE, [(*row, checksum(row)) for row in state])

    def _is_known(self, board: int, fact: Fact) -> bool:
        """Return whether an inferred fact was written before: it has no number that would tell."""
        row = self._db.execute(
            "SELECT as_of, data FROM state WHERE board = ? AND kind = ? AND src = ?",
            (board, fact.kind, fact.src),
        ).fetchone()
        return bool(fact.inferred) and row == (fact.as_of, fact.data)

    # ---- the ring --------------------------------------------------------------------------------------

    def _prune(self, keep: int) -> None:
        self._db.execute("DELETE FROM facts WHERE id <= (SELECT max(id) FROM facts) - ?", (keep,))
        self._db.execute("DELETE FROM gaps WHERE id <= (SELECT max(id) FROM gaps) - ?", (keep,))

    def _drop_empty_boots(self, board: int) -> None:
        if self.keep is None:
            return
        gone = (
            "SELECT id FROM boots WHERE board = ? AND ended IS NOT NULL AND id NOT IN (SELECT boot FROM facts) "
            "ORDER BY id DESC LIMIT -1 OFFSET 16"
        )
        for (boot,) in self._db.execute(gone, (board,)).fetchall():
            self._db.execute("DELETE FROM gaps WHERE boot = ?", (boot,))
            self._db.execute("DELETE FROM boots WHERE id = ?", (boot,))

    # ---- reading ---------------------------------------------------------------------------------------

    def cursor(self, uid: str, boot_id: int) -> int:
        """Return the first sequence number of this boot that is not on disk; 0 for a boot never seen."""
        rows = self._read(
            "SELECT next_seq FROM boots JOIN boards ON boards.id = boots.board WHERE uid = ? AND boot_id = ?",
            (uid, boot_id),
        )
        return int(rows[0][0]) if rows else 0

    def state(self, uid: str, last: int | None = None) -> list[Value]:
        """Return the newest value of each (kind, src) of the board's current boot, oldest first.

        With ``last``, return what it was behind the fact with that id, as far as the facts are still there.

        Laid one over the other in this order they give the state that the host believes: a BASELINE chunk may be
        older or (from a snapshot) newer than the values of the tiles in it.
        """
        rows = self._read(_STATE, (uid,)) if last is None else self._read(_STATE_BEHIND, (uid, last))
        return [Value(*row[:3]) for row in rows]

    def facts(self, uid: str | None = None, boot_id: int | None = None) -> Iterator[Fact]:
        """Yield the facts in the order of their commit, of all boards or of one board or boot."""
        last = 0
        while rows := self._read(_FACTS, (uid, boot_id, last)):
            last = rows[-1][0]
            yield from map(self._fact, rows)

    def _fact(self, row: tuple[Any, ...]) -> Fact:
        try:
            return Fact(*told_row((0, 0, 0, "", 0, *row[1:]))[5:])
        except ValueError as error:
            raise self._unreadable(error) from error

    def last_fact(self) -> int:
        """Return the id of the newest fact; 0 if there is none."""
        [[last]] = self._read("SELECT coalesce(max(id), 0) FROM facts")
        return int(last)

    def gaps(self, uid: str | None = None, boot_id: int | None = None) -> Iterator[Gap]:
        """Yield the declared gaps in the order in which they were found."""
        for row in self._read(_GAPS, (uid, boot_id)):
            yield Gap(*row)

    def boots(self, uid: str | None = None) -> list[Boot]:
        """Return the boots, oldest first, of all boards or of one."""
        query = "SELECT uid, boot_id, started, ended, next_seq FROM boots JOIN boards ON boards.id = boots.board"
        where, values = (" WHERE uid = ?", (uid,)) if uid else ("", ())
        return [Boot(*row) for row in self._read(query + where + " ORDER BY boots.id", values)]

    def boards(self) -> dict[str, str]:
        """Return the name of each board by its uid."""
        return dict(self._read("SELECT uid, name FROM boards ORDER BY id"))

    def counts(self) -> dict[str, int]:
        """Return how many rows of each kind there are."""
        query = (
            "SELECT (SELECT count(*) FROM boards), (SELECT count(*) FROM boots), (SELECT count(*) FROM facts), "
            "(SELECT count(*) FROM facts WHERE inferred), (SELECT count(*) FROM gaps), "
            "(SELECT count(*) FROM inputs), (SELECT count(*) FROM entries)"
        )
        names = ("boards", "boots", "facts", "inferred", "gaps", "inputs", "entries")
        return dict(zip(names, self._read(query)[0], strict=True))
