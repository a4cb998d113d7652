"""The driver of the PN532 against the model of its chip."""

from firmware.card import BUSY, DONE
from firmware.wire import PAD_ABSENT, PAD_DOWN, PAD_PRESENT
from hardware.twin.rfid.field import Conditions
from hardware.twin.rfid.hc595 import BYTE_US
from hardware.twin.rfid.pn532 import ACK_US
from tests.firmware.protocol_page import promised
from tests.firmware.reader_contract import Contract, card
from tests.firmware.reader_rig import TICK, ReaderRig

ACK_MS = promised("ACK_MS", "pn532")
STATUS_US = 2 * BYTE_US  # to ask a lone chip for its status
POLLS = 1 + -(-ACK_US // STATUS_US)  # by then it has acknowledged


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

    def test_a_field_may_be_off_in_the_tick_in_which_that_was_asked_for(self, rig: ReaderRig) -> None:
        """The chip acknowledges after a while, which the bus spends asking; then its field is off 0.5 ms later."""
        assert rig.look() == PAD_ABSENT
        assert rig.driver.darken(rig.now, POLLS) == BUSY
        assert rig.driver.is_dark
        assert not rig.driver.is_idle
        assert rig.finish() == DONE
        assert not rig.field.on

    def test_a_field_is_on_while_its_chip_has_not_acknowledged(self, rig: ReaderRig) -> None:
        assert rig.look() == PAD_ABSENT
        assert rig.driver.darken(rig.now, POLLS - 1) == BUSY
        assert not rig.driver.is_dark
        assert rig.step() == BUSY
        assert rig.driver.is_dark
        assert rig.finish() == DONE
        assert not rig.field.on

    def test_asking_ends_with_the_acknowledgement(self, rig: ReaderRig) -> None:
        assert rig.look() == PAD_ABSENT
        before = rig.table.readers.transfers
        rig.driver.darken(rig.now, 10 * POLLS)
        assert rig.table.readers.transfers - before == 1 + POLLS + 1

    def test_a_chip_that_is_gone_says_neither_yes_nor_no(self, rig: ReaderRig) -> None:
        """Its line is pulled up: that is no status, and no reason to wait for less time."""
        assert rig.look() == PAD_ABSENT
        rig.reset(0)
        assert rig.driver.darken(rig.now, POLLS) == BUSY
        assert not rig.driver.is_dark
        assert rig.finish() == PAD_DOWN

    def test_an_acknowledgement_that_is_none_is_told_at_once(self, rig: ReaderRig) -> None:
        assert rig.look() == PAD_ABSENT
        rig.table.lines.mangle = lambda data: data if len(data) == 2 else bytes(len(data))
        assert rig.driver.darken(rig.now, POLLS) == PAD_DOWN
        assert rig.driver.is_idle

    def test_a_status_that_lies_upsets_nobody(self, rig: ReaderRig) -> None:
        assert {PAD_PRESENT, PAD_DOWN} <= self.shaken(rig, 2_000, POLLS)

    def test_a_chip_that_does_not_acknowledge_is_down(self, rig: ReaderRig) -> None:
        rig.driver.prepare(rig.now)
        rig.reset(0)
        begun = rig.now
        assert rig.finish() == PAD_DOWN
        assert rig.now - begun <= ACK_MS + TICK
