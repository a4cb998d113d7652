"""What the house players think of positions of Jigsaw Armada."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import players
from engines.armada.state import State
from engines.core import Answer, Play, Shuffle
from engines.players.armada import ArmadaJudge
from engines.players.armada_routes import BLOCKED, Routes
from engines.players.judge import WON
from engines.players.search import Hunt, Search
from tests.engines.armada.deals import GAME, part_way
from tests.engines.armada.positions import play, rules

JUDGE = ArmadaJudge(rules())
START = """
    blue 2: starter e2 south
    red 2: starter e10 north
"""


def worth(text: str, seat: int = 0) -> float:
    return JUDGE.worth(play(text), seat)


def said(name: str, text: str, seed: int = 1) -> str:
    game = play(text)
    return str(game.write(players.answer(players.load(name, game.game), game, game.decision, Random(seed)).choice))


def distance(game: Play, ship: int) -> int:
    state: State = game.state
    box = game.game.box  # type: ignore[attr-defined]
    hubs = sum(1 << state.where[piece] for piece in state.pieces[ship] if piece in box.hubs)
    mask = state.mask[ship]
    return Routes(box.grid).distance(state.owner[ship], mask, hubs, state.occupied & ~mask)


# ---- the way to the enemy base ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        (START, 9),  # Red's starter is in the way: one step aside
        ("blue 2: starter d2 south\n red 2: starter h10 north", 8),
        ("blue 2: starter d9 south\n red 2: starter h10 north", 1),
        # turned about the starter, the gun swings ahead
        ("blue 2: starter d8 west, hub-4 c8 east, gun-2 b8 east\n red 2: starter h10 north", 1),
        # two turns about the starter bring what hangs behind it to the front
        ("blue 2: starter d7 south, hub-4 d6 north, hub-2 d5 north, gun-2 d4 north\n red 2: starter h10 north", 2),
    ],
)
def test_how_many_actions_a_ship_needs(text: str, actions: int) -> None:
    assert distance(play(text), 1) == actions


def test_a_ship_that_is_walled_in_has_to_clear_its_way() -> None:
    walled = play("blue 2: starter a9 south\n red 2: hub-4 a10 east, hub-2 b10 east, hub-3 c10 east, starter d10 west")
    assert distance(walled, 1) == 1 + BLOCKED


def near_the_end() -> Iterator[Play]:
    """Positions out of games of two apprentices, who run for the enemy base."""
    for seed in range(12):
        game, rng = GAME.new(oracle=Shuffle(seed)), Random(seed)
        apprentice = players.load("apprentice", GAME)
        while game.waiting and len(game.log) < 150:
            if game.decision.kind == "action":
                yield game
            game.feed(players.answer(apprentice, game, game.decision, rng))


def test_what_is_said_to_be_near_can_be_reached() -> None:
    """A ship that is said to be one or two actions away does win by them."""
    claims = 0
    for game in near_the_end():
        for ship in game.state.ships_of(game.decision.seat):
            needed = distance(game, ship)
            if needed <= game.state.left:
                claims += 1
                assert wins_within(game, ship, needed)
    assert claims > 12


def test_what_can_be_reached_at_once_is_said_to_be_near() -> None:
    found = 0
    for game in near_the_end():
        seat = game.decision.seat
        if any(after(game, choice).result == (seat, "R40") for choice in ahead(game)):
            assert min(distance(game, ship) for ship in game.state.ships_of(seat)) == 1
            found += 1
    assert found > 8


def ahead(game: Play) -> list[Any]:
    return [choice for choice in game.options(game.decision).enumerate() if choice[0] in ("move", "rotate")]


def after(game: Play, choice: Any) -> Play:
    copy = game.clone()
    copy.feed(Answer(game.decision.id, choice))
    return copy


def wins_within(game: Play, ship: int, actions: int) -> bool:
    seat = game.decision.seat
    for choice in ahead(game):
        if (choice[1] if choice[0] == "move" else game.state.ship_of[choice[1]]) != ship:
            continue
        following = after(game, choice)
        if following.result == (seat, "R40"):
            return True
        goes_on = actions > 1 and following.waiting and following.decision.seat == seat
        if goes_on and wins_within(following, ship, actions - 1):
            return True
    return False


# ---- worth -----------------------------------------------------------------------------------------------------------


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    for seed in range(30):
        game, _ = part_way(seed, 4 * seed)
        assert JUDGE.worth(game, 0) == pytest.approx(-JUDGE.worth(game, 1))


def test_a_finished_game_is_worth_all_nothing_or_less() -> None:
    won = play("blue 2: starter d9 south\n red 2: starter h10 north")
    won.say("move ship-1 north")
    assert [JUDGE.worth(won, seat) for seat in (0, 1)] == [WON - 1, 1 - WON]
    drawn = play("turn blue 1\n blue 1: starter d5 south\n red 1: starter d6 north")
    drawn.say("bash ship-1 > ship-2")
    assert drawn.result == (None, "A26")
    assert JUDGE.worth(drawn, 0) == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # nearer
        ("blue 2: starter d5 south\n red 2: starter h10 north", "blue 2: starter d4 south\n red 2: starter h10 north"),
        # more energy
        ("blue 3: starter d4 south\n red 2: starter h10 north", "blue 2: starter d4 south\n red 2: starter h10 north"),
        # a gun that points elsewhere
        (
            "turn red\n blue 2: starter d4 south\n red 2: starter d10 south, gun-3 d9 north",
            "turn red\n blue 2: starter d4 south\n red 2: starter d10 south, gun-2 d9 north",
        ),
        # a fresh shield rather than a cracked one
        (
            "blue 2: starter d4 south, shield-1 d3 north fresh\n red 2: starter h10 north",
            "blue 2: starter d4 south, shield-1 d3 north cracked\n red 2: starter h10 north",
        ),
        # a hub to build with
        (START + "play blue: hub-2", START + "play blue: gun-2"),
    ],
)
def test_which_of_two_positions_is_better(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


# ---- answers ---------------------------------------------------------------------------------------------------------


def test_only_builds_that_look_the_same_are_left_out() -> None:
    left_out = 0
    for seed in range(12):
        game, _ = part_way(seed, 3 * seed)
        options = list(game.options(game.decision).enumerate())
        kept = JUDGE.candidates(game, game.decision)
        assert set(kept) <= set(options)
        for choice in set(options) - set(kept):
            kind, hub, cell, facing = choice
            looks = GAME.box.open[hub]  # type: ignore[attr-defined]
            assert any((kind, hub, cell, f) in kept and looks[f] == looks[facing] for f in range(4))
            left_out += 1
    assert left_out > 50


@pytest.mark.parametrize("name", ["apprentice", "mastermind"])
def test_a_win_at_hand_is_taken(name: str) -> None:
    assert said(name, "blue 2: starter d9 south\n red 2: starter h10 north\n draw blue: hub-2") == "move ship-1 north"


def test_a_win_in_two_actions_is_planned() -> None:
    text = "blue 2: starter d7 south, hub-4 d6 north, hub-2 d5 north, gun-2 d4 north\n red 9: starter h10 north"
    assert said("mastermind", text).startswith("rotate starter")


def test_a_threat_is_parried() -> None:
    """Blue is two moves from Red's base; Red has no piece to build and no gun, and stands in the way."""
    game = play("turn red\n blue 2: starter c8 south\n red 4: starter e10 south")
    mastermind = players.load("mastermind", game.game)
    for _ in range(2):
        game.feed(players.answer(mastermind, game, game.decision, Random(1)))
    assert game.decision.seat == 0
    assert not wins_within(game, 1, 2)


def test_a_ship_that_two_shots_destroy_is_shot() -> None:
    text = "blue 4: starter e3 north, gun-2 e4 south\n red 2: starter e8 north\n red 2: hub-2 h10 north"
    assert said("mastermind", text) == "shoot gun-2 north"


class Counting(ArmadaJudge):
    """Counts how many positions it judges."""

    judged = 0

    def worth(self, play: Play, seat: int) -> float:
        self.judged += 1
        return super().worth(play, seat)


@pytest.mark.parametrize("nodes", [1, 200, 2000])
def test_no_more_positions_are_judged_than_allowed_but_for_the_last_reply(nodes: int) -> None:
    game, _ = part_way(7, 30)
    judge = Counting(GAME)  # type: ignore[arg-type]
    answer = players.answer(Search(judge, nodes), game, game.decision, Random(1))
    assert game.verify(answer) is None
    widest = 300  # answers in one position
    assert judge.judged <= nodes + 12 * widest


def test_a_single_answer_is_given_without_a_look() -> None:
    game = play("turn blue 1\n blue 2: starter e2 south\n red 2: starter e10 north", A7="compulsory")
    judge = Counting(game.game)
    judge.candidates = lambda play, decision: [("move", 1, 0, 1)]  # type: ignore[method-assign]
    answer = players.answer(Search(judge), game, game.decision, Random(1))
    assert (answer.choice, judge.judged) == (("move", 1, 0, 1), 0)


def test_a_plan_does_not_count_on_a_lucky_draw() -> None:
    """Whatever Blue draws is a hub, and a hub may be built; but that is no reason to draw."""
    game = play("blue 2: starter e2 south\n red 2: starter e10 north\n draw blue: hub-2 hub-3")
    plans = Hunt(JUDGE, 0, nodes=5000)._turns(game.sample(0, Random(1)), game.decision, width=50)
    logs = [plan.play.log for plan in plans if plan.first == ("draw",)]
    told = {entry.choice[0] for log in logs for entry in log[1:] if isinstance(entry, Answer)}
    assert told == {"move", "rotate", "draw"}
