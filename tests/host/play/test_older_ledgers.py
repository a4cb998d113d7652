"""Ledgers of an older Deadfall, which did not say where an entry came from: they are read, replayed and played on."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from host.ledger import Ledger, LedgerDamaged, Origin, export_lines, import_lines, mend
from host.ledger.origins import origin_of_older
from host.play import opening
from host.play.commands import Undo
from host.play.replay import replay
from host.play.rows import is_dealt, is_persons, is_silence

FOLDER = Path(__file__).parent / "data" / "schema-3"  # written by the last Deadfall before origins
NAMES = ("armada", "loot", "saw", "saw-virtual")
# What each sentence meant that these ledgers have; "the virtual table" and "the table" are who is said to have done it.
MEANT = {
    ("answer", "", "The table shows this answer and no other."): Origin.TABLE,
    ("answer", "", "The table shows two answers at once."): Origin.TABLE,
    ("answer", "", "The last answer was changed: the thing went on."): Origin.TABLE,
    ("answer", "", "Aimed at the table."): Origin.TABLE,
    ("answer", "", "It was shown to the pad."): Origin.TABLE,
    ("answer", "", "Say which one it was: places are counted from the top of the pile."): Origin.TABLE,
    ("answer", "", "Shown to the pad."): Origin.PAD,
    ("observed", "", "Shown to the pad."): Origin.PAD,
    ("answer", "", "Read on the bench."): Origin.BENCH,
    ("answer", "", "Pressed at the table."): Origin.BUTTON,
    ("answer", "", "Said by a player."): Origin.SCREEN,
    ("observed", "", "Said by a player."): Origin.SCREEN,
    ("answer", "", "Picked among what looks alike."): Origin.PICKED,
    ("answer", "apprentice", "Apprentice has decided."): Origin.HOUSE,
    ("answer", "wanderer", "Wanderer has decided."): Origin.HOUSE,
    ("answer", "the virtual table", "Dealt by the virtual table."): Origin.DEALT,
    ("observed", "the virtual table", "Dealt by the virtual table."): Origin.DEALT,
    ("observed", "the table", "Shown to the pad."): Origin.RULES,
    ("observed", "the table", "The card that was meant."): Origin.RULES,
    ("passed", "the table", "Nobody played out of turn."): Origin.RULES,
    ("takeback", "", "Asked for by a player."): Origin.SCREEN,
    ("takeback", "", "The piece was moved on."): Origin.AMENDED,
    ("takeback", "", "The table is as it was before."): Origin.TABLE,
}


@pytest.fixture(params=NAMES)
def old(request, tmp_path):
    path = tmp_path / f"{request.param}.ledger"
    path.write_bytes(gzip.decompress((FOLDER / f"{path.name}.gz").read_bytes()))
    return path


def flip_a_text(path, number):
    """Damage an entry that a player would read otherwise."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")  # as Deadfall leaves it
        db.execute("UPDATE entries SET text = text || '!' WHERE id = ?", (number,))
    db.close()


def test_every_entry_says_where_it_came_from(old):
    before = old.read_bytes()
    with Ledger.read(old) as ledger:
        rows = list(ledger.entries())
    assert len(rows) > 20
    assert [row.origin for row in rows] == [MEANT[row.kind, row.by, row.why] for row in rows]
    assert old.read_bytes() == before


def test_together_these_ledgers_have_every_sentence(tmp_path):
    found = set()
    for name in NAMES:
        path = tmp_path / name
        path.write_bytes(gzip.decompress((FOLDER / f"{name}.ledger.gz").read_bytes()))
        with Ledger.read(path) as ledger:
            found |= {(row.kind, row.by, row.why) for row in ledger.entries()}
    assert found == set(MEANT)


@pytest.mark.parametrize("reason", ["Drawn by lot.", "Dealt by the virtual table.", "Shown to the pad.", "I said so."])
def test_the_reason_that_a_person_gave_for_a_correction_means_nothing(reason):
    assert origin_of_older("corrected", "", reason) is Origin.SCREEN


def test_it_replays_line_by_line(old):
    result = replay(old)
    assert result.difference is None
    assert result.entries > 20


def test_it_is_resumed_and_played_on(old):
    with Ledger.open(old, check=True) as ledger:
        rows = ledger.live()
        companion = opening.resume(ledger, rows[-1].at + 1_000, is_virtual="virtual" in old.name)
        assert companion.play.digest() == next(row.digest for row in reversed(rows) if row.digest)
        assert companion.picture.can_undo
        companion.command(Undo(1), rows[-1].at + 2_000)
        assert len(ledger.live()) < len(rows)
        assert list(ledger.entries())[-1].origin is Origin.SCREEN
    assert replay(old).difference is None


def test_who_did_what_is_known_as_before(old):
    """As programs told it by the sentences, when there was nothing else to tell it by."""
    sentences = ("Said by a player.", "Shown to the pad.", "Seen before.")
    with Ledger.read(old) as ledger:
        for row in ledger.live():
            assert is_silence(row) == (row.kind == "passed" and bool(row.by))
            assert is_persons(row) == (not row.by and (row.kind != "observed" or row.why in sentences))
            assert is_dealt(row) == (row.why in ("Dealt by the virtual table.", "Drawn by lot."))


def test_damage_is_noticed_before_anything_is_changed(old):
    flip_a_text(old, 12)
    before = old.read_bytes()
    with pytest.raises(LedgerDamaged, match="line 12"):
        Ledger.open(old)
    assert old.read_bytes() == before


def test_what_was_damaged_can_be_mended(old, tmp_path):
    flip_a_text(old, 12)
    with pytest.raises(LedgerDamaged, match="line 12"):
        replay(old)
    mended = mend(old, tmp_path / "copy.ledger")
    assert mended.where == "line 12"
    assert replay(tmp_path / "copy.ledger").difference is None


def test_an_export_of_then_comes_back(old, tmp_path):
    with Ledger.read(old) as ledger, (tmp_path / "new.jsonl").open("wb") as sink:
        export_lines(ledger, sink)
        rows = list(ledger.entries())
    lines = (tmp_path / "new.jsonl").read_bytes().split(b"\n")
    older = [line.replace(b'"version":2', b'"version":1') for line in lines]
    for origin in Origin:
        older = [line.replace(b'"origin":"%s",' % origin.encode(), b"") for line in older]
    assert not any(b'"origin"' in line for line in older)
    (tmp_path / "old.jsonl").write_bytes(b"\n".join(older))
    with (tmp_path / "old.jsonl").open("rb") as source:
        import_lines(source, tmp_path / "back.ledger")
    with Ledger.read(tmp_path / "back.ledger") as ledger:
        assert list(ledger.entries()) == rows
