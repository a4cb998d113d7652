"""``deadfall ledger``: a ledger in words, as text, and back."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from firmware import wire
from hardware import profiles
from host.cli import main
from host.ledger import OVERFLOW, Batch, EntryRecord, Fact, Gap, Ledger
from tests.host.ledger.game import HEAD, answer, facts, play_armada, takeback

ENERGY = {"event": "EnergyChanged", "ship": "ship-2", "before": 2, "after": 1, "cause": "a shot hit", "rule": "R33"}
SECRET = {"event": "Bound", "card": "hub-9", "seen_by": ["red"], "cause": "drawn", "rule": "R11"}
TAG_UID = bytes.fromhex("04a1b2c3d4e5f6")
OBSERVED = {"observed": {"token": "red.token-3", "card": "hub-9", "seen_by": ["red"]}}


def fill(ledger):
    """Two answers and a secret; all but the first answer are taken back."""
    ledger.begin(HEAD)
    more = {"at": HEAD.created + 83_000, "fact": facts(ledger, 3)}
    shot = {"seat": 1, "by": "greedy", "confidence": 70, "why": "aimed", "candidates": ("shoot gun-1", "draw")}
    ledger.write(
        [
            answer("move ship-1 west", events=0, seat=0, why="a ship was moved", **more),
            EntryRecord(kind="answer", entry={"answer": {}}, text="shoot gun-1", events=[ENERGY], **shot, **more),
            EntryRecord(kind="observed", entry=OBSERVED, text="red.token-3 is hub-9", events=[SECRET], **more),
            takeback(1, **more),
        ]
    )


@pytest.fixture
def path(tmp_path):
    with Ledger.open(tmp_path / "game.ledger") as ledger:
        fill(ledger)
    return tmp_path / "game.ledger"


def run(*words):
    return main(["ledger", *map(str, words)])


# ---- show ----


def test_show_tells_what_was_understood_how_surely_and_what_came_of_it(path, capsys):
    assert run("show", path) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("armada on grid, begun 2023-11-1")
    assert "blue: person, red: greedy\n3 facts, 0 gaps, 0 inputs\n" in printed
    lines = printed.partition("\n\n")[2].splitlines()
    assert lines[0].split() == ["LINE", "TIME", "SEAT", "WHAT", "SURE", "WHY"]
    assert "0:01:23  blue" in lines[1]
    assert "move ship-1 west" in lines[1]
    assert "100 %  a ship was moved" in lines[1]
    assert "red (greedy)" in lines[2]
    assert "70 %   aimed (not: draw)" in lines[2]
    assert lines[3].strip() == "EnergyChanged: ship ship-2, before 2, after 1 (a shot hit, R33)"


def test_show_tells_what_was_lost_and_why(path, capsys):
    with Ledger.open(path) as ledger:
        ledger.commit(Batch("u", 9, 50, HEAD.created, (), (Gap(1, 44, OVERFLOW, HEAD.created + 65_000),)))
        ledger.commit(Batch("u", 10, 1, HEAD.created + 70_000))
    assert run("show", path) == 0
    printed = capsys.readouterr().out
    assert "gap at 0:01:05: 44 facts (1 to 44) lost, because the board ran out of room" in printed
    assert "gap at 0:01:10: the board started anew" in printed


def test_show_marks_what_was_taken_back(path, capsys):
    run("show", path)
    marked = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.endswith("(taken back)")]
    assert marked == ["2", "3"]


def test_show_does_not_tell_what_only_some_have_seen(path, capsys):
    run("show", path)
    printed = capsys.readouterr().out
    assert "hub-9" not in printed
    assert "a card, seen by some" in printed


def test_show_of_a_whole_game(tmp_path, capsys):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        play = play_armada(ledger, 30)
    assert run("show", tmp_path / "a") == 0
    printed = capsys.readouterr().out
    assert printed.count("ActionDone: ") == sum(type(event).__name__ == "ActionDone" for event in play.events)


def test_show_of_a_ledger_without_a_game(tmp_path, capsys):
    with Ledger.open(tmp_path / "a") as ledger:
        facts(ledger, 3)
    assert run("show", tmp_path / "a") == 0
    assert capsys.readouterr().out == "No game has begun in this ledger: 3 facts, 0 gaps, 0 inputs.\n"


def test_a_ledger_cannot_steer_the_terminal(tmp_path, capsys):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        ledger.write([answer("\x1b[2J", why="\x9b31m\r", events=0, by="\n", seat=5)])
    run("show", tmp_path / "a")
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.isprintable()
    assert "seat 6" in line


@pytest.mark.parametrize("command", ["show", "export"])
def test_a_ledger_that_is_not_there_is_not_made(command, tmp_path, capsys):
    assert run(command, tmp_path / "a") == 1
    assert capsys.readouterr().err == f"deadfall: There is no ledger {tmp_path / 'a'}. Check its name.\n"
    assert not (tmp_path / "a").exists()


# ---- export and import ----


def test_there_and_back(path, tmp_path, capsys):
    out, copy, again = tmp_path / "game.jsonl", tmp_path / "copy.ledger", tmp_path / "again.jsonl"
    assert run("export", path, "--all", "--out", out) == 0
    assert run("import", out, copy) == 0
    assert run("export", copy, "--all", "--out", again) == 0
    assert out.read_bytes() == again.read_bytes()
    count = out.read_bytes().count(b"\n")
    assert (
        capsys.readouterr().out == f"{out}: {count} lines\n{copy}: a ledger of {count} lines\n{again}: {count} lines\n"
    )


def test_export_to_standard_output(path, tmp_path):
    run("export", path, "--all", "--out", tmp_path / "out")
    command = [
        sys.executable,
        "-c",
        "import sys; from host.cli import main; sys.exit(main())",
        "ledger",
        "export",
        "--all",
        path,
    ]
    assert subprocess.run(command, capture_output=True, check=True).stdout == (tmp_path / "out").read_bytes()


def test_files_that_are_there_are_left_alone(path, tmp_path, capsys):
    mine = tmp_path / "thesis"
    mine.write_text("years of work")
    assert run("export", path, "--all", "--out", mine) == 1
    assert "Choose another name for --out." in capsys.readouterr().err
    run("export", path, "--all", "--out", tmp_path / "out")
    assert run("import", tmp_path / "out", mine) == 1
    assert "is there already. Choose another file name." in capsys.readouterr().err
    assert mine.read_text() == "years of work"


def test_a_broken_export_is_a_sentence_with_its_line(path, tmp_path, capsys):
    run("export", path, "--all", "--out", tmp_path / "out")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    (tmp_path / "out").write_text(text.replace('"confidence":70', '"confidence":700'), encoding="utf-8")
    assert run("import", tmp_path / "out", tmp_path / "b") == 1
    error = capsys.readouterr().err
    assert error.startswith("deadfall: Line ")
    assert '"confidence" must be a whole number from 0 to 100. Nothing was imported;' in error


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_source_that_cannot_be_read_is_a_sentence(name, tmp_path, capsys):
    assert run("import", tmp_path / name, tmp_path / "b") == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_a_sentence(path, tmp_path, capsys):
    assert run("export", path, "--all", "--out", tmp_path / "nowhere" / "out") == 1
    assert "cannot be written" in capsys.readouterr().err


# ---- what only some may know ----


def test_a_game_that_is_not_over_is_not_given_away_by_accident(path, tmp_path, capsys):
    assert run("export", path, "--out", tmp_path / "out") == 1
    assert "Add --public to leave that out, or --all if everybody agrees." in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_game_that_is_over_is_exported_whole(path, tmp_path):
    with Ledger.open(path) as ledger:
        ended = {"event": "GameEnded", "winner": "blue", "cause": "no ship left", "rule": "R50"}
        ledger.write([EntryRecord(at=0, kind="answer", entry={"answer": {}}, text="draw", events=[ended], fact=3)])
    assert run("export", path, "--out", tmp_path / "out") == 0
    assert b"hub-9" in (tmp_path / "out").read_bytes()


def test_facts_outside_a_game_are_exported_whole(tmp_path):
    with Ledger.open(tmp_path / "ring") as ledger:
        facts(ledger, 3)
    assert run("export", tmp_path / "ring", "--out", tmp_path / "out") == 0


def test_a_public_export_tells_no_secret_and_cannot_come_back(tmp_path, capsys):
    with Ledger.open(tmp_path / "game.ledger") as ledger:
        ledger.begin(replace(HEAD, profile="bench", root={"deck": ["hub-9"]}))
        ledger.commit(pad_facts())
        ledger.note(at=1, kind="command", data={"say": "hub-9"}, fact=4)
        ledger.write(
            [EntryRecord(at=2, kind="observed", entry=OBSERVED, text="is hub-9", events=[SECRET], fact=4, input=1)]
        )
    out = tmp_path / "out"
    assert run("export", tmp_path / "game.ledger", "--public", "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    assert "hub-9" not in text
    assert TAG_UID.hex() not in text
    assert b"hub-9".hex() not in text
    pads = [line for line in map(json.loads, text.splitlines()) if line["line"] == "fact" and line["kind"] == wire.PAD]
    assert [line["data"] for line in pads] == ["0203", "0200"]
    assert run("import", out, tmp_path / "copy") == 1
    assert "this is a public export, and it lacks what only some players know" in capsys.readouterr().err


def pad_facts():
    """A tag that lies on the play pad, then on a private bench."""
    bench = profiles.load("bench")
    told = [
        (wire.TAG, 3, TAG_UID),
        (wire.TEXT, 3, b"hub-9"),
        (wire.PAD, bench.pad_named("play").index, bytes((wire.PAD_PRESENT, 3))),
        (wire.PAD, bench.pad_named("seat1.bench.2").index, bytes((wire.PAD_PRESENT, 3))),
    ]
    records = [Fact(seq, None, seq, seq, kind, src, data) for seq, (kind, src, data) in enumerate(told, 1)]
    return Batch("e66164084373532a", 7, len(told) + 1, 0, records)
