"""Loot Trap on a table: what each answer makes of the tiles, what pad and buttons answer, what the lights say."""

from collections.abc import Iterator
from random import Random

import pytest

import engines
from engines.core import Decision, Play, Reveal, Table
from engines.core.entries import Answer, Observed, Pass
from engines.core.viewers import PUBLIC
from engines.loot import events as ev
from firmware import wire
from hardware import profiles
from host.stage.base import Cue, ImportProblem
from host.stage.heard import Shown
from host.stage.language import ARMED, DAMAGE, LAID
from host.stage.loot import LootStage
from host.stage.loot_tiles import CROSS, PAWN, SIDEWAYS, UPRIGHT
from host.table import Snapshot, Touch
from tests.engines.loot.scenes import Scene, options, say, several_loots

FIELD = profiles.load("field")
GAME = engines.load("loot")
STAGE = LootStage(FIELD, GAME, 2)
SEVERAL = several_loots()
STAGES = {seats: LootStage(FIELD, GAME, seats) for seats in (2, 3, 4)}
TOLD = [getattr(ev, name) for name in dir(ev) if isinstance(getattr(ev, name), type) and name[0].isupper()]


def tile(name: str) -> int:
    return FIELD.tile_named(name).index


def snapshot(tiles: bytes, touches: tuple[Touch, ...] = ()) -> Snapshot:
    return Snapshot(0, tiles, bytes([100] * len(tiles)), 0, True, touches)


def walk(seed: int, answers: int, seats: int = 2) -> Iterator[Play]:
    """A game in which nobody tells more than must be told, before every answer and at last."""
    play, rng = GAME.new(Table(), seats), Random(seed)
    for _ in range(answers):
        yield play
        if not play.waiting:
            return
        item = next((item for item in play.waiting if isinstance(item, Decision)), play.waiting[0])
        if isinstance(item, Reveal):
            play.feed(Observed(item.token, rng.choice(sorted(play.candidates(item.token)))))
            continue
        answer = Answer(item.id, play.options(item).sample_kind_first(rng))
        if play.verify(answer) is None:  # a card may be known to lie elsewhere
            play.feed(answer)
    yield play


def playout(seed: int, answers: int, seats: int = 2) -> Play:
    """Such a game after some answers."""
    *_, play = walk(seed, answers, seats)
    return play


# ---- the scene -------------------------------------------------------------------------------------------------------


def test_every_card_lies_in_a_tray_and_every_pawn_stands_on_its_first_space():
    things = STAGE.scene(GAME.new(Table(), 2)).things
    assert sum(thing.name.startswith("tray.") for thing in things) == 20
    assert {(thing.name, thing.tile, thing.mask) for thing in things if "pawn" in thing.name} == {
        ("pawn.red", tile("b1"), PAWN),
        ("pawn.blue", tile("b8"), PAWN),
    }
    assert {thing.mask for thing in things if "tray" in thing.name} == {UPRIGHT}


def test_an_armed_card_lies_sideways_and_a_laid_one_has_a_cross_tray_over_an_upright_one():
    play = Scene().trap("b3", "mutiny").laid("c4", "loot").laid("a4", "loot", over="mutiny", face_up=True).table()
    signature = STAGE.scene(play).signature
    assert [signature[tile(name)] for name in ("b3", "c4", "a4", "b4")] == [
        SIDEWAYS,
        UPRIGHT | CROSS,
        UPRIGHT | CROSS,
        UPRIGHT,
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_field_of_every_number_of_seats_lies_on_the_tiles(seats):
    stage, play = STAGES[seats], GAME.new(Table(), seats)
    assert stage.is_sensed
    assert stage.board == ((3, 8) if seats == 2 else (7, 8))
    assert len(stage.scene(play).things) == (20 if seats == 2 else 30) + seats


def test_a_table_without_tiles_is_played_on_the_screen():
    for name in ("pocket", "none"):
        stage, play = LootStage(profiles.load(name), GAME, 3), GAME.new(Table(), 3)
        assert not stage.is_sensed
        assert stage.scene(play).signature == b""
        assert stage.outcomes(play) == {}
        assert {piece.tile for piece in stage.pieces(play)} <= set(range(7 * 8))
        assert not any(map(any, stage.lights(play.view(PUBLIC), Cue()).base))


def test_a_tray_may_lie_either_way_round():
    play = Scene().trap("b3", "mutiny").laid("c4", "loot").table()
    shown = bytearray(STAGE.scene(play).signature)
    shown[tile("b3")] = wire.WEST
    shown[tile("a2")] = wire.SOUTH
    shown[tile("c4")] = wire.SOUTH | wire.EAST | wire.WEST
    shown[tile("b1")] = wire.SOUTH | wire.CENTRE
    touch = Touch(0, tile("b3"), wire.EAST, wire.WEST)
    read = STAGE.read(play, snapshot(bytes(shown), (touch,)))
    assert read.tiles == STAGE.scene(play).signature
    assert read.touches[0].before == read.touches[0].after


# ---- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_one_outcome_of_each_move_and_each_lay_is_what_the_engine_makes_of_it(seed):
    """As far as it goes on without anything else: a trap may move the pawn on, and its space is filled."""
    seats, kinds = (2, 3, 4)[seed % 3], set()
    stage = STAGES[seats]
    for play in walk(seed, 120, seats):
        seen: dict[tuple, list[bytes]] = {}
        for signature, choices in stage.outcomes(play).items():
            for choice in choices:
                seen.setdefault(choice, []).append(signature)
        for choice, signatures in seen.items():
            after = play.clone()
            after.feed(Answer(after.decision.id, choice))
            is_plain = not any(isinstance(event, ev.Sprung) for event in after.events[len(play.events) :])
            if is_plain and isinstance(after.waiting[-1], Decision):
                assert stage.scene(after).signature in signatures
                kinds.add(choice[0])
    assert kinds >= {"move", "lay"}


def test_a_move_is_seen_before_and_after_the_tray_is_turned():
    play = Scene().hand("red", "? ?").hand("blue", "?").table()
    before = STAGE.scene(play).signature
    found = {choice: [s for s, c in STAGE.outcomes(play).items() if choice in c] for choice in [("move", _cell("b2"))]}
    [signatures] = found.values()
    assert sorted(s[tile("b1")] for s in signatures) == [UPRIGHT, SIDEWAYS]
    assert {s[tile("b2")] for s in signatures} == {UPRIGHT | PAWN}
    assert before not in signatures


def test_a_trap_is_seen_whatever_card_it_is_and_however_the_tray_beneath_still_lies():
    play = Scene().trap("b2", "mutiny").hand("red", "? ? loot").hand("blue", "?").table(at="action")
    shown = {s[tile("b2")] for s, choices in STAGE.outcomes(play).items()}
    assert shown == {UPRIGHT | CROSS, CROSS, wire.NORTH | wire.EAST | wire.SOUTH}
    assert set(STAGE.outcomes(play).values()) == {(("lay", -1, _cell("b2")),)}


def _cell(name: str) -> int:
    cell = GAME.box.fields[2].find(name)
    assert cell is not None
    return cell


def test_where_a_card_is_being_taken_the_table_may_show_anything():
    play = Scene().trap("b2", "?").hand("red", "?").hand("blue", "?").table()
    say(play, "move b2")
    assert isinstance(play.waiting[0], Reveal)
    empty = bytearray(STAGE.scene(play).signature)
    empty[tile("b2")] = 0
    assert STAGE.read(play, snapshot(bytes(empty))).tiles == STAGE.scene(play).signature
    play.feed(Observed(play.waiting[0].token, "lucky-charm"))
    assert STAGE.read(play, snapshot(bytes(empty))).tiles == bytes(empty)


# ---- pad and buttons -------------------------------------------------------------------------------------------------


def written(play: Play, choices) -> list[str]:
    return [play.write(choice) for choice in choices]


def test_a_card_at_the_pad_answers_what_is_asked():
    play = Scene().hand("red", "? ? ?").hand("blue", "?").table(at="action")
    assert written(play, STAGE.shown(play, "powder-keg")) == ["play powder-keg"]
    assert written(play, STAGE.shown(play, "loot")) == ["bank"]
    assert written(play, STAGE.shown(play, "cork-vest")) == ["equip cork-vest red", "equip cork-vest blue"]
    assert STAGE.shown(play, "roll-4") == STAGE.shown(play, "annie") == ()
    say(play, "done")
    play.feed(Pass(play.decision.id))
    assert written(play, STAGE.shown(play, "mutiny")) == ["discard mutiny", "replace mutiny"]


def test_rolls_and_avatars_are_shown_too():
    play = GAME.new(Table(), 2)
    assert written(play, STAGE.shown(play, "annie")) == ["avatar annie"]
    play = Scene().hand("red", "knucklebones").hand("blue", "?").table(at="action")
    say(play, "play knucklebones")
    assert written(play, STAGE.shown(play, "roll-3")) == ["roll 3"]
    assert set(GAME.tagged()) >= {"roll-1", "roll-6", "annie", "ione", "loot", "cork-vest"}
    assert sum(GAME.tagged().values()) == 103 + 6 + 9


def test_a_sprung_loot_is_banked_by_yes_and_left_by_no():
    play = Scene().trap("b2", "loot").hand("red", "?").hand("blue", "?").table()
    say(play, "move b2")
    assert STAGE.pressed(play, "yes") == ("bank",)
    assert STAGE.pressed(play, "no") == ("leave",)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_button_answers_is_allowed(seed):
    seats = (2, 3, 4)[seed % 3]
    for play in walk(seed, 300, seats):
        for answer in ("yes", "no") if play.waiting else ():
            choice = STAGES[seats].pressed(play, answer)
            assert choice is None or play.options(play.decision).contains(choice)


# ---- lights ----------------------------------------------------------------------------------------------------------


def said(scene, meaning) -> set[int]:
    return set(scene.effects[meaning.slot].lights) if meaning.slot in scene.effects else set()


def test_armed_tiles_glow_and_those_that_players_laid_pulse():
    play = Scene().trap("b3", "mutiny").laid("c4", "loot").table()
    scene = STAGE.lights(play.view(PUBLIC), Cue())
    assert said(scene, ARMED) == {tile("b3")}
    assert said(scene, LAID) == {tile("c4")}
    assert scene.effects[ARMED.slot].kind == wire.FX_BREATHE
    assert scene.effects[LAID.slot].kind == wire.FX_PULSE


def test_a_trap_flashes_from_landing_on_it_until_its_space_is_filled():
    play = Scene().trap("b2", "?").hand("red", "?").bank("red", 1).hand("blue", "?").table()
    say(play, "move b2")
    assert said(STAGE.lights(play.view(PUBLIC), Cue()), DAMAGE) == {tile("b2")}
    play.feed(Observed(play.waiting[0].token, "powder-keg"))
    assert play.decision.kind == "spend"
    assert said(STAGE.lights(play.view(PUBLIC), Cue()), DAMAGE) == {tile("b2")}
    events = say(play, "spend 0")
    assert not said(STAGE.lights(play.view(PUBLIC), Cue()), DAMAGE)
    assert STAGE.hurt_by(play, events).hurt_seats == (0,)


def test_the_seats_show_their_health_and_whose_turn_it_is():
    play = Scene().health("blue", 2).hand("red", "?").table()
    scene = STAGE.lights(play.view(PUBLIC), Cue())
    lit = [sum(any(scene.base[FIELD.seat_light(seat, "pints", at)]) for at in range(10)) for seat in (0, 1)]
    assert lit == [8, 2]
    assert scene.effects[0].lights == {FIELD.seat_light(0, "limb", at) for at in range(4)}
    assert FIELD.seat_light(1, "pints", 1) in scene.effects[1].lights


@pytest.mark.parametrize("seed", range(6))
def test_permuting_what_is_hidden_changes_no_light_and_no_word(seed):
    """The host may know faces in secret. Where two plays differ in such faces only, all that is shown is the same."""
    seats = (2, 3, 4)[seed % 3]
    stage, play = STAGES[seats], playout(seed, 30 + 12 * seed, seats)
    assert play.waiting
    decision = next((item for item in play.waiting if isinstance(item, Decision)), None)
    shown, hands = [], set()
    for number in range(3):
        told = play.sample(PUBLIC, Random(number))
        hands.add(tuple(told.state.face[token] for hand in told.state.hand for token in hand))
        words = [stage.wording(told, choice) for choice in stage.offered(told, decision)] if decision else []
        seen = [stage.seat(told, seat, "person") for seat in range(seats)]
        shown.append((stage.lights(told.view(PUBLIC), Cue()), words, seen, stage.pieces(told), stage.question(told)))
    assert len(hands) == 3
    assert shown[0] == shown[1] == shown[2]


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_decision_has_a_question_and_every_answer_words_of_its_own(seed):
    seats, kinds = (2, 3, 4)[seed % 3], set()
    for play in walk(seed, 300, seats):
        _, title, detail = STAGES[seats].question(play)
        assert title
        assert not detail or detail[-1] in ".?"
        if play.waiting and isinstance(play.waiting[-1], Decision):
            kinds.add(play.decision.kind)
            words = [STAGES[seats].wording(play, choice) for choice in play.options(play.decision).enumerate()]
            assert len({(word.group, word.label) for word in words}) == len(words)
    assert len(kinds) > 6


def test_every_event_but_the_book_keeping_is_told():
    quiet = {"Agenda", "ActionTaken", "Cleared", "TurnBegan", "TurnEnded", "Any", "NamedTuple"}
    told = {type(event).__name__ for seed in range(9) for event in playout(seed, 300, 3).events if STAGE.tell(event)}
    assert told.isdisjoint(quiet)
    assert len(told) > 20
    for seed in range(3):
        for event in playout(seed, 300, 3).events:
            sentence = STAGE.tell(event)
            assert sentence is None or sentence[-1] == "."


def test_a_card_that_leaves_a_hand_face_down_is_not_named():
    assert STAGE.spoken("lay mutiny c2") == "lay unseen c2"
    assert STAGE.spoken("swap loot") == "swap unseen"
    assert STAGE.spoken("give loot") == "give unseen"
    assert STAGE.spoken("play mutiny") == "play mutiny"
    assert STAGE.spoken("roll") == "roll"


def test_a_seat_shows_health_loot_equipment_and_how_many_cards():
    play = Scene().bank("red", 2).wears("red", "cork-vest").health("red", 5).hand("red", "loot mutiny").table()
    seat = STAGE.seat(play, 0, "person")
    assert [gauge.text for gauge in seat.cards[0].gauges] == ["5", "2 of 5"]
    assert seat.cards[0].detail == "Cork Vest"
    assert "2 cards in hand" in seat.said
    assert "mutiny" not in repr(seat)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (("turn", "tray.b1", "b1", "b1", SIDEWAYS), "Turn the tray on b1 sideways."),
        (("put", "tray.b1", "", "b1", UPRIGHT), "Lay the tray on b1 upright."),
        (("put", "cross.c2", "", "c2", CROSS), "Lay a cross tray over the tray on c2."),
        (("take", "cross.c2", "c2", "", 0), "Take the cross tray off c2."),
        (("move", "pawn.red", "b1", "b2", PAWN), "Move Red's pawn from b1 to b2."),
        (("put", "pawn.blue", "", "b8", PAWN), "Put Blue's pawn on b8."),
        (("take", None, "g8", "", 0), "Take what does not belong there off g8."),
    ],
)
def test_what_is_to_be_mended_is_said_in_the_players_words(step, sentence):
    assert STAGE.instruction(*step) == sentence


# ---- the table is right ----------------------------------------------------------------------------------------------


def changed(play: Play, **tiles: int) -> bytes:
    after = bytearray(STAGE.scene(play).signature)
    for name, mask in tiles.items():
        after[tile(name)] = mask
    return bytes(after)


def test_a_pawn_that_stands_elsewhere_and_cards_that_are_armed_are_taken_from_the_table():
    play = Scene().hand("red", "?").hand("blue", "?").table()
    position = STAGE.position_from(play, changed(play, b1=SIDEWAYS, c3=SIDEWAYS, b2=UPRIGHT | PAWN))
    after = GAME.setup(position, Table())
    assert STAGE.scene(after).signature == changed(play, b1=SIDEWAYS, c3=SIDEWAYS, b2=UPRIGHT | PAWN)
    assert options(after)


@pytest.mark.parametrize(
    ("tiles", "sentence"),
    [
        ({"b3": UPRIGHT | CROSS}, "answer that it is laid"),
        ({"b3": 0}, "set it straight"),
        ({"b1": UPRIGHT}, "2 pawns belong on the field, and 1 stand there"),
        ({"b1": UPRIGHT, "b8": UPRIGHT, "b2": UPRIGHT | PAWN, "b7": UPRIGHT | PAWN}, "look alike"),
        ({"b1": UPRIGHT, "b2": SIDEWAYS | PAWN}, "spring a trap on b2"),
        ({"g8": UPRIGHT}, "beside the field"),
    ],
)
def test_what_cannot_be_taken_from_the_table_is_said(tiles, sentence):
    play = Scene().hand("red", "?").hand("blue", "?").table()
    with pytest.raises(ImportProblem, match=sentence):
        STAGE.position_from(play, changed(play, **tiles))


def test_with_several_loot_designs_the_card_at_the_pad_says_which():
    stage = LootStage(FIELD, SEVERAL, 2)
    play = Scene(rules=SEVERAL).hand("red", "? ? ?").hand("blue", "?").table(at="action")
    assert written(play, stage.shown(play, "gold")) == ["bank gold"]
    assert written(play, stage.shown(play, "silver")) == ["bank silver"]
    assert stage.wording(play, ("bank", SEVERAL.box.number["gold"])).label == "Gold"


@pytest.mark.parametrize("seed", range(3))
def test_no_card_of_a_hand_is_refused_in_silence_at_a_pad(seed: int) -> None:
    kinds = set()
    for play in walk(seed, 150):
        decision = next((item for item in play.waiting if isinstance(item, Decision)), None)
        if decision is None or decision.kind == "found":
            continue
        for name in GAME.box.number:
            for pad in ("play", "discard"):
                heard = STAGE.heard(play, [Shown(name, pad)])
                assert heard.answers or heard.notice.endswith((".", ")")), (decision.kind, name, pad)
        kinds.add(decision.kind)
    assert {"move", "window", "action", "discard"} <= kinds


def test_a_card_that_is_no_use_out_of_turn_says_so() -> None:
    play = next(play for play in walk(1, 150) if play.waiting and getattr(play.waiting[-1], "kind", "") == "window")
    heard = STAGE.heard(play, [Shown("blackmail")])
    assert heard.notice == "Blackmail cannot be played out of turn. Only cards with that icon can."
