"""Cards on pads, the whole way on virtual time: stickers, readers, firmware, link, ledger, companion."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.wire import PAD, PAD_ABSENT, PAD_PRESENT, PAD_SEVERAL, TAG, TEXT
from hardware.twin.board import Twin
from host.ledger import Fact, Ledger, export_lines, import_lines
from host.link import Stepped
from host.play import opening
from host.play.commands import Say
from host.play.companion import LATE_MS, OVERTAKEN
from host.play.replay import replay
from host.play.stepped import SteppedTable
from host.play.taps import AGAIN_MS, AWAY_MS, EMPTY_MS, LEFT_ALONE_MS, READ_TWICE, SURE_MS, SWAP_MS, Heeded, PadTaps
from host.table.pads import Change, PadSight
from host.table.privacy import Veil

START = 1_000
SEEN_MS, GONE_MS = 1_000, 1_500


class Sitting:
    """A game at a simulated table with pads."""

    def __init__(self, profile: str) -> None:
        self.twin = Twin(profile, "cpython", 1)
        self.ledger = Ledger.open(":memory:")
        companion = opening.begin(self.ledger, "armada", profile, START)
        self.table = SteppedTable(companion, self.ledger, lambda link: Stepped(self.twin, link, now=START))
        self.table.plug()
        self.table.run_for(600)

    def put(self, card: str, pad: str = "play") -> None:
        self.twin.put_card(card, pad)
        self.table.run_for(SEEN_MS)

    def lift(self, card: str) -> None:
        self.twin.lift_card(card)
        self.table.run_for(GONE_MS)

    def shown(self) -> list[str]:
        return [row.data["name"] for row in self.ledger.inputs() if row.data.get("do") == "show"]

    def understood(self) -> list[str]:
        return [entry.text for entry in self.ledger.entries()]


@pytest.fixture
def pocket() -> Iterator[Sitting]:
    sitting = Sitting("pocket")
    yield sitting
    sitting.ledger.close()


@pytest.fixture
def bench() -> Iterator[Sitting]:
    sitting = Sitting("bench")
    yield sitting
    sitting.ledger.close()


def test_a_piece_held_to_the_pad_is_what_was_drawn(pocket: Sitting) -> None:
    pocket.put("blue.gun-3")
    assert pocket.understood() == ["drew gun-3"]
    pocket.lift("blue.gun-3")
    pocket.put("menu")
    assert pocket.table.picture.notice == 'play: This tag says "menu", and that is no card of this game.'
    pocket.lift("menu")
    pocket.put("blue.hub-2")
    assert pocket.shown() == ["blue.gun-3", "blue.hub-2"]


def test_a_piece_that_is_held_to_the_pad_twice_when_it_is_drawn_is_not_on_its_way_to_the_board(pocket: Sitting) -> None:
    pocket.put("blue.gun-3")
    pocket.twin.lift_card("blue.gun-3")
    pocket.table.run_for(400)
    pocket.put("blue.gun-3")
    assert pocket.shown() == ["blue.gun-3"]
    pocket.lift("blue.gun-3")
    pocket.put("blue.gun-3")
    assert pocket.shown() == ["blue.gun-3", "blue.gun-3"]


def test_a_replay_needs_no_tags(pocket: Sitting, tmp_path: Path) -> None:
    pocket.put("blue.gun-3")
    with (tmp_path / "game.jsonl").open("wb+") as lines:
        export_lines(pocket.ledger, lines)
        lines.seek(0)
        import_lines(lines, tmp_path / "game.ledger")
    result = replay(tmp_path / "game.ledger")
    assert (result.entries, result.difference) == (1, None)


def test_a_pulled_cable_shows_no_card_twice(pocket: Sitting) -> None:
    pocket.put("blue.gun-3")
    pocket.table.unplug()
    pocket.table.run_for(500)
    pocket.table.plug()
    pocket.table.run_for(1_000)
    assert pocket.shown() == ["blue.gun-3"]


def test_a_private_pad_tells_nobody(bench: Sitting) -> None:
    bench.put("blue.gun-3", "seat1.bench.2")
    assert bench.understood() == []
    assert bench.table.picture.notice == ""
    uid = bench.twin.cards.tag("blue.gun-3").uid
    exports = []
    for hide in (None, Veil(bench.twin.profile).hide):
        sink = io.BytesIO()
        export_lines(bench.ledger, sink, hide)
        exports.append(sink.getvalue())
    secret = (uid.hex().encode(), b"blue.gun-3".hex().encode())
    assert all(sign in exports[0] for sign in secret)
    assert not any(sign in exports[1] for sign in secret)


def leave_one_of_two(pocket: Sitting) -> None:
    """Hold a gun and a hub to the pad, and take the hub away: the pad has just seen that the gun is alone."""
    pocket.twin.put_card("blue.gun-3", "play")
    pocket.put("blue.hub-2")
    pocket.twin.lift_card("blue.hub-2")
    while [fact.data[0] for fact in pocket.ledger.facts() if fact.kind == PAD][-1] != PAD_PRESENT:
        pocket.table.run_for(10)


def test_of_two_pieces_one_is_shown_only_once_it_is_alone_for_a_while(pocket: Sitting) -> None:
    """Of two that are held there the reader may hear one alone by chance, until both are taken away."""
    leave_one_of_two(pocket)
    pocket.table.run_for(200)
    pocket.lift("blue.gun-3")
    assert pocket.shown() == []
    pocket.twin.put_card("blue.gun-3", "play")
    pocket.put("blue.hub-2")
    pocket.lift("blue.hub-2")
    assert pocket.shown() == ["blue.gun-3"]


def test_of_two_pieces_the_screen_shows_none_before_it_is_shown_to_be_alone(pocket: Sitting) -> None:
    """Whoever reads the name of a card on the screen takes it for read, and goes on."""
    leave_one_of_two(pocket)
    assert pocket.table.picture.pads[0] == PadSight("play", "several")
    pocket.table.run_for(LEFT_ALONE_MS // 2)
    assert (pocket.table.picture.pads[0].card, pocket.shown()) == ("", [])
    pocket.table.run_for(LEFT_ALONE_MS)
    assert pocket.table.picture.pads[0] == PadSight("play", "card", "blue.gun-3")
    assert pocket.shown() == ["blue.gun-3"]


def test_one_of_two_pieces_may_be_changed_for_the_other(pocket: Sitting) -> None:
    """What lies there in the end is shown, and what comes after that waits no longer than usual."""
    leave_one_of_two(pocket)
    pocket.twin.lift_card("blue.gun-3")
    pocket.put("blue.hub-2")
    assert pocket.shown() == ["blue.hub-2"]
    pocket.twin.lift_card("blue.hub-2")
    pocket.twin.put_card("blue.gun-3", "play")
    pocket.table.run_for(600)
    pocket.lift("blue.gun-3")
    assert pocket.shown() == ["blue.hub-2", "blue.gun-3"]


# ---- what lies there since before ---------------------------------------------------------------------------

CARD, OTHER = b"aaaa", b"bbbb"


def heeded(*changes: tuple[int, int, bytes], empty_ms: int = EMPTY_MS) -> Heeded:
    """A pad that has taken a card in, and what it has read since."""
    found = Heeded(empty_ms)
    found.add(CARD)
    for at, what, uid in changes:
        found.follow(Change(at, "play", what, uid))
    return found


@pytest.mark.parametrize("away", [SWAP_MS, SWAP_MS + 1, EMPTY_MS - 1, EMPTY_MS])
def test_a_card_comes_anew_once_the_pad_was_empty_for_long_enough(away: int) -> None:
    found = heeded((1_000, PAD_ABSENT, b""), (1_000 + away, PAD_PRESENT, CARD))
    assert (CARD in found) == (away < EMPTY_MS)
    assert found.is_back == (SWAP_MS < away < EMPTY_MS)


@pytest.mark.parametrize("away", [AWAY_MS - 1, AWAY_MS])
def test_a_card_comes_anew_once_it_was_away_for_long_though_others_came_meanwhile(away: int) -> None:
    found = heeded(
        (1_000, PAD_ABSENT, b""),
        (1_100, PAD_PRESENT, OTHER),
        (900 + away, PAD_ABSENT, b""),
        (1_000 + away, PAD_PRESENT, CARD),
    )
    assert (CARD in found) == (away < AWAY_MS)
    assert OTHER not in found


def test_a_card_over_which_others_are_held_lies_there_all_the_time() -> None:
    found = heeded((1_000, PAD_PRESENT, OTHER), (90_000, PAD_PRESENT, CARD))
    assert CARD in found
    assert not found.is_back
    assert CARD in heeded((1_000, PAD_ABSENT, b""), (1_100, PAD_SEVERAL, b""), (90_000, PAD_PRESENT, CARD))


def test_a_card_that_was_heard_again_meanwhile_has_not_left() -> None:
    found = heeded(
        (1_000, PAD_ABSENT, b""),
        (1_100, PAD_PRESENT, OTHER),
        (2_000, PAD_PRESENT, CARD),
        (2_100, PAD_PRESENT, OTHER),
        (1_000 + AWAY_MS, PAD_PRESENT, CARD),
    )
    assert CARD in found


# ---- to the millisecond, without a board ---------------------------------------------------------------------


class Pad:
    """SAW's play pad and what is told of it; Red may use cards."""

    def __init__(self) -> None:
        self.ledger = Ledger.open(":memory:")
        self.game = opening.begin(self.ledger, "saw", "bench", START, players=("person", "person"))
        self.taps = PadTaps(self.game)
        self.now = START
        self.say("character surgeon", "character broker", "first red")
        for entry, card in enumerate(("wrench", "candle", "brick")):
            self.tell(TAG, entry, bytes((4, entry, 9, 9, 9, 9, 9)))
            self.tell(TEXT, entry, card.encode())

    def say(self, *texts: str) -> None:
        for text in texts:
            self.game.command(Say(text), self.now)

    def tell(self, kind: int, src: int, data: bytes, at: int | None = None) -> None:
        at = self.now if at is None else at
        self.taps.take([Fact(1, None, None, at, kind, src, data)], self.now)

    def hear(self, state: int, entry: int = 0, *, at: int | None = None) -> None:
        """The reader of the play pad says something else, at a moment of which it may tell late."""
        self.tell(PAD, 0, bytes((state, entry)), at)

    def wait(self, ms: int) -> None:
        self.now += ms
        self.taps.tick(self.now)
        self.game.tick(self.now)

    @property
    def shown(self) -> list[str]:
        rows = self.ledger.inputs()
        return [row.data["name"] for row in rows if row.kind == "command" and row.data["do"] == "show"]

    @property
    def notice(self) -> str:
        return self.game.picture.notice


@pytest.fixture
def pad() -> Iterator[Pad]:
    made = Pad()
    yield made
    made.ledger.close()


def test_a_card_is_shown_once_it_was_alone_for_long_enough(pad: Pad) -> None:
    pad.hear(PAD_PRESENT, 0)
    assert pad.taps.due == pad.now + SURE_MS
    pad.wait(SURE_MS - 1)
    assert pad.shown == []
    pad.wait(1)
    assert pad.shown == ["wrench"]
    assert pad.taps.due is None


def test_where_more_than_one_was_heard_a_card_must_be_alone_for_longer(pad: Pad) -> None:
    pad.hear(PAD_SEVERAL)
    pad.wait(1_000)
    assert pad.taps.due is None
    pad.hear(PAD_PRESENT, 1)
    pad.wait(LEFT_ALONE_MS - 1)
    assert pad.shown == []
    pad.wait(1)
    assert pad.shown == ["candle"]


@pytest.mark.parametrize("late", [LATE_MS, LATE_MS + 1])
def test_a_card_that_was_held_there_before_the_last_answer_is_not_shown_and_that_is_said(pad: Pad, late: int) -> None:
    """The board tells of it late; what was answered meanwhile may be what it would have been."""
    pad.now += 10_000
    pad.say("done")
    pad.hear(PAD_PRESENT, 0, at=pad.now - late)
    pad.wait(SURE_MS)
    is_overtaken = late > LATE_MS
    assert pad.shown == ([] if is_overtaken else ["wrench"])
    assert (pad.notice == OVERTAKEN) == is_overtaken


def test_a_card_that_has_lain_there_since_before_is_not_shown_again_and_nobody_is_blamed(pad: Pad) -> None:
    pad.hear(PAD_PRESENT, 0)
    pad.wait(10_000)
    pad.say("done")
    said = pad.notice
    pad.hear(PAD_ABSENT, at=pad.now - 1_000)
    pad.hear(PAD_PRESENT, 0, at=pad.now - 900)
    pad.wait(1_000)
    assert pad.shown == ["wrench"]
    assert pad.notice == said


@pytest.mark.parametrize("after", [AGAIN_MS - 1, AGAIN_MS])
def test_the_same_card_counts_again_after_a_while_and_sooner_that_is_said(pad: Pad, after: int) -> None:
    pad.hear(PAD_PRESENT, 1)
    pad.wait(SURE_MS)
    answered = pad.now
    pad.hear(PAD_ABSENT)
    pad.wait(answered + after - SURE_MS - pad.now)
    pad.hear(PAD_PRESENT, 1)
    pad.wait(SURE_MS)
    assert pad.shown == ["candle"] * (1 if after < AGAIN_MS else 2)
    assert (READ_TWICE in pad.game.picture.prompt.detail) == (after < AGAIN_MS)
