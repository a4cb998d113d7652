"""The page about the ledger tells the schema as it is, and its queries run."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from host.ledger import ENTRY_KINDS, INPUT_KINDS, Ledger
from host.ledger.lines import FORMAT, ORDER, VERSION
from host.ledger.schema import SCHEMA
from tests.host.ledger.game import play_armada

PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text(encoding="utf-8")


@pytest.fixture
def db(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        play_armada(ledger, 40)
    connection = sqlite3.connect(tmp_path / "a")
    yield connection
    connection.close()


def test_every_table_and_column_is_on_the_page(db):
    rows = re.findall(r"^\| `(\w+)` \| (`.*?`) \|", PAGE, re.MULTILINE)
    told = {table: set(re.findall(r"`(\w+)`", columns)) for table, columns in rows}
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert told == {name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")} for name in names}
    assert f"at present {SCHEMA} " in PAGE


@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 38), reason="this SQLite does not know ->>")
def test_the_queries_run_and_those_about_the_game_find_something(db):
    [block] = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    found = [db.execute(query).fetchall() for query in block.split(";") if query.strip()]
    assert len(found) == 4
    assert all(found[:3])


def test_every_kind_is_on_the_page():
    for kind in (*ENTRY_KINDS, *INPUT_KINDS, *ORDER[1:-1]):
        assert f"`{kind}`" in PAGE, kind
    header = json.loads(re.search(r"`(\{\"line\":\"header\".*?\})`", PAGE)[1])
    assert header == {"line": "header", "format": FORMAT, "version": VERSION}
