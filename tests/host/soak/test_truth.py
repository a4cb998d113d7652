"""The oracle must find what it is there to find."""

from pathlib import Path

import pytest

from firmware.wire import BASELINE, TILE
from host.ledger import Batch, Fact, Gap, Ledger
from host.soak.truth import Truth

UID = "e6614c775b8c4f2a"


def fact(seq: int, tile: int, mask: int) -> Fact:
    return Fact(seq, None, seq, seq, TILE, tile, bytes([mask]))


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger.open(tmp_path / "ledger.sqlite")


@pytest.fixture
def truth() -> Truth:
    """Tile 3 closes and opens, tile 5 closes: events 2, 3 and 4 after one BASELINE record."""
    truth = Truth(tiles=9, inputs=10)
    for tile, mask in ((3, 7), (3, 0), (5, 1)):
        truth.change(tile, mask)
    return truth


BASE = Fact(1, None, 0, 0, BASELINE, 0, bytes(10))


def test_all_journalled_is_good(truth: Truth, ledger: Ledger) -> None:
    ledger.commit(Batch(UID, 1, 5, 0, [BASE, fact(2, 3, 7), fact(3, 3, 0), fact(4, 5, 1)]))
    verdict = truth.judge(ledger)
    assert (verdict.sent, verdict.journalled, verdict.lost, verdict.gaps, verdict.untrue) == (3, 3, 0, 0, 0)


def test_a_missing_fact_is_lost(truth: Truth, ledger: Ledger) -> None:
    ledger.commit(Batch(UID, 1, 5, 0, [BASE, fact(2, 3, 7), fact(4, 5, 1)]))
    assert truth.judge(ledger).lost == 1


def test_a_declared_gap_is_not_lost(truth: Truth, ledger: Ledger) -> None:
    ledger.commit(Batch(UID, 1, 5, 0, [BASE, fact(2, 3, 7), fact(4, 5, 1)], [Gap(3, 3, "overflow", 0)]))
    verdict = truth.judge(ledger)
    assert (verdict.lost, verdict.gaps, verdict.journalled) == (0, 1, 2)


def test_a_boot_that_the_ledger_never_heard_of_is_lost(truth: Truth, ledger: Ledger) -> None:
    assert truth.judge(ledger).lost == 3


def test_a_reboot_covers_what_was_never_sent_and_no_more(truth: Truth, ledger: Ledger) -> None:
    ledger.commit(Batch(UID, 1, 3, 0, [BASE, fact(2, 3, 7)]))
    truth.start_boot()
    truth.change(5, 0)
    ledger.commit(Batch(UID, 2, 3, 0, [BASE, fact(2, 5, 0)]))
    verdict = truth.judge(ledger)
    assert (verdict.lost, verdict.gaps, verdict.journalled) == (0, 2, 2)


def test_a_fact_too_many_is_a_duplicate(truth: Truth, ledger: Ledger) -> None:
    facts = [BASE, fact(2, 3, 7), fact(3, 3, 0), fact(4, 5, 1), fact(5, 5, 1)]
    ledger.commit(Batch(UID, 1, 6, 0, facts))
    assert truth.judge(ledger).duplicated == 1


@pytest.mark.parametrize("wrong", [fact(4, 5, 2), fact(4, 6, 1), fact(4, 3, 7)], ids=["mask", "tile", "order"])
def test_what_never_happened_is_untrue(truth: Truth, ledger: Ledger, wrong: Fact) -> None:
    ledger.commit(Batch(UID, 1, 5, 0, [BASE, fact(2, 3, 7), fact(3, 3, 0), wrong]))
    assert truth.judge(ledger).untrue == 1
