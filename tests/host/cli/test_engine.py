"""``deadfall engine``: lines in, lines out, whatever the lines are."""

import io
import json
import os
import subprocess
import sys
import tracemalloc
from typing import Any

import pytest

import engines
from engines.core.protocol import Session
from host.cli import main
from host.cli.engine import MAX_LINE, converse, lines

COMMAND = [sys.executable, "-c", "import sys; from host.cli import main; sys.exit(main())", "engine", "armada"]
NEW = b'{"request": "new", "seed": 7}\n'
WAITING = b'{"request": "waiting", "id": 1}\n'


def talk(text: bytes) -> list[dict[str, Any]]:
    """The replies to what is said, in this process."""
    sink = io.BytesIO()
    converse(Session(engines.load("armada")), io.BytesIO(text), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def run(text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(COMMAND, input=text, capture_output=True, check=False, timeout=200)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "The line is no JSON: Expecting value at character 1."),
        (b"hello", "The line is no JSON: Expecting value at character 1."),
        (b'{"request": "new", "seed"', "The line is no JSON: Expecting ':' delimiter at character 26."),
        (b'{"request": "\xff\xfe"}', "The line is not UTF-8; send JSON in UTF-8."),
        (b'{"request": "new", "seed": NaN}', "The line has a number that is too long, or one that JSON does not have"),
        (b'{"request": "new", "seed": -Infinity}', "The line has a number that is too long, or one that JSON does not"),
        (b'{"request": "new", "seed": ' + b"9" * 10_000 + b"}", "The line has a number that is too long"),
        (b'{"request": "new", "seed": 1e999}', '"seed" must be a whole number'),
        (b"[" * 400_000, "The line is nested too deeply."),
        (b"[" * 400_000 + b"]" * 400_000, "The line is nested too deeply."),
        (b'{"request": "\\ud800"}', 'There is no request "\ud800"'),
        (b'"' + b"x" * MAX_LINE, "The line has more than 1000000 bytes; send less at once."),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_a_bad_line_is_answered_and_the_play_goes_on(line: bytes, sentence: str) -> None:
    begun, answer, still = talk(NEW + line + b"\n" + WAITING)
    assert not answer["ok"]
    assert answer["error"].startswith(sentence)
    assert still["waiting"] == begun["waiting"]


def test_windows_lines_and_a_byte_order_mark_are_welcome() -> None:
    assert [reply["ok"] for reply in talk(b"\xef\xbb\xbf" + NEW.replace(b"\n", b"\r\n") + WAITING)] == [True, True]


def test_the_last_line_needs_no_end() -> None:
    assert talk(NEW + WAITING.rstrip())[1]["id"] == 1


def test_the_longest_line_is_read_and_one_byte_more_is_not() -> None:
    fitting = NEW.rstrip().ljust(MAX_LINE - 1) + b"\n"
    assert [reply["ok"] for reply in talk(fitting + b" " + fitting + WAITING)] == [True, False, True]


class Endless(io.RawIOBase):
    """Ten million bytes without a line break, then one request; nothing of it lies in memory."""

    def __init__(self) -> None:
        self.left = 10_000_000

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.left > 0:
            count = min(len(buffer), self.left)
            buffer[:count] = b"x" * count
            self.left -= count
            return count
        if self.left == 0:
            self.left = -1
            buffer[: len(NEW) + 1] = b"\n" + NEW
            return len(NEW) + 1
        return 0


def test_a_line_of_ten_megabytes_is_not_kept() -> None:
    tracemalloc.start()
    found = list(lines(io.BufferedReader(Endless())))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == [None, NEW]
    assert most < 4 * MAX_LINE


def test_each_reply_is_there_before_the_next_request() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(NEW)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(timeout=200) == 0


def test_the_end_of_the_input_is_a_good_end() -> None:
    done = run(NEW + b"garbage\n")
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, b"", 2)


def test_quit_ends_it_whatever_follows() -> None:
    done = run(b'{"request": "quit", "id": 9}\n' + NEW)
    assert (done.returncode, done.stdout) == (0, b'{"id": 9, "ok": true}\n')


def test_ten_megabytes_do_not_end_the_process() -> None:
    done = run(NEW + b"x" * 10_000_000 + b"\n" + WAITING)
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_person_at_a_terminal_gets_a_hint_on_stderr() -> None:
    master, slave = os.openpty()
    with subprocess.Popen(COMMAND, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(slave)
        os.write(master, b'{"request": "quit"}\n')
        printed, hint = process.communicate(timeout=200)
        os.close(master)
    assert printed == b'{"ok": true}\n'
    assert b'{"request": "new", "seed": 7}' in hint


def test_an_unknown_game_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "chess"]) == 2
    assert "armada" in capsys.readouterr().err
