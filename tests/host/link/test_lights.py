"""The lights: changes only, newest only, at most thirty pictures a second, renewed in time, back after a restart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from host.link import Effect, Scene
from host.link.lights import MAX_LIGHTS, _base_frames
from tests.host.link.test_session import kinds

RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
LED = (wire.LED_SET, wire.LED_FX)


def lit(board):
    return {at: colour for at, colour in board.base.items() if colour != BLACK}


def led_requests(table):
    return [(kind, payload) for kind, payload in table.board.requests if kind in LED]


def show(table, scene, duration=1000):
    """Show a scene; return the light requests that it took."""
    before = len(led_requests(table))
    table.link.show(scene)
    table.run.run_for(duration)
    return led_requests(table)[before:]


def test_a_scene_is_shown(table):
    blink = Effect(wire.FX_BLINK, BLUE, frozenset({0, 9, 17}), period=600, phase=4)
    show(table, Scene([RED] * 3 + [BLACK] * 5 + [BLUE], {4: blink}, ttl=2.0))
    assert lit(table.board) == {0: RED, 1: RED, 2: RED, 8: BLUE}
    assert table.board.effects == {4: (wire.FX_BLINK, *BLUE, 600, 4, 20, bytes((0b1, 0b10, 0b10)))}
    assert table.board.base_ttl == 20


def test_a_picture_of_many_frames_is_shown_at_once(table):
    pictures = set()
    table.run.to_host = lambda data, now: pictures.add(len(lit(table.board))) or data
    show(table, Scene([RED] * 200))
    assert pictures == {0, 200}


def test_only_changes_are_sent(table):
    picture = [RED] * 100
    show(table, Scene(picture, ttl=0))
    picture[40] = BLUE
    ((kind, payload),) = show(table, Scene(list(picture), ttl=0))
    assert (kind, payload[2], payload[3]) == (wire.LED_SET, 40, 1)
    assert table.board.base[40] == BLUE


def test_the_same_scene_again_costs_nothing(table):
    scene = Scene([RED] * 10, {1: Effect(wire.FX_STEADY, RED, frozenset({1}))}, ttl=0)
    show(table, scene)
    assert show(table, Scene(list(scene.base), dict(scene.effects), ttl=0)) == []


def test_an_effect_that_is_gone_is_switched_off(table):
    show(table, Scene([], {3: Effect(wire.FX_SWEEP, RED, frozenset({1}))}))
    show(table, Scene())
    assert table.board.effects == {}


def test_only_the_newest_scene_is_sent_at_most_thirty_times_a_second(table):
    show(table, Scene([BLACK] * 4, ttl=0))
    sent = []
    table.run.to_board = lambda data, now: sent.extend(now for kind in kinds(data) if kind == wire.LED_SET) or data
    for at in range(1000):
        table.link.show(Scene([(at % 256, 0, 0)] * 4, ttl=0))
        table.run.run_for(1)
    assert 20 <= len(sent) <= 31
    table.run.run_for(200)
    assert table.board.base[0] == (999 % 256, 0, 0)


def test_a_scene_is_renewed_before_it_expires(table):
    scene = Scene([RED] * 4, {2: Effect(wire.FX_STEADY, RED, frozenset({1}))}, ttl=2.0)
    show(table, scene)
    before = table.board.led_rev
    renewals = []
    table.run.to_board = lambda data, now: renewals.extend(k for k in kinds(data) if k in LED) or data
    table.run.run_for(5000)
    assert 4 <= renewals.count(wire.LED_SET) <= 6
    assert renewals.count(wire.LED_FX) == renewals.count(wire.LED_SET)
    assert table.board.led_rev != before


def test_a_board_that_forgot_its_lights_gets_them_again(table):
    show(table, Scene([RED] * 4, ttl=0))
    table.board.base, table.board.staging, table.board.led_rev = {}, {}, 0
    table.run.run_for(1000)
    assert len(lit(table.board)) == 4


def test_a_restarted_board_gets_its_lights_again(table):
    show(table, Scene([RED] * 4, {1: Effect(wire.FX_STEADY, RED, frozenset({1}))}, ttl=0))
    table.restart_board(boot_id=55)
    table.run.run_for(4000)
    assert len(lit(table.board)) == 4
    assert list(table.board.effects) == [1]


def test_a_scene_wished_for_before_there_was_a_board(make_table):
    table = make_table()
    table.link.show(Scene([RED] * 4))
    table.run.run_for(500)
    table.connect()
    table.run.run_for(500)
    assert len(lit(table.board)) == 4


def test_lights_survive_lost_frames(table):
    lost = iter(range(1_000_000))
    table.run.to_board = lambda data, now: b"" if next(lost) % 3 == 0 else data
    show(table, Scene([RED] * 120, ttl=0), duration=4000)
    assert len(lit(table.board)) == 120


@given(st.lists(st.lists(st.integers(0, 3), min_size=90, max_size=90), min_size=1, max_size=5))
def test_any_sequence_of_pictures_ends_in_the_last_one(pictures):
    """The plan alone, without a link: frames applied to a model of the board's two pictures."""
    told, staging = None, {}
    for picture in pictures:
        scene = Scene([(value, value, 0) for value in picture])
        for _, payload in _base_frames(scene, told):
            first, count, flags = payload[:3]
            assert len(payload) + 2 <= wire.MAX_PAYLOAD
            if flags & wire.LED_CLEAR:
                staging = {}
            for at in range(count):
                staging[first + at] = tuple(payload[5 + 3 * at : 8 + 3 * at])
        assert flags & wire.LED_COMMIT
        assert [staging.get(at, BLACK) for at in range(90)] == list(scene.base)
        told = scene


def test_a_scene_that_no_board_can_show_is_refused():
    with pytest.raises(ValueError, match="at most 255 lights"):
        Scene([RED] * (MAX_LIGHTS + 1))
    with pytest.raises(ValueError, match="slots 0 to 13"):
        Scene([], {14: Effect(wire.FX_STEADY, RED, frozenset())})
