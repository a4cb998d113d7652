"""A power cut at any byte leaves a clean prefix of a play's writes: every entry with all its events, or none of it."""

import pytest

from host.ledger import EntryRecord, Ledger
from tests.host.ledger.game import HEAD, answer, facts, takeback
from tests.host.ledger.test_power_cut import copy_cut, cuts_of, wal_of


def _answers(ledger):
    ledger.write([answer("a", 5, fact=ledger.last_fact()), answer("b", 300, fact=ledger.last_fact())])


WRITES = [
    lambda ledger: ledger.begin(HEAD),
    lambda ledger: facts(ledger, 4),
    lambda ledger: ledger.note(1, "command", {"do": "say", "text": "a"}, 4),
    _answers,
    lambda ledger: ledger.write([takeback(1, fact=4)]),
    lambda ledger: facts(ledger, 70),
    lambda ledger: ledger.write([EntryRecord(at=9, kind="import", entry={"position": {"x": "y" * 9000}}, fact=74)]),
    lambda ledger: ledger.note(2, "link", {"is_linked": False}, 74),
    lambda ledger: ledger.write([answer("c", 5, fact=74, input=2)]),
]


def contents(ledger):
    rows = list(ledger.entries())
    return (
        *(ledger.head(), list(ledger.inputs()), rows, [ledger.events(row.id) for row in rows]),
        *(list(ledger.facts()), ledger.live(), ledger.undone(), list(ledger.story())),
    )


def check(path):
    with Ledger.open(path, synchronous="OFF") as ledger:  # what is read does not depend on how the copy is written
        assert ledger._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert ledger._db.execute("PRAGMA foreign_key_check").fetchall() == []
        return contents(ledger)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What the ledger holds after each number of writes."""
    with Ledger.open(tmp_path_factory.mktemp("expected") / "a", synchronous="OFF") as ledger:
        found = [contents(ledger)]
        for write in WRITES:
            write(ledger)
            found.append(contents(ledger))
    return found


def test_a_wal_cut_anywhere_is_a_clean_prefix(tmp_path, expected):
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        whole_at = [wal_of(path).stat().st_size]  # size of the WAL once the first n writes are on disk
        for write in WRITES:
            write(ledger)
            whole_at.append(wal_of(path).stat().st_size)
        seen = set()
        for cut in cuts_of(wal_of(path).read_bytes()):
            whole = max((n for n, size in enumerate(whole_at) if size <= cut), default=0)
            assert check(copy_cut(path, tmp_path / "cut", cut)) == expected[whole]
            seen.add(whole)
        assert seen == set(range(len(WRITES) + 1))


def test_a_play_goes_on_behind_a_cut(tmp_path, expected):
    """After a cut at the end of each write, the rest can be written once more, and all is as if nothing had been."""
    path = tmp_path / "a"
    with Ledger.open(path) as ledger:
        for done, write in enumerate(WRITES, 1):
            write(ledger)
            copy = copy_cut(path, tmp_path / f"copy{done}", wal_of(path).stat().st_size)
            with Ledger.open(copy, synchronous="OFF") as again:
                for rest in WRITES[done:]:
                    rest(again)
                assert contents(again) == expected[-1]
