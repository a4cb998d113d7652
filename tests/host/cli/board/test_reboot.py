"""`deadfall board reboot`."""

import pytest

from host.cli import main
from host.link import Problem, identify


def test_the_board_comes_back(twin, capsys):
    assert main(["board", "reboot", twin.port]) == 0
    assert capsys.readouterr().out == "It has started anew and serves grid.\n"
    assert twin.control.stats()["boots"] == 2


def test_safe_mode(twin, capsys):
    assert main(["board", "reboot", twin.port, "--to", "safe"]) == 0
    assert capsys.readouterr().out == "It has started anew in safe mode and serves grid.\n"
    assert main(["board", "doctor", twin.port]) == 1
    assert "The board is in safe mode" in capsys.readouterr().out


@pytest.mark.parametrize(("to", "state"), [("prompt", "repl"), ("loader", "loader")])
def test_where_the_firmware_can_be_replaced(twin, to, state, monkeypatch):
    assert main(["board", "reboot", twin.port, "--to", to]) == 0
    monkeypatch.setattr("host.link.greeting.PROBES", 3)  # nobody will answer, however long we wait
    assert isinstance(identify(twin.port), Problem)
    assert twin.control.stats()["state"] == state
