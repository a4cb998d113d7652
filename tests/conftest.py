"""What every test shares: reproducible Hypothesis runs, and the MicroPython tests that CI insists on."""

import os

import pytest
from hypothesis import HealthCheck, settings

REQUIRE_MICROPYTHON = "DEADFALL_REQUIRE_MICROPYTHON"

# Deadlines and slow examples are timing asserts: they fail on a busy machine. The examples are the same in every run.
settings.register_profile("deadfall", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("deadfall")


class MicroPythonGate:
    """Fails the session unless tests marked `micropython` ran and none of them was skipped."""

    def __init__(self) -> None:
        self.ran = 0
        self.skipped: list[str] = []

    def problem(self) -> str | None:
        """The sentence that says why the session fails, or None."""
        if self.skipped:
            return f"MicroPython tests were skipped, and {REQUIRE_MICROPYTHON} is set: {', '.join(self.skipped)}"
        if not self.ran:
            return f"No MicroPython test ran, and {REQUIRE_MICROPYTHON} is set."
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "micropython" not in report.keywords:
            return
        if report.skipped:
            self.skipped.append(report.nodeid)
        elif report.when == "call":
            self.ran += 1

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.problem() and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if problem := self.problem():
            terminalreporter.write_line(problem, red=True)


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")  # with xdist the reports all reach the controller
    if os.environ.get(REQUIRE_MICROPYTHON) and not is_worker:
        config.pluginmanager.register(MicroPythonGate(), "deadfall-micropython-gate")
