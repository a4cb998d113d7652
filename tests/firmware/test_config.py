"""The config file: replaced as a whole or not at all, whatever fails and whenever."""

import builtins
import io
import json
import os
import random
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import config
from hardware import profiles
from tests.firmware.rig import settings

REPLACE = os.replace
OLD = json.dumps(settings(profile="old")).encode()
NEW = json.dumps(settings(profile="new", tiles=99)).encode()
EARLIER = json.dumps(settings(profile="earlier")).encode()


class PowerCut(BaseException):
    """The lights go out."""


class Flash:
    """The file system of the config module; the power is cut before operation number ``cut``.

    A write in which the power goes leaves any part of its data behind.
    """

    def __init__(self, cut: int, part: int = 0) -> None:
        self.left = cut
        self.part = part

    def tap(self) -> None:
        if not self.left:
            raise PowerCut
        self.left -= 1

    def open(self, path: str, mode: str) -> Any:
        if "w" not in mode:
            return builtins.open(path, mode)  # noqa: PTH123
        self.tap()
        return File(self, path)

    def replace(self, source: str, target: str) -> None:
        self.tap()
        REPLACE(source, target)


class File(io.FileIO):
    """Unbuffered, so that each write is one operation."""

    def __init__(self, flash: Flash, path: str) -> None:
        super().__init__(path, "w")
        self.flash = flash

    def write(self, data: Any) -> int:
        try:
            self.flash.tap()
        except PowerCut:
            super().write(bytes(data)[: self.flash.part])
            raise
        return super().write(data)


@pytest.fixture
def root(tmp_path: Path) -> str:
    return f"{tmp_path}/"


def cut_at(root: str, monkeypatch: pytest.MonkeyPatch, flash: Flash, data: bytes) -> bool:
    """Save with the power going; tell whether it did."""
    with monkeypatch.context() as patch:
        patch.setattr(config, "open", flash.open, raising=False)
        patch.setattr(config.os, "replace", flash.replace)
        try:
            config.save(root, data)
        except PowerCut:
            return True
    return False


def test_what_was_saved_is_loaded(root: str) -> None:
    config.save(root, OLD)
    assert config.text(root) == OLD
    config.save(root, NEW)
    assert config.load(root) == json.loads(NEW)


def test_no_file_means_an_empty_table(root: str) -> None:
    assert config.text(root) == b""
    assert config.load(root) == config.EMPTY
    config.load(root)["tiles"] = 5
    assert config.EMPTY["tiles"] == 0, "the default is not handed out for changing"


def test_the_empty_config_has_no_problem() -> None:
    assert config.problem(json.dumps(config.EMPTY).encode()) is None


@pytest.mark.parametrize("name", sorted(profiles.names()))
def test_every_profile_fits_the_board(name: str) -> None:
    data = json.dumps(profiles.load(name).board_config()).encode()
    assert len(data) <= config.MAX_BYTES
    assert config.problem(data) is None


@pytest.mark.parametrize("before", [None, OLD])
@pytest.mark.parametrize("part", [0, 1, 8, 9, 100, 5000])
def test_a_power_cut_leaves_the_old_or_the_new_one(
    root: str, monkeypatch: pytest.MonkeyPatch, before: bytes | None, part: int
) -> None:
    if before:
        config.save(root, EARLIER)
        config.save(root, before)
    for cut in range(100):
        was_cut = cut_at(root, monkeypatch, Flash(cut, part), NEW)
        assert config.text(root) in ((before or b""), NEW), cut
        if not was_cut:
            break
    assert cut >= 4, "the cuts did reach every operation"
    assert config.text(root) == NEW


def test_a_power_cut_after_a_torn_file_keeps_the_one_before(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file in force may be the kept one: it must survive until the new one is in place."""
    for torn in (b"", b"00000000\n{}", b"%08x\n{}" % crc32(b"{}")):
        for cut in range(6):
            config.save(root, OLD)
            config.save(root, NEW)
            Path(root + config.NAME).write_bytes(torn)
            assert config.text(root) == OLD
            cut_at(root, monkeypatch, Flash(cut), EARLIER)
            assert config.text(root) in (OLD, EARLIER), (torn, cut)


@given(st.binary(max_size=60))
def test_a_torn_or_foreign_file_is_as_good_as_absent(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    root = f"{tmp_path_factory.mktemp('board')}/"
    Path(root + config.NAME).write_bytes(junk)
    Path(root + config.NAME + ".old").write_bytes(junk[::-1])
    assert config.text(root) == b""


def test_every_cut_of_the_file_falls_back_to_the_one_before(root: str) -> None:
    config.save(root, OLD)
    config.save(root, NEW)
    whole = Path(root + config.NAME).read_bytes()
    for size in range(len(whole)):
        Path(root + config.NAME).write_bytes(whole[:size])
        assert config.text(root) == OLD
    Path(root + config.NAME).write_bytes(whole + b"x")
    assert config.text(root) == OLD
    Path(root + config.NAME).write_bytes(whole)
    assert config.text(root) == NEW


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"v": 2}, "version"),
        ({"tiles": -1}, "tiles"),
        ({"tiles": 241}, "tiles"),
        ({"tiles": 9.5}, "tiles"),
        ({"tiles": True}, "tiles"),
        ({"tiles": None}, "tiles"),
        ({"buttons": 9}, "buttons"),
        ({"lights": 256}, "lights"),
        ({"budget": 60001}, "budget"),
        ({"pads": "1"}, "pads"),
        ({"profile": 7}, "profile"),
        ({"pins": []}, "pins"),
        ({"pins": {"scan_sck": 30}}, "pin"),
        ({"pins": {"scan_sck": "2"}}, "pin"),
        ({"pins": {"scan_sck": True}}, "pin"),
    ],
)
def test_a_value_that_the_board_cannot_use_is_named(change: dict, word: str) -> None:
    sentence = config.problem(json.dumps({**settings(), **change}).encode())
    assert sentence is not None
    assert word in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("pin", ["scan_sck", "scan_miso", "scan_latch", "lights"])
def test_a_config_without_a_pin_that_it_needs_is_refused(pin: str) -> None:
    """The board would raise at every start, before anyone could reach it."""
    broken = settings()
    del broken["pins"][pin]
    assert pin in (config.problem(json.dumps(broken).encode()) or "")


@pytest.mark.parametrize("data", [b"", b"[]", b"1", b"null", b"{", b"\xff\xfe", b"[" * 1024, b'{"v":' * 200, b"NaN"])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    assert config.problem(data) is not None


@given(st.binary(max_size=200))
def test_no_bytes_upset_the_check(data: bytes) -> None:
    assert config.problem(data) is not None


def test_a_config_with_something_else_anywhere_is_named_or_can_be_used() -> None:
    rng, told = random.Random(3), set()
    junk = (None, True, -1, 0, 2, 30, 256, 10**30, 1.5, "", "x", "pn", [], {}, [1], {"a": 1})
    for _ in range(2_000):
        spoiled = settings(pads=rng.randrange(2), irqs=rng.randrange(2))
        spoiled["pins"] = {**spoiled["pins"], "reader_sck": 2, "reader_mosi": 3, "reader_miso": 4, "select_latch": 5}
        place = rng.choice((spoiled, spoiled["pins"]))
        name = rng.choice(sorted(place))
        del place[name]
        if rng.random() < 0.7:
            place[name] = rng.choice(junk)
        told.add(config.problem(json.dumps(spoiled).encode()))
    assert None in told
    assert len(told) > 15
    assert all(sentence.endswith(".") for sentence in told if sentence)
