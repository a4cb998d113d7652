"""Tagged cards: what their tags say, where they lie, and how a hand puts them there."""

import doctest
import json

import pytest

from hardware.profiles import load
from hardware.twin import cards as module
from hardware.twin.board import Twin
from hardware.twin.cards import Cards, uid_of
from hardware.twin.control import Control
from hardware.twin.readers import Readers
from hardware.twin.rfid.ntag21x import Ntag21x
from hardware.twin.rfid.tag import CASCADE_TAG, Tag


@pytest.fixture
def cards() -> Cards:
    profile = load("full")
    return Cards(profile, Readers(profile))


def test_the_example_of_the_docstring_runs() -> None:
    results = doctest.testmod(module, verbose=False)
    assert (results.failed, results.attempted > 3) == (0, True)


def test_a_card_lies_on_one_pad_at_a_time_and_its_neighbours_feel_it(cards: Cards) -> None:
    cards.put("gun", "seat1.bench.2", 0)
    cards.put("gun", "seat2.bench.1", 0)
    assert cards.where("gun") == "seat2.bench.1"
    fields = cards._readers.fields
    assert [index for index, field in enumerate(fields) if field.tags] == [5, 6]
    cards.lift("gun", 0)
    assert not any(field.tags for field in fields)
    assert cards.where("gun") is None


def test_two_cards_may_say_the_same(cards: Cards) -> None:
    one, two = cards.tag("gun-3"), cards.tag("gun-3#2")
    assert one.uid == uid_of("gun-3") != two.uid
    assert b"gun-3" in b"".join(two.memory)
    assert b"#2" not in b"".join(two.memory)


def test_another_tag_can_be_stuck_on_a_card_that_lies_nowhere(cards: Cards) -> None:
    tag = Tag(b"\1\2\3\4")
    cards.stick("odd", tag)
    cards.put("odd", 0, 0)
    assert cards.tag("odd") is tag
    with pytest.raises(ValueError, match="lift it first"):
        cards.stick("odd", Tag(bytes(4)))


def test_a_hand_near_a_pad(cards: Cards) -> None:
    cards.hold(["a", "b"], "seat3.bench.1", 0)
    assert cards.lying() == [("a", "seat3.bench.1"), ("b", "seat3.bench.1")]
    cards.clear(0)
    assert cards.lying() == []


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("put card gun-3 on pad nowhere", "There is no pad 'nowhere'"),
        ("put card gun-3 on pad 77", "There is no pad '77'"),
        ('{"do": "put", "object": "x", "kind": "card"}', "Cards lie on pads"),
        ('{"do": "put", "object": "x", "kind": "base", "pad": 0}', "only cards do"),
        ('{"do": "put", "object": "x", "kind": "card", "pad": [1]}', "name or the number"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(line: str, error: str) -> None:
    with Twin("pocket") as twin:
        reply = Control(twin).handle(line)
        assert not reply["ok"]
        assert error in str(reply["error"])


def test_the_control_channel_puts_and_lifts_cards() -> None:
    with Twin("pocket") as twin:
        control = Control(twin)
        assert control.handle("put card gun-3#2 on pad play") == {"ok": True}
        assert control.handle("objects") == {
            "ok": True,
            "objects": [{"object": "gun-3#2", "kind": "card", "pad": "play"}],
        }
        assert control.handle("lift gun-3#2") == {"ok": True}
        assert control.handle(json.dumps({"do": "put", "object": "a", "kind": "card", "pad": 0})) == {"ok": True}
        assert control.handle("clear") == {"ok": True}
        assert twin.cards.lying() == []


def test_a_card_without_a_name_before_the_sign_is_a_blank_sticker(cards: Cards) -> None:
    tag = cards.tag("#1")
    assert tag.memory == Ntag21x(uid_of("#1")).memory
    assert tag.uid != cards.tag("#2").uid


def test_no_card_looks_as_if_its_uid_went_on() -> None:
    """The hash of "changed-296" has a cascade tag there."""
    uids = {uid_of(f"changed-{number}") for number in range(2_000)}
    assert len(uids) == 2_000
    assert all(len(uid) == 7 and uid[3] != CASCADE_TAG for uid in uids)
