"""Ledgers and exports from before entries said where they came from: their sentences, and the step."""

import gzip
import json
import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest

from host.ledger import Ledger, LedgerDamaged, LedgerError, Origin, export_lines, import_lines, mend, schema
from host.ledger.origins import origin_of_older
from tests.host.ledger.game import HEAD, answer, facts, takeback

OLDER = Path(__file__).parents[1] / "play" / "data" / "schema-3" / "saw.ledger.gz"
MEANT = [
    ("answer", "", "", "table"),
    ("answer", "", "The table shows this answer and no other.", "table"),
    ("answer", "", "Shown to the pad.", "pad"),
    ("observed", "", "Shown to the pad.", "pad"),
    ("answer", "", "Read on the bench.", "bench"),
    ("observed", "", "Read on the bench.", "rules"),
    ("answer", "", "Said by a player.", "screen"),
    ("observed", "", "Said by a player.", "screen"),
    ("answer", "", "Picked among what looks alike.", "picked"),
    ("answer", "", "Pressed at the table.", "button"),
    ("passed", "", "Pressed at the table.", "button"),
    ("answer", "mastermind", "Mastermind has decided.", "house"),
    ("answer", "mastermind", "Said by a player.", "house"),
    ("observed", "", "Seen before.", "known"),
    ("observed", "", "Whatever.", "rules"),
    ("observed", "the table", "Shown to the pad.", "rules"),
    ("passed", "the table", "Nobody played out of turn.", "rules"),
    ("answer", "the virtual table", "It was used.", "virtual"),
    ("answer", "the virtual table", "Dealt by the virtual table.", "dealt"),
    ("answer", "the table", "Drawn by lot.", "lot"),
    ("shuffled", "", "Drawn by lot.", "lot"),
    ("takeback", "", "Asked for by a player.", "screen"),
    ("takeback", "", "Said by a player.", "picked"),
    ("takeback", "", "The piece was moved on.", "amended"),
    ("takeback", "", "The table is as it was before.", "table"),
    ("takeback", "mastermind", "Drawn by lot.", "table"),
    ("corrected", "", "Drawn by lot.", "screen"),
    ("import", "the table", "Seen before.", "screen"),
]


@pytest.mark.parametrize(("kind", "by", "why", "meant"), MEANT)
def test_what_a_sentence_meant(kind, by, why, meant):
    assert origin_of_older(kind, by, why) is Origin(meant)


def test_every_origin_is_meant_by_some_sentence():
    assert {meant for *_, meant in MEANT} == {origin.value for origin in Origin}


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.ledger"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    return path


def asked(path, query):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def test_the_step_tells_origins_and_makes_the_checksums_anew(old):
    before = asked(old, "SELECT kind, by, why FROM entries ORDER BY id")
    assert asked(old, "SELECT value FROM meta") == [("3",)]
    with Ledger.read(old) as ledger:
        read = [entry.origin for entry in ledger.entries()]
    assert asked(old, "SELECT value FROM meta") == [("3",)]
    Ledger.open(old).close()
    assert asked(old, "SELECT value FROM meta") == [("4",)]
    told = [origin_of_older(*row) for row in before]
    assert [row[0] for row in asked(old, "SELECT origin FROM entries ORDER BY id")] == told == read
    assert len(set(told)) > 3
    checked = 0
    for own, *values in asked(
        old,
        "SELECT checksum, id, at, kind, entry, text, seat, by, confidence, candidates, why, input, fact, digest, "
        "origin FROM entries ORDER BY id",
    ):
        events = asked(old, f"SELECT n, event FROM events WHERE entry = {values[0]} ORDER BY n")
        checked = crc32(repr((*values, *events)).encode(), checked)
        assert own == checked
    with Ledger.read(old) as ledger:
        assert [entry.origin for entry in ledger.entries()] == told


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("UPDATE entries SET text = text || '!' WHERE id = 5", "line 5"),
        ("UPDATE inputs SET at = at + 1 WHERE id = 2", "input 2"),
        ("UPDATE facts SET at = at + 1 WHERE id = 3", "fact 3"),
        ("UPDATE play SET profile = 'x'", "the game"),
    ],
)
def test_an_older_ledger_that_is_damaged_stays_so_and_is_named(old, tmp_path, change, where):
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(change)
    before = old.read_bytes()
    for opened in (Ledger.open, Ledger.read):
        with pytest.raises(LedgerDamaged, match=f"is damaged at {where}. Restore it"):
            opened(old)
    assert old.read_bytes() == before
    if where == "the game":
        return
    mended = mend(old, tmp_path / "copy")
    assert mended.where == where
    with Ledger.read(tmp_path / "copy") as copy:
        found = [(entry.kind, entry.by, entry.why, entry.origin.value) for entry in copy.entries()]
        assert len(found) == mended.lines
    assert (
        found
        == [(*row, origin_of_older(*row)) for row in asked(old, "SELECT kind, by, why FROM entries")][: len(found)]
    )
    assert old.read_bytes() == before


def test_a_ledger_that_another_program_has_just_brought_up_to_date_is_left_alone(tmp_path):
    """Whoever comes second must not conclude origins from sentences, nor vouch for what was damaged meanwhile."""
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        ledger.begin(HEAD)
        ledger.write([answer("a", why="Seen before.", origin=Origin.LOT), takeback(0, why="x", origin=Origin.AMENDED)])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        before = list(db.iterdump())
        schema.bring_up_to_date(db, path)
        assert list(db.iterdump()) == before
        db.execute("UPDATE entries SET checksum = 1, text = 'b'")
        before = list(db.iterdump())
        schema.bring_up_to_date(db, path)
        assert list(db.iterdump()) == before
        db.execute("UPDATE meta SET value = '9'")
        with pytest.raises(LedgerError, match="newer Deadfall"):
            schema.bring_up_to_date(db, path)
        assert not db.in_transaction


# ---- exports with version 1, and those that cannot come back ----


@pytest.fixture
def lines():
    with Ledger.open(":memory:") as ledger:
        ledger.begin(HEAD)
        last = facts(ledger, 2)
        ledger.note(1, "command", {}, last)
        ledger.write([answer(fact=last, input=1, why="Seen before.", origin=Origin.LOT)])
        sink = BytesIO()
        export_lines(ledger, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def taken(lines, path):
    import_lines(BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)), path)
    with Ledger.read(path) as ledger:
        return [entry.origin for entry in ledger.entries()]


def test_entries_of_an_older_export_get_their_origin_from_the_sentence(lines, tmp_path):
    assert taken(lines, tmp_path / "a") == [Origin.LOT]
    lines[0]["version"] = 1
    assert taken(lines, tmp_path / "b") == [Origin.LOT]
    [entry] = [line for line in lines if line["line"] == "entry"]
    del entry["origin"]
    assert taken(lines, tmp_path / "c") == [Origin.KNOWN]
    entry |= {"kind": "takeback", "entry": {"keep": 0}, "why": "Said by a player."}
    assert taken(lines, tmp_path / "d") == [Origin.PICKED]
    entry |= {"kind": "answer", "entry": {}, "by": "greedy", "why": "x"}
    assert taken(lines, tmp_path / "e") == [Origin.HOUSE]
    lines[0]["version"] = 2
    with pytest.raises(LedgerError, match='the fields of "entry" are id, at, kind,'):
        taken(lines, tmp_path / "f")
    lines[0]["version"] = 1
    del entry["why"]
    with pytest.raises(LedgerError, match='the fields of "entry" are'):
        taken(lines, tmp_path / "f")


def test_only_headers_of_known_versions_are_taken(lines, tmp_path):
    lines[0]["version"] = 3
    words = (
        "^Line 1 cannot be taken: it has version 3, and this Deadfall reads 2; update Deadfall. Nothing was imported; "
    )
    with pytest.raises(LedgerError, match=words):
        taken(lines, tmp_path / "a")
    lines[0] |= {"version": 2, "public": True}
    words = "^Line 1 cannot be taken: this is a public export, and it lacks what only some players know. Nothing was"
    with pytest.raises(LedgerError, match=words):
        taken(lines, tmp_path / "a")
    lines[0]["public"] = False
    with pytest.raises(LedgerError, match='the fields of "header" are format, version'):
        taken(lines, tmp_path / "a")
    with pytest.raises(LedgerError, match=r"^Line 1 cannot be taken: an export begins with its header. Nothing was"):
        taken(lines[1:], tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "fields", "is_taken"),
    [
        ("gap", {"first": 7, "last": 7}, True),
        ("gap", {"first": 7, "last": None}, True),
        ("gap", {"first": 7, "last": 8}, True),
        ("gap", {"first": 7, "last": 6}, False),
        ("fact", {"seq": 3}, False),
        ("fact", {"seq": 2}, True),
        ("fact", {"batch": 2}, True),
        ("fact", {"batch": 3}, False),
        ("fact", {"inferred": 1}, False),
        ("fact", {"inferred": 1, "seq": None}, True),
        ("input", {"fact": 2}, True),
        ("input", {"fact": 3}, False),
        ("end", {"lines": 11}, True),
        ("end", {"lines": 10}, False),
        ("end", {"lines": 12}, False),
    ],
)
def test_lines_must_fit_each_other(lines, tmp_path, kind, fields, is_taken):
    at = max(at for at, line in enumerate(lines) if line["line"] in (kind, "fact" if kind == "gap" else kind))
    if kind == "gap":
        lines.insert(at + 1, {"line": "gap", "id": 1, "boot": 1, "reason": "overflow", "at": 5, **fields})
        lines[-1]["lines"] += 1
    else:
        lines[at] |= fields
    if is_taken:
        assert taken(lines, tmp_path / "a") == [Origin.LOT]
    else:
        with pytest.raises(LedgerError, match="cannot be taken"):
            taken(lines, tmp_path / "a")
        assert list(tmp_path.iterdir()) == []


def test_what_is_imported_is_named_as_it_will_be(lines, tmp_path, monkeypatch):
    """Not as the file is called while it is made."""
    play = next(line for line in lines if line["line"] == "play")
    lines.insert(lines.index(play) + 1, play)
    with pytest.raises(
        LedgerError, match='"play" cannot stand behind "play"; the order is header, board, boot, fact, '
    ):
        taken(lines, tmp_path / "a")
    monkeypatch.setattr("host.ledger.intake.seal_all", lambda db, tables: db.execute("SELECT * FROM nowhere"))
    lines.remove(play)
    words = f"^{tmp_path / 'a'} cannot be written \\(no such table: nowhere\\). Free some space or check the disk; "
    with pytest.raises(LedgerError, match=words):
        taken(lines, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
