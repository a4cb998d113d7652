"""Firmware, wire and host together over a serial port: on the twin, or on a real board (``--board PORT``)."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware import wire
from hardware.profiles import load
from hardware.twin.pytest_plugin import BoardPort
from host.ledger import Ledger
from host.link import Driver, Effect, Scene, read_pages, read_statistics
from host.link.pads import Layout

PATIENCE_S = 100.0
RUNTIMES = [
    pytest.param("cpython", marks=pytest.mark.twin(runtime="cpython")),
    pytest.param("micropython", marks=[pytest.mark.twin(runtime="micropython"), pytest.mark.micropython]),
]


class Host:
    """A driver whose happenings can be waited for."""

    def __init__(self, port: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self._news = threading.Condition()
        self.driver = Driver(port, ledger, listener=self._hear)

    def _hear(self, _: object) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something has happened that makes ``condition`` true."""
        with self._news:
            assert self._news.wait_for(condition, PATIENCE_S), self.driver.sentence

    @property
    def is_ready(self) -> bool:
        return self.driver.link.is_whole and bool(self.driver.link.caps)


@pytest.fixture(params=RUNTIMES)
def host(board_port: BoardPort, tmp_path: Path) -> Iterator[Host]:
    with Ledger.open(tmp_path / "ledger.sqlite") as ledger:
        host = Host(board_port.port, ledger)
        host.driver.start()
        host.wait(lambda: host.is_ready)
        yield host
        host.driver.stop()


def hands(board: BoardPort):
    if board.control is None:
        pytest.skip("A real table has no hands of its own.")
    return board.control


def test_a_board_introduces_itself(host: Host) -> None:
    caps = host.driver.link.caps
    profile = load(str(caps["profile"]))
    assert (caps["tiles"], caps["lights"]) == (len(profile.tiles), len(profile.lights))
    assert len(host.driver.link.uid) == 16
    assert len(host.driver.link.state) == Layout(profile.tile_bytes, profile.button_bytes, len(profile.pads)).size


def test_a_magnet_travels_into_the_ledger(host: Host, board_port: BoardPort) -> None:
    hands(board_port).say("put base A on tile 12, facing east, 3 mm off")
    host.wait(lambda: host.driver.link.state[12] == wire.EAST)
    newest = [fact for fact in host.ledger.facts() if fact.kind == wire.TILE][-1]
    assert (newest.kind, newest.src, newest.data, newest.inferred) == (wire.TILE, 12, bytes([wire.EAST]), 0)
    hands(board_port).lift("A")
    host.wait(lambda: host.driver.link.state[12] == 0)


def test_a_card_travels_into_the_ledger_and_its_tag_is_written(host: Host, board_port: BoardPort) -> None:
    hands(board_port).say("put card gun-3 on pad play")
    host.wait(lambda: host.driver.link.pads[0].text == "gun-3")
    uid = host.driver.link.pads[0].uid
    assert host.driver.write_tag(0, 20, b"\1\2\3\4", uid).result(PATIENCE_S).ok
    found = read_pages(host.driver.read_tag(0, 20, 1, uid).result(PATIENCE_S).data)
    assert found == (uid, b"\1\2\3\4")
    host.driver.expect([0])
    assert host.driver.ask(wire.EXPECT, b"\x14\0\1", wire.RESP).result(PATIENCE_S).ok
    hands(board_port).lift("gun-3")
    host.wait(lambda: host.driver.link.pads[0].what == wire.PAD_ABSENT)


def test_a_button_travels_into_the_ledger(host: Host, board_port: BoardPort) -> None:
    control = hands(board_port)
    tiles = load("grid").tile_bytes
    control.press(1, "no")
    host.wait(lambda: host.driver.link.state[tiles] == 0b1000)
    control.release(1, "no")
    host.wait(lambda: host.driver.link.state[tiles] == 0)


def test_a_light_command_travels_back(host: Host, board_port: BoardPort) -> None:
    control = hands(board_port)
    base = [(0, 0, 0)] * 128
    base[12] = (10, 20, 30)
    host.driver.show(Scene(base, {2: Effect(wire.FX_STEADY, (0, 90, 0), frozenset({40}))}))
    wanted = {12: (10, 20, 30), 40: (0, 90, 0), 13: (0, 0, 0)}
    polls = 0
    while {light: control.lights()[light] for light in wanted} != wanted:
        polls += 1
        assert polls < 100_000
    assert control.stats()["light_faults"] == 0


def test_a_board_tells_its_counters_and_its_config(host: Host) -> None:
    counters = read_statistics(host.driver.ask_statistics().result(PATIENCE_S).data)
    assert counters["ticks"] > 0
    assert counters["crc_errors"] == counters["cobs_errors"] == 0
    assert b'"profile"' in host.driver.ask_config().result(PATIENCE_S).data


def test_a_restart_on_request_begins_a_new_boot(host: Host) -> None:
    before = host.driver.link.boot_id
    assert host.driver.ask_reboot(wire.REBOOT_RUN).result(PATIENCE_S).ok
    host.wait(lambda: host.driver.link.boot_id != before and host.is_ready)
    old, new = host.ledger.boots()
    assert (old.boot_id, new.boot_id) == (before, host.driver.link.boot_id)
    assert old.ended is not None
    assert new.ended is None


def test_two_boards_share_a_ledger(tmp_path: Path) -> None:
    from hardware.twin.client import start

    with (
        start("grid", name="first", seed=1, link=tmp_path / "first") as first,
        start("field", name="second", seed=2, link=tmp_path / "second") as second,
        Ledger.open(tmp_path / "ledger.sqlite") as ledger,
    ):
        hosts = [Host(first.port, ledger), Host(second.port, ledger)]
        for host in hosts:
            host.driver.start()
        for host, twin in zip(hosts, (first, second), strict=True):
            host.wait(lambda host=host: host.is_ready)
            twin.control.say("put pawn P on tile 7")
            host.wait(lambda host=host: host.driver.link.state[7] == wire.CENTRE)
        for host in hosts:
            host.driver.stop()
        uids = {host.driver.link.uid for host in hosts}
        assert len(uids) == 2
        for uid in uids:
            assert [(fact.src, fact.data) for fact in ledger.facts(uid) if fact.kind == wire.TILE] == [(7, b"\x10")]
