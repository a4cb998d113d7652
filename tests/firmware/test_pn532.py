"""The driver of the PN532 against the model of its chip."""

from firmware.pn532 import ACK_MS
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_PRESENT
from hardware.twin.rfid.field import Conditions
from tests.firmware.reader_contract import Contract, card
from tests.firmware.reader_rig import TICK, ReaderRig


class TestPn532(Contract):
    """All that every driver does, and what only this one does."""

    reader = "pn532"

    def test_an_answer_that_cannot_be_read_is_none(self, rig: ReaderRig) -> None:
        rig.put(card())
        rig.field.conditions = Conditions(garble=1.0)
        assert rig.look() == PAD_ABSENT

    def test_a_command_waits_until_its_ack_is_taken(self, rig: ReaderRig) -> None:
        rig.put(card())
        rig.driver.prepare(rig.now)
        for _ in range(2 * ACK_MS // TICK):
            rig.step()
        assert rig.driver.is_prepared(rig.now)
        assert rig.driver.is_dark
        assert not rig.field.on
        rig.driver.light(rig.now)
        assert rig.finish() == PAD_PRESENT

    def test_a_chip_that_does_not_acknowledge_is_down(self, rig: ReaderRig) -> None:
        rig.driver.prepare(rig.now)
        rig.reset(0)
        begun = rig.now
        assert rig.finish() == PAD_DOWN
        assert rig.now - begun <= ACK_MS + TICK
