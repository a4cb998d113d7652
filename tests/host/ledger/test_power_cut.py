"""A power cut at any byte leaves a clean prefix of the commits, complete to the last whole one.

Killing a process proves little, since the kernel keeps what was written. Here the files themselves are cut: the WAL at
every frame boundary and inside frames, and the database in the middle of a checkpoint.
"""

import shutil
import struct
from pathlib import Path

import pytest

from firmware.wire import TILE
from host.ledger import Batch, Fact, Gap, Ledger

UID = "e66058388337492a"
COMMITS = 12
WAL_HEADER, FRAME_HEADER = 32, 24


def make_batch(at):
    """Commit number ``at``: three facts, one inferred fact; from the sixth on a new boot, and a gap in between."""
    boot_id = 1 + at // 6
    first = 1 + 4 * (at % 6)
    facts = [Fact(first + n, None, at, 50 * at, TILE, (5 * at + n) % 99, bytes((at,))) for n in range(3)]
    facts.append(Fact(None, first + 4, None, 50 * at, TILE, at, b"\x11", 1))
    return Batch(UID, boot_id, first + 4, 50 * at, facts, [Gap(first + 3, first + 3, "overflow", 50 * at)])


def contents(ledger):
    return (list(ledger.facts()), list(ledger.gaps()), ledger.boots(), ledger.state(UID))


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What the ledger holds after each number of commits."""
    with Ledger.open(tmp_path_factory.mktemp("expected") / "a", synchronous="OFF") as ledger:
        found = [contents(ledger)]
        for at in range(COMMITS):
            ledger.commit(make_batch(at))
            found.append(contents(ledger))
    return found


def wal_of(path):
    return path.with_name(path.name + "-wal")


def copy_cut(path, folder, cut):
    """Copy database and WAL as a power cut leaves them that lost the WAL behind byte ``cut``."""
    folder.mkdir(exist_ok=True)
    shutil.copy(path, folder / "a")
    (folder / "a-shm").unlink(missing_ok=True)
    (folder / "a-wal").write_bytes(wal_of(path).read_bytes()[:cut])
    return folder / "a"


def check(path):
    with Ledger.open(path, synchronous="OFF") as ledger:  # what is read does not depend on how the copy is written
        assert ledger._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return contents(ledger)


def cuts_of(wal: bytes):
    """Every frame boundary of a WAL, and a place inside each frame, in turn: its header, its page, its last byte."""
    page = struct.unpack_from(">I", wal, 8)[0]
    frame = FRAME_HEADER + page
    frames = (len(wal) - WAL_HEADER) // frame
    assert len(wal) == WAL_HEADER + frames * frame
    yield 0
    yield WAL_HEADER - 1
    for at in range(frames):
        start = WAL_HEADER + at * frame
        inside = (1, FRAME_HEADER, FRAME_HEADER + page // 2, frame - 1)
        yield from (start, start + inside[at % len(inside)])
    yield len(wal)


def test_a_wal_cut_anywhere_is_a_clean_prefix(tmp_path, expected):
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        whole_at = [wal_of(path).stat().st_size]  # size of the WAL once the first n commits are on disk
        for at in range(COMMITS):
            ledger.commit(make_batch(at))
            whole_at.append(wal_of(path).stat().st_size)
        seen = set()
        for cut in cuts_of(wal_of(path).read_bytes()):
            whole = max((n for n, size in enumerate(whole_at) if size <= cut), default=0)
            assert check(copy_cut(path, tmp_path / "cut", cut)) == expected[whole]
            seen.add(whole)
        assert seen == set(range(COMMITS + 1))


def test_a_commit_has_reached_the_wal_when_it_returns(tmp_path, expected):
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        for at in range(COMMITS):
            ledger.commit(make_batch(at))
            size = wal_of(path).stat().st_size
            assert check(copy_cut(path, tmp_path / f"copy{at}", size)) == expected[at + 1]


def test_a_wal_that_was_begun_anew_is_cut_as_well(tmp_path, expected):
    """After a checkpoint the WAL is written from its beginning: old frames behind the cut must not come back."""
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        for at in range(8):
            ledger.commit(make_batch(at))
        ledger._db.execute("PRAGMA wal_checkpoint(RESTART)")
        size = wal_of(path).stat().st_size
        for at in range(8, 10):
            ledger.commit(make_batch(at))
        wal = wal_of(path).read_bytes()
        assert len(wal) == size
        found = {len(check(copy_cut(path, tmp_path / "cut", cut))[0]) for cut in cuts_of(wal)}
        assert found == {len(expected[n][0]) for n in (8, 9, 10)}


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
def test_a_checkpoint_cut_half_way_loses_nothing(tmp_path, expected, share):
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        for at in range(COMMITS):
            ledger.commit(make_batch(at))
        before, wal = path.read_bytes(), wal_of(path).read_bytes()
        ledger._db.execute("PRAGMA wal_checkpoint(FULL)")
        after = path.read_bytes()
    torn = Path(tmp_path / "torn")
    pages = int(share * len(after)) // 4096 * 4096
    torn.write_bytes(after[:pages] + before[pages:])
    wal_of(torn).write_bytes(wal)
    assert check(torn) == expected[COMMITS]
