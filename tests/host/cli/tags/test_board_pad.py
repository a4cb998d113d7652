"""A pad over the whole way: stickers in a model, firmware, a pseudo-terminal, the link."""

from collections.abc import Iterator

import pytest

from hardware import profiles
from hardware.twin.client import RunningTwin
from host.cli.board.session import session, wait_for
from host.cli.tags.board_pad import BoardPad, News
from host.tags import ndef, work
from host.tags.judging import judge
from host.tags.taps import Lifted, Seen, TagGone, TagRefused, Tap, Trouble, Wish

PATIENCE_S = 100.0
POCKET = profiles.load("pocket")


@pytest.fixture
def pad(pocket: RunningTwin) -> Iterator[BoardPad]:
    news = News()
    with session(pocket.port, listener=news.hear) as driver:
        yield BoardPad(driver, POCKET, POCKET.pads[0], news)


def after_lifting(pad: BoardPad) -> Tap | None:
    """What comes next, besides that the pad is empty."""
    tap = pad.wait(PATIENCE_S)
    return pad.wait(PATIENCE_S) if isinstance(tap, Lifted) else tap


def test_cards_come_and_go(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("blue.gun-3", "play")
    first = pad.wait(PATIENCE_S)
    assert isinstance(first, Seen)
    assert first.text == "blue.gun-3"
    assert pad.wait(0) is None
    pocket.control.lift("blue.gun-3")
    assert pad.wait(PATIENCE_S) == Lifted()
    pocket.control.put_card("red.hub-2", "play")
    second = after_lifting(pad)
    assert isinstance(second, Seen)
    assert second.uid != first.uid


def test_a_blank_sticker_is_written_and_a_written_one_changed(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("#1", "play")
    assert isinstance(pad.wait(PATIENCE_S), Seen)
    assert judge(work.read(pad)).content == "blank"
    for card in ("blue.gun-3", "red.shield-2"):
        assert judge(work.write(pad, ndef.message(card))).card == card
    pocket.control.lift("#1")
    assert pad.wait(PATIENCE_S) == Lifted()
    pocket.control.put_card("#1", "play")
    again = after_lifting(pad)
    assert isinstance(again, Seen)
    assert again.text == "red.shield-2"


def test_a_page_that_is_not_there_is_refused(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("#1", "play")
    pad.wait(PATIENCE_S)
    with pytest.raises(TagRefused):
        pad.read(200, 4)
    with pytest.raises(TagRefused):
        pad.write(200, bytes(4))
    assert len(pad.read(4, 9)) == 36


def test_a_card_that_was_lifted_is_gone(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("#1", "play")
    pad.wait(PATIENCE_S)
    pocket.control.lift("#1")
    with pytest.raises(TagGone, match="was not reached"):
        pad.write(6, bytes(4))


def test_another_card_is_not_written_by_mistake(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("#1", "play")
    pad.wait(PATIENCE_S)
    pocket.control.lift("#1")
    pocket.control.put_card("#2", "play")
    with pytest.raises(TagGone):
        pad.write(6, bytes(4))


def test_two_cards_are_a_trouble(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.put_card("#1", "play")
    assert isinstance(pad.wait(PATIENCE_S), Seen)
    pocket.control.put_card("#2", "play")
    tap = after_lifting(pad)
    assert isinstance(tap, Trouble)
    assert tap.sentence.startswith("More than one card lies on the pad.")


def test_a_pulled_cable_is_a_trouble_and_heals(pocket: RunningTwin, pad: BoardPad) -> None:
    pocket.control.unplug()
    assert isinstance(pad.wait(PATIENCE_S), Trouble)
    pocket.control.replug()
    pocket.control.put_card("blue.gun-3", "play")
    seen = pad.wait(PATIENCE_S)
    assert isinstance(seen, Seen)
    assert seen.text == "blue.gun-3"


@pytest.mark.parametrize(("wish", "channel"), [("put", 2), ("take", 0)])
def test_the_light_of_the_pad_asks_in_blue_and_amber(
    pocket: RunningTwin, pad: BoardPad, wish: Wish, channel: int
) -> None:
    pad.ask(wish)

    def is_lit() -> bool:
        colour = pocket.control.lights()[POCKET.pad_light(0)]
        return any(colour) and max(colour) == colour[channel]

    assert wait_for(is_lit, PATIENCE_S)
    pad.ask("hold")
    assert wait_for(lambda: not any(pocket.control.lights()[POCKET.pad_light(0)]), PATIENCE_S)
