"""House players of Loot Trap: what they go for, that they keep to the rules, and know no more than they may."""

import json
from random import Random

import pytest

from engines import players
from engines.core import Answer, Decision, Play, Shuffle
from engines.loot.game import LootTrap
from engines.players import PLAYERS, Seen
from engines.players.loot import LootAdviser
from engines.players.ponder import Ponder
from host.soak.engines import mixed
from host.soak.random_games import pick
from tests.engines.loot.scenes import Scene, game, passes

GAME = game()
HOUSE = ("apprentice", "mastermind")


def part_way(seed: int, answers: int) -> Play:
    """A random play after some answers, with two to four seats."""
    play, rng = GAME.new(Shuffle(seed), (2, 3, 4)[seed % 3]), Random(seed)
    for _ in range(answers):
        if play.waiting:
            play.feed(Answer(play.decision.id, pick(play, play.decision, rng)))
    return play


def said(play: Play, name: str = "apprentice") -> str:
    """What a house player answers."""
    return play.write(players.answer(players.load(name, play.game), play, play.decision, Random(1)).choice)


# ---- what they go for ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
def test_the_loot_that_wins_is_banked(name: str) -> None:
    play = Scene().hand("red", "loot mutiny powder-keg").bank("red", 4).health("blue", 3).play(at="action")
    assert said(play, name) == "bank"


def test_an_opponent_without_loot_is_finished_off_rather() -> None:
    play = Scene().hand("red", "loot powder-keg").health("blue", 2).play(at="action")
    assert said(play) == "play powder-keg"


def test_a_trap_that_is_known_to_be_loot_is_walked_onto() -> None:
    scene = Scene().hand("red", "mutiny mutiny").trap("a2", "loot")
    play = scene.laid("b2", "loot", by="red").play()
    assert said(play) == "move b2"  # of a2 Red does not know


@pytest.mark.parametrize("name", HOUSE)
def test_a_trap_that_is_known_to_kill_is_avoided(name: str) -> None:
    scene = Scene().hand("red", "mutiny mutiny").health("red", 3)
    play = scene.laid("a2", "powder-keg", by="red").laid("b2", "powder-keg", by="red").play()
    assert said(play, name) == "move c2"


def test_healing_is_kept_for_when_it_is_needed() -> None:
    hand = "ship-surgeon ship-surgeon mutiny"
    assert said(Scene().hand("red", hand).play(at="action")) != "play ship-surgeon"
    assert said(Scene().hand("red", hand).health("red", 2).play(at="action")) == "play ship-surgeon"


@pytest.mark.parametrize(("gear", "wearer"), [("cork-vest", "red"), ("cursed-ring", "blue")])
def test_equipment_goes_on_whom_it_serves_best(gear: str, wearer: str) -> None:
    assert said(Scene().hand("red", f"{gear} mutiny").play(at="action")) == f"equip {gear} {wearer}"


def test_equipment_that_is_found_goes_on_whom_it_serves_best() -> None:
    play = Scene().hand("red", "mutiny mutiny").laid("b2", "cursed-ring", by="red").play()
    play.say("move b2")
    assert said(play) == "equip cursed-ring blue"


def test_loot_under_the_pawn_is_taken_up() -> None:
    play = Scene().hand("red", "loot mutiny").field("b1", "loot").play(at="action")
    play.say("peek")
    assert said(play) == "swap mutiny"


def test_loot_is_spent_to_live_and_not_before() -> None:
    for health, answer in ((2, "spend 1"), (8, "spend 0")):
        play = Scene().hand("red", "mutiny mutiny").bank("red", 2).health("red", health).trap("b2", "powder-keg").play()
        play.say("move b2")
        assert said(play) == answer


def test_one_card_too_many_is_discarded_and_it_is_not_the_loot() -> None:
    play = Scene().hand("red", "loot mutiny plunder powder-keg powder-keg grapeshot grapeshot").play(at="discard")
    assert said(play).split()[0] == "discard"
    assert said(play) != "discard loot"


def test_a_card_that_is_no_use_is_replaced_if_nothing_was_done() -> None:
    play = Scene().hand("red", "loot torn-sack").play(at="discard")
    assert said(play).startswith("replace torn-sack")


def test_the_leader_is_robbed() -> None:
    scene = Scene(4).hand("red", "plunder mutiny").bank("blue", 1).bank("green", 3).bank("yellow", 2)
    play = scene.play(at="action")
    play.say("play plunder")
    assert said(play) == "target green"


def test_an_opponent_is_pushed_into_a_trap() -> None:
    scene = Scene().hand("red", "undertow mutiny").pawn("blue", "b4").laid("c5", "powder-keg", by="red")
    play = scene.play(at="action")
    play.say("play undertow")
    assert said(play) == "move c5"


def test_a_walk_is_worth_something_to_whom_cards_can_move() -> None:
    worths = []
    for gear in ("deep-pockets", "sea-legs"):
        play = Scene().hand("red", "trade-wind mutiny").wears("red", gear).play(at="action")
        rated = LootAdviser(GAME).rated(Seen(play, 0), play.decision, Random(1))
        worths.append(next(worth for choice, worth in rated if play.write(choice) == "play trade-wind"))
    assert worths[0] > worths[1]


def test_a_window_is_left_to_close_if_nothing_is_won_by_it() -> None:
    play = Scene().hand("red", "mutiny").hand("blue", "lucky-charm").play(at="windows 0")
    assert play.decision.kind == "window"
    assert said(play) == "pass"


def test_out_of_turn_a_guard_is_raised_when_health_is_low() -> None:
    play = Scene().hand("red", "mutiny").hand("blue", "lucky-charm").health("blue", 2).play(at="windows 0")
    assert said(play) == "play lucky-charm"


# ---- hidden cards ----------------------------------------------------------------------------------------------------


def dealt_otherwise(play: Play, seed: int) -> Play:
    """The same play with everything dealt otherwise that the seat which has to decide cannot know."""
    return play.sample(play.decision.seat, Random(f"{seed}/deal"))


@pytest.mark.parametrize(
    ("name", "plays", "deals"), [("wanderer", 24, 4), ("apprentice", 48, 4), ("mastermind", 12, 2)]
)
def test_permuting_hidden_cards_never_changes_an_answer(name: str, plays: int, deals: int) -> None:
    player, compared = players.load(name, GAME), 0
    for seed in range(plays):
        play = part_way(seed, 5 + 5 * seed)
        if not play.waiting:
            continue
        told = players.answer(player, play, play.decision, Random(seed))
        for other in range(deals):
            assert players.answer(player, dealt_otherwise(play, other), play.decision, Random(seed)) == told
            compared += 1
    assert compared >= plays


def test_what_a_seat_sees_has_no_face_that_it_cannot_know() -> None:
    for seed in range(12):
        play = part_way(seed, 12 * seed)
        for seat in range(len(play.seats)):
            known, names = play.knowledge(seat), GAME.box.names
            shown = {token: face for token, face in enumerate(Seen(play, seat).state().face) if face >= 0}
            assert all(known.card(token) == names[face] for token, face in shown.items())
            own = [play.state.face[token] for token in play.state.hand[seat]]
            assert own == [shown[token] for token in play.state.hand[seat]]


def test_a_player_that_knew_the_hands_would_be_found_out() -> None:
    class Cheat:
        name = "Cheat"

        def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
            options = list(seen.options(decision).enumerate())
            others = [seen._play.state.face[token] for token in seen._play.state.hand[1 - decision.seat]]
            return Answer(decision.id, options[sum(others) % len(options)], decision.seat)

    play = part_way(0, 2)
    assert play.decision.kind in ("move", "action")
    answers = {players.answer(Cheat(), dealt_otherwise(play, n), play.decision, Random(1)) for n in range(12)}
    assert len(answers) > 1


# ---- the rules -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
def test_every_answer_is_legal_wherever_a_game_has_got_to(name: str) -> None:
    kinds = set()
    for seed in range(60 if name != "mastermind" else 20):
        play = part_way(seed, 4 + 7 * seed)
        if play.waiting:
            assert play.verify(players.answer(players.load(name, GAME), play, play.decision, Random(seed))) is None
            kinds.add(play.decision.kind)
    assert len(kinds) > 3


def test_a_player_leaves_the_play_as_it_was() -> None:
    for name in PLAYERS:
        play = part_way(5, 30)
        before = (play.digest(), len(play.log), len(play.events), dict(play.seen), json.dumps(play.view(0)))
        players.answer(players.load(name, GAME), play, play.decision, Random(1))
        assert (play.digest(), len(play.log), len(play.events), play.seen, json.dumps(play.view(0))) == before


@pytest.mark.parametrize("seed", range(12))
def test_house_players_play_under_any_rulings_to_the_end(seed: int) -> None:
    rules = mixed(GAME, Random(seed))
    assert isinstance(rules, LootTrap)
    play, rng, answers = rules.new(Shuffle(seed), (2, 3, 4)[seed % 3]), Random(seed), 0
    mind = LootAdviser(rules)
    seats = (
        (players.load("apprentice", rules), Ponder(mind, samples=1))
        if seed < 3
        else (players.load("apprentice", rules),)
    )
    while play.waiting and answers < 3000:
        play.feed(players.answer(seats[play.decision.seat % len(seats)], play, play.decision, rng))
        answers += 1
    assert play.result is not None


def test_lots_decide_between_equals() -> None:
    play = GAME.new(Shuffle(1), 4)
    avatars = {
        said
        for n in range(40)
        for said in [players.answer(players.load("apprentice", GAME), play, play.decision, Random(n)).choice]
    }
    assert len(avatars) == 9


def test_all_windows_close_where_nobody_has_anything_to_play() -> None:
    play = Scene(4).hand("red", "mutiny").hand("blue", "mutiny").hand("green", "mutiny").play(at="windows 0")
    assert said(play) == "pass"
    passes(play)
    assert play.decision.kind == "action"
