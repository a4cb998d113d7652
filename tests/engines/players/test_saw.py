"""House players of SAW: what they go for, that they keep to the rules, and know no more than they may."""

import json
from random import Random

import pytest

import engines
from engines import players
from engines.core import Answer, Decision, Play, Shuffle
from engines.players import PLAYERS, Seen
from engines.players.ponder import Ponder
from engines.players.saw import SawAdviser
from engines.saw.game import Saw
from host.soak.engines import mixed
from host.soak.random_games import pick
from tests.engines.saw.positions import THOMAS, asked, lever, table, trapped

GAME = engines.load("saw")
assert isinstance(GAME, Saw)
HOUSE = ("apprentice", "mastermind")
PLAIN = "rope chalk brick magnet"


def part_way(seed: int, answers: int) -> Play:
    """A random play after some answers, with two to six seats."""
    play, rng = GAME.new(Shuffle(seed), 2 + seed % 5), Random(seed)
    for _ in range(answers):
        if play.waiting:
            play.feed(Answer(play.decision.id, pick(play, play.decision, rng)))
    return play


def said(play: Play, name: str = "apprentice") -> str:
    """What a house player answers."""
    return play.write(players.answer(players.load(name, play.game), play, play.decision, Random(1)).choice)


def goes_on(play: Play, kind: str) -> list[str]:
    """What an apprentice says as long as it is asked for one thing."""
    told = []
    while play.waiting and play.decision.kind == kind:
        told.append(said(play))
        play.say(told[-1])
    return told


# ---- step 2 ----------------------------------------------------------------------------------------------------------


def test_parts_are_put_where_a_trap_needs_them() -> None:
    play = table(hands={"red": "lever rope acid-bath rising-water"})
    assert sorted(goes_on(play, "use")[:3]) == ["bench acid-bath 2", "bench lever 3", "bench rising-water 1"]


def test_parts_in_the_wrong_slots_change_places() -> None:
    play = table(hands={"red": "rope billy"}, benches={"red": "acid-bath rising-water lever"})
    goes_on(play, "use")
    assert play.state.bench_faces(0) == tuple(GAME.box.number[name] for name in THOMAS.split())


def test_a_bench_holds_what_the_hand_cannot() -> None:
    play = table(hands={"red": "billy billy knife crowbar magnifier dice tourniquet"})
    told = goes_on(play, "use")
    assert "bench tourniquet 1" in told
    assert "bench billy 1" not in told


def test_a_metal_detector_looks_for_the_part_that_is_missing() -> None:
    play = table(hands={"red": "metal-detector lever rising-water billy"})
    assert said(play) == "play metal-detector object"


def test_a_video_is_for_who_has_no_billy() -> None:
    hand = "video knife dice lever acid-bath rising-water"
    assert said(table(hands={"red": hand})) == "play video"
    assert "play video" not in goes_on(table(hands={"red": f"{hand} billy"}), "use")


def test_a_toolbox_is_for_who_has_little() -> None:
    assert said(table(hands={"red": "toolbox rope"})) == "play toolbox"
    rich = table(hands={"red": "toolbox billy billy strong-torch"}, benches={"red": THOMAS})
    assert "play toolbox" not in goes_on(rich, "use")


def test_a_lost_limb_is_bound() -> None:
    hands = {"red": f"tourniquet {PLAIN} pliers wrench lighter hammer"}
    play = table(hands=hands, limbs={"red": "healthy lost healthy healthy"})
    assert said(play) == "play tourniquet right-arm"


@pytest.mark.parametrize("name", HOUSE)
def test_the_best_card_of_the_pile_is_taken(name: str) -> None:
    play = table(hands={"red": "bin rope"}, benches={"red": THOMAS}, discard="knife billy chalk")
    play.say("play bin")
    assert said(play, name) == "take billy"


@pytest.mark.parametrize("name", HOUSE)
def test_of_copies_on_the_pile_the_uppermost_is_taken(name: str) -> None:
    play = table(hands={"red": "bin rope"}, benches={"red": THOMAS}, discard="knife billy chalk billy")
    play.say("play bin")
    assert said(play, name) == "take billy 2"


def test_a_second_billy_is_not_worth_what_the_trap_still_needs() -> None:
    play = table(hands={"red": "bin billy"}, benches={"red": "rising-water acid-bath -"}, discard="billy lever")
    play.say("play bin")
    assert said(play) == "take lever"


def test_who_draws_next_gets_what_is_worth_little() -> None:
    play = table(seats=2, hands={"red": "room-map"}, deck="billy rope knife dice drill chalk video bin candle scissors")
    play.say("play room-map")
    goes_on(play, "sort")
    drawn = [GAME.box.names[play.state.face[token]] for token in play.state.deck[:-4:-1]]
    assert "billy" not in drawn


# ---- steps 3 and 4 ---------------------------------------------------------------------------------------------------


def test_what_is_worth_least_is_discarded() -> None:
    play = table(hands={"red": "billy strong-torch the-pig rope lever anesthetic"}, waits="discard")
    assert said(play) == "discard rope"


@pytest.mark.parametrize("name", HOUSE)
def test_a_trap_that_kills_is_set(name: str) -> None:
    play = table(
        seats=3,
        hands={"red": "billy"},
        benches={"red": THOMAS},
        waits="set",
        blood={"blue": 1, "green": 9},
        limbs={"blue": "tourniquet tourniquet healthy healthy"},
    )
    assert said(play, name) == "set blue corruption greed arms"


def test_who_bleeds_to_death_need_not_be_killed() -> None:
    play = table(
        seats=3,
        hands={"red": "billy"},
        benches={"red": THOMAS},
        waits="set",
        blood={"blue": 1},
        limbs={"blue": "lost lost healthy healthy", "green": "severe severe severe severe"},
    )
    assert said(play, "mastermind") == "set green corruption greed arms"


def test_the_place_that_hurts_more_is_named() -> None:
    limbs = {"blue": "healthy healthy severe severe"}
    trap = "rising-water acid-bath strap"
    play = table(seats=2, hands={"red": "billy"}, benches={"red": trap}, waits="set", limbs=limbs)
    assert said(play) == "set blue corruption greed legs"


def test_the_pig_is_played_where_a_victim_would_rather_pay() -> None:
    hands = {"red": "billy the-pig rope chalk", "blue": "rope"}
    play = table(seats=2, hands=hands, benches={"red": "rising-water acid-bath lever"}, waits="set")
    assert said(play).endswith("the-pig")


# ---- in a trap -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
def test_a_challenge_is_tried_by_who_can_pass_it(name: str) -> None:
    strong = trapped(seats=2, hands={"blue": "billy billy billy screwdriver-set"})
    assert said(strong, name) == "challenge"
    weak = trapped(seats=2, hands={"blue": "hammer"}, catalogue=lever("arms", 2))
    assert said(weak, name) == "sacrifice"


def test_what_is_committed_is_enough_and_no_more() -> None:
    play = trapped(seats=2, hands={"blue": "billy billy billy screwdriver-set hammer pliers"}, deck="drill dice rope")
    play.say("challenge")
    goes_on(play, "choose")
    told = goes_on(play, "challenge")
    assert told[-1] == "done"
    assert len(told) == 5  # broker lacks 5 corruption and 6 greed; pliers and the set make up for one Billy
    assert play.state.limbs[1] == (0, 0, 0, 0)


def test_a_search_card_is_used_where_something_is_missing() -> None:
    play = trapped(seats=2, hands={"blue": "strong-torch billy"}, deck="drill dice rope")
    play.say("challenge")
    goes_on(play, "choose")
    assert said(play) == "search strong-torch"


def test_what_the_challenge_needs_is_kept_of_the_top_row() -> None:
    play = trapped(seats=2, hands={"blue": "rope"}, deck="hammer screwdriver-set hacksaw")
    play.say("challenge")
    assert sorted(goes_on(play, "choose")) == ["discard hacksaw", "discard hammer"]


def test_an_anesthetic_is_used_by_who_can_pay_for_it() -> None:
    play = trapped(seats=2, hands={"blue": f"anesthetic {PLAIN}"})
    play.say("sacrifice")
    assert said(play) == "ease anesthetic"


def test_damage_is_shared_so_that_no_limb_is_lost() -> None:
    play = trapped(seats=2, hands={"blue": "rope"})
    play.say("sacrifice")
    assert play.decision.kind == "damage"
    assert said(play) in ("damage 1 2", "damage 2 1")


# ---- hidden cards ----------------------------------------------------------------------------------------------------


def dealt_otherwise(play: Play, seed: int) -> Play:
    """The same play with everything dealt otherwise that the seat which has to decide cannot know."""
    return play.sample(play.decision.seat, Random(f"{seed}/deal"))


@pytest.mark.parametrize(
    ("name", "plays", "deals"), [("wanderer", 24, 4), ("apprentice", 60, 4), ("mastermind", 10, 2)]
)
def test_permuting_hidden_cards_never_changes_an_answer(name: str, plays: int, deals: int) -> None:
    player, compared = players.load(name, GAME), 0
    for seed in range(plays):
        play = part_way(seed, 8 + 9 * seed)
        if not play.waiting:
            continue
        told = players.answer(player, play, play.decision, Random(seed))
        for other in range(deals):
            assert players.answer(player, dealt_otherwise(play, other), play.decision, Random(seed)) == told
            compared += 1
    assert compared >= plays


def test_what_a_seat_sees_has_no_face_that_it_cannot_know() -> None:
    for seed in range(12):
        play = part_way(seed, 25 * seed)
        for seat in range(len(play.seats)):
            known, names = play.knowledge(seat), GAME.box.names
            shown = {token: face for token, face in enumerate(Seen(play, seat).state().face) if face >= 0}
            assert all(known.card(token) == names[face] for token, face in shown.items())
            own = [play.state.face[token] for token in play.state.held(seat)]
            assert own == [shown[token] for token in play.state.held(seat)]


def test_a_player_that_knew_the_hands_would_be_found_out() -> None:
    class Cheat:
        name = "Cheat"

        def choose(self, seen: Seen, decision: Decision, rng: Random) -> Answer:
            options = list(seen.options(decision).enumerate())
            others = [seen._play.state.face[token] for token in seen._play.state.hand[decision.seat - 1]]
            return Answer(decision.id, options[sum(others) % len(options)], decision.seat)

    play = part_way(0, 4)
    assert asked(play).endswith("use")
    answers = {players.answer(Cheat(), dealt_otherwise(play, n), play.decision, Random(1)) for n in range(12)}
    assert len(answers) > 1


# ---- the rules -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
def test_every_answer_is_legal_wherever_a_game_has_got_to(name: str) -> None:
    kinds = set()
    for seed in range(90 if name != "mastermind" else 20):
        play = part_way(seed, 4 + 7 * seed)
        if play.waiting:
            assert play.verify(players.answer(players.load(name, GAME), play, play.decision, Random(seed))) is None
            kinds.add(play.decision.kind)
    assert len(kinds) > 3


def test_a_player_leaves_the_play_as_it_was() -> None:
    for name in PLAYERS:
        play = part_way(4, 60)
        before = (play.digest(), len(play.log), len(play.events), dict(play.seen), json.dumps(play.view(0)))
        players.answer(players.load(name, GAME), play, play.decision, Random(1))
        assert (play.digest(), len(play.log), len(play.events), play.seen, json.dumps(play.view(0))) == before


@pytest.mark.parametrize("seed", range(16))
def test_house_players_play_under_any_rulings_to_the_end(seed: int) -> None:
    rules = mixed(GAME, Random(seed))
    assert isinstance(rules, Saw)
    play, rng, answers = rules.new(Shuffle(seed), 2 + seed % 5), Random(seed), 0
    apprentice = players.load("apprentice", rules)
    seats = (apprentice, Ponder(SawAdviser(rules), samples=1)) if seed == 5 else (apprentice,)
    while play.waiting and answers < 3000:
        play.feed(players.answer(seats[play.decision.seat % len(seats)], play, play.decision, rng))
        answers += 1
    assert play.result is not None


def test_cards_that_nobody_has_told_are_no_trouble() -> None:
    """At a real table the host may know none of a seat's cards: then they are moved and discarded untold."""
    play = table(hands={"red": "? ? ? ? ? ? ?", "blue": "? ?"})
    assert goes_on(play, "use")[-1] == "done"
    assert set(goes_on(play, "discard")) <= {"discard ?", "keep"}


def test_lots_decide_between_equals() -> None:
    play = GAME.new(Shuffle(1), 4)
    apprentice = players.load("apprentice", GAME)
    chosen = {players.answer(apprentice, play, play.decision, Random(n)).choice for n in range(40)}
    assert len(chosen) == 6
