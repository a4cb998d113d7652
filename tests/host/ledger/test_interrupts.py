"""Ctrl-C at any moment of the ledger's work stays Ctrl-C: nothing else is said, and what was written is whole."""

import gc
import shutil
import sqlite3
import sys
from io import BytesIO

import pytest

from host.ledger import Ledger, LedgerError, export_lines, import_lines
from host.ledger.limited import LimitedConnection
from host.play import opening

SEVERAL = 11  # every so many moments


def begin(path):
    with Ledger.open(path, synchronous="OFF") as ledger:
        opening.begin(ledger, "armada", "none", 1)


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    path, sink = tmp_path_factory.mktemp("exported") / "game.ledger", BytesIO()
    begin(path)
    with Ledger.read(path) as ledger:
        export_lines(ledger, sink)
    return sink.getvalue()


def resume(path):
    with Ledger.open(path, synchronous="OFF") as ledger:
        opening.resume(ledger, 2)


def export(path):
    with Ledger.read(path) as ledger:
        export_lines(ledger, BytesIO())


class Interrupter:
    """Presses Ctrl-C when a function of the ledger, or of a context manager, returns for the nth time."""

    def __init__(self, moment):
        self.left = moment

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, kind, error, tb):
        sys.settrace(self._before)

    def _called(self, frame, event, arg):
        name = frame.f_code.co_filename
        if not ("/host/ledger/" in name or name.endswith("contextlib.py")):
            return None
        frame.f_trace_lines = False
        return self._happens

    def _happens(self, frame, event, arg):
        if event == "return":
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
        return self._happens


def chain(error):
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def interrupted(job, moment):
    """What was raised, with all that is behind it; nothing if the job was done before."""
    try:
        with Interrupter(moment):
            job()
    except BaseException as error:
        return list(chain(error))
    return []


@pytest.mark.parametrize("what", ["begin", "resume", "export", "import"])
def test_at_whatever_moment_it_comes_only_the_interrupt_is_told(tmp_path, exported, monkeypatch, what):
    ignored = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: ignored.append(told.exc_value))
    path, source = tmp_path / "game.ledger", tmp_path / "source.ledger"
    begin(source)
    jobs = {
        "begin": lambda: begin(path),
        "resume": lambda: resume(shutil.copy(source, path)),
        "export": lambda: export(source),
        "import": lambda: import_lines(BytesIO(exported), path),
    }
    moment = 1
    while raised := interrupted(jobs[what], moment):
        assert isinstance(raised[0], KeyboardInterrupt), (moment, raised)
        strange = [error for error in raised if isinstance(error, sqlite3.Error | LedgerError)]
        assert not strange, (moment, strange)
        del raised
        gc.collect(0)
        assert not ignored, (moment, ignored)
        for made in tmp_path.glob("game.ledger*"):
            made.unlink()
        moment += SEVERAL
    assert moment > 20
    with Ledger.open(source) as ledger:
        assert ledger.head() is not None


def endless(db):
    return db.execute("WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")


def test_an_interrupt_while_sqlite_works_is_no_error_of_the_file():
    class Interrupted(LimitedConnection):
        def _look(self):
            raise KeyboardInterrupt  # as Python does with a signal that has come meanwhile

    db = sqlite3.connect(":memory:", factory=Interrupted)
    db.limit(5)
    with pytest.raises(KeyboardInterrupt):
        endless(db).fetchone()
    db.close()


def test_an_endless_query_is_given_up():
    db = sqlite3.connect(":memory:", factory=LimitedConnection)
    db.limit(1)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        endless(db).fetchall()
    db.close()
