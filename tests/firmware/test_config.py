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
from tests.firmware.protocol_page import config_ranges, promised
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


# ---- every byte and every limit of section 11.5 of docs/wire-protocol.md ----

LONGEST = promised("MAX_BYTES", "config")


def of_size(size: int) -> bytes:
    """A good config of so many bytes; fields that the board does not know are kept and ignored."""
    data = json.dumps({**settings(profile="sized"), "more": ""}).encode()
    return data[:-2] + b"x" * (size - len(data)) + data[-2:]


def write_file(root: str, data: bytes) -> None:
    """Put a file in place as the page describes it, without asking the firmware."""
    Path(root + "deadfall.json").write_bytes(b"%08x\n" % crc32(data) + data)


def test_the_file_is_what_the_page_says(root: str) -> None:
    config.save(root, OLD)
    assert sorted(path.name for path in Path(root).iterdir()) == ["deadfall.json"]
    config.save(root, NEW)
    files = {path.name: path.read_bytes() for path in Path(root).iterdir()}
    assert files == {
        "deadfall.json": b"%08x\n" % crc32(NEW) + NEW,
        "deadfall.json.old": b"%08x\n" % crc32(OLD) + OLD,
    }
    write_file(root, EARLIER)
    assert config.text(root) == EARLIER


@pytest.mark.parametrize("damage", [0x01, 0x20, 0x80])
def test_a_file_that_is_damaged_in_any_byte_is_as_good_as_absent(root: str, damage: int) -> None:
    """Also if a letter becomes its capital: nothing is taken for what it resembles."""
    config.save(root, OLD)
    config.save(root, NEW)
    whole = Path(root + config.NAME).read_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= damage
        Path(root + config.NAME).write_bytes(damaged)
        assert config.text(root) == OLD, at


def test_a_file_is_on_the_disk_before_it_takes_the_place_of_another(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    config.save(root, OLD)
    order: list[str] = []
    monkeypatch.setattr(config.os, "fsync", lambda number: order.append("on disk"))
    monkeypatch.setattr(config.os, "replace", lambda a, b: (order.append(Path(b).name), REPLACE(a, b)))
    config.save(root, NEW)
    assert order == ["on disk", "deadfall.json.old", "deadfall.json"]


def test_a_file_may_have_its_full_length_and_no_byte_more(root: str) -> None:
    config.save(root, OLD)
    for size in (LONGEST - 1, LONGEST):
        config.save(root, of_size(size))
        assert config.text(root) == of_size(size)
        assert config.load(root)["profile"] == "sized"
    kept = of_size(LONGEST - 1)
    for size in (LONGEST + 1, LONGEST + 2, LONGEST + 50):
        write_file(root, of_size(size))
        assert config.text(root) == kept
    write_file(root, of_size(LONGEST))
    with Path(root + config.NAME).open("ab") as file:
        file.write(b"\n")
    assert config.text(root) == kept, "what follows the longest file is noticed too"


@pytest.mark.parametrize(("name", "limits"), sorted(config_ranges().items()))
def test_every_number_may_have_its_limits_and_nothing_beyond(name: str, limits: tuple[int, int]) -> None:
    pins = dict.fromkeys(
        (
            *("scan_sck", "scan_miso", "scan_latch", "lights"),
            *("reader_sck", "reader_mosi", "reader_miso", "select_latch"),
        ),
        1,
    )
    least, most = limits
    for value in (least, least + 1, most - 1, most):
        assert config.problem(json.dumps({**settings(pins=pins), name: value}).encode()) is None, value
    for wrong in (least - 1, most + 1, str(most), None, True, [most], most + 0.5):
        sentence = config.problem(json.dumps({**settings(pins=pins), name: wrong}).encode())
        assert sentence is not None, wrong
        assert name in sentence
        assert str(most) in sentence


@pytest.mark.parametrize("pin", [0, 29])
def test_the_outermost_pins_can_be_used(pin: int) -> None:
    pins = {**settings()["pins"], "spare": pin}
    assert config.problem(json.dumps(settings(pins=pins)).encode()) is None
    wrong = -1 if not pin else 30
    assert "pin" in (config.problem(json.dumps(settings(pins={**pins, "spare": wrong})).encode()) or "")


@pytest.mark.parametrize(
    ("change", "is_good"),
    [
        ({"readers": ""}, True),
        ({"readers": "pmp"}, True),
        ({"readers": "x"}, False),
        ({"readers": "pmx"}, False),
        ({"readers": 7}, False),
        ({"readers": None}, False),
        ({"sightings": "123456789"}, True),
        ({"sightings": "0"}, False),
        ({"sightings": "1:"}, False),
        ({"sightings": ["1"]}, False),
        ({"profile": ""}, True),
        ({"profile": None}, False),
        ({"pins": None}, False),
        ({"v": 0}, False),
        ({"v": None}, False),
        ({"else": "kept and ignored"}, True),
    ],
)
def test_texts_have_their_letters(change: dict, is_good: bool) -> None:
    assert (config.problem(json.dumps({**settings(), **change}).encode()) is None) == is_good


@pytest.mark.parametrize(
    "name", ["readers", "sightings", "play", "tiles", "buttons", "irqs", "pads", "lights", "budget"]
)
def test_only_the_newer_fields_may_be_missing(name: str) -> None:
    lacking = settings()
    del lacking[name]
    assert (config.problem(json.dumps(lacking).encode()) is None) == (name in ("readers", "sightings", "play"))


@pytest.mark.parametrize("part", ["tiles", "buttons", "irqs"])
@pytest.mark.parametrize("pin", ["scan_sck", "scan_miso", "scan_latch"])
def test_each_thing_that_is_scanned_needs_each_pin_of_the_scan(part: str, pin: str) -> None:
    counts = {"tiles": 0, "buttons": 0, "irqs": 0, "lights": 0}
    pins = {"scan_sck": 18, "scan_miso": 16, "scan_latch": 17}
    assert config.problem(json.dumps(settings(**{**counts, part: 1}, pins=pins)).encode()) is None
    del pins[pin]
    assert pin in (config.problem(json.dumps(settings(**{**counts, part: 1}, pins=pins)).encode()) or "")
    assert config.problem(json.dumps(settings(**counts, pins=pins)).encode()) is None, "nothing is scanned"


@pytest.mark.parametrize(
    ("pads", "select", "is_good"),
    [
        (1, "select_latch", True),
        (1, "reader_select", True),
        (1, None, False),
        (2, "select_latch", True),
        (2, "reader_select", False),
        (2, None, False),
        (0, None, True),
    ],
)
def test_readers_need_their_bus_and_a_way_to_select_them(pads: int, select: str | None, is_good: bool) -> None:
    """A pin selects one reader; a chain of registers as many as there are."""
    pins = {**settings()["pins"], "reader_sck": 10, "reader_mosi": 11, "reader_miso": 12}
    if select:
        pins[select] = 13
    assert (config.problem(json.dumps(settings(pads=pads, pins=pins)).encode()) is None) == is_good
    for pin in ("reader_sck", "reader_mosi", "reader_miso"):
        lacking = {name: number for name, number in pins.items() if name != pin}
        sentence = config.problem(json.dumps(settings(pads=pads, pins=lacking)).encode())
        assert (sentence is None) == (not pads)
        assert sentence is None or pin in sentence


def test_fields_that_are_missing_have_the_value_of_an_empty_table(root: str) -> None:
    lacking = {name: value for name, value in settings().items() if name not in ("readers", "sightings", "play")}
    config.save(root, json.dumps(lacking).encode())
    assert config.load(root) == {**lacking, "readers": "", "sightings": "", "play": 0}
