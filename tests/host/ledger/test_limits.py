"""Each number of a ledger at its limits and just beyond them, each text as JSON knows it."""

import io
import json

import pytest

from firmware.wire import TILE
from host.ledger import RING, Batch, EntryRecord, Fact, Gap, Ledger, LedgerError, Origin, export_lines, import_lines
from host.ledger.fold import Fold
from host.ledger.lines import FIELDS, origin, whole
from tests.host.ledger.game import HEAD, UID, answer, facts, takeback
from tests.host.ledger.test_fold import row

EXACT = 9_007_199_254_740_992  # the largest whole number that every JSON library reads exactly
# Which numbers there are, and the least and the largest of each.
NUMBERS = {
    ("header", "version"): (1, EXACT),
    ("board", "id"): (1, EXACT),
    ("board", "first_seen"): (-EXACT, EXACT),
    ("board", "last_seen"): (-EXACT, EXACT),
    ("boot", "id"): (1, EXACT),
    ("boot", "board"): (1, EXACT),
    ("boot", "boot_id"): (0, EXACT),
    ("boot", "started"): (-EXACT, EXACT),
    ("boot", "ended"): (-EXACT, EXACT),
    ("boot", "next_seq"): (1, EXACT),
    ("fact", "id"): (1, EXACT),
    ("fact", "boot"): (1, EXACT),
    ("fact", "batch"): (1, EXACT),
    ("fact", "at"): (-EXACT, EXACT),
    ("fact", "seq"): (1, EXACT),
    ("fact", "as_of"): (1, EXACT),
    ("fact", "t_board"): (-EXACT, EXACT),
    ("fact", "t_host"): (-EXACT, EXACT),
    ("fact", "kind"): (0, 255),
    ("fact", "src"): (0, 65535),
    ("fact", "inferred"): (0, 1),
    ("gap", "id"): (1, EXACT),
    ("gap", "boot"): (1, EXACT),
    ("gap", "first"): (1, EXACT),
    ("gap", "last"): (1, EXACT),
    ("gap", "at"): (-EXACT, EXACT),
    ("state", "board"): (1, EXACT),
    ("state", "kind"): (0, 255),
    ("state", "src"): (0, 65535),
    ("state", "fact"): (1, EXACT),
    ("state", "as_of"): (1, EXACT),
    ("play", "created"): (-EXACT, EXACT),
    ("input", "id"): (1, EXACT),
    ("input", "at"): (-EXACT, EXACT),
    ("input", "fact"): (0, EXACT),
    ("entry", "id"): (1, EXACT),
    ("entry", "at"): (-EXACT, EXACT),
    ("entry", "seat"): (0, 99),
    ("entry", "confidence"): (0, 100),
    ("entry", "input"): (0, EXACT),
    ("entry", "fact"): (0, EXACT),
    ("end", "lines"): (1, EXACT),
}
MAY_BE_NULL = {
    *(("boot", "ended"), ("fact", "seq"), ("fact", "as_of"), ("fact", "t_board"), ("gap", "last")),
    *(("state", "as_of"), ("entry", "seat"), ("play", "catalogue")),
}
WRONG = [None, True, 1.0, "1", [], {}, [1], {"a": 1}]
OTHERS = {  # what else there is: what each takes, and what it refuses
    "a text": (["", "x"], [None, 1, b"x", ["x"]]),
    "a list of texts": ([[], ["a", "b"]], [None, "ab", ["a", 1], {"a": "b"}, ("a",)]),
    "an object": ([{}, {"a": [1]}], [None, [], "{}"]),
    "an object of texts": ([{}, {"a": "b"}], [{"a": 1}, {"a": "b", "c": None}]),
    "a list of objects": ([[], [{}, {"a": 1}]], [None, {}, [1], [{}, []]]),
    "bytes": (["", "00ff", "ab" * 255], [None, "AB", "0", "zz", "a b", "00 ff", "ab" * 256, 5]),
    "one of": (["table", "lot"], [None, "", "TABLE", 3]),
}
KINDS_OF_TEXT = {
    "a text": [
        *(("header", "format"), ("board", "uid"), ("board", "name"), ("gap", "reason"), ("play", "game")),
        *(("play", "catalogue_digest"), ("play", "profile"), ("input", "kind"), ("entry", "kind")),
        *(("entry", "text"), ("entry", "by"), ("entry", "why"), ("entry", "digest"), ("play", "catalogue")),
    ],
    "a list of texts": [("play", "players"), ("entry", "candidates")],
    "an object": [("play", "root"), ("input", "data"), ("entry", "entry")],
    "an object of texts": [("play", "options")],
    "a list of objects": [("entry", "events")],
    "bytes": [("fact", "data"), ("state", "data")],
    "one of": [("entry", "origin")],
}


def test_every_field_of_an_export_is_looked_at_here():
    told = {(kind, name) for kind, fields in FIELDS.items() for name in fields}
    assert told == {*NUMBERS, *(place for places in KINDS_OF_TEXT.values() for place in places)}


@pytest.mark.parametrize(("place", "range_"), NUMBERS.items(), ids=lambda value: ".".join(map(str, value)))
def test_a_number_may_be_at_its_limits_and_not_beyond(place, range_):
    check, (least, largest) = FIELDS[place[0]][place[1]], range_
    assert [check(value) for value in (least, least + 1, largest - 1, largest)] == [
        *(least, least + 1, largest - 1, largest)
    ]
    for value in (least - 1, largest + 1, *WRONG[1:]):
        with pytest.raises(ValueError, match=f"^must be a whole number from {least} to {largest}$"):
            check(value)


@pytest.mark.parametrize("kind", KINDS_OF_TEXT)
def test_what_is_no_number_is_of_its_kind(kind):
    good, bad = OTHERS[kind]
    for line, name in KINDS_OF_TEXT[kind]:
        for value in good:
            kept = {"bytes": bytes.fromhex, "a list of texts": tuple}.get(kind, lambda same: same)(value)
            assert FIELDS[line][name](value) == kept
        for value in bad:
            if value is None and (line, name) in MAY_BE_NULL:
                continue
            words = {"bytes": "must be at most 255 bytes in small hex", "one of": "must be one of table, pad, bench, "}
            with pytest.raises(ValueError, match=f"^{words.get(kind, f'must be {kind}')}"):
                FIELDS[line][name](value)


def test_null_stands_only_where_nothing_may_be_known():
    for kind, fields in FIELDS.items():
        for name, check in fields.items():
            if (kind, name) in MAY_BE_NULL:
                assert check(None) is None
            else:
                with pytest.raises(ValueError, match="must be"):
                    check(None)


def test_any_whole_number_is_one_that_json_reads_exactly():
    assert whole()(EXACT) == float(EXACT) == 2**53
    assert type(origin("lot")) is Origin


# ---- the same limits where a program writes ----


@pytest.fixture
def begun():
    with Ledger.open(":memory:") as ledger:
        ledger.begin(HEAD)
        yield ledger


@pytest.mark.parametrize("confidence", [0, 1, 99, 100])
def test_a_confidence_is_a_percentage(begun, confidence):
    begun.write([answer(confidence=confidence)])
    assert [entry.confidence for entry in begun.entries()] == [confidence]


@pytest.mark.parametrize("confidence", [-1, 101])
def test_no_confidence_is_beyond(begun, confidence):
    words = f"^A confidence is a percentage from 0 to 100, not {confidence}.$"
    with pytest.raises(LedgerError, match=words):
        begun.write([answer(confidence=confidence)])
    assert list(begun.entries()) == []


def test_what_a_row_rests_on_is_between_the_last_one_and_what_there_is(begun):
    facts(begun, 5)
    begun.note(1, "command", {}, 2)
    begun.note(2, "command", {}, 3)
    begun.write([answer(fact=2, input=1)])
    for fact, input_ in ((1, 1), (2, 0), (6, 1), (2, 3)):
        with pytest.raises(LedgerError, match=r"^A row that rests on fact .* facts 2 to 5 and inputs 1 to 2.$"):
            begun.write([answer(fact=fact, input=input_)])
    for fact in (2, 6):
        with pytest.raises(LedgerError, match="facts 3 to 5 and inputs 0 to 2"):
            begun.note(3, "command", {}, fact)
    begun.note(3, "command", {}, 5)
    begun.write([answer(fact=5, input=3)])
    assert [(entry.fact, entry.input) for entry in begun.entries()] == [(2, 1), (5, 3)]


@pytest.mark.parametrize(
    ("kind", "entry", "words"),
    [
        ("takeback", {}, "A take-back is"),
        ("takeback", {"keep": 1, "more": 2}, "A take-back is"),
        ("takeback", {"kept": 0}, "A take-back is"),
        ("takeback", {"keep": "1"}, "A take-back is"),
        ("takeback", {"keep": 2}, "keeps 2 entries, and there are 1"),
        ("import", {}, "An import is"),
        ("import", {"position": {}, "more": 2}, "An import is"),
        ("import", {"position": [1]}, "An import is"),
    ],
)
def test_what_cannot_be_folded_is_not_written(begun, kind, entry, words):
    begun.write([answer()])
    with pytest.raises(LedgerError, match=words):
        begun.write([EntryRecord(at=1, kind=kind, entry=entry)])
    begun.write([takeback(1), takeback(0), takeback(1)])
    assert len(begun.live()) == 1


@pytest.mark.parametrize(
    ("value", "what", "words"),
    [
        ({"x": float("inf")}, "the entry", "it is no JSON (Out of range float values are not JSON compliant"),
        ({"x": {1, 2}}, "the entry", "it is no JSON (Object of type set"),
        ({"x": "\udcff"}, "the entry", "it has half a surrogate pair, which UTF-8 does not know."),
    ],
)
def test_what_json_cannot_say_is_told_with_the_place(begun, value, what, words):
    with pytest.raises(LedgerError) as caught:
        begun.write([EntryRecord(at=1, kind="answer", entry=value)])
    assert str(caught.value).startswith(f"The ledger cannot keep {what}: {words}")
    nested = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(LedgerError, match=r"^The ledger cannot keep the input: it is nested too deeply.$"):
        begun.note(1, "command", {"x": nested}, 0)
    with pytest.raises(LedgerError, match=r"^The ledger cannot keep an event: it is no JSON"):
        begun.write([EntryRecord(at=1, kind="answer", entry={}, events=[{"x": object()}])])


# ---- lines, and the ring ----

LARGEST_LINE = 4_000_000


@pytest.mark.parametrize("more", [0, 1])
def test_a_line_may_have_four_million_bytes(tmp_path, more):
    header = json.dumps({"line": "header", "format": "deadfall-ledger", "version": 2}).encode()
    end = b'{"line":"end","lines":2}\n'
    text = header.ljust(LARGEST_LINE + more - 1) + b"\n" + end
    if not more:
        assert import_lines(io.BytesIO(text), tmp_path / "b") == 2
        return
    with pytest.raises(LedgerError, match=r"^Line 1 cannot be taken: it has more than 4000000 bytes. Nothing was"):
        import_lines(io.BytesIO(text), tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_outside_a_game_keeps_ten_thousand_facts():
    assert RING == 10_000


def test_the_ring_keeps_as_many_gaps_as_facts():
    with Ledger.open(":memory:", keep=4) as ring:
        for n in range(10):
            gap = Gap(2 * n + 1, 2 * n + 1, "overflow", n)
            ring.commit(Batch(UID, 7, 2 * n + 3, n, [Fact(2 * n + 2, None, n, n, TILE, 1, b"\x01")], [gap]))
        assert [gap.at for gap in ring.gaps()] == [6, 7, 8, 9]
        assert [fact.t_host for fact in ring.facts()] == [6, 7, 8, 9]


def test_a_ring_keeps_sixteen_runs_of_a_board_that_said_nothing():
    with Ledger.open(":memory:", keep=10) as ring:
        for boot_id in range(1, 31):
            ring.commit(Batch(UID, boot_id, 1, boot_id))
        assert [boot.boot_id for boot in ring.boots()] == [*range(14, 31)]  # and the one that runs
        assert [(gap.first, gap.at) for gap in ring.gaps()] == [(1, at) for at in range(15, 31)]
    with Ledger.open(":memory:") as game:
        for boot_id in range(1, 31):
            game.commit(Batch(UID, boot_id, 1, boot_id))
        assert len(game.boots()) == 30


# ---- the fold remembers where each step back came from ----


def test_each_step_back_that_can_be_done_again_is_remembered():
    fold = Fold(row(n) for n in range(1, 6))
    assert (fold.count, fold.froms, fold.last) == (5, [], 5)
    fold.take(row(6, "takeback", 3))
    assert fold.froms == [5]
    fold.take(row(7, "takeback", 1))
    assert fold.froms == [5, 3]
    fold.take(row(8, "takeback", 3))  # done again: that step back is over
    assert (fold.froms, fold.count) == ([5], 3)
    fold.take(row(9, "takeback", 3))  # neither back nor forward
    assert fold.froms == [5]
    fold.take(row(10))
    assert (fold.froms, fold.count, fold.last, len(fold.line)) == ([], 4, 10, 4)


def test_an_export_of_a_state_in_two_lines_keeps_their_order(begun):
    facts(begun, 3)
    sink = io.BytesIO()
    assert export_lines(begun, sink) == len(sink.getvalue().splitlines())
    lines = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert lines[0] == {"line": "header", "format": "deadfall-ledger", "version": 2}
    assert lines[-1] == {"line": "end", "lines": len(lines)}
    assert [line["src"] for line in lines if line["line"] == "state"] == [0, 1, 2]
