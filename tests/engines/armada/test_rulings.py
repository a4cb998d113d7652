"""Jigsaw Armada, ruling by ruling: the number in a test's name is the ruling that it holds the engine to.

Rulings that are options are tested at each of their values.
"""

import re
from importlib.resources import files

import pytest

import engines
from engines.core import Shuffle, Table
from tests.engines.armada.positions import (
    DRAW,
    cells,
    energy,
    kinds,
    new,
    only,
    pile,
    play,
    position,
    refusal,
    seat_to_decide,
    shield,
    starting,
    texts,
)

FAR_RED = "red 2: starter e10 north"
# Red's two shields d5 and e5 touch Blue's d6 and e6, and nothing else does.
TWO_SHIELDS = """
    blue 2: hub-4 d6 east, shield-2 e6 west
    red 2: hub-4 d4 north, shield-4 d5 east, shield-1 e5 west {shield}
"""
# Each last ship has one energy left, and they touch.
LAST_SHIPS = """
    blue 1: starter e5 south
    red 1: starter e6 north
"""


def ended(game: object) -> tuple[int | None, str] | None:
    result = game.result  # type: ignore[attr-defined]
    return None if result is None else (result.winner, result.rule)


@pytest.mark.parametrize(
    ("size", "blue", "red", "corner"),
    [
        ("9x11", "e2", "e10", "i11"),
        ("7x9", "d2", "d8", "g9"),
        ("7x11", "d2", "d10", "g11"),
        ("9x13", "e2", "e12", "i13"),
        ("11x11", "f2", "f10", "k11"),
    ],
)
def test_a1_the_board_has_the_chosen_size(size: str, blue: str, red: str, corner: str) -> None:
    game = new(A1=size, A3="red", red=("hub-2", *sorted(set(DRAW) - {"hub-2"})))
    assert cells(game, 1) == {"starter": (blue, "south")}
    assert cells(game, 2) == {"starter": (red, "north")}
    founded = {text.split()[2] for text in starting(game, "build hub-2")}
    columns, rows = (int(number) for number in size.split("x"))
    expected = {f"{'abcdefghijk'[column]}{row}" for column in range(columns) for row in (rows - 1, rows)}
    assert founded == expected - {red}
    assert corner in founded


def test_a1_the_default_is_9_columns_and_11_rows() -> None:
    assert new().position()["ships"] == new(A1="9x11").position()["ships"]


STEPS = {f"move ship-1 {direction}" for direction in ("north", "east", "south", "west")}


def test_a2_one_cell_in_four_directions() -> None:
    game = play("blue 2: starter e5 south\n" + FAR_RED)
    assert starting(game, "move") == STEPS
    game.say("move ship-1 west")
    assert cells(game, 1)["starter"] == ("d5", "south")


def test_a2_two_allows_one_or_two_cells() -> None:
    game = play("blue 2: starter e5 south\n" + FAR_RED, A2="two")
    assert starting(game, "move") == STEPS | {f"{step} 2" for step in STEPS}
    game.say("move ship-1 west 2")
    assert cells(game, 1)["starter"] == ("c5", "south")
    assert starting(game, "move ship-1 west") == {"move ship-1 west", "move ship-1 west 2"}
    game.say("move ship-1 west")
    assert cells(game, 1)["starter"] == ("b5", "south")


def test_a2_two_cells_are_two_steps_through_free_cells() -> None:
    game = play("blue 2: starter e5 south\nred 2: hub-2 f5 north\nred 2: hub-3 e7 north", A2="two")
    assert starting(game, "move ship-1 east") == set()
    assert starting(game, "move ship-1 north") == {"move ship-1 north"}
    assert refusal(game, "move ship-1 east 2").rule in ("A2", "R27")


def test_a2_diagonal_adds_four_directions() -> None:
    game = play("blue 2: starter e5 south\n" + FAR_RED, A2="diagonal")
    diagonal = {"north-east", "south-east", "south-west", "north-west"}
    assert starting(game, "move") == STEPS | {f"move ship-1 {direction}" for direction in diagonal}
    game.say("move ship-1 south-east")
    assert cells(game, 1)["starter"] == ("f4", "south")


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_a3_the_chosen_seat_begins(seat: str) -> None:
    game = new(A3=seat)
    assert seat_to_decide(game) == seat
    assert len(pile(game, "play", seat)) == 2


def test_a3_blue_begins_by_default() -> None:
    assert seat_to_decide(new()) == "blue"


def test_a3_random_asks_the_world() -> None:
    game = engines.load("armada", options={"A3": "random"})
    assert {seat_to_decide(game.new(oracle=Shuffle(seed))) for seed in range(20)} == {"blue", "red"}
    at_the_table = game.new(oracle=Table())
    decision = at_the_table.waiting[0]
    assert (decision.kind, decision.seat) == ("first", -1)
    assert texts(at_the_table) == {"first blue", "first red"}
    at_the_table.say("first red")
    assert at_the_table.position()["turn"]["seat"] == "red"


@pytest.mark.parametrize("number", ["2", "1", "3"])
def test_a4_the_starter_has_the_chosen_energy(number: str) -> None:
    game = new(A4=number)
    assert (energy(game, 1), energy(game, 2)) == (int(number), int(number))
    assert energy(new(), 1) == 2


def test_a5_three_slots_are_no_cap() -> None:
    game = play(f"blue 3: starter e5 south, hub-4 e4 north, gun-1 e3 north\n{FAR_RED}\nplay blue: shield-1")
    game.say("build shield-1 e2 north")
    assert energy(game, 1) == 6


def test_a6_the_second_logo_piece_is_a_gun_with_two_open_sides_and_one_turret() -> None:
    game = new()
    assert starting(game, "build gun-1") == {"build gun-1 e1 north", "build gun-1 e1 south"}
    ship = "blue 2: starter e5 south, gun-1 e4 {facing}\nred 2: hub-2 h4 north\nred 2: hub-3 a4 north\n" + FAR_RED
    assert starting(play(ship.format(facing="north")), "shoot") == {"shoot gun-1 east"}
    assert starting(play(ship.format(facing="south")), "shoot") == {"shoot gun-1 west"}


ONE_LEFT = """
    blue 1: starter e5 south
    red 2: hub-2 e6 north
    red 2: starter e10 north
    play blue: gun-2
    draw red: gun-3
"""


def test_a7_two_actions_are_compulsory() -> None:
    game = play(ONE_LEFT)
    assert refusal(game, "stop").rule == "A7"


def test_a7_may_stop_ends_the_turn() -> None:
    game = play(ONE_LEFT, A7="may-stop")
    assert "stop" in texts(game)
    game.say("stop")
    assert seat_to_decide(game) == "red"
    game.say("move ship-3 south")
    game.say("stop")
    assert seat_to_decide(game) == "blue"


def test_a7_the_rest_is_skipped_when_nothing_is_legal() -> None:
    # After the bash Blue has no ship, no hub and nothing to draw.
    game = play("blue 1: starter e5 south\nred 2: hub-2 e6 north\nplay blue: gun-2", A26="off")
    events = game.say("bash ship-1 > ship-2")
    assert seat_to_decide(game) == "red"
    ended = only(events, "TurnEnded")
    assert (ended.seat, ended.skipped) == (0, True)


NO_TARGET = "blue 2: starter e5 south, gun-3 e4 north\n" + FAR_RED


def test_a8_a_shot_without_a_target_is_illegal() -> None:
    game = play(NO_TARGET)
    assert not starting(game, "shoot")
    assert refusal(game, "shoot gun-3 east").rule == "A8"


def test_a8_legal_lets_it_miss() -> None:
    game = play(NO_TARGET, A8="legal")
    assert starting(game, "shoot") == {"shoot gun-3 east", "shoot gun-3 west"}
    events = game.say("shoot gun-3 east")
    assert only(events, "Shot").hit_token is None
    assert "EnergyChanged" not in kinds(events)
    assert game.position()["turn"]["actions"] == 1


FRIENDLY = """
    blue 2: starter c5 south, gun-3 c4 north
    blue 2: hub-2 e4 north
    red 2: hub-2 g4 north
    red 2: starter e10 north
"""


def test_a9_the_first_piece_is_hit_whoever_owns_it() -> None:
    game = play(FRIENDLY)
    game.say("shoot gun-3 east")
    assert (energy(game, 1), energy(game, 2), energy(game, 3)) == (2, 1, 2)
    itself = play(
        """
        blue 3: hub-2 d4 north, gun-4 d5 south, gun-6 e4 west
        red 2: starter e10 north
        red 2: hub-2 e8 north
        """
    )
    assert starting(itself, "shoot") == {"shoot gun-6 north"}
    own = play("blue 3: hub-2 d4 north, gun-5 e4 west, shield-3 e5 north, gun-4 d5 south\n" + FAR_RED)
    assert starting(own, "shoot") == {"shoot gun-4 east"}
    own.say("shoot gun-4 east")
    assert (energy(own, 1), shield(own, "blue", "shield-3")) == (3, "cracked")


def test_a9_blocked_forbids_a_shot_at_an_own_piece() -> None:
    game = play(FRIENDLY, A9="blocked")
    assert not starting(game, "shoot")
    assert refusal(game, "shoot gun-3 east").rule == "A9"


# Red's shield-3 at e4 has its front, opposite to its facing, towards Blue's gun or turned away from it.
FACED = """
    blue 2: starter b5 south, gun-3 b4 north
    red 2: hub-4 f4 east, shield-3 e4 {facing}
"""


@pytest.mark.parametrize("facing", ["west", "east"])
def test_a10_a_shield_stops_hits_from_any_side(facing: str) -> None:
    game = play(FACED.format(facing=facing))
    game.say("shoot gun-3 east")
    assert (energy(game, 2), shield(game, "red", "shield-3")) == (2, "cracked")


@pytest.mark.parametrize(("facing", "after"), [("east", (2, "cracked")), ("west", (1, "fresh"))])
def test_a10_front_stops_only_what_comes_from_where_the_shield_faces(facing: str, after: tuple[int, str]) -> None:
    game = play(FACED.format(facing=facing), A10="front")
    game.say("shoot gun-3 east")
    assert (energy(game, 2), shield(game, "red", "shield-3")) == after


@pytest.mark.parametrize(("facing", "after"), [("east", (2, "cracked")), ("west", (1, "fresh"))])
def test_a10_front_counts_in_a_bash_too(facing: str, after: tuple[int, str]) -> None:
    text = FACED.format(facing=facing).replace("b5", "d5").replace("b4", "d4")
    game = play(text, A10="front")
    game.say("bash ship-1 > ship-2")
    assert (energy(game, 2), shield(game, "red", "shield-3")) == after
    attack = play("turn red\n" + text, A10="front")
    assert ("bash shield-3 > ship-1" in texts(attack)) is (facing == "east")
    if facing == "west":
        problem = refusal(attack, "bash shield-3 > ship-1")
        assert problem.rule == "A10"
        assert "does not touch" not in problem.sentence  # it does, with its back


@pytest.mark.parametrize("name", ["shield-1", "shield-2", "shield-3", "shield-4"])
def test_a10_front_is_a_side_that_a_shot_can_reach(name: str) -> None:
    game = play(f"blue 2: starter b5 south, gun-3 b4 north\nred 2: hub-2 f4 north, {name} e4 east", A10="front")
    game.say("shoot gun-3 east")
    assert (energy(game, 2), shield(game, "red", name)) == (2, "cracked")


def test_a11_nothing_is_built_onto_an_enemy_ship() -> None:
    game = play("blue 2: starter a5 west\nred 2: hub-2 e5 north\nplay blue: gun-1 hub-3")
    assert not [text for text in starting(game, "build") if not text.split()[2].endswith(("1", "2"))]
    assert refusal(game, "build gun-1 e6 north").rule in ("A11", "R19")


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_a12_open_against_closed_of_another_ship_is_legal(seat: str) -> None:
    old_is_closed = play(f"blue 2: starter e6 south\n{seat} 2: hub-4 e4 east\n{FAR_RED}\nplay blue: gun-1")
    assert "build gun-1 e5 north" in texts(old_is_closed)
    new_is_closed = play(f"blue 2: starter e6 south\n{seat} 2: hub-2 e4 north\n{FAR_RED}\nplay blue: shield-1")
    assert "build shield-1 e5 north" in texts(new_is_closed)


def test_a12_an_open_side_may_look_over_the_edge() -> None:
    game = play(f"blue 2: starter e2 south\n{FAR_RED}\nplay blue: gun-1")
    assert "build gun-1 e1 north" in texts(game)


HUB_BESIDE = """
    blue 2: starter e2 east
    red 2: starter e10 north
    play blue: hub-4 hub-2
"""


def test_a13_a_hub_in_base_that_meets_a_ship_open_to_open_joins_it() -> None:
    game = play(HUB_BESIDE)
    event = only(game.say("build hub-4 f2 east"), "Built")
    assert event.is_new is False
    assert len(game.position()["ships"]) == 2
    assert energy(game, 1) == 4


def test_a13_a_hub_that_would_join_two_ships_is_illegal() -> None:
    game = play("blue 2: starter e2 east\nblue 2: hub-2 g2 north\n" + FAR_RED + "\nplay blue: hub-4")
    assert refusal(game, "build hub-4 f2 east").rule in ("R21", "A13")
    assert "build hub-4 f2 north" in texts(game)


def test_a14_a_hub_in_base_mismatched_with_a_ship_starts_a_new_one() -> None:
    game = play(HUB_BESIDE)
    game.say("build hub-4 f2 north")  # closed against the starter's open side
    assert (energy(game, 1), energy(game, 3)) == (2, 2)
    game.say("build hub-2 d2 north")  # open against the starter's closed side
    assert energy(game, 4) == 2


def test_a15_own_ships_that_meet_stay_separate() -> None:
    game = play("blue 2: starter c5 east\nblue 2: hub-2 e5 north\n" + FAR_RED)
    game.say("move ship-1 east")
    assert cells(game, 1) == {"starter": ("d5", "east")}
    game.say("move ship-2 north")
    assert (cells(game, 1)["starter"][0], cells(game, 2)["hub-2"][0]) == ("d5", "e6")


def test_a16_a_blocked_open_side_is_still_free() -> None:
    edge = play(f"blue 2: starter e2 south\n{FAR_RED}\nplay blue: gun-1")
    assert "ShipClosed" not in kinds(edge.say("build gun-1 e1 north"))
    assert energy(edge, 1) == 2
    enemy = play(f"blue 2: starter e6 south\nred 2: hub-2 e4 north\n{FAR_RED}\nplay blue: gun-1")
    assert "ShipClosed" not in kinds(enemy.say("build gun-1 e5 north"))
    assert energy(enemy, 1) == 2
    friend = play(f"blue 2: starter e6 south\nblue 2: hub-4 e4 east\n{FAR_RED}\nplay blue: gun-1")
    assert "ShipClosed" not in kinds(friend.say("build gun-1 e5 north"))
    assert energy(friend, 1) == 2


def test_a17_a_closing_hub_brings_both_bonuses() -> None:
    game = play(
        f"""
        blue 2: hub-3 d4 west, shield-1 c4 east, gun-4 d5 east, gun-5 e5 south
        {FAR_RED}
        play blue: hub-5
        """
    )
    game.say("build hub-5 e4 west")
    assert energy(game, 1) == 2 + 2 + 4


def test_a18_a_lone_hub_without_open_sides_is_closed_and_earns_nothing() -> None:
    house = (files("engines.armada") / "catalogue.toml").read_text("utf-8")
    sealed = house.replace('sides = "oooo"', 'sides = "cccc"')
    assert sealed != house
    start = position(f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: hub-2")
    game = engines.load("armada", catalogue=sealed).setup(start, oracle=Shuffle(1))
    assert "build hub-2 e4 north" not in texts(game)
    events = game.say("build hub-2 a1 north")
    assert "ShipClosed" in kinds(events)
    assert energy(game, 3) == 2


def test_a19_a_corner_is_no_contact() -> None:
    game = play("blue 2: starter e5 south\nred 2: hub-2 f6 north\n" + FAR_RED)
    assert not starting(game, "bash")
    game.say("move ship-1 north")
    assert starting(game, "bash") == {"bash ship-1 > ship-2"}


def test_a20_the_defender_picks_among_several_shields() -> None:
    game = play(TWO_SHIELDS.format(shield="cracked"))
    game.say("bash ship-1 > ship-2")
    decision = game.waiting[0]
    assert (decision.kind, decision.seat) == ("shield", 1)
    assert texts(game) == {"shield shield-4", "shield shield-1"}
    game.say("shield shield-1")
    assert (shield(game, "red", "shield-1"), shield(game, "red", "shield-4")) == ("gone", "fresh")
    assert (energy(game, 1), energy(game, 2)) == (1, 2)
    assert (seat_to_decide(game), game.position()["turn"]["actions"]) == ("blue", 1)


def test_a20_attacker_lets_the_attacker_pick() -> None:
    game = play(TWO_SHIELDS.format(shield="fresh"), A20="attacker")
    game.say("bash ship-1 > ship-2")
    decision = game.waiting[0]
    assert (decision.kind, decision.seat) == ("shield", 0)
    assert texts(game) == {"shield shield-4", "shield shield-1"}
    game.say("shield shield-4")
    assert (shield(game, "red", "shield-4"), shield(game, "red", "shield-1")) == ("cracked", "fresh")


def test_a21_both_ships_may_die_in_a_bash() -> None:
    game = play(LAST_SHIPS + "play blue: hub-2\nplay red: hub-3")
    events = game.say("bash ship-1 > ship-2")
    assert kinds(events).count("ShipDestroyed") == 2
    assert game.position()["ships"] == []


def test_a22_own_ships_do_not_bash_each_other() -> None:
    game = play("blue 2: starter e5 south\nblue 2: hub-2 e6 north\n" + FAR_RED)
    assert not starting(game, "bash")
    assert refusal(game, "bash ship-1 > ship-2").rule in ("A22", "R34")


SWEPT = """
    blue 2: hub-4 e5 north, gun-1 e6 north
    red 2: hub-2 {cell} north
"""


@pytest.mark.parametrize(("cell", "blocked"), [("f6", "right"), ("d6", "left"), ("f4", None), ("f7", None)])
def test_a23_cells_swept_by_a_rotation(cell: str, blocked: str | None) -> None:
    both = {"rotate hub-4 left", "rotate hub-4 right"}
    assert starting(play(SWEPT.format(cell=cell)), "rotate") == both
    swept = play(SWEPT.format(cell=cell), A23="swept")
    assert starting(swept, "rotate") == both - {f"rotate hub-4 {blocked}"}
    if blocked:
        problem = refusal(swept, f"rotate hub-4 {blocked}")
        assert problem.rule == "A23"
        assert "leave the board" not in problem.sentence


@pytest.mark.parametrize(
    ("arm", "cell", "blocked"),
    [
        ("gun-1 e6 north, gun-2 e7 south", "f6", {"right"}),
        ("gun-1 e6 north, gun-2 e7 south", "d6", {"left"}),
        ("gun-1 e6 north, gun-2 e7 south", "g7", set()),
        ("gun-1 e6 north, shield-3 e7 north, gun-2 e8 south", "g7", {"right"}),
        ("gun-1 e6 north, shield-3 e7 north, gun-2 e8 south", "c7", {"left"}),
        ("gun-1 e6 north, gun-4 e7 east, gun-6 f7 west", "g6", {"right"}),
        ("gun-1 e6 north, gun-4 e7 east, gun-6 f7 west", "d7", {"left"}),
        ("gun-1 e6 north, gun-4 e7 east, gun-6 f7 west", "c7", set()),
    ],
)
def test_a23_swept_means_the_cells_nearest_to_the_half_turned_pieces(arm: str, cell: str, blocked: set[str]) -> None:
    text = f"blue 2: hub-4 e5 north, {arm}\nred 2: hub-2 {cell} north"
    assert starting(play(text), "rotate") == {"rotate hub-4 left", "rotate hub-4 right"}
    free = {"left", "right"} - blocked
    assert starting(play(text, A23="swept"), "rotate") == {f"rotate hub-4 {word}" for word in free}


def test_a24_a_lone_hub_may_turn() -> None:
    game = new()
    game.say("rotate starter left")
    assert cells(game, 1) == {"starter": ("e2", "east")}
    game.say("rotate starter right")
    assert cells(game, 1) == {"starter": ("e2", "south")}


def test_a25_a_player_without_a_ship_may_rebuild() -> None:
    game = play(
        """
        blue 2: starter c5 south, gun-3 c4 north
        red 1: starter g4 north
        play red: hub-4
        """
    )
    game.say("shoot gun-3 east")
    assert game.result is None
    game.say("move ship-1 south")
    assert seat_to_decide(game) == "red"
    game.say("build hub-4 e11 north")
    assert energy(game, 3) == 2


LAST_SHOT = """
    blue 2: starter c5 south, gun-3 c4 north
    red 1: starter g4 north
    play red: {play}
    draw red: {draw}
"""


def test_a26_without_ship_and_hub_the_opponent_wins() -> None:
    game = play(LAST_SHOT.format(play="gun-2", draw="shield-1"))
    events = game.say("shoot gun-3 east")
    assert ended(game) == (0, "A26")
    assert "Drawn" not in kinds(events)
    assert game.waiting == ()


@pytest.mark.parametrize(("in_play", "in_draw"), [("hub-2", ""), ("", "hub-5")])
def test_a26_a_hub_in_a_pile_keeps_a_player_in(in_play: str, in_draw: str) -> None:
    game = play(LAST_SHOT.format(play=in_play, draw=in_draw))
    game.say("shoot gun-3 east")
    assert ended(game) is None


def test_a26_a_draw_when_neither_can_go_on() -> None:
    game = play(LAST_SHIPS)
    game.say("bash ship-1 > ship-2")
    assert ended(game) == (None, "A26")


def test_a26_against_a_hub_only_play_goes_on_until_it_is_built() -> None:
    game = play(LAST_SHIPS + "play red: hub-2")
    game.say("bash ship-1 > ship-2")
    assert ended(game) is None
    assert seat_to_decide(game) == "red"
    game.say("build hub-2 c10 north")
    assert ended(game) == (1, "A26")


def test_a26_off_plays_on() -> None:
    game = play(LAST_SHOT.format(play="gun-2", draw="shield-1"), A26="off")
    game.say("shoot gun-3 east")
    assert ended(game) is None
    game.say("move ship-1 north")
    assert seat_to_decide(game) == "blue"  # Red has nothing to do


FULL_BASE = """
    blue 2: hub-2 d1 east, shield-4 c1 east, gun-5 d2 east, shield-3 b1 west, shield-1 a1 east, gun-3 e2 west,
            shield-2 e1 west
    blue 2: hub-3 f2 south, gun-6 f1 north
    blue 2: hub-4 a2 east, gun-1 b2 east, gun-4 c2 west
    blue 2: starter g1 north, gun-2 g2 south
    red 2: starter d8 north
    play blue: hub-5
"""


def test_a27_a_full_base_takes_no_hub() -> None:
    game = play(re.sub(r",\n\s+", ", ", FULL_BASE), A1="7x9")
    assert not [text for text in starting(game, "build") if text.split()[2].endswith(("1", "2"))]
    assert refusal(game, "build hub-5 d1 north").rule in ("R21", "A27")


def test_a28_the_own_shot_may_destroy_the_own_ship() -> None:
    game = play(FRIENDLY.replace("blue 2: hub-2", "blue 1: hub-2"))
    events = game.say("shoot gun-3 east")
    assert "ShipDestroyed" in kinds(events)
    assert cells(game, 2) == {}
    assert pile(game, "play", "blue") == []


def test_a29_energy_is_unlimited() -> None:
    game = play("blue 48: starter e2 south\nred 48: starter e10 north\nplay blue: hub-2")
    game.say("build hub-2 e1 north")
    assert energy(game, 1) == 50


@pytest.mark.parametrize("limit", ["200", "50", "500"])
def test_a30_quiet_turns_end_in_a_draw(limit: str) -> None:
    last = f"turn blue 1 {int(limit) - 1}\nblue 2: starter e5 south\n{FAR_RED}\ndraw blue: gun-2"
    game = play(last, A30=limit)
    game.say("draw")  # a Draw action does not reset the count
    assert ended(game) == (None, "A30")
    assert game.waiting == ()
    earlier = play(last.replace(f"{int(limit) - 1}", f"{int(limit) - 2}"), A30=limit)
    earlier.say("draw")
    assert ended(earlier) is None
    assert earlier.position()["turn"]["quiet"] == int(limit) - 1


@pytest.mark.parametrize(
    ("ships", "answer"),
    [
        ("blue 2: starter e5 south", "build gun-1 e4 north"),
        ("blue 2: starter e5 south, gun-3 e4 north\nred 3: hub-2 h4 north", "shoot gun-3 east"),
        ("blue 2: starter e5 south, gun-3 e4 north\nred 3: hub-4 h5 north, shield-1 h4 north", "shoot gun-3 east"),
        ("blue 2: starter e5 south\nred 3: hub-2 e6 north", "bash ship-1 > ship-2"),
    ],
)
def test_a30_a_build_or_damage_starts_the_count_again(ships: str, answer: str) -> None:
    for first, second in ((answer, "rotate starter left"), ("rotate starter left", "rotate starter right")):
        game = play(f"turn blue 2 199\n{ships}\n{FAR_RED}\nplay blue: gun-1")
        game.say(first)
        game.say(second)
        assert ended(game) == (None if first == answer else (None, "A30"))
        if first == answer:
            assert (seat_to_decide(game), game.position()["turn"]["quiet"]) == ("red", 0)


def test_a30_200_is_the_default() -> None:
    game = play(f"turn blue 1 199\nblue 2: starter e5 south\n{FAR_RED}")
    game.say("move ship-1 north")
    assert ended(game) == (None, "A30")


def test_a31_the_own_bash_may_hand_the_win_to_the_other() -> None:
    game = play("blue 1: starter e5 south\nred 2: hub-2 e6 north\nplay blue: gun-2")
    game.say("bash ship-1 > ship-2")
    assert ended(game) == (1, "A26")


def test_a32_nothing_is_pushed() -> None:
    game = play("blue 2: starter e5 south\nred 2: hub-2 e6 north")
    assert "move ship-1 north" not in texts(game)
    game.say("move ship-1 south")
    assert cells(game, 2) == {"hub-2": ("e6", "north")}


def test_a33_each_shield_piece_has_its_own_token() -> None:
    game = play(
        f"""
        blue 2: starter e5 south, gun-1 e4 north, shield-3 e3 north cracked
        {FAR_RED}
        play blue: shield-1
        """
    )
    game.say("build shield-1 e2 north")
    assert (shield(game, "blue", "shield-3"), shield(game, "blue", "shield-1")) == ("cracked", "fresh")


def test_a34_nobody_proves_that_a_ship_can_be_closed() -> None:
    # With hub-2 on the edge the ship can never be closed, and no piece is left anyway.
    game = play(f"blue 2: starter e2 south\n{FAR_RED}\nplay blue: hub-2")
    assert starting(game, "build hub-2 e1") == {
        f"build hub-2 e1 {facing}" for facing in ("north", "east", "south", "west")
    }


def test_a35_a_turret_side_is_closed() -> None:
    game = play(f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: gun-2 gun-4")
    assert starting(game, "build gun-2") == {"build gun-2 e4 north"}
    onto = play(f"blue 2: starter e5 south, gun-3 e4 north\n{FAR_RED}\nplay blue: shield-1")
    assert not starting(onto, "build")
    against = play(f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: gun-6")
    against.say("build gun-6 e4 north")
    assert energy(against, 1) == 3  # closed: the turret is no free open side


def test_a36_a_shot_fires_one_turret() -> None:
    game = play("blue 2: starter e5 south, gun-3 e4 north\nred 2: hub-2 h4 north\nred 2: hub-3 b4 north")
    assert starting(game, "shoot") == {"shoot gun-3 east", "shoot gun-3 west"}
    game.say("shoot gun-3 west")
    assert (energy(game, 2), energy(game, 3)) == (2, 1)


def test_a37_a_new_piece_is_ready_in_the_same_turn() -> None:
    gun = play("blue 2: starter e5 south\nred 2: hub-2 h4 north\nplay blue: gun-3")
    gun.say("build gun-3 e4 north")
    gun.say("shoot gun-3 east")
    assert energy(gun, 2) == 1
    token = play("blue 2: starter e5 south\nred 2: hub-2 f4 north\nplay blue: shield-1")
    token.say("build shield-1 e4 north")
    token.say("bash shield-1 > ship-2")
    assert (energy(token, 1), shield(token, "blue", "shield-1")) == (3, "cracked")


def test_a38_a_hub_is_built_where_an_earlier_one_has_left() -> None:
    game = new(blue=("hub-4", *sorted(set(DRAW) - {"hub-4"})))
    assert "build hub-4 e2 east" not in texts(game)
    game.say("move ship-1 north")
    game.say("build hub-4 e2 east")
    assert cells(game, 3) == {"hub-4": ("e2", "east")}


def test_a39_the_hubs_of_a_ship_share_one_pool() -> None:
    game = play(
        """
        turn red
        blue 4: starter e5 south, hub-4 e4 north
        red 2: starter a5 south, gun-3 a4 north
        """
    )
    game.say("shoot gun-3 east")
    game.say("shoot gun-3 east")
    assert energy(game, 1) == 2
    assert cells(game, 1).keys() == {"starter", "hub-4"}


def test_a40_a_win_needs_no_declaration() -> None:
    game = play("blue 2: starter e9 south\nred 2: starter a10 north")
    game.say("move ship-1 north")
    assert ended(game) == (0, "R40")
    assert game.waiting == ()


def test_a41_nobody_builds_beside_a_piece_that_has_reached_the_base() -> None:
    game = play("blue 2: starter e9 south\nred 2: starter a10 north\nplay red: hub-2")
    game.say("move ship-1 north")
    assert texts(game) == set()


def test_a42_annihilation_alone_wins_nothing() -> None:
    game = play(LAST_SHOT.format(play="hub-2", draw=""))
    game.say("shoot gun-3 east")
    assert [ship["seat"] for ship in game.position()["ships"]] == ["blue"]
    assert ended(game) is None


def test_a43_no_draw_after_the_last_piece() -> None:
    game = play(f"turn blue 1\nblue 2: starter e5 south\n{FAR_RED}\ndraw red: gun-2")
    game.say("move ship-1 north")
    assert (seat_to_decide(game), pile(game, "play", "red")) == ("red", ["gun-2"])
    assert "draw" not in texts(game)
    assert refusal(game, "draw").rule in ("R39", "A43")


def test_a44_open_against_an_open_enemy_side_neither_connects_nor_forbids() -> None:
    game = play(f"blue 2: starter e6 south\nred 2: hub-2 e4 north\n{FAR_RED}\nplay blue: gun-1 hub-4")
    assert "build gun-1 e5 north" in texts(game)
    assert "build gun-1 d4 east" not in texts(game)


def test_a45_the_attacker_chooses_who_pays() -> None:
    text = """
        blue 2: hub-4 d6 east, shield-2 e6 west cracked, shield-3 c6 east
        red 3: hub-4 d4 north, gun-1 d5 north
        red 2: hub-2 e7 north
        red 2: hub-3 c5 north
    """
    game = play(text)
    assert starting(game, "bash") == {
        "bash ship-1 > ship-2",
        "bash ship-1 > ship-3",
        "bash shield-2 > ship-3",
        "bash ship-1 > ship-4",
        "bash shield-3 > ship-4",
    }
    game.say("bash ship-1 > ship-3")
    assert (energy(game, 1), shield(game, "blue", "shield-2")) == (1, "cracked")


def test_a46_contact_with_a_third_ship_means_nothing() -> None:
    # Red touches ship-1 with its shield alone; that its hub touches ship-2 does not matter.
    game = play(
        """
        blue 2: starter c4 south
        blue 2: hub-2 c3 north
        red 2: hub-4 d3 north, shield-1 d4 south
        """
    )
    game.say("bash ship-1 > ship-3")
    assert (energy(game, 1), energy(game, 2), energy(game, 3)) == (1, 2, 2)
    assert shield(game, "red", "shield-1") == "cracked"


def test_a47_both_points_fall_after_the_pick() -> None:
    game = play(TWO_SHIELDS.format(shield="fresh"))
    asked = game.say("bash ship-1 > ship-2")
    assert not {"EnergyChanged", "ShieldChanged"} & set(kinds(asked))
    fallen = game.say("shield shield-4")
    assert {"EnergyChanged", "ShieldChanged"} <= set(kinds(fallen))
    assert energy(game, 1) == 1


def test_a48_a_player_with_nothing_to_do_still_draws() -> None:
    game = play(
        """
        turn red 1
        red 2: starter e10 north
        draw blue: gun-2 gun-3
        draw red: gun-4
        """,
        A26="off",
    )
    game.say("rotate starter left")
    assert seat_to_decide(game) == "blue"  # a Draw action is something to do
    game.say("draw")
    assert (seat_to_decide(game), pile(game, "play", "blue")) == ("red", ["gun-2", "gun-3"])
    game.say("rotate starter left")
    events = game.say("rotate starter left")
    assert seat_to_decide(game) == "red"
    assert [(e.seat, e.skipped) for e in events if type(e).__name__ == "TurnEnded"] == [(1, False), (0, True)]


def test_a48_the_free_draw_comes_before_the_skip() -> None:
    game = play("turn red 1\nred 2: starter e10 north\ndraw blue: gun-2", A26="off")
    game.say("rotate starter left")
    assert (seat_to_decide(game), pile(game, "play", "blue")) == ("red", ["gun-2"])


def test_a48_who_may_stop_is_not_asked_when_nothing_else_is_left() -> None:
    game = play("turn red 1\nred 2: starter e10 north\ndraw blue: gun-2", A26="off", A7="may-stop")
    game.say("rotate starter left")
    assert (seat_to_decide(game), pile(game, "play", "blue")) == ("red", ["gun-2"])


def test_a49_a_hub_that_joins_and_mismatches_the_same_ship_is_illegal() -> None:
    game = play(
        f"""
        blue 2: hub-2 b2 north, gun-6 b1 north, hub-5 c2 south
        {FAR_RED}
        play blue: hub-3
        """
    )
    assert refusal(game, "build hub-3 c1 south").rule in ("R22", "A49")
    # Beside them a join without a mismatch, and a mismatch without a join (A14).
    assert only(game.clone().say("build hub-3 c1 north"), "Built").is_new is False
    assert only(game.clone().say("build hub-3 c1 east"), "Built").is_new is True


def test_a50_the_house_ending_is_tested_after_the_action_for_both() -> None:
    for turn, winner in (("blue", 1), ("red", 1)):
        game = play(f"turn {turn}\nblue 1: starter e5 south\nred 2: hub-2 e6 north")
        game.say("bash ship-1 > ship-2" if turn == "blue" else "bash ship-2 > ship-1")
        assert ended(game) == (winner, "A26")


def test_a51_a_bash_names_one_of_several_ships() -> None:
    game = play("blue 2: starter e5 south\nred 2: hub-2 d5 north\nred 2: hub-3 f5 north")
    assert starting(game, "bash") == {"bash ship-1 > ship-2", "bash ship-1 > ship-3"}
    event = only(game.say("bash ship-1 > ship-3"), "Bashed")
    assert event.seat == 0
    assert (energy(game, 1), energy(game, 2), energy(game, 3)) == (1, 2, 1)


def test_a52_when_neither_can_act_turns_are_skipped_until_the_draw() -> None:
    game = play(LAST_SHIPS + "draw blue: gun-2\ndraw red: gun-3", A26="off", A30="50")
    events = game.say("bash ship-1 > ship-2")
    # Blue's second action is a draw: its pile is not empty.
    assert texts(game) == {"draw"}
    assert "GameEnded" not in kinds(events)
    events = game.say("draw")
    assert ended(game) == (None, "A30")
    assert kinds(events).count("TurnEnded") == 51  # Blue's with the bash, then 50 quiet ones
    assert pile(game, "play", "red") == ["gun-3"]


def test_a52_a_hub_in_the_draw_pile_ends_the_skipping() -> None:
    game = play(LAST_SHIPS + "draw red: hub-3")
    game.say("bash ship-1 > ship-2")
    assert (seat_to_decide(game), pile(game, "play", "red")) == ("red", ["hub-3"])


def test_a53_tokens_of_a_destroyed_ship_return_and_never_run_out() -> None:
    game = play(
        """
        blue 5: starter c5 south, gun-3 c4 north
        red 1: hub-4 g4 north, shield-1 g5 south, shield-3 g3 north
        red 2: starter e9 south, hub-2 e8 north, shield-4 d8 north
        play red: shield-2
        """
    )
    game.say("shoot gun-3 east")
    assert shield(game, "red", "shield-1") is None
    game.say("rotate starter left")
    game.say("build shield-2 f8 west")
    assert shield(game, "red", "shield-2") == "fresh"


def test_a54_every_facing_is_an_answer_and_identical_pieces_are_one() -> None:
    game = play(f"blue 2: starter e5 south\n{FAR_RED}\nplay blue: hub-2 shield-1 shield-2")
    assert len({text for text in texts(game) if text.startswith("build hub-2 a1")}) == 4
    assert starting(game, "build shield") == {"build shield-1 e4 north"}
    assert starting(game, "rotate") == {"rotate starter left", "rotate starter right"}
    decision = game.waiting[0]
    assert game.options(decision).count() == len(texts(game))


def test_a54_a_single_shield_is_no_question_and_a_finished_game_has_no_answer() -> None:
    game = play(TWO_SHIELDS.format(shield="fresh").replace(", shield-1 e5 west fresh", ""))
    game.say("bash ship-1 > ship-2")
    assert game.waiting[0].kind == "action"
    over = play("blue 2: starter e9 south\nred 2: starter a10 north")
    over.say("move ship-1 north")
    assert texts(over) == set()
