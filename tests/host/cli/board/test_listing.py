"""`deadfall board list`."""

import json

from host.cli import main
from host.cli.board.listing import row_of
from host.link import Candidate


def plugged_in(port):
    return Candidate(port, "e660", 0x2E8A, 0x0005, "Board in FS mode")


def test_without_a_board_it_says_what_to_try(monkeypatch, capsys):
    monkeypatch.setattr("host.link.candidates", list)
    assert main(["board", "list"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("No board is plugged in.")
    assert "deadfall board twin" in printed


def test_json_is_an_object_even_without_a_board(monkeypatch, capsys):
    monkeypatch.setattr("host.link.candidates", list)
    assert main(["board", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"boards": []}


def test_a_board_is_listed_with_all_that_is_known(twin, monkeypatch, capsys):
    monkeypatch.setattr("host.link.candidates", lambda: [plugged_in(twin.port)])
    assert main(["board", "list"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["PORT", "USB", "UID", "FIRMWARE", "PROFILE", "STATE"]
    assert row.startswith(f"{twin.port}  Board in FS mode  ")
    assert row.split()[-2:] == ["grid", "ready"]


def test_a_board_of_another_version_is_listed_with_its_sentence(scripted):
    row = row_of(plugged_in(scripted(proto=(7, 7)).port))
    assert row["state"] == "wrong version"
    assert "speaks version 7" in row["sentence"]


def test_a_port_where_nobody_answers_is_listed_as_such(silent_port):
    assert row_of(plugged_in(silent_port))["state"] == "no answer"


def test_a_port_that_has_gone_is_listed_as_such(tmp_path):
    assert row_of(plugged_in(str(tmp_path / "gone")))["state"] == "cannot be opened"
