"""The firmware on a real MicroPython: the same bytes, no garbage, and nothing that a host sends brings it down."""

import json
import random
import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware import wire
from firmware.wire import FX_BREATHE, FX_FLICKER, FX_SWEEP, FX_WALK
from hardware import board_files
from hardware.profiles import load
from hardware.profiles.model import Profile
from hardware.twin.cards import Cards
from hardware.twin.devices import SCAN_SPI, Devices
from hardware.twin.micropython import MicroPythonRuntime
from hardware.twin.runtime import CONFIG_FILE, Stop, config_file
from tests.firmware.pad_rig import READERS, with_readers
from tests.firmware.rig import SID, frame, parse, raw_frame
from tests.sizes import sizes

pytestmark = pytest.mark.micropython

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))
MODULES = ("native", "bits", "wire", "ring", "inputs", "lights", "link", "desk", "config", "crash", "wires", "card")
MODULES += (
    "mfrc522",
    "pn532",
    "readers",
    "ndef",
    "tags",
    "beliefs",
    "turns",
    "errand",
    "pads",
    "app",
    "main",
    "ports.rp2",
)

# The interpreter collects garbage only between two calls from outside: inside a step every allocation can be counted.
COUNT = """
import gc
from firmware import app
used = [0, 0, 0]
def counted(board, now):
    before = gc.mem_alloc()
    due = plain(board, now)
    spent = gc.mem_alloc() - before
    used[0] += spent
    if spent > used[1]:
        used[1] = spent
    return due
if "plain" not in globals():
    plain = app.Board._step
    app.Board._step = counted
"""

WHATS = "[board.pads.beliefs.what(i) for i in range(board.pads.count)]"

GOLDEN_RUN = """
from binascii import hexlify, unhexlify
import json, struct
from firmware import wire
bad = []
for v in json.loads(%r):
    fields = [unhexlify(f[4:]) if isinstance(f, str) else f for f in v["fields"]]
    tx, rx = wire.Encoder(), wire.Decoder()
    tx.begin(v["type"], v["sid"], v["rid"])
    tx.put(struct.pack(wire.FORMATS[v["type"]], *fields))
    tx.put(unhexlify(v["rest"]))
    if hexlify(tx.finish()).decode() != v["wire"]:
        bad.append("encode " + v["name"])
    data = unhexlify(v["wire"])
    if rx.feed(data, 0, len(data)) != len(data) or not rx.length:
        bad.append("decode " + v["name"])
    head = 3 + struct.calcsize(wire.FORMATS[v["type"]])
    if list(struct.unpack_from(wire.FORMATS[v["type"]], bytes(rx.raw), 3)) != fields:
        bad.append("fields " + v["name"])
    if bytes(rx.raw[head : rx.length - 4]) != unhexlify(v["rest"]):
        bad.append("rest " + v["name"])
print(len(json.loads(%r)), bad)
"""


class Pico:
    """A twin's interpreter with its devices, stepped from here."""

    def __init__(
        self,
        profile: str | Profile,
        flash: dict[str, bytes] | None = None,
        firmware: dict[str, bytes] | None = None,
    ) -> None:
        self.profile = load(profile) if isinstance(profile, str) else profile
        self.devices = Devices(self.profile)
        self.devices.chip.flash.update({CONFIG_FILE: config_file(self.profile), **(flash or {})})
        self.runtime = MicroPythonRuntime(self.devices, firmware=firmware)
        self.now = 0
        self.rid = 0
        self._rx = wire.Decoder()

    def ask_python(self, source: str) -> str:
        return self.runtime.evaluate(source)

    def numbers(self, expression: str) -> list[int]:
        return json.loads(self.ask_python(f"print(list({expression}))"))

    def run(self, ticks: int) -> list[tuple[Any, ...]]:
        _, sent = self.runtime.run(self.now, 2, ticks)
        self.now += 2 * ticks
        assert self.runtime.stop is Stop.NONE, self.runtime.flash().get("/crash.txt")
        return parse(self._rx, sent)

    def tell(self, data: bytes, ticks: int = 30) -> list[tuple[Any, ...]]:
        """Send bytes; return the frames that come back."""
        self.devices.serial.feed(data)
        return self.run(ticks)

    def ask(self, kind: int, *fields: Any, rest: bytes = b"") -> list[tuple[Any, ...]]:
        self.rid = self.rid % 255 + 1
        return self.tell(frame(kind, *fields, rest=rest, rid=self.rid), 50)

    def greet(self) -> None:
        """Begin a session, once it is told what lies on the pads."""
        for _ in range(40):
            if all(self.numbers(WHATS)):
                break
            self.run(50)
        banner = next(f for f in self.tell(wire.PROBE) if f[0] == wire.BANNER)
        heard = self.ask(wire.HELLO, wire.PROTO, banner[10], 1)
        assert heard[0][0] == wire.HELLO_ACK
        self.acknowledge()

    def acknowledge(self) -> None:
        """Take all events."""
        for _ in range(40):
            head = self.numbers("[board.ring.head, board.link._acked]")
            if head[0] == head[1]:
                return
            self.tell(frame(wire.ACK, self.numbers("[board.link._cursor]")[0], 0, rid=0), 40)

    def memory(self) -> int:
        """Bytes in use; garbage has been collected on the way here."""
        for _ in range(3):
            self.ask_python("x = bytes(40000)\nx = None")
        return self.numbers("[gc.mem_alloc()]")[0]


@pytest.fixture(scope="module")
def full() -> Iterator[Pico]:
    pico = Pico("full")
    yield pico
    pico.runtime.close()


@pytest.fixture
def pocket() -> Iterator[Pico]:
    pico = Pico("pocket")
    yield pico
    pico.runtime.close()


def test_every_module_runs_there(full: Pico) -> None:
    source = "import sys\n" + "".join(f"import firmware.{name}\n" for name in MODULES)
    assert full.ask_python(source + "print(sys.implementation.name)") == "micropython"


def test_golden_frames_are_the_same_there(full: Pico) -> None:
    text = json.dumps(GOLDEN["frames"])
    assert full.ask_python(GOLDEN_RUN % (text, text)) == f"{len(wire.FORMATS)} []"


def test_encoding_in_bites_and_garbage_in_between_there(full: Pico) -> None:
    rng = random.Random(8)
    payloads = [bytes(rng.choice([0, 1, 255]) for _ in range(size)) for size in (0, 1, 24, 25, 57, 120, 184, 185)]
    source = """
from binascii import hexlify, unhexlify
tx, rx = wire.Encoder(), wire.Decoder()
for text in %r:
    tx.begin(wire.SNAP, 7, 1)
    tx.put(unhexlify(text))
    tx.seal()
    size = 0
    while not size:
        size = tx.work(1)
    data = b"\\xff\\x02>>> \\r\\n" + bytes(tx.out[:size])
    rx.feed(data, 0, len(data))
    print(hexlify(tx.out[:size]).decode(), rx.length)
"""
    printed = full.ask_python("from firmware import wire\n" + source % [p.hex() for p in payloads]).split("\n")
    assert printed == [f"{raw_frame(wire.SNAP, p).hex()} {len(p) + 7}" for p in payloads]


# ---- memory ----


BUFFERS = """
from array import array
met = set()

def held(value, depth=0):
    if id(value) in met or depth > 8 or type(value) in (int, str, float, bool, type(held), type(gc)):
        return 0
    met.add(id(value))
    if isinstance(value, array):
        return len(bytes(memoryview(value)))
    if isinstance(value, (bytes, bytearray)):
        return len(value)
    if isinstance(value, (list, tuple)):
        return sum([held(part, depth + 1) for part in value])
    if isinstance(value, dict):
        return sum([held(part, depth + 1) for part in value.values()])
    names = [name for name in dir(value) if not name.startswith("__")]
    return sum([held(getattr(value, name), depth + 1) for name in names if hasattr(value, name)])
"""


def test_all_buffers_of_the_largest_table_fit_24_kilobytes(full: Pico) -> None:
    """Every bytearray, array and bytes that the board's objects hold, each counted once."""
    full.ask_python("import gc\n" + BUFFERS)
    held = int(full.ask_python("print(held(board))"))
    print(f"buffers for full: {held} bytes")
    assert 12_000 < held <= 24 * 1024


def test_a_board_of_the_largest_table_fits_36_kilobytes(full: Pico) -> None:
    """Buffers and objects: a second board is built beside the first, whose code is there already."""
    full.ask_python("import gc\nfrom firmware import config\nfrom firmware.app import Board")
    full.ask_python("from firmware.ports.rp2 import Port\nsettings = config.load('/')\nkept = None")
    before = full.memory()
    full.ask_python("kept = Port(settings, 0)\nkept = Board(kept, settings)")
    held = full.memory() - before
    full.ask_python("kept = None")
    print(f"a board for full: {held} bytes")
    assert 8_000 < held <= 36 * 1024


class Restless:
    """Shift registers on which a few contacts change at every scan."""

    def __init__(self, pico: Pico) -> None:
        self.rng = random.Random(4)
        self.inputs = bytearray(b"\xff" * (pico.profile.tile_bytes + pico.profile.button_bytes))
        self._exchange = pico.devices.spi_exchange

    def exchange(self, bus: int, data: bytes) -> bytes:
        truth = self._exchange(bus, data)
        if bus != SCAN_SPI:
            return truth
        for _ in range(self.rng.choice([0, 0, 0, 1, 9])):
            self.inputs[self.rng.randrange(len(self.inputs))] ^= 1 << self.rng.randrange(8)
        return bytes(self.inputs) + truth[len(self.inputs) :]


@pytest.fixture
def lit(full: Pico) -> Pico:
    """The largest table with effects in many slots."""
    full.run(10)
    full.ask_python(COUNT)
    full.ask_python("board.boots = 0")  # else the counter of quick starts is reset after ten seconds, once
    for slot, kind in enumerate((FX_BREATHE, FX_FLICKER, FX_WALK, FX_SWEEP, FX_BREATHE)):
        shape = f"200, 100, 50, {300 + 400 * slot}, {slot * 4}, 0, b'\\x7f' * 20"
        full.ask_python(f"board.lights.effect({full.now}, {slot}, {kind}, {shape})")
    full.ask_python(f"board.lights.stage(0, bytes(range(1, 241)))\nboard.lights.commit({full.now}, 90)")
    return full


@pytest.fixture
def busy(lit: Pico, monkeypatch: pytest.MonkeyPatch) -> Pico:
    """And with reeds that never rest."""
    monkeypatch.setattr(lit.devices, "spi_exchange", Restless(lit).exchange)
    return lit


def test_ten_thousand_ticks_without_a_host_allocate_nothing(busy: Pico) -> None:
    busy.run(40)
    busy.ask_python("used[0] = used[1] = 0")
    before = busy.numbers("[board.ring.head, board.lights.frames, board._ticks]")
    busy.run(10_000)
    after = busy.numbers("[board.ring.head, board.lights.frames, board._ticks]")
    facts, frames, ticks = (b - a for a, b in zip(before, after, strict=True))
    assert ticks == 10_000
    assert facts > 300, "reeds did change"
    assert frames > 60, "effects did move"
    assert busy.numbers("used")[0] == 0


def test_with_a_host_each_frame_costs_at_most_64_bytes(lit: Pico) -> None:
    """An average over all frames in and out; the worst kind of request is told."""
    lit.run(200)
    lit.greet()
    costs: dict[str, float] = {}
    bits = b"\xff" * 26
    requests: list[tuple[str, int, tuple[Any, ...], bytes]] = [
        ("PING", wire.PING, (3_000_000_000,), b""),
        ("SNAP_GET", wire.SNAP_GET, (1, 0), b""),
        ("CAPS_GET", wire.CAPS_GET, (0,), b""),
        ("LED_SET", wire.LED_SET, (9, 0, 50, 1, 0), bytes(150)),
        ("LED_FX", wire.LED_FX, (9, 1, 2, 1, 2, 3, 900, 1, 0), bits),
        ("STATS_GET", wire.STATS_GET, (), b""),
    ]
    state = "[used[0], board.link.frames_in + board.link.frames_out]"
    spent = frames = 0
    for name, kind, fields, rest in requests:
        for _ in range(6):
            lit.acknowledge()
            lit.ask_python("used[0] = 0")
            bytes_before, frames_before = lit.numbers(state)
            lit.ask(kind, *fields, rest=rest)
            bytes_after, frames_after = lit.numbers(state)
            assert frames_after > frames_before
            costs[name] = max(costs.get(name, 0), (bytes_after - bytes_before) / (frames_after - frames_before))
            if kind in (wire.PING, wire.LED_SET, wire.LED_FX):  # what a running game consists of
                spent += bytes_after - bytes_before
                frames += frames_after - frames_before
    worst = max(costs, key=costs.__getitem__)
    print(f"average {spent / frames:.0f} bytes a frame; worst kind {worst}: {costs}")
    assert spent / frames <= 64
    assert costs[worst] <= 64


def test_the_stream_costs_at_most_64_bytes_a_frame(busy: Pico) -> None:
    """EVENTS out, ACK in: what happens all the time."""
    busy.greet()
    busy.ask_python("used[0] = 0")
    spent = frames = 0
    for _ in range(25):
        state = "[used[0], board.link.frames_in + board.link.frames_out, board.link._cursor]"
        before = busy.numbers(state)
        busy.tell(frame(wire.ACK, before[2], 0, rid=0), 12)
        after = busy.numbers(state)
        spent += after[0] - before[0]
        frames += after[1] - before[1]
    assert frames >= 40
    print(f"stream: {spent / frames:.0f} bytes a frame")
    assert spent / frames <= 64


# ---- hostile bytes ----


def hostile(rng: random.Random) -> bytes:
    """One frame as a broken or wicked host might send it."""
    kind = rng.choice([*wire.FORMATS, rng.randrange(256)])
    size = rng.choice([0, 1, 2, 3, 7, 12, 12, 20, 40]) if rng.random() < 0.97 else wire.MAX_PAYLOAD
    payload = bytes(rng.choice([0, 1, 2, 9, 255, rng.randrange(256)]) for _ in range(size))
    if kind == wire.REBOOT:
        payload = b"\x09" + payload[1:]  # any other mode would be obeyed
    data = bytearray(raw_frame(kind, payload, rng.choice([SID, SID, SID, 0, 9]), rng.randrange(256)))
    what = rng.randrange(6)
    if what == 0:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif what == 1:
        del data[rng.randrange(len(data)) :]
    elif what == 2:
        return bytes(data) * 2
    elif what == 3:
        return rng.choice([wire.PROBE, b"\x03\x03\x04>>> \r\n", rng.randbytes(30), b"\x01" * rng.choice([5, 300])])
    return bytes(data)


@sizes("frames", 3_000, 10_000)
def test_hostile_frames_bring_nothing_down(pocket: Pico, frames: int) -> None:
    rng = random.Random(2024)
    pocket.greet()
    pocket.ask_python("import gc")
    boot = pocket.numbers("[board.boot_id]")[0]
    levels = []
    sent = 0
    waiting = b""
    while sent < frames:
        while len(waiting) < 700:
            waiting += hostile(rng)
            sent += 1
        taken = pocket.devices.serial.feed(waiting)
        waiting = waiting[taken:]
        pocket.run(50)
        if sent // 1000 > len(levels):
            levels.append(pocket.memory())
            pocket.tell(b"\0" + frame(wire.HELLO, wire.PROTO, boot, 1), 200)
            pongs = [f for f in pocket.tell(b"\0" + frame(wire.PING, sent), 60) if f[0] == wire.PONG]
            assert pongs, "the next good frame is answered"
            assert pongs[-1][3] == sent
    assert len(levels) >= frames // 1000 - 1
    assert max(levels[1:]) - levels[1] <= 2048, levels
    assert "/crash.txt" not in pocket.runtime.flash()
    assert pocket.numbers("[board.boot_id]")[0] == boot
    stats = dict(zip(wire.STATS_NAMES, pocket.numbers("board.stats()"), strict=True))
    assert min(stats["crc_errors"], stats["cobs_errors"], stats["oversize"]) > frames // 200
    assert stats["frames_in"] > 3 * frames // 10


# ---- files, crashes, restarts ----


def test_a_config_goes_up_is_checked_and_survives_there(pocket: Pico) -> None:
    pocket.greet()
    data = json.dumps({**load("pocket").board_config(), "profile": "renamed"}).encode()
    for at in range(0, len(data), 100):
        assert pocket.ask(wire.CFG_SET, at, rest=data[at : at + 100])[-1][3:5] == (wire.CFG_SET, wire.OK)
    for wanted, crc in ((wire.REFUSED, 1), (wire.OK, zlib.crc32(data)), (wire.OK, zlib.crc32(data))):
        assert pocket.ask(wire.CFG_COMMIT, len(data), crc)[-1][3:5] == (wire.CFG_COMMIT, wanted)
    flash = pocket.runtime.flash()
    assert flash["/deadfall.json"] == b"%08x\n" % zlib.crc32(data) + data
    assert flash["/deadfall.json.old"] == config_file(pocket.profile)
    assert "/deadfall.json.new" not in flash
    pocket.runtime.boot(pocket.now)
    assert pocket.ask_python("print(board.config['profile'])") == "renamed"


@pytest.mark.parametrize("junk", [b"", b"00000000\n{}", b"\xff" * 300, b"[" * 1000])
def test_a_torn_config_starts_an_empty_table_there(junk: bytes) -> None:
    pico = Pico("pocket", {CONFIG_FILE: junk})
    try:
        assert pico.ask_python("print(board.config['profile'])") == "none"
        assert [f[0] for f in pico.tell(wire.PROBE)] == [wire.BANNER]
    finally:
        pico.runtime.close()


@pytest.mark.parametrize("junk", ["b'[' * 1024", "b'\\xff\\xfe'", "b'{' * 500", "b'\"\\xc3'", "b''", "b'1e999'"])
def test_no_json_upsets_the_check_there(full: Pico, junk: str) -> None:
    source = f"from firmware import config\nprint(config.problem({junk}) is not None)"
    assert full.ask_python(source) == "True"


def test_a_crash_is_recorded_told_and_forgotten_there(pocket: Pico) -> None:
    pocket.run(5)
    pocket.ask_python("def broken(*_): raise ValueError('broken on purpose')\nboard.lights.step = broken")
    _, _ = pocket.runtime.run(pocket.now, 2, 100)
    assert pocket.runtime.stop is Stop.RESET
    assert b"broken on purpose" in pocket.runtime.flash()["/crash.txt"]
    pocket.runtime.boot(pocket.now)
    pocket.greet()
    *_, code, text = next(f for f in pocket.ask(wire.FAULT_GET, 1) if f[0] == wire.FAULT)
    assert code == 1
    assert text.rstrip().endswith(b"ValueError: broken on purpose")
    assert "/crash.txt" not in pocket.runtime.flash()


def test_pins_that_the_chip_cannot_use_leave_the_board_within_reach(pocket: Pico) -> None:
    """Otherwise a wrong config would be a reset without end, before safe mode is even decided."""
    source = """
from firmware import main
import machine, rp2
def no(*_, **__): raise ValueError("bad pin")
kept = rp2.StateMachine
rp2.StateMachine = no
other = main.build()
rp2.StateMachine = kept
print(other.config["profile"], b"bad pin" in other.fault)
"""
    assert pocket.ask_python(source) == "none True"


# ---- main.py ----

# All that main.py does, in its order; up to kbd_intr(-1) a 0x03 on the line interrupts it
FIRST_STATEMENTS = """
import builtins
from firmware import main
done = []
plain = builtins.__import__
class Fake:
    @staticmethod
    def kbd_intr(char):
        done.append("kbd_intr(%d)" % char)
def noting(name, *rest):
    done.append(name)
    return Fake if name == "micropython" else plain(name, *rest)
builtins.__import__ = noting
try:
    exec(open(main.__file__).read(), {"__name__": "main"})
finally:
    builtins.__import__ = plain
print(" ".join(done))
"""


def test_nothing_but_the_import_comes_before_ctrl_c_is_data(pocket: Pico) -> None:
    """A 0x03 while the imports run would end at the prompt, where no watchdog ends it."""
    done = pocket.ask_python(FIRST_STATEMENTS).split()
    assert done[:2] == ["micropython", "kbd_intr(-1)"]
    assert {"firmware", "firmware.app", "firmware.ports.rp2"} <= set(done[2:])


# Runs main.run() itself, with a clock on which each look is a millisecond, and counts what walks over the heap
COUNT_WALKS = """
from firmware import main
class Ended(BaseException): pass
now, walks, ticks = [0], [], [0]
class Clock:
    @staticmethod
    def ticks_ms():
        now[0] += 1
        if now[0] > 200000: raise Ended
        return now[0]
    @staticmethod
    def ticks_diff(later, earlier): return later - earlier
class Heap:
    @staticmethod
    def collect(): walks.append(("collect", now[0]))
    @staticmethod
    def mem_free():
        walks.append(("free", now[0]))
        return 100000
    @staticmethod
    def threshold(amount): walks.append(("threshold", amount))
class Busy:
    class port: pass
    @staticmethod
    def step(at): ticks[0] += 1

kept = main.time, main.gc, main.build
main.time, main.gc, main.build = Clock, Heap, lambda _: Busy
try:
    main.run()
except Ended:
    pass
main.time, main.gc, main.build = kept
print([name for name, _ in walks], [at for name, at in walks if name == "collect"], Busy.port.heap_free, ticks[0])
"""


def test_the_heap_is_walked_over_once_a_minute_and_at_the_start(pocket: Pico) -> None:
    """Each walk is a stall of 9 ms on an RP2040."""
    told = pocket.ask_python(COUNT_WALKS)
    names, _, rest = told[1:].partition("] [")
    times, _, figures = rest.partition("] ")
    assert names.replace("'", "").split(", ") == ["collect", "free", "threshold"] * 4
    starts = [int(at) for at in times.split(", ")]
    assert all(59_990 <= later - earlier <= 60_010 for earlier, later in pairwise(starts))
    free, ticks = map(int, figures.split())
    assert (free, ticks > 90_000) == (100_000, True)


def test_garbage_is_collected_when_half_of_what_was_free_is_used(pocket: Pico) -> None:
    """MicroPython counts that by itself, for nothing, in blocks of 16 bytes."""
    source = """
from firmware import main
import gc
main.tidy(board.port)
print(board.port.heap_free > 0, 0 <= board.port.heap_free // 2 - gc.threshold() < 16, board.port.collect_ms)
gc.threshold(-1)
"""
    assert pocket.ask_python(source) == "True True 0"


# ---- what survives a reset ----


def flags_after(pico: Pico) -> tuple[int, int]:
    """Start again, and return the flags and the cause of the banner."""
    pico.now += 1_000  # the light frame of the run before is through
    pico.devices.boot_at = pico.now
    pico.runtime.boot(pico.now)
    pico.greet()
    told = pico.ask_python("print(board.flags(), board.cause)").split()
    return int(told[0]), int(told[1])


@pytest.mark.parametrize("boots", range(6))
def test_the_fourth_quick_start_is_one_in_safe_mode(pocket: Pico, boots: int) -> None:
    """The chip reads its registers as signed numbers; the mark in the upper bytes has its highest bit set."""
    pocket.ask_python(f"board.port.set_boots({boots})")
    flags, _ = flags_after(pocket)
    assert bool(flags & wire.FLAG_SAFE) == (boots > 2)
    assert pocket.ask_python("print(board.boots)") == str(boots + 1)


@pytest.mark.parametrize("cause", [wire.CAUSE_CRASH, wire.CAUSE_ASKED])
def test_the_cause_of_a_start_is_told_once(pocket: Pico, cause: int) -> None:
    pocket.ask_python(f"board.port.remember({cause})")
    assert flags_after(pocket)[1] == cause
    pocket.devices.chip.restart(power=True)
    assert flags_after(pocket)[1] == wire.CAUSE_POWER


def test_a_foreign_number_in_a_register_is_no_count_and_no_cause(pocket: Pico) -> None:
    pocket.ask_python("import machine\nfor at in (0x4005800C, 0x40058010): machine.mem32[at] = 0x5EAD00FF")
    assert flags_after(pocket) == (0, wire.CAUSE_POWER)


@pytest.mark.parametrize(
    ("mode", "stop"),
    [(wire.REBOOT_RUN, Stop.RESET), (wire.REBOOT_REPL, Stop.REPL), (wire.REBOOT_LOADER, Stop.LOADER)],
)
def test_a_restart_is_answered_first_there(pocket: Pico, mode: int, stop: Stop) -> None:
    pocket.greet()
    pocket.devices.serial.feed(frame(wire.REBOOT, mode, rid=200))
    _, sent = pocket.runtime.run(pocket.now, 2, 60)
    assert pocket.runtime.stop is stop
    assert parse(wire.Decoder(), sent)[-1] == (wire.RESP, SID, 200, wire.REBOOT, wire.OK, b"")


def test_the_board_stays_at_the_repl_there(pocket: Pico) -> None:
    pocket.greet()
    pocket.devices.serial.feed(frame(wire.REBOOT, wire.REBOOT_REPL, rid=200))
    pocket.runtime.run(pocket.now, 2, 60)
    assert pocket.runtime.stop is Stop.REPL
    assert not pocket.devices.chip.starved(pocket.now + 60_000)


def test_a_restart_into_safe_mode_there(pocket: Pico) -> None:
    pocket.greet()
    pocket.devices.serial.feed(frame(wire.REBOOT, wire.REBOOT_SAFE, rid=200))
    pocket.runtime.run(pocket.now, 2, 60)
    pocket.runtime.boot(pocket.now)
    assert pocket.numbers("[int(board.safe), board.boots]") == [1, 256]


def test_numbers_beyond_small_integers_are_right_there(pocket: Pico) -> None:
    """Uptimes above 2**30 ms are long integers; the wire has 32 bits."""
    source = """
from firmware.ring import Ring
ring = Ring()
for now in (2**30 - 1, 2**30, 2**31 + 5, 2**32 - 1, 2**32 + 7):
    ring.add(now, 2, 3, 4)
print([ring.time(seq) for seq in range(1, 6)], [ring.run(seq, 100) for seq in range(1, 6)])
"""
    times = [2**30 - 1, 2**30, 2**31 + 5, 2**32 - 1, 7]
    assert pocket.ask_python(source) == f"{times} [2, 1, 1, 1, 1]"
    assert struct.calcsize("<I") == 4


# ---- pads ----


@pytest.fixture
def laid() -> Iterator[Pico]:
    """The largest table with 18 cards on its pads, all of them known."""
    pico = Pico("full")
    cards = Cards(pico.profile, pico.devices.readers)
    for pad in range(18):
        cards.put(f"card-{pad}", pad, 0)
    pico.run(2_000)
    pico.ask_python("import gc")
    assert pico.numbers(WHATS) == [wire.PAD_PRESENT] * 18 + [wire.PAD_ABSENT] * 2
    yield pico
    pico.runtime.close()


@sizes("seconds", 20, 120)
def test_pads_are_read_there_and_nothing_grows(laid: Pico, seconds: int) -> None:
    laid.ask_python("board.boots = 0")
    before = laid.memory()
    laid.run(500 * seconds)  # a tick is 2 ms
    assert laid.memory() <= before
    assert laid.numbers(WHATS) == [wire.PAD_PRESENT] * 18 + [wire.PAD_ABSENT] * 2
    assert laid.numbers("[board.pads.looks]")[0] > 60 * seconds


def test_looks_at_cards_allocate_nothing(laid: Pico) -> None:
    laid.ask_python(COUNT)
    laid.ask_python("board.boots = 0")
    laid.run(200)
    laid.ask_python("used[0] = 0")
    laid.run(2_000)
    assert laid.numbers("used")[0] == 0


# No firmware, but all that stands for a chip's native modules: what is in use then is not the firmware's
ONLY_SHIMS = {
    "firmware/__init__.py": b"",
    "firmware/main.py": b"""
import _pioasm, binascii, gc, io, json, machine, micropython, os, rp2, select, struct, sys, time
from array import array
WATCHDOG_MS = 0
class Board:
    def step(self, now):
        return now + 2
def build(_):
    return Board()
""",
}


def in_use(profile: Profile, firmware: dict[str, bytes], ticks: int) -> int:
    pico = Pico(profile, firmware=firmware)
    try:
        pico.ask_python("import gc")
        pico.run(ticks)
        return pico.memory()
    finally:
        pico.runtime.close()


@pytest.mark.parametrize("reader", READERS)
def test_the_firmware_of_the_largest_table_takes_at_most_110_kilobytes(reader: str) -> None:
    """As it is put on a board, in bytecode; code, objects and buffers, once all pads are known."""
    profile = with_readers("full", reader)
    whole = in_use(profile, board_files.compiled(), 1_000)
    shims = in_use(profile, ONLY_SHIMS, 10)
    print(f"full with {reader}: {whole - shims} bytes, and {shims} of shims")
    assert 60 * 1024 < whole - shims <= 110 * 1024


def test_even_compiled_on_the_board_the_largest_table_leaves_room(laid: Pico) -> None:
    """Without the twin's own shims, of a Pico's 190 kB."""
    used = laid.memory() - in_use(laid.profile, ONLY_SHIMS, 10)
    print(f"full, compiled there: {used} bytes")
    assert used <= 124 * 1024
