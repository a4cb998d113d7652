"""The release script: what it checks, what it writes, and that wheel and sdist can be built again byte for byte."""

import subprocess
from pathlib import Path

import pytest

from host import __version__
from scripts import release
from scripts.release import ReleaseError, Section, State

ROOT = Path(__file__).parents[2]
CHANGELOG = """# Changelog

## [Unreleased]

## [1.1.0] - 2031-02-03

One paragraph
of two lines.

### Players can now

- **Play**: see [Playing](docs/playing.md#begin), over
  two lines.
- Read [the standard](https://example.org/a).

## [1.0.0] - soon

- Old.
"""
READY = State("main", (), ("v1.0.0",))


def test_the_version_is_read_from_its_only_place() -> None:
    assert release.version_in((ROOT / release.VERSION_FILE).read_text(encoding="utf-8")) == __version__


@pytest.mark.parametrize("source", ["", '__version__ = "one"', '__version__ = "1.0.0"\n__version__ = "1.0.1"'])
def test_a_version_that_is_missing_or_senseless_stops_the_release(source: str) -> None:
    with pytest.raises(ReleaseError, match="one line such as"):
        release.version_in(source)


def test_the_section_of_a_version_ends_at_the_next_one() -> None:
    entry = release.section(CHANGELOG, "1.1.0")
    assert (entry.version, entry.date) == ("1.1.0", "2031-02-03")
    assert entry.text.startswith("One paragraph")
    assert entry.text.endswith("example.org/a).")


@pytest.mark.parametrize(("version", "sentence"), [("2.0.0", "has no section"), ("Unreleased", "says nothing")])
def test_a_section_that_is_missing_or_empty_stops_the_release(version: str, sentence: str) -> None:
    with pytest.raises(ReleaseError, match=sentence):
        release.section(CHANGELOG, version)


def test_a_word_is_no_date() -> None:
    assert release.section(CHANGELOG, "1.0.0").date == ""


def test_our_changelog_has_a_section_for_our_version() -> None:
    assert release.section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__).text


def test_a_tree_that_is_ready_has_no_problems() -> None:
    assert release.problems(READY, Section("1.1.0", "2031-02-03", "text")) == []


@pytest.mark.parametrize(
    ("state", "date", "sentence"),
    [
        (READY._replace(branch="idea"), "2031-02-03", "this is idea"),
        (READY._replace(changed=("a.py", "b.py")), "2031-02-03", "a.py, b.py"),
        (READY._replace(tags=("v1.1.0",)), "2031-02-03", "v1.1.0 is tagged already"),
        (READY, "", "no date for 1.1.0"),
    ],
)
def test_each_problem_is_named_in_a_sentence(state: State, date: str, sentence: str) -> None:
    (problem,) = release.problems(state, Section("1.1.0", date, "text"))
    assert sentence in problem
    assert problem.endswith(".")


def test_notes_have_a_line_for_each_paragraph_and_no_links_into_the_tree() -> None:
    assert release.notes(release.section(CHANGELOG, "1.1.0")).splitlines() == [
        "One paragraph of two lines.",
        "",
        "### Players can now",
        "",
        "- **Play**: see Playing (`docs/playing.md`), over two lines.",
        "- Read [the standard](https://example.org/a).",
    ]


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def test_the_state_of_a_tree_is_what_git_says(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    (tmp_path / "a.txt").write_text("a")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=First")
    git(tmp_path, "tag", "v1.0.0")
    assert release.state_of(tmp_path) == State("main", [], ["v1.0.0"])
    (tmp_path / "b.txt").write_text("b")
    git(tmp_path, "checkout", "--quiet", "--detach")
    assert release.state_of(tmp_path) == State("no branch", ["b.txt"], ["v1.0.0"])


def test_checks_can_be_left_out_of_a_dry_run_only(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        release.main(["--no-check"])
    assert "--dry-run" in capsys.readouterr().err


def test_builds_are_reproducible_and_the_sdist_builds_the_same_wheel(tmp_path: Path) -> None:
    built = release.build_twice(ROOT, tmp_path, epoch="1700000000")
    assert (built.wheel.name, built.sdist.name) == (
        f"deadfall-{__version__}-py3-none-any.whl",
        f"deadfall-{__version__}.tar.gz",
    )
    release.check_sdist(built, epoch="1700000000")


def test_a_file_that_differs_stops_the_release(tmp_path: Path) -> None:
    one, other = tmp_path / "a/x.whl", tmp_path / "b/x.whl"
    for path in (one, other):
        path.parent.mkdir()
        path.write_text(str(path))
    with pytest.raises(ReleaseError, match="differ"):
        release.must_be_equal(one, other, "a second build")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project on main that is ready for 1.1.0; building it is left out."""
    root = tmp_path / "project"
    (root / "host").mkdir(parents=True)
    (root / "dist").mkdir()
    (root / ".gitignore").write_text("/dist/\n")
    (root / release.VERSION_FILE).write_text('__version__ = "1.1.0"\n')
    (root / "CHANGELOG.md").write_text(CHANGELOG)
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "config", "user.name", "Somebody")
    git(root, "config", "user.email", "somebody@example.org")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=First")
    monkeypatch.setattr(release, "build_and_try", lambda root, version: None)
    return root


def test_a_release_tags_the_commit_with_its_notes(project: Path) -> None:
    release.release(project, dry_run=False, with_check=False)
    assert release.state_of(project) == State("main", [], ["v1.1.0"])
    told = subprocess.run(["git", "tag", "--list", "-n3"], cwd=project, capture_output=True, text=True, check=True)
    assert "One paragraph of two lines." in told.stdout
    with pytest.raises(ReleaseError, match="tagged already"):
        release.release(project, dry_run=False, with_check=False)


def test_a_dry_run_names_what_would_stop_it_and_tags_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "new.txt").write_text("new")
    release.release(project, dry_run=True, with_check=False)
    assert "would stop here: The tree has changes that are not committed: new.txt." in capsys.readouterr().out
    assert (project / "dist" / release.NOTES).read_text(encoding="utf-8").startswith("One paragraph of two lines.")
    assert release.state_of(project).tags == []


def test_a_release_stops_before_it_does_anything(project: Path) -> None:
    git(project, "checkout", "--quiet", "-b", "idea")
    with pytest.raises(ReleaseError, match="this is idea"):
        release.release(project, dry_run=False, with_check=False)
    assert list((project / "dist").iterdir()) == []
    assert release.state_of(project).tags == []
