from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from host.app.memory import Memory
from host.app.wishes import Wish

WISH = Wish("saw", ("person", "apprentice", "person"), "auto", {"A1": "125"}, profile="pocket", taps="every")


def test_size_and_choices_are_there_in_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "app.json"
    Memory(path).keep(wish=WISH)
    Memory(path).keep(size=(1500, 900))
    again = Memory(path)
    assert (again.size, again.wish) == ((1500, 900), WISH)


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "nowhere" / "app.json")
    memory.keep(size=(1500, 900))
    assert memory.size == (1500, 900)


BROKEN = [
    b"",
    b"\xff\xfe",
    b"[]",
    b"[" * 50_000,
    b'{"size": [1, "2"], "wish": 7}',
    b'{"size": [true, 5]}',
    b'{"size": [-5, 99999999]}',
    b'{"wish": {"game": "saw", "players": [1], "options": {}}}',
    b'{"wish": {"game": 5, "players": [], "options": {}, "where": "", "profile": "", "taps": ""}}',
]


@pytest.mark.parametrize("content", BROKEN)
def test_a_file_that_makes_no_sense_is_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "app.json"
    path.write_bytes(content)
    memory = Memory(path)
    assert (memory.size, memory.wish) == (None, None)


def test_a_file_that_was_torn_anywhere_raises_nothing(tmp_path: Path) -> None:
    path, rng = tmp_path / "app.json", Random(7)
    Memory(path).keep(wish=WISH, size=(1300, 700))
    whole = path.read_bytes()
    assert json.loads(whole)
    for _ in range(300):
        torn = bytearray(whole[: rng.randrange(len(whole) + 1)])
        for _ in range(rng.randrange(4)):
            if torn:
                torn[rng.randrange(len(torn))] = rng.randrange(256)
        path.write_bytes(bytes(torn))
        Memory(path)
