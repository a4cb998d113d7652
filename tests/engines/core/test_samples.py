"""A sample is a play of its own: all that its viewer cannot know is dealt anew, and nothing contradicts that deal."""

from random import Random

import pytest

import engines
from engines.core import PUBLIC, Answer, Play, Shuffle
from engines.core.protocol import Session
from host.soak.invariants import viewers
from host.soak.random_games import pick, some_decision


def after(game: str, seed: int, answers: int) -> tuple[Play, Random]:
    """A random game with two seats after some answers."""
    play, rng = engines.load(game).new(Shuffle(seed), 2), Random(seed)
    go_on(play, rng, answers)
    return play, rng


def go_on(play: Play, rng: Random, answers: int) -> None:
    for _ in range(answers):
        if play.waiting:
            decision = some_decision(play, rng)
            play.feed(Answer(decision.id, pick(play, decision, rng), decision.seat))


def test_a_seat_imagines_the_game_after_somebody_elses_answer_was_taken_back() -> None:
    """Red's hand was dealt and seen by red alone; blue imagines another one, and the deal must be blue's."""
    session = Session(engines.load("saw"))
    session.handle({"request": "new", "seats": 2, "seed": 457})
    for text in ("character collector", "character sergeant"):
        assert session.handle({"request": "feed", "say": text})["ok"]
    assert session.handle({"request": "undo", "answers": 1})["ok"]
    for seat in ("red", "blue", "public"):
        reply = session.handle({"request": "playout", "seat": seat, "games": 3})
        assert reply["ok"], reply


@pytest.mark.parametrize("game", engines.OURS)
def test_everybodys_knowledge_in_a_sample_fits_its_deal(game: str) -> None:
    play, rng = after(game, 5, 40)
    play.undo(15)
    for viewer in (PUBLIC, 0, 1):
        sample = play.sample(viewer, rng)
        go_on(sample, rng, 60)
        for other in viewers(sample):
            for token, entry in sample.seen.items():
                known = sample.knowledge(other)
                assert not known.knows_of(token) or entry.card in known.candidates(token)


@pytest.mark.parametrize("game", engines.OURS)
def test_a_copy_of_a_sample_knows_what_the_sample_knows(game: str) -> None:
    play, rng = after(game, 6, 30)
    play.undo(10)
    sample = play.sample(1, rng)
    go_on(sample, rng, 5)
    for viewer in viewers(sample):
        assert sample.clone().view(viewer) == sample.view(viewer)


def test_a_sample_is_taken_back_only_to_where_it_was_drawn() -> None:
    play, rng = after("loot", 7, 12)
    sample = play.sample(0, rng)
    before = sample.digest()
    go_on(sample, rng, 3)
    with pytest.raises(ValueError, match="nothing left"):
        sample.undo(4)
    assert len(sample.log) > len(play.log)
    assert sample.digest() != before


@pytest.mark.parametrize("game", engines.OURS)
def test_a_sample_can_be_sampled_after_it_has_gone_on(game: str) -> None:
    """Each sample has its own deal from where it was drawn; what happened in the first one fits only the first deal."""
    for seed in range(6):
        play, rng = after(game, seed, 25)
        for viewer in (0, 1, PUBLIC):
            first = play.sample(viewer, rng)
            go_on(first, rng, 8)
            second = first.sample(1, rng)
            go_on(second, rng, 8)
            for other in viewers(second):
                for token, entry in second.seen.items():
                    known = second.knowledge(other)
                    assert not known.knows_of(token) or entry.card in known.candidates(token)
