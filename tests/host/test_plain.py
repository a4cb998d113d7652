"""The gate for texts of strangers: whatever goes through it leaves a terminal alone."""

import logging
import sqlite3
from pathlib import Path

import pytest

from hardware.profiles import ProfileError, load
from host.cli.doctor.finding import info, ok, problem, warning
from host.cli.errors import CommandError
from host.cli.headless import _say
from host.cli.main import _log_plainly, main
from host.cli.monitor.canvas import Canvas
from host.cli.table import table
from host.ledger import Ledger, LedgerError
from host.plain import plain, plain_lines
from host.tags.errors import DeckError

STEERING = [
    chr(code) for code in (*range(32), *range(0x7F, 0xA0), 0x200B, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
]
NASTY = "a\x1b[2J\x07\u202eb\x9b31m\u2066\rc"


@pytest.mark.parametrize("sign", STEERING, ids=ascii)
def test_no_sign_that_steers_passes(sign):
    assert plain(f"a{sign}b") == "a�b"
    assert plain_lines(f"a{sign}b") == ("a\nb" if sign == "\n" else "a�b")


def test_text_of_people_passes():
    text = "Käse 猫 – «ß» 👍 №7 …"
    assert plain(text) == plain_lines(text) == text


@pytest.mark.parametrize("make", [ok, info, warning, problem])
def test_findings_of_the_doctor_are_plain(make):
    finding = make(NASTY, *(NASTY,) * (make is not ok))
    assert all(text.isprintable() for text in (finding.sentence, *finding.cure))


@pytest.mark.parametrize("error", [CommandError, LedgerError, DeckError])
def test_errors_are_plain(error):
    assert str(error(NASTY)).isprintable()


def test_tables_and_the_picture_of_the_monitor_are_plain():
    canvas = Canvas(20, 1)
    canvas.put(0, 0, NASTY)
    assert all(line.isprintable() for line in (*canvas.text(), *table(("a",), [(NASTY,)]).splitlines()))


def test_names_of_files_and_keys_of_toml_are_plain_on_the_console(tmp_path, capsys):
    file = tmp_path / "b\x1b[2J\u202e.toml"
    file.write_text('extends = "grid"\n"k\\u001b[2J\\u202e" = 1\n', encoding="utf-8")
    assert main(["board", "config", "/dev/null", "--profile", str(file)]) == 1
    said = capsys.readouterr().err
    assert "�" in said
    assert said.rstrip("\n").isprintable()
    with pytest.raises(ProfileError):
        load(file)


def test_an_error_of_sqlite_is_plain(tmp_path):
    path: Path = tmp_path / "a\x07\x1b.ledger"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE x (y)")
    with pytest.raises(LedgerError) as caught:
        Ledger.open(path)
    assert str(caught.value).isprintable()


def test_what_is_logged_is_plain(monkeypatch, capsys):
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    _log_plainly("WARNING")
    logging.getLogger("host").warning("Port %s is gone", NASTY)
    said = capsys.readouterr().err
    assert said.rstrip("\n").isprintable()
    assert "is gone" in said


def test_lines_of_a_game_are_plain_on_the_console(capsys):
    _say(f"!! {NASTY}\nnext")
    first, second = capsys.readouterr().out.splitlines()
    assert first.isprintable()
    assert second == "next"
