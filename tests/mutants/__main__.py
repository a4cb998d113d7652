"""Change an engine, or another area, in small ways; do its tests notice each? ``python -m tests.mutants armada``."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from host.cli.report import Progress
from tests.mutants import page
from tests.mutants.areas import AREAS, area_of
from tests.mutants.changes import Change, choose
from tests.mutants.trial import PRISTINE, Bench, Outcome, Plan, another, copy_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("engines", "firmware", "hardware", "host", "tests")
GAME_COUNT, AREA_COUNT = 200, 50
NEEDED_PERCENT = 90.0
PATIENT_S = 60.0  # for each test as it is: other work on the machine must not make it fail
SLACK_S = 20.0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "area",
        nargs="?",
        default="armada",
        help=f"a folder in engines/, or one of {', '.join(AREAS)} (default: armada)",
    )
    parser.add_argument(
        "--count", type=int, metavar="N", help=f"changes (default: {GAME_COUNT} of a game, {AREA_COUNT} of an area)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="at once (default: 2)")
    parser.add_argument(
        "--budget", type=float, default=30.0, metavar="S", help="seconds of work in tests for a change, quickest first"
    )
    parser.add_argument(
        "--patience", type=float, default=5.0, metavar="S", help="seconds a test may take beyond five times its usual"
    )
    parser.add_argument("--need", type=float, default=NEEDED_PERCENT, metavar="P", help="percent (default: 90)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the survivors into this page")
    parser.add_argument("--without-failing", action="store_true", help="leave out tests that fail without any change")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="DIR", help="the project (default: this one)")
    parser.add_argument("--list", action="store_true", help="only list the changes")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object on the last line")
    args = parser.parse_args(words)
    args.count = args.count or (AREA_COUNT if args.area in AREAS else GAME_COUNT)
    return args


def order(work: dict[str, float], failing: Sequence[str], budget_s: float) -> tuple[str, ...]:
    """Return the tests that fit the budget, the quickest first: most changes are noticed within a second.

    The budget is work of the processor: a busy machine makes tests last longer, but leaves none of them out.
    """
    chosen, total = [], 0.0
    for test in sorted(work.keys() - set(failing), key=lambda test: (work[test], test)):
        total += work[test]
        if total > budget_s:
            break
        chosen.append(test)
    return tuple(chosen)


def plan_for(bench: Bench, args: argparse.Namespace, tests: tuple[str, ...]) -> Plan:
    """Run the tests once as they are and plan by what they take; SystemExit if they fail already."""
    plain = bench.once(Plan(tests, test_timeout_s=PATIENT_S))
    if plain.ended == "died" or not plain.seconds:
        raise SystemExit(f"The tests in {' and '.join(tests)} do not run at all; run them with pytest to see why.")
    failing = plain.failed
    if failing and not args.without_failing:
        print("\n".join(failing), file=sys.stderr)
        raise SystemExit(f"{len(failing)} tests fail without any change; mend them first, or --without-failing.")
    chosen = order(plain.work, failing, args.budget)
    longest = max(plain.seconds[test] for test in chosen)
    total = sum(plain.seconds[test] for test in chosen)
    print(
        f"tests: {len(chosen)} of {len(plain.seconds)}, {total:.0f} s; left out as failing: {len(failing)}", flush=True
    )
    return Plan(tests, chosen, 5 * longest + args.patience, 3 * total + SLACK_S)


def try_changes(bench: Bench, changes: Sequence[Change], plan: Plan) -> list[tuple[Change, Outcome]]:
    """Try every change and tell of each survivor at once."""
    results: list[tuple[Change, Outcome]] = []
    with Progress(len(changes), "mutants") as progress:
        for change, outcome in bench.try_all(changes, plan):
            results.append((change, outcome))
            survived = sum(not outcome.is_noticed for _, outcome in results)
            if not outcome.is_noticed:
                print(f"survived  {change}", flush=True)
            progress.update(len(results), f"{survived} survived")
    return results


def report(args: argparse.Namespace, results: Sequence[tuple[Change, Outcome]], seconds: float, sources: Path) -> int:
    """Print the result; 1 if too many survived. ``sources`` is the copy that was changed: the project goes on."""
    survivors = sorted(change for change, outcome in results if not outcome.is_noticed)
    killed = len(results) - len(survivors)
    percent = 100 * killed / len(results)
    summary = f"Seed {args.seed}: {killed} of {len(results)} changes were noticed ({percent:.1f} %)."
    if args.page:
        text = args.page.read_text(encoding="utf-8")
        found = page.survivors(survivors, sources)
        args.page.write_text(page.written(text, summary, found, args.area), encoding="utf-8")
    print(f"{summary} {seconds:.0f} s.")
    if args.json:
        names = ("file", "line", "kind", "before", "after")
        rows = [{name: getattr(change, name) for name in names} for change in survivors]
        ended = {how: sum(outcome.ended == how for _, outcome in results) for how in ("failed", "timeout", "died")}
        figures = {"area": args.area, "seed": args.seed, "changes": len(results), "killed": killed, **ended}
        print(json.dumps({**figures, "percent": round(percent, 2), "seconds": round(seconds), "survivors": rows}))
    return 0 if percent >= args.need else 1


def main(words: Sequence[str] | None = None) -> int:
    """Run everything; the exit code says whether the tests are good enough."""
    args = arguments(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that trials that run are ended, and copies removed
    print(f"seed: {args.seed}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="deadfall-mutants-") as place:
        area = area_of(args.root, args.area)
        copy = copy_of(args.root, Path(place, "0"), FOLDERS, area.sources)
        sources = copy / PRISTINE
        changes = choose(sources, area.sources, args.count, args.seed)
        if not changes:
            raise SystemExit(f"There is nothing to change in {area.sources}.")
        if args.list:
            print("\n".join(map(str, changes)))
            return 0
        plan = plan_for(Bench([copy], area.sources), args, area.tests)
        others = [another(copy, Path(place, str(job))) for job in range(1, args.jobs)]
        results = try_changes(Bench([copy, *others], area.sources), changes, plan)
        return report(args, results, time.monotonic() - begun, sources)


if __name__ == "__main__":
    sys.exit(main())
