import pytest

from hardware.profiles.lines import Lines, Path

TEXT = '''# a table
title = """
[pads]
width = 3
"""
"quoted key" = 1
[table]       # header
  width = 10
[ power ]
source = "usb"   # width = 2

[[pads]]
name = "a"
[[pads]]
name = "b"
x = 1
power.deep = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("quoted key",), 6),
        (("table",), 7),
        (("table", "width"), 8),
        (("power", "source"), 10),
        (("pads",), 12),
        (("pads", 0, "name"), 13),
        (("pads", 1), 14),
        (("pads", 1, "x"), 16),
        (("pads", 1, "power", "deep"), 17),
    ],
)
def test_a_field_is_found(path: Path, line: int) -> None:
    assert Lines(TEXT).find(path) == line


def test_a_missing_field_falls_back_to_what_encloses_it() -> None:
    lines = Lines(TEXT)
    assert lines.find(("pads", 1, "y")) == 14
    assert lines.find(("table", "depth")) == 7
    assert lines.find(("nothing", "here")) == 1


def test_a_list_in_one_line_is_where_its_entries_are() -> None:
    lines = Lines('x = 1\npads = [\n  { name = "a" },\n]\n')
    assert lines.find(("pads", 0, "name")) == 2
