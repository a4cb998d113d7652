"""What single cards, equipment and abilities do."""

import pytest

from engines.loot import events as ev
from tests.engines.loot.scenes import Scene, discarded, game, hand, named, options, passes, player, say, space


@pytest.mark.parametrize(
    ("gear", "card", "health"),
    [
        ("cork-vest", "powder-keg", 7),
        ("cursed-ring", "powder-keg", 4),
        ("thin-soles", "powder-keg", 4),
        ("steel-toes", "powder-keg", 7),
        ("iron-collar", "powder-keg", 6),
        ("deep-pockets", "powder-keg", 6),
    ],
)
def test_equipment_changes_what_a_trap_does(gear: str, card: str, health: int) -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").wears("red", gear).trap("b2", card).play()
    say(play, "move b2")
    assert player(play, "red")["health"] == health


def test_traps_and_variants_meet_equipment_in_one_order() -> None:
    rules = game(V1="front")  # traps hurt by 1 more
    play = Scene(rules=rules).hand("red", "loot").wears("red", "steel-toes").trap("b2", "powder-keg").play()
    say(play, "move b2")
    assert player(play, "red")["health"] == 7  # 2 + 1, then a cap of 1


@pytest.mark.parametrize(("gear", "limit"), [("deep-pockets", 8), ("torn-sack", 3)])
def test_equipment_changes_the_hand_limit(gear: str, limit: int) -> None:
    for count, health in ((limit, 8), (limit + 1, 7)):
        play = Scene().hand("red", " ".join(["loot"] * count)).hand("blue", "mutiny").wears("red", gear)
        table = play.play(at="discard")
        say(table, "keep")
        assert player(table, "red")["health"] == health


def test_marked_cards_draw_one_more_and_forbid_healing() -> None:
    play = Scene().hand("red", "ship-surgeon").wears("red", "marked-cards").health("red", 3).play("red", "turn")
    assert len(hand(play, "red")) == 3
    say(play, "move b2")
    events = say(play, "play ship-surgeon")
    assert named(events, ev.Fizzled)


def test_sea_legs_cannot_be_moved_by_cards() -> None:
    play = Scene().hand("red", "loot").wears("red", "sea-legs").trap("b2", "north-gale").play()
    say(play, "move b2")
    assert player(play, "red")["space"] == "b2"


def test_a_guard_takes_the_next_damage_and_is_used_up() -> None:
    play = Scene().hand("red", "powder-keg").hand("blue", "lucky-charm loot").play(at="windows 0")
    say(play, "out:play lucky-charm", "out:pass", "play powder-keg")
    assert (player(play, "blue")["health"], player(play, "blue")["guarded"]) == (8, False)


def test_becalmed_loses_the_next_action() -> None:
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "lucky-charm").play()
    say(play, "move b2")
    passes(play)
    assert play.decision.kind == "discard"
    assert not player(play, "red")["becalmed"]


def test_switcheroo_trades_places_and_both_spring_what_was_left() -> None:
    scene = Scene().hand("red", "switcheroo").hand("blue", "loot").pawn("blue", "b4")
    play = scene.field("b1", "powder-keg").field("b4", "blackmail").play(at="action")
    say(play, "play switcheroo")
    assert [player(play, seat)["space"] for seat in ("red", "blue")] == ["b4", "b1"]
    assert [player(play, seat)["health"] for seat in ("red", "blue")] == [8, 6]
    assert len(named(play.events, ev.Sprung)) == 2


def test_second_wind_moves_and_gives_one_more_action() -> None:
    play = Scene().hand("red", "second-wind loot loot mutiny").hand("blue", "loot").play(at="action")
    say(play, "play second-wind", "move b2")
    passes(play)
    assert play.decision.kind == "action"
    say(play, "bank")
    passes(play)
    assert play.decision.kind == "discard"
    assert len(player(play, "red")["bank"]) == 1


def test_a_rigged_deck_arms_and_a_safe_channel_disarms() -> None:
    play = Scene().hand("red", "rigged-deck safe-channel").hand("blue", "loot").pawn("red", "b3").play(at="action")
    say(play, "play rigged-deck")
    assert all(space(play, name)["armed"] for name in ("a2", "b2", "c2", "a3", "c3", "a4", "b4", "c4"))
    play = Scene().hand("red", "safe-channel").hand("blue", "loot").trap("b2", "?").laid("a2", "loot").play(at="action")
    say(play, "play safe-channel")
    assert not space(play, "b2")["armed"]
    assert space(play, "a2")["laid"]


def test_plunder_takes_a_banked_loot_for_three_damage() -> None:
    play = Scene().hand("red", "plunder").hand("blue", "loot").bank("blue", 2).play(at="action")
    say(play, "play plunder")
    assert [len(player(play, seat)["bank"]) for seat in ("red", "blue")] == [1, 1]
    assert player(play, "red")["health"] == 5


def test_a_saboteur_with_no_space_to_lay_on_only_draws() -> None:
    play = (
        Scene().hand("red", "saboteur loot").hand("blue", "loot").pawn("blue", "b2").deck("plunder").play(at="action")
    )
    say(play, "play saboteur")
    assert play.decision.kind != "laying"
    assert hand(play, "red") == ["loot", "plunder"]


def test_a_saboteur_that_goes_off_counts_the_traps_around() -> None:
    scene = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "saboteur").trap("a3", "?").laid("c3", "loot")
    play = scene.play()
    say(play, "move b2")
    assert player(play, "red")["health"] == 8 - 3  # the card left counts too


def test_a_treasure_map_digs_and_may_bank() -> None:
    play = Scene().hand("red", "treasure-map loot").hand("blue", "loot").field("b2", "mutiny").play(at="action")
    say(play, "play treasure-map", "dig b2")
    assert "mutiny" in discarded(play)
    assert options(play) == ["bank", "no"]
    say(play, "bank")
    assert len(player(play, "red")["bank"]) == 1


def test_bilge_rats_and_cutpurse() -> None:
    play = Scene().hand("red", "bilge-rats").hand("blue", "loot mutiny").play(at="action")
    say(play, "play bilge-rats")
    assert {"loot", "mutiny"} < set(discarded(play))
    assert len(player(play, "blue")["hand"]) == 2
    play = Scene().hand("red", "loot").hand("blue", "mutiny").trap("b2", "cutpurse").play()
    say(play, "move b2", "give loot")
    assert hand(play, "blue") == ["loot", "mutiny"]


def test_undertow_moves_an_opponent_and_the_next_player_moves_its_victim() -> None:
    play = Scene().hand("red", "undertow").hand("blue", "loot").play(at="action")
    say(play, "play undertow")
    assert (play.decision.kind, play.decision.seat) == ("step", 0)
    say(play, "move a7")
    assert player(play, "blue")["space"] == "a7"
    play = Scene().hand("red", "loot").hand("blue", "loot").trap("b2", "undertow").play()
    say(play, "move b2")
    assert play.decision.seat == 1


def test_blackmail_and_press_gang() -> None:
    play = Scene().hand("red", "blackmail").hand("blue", "loot").bank("blue", 1).play(at="action")
    say(play, "play blackmail")
    assert player(play, "blue")["bank"] == []
    assert len(player(play, "blue")["hand"]) == 3
    play = Scene().hand("red", "loot").hand("blue", "loot").wears("red", "cork-vest").trap("b2", "press-gang").play()
    play.say("move b2")
    assert "cork-vest" in discarded(play)


@pytest.mark.parametrize(("number", "health", "other"), [(1, 8, 7), (2, 7, 8), (6, 8, 7)])
def test_the_gunners_abilities(number: int, health: int, other: int) -> None:
    play = Scene().hand("red", "knucklebones").hand("blue", "loot").rolls(number).play(at="action")
    say(play, "play knucklebones")
    assert [player(play, seat)["health"] for seat in ("red", "blue")] == [health, other]


def test_smuggler_that_goes_off_takes_two_cards_and_not_more() -> None:
    play = Scene().hand("red", "loot mutiny plunder").hand("blue", "loot").trap("b2", "smuggler").play()
    say(play, "move b2", "discard loot", "discard mutiny")
    assert play.decision.kind == "step"
    assert hand(play, "red") == ["plunder"]


def test_a_spyglass_shows_two_cards_and_may_be_put_down() -> None:
    play = Scene().hand("red", "spyglass loot").hand("blue", "loot").play(at="action")
    say(play, "play spyglass", "look b2", "seen", "look b3", "seen")
    passes(play)
    assert [play.game.names.cell(event.cell) for event in named(play.events, ev.Looked)] == ["b2", "b3"]
    assert play.decision.kind == "action"
    assert [row["card"] != "hidden" for row in play.view(0)["field"]].count(True) == 2
