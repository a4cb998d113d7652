"""Reading never writes: whatever the file is, neither it nor its folder changes. What is no ledger is refused."""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from host.app.opening import HomeLobby
from host.cli import main
from host.ledger import Ledger, LedgerError
from host.ledger.sealing import seal_all
from tests.host.ledger.game import facts, play_armada

OLD = Path(__file__).parent / "data" / "schema-1.ledger"


def ledger_at(path):
    with Ledger.open(path, synchronous="OFF") as ledger:
        play_armada(ledger, 6)


def good(path):
    ledger_at(path)


def old(path):
    shutil.copy(OLD, path)


def foreign(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE thesis (years)")


def foreign_with_a_log(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE thesis (years)")
        copied(path)
    uncopied(path)


def empty(path):
    path.touch()


def text(path):
    path.write_text("Dear diary, today I won.\n" * 300)


def short_text(path):
    path.write_text("x")


def only_the_first_bytes(path):
    path.write_bytes(b"SQLite format 3\0")


def with_a_log(path):
    """As a program that was killed leaves it: nearly all of it is in the log."""
    with Ledger.open(path) as ledger:
        play_armada(ledger, 6)
        copied(path)
    uncopied(path)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 10_000


def with_an_empty_log(path):
    ledger_at(path)
    path.with_name(f"{path.name}-wal").touch()


def with_a_log_of_rubbish(path):
    ledger_at(path)
    path.with_name(f"{path.name}-wal").write_bytes(b"rubbish" * 5_000)


def copied(path):
    """Put what is there aside before SQLite tidies up."""
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, f"{file}.aside")


def uncopied(path):
    for file in list(path.parent.glob("*.aside")):
        file.rename(str(file).removesuffix(".aside"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)


def altered(statement):
    def make(path):
        ledger_at(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(statement)

    return make


ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
LEDGERS = {"good": good, "old": old, "with a log": with_a_log, "with an empty log": with_an_empty_log}
OTHERS = {
    **{"foreign": foreign, "foreign with a log": foreign_with_a_log, "empty": empty, "text": text},
    **{"short text": short_text, "only the first bytes": only_the_first_bytes},
    "a view": altered("CREATE VIEW v AS SELECT 1"),
    "a trigger": altered("CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM facts; END"),
    "an endless view": altered(f"CREATE VIEW v AS {ENDLESS}"),
    "an endless column": altered("ALTER TABLE entries ADD COLUMN x AS (zeroblob(1000000000))"),
    "another table": altered("CREATE TABLE thesis (years)"),
    "an index": altered("CREATE INDEX i ON facts (src)"),
    "no table": altered("DROP TABLE events"),
    "no meta": altered("DROP TABLE meta"),
}


def replaced_by_an_endless_view(path):
    ledger_at(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TABLE meta")
        db.execute(f"CREATE VIEW meta AS SELECT x AS value, 'schema' AS key FROM ({ENDLESS})")


OTHERS["an endless view for a table"] = replaced_by_an_endless_view
COMMANDS = {
    "show": ("ledger", "show"),
    "health": ("ledger", "health"),
    "export": ("ledger", "export", "--all"),
    "replay": ("replay",),
}


def state_of(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mode, path.stat().st_mtime_ns) for path in folder.iterdir()}


@pytest.fixture
def at(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    return folder / "game.ledger"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", [*LEDGERS, *OTHERS])
def test_reading_changes_nothing(at, kind, command, capsys):
    (LEDGERS | OTHERS)[kind](at)
    at.parent.chmod(0o500)
    before = state_of(at.parent)
    code = main([*COMMANDS[command], str(at)])
    assert state_of(at.parent) == before
    error = capsys.readouterr().err
    assert "should not have" not in error
    if kind in LEDGERS and (kind != "old" or command in ("show", "export")):
        assert code == (1 if command == "replay" else 0), error  # its facts do not fit its answers
    else:
        assert code == 1
        assert error.startswith("deadfall: ")
        assert error.rstrip().endswith(".")


@pytest.mark.parametrize("kind", [*LEDGERS, *OTHERS, "a log of rubbish"])
def test_the_list_of_saved_games_changes_nothing(at, kind):
    (LEDGERS | OTHERS | {"a log of rubbish": with_a_log_of_rubbish})[kind](at)
    before = state_of(at.parent)
    [saved] = HomeLobby(at.parent).saved()
    assert state_of(at.parent) == before
    assert bool(saved.problem) == (kind in OTHERS or kind == "old")


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_no_ledger_is_not_made_one(at, kind):
    OTHERS[kind](at)
    before = state_of(at.parent)
    if kind == "empty":
        Ledger.open(at).close()  # a new one may be given its name before
        return
    with pytest.raises(LedgerError):
        Ledger.open(at)
    assert state_of(at.parent) == before


@pytest.mark.parametrize("kind", LEDGERS)
def test_what_is_read_is_all_that_was_written(at, kind):
    LEDGERS[kind](at)
    with Ledger.read(at) as ledger:
        found = (ledger.head(), list(ledger.story()), ledger.counts())
        with pytest.raises(LedgerError, match="cannot be written"):
            ledger.board("uid", "name", 1)
    with Ledger.open(at) as ledger:
        assert (ledger.head(), list(ledger.story()), ledger.counts()) == found


def test_a_game_that_is_under_way_is_read_as_it_stands(at):
    with Ledger.open(at) as ledger:
        play_armada(ledger, 6)
        with Ledger.read(at) as reader:
            assert list(reader.story()) == list(ledger.story())
        facts(ledger, 3, at=9_000)
        with Ledger.read(at) as reader:
            assert reader.last_fact() == ledger.last_fact()


def test_an_endless_question_ends(at, monkeypatch):
    monkeypatch.setattr("host.ledger.limited.OPERATIONS", 10_000)
    good(at)
    with Ledger.read(at) as ledger, pytest.raises(LedgerError, match="cannot be read"):
        ledger._read(ENDLESS.replace("SELECT x FROM n", "SELECT max(x) FROM n"))


# ---- private files ----


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_ledger_is_its_owners_alone(at):
    at.touch(0o644)
    before = os.umask(0)
    try:
        with Ledger.open(at) as ledger:
            play_armada(ledger, 3)
            assert {path.name: mode(path) for path in at.parent.iterdir()} == dict.fromkeys(
                (at.name, f"{at.name}-wal", f"{at.name}-shm"), 0o600
            )
    finally:
        os.umask(before)


def test_what_is_exported_imported_and_mended_is_its_owners_alone(at, tmp_path):
    good(at)
    before = os.umask(0)
    try:
        assert main(["ledger", "export", str(at), "--all", "--out", str(tmp_path / "out")]) == 0
        assert main(["ledger", "import", str(tmp_path / "out"), str(tmp_path / "in")]) == 0
        with closing(sqlite3.connect(at, isolation_level=None)) as db:
            db.execute("UPDATE entries SET why = 'x' WHERE id = 3")
        assert main(["ledger", "mend", str(at), str(tmp_path / "mended")]) == 0
    finally:
        os.umask(before)
    assert [mode(tmp_path / name) for name in ("out", "in", "mended")] == [0o600] * 3


def test_an_export_that_fails_leaves_no_file(at, tmp_path, monkeypatch, capsys):
    good(at)

    def full(ledger, sink, hide):
        sink.write(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("host.cli.ledger.export_lines", full)
    (tmp_path / "out").mkdir()
    assert main(["ledger", "export", str(at), "--all", "--out", str(tmp_path / "out" / "x")]) == 1
    assert "cannot be written (No space left on device). Choose another --out." in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == []


# ---- rows of wrong types ----

WRONG = (
    *("UPDATE entries SET entry = '[]'", "UPDATE entries SET entry = 7", "UPDATE entries SET at = 'now'"),
    *("UPDATE entries SET candidates = '{}'", "UPDATE entries SET text = x'ff'", "UPDATE entries SET seat = 'red'"),
    *("UPDATE entries SET kind = 'takeback', entry = '{}'", "UPDATE entries SET kind = 'import', entry = '{}'"),
    *("UPDATE events SET event = '[1]'", "UPDATE events SET event = 'x'", "UPDATE events SET event = 5"),
    *("UPDATE facts SET data = 'text'", "UPDATE facts SET src = 'x'", "UPDATE facts SET t_host = x'00'"),
    *("UPDATE facts SET kind = 2.5", "UPDATE boots SET next_seq = 'x'", "UPDATE boards SET uid = 5"),
    *("UPDATE play SET players = '5'", "UPDATE play SET options = '[]'", "UPDATE play SET root = '5'"),
    *("UPDATE play SET game = x'00'", "UPDATE play SET created = 'x'", "UPDATE play SET catalogue = 5"),
    *("UPDATE play SET profile = 5", 'UPDATE play SET players = \'["x", "y"]\'', "UPDATE play SET root = '{\"a\": 1}'"),
    *(
        "UPDATE play SET game = 'chess'",
        "UPDATE play SET profile = 'nowhere'",
        'UPDATE play SET options = \'{"A1": "x"}\'',
    ),
)


@pytest.mark.parametrize("is_sealed", [True, False])
@pytest.mark.parametrize("statement", WRONG)
def test_values_of_wrong_types_are_whole_sentences(at, statement, is_sealed, capsys):
    """Also where the checksums were made anew by whoever changed them."""
    altered(statement)(at)
    if is_sealed:
        with closing(sqlite3.connect(at, isolation_level=None)) as db:
            db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            seal_all(db)
    for words in (*COMMANDS.values(), ("play", "--headless", "--port", "nowhere", "--resume")):
        code = main([*words, str(at)])
        error = capsys.readouterr().err
        assert "should not have" not in error, words
        assert code in (0, 1)
        if code and error:
            assert error.startswith("deadfall: ")
            assert ".writing-" not in error
    [saved] = HomeLobby(at.parent).saved()
    assert saved.problem or saved.detail
