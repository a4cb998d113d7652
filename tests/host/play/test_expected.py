"""Pads on which a card is expected, through the whole chain: rules, host, wire, board, readers."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from firmware import wire
from host.play.commands import Undo
from tests.host.play.loot_sitting import LootSitting
from tests.host.play.saw_sitting import SawSitting
from tests.sizes import sizes

BRIEF_MS = 130  # six turns of 14 ms, and a look of 40 that reads a text; unexpected, two of these taps are missed
DISCARD = 1  # the pad's number on the table of profile `bench`

Sit = Callable[..., SawSitting]


class Overheard:
    """Listens on the way to the board: the payload of every EXPECT."""

    def __init__(self, sitting: SawSitting) -> None:
        self.bitmaps: list[bytes] = []
        self._decoder = wire.Decoder()
        sitting.table.board.to_board = self._hear

    def _hear(self, data: bytes, _: int) -> bytes:
        at, decoder = 0, self._decoder
        while at < len(data):
            at = decoder.feed(data, at, len(data))
            if decoder.length and decoder.raw[0] == wire.EXPECT:
                self.bitmaps.append(bytes(decoder.raw[wire.HEADER + 2 : decoder.length - 4]))
        return data


@pytest.fixture
def sit(tmp_path) -> Iterator[Sit]:
    """Return a function that opens a game in which Red begins."""
    sittings: list[SawSitting] = []

    def open_one(**settings: object) -> SawSitting:
        folder = tmp_path / str(len(sittings))
        folder.mkdir()
        sittings.append(SawSitting(folder, **settings))
        sittings[-1].begin()
        return sittings[-1]

    yield open_one
    for sitting in sittings:
        sitting.close()


def favoured(sitting: SawSitting) -> str:
    """What the board looks at more often; ``play`` is always among it."""
    asked = "print([pad for pad, is_so in enumerate(board.pads.turns._favoured) if is_so])"
    return str(sitting.twin.runtime.evaluate(asked))


def test_discard_is_expected_while_cards_have_to_be_discarded(sit: Sit) -> None:
    sitting = sit()
    assert sitting.play.decision.kind == "use"
    assert favoured(sitting) == "[0]"
    sitting.press(0, "no")
    assert sitting.play.decision.kind == "discard"
    assert favoured(sitting) == "[0, 1]"
    while sitting.play.decision.kind == "discard":
        sitting.say("discard ?" if sitting.prompt.title != "Red: discard cards?" else "keep")
    sitting.table.run_for(200)
    assert favoured(sitting) == "[0]"


@sizes("taps", 8, 40)
def test_brief_taps_on_discard_are_seen_though_cards_lie_on_all_benches(sit: Sit, taps: int) -> None:
    sitting = sit()
    sitting.press(0, "no")
    for pad in sitting.profile.pads[2:]:
        sitting.twin.put_card(f"rope#{pad.index}", pad.name)
    sitting.table.run_for(4_000)
    missed = []
    for number in range(taps):
        age = sitting.companion.age
        sitting.table.run_for(200 + 6 * number)
        sitting.twin.tap_card(f"wrench#{number + 1}", "discard", BRIEF_MS)
        sitting.table.run_for(700)
        if sitting.companion.age == age:
            missed.append(number)
        else:
            sitting.table.post(Undo(1))
        assert sitting.play.decision.kind == "discard"
    assert not missed


def test_a_board_that_was_unplugged_is_told_again(sit: Sit) -> None:
    sitting = sit()
    sitting.press(0, "no")
    overheard = Overheard(sitting)
    sitting.table.run_for(1_000)
    assert not overheard.bitmaps, "it was told before"
    sitting.table.unplug()
    sitting.twin.power_cut()
    assert favoured(sitting) == "[0]"
    sitting.table.run_for(500)
    sitting.table.plug()
    sitting.table.run_for(2_000)
    assert overheard.bitmaps == [bytes((1 << DISCARD,))]
    assert favoured(sitting) == "[0, 1]"


def test_hidden_cards_change_nothing_of_what_the_board_is_told(sit: Sit) -> None:
    """The same is done with other cards: in the hands, in the deck, and on a bench, where the host reads them."""

    def played(seed: int, *lying: str) -> list[bytes]:
        sitting = sit(seed=seed, taps="needed")
        overheard = Overheard(sitting)
        for slot, card in enumerate(lying, 1):
            sitting.put(card, f"seat1.bench.{slot}")
        sitting.press(0, "no")
        for _ in range(2):
            while sitting.play.decision.kind == "discard":
                more = sitting.prompt.title.endswith("discard cards?")
                sitting.say("keep" if more else "discard ?")
                sitting.table.run_for(200)
            if sitting.play.decision.kind == "use":
                sitting.say("done")
                sitting.table.run_for(200)
        sitting.table.run_for(500)
        return overheard.bitmaps

    cards = ["pendulum", "wrench", "rope"]
    told = played(1, *cards)
    assert len(told) >= 3
    Random(4).shuffle(cards)
    assert played(2, *cards) == told
    assert played(3, "candle", "acid-bath", "hacksaw") == told


def test_a_game_that_needs_no_other_pad_than_play_says_nothing(tmp_path) -> None:
    sitting = LootSitting(tmp_path)
    overheard = Overheard(sitting)
    sitting.table.run_for(2_000)
    assert not sitting.table.picture.expects
    assert not overheard.bitmaps
    sitting.close()
