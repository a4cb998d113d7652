"""Export and import: text that comes back as the same ledger, and nothing else comes in."""

import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.wire import TILE
from host.ledger import Batch, EntryRecord, Fact, Gap, Ledger, LedgerError, PlayHead, export_lines, import_lines
from host.ledger.lines import MAX_LINE, ORDER
from tests.host.ledger.game import HEAD, UID, answer, facts, play_armada, takeback

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
OBJECT = st.dictionaries(TEXT, VALUE, max_size=3)


def exported(ledger):
    sink = io.BytesIO()
    count = export_lines(ledger, sink)
    assert count == sink.getvalue().count(b"\n")
    return sink.getvalue()


def there_and_back(ledger, path):
    text = exported(ledger)
    assert import_lines(io.BytesIO(text), path) == text.count(b"\n")
    with Ledger.open(path) as again:
        assert exported(again) == text
    return text


def contents(ledger):
    rows = list(ledger.entries())
    return (
        *(ledger.head(), list(ledger.inputs()), rows, [ledger.events(row.id) for row in rows], ledger.live()),
        *(list(ledger.facts()), list(ledger.gaps()), ledger.boots(), ledger.boards(), ledger.state(UID)),
        *(ledger.undone(), list(ledger.story()), ledger.counts()),
    )


def fill(ledger):
    """A small ledger with every kind of line."""
    ledger.board(UID, "grid", 1)
    ledger.commit(Batch(UID, 6, 4, 50, [Fact(1, None, 1, 40, TILE, 3, b"\x01")], [Gap(2, 3, "overflow", 50)]))
    facts(ledger, 3)
    ledger.commit(Batch(UID, 7, 4, 60, [Fact(None, 4, None, 60, TILE, 9, b"\x11", 1)]))
    ledger.begin(HEAD)
    last = ledger.last_fact()
    ledger.note(5, "command", {"do": "say", "text": "Größe ☠"}, last)
    ledger.write([answer("a", fact=last, input=1, candidates=("a", "b")), answer("b", 0, fact=last, input=1)])
    ledger.write(
        [takeback(1, fact=last, input=1), EntryRecord(at=6, kind="import", entry={"position": {}}, fact=last, input=1)]
    )


@pytest.fixture
def text(tmp_path):
    with Ledger.open(tmp_path / "full", synchronous="OFF") as ledger:
        fill(ledger)
        return exported(ledger)


def test_a_whole_ledger_comes_back(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        fill(ledger)
        text = there_and_back(ledger, tmp_path / "b")
        with Ledger.open(tmp_path / "b") as again:
            assert contents(again) == contents(ledger)
            assert again.cursor(UID, 7) == ledger.cursor(UID, 7)
    kinds = [json.loads(line)["line"] for line in text.splitlines()]
    assert set(kinds) == set(ORDER)
    assert kinds == sorted(kinds, key=ORDER.index)


def test_a_whole_game_comes_back_and_goes_on(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        play_armada(ledger, 60)
        there_and_back(ledger, tmp_path / "b")
        with Ledger.open(tmp_path / "b") as again:
            assert contents(again) == contents(ledger)
            for one in (ledger, again):
                one.write([answer("go on", fact=facts(one, 2))])
            assert contents(again) == contents(ledger)


def test_an_empty_ledger_and_a_ring_come_back(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        assert there_and_back(ledger, tmp_path / "b").count(b"\n") == 2
    with Ledger.open(tmp_path / "ring", keep=5) as ring:
        facts(ring, 30)
        there_and_back(ring, tmp_path / "copy")
        with Ledger.open(tmp_path / "copy") as copy:
            assert copy.state(UID) == ring.state(UID)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(OBJECT, OBJECT, st.lists(OBJECT, max_size=3), TEXT, st.lists(TEXT, max_size=3))
def test_whatever_was_written_comes_back(tmp_path_factory, root, entry, events, text, names):
    folder = tmp_path_factory.mktemp("any")
    with Ledger.open(":memory:") as ledger:
        ledger.begin(PlayHead(text, {text: text}, text, text, text, tuple(names), root, 1))
        ledger.note(1, "link", entry, 0)
        record = answer(text, by=text, why=text, digest=text, candidates=tuple(names), events=0)
        ledger.write([record, EntryRecord(at=1, kind="observed", entry=entry, events=events)])
        there_and_back(ledger, folder / "b")
        with Ledger.open(folder / "b") as again:
            assert contents(again) == contents(ledger)


class MeanwhileSink(io.BytesIO):
    """Has somebody else write to the ledger after the first line."""

    def __init__(self, other):
        super().__init__()
        self.other = other

    def write(self, data):
        if b'"fact"' in data and self.other is not None:
            self.other.write([answer("meanwhile", fact=facts(self.other, 2), input=1)])
            self.other = None
        return super().write(data)


def test_an_export_is_of_one_moment(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger, Ledger.open(tmp_path / "a") as other:
        fill(ledger)
        before, sink = exported(ledger), MeanwhileSink(other)
        export_lines(ledger, sink)
        assert sink.getvalue() == before
        assert b"meanwhile" in exported(ledger)


# ---- what is not ours ----


def refused(text, path, words):
    with pytest.raises(LedgerError, match=words) as caught:
        import_lines(io.BytesIO(text), path)
    assert "Nothing was imported" in str(caught.value)
    assert not path.exists()
    assert not list(path.parent.glob(".importing*"))


def changed(text, kind, number, fields):
    """The export with one line of a kind changed, and the number of that line."""
    lines = [json.loads(line) for line in text.splitlines()]
    at = [n for n, line in enumerate(lines) if line["line"] == kind][number]
    lines[at] |= fields
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines), at + 1


CHANGES = [
    ("header", 0, {"format": "songs"}, 'is not "deadfall-ledger"'),
    ("header", 0, {"version": 3}, "reads 2; update Deadfall"),
    ("header", 0, {"more": 1}, 'the fields of "header" are format, version'),
    ("board", 0, {"id": 0}, '"id" must be a whole number from 1'),
    ("board", 0, {"uid": 5}, '"uid" must be a text'),
    ("boot", 0, {"board": 9}, "belongs to one that is not there"),
    ("boot", 1, {"id": 1}, "its id 1 does not follow 1"),
    ("boot", 1, {"boot_id": 6}, "repeats a row"),
    ("boot", 0, {"next_seq": True}, '"next_seq" must be a whole number'),
    ("fact", 0, {"boot": 9}, "its boot has no fact 1"),
    ("fact", 2, {"seq": 1}, "repeats a row"),
    ("fact", 0, {"seq": 4}, "its boot has no fact 4"),
    ("fact", 0, {"seq": None}, 'has a "seq", or it is inferred'),
    ("fact", 0, {"data": "0"}, "hexadecimal"),
    ("fact", 0, {"data": "AB"}, "hexadecimal"),
    ("fact", 0, {"data": "00" * 256}, "at most 255 bytes"),
    ("fact", 0, {"kind": 256}, '"kind" must be a whole number from 0 to 255'),
    ("fact", 0, {"t_host": 1 << 60}, '"t_host" must be a whole number'),
    ("fact", 0, {"batch": 2}, "first fact of its commit"),
    ("gap", 0, {"last": 1}, "ends before it begins"),
    ("state", 0, {"board": 2}, "belongs to one that is not there"),
    ("play", 0, {"players": ["a", 1]}, '"players" must be a list of texts'),
    ("play", 0, {"options": {"a": 1}}, '"options" must be an object of texts'),
    ("play", 0, {"root": []}, '"root" must be an object'),
    ("input", 0, {"id": 2}, "its id must be 1"),
    ("input", 0, {"kind": "gossip"}, "no input 'gossip'"),
    ("input", 0, {"fact": 99}, "rests on fact 99"),
    ("entry", 0, {"confidence": 101}, '"confidence" must be a whole number from 0 to 100'),
    ("entry", 0, {"kind": "guess"}, "no entry 'guess'"),
    ("entry", 0, {"input": 2}, "inputs 0 to 1"),
    ("entry", 0, {"events": [1]}, '"events" must be a list of objects'),
    ("entry", 0, {"seat": -1}, '"seat" must be'),
    ("entry", 1, {"fact": 0}, "rests on fact 0"),
    ("entry", 2, {"entry": {"keep": 3}}, "keeps 3 entries, and there are 2"),
    ("entry", 2, {"entry": {"keep": 1.0}}, "A take-back is"),
    ("entry", 0, {"text": "\ud800"}, "surrogate"),
    ("entry", 0, {"line": "gossip"}, '"line" must be one of'),
    ("entry", 0, {"line": ["entry"]}, '"line" must be one of'),
    ("end", 0, {"lines": 3}, "3 lines were exported"),
]


@pytest.mark.parametrize(("kind", "number", "fields", "words"), CHANGES)
def test_a_line_that_cannot_be_is_named(text, tmp_path, kind, number, fields, words):
    broken, line = changed(text, kind, number, fields)
    refused(broken, tmp_path / "b", rf"^Line {line} cannot be taken: .*({words})")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "it is no JSON"),
        (b"[]", "it is no object"),
        (b"{", "it is no JSON: .* at character 2"),
        (b'{"line":"board","id":1', "it is no JSON"),
        (b'{"x":NaN}', "a number that is too long, or one that JSON does not have"),
        (b'{"x":1e999}', "it is no JSON"),
        (b'{"x":' + b"9" * 5000 + b"}", "a number that is too long"),
        (b"[" * 200_000, "nested too deeply"),
        (b"\xff\xfe", "not UTF-8"),
        (b'"' + b"x" * MAX_LINE + b'"', f"more than {MAX_LINE} bytes"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_line_that_is_no_object_is_named(text, tmp_path, line, words):
    header, _, rest = text.partition(b"\n")
    refused(b"\n".join((header, line, rest)), tmp_path / "b", f"^Line 2 cannot be taken: .*{words}")


def test_an_export_that_was_cut_off_is_noticed(text, tmp_path):
    lines = text.splitlines(keepends=True)
    for count in range(len(lines)):
        refused(b"".join(lines[:count]), tmp_path / "b", f"ends after line {count} without its last line")


def test_a_line_that_is_missing_twice_or_out_of_order_is_noticed(text, tmp_path):
    lines = text.splitlines(keepends=True)
    for at in range(len(lines)):
        refused(b"".join(lines[:at] + lines[at + 1 :]), tmp_path / "b", "cannot be taken|cut off")
        refused(b"".join(lines[: at + 1] + lines[at:]), tmp_path / "b", "cannot be taken")
        if at:
            swapped = [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]
            swapped_text = b"".join(swapped)
            if {json.loads(line)["line"] for line in lines[at - 1 : at + 1]} != {"state"}:
                refused(swapped_text, tmp_path / "b", "cannot be taken")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_spoiled_bytes_give_a_ledger_or_a_sentence(text, tmp_path_factory, data):
    spoiled = bytearray(text)
    for _ in range(data.draw(st.integers(1, 3))):
        spoiled[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("spoiled") / "b"
    try:
        import_lines(io.BytesIO(bytes(spoiled)), path)
    except LedgerError:
        assert not path.exists()
        return
    with Ledger.open(path) as ledger:
        contents(ledger)
        assert exported(ledger).count(b"\n") == text.count(b"\n")


def test_a_file_that_is_there_is_left_alone(text, tmp_path):
    mine = tmp_path / "thesis"
    mine.write_text("years of work")
    with pytest.raises(LedgerError, match="is there already"):
        import_lines(io.BytesIO(text), mine)
    assert mine.read_text() == "years of work"


def test_a_folder_that_is_not_there_is_a_sentence(text, tmp_path):
    with pytest.raises(LedgerError, match=r"cannot be written .* Check the folder"):
        import_lines(io.BytesIO(text), tmp_path / "nowhere" / "b")
