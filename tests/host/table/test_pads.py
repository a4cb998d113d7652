"""Facts about pads to taps and notices; nothing that a private pad reads is ever in a notice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from hardware import profiles
from host.ledger import Fact
from host.table.pads import Change, Pads, PadSight
from host.table.tags import Cards

BENCH = profiles.load("bench")
PLAY, DISCARD, PRIVATE = (BENCH.pad_named(name).index for name in ("play", "discard", "seat1.bench.1"))
ROSTER = {"gun-1": 1, "gun-2": 2, "longest-card-of-all-of-1": 1}


def fact(kind: int, src: int, data: bytes, at: int = 0) -> Fact:
    return Fact(1, None, 0, at, kind, src, data)


class Board:
    """Tells facts as a board does: a tag before the pad that names it."""

    def __init__(self) -> None:
        self.pads = Pads(BENCH, Cards(ROSTER))
        self.now = 0

    def tag(self, entry: int, text: str) -> None:
        self.say(wire.TAG, entry, bytes((4, entry, 0, 0, 0, 0, 0)))
        for src, half in ((entry, text[:12]), (entry | wire.PART, text[12:])):
            if half:
                self.say(wire.TEXT, src, half.encode())

    def put(self, pad: int, entry: int) -> None:
        self.say(wire.PAD, pad, bytes((wire.PAD_PRESENT, entry)))

    def lift(self, pad: int) -> None:
        self.say(wire.PAD, pad, bytes((wire.PAD_ABSENT, 0)))

    def say(self, kind: int, src: int, data: bytes) -> None:
        self.now += 10
        self.pads.take([fact(kind, src, data, self.now)])

    def taps(self) -> list[Change]:
        return [change for change in self.pads.changes() if change.card]


@pytest.fixture
def board() -> Board:
    return Board()


def test_a_card_put_on_a_pad_is_a_tap(board: Board) -> None:
    board.tag(3, "gun-1")
    board.put(PLAY, 3)
    assert board.taps() == [Change(30, "play", wire.PAD_PRESENT, bytes((4, 3, 0, 0, 0, 0, 0)), "gun-1")]
    assert board.taps() == []
    assert board.pads.on(PLAY).card == "gun-1"
    board.put(PLAY, 3)
    assert board.taps() == []
    board.lift(PLAY)
    assert board.pads.on(PLAY).card == ""
    board.put(PLAY, 3)
    assert len(board.taps()) == 1


def test_a_long_id_comes_in_two_halves(board: Board) -> None:
    board.tag(3, "longest-card-of-all-of-1")
    board.put(PLAY, 3)
    assert board.taps()[0].card == "longest-card-of-all-of-1"


def test_an_entry_given_to_another_tag_loses_its_text(board: Board) -> None:
    board.tag(3, "gun-1")
    board.tag(3, "")
    board.put(PLAY, 3)
    assert board.taps() == []


def test_an_unknown_tag_is_named_once(board: Board) -> None:
    board.tag(3, "menu")
    for _ in range(3):
        board.put(PLAY, 3)
        board.lift(PLAY)
    assert board.pads.notices() == ['play: This tag says "menu", and that is no card of this game.']
    assert board.pads.notices() == []


def test_a_lost_tag_is_named_once(board: Board) -> None:
    board.tag(3, "gun-1")
    for _ in range(3):
        board.put(PLAY, 3)
        board.say(wire.PAD, PLAY, bytes((wire.PAD_GARBLED, 0)))
    assert board.pads.notices() == [
        "The tag of gun-1 on play cannot be read any more. Lay it flat, or name it on the screen."
    ]


def test_a_reader_that_fails_is_told_once_each_time(board: Board) -> None:
    sentence = "The reader of discard does not answer. Until it does, name its cards on the screen."
    for _ in range(2):
        for _ in range(3):
            board.say(wire.PAD, DISCARD, bytes((wire.PAD_DOWN, 0)))
        assert board.pads.notices() == [sentence]
        assert board.pads.over() == []
        board.lift(DISCARD)
        assert board.pads.notices() == []
        assert board.pads.over() == [sentence]
        assert board.pads.over() == []


def test_more_than_one_card_is_told_for_as_long_as_they_lie_there(board: Board) -> None:
    board.tag(3, "gun-1")
    assert board.pads.standing() == ()
    for _ in range(2):
        board.say(wire.PAD, DISCARD, bytes((wire.PAD_SEVERAL, 0)))
        board.put(PLAY, 3)
        assert board.pads.standing() == ("More than one card lies on discard. Leave one there.",)
        board.put(DISCARD, 3)
        assert board.pads.standing() == ()
    assert board.pads.notices() == []


def test_one_identity_on_two_pads_is_told(board: Board) -> None:
    board.tag(3, "gun-1")
    board.tag(4, "gun-1")
    board.put(PLAY, 3)
    board.put(DISCARD, 4)
    assert board.pads.notices() == [
        "The tags on discard and play both say that they are gun-1. Check: deadfall tags verify"
    ]


def test_copies_and_a_card_on_its_way_are_no_duplicates(board: Board) -> None:
    for entry, text in ((3, "gun-2"), (4, "gun-2"), (5, "gun-1")):
        board.tag(entry, text)
    board.put(PLAY, 3)
    board.put(DISCARD, 4)
    board.put(PLAY, 5)
    board.put(DISCARD, 5)
    assert board.pads.notices() == []


def test_a_private_pad_never_names_its_card(board: Board) -> None:
    for entry, text in ((3, "gun-1"), (4, "gun-1"), (5, "menu")):
        board.tag(entry, text)
    board.put(PLAY, 3)
    board.put(PRIVATE, 4)
    board.say(wire.PAD, PRIVATE, bytes((wire.PAD_GARBLED, 0)))
    board.put(PRIVATE, 5)
    assert board.pads.notices() == [
        "The card on seat1.bench.1 cannot be read any more. Lay it flat, or name it on the screen.",
        "The card on seat1.bench.1 cannot be told from its tag.",
    ]


ENTRIES = st.integers(0, 3)
FACTS = st.lists(
    st.one_of(
        st.builds(
            fact,
            st.sampled_from([wire.PAD, wire.TAG, wire.TEXT, wire.TILE]),
            st.integers(0, 255),
            st.binary(max_size=12),
        ),
        st.builds(fact, st.just(wire.TAG), ENTRIES, st.binary(min_size=4, max_size=7)),
        st.builds(fact, st.just(wire.TEXT), ENTRIES, st.sampled_from([b"gun-1", b"gun-2", b"menu", b"\x1b[2J\xff"])),
        st.builds(
            lambda pad, what, entry: fact(wire.PAD, pad, bytes((what, entry))),
            *(st.sampled_from([PLAY, DISCARD, PRIVATE]), st.integers(0, 6), ENTRIES),
        ),
    ),
    max_size=30,
)


def test_senseless_facts_raise_nothing() -> None:
    told, cards = [], []

    @given(FACTS)
    def tell(facts: list[Fact]) -> None:
        pads = Pads(BENCH, Cards(ROSTER))
        pads.take(facts)
        notices, changes = pads.notices(), pads.changes()
        assert all(notice.isprintable() for notice in notices)
        assert all(change.card in ("", *ROSTER) for change in changes)
        told.extend(notices)
        cards.extend(change.card for change in changes)

    tell()
    assert len(set(told)) > 5
    assert "" in cards
    assert len(set(cards)) > 1


def test_everybody_may_know_what_lies_on_an_open_pad_and_of_a_private_one_that_something_does(board: Board) -> None:
    board.tag(3, "gun-1")
    board.tag(4, "gun-2")
    board.put(PLAY, 3)
    board.put(PRIVATE, 4)
    sights = board.pads.sights()
    assert sights[PLAY] == PadSight("play", "card", "gun-1")
    assert sights[PRIVATE] == PadSight("seat1.bench.1", "card", "")
    assert sights[DISCARD] == PadSight("discard", "unknown", "")


@pytest.mark.parametrize(
    ("what", "state"),
    [(wire.PAD_ABSENT, "empty"), (wire.PAD_SEVERAL, "several"), (wire.PAD_GARBLED, "garbled"), (wire.PAD_DOWN, "down")],
)
def test_a_pad_says_in_what_state_it_is(board: Board, what: int, state: str) -> None:
    board.say(wire.PAD, PLAY, bytes((what, 0)))
    assert board.pads.sights()[PLAY] == PadSight("play", state, "")  # type: ignore[arg-type]
    board.say(wire.PAD, PLAY, bytes((99, 0)))
    assert board.pads.sights()[PLAY].state == "unknown"
