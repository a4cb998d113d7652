"""The monitor end to end: a real twin, a real link, a real pseudo-terminal with keys and a screen."""

import os
import re
import signal
from pathlib import Path

import pytest

from host.cli import main
from host.ledger import Ledger
from tests.host.cli.fake_terminal import FakeTerminal

UP, RIGHT = b"\x1b[A", b"\x1b[C"


def monitor(*words, **options):
    return FakeTerminal("board", "monitor", "--empty", *words, **options)


def row(number):
    """A condition maker: the line of a map row matches a pattern."""

    def matches(pattern):
        return lambda screen: any(re.match(rf" {number:2}{pattern}", line) for line in screen.lines)

    return matches


def test_a_magnet_travels_from_the_key_to_the_ledger_and_its_light_back(tmp_path):
    with monitor("--ledger", str(tmp_path / "play.ledger"), COLORTERM="truecolor") as screen:
        screen.see("● live").see("serves profile grid").see(row(6)(r".*\[ · \]"))
        screen.type(b"\r")
        screen.see("e6: piece facing north").see(row(6)(r".*\[ ▲ \]"))
        screen.type(b"r")
        screen.see("e6: piece facing east").see(row(6)(r".*\[  ►\]"))
        # The scene answers in deep red, through the firmware and the model of the light chain.
        screen.see(lambda screen: re.search(r"48;2;1[2-9]\d;[3-5]\d;[2-4]\dm", screen.raw))
        screen.type(b"x")
        screen.see("e6: empty").see(row(6)(r".*\[ · \]"))
        screen.type(b"q")
        assert screen.wait() == 0
        assert screen.is_restored
    with Ledger.open(tmp_path / "play.ledger") as ledger:
        told = [fact.data[0] for fact in ledger.facts() if fact.kind == 2]
    assert (told[0], told[-1]) == (1, 0)
    assert 2 in told


def test_cursor_seats_buttons_and_help():
    with monitor() as screen:
        screen.see("serves profile grid")
        screen.type(UP + RIGHT + b"4")
        screen.see("f7: pawn")
        screen.type(b"y")
        screen.see("seat1: yes pressed").see("seat1: yes released")
        screen.type(b"s")
        screen.see(">seat2")
        screen.type(b"n")
        screen.see("seat2: no pressed")
        screen.type(b"?")
        screen.see("choose the next seat")
        screen.type(b"?")
        screen.see(lambda screen: "choose the next seat" not in screen.text)


def test_what_happens_while_the_cable_is_out_arrives_afterwards():
    with monitor() as screen:
        screen.see("serves profile grid")
        screen.type(b"u")
        screen.see("○ closed")
        screen.type(b"\r")
        screen.see("A base was put on e6.")
        assert "e6: piece" not in screen.text
        screen.type(b"u")
        screen.see("e6: piece facing north").see("● live").see("gaps 0")


def test_a_reboot_is_a_new_run_with_the_whole_state():
    with monitor() as screen:
        screen.see("serves profile grid")
        screen.type(b"\rb")
        screen.see(lambda screen: screen.text.count("connected, a new run") == 2)
        screen.see(row(6)(r".*\[ ▲ \]"))


def test_resizing_draws_the_large_map():
    with monitor() as screen:
        screen.see(row(6)(r".*\[ · \]"))
        screen.resize(140, 50)
        screen.see(lambda screen: screen.text.count("[") == 3)
        screen.resize(40, 10)
        screen.see("The window is 40×10.")


def test_ctrl_c_leaves_with_130_and_restores_the_terminal():
    with monitor() as screen:
        screen.see("● live")
        screen.type(b"\x03")
        assert screen.wait() == 130
        assert screen.is_restored


def test_being_ended_restores_the_terminal_too():
    with monitor() as screen:
        screen.see("● live")
        screen.process.send_signal(signal.SIGTERM)
        assert screen.wait() == 128 + signal.SIGTERM
        assert screen.is_restored


def test_closing_the_window_ends_it():
    with monitor() as screen:
        screen.see("● live")
        screen.close()
        assert screen.process.wait(30) == 128 + signal.SIGHUP


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to find the twin's process")
def test_a_twin_that_dies_is_a_sentence_on_a_restored_terminal():
    with monitor() as screen:
        screen.see("● live")
        pid = screen.process.pid
        (twin,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(int(twin), signal.SIGKILL)
        assert screen.wait() == 1
        assert screen.is_restored
        assert "deadfall: The simulated board has ended by itself." in screen.raw
        assert "Traceback" not in screen.raw


def test_no_colour_where_none_is_wanted():
    with monitor(NO_COLOR="1") as screen:
        screen.see("serves profile grid")
        assert not re.search(r"[34]8;[25];", screen.raw)


@pytest.mark.micropython
def test_the_real_interpreter_serves_as_well():
    with monitor("--runtime", "micropython") as screen:
        screen.see("twin on micropython").see("serves profile grid")
        screen.type(b"\r")
        screen.see("e6: piece facing north")


def test_without_a_terminal_one_picture_is_printed(capsys):
    assert main(["board", "monitor"]) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "● live" in printed
    assert re.search(r"^  7 .*▲ '.*►.*◉ '", printed, re.MULTILINE)  # the armed one breathes: lit or not


def test_a_board_at_a_port_is_watched_and_its_facts_go_to_the_ring(twin, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    twin.control.put("A", "base", "b2", facing="west")
    assert main(["board", "monitor", "--port", twin.port, "--once"]) == 0
    assert re.search(r"^  2  ·  ◄", capsys.readouterr().out, re.MULTILINE)
    with Ledger.open(tmp_path / "deadfall" / "ring.ledger") as ledger:
        assert list(ledger.boards().values()) == ["grid"]


def test_no_board_is_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("host.link.discovery.list_ports.comports", list)
    assert main(["board", "monitor", "--port", "auto"]) == 1
    assert capsys.readouterr().err.startswith("deadfall: No board is plugged in.")


def test_a_ledger_that_is_none_is_a_sentence(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("milk, eggs, " * 100)
    assert main(["board", "monitor", "--once", "--ledger", str(tmp_path / "notes.txt")]) == 1
    assert "is not a readable ledger" in capsys.readouterr().err


def test_a_ledger_that_a_person_names_is_not_cut_to_a_ring(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("host.ledger.RING", 3)
    assert main(["board", "monitor", "--once", "--ledger", str(tmp_path / "play.ledger")]) == 0
    with Ledger.open(tmp_path / "play.ledger") as ledger:
        assert ledger.counts()["facts"] > 3
