"""The lights, frame by frame and moment by moment: what is sent, when, and what follows from the answer."""

from struct import pack, unpack_from

import pytest

from firmware import wire
from host.link import Effect, Scene
from host.link.frames import Outbox
from host.link.lights import Lights
from host.link.requests import NEVER, Requests
from host.link.statistics import Statistics
from tests.host.link.page import told
from tests.host.link.test_session import decode

FRAME_MS, RETRY_MS, PATIENCE_MS = (told("lights.py", name) for name in ("FRAME_MS", "RETRY_MS", "PATIENCE_MS"))
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
STEADY = Effect(wire.FX_STEADY, RED, frozenset({1}))
CLEAR, COMMIT = wire.LED_CLEAR, wire.LED_COMMIT


class Desk:
    """Lights whose frames are answered by hand."""

    def __init__(self, rev=100):
        self.outbox = Outbox()
        self.outbox.sid = 1
        self.requests = Requests(self.outbox, Statistics())
        self.said = []
        self.lights = Lights(self.requests, rev, self.said.append)
        self.rev = 0  # of the last frame that was carried out

    def send(self, now):
        """Let it send what is due, one frame; return it as (type, payload), or None."""
        self.lights.tick(now)
        self.requests.tick(now)
        frames = decode(self.outbox.take())
        if not frames:
            return None
        (frame,) = frames
        self._rid, self._last = frame[2], frame[3:]
        return frame[0], frame[3:]

    def answer(self, kind, now, status=wire.OK):
        self.rev = unpack_from("<H", self._last)[0] if status == wire.OK else self.rev
        self.requests.answered(wire.RESP, self._rid, bytes((kind, status)), now)

    def show(self, scene, now, status=wire.OK):
        """Wish for a scene and have all of it carried out; return the frames."""
        self.lights.show(scene)
        return self.all(now, status)

    def all(self, now, status=wire.OK):
        frames = []
        while frame := self.send(now):
            frames.append(frame)
            self.answer(frame[0], now, status)
        return frames


@pytest.fixture
def desk():
    """Lights of a board that has just started."""
    desk = Desk()
    desk.lights.pong(0)
    return desk


def sets(frames):
    """The LED_SETs among some frames: (first, count, flags, ttl, lights)."""
    found = []
    for kind, payload in frames:
        if kind == wire.LED_SET:
            _, first, count, flags, ttl = unpack_from("<HBBBH", payload)
            assert len(payload) == 7 + 3 * count
            found.append((first, count, flags, ttl, payload[7:]))
    return found


def effects(frames):
    """The LED_FXs: (slot, effect, colour, period, phase, ttl, bitmap)."""
    found = []
    for kind, payload in frames:
        if kind == wire.LED_FX:
            _, slot, effect, red, green, blue, period, phase, ttl = unpack_from("<HBBBBBHBH", payload)
            found.append((slot, effect, (red, green, blue), period, phase, ttl, payload[12:]))
    return found


# ---- the frames of the page ----


def test_a_base_is_the_frame_of_the_page(desk):
    (frame,) = desk.show(Scene([BLACK, BLACK, RED, (0, 255, 64)], ttl=5.0), 0)
    assert frame == (wire.LED_SET, pack("<HBBBH", 101, 2, 2, CLEAR | COMMIT, 50) + bytes((255, 0, 0, 0, 255, 64)))


def test_an_effect_is_the_frame_of_the_page(desk):
    breathe = Effect(wire.FX_BREATHE, (255, 120, 0), frozenset({0, 1, 2, 3, 31}), 2000, 8)
    _, frame = desk.show(Scene([], {3: breathe}, ttl=0.1), 0)
    assert frame == (
        wire.LED_FX,
        pack("<HBBBBBHBH", 102, 3, wire.FX_BREATHE, 255, 120, 0, 2000, 8, 1) + bytes.fromhex("0f 00 00 80"),
    )


@pytest.mark.parametrize(
    ("lights", "bitmap"),
    [((), ""), ((0,), "01"), ((7,), "80"), ((8,), "00 01"), ((1, 254), "02" + " 00" * 30 + " 40")],
)
def test_a_bitmap_is_as_long_as_its_last_light_needs(desk, lights, bitmap):
    frames = desk.show(Scene([], {0: Effect(wire.FX_STEADY, RED, frozenset(lights))}, ttl=0), 0)
    assert effects(frames)[0][-1] == bytes.fromhex(bitmap)


def test_revisions_go_round_from_one_to_65535():
    desk = Desk(65_533)
    desk.lights.pong(0)
    found = []
    for at in range(5):
        for _, payload in desk.show(Scene([(at + 1, 0, 0)], ttl=0), 100 * at):
            found.append(unpack_from("<H", payload)[0])
    assert found == [65_534, 65_535, 1, 2, 3]


# ---- only what has changed ----


def changes(desk, *changed):
    """Which runs of lights are sent if these lights change in a picture of 200."""
    picture = [BLACK] * 200
    desk.show(Scene(picture, ttl=0), 0)
    for light in changed:
        picture[light] = RED
    return [(first, count, flags) for first, count, flags, _, _ in sets(desk.show(Scene(picture, ttl=0), 1000))]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ((0,), [(0, 1, COMMIT)]),
        ((199,), [(199, 1, COMMIT)]),
        ((10, 11, 12), [(10, 3, COMMIT)]),
        ((10, 16), [(10, 7, COMMIT)]),
        ((10, 17), [(10, 1, 0), (17, 1, COMMIT)]),
        ((10, 11, 30, 50), [(10, 2, 0), (30, 1, 0), (50, 1, COMMIT)]),
        (range(59), [(0, 59, COMMIT)]),
        (range(60), [(0, 59, 0), (59, 1, COMMIT)]),
        (range(3, 121), [(3, 59, 0), (62, 59, COMMIT)]),
    ],
)
def test_lights_that_lie_near_each_other_share_a_frame_and_only_the_last_shows_them(desk, changed, expected):
    assert changes(desk, *changed) == expected


def test_a_picture_of_another_length_is_sent_from_darkness(desk):
    desk.show(Scene([RED] * 4, ttl=0), 0)
    assert sets(desk.show(Scene([RED] * 3 + [BLACK] * 2, ttl=0), 100)) == [
        (0, 3, CLEAR | COMMIT, 0, bytes((*RED, *RED, *RED)))
    ]
    assert sets(desk.show(Scene(ttl=0), 200)) == [(0, 0, CLEAR | COMMIT, 0, b"")]


def test_only_the_effects_that_changed_are_sent(desk):
    other = Effect(wire.FX_BLINK, BLUE, frozenset({2}))
    desk.show(Scene([RED], {0: STEADY, 13: other}, ttl=0), 0)
    frames = desk.show(Scene([RED], {0: other, 13: other}, ttl=0), 100)
    assert [(slot, effect) for slot, effect, *_ in effects(frames)] == [(0, wire.FX_BLINK)]
    assert len(frames) == 1
    frames = desk.show(Scene([RED], {}, ttl=0), 200)
    assert [found[:3] + found[5:] for found in effects(frames)] == [
        (0, wire.FX_OFF, BLACK, 0, b""),
        (13, wire.FX_OFF, BLACK, 0, b""),
    ]
    assert desk.show(Scene([BLUE], {}, ttl=0), 300)[1:] == [], "they are off"


def test_another_time_to_live_is_told_to_every_part(desk):
    desk.show(Scene([RED], {2: STEADY}, ttl=2), 0)
    frames = desk.show(Scene([RED], {2: STEADY}, ttl=3), 100)
    assert [ttl for _, _, _, ttl, _ in sets(frames)] == [30]
    assert [found[5] for found in effects(frames)] == [30]


# ---- when ----


def test_nothing_is_sent_before_the_board_has_said_which_scene_it_has():
    desk = Desk()
    desk.lights.show(Scene([RED]))
    assert (desk.lights.due, desk.send(1 << 50)) == (NEVER, None)
    desk.lights.pong(0)
    assert desk.lights.due <= 0
    assert desk.send(0)


def test_nothing_is_due_without_a_wish(desk):
    assert (desk.lights.due, desk.send(5)) == (NEVER, None)


def test_pictures_are_as_far_apart_as_the_page_says(desk):
    desk.show(Scene([RED], ttl=0), 1000)
    desk.lights.show(Scene([BLUE], ttl=0))
    assert desk.lights.due == 1000 + FRAME_MS
    assert desk.send(1000 + FRAME_MS - 1) is None
    assert desk.send(1000 + FRAME_MS)


def test_while_a_picture_is_under_way_nothing_else_is_sent(desk):
    desk.lights.show(Scene([RED] * 100, ttl=0))
    first = desk.send(1000)
    desk.lights.show(Scene([BLUE] * 100, ttl=0))
    assert (desk.lights.due, desk.send(1100)) == (NEVER, None)
    desk.answer(first[0], 1200)
    rest = desk.all(1200)
    assert sets(rest)[0][4].startswith(bytes(RED)), "the rest of the old picture goes first"
    assert rest[-1][1][7:].startswith(bytes(BLUE))


@pytest.mark.parametrize(("ttl", "half"), [(2.0, 1000), (0.1, 50), (5.0, 2500)])
def test_a_scene_is_renewed_at_half_of_its_time(desk, ttl, half):
    desk.show(Scene([RED], {1: STEADY}, ttl=ttl), 1000)
    assert desk.lights.due == 1000 + half
    assert desk.send(1000 + half - 1) is None
    frames = desk.all(1000 + half)
    assert sets(frames) == [(0, 0, COMMIT, round(ttl * 10), b"")]
    assert [found[:2] for found in effects(frames)] == [(1, wire.FX_STEADY)]
    assert desk.lights.due == 1000 + 2 * half


def test_a_part_that_changes_puts_off_no_renewal_of_the_others(desk):
    desk.show(Scene([RED], {1: STEADY}, ttl=2), 1000)
    desk.show(Scene([BLUE], {1: STEADY}, ttl=2), 1500)
    assert desk.lights.due == 2000


def test_a_scene_without_end_is_never_renewed(desk):
    desk.show(Scene([RED], ttl=2), 1000)
    desk.show(Scene([RED], ttl=0), 1100)
    assert desk.lights.due == NEVER


def test_the_same_wish_is_no_wish(desk):
    desk.show(Scene([RED], ttl=0), 0)
    desk.lights.show(Scene([RED], ttl=0))
    assert desk.lights.due == NEVER


# ---- what the board says that it has ----


def test_a_board_that_has_what_it_was_told_is_left_alone(desk):
    desk.show(Scene([RED], {1: STEADY}, ttl=0), 0)
    for _ in range(3):
        desk.lights.pong(desk.rev)
    assert desk.send(1 << 40) is None


def test_a_frame_that_did_not_show_anything_is_not_what_the_board_reports(desk):
    desk.lights.show(Scene([RED] * 60, ttl=0))
    desk.answer(desk.send(0)[0], 0)
    desk.answer(desk.send(0)[0], 0)
    desk.lights.pong(102)
    assert desk.send(1 << 40) is None
    desk.lights.pong(101)
    assert desk.send(1 << 40) is not None


def test_a_board_that_has_started_anew_is_told_everything_and_nothing_is_switched_off(desk):
    desk.show(Scene([RED], {1: STEADY, 2: STEADY}, ttl=0), 0)
    desk.lights.pong(0)
    frames = desk.show(Scene([RED], {2: STEADY}, ttl=0), 100)
    assert [found[:3] for found in sets(frames)] == [(0, 1, CLEAR | COMMIT)]
    assert [found[:2] for found in effects(frames)] == [(2, wire.FX_STEADY)]


def test_a_board_that_has_what_another_host_told_it_is_told_everything_and_the_rest_switched_off(desk):
    desk.show(Scene([RED], {1: STEADY}, ttl=0), 0)
    desk.lights.pong(9_999)
    frames = desk.all(100)
    assert [found[:3] for found in sets(frames)] == [(0, 1, CLEAR | COMMIT)]
    assert [found[:2] for found in effects(frames)] == [
        (slot, wire.FX_STEADY if slot == 1 else wire.FX_OFF) for slot in range(14)
    ]
    desk.lights.pong(desk.rev)
    assert desk.send(1 << 40) is None


def test_what_is_said_while_a_frame_is_under_way_does_not_count(desk):
    desk.lights.show(Scene([RED], ttl=0))
    frame = desk.send(0)
    desk.lights.pong(9_999)
    desk.lights.pong(0)
    desk.answer(frame[0], 10)
    assert desk.send(1 << 40) is None


def test_a_new_session_tells_everything_again_once_the_board_has_spoken(desk):
    desk.show(Scene([RED], {4: STEADY}, ttl=0), 0)
    desk.lights.forget()
    assert desk.send(100) is None
    desk.lights.pong(desk.rev)
    frames = desk.all(100)
    assert [found[:3] for found in sets(frames)] == [(0, 1, CLEAR | COMMIT)]
    assert [found[:2] for found in effects(frames)] == [(4, wire.FX_STEADY)]


# ---- what goes wrong ----


@pytest.mark.parametrize("status", [wire.TRY_LATER, None])
def test_a_picture_that_failed_is_sent_again_after_a_while_from_the_beginning(desk, status):
    desk.lights.show(Scene([RED], {1: STEADY}, ttl=0))
    desk.answer(desk.send(0)[0], 0)
    kind, _ = desk.send(0)
    assert kind == wire.LED_FX
    if status is None:
        for now in range(300, 1201, 300):
            desk.requests.tick(now)
        desk.outbox.take()
    else:
        now = 10
        desk.answer(kind, now, status)
    assert desk.lights.due == now + RETRY_MS
    assert desk.send(now + RETRY_MS - 1) is None
    frames = desk.all(now + RETRY_MS)
    assert [kind for kind, _ in frames] == [wire.LED_SET, wire.LED_FX]
    assert sets(frames)[0][2] == CLEAR | COMMIT
    assert desk.said == []


def fail(desk, now):
    kind, _ = desk.send(now)
    desk.answer(kind, now, wire.TRY_LATER)


def test_what_goes_on_failing_is_said_once_when_patience_ends(desk):
    desk.lights.show(Scene([RED], ttl=0))
    for now in (1000, 1500, 2500, 1000 + PATIENCE_MS - 1):
        fail(desk, now)
    assert desk.said == []
    fail(desk, 5000)
    (sentence,) = desk.said
    assert "do not show what they should. The board is busy." in sentence
    fail(desk, 6000)
    assert len(desk.said) == 1


def test_patience_ends_at_its_limit_and_begins_anew_with_every_success(desk):
    desk.lights.show(Scene([RED], ttl=0))
    fail(desk, 1000)
    desk.all(2000)
    desk.lights.show(Scene([BLUE], ttl=0))
    fail(desk, 3000)
    fail(desk, 4500)
    assert desk.said == []
    fail(desk, 3000 + PATIENCE_MS)
    assert len(desk.said) == 1
    desk.all(7000)
    desk.lights.show(Scene([RED], ttl=0))
    fail(desk, 8000)
    fail(desk, 8000 + PATIENCE_MS)
    assert len(desk.said) == 2, "what was over and begins again is said again"


def test_patience_begins_anew_with_a_session(desk):
    desk.lights.show(Scene([RED], ttl=0))
    fail(desk, 1000)
    desk.lights.forget()
    desk.lights.pong(0)
    fail(desk, 1000 + PATIENCE_MS)
    assert desk.said == []


def test_a_refused_scene_is_said_and_not_sent_again_until_something_changes(desk):
    assert len(desk.show(Scene([RED], ttl=0), 0, wire.REFUSED)) == 1
    (sentence,) = desk.said
    assert "The board refused the request." in sentence
    assert desk.lights.due == NEVER
    desk.lights.show(Scene([RED], ttl=0))
    assert desk.lights.due == NEVER
    assert len(desk.show(Scene([BLUE], ttl=0), 100)) == 1
    assert len(desk.show(Scene([RED], ttl=0), 200)) == 1
    assert len(desk.said) == 1


@pytest.mark.parametrize(("lights", "fits"), [(3, True), (2, False)])
@pytest.mark.parametrize("scene", [Scene([RED] * 3), Scene([], {0: Effect(wire.FX_STEADY, RED, frozenset({2}))})])
def test_a_scene_needs_as_many_lights_as_its_last_one(desk, scene, lights, fits):
    desk.lights.described(lights)
    assert bool(desk.show(scene, 0)) is fits
    assert len(desk.said) == (not fits)
    if not fits:
        assert f"a scene of 3 lights, but the board has {lights}" in desk.said[0]


@pytest.mark.parametrize("count", [None, "9", 1.5, True, []])
def test_a_board_that_does_not_say_how_many_lights_it_has_is_sent_what_is_wished(desk, count):
    desk.lights.described(count)
    assert desk.show(Scene([RED] * 200), 0)
    assert desk.said == []


# ---- scenes at their limits ----


def test_what_a_scene_can_be_at_most():
    last = Effect(wire.FX_SWEEP, (255, 255, 255), frozenset({0, 254}), 65_535, 255)
    scene = Scene([RED] * 255, {0: last, 13: last}, 6_553.5)
    assert (scene.tenths, scene.needs) == (65_535, 255)
    assert Effect(wire.FX_OFF, BLACK, frozenset(), 1, 0).period == 1
    assert Scene().needs == 0
    assert (Scene().tenths, Effect(wire.FX_STEADY, RED, frozenset()).period) == (50, 1000)


@pytest.mark.parametrize(
    ("ttl", "tenths"), [(0, 0), (0.001, 1), (0.04, 1), (0.1, 1), (0.16, 2), (1, 10), (1.26, 13), (6553.5, 65_535)]
)
def test_a_time_to_live_goes_over_the_wire_in_tenths(ttl, tenths):
    assert Scene(ttl=ttl).tenths == tenths


@pytest.mark.parametrize("slot", [-1, 14, 15])
def test_a_slot_that_belongs_to_the_board_is_refused(slot):
    with pytest.raises(ValueError, match="slots 0 to 13"):
        Scene([], {slot: STEADY})
