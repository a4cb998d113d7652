"""Checksums as docs/ledger.md tells them, computed here once more; and each damage of each table by its name."""

import re
import shutil
import sqlite3
from contextlib import closing
from zlib import crc32

import pytest

from firmware.wire import TILE
from host.ledger import Batch, Fact, Gap, Ledger, LedgerDamaged, LedgerError
from host.ledger.sealing import ENTRIES, FACTS, SEALED, damages, seal_all, seal_up_to
from tests.host.ledger.game import HEAD, UID, answer, facts, takeback

CHAINED = ("entries", "inputs", "facts")
TABLES = ("entries", "inputs", "facts", "gaps", "state", "boots", "boards", "play")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A ledger with three rows of each kind."""
    path = tmp_path_factory.mktemp("made") / "game.ledger"
    with Ledger.open(path, synchronous="OFF") as ledger:
        ledger.begin(HEAD)
        facts(ledger, 3)
        for n, uid in enumerate(("aa", "bb"), 1):
            told = [Fact(1, None, n, n, TILE, n, bytes((n,)))]
            ledger.commit(Batch(uid, n, 4, 50 + n, told, [Gap(2, 3, "overflow", 50 + n)]))
        ledger.commit(Batch(UID, 7, 6, 60, (), [Gap(4, 5, "overflow", 60)]))
        for n in range(1, 4):
            ledger.note(n, "command", {"n": n}, 5)
            ledger.write([answer(f"{n} ☠", n - 1, fact=5, input=n)])
        ledger.write([takeback(2, fact=5, input=3)])
    return path


@pytest.fixture
def path(made, tmp_path):
    return shutil.copy(made, tmp_path / "game.ledger")


@pytest.mark.parametrize("table", TABLES)
def test_a_checksum_is_the_crc_of_the_other_values_as_python_writes_a_tuple(made, table):
    """Where rows are only ever added, going on from that of the row before; that of an entry covers its events."""
    before = 0
    with closing(sqlite3.connect(made)) as db:
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "checksum"]
        order = "board, kind, src" if table == "state" else "id"
        rows = db.execute(f"SELECT checksum, {', '.join(names)} FROM {table} ORDER BY {order}").fetchall()
        assert len(rows) >= (1 if table == "play" else 3)
        for own, *values in rows:
            if table == "entries":
                values += db.execute("SELECT n, event FROM events WHERE entry = ? ORDER BY n", values[:1]).fetchall()
            assert own == crc32(repr(tuple(values)).encode(), before if table in CHAINED else 0)
            before = own


def test_checksums_made_anew_are_the_same(made, path):
    with closing(sqlite3.connect(path)) as db:
        for table in TABLES:
            db.execute(f"UPDATE {table} SET checksum = 1")
        assert {damage.table for damage in damages(db)} == set(TABLES)
        seal_all(db)
        assert damages(db) == []
        with closing(sqlite3.connect(made)) as whole:
            assert list(db.iterdump()) == list(whole.iterdump())


@pytest.mark.parametrize("end", [0, 1, 2, 4, 9])
def test_only_rows_up_to_an_end_get_checksums(path, end):
    with closing(sqlite3.connect(path)) as db:
        whole = [row[0] for row in db.execute("SELECT checksum FROM entries ORDER BY id")]
        db.execute("UPDATE entries SET checksum = 5")
        seal_up_to(db, ENTRIES, end)
        assert [row[0] for row in db.execute("SELECT checksum FROM entries ORDER BY id")] == [
            *whole[:end],
            *[5] * (len(whole) - min(end, len(whole))),
        ]


WORDS = {
    **{"entries": "line {}", "inputs": "input {}", "facts": "fact {}", "gaps": "gap {}", "boots": "boot {}"},
    **{"boards": "board {}", "state": "the state of a source", "play": "the game"},
}


def numbers():
    return [(table, number) for table in TABLES for number in ((1,) if table == "play" else (1, 2, 3))]


@pytest.mark.parametrize(("table", "number"), numbers())
@pytest.mark.parametrize("how", ["checksum = checksum + 1", "checksum = 0", "checksum = x'00'", "unread"])
def test_damage_is_named_with_the_last_good_row(path, table, number, how):
    key = "id" if table != "state" else "fact"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        if how == "unread":  # a text that is none any more
            how = {
                **{"entries": "why", "inputs": "kind", "gaps": "reason", "boards": "name", "play": "game"},
                **{"facts": "at", "boots": "started", "state": "data"},
            }[table] + " = CAST(x'ff' AS TEXT)"
        at = number + (0 if table != "state" else 2)  # the newest facts of the three boards
        assert db.execute(f"UPDATE {table} SET {how} WHERE {key} = ?", (at,)).rowcount == 1
        [found] = damages(db)
    good = number - 1
    if table == "state":
        assert (found.table, found.where) == ("state", "the state of a source")
    else:
        assert found == (table, WORDS[table].format(number), good)
    with pytest.raises(LedgerDamaged) as caught:
        Ledger.read(path)
    assert str(caught.value) == (
        f"{path} is damaged at {found.where}. Restore it from a copy, or save what stands before that with: "
        f"deadfall ledger mend {path} COPY"
    )


@pytest.mark.parametrize("table", CHAINED)
@pytest.mark.parametrize("number", [1, 2])
def test_a_row_that_is_gone_is_noticed_at_the_next_one(path, table, number):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"DELETE FROM {table} WHERE id = ?", (number,))
        if table == "entries":
            db.execute("DELETE FROM events WHERE entry = ?", (number,))
        [found] = damages(db)
    assert found == (table, WORDS[table].format(number + 1), number - 1)


@pytest.mark.parametrize("keep", [1, 2, 5])
def test_the_first_fact_of_a_ring_that_dropped_some_cannot_be_checked_but_all_behind_it(tmp_path, keep):
    path = tmp_path / "ring"
    with Ledger.open(path, keep=keep, synchronous="OFF") as ring:
        facts(ring, 9)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        first = 9 - keep + 1
        db.execute("UPDATE facts SET t_host = 1 WHERE id = ?", (first,))
        assert damages(db) == []
        if keep > 1:
            db.execute("UPDATE facts SET t_host = 1 WHERE id = ?", (first + 1,))
            assert damages(db) == [("facts", f"fact {first + 1}", first)]


def test_the_first_fact_of_a_ring_that_dropped_none_is_checked(tmp_path):
    with Ledger.open(tmp_path / "ring", keep=20, synchronous="OFF") as ring:
        facts(ring, 9)
    with closing(sqlite3.connect(tmp_path / "ring", isolation_level=None)) as db:
        db.execute("UPDATE facts SET t_host = 1 WHERE id = 1")
        assert damages(db) == [("facts", "fact 1", 0)]


def test_boards_and_gaps_of_a_ring_are_checked_from_the_first_that_there_is(tmp_path):
    with Ledger.open(tmp_path / "ring", keep=2, synchronous="OFF") as ring:
        for n in range(6):
            gap = Gap(2 * n + 1, 2 * n + 1, "overflow", n)
            ring.commit(Batch(UID, 7, 2 * n + 3, n, [Fact(2 * n + 2, None, n, n, TILE, 1, b"\x01")], [gap]))
    with closing(sqlite3.connect(tmp_path / "ring", isolation_level=None)) as db:
        assert damages(db) == []
        db.execute("UPDATE gaps SET at = 1 WHERE id = 5")
        assert damages(db) == [("gaps", "gap 5", 0)]


@pytest.mark.parametrize(
    ("statement", "table", "where"),
    [
        ("INSERT INTO events VALUES (9, 0, '{}')", "entries", "line 5"),
        ("INSERT INTO events VALUES (0, 0, '{}')", "entries", "line 2"),
        ("UPDATE events SET entry = 1 WHERE entry = 2", "entries", "line 1"),
        ("UPDATE events SET n = n + 1 WHERE entry = 2", "entries", "line 2"),
        ("DELETE FROM events WHERE entry = 3 AND n = 1", "entries", "line 3"),
        ("DELETE FROM boards WHERE id = 2", "", "its structure (a row of boots belongs to no other)"),
        ("DELETE FROM boots WHERE id = 3", "", "its structure (a row of "),
    ],
)
def test_what_belongs_to_nothing_is_damage(path, statement, table, where):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(statement)
        found = damages(db)
    assert found[0].table == table
    assert found[0].where.startswith(where)
    with pytest.raises(LedgerDamaged, match=f"is damaged at {re.escape(where)}"):
        Ledger.open(path)


def index_of(path, table):
    with closing(sqlite3.connect(path)) as db:
        [page] = db.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", (table,))
        return page[0] - 1


def test_an_index_that_lacks_a_row_is_a_damaged_structure(path):
    page, data = index_of(path, "facts"), bytearray(path.read_bytes())
    data[4096 * page + 3 : 4096 * page + 5] = b"\x00\x00"  # the number of its cells
    path.write_bytes(data)
    with pytest.raises(LedgerDamaged, match=r"is damaged at its structure \(.+\)\. Restore it from a copy"):
        Ledger.open(path)


def test_a_structure_that_cannot_even_be_asked_is_damage(path):
    """Not an error of the program: all rows are good, but SQLite gives up at the question."""

    class Unasked(sqlite3.Connection):
        def execute(self, query, *values):
            if query.startswith("PRAGMA foreign_key_check"):
                raise sqlite3.DatabaseError("it is torn")
            return super().execute(query, *values)

    with closing(sqlite3.connect(path, factory=Unasked)) as db:
        assert damages(db) == [("", "its structure (it is torn)", 0)]


def test_the_damage_that_a_player_sees_comes_first(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for table in reversed(TABLES):
            db.execute(f"UPDATE {table} SET checksum = checksum + 1")
        assert tuple(damage.table for damage in damages(db)) == TABLES == tuple(sealed.table for sealed in SEALED)
        assert [damage.good for damage in damages(db)] == [0] * 8


def test_texts_are_read_as_before_behind_a_check(path):
    with closing(sqlite3.connect(path)) as db:
        usual = db.text_factory
        damages(db)
        seal_up_to(db, FACTS, 2)
        assert db.text_factory is usual


def test_where_it_cannot_be_read_whether_there_is_a_game_no_fact_may_be_missing(path):
    class Unread(sqlite3.Connection):
        def execute(self, query, *values):
            if "FROM play" in query and "1 FROM" in query:
                raise sqlite3.DatabaseError("it is torn")
            return super().execute(query, *values)

    with closing(sqlite3.connect(path, isolation_level=None, factory=Unread)) as db:
        db.execute("DELETE FROM facts WHERE id = 1")
        assert [damage.where for damage in damages(db)] == ["fact 2"]


# ---- the file itself ----


def test_a_ledger_is_known_by_its_first_bytes(made):
    assert made.read_bytes()[:16] == b"SQLite format 3\0"
    assert made.read_bytes()[68:72] == b"DFLG"


def test_the_schema_is_told_in_the_file(made):
    with closing(sqlite3.connect(made)) as db:
        assert db.execute("SELECT * FROM meta").fetchall() == [("schema", "4")]


@pytest.mark.parametrize("found", ["5", "999999999"])
def test_a_newer_one_is_told_with_both_schemas(path, found):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE meta SET value = ?", (found,))
    for opened in (Ledger.open, Ledger.read):
        with pytest.raises(LedgerError) as caught:
            opened(path)
        assert str(caught.value) == (
            f"{path} was written by a newer Deadfall (ledger schema {found}; this one reads 4). "
            "Update Deadfall to open it."
        )


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("CREATE VIEW v AS SELECT 1", "view v"),
        ("CREATE TABLE zoo (x)", "table zoo"),
        ("ALTER TABLE gaps ADD COLUMN x", "table gaps"),
        ("DROP TABLE meta", "its table meta"),
        ("CREATE TRIGGER t AFTER INSERT ON gaps BEGIN DELETE FROM facts; END", "trigger t"),
    ],
)
def test_what_another_program_made_is_named(path, statement, what):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
    for opened in (Ledger.open, Ledger.read):
        with pytest.raises(LedgerError) as caught:
            opened(path)
        assert str(caught.value) == (
            f"{path} is not as Deadfall writes a ledger ({what}): another program has changed it, or it is damaged. "
            "Restore it from a copy, or choose another file."
        )


def test_a_database_of_another_program_is_told_apart(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA application_id = 1")
    for opened in (Ledger.open, Ledger.read):
        with pytest.raises(LedgerError, match=f"^{path} is a database, but not a ledger of Deadfall. Choose another"):
            opened(path)


def test_what_lies_behind_an_end_is_not_looked_at(path):
    """Here an event of no entry, behind the last one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO events VALUES (9, 0, '{}')")
        db.execute("UPDATE entries SET checksum = 5")
        seal_up_to(db, ENTRIES, 4)
        assert damages(db)[0] == ("entries", "line 5", 4)
