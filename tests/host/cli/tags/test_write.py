"""`deadfall tags write` at a board."""

import pytest

from hardware.twin.client import RunningTwin
from host.cli import main


def run(*words: str) -> int:
    return main(["tags", "write", *words])


def test_a_card_is_written(pocket: RunningTwin, capsys: pytest.CaptureFixture[str]) -> None:
    pocket.control.put_card("#1", "play")
    link = "https://example.org/rules"
    assert run("blue.gun-3", "--link", link, "--port", pocket.port) == 0
    assert capsys.readouterr().out == "Put blue.gun-3 on the pad play.\nblue.gun-3 is written and checked.\n"
    main(["tags", "read", "--port", pocket.port])
    assert "This tag says: blue.gun-3." in capsys.readouterr().out


def test_what_a_tag_holds_is_replaced_only_if_wished(pocket: RunningTwin, capsys: pytest.CaptureFixture[str]) -> None:
    pocket.control.put_card("red.hub-2", "play")
    assert run("blue.gun-3", "--overwrite", "--port", pocket.port) == 0
    assert "blue.gun-3 is written and checked." in capsys.readouterr().out


def test_another_card_is_left_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from host.cli.tags.options import opened_pad

    monkeypatch.setattr("host.cli.tags.write.opened_pad", lambda args: opened_pad(args, ["red.hub-2"]))
    assert run("blue.gun-3", "--port", "twin") == 130
    assert "This tag says: red.hub-2. If you want to replace that, add --overwrite." in capsys.readouterr().out


@pytest.mark.parametrize("words", [("Gun 3",), ("x" * 25,), ("gun-3", "--link", "https://example.org/" + "x" * 300)])
def test_what_no_tag_can_hold_is_refused_before_a_board_is_asked(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 1
    assert capsys.readouterr().err.startswith("deadfall: ")
