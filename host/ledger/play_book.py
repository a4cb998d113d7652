"""The play in a ledger: what is played, what reached it, what was understood, and what came of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from host.ledger import jsontext
from host.ledger.checks import Reached, check_entry, check_input, check_shape, text_of
from host.ledger.file import LedgerFile
from host.ledger.fold import Fold
from host.ledger.lines import ENTRY, INPUT, PLAY, checked, mapping
from host.ledger.play_records import TAKEBACK, EntryRecord, EntryRow, InputKind, InputRow, PlayHead, StoryItem
from host.ledger.records import LedgerError
from host.ledger.sealing import ENTRIES, INPUTS, NO_END, checksum, last_checksum, seal
from host.ledger.sealing import PLAY as THE_PLAY
from host.ledger.story import grouped, merge, told_row

PAGE = 1000  # rows that are read at once

_BEGIN = (
    "INSERT INTO play (id, game, options, catalogue, catalogue_digest, profile, players, root, created) "
    "VALUES (1,?,?,?,?,?,?,?,?)"
)
_HAS_PLAY = "SELECT 1 FROM play"
_HEAD = "SELECT game, options, catalogue, catalogue_digest, profile, players, root, created FROM play"
_ADD_INPUT = "INSERT INTO inputs (id, at, kind, data, fact, checksum) VALUES (?,?,?,?,?,?)"
_ADD_ENTRY = (
    "INSERT INTO entries "
    "(id, at, kind, entry, text, seat, by, confidence, candidates, why, input, fact, digest, origin, checksum) "
    "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
)
_ADD_EVENT = "INSERT INTO events (entry, n, event) VALUES (?,?,?)"
_INPUTS = "SELECT id, at, kind, data, fact FROM inputs WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3"
_ENTRIES = (
    "SELECT id, at, kind, entry, text, seat, by, confidence, candidates, why, input, fact, digest, origin FROM entries "
    "WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3"
)
_EVENTS = "SELECT event FROM events WHERE entry = ? ORDER BY n"
_TOLD = (
    "SELECT facts.id, batch, facts.at, uid, boot_id, seq, as_of, t_board, t_host, kind, src, data, inferred FROM facts "
    "JOIN boots ON boots.id = boot JOIN boards ON boards.id = boots.board "
    "WHERE facts.id > ?1 AND facts.id <= ?2 ORDER BY facts.id LIMIT ?3"
)
_LAST = (
    "SELECT (SELECT coalesce(max(id), 0) FROM facts), (SELECT coalesce(max(id), 0) FROM inputs), "
    "(SELECT coalesce(max(id), 0) FROM entries)"
)
_INPUT_REACHED = "SELECT fact, 0 FROM inputs ORDER BY id DESC LIMIT 1"
_ENTRY_REACHED = "SELECT fact, input FROM entries ORDER BY id DESC LIMIT 1"

Row = TypeVar("Row")


class PlayBook(LedgerFile):
    """One play: its head, its inputs, its entries with their events, and which of them hold."""

    def __init__(self, path: Path, db: sqlite3.Connection, keep: int | None) -> None:
        super().__init__(path, db, keep)
        self._fold = Fold()

    def _forget(self) -> None:
        super()._forget()
        self._fold = Fold()

    # ---- writing ---------------------------------------------------------------------------------------

    def begin(self, head: PlayHead) -> None:
        """Begin the play of this ledger; LedgerError if it has one already, or is a ring."""
        if self.keep is not None:
            raise LedgerError(f"{self.path} keeps only the newest facts. Open another file for a game.")
        values = (
            *(head.game, text_of(head.options, "the options"), head.catalogue, head.catalogue_digest, head.profile),
            *(text_of(head.players, "the players"), text_of(head.root, "the first position"), head.created),
        )
        with self.transaction() as db:
            if self._read(_HAS_PLAY):
                raise LedgerError(f"{self.path} holds a game already. Choose another file name for a new one.")
            db.execute(_BEGIN, values)
            seal(db, THE_PLAY, 1)

    def note(self, at: int, kind: InputKind, data: Mapping[str, Any], fact: int) -> int:
        """Write down an input before it is carried out, and return its id; when this returns, it is on disk.

        ``fact`` is the id of the last fact that was processed before it (``last_fact`` while facts are told); 0: none.
        """
        check_input(kind)
        values = (at, kind, text_of(data, "the input"), fact)
        with self.transaction() as db:
            self._reached(_INPUT_REACHED).check(fact, 0)
            last, before = last_checksum(db, INPUTS)
            row = (last + 1, *values)
            db.execute(_ADD_INPUT, (*row, checksum(row, before)))
            return last + 1

    def write(self, records: Sequence[EntryRecord]) -> list[int]:
        """Write entries with all their events in one transaction, and return their ids."""
        rows = [(record, _values(record), _event_texts(record)) for record in records]
        with self.transaction():
            reached = self._reached(_ENTRY_REACHED)
            ids = []
            for record, values, events in rows:
                reached = reached.check(record.fact, record.input)
                self._check_takeback(record)
                ids.append(self._add(values, events))
            return ids

    def _check_takeback(self, record: EntryRecord) -> None:
        if record.kind != TAKEBACK:
            return
        try:
            self._caught_up().check(record.entry["keep"])
        except ValueError as error:
            raise LedgerError(f"That take-back cannot be: {error}.") from error

    def _add(self, values: tuple[Any, ...], events: list[str]) -> int:
        last, before = last_checksum(self._db, ENTRIES)
        row, numbered = (last + 1, *values), tuple(enumerate(events))
        self._db.execute(_ADD_ENTRY, (*row, checksum((*row, *numbered), before)))
        self._db.executemany(_ADD_EVENT, [(last + 1, n, event) for n, event in numbered])
        return last + 1

    def _reached(self, query: str) -> Reached:
        """Return how far the ledger goes, and what its last input or entry rests on; refuse if no play has begun."""
        if not self._read(_HAS_PLAY):
            raise LedgerError(f"No game has begun in {self.path}. Begin one before anything is written about it.")
        facts, inputs, _ = self._read(_LAST)[0]
        before = self._read(query) or [(0, 0)]
        return Reached(facts, inputs, *before[0])

    # ---- reading ---------------------------------------------------------------------------------------

    def head(self) -> PlayHead | None:
        """Return what is played, or None while no play has begun."""
        rows = self._made(_HEAD, (), _head)
        return rows[0] if rows else None

    def inputs(self) -> Iterator[InputRow]:
        """Yield everything besides facts that reached the companion, in order."""
        return self._paged(_INPUTS, NO_END, _input_row)

    def entries(self) -> Iterator[EntryRow]:
        """Yield all entries, also those that were taken back and the take-backs, in order."""
        return self._paged(_ENTRIES, NO_END, _entry_row)

    def live(self) -> list[EntryRow]:
        """Return the entries that hold, oldest first; a play is their fold from the last import, or from the root."""
        with self._lock:
            return self._caught_up().live

    def undone(self) -> list[EntryRow]:
        """Return what was taken back and can be done again, the next one first; any new entry empties it."""
        with self._lock:
            return self._caught_up().undone

    def events(self, entry_id: int) -> list[dict[str, Any]]:
        """Return what an entry caused, in order."""
        return self._made(_EVENTS, (entry_id,), _event)

    def story(self) -> Iterator[StoryItem]:
        """Yield all that is there now as it happened: facts commit by commit, each input and entry behind what it saw.

        Replaying the facts and inputs in this order must make these entries.
        """
        facts, inputs, entries = self._read(_LAST)[0]
        return merge(
            grouped(self._paged(_TOLD, facts, told_row)),
            self._paged(_INPUTS, inputs, _input_row),
            self._paged(_ENTRIES, entries, _entry_row),
        )

    def _caught_up(self) -> Fold:
        """Return the fold over all entries; others may have written since it was last asked for."""
        for row in self._made(_ENTRIES, (self._fold.last, NO_END, -1), _entry_row):
            try:
                self._fold.take(row)
            except (KeyError, TypeError, ValueError) as error:
                raise self._unreadable(error) from error
        return self._fold

    def _paged(self, query: str, end: int, make: Callable[[Any], Row]) -> Iterator[Row]:
        last = 0
        while rows := self._read(query, (last, end, PAGE)):
            last = rows[-1][0]
            yield from self._parsed(rows, make)

    def _made(self, query: str, values: tuple[object, ...], make: Callable[[Any], Row]) -> list[Row]:
        return self._parsed(self._read(query, values), make)

    def _parsed(self, rows: list[Any], make: Callable[[Any], Row]) -> list[Row]:
        try:
            return [make(row) for row in rows]
        except (LedgerError, ValueError, TypeError) as error:
            raise self._unreadable(error) from error


def _values(record: EntryRecord) -> tuple[Any, ...]:
    check_entry(record)
    return (
        *(record.at, record.kind, text_of(record.entry, "the entry"), record.text, record.seat, record.by),
        *(record.confidence, text_of(record.candidates, "the candidates"), record.why, record.input, record.fact),
        *(record.digest, record.origin.value),
    )


def _event_texts(record: EntryRecord) -> list[str]:
    return [text_of(event, "an event") for event in record.events]


def _head(row: tuple[Any, ...]) -> PlayHead:
    game, options, catalogue, digest, profile, players, root, created = row
    values = (
        game,
        jsontext.load(options),
        catalogue,
        digest,
        profile,
        jsontext.load(players),
        jsontext.load(root),
        created,
    )
    return PlayHead(*checked(PLAY, values))


def _input_row(row: tuple[Any, ...]) -> InputRow:
    id_, at, kind, data, fact = row
    return InputRow(*checked(INPUT, (id_, at, kind, jsontext.load(data), fact)))


def _entry_row(row: tuple[Any, ...]) -> EntryRow:
    id_, at, kind, entry, text, seat, by, confidence, candidates, why, input_, fact, digest, origin = row
    found = EntryRow(
        *checked(
            ENTRY,
            (
                *(id_, at, kind, jsontext.load(entry), text, seat, by, confidence),
                *(jsontext.load(candidates), why, input_, fact, digest, origin),
            ),
        )
    )
    check_shape(found.kind, found.entry)
    return found


def _event(row: tuple[Any, ...]) -> dict[str, Any]:
    return mapping(jsontext.load(row[0]))
