"""The driver of the MFRC522 against the model of its chip."""

from firmware.wire import PAD_DOWN, PAD_GARBLED, PAD_PRESENT, PAD_SEVERAL
from hardware.twin.rfid.field import Conditions
from tests.firmware.reader_contract import Contract, card
from tests.firmware.reader_rig import ReaderRig


class TestMfrc522(Contract):
    """All that every driver does, and what only this one does."""

    reader = "mfrc522"

    def test_an_answer_that_cannot_be_read_is_told(self, rig: ReaderRig) -> None:
        rig.put(card())
        rig.field.conditions = Conditions(garble=1.0)
        assert rig.look() == PAD_GARBLED
        rig.darken()
        rig.field.conditions = Conditions()
        assert rig.look() == PAD_PRESENT

    def test_two_tags_are_told_at_once(self, rig: ReaderRig) -> None:
        rig.put(card("one"))
        rig.put(card("two"))
        assert rig.look() == PAD_SEVERAL

    def test_the_field_is_on_from_light_to_darken(self, rig: ReaderRig) -> None:
        assert rig.light()
        assert rig.field.on
        assert not rig.driver.is_dark
        rig.finish()
        rig.driver.darken(rig.now)
        assert rig.driver.is_dark
        assert not rig.field.on

    def test_a_reader_that_cannot_be_heard_is_still_told_to_switch_off(self, rig: ReaderRig) -> None:
        assert rig.light()
        rig.table.lines.mangle = lambda data: bytes(len(data))
        assert rig.finish() == PAD_DOWN
        assert rig.driver.is_dark
        assert rig.driver.is_idle
        assert not rig.field.on
