"""Whatever Python calls a value, its checksum is that of what SQLite gives back."""

from enum import IntEnum

import pytest

from host.ledger import Batch, EntryRecord, Fact, Gap, Ledger, LedgerError
from host.ledger.sealing import checksum
from tests.host.ledger.game import HEAD, UID, answer, facts


class Kind(IntEnum):
    TILE = 2


class Word(str):
    __slots__ = ()

    def __repr__(self):
        return "a word"


@pytest.mark.parametrize("data", [b"\x01", bytearray(b"\x01"), memoryview(b"\x01")])
@pytest.mark.parametrize("number", [1, True, 1.0, Kind.TILE])
def test_a_ledger_is_whole_whatever_its_values_were(tmp_path, number, data):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        told = (Fact(1, None, number, number, number, number, data, 0), Fact(None, number, None, 9, 2, 1, data, True))
        ledger.commit(Batch(Word(UID), number, 5, number, told, (Gap(3, number, Word("overflow"), number),)))
        ledger.board(Word(UID), Word("grid"), number)
        ledger.note(number, "link", {"text": Word("x")}, number)
        ledger.write([answer(Word("draw"), by=Word("greedy"), seat=number, why=Word("seen"), at=number)])
    with Ledger.read(tmp_path / "a") as ledger:
        assert ledger.counts()["facts"] == 2


def test_a_board_that_starts_anew_leaves_a_ledger_that_is_whole(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        for boot in (1, 2, 1, 3):
            ledger.commit(Batch(UID, boot, 4, boot, (Fact(3, None, 1, 1, 2, 0, b"\x01"),), (Gap(1, 2, "overflow", 1),)))
    Ledger.read(tmp_path / "a").close()


def test_a_ring_is_whole_though_it_drops_its_oldest_facts(tmp_path):
    with Ledger.open(tmp_path / "a", keep=20) as ring:
        for _ in range(30):
            facts(ring, 3)
    with Ledger.open(tmp_path / "a", keep=20) as ring:
        assert ring.counts()["facts"] == 20


def test_a_group_of_writes_is_whole_though_one_of_them_was_refused(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        with ledger.together():
            ledger.note(1, "command", {}, 0)
            with pytest.raises(LedgerError, match="keeps 9"):
                ledger.write([answer(), EntryRecord(at=1, kind="takeback", entry={"keep": 9})])
            ledger.write([answer("draw")])
    with Ledger.read(tmp_path / "a") as ledger:
        assert [row.text for row in ledger.entries()] == ["draw"]


def test_checksums_differ_with_the_row_before():
    assert checksum((1, "a"), 0) != checksum((1, "a"), 1) != checksum((1, b"a"), 1)
