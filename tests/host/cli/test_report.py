"""What benches and soaks print."""

import argparse
import io
import json
import re

import pytest

from host.cli.report import Progress, add_json, add_seed, emit, progress_line, settle_seed


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_seed(parser)
    add_json(parser)
    return parser.parse_args(words)


def test_json_is_one_object_in_one_line():
    out = io.StringIO()
    emit({"sent": 1000, "lost": 0, "by": {"drop": 3}}, as_json=True, stream=out)
    assert out.getvalue().count("\n") == 1
    assert json.loads(out.getvalue()) == {"sent": 1000, "lost": 0, "by": {"drop": 3}}


def test_people_get_a_line_for_each_name():
    out = io.StringIO()
    emit({"sent": 1_000_000, "rate": 12.5, "good": True}, as_json=False, stream=out)
    assert out.getvalue() == "sent  1,000,000\nrate  12.5\ngood  yes\n"


def test_a_given_seed_is_kept_and_printed(capsys):
    assert settle_seed(parse("--seed", "77")) == 77
    assert capsys.readouterr().out == "seed: 77\n"


def test_a_new_seed_is_printed_and_can_be_given_again(capsys):
    args = parse()
    seed = settle_seed(args)
    printed = capsys.readouterr().out
    assert printed == f"seed: {seed}\n"
    assert parse("--seed", str(args.seed)).seed == seed


@pytest.mark.parametrize("text", ["-1", "x", str(1 << 32)])
def test_other_seeds_are_refused(text, capsys):
    with pytest.raises(SystemExit):
        parse("--seed", text)
    assert "--seed" in capsys.readouterr().err


def test_nothing_is_drawn_where_there_is_no_terminal():
    out = io.StringIO()
    with Progress(10, "soak", stream=out) as progress:
        progress.update(5)
    assert out.getvalue() == ""


def test_a_terminal_gets_a_bar_that_is_wiped_at_the_end():
    out = Tty()
    with Progress(10, "soak", stream=out) as progress:
        progress.update(5, "all well")
        progress.update(6)  # too soon after the first to be drawn
    drawn = out.getvalue()
    assert re.search(r"^\r\x1b\[Ksoak .* 50 %  5 of 10 .*all well", drawn)
    assert "60 %" not in drawn
    assert drawn.endswith("\r\x1b[K")


def test_the_line_tells_the_time_that_is_left():
    assert progress_line("soak", 250, 1000, 10.0, "note").endswith("250 of 1,000  30 s left  note")
    assert progress_line("soak", 0, 1000, 0.0).endswith("0 of 1,000")


def test_without_a_total_only_the_count_is_shown():
    assert progress_line("bench", 1234, None, 5.0) == "bench  1,234  5 s"
