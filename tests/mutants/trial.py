"""Try changes out: each in a copy of the sources and their tests, in a process of its own, with the fast tests first.

The parent loads pytest once and forks for each change, so that no change pays for it again; it never imports what it
changes.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

from tests.mutants.changes import Change

MEMORY = 3 << 30  # a loop that collects for ever must not take the machine with it
POLL_S = 0.02
PRISTINE = "pristine"  # where a copy keeps the sources of the area as they were
BESIDE = ("docs", "node_modules")  # what some tests read and nothing changes
OURS = ("engines", "firmware", "hardware", "host", "tests")
PLUGIN = "hardware.twin.pytest_plugin"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which tests are run, in which order, and for how long each of them and all together may take."""

    tests: tuple[str, ...]
    order: tuple[str, ...] = ()  # ids; none: all tests, as they come
    test_timeout_s: float = 120.0
    timeout_s: float = 1800.0


@dataclass(slots=True)
class Outcome:
    """What the tests said: which failed first, how long each took, and how much of that the processor worked."""

    failed: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    work: dict[str, float] = field(default_factory=dict)
    ended: str = "died"  # "passed", "failed", "timeout"

    @property
    def is_noticed(self) -> bool:
        """Tell whether the tests noticed the change; a test that never ends is noticed too."""
        return self.ended != "passed"


class _Watcher:
    """A plugin that puts tests in order, leaves others out, and notes what they say."""

    def __init__(self, order: Sequence[str]) -> None:
        self._rank = {test: at for at, test in enumerate(order)}
        self.outcome = Outcome()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._rank:
            items[:] = sorted((i for i in items if i.nodeid in self._rank), key=lambda i: self._rank[i.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.outcome.work[item.nodeid] = time.process_time() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = self.outcome.seconds
        seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed and report.nodeid not in self.outcome.failed:
            self.outcome.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.outcome.failed.append(report.nodeid)


def copy_of(root: Path, to: Path, folders: Sequence[str], sources: str) -> Path:
    """Copy what the tests of an area need, and its sources once more."""
    for folder in filter(lambda folder: (root / folder).is_dir(), folders):
        shutil.copytree(root / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    shutil.copy(root / "pyproject.toml", to / "pyproject.toml")
    for folder in filter(lambda folder: (root / folder).is_dir(), BESIDE):
        (to / folder).symlink_to((root / folder).resolve())
    shutil.copytree(to / sources, to / PRISTINE / sources)
    return to


def another(copy: Path, to: Path) -> Path:
    """Copy a copy, with the modules that are compiled there."""
    shutil.copytree(copy, to, symlinks=True)
    return to


@dataclass(slots=True)
class _Running:
    """A process that tries a change, in a copy that is its own as long as it runs."""

    at: int
    copy: Path
    answer: Path
    pid: int
    deadline: float


class Bench:
    """Runs changes in some copies at once, one for each job."""

    def __init__(self, copies: Sequence[Path], sources: str) -> None:
        self._copies = copies
        self._sources = sources

    def once(self, plan: Plan) -> Outcome:
        """Run the tests without any change, all of them; what they compile is kept for the trials."""
        return next(iter(self._run([None], plan, self._copies[:1], stop_at_first=False)))[1]

    def try_all(self, changes: Sequence[Change], plan: Plan) -> Iterator[tuple[Change, Outcome]]:
        """Yield the outcome of each change, in the order in which they are settled."""
        for at, outcome in self._run(changes, plan, self._copies, stop_at_first=True):
            yield changes[at], outcome

    def _run(
        self, changes: Sequence[Change | None], plan: Plan, copies: Sequence[Path], stop_at_first: bool
    ) -> Iterator[tuple[int, Outcome]]:
        free, running, at = list(copies), [], 0
        try:
            while running or at < len(changes):
                while free and at < len(changes):
                    running.append(self._start(at, changes[at], free.pop(), plan, stop_at_first))
                    at += 1
                for one in [one for one in running if _is_over(one)]:
                    running.remove(one)
                    free.append(one.copy)
                    yield one.at, _outcome(one)
                time.sleep(POLL_S)
        finally:
            for one in running:
                _kill(one.pid)

    def _start(self, at: int, change: Change | None, copy: Path, plan: Plan, stop_at_first: bool) -> _Running:
        shutil.rmtree(copy / self._sources)  # with what was compiled there
        shutil.copytree(copy / PRISTINE / self._sources, copy / self._sources)
        if change:
            file = copy / change.file
            file.write_text(change.apply(file.read_text(encoding="utf-8")), encoding="utf-8")
        answer = copy / "outcome.json"
        answer.unlink(missing_ok=True)
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if not pid:
            _child(lambda: _test(copy, answer, plan, stop_at_first))
        return _Running(at, copy, answer, pid, time.monotonic() + plan.timeout_s)


def _is_over(one: _Running) -> bool:
    if os.waitpid(one.pid, os.WNOHANG)[0]:
        _end_group(one.pid)
        return True
    if time.monotonic() < one.deadline:
        return False
    _kill(one.pid)
    one.answer.write_text('{"ended": "timeout"}', encoding="utf-8")
    return True


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    _end_group(pid)


def _end_group(pid: int) -> None:
    """End what a child has started and left behind: it led a group of its own."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _outcome(one: _Running) -> Outcome:
    try:
        return Outcome(**json.loads(one.answer.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return Outcome()  # the process died under its tests


def _child(work: Callable[[], int]) -> None:
    code = 3
    try:
        os.setsid()
        code = work()
    finally:
        os._exit(code)


def _test(copy: Path, answer: Path, plan: Plan, stop_at_first: bool) -> int:
    """Run the tests in this process, which knows nothing of the area yet and sees only the copy."""
    _move_into(copy, is_compiling=not stop_at_first)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    watcher = _Watcher(plan.order)
    arguments = [
        *(["-p", PLUGIN] if (copy / f"{PLUGIN.replace('.', '/')}.py").exists() else []),
        *("-q", "-p", "no:deadfall", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--no-summary"),
        *("-m", "not slow and not micropython"),
        *("-o", f"timeout={plan.test_timeout_s:.0f}", f"--rootdir={copy}", f"--confcutdir={copy}"),
        *(["-x"] if stop_at_first else []),
        *plan.tests,
    ]
    code = pytest.main(arguments, plugins=[watcher])
    outcome = watcher.outcome
    outcome.ended = "passed" if code == pytest.ExitCode.OK else "failed"
    answer.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
    return 0


def _move_into(copy: Path, *, is_compiling: bool) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    os.chdir(copy)
    sys.path[:] = [str(copy), *(path for path in sys.path if path and Path(path).resolve() != ROOT)]
    sys.dont_write_bytecode = not is_compiling  # a changed file may have the size and the second of the last one
    os.environ.update(PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="" if is_compiling else "1")
