"""docs/wire-protocol.md against the code: every example is decoded, every number is compared."""

import ast
import importlib
import json
import re
import struct
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest

from firmware import config, lights, wire
from hardware import profiles
from host.link import session
from host.link.pads import LIMITS, Layout

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "wire-protocol.md").read_text(encoding="utf-8")
CODES = {"u8": "B", "u16": "H", "u32": "I", "bytes[8]": "8s", "bytes[4]": "4s"}
# The firmware's own version; "no time at all"; types that have sections; a table of all 256 bytes
NOT_LISTED = {"VERSION", "NEVER", "LARGE", "REVERSED"}

Row = list[str]


def rows(text: str) -> list[Row]:
    """The cells of every table row."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [row for row in found if not set("".join(row)) <= {"-"}]


def bare(cell: str) -> str:
    return cell.strip("`")


def sections() -> dict[str, str]:
    """The text of each message's section, by its name."""
    parts = re.split(r"^### ([A-Z_]+) · .*$", TEXT.split("## 15. ")[0], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def headings() -> dict[str, tuple[int, str]]:
    """Type and direction in each message's heading."""
    found = re.findall(r"^### ([A-Z_]+) · 0x([0-9A-F]{2}) · (.+)$", TEXT, flags=re.MULTILINE)
    return {name: (int(kind, 16), direction) for name, kind, direction in found}


def table(section: str, header: str) -> list[Row]:
    """The rows of the table with that first header cell."""
    block = re.search(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)*)", section, flags=re.MULTILINE)
    return rows(block[1]) if block else []


def example(section: str) -> bytes:
    block = re.search(r"```hex\n([^`]+)```", section)
    assert block
    return bytes.fromhex(block[1])


def decode(data: bytes) -> bytes:
    """The one frame in ``data``, with its CRC."""
    decoder = wire.Decoder()
    assert decoder.feed(data, 0, len(data)) == len(data)
    assert decoder.length
    return bytes(decoder.raw[: decoder.length])


# ---- messages ----


def test_every_message_has_its_section_and_no_other() -> None:
    kinds = {kind for kind, _ in headings().values()}
    assert kinds == set(wire.FORMATS)
    assert {name: kind for name, (kind, _) in headings().items()} == {name: getattr(wire, name) for name in headings()}
    for kind, direction in headings().values():
        assert direction == ("board → host" if kind >= wire.BANNER else "host → board")


@pytest.mark.parametrize("name", sections())
def test_the_fields_are_those_of_the_codec(name: str) -> None:
    fields = [row for row in table(sections()[name], "offset") if row[1] != "rest"]
    layout = "<" + "".join(CODES[row[1]] for row in fields)
    assert layout == wire.FORMATS[getattr(wire, name)]
    for at, row in enumerate(fields):
        assert int(row[0]) == struct.calcsize("<" + "".join(CODES[other[1]] for other in fields[:at]))
    rest = [row for row in table(sections()[name], "offset") if row[1] == "rest"]
    assert all(int(row[0]) == struct.calcsize(layout) for row in rest)


@pytest.mark.parametrize("name", sections())
def test_the_example_decodes_to_what_is_said_beside_it(name: str) -> None:
    section = sections()[name]
    raw = decode(example(section))
    parts = table(section, "part")
    assert b"".join(bytes.fromhex(row[1]) for row in parts) == raw
    said = {bare(row[0]): row[2] for row in parts[: 3 + len(named(section))]}
    assert [int(said.pop(word), 0) for word in ("type", "sid", "rid")] == list(raw[:3])
    values = struct.unpack_from(wire.FORMATS[raw[0]], raw, wire.HEADER)
    assert list(said) == named(section)
    assert tuple(as_said(text, value) for text, value in zip(said.values(), values, strict=True)) == values
    assert int(parts[-1][2], 0) == crc32(raw[: -wire.TRAILER])


def named(section: str) -> list[str]:
    return [bare(row[2]) for row in table(section, "offset") if row[1] != "rest"]


def as_said(text: str, value: object) -> object:
    return bytes.fromhex(text) if isinstance(value, bytes) else int(text, 0)


def test_the_records_of_the_events_example_add_up() -> None:
    raw = decode(example(sections()["EVENTS"]))
    parts = table(sections()["EVENTS"], "part")[8:-1]
    at, found = wire.HEADER + 15, []
    while at < len(raw) - wire.TRAILER:
        size = raw[at] & 15
        found += [f"kind {raw[at] >> 4}, length {size}", str(raw[at + 1]), str(wire.get_u16(raw, at + 2))]
        found.append(raw[at + wire.RECORD : at + wire.RECORD + size].hex(" "))
        at += wire.RECORD + size
    assert [row[2] for row in parts] == found
    assert len(found) == 4 * raw[wire.HEADER + 14]


def test_the_counters_of_the_stats_example_are_named_in_order() -> None:
    parts = table(sections()["STATS"], "part")[4:-1]
    assert tuple(row[0] for row in parts) == wire.STATS_NAMES
    assert [int.from_bytes(bytes.fromhex(row[1]), "little") for row in parts] == [int(row[2]) for row in parts]


def test_the_frames_in_the_running_text_are_true() -> None:
    assert decode(bytes.fromhex("00 03 02 07 02 2b 01 01 06 01 19 c8 b6 23 00"))[:-4].hex(" ") in TEXT
    assert wire.PROBE.hex(" ") in TEXT
    assert f"0x{crc32(b'123456789'):08X}" in TEXT
    body = b"any frame"
    assert f"0x{crc32(body + struct.pack('<I', crc32(body))):08X}" in TEXT


# ---- numbers ----


def constants(path: Path) -> dict[str, Any]:
    """The public upper-case constants of a file that are bytes, numbers or tuples of numbers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [name for node in tree.body for name in assigned(node) if name.isupper() and not name.startswith("_")]
    if not names:
        return {}
    if path.name == "main.py":  # imports what only a board has
        values: dict[str, Any] = {n: literal(node) for node in tree.body for n in assigned(node) if n in names}
    else:
        values = vars(importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)))
    return {name: values[name] for name in names if is_number(values[name]) and name not in NOT_LISTED}


def assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    names = [name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [name.id for name in names if isinstance(name, ast.Name)]


def literal(node: ast.stmt) -> Any:
    assert isinstance(node, ast.Assign)
    value = node.value
    return ast.literal_eval(value.args[0] if isinstance(value, ast.Call) else value)  # const(…)


def is_number(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(isinstance(item, int | float) for item in value)
    return isinstance(value, int | float | bytes)


def spelled(value: object) -> str:
    if isinstance(value, bytes):
        return value.hex(" ")
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


FILES = [path for folder in ("firmware", "host/link") for path in sorted((ROOT / folder).rglob("*.py"))]
LISTED = {
    (bare(row[2]), bare(row[0])): row[1]
    for part in re.split(r"^### 15\.", TEXT, flags=re.MULTILINE)[1:]
    for row in table(part, "constant")
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_constant_is_listed_with_its_value(path: Path) -> None:
    file = path.relative_to(ROOT).as_posix()
    truth = {name: spelled(value) for name, value in constants(path).items()}
    if file == "firmware/wire.py":
        told = {bare(row[0]): row[1] for row in rows(TEXT) if len(row) > 1 and re.fullmatch(r"`[A-Z_0-9]+`", row[0])}
        told |= {name: str(kind) for name, (kind, _) in headings().items()}
    else:
        told = {name: value for (where, name), value in LISTED.items() if where == file}
        assert told.keys() == truth.keys()
    for name, value in truth.items():
        assert told.get(name) == value, f"{file}: {name} is {value}, the page says {told.get(name)}"


def test_no_constant_is_listed_that_does_not_exist() -> None:
    for file, name in LISTED:
        assert name in constants(ROOT / file), f"{file} has no {name}"


def test_the_waves_are_those_of_the_firmware() -> None:
    effects = {bare(row[0]): row for row in table(TEXT, "effect")}
    assert {name: int(row[1]) for name, row in effects.items()} == {
        name: getattr(wire, name) for name in vars(wire) if name.startswith("FX_") and "SLOTS" not in name
    }
    for name, row in effects.items():
        if name != "FX_OFF":
            assert bytes(levels(row[2])) == lights._WAVES[getattr(wire, name)]


def levels(text: str) -> list[int]:
    found: list[int] = []
    for item in text.split():
        level, _, times = item.partition("×")
        found += [int(level)] * int(times or 1)
    return found


def test_the_counters_are_listed_in_order() -> None:
    assert tuple(bare(row[1]) for row in table(TEXT, "no.")) == wire.STATS_NAMES
    assert [int(row[0]) for row in table(TEXT, "no.")] == list(range(len(wire.STATS_NAMES)))


def test_the_config_fields_have_the_bounds_of_the_firmware() -> None:
    told = {bare(row[0]): row[2] for row in table(TEXT, "field")}
    assert told.keys() == config.EMPTY.keys()
    for name, most in config._BOUNDS:
        assert told[name] == f"0 to {most}"


def test_every_phase_of_the_host_has_its_row() -> None:
    phases = [bare(row[0]) for row in table(TEXT, "phase") if row[0]]
    assert phases == [session.CLOSED, session.PROBING, session.GREETING, session.LIVE, session.LOST]


def test_the_config_of_a_profile_is_the_one_on_the_page() -> None:
    block = re.search(r"```json\n(.+)\n```", TEXT)
    assert block
    data, profile = block[1].encode("ascii"), profiles.load("grid")
    assert json.loads(data) == profile.board_config()
    assert crc32(data) == profile.digest
    assert f"{len(data)} bytes, whose CRC-32 is 0x{profile.digest:08X}" in TEXT
    told = [bare(row[0]) for row in table(TEXT, "config")]
    assert told == list(profile.board_config())


def test_the_capabilities_have_the_bounds_of_the_host() -> None:
    told = {bare(row[0]): row[1] for row in table(TEXT, "capability")}
    for name, most in LIMITS.items():
        assert told[name] == f"0 to {most}"


@pytest.mark.parametrize("name", profiles.names())
def test_the_state_has_the_length_that_the_page_gives(name: str) -> None:
    profile = profiles.load(name)
    tiles, buttons, pads = profile.tile_bytes, profile.button_bytes, len(profile.pads)
    told = tiles + buttons + (2 * pads + 35 * (pads + 12) if pads > 0 else 0)
    assert Layout(tiles, buttons, pads).size == told
    assert "tiles + buttons + (pads > 0 ? 2·pads + 35·(pads + 12) : 0)" in TEXT
