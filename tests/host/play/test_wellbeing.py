"""When sensors are called broken and believed again, to the millisecond, with a table that says what it is told to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engines.core.problems import ParseError
from hardware import profiles
from host.play.commands import Mask
from host.play.readers import IN_VAIN, UNREAD_MS, Readers
from host.play.sensors import VAIN_MS, Sensors
from host.play.wellbeing import NEWS_MS, Wellbeing
from host.referee import Guide, Step, Still, Wait
from host.table import Snapshot
from host.table.faults import BACK_MS

AT = 10_000
PUT = Guide(Step("put", "a", None, 3, 1), 1, "", is_owed=False, alone=3)
TAKE = Guide(Step("take", "a", 3, None, 1), 1, "", is_owed=False, alone=3)
MOVE = Guide(Step("move", "a", 3, 5, 1), 1, "", is_owed=False)


class Health:
    """What was counted at the pads, as a test wants it."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.down: set[int] = set()
        self.full: set[int] = set()

    def reads(self, pad: int) -> int:
        return self.counts.get(pad, 0)

    def is_down(self, pad: int) -> bool:
        return pad in self.down

    def is_empty(self, pad: int) -> bool:
        return pad not in self.full


class Table:
    """A table of twelve tiles and two pads."""

    def __init__(self) -> None:
        self.profile = SimpleNamespace(
            tiles=[SimpleNamespace(name=f"t{tile}") for tile in range(12)],
            pads=[SimpleNamespace(name=name, index=index) for index, name in enumerate(("play", "bench"))],
        )
        self.health = Health()
        self.masked: set[int] = set()
        self.shown = bytearray(12)

    def mask(self, tile: int) -> None:
        self.masked.add(tile)

    def unmask(self, tile: int) -> None:
        self.masked.discard(tile)

    def reeds(self, tile: int) -> int:
        return self.shown[tile]

    def snapshot(self, at: int, *, is_known: bool = True) -> Snapshot:
        return Snapshot(at, bytes(self.shown), bytes([100] * 12), at, is_known)


def readers() -> tuple[Any, Readers]:
    table: Any = Table()
    return table, Readers(table)


def sensors() -> tuple[Any, Sensors, list[Mask]]:
    table: Any = Table()
    noted: list[Mask] = []
    found = Sensors(table, noted.append)
    found.expect(bytes(12))
    return table, found, noted


# ---- pads ------------------------------------------------------------------------------------------------------------


def test_a_pad_is_silent_after_two_cards_that_were_named_since_it_read_one() -> None:
    table, found = readers()
    table.health.counts[0] = 3
    found.named("play")
    assert found.look(AT) == ""
    table.health.counts[0] = 4  # it reads after all
    found.named("play")
    assert found.look(AT) == ""
    found.named("play")
    assert found.look(AT).startswith("play does not read")
    assert len(found.sentences()) == 1
    assert found.look(AT) == ""  # that is said once
    assert IN_VAIN == 2


def test_a_pad_that_has_read_since_two_cards_were_named_is_not_silent() -> None:
    table, found = readers()
    table.health.counts[0] = 3
    found.named("play")
    found.named("play")
    table.health.counts[0] = 4
    assert found.look(AT) == ""
    assert found.hint() == ""


def test_a_pad_that_was_never_used_is_not_called_silent() -> None:
    _, found = readers()
    for _ in range(9):
        found.named("play")
        found.named("nowhere")
    assert found.look(AT) == ""


def test_a_silent_pad_is_believed_again_as_soon_as_it_reads() -> None:
    table, found = readers()
    assert found.unread("bench").startswith("bench does not read")
    assert found.hint() == "Name on the screen what you hold to bench: it is not read."
    assert found.look(AT) == ""
    table.health.counts[1] = 1
    assert found.look(AT) == "bench reads cards again."
    assert found.hint() == ""
    assert found.sentences() == ()
    with pytest.raises(ParseError, match="no such pad"):
        found.unread("nowhere")


def test_of_a_reader_that_does_not_answer_nothing_else_is_said() -> None:
    table, found = readers()
    table.health.down = {0, 1}
    down = found.look(AT)
    assert down == "The reader of bench does not answer. Until it does, name its cards on the screen."
    assert found.unread("bench") == down
    assert len(found.sentences()) == 2
    assert found.hint() == "Name on the screen what you hold to bench or play: it is not read."
    table.health.down = {0}
    assert found.look(AT) == "The reader of bench answers again."
    assert found.look(AT) == ""
    assert len(found.sentences()) == 1


def laid(is_read: bool = False, **counts: int) -> tuple[Any, Readers]:
    """The rules have a card on the bench, which shows none."""
    table, found = readers()
    found.expect({"bench": -1, "nowhere": 4}, AT - 5_000, is_read=False)
    found.expect({"bench": 7, "nowhere": 4}, AT, is_read=is_read)
    return table, found


def test_a_slot_that_does_not_read_its_card_is_silent_after_fifteen_seconds() -> None:
    _, found = laid()
    assert found.due == AT + UNREAD_MS == AT + 15_000
    assert found.look(AT + UNREAD_MS - 1) == ""
    assert found.look(AT + UNREAD_MS).startswith("bench does not read")
    assert found.due is None


def test_a_slot_that_has_told_its_card_itself_is_not_silent() -> None:
    _, found = laid(is_read=True)
    assert found.due is None
    assert found.look(AT + UNREAD_MS) == ""


def test_a_slot_that_reads_or_holds_a_card_meanwhile_is_not_silent() -> None:
    for change in ("counts", "full", "down"):
        table, found = laid()
        if change == "counts":
            table.health.counts[1] = 1
        elif change == "full":
            table.health.full.add(1)
        else:
            table.health.down.add(1)
            found.look(AT)
        assert found.due is None
        assert found.look(AT + UNREAD_MS) == ""


def test_a_slot_on_which_something_lies_already_is_not_waited_for() -> None:
    table, found = readers()
    table.health.full.add(1)
    found.expect({"bench": 7}, AT, is_read=False)
    table.health.full.clear()
    assert found.due is None


def test_another_card_in_a_slot_has_its_own_fifteen_seconds_and_the_same_has_not() -> None:
    _, found = laid()
    found.expect({"bench": 7}, AT + 9_000, is_read=False)
    assert found.due == AT + UNREAD_MS
    found.expect({"bench": 8}, AT + 9_000, is_read=False)
    assert found.due == AT + 9_000 + UNREAD_MS
    found.expect({"bench": -1}, AT + 9_500, is_read=False)
    assert found.due is None


# ---- tiles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("verdict", "kind"), [(PUT, "dead"), (TAKE, "stuck")])
def test_a_tile_that_asks_in_vain_while_all_others_show_an_answer_is_named_after_ten_seconds(verdict, kind) -> None:
    table, found, noted = sensors()
    assert found.look(verdict, table.snapshot(AT)) == ""
    assert found.due == AT + VAIN_MS == AT + 10_000
    assert found.look(verdict, table.snapshot(AT + VAIN_MS - 1)) == ""
    assert found.look(verdict, table.snapshot(AT + VAIN_MS)).startswith("t3 ")
    assert noted == [Mask(3, True, kind, 0)]
    assert table.masked == {3}
    assert found.due is None
    assert len(found.sentences()) == 1


@pytest.mark.parametrize("between", [MOVE, Still(), "moves", "unknown"])
def test_whatever_happens_there_begins_the_ten_seconds_anew(between) -> None:
    table, found, noted = sensors()
    found.look(PUT, table.snapshot(AT))
    if between == "moves":
        table.shown[3] = 4
    else:
        is_known = between != "unknown"
        found.look(between if is_known else PUT, table.snapshot(AT + 5_000, is_known=is_known))
        assert found.due is None
    found.look(PUT, table.snapshot(AT + 6_000))
    assert found.due == AT + 6_000 + VAIN_MS
    assert found.look(PUT, table.snapshot(AT + 6_000 + VAIN_MS - 1)) == ""
    assert not noted


@pytest.mark.parametrize(("tile", "kind"), [(3, "stuck"), (5, "dead")])
def test_who_vouches_for_a_tile_says_what_is_wrong_with_its_reeds(tile: int, kind: str) -> None:
    _, found, noted = sensors()
    found.vouch(tile, MOVE)
    assert [(mask.tile, mask.fault) for mask in noted] == [(tile, kind)]


def test_who_says_that_nothing_was_lifted_is_believed_only_where_something_is_missing() -> None:
    _, found, noted = sensors()
    lacking = Wait("", None, lacking=(4,))
    for tile, verdict in ((3, lacking), (4, MOVE), (4, Still())):
        with pytest.raises(ParseError, match="Nothing is asked for there"):
            found.vouch(tile, verdict)
    assert found.vouch(4, lacking).startswith("t4 does not feel")
    assert [(mask.tile, mask.fault) for mask in noted] == [(4, "dead")]


def test_a_dead_tile_that_feels_what_it_should_is_believed_after_a_while() -> None:
    table, found, noted = sensors()
    found.expect(bytes(3) + b"\x04" + bytes(8))
    found.vouch(3, PUT)
    table.shown[3] = 4
    assert found.look(Still(), table.snapshot(AT)) == ""
    assert found.due == AT + BACK_MS
    assert found.look(Still(), table.snapshot(AT + BACK_MS - 1)) == ""
    assert found.look(Still(), table.snapshot(AT + BACK_MS)) == "t3 works again: it is believed from now on."
    assert noted[-1] == Mask(3, False, "dead", 0)
    assert table.masked == set()
    assert found.sentences() == ()
    assert found.due is None


def test_a_tile_that_somebody_ignores_stays_ignored_until_somebody_believes_it() -> None:
    table, found, _ = sensors()
    assert found.mask(Mask(0)) == "t0 is ignored from now on."
    assert found.mask(Mask(11)) == "t11 is ignored from now on."
    assert found.hint() == "Say on the screen what you do on t0 and t11, which are left out."
    assert found.sentences() == ()
    assert found.mask(Mask(0, False)) == "t0 is believed from now on."
    assert found.hint() == "Say on the screen what you do on t11, which is left out."
    assert table.masked == {11}
    found.mask(Mask(5))
    found.mask(Mask(0))
    assert found.hint() == "Say on the screen what you do on t0, t5 and t11, which are left out."
    for tile in (-1, 12):
        with pytest.raises(ParseError, match="no such tile"):
            found.mask(Mask(tile))


# ---- together --------------------------------------------------------------------------------------------------------


def test_news_are_news_for_ten_seconds_or_until_somebody_looks() -> None:
    table: Any = Table()
    found = Wellbeing(table, lambda mask: None)
    found.expect(bytes(12), {}, AT, is_read=False)
    assert not found.look(Still(), table.snapshot(AT), AT)
    assert found.due is None
    table.health.down = {0}
    assert found.look(Still(), table.snapshot(AT), AT)
    assert found.news.startswith("The reader of play")
    assert found.due == AT + NEWS_MS
    assert not found.look(Still(), table.snapshot(AT), AT + NEWS_MS - 1)
    assert found.news
    assert not found.look(Still(), table.snapshot(AT), AT + NEWS_MS)
    assert found.news == ""
    assert found.due is None
    assert len(found.sentences) == 1
    assert found.hints[1].startswith("Name on the screen")
    table.health.down = set()
    assert found.look(Still(), table.snapshot(AT), AT + NEWS_MS)
    found.heed()
    assert (found.news, found.due) == ("", None)


def test_the_profile_of_a_real_table_has_tiles_and_pads_of_these_kinds() -> None:
    field = profiles.load("field")
    assert {"name", "index"} <= set(dir(field.tiles[0])) & set(dir(field.pads[0]))
