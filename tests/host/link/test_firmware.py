"""The link against the shipped firmware in a twin, on virtual time."""

from random import Random

import pytest

from firmware import wire
from hardware.twin.board import Twin
from hardware.twin.client import start
from host.ledger import Ledger
from host.link import Effect, Link, Outcome, Repaired, Scene, Stepped, read_statistics
from host.link.paced import Paced, PacedProcess


@pytest.fixture
def twin():
    with Twin("grid", "cpython", 1) as twin:
        yield twin


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "a", synchronous="OFF") as ledger:
        yield ledger


def plug(open_, twin):
    serial = twin.devices.serial
    return serial.opened() if open_ else serial.closed()


@pytest.fixture
def run(twin, ledger):
    run = Stepped(twin, Link(ledger, seed=1), plugged=lambda is_open: plug(is_open, twin))
    run.plug()
    run.run_for(500)
    assert run.link.phase == "live"
    return run


def is_whole(run, reeds):
    return run.link.is_whole and run.link.state[: len(reeds)] == bytes(reeds)


def test_a_reed_is_in_the_ledger_within_25_virtual_ms(run, twin, ledger):
    twin.set_reeds(12, wire.NORTH | wire.CENTRE)
    start = run.now
    assert run.run_while(lambda: run.link.state[12] != wire.NORTH | wire.CENTRE, 100)
    assert run.now - start < 25
    newest = list(ledger.facts())[-1]
    assert (newest.kind, newest.src, newest.data) == (wire.TILE, 12, bytes((wire.NORTH | wire.CENTRE,)))
    assert abs(newest.t_host - start) <= 12


def test_all_tiles_at_once_are_on_disk_within_100_virtual_ms(run, twin):
    for tile in range(99):
        twin.set_reeds(tile, wire.CENTRE)
    start = run.now
    assert run.run_while(lambda: run.link.state[:99] != bytes([wire.CENTRE] * 99), 1000)
    assert run.now - start <= 100


def test_lights_arrive(run, twin):
    run.link.show(Scene([(0, 0, 9)] * 99, {3: Effect(wire.FX_STEADY, (9, 0, 0), frozenset({5}))}))
    run.run_for(1000)
    lights = twin.lights()
    assert lights[4][2] > 0 == lights[4][0]
    assert lights[5][0] > 0 == lights[5][2]
    assert run.link.statistics.failed_requests == 0


def test_statistics_and_configuration(run):
    outcomes: list[Outcome] = []
    run.link.ask_statistics(lambda outcome, now: outcomes.append(outcome), run.now)
    run.link.ask_config(lambda outcome, now: outcomes.append(outcome), run.now)
    run.run_for(500)
    statistics, config = outcomes
    assert set(read_statistics(statistics.data)) == set(wire.STATS_NAMES)
    assert b'"grid"' in config.data


def test_a_restarted_board_is_whole_again_within_two_virtual_seconds(run, twin):
    twin.set_reeds(3, wire.EAST)
    run.run_for(100)
    twin.reboot()
    start = run.now
    old = run.link.boot_id
    assert run.run_while(lambda: run.link.boot_id == old or not is_whole(run, twin.reeds()), 5000)
    assert run.now - start < 2000
    assert run.link.state[3] == wire.EAST


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_under_faults(run, twin, ledger, seed):
    rng = Random(seed)

    def spoil(data, now):
        if rng.random() < 0.1:
            at = rng.randrange(len(data))
            return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 + rng.randrange(2) :]
        return data

    run.to_board = run.to_host = spoil
    reeds = [0] * 99
    for _ in range(150):
        tile = rng.randrange(99)
        reeds[tile] = rng.randrange(32)
        twin.set_reeds(tile, reeds[tile])
        run.run_for(rng.randrange(80))
        if rng.random() < 0.05:
            run.unplug()
            run.run_for(rng.randrange(400))
            run.plug()
    run.to_board = run.to_host = lambda data, now: data
    assert run.run_while(lambda: not is_whole(run, reeds), 10_000)
    run.run_for(1000)
    assert is_whole(run, reeds)
    numbers = [fact.seq for fact in ledger.facts() if fact.seq is not None]
    missing = {seq for gap in ledger.gaps() for seq in range(gap.first, gap.last + 1)}
    assert sorted([*numbers, *missing]) == list(range(1, run.link.next_seq))


def test_paced_over_a_pseudo_terminal(twin, ledger):
    run = Paced(twin, Link(ledger, seed=1), plugged=lambda is_open: plug(is_open, twin))
    run.plug()
    run.run_for(500)
    twin.set_reeds(40, wire.WEST)
    assert run.run_while(lambda: run.link.state[40] != wire.WEST, 100)
    run.close()


def test_a_host_that_stops_reading_finds_everything_when_it_goes_on(run, twin):
    run.is_frozen = True
    reeds = [wire.CENTRE] * 99
    for tile in range(99):
        twin.set_reeds(tile, wire.CENTRE)
        run.run_for(50)
    assert twin.devices.serial.overruns == 0
    run.is_frozen = False
    assert run.run_while(lambda: not is_whole(run, reeds), 5000)


def test_stale_bytes_of_the_last_session_do_no_harm(run, twin, ledger):
    for tile in range(40):
        twin.set_reeds(tile, wire.NORTH)
        run.run_for(3)
        if tile % 7 == 0:
            run.unplug()
            run.run_for(30)
            run.plug()
    assert run.run_while(lambda: not is_whole(run, [wire.NORTH] * 40), 5000)
    numbers = [fact.seq for fact in ledger.facts()]
    assert numbers == list(range(1, run.link.next_seq))


def test_a_table_without_tiles_buttons_and_pads_has_an_empty_snapshot(ledger):
    heard = []
    with Twin("none", "cpython", 1) as twin:
        link = Link(ledger, seed=1, listener=heard.append)
        run = Stepped(twin, link, plugged=lambda is_open: plug(is_open, twin))
        run.plug()
        run.run_for(500)
        link.ask_snapshot(run.now)
        run.run_for(500)
        assert [h.inferred for h in heard if isinstance(h, Repaired)] == [[]]
        assert (link.is_whole, link.state) == (True, b"")


def test_a_twin_process_at_the_pace_of_the_host(ledger):
    with start("grid", paced=True) as running:
        board = PacedProcess(running.port, running.control)
        run = Stepped(board, Link(ledger, seed=1), plugged=board.plugged)
        run.plug()
        run.run_for(400)
        assert run.link.phase == "live"
        run.unplug()
        running.control.put("A", "base", 12, facing="east")
        run.run_for(100)
        run.plug()
        assert run.run_while(lambda: run.link.state[12:13] != bytes((wire.EAST,)), 1000)
        run.is_frozen = True
        running.control.lift("A")
        run.run_for(500)
        run.is_frozen = False
        assert run.run_while(lambda: run.link.state[12], 1000)
        assert [fact.seq for fact in ledger.facts()] == list(range(1, run.link.next_seq))
        run.unplug()


def test_a_base_that_stays_outlives_its_time_while_an_effect_changes(run, twin):
    for second in range(8):
        effect = Effect(wire.FX_STEADY, (9 + 20 * second, 0, 0), frozenset({5}))
        run.link.show(Scene([(0, 0, 99)] * 99, {3: effect}, ttl=3.0))
        run.run_for(1000)
    lights = twin.lights()
    assert lights[4][2] > 0
    assert lights[5][0] > 0


def test_an_effect_that_stays_outlives_its_time_while_the_base_is_animated(run, twin):
    steady = Effect(wire.FX_STEADY, (99, 0, 0), frozenset({5}))
    for tenth in range(80):
        run.link.show(Scene([(0, 0, 50 + tenth)] * 99, {3: steady}, ttl=3.0))
        run.run_for(100)
    lights = twin.lights()
    assert lights[4][2] > 0
    assert lights[5][0] > 0 == lights[5][2]


def test_a_board_sent_to_its_prompt_is_left_alone(run, twin):
    outcomes: list[Outcome] = []
    run.link.ask_reboot(wire.REBOOT_REPL, lambda outcome, now: outcomes.append(outcome), run.now)
    run.run_for(5000)  # PINGs would bring a 0x04 before long: Ctrl-D at the prompt
    assert outcomes[0].ok
    assert (twin.state, run.link.phase == "live") == ("repl", False)
    assert "prompt" in run.link.sentence
