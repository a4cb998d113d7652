"""Faults of house players are kept in a file of the user's, and printed nowhere."""

import logging
import subprocess
import sys

import pytest

from host.cli import faults
from host.cli.faults import FaultFile, keep_faults
from host.play.thinking import DETAILS


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    log = logging.getLogger(DETAILS)
    before = list(log.handlers)
    keep_faults()
    yield tmp_path / "deadfall" / faults.NAME
    log.handlers = before


def test_details_are_appended_to_a_file_that_is_made_when_it_is_needed(kept, capfd):
    keep_faults()  # a second time adds nothing
    assert not kept.exists()
    for number in range(2):
        logging.getLogger(DETAILS).error("Mastermind failed %d", number)
    assert kept.read_text().count("Mastermind failed") == 2
    assert capfd.readouterr() == ("", "")


def test_a_long_file_begins_anew_and_the_old_one_stays(kept, monkeypatch):
    monkeypatch.setattr(faults, "LIMIT", 10)
    for number in range(2):
        logging.getLogger(DETAILS).error("Mastermind failed %d", number)
    assert "failed 1" in kept.read_text()
    assert "failed 0" in kept.with_suffix(".old").read_text()


def test_a_file_that_cannot_be_written_is_no_reason_to_print_anything(tmp_path, capfd):
    FaultFile(lambda: tmp_path).handle(logging.LogRecord(DETAILS, logging.ERROR, "", 0, "iron-collar", (), None))
    assert capfd.readouterr() == ("", "")


def test_nothing_is_printed_where_nobody_keeps_details():
    program = "import logging; from host.play.thinking import DETAILS; logging.getLogger(DETAILS).error('iron-collar')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
