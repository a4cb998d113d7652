"""Who else uses a port."""

import os
import subprocess
import sys

from host.cli.doctor.processes import holders, running


def test_a_running_program_is_found_by_its_name(tmp_path):
    for pid, name in ((1, "init"), (42, "ModemManager")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "comm").write_text(f"{name}\n")
    (tmp_path / "self").mkdir()
    assert running("ModemManager", tmp_path) == 42
    assert running("minicom", tmp_path) is None


def test_where_there_is_no_proc_nobody_is_found(tmp_path):
    assert running("init", tmp_path / "nothing") is None
    assert holders(os.devnull, tmp_path / "nothing") == []


def test_we_ourselves_are_no_rival(silent_port):
    assert holders(silent_port) == []


def test_another_process_is_told_by_number_and_name(silent_port):
    command = [
        sys.executable,
        "-c",
        "import sys; f = open(sys.argv[1]); print(flush=True); sys.stdin.read()",
        silent_port,
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as rival:
        rival.stdout.readline()
        (holder,) = holders(silent_port)
        rival.stdin.close()
    assert holder.pid == rival.pid
    assert holder.name.startswith("python")


def test_who_plays_the_board_is_no_rival(twin):
    assert holders(twin.port) == []
