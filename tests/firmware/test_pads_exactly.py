"""Pads to the last look: how often a tag is checked, a text is tried, a reader is set up; and what each step costs."""

from itertools import pairwise
from typing import Any

import pytest

from firmware import wire
from firmware.card import Card
from firmware.mfrc522 import Mfrc522
from firmware.pn532 import Pn532
from firmware.readers import make
from hardware.twin.rfid.field import Conditions
from hardware.twin.rfid.tag import Tag
from tests.firmware.pad_rig import READERS, PadRig
from tests.firmware.protocol_page import promised

LOOK_WORK, STEP_WORK, THINK_WORK, TRANSFER_WORK, FAULTS, RETRY_MS, RECHECK, NEW_LOOKS, TEXT_TRIES = (
    promised(name, "pads")
    for name in (
        *("LOOK_WORK", "STEP_WORK", "THINK_WORK", "TRANSFER_WORK"),
        *("FAULTS", "RETRY_MS", "RECHECK", "NEW_LOOKS", "TEXT_TRIES"),
    )
)
REST_MS = promised("REST_MS", "turns")
WORK = promised("WORK", "app")


@pytest.fixture(params=READERS)
def rig(request: pytest.FixtureRequest) -> PadRig:
    rig = PadRig("bench", request.param, pads=4)
    rig.settle()
    return rig


def noted(rig: PadRig, pad: int, *names: str) -> list[tuple[str, int]]:
    """From now on, each call of a reader's methods with its time; of ``step`` only where the reader is down."""
    calls: list[tuple[str, int]] = []
    reader = rig.pads._readers[pad]

    def wrapped(name: str, plain: Any) -> Any:
        def call(*fields: Any) -> Any:
            result = plain(*fields)
            if name != "step" or result == wire.PAD_DOWN:
                calls.append((name, rig.now))
            return result

        return call

    for name in names:
        setattr(reader, name, wrapped(name, getattr(reader, name)))
    return calls


# ---- how often ----


def test_a_tag_is_checked_to_be_alone_while_it_is_new_and_then_now_and_then(rig: PadRig) -> None:
    rig.cards.put("gun-3", 2, rig.now)
    rig.wait_for(2, wire.PAD_PRESENT)
    calls = noted(rig, 2, "light", "recheck")
    while sum(name == "light" for name, _ in calls) < NEW_LOOKS + 3 * RECHECK + 2:
        rig.step()
    looks = "".join(name[0] for name, _ in calls).replace("lr", "C")
    assert "r" not in looks
    checked = [at for at, look in enumerate(looks) if look == "C"]
    assert checked == [*range(NEW_LOOKS), *(NEW_LOOKS - 1 + RECHECK * n for n in (1, 2, 3))]


def test_a_text_that_cannot_be_read_is_tried_so_often(rig: PadRig) -> None:
    """A tag without memory never answers; after that it is there without a text."""
    rig.cards.stick("bare", Tag(bytes(range(1, 8))))
    calls = noted(rig, 3, "read")
    rig.cards.put("bare", 3, rig.now)
    rig.wait_for(3, wire.PAD_PRESENT)
    assert len(calls) == TEXT_TRIES
    assert (rig.uid(3), rig.text(3)) == (bytes(range(1, 8)), "")


def test_the_attempts_at_one_text_are_not_those_at_the_next(rig: PadRig) -> None:
    """A tag that went away after some attempts has them all when it comes back."""
    rig.cards.stick("bare", Tag(bytes(range(1, 8))))
    calls = noted(rig, 3, "read")
    rig.cards.put("bare", 3, rig.now)
    while len(calls) < TEXT_TRIES - 1:
        rig.step()
    rig.cards.lift("bare", rig.now)
    rig.run(1_500)
    calls.clear()
    rig.cards.put("bare", 3, rig.now)
    rig.wait_for(3, wire.PAD_PRESENT)
    assert len(calls) == TEXT_TRIES


def test_a_reader_is_set_up_anew_at_once_and_then_once_a_second(rig: PadRig) -> None:
    calls = noted(rig, 1, "set_up", "step")
    rig.readers.models[1].reset(0, rig.readers.us)
    rig.wait_for(1, wire.PAD_DOWN)
    assert [name for name, _ in calls].count("step") == FAULTS
    assert rig.pads.turns.ready_at[1] == calls[-1][1] + RETRY_MS
    calls.clear()
    rig.run(4 * RETRY_MS)
    setups = [at for name, at in calls if name == "set_up"]
    failures = [at for name, at in calls if name == "step"]
    assert len(setups) == len(failures) >= 3
    assert all(0 <= begun - failed - RETRY_MS <= 50 for failed, begun in zip(failures, setups[1:], strict=False))
    assert rig.pads.downs == 1, "told once"


def test_faults_that_do_not_follow_each_other_are_forgiven(rig: PadRig) -> None:
    for _ in range(2 * FAULTS):
        calls = noted(rig, 1, "light", "step")
        for _ in range(FAULTS - 1):
            rig.readers.models[1].reset(0, rig.readers.us)
            failed = [name for name, _ in calls].count("step")
            while [name for name, _ in calls].count("step") == failed:
                rig.step()
        rig.readers.models[1].reset(1, rig.readers.us)
        calls.clear()
        while not any(name == "light" for name, _ in calls):
            rig.step()
        rig.run(100)
    assert rig.told(1) == [wire.PAD_ABSENT]
    assert rig.pads.downs == 0


def test_between_two_looks_a_tag_has_time_to_forget(rig: PadRig) -> None:
    """After 5.1 ms without a field it has lost its state; a look is no use before."""
    rig.cards.put("gun-3", 2, rig.now)
    rig.run(3_000)
    slots: dict[int, list[tuple[int, int]]] = {}
    for slot in sorted(rig.slots):
        slots.setdefault(slot.pad, []).append((slot.on, slot.off))
    for mine in slots.values():
        assert len(mine) > 30
        assert all(on - off >= 5_100 for (_, off), (on, _) in pairwise(mine))


def test_every_look_is_counted_and_every_miss_and_all_rubbish(rig: PadRig) -> None:
    calls = [noted(rig, pad, "light") for pad in range(4)]
    before = rig.pads.looks
    rig.run(1_000)
    assert rig.pads.looks - before == sum(map(len, calls)) > 50
    assert rig.pads.beliefs.missed == rig.pads.beliefs.garbled == 0
    rig.cards.put("gun-3", 2, rig.now)
    rig.wait_for(2, wire.PAD_PRESENT)
    rig.run(1_000)
    assert rig.pads.beliefs.missed == 0
    rig.cards.lift("gun-3", rig.now)
    calls[2].clear()
    rig.wait_for(2, wire.PAD_ABSENT)
    assert len(calls[2]) - 1 <= rig.pads.beliefs.missed <= len(calls[2]), "a look may have been under way"


# ---- what it costs ----


class Meter:
    """Counts what goes over the bus: with a chain of registers each transfer is the chain's and the reader's."""

    def __init__(self, rig: PadRig) -> None:
        self.writes = 0
        for name in ("_write", "_both"):
            setattr(rig.wires, name, self._counted(getattr(rig.wires, name)))

    def _counted(self, plain: Any) -> Any:
        def call(*fields: Any) -> None:
            self.writes += 1
            plain(*fields)

        return call

    def take(self) -> int:
        count, rest = divmod(self.writes, 2)
        assert not rest
        self.writes = 0
        return count


@pytest.mark.parametrize("work", [LOOK_WORK, 9, WORK])
def test_a_step_pays_for_its_transfers_and_for_thinking(rig: PadRig, work: int) -> None:
    """A transfer is three quarters of a unit, rounded up in all; to look through a text comes on top."""
    meter = Meter(rig)
    rig.cards.put("a-second-of-24-bytes-hmm", 2, rig.now)
    thoughts = 0
    for _ in range(600):
        rig.now += 2
        rig.scan[:] = rig.readers.irq_levels(len(rig.scan), rig.now)
        left = rig.pads.step(rig.now, work)
        cost = STEP_WORK + -(-meter.take() * TRANSFER_WORK // 8)
        assert work - left in (cost, cost + THINK_WORK)
        thoughts += work - left != cost
        assert not rig.pads.is_waiting
    assert rig.what(2) == wire.PAD_PRESENT
    assert thoughts >= 2, "the text was looked for, and the tag was entered into the table"


def test_without_enough_work_nothing_is_done_and_that_is_told(rig: PadRig) -> None:
    meter = Meter(rig)
    for work in range(LOOK_WORK):
        for _ in range(20):
            rig.now += 2
            assert rig.pads.step(rig.now, work) == work
            assert rig.pads.is_waiting
    assert meter.take() == 0


def test_a_table_without_pads_costs_nothing() -> None:
    rig = PadRig("bench", "pn532", pads=0)
    assert rig.pads.step(2, WORK) == WORK
    assert not rig.pads.is_waiting


# ---- which reader ----


def test_each_letter_names_its_reader_and_what_is_missing_is_a_pn532(rig: PadRig) -> None:
    for letter, driver in (("m", Mfrc522), ("p", Pn532), ("", Pn532)):
        assert type(make(letter, rig.wires, 0, Card())) is driver


def test_misses_now_and_then_are_counted_and_not_believed() -> None:
    rig = PadRig("bench", "mfrc522", Conditions(miss=0.2), pads=2)
    rig.cards.put("gun-3", 1, rig.now)
    rig.wait_for(1, wire.PAD_PRESENT)
    calls = noted(rig, 1, "light")
    before = rig.pads.beliefs.missed
    rig.run(10_000)
    share = (rig.pads.beliefs.missed - before) / len(calls)
    assert 0.1 < share < 0.3
