"""Pads and tags in the state: where they lie, what they say, and how facts and snapshots bring them there."""

import doctest
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from host.link import pads
from host.link.fold import Fold
from host.link.pads import Layout, PadView, layout_of, read_pads, read_pages

LAYOUT = Layout(tiles=10, buttons=1, pads=3)
UID = bytes.fromhex("04a1b2c3d4e5f6")
uids = st.one_of([st.binary(min_size=n, max_size=n) for n in (4, 7, 10)])
texts = st.binary(max_size=24).map(lambda raw: raw.replace(b"\0", b"x"))


def fold_of(layout: Layout = LAYOUT) -> Fold:
    fold = Fold()
    fold.layout = layout
    base = bytes(layout.pads_at)
    for at in range(0, len(base), 12):
        fold.apply(wire.BASELINE, at // 12, base[at : at + 12])
    return fold


def tell(fold: Fold, entry: int, uid: bytes, text: bytes) -> None:
    fold.apply(wire.TAG, entry, uid)
    for src, half in ((entry, text[:12]), (entry | wire.PART, text[12:])):
        if half:
            fold.apply(wire.TEXT, src, half)


def test_the_example_of_the_docstring_runs() -> None:
    results = doctest.testmod(pads, verbose=False)
    assert results.attempted >= 4
    assert results.failed == 0


def test_a_tag_that_was_told_is_what_its_pad_shows() -> None:
    fold = fold_of()
    tell(fold, 5, UID, b"seat-of-the-jigsaw-king")
    fold.apply(wire.PAD, 2, bytes((wire.PAD_PRESENT, 5)))
    assert read_pads(bytes(fold.cells), LAYOUT) == (
        PadView(),
        PadView(),
        PadView(wire.PAD_PRESENT, UID, "seat-of-the-jigsaw-king"),
    )


def test_another_uid_empties_the_text_of_its_entry() -> None:
    fold = fold_of()
    tell(fold, 5, UID, b"a text of twenty-four by")
    tell(fold, 5, b"\1\2\3\4", b"")
    fold.apply(wire.PAD, 0, bytes((wire.PAD_PRESENT, 5)))
    assert read_pads(bytes(fold.cells), LAYOUT)[0] == PadView(wire.PAD_PRESENT, b"\1\2\3\4", "")


@pytest.mark.parametrize("what", [wire.PAD_ABSENT, wire.PAD_SEVERAL, wire.PAD_GARBLED, wire.PAD_DOWN])
def test_only_a_pad_with_one_tag_names_it(what: int) -> None:
    fold = fold_of()
    tell(fold, 0, UID, b"gun")
    fold.apply(wire.PAD, 1, bytes((what, 0)))
    assert read_pads(bytes(fold.cells), LAYOUT)[1] == PadView(what)


def test_the_state_is_as_long_as_the_page_says() -> None:
    assert LAYOUT.size == 10 + 1 + 3 * 2 + (3 + 12) * 35 == len(fold_of().cells)
    assert Layout(4, 1).size == 5


@given(st.lists(st.tuples(st.integers(0, 14), uids, texts), max_size=6), st.binary(min_size=6, max_size=6))
def test_a_snapshot_brings_any_pads_and_tags(tags: list[tuple[int, bytes, bytes]], on_pads: bytes) -> None:
    board, host = fold_of(), fold_of()
    for entry, uid, text in tags:
        tell(board, entry, uid, text)
    for pad in range(3):
        board.apply(wire.PAD, pad, on_pads[2 * pad : 2 * pad + 2])
    for change in host.differences(bytes(board.cells)):
        host.apply(*change)
    assert host.cells == board.cells
    assert host.digest() == board.digest() == crc32(board.cells)
    assert host.differences(bytes(board.cells)) == []


def test_a_snapshot_tells_a_tag_before_the_pad_that_names_it() -> None:
    board = fold_of()
    tell(board, 14, UID, b"gun-3")
    board.apply(wire.PAD, 0, bytes((wire.PAD_PRESENT, 14)))
    kinds = [kind for kind, _, _ in fold_of().differences(bytes(board.cells))]
    assert kinds == [wire.TAG, wire.TEXT, wire.PAD]


def test_facts_told_before_the_layout_is_known_wait_in_their_order() -> None:
    early, late = Fold(), fold_of()
    for fold in (early, late):
        fold.apply(wire.BASELINE, 0, bytes(11))
        tell(fold, 5, UID, b"an old text of its own")
        tell(fold, 5, UID, b"new")
        fold.apply(wire.PAD, 2, bytes((wire.PAD_PRESENT, 5)))
        fold.apply(wire.BUTTON, 0, b"\3")
    early.layout = LAYOUT
    assert early.cells == late.cells


SENSELESS = st.one_of(
    st.tuples(st.integers(0, 15), st.integers(0, 255), st.binary(max_size=15)),
    st.tuples(
        st.sampled_from((wire.PAD, wire.TAG, wire.TEXT)),
        st.integers(0, 4) | st.integers(wire.PART, wire.PART + 4),
        st.binary(max_size=15) | st.lists(st.integers(0, 5), min_size=2, max_size=2).map(bytes),
    ),
)


def test_senseless_facts_change_nothing_beyond_the_state() -> None:
    changed = []

    @given(st.lists(SENSELESS, max_size=8))
    def tell(facts: list[tuple[int, int, bytes]]) -> None:
        fold = fold_of()
        before = bytes(fold.cells)
        for kind, src, data in facts:
            if kind not in (wire.BASELINE, wire.TILE, wire.BUTTON):
                fold.apply(kind, src, data)
        assert len(fold.cells) == LAYOUT.size
        read_pads(bytes(fold.cells), LAYOUT)
        changed.append(bytes(fold.cells) != before)

    tell()
    assert changed.count(True) > 20


COUNTS = st.integers(-1, 9) | st.integers(60, 66) | st.integers() | st.text() | st.none() | st.floats()


def test_hostile_capabilities_give_some_layout() -> None:
    layouts = set()

    @given(st.fixed_dictionaries({}, optional=dict.fromkeys(("tiles", "buttons", "pads"), COUNTS)))
    def read(caps: dict[str, object]) -> None:
        layout = layout_of(caps)
        assert 0 <= layout.pads <= 64
        assert 0 <= layout.buttons <= 8
        read_pads(b"\2" * 50, layout._replace(tiles=0))
        layouts.add(layout)

    read()
    assert any(layout.pads and layout.buttons for layout in layouts)


@given(uids, st.binary(max_size=32), st.integers(0, 45))
def test_pages_are_read_or_refused(uid: bytes, pages: bytes, length: int) -> None:
    data = (b"\0\4" + bytes((len(uid),)) + uid + pages)[:length]
    whole = length >= 3 + len(uid) and (len(data) - 3 - len(uid)) % 4 == 0
    assert read_pages(data) == ((uid, data[3 + len(uid) :]) if whole else None)


def test_senseless_pages_raise_nothing() -> None:
    outcomes = set()

    @given(st.sampled_from((b"", b"\0", b"\0\4", b"\0\4\4", b"\0\4\7")), st.binary(max_size=40))
    def read(before: bytes, behind: bytes) -> None:
        data = before + behind
        found = read_pages(data)
        outcomes.add(found is None)
        assert found is None or data[2:] == bytes((len(found[0]),)) + found[0] + found[1]

    read()
    assert outcomes == {True, False}


def test_pages_of_the_example() -> None:
    assert read_pages(bytes.fromhex("000407") + UID + b"abcdefgh") == (UID, b"abcdefgh")
    assert read_pages(bytes.fromhex("000407") + UID + b"abc") is None
