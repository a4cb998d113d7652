"""The link under fire, in the sizes that every change has to pass; longer ones: ``deadfall soak link``."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.twin.board import RuntimeName
from host.ledger import Batch, Ledger
from host.soak.faults import LEVELS, Level
from host.soak.live import LiveSoak
from host.soak.result import SoakResult
from host.soak.stepped import SteppedSoak
from tests.sizes import sizes

HEAVY = LEVELS["heavy"]


def stepped(tmp_path: Path, level: Level, seed: int, runtime: RuntimeName = "cpython") -> SteppedSoak:
    return SteppedSoak(level=level, runtime=runtime, profile="grid", seed=seed, ledger=tmp_path / "soak.sqlite")


def assert_good(result: SoakResult, events: int) -> None:
    verdict = result.verdict
    assert (verdict.lost, verdict.duplicated, verdict.untrue, result.wrong_end_states) == (0, 0, 0, 0), result.notes
    assert result.notes == []
    assert verdict.sent >= events
    assert verdict.journalled + verdict.gaps >= verdict.sent  # a gap may hold BASELINE records too


@sizes("events", 6_000, 50_000)
def test_events_on_virtual_time(tmp_path: Path, events: int) -> None:
    result = stepped(tmp_path, HEAVY, seed=20).run(events, lambda _: None)
    assert_good(result, events)
    assert set(result.incidents) <= set(HEAVY.incidents)
    assert len(HEAVY.incidents) - len(result.incidents) <= (events < 50_000), "a small run may miss the rarest"
    assert len(result.spoiled) == 6


def test_without_faults_nothing_is_missing(tmp_path: Path) -> None:
    result = stepped(tmp_path, LEVELS["none"], seed=3).run(3_000, lambda _: None)
    assert_good(result, 3_000)
    assert (result.verdict.gaps, result.overruns) == (0, 0)


def test_the_same_seed_gives_the_same_run(tmp_path: Path) -> None:
    runs = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        fields = stepped(folder, HEAVY, seed=8).run(2_000, lambda _: None).fields()
        fields.pop("seconds")
        runs.append(fields)
    assert runs[0] == runs[1]


@sizes("events", 500, 2_000)
def test_events_over_a_pseudo_terminal_at_a_table_of_ones_own(tmp_path: Path, events: int) -> None:
    (tmp_path / "attic.toml").write_text('extends = "grid"\ntitle = "The table in the attic"\n')
    profile = str(tmp_path / "attic.toml")
    level = replace(HEAVY, incident_ms=500)
    soak = LiveSoak(level=level, runtime="cpython", profile=profile, seed=5, ledger=tmp_path / "soak.sqlite")
    result = soak.run(events, lambda _: None)
    assert_good(result, events)
    assert result.incidents
    assert result.spoiled
    assert result.fields()["spoiled_untold_hosts"] == result.incidents["kill"]


@pytest.mark.micropython
@sizes("events", 1_000, 3_000)
def test_events_on_micropython(tmp_path: Path, events: int) -> None:
    result = stepped(tmp_path, HEAVY, seed=15, runtime="micropython").run(events, lambda _: None)
    assert_good(result, events)
    assert result.incidents


def test_a_ledger_that_forgets_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: now and then a fact is acknowledged but never written."""
    whole = Ledger.commit

    def forgetful(ledger: Ledger, batch: Batch) -> None:
        whole(ledger, batch._replace(facts=[fact for fact in batch.facts if fact.seq is None or fact.seq % 500]))

    monkeypatch.setattr(Ledger, "commit", forgetful)
    result = stepped(tmp_path, LEVELS["none"], seed=3).run(1_200, lambda _: None)
    assert result.verdict.lost == 2
    assert not result.is_good


def test_a_board_that_swallows_an_event_is_found_out(tmp_path: Path) -> None:
    """A planted fault: the last change reaches the board's state, but is never recorded: truth and digest tell."""
    soak = stepped(tmp_path, LEVELS["none"], seed=3)
    inputs = soak._twin.runtime.board.inputs
    record, calls = inputs._add, iter(range(10_000))
    inputs._add = lambda *event: None if next(calls) == 999 else record(*event)
    result = soak.run(1_000, lambda _: None)
    assert result.verdict.lost == 1
    assert soak._table.link.statistics.digest_mismatches == 1
    assert soak._table.link.state[:99] == soak._truth.state


def test_restarts_one_after_the_other_are_no_boot_loop(tmp_path, monkeypatch):
    """In safe mode a board tells nothing of its tiles, and the soak would wait for that in vain."""
    soak = SteppedSoak(level=LEVELS["none"], runtime="cpython", profile="grid", seed=1, ledger=tmp_path / "soak.sqlite")
    monkeypatch.setattr(soak._rng, "random", lambda: 0.0)
    with soak._twin, soak._ledger:
        for _ in range(6):
            soak._reboot()
            assert not soak._twin.runtime.board.safe
