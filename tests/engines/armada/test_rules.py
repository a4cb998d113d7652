"""Jigsaw Armada, rule by rule: the number in a test's name is the line of the rules that it holds the engine to."""

import json

import pytest

import engines
from engines.core import PUBLIC, Answer, IllegalEntry, Shuffle
from tests.engines.armada.positions import (
    DRAW,
    PIECES,
    cells,
    energy,
    kinds,
    new,
    only,
    pile,
    play,
    refusal,
    seat_to_decide,
    shield,
    starting,
    texts,
)

# Blue's gun-3 looks east and west along row 4; Red's hub stands in its way, Red's starter far from everything.
DUEL = """
    blue 2: starter c5 south, gun-3 c4 north
    red {energy}: hub-4 g4 north, shield-1 g5 south
    red 2: starter e10 north
"""
# The same, with the shield in the way.
SHIELDED = """
    blue 2: starter c5 south, gun-3 c4 north
    red 2: hub-4 g5 north, shield-1 g4 north {shield}
"""
# Red's shield-1 touches Blue's gun-3, and nothing else touches.
RAMMED = """
    turn {turn}
    blue 2: starter c5 south, gun-3 c4 north
    red 2: hub-4 d3 north, shield-1 d4 south {shield}
    red 2: starter e10 north
"""
# Three corners of a ring of four, whose last corner is e4.
RING = """
    blue 2: hub-3 d4 west, shield-1 c4 east, gun-4 d5 east, gun-5 e5 south
    red 2: starter e10 north
    play blue: {play}
"""


# Setup


def test_r1_two_seats_and_blue_sits_at_row_1() -> None:
    game = new()
    assert [(ship["seat"], ship["pieces"][0]["cell"]) for ship in game.position()["ships"]] == [
        ("blue", "e2"),
        ("red", "e10"),
    ]
    assert seat_to_decide(game) == "blue"


def test_r2_each_side_has_the_same_fifteen_pieces() -> None:
    start = new().position()
    for seat in ("blue", "red"):
        on_board = [p["piece"] for ship in start["ships"] if ship["seat"] == seat for p in ship["pieces"]]
        assert sorted([*on_board, *start["play"][seat], *start["draw"][seat]]) == sorted(PIECES)


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_r3_the_draw_pile_lies_face_down(viewer: object) -> None:
    one, another = new(), new(blue=(DRAW[0], *reversed(DRAW[1:])), red=tuple(reversed(DRAW)))
    assert one.view(viewer) == another.view(viewer)


def test_r4_starters_lie_on_the_centre_column_open_toward_their_owner() -> None:
    game = new()
    assert cells(game, 1) == {"starter": ("e2", "south")}
    assert cells(game, 2) == {"starter": ("e10", "north")}
    # The first piece onto a starter therefore goes behind it.
    assert {text.split()[2] for text in starting(game, "build gun-1")} == {"e1"}


def test_r5_the_other_logo_piece_starts_in_the_play_pile() -> None:
    assert pile(new(), "play", "red") == ["gun-1"]
    assert "gun-1" in pile(new(), "play", "blue")


def test_r6_the_other_thirteen_are_mixed() -> None:
    assert pile(new(), "draw", "red") == sorted(DRAW)
    game = engines.load("armada")
    first = {tuple(pile(game.new(oracle=Shuffle(seed)), "play", "blue")) for seed in range(20)}
    assert len(first) > 5


def test_r7_energy_comes_from_a_common_supply() -> None:
    game = play(
        """
        blue 30: starter e2 south
        red 30: starter e10 north
        play blue: hub-2
        """
    )
    game.say("build hub-2 e1 north")
    assert energy(game, 1) == 32  # more than half of 48 cubes, so no seat has a store of its own


# Turn


def test_r8_players_alternate() -> None:
    game = new()
    seats = []
    for _ in range(8):
        seats.append(seat_to_decide(game))
        game.say("draw")
    assert seats == ["blue", "blue", "red", "red"] * 2


def test_r9_a_turn_is_a_free_draw_and_exactly_two_actions() -> None:
    game = new(blue=DRAW, red=tuple(reversed(DRAW)))
    assert pile(game, "play", "blue") == sorted(["gun-1", DRAW[0]])
    assert kinds(game.events)[:2] == ["TurnBegan", "Drawn"]
    game.say("rotate starter left")
    assert (seat_to_decide(game), game.position()["turn"]["actions"]) == ("blue", 1)
    events = game.say("rotate starter right")
    assert (seat_to_decide(game), game.position()["turn"]["actions"]) == ("red", 2)
    assert pile(game, "play", "red") == sorted(["gun-1", DRAW[-1]])  # the first turn of Red has its draw too
    assert (only(events, "TurnEnded").seat, only(events, "TurnBegan").seat, only(events, "Drawn").seat) == (0, 1, 1)


def test_r10_an_empty_draw_pile_skips_the_free_draw() -> None:
    game = play(
        """
        turn blue 1
        blue 2: starter e5 south
        red 2: starter e10 north
        """
    )
    events = game.say("move ship-1 north")
    assert seat_to_decide(game) == "red"
    assert "Drawn" not in kinds(events)
    assert pile(game, "play", "red") == []


def test_r11_play_piles_are_public() -> None:
    views = [
        json.dumps(
            play(
                f"""
                blue 2: starter e5 south
                red 2: starter e10 north
                play red: {name}
                draw red: {other}
                """
            ).view(PUBLIC)
        )
        for name, other in (("gun-3", "hub-4"), ("hub-4", "gun-3"))
    ]
    assert views[0] != views[1]
    assert "gun-3" in views[0]
    assert "hub-4" in views[1]


ALL_SIX = """
    blue 3: starter c5 south, gun-3 c4 north
    red 3: hub-4 d4 north
    play blue: hub-2
    draw blue: gun-2
"""


def test_r12_there_are_six_actions() -> None:
    words = {text.split()[0] for text in texts(play(ALL_SIX))}
    assert words == {"build", "move", "rotate", "shoot", "bash", "draw"}


def test_r12_the_same_gun_may_fire_twice() -> None:
    game = play(ALL_SIX)
    game.say("shoot gun-3 east")
    game.say("shoot gun-3 east")
    assert energy(game, 2) == 1


# Pieces


def test_r13_only_hubs_guns_and_shields_exist_and_differ() -> None:
    game = play(
        """
        blue 2: starter e5 south
        red 2: starter e10 north
        play blue: hub-4 gun-6 shield-1
        """
    )
    assert {text.split()[1] for text in starting(game, "build") if " e4 " in text} == {"hub-4", "gun-6", "shield-1"}
    assert {text.split()[1] for text in starting(game, "build") if " a1 " in text} == {"hub-4"}


def test_r14_only_hubs_bring_energy() -> None:
    for name, after in (("hub-4", 4), ("gun-1", 2), ("shield-3", 2)):
        game = play(
            f"""
            blue 2: starter e5 south
            red 2: starter e10 north
            play blue: {name}
            """
        )
        game.say(f"build {name} e4 north")
        assert energy(game, 1) == after


def test_r15_guns_fire_outward_from_one_or_two_edges() -> None:
    # Targets on all four sides of d5: only the edges with a turret fire.
    around = """
        blue 5: hub-4 c5 east, {gun}
        red 2: hub-2 d8 north
        red 2: hub-3 h5 north
        red 2: hub-4 d3 north
    """
    assert starting(play(around.format(gun="gun-6 d5 west")), "shoot") == {"shoot gun-6 north"}
    assert starting(play(around.format(gun="gun-2 d5 west")), "shoot") == {"shoot gun-2 east"}
    assert starting(play(around.format(gun="gun-3 d5 west")), "shoot") == {"shoot gun-3 north", "shoot gun-3 south"}
    assert starting(play(around.format(gun="gun-4 d5 west")), "shoot") == {"shoot gun-4 east", "shoot gun-4 south"}


def test_r16_shields_have_a_slot_for_a_token_and_nothing_else_has() -> None:
    game = play("blue 2: starter c5 south, gun-1 c4 north, shield-1 c3 north\nred 2: starter e10 north")
    ship = game.position()["ships"][0]
    assert {piece["piece"]: piece.get("shield") for piece in ship["pieces"]} == {
        "starter": None,
        "gun-1": None,
        "shield-1": "fresh",
    }


def test_r17_a_hit_on_any_piece_costs_the_ship_energy() -> None:
    game = play(
        """
        blue 2: starter c5 south, gun-3 c4 north
        red 3: hub-4 g5 north, gun-2 g4 north
        """
    )
    event = only(game.say("shoot gun-3 east"), "EnergyChanged")
    assert (event.before, event.after) == (3, 2)
    assert energy(game, 2) == 2


def test_r18_a_ship_without_energy_is_destroyed_whatever_its_shields() -> None:
    game = play(DUEL.format(energy=1))
    events = game.say("shoot gun-3 east")
    assert "ShipDestroyed" in kinds(events)
    assert [ship["id"] for ship in game.position()["ships"]] == [1, 3]
    for zone in ("play", "draw"):
        assert pile(game, zone, "red") == []
        assert pile(game, zone, "blue") == []


# Build


def test_r19_a_build_connects_open_to_open_in_any_orientation() -> None:
    game = play(
        """
        blue 2: starter e5 south
        red 2: starter e10 north
        play blue: gun-1 shield-4
        """
    )
    assert starting(game, "build") == {
        "build gun-1 e4 north",
        "build gun-1 e4 south",
        "build shield-4 e4 north",
        "build shield-4 e4 west",
        "build shield-4 e4 south",
    }
    event = only(game.say("build gun-1 e4 south"), "Built")
    assert event.is_new is False
    assert cells(game, 1) == {"starter": ("e5", "south"), "gun-1": ("e4", "south")}


def test_r19_a_piece_that_connects_nowhere_is_refused() -> None:
    game = play("blue 2: starter e5 south\nred 2: starter e10 north\nplay blue: gun-1")
    assert refusal(game, "build gun-1 e6 north").rule == "R19"
    assert refusal(game, "build gun-1 a1 north").rule in ("R19", "R20")


def test_r20_a_hub_starts_a_ship_on_any_cell_of_the_own_base_in_any_facing() -> None:
    for seat, row, rows in (("blue", "6", ("1", "2")), ("red", "7", ("10", "11"))):
        game = play(
            f"""
            turn {seat}
            blue 2: starter e6 east
            red 2: starter a7 east
            play {seat}: hub-4
            """
        )
        expected = {
            f"build hub-4 {column}{row} {facing}"
            for column in "abcdefghi"
            for row in rows
            for facing in ("north", "east", "south", "west")
        }
        assert {text for text in starting(game, "build") if not text.split()[2].endswith(row)} == expected
        event = only(game.say(f"build hub-4 c{rows[0]} west"), "Built")
        assert event.is_new is True
        assert cells(game, 3) == {"hub-4": (f"c{rows[0]}", "west")}


def test_r20_a_hub_outside_the_base_starts_nothing() -> None:
    game = play("blue 2: starter e5 east\nred 2: starter e10 north\nplay blue: hub-4")
    assert refusal(game, "build hub-4 a3 north").rule == "R20"


def test_r21_nothing_is_built_off_the_board_on_a_piece_or_between_two_ships() -> None:
    game = play(
        """
        blue 2: starter e5 south
        blue 2: hub-2 e3 north
        red 2: starter e10 north
        play blue: gun-1 hub-4 shield-1
        """
    )
    assert refusal(game, "build gun-1 e4 north").rule == "R21"
    assert refusal(game, "build hub-4 e5 north").rule == "R21"
    assert "build shield-1 e4 north" in texts(game)  # meets only the starter open to open
    edge = play("blue 2: starter a5 west\nred 2: starter e10 north\nplay blue: gun-1")
    assert starting(edge, "build") == set()


def test_r22_open_against_closed_inside_the_ship_is_illegal() -> None:
    # At e4 the north and west neighbours are open: a new piece has to be open there as well.
    game = play(RING.format(play="shield-2 gun-1"))
    assert refusal(game, "build shield-2 e4 north").rule == "R22"
    assert refusal(game, "build gun-1 e4 north").rule == "R22"


def test_r22_the_closed_side_may_be_the_old_one() -> None:
    game = play(
        """
        blue 2: starter d4 north, gun-4 d5 east, gun-5 e5 south
        red 2: starter e10 north
        play blue: hub-5 shield-1
        """
    )
    assert refusal(game, "build hub-5 e4 west").rule == "R22"
    assert "build hub-5 e4 north" in texts(game)


def test_r23_a_hub_brings_two_energy_at_once() -> None:
    game = play("blue 3: starter e5 south\nred 2: starter e10 north\nplay blue: hub-4 hub-3")
    event = only(game.say("build hub-4 e4 north"), "EnergyChanged")
    assert (event.before, event.after, event.rule) == (3, 5, "R23")
    game.say("build hub-3 a1 north")
    assert energy(game, 3) == 2


def test_r24_a_shield_brings_a_fresh_token_at_once() -> None:
    game = play("blue 3: starter e5 south\nred 2: starter e10 north\nplay blue: shield-3")
    game.say("build shield-3 e4 north")
    assert shield(game, "blue", "shield-3") == "fresh"


def test_r25_closing_five_pieces_adds_four_energy() -> None:
    game = play(
        """
        blue 3: starter e6 south, gun-1 e5 north, shield-3 e4 north, gun-5 e3 north
        red 2: starter e10 north
        play blue: shield-1
        """
    )
    events = game.say("build shield-1 f3 west")
    assert "ShipClosed" in kinds(events)
    change = only(events, "EnergyChanged")
    assert (change.before, change.after, change.rule) == (3, 7, "R25")


def test_r25_a_ship_with_a_free_open_side_gets_nothing() -> None:
    game = play("blue 3: starter e6 south\nred 2: starter e10 north\nplay blue: gun-1")
    events = game.say("build gun-1 e5 north")
    assert "ShipClosed" not in kinds(events)
    assert energy(game, 1) == 3


# Move and rotate


def test_r26_a_move_shifts_the_whole_ship() -> None:
    game = play("blue 2: starter e6 south, gun-1 e5 north\nred 2: starter a9 north")
    event = only(game.say("move ship-1 east"), "ShipMoved")
    assert (event.dx, event.dy) == (1, 0)
    assert cells(game, 1) == {"starter": ("f6", "south"), "gun-1": ("f5", "north")}
    game.say("move ship-1 south")
    assert cells(game, 1) == {"starter": ("f5", "south"), "gun-1": ("f4", "north")}


def test_r27_a_ship_moves_neither_off_the_board_nor_onto_another() -> None:
    game = play(
        """
        blue 2: starter a2 south, gun-1 a1 north
        blue 2: hub-2 b1 north
        red 2: hub-2 a3 north
        """
    )
    assert starting(game, "move ship-1") == set()
    for direction in ("west", "south", "east", "north"):
        assert refusal(game, f"move ship-1 {direction}").rule == "R27"
    assert starting(game, "move ship-2") == {"move ship-2 north", "move ship-2 east"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("left", {"starter": ("e6", "east"), "gun-1": ("f6", "east"), "hub-4": ("g6", "east")}),
        ("right", {"starter": ("e6", "west"), "gun-1": ("d6", "west"), "hub-4": ("c6", "west")}),
    ],
)
def test_r28_a_rotation_turns_cells_and_facings_about_a_hub(word: str, expected: dict[str, tuple[str, str]]) -> None:
    game = play("blue 2: starter e6 south, gun-1 e5 south, hub-4 e4 south\nred 2: starter a9 north")
    game.say(f"rotate starter {word}")
    assert cells(game, 1) == expected


def test_r28_any_hub_of_the_ship_may_be_the_pivot() -> None:
    game = play("blue 2: starter e6 south, gun-1 e5 south, hub-4 e4 south\nred 2: starter a9 north")
    game.say("rotate hub-4 left")
    assert cells(game, 1) == {"starter": ("c4", "east"), "gun-1": ("d4", "east"), "hub-4": ("e4", "east")}


def test_r29_only_the_final_cells_of_a_rotation_matter() -> None:
    # Turning right sends e8 to g6 past f8 and f7, where Red stands; turning left sends it to c6, where Red stands too.
    game = play(
        """
        blue 2: hub-4 e6 north, gun-1 e7 north, gun-2 e8 south
        red 2: hub-2 f7 north
        red 2: hub-3 c6 north
        """
    )
    assert starting(game, "rotate") == {"rotate hub-4 right"}
    assert refusal(game, "rotate hub-4 left").rule == "R29"


def test_r29_a_rotation_may_not_end_off_the_board() -> None:
    game = play("blue 2: hub-4 a6 north, gun-1 a7 north\nred 2: starter e10 north")
    assert starting(game, "rotate") == {"rotate hub-4 right"}
    assert refusal(game, "rotate hub-4 left").rule == "R29"


def test_r30_only_hubs_are_pivots() -> None:
    game = play("blue 2: starter e6 south, gun-1 e5 south, shield-1 e4 north\nred 2: starter a9 north")
    assert {text.split()[1] for text in starting(game, "rotate")} == {"starter"}


# Shoot


def test_r31_a_shot_hits_the_first_piece_in_line_at_any_range() -> None:
    far = play("blue 2: starter a5 south, gun-3 a4 north\nred 2: hub-2 i4 north\nred 2: starter e10 north")
    event = only(far.say("shoot gun-3 east"), "Shot")
    assert event.hit_token is not None
    assert (energy(far, 2), energy(far, 3)) == (1, 2)
    near = play("blue 2: starter a5 south, gun-3 a4 north\nred 2: hub-2 i4 north\nred 2: hub-3 h4 north")
    near.say("shoot gun-3 east")
    assert (energy(near, 2), energy(near, 3)) == (2, 1)


def test_r32_a_shield_cracks_then_goes_and_the_ship_loses_no_energy() -> None:
    game = play(SHIELDED.format(shield="fresh"))
    event = only(game.say("shoot gun-3 east"), "ShieldChanged")
    assert (event.before, event.after, event.rule) == (2, 1, "R32")
    assert shield(game, "red", "shield-1") == "cracked"
    game.say("shoot gun-3 east")
    assert shield(game, "red", "shield-1") == "gone"
    assert energy(game, 2) == 2


def test_r33_a_hit_on_a_spent_shield_hurts_the_ship() -> None:
    game = play(SHIELDED.format(shield="gone"))
    event = only(game.say("shoot gun-3 east"), "EnergyChanged")
    assert (event.before, event.after, event.rule) == (2, 1, "R33")


# Bash


def test_r34_a_bash_needs_an_enemy_ship_next_to_an_own_one() -> None:
    game = play(RAMMED.format(turn="blue", shield="fresh"))
    assert starting(game, "bash") == {"bash ship-1 > ship-2"}
    assert refusal(game, "bash ship-1 > ship-3").rule == "R34"


def test_r35_both_ships_take_one_damage() -> None:
    game = play(RAMMED.format(turn="blue", shield="gone"))
    events = game.say("bash ship-1 > ship-2")
    assert (energy(game, 1), energy(game, 2), energy(game, 3)) == (1, 1, 2)
    assert kinds(events).count("EnergyChanged") == 2
    assert kinds(events).index("Bashed") < kinds(events).index("EnergyChanged")


def test_r36_the_attacker_may_pay_with_a_shield_that_touches_the_target() -> None:
    game = play(RAMMED.format(turn="red", shield="cracked"))
    assert starting(game, "bash") == {"bash ship-2 > ship-1", "bash shield-1 > ship-1"}
    game.say("bash shield-1 > ship-1")
    assert shield(game, "red", "shield-1") == "gone"
    assert (energy(game, 1), energy(game, 2)) == (1, 2)


def test_r36_a_shield_that_does_not_touch_the_target_cannot_pay() -> None:
    game = play(
        """
        blue 2: starter c5 south, gun-3 c4 north
        blue 2: hub-4 c7 north, shield-1 c8 south
        red 2: hub-4 d5 north
        """
    )
    assert starting(game, "bash") == {"bash ship-1 > ship-3"}
    assert refusal(game, "bash shield-1 > ship-3").rule in ("R36", "R34")


def test_r37_the_defender_pays_with_a_shield_only_if_it_touches_with_nothing_else() -> None:
    solely = play(RAMMED.format(turn="blue", shield="fresh"))
    solely.say("bash ship-1 > ship-2")
    assert (shield(solely, "red", "shield-1"), energy(solely, 2)) == ("cracked", 2)
    both = play("blue 2: starter c5 south, gun-3 c4 north\nred 2: hub-4 d4 north, shield-1 d5 south")
    both.say("bash ship-1 > ship-2")
    assert (shield(both, "red", "shield-1"), energy(both, 2)) == ("fresh", 1)


def test_r38_the_two_pictured_cases() -> None:
    first = play(RAMMED.format(turn="red", shield="fresh"))
    first.say("bash shield-1 > ship-1")
    assert (shield(first, "red", "shield-1"), energy(first, 2), energy(first, 1)) == ("cracked", 2, 1)
    second = play(RAMMED.format(turn="blue", shield="fresh"))
    second.say("bash ship-1 > ship-2")
    assert (energy(second, 1), shield(second, "red", "shield-1"), energy(second, 2)) == (1, "cracked", 2)


# Draw and end


def test_r39_a_draw_takes_one_more_piece_while_there_is_one() -> None:
    game = play(
        """
        blue 2: starter e5 south
        red 2: starter e10 north
        draw blue: gun-4
        """
    )
    game.say("draw")
    assert (pile(game, "play", "blue"), pile(game, "draw", "blue")) == (["gun-4"], [])
    assert refusal(game, "draw").rule == "R39"


@pytest.mark.parametrize("answer", ["move ship-1 north", "build shield-1 e10 south", "rotate hub-4 right"])
def test_r40_any_own_piece_in_the_enemy_base_wins(answer: str) -> None:
    ships = {
        "move": "blue 2: hub-4 e8 north, gun-1 e9 north",
        "build": "blue 2: hub-4 e8 north, gun-1 e9 north",
        "rotate": "blue 2: hub-4 e9 west, gun-2 d9 east",
    }
    game = play(f"{ships[answer.split()[0]]}\nred 2: starter a10 north\nplay blue: shield-1")
    events = game.say(answer)
    assert (game.result.winner, game.result.rule) == (0, "R40")
    assert only(events, "GameEnded").winner == 0
    assert game.waiting == ()


def test_r40_red_wins_in_rows_1_and_2() -> None:
    game = play("turn red\nblue 2: starter e2 south\nred 2: starter a3 north")
    game.say("move ship-2 south")
    assert (game.result.winner, game.result.rule) == (1, "R40")


def test_r40_the_own_base_wins_nothing() -> None:
    game = play("blue 2: starter e3 south\nred 2: starter a9 north")
    game.say("move ship-1 south")
    assert game.result is None


def test_r41_destroying_a_ship_is_no_win_by_itself() -> None:
    game = play(DUEL.format(energy=1))
    game.say("shoot gun-3 east")
    assert game.result is None
    assert seat_to_decide(game) == "blue"


# Added after a second reading


def test_r42_a_player_acts_only_with_what_is_theirs() -> None:
    game = play(
        """
        blue 2: starter c5 south, gun-3 c4 north
        red 2: hub-4 d5 north, gun-6 d4 north
        play red: hub-2
        """
    )
    assert "move ship-2 north" not in texts(game)
    assert refusal(game, "move ship-2 north").rule == "R42"
    assert refusal(game, "build hub-2 a1 north").rule in ("R42", "R45")
    assert refusal(game, "rotate hub-4 left").rule in ("R42", "R30", "R28")
    assert refusal(game, "shoot gun-6 north").rule in ("R42", "R31")
    assert refusal(game, "bash ship-2 > ship-1").rule == "R42"


def test_r42_an_illegal_answer_changes_nothing() -> None:
    game = play(ALL_SIX)
    before = game.digest()
    with pytest.raises(IllegalEntry, match="ship-2 is not yours"):
        game.feed(Answer(game.waiting[0].id, game.parse("move ship-2 north")))
    assert game.digest() == before


def test_r43_closed_against_closed_neither_connects_nor_forbids() -> None:
    game = play(
        """
        blue 2: starter d4 north, gun-4 d5 east, gun-5 e5 south
        red 2: starter a10 north
        play blue: shield-1 shield-3
        """
    )
    assert "build shield-1 e4 north" in texts(game)  # its west side meets the starter's east side
    assert {text for text in starting(game, "build") if " e4 " in text and " shield-1 " in text} == {
        "build shield-1 e4 north"
    }
    game.say("build shield-1 e4 north")
    assert energy(game, 1) == 5
    between = play("blue 2: starter d4 north\nblue 2: hub-4 e4 north\nred 2: starter a10 north\nplay blue: gun-6")
    assert "build gun-6 d5 south" in texts(between)


def test_r44_a_build_may_form_a_loop_where_every_side_matches() -> None:
    game = play(RING.format(play="hub-5"))
    assert {text for text in starting(game, "build") if " e4 " in text} == {"build hub-5 e4 west"}
    events = game.say("build hub-5 e4 west")
    assert "ShipClosed" in kinds(events)


def test_r45_a_built_piece_leaves_the_play_pile() -> None:
    game = play(
        """
        blue 2: starter e5 south
        red 2: starter e10 north
        play blue: gun-1 gun-6
        draw blue: shield-1
        """
    )
    assert refusal(game, "build shield-1 e4 north").rule == "R45"
    game.say("build gun-1 e4 north")
    assert pile(game, "play", "blue") == ["gun-6"]
    assert not starting(game, "build gun-1")


def test_r46_a_bash_wears_a_shield_as_a_shot_does() -> None:
    game = play(RAMMED.format(turn="blue", shield="fresh").replace("blue 2:", "blue 5:"))
    seen = []
    for _ in range(2):
        game.say("bash ship-1 > ship-2")
        seen.append((shield(game, "red", "shield-1"), energy(game, 2)))
    assert seen == [("cracked", 2), ("gone", 2)]
    spent = play(RAMMED.format(turn="red", shield="gone"))
    assert starting(spent, "bash") == {"bash ship-2 > ship-1"}
    cracked = play(RAMMED.format(turn="red", shield="cracked"))
    assert "bash shield-1 > ship-1" in texts(cracked)


def test_r47_a_win_with_the_first_action_ends_the_game() -> None:
    game = play(
        """
        blue 2: starter e9 south
        red 2: starter a10 north
        draw red: gun-2
        """
    )
    events = game.say("move ship-1 north")
    assert game.waiting == ()
    assert "Drawn" not in kinds(events)
    assert "TurnBegan" not in kinds(events)
    assert pile(game, "draw", "red") == ["gun-2"]


def test_r48_a_shield_protects_its_own_cell_only() -> None:
    game = play(DUEL.format(energy=3))
    game.say("shoot gun-3 east")
    assert (energy(game, 2), shield(game, "red", "shield-1")) == (2, "fresh")


def test_r49_a_turret_turns_with_its_piece() -> None:
    # gun-6 has its turret on the right of its open side; Red stands east of e4, south of d5 and east of e6.
    ships = """
        blue 5: hub-2 e5 north, gun-6 {gun}
        red 2: hub-2 h4 north
        red 2: hub-3 d3 north
        red 2: hub-4 h6 north
    """
    assert starting(play(ships.format(gun="e4 north")), "shoot") == {"shoot gun-6 east"}
    assert starting(play(ships.format(gun="e6 south")), "shoot") == set()
    game = play(ships.format(gun="d5 east"))
    assert starting(game, "shoot") == {"shoot gun-6 south"}
    game.say("rotate hub-2 left")
    assert cells(game, 1)["gun-6"] == ("e4", "north")
    assert starting(game, "shoot") == {"shoot gun-6 east"}
