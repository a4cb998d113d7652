"""Which pads something is expected on: told on change only, newest only, renewed in time, told again to every board."""

from firmware import wire
from host.link.expecting import CHANGE_MS, LASTS_S, RENEW_MS, RETRY_MS


def told(table):
    """The bitmaps that the board was sent, each with how long it lasts."""
    return [(payload[2:], int.from_bytes(payload[:2], "little")) for kind, payload in requests(table)]


def requests(table):
    return [(kind, payload) for kind, payload in table.board.requests if kind == wire.EXPECT]


def expect(table, pads, duration=500):
    """Expect something; return what the board was sent because of it."""
    before = len(told(table))
    table.link.expect(pads)
    table.run.run_for(duration)
    return told(table)[before:]


def test_the_board_is_told(table):
    assert expect(table, [0, 3, 17, 3]) == [(bytes((0b1001, 0, 0b10)), 10 * LASTS_S)]


def test_nothing_is_said_while_nothing_is_expected(table):
    assert expect(table, [], 3 * RENEW_MS) == []


def test_the_same_again_costs_nothing(table):
    expect(table, [2])
    assert expect(table, [2]) == []
    assert expect(table, (2, 2)) == []


def test_that_nothing_is_expected_any_more_is_told_once(table):
    expect(table, [2])
    assert [bitmap for bitmap, _ in expect(table, [], 3 * RENEW_MS)] == [b""]


def test_it_is_renewed_before_it_lapses(table):
    expect(table, [2])
    assert RENEW_MS < 1_000 * LASTS_S
    assert len(expect(table, [2], 4 * RENEW_MS)) == 4


def test_quick_changes_are_few_frames_and_the_newest_counts(table):
    before = len(told(table))
    for number in range(1, 501):
        table.link.expect([number % 16])
        table.run.run_for(2)
    table.run.run_for(500)
    sent = told(table)[before:]
    assert len(sent) <= 2 + 1_000 // CHANGE_MS
    assert sent[-1][0] == bytes((1 << 500 % 16,))


def test_it_is_told_again_after_the_cable_was_pulled(table):
    expect(table, [2])
    table.run.unplug()
    table.run.run_for(500)
    before = len(told(table))
    table.run.plug()
    table.run.run_for(1_000)
    assert [bitmap for bitmap, _ in told(table)[before:]] == [b"\4"]


def test_it_is_told_again_to_a_board_that_has_restarted(table):
    expect(table, [2])
    table.restart_board(boot_id=77)
    table.run.run_for(10_000)
    assert [bitmap for bitmap, _ in told(table)] == [b"\4"]


def test_what_was_wished_without_a_board_is_told_when_it_comes(make_table):
    table = make_table()
    table.link.expect([5])
    table.connect()
    assert [bitmap for bitmap, _ in told(table)] == [b"\x20"]


def test_a_board_that_does_not_know_it_is_not_pestered(table):
    table.board.refusals[wire.EXPECT] = wire.UNSUPPORTED
    assert 1 <= len(expect(table, [2], 4 * RETRY_MS)) <= 5
    assert table.link.phase == "live"
