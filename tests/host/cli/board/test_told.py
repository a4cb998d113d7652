"""A board names a profile, never a file."""

import argparse

import pytest

from hardware import profiles
from host.cli import main
from host.cli.board.options import add_port
from host.cli.board.told import told_profile
from host.cli.errors import CommandError


@pytest.mark.parametrize("name", [name for name in profiles.names() if name != "none"])
def test_a_built_in_profile_is_taken(name):
    assert told_profile(name) is profiles.load(name)


@pytest.mark.parametrize("form", ["{}", "../{}", "./x/{}", "\\{}"])
def test_a_path_is_not_opened(tmp_path, monkeypatch, form):
    opened = []
    monkeypatch.setattr("hardware.profiles.loader.read", opened.append)
    with pytest.raises(CommandError, match="no built-in profile"):
        told_profile(form.format(tmp_path / "evil.toml"))
    assert opened == []


@pytest.mark.parametrize("name", ["", None, 7, [], "none"])
def test_a_board_that_names_none_is_told_what_to_do(name):
    with pytest.raises(CommandError, match="deadfall board config PORT"):
        told_profile(name)


def test_the_monitor_opens_no_file_that_a_board_names(scripted, capsys, tmp_path):
    secret = tmp_path / "secret.toml"
    secret.write_text("title = 3")
    board = scripted(caps={"profile": str(secret)[-60:], "tiles": 24, "buttons": 1, "lights": 255})
    assert main(["board", "monitor", "--port", board.port, "--once"]) == 1
    assert "which is no built-in profile" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "port"), [([], None), (["auto"], "auto"), (["--port", "auto"], "auto")])
def test_a_port_is_named_with_or_without_its_option(words, port):
    parser = argparse.ArgumentParser()
    add_port(parser, "needed")
    assert parser.parse_args(words).port == port


@pytest.mark.parametrize("command", ["config", "reboot"])
def test_a_command_that_needs_a_port_says_so(command, capsys):
    assert main(["board", command]) == 1
    assert "Name the board's port" in capsys.readouterr().err
