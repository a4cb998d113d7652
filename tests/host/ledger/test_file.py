"""The file: opened, locked, written in transactions, and read, with a sentence for whatever fails."""

import os
import re
import sqlite3
import stat
import tempfile
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from host.ledger import Ledger, LedgerError, Unwritten, export_lines
from host.ledger import reading as reading_module
from host.ledger.limited import LimitedConnection
from host.ledger.private import new_file, private_file, private_folder
from host.ledger.reading import open_to_read
from tests.host.ledger.game import HEAD, answer, facts, takeback, texts


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.ledger"


@pytest.fixture
def begun(path):
    with Ledger.open(path, synchronous="OFF") as ledger:
        ledger.begin(HEAD)
        yield ledger


def pragma(ledger, name):
    [[value]] = ledger._read(f"PRAGMA {name}")
    return value


def test_how_a_ledger_is_opened(path):
    with Ledger.open(path) as ledger:
        assert (ledger.path, ledger.keep) == (path, None)
        names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "wal_autocheckpoint")
        assert [pragma(ledger, name) for name in names] == ["wal", 2, 1, 0, 4000]
    with Ledger.open(path, synchronous="OFF", keep=3) as ledger:
        assert (pragma(ledger, "synchronous"), ledger.keep) == (0, 3)
    with Ledger.read(path) as ledger:
        assert (ledger.path, ledger.keep) == (path, None)
        assert [pragma(ledger, name) for name in ("query_only", "trusted_schema")] == [1, 0]
    for how in ("NORMAL", "off", ""):
        with pytest.raises(ValueError, match="synchronous is FULL or OFF"):
            Ledger.open(path, synchronous=how)


def test_a_ledger_in_memory_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Ledger.open(":memory:") as ledger:
        ledger.begin(HEAD)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_ledger_is_closed(path):
    with Ledger.open(path) as ledger:
        ledger.begin(HEAD)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(LedgerError, match=r"cannot be read \(Cannot operate on a closed database"):
        ledger.head()
    reader = Ledger.read(path)
    reader.close()
    with pytest.raises(LedgerError, match="closed"):
        reader.head()


def test_a_reader_cleans_up_its_copy(path, tmp_path, monkeypatch, begun):
    private = tmp_path / "tmp"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    with Ledger.read(path) as reader:
        assert reader.head() == HEAD
        [folder] = private.iterdir()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {file.name for file in folder.iterdir()} >= {"copy.ledger", "copy.ledger-wal"}
    assert list(private.iterdir()) == []
    begun._db.execute("UPDATE entries SET id = id")
    begun._db.execute("UPDATE play SET profile = 'x'")
    with pytest.raises(LedgerError, match="is damaged at the game"):
        Ledger.read(path)
    assert list(private.iterdir()) == []
    with Ledger.read(path, check=False) as reader:
        assert reader.head().profile == "x"
    with Ledger.open(path, check=False) as other:
        assert other.head().profile == "x"
    with pytest.raises(LedgerError, match="is damaged at the game"):
        Ledger.open(path)


def test_a_file_that_is_locked_is_a_sentence(path, begun, monkeypatch):
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: real(*words, **more | {"timeout": 0.01}))
    with closing(real(path, isolation_level=None)) as other, Ledger.open(path) as impatient:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unwritten) as caught:
            impatient.write([answer("late")])
        assert str(caught.value) == (
            f"{path} cannot be written (database is locked). Free some space or check the disk; "
            "the boards keep what they have until then."
        )
        with pytest.raises(Unwritten), impatient.together():
            impatient.write([answer("late")])
        other.execute("ROLLBACK")
        impatient.write([answer("in time")])
        assert texts(impatient.live()) == texts(begun.live()) == ["in time"]


def test_another_writer_is_waited_for(path, begun):
    """For seconds: whoever writes is done sooner."""
    assert pragma(begun, "busy_timeout") == 5000


# ---- transactions ----


def give_up(inside, work):
    """Do some work inside of something, and fail at its end."""
    with inside as got:
        work(got)
        raise ZeroDivisionError


def test_a_transaction_is_written_wholly_or_not_at_all(begun, path):
    with pytest.raises(ZeroDivisionError):
        give_up(begun.transaction(), lambda _: begun.write([answer("a", input=begun.note(1, "command", {}, 0))]))
    assert begun.counts()["entries"] == begun.counts()["inputs"] == 0
    with begun.transaction():
        begun.write([answer("a")])
        with pytest.raises(LedgerError, match="keeps 7"):
            begun.write([answer("x"), takeback(7)])
        begun.write([answer("b")])
        with Ledger.read(path) as reader:
            assert reader.live() == []
    with Ledger.read(path) as reader:
        assert texts(reader.live()) == ["a", "b"]
    assert texts(begun.live()) == ["a", "b"]


def test_what_is_written_together_is_there_together(begun, path):
    with begun.together():
        begun.note(1, "command", {}, 0)
        with begun.together():
            begun.write([answer("a", input=1)])
        facts(begun, 2)
        with Ledger.read(path) as reader:
            assert reader.counts()["inputs"] == 0
    with Ledger.read(path) as reader:
        counts = reader.counts()
        assert (counts["inputs"], counts["entries"], counts["facts"]) == (1, 1, 2)
    with pytest.raises(ZeroDivisionError):
        give_up(begun.together(), lambda _: begun.write([answer("b", input=1)]))
    assert texts(begun.live()) == ["a"]
    with begun.together():
        pass
    begun.write([answer("c", input=1)])
    with Ledger.read(path) as reader:
        assert texts(reader.live()) == ["a", "c"]


def test_other_threads_wait_until_what_is_written_together_is_written(begun):
    done, began = [], threading.Event()

    def other():
        began.set()
        begun.write([answer("other")])
        done.append(True)

    thread = threading.Thread(target=other)
    with begun.together():
        begun.write([answer("first")])
        thread.start()
        began.wait(10)
        thread.join(0.1)
        assert not done
        begun.write([answer("second")])
    thread.join(10)
    assert texts(begun.live()) == ["first", "second", "other"]


def test_a_group_of_which_some_could_not_be_written_is_not_written(begun, path):
    facts(begun, 1)
    pages = pragma(begun, "page_count")
    begun._db.execute(f"PRAGMA max_page_count = {pages}")

    def write_too_much():
        with begun.together():
            begun.note(1, "command", {}, 0)
            with pytest.raises(Unwritten, match="full"):
                begun.write([answer("x" * 20_000, 30)])

    with pytest.raises(Unwritten, match=r"full\). Free some space"):
        write_too_much()
    assert begun.counts()["inputs"] == 0
    begun._db.execute("PRAGMA max_page_count = 1000000")
    begun.write([answer("y" * 20_000)])
    with Ledger.read(path) as reader:
        assert len(reader.live()) == 1


def test_what_no_ledger_can_hold_is_not_tried_again(begun):
    with pytest.raises(LedgerError, match=r"cannot be written: it cannot hold this value \(.+\)\.$") as caught:
        begun.note(1 << 70, "command", {}, 0)
    assert not isinstance(caught.value, Unwritten)
    with begun.together():
        begun.note(1, "command", {}, 0)
        with pytest.raises(LedgerError, match="cannot hold this value"):
            begun.note(1 << 70, "command", {}, 0)
    assert begun.counts()["inputs"] == 1


def test_a_snapshot_changes_nothing(begun):
    with begun.snapshot() as db:
        assert db.execute("SELECT count(*) FROM play").fetchone() == (1,)
        db.execute("DELETE FROM play")
    assert begun.head() == HEAD
    words = r"^.+game.ledger cannot be read \(no such table: nowhere\). Restore it"
    with pytest.raises(LedgerError, match=words), begun.snapshot() as db:
        db.execute("SELECT * FROM nowhere")
    with pytest.raises(LedgerError, match="cannot be read"):
        begun._read("SELECT * FROM nowhere")
    begun.write([answer()])


# ---- what cannot be opened ----


@pytest.mark.parametrize("opened", [Ledger.open, Ledger.read])
def test_a_folder_is_no_ledger(tmp_path, opened):
    with pytest.raises(
        LedgerError, match=rf"^{re.escape(str(tmp_path))} cannot be (read|opened) \(.*[Ii]s a directory"
    ):
        opened(tmp_path)


def test_what_is_not_there_cannot_be_read(path):
    words = rf"^{path} cannot be read \(No such file or directory\). Check its name and permissions.$"
    with pytest.raises(LedgerError, match=words):
        Ledger.read(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty, so it is no ledger. Choose another file."),
        (b"x", "is not a readable ledger (it is no database). Choose another file."),
        (b"SQLite format 3\1" + bytes(99), "is not a readable ledger (it is no database). Choose another file."),
        (b"SQLite format 3\0", "is not a readable ledger (file is not a database). Restore it from a copy, or choose"),
    ],
)
def test_what_is_no_ledger_is_told(path, data, words):
    path.write_bytes(data)
    with pytest.raises(LedgerError) as caught:
        Ledger.read(path)
    assert str(caught.value).startswith(f"{path} {words}")
    if data:
        with pytest.raises(LedgerError) as caught:
            Ledger.open(path)
        assert str(caught.value).startswith(f"{path} {words}")
    assert path.read_bytes() == data


def test_a_ledger_that_is_too_large_to_copy_is_refused(path, begun, monkeypatch):
    size = path.stat().st_size + path.with_name(f"{path.name}-wal").stat().st_size
    monkeypatch.setattr(reading_module, "LARGEST", size)
    Ledger.read(path).close()
    monkeypatch.setattr(reading_module, "LARGEST", size - 1)
    with pytest.raises(LedgerError, match=f"^{path} is too large for a ledger. Choose another file.$"):
        Ledger.read(path)


def test_a_file_that_changes_all_the_time_is_not_read_for_ever(path, begun, monkeypatch):
    headers = iter(range(1000))
    monkeypatch.setattr(reading_module, "_log_header", lambda path: next(headers))
    with pytest.raises(LedgerError, match=f"^{path} is being written all the time and cannot be read now. Try again.$"):
        Ledger.read(path)
    assert next(headers) < 100


def test_a_large_ledger_is_copied_in_blocks(path, begun, monkeypatch):
    monkeypatch.setattr(reading_module, "BLOCK", 100)
    begun.write([answer("a"), answer("b")])
    with Ledger.read(path) as reader:
        assert texts(reader.live()) == ["a", "b"]


def test_a_name_with_anything_in_it_is_read_as_it_lies_there(tmp_path):
    path = tmp_path / "a ?#%41 'ö\".ledger"
    with Ledger.open(path) as ledger:
        ledger.begin(HEAD)
    with Ledger.read(path) as reader:
        assert reader.head() == HEAD


def test_only_so_many_looks_are_allowed():
    db = sqlite3.connect(":memory:", factory=LimitedConnection)
    db.limit(2)
    assert [(db._look(), db.is_used_up) for _ in range(4)] == [
        (False, False),
        (False, False),
        (True, True),
        (True, True),
    ]
    db.limit(0)
    assert not db.is_used_up
    assert db._look()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        db.execute("SELECT * FROM nowhere")
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute("SELECT ?")
    assert db.execute("SELECT ?", (5,)).fetchone() == (5,)
    assert db.execute("SELECT 1 UNION SELECT 2").fetchall() == [(1,), (2,)]
    assert db.execute("SELECT 1 WHERE 0").fetchone() is None
    db.close()


def test_a_connection_to_read_is_closed_with_its_stack(path, begun):
    with ExitStack() as stack:
        db = open_to_read(path, stack)
        assert isinstance(db, LimitedConnection)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("DELETE FROM play")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("SELECT 1")


# ---- files that are their owner's alone ----


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_folders_and_files_are_their_owners_alone(tmp_path):
    old = os.umask(0)
    try:
        folder = private_folder(tmp_path / "a" / "b")
        assert mode(folder) == 0o700
        assert private_folder(folder) == folder
        (tmp_path / "open").mkdir(0o755)
        assert mode(private_folder(tmp_path / "open")) == 0o700
        private_file(tmp_path / "new")
        assert (mode(tmp_path / "new"), (tmp_path / "new").read_bytes()) == (0o600, b"")
        (tmp_path / "new").write_bytes(b"kept")
        (tmp_path / "new").chmod(0o644)
        private_file(tmp_path / "new")
        assert (mode(tmp_path / "new"), (tmp_path / "new").read_bytes()) == (0o600, b"kept")
        with new_file(tmp_path / "out") as sink:
            sink.write(b"all of it")
            assert not (tmp_path / "out").exists()
        assert (mode(tmp_path / "out"), (tmp_path / "out").read_bytes()) == (0o600, b"all of it")
    finally:
        os.umask(old)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "new", "open", "out"]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_never_replaces_one(tmp_path, monkeypatch, has_links):
    if not has_links:

        def link(source, target):
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", link)
    with new_file(tmp_path / "new") as sink:
        sink.write(b"first")
    with pytest.raises(FileExistsError), new_file(tmp_path / "new") as sink:
        sink.write(b"second")
    with pytest.raises(ZeroDivisionError):
        give_up(new_file(tmp_path / "other"), lambda sink: sink.write(b"half"))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"first")]


def test_what_cannot_be_exported_is_a_sentence(begun, tmp_path):
    """Half a surrogate pair in a file that somebody changed."""
    begun.board("aa", "grid", 1)
    begun._db.execute("UPDATE boards SET name = CAST(x'eda080' AS TEXT)")
    with Path(tmp_path / "out").open("wb") as sink, pytest.raises(LedgerError, match=r"cannot be (read|exported)"):
        export_lines(begun, sink)
