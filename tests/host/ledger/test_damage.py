"""One bit that flips is harmless or is noticed; what stands before the damage can be saved."""

import re
import shutil
import sqlite3
from contextlib import closing
from random import Random

import pytest

from host.cli import main
from host.ledger import Batch, Gap, Ledger, LedgerDamaged, LedgerError, mend
from host.ledger.sealing import SEALED
from host.play import opening
from host.play.replay import replay
from tests.host.play.test_replay import KINDS, Program

FLIPS = 400
STEPS = 130  # of the game: a larger one only makes each flip slower
PLACES = 4  # of each table that are damaged and mended, from its first row to its last
SHOWN = 25  # each so many flips the real commands are run, though the content is the same


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The ledger of a game with facts, gaps, inputs, answers and take-backs."""
    path = tmp_path_factory.mktemp("game") / "game.ledger"
    program, rng = Program(path), Random(5)
    for _ in range(STEPS):
        kind = rng.choice(KINDS)
        program.do(kind, rng.choice((1, 12, 60, 400, 2_000)) if kind == "wait" else rng.randrange(60))
    for first in (1, 10):
        gap = Gap(first, first + 8, "overflow", program.now)
        program.ledger.commit(Batch("ffeeddccbbaa9988", 3, first + 9, program.now, (), (gap,)))
    program.ledger.close()
    with Ledger.read(path) as ledger:
        counts = ledger.counts()
    assert counts["entries"] >= 12
    assert counts["facts"] >= 20
    with closing(sqlite3.connect(path)) as db:
        assert all(db.execute(f"SELECT count(*) FROM {sealed.table}").fetchone()[0] for sealed in SEALED)
    assert replay(path).difference is None
    return path


def content(path):
    """All that commands can make of a ledger: what show, replay, and a program that goes on with it read."""
    with Ledger.read(path) as ledger:
        rows = list(ledger.entries())
        return (
            *(ledger.head(), rows, [ledger.events(row.id) for row in rows], ledger.live(), ledger.undone()),
            *(list(ledger.story()), list(ledger.facts()), list(ledger.gaps()), ledger.boots(), ledger.boards()),
            *(ledger.counts(), [ledger.state(uid) for uid in ledger.boards()]),
        )


def shown(path, capsys):
    code = main(["ledger", "show", str(path)])
    return code, capsys.readouterr().out


def resumed(path):
    with Ledger.open(path, synchronous="OFF") as ledger:
        companion = opening.resume(ledger, 10_000_000)
        return companion.play.digest(), [line.text for line in companion.picture.lines]


def test_no_flipped_bit_that_matters_passes_unnoticed(game, tmp_path, capsys):
    good, whole = game.read_bytes(), content(game)
    before = shown(game, capsys)
    copy = tmp_path / "game.ledger"
    shutil.copy(game, copy)
    taken_up = resumed(copy)
    rng, noticed = Random(11), 0
    for number in range(FLIPS):
        data, at = bytearray(good), rng.randrange(8 * len(good))
        data[at // 8] ^= 1 << at % 8
        copy.write_bytes(data)
        try:
            found = content(copy)
        except LedgerError:
            noticed += 1
            with pytest.raises(LedgerError):
                Ledger.open(copy)
            continue
        assert found == whole, f"bit {at}"
        if number % SHOWN == 0:
            assert shown(copy, capsys) == before, f"bit {at}"
            assert replay(copy).difference is None, f"bit {at}"
            assert resumed(copy) == taken_up, f"bit {at}"
    assert FLIPS // 4 < noticed < FLIPS


def damaged(game, folder, change):
    path = folder / "damaged.ledger"
    shutil.copy(game, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(change)
    return path


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("UPDATE entries SET confidence = 99 WHERE id = 7", "line 7"),
        ("UPDATE entries SET checksum = checksum + 1 WHERE id = 7", "line 7"),
        ("UPDATE events SET event = replace(event, '1', '2') WHERE entry = 6", "line 6"),
        ("DELETE FROM events WHERE entry = 6 AND n = 0", "line 6"),
        ("DELETE FROM entries WHERE id = 5", "line 6"),
        ("UPDATE inputs SET at = at + 1 WHERE id = 4", "input 4"),
        ("DELETE FROM inputs WHERE id = 4", "input 5"),
        ("UPDATE facts SET data = x'01' || data WHERE id = 9", "fact 9"),
        ("UPDATE facts SET t_host = 'now' WHERE id = 9", "fact 9"),
        ("DELETE FROM facts WHERE id = 9", "fact 10"),
        ("UPDATE boots SET next_seq = next_seq + 1", "boot 1"),
        ("UPDATE boards SET uid = uid || 'x'", "board 1"),
        ("UPDATE state SET fact = fact + 1", "the state of a source"),
        ("UPDATE play SET profile = 'full'", "the game"),
    ],
)
def test_the_damaged_row_is_named(game, tmp_path, change, where, capsys):
    path = damaged(game, tmp_path, change)
    for use in (Ledger.open, Ledger.read, replay):
        with pytest.raises(LedgerDamaged, match=f"damaged at {where}. Restore it from a copy, or .* ledger mend "):
            use(path)
    assert main(["ledger", "show", str(path)]) == 1
    assert f"is damaged at {where}." in capsys.readouterr().err


def test_show_lists_what_stands_before_the_damage(game, tmp_path, capsys):
    _, whole = shown(game, capsys)
    code, found = shown(damaged(game, tmp_path, "UPDATE entries SET text = text || '!' WHERE id = 9"), capsys)
    assert code == 1
    lines = [line for line in found.splitlines() if re.match(r"\d+ +\d:\d\d:\d\d ", line)]
    assert lines
    assert len(lines) < 9
    assert all(_words(line) in map(_words, whole.splitlines()) for line in lines)


def _words(line):
    return line.removesuffix("  (taken back)").split()


@pytest.mark.parametrize("sealed", SEALED, ids=lambda sealed: sealed.table)
def test_what_is_mended_replays_and_can_be_gone_on_with(game, tmp_path, sealed):
    with closing(sqlite3.connect(game)) as db:
        count = db.execute(f"SELECT count(*) FROM {sealed.table}").fetchone()[0]
    whole, times = texts(game), 0
    for number in sorted({1 + (count - 1) * place // (PLACES - 1) for place in range(PLACES)}):
        folder = tmp_path / str(number)
        folder.mkdir()
        which = f"id = {number}" if sealed.key == "id" else f"fact = (SELECT max(fact) - {number} FROM state)"
        path = damaged(game, folder, f"UPDATE {sealed.table} SET checksum = checksum + 1 WHERE {which}")
        if sealed.table == "play":
            with pytest.raises(LedgerError, match="nothing can be saved"):
                mend(path, folder / "copy.ledger")
            assert sorted(folder.iterdir()) == [path]
            return
        try:
            Ledger.read(path).close()
        except LedgerDamaged:
            pass
        else:
            continue  # no such source
        mended = mend(path, folder / "copy.ledger")
        found = texts(folder / "copy.ledger")
        assert found == whole[: len(found)]
        assert len(found) == mended.lines
        if sealed.table == "entries":
            assert len(found) < number
        digest, _ = resumed(folder / "copy.ledger")
        assert digest
        assert replay(folder / "copy.ledger").difference is None  # of what was saved, and of the new start behind it
        times += 1
    assert times > 0


def texts(path):
    with Ledger.read(path) as ledger:
        return [(row.kind, row.text, row.entry, row.at) for row in ledger.entries()]


def test_a_ledger_that_is_whole_is_not_mended(game, tmp_path):
    with pytest.raises(LedgerError, match="is not damaged"):
        mend(game, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_mending_writes_over_nothing(game, tmp_path, capsys):
    path = damaged(game, tmp_path, "UPDATE entries SET confidence = 99 WHERE id = 7")
    (tmp_path / "mine").write_text("years of work")
    assert main(["ledger", "mend", str(path), str(tmp_path / "mine")]) == 1
    assert "is there already. Choose another file name." in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "years of work"
    assert main(["ledger", "mend", str(path), str(tmp_path / "new.ledger")]) == 0
    assert "is damaged at line 7.\n" in capsys.readouterr().out
