"""The command line itself: help on every level, exit codes, errors as sentences."""

import argparse
import signal
import subprocess
import sys

import pytest

from hardware.twin.client import TwinControl
from host import __version__
from host.cli import main
from host.cli.main import make_parser


def parsers(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every path of command words, groups included."""
    found = [words]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                found += parsers(child, (*words, name))
    return found


EVERY_COMMAND = parsers(make_parser())


def test_there_are_commands_on_two_levels():
    assert {("board",), ("board", "monitor"), ("board", "list"), ("board", "doctor")} <= set(EVERY_COMMAND)


@pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
def test_every_command_helps_with_examples(words, capsys):
    assert main([*words, "--help"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: {' '.join(('deadfall', *words))}")
    assert f"\n  {' '.join(('deadfall', *words))}" in printed.partition("\nexamples:")[2]


@pytest.mark.parametrize("words", [(), ("board",)], ids=["deadfall", "deadfall board"])
def test_a_group_alone_prints_its_help(words, capsys):
    assert main([*words]) == 0
    alone = capsys.readouterr().out
    main([*words, "--help"])
    assert alone == capsys.readouterr().out


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"deadfall {__version__}\n"


@pytest.mark.parametrize("words", [["bored"], ["board", "monitor", "--runtime", "lua"], ["--log-level", "loud"]])
def test_words_that_make_no_sense_are_a_usage_error(words, capsys):
    assert main(words) == 2
    assert "error:" in capsys.readouterr().err


def test_what_fails_says_so_in_a_sentence_without_a_traceback(capsys):
    assert main(["board", "monitor", "--profile", "gird"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("deadfall: There is no profile called 'gird'. Did you mean 'grid'?")
    assert "Traceback" not in printed.err


def test_debug_shows_the_traceback(capsys):
    assert main(["--log-level", "debug", "board", "monitor", "--profile", "gird"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_unforeseen_error_is_a_sentence_too(capsys, monkeypatch):
    def fail(args):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("host.cli.board.listing.run", fail)
    assert main(["board", "list"]) == 1
    assert capsys.readouterr().err.startswith("deadfall: Something went wrong that should not have (ZeroDivisionError")


def deadfall(*words: str, **options) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "import sys; from host.cli import main; sys.exit(main())", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def test_ctrl_c_ends_a_command_with_130(capsys, monkeypatch):
    def interrupted(args):
        signal.raise_signal(signal.SIGINT)

    # A shell that runs the tests in the background has Ctrl-C ignored
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    monkeypatch.setattr("host.cli.board.listing.run", interrupted)
    try:
        assert main(["board", "list"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == ""


def test_ctrl_c_before_a_command_runs_ends_with_130(capsys, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["host.cli.main"], "make_parser", interrupted)
    assert main(["board", "list"]) == 130
    assert capsys.readouterr().err == ""


def test_what_ctrl_c_breaks_on_its_way_is_no_failure(capsys, monkeypatch):
    def fail(args):
        try:
            raise KeyboardInterrupt
        finally:
            raise ValueError("cannot roll back")

    monkeypatch.setattr("host.cli.board.listing.run", fail)
    assert main(["board", "list"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_leaves_is_no_crash():
    process = deadfall("board", "doctor")
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1


def test_the_twin_ends_cleanly_on_ctrl_c(tmp_path):
    process = deadfall("board", "twin", "--link", str(tmp_path / "port"))
    lines = [process.stdout.readline() for _ in range(3)]
    assert lines[1].split() == ["port", str(tmp_path / "port")]
    assert lines[2].split()[0] == "control"
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate()
    assert (process.returncode, errors) == (130, "")
    assert rest.endswith("The board has ended.\n")
    assert not (tmp_path / "port").is_symlink()


@pytest.mark.parametrize("option", ["--link", "--control"])
def test_the_twin_does_not_replace_a_file_of_yours(option, tmp_path, capsys):
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work")
    assert main(["board", "twin", option, str(mine)]) == 1
    assert mine.read_text() == "years of work"
    assert f"Choose another name for {option}." in capsys.readouterr().err


def test_the_control_channel_can_have_a_name(tmp_path):
    name = tmp_path / "control"
    process = deadfall("board", "twin", "--control", str(name))
    assert [process.stdout.readline() for _ in range(3)][2].split() == ["control", str(name)]
    with TwinControl(str(name)) as control:
        control.say("put base A on tile 12")
        assert control.objects()[0]["object"] == "A"
        control.quit()
    assert process.communicate()[1] == ""
    assert process.returncode == 0
    assert not name.is_symlink()


@pytest.mark.parametrize(
    "words",
    [
        ["soak", "link", "--events", "abc"],
        ["soak", "link", "--events", "0"],
        ["soak", "link", "--seed", "abc"],
        ["soak", "engines", "--games", "1.5"],
        ["soak", "engines", "--processes", ""],
        ["bench", "link", "--samples", "many"],
        ["bench", "firmware", "--ticks", "1e3"],
        ["board", "twin", "--seed", "abc"],
    ],
    ids=" ".join,
)
def test_a_number_that_is_none_is_a_sentence(words, capsys):
    assert main(words) == 2
    error = capsys.readouterr().err
    assert "must be a whole number" in error
    assert error.endswith(f"not {words[-1]!r}.\n")
