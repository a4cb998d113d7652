"""What the doctor says about the computer."""

from host.cli.doctor.environment import check_environment
from host.cli.doctor.finding import Level


def test_what_runs_these_tests_runs_deadfall():
    findings = list(check_environment())
    assert all(finding.level in (Level.OK, Level.INFO) for finding in findings)
    text = " ".join(finding.sentence for finding in findings)
    assert "Python 3." in text
    assert "pyserial 3." in text


def test_without_micropython_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("DEADFALL_MICROPYTHON", str(tmp_path))
    (finding,) = [finding for finding in check_environment() if "CPython only" in finding.sentence]
    assert finding.level is Level.INFO
