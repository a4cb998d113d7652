"""The memory of a sticker against the models of the datasheet."""

import pytest

from hardware.twin.rfid.ntag21x import NTAG213, NTAG215, NTAG216, Kind, Ntag21x
from host.tags.memory import Memory
from tests.hardware.twin.rfid.talk import UID

KINDS = (NTAG213, NTAG215, NTAG216)


def memory_of(tag: Ntag21x) -> Memory:
    return Memory.of(b"".join(tag.memory))


@pytest.mark.parametrize("kind", KINDS)
def test_it_knows_the_kinds_of_the_family(kind: Kind) -> None:
    memory = memory_of(Ntag21x(UID, kind))
    assert memory.kind is not None
    assert (memory.kind.name, memory.kind.pages, memory.kind.dynamic_locks) == (
        kind.name,
        kind.pages,
        kind.dynamic_locks,
    )
    assert memory.uid == UID
    assert memory.capacity == 8 * kind.capacity
    assert len(memory.area) == memory.capacity


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("page", [4, 15, 16, 17, 18, 33])
def test_it_reads_lock_bits_as_the_tag_does(kind: Kind, page: int) -> None:
    tag = Ntag21x(UID, kind)
    for bit in range(16):
        if page <= 15:
            tag.memory[2] = tag.memory[2][:2] + (1 << bit).to_bytes(2, "little")
        else:
            tag.memory[kind.dynamic_locks] = (1 << bit).to_bytes(3, "little") + b"\xbd"
        tag.wake()
        assert memory_of(tag).locked([page]) == tag._locks.locked(page)


def test_a_password_guards_all_pages_from_auth0_on() -> None:
    tag = Ntag21x(UID)
    tag.memory[41] = b"\x04\x00\x00\x08"
    memory = memory_of(tag)
    assert not memory.guarded([7])
    assert memory.guarded([7, 8])


def test_what_is_not_known_ends_the_data() -> None:
    memory = (
        Memory.of(bytes.fromhex("04a1b29fc3d4e5f604480000e1101200")).with_pages(4, bytes(8)).with_pages(8, bytes(4))
    )
    assert memory.area == bytes(8)
    assert memory.with_pages(6, bytes(8)).area == bytes(20)


@pytest.mark.parametrize("container", ["e2101200", "e1201200", "e1100000", "00000000"])
def test_a_tag_with_another_container_has_no_data(container: str) -> None:
    memory = Memory.of(bytes(12) + bytes.fromhex(container) + bytes(100))
    assert not memory.is_formatted
    assert memory.capacity == 0
    assert memory.area == b""
    assert memory.kind is None
