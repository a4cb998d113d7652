"""The lock files pin everything by content and name no place to fetch it from."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON_LOCKS = ("requirements.lock", "typings.lock")
ADDRESS = re.compile(
    r"[a-z+]+://|\bfile:|registry *=|(--|-)(index|extra-index|find-links|i\b|f\b)|\s@\s", re.IGNORECASE
)


def requirements(lock: str) -> list[str]:
    """Each requirement of the lock with its hashes, on one line."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("name", [*PYTHON_LOCKS, "package.json", "package-lock.json", ".npmrc"])
def test_no_address_is_in(name: str) -> None:
    assert ADDRESS.findall((ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line", ["--index-url x", "-i x", "a @ b", "https://a", "git+ssh://a", "registry=x", "--find-links x"]
)
def test_an_address_would_be_found(line: str) -> None:
    assert ADDRESS.search(line)


@pytest.mark.parametrize("lock", PYTHON_LOCKS)
def test_every_requirement_is_exact_and_hashed(lock: str) -> None:
    lines = requirements(lock)
    assert lines
    loose = [line for line in lines if not re.match(r"[a-z0-9._-]+==\S+ ", line)]
    assert loose == []
    assert [line for line in lines if not re.search(r"--hash=sha256:[0-9a-f]{64}", line)] == []


def test_npm_packages_are_exact_and_have_integrity_but_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [name for name, entry in packages.items() if not entry["integrity"].startswith("sha512-")] == []
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
