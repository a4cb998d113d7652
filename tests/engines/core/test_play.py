"""One running game: what enters, what comes out, what is taken back. Armada stands for every game here."""

import json
from random import Random

import pytest

import engines
from engines.core import (
    HOST,
    PUBLIC,
    Answer,
    Corrected,
    Decision,
    IllegalEntry,
    Observed,
    ParseError,
    Pass,
    Play,
    Problem,
    Reveal,
    Shuffle,
    Shuffled,
    Table,
)
from engines.core.events import Bound

GAME = engines.load("armada")


@pytest.fixture
def play() -> Play:
    return GAME.new(oracle=Shuffle(7))


@pytest.fixture
def table() -> Play:
    return GAME.new(oracle=Table())


def test_a_play_says_what_it_waits_on(play: Play) -> None:
    assert play.waiting == (Decision(1, 0, "action", "must"),)
    assert play.decision is play.waiting[0]


def test_feed_returns_what_happened_with_what_the_oracle_added(play: Play) -> None:
    before = len(play.events)
    events = play.feed(Answer(play.decision.id, ("draw",)))
    assert [type(event).__name__ for event in events] == ["Drawn", "ActionDone", "Bound"]
    assert play.events[before:] == events


def test_say_answers_in_words(play: Play) -> None:
    copy = play.clone()
    assert play.say("DRAW") == copy.feed(Answer(copy.decision.id, ("draw",)))


def test_an_illegal_entry_is_refused_with_a_problem_and_changes_nothing(play: Play) -> None:
    before, log = play.digest(), list(play.log)
    with pytest.raises(IllegalEntry, match="not yours") as error:
        play.say("move ship-2 north")
    assert error.value.problem == Problem("ship-2 is not yours.", "R42")
    assert (play.digest(), play.log) == (before, log)


def test_a_stale_answer_is_recognised(play: Play) -> None:
    answer = Answer(play.decision.id, ("draw",))
    play.feed(answer)
    with pytest.raises(IllegalEntry, match="asked before"):
        play.feed(answer)


def test_decision_ids_count_entries(play: Play) -> None:
    ids = []
    for _ in range(6):
        ids.append(play.decision.id)
        play.say("draw")
    assert ids == sorted(set(ids))
    assert play.decision.id == len(play.log)


def test_nothing_can_be_decided_while_an_identity_is_missing(table: Play) -> None:
    assert isinstance(table.waiting[0], Reveal)
    with pytest.raises(ValueError, match="Nobody has to decide"):
        _ = table.decision
    with pytest.raises(ParseError, match="Nobody is asked"):
        table.parse("draw")
    with pytest.raises(IllegalEntry, match="not asked yet"):
        table.feed(Answer(0, ("draw",)))


def test_parse_is_asked_about_the_decision_that_waits(play: Play) -> None:
    assert play.parse("draw", play.decision.id) == ("draw",)
    with pytest.raises(ParseError, match="Nobody is asked that now"):
        play.parse("draw", play.decision.id + 1)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Pass(1), "must be answered"),
        (Pass(0), "nothing to pass on"),
        (Shuffled("draw"), "There is no zone"),
        (Observed(5, "hub-2"), "Nobody needs to know"),
        (Corrected("ship-1.energy", -1, "counted"), "from 0 to"),
        ("draw", "no entry"),
    ],
)
def test_what_cannot_enter_is_told_why(play: Play, entry: object, sentence: str) -> None:
    problem = play.verify(entry)  # type: ignore[arg-type]
    assert problem is not None
    assert sentence in problem.sentence


def test_the_same_piece_is_not_drawn_twice(table: Play) -> None:
    table.feed(Observed(2, "hub-2"))
    table.say("draw")
    with pytest.raises(IllegalEntry, match="drawn before"):
        table.feed(Observed(3, "hub-2"))
    with pytest.raises(IllegalEntry, match="no piece"):
        table.feed(Observed(3, "hub-99"))


def test_undo_takes_back_an_answer_and_what_it_revealed(play: Play) -> None:
    before = play.digest()
    play.say("draw")
    play.undo()
    assert (play.digest(), len(play.log), play.decision.id) == (before, 1, 1)


def test_undo_takes_back_several(play: Play) -> None:
    before = play.digest()
    for _ in range(5):
        play.say("draw")
    play.undo(5)
    assert play.digest() == before


@pytest.mark.parametrize("answers", [0, -1, 3])
def test_undo_takes_back_what_there_is(play: Play, answers: int) -> None:
    play.say("draw")
    play.say("draw")
    digest = play.digest()
    with pytest.raises(ValueError, match=r"nothing left|at least one"):
        play.undo(answers)
    assert play.digest() == digest


def test_a_correction_can_be_taken_back(play: Play) -> None:
    before = play.digest()
    play.feed(Corrected("ship-1.energy", 5, "counted"))
    assert play.digest() != before
    play.undo()
    assert play.digest() == before


def test_what_was_seen_stays_seen_after_an_undo(table: Play) -> None:
    table.feed(Observed(2, "hub-2"))
    table.say("draw")
    table.feed(Observed(3, "gun-3"))
    table.undo()
    assert table.candidates(3) == {"gun-3"}
    table.say("draw")
    assert table.position()["play"]["blue"] == ["hub-2", "gun-1", "gun-3"]  # nobody had to show it again


def test_who_had_seen_a_card_before_an_undo_knows_it_also_if_it_is_shown_to_fewer_then() -> None:
    play = engines.load("saw").new(Table(), 2)
    for text in ("character surgeon", "character broker", "first red"):
        play.say(text)
    told = next(item for item in play.waiting if isinstance(item, Reveal))
    play.recall(Observed(told.token, "candle"))
    play.feed(Observed(told.token, "candle", (0,)))
    assert play.view(PUBLIC)["players"][0]["hand"]["known"] == ["candle"]
    play.undo()  # who begins; the card still is the next of the deck, and everybody has seen it
    assert play.knowledge(PUBLIC).card(told.token) == "candle"


def test_what_was_seen_stays_seen_in_a_saved_game(table: Play) -> None:
    table.feed(Observed(2, "hub-2"))
    table.say("draw")
    table.feed(Observed(3, "gun-3"))
    table.undo()
    saved = json.loads(json.dumps(GAME.dump(table)))
    restored = GAME.restore(saved)
    assert restored.candidates(3) == {"gun-3"}
    assert GAME.dump(restored) == saved
    restored.say("draw")
    assert restored.position()["play"]["blue"] == ["hub-2", "gun-1", "gun-3"]


def test_a_save_cannot_have_seen_what_cannot_be(table: Play) -> None:
    table.feed(Observed(2, "hub-2"))
    table.say("draw")
    table.feed(Observed(3, "gun-3"))
    table.undo()
    saved = GAME.dump(table)
    seen = saved["seen"][0]["observed"]
    for wrong in ({**seen, "card": "hub-2"}, {**seen, "card": "x"}, {**seen, "token": "blue.token-99"}, None):
        with pytest.raises(engines.core.SetupError, match="seen"):
            GAME.restore({**saved, "seen": [{"observed": wrong}]})
    with pytest.raises(engines.core.SetupError, match='"seen"'):
        GAME.restore({**saved, "seen": 3})


def test_a_copy_goes_its_own_way(play: Play) -> None:
    copy = play.clone()
    copy.say("draw")
    assert (len(copy.log), len(play.log)) == (3, 1)
    assert copy.digest() != play.digest()
    assert len(play.seen) == 1


def test_a_digest_tells_plays_apart_that_stand_otherwise(play: Play) -> None:
    digests = {play.digest()}
    for text in ("rotate starter left", "rotate starter left", "move ship-2 south", "draw"):
        play.say(text)
        digests.add(play.digest())
    assert len(digests) == 5


def test_a_view_can_be_sent_and_tells_nothing_hidden() -> None:
    views = {json.dumps(GAME.new(oracle=Shuffle(seed)).view(PUBLIC), sort_keys=True) for seed in range(60)}
    assert len(views) == 13  # as many as there are pieces that Blue may have drawn


def test_knowledge_is_folded_only_when_asked_for_and_goes_on_from_there(play: Play) -> None:
    first = play.knowledge(PUBLIC)
    play.say("draw")
    bound = [event for event in play.events if isinstance(event, Bound)]
    assert play.knowledge(PUBLIC) is first
    assert [first.card(event.token) for event in bound] == [event.card for event in bound]


def test_what_the_rules_showed_to_all_stays_known_to_all(table: Play) -> None:
    table.feed(Observed(2, "hub-2"))
    table.say("draw")
    table.feed(Observed(3, "gun-3", (0,)))
    table.undo()  # the table no longer shows it, but some have seen it
    known = {viewer: table.knowledge(viewer).card(3) for viewer in (HOST, 0, 1, PUBLIC)}
    assert set(known.values()) == {"gun-3"}, "a drawn piece lies open (R11), whoever reported it"


def test_an_oracle_that_ignores_what_was_seen_deals_around_it() -> None:
    table = GAME.new(Table())
    table.feed(Observed(table.waiting[0].token, "gun-6"))
    for seed in range(20):
        play = GAME.restore(GAME.dump(table), Shuffle(seed))
        rng = Random(seed)
        while play.waiting and len(play.log) < 120:
            decision = play.decision
            play.feed(Answer(decision.id, play.options(decision).sample(rng)))
            GAME.check(play.state)


def test_another_shuffle_halfway_deals_only_what_is_left() -> None:
    play = GAME.new(Shuffle(24))
    rng = Random(1)
    for at in range(150):
        if not play.waiting:
            break
        if at == 30:
            play.oracle = Shuffle(99)
        decision = play.decision
        play.feed(Answer(decision.id, play.options(decision).sample(rng)))
        GAME.check(play.state)
    assert len(play.log) > 60


def test_options_of_what_is_not_asked_are_refused() -> None:
    play = GAME.new(Shuffle(1))
    with pytest.raises(ValueError, match="not asked"):
        play.options(play.decision._replace(seat=1))


def test_events_for_a_viewer_leave_out_what_it_may_not_know() -> None:
    play = GAME.new(Shuffle(1))
    assert play.events_for(PUBLIC) == play.events
    play.events.append(Bound(3, "gun-3", (0,)))
    assert [len(play.events_for(viewer)) - len(play.events) for viewer in (HOST, 0, 1, PUBLIC)] == [0, 0, -1, -1]
