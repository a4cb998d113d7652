"""What ``firmware.readers`` promises of every driver: each outcome, late ticks, failures in the middle."""

from random import Random

import pytest

from firmware.card import DENIED, DONE
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL
from hardware.twin.cards import text_record, uid_of, write_message
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.tag import Tag
from tests.firmware.reader_rig import Mangler, ReaderRig

HOSTILE = 10_000  # for each reader
OUTCOMES = {PAD_ABSENT, PAD_PRESENT, PAD_SEVERAL, PAD_GARBLED, PAD_DOWN, DONE, DENIED}


def card(name: str = "gun-3") -> Ntag21x:
    tag = Ntag21x(uid_of(name))
    write_message(tag, text_record(name))
    return tag


class Contract:
    """Subclasses name the reader."""

    reader = ""

    @pytest.fixture
    def rig(self) -> ReaderRig:
        rig = ReaderRig(self.reader)
        assert rig.set_up() == DONE
        assert rig.driver.is_dark
        assert rig.driver.is_idle
        return rig

    # ---- who is there ----

    def test_nobody(self, rig: ReaderRig) -> None:
        assert rig.look() == PAD_ABSENT
        rig.darken()
        assert not rig.field.on

    @pytest.mark.parametrize("size", [4, 7, 10])
    def test_one_tag_of_any_size(self, rig: ReaderRig, size: int) -> None:
        uid = bytes(range(1, size + 1))
        rig.put(Tag(uid))
        for _ in range(3):
            assert rig.look() == PAD_PRESENT
            assert rig.uid == uid
            assert rig.recheck() == PAD_PRESENT
            rig.darken()
            assert not rig.field.on

    def test_several_and_then_one(self, rig: ReaderRig) -> None:
        one, two = card("one"), card("two")
        rig.put(one)
        rig.put(two)
        outcome = rig.look()
        assert PAD_SEVERAL in (outcome, rig.recheck())
        rig.darken()
        rig.take(one)
        assert rig.look() == PAD_PRESENT
        assert rig.uid == two.uid

    def test_nobody_is_remembered_from_the_last_look(self, rig: ReaderRig) -> None:
        tag = card()
        rig.put(tag)
        assert rig.look() == PAD_PRESENT
        rig.darken()
        rig.take(tag)
        assert rig.look() == PAD_ABSENT
        assert rig.uid == b""

    # ---- what it holds ----

    def test_pages_are_read(self, rig: ReaderRig) -> None:
        tag = card()
        rig.put(tag)
        assert rig.look() == PAD_PRESENT
        for page in (4, 8, 0):
            assert rig.read(page) == DONE
            assert bytes(rig.card.page) == b"".join(tag.memory[page : page + 4])

    def test_a_page_is_written(self, rig: ReaderRig) -> None:
        tag = card()
        rig.put(tag)
        assert rig.look() == PAD_PRESENT
        assert rig.write(30, b"abcd") == DONE
        assert rig.read(30) == DONE
        assert bytes(rig.card.page[:4]) == tag.memory[30] == b"abcd"

    def test_a_tag_says_no(self, rig: ReaderRig) -> None:
        rig.put(card())
        assert rig.look() == PAD_PRESENT
        assert rig.read(200) == DENIED
        rig.darken()
        assert rig.look() == PAD_PRESENT
        assert rig.write(0, b"evil") == DENIED

    def test_a_tag_without_memory_says_nothing(self, rig: ReaderRig) -> None:
        rig.put(Tag(bytes(range(1, 8))))
        assert rig.look() == PAD_PRESENT
        assert rig.read(4) == PAD_GARBLED

    def test_a_tag_goes_in_the_middle(self, rig: ReaderRig) -> None:
        tag = card()
        rig.put(tag)
        assert rig.look() == PAD_PRESENT
        rig.driver.read(4, rig.now)
        rig.take(tag)
        assert rig.finish() == PAD_GARBLED
        rig.darken()
        assert rig.look() == PAD_ABSENT

    # ---- time ----

    @pytest.mark.parametrize("late", [1, 4, 12, 40])
    def test_late_ticks_change_nothing(self, rig: ReaderRig, late: int) -> None:
        tag = card()
        rig.late = late
        assert rig.look() == PAD_ABSENT
        rig.darken()
        rig.put(tag)
        assert rig.look() == PAD_PRESENT
        assert rig.uid == tag.uid
        assert rig.read(4) == DONE
        assert rig.write(30, b"late") == DONE
        assert rig.read(30) == DONE
        assert bytes(rig.card.page[:4]) == b"late"
        assert rig.recheck() == PAD_PRESENT
        rig.darken()
        assert rig.look() == PAD_PRESENT

    # ---- failures ----

    def test_a_dead_chip_is_down_and_comes_back(self, rig: ReaderRig) -> None:
        rig.put(card())
        rig.reset(0)
        assert rig.look() == PAD_DOWN
        assert rig.set_up() == PAD_DOWN
        rig.reset(1)
        assert rig.set_up() == DONE
        assert rig.look() == PAD_PRESENT

    @pytest.mark.parametrize("after", range(8))
    def test_a_chip_that_was_reset_in_the_middle_says_so_or_the_truth(self, rig: ReaderRig, after: int) -> None:
        """It has lost its settings. Who has not noticed by then notices when the pad is empty."""
        tag = card()
        rig.put(tag)
        assert rig.light()
        for _ in range(after):
            rig.step()
        rig.reset(0)
        rig.reset(1)
        if rig.finish() != PAD_DOWN:
            rig.driver.darken(rig.now)
        self._is_told(rig, PAD_PRESENT)
        assert rig.uid == tag.uid
        rig.take(tag)
        self._is_told(rig, PAD_ABSENT)

    def _is_told(self, rig: ReaderRig, truth: int) -> None:
        """After one failure at most, and one setting up, this is what is there."""
        rig.finish()
        rig.rest()
        outcome = rig.look()
        if outcome == PAD_DOWN:
            assert rig.set_up() == DONE
            outcome = rig.look()
        assert outcome == truth
        rig.darken()

    @pytest.mark.parametrize("after", range(8))
    def test_a_look_that_is_broken_off_leaves_nothing_behind(self, rig: ReaderRig, after: int) -> None:
        tag = card()
        rig.put(tag)
        assert rig.light()
        for _ in range(after):
            rig.step()
        rig.darken()
        assert not rig.field.on
        assert rig.look() == PAD_PRESENT
        assert rig.uid == tag.uid

    def test_hostile_answers_upset_nobody(self, rig: ReaderRig) -> None:
        assert {PAD_PRESENT, PAD_GARBLED, PAD_DOWN, DONE} <= self.shaken(rig, HOSTILE)

    def shaken(self, rig: ReaderRig, answers: int, polls: int = 0) -> set[int]:
        """Whatever comes back, there is an outcome; then all is well again. Return what was met."""
        rng = Random(9)
        tag = card()
        rig.put(tag)
        rig.table.lines.mangle = mangle = Mangler(9, 0.25)
        met: set[int] = set()
        while mangle.count < answers:
            outcome = rig.look()
            if outcome == PAD_PRESENT:
                met.add(outcome)
                what = rng.randrange(4)
                outcome = rig.recheck() if what == 0 else rig.write(30, b"bits") if what == 1 else rig.read(4)
            met.add(outcome)
            if outcome != PAD_DOWN:
                outcome = rig.driver.darken(rig.now, polls)
                outcome = outcome if outcome == PAD_DOWN else rig.finish()
            if outcome == PAD_DOWN:
                rig.set_up()
        assert met <= OUTCOMES
        rig.table.lines.mangle = None
        rig.table.now += 100
        assert rig.set_up() == DONE
        assert rig.look() == PAD_PRESENT
        assert rig.uid == tag.uid
        return met
