"""What the doctor finds on real ports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import wire
from hardware import board_files, profiles
from host.cli import main
from host.cli.board.session import answer, session, wait_for
from host.cli.doctor.finding import Level
from host.cli.doctor.port import check_modem_manager, check_port, denied
from host.cli.doctor.udev import rule

HOLD = "import serial, sys; port = serial.Serial(sys.argv[1]); print('open', flush=True); sys.stdin.read()"


def find(port):
    return list(check_port(port))


def problems(port):
    return [finding for finding in find(port) if finding.level is Level.PROBLEM]


def text(finding):
    return "\n".join((finding.sentence, *finding.cure))


def test_a_twin_is_well(twin):
    findings = find(twin.port)
    assert {finding.level for finding in findings} <= {Level.OK, Level.INFO}
    sentences = " ".join(finding.sentence for finding in findings)
    assert f"{twin.port} leads to board " in sentences
    assert "It serves the profile grid" in sentences
    assert "The link answers in " in sentences


def test_no_port(tmp_path):
    (finding,) = problems(str(tmp_path / "ttyACM7"))
    assert finding.sentence == f"There is no port {tmp_path}/ttyACM7."
    assert "deadfall board list" in text(finding)


def test_a_busy_port_names_who_has_it(twin):
    command = [sys.executable, "-c", HOLD, twin.port]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as rival:
        assert rival.stdout.readline() == b"open\n"
        (finding,) = find(twin.port)
        rival.stdin.close()
    assert finding.level is Level.PROBLEM
    assert f"(process {rival.pid}) has it open" in finding.sentence
    assert f"kill {rival.pid}" in text(finding)


def test_a_prompt_instead_of_the_firmware(twin):
    with session(twin.port) as driver:
        answer(driver.ask_reboot(wire.REBOOT_REPL))
    assert wait_for(lambda: twin.control.stats()["state"] == "repl", 10), "it answers first"
    (finding,) = find(twin.port)
    assert finding.level is Level.PROBLEM
    assert "MicroPython prompt (REPL) instead of the table's firmware" in finding.sentence
    assert "reset button" in text(finding)
    board = f"mpremote connect {twin.port}"
    assert [line for line in finding.cure if line.startswith(("make", "python", "mpremote"))] == [
        "make firmware",
        "python -m pip install mpremote",
        f"{board} rm -r :firmware",  # sources there would be taken instead of the bytecode
        f"{board} cp -r build/board/firmware :",
        f"{board} cp build/board/boot.py build/board/main.py : + reset",
    ]


def test_the_advice_copies_what_make_firmware_writes(tmp_path):
    board_files.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"firmware", "boot.py", "main.py"}
    assert {path.suffix for path in (tmp_path / "firmware").rglob("*.*")} == {".mpy"}


@pytest.mark.parametrize(
    ("proto", "spoken", "remedy"), [((2, 3), "2 to 3", "this computer"), ((0, 0), "0", "firmware")]
)
def test_a_wrong_version_names_both(scripted, proto, spoken, remedy):
    (finding,) = find(scripted(proto=proto).port)
    assert finding.level is Level.PROBLEM
    assert (
        f"speaks version {spoken} of the wire protocol, this Deadfall speaks version {wire.PROTO}" in finding.sentence
    )
    assert remedy in finding.sentence


def test_nobody_answers(silent_port):
    (finding,) = find(silent_port)
    assert finding.level is Level.PROBLEM
    assert "nothing there answers" in finding.sentence


def test_safe_mode(scripted):
    board = scripted()
    board.board.flags = wire.FLAG_SAFE
    (finding,) = problems(board.port)
    assert finding.sentence.startswith("The board is in safe mode")
    assert f"deadfall board reboot {board.port}" in text(finding)


def test_a_crash_record_is_shown(scripted):
    board = scripted()
    board.board.flags = wire.FLAG_FAULT
    board.board.fault = b"Traceback:\n  File app.py\nValueError: \x1b[31mred"
    (finding,) = [finding for finding in find(board.port) if "has crashed" in finding.sentence]
    assert "ValueError: �[31mred" in text(finding)
    assert f"deadfall board doctor {board.port} --forget" in text(finding)


def test_a_real_crash_is_found_and_forgotten(twin, capsys):
    twin.control.crash()
    with session(twin.port, 10):
        pass
    assert main(["board", "doctor", twin.port, "--forget"]) == 0
    assert "RuntimeError: injected" in capsys.readouterr().out
    assert main(["board", "doctor", twin.port]) == 0
    assert "injected" not in capsys.readouterr().out


def test_a_board_that_answers_but_does_not_greet(scripted):
    board = scripted()
    board.board._hello = lambda *_: None

    (finding,) = problems(board.port)
    assert "no session with it holds" in finding.sentence


def test_a_board_with_another_wiring_is_told_how_to_mend_it(scripted):
    board = scripted(caps={**profiles.load("grid").board_config(), "tiles": 24, "buttons": 1, "lights": 1})
    (finding,) = [finding for finding in find(board.port) if finding.level is Level.WARNING]
    assert finding.sentence == (
        "The board serves grid, but not as this Deadfall knows that profile: tiles is 24 instead of 99; "
        "lights is 1 instead of 128."
    )
    assert finding.cure == (f"deadfall board config {board.port} --profile grid --reboot",)


def test_a_state_that_contradicts_the_board_is_a_problem(scripted, capsys):
    board = scripted(caps={"profile": "scripted", "tiles": 23, "buttons": 1})
    assert main(["board", "doctor", "--port", board.port]) == 1
    printed = capsys.readouterr().out
    assert "describes itself with 23 tiles, 1 byte of buttons and 0 pads" in printed
    assert "All is well" not in printed


def test_a_board_that_cannot_describe_itself_is_named_for_that_alone(scripted):
    (finding,) = problems(scripted(caps={"profile": "x" * 9000, "tiles": 24}).port)
    assert finding.sentence.startswith("The board describes itself in 9,")
    assert "no session" not in finding.sentence


def test_a_board_whose_heartbeat_contradicts_it_is_named_for_that(scripted):
    board = scripted()
    honest = board.board.send

    def send(kind, sid, rid, payload):
        return honest(kind, sid, rid, payload[:8] + bytes(8) + payload[16:] if kind == wire.PONG else payload)

    board.board.send = send
    (finding,) = problems(board.port)
    assert "that cannot be" in finding.sentence


def test_a_warning_is_not_passed_over(scripted, capsys):
    assert main(["board", "doctor", scripted(caps={"tiles": 24, "buttons": 1}).port]) == 0
    assert capsys.readouterr().out.endswith("Nothing stops the table, but the lines marked WARN may hurt one day.\n")


def test_safe_mode_is_not_called_a_wrong_profile(scripted):
    board = scripted(
        tiles=0, buttons=0, caps={**profiles.load("grid").board_config(), "tiles": 0, "buttons": 0, "pads": 0}
    )
    board.board.flags = wire.FLAG_SAFE
    assert "knows that profile" not in " ".join(finding.sentence for finding in find(board.port))


def test_permission_denied_comes_with_the_rule(silent_port):
    finding = denied(silent_port, 0x0403)
    assert finding.level is Level.PROBLEM
    assert rule(0x0403) in text(finding)
    assert 'ATTRS{idVendor}=="0403"' in text(finding)
    assert "sudo udevadm control --reload" in text(finding)
    group = Path(silent_port).group()
    assert (f"sudo usermod -aG {group} $USER" in text(finding)) == (group != "root")


def test_modem_manager_is_no_finding_where_it_does_not_run(monkeypatch):
    monkeypatch.setattr("host.cli.doctor.port.running", lambda name: None)
    assert list(check_modem_manager({0x2E8A})) == []


def test_modem_manager_is_a_warning_with_its_cure(monkeypatch):
    monkeypatch.setattr("host.cli.doctor.port.running", lambda name: 99)
    monkeypatch.setattr("host.cli.doctor.port.tells_modem_manager", lambda vendor: False)
    (finding,) = check_modem_manager({0x2E8A})
    assert finding.level is Level.WARNING
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text(finding)


def test_forgetting_on_a_bad_port_is_a_finding_in_the_json_too(tmp_path, capsys):
    assert main(["board", "doctor", str(tmp_path / "nothing"), "--forget", "--json"]) == 1
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["ok"] is False
    assert "could not be told to forget" in told["findings"][-1]["sentence"]


def test_with_json_nothing_else_is_printed(twin, capsys):
    assert main(["board", "doctor", twin.port, "--forget", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["findings"][-1]["sentence"] == "The board has forgotten its crash record."
