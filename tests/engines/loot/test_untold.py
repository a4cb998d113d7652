"""At a real table many cards are never told: hands stay unknown, and nobody claims more than was shown."""

from random import Random
from typing import Any

import pytest

from engines.core import HOST, PUBLIC, Answer, Decision, IllegalEntry, Observed, Pass, Play, Reveal, Shuffle, Table
from engines.loot import events as ev
from host.soak.invariants import check_restored, check_state
from tests.engines.loot.scenes import Scene, discarded, game, hand, named, options, player, say, space


def forgetful(play: Play, rng: Random, answers: int) -> int:
    """Play at a table where people tell a face only now and then. Returns how many cards left a hand untold."""
    untold = 0
    for _ in range(answers):
        if not play.waiting:
            break
        reveals = [item for item in play.waiting if isinstance(item, Reveal)]
        needed = [item for item in reveals if item.policy == "must"]
        if needed or (reveals and rng.random() < 0.1):
            item = (needed or reveals)[0]
            play.feed(Observed(item.token, rng.choice(sorted(play.candidates(item.token)))))
            continue
        decision = play.decision
        choice = play.options(decision).sample_kind_first(rng)
        entry = Answer(decision.id, choice)
        if play.verify(entry) is not None:
            continue
        untold += any(getattr(event, "fresh", ()) for event in play.feed(entry))
    return untold


def test_a_table_that_tells_little_never_contradicts_itself() -> None:
    untold = 0
    for seed in range(9):
        rng = Random(seed)
        play = game().new(Table(), (2, 3, 4)[seed % 3])
        for _ in range(6):
            untold += forgetful(play, rng, 50)
            check_state(play)
            for viewer in (HOST, PUBLIC, *range(len(play.seats))):
                check_state(play.sample(viewer, rng))
        check_restored(play)
    assert untold > 10


def test_a_card_is_laid_without_telling_which() -> None:
    play = Scene().hand("red", "? ? loot").hand("blue", "?").table(at="action")
    assert "lay unseen b2" in options(play)
    events = say(play, "lay unseen b2")
    laid = named(events, ev.Laid)[0]
    assert len(laid.fresh) == 3
    assert hand(play, "red") == ["?", "?"]  # the loot may have been the card that was laid
    assert play.knowledge(HOST).candidates(laid.token) >= {"loot", "mutiny"}


def test_a_card_is_swapped_and_given_without_telling_which() -> None:
    play = Scene().hand("red", "? ?").hand("blue", "?").table(at="action")
    say(play, "peek", "swap unseen")
    assert len(player(play, "red")["hand"]) == 2
    play = Scene().hand("red", "cutpurse").hand("blue", "? ?").table(at="action")
    say(play, "play cutpurse", "give unseen")
    assert [len(player(play, seat)["hand"]) for seat in ("red", "blue")] == [1, 1]


def test_a_card_that_is_shown_may_be_any_that_is_left() -> None:
    play = Scene().hand("red", "?").hand("blue", "?").table(at="action")
    say(play, "play powder-keg")
    assert player(play, "blue")["health"] == 6
    assert discarded(play) == ["powder-keg"]


def test_a_card_that_is_known_to_be_elsewhere_cannot_be_shown() -> None:
    scene = Scene().hand("red", "?").hand("blue", "?").discard("powder-keg powder-keg powder-keg")
    play = scene.table(at="action")
    assert "play powder-keg" not in options(play)
    with pytest.raises(IllegalEntry, match="no such card in hand"):
        say(play, "play powder-keg")


def test_a_card_that_can_only_be_in_the_shuffled_deck_cannot_be_shown() -> None:
    scene = Scene().hand("red", "?").hand("blue", "mutiny").discard("loot " * 11 + "loot")
    play = scene.play(at="action", oracle=Table(), short=True)
    say(play, "peek", "toss")
    item = play.waiting[0]
    assert isinstance(item, Reveal)
    play.feed(Observed(item.token, "plunder"))  # the space is refilled: all loot is shuffled into the deck
    assert named(play.events, ev.Reshuffled)
    play.feed(Pass(play.decision.id))
    decision = play.decision
    loot = play.game.box.number["loot"]
    problem = play.verify(Answer(decision.id, ("discard", loot)))
    assert problem is not None
    assert "elsewhere" in problem.sentence


def test_faces_of_hands_may_be_told_and_need_not() -> None:
    play = game().new(Table(), 2)
    reveals = [item for item in play.waiting if isinstance(item, Reveal)]
    assert len(reveals) == 8
    assert {item.policy for item in reveals} == {"window"}
    assert isinstance(play.waiting[-1], Decision)
    play.feed(Observed(reveals[0].token, "loot"))
    assert play.view(0)["players"][0]["hand"].count("loot") == 1
    assert play.view(1)["players"][0]["hand"] == [None] * 4


def test_loot_in_the_hand_of_the_eliminated_has_to_be_told() -> None:
    scene = Scene(3).hand("red", "powder-keg").hand("blue", "? ?").health("blue", 1)
    play = scene.table(at="action")
    say(play, "play powder-keg", "target blue")
    assert [(item.zone, item.policy) for item in play.waiting] == [("hand", "must")] * 2
    play.feed(Observed(play.waiting[0].token, "loot"))
    play.feed(Observed(play.waiting[0].token, "mutiny"))
    assert hand(play, "blue") == ["mutiny"]


def test_who_gets_a_card_knows_it_and_others_lose_track() -> None:
    scene = Scene(3).hand("red", "cutpurse").hand("blue", "plunder").hand("green", "?")
    play = scene.table(at="action")
    say(play, "play cutpurse", "target blue", "give plunder")
    known: dict[int, Any] = {viewer: play.view(viewer)["players"][0]["hand"] for viewer in (0, 1, 2)}
    assert known == {0: ["plunder"], 1: ["plunder"], 2: [None]}


def test_a_face_down_card_out_of_a_partly_known_hand_is_any_of_them() -> None:
    scene = Scene().hand("red", "grave-robber mutiny").hand("blue", "loot").discard("plunder cutpurse")
    play = scene.play(at="action", oracle=Shuffle(1))
    say(play, "play grave-robber")
    assert play.view(1)["players"][0]["hand"] == ["cutpurse", "plunder", None]
    assert play.view(0)["players"][0]["hand"] == ["cutpurse", "mutiny", "plunder"]


def test_a_trap_that_is_laid_over_is_shown_by_whoever_lays() -> None:
    scene = Scene(3).hand("red", "saboteur loot").hand("blue", "?").laid("c2", "?", by="blue")
    play = scene.pawn("red", "c3").table(at="action")
    say(play, "play saboteur", "lay loot c2")
    item = play.waiting[0]
    assert (item.zone, item.seat, item.policy) == ("discard", 0, "must")
    assert game().setup(play.position(), Table()).position() == play.position()
    play.feed(Observed(item.token, "mutiny"))
    assert sorted(discarded(play)) == ["mutiny", "saboteur"]


def test_a_position_that_is_masked_has_only_the_faces_that_a_player_knows() -> None:
    play = Scene().hand("red", "loot mutiny").hand("blue", "plunder").discard("cutpurse").play()
    names = play.game.box.names
    seen = [[names[face] for face in play.masked(seat).face if face >= 0] for seat in (0, 1)]
    assert sorted(seen[0]) == ["cutpurse", "loot", "mutiny"]
    assert sorted(seen[1]) == ["cutpurse", "plunder"]


def test_a_trap_that_was_laid_untold_is_shown_when_it_goes_off() -> None:
    play = Scene().hand("red", "? ?").hand("blue", "?").pawn("blue", "b3").table(at="action")
    say(play, "lay unseen b2", "keep")
    play.say("move b2")
    assert play.waiting[0].zone == "aside"
    play.feed(Observed(play.waiting[0].token, "powder-keg"))
    assert player(play, "blue")["health"] == 4
    assert space(play, "b2")["laid"] is None


def drawn_from_two_shuffles() -> Play:
    """Red holds a card from before a shuffle of twelve loot and a loot from behind it; nobody told either."""
    scene = Scene().hand("red", "?").hand("blue", "mutiny").discard("loot " * 11 + "loot")
    play = scene.play(at="action", oracle=Table(), short=True)
    say(play, "peek", "toss")
    item = play.waiting[0]
    assert isinstance(item, Reveal)
    play.feed(Observed(item.token, "plunder"))  # the space is refilled: all loot is shuffled into the deck
    calm = ("keep", "pass", "move", "stay", "done")
    while (play.decision.seat, play.decision.kind) != (0, "move"):
        assert play.waiting[0].policy != "must" or isinstance(play.waiting[0], Decision)
        if play.decision.kind == "window":
            play.feed(Pass(play.decision.id))
        else:
            say(play, next(text for text in options(play) if text.split()[0] in calm))
    return play


def test_a_card_that_is_shown_may_be_the_one_from_behind_the_shuffle() -> None:
    play = drawn_from_two_shuffles()
    say(play, next(text for text in options(play) if text.startswith("move")), "bank")
    mixed = named(play.events, ev.Mixed)
    assert len(mixed) == 1
    assert len(mixed[0].old) == len(mixed[0].new) == len(player(play, "red")["hand"]) + 1
    assert len(player(play, "red")["bank"]) == 1
    for viewer in (0, 1, PUBLIC, HOST):
        assert play.view(viewer)["players"][0]["bank"] == 1


def test_it_may_also_be_the_one_from_before_and_nothing_that_follows_contradicts() -> None:
    play = drawn_from_two_shuffles()
    say(play, next(text for text in options(play) if text.startswith("move")), "play powder-keg")
    left = play.state.hand[0]
    assert all("loot" in play.candidates(token) for token in left)
    play.undo()
    assert not named(play.events, ev.Mixed)


def test_what_contradicts_what_others_have_seen_is_believed_by_nobody() -> None:
    play = Scene().hand("red", "? ?").hand("blue", "?").table(at="action")
    (red, _), (blue,) = (play.state.hand[seat] for seat in (0, 1))
    play.feed(Observed(red, "cork-vest"))
    say(play, "lay unseen b2")  # it may be the card that was laid, or lie anywhere
    play.feed(Observed(blue, "cork-vest"))
    play.undo()  # there is only one, and red had it all the time
    assert play.knowledge(1).card(blue) is None
    assert "cork-vest" not in play.knowledge(HOST).candidates(blue)
    say(play, "equip cork-vest red")
    for viewer in (PUBLIC, 0, 1, HOST):
        assert play.knowledge(viewer).card(red) == "cork-vest"
