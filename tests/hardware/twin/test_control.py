"""The control channel: good requests move the table, bad ones get a sentence."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.board import Twin
from hardware.twin.control import MAX_LINE, MAX_THINGS, Control

EAST, CENTRE = 2, 16


def ask(twin: Twin, **request: object) -> dict[str, Any]:
    reply = Control(twin).handle(json.dumps(request))
    assert reply.pop("ok") is True, reply
    return reply


def error(twin: Twin, line: str) -> str:
    reply = Control(twin).handle(line)
    assert reply["ok"] is False
    return str(reply["error"])


def reeds(twin: Twin) -> dict[int, int]:
    twin.run(twin.now + 400)
    return {tile: mask for tile, mask in enumerate(twin.reeds()) if mask}


def test_put_in_words_and_in_json_is_the_same(twin: Twin) -> None:
    Control(twin).handle("put base A on tile 12, facing east, 3 mm off")
    assert reeds(twin) == {12: EAST}
    ask(twin, do="put", object="A", kind="base", tile=12, facing="east", dx=3)
    assert reeds(twin) == {12: EAST}


def test_move_keeps_the_facing_slide_takes_time_and_lift_ends_it(twin: Twin) -> None:
    ask(twin, do="put", object="A", tile=12, facing="east")
    ask(twin, do="move", object="A", tile=30)
    assert reeds(twin) == {30: EAST}
    ask(twin, do="slide", object="A", tile=31, ms=300)
    twin.run(twin.now + 100)
    assert ask(twin, do="objects")["objects"][0]["x"] < twin.profile.tiles[31].x
    assert reeds(twin) == {31: EAST}
    ask(twin, do="lift", object="A")
    assert reeds(twin) == {}


def test_turn_by_degrees_and_to_a_facing(twin: Twin) -> None:
    ask(twin, do="put", object="A", tile=12)
    ask(twin, do="turn", object="A", degrees=180)
    assert reeds(twin) == {12: 4}
    ask(twin, do="turn", object="A", facing="east")
    assert reeds(twin) == {12: EAST}


def test_raw_reeds_join_what_magnets_close(twin: Twin) -> None:
    ask(twin, do="put", object="A", tile="a1", facing="east")
    ask(twin, do="reeds", tile=0, mask=CENTRE)
    assert reeds(twin) == {0: EAST | CENTRE}
    ask(twin, do="reeds", tile=0, mask=0)
    assert reeds(twin) == {0: EAST}


def test_buttons_pull_their_line_low(twin: Twin) -> None:
    at = twin.profile.tile_bytes
    ask(twin, do="press", seat=1, answer="no")
    assert twin.devices.chain.inputs[at] != 0xFF
    ask(twin, do="release", seat=1, answer="no")
    assert twin.devices.chain.inputs[at] == 0xFF


def test_lights_come_as_one_hex_string(twin: Twin) -> None:
    assert ask(twin, do="lights") == {"lights": "000000" * len(twin.profile.lights)}


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("{", "no JSON"),
        ("[1]", "not understood"),
        ('{"do": ["put"]}', "['put'] is none of them"),
        ("fly", "'fly' is none of them"),
        ("press yes at seat " + "9" * 4000, "has no button"),
        ("turn A by 1.2.3", "was not understood"),
        ('{"do": "put", "object": "A\\u001b[2J", "tile": 1}', '"object" must be a text'),
        ('{"do": "put", "object": "A\\ud800", "tile": 1}', '"object" must be a text'),
        ("lift A", 'no object "A" on the table'),
        ("put ufo A on tile 3", 'no kind "ufo"; known are base'),
        ("put base A on tile 99", "no tile 99; tiles are 0 to 98"),
        ("put base A on z9", "no tile 'z9'"),
        ('{"do": "put", "object": "A", "tile": true}', "no tile True"),
        ('{"do": "put", "object": 5, "tile": 1}', '"object" must be a text'),
        ('{"do": "put", "object": "A", "tile": 1, "dx": NaN}', '"dx" must be a number'),
        ('{"do": "put", "object": "A", "tile": 1, "dx": 1e300}', '"dx" must be a number'),
        ("put base A on tile 1, facing up", '"facing" must be one of north'),
        ("press maybe at seat 0", '"answer" must be yes or no'),
        ("press yes at seat 7", 'no button "yes" at seat 7'),
        ("reeds 3 99", "reeds 0 to 31"),
        ('{"do": "reeds", "tile": 3}', '"mask" must be a whole number'),
        ("x" * (MAX_LINE + 1), "at most"),
        ("{" * MAX_LINE, "no JSON"),
    ],
)
def test_errors_are_sentences(twin: Twin, line: str, part: str) -> None:
    assert part in error(twin, line)


@pytest.mark.twin(profile="pocket")
def test_a_table_without_tiles_says_so(twin: Twin) -> None:
    assert "has no tiles" in error(twin, "put base A on tile 0")


def test_a_card_is_put_on_a_pad_and_lifted(twin: Twin) -> None:
    ask(twin, do="put", object="gun-3", kind="card", pad="play")
    assert ask(twin, do="objects")["objects"] == [{"object": "gun-3", "kind": "card", "pad": "play"}]
    ask(twin, do="lift", object="gun-3")
    assert ask(twin, do="objects")["objects"] == []


def test_a_tap_ends_by_itself(twin: Twin) -> None:
    Control(twin).handle("tap gun-3 on pad play for 200 ms")
    twin.run(twin.now + 180)
    assert twin.cards.lying() == [("gun-3", "play")]
    twin.run(twin.now + 40)
    assert twin.cards.lying() == []


def test_a_hand_taps_one_card_at_a_time_and_what_is_put_down_stays(twin: Twin) -> None:
    for name in ("gun-3", "hub-2"):
        ask(twin, do="tap", object=name, pad="play")
    assert twin.cards.lying() == [("hub-2", "play")]
    ask(twin, do="put", object="hub-2", kind="card", pad="play")
    twin.run(twin.now + 1_000)
    assert twin.cards.lying() == [("hub-2", "play")]


def test_a_card_lifted_just_now_is_tapped_a_little_later_so_that_a_reader_can_tell(twin: Twin) -> None:
    ask(twin, do="put", object="gun-3", kind="card", pad="play")
    twin.run(twin.now + 100)
    ask(twin, do="lift", object="gun-3")
    ask(twin, do="tap", object="gun-3", pad="play", ms=300)
    for lying in ([], [("gun-3", "play")], []):
        assert twin.cards.lying() == lying
        twin.run(twin.now + 290)


@pytest.mark.parametrize("pad", ["", True, None])
def test_a_tap_needs_a_pad(twin: Twin, pad: object) -> None:
    assert "pad" in error(twin, json.dumps({"do": "tap", "object": "gun-3", "pad": pad}))


@pytest.mark.twin(profile="bench")
def test_objects_leave_out_what_lies_on_private_pads(twin: Twin) -> None:
    private = next(pad.name for pad in twin.profile.pads if pad.is_private)
    ask(twin, do="put", object="rope", kind="card", pad=private)
    ask(twin, do="put", object="saw", kind="card", pad="play")
    assert ask(twin, do="objects")["objects"] == [{"object": "saw", "kind": "card", "pad": "play"}]
    ask(twin, do="clear")
    assert twin.cards.lying() == []


@pytest.mark.twin(profile="pocket")
def test_a_twin_knows_a_bounded_number_of_cards(twin: Twin) -> None:
    for number in range(MAX_THINGS):
        ask(twin, do="put", object=f"c{number}", kind="card", pad="play")
    assert f"at most {MAX_THINGS} cards" in error(twin, "put card one-more on pad play")
    ask(twin, do="put", object="c1", kind="card", pad="play")


def test_a_table_holds_a_bounded_number_of_objects(twin: Twin) -> None:
    for number in range(MAX_THINGS):
        ask(twin, do="put", object=f"b{number}", kind="pawn", tile=number % 99)
    assert f"At most {MAX_THINGS} objects" in error(twin, "put base A on tile 1")
    ask(twin, do="put", object="b1", kind="pawn", tile=3)


NAMES = st.sampled_from(["A", "rope", "#", "🂡" * 64, "x" * 64, "é" * 40]) | st.text(max_size=70)
VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | NAMES
    | st.sampled_from(["base", "card", "tray", "play", "e1", "yes", "no", "north", "up", 0, 1, -1, 1e300])
    | st.lists(st.integers(), max_size=2)
)
FIELDS = (
    "object",
    "kind",
    "tile",
    "pad",
    "facing",
    "dx",
    "dy",
    "turn",
    "ms",
    "degrees",
    "seat",
    "answer",
    "mask",
    "all",
)
ACTIONS = ("put", "move", "slide", "tap", "turn", "lift", "press", "release", "reeds", "objects", "lights", "clear")
REQUESTS = st.builds(
    lambda do, fields: {"do": do, **fields},
    st.sampled_from(ACTIONS) | VALUES,
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6),
)
LIKELY = st.fixed_dictionaries(
    {"do": st.sampled_from(["put", "tap"]), "object": NAMES, "kind": st.just("card"), "pad": st.just("play")}
)
SENTENCE = re.compile(r"['\"A-Z].*[.\d]", re.DOTALL)


@pytest.mark.parametrize("profile", ["grid", "field"])
def test_no_request_breaks_a_twin_and_every_refusal_is_a_sentence(profile: str) -> None:
    with Twin(profile, "cpython", 0) as twin:
        control = Control(twin)

        @settings(max_examples=300, deadline=None, database=None)
        @given(REQUESTS.map(json.dumps) | LIKELY.map(json.dumps) | st.text(max_size=80))
        def check(line: str) -> None:
            reply = control.handle(line)
            json.dumps(reply)
            if not reply["ok"]:
                said = str(reply["error"])
                assert SENTENCE.fullmatch(said), said
                assert said.isprintable(), said
                assert len(said) < 600

        check()
        twin.run(twin.now + 20)
        assert twin.state == "run"
