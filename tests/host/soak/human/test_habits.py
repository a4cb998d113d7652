"""Habits of people: each can be chosen alone, each occurs, and each can be felt by the table."""

from pathlib import Path
from random import Random

import pytest

import engines
from hardware.twin.board import Twin
from hardware.twin.magnetics import PUSH, TURN
from host.soak.human.armada import ArmadaWays
from host.soak.human.doing import Doer
from host.soak.human.habits import HABITS, IN, MEANING, Habits, rated
from host.soak.human.hands import Hands
from host.soak.human.levels import CALM, DEFAULT, PARTY, Level
from host.soak.human.saw_hands import PadHands
from host.soak.human.showing import Showing
from host.soak.human.stirring import Stirring
from host.soak.human.things import Spot
from host.soak.referee import RefereeSoak

PROFILES = {"armada": "grid", "loot": "field", "saw": "bench"}


class Workshop:
    """A table with nobody but the one who moves things, and no game.

    ``seen`` is all that its reeds have shown, ``lying`` how many cards lay on its pads, each time that somebody waited.
    """

    def __init__(self, profile: str = "grid") -> None:
        self.twin = Twin(profile)
        self.profile, self.mechanics = self.twin.profile, self.twin.mechanics
        self.now = 0
        self.seen: list[bytes] = []
        self.lying: list[int] = []

    def wait(self, ms: int) -> None:
        self.lying.append(len(self.twin.cards.lying()))
        for _ in range(ms):
            self.now += 1
            self.twin.run(self.now)
            if not self.seen or self.twin.reeds() != self.seen[-1]:
                self.seen.append(self.twin.reeds())

    def lay(self, card: str, pad: str = "play") -> None:
        self.twin.put_card(card, pad)

    def tap(self, card: str, ms: int, pad: str = "play") -> None:
        self.twin.tap_card(card, pad, ms)

    def take_up(self, card: str) -> None:
        self.twin.lift_card(card)

    def on_pad(self, pad: str = "play") -> str:
        return ""


def workshop(profile: str = "grid", **rates: float) -> tuple[Workshop, Hands, Habits]:
    """Return a table, hands, and habits by their rates."""
    room, habits = Workshop(profile), Habits({name: rates[name] for name in rates}, Random(1))
    hands = Hands(room, CALM, Random(2), ArmadaWays(engines.load("armada"), None).kind, habits)
    return room, hands, habits


# ---- names and rates -------------------------------------------------------------------------------------------------


def test_every_habit_has_a_rate_and_a_meaning_and_a_game_that_has_room_for_it() -> None:
    assert set(DEFAULT.habits) == set(PARTY.habits) == set(MEANING) == set(HABITS)
    assert {habit for habits in IN.values() for habit in habits} == set(HABITS)
    assert all(0 < DEFAULT.habits[habit] < PARTY.habits[habit] <= 1 for habit in HABITS)
    assert not CALM.habits


def test_habits_are_chosen_by_name_with_a_rate_of_their_own_or_not() -> None:
    assert rated("mind,early=0.5", DEFAULT.habits) == {"mind": DEFAULT.habits["mind"], "early": 0.5}
    assert rated("none", DEFAULT.habits) == {}


@pytest.mark.parametrize("habits", ["nodding", "mind=often", "mind=2"])
def test_what_is_no_habit_or_no_rate_is_refused_with_a_sentence(habits: str) -> None:
    with pytest.raises(ValueError, match=r"\w.*\."):
        rated(habits, DEFAULT.habits)


# ---- what the table feels --------------------------------------------------------------------------------------------


def test_a_nudge_moves_a_thing_and_leaves_it_in_its_recess() -> None:
    room, hands, habits = workshop()
    hands.put("blue.gun-1", Spot("e4"))
    before = room.mechanics.pose(hands.thing("blue.gun-1"))
    Stirring(room, hands, habits).wiggle()
    after, tile = room.mechanics.pose(hands.thing("blue.gun-1")), room.profile.tile_named("e4")
    assert after != before
    assert max(abs(after.x - tile.x), abs(after.y - tile.y)) <= PUSH
    assert habits.counts["wiggle"] == 1


def test_a_sleeve_is_felt_by_several_neighbours_and_leaves_them_where_they_were() -> None:
    room, hands, habits = workshop()
    for tile in ("e4", "e5", "d4", "h9"):
        hands.put(f"blue.{tile}", Spot(tile))
    room.wait(100)
    lies, begun = dict(hands.lies), room.twin.reeds()
    stirring, stirred = Stirring(room, hands, habits), set()
    for _ in range(8):
        stirring.brush()
        room.wait(100)
        stirred |= {index for shown in room.seen for index in range(len(shown)) if shown[index] != begun[index]}
    assert {room.profile.tiles[index].name for index in stirred} >= {"e4", "e5", "d4"}
    assert (hands.lies, room.twin.reeds()) == (lies, begun)


def test_a_curve_is_felt_by_tiles_beside_the_straight_way() -> None:
    shown = {}
    for rate in (0.0, 1.0):
        room, hands, _ = workshop(curve=rate)
        for _ in range(6):
            hands.put("blue.gun-1", Spot("c4"))
            hands.slide("blue.gun-1", ["d4", "e4", "f4"], Spot("f4"))
            room.wait(100)
        shown[rate] = {room.profile.tiles[at].name[1] for seen in room.seen for at in range(len(seen)) if seen[at]}
    assert shown[0.0] == {"4"}
    assert shown[1.0] > {"4"}


def test_a_weak_magnet_is_felt_a_tenth_less() -> None:
    fields = {}
    for rate in (0.0, 1.0):
        room, hands, _ = workshop(weak=rate)
        room.mechanics.put(hands.thing("blue.gun-1"), "e4")
        fields[rate] = room.mechanics.field("e4", 0)
    assert fields[1.0] == pytest.approx(0.9 * fields[0.0])


def test_what_is_put_at_the_edge_lies_as_far_off_and_as_turned_as_its_recess_allows() -> None:
    room, hands, _ = workshop(edge=1.0)
    hands.put("blue.gun-1", Spot("e4"))
    pose, tile = room.mechanics.pose(hands.thing("blue.gun-1")), room.profile.tile_named("e4")
    assert abs(pose.angle) == TURN
    assert {abs(pose.x - tile.x), abs(pose.y - tile.y)} <= {0.0, PUSH}


def test_a_card_is_left_on_its_pad_and_the_next_one_is_held_over_it() -> None:
    room, hands, habits = workshop(**{"left-lying": 1.0})
    showing = Showing(room, hands, CALM, Random(3), habits, lambda rng: "hub-1")
    for card in ("blue.gun-1", "blue.gun-2", "blue.gun-3", "blue.gun-4"):
        showing.tap(card)
        assert room.twin.cards.where(card) == "play"
    assert max(room.lying) == 2
    assert habits.counts["left-lying"] == 4


@pytest.mark.parametrize(("habit", "does"), [("bump", 1), ("sleeve", 2)])
def test_cards_of_a_bench_hop_off_their_pads_and_lie_there_again(habit: str, does: int) -> None:
    room = Workshop("bench")
    hands = PadHands(room, None, CALM, Random(4), Habits({habit: 1.0}, Random(5)))
    pads = {"seat1.bench.1": "wrench#1", "seat1.bench.2": "brick#1"}
    for pad, card in pads.items():
        room.lay(card, pad)
    hands.lies = dict(pads)
    hands.stir()
    assert min(room.lying) == 2 - does
    assert {pad: card for card, pad in room.twin.cards.lying()} == pads


# ---- at a table with a game ------------------------------------------------------------------------------------------


def alone(habit: str, rate: float) -> Level:
    return Level("calm", slides=0.5 if habit == "curve" else 0.0, habits=rated(f"{habit}={rate}", {}))


@pytest.mark.parametrize(("game", "habit"), [(game, habit) for game, habits in IN.items() for habit in habits])
def test_every_habit_occurs_alone_in_every_game_that_has_room_for_it(tmp_path: Path, game: str, habit: str) -> None:
    seed = 13 if game == "armada" else 11  # games of good players build, walk and arrange benches
    soak = RefereeSoak(game, PROFILES[game], seed, tmp_path, alone(habit, 0.3 if habit == "cable" else 1.0))
    done = soak.run(1)
    while done.fields()[f"habit_{habit.replace('-', '_')}"] == 0 and done.answers < 80:
        done = soak.run(done.answers + 12)
    counts = {name: value for name, value in done.fields().items() if name.startswith("habit_")}
    assert list(counts) == [f"habit_{habit.replace('-', '_')}"]
    assert counts[f"habit_{habit.replace('-', '_')}"] != 0


def test_who_thinks_better_of_it_has_shown_another_answer_first(tmp_path: Path, monkeypatch) -> None:
    shown = []
    real = Doer.rearrange

    def noted(self, todo):
        real(self, todo)
        shown.append(dict(self.hands.lies))

    monkeypatch.setattr(Doer, "rearrange", noted)
    better = Doer.think_better

    def compared(self, other, deed, explain):
        shown.clear()
        better(self, other, deed, explain)
        assert shown[0] == self.made_by(other) != self.made_by(deed)

    monkeypatch.setattr(Doer, "think_better", compared)
    result = RefereeSoak("armada", "grid", 13, tmp_path, alone("mind", 1.0)).run(12)
    assert result.tally.habits["mind"] > 0


def test_two_hands_hold_one_piece_to_the_pad_and_build_the_other_first(tmp_path: Path, monkeypatch) -> None:
    order = []
    show, rearrange = Doer.show, Doer.rearrange
    monkeypatch.setattr(Doer, "show", lambda self, card: (order.append(("pad", card)), show(self, card))[1])
    monkeypatch.setattr(
        Doer, "rearrange", lambda self, todo: (order.append(("board", todo[-1].name)), rearrange(self, todo))[1]
    )
    with_both = Doer.build_with_both

    def noted(self, first, second):
        order.clear()
        with_both(self, first, second)
        (_, card), (_, built) = order
        assert [where for where, _ in order] == ["pad", "board"]
        assert card != built
        assert built in self.hands.lies
        assert card not in self.hands.lies

    monkeypatch.setattr(Doer, "build_with_both", noted)
    result = RefereeSoak("armada", "grid", 13, tmp_path, alone("two-hands", 1.0)).run(20)
    assert result.tally.habits["two-hands"] > 0
