"""Check, build and tag a release: ``make release``, or ``make release DRY_RUN=1`` for everything but the tag.

The script stops at the first thing that is wrong, with a sentence that says what to do. It never pushes.
A dry run also works on another branch, with changes that are not committed, and before the changelog has a date.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BRANCH = "main"
VERSION_FILE = "host/__init__.py"
NOTES = "RELEASE_NOTES.md"

_VERSION = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>.+))?$", re.MULTILINE)
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"\s*([-*+]|\d+\.) |#|\||```")


class ReleaseError(Exception):
    """The release cannot go on; the text is a sentence that says what to do."""


class Section(NamedTuple):
    """What the changelog says about one version. ``date`` is empty as long as there is none."""

    version: str
    date: str
    text: str


class State(NamedTuple):
    """What git knows of the working tree."""

    branch: str
    changed: Sequence[str]
    tags: Sequence[str]


class Built(NamedTuple):
    """The files of a release."""

    wheel: Path
    sdist: Path


# ---- what is checked and written, without touching anything --------------------------------------------------------


def version_in(source: str) -> str:
    """Return the version that the text of ``host/__init__.py`` states.

    >>> version_in('__version__ = "1.2.3"')
    '1.2.3'
    """
    found = _VERSION.findall(source)
    if len(found) != 1:
        raise ReleaseError(f'{VERSION_FILE} must have one line such as __version__ = "1.2.3".')
    return str(found[0])


def tag_of(version: str) -> str:
    """Return the name of the tag of a version."""
    return f"v{version}"


def section(changelog: str, version: str) -> Section:
    """Return the section of a version."""
    headings = list(_HEADING.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["version"] == version:
            text = changelog[heading.end() : following.start() if following else len(changelog)].strip()
            if not text:
                raise ReleaseError(f"CHANGELOG.md says nothing about {version}. Write what users can do now.")
            date = heading["date"] or ""
            return Section(version, date if _DATE.fullmatch(date) else "", text)
    raise ReleaseError(f'CHANGELOG.md has no section "## [{version}] - YYYY-MM-DD". Write it.')


def problems(state: State, entry: Section) -> list[str]:
    """Return why this tree cannot be released, one sentence each."""
    found = []
    if state.branch != BRANCH:
        found.append(f"Releases are made on {BRANCH}, and this is {state.branch}. Switch the branch.")
    if state.changed:
        found.append(f"The tree has changes that are not committed: {', '.join(state.changed)}. Commit or remove them.")
    if tag_of(entry.version) in state.tags:
        found.append(f"{tag_of(entry.version)} is tagged already. Set the next version in {VERSION_FILE}.")
    if not entry.date:
        found.append(f'CHANGELOG.md has no date for {entry.version}. Write "## [{entry.version}] - YYYY-MM-DD".')
    return found


def notes(entry: Section) -> str:
    """Return the release notes: the section, one line for each paragraph, and relative links as file names.

    GitHub breaks the lines of release notes where the text does, and cannot follow links into the tree.
    """
    lines: list[str] = []
    for line in _LINK.sub(_without_relative_link, entry.text).splitlines():
        goes_on = lines and lines[-1] and line.strip() and not _ITEM.match(line) and not lines[-1].startswith("#")
        if goes_on:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _without_relative_link(link: re.Match[str]) -> str:
    text, target = link.groups()
    return link[0] if "://" in target else f"{text} (`{target.partition('#')[0]}`)"


# ---- what is built --------------------------------------------------------------------------------------------------


def build(source: Path, folder: Path, *kinds: str, epoch: str = "") -> list[Path]:
    """Build "wheel" or "sdist" from a tree, offline, into a folder; equal sources give equal bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    _run(
        [*command, *(f"--{kind}" for kind in kinds), str(source)], folder, {"SOURCE_DATE_EPOCH": epoch} if epoch else {}
    )
    return sorted(folder.iterdir())


def build_twice(source: Path, folder: Path, epoch: str = "") -> Built:
    """Build wheel and sdist twice; ReleaseError if the bytes differ."""
    with tempfile.TemporaryDirectory(prefix="deadfall-release-") as scratch:
        first = build(source, folder, "wheel", "sdist", epoch=epoch)
        second = build(source, Path(scratch), "wheel", "sdist", epoch=epoch)
        for one, other in zip(first, second, strict=True):
            must_be_equal(one, other, "a second build")
    (sdist,) = (path for path in first if path.name.endswith(".tar.gz"))
    (wheel,) = (path for path in first if path.suffix == ".whl")
    return Built(wheel, sdist)


def check_sdist(built: Built, epoch: str = "") -> None:
    """Build the wheel from the sdist; ReleaseError if it is not the same wheel."""
    with tempfile.TemporaryDirectory(prefix="deadfall-release-") as scratch:
        _run(["tar", "-xf", str(built.sdist)], Path(scratch))
        (tree,) = Path(scratch).iterdir()
        (wheel,) = build(tree, Path(scratch) / "from-sdist", "wheel", epoch=epoch)
        must_be_equal(built.wheel, wheel, "the build from the sdist")


def must_be_equal(one: Path, other: Path, what: str) -> None:
    """Raise ReleaseError if two files differ."""
    if (one.name, one.read_bytes()) != (other.name, other.read_bytes()):
        raise ReleaseError(f"{one.name} and {other.name} of {what} differ. Compare them with diffoscope.")


def check_installed(wheel: Path, version: str) -> None:
    """Install the wheel with its dependencies into an empty venv and run it; ReleaseError if it does not work."""
    with tempfile.TemporaryDirectory(prefix="deadfall-release-") as scratch:
        place = Path(scratch) / "venv"
        venv.create(place, with_pip=True)
        _run([str(place / "bin/python"), "-m", "pip", "install", "--quiet", str(wheel)], Path(scratch))
        deadfall = str(place / "bin/deadfall")
        if (told := _run([deadfall, "--version"], Path(scratch)).strip()) != f"deadfall {version}":
            raise ReleaseError(f"The installed command says that it is {told}. Look into {VERSION_FILE}.")
        for words in (["--help"], ["catalogue", "show", "loot"], ["board", "doctor", "--help"]):
            _run([deadfall, *words], Path(scratch))


# ---- what a release does, in this order -----------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="scripts/release.py", description="Check, build and tag a release.")
    parser.add_argument("--dry-run", action="store_true", help="do everything but the tag; problems do not stop it")
    parser.add_argument("--no-check", action="store_true", help="leave out `make check`; only in a dry run")
    args = parser.parse_args(arguments)
    if args.no_check and not args.dry_run:
        parser.error("--no-check goes with --dry-run only")
    try:
        release(ROOT, dry_run=args.dry_run, with_check=not args.no_check)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def release(root: Path, *, dry_run: bool, with_check: bool) -> None:
    """Make the release of the tree at ``root``."""
    version = version_in((root / VERSION_FILE).read_text(encoding="utf-8"))
    entry = section((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    for problem in problems(state_of(root), entry):
        if not dry_run:
            raise ReleaseError(problem)
        _say(f"would stop here: {problem}")
    if with_check:
        _say("make check")
        if subprocess.run(["make", "check"], cwd=root, check=False).returncode:
            raise ReleaseError("`make check` failed. Correct what it reports.")
    build_and_try(root, version)
    written = root / "dist" / NOTES
    written.write_text(notes(entry), encoding="utf-8")
    tag = tag_of(version)
    if dry_run:
        _say(f"everything is in dist/; a dry run does not tag {tag}")
        return
    _run(["git", "tag", "--annotate", tag, "--file", str(written), "--cleanup=verbatim"], root)
    _say(f"{tag} is tagged. Publish it: git push origin {BRANCH} {tag}, then upload dist/ with {NOTES}.")


def build_and_try(root: Path, version: str) -> None:
    """Build the files of a release into dist/, and check that they can be built again, installed and run."""
    shutil.rmtree(root / "dist", ignore_errors=True)
    epoch = _run(["git", "log", "-1", "--format=%ct"], root).strip()
    _say("build wheel and sdist twice")
    built = build_twice(root, root / "dist", epoch)
    _say("build the wheel from the sdist")
    check_sdist(built, epoch)
    _say("install the wheel in an empty venv")
    check_installed(built.wheel, version)


def state_of(root: Path) -> State:
    """Return what git knows of a working tree."""
    changed = _run(["git", "status", "--porcelain"], root).splitlines()
    return State(
        _run(["git", "branch", "--show-current"], root).strip() or "no branch",
        [line[3:] for line in changed],
        _run(["git", "tag", "--list"], root).split(),
    )


def _say(text: str) -> None:
    print(f"release: {text}", flush=True)


def _run(command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None) -> str:
    """Run a command without the tree on any path, and return what it printed; ReleaseError if it fails."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COVERAGE"))}
    ended = subprocess.run(
        command, cwd=folder, env={**inherited, **(extra or {})}, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise ReleaseError(f"`{' '.join(command)}` failed:\n{ended.stdout}{ended.stderr}".rstrip())
    return ended.stdout


if __name__ == "__main__":
    sys.exit(main())
