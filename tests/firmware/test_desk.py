"""Requests and replies: snapshots, pieces of long answers, lights, config, faults, restarts."""

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from firmware import config, crash, wire
from firmware.wire import NORTH, TILE
from tests.firmware.protocol_page import promised
from tests.firmware.rig import SID, TICK_MS, Rig, frame, settings

GOODBYE_MS, LEAVE_MS = promised("GOODBYE_MS", "app"), promised("LEAVE_MS", "app")


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return ready(Rig(tmp_path))


def ready(rig: Rig) -> Rig:
    """A board with a session in which everything is acknowledged."""
    rig.tick()
    rig.greet()
    rig.send(frame(wire.ACK, rig.board.ring.head, 0, rid=0))
    rig.tick(40)
    rig.heard()
    return rig


def one(frames: list[tuple[Any, ...]], kind: int) -> tuple[Any, ...]:
    (found,) = [message for message in frames if message[0] == kind]
    return found


def status(rig: Rig, kind: int, *fields: Any, rest: bytes = b"") -> int:
    """Send a request that is answered by RESP."""
    reply = one(rig.ask(kind, *fields, rest=rest), wire.RESP)
    assert reply[3] == kind
    return reply[4]


def fetch(rig: Rig, ask: int, answer: int) -> bytes:
    """All pieces of a long answer."""
    data = b""
    while True:
        *_, total, offset, piece = one(rig.ask(ask, len(data)), answer)
        assert offset == len(data)
        data += piece
        if len(data) >= total:
            return data


# ---- snapshots ----


def snap(rig: Rig, token: int, offset: int) -> tuple[int, int, int, bytes]:
    _, _, _, got, as_of, total, at, data = one(rig.ask(wire.SNAP_GET, token, offset), wire.SNAP)
    assert (got, at) == (token, offset)
    rig.tick(40)
    return as_of, total, at, data


def test_a_snapshot_is_frozen_while_it_is_fetched(tmp_path: Path) -> None:
    rig = ready(Rig(tmp_path, settings(tiles=240, buttons=8)))
    rig.spi.closed[1] = NORTH
    rig.tick(20)
    before = bytes(rig.board.inputs.state)
    head = rig.board.ring.head
    as_of, total, _, first = snap(rig, 1, 0)
    assert (as_of, total) == (head, 248)
    rig.spi.closed[2] = rig.spi.closed[239] = NORTH
    rig.tick(40)
    rig.send(frame(wire.ACK, rig.board.ring.head, 0, rid=0))
    rig.heard()
    later, _, _, second = snap(rig, 1, len(first))
    assert later == as_of
    assert first + second == before
    newer, _, _, fresh = snap(rig, 2, 0)
    assert newer == as_of + 2
    assert fresh[2] == NORTH


def test_the_number_of_a_snapshot_is_that_of_the_next_event(rig: Rig) -> None:
    rig.spi.closed[4] = NORTH
    rig.tick(20)
    as_of, _, _, data = snap(rig, 1, 0)
    assert as_of == rig.board.ring.head
    assert data[4] == NORTH
    rig.spi.closed[4] = 0
    rig.tick(60)
    assert rig.board.ring.head == as_of + 1


@pytest.mark.parametrize("offset", [11, 12, 0xFFFF])
def test_an_offset_past_the_end_gives_an_empty_piece(rig: Rig, offset: int) -> None:
    assert snap(rig, 3, offset)[1:] == (11, offset, b"")


def test_a_new_token_in_the_middle_freezes_anew(rig: Rig) -> None:
    snap(rig, 1, 0)
    rig.spi.closed[8] = NORTH
    rig.tick(20)
    as_of, _, _, data = snap(rig, 2, 4)
    assert as_of == rig.board.ring.head
    assert data[4] == NORTH


# ---- what the board is ----


def test_the_capabilities_come_in_pieces_and_match_the_banner(tmp_path: Path) -> None:
    rig = ready(Rig(tmp_path, settings(profile="a table with a rather long name " * 8)))
    caps = fetch(rig, wire.CAPS_GET, wire.CAPS)
    rig.send(wire.PROBE)
    banner = one(rig.heard(), wire.BANNER)
    assert banner[-3:-1] == (len(caps), zlib.crc32(caps))
    told = json.loads(caps)
    assert (told["fw"], told["port"], told["tiles"], told["lights"]) == ("0.1.0", "twin", 10, 20)


def test_every_statistic_has_a_name_and_a_value(rig: Rig) -> None:
    rig.send(b"\xff\xff\0")
    _, _, _, count, data = one(rig.ask(wire.STATS_GET), wire.STATS)
    values = dict(zip(wire.STATS_NAMES, struct.unpack(f"<{count}I", data), strict=True))
    assert count == len(wire.STATS_NAMES)
    assert values["ticks"] >= 60
    assert (values["frames_in"], values["cobs_errors"], values["boots"], values["overwritten"]) == (3, 1, 1, 0)
    assert values["late_ticks"] == 0
    assert values["light_frames"] == len(rig.frames)


# ---- lights ----


def test_lights_are_set_by_message(rig: Rig) -> None:
    assert status(rig, wire.LED_SET, 1, 0, 2, 0, 0, rest=bytes([9, 8, 7, 6, 5, 4])) == wire.OK
    rig.tick(50)
    assert rig.board.lights.rev == 0, "staged only"
    assert status(rig, wire.LED_SET, 2, 18, 2, wire.LED_COMMIT, 0, rest=bytes([1, 2, 3, 255, 0, 255])) == wire.OK
    rig.tick(50)
    assert rig.board.lights.rev == 2
    assert rig.colours() == [(9, 8, 7), (6, 5, 4), *[(0, 0, 0)] * 16, (1, 2, 3), (255, 0, 255)]
    assert status(rig, wire.LED_SET, 3, 0, 1, wire.LED_COMMIT | wire.LED_CLEAR, 0, rest=bytes([0, 0, 1])) == wire.OK
    rig.tick(50)
    assert rig.colours() == [(0, 0, 1), *[(0, 0, 0)] * 19]


@pytest.mark.parametrize(
    ("first", "count", "size"), [(20, 1, 3), (0, 21, 63), (255, 255, 0), (0, 2, 5), (19, 2, 6), (0, 1, 0)]
)
def test_lights_that_do_not_exist_are_refused_and_nothing_changes(rig: Rig, first: int, count: int, size: int) -> None:
    flags = wire.LED_COMMIT | wire.LED_CLEAR
    assert status(rig, wire.LED_SET, 7, first, count, flags, 0, rest=b"\xff" * size) == wire.BAD_REQUEST
    rig.tick(50)
    assert rig.board.lights.rev == 0


def test_effects_are_set_by_message(rig: Rig) -> None:
    assert status(rig, wire.LED_FX, 5, 13, wire.FX_STEADY, 1, 2, 3, 1000, 0, 0, rest=b"\x01\x00\x08") == wire.OK
    rig.tick(50)
    assert rig.board.lights.rev == 5
    assert [i for i, colour in enumerate(rig.colours()) if colour == (1, 2, 3)] == [0, 19]


def test_the_boards_own_slots_are_not_for_the_host(rig: Rig) -> None:
    for slot in (14, 15, 16, 255):
        assert status(rig, wire.LED_FX, 5, slot, 1, 1, 2, 3, 1000, 0, 0, rest=b"\x01") == wire.BAD_REQUEST
    assert rig.board.lights.rev == 0


def test_an_unknown_effect_is_unsupported(rig: Rig) -> None:
    assert status(rig, wire.LED_FX, 5, 0, 9, 1, 2, 3, 1000, 0, 0, rest=b"\x01") == wire.UNSUPPORTED
    assert rig.board.lights.rev == 0


def test_a_bitmap_longer_than_the_table_is_cut(rig: Rig) -> None:
    assert status(rig, wire.LED_FX, 5, 0, 1, 9, 9, 9, 0, 0, 0, rest=b"\xff" * 100) == wire.OK
    rig.tick(60)
    assert rig.colours() == [(9, 9, 9)] * 20


# ---- config ----


def upload(rig: Rig, data: bytes) -> None:
    for at in range(0, len(data), 150):
        assert status(rig, wire.CFG_SET, at, rest=data[at : at + 150]) == wire.OK


def test_a_config_is_uploaded_checked_and_in_force_from_the_next_start(rig: Rig) -> None:
    data = json.dumps(settings(profile="new" * 60, tiles=56)).encode()
    upload(rig, data)
    assert fetch(rig, wire.CFG_GET, wire.CFG) == b""
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.OK
    assert fetch(rig, wire.CFG_GET, wire.CFG) == data
    assert config.load(rig.root)["tiles"] == 56
    assert len(rig.board.inputs.state) == 11, "this boot goes on as it was"


def test_a_commit_whose_answer_was_lost_may_be_asked_for_again(rig: Rig) -> None:
    config.save(rig.root, json.dumps(settings(profile="before")).encode())
    data = json.dumps(settings(profile="new")).encode()
    upload(rig, data)
    for _ in range(3):
        assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.OK
    assert config.load(rig.root)["profile"] == "new"
    Path(rig.root + config.NAME).unlink()
    assert config.load(rig.root)["profile"] == "before", "and the one before is still kept"


@pytest.mark.parametrize(
    "data", [b"{}", b"no json", json.dumps({**settings(), "tiles": 999}).encode(), b"[" * 1000, b"\xff" * 30]
)
def test_a_bad_config_is_refused_and_the_old_one_stays(rig: Rig, data: bytes) -> None:
    old = json.dumps(settings(profile="old")).encode()
    config.save(rig.root, old)
    upload(rig, data)
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.REFUSED
    assert config.text(rig.root) == old
    assert rig.chip.resets == []


def test_a_config_that_arrived_damaged_is_refused(rig: Rig) -> None:
    data = json.dumps(settings()).encode()
    upload(rig, data)
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data) ^ 1) == wire.REFUSED
    assert status(rig, wire.CFG_COMMIT, len(data) - 1, zlib.crc32(data)) == wire.REFUSED
    assert status(rig, wire.CFG_COMMIT, 1025, 0) == wire.BAD_REQUEST
    assert config.text(rig.root) == b""


def test_nothing_uploaded_nothing_committed(rig: Rig) -> None:
    assert status(rig, wire.CFG_COMMIT, 0, 0) == wire.BAD_REQUEST


@pytest.mark.parametrize(("offset", "size"), [(1024, 1), (1000, 25), (0xFFFF, 1)])
def test_a_config_has_bounds(rig: Rig, offset: int, size: int) -> None:
    assert status(rig, wire.CFG_SET, offset, rest=bytes(size)) == wire.REFUSED


def test_a_full_flash_is_an_answer_and_no_crash(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(root: str, data: bytes) -> None:
        raise OSError(28, "ENOSPC")

    data = json.dumps(settings()).encode()
    upload(rig, data)
    monkeypatch.setattr(config, "save", full)
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.TRY_LATER
    assert rig.chip.resets == []
    monkeypatch.undo()
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.OK


# ---- faults and restarts ----


def test_the_crash_of_the_last_boot_is_told_and_forgotten(tmp_path: Path) -> None:
    crash.write(f"{tmp_path}/", ValueError("x" * 600 + " in the end"))
    rig = ready(Rig(tmp_path))
    rig.send(wire.PROBE)
    assert one(rig.heard(), wire.BANNER)[5] & wire.FLAG_FAULT
    for forget in (0, 1):
        *_, code, text = one(rig.ask(wire.FAULT_GET, forget), wire.FAULT)
        assert code == 1
        assert text.rstrip().endswith(b"in the end"), "the end of a traceback names the error"
        rig.tick(40)
    assert one(rig.ask(wire.FAULT_GET, 0), wire.FAULT)[3:] == (0, b"")
    assert crash.read(rig.root) == b""
    rig.tick(40)
    assert not one(rig.ask(wire.PING, 1), wire.PONG)[9] & wire.FLAG_FAULT


def test_a_crash_whose_telling_was_lost_is_told_again(tmp_path: Path) -> None:
    crash.write(f"{tmp_path}/", ValueError("told twice"))
    rig = ready(Rig(tmp_path))
    for _ in range(2):
        (fault,) = rig.ask(wire.FAULT_GET, 1, rid=77)  # the same request: its answer did not arrive
        assert b"told twice" in fault[-1]
        rig.tick(150)


@pytest.mark.parametrize("mode", [wire.REBOOT_RUN, wire.REBOOT_REPL, wire.REBOOT_LOADER, wire.REBOOT_SAFE])
def test_a_restart_is_answered_first(rig: Rig, mode: int) -> None:
    rig.serial.rx += frame(wire.REBOOT, mode, rid=9)
    while not rig.serial.writes:
        rig.tick()
    answered = rig.now
    while not rig.chip.resets:
        rig.tick()
    assert rig.now - answered >= GOODBYE_MS - TICK_MS, "the answer needs time to leave the USB FIFO"
    assert rig.chip.resets == [mode]
    assert rig.chip.told == wire.CAUSE_ASKED
    assert rig.heard() == [(wire.RESP, SID, 9, wire.REBOOT, wire.OK, b"")]


def test_a_restart_is_answered_first_with_the_window_full(rig: Rig) -> None:
    for _ in range(100):
        rig.board.ring.add(rig.now, TILE, 1, NORTH)
    rig.tick(30)
    rig.heard()
    rig.serial.rx += frame(wire.REBOOT, 0, rid=9)
    for _ in range(50):
        rig.tick()
        if rig.chip.resets:
            break
    assert one(rig.heard(), wire.RESP)[3:5] == (wire.REBOOT, wire.OK)
    assert rig.chip.resets == [0]


def test_a_restart_comes_although_the_host_keeps_talking(rig: Rig) -> None:
    rig.serial.rx += frame(wire.REBOOT, 0, rid=9)
    for tick in range((LEAVE_MS + 100) // TICK_MS):
        if rig.chip.resets:
            break
        if tick % 8 == 0:
            rig.serial.rx += frame(wire.STATS_GET, rid=10 + tick % 200)
        rig.tick()
    assert rig.chip.resets == [wire.REBOOT_RUN]
    assert one(rig.heard(), wire.RESP)[2:5] == (9, wire.REBOOT, wire.OK)


def test_a_restart_comes_although_its_answer_can_not_leave(rig: Rig) -> None:
    rig.board.link._may_reply = lambda: False
    rig.send(frame(wire.REBOOT, 0, rid=9))
    rig.tick(LEAVE_MS // TICK_MS)
    assert rig.chip.resets


def test_a_restart_of_no_known_kind_does_nothing(rig: Rig) -> None:
    assert status(rig, wire.REBOOT, 4) == wire.BAD_REQUEST
    rig.tick(50)
    assert rig.chip.resets == []


# ---- every field of every request ----


class Called:
    """Notes how it is called."""

    def __init__(self, result: object = None) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.result = result

    def __call__(self, *fields: Any) -> object:
        self.calls.append(tuple(bytes(field) if isinstance(field, memoryview) else field for field in fields))
        return self.result


def test_each_field_of_an_effect_arrives_in_its_place(rig: Rig) -> None:
    """Numbers of two bytes with both of them used."""
    effect = rig.board.lights.effect = Called(True)
    for slot, kind, r, g, b, period, phase, ttl, rev in (
        (13, 8, 201, 102, 3, 0x1234, 77, 0x5678, 0xABCD),
        (0, 1, 0, 255, 128, 0xFF00, 255, 0x00FF, 1),
    ):
        fields = (rev, slot, kind, r, g, b, period, phase, ttl)
        assert status(rig, wire.LED_FX, *fields, rest=b"\x01\x80\x7f") == wire.OK
        assert effect.calls.pop()[1:] == (slot, kind, r, g, b, period, phase, ttl, b"\x01\x80\x7f")
        assert rig.board.lights.rev == rev
    assert status(rig, wire.LED_FX, *fields) == wire.OK
    assert effect.calls.pop()[-1] == b"", "no bitmap, no lights"


def test_each_field_of_a_picture_arrives_in_its_place(tmp_path: Path) -> None:
    rig = ready(Rig(tmp_path, settings(lights=255)))
    lights = rig.board.lights
    calls = [Called(), Called(), Called()]
    lights.stage, lights.commit, lights.wipe = calls
    for first, count, flags, ttl, rev in ((3, 59, 1, 0x1234, 0xABCD), (196, 59, 3, 0xFF00, 2), (0, 0, 1, 1, 3)):
        colours = bytes(range(3 * count))
        assert status(rig, wire.LED_SET, rev, first, count, flags, ttl, rest=colours) == wire.OK
        assert calls[0].calls == ([(first, colours)] if count else [])
        assert [call[1:] for call in calls[1].calls] == [(ttl,)]
        assert len(calls[2].calls) == (flags == 3)
        assert lights.rev == rev
        for call in calls:
            call.calls.clear()
    assert status(rig, wire.LED_SET, 9, 255, 0, 0, 5) == wire.OK
    assert status(rig, wire.LED_SET, 9, 254, 1, 0, 5, rest=b"\1\2\3more") == wire.OK
    assert calls[0].calls == [(254, b"\1\2\3")]
    assert (calls[1].calls, lights.rev) == ([], 3), "nothing is shown without COMMIT, so the revision stays"


@pytest.mark.parametrize("offset", [0, 1, 255, 256, 0x0102])
def test_a_piece_begins_where_it_was_asked_to(tmp_path: Path, offset: int) -> None:
    data = json.dumps(settings(profile="x" * 600)).encode()
    config.save(f"{tmp_path}/", data)
    rig = ready(Rig(tmp_path, settings(profile="y" * 600)))
    caps = fetch(rig, wire.CAPS_GET, wire.CAPS)
    fetch(rig, wire.CFG_GET, wire.CFG)
    for ask, answer, whole in ((wire.CAPS_GET, wire.CAPS, caps), (wire.CFG_GET, wire.CFG, data)):
        assert one(rig.ask(ask, offset), answer)[3:] == (len(whole), offset, whole[offset : offset + 181])
        rig.tick(40)


def test_a_piece_of_the_state_has_up_to_176_bytes(tmp_path: Path) -> None:
    rig = ready(Rig(tmp_path, settings(tiles=240, buttons=8)))
    rig.board.state[:] = bytes(n % 31 for n in range(248))
    for token, offset in ((200, 0), (200, 1), (200, 72), (200, 73), (200, 247), (7, 0)):
        assert snap(rig, token, offset)[1:] == (248, offset, bytes(rig.board.state)[offset : offset + 176])


def test_a_config_is_put_together_from_pieces_in_any_order(rig: Rig) -> None:
    data = json.dumps(settings(profile="z" * 800)).encode()
    pieces = [(at, data[at : at + 181]) for at in range(0, len(data), 181)]
    for at, piece in [*pieces[::-1], pieces[2]]:
        assert status(rig, wire.CFG_SET, at, rest=piece) == wire.OK
    assert status(rig, wire.CFG_COMMIT, len(data), zlib.crc32(data)) == wire.OK
    assert config.text(rig.root) == data


def test_a_config_may_have_its_full_length(rig: Rig) -> None:
    longest = promised("MAX_BYTES", "config")
    data = json.dumps(settings(profile="")).encode()
    data = data.replace(b'"profile": ""', b'"profile": "' + b"w" * (longest - len(data)) + b'"')
    assert len(data) == longest
    upload(rig, data)
    assert status(rig, wire.CFG_SET, longest, rest=b"") == wire.OK
    assert status(rig, wire.CFG_SET, longest, rest=b"x") == wire.REFUSED
    assert status(rig, wire.CFG_COMMIT, longest, zlib.crc32(data)) == wire.OK
    assert config.text(rig.root) == data


def test_lines_of_the_log_that_were_dropped_are_counted_up_to_what_two_bytes_hold(rig: Rig) -> None:
    desk = rig.board.link._desk
    desk.log("the only one")
    for dropped in (0, 1, 255, 256, 0xFFFF, 0x10000, 0x12345):
        desk.log(f"after {dropped}")
        desk._log_dropped = dropped
        log = one(rig.ask(wire.PING, 1), wire.LOG)
        assert log[3:] == (0, min(dropped, 0xFFFF), f"after {dropped}".encode())
        rig.tick(40)


def test_a_ping_without_a_line_to_tell_brings_a_pong_and_nothing_else(rig: Rig) -> None:
    for _ in range(3):
        rig.ask(wire.PING, 1)
        rig.tick(40)
        rig.heard()
    heard = rig.ask(wire.PING, 1)
    rig.tick(40)
    assert [message[0] for message in heard + rig.heard()] == [wire.PONG]


def test_a_line_of_the_log_is_cut_at_its_length(rig: Rig) -> None:
    longest = promised("LOG_BYTES", "desk")
    for size in (longest - 1, longest, longest + 1):
        rig.board.link._desk.log("m" * size)
        assert one(rig.ask(wire.PING, 1), wire.LOG)[-1] == b"m" * min(size, longest)
        rig.tick(40)


def test_a_crash_is_told_with_its_end(tmp_path: Path) -> None:
    """A frame holds 184 bytes of it."""
    for size in (0, 1, 183, 184, 185, 480):
        text = bytes(33 + n % 90 for n in range(size))
        (tmp_path / "crash.txt").write_bytes(text)
        rig = ready(Rig(tmp_path))
        assert one(rig.ask(wire.FAULT_GET, 0), wire.FAULT)[3:] == (1 if size else 0, text[-184:])
