"""Where the user's files live."""

from pathlib import Path

from host.cli.places import ring_ledger


def test_xdg_state_home_is_respected(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert ring_ledger() == tmp_path / "state" / "deadfall" / "ring.ledger"
    assert ring_ledger().parent.is_dir()


def test_without_it_the_folder_is_under_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", "relative/path"):
        monkeypatch.setenv("XDG_STATE_HOME", value)
        assert ring_ledger() == Path(tmp_path, ".local", "state", "deadfall", "ring.ledger")
