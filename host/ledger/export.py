"""A whole ledger as JSON Lines: text that any program can read, that a diff can compare, and that can come back.

>>> with open("play.jsonl", "wb") as sink: export_lines(ledger, sink)              # doctest: +SKIP
>>> with open("play.jsonl", "rb") as source: import_lines(source, "copy.ledger")
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from host.ledger import jsontext
from host.ledger.intake import Intake
from host.ledger.ledger import Ledger
from host.ledger.lines import FORMAT, MAX_LINE, TABLES, VERSION
from host.ledger.public import Hide, public_line
from host.ledger.records import LedgerError


def export_lines(ledger: Ledger, sink: BinaryIO, hide: Hide | None = None) -> int:
    """Write the ledger as it is now, and return the number of lines; equal ledgers give equal bytes.

    With ``hide`` only what everybody may know is written.
    """
    count = 1
    with ledger.snapshot() as db:
        for line in _lines(ledger, db):
            sink.write(_encoded(public_line(line, hide) if hide else line))
            count += 1
    sink.write(_encoded({"line": "end", "lines": count}))
    return count


def import_lines(source: BinaryIO, path: str | Path) -> int:
    """Make a new ledger of what ``export_lines`` wrote, and return the number of lines.

    LedgerError names the first line that cannot be; then there is no new file. A file that is there is left alone.
    """
    path = Path(path)
    if path.exists():
        raise LedgerError(f"{path} is there already. Choose another file name.")
    part = path
    try:
        with TemporaryDirectory(dir=path.parent, prefix=".importing-") as folder:
            part = Path(folder) / path.name
            count = _take_all(source, part)
            part.rename(path)
    except LedgerError as error:  # it is about the file that is made, which has another name meanwhile
        raise LedgerError(str(error).replace(str(part), str(path))) from error
    except OSError as error:
        raise LedgerError(f"{path} cannot be written ({error}). Check the folder and its permissions.") from error
    return count


def _take_all(source: BinaryIO, path: Path) -> int:
    with Ledger.open(path) as ledger, ledger.transaction() as db:
        intake = Intake(ledger, db)
        for line in _read_lines(source):
            intake.take(line)
        intake.finish()
        return intake.count


def _read_lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(MAX_LINE + 1):
        yield line


def _encoded(line: Mapping[str, Any]) -> bytes:
    try:
        return jsontext.dump(line).encode() + b"\n"
    except ValueError as error:
        raise LedgerError(f"The ledger cannot be exported: one {line['line']} cannot be written, {error}.") from error


def _lines(ledger: Ledger, db: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    yield {"line": "header", "format": FORMAT, "version": VERSION}
    for kind, table in TABLES.items():
        for row in db.execute(table.select):
            values = (value.hex() if isinstance(value, bytes) else value for value in row)
            yield {"line": kind, **dict(zip(table.fields, values, strict=True))}
    head = ledger.head()
    if head is not None:
        yield {"line": "play", **asdict(head)}
    for noted in ledger.inputs():
        yield {"line": "input", **noted._asdict()}
    for entry in ledger.entries():
        yield {"line": "entry", **entry._asdict(), "events": ledger.events(entry.id)}
