"""`deadfall board config`: the round trip over the wire."""

import json

from hardware import profiles
from host.cli import main


def test_the_present_configuration_is_shown(twin, capsys):
    assert main(["board", "config", twin.port]) == 0
    assert json.loads(capsys.readouterr().out) == profiles.load("grid").board_config()


def test_a_profile_is_written_and_counts_after_the_restart(twin, capsys):
    assert main(["board", "config", twin.port, "--profile", "field"]) == 0
    assert "It counts from the board's next start on" in capsys.readouterr().out
    assert main(["board", "config", twin.port]) == 0
    assert json.loads(capsys.readouterr().out) == profiles.load("field").board_config()
    assert main(["board", "config", twin.port, "--profile", "pocket", "--reboot"]) == 0
    assert capsys.readouterr().out.endswith("It has started anew and serves pocket.\n")


def test_a_profile_that_does_not_exist_changes_nothing(twin, capsys):
    assert main(["board", "config", twin.port, "--profile", "feild"]) == 1
    assert "Did you mean 'field'?" in capsys.readouterr().err
    assert main(["board", "config", twin.port]) == 0
    assert json.loads(capsys.readouterr().out)["profile"] == "grid"


def test_a_port_that_does_not_exist_is_a_sentence(tmp_path, capsys):
    assert main(["board", "config", str(tmp_path / "gone")]) == 1
    assert capsys.readouterr().err.startswith(f"deadfall: There is no port {tmp_path}/gone.")
