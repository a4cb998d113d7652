"""Every way to get a profile wrong, and the sentence that meets it."""

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware import profiles
from hardware.profiles import ProfileError


def source(name: str) -> str:
    return (resources.files("hardware.profiles") / f"{name}.toml").read_text(encoding="utf-8")


def complaint(folder: Path, text: str | bytes) -> str:
    path = folder / "mine.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ProfileError) as caught:
        profiles.load(path)
    return str(caught.value)


MISTAKES = [
    ("columns = 9", "colums = 9", "grid.colums is not a field of a profile (did you mean 'columns'?)"),
    ("columns = 9", 'columns = "9"', "grid.columns must be a whole number, not '9'"),
    ("columns = 9", "columns = true", "grid.columns must be a whole number, not True"),
    ("columns = 9", "columns = 12", "grid.columns times rows makes 132 tiles, but the chain takes 128"),
    ("columns = 9\n", "", "grid.columns is missing; add it."),
    ("pitch = 50", "pitch = 40", "grid.pitch is 40, but must lie between 48 and 500"),
    ("pitch = 50", "pitch = nan", "grid.pitch is nan, but must lie between"),
    ("pitch = 50", "pitch = inf", "grid.pitch is inf, but must lie between"),
    ("depth = 4\n", "depth = -4\n", "reeds.depth is -4, but must lie between"),
    ("drop_out_mt = 1.05", "drop_out_mt = 2", "reeds.drop_out_mt is 2, but must be below pull_in_mt, 1.9"),
    ("budget_ma = 2000", "budget_ma = 900", "128 lights, all white at brightness 64, take 1664 mA"),
    ("budget_ma = 2000", "budget_ma = 900", "or lower power.brightness to 32."),
    ('source = "external"', 'source = "usb"', "USB leaves 150 mA for lights"),
    (
        'board = "pico"',
        'board = "pica"',
        "must be one of 'pico', 'pico2', 'none', not 'pica' (did you mean 'pico'?)",
    ),
    ('board = "pico"', 'board = "none"', "controller.board is 'none', but there are lights or pins to drive"),
    ("safe = 21", "safe = 17", "wiring.safe is GPIO 17, which scan_latch has already"),
    ("safe = 21", "safe = 25", "wiring.safe is GPIO 25, which the Pico uses itself"),
    ("safe = 21\n", "", "wiring.safe is missing, but the board must be able to start in safe mode"),
    (
        "scan_sck = 18",
        "scan_sck = 20",
        "wiring.scan_sck is GPIO 20, which cannot serve SPI0; use one of 2, 6, 18, 22",
    ),
    ("reader_miso = 12\n", "", "wiring.reader_miso is missing, but there are readers"),
    ("x = 570\ny = 340", "x = 480\ny = 340", "pads[1] puts pad 'play' over tile"),
    ("x = 570\ny = 500", "x = 570\ny = 420", "piles[1] puts pile 'deck' 35 mm from pad 'play'"),
    ("x = 270\ny = 654", "x = 270\ny = 30", "seats[2] puts the module of seat2 over the module of seat1"),
    ('side = "south"', 'side = "souht"', "seats[1].side must be one of"),
    ('name = "play"', 'name = "Play!"', "pads[1].name must be a name such as 'play'"),
    ('name = "play"', 'name = "seat9.bench.1"', "but there is no seat9; add the seat or rename the pad"),
    ('name = "scrap"', 'name = "deck"', "piles[2].name repeats 'deck'"),
    ("[grid]", "[grid]\n[grid.more]", "grid.more is not a field of a profile"),
    ("[[pads]]", "[pads]", "pads must be a list of tables; start each with [[pads]]."),
    ("width = 640", "width = 640\nwidth = 641", "this is not valid TOML"),
    ("[table]", "[table", "this is not valid TOML"),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), MISTAKES)
def test_a_mistake_is_met_with_a_sentence(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    good = source("grid")
    assert right in good
    text = complaint(tmp_path, good.replace(right, wrong, 1))
    assert sentence in text
    assert text.startswith("mine.toml")
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("right", "wrong", "field"),
    [("pitch = 50", "pitch = 5", "grid.pitch"), ("y = 340", "y = true", "pads[1].y")],
)
def test_the_line_is_the_fields_own(tmp_path: Path, right: str, wrong: str, field: str) -> None:
    text = source("grid").replace(right, wrong, 1)
    line = text[: text.index(wrong)].count("\n") + 1
    assert complaint(tmp_path, text).startswith(f"mine.toml, line {line}: {field} ")


def test_a_lone_readers_pins_serve_one_pad_only(tmp_path: Path) -> None:
    text = source("field").replace("lights = 22", "lights = 22\nreader_irq = 26")
    assert "wiring.reader_irq serves a table with exactly one pad, and this one has 2" in complaint(tmp_path, text)


def test_too_many_pads_for_the_chain(tmp_path: Path) -> None:
    pads = "".join(f'[[pads]]\nname = "p{n}"\nx = 1\ny = 1\n' for n in range(33))
    text = f'title = "T"\n[controller]\nboard = "pico"\n{pads}'
    assert "pads lists 33 entries, but the chain takes 32 at most" in complaint(tmp_path, text)


def test_too_many_lights_for_one_byte(tmp_path: Path) -> None:
    seats = "".join(f'[[seats]]\nx = {100 + 200 * n}\ny = 30\nside = "south"\n' for n in range(8))
    pads = "".join(f'[[pads]]\nname = "p{n}"\nx = {40 + 70 * n}\ny = 1000\n' for n in range(32))
    size = '[table]\nwidth = 2600\ndepth = 1100\n[controller]\nboard = "pico"\n'
    grid = "[grid]\ncolumns = 16\nrows = 8\npitch = 50\nx = 100\ny = 100\n"
    text = complaint(tmp_path, f'title = "T"\n{size}{grid}{seats}{pads}')
    assert "grid.columns makes 272 lights with pads and seats, but the chain takes 255" in text


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"title = 'x'\n\n\xff\xfe", "line 3: this is not UTF-8 text"),
        (b"#\n" * 150_000, "larger than 256 KB"),
        (b"a = " + b"[\n" * 100_000, "nested too deeply"),
        (b"a" + b".a" * 100_000 + b" = 1", "line 1: the line has more than 1000 bytes"),
        (b"a = " + b"9" * 900 + b"x", "this is not valid TOML"),
        (b'"' + b"k" * 900 + b'" = 1', "is not a field of a profile"),
        (b"", "title is missing"),
        (b"extends = 3", "extends must name a built-in profile"),
    ],
)
def test_a_hostile_file_is_refused(tmp_path: Path, raw: bytes, sentence: str) -> None:
    text = complaint(tmp_path, raw)
    assert sentence in text
    assert len(text) < 600


def test_a_byte_order_mark_and_carriage_returns_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + source("grid").replace("\n", "\r\n").encode())
    assert profiles.load(path).tiles == profiles.load("grid").tiles


WORDS = re.findall(r"[\w.]+|\S", source("grid"))
VALUES = [
    "-1",
    "nan",
    "inf",
    "1e999",
    '""',
    '"x"',
    "[]",
    "{}",
    "true",
    "1979-05-27",
    "9" * 400,
    "'''",
    "[[",
    "]]",
    "=",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_files_raise_nothing_but_profile_errors(tmp_path: Path, data: st.DataObject) -> None:
    text = source(data.draw(st.sampled_from(["grid", "full", "pocket", "none"])))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = at + data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.sampled_from([*VALUES, *WORDS]) | st.text(max_size=6)) + text[end:]
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert outcome(path) in (None, ".")


def outcome(path: Path) -> str | None:
    """None for a profile that keeps its budget, or how the ProfileError's sentence ends."""
    try:
        profile = profiles.load(path)
    except ProfileError as error:
        return str(error)[-1:]
    return None if profile.worst_current_ma <= profile.budget_ma else "over budget"
