"""`deadfall tags read` at a board."""

import pytest

from hardware.twin.client import RunningTwin
from host.cli import main


def test_a_card_that_lies_there_is_told(pocket: RunningTwin, capsys: pytest.CaptureFixture[str]) -> None:
    pocket.control.put_card("blue.gun-3", "play")
    assert main(["tags", "read", "--port", pocket.port]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "Put a card on the pad play."
    assert second.endswith(": NTAG213, room for 144 bytes. This tag says: blue.gun-3.")


def test_its_pages_are_shown_if_wished(pocket: RunningTwin, capsys: pytest.CaptureFixture[str]) -> None:
    pocket.control.put_card("#1", "play")
    assert main(["tags", "read", "--pages", "--port", pocket.port]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith("This tag is blank.")
    assert "    3  e1 10 12 00  ...." in lines
    assert "    5  34 03 00 fe  4..." in lines
