"""Ledgers of an older Deadfall are brought up to date in one step that a power cut cannot halve."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from firmware.wire import TILE
from host.ledger import Batch, Boot, Fact, Gap, Ledger, LedgerError, Told, Value
from host.ledger.schema import SCHEMA
from tests.host.ledger.game import HEAD, UID, answer

OLD = Path(__file__).parent / "data" / "schema-1.ledger"  # written by the Deadfall that knew schema 1 alone


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copy(OLD, tmp_path / "old.ledger"))


def told(seq, src, value):
    return Fact(seq, None, 10 * seq, 1000 + seq, TILE, src, bytes((value,)))


FACTS = [
    *(told(1, 0, 1), told(2, 1, 2), told(3, 0, 0), told(6, 5, 8)),
    *(Fact(None, 7, None, 5000, TILE, 9, b"\x11", 1), told(1, 0, 4), told(2, 1, 0)),
]


def tables(path):
    """What SQLite says that the file is made of."""
    with sqlite3.connect(path) as db:
        found = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        version = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    db.close()
    return found, version


def test_an_old_ledger_keeps_all_that_it_had(old):
    with Ledger.open(old) as ledger:
        assert list(ledger.facts()) == FACTS
        assert list(ledger.gaps()) == [Gap(4, 5, "overflow", 200), Gap(7, None, "reboot", 900)]
        assert ledger.boots() == [Boot(UID, 7, 100, 900, 7), Boot(UID, 8, 900, None, 3)]
        assert ledger.state(UID) == [Value(TILE, 0, b"\x04"), Value(TILE, 1, b"\x00")]
        assert ledger.boards() == {UID: "grid"}


def test_its_facts_were_told_one_by_one_as_far_as_anybody_knows(old):
    with Ledger.open(old) as ledger:
        story = list(ledger.story())
    assert story[0] == Told(1, 1001, UID, 7, (FACTS[0],))
    assert [item.facts for item in story] == [(fact,) for fact in FACTS]


def test_an_old_ledger_goes_on(old):
    with Ledger.open(old) as ledger:
        ledger.commit(Batch(UID, 8, 4, 950, [told(3, 2, 1)]))
        ledger.begin(HEAD)
        ledger.write([answer(fact=ledger.last_fact())])
    with Ledger.open(old) as ledger:
        assert ledger.cursor(UID, 8) == 4
        assert len(ledger.live()) == 1


def test_an_old_ledger_becomes_the_same_as_a_new_one(old, tmp_path):
    Ledger.open(old).close()
    Ledger.open(tmp_path / "new").close()
    assert tables(old) == tables(tmp_path / "new")
    assert tables(old)[1] == (str(SCHEMA),)


def test_the_way_there_is_one_transaction(old, tmp_path):
    """Cut behind any frame of the write-ahead log, the file is wholly old or wholly new."""
    before = tables(old)
    ledger = Ledger.open(old)
    wal = old.with_name(old.name + "-wal").read_bytes()
    seen = []
    for frames in range((len(wal) - 32) // (24 + 4096) + 1):
        cut = Path(shutil.copy(old, tmp_path / f"cut{frames}"))
        cut.with_name(cut.name + "-wal").write_bytes(wal[: 32 + frames * (24 + 4096)])
        seen.append(tables(cut))
        with Ledger.open(cut) as again:
            assert list(again.facts()) == FACTS
    ledger.close()
    assert seen[:-1] == [before] * (len(seen) - 1)
    assert seen[-1] == tables(old) != before


@pytest.mark.parametrize("check", [True, False])
def test_a_damaged_old_ledger_is_refused_before_it_is_changed(old, check):
    with sqlite3.connect(old) as db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'facts'").fetchone()[0] - 1
    db.close()
    data = bytearray(old.read_bytes())
    data[4096 * page : 4096 * page + 64] = b"\xff" * 64
    old.write_bytes(data)
    with pytest.raises(LedgerError, match=r"damaged|not a readable"):
        Ledger.open(old, check=check)
    assert old.read_bytes() == data


def test_two_that_open_an_old_ledger_at_once_both_get_it(old):
    with Ledger.open(old) as one, Ledger.open(old) as two:
        assert list(one.facts()) == list(two.facts()) == FACTS


@pytest.mark.parametrize("found", ["0", "-1", "1.5", "²", "9" * 5000, ""])
def test_a_schema_that_nobody_writes_is_refused(tmp_path, found):
    Ledger.open(tmp_path / "a").close()
    with sqlite3.connect(tmp_path / "a") as db:
        db.execute("UPDATE meta SET value = ?", (found,))
    with pytest.raises(LedgerError, match="which no Deadfall writes"):
        Ledger.open(tmp_path / "a")
