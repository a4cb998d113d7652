"""The way back from an export: one line after another is checked and written; nothing in a line is believed."""

from __future__ import annotations

import sqlite3
from typing import Any

from host.ledger import jsontext
from host.ledger.ledger import Ledger
from host.ledger.lines import FIELDS, FORMAT, MAX_LINE, ONCE, ORDER, TABLES, VERSION, WITHOUT_ORIGINS, Table
from host.ledger.origins import origin_of_older
from host.ledger.play_records import EntryRecord, PlayHead
from host.ledger.records import LedgerError
from host.ledger.sealing import BOARDS, BOOTS, FACTS, GAPS, STATE, seal_all


class Intake:
    """Takes the lines of an export into an empty ledger, inside a transaction that its caller holds."""

    def __init__(self, ledger: Ledger, db: sqlite3.Connection) -> None:
        self.count = 0
        self._ledger = ledger
        self._db = db
        self._kind = ""
        self._version = VERSION
        self._last_id = 0
        self._next_seq: dict[int, int] = {}  # of each boot

    def take(self, line: bytes) -> None:
        """Take the next line; LedgerError names it and says what is wrong with it."""
        self.count += 1
        try:
            if len(line) > MAX_LINE:
                raise ValueError(f"it has more than {MAX_LINE} bytes")
            self._take(*self._parsed(line))
        except (LedgerError, ValueError) as error:
            raise LedgerError(
                f"Line {self.count} cannot be taken: {str(error).rstrip('.')}. Nothing was imported; export the ledger "
                "again, or mend that line."
            ) from error

    def finish(self) -> None:
        """Refuse an export that was cut off."""
        if self._kind != "end":
            raise LedgerError(
                f"The export ends after line {self.count} without its last line, so it was cut off. "
                "Nothing was imported; export the ledger again."
            )
        seal_all(self._db, (FACTS, GAPS, STATE, BOOTS, BOARDS))

    # ---- one line --------------------------------------------------------------------------------------

    def _parsed(self, line: bytes) -> tuple[str, dict[str, Any]]:
        value = jsontext.load(line.rstrip(b"\r\n"))
        if not isinstance(value, dict):
            raise ValueError("it is no object")
        jsontext.dump(value)  # numbers and texts that JSON can spell, but no ledger can keep
        kind = value.pop("line", None)
        if not isinstance(kind, str) or kind not in FIELDS:
            raise ValueError(f'"line" must be one of {", ".join(ORDER)}')
        if kind == "header" and value.get("public") is True:
            raise ValueError("this is a public export, and it lacks what only some players know")
        if kind == "entry" and self._version == WITHOUT_ORIGINS and "origin" not in value:
            value["origin"] = origin_of_older(*(str(value.get(name, "")) for name in ("kind", "by", "why")))
        if set(value) != set(FIELDS[kind]):
            raise ValueError(f'the fields of "{kind}" are {", ".join(FIELDS[kind])}')
        return kind, {name: _checked(name, check, value[name]) for name, check in FIELDS[kind].items()}

    def _take(self, kind: str, fields: dict[str, Any]) -> None:
        self._check_order(kind)
        self._check_id(fields.get("id"))
        if kind in TABLES:
            self._check_row(kind, fields)
            self._insert(TABLES[kind], fields)
        else:
            _TAKERS[kind](self, fields)

    def _insert(self, table: Table, fields: dict[str, Any]) -> None:
        try:
            self._db.execute(table.insert, tuple(fields.values()))
        except sqlite3.IntegrityError as error:
            raise ValueError(f"it repeats a row, or belongs to one that is not there ({error})") from error

    def _check_order(self, kind: str) -> None:
        before = ORDER.index(self._kind) if self._kind else -1
        at = ORDER.index(kind)
        if before < 0 < at:
            raise ValueError("an export begins with its header")
        if at < before or (at == before and kind in ONCE):
            raise ValueError(f'"{kind}" cannot stand behind "{self._kind}"; the order is {", ".join(ORDER)}')
        if kind != self._kind:
            self._kind, self._last_id = kind, 0

    def _check_id(self, id_: int | None) -> None:
        if id_ is None:
            return
        if id_ <= self._last_id:
            raise ValueError(f"its id {id_} does not follow {self._last_id}")
        self._last_id = id_

    # ---- the kinds -------------------------------------------------------------------------------------

    def _check_row(self, kind: str, fields: dict[str, Any]) -> None:
        if kind == "boot":
            self._next_seq[fields["id"]] = fields["next_seq"]
        elif kind == "fact":
            self._check_fact(fields)
        elif kind == "gap" and fields["last"] is not None and fields["last"] < fields["first"]:
            raise ValueError("the gap ends before it begins")

    def _check_fact(self, fields: dict[str, Any]) -> None:
        seq = fields["seq"]
        if (seq is None) != bool(fields["inferred"]):
            raise ValueError('a fact has a "seq", or it is inferred')
        if seq is not None and seq >= self._next_seq.get(fields["boot"], 0):
            raise ValueError(f'its boot has no fact {seq}: "next_seq" of the boot is not above it')
        if fields["batch"] > fields["id"]:
            raise ValueError('"batch" is the id of the first fact of its commit')

    def _header(self, fields: dict[str, Any]) -> None:
        if fields["format"] != FORMAT:
            raise ValueError(f'"format" is not "{FORMAT}"')
        self._version = fields["version"]
        if self._version > VERSION:
            raise ValueError(f"it has version {self._version}, and this Deadfall reads {VERSION}; update Deadfall")

    def _play(self, fields: dict[str, Any]) -> None:
        self._ledger.begin(PlayHead(**fields))

    def _input(self, fields: dict[str, Any]) -> None:
        self._check_given(fields.pop("id"), self._ledger.note(**fields))

    def _entry(self, fields: dict[str, Any]) -> None:
        id_ = fields.pop("id")
        self._check_given(id_, *self._ledger.write([EntryRecord(**fields)]))

    def _end(self, fields: dict[str, Any]) -> None:
        if fields["lines"] != self.count:
            raise ValueError(f"{fields['lines']} lines were exported; some are missing or were added")

    def _check_given(self, told: int, given: int) -> None:
        if told != given:
            raise ValueError(f"its id must be {given}: none may be missing")


_TAKERS = {
    "header": Intake._header,
    "play": Intake._play,
    "input": Intake._input,
    "entry": Intake._entry,
    "end": Intake._end,
}


def _checked(name: str, check: Any, value: Any) -> Any:
    try:
        return check(value)
    except ValueError as error:
        raise ValueError(f'"{name}" {error}') from None
