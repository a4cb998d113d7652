"""SAW on a table: what cards at the pads and buttons answer, what is offered to all, what the lights say."""

from collections.abc import Iterator
from random import Random

import pytest

import engines
from engines.core import MUST, Decision, Play, Reveal, Shuffle, Table
from engines.core.entries import Answer, Observed
from engines.core.viewers import PUBLIC
from engines.saw import events as ev
from firmware import wire
from hardware import profiles
from host.stage.base import Cue, ImportProblem
from host.stage.heard import Lying, Shown
from host.stage.language import DAMAGE, LAID, LOST, MILD, SEVERE, TURN, WHITE, at_brightness
from host.stage.saw import SawStage
from host.stage.saw_lights import bench_lights
from host.stage.shown import Readers
from tests.engines.saw.positions import pile, say, table, trapped

BENCH = profiles.load("bench")
GAME = engines.load("saw")
STAGE = SawStage(BENCH, GAME, 3)
POCKET = SawStage(profiles.load("pocket"), GAME, 3)


def walk(seed: int, answers: int, seats: int = 3, told: float = 1.0) -> Iterator[Play]:
    """A game in which a share of the cards is told, before every answer and at last."""
    play, rng = GAME.new(Table(), seats), Random(seed)
    for _ in range(answers):
        yield play
        for item in play.waiting:
            if isinstance(item, Reveal) and (item.policy == MUST or rng.random() < told):
                play.feed(Observed(item.token, rng.choice(sorted(play.candidates(item.token)))))
        if not play.waiting:
            return
        if isinstance(play.waiting[-1], Decision):
            options = play.options(play.decision)
            play.feed(Answer(play.decision.id, getattr(options, "sample_kind_first", options.sample)(rng)))
    yield play


def dealt(seed: int, answers: int, seats: int = 3) -> Play:
    """A game in which the host knows every card."""
    play, rng = GAME.new(Shuffle(seed), seats), Random(seed)
    for _ in range(answers):
        if not play.waiting:
            break
        options = play.options(play.decision)
        play.feed(Answer(play.decision.id, getattr(options, "sample_kind_first", options.sample)(rng)))
    return play


def written(play: Play, choices) -> list[str]:
    return [play.write(choice) for choice in choices]


def heard(play: Play, *names: str, pad: str = "play", stage: SawStage = STAGE):
    return stage.heard(play, [Shown(name, pad) for name in names])


def said(scene, meaning) -> set[int]:
    return set(scene.effects[meaning.slot].lights) if meaning.slot in scene.effects else set()


def test_a_card_is_called_what_is_printed_on_it():
    assert [STAGE.title(name) for name in ("dolls-house", "billy", "blue", "?")] == [
        "Dolls' House",
        "Billy",
        "blue",
        "?",
    ]


# ---- cards at the pads -----------------------------------------------------------------------------------------------


def test_a_card_at_the_pad_answers_what_is_asked():
    play = table(hands={"red": "? ? ?"}, limbs={"red": "lost lost mild healthy"})
    assert written(play, heard(play, "candle").answers) == ["play candle"]
    assert written(play, heard(play, "metal-detector").answers) == [
        "play metal-detector mechanism",
        "play metal-detector object",
        "play metal-detector escape",
    ]
    assert written(play, heard(play, "tourniquet").answers) == ["play tourniquet left-arm", "play tourniquet right-arm"]
    assert heard(play, "candle", pad="discard").notice == "Nobody has to discard a card now."
    assert heard(play, "surgeon").answers == ()


def sifting(discard: str) -> Play:
    """A Video found nothing in the deck, and nobody has named all cards of the pile."""
    play = table(hands={"red": "video rope rope", "blue": "billy " * 9, "green": "? ? ?"}, discard=discard)
    say(play, "play video", "pay rope", "pay rope", "none")
    return play


def test_a_billy_that_a_video_finds_on_the_pile_is_held_to_play():
    play = sifting("chalk ? knife ?")
    assert written(play, heard(play, "billy").answers) == ["found 4", "found 6"]
    assert heard(play, "knife").answers == ()
    assert [STAGE.wording(play, choice).label for choice in STAGE.offered(play, play.decision)] == [
        "Card 4 from the top",
        "Card 6 from the top",
        "No Billy is on the pile",
    ]
    assert STAGE.pressed(play, "no") == ("none",)
    assert STAGE.pressers(play) == {0}
    assert STAGE.question(play)[1] == "Red searches the pile for a Billy"
    assert STAGE.token_of(play, ("found", 6)) == play.state.discard[-6]
    assert STAGE.token_of(play, ("found", 99)) == STAGE.token_of(play, ("found", 0)) == -1


def test_a_billy_whose_tag_was_read_before_was_where_it_lay():
    play = sifting("? chalk billy ?")
    shown = Shown("billy", token=play.state.discard[-5])
    assert written(play, STAGE.heard(play, [shown]).answers) == ["found 5"]


def test_what_is_offered_while_the_pile_is_searched_tells_nothing_of_hands():
    """The host knows that a Billy must be there, from hands that nobody else has seen."""
    play = sifting("? ?")
    for token, card in zip(play.state.hand[2], ("chalk", "knife", "dice"), strict=True):
        play.feed(Observed(token, card))
    assert "none" not in written(play, play.options(play.decision).enumerate())
    assert written(play, STAGE.offered(play, play.decision)) == ["found 3", "found 4", "none"]


def salvaging(discard: str) -> Play:
    """Red uses a Bin, and looks through the pile."""
    play = table(hands={"red": "bin", "blue": "? ?"}, discard=discard)
    say(play, "play bin")
    return play


def test_r34_it_is_asked_which_copy_was_taken_out_of_the_pile():
    play = salvaging("rope chalk billy ? billy billy knife")
    assert written(play, heard(play, "chalk").answers) == ["take chalk 2", "take chalk 4"]
    assert written(play, heard(play, "billy").answers) == ["take billy 3", "take billy 4", "take billy 5"]
    assert heard(play, "billy").notice == "Say which one it was: places are counted from the top of the pile."
    labels = [STAGE.wording(play, ("take", GAME.box.number["billy"], where)).label for where in (3, 5)]
    assert labels == ["Billy, 3rd from the top", "Billy, 5th to 6th from the top"]


def test_r34_nothing_is_asked_where_it_makes_no_difference():
    play = salvaging("rope wrench wrench knife")
    assert written(play, heard(play, "wrench").answers) == ["take wrench"]
    assert written(play, heard(play, "candle").answers) == ["take candle"]
    play = salvaging("rope ? ? knife")
    assert written(play, heard(play, "wrench").answers) == ["take wrench"]
    assert STAGE.meant(play, ("take", GAME.box.number["wrench"])) == (("take", GAME.box.number["wrench"]),)


def test_r34_a_copy_whose_tag_was_read_before_was_where_it_lay():
    play = salvaging("rope wrench knife wrench")
    upper, lower = play.state.discard[-2], play.state.discard[-4]
    assert written(play, STAGE.heard(play, [Shown("wrench", token=lower)]).answers) == ["take wrench 4"]
    other = Shown("wrench", others=frozenset((lower,)))
    assert written(play, STAGE.heard(play, [other]).answers) == ["take wrench 2"]
    stale = Shown("wrench", others=frozenset((upper, lower)))
    assert written(play, STAGE.heard(play, [stale]).answers) == ["take wrench 2", "take wrench 4"]
    assert STAGE.token_of(play, ("take", GAME.box.number["wrench"], 4)) == lower


def test_r34_what_is_said_without_a_place_is_asked_about():
    play = salvaging("? wrench ? ?")
    wrench = GAME.box.number["wrench"]
    assert written(play, STAGE.meant(play, ("take", wrench))) == ["take wrench 1", "take wrench 2", "take wrench 3"]
    assert written(play, STAGE.meant(play, ("take", -1))) == ["take ? 1", "take ? 3"]
    assert written(play, STAGE.meant(play, ("take", wrench, 2))) == ["take wrench 2"]
    assert STAGE.lacks(play, ("take", wrench, 3)) == (((play.state.discard[-3],), "wrench"),)
    assert STAGE.lacks(play, ("take", wrench, 2)) == STAGE.lacks(play, ("take", wrench, 9)) == ()


def test_r34_the_screen_offers_copies_by_their_places_and_what_may_be_hidden_once():
    play = salvaging("wrench ? rope wrench ?")
    offered = written(play, STAGE.offered(play, play.decision))
    assert offered[:5] == ["take wrench 1", "take wrench 4", "take ? 2", "take ? 5", "take rope"]
    assert offered.count("take candle") == 1
    assert len(set(offered)) == len(offered)


def test_characters_are_shown_too():
    play = GAME.new(Table(), 3)
    assert written(play, heard(play, "broker").answers) == ["character broker"]
    assert sum(GAME.tagged().values()) == 123 + 6


def test_in_a_challenge_a_card_counts_for_what_is_needed():
    play = trapped(hands={"blue": "? ? ? ?"})
    say(play, "challenge", "discard ?", "discard ?")
    assert written(play, heard(play, "wrench").answers) == ["commit wrench corruption"]
    assert written(play, heard(play, "billy").answers) == ["commit billy corruption", "commit billy greed"]
    assert written(play, heard(play, "bin").answers) == ["search bin"]


def test_cards_are_discarded_where_the_table_has_a_pad_for_it():
    play = table(hands={"red": "? ? ? ? ? ?"}, benches={"red": "rope - -"}, waits="discard")
    assert heard(play, "wrench").notice == "To discard a card, hold it to discard."
    assert written(play, heard(play, "wrench", pad="discard").answers) == ["discard wrench"]
    assert written(play, heard(play, "rope", pad="discard").answers) == ["discard rope bench"]
    assert written(play, heard(play, "wrench", stage=POCKET).answers) == ["discard wrench"]


def test_a_card_whose_tag_was_read_on_the_bench_comes_from_there():
    play = table(hands={"red": "? ? ? wrench ? ?"}, benches={"red": "wrench - -"}, waits="discard")
    token = play.state.bench[0][0]
    assert written(play, STAGE.heard(play, [Shown("wrench", "discard", token)]).answers) == ["discard wrench bench"]
    trap = trapped(hands={"blue": "?"}, benches={"blue": "wrench - -"})
    say(trap, "challenge", "discard ?", "discard ?")
    there = STAGE.heard(trap, [Shown("wrench", "play", trap.state.bench[1][0])])
    assert there.notice == "That card lies on your bench; here only cards of your hand count."


def test_what_goes_to_the_pile_settles_what_is_kept():
    play = table(hands={"red": "strong-torch ?"})
    say(play, "play strong-torch")
    drawn = play.state.agenda[-1][2]
    first = STAGE.heard(play, [Shown("rope", "discard")])
    assert first.told == ((drawn[0], "rope"),)
    assert first.row == ()
    play.feed(Observed(drawn[0], "rope", (0,)))
    second = STAGE.heard(play, [Shown("rope", "discard", drawn[0]), Shown("bin", "discard")])
    assert second.told == ((drawn[1], "bin"),)
    assert written(play, second.row) == ["keep ?", "keep ?", "keep ? then rope bin"]


@pytest.mark.parametrize("order", [("rope", "bin"), ("bin", "rope")])
def test_a69_rejects_go_to_the_pile_in_the_order_of_the_taps(order):
    play = table(hands={"red": "candle ?"})
    say(play, "play candle")
    drawn = play.state.agenda[-1][2]
    for token, card in zip(drawn, ("rope", "bin"), strict=False):
        play.feed(Observed(token, card, (0,)))
    tokens = dict(zip(("rope", "bin"), drawn, strict=False))
    shows = [Shown(card, "discard", tokens[card]) for card in order]
    (kept,) = STAGE.heard(play, shows).row
    play.feed(Answer(play.decision.id, kept))
    assert pile(play, 3) == ["candle", *reversed(order)]


def test_a69_what_went_to_the_pile_in_this_turn_is_listed_from_the_top():
    play = table(hands={"red": "candle rope chalk", "blue": "knife"}, deck="brick dice drill", discard="wallet")
    assert STAGE.dropped(play) == ()
    say(play, "play candle", "keep brick", "done", "discard rope")
    assert STAGE.dropped(play) == ("rope", "candle", "drill", "dice")
    say(play, "keep")
    assert STAGE.dropped(play) == ()


def test_cards_that_everybody_saw_being_taken_are_offered_by_name():
    play = trapped(
        "set blue addiction obsession arms", benches={"red": "gas-valve coal-tank lever"}, discard="rope bin ?"
    )
    say(play, "challenge")
    assert written(play, STAGE.offered(play, play.decision)) == ["keep rope", "keep bin", "keep ?"]


# ---- what is read aloud ----------------------------------------------------------------------------------------------


def test_r46_the_table_leads_through_the_steps_of_setting_a_trap():
    play = trapped()
    reading = STAGE.reading(play)
    assert [page.heading for page in reading.pages] == [
        "Red: lay Billy on the table",
        "Red: look at Blue and say",
        "Red: read the story",
        "Red: turn your bench to Blue",
    ]
    assert reading.pages[1].text == "“Hello Blue, I want to play a game.”"
    assert reading.pages[2].text == play.view(PUBLIC)["trap"]["story"]
    assert reading.pages[3].text == (
        "The challenge: draw 3 cards from the deck, then discard 2 of them; then reach 6 corruption and 6 greed. "
        "Or the sacrifice: take 3 damage to arms."
    )
    say(play, "sacrifice")
    assert STAGE.reading(play) is None


@pytest.mark.parametrize("has_cards", [True, False])
@pytest.mark.parametrize("people", [(0, 1, 2), (0,), (1,), (2,), ()])
def test_r46_nobody_is_told_to_do_what_it_cannot_do(people, has_cards):
    """Red sets the trap for Blue. Only persons are spoken to, and nothing is laid or turned that is not there."""
    reading = STAGE.reading(trapped(), Readers(frozenset(people), has_cards))
    headings = [page.heading for page in reading.pages]
    if 0 not in people:
        assert not any(heading.startswith("Red: ") for heading in headings)
    if not has_cards:
        assert not any(word in heading for heading in headings for word in ("lay ", "Lay ", "urn "))
    if 1 not in people:
        assert not any(
            "look at Blue" in heading or ("to Blue" in heading and "bench" in heading) for heading in headings
        )
    assert len(headings) == 3 + has_cards
    assert all(any(card in page.text for page in reading.pages) for card in ("Hello Blue", "The challenge"))


def test_r46_the_victim_is_told_the_top_row_with_the_question():
    _, title, detail = STAGE.question(trapped())
    assert title == "Blue: challenge or sacrifice?"
    assert "draw 3 cards from the deck, then discard 2 of them" in detail


def test_r76_a_victim_of_the_pig_is_read_the_trap_though_it_has_no_choice():
    hands = {"red": "billy the-pig wallet compass", "blue": "crowbar"}
    play = trapped("set blue corruption greed arms the-pig", hands=hands, deck="rope chalk brick")
    assert STAGE.cards(play, 1)[-1].detail == "no sacrifice: The Pig"
    assert STAGE.reading(play) is None
    say(play, "pay wallet", "pay compass")
    assert STAGE.reading(play).pages[-1].text.endswith("Blue must try the challenge.")
    say(play, "discard rope", "discard chalk", "commit crowbar corruption")
    assert STAGE.reading(play) is None


def test_r10_the_stories_are_offered_from_the_last_character_until_somebody_begins():
    play = engines.load("saw").new(Table(), seats=2)
    say(play, "character broker")
    assert STAGE.reading(play) is None
    say(play, "character surgeon")
    box = play.game.box
    assert [(page.heading, page.text) for page in STAGE.reading(play).pages] == [
        ("Red is The Broker", box.characters[0].story),
        ("Blue is The Surgeon", box.characters[1].story),
    ]
    say(play, "first red")
    assert STAGE.reading(play) is None


def test_a62_a_committed_card_can_be_taken_back_on_the_screen():
    play = trapped(hands={"blue": "crowbar"}, deck="rope chalk brick")
    say(play, "challenge", "discard rope", "discard chalk", "commit crowbar corruption")
    assert "retract crowbar corruption" in written(play, STAGE.offered(play, play.decision))
    choice = play.parse("retract crowbar corruption")
    words = STAGE.wording(play, choice)
    assert (words.group, words.label) == ("Take back", "Crowbar from corruption")
    assert STAGE.lacks(play, choice) == ()
    assert STAGE.token_of(play, choice) == play.state.trap.tools[0][0]


# ---- setting a trap --------------------------------------------------------------------------------------------------


def test_billy_with_a_complete_bench_arms_its_lights_and_asks_for_whom():
    play = table(hands={"red": "? ?"}, benches={"red": "rising-water acid-bath lever"}, waits="set")
    found = heard(play, "billy")
    assert [aim.label for aim in found.aims] == ["Blue", "Green"]
    assert [aim.light for aim in found.aims] == [BENCH.seat_light(seat, "limb", 0) for seat in (1, 2)]
    assert found.armed == bench_lights(BENCH, 0)


def test_what_is_played_with_billy_is_shown_before_or_after():
    fields = {"hands": {"red": "? ? ? ?"}, "benches": {"red": "rising-water acid-bath lever"}, "waits": "set"}
    play = table(seats=2, **fields)
    for names in (("the-pig", "billy"), ("billy", "the-pig")):
        assert written(play, heard(play, *names).answers) == ["set blue corruption greed arms the-pig"]
    assert heard(play, "the-pig").wanted is not None
    short = table(seats=2, **{**fields, "hands": {"red": "? ?"}})
    assert heard(short, "the-pig", "billy").notice.startswith("Each card that is played with Billy costs 2 others")


def test_parts_that_nobody_has_told_are_asked_for_by_their_kind():
    play = table(seats=2, hands={"red": "? ?"}, benches={"red": "? acid-bath ?"}, waits="set")
    found = heard(play, "billy")
    assert found.wanted is not None
    assert found.wanted.detail == "Still to be shown: mechanism, escape."
    assert {"pendulum", "lever"} <= set(found.wanted.cards)
    assert "furnace" not in found.wanted.cards
    told = heard(play, "billy", "lever")
    assert told.told == ((play.state.bench[0][2], "lever"),)


def test_a_bench_that_is_no_trap_is_told_only_to_who_lays_down_billy():
    play = table(hands={"red": "? ?"}, benches={"red": "rising-water lever acid-bath"}, waits="set")
    assert heard(play, "billy").notice.startswith("Your bench must hold a mechanism, an object and an escape")
    assert heard(play, "wrench").notice == "Lay down Billy to set a trap, or press no."


# ---- benches ---------------------------------------------------------------------------------------------------------


def test_a_bench_is_read_in_its_owners_second_step_only():
    lying = {"seat1.bench.1": Lying("pendulum"), "seat2.bench.1": Lying("lever")}
    play = table(hands={"red": "? ?", "blue": "?"})
    assert written(play, STAGE.slotted(play, lying).row) == ["bench pendulum 1"]
    for step in ("discard", "set"):
        later = table(hands={"red": "? ?"}, waits=step)
        assert STAGE.slotted(later, lying).row == ()


@pytest.mark.parametrize(
    ("bench", "lying", "texts"),
    [
        ("pendulum - -", {1: ""}, ["lift 1"]),
        ("pendulum - -", {1: "pendulum"}, []),
        ("pendulum - -", {2: "pendulum"}, ["lift 1"]),
        ("pendulum - -", {1: "lever"}, ["bench lever 1"]),
        ("- - -", {3: "?"}, ["bench ? 3"]),
        ("? - -", {1: "?"}, []),
        ("pendulum acid-bath -", {1: "acid-bath", 2: "pendulum"}, ["lift 1"]),
    ],
)
def test_what_lies_on_a_bench_is_brought_to_the_rules_step_by_step(bench, lying, texts):
    play = table(hands={"red": "? ?"}, benches={"red": bench})
    found = STAGE.slotted(play, {f"seat1.bench.{slot}": Lying(card) for slot, card in lying.items()})
    assert written(play, found.row) == texts


def test_a_card_that_lay_unread_is_told_once_it_can_be_read():
    play = table(hands={"red": "?"}, benches={"red": "? - -"})
    token = play.state.bench[0][0]
    assert STAGE.slotted(play, {"seat1.bench.1": Lying("lever")}).told == ((token, "lever"),)


# ---- buttons ---------------------------------------------------------------------------------------------------------


def test_yes_and_no_answer_a_trap():
    play = trapped()
    assert STAGE.pressed(play, "yes", 1) == ("challenge",)
    assert STAGE.pressed(play, "no", 1) == ("sacrifice",)


def test_whoever_begins_presses_yes():
    play = GAME.new(Table(), 3)
    say(play, "character broker", "character surgeon", "character gambler")
    assert STAGE.pressers(play) == {0, 1, 2}
    assert STAGE.pressed(play, "yes", 2) == ("first", 2)


@pytest.mark.parametrize(
    ("deck", "answer"),
    [
        ("billy billy billy", "keep billy"),
        ("rope wrench ?", "keep ?"),
        ("rope wrench knife", None),
        ("? ? ?", "keep ?"),
    ],
)
def test_yes_keeps_a_card_that_nobody_has_to_name(deck, answer):
    play = table(hands={"red": "candle"}, deck=deck)
    say(play, "play candle")
    choice = STAGE.pressed(play, "yes", 0)
    assert (play.write(choice) if choice else None) == answer


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_button_answers_is_allowed(seed):
    for play in walk(seed, 250, told=(1.0, 0.3)[seed % 2]):
        for answer in ("yes", "no") if play.waiting and isinstance(play.waiting[-1], Decision) else ():
            choice = STAGE.pressed(play, answer, 0)
            assert choice is None or play.options(play.decision).contains(choice), (play.decision, choice)


# ---- lights ----------------------------------------------------------------------------------------------------------


def test_seats_show_blood_and_limbs_and_whose_turn_it_is():
    play = table(blood={"blue": 2}, limbs={"red": "mild severe lost healthy", "blue": "tourniquet lost mild mild"})
    scene = STAGE.lights(play.view(PUBLIC), Cue())
    lit = [sum(any(scene.base[BENCH.seat_light(seat, "pints", at)]) for at in range(10)) for seat in (0, 1)]
    assert lit == [10, 2]
    bright = [at_brightness(colour, BENCH.brightness) for colour in (MILD, SEVERE, WHITE)]
    assert [scene.base[BENCH.seat_light(0, "limb", at)] for at in (0, 1)] == bright[:2]
    assert scene.base[BENCH.seat_light(1, "limb", 0)] == bright[2]
    assert said(scene, LOST) == {BENCH.seat_light(0, "limb", 2), BENCH.seat_light(1, "limb", 1)}
    assert scene.effects[LOST.slot].kind == wire.FX_BLINK
    assert said(scene, TURN) == {BENCH.seat_light(0, "limb", 3)}


def test_a_trap_that_runs_lights_its_bench_and_its_target():
    play = trapped()
    scene = STAGE.lights(play.view(PUBLIC), Cue())
    target = {BENCH.seat_light(1, "limb", at) for at in range(4)}
    assert said(scene, LAID) == {*bench_lights(BENCH, 0), *target}
    assert said(scene, TURN) == set()


def test_damage_flashes_at_the_seat_and_a_correction_does_not():
    play = trapped()
    say(play, "sacrifice")
    assert play.decision.kind == "damage"
    events = say(play, "damage 2 1")
    cue = STAGE.hurt_by(play, events)
    assert cue.hurt_seats == (1,)
    assert said(STAGE.lights(play.view(PUBLIC), cue), DAMAGE)
    assert STAGE.hurt_by(play, [ev.BloodChanged(1, 8, 7, "corrected", "")]).hurt_seats == ()


@pytest.mark.parametrize(
    "bench", ["rising-water acid-bath lever", "rope wrench candle", "lever rising-water acid-bath"]
)
def test_no_light_and_no_word_tells_what_lies_on_a_bench(bench):
    play = table(hands={"red": "billy ?"}, benches={"red": bench}, waits="set")
    other = table(hands={"red": "billy ?"}, benches={"red": "? ? ?"}, waits="set")
    for each in (STAGE, POCKET):
        assert each.lights(play.view(PUBLIC), Cue()) == each.lights(other.view(PUBLIC), Cue())
        assert each.question(play) == each.question(other)
        assert written(play, each.offered(play, play.decision)) == ["pass"]
        assert each.showable(play) == each.showable(other)


@pytest.mark.parametrize("seed", range(8))
def test_permuting_what_is_hidden_changes_no_light_and_no_word(seed):
    """The host knows all faces. Where two plays differ in such faces only, all that everybody sees is the same."""
    play = dealt(seed, 30 + 17 * seed)
    assert play.waiting
    shown, hands = [], set()
    for number in range(3):
        copy = play.sample(PUBLIC, Random(number))
        hands.add(tuple(copy.state.face[token] for hand in copy.state.hand for token in hand))
        words = [STAGE.wording(copy, choice) for choice in STAGE.offered(copy, copy.decision)]
        seats = [STAGE.seat(copy, seat, "person") for seat in range(3)]
        lights = STAGE.lights(copy.view(PUBLIC), Cue())
        shown.append((lights, words, seats, STAGE.question(copy), STAGE.showable(copy)))
    assert len(hands) == 3
    assert shown[0] == shown[1] == shown[2]


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_has_a_question_and_every_answer_words_of_its_own(seed):
    kinds = set()
    for play in walk(seed, 250):
        _, title, detail = STAGE.question(play)
        assert title
        assert not detail or detail[-1] in ".?"
        if play.waiting and isinstance(play.waiting[-1], Decision) and play.decision.kind != "film":
            kinds.add(play.decision.kind)
            words = [STAGE.wording(play, choice) for choice in play.options(play.decision).enumerate()]
            assert len({(word.group, word.label) for word in words}) == len(words)
    assert len(kinds) > 6


def test_every_event_but_the_book_keeping_is_told_and_none_names_a_secret():
    quiet = {"Agenda", "Bound", "Mingled", "Flipped", "TurnBegan", "TurnEnded"}
    told, silent = set(), set()
    for seed in range(6):
        for event in dealt(seed, 400).events:
            sentence = STAGE.tell(event)
            (told if sentence else silent).add(type(event).__name__)
            assert sentence is None or sentence[-1] == "."
    assert silent <= quiet
    assert len(told) > 18


def test_a_card_that_others_do_not_see_is_not_named():
    assert STAGE.spoken("bench rope 1") == "bench ? 1"
    assert [STAGE.spoken(f"{word} rope") for word in ("keep", "give", "next", "steal")] == [
        "keep ?",
        "give ?",
        "next ?",
        "steal ?",
    ]
    assert STAGE.spoken("discard rope bench") == "discard rope bench"
    assert STAGE.spoken("keep") == "keep"


def test_a_seat_shows_its_body_and_how_many_cards_it_has():
    play = table(
        hands={"red": "rope wrench"}, benches={"red": "pendulum - -"}, limbs={"red": "mild lost healthy healthy"}
    )
    seat = STAGE.seat(play, 0, "person")
    assert [gauge.text for gauge in seat.cards[0].gauges] == ["10", "mild", "lost", "healthy", "healthy"]
    assert seat.summary == "2 in hand, 1 on bench"
    assert not [name for name in ("rope", "wrench", "pendulum") if name in repr(seat)]


def test_a_table_with_tiles_is_no_table_of_this_game_but_serves():
    stage = SawStage(profiles.load("full"), GAME, 3)
    play = table()
    assert not any(stage.scene(play).signature)
    with pytest.raises(ImportProblem, match="not played on tiles"):
        stage.position_from(play, b"")
