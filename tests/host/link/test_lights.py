"""The lights: changes only, newest only, at most thirty pictures a second, renewed in time, back after a restart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from host.link import Effect, Scene, Troubled
from host.link.lights import _base_frames, _plan
from host.link.scene import MAX_LIGHTS
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


def of_kind(sent, kind):
    return [payload for sent_kind, payload in sent if sent_kind == kind]


STEADY = Effect(wire.FX_STEADY, RED, frozenset({1}))


def test_a_fresh_board_is_told_only_what_is_wished(table):
    sent = show(table, Scene([RED] * 4, {3: STEADY}, ttl=0))
    assert [payload[2] for payload in of_kind(sent, wire.LED_FX)] == [3]
    assert len(of_kind(sent, wire.LED_SET)) == 1


def test_a_fresh_board_needs_no_word_to_be_dark(table):
    assert show(table, Scene(ttl=0)) == []


def test_after_a_reconnection_only_slots_that_were_in_use_are_switched_off(table):
    show(table, Scene([RED] * 4, {3: STEADY, 5: STEADY}, ttl=0))
    table.run.unplug()
    table.link.show(Scene([BLUE] * 4, {5: STEADY}, ttl=0))
    before = len(led_requests(table))
    table.run.plug()
    table.run.run_for(1000)
    effects = of_kind(led_requests(table)[before:], wire.LED_FX)
    assert [(payload[2], payload[3]) for payload in effects] == [(3, wire.FX_OFF), (5, wire.FX_STEADY)]
    assert list(table.board.effects) == [5]
    assert lit(table.board) == dict.fromkeys(range(4), BLUE)


def test_effects_that_another_host_left_behind_are_switched_off(table):
    table.board.effects = {7: (wire.FX_STEADY, *RED, 1000, 0, 0, b"\x01")}
    table.board.led_rev = 12_345
    table.run.unplug()
    table.link.show(Scene([RED], {3: STEADY}, ttl=0))
    table.run.plug()
    table.run.run_for(1000)
    assert list(table.board.effects) == [3]


def test_an_effect_whose_answer_was_lost_is_switched_off_after_the_reconnection(table):
    show(table, Scene([RED], ttl=0))
    table.run.to_host = lambda data, now: b""
    table.link.show(Scene([RED], {6: STEADY}, ttl=0))
    table.run.run_for(100)
    assert list(table.board.effects) == [6]
    table.run.unplug()
    table.run.to_host = lambda data, now: data
    table.link.show(Scene([RED], ttl=0))
    table.run.plug()
    table.run.run_for(1000)
    assert table.board.effects == {}


def test_a_scene_with_more_lights_than_the_board_is_a_sentence_said_once(make_table):
    table = make_table(lights=40).connect()
    assert show(table, Scene([RED] * 41), duration=5000) == []
    (trouble,) = table.of(Troubled)
    assert "41 lights" in trouble.sentence
    assert "has 40" in trouble.sentence
    assert show(table, Scene([], {1: Effect(wire.FX_STEADY, RED, frozenset({40}))}), duration=5000) == []
    assert len(table.of(Troubled)) == 1
    show(table, Scene([RED] * 40))
    assert len(lit(table.board)) == 40


def test_a_scene_too_large_is_noticed_when_the_board_has_said_what_it_is(make_table):
    table = make_table(lights=40)
    table.link.show(Scene([], {1: Effect(wire.FX_STEADY, RED, frozenset({99}))}))
    table.connect()
    table.run.run_for(5000)
    assert len(table.of(Troubled)) == 1


@pytest.mark.parametrize("kind", LED)
@pytest.mark.parametrize("status", [wire.BAD_REQUEST, wire.UNSUPPORTED, wire.REFUSED])
def test_a_refused_scene_is_a_sentence_said_once_and_not_sent_again(table, kind, status):
    table.board.refusals[kind] = status
    sent = show(table, Scene([RED] * 4, {1: STEADY}), duration=10_000)
    assert len(of_kind(sent, kind)) == 1
    assert len(table.of(Troubled)) == 1


def test_a_refused_scene_is_tried_again_in_the_next_session_and_another_one_at_once(table):
    table.board.refusals[wire.LED_SET] = wire.REFUSED
    show(table, Scene([RED] * 4))
    assert len(show(table, Scene([BLUE] * 4))) == 1
    table.board.refusals.clear()
    table.run.unplug()
    table.run.plug()
    table.run.run_for(1000)
    assert lit(table.board) == dict.fromkeys(range(4), BLUE)


def test_an_animation_that_is_refused_is_one_sentence(table):
    table.board.refusals[wire.LED_SET] = wire.REFUSED
    for at in range(50):
        show(table, Scene([(at, 0, 0)] * 4), duration=40)
    assert len(table.of(Troubled)) == 1


def test_a_board_that_is_busy_is_asked_again(table):
    table.board.refusals[wire.LED_SET] = wire.TRY_LATER
    show(table, Scene([RED] * 4))
    table.board.refusals.clear()
    table.run.run_for(1000)
    assert len(lit(table.board)) == 4
    assert table.of(Troubled) == []


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


@pytest.mark.parametrize("colour", [(256, 0, 0), (0, -1, 0), (0, 0, 1.5), (1, 2), (1, 2, 3, 4), ("1", "2", "3"), 7])
def test_a_colour_that_no_light_has_is_refused(colour):
    with pytest.raises(ValueError, match="three whole numbers from 0 to 255"):
        Scene([RED, colour])
    with pytest.raises(ValueError, match="three whole numbers from 0 to 255"):
        Effect(wire.FX_STEADY, colour, frozenset({1}))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": 9}, "no effect 9"),
        ({"kind": -1}, "no effect -1"),
        ({"period": 0}, "period is a whole number from 1 to 65535"),
        ({"period": 65536}, "period is a whole number from 1 to 65535"),
        ({"period": 2.5}, "period is a whole number from 1 to 65535"),
        ({"phase": -1}, "phase is a whole number from 0 to 255"),
        ({"phase": 256}, "phase is a whole number from 0 to 255"),
        ({"lights": frozenset({255})}, "light's number is a whole number from 0 to 254"),
        ({"lights": frozenset({-1})}, "light's number is a whole number from 0 to 254"),
        ({"lights": frozenset({"a"})}, "light's number is a whole number from 0 to 254"),
    ],
)
def test_an_effect_that_no_board_knows_is_refused(change, words):
    with pytest.raises(ValueError, match=words):
        Effect(**{"kind": wire.FX_STEADY, "colour": RED, "lights": frozenset({1}), **change})


@pytest.mark.parametrize("ttl", [-0.1, 6553.6, float("nan"), float("inf"), "5"])
def test_a_time_to_live_that_no_frame_can_hold_is_refused(ttl):
    with pytest.raises(ValueError, match=r"from 0 to 6553\.5 seconds"):
        Scene(ttl=ttl)


@pytest.mark.parametrize("effects", [{1: None}, {1.5: STEADY}, {"1": STEADY}])
def test_effects_are_effects_in_slots(effects):
    with pytest.raises(ValueError, match="Effect"):
        Scene(effects=effects)


def test_a_short_time_to_live_does_not_become_one_without_end():
    assert Scene(ttl=0.01).tenths == 1
    assert Scene(ttl=0).tenths == 0


def test_a_scene_does_not_change_behind_our_back():
    colour, lights = [1, 2, 3], {4}
    scene = Scene([colour], {0: Effect(wire.FX_STEADY, colour, lights)})
    colour[0], _ = 9, lights.add(5)
    assert scene == Scene([(1, 2, 3)], {0: Effect(wire.FX_STEADY, (1, 2, 3), frozenset({4}))})


@given(
    st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=MAX_LIGHTS),
    st.dictionaries(
        st.integers(0, 13),
        st.builds(
            Effect,
            st.integers(0, 8),
            st.tuples(*[st.integers(0, 255)] * 3),
            st.frozensets(st.integers(0, 254)),
            st.integers(1, 65535),
            st.integers(0, 255),
        ),
    ),
    st.floats(0, 6553.5),
)
def test_whatever_a_scene_accepts_fits_into_frames(base, effects, ttl):
    for _, payload in _plan(Scene(base, effects, ttl), None, set(range(14)), renew=False):
        assert len(payload) + 2 <= wire.MAX_PAYLOAD
