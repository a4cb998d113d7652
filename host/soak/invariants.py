"""What must hold in every play of every game, whatever the rules are. BrokenInvariant says what does not.

Each function looks at a play from outside and leaves it as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from engines.core import (
    HOST,
    PUBLIC,
    WORLD,
    Answer,
    AnyPlay,
    Corrected,
    Decision,
    Entry,
    IllegalEntry,
    Observed,
    Reveal,
)
from engines.core.events import Event
from engines.core.oracles import Deal, face
from engines.core.viewers import may_see

RULE = re.compile(r"[RA]\d+")
# A sentence for a player begins with a capital, a number, or the name of a piece, ship, cell or field.
SENTENCE = re.compile(r'(["A-Z0-9]|[a-z]+-?\d|[a-z]+\b).* .*[^ .]\.', re.DOTALL)


class BrokenInvariant(AssertionError):
    """Something that always holds does not."""


def demand(holds: bool, what: str) -> None:
    """Raise BrokenInvariant unless it holds."""
    if not holds:
        raise BrokenInvariant(what)


def check_state(play: AnyPlay) -> None:
    """The game's own invariants, and: something is asked exactly as long as the game runs."""
    play.game.check(play.state)
    demand(
        (play.result is None) == bool(play.waiting), "the game is over, yet something is asked, or the other way round"
    )
    for item in play.waiting:
        if isinstance(item, Reveal):
            demand(item.zone in play.game.zones.names, f"token {item.token} lies in no zone of the game: {item.zone}")


def check_events(events: Iterable[Event], is_correction: bool = False) -> None:
    """Every event names its cause and the line of the rules; only a correction rests on none."""
    for event in events:
        demand(isinstance(event.cause, str) and bool(event.cause), f"{event} has no cause")
        named = bool(RULE.fullmatch(event.rule)) or (is_correction and event.rule == "")
        demand(named, f"{event} names no line of the rules")


def check_options(play: AnyPlay, decision: Decision) -> list[Any]:
    """Options are counted right, and none is listed twice. Returns them."""
    options = play.options(decision)
    listed = list(options.enumerate())
    demand(options.count() == len(listed) > 0, f"{options.count()} options are counted and {len(listed)} listed")
    demand(len(set(listed)) == len(listed), "an option is listed twice")
    return listed


def check_answers(play: AnyPlay, decision: Decision, choices: Iterable[Any]) -> None:
    """Every option is accepted, and its text means it again."""
    for choice in choices:
        demand(play.verify(Answer(decision.id, choice)) is None, f"{choice} is an option and refused")
        text = play.write(choice, decision)
        demand(play.parse(text, decision.id) == choice, f'"{text}" does not mean {choice} again')


def check_agreement(play: AnyPlay, entry: Any) -> bool:
    """``verify`` and ``feed`` agree about an entry, and a refused one changes nothing. Returns whether it was taken."""
    before = _standing(play)
    problem = play.verify(entry)
    demand(_standing(play) == before, f"verifying {entry} has changed the play")
    copy = play.clone()
    try:
        copy.feed(entry)
    except IllegalEntry as error:
        demand(error.problem == problem, f"{entry} is refused otherwise than verify says")
        demand(_standing(copy) == before, f"the refused {entry} has changed the play")
        demand(bool(SENTENCE.fullmatch(error.problem.sentence)), f'"{error.problem.sentence}" is no sentence')
        return False
    demand(problem is None, f"{entry} is taken, though verify says: {problem}")
    return True


def _standing(play: AnyPlay) -> tuple[Any, ...]:
    return play.digest(), play.waiting, len(play.log), len(play.events), len(play.seen)


def check_copy(play: AnyPlay) -> None:
    """A copy equals its original and goes its own way."""
    before = _standing(play)
    copy = play.clone()
    demand(_standing(copy) == before and copy.events == play.events, "a copy differs from its original")
    for item in play.waiting:
        if isinstance(item, Decision):
            copy.feed(Answer(item.id, next(iter(copy.options(item).enumerate()))))
            break
    demand(_standing(play) == before, "what was done to a copy has changed the original")


def check_restored(play: AnyPlay) -> None:
    """A play that is saved and restored equals the original, in all that happened too."""
    saved = play.game.dump(play)
    restored = play.game.restore(saved)
    demand(restored.digest() == play.digest(), "a restored play stands otherwise")
    demand(restored.events == play.events and restored.log == play.log, "a restored play has another history")
    demand(restored.waiting == play.waiting, "a restored play waits on something else")
    demand(play.game.dump(restored) == saved, "a restored play is saved otherwise")


def replay(play: AnyPlay, log: Sequence[Entry]) -> None:
    """Feed a log to a play, but for what its oracle and its eyes supply by themselves."""
    for at, entry in enumerate(log):
        if len(play.log) > at:
            demand(play.log[at] == entry, f"entry {at} was {entry} and now is {play.log[at]}")
        else:
            play.feed(entry)


def check_undo(play: AnyPlay, digests: dict[int, str], stride: int = 1) -> AnyPlay:
    """Taking everything back passes the same positions, and what was seen stays seen. Returns the play at its root.

    ``digests`` are those that were noted on the way, by the length of the log. ``stride`` answers are taken back at
    once, and first those that are left over.
    """
    copy = play.clone()
    while left := players_entries(copy):
        copy.undo(left % stride or stride)
        noted = digests.get(len(copy.log))
        demand(noted is None or copy.digest() == noted, f"undone to entry {len(copy.log)}, the play stands otherwise")
        demand(copy.events == play.events[: len(copy.events)], "an undo has changed what happened before")
    known, now = clumps(play, HOST), clumps(copy, HOST)
    if _tokens(known) == _tokens(now):  # else a shuffle made new ones, and is undone
        demand(now == known, "after an undo, what was seen is forgotten")
    check_remembered(copy, play)
    return copy


def _tokens(found: Iterable[tuple[Iterable[int], object]]) -> set[int]:
    return {token for tokens, _ in found for token in tokens}


def check_remembered(undone: AnyPlay, play: AnyPlay) -> None:
    """Each token that the host was told of, and that is still there after an undo, is still known."""
    known = undone.knowledge(HOST)
    for token, entry in play.seen.items():
        if known.knows_of(token):
            demand(known.card(token) == entry.card, "after an undo, what was seen is forgotten")


def players_entries(play: AnyPlay) -> int:
    """Count what can be taken back: all but what the world has shown or decided."""
    worlds = sum(decision is not None and decision.seat == WORLD for decision in play.asked)
    return len(play.log) - sum(isinstance(entry, Observed) for entry in play.log) - worlds


def check_redo(undone: AnyPlay, play: AnyPlay) -> None:
    """Done again, everything goes as it went."""
    replay(undone, play.log)
    demand(undone.digest() == play.digest() and undone.events == play.events, "done again, the play goes otherwise")
    demand(clumps(undone, HOST) == clumps(play, HOST), "done again, something else is known")


class Truth:
    """What each token of a play really is, those included that were shuffled since the deal."""

    def __init__(self, play: AnyPlay, deal: Mapping[int, str], seed: int = 0) -> None:
        self._play = play
        self._deal = deal if isinstance(deal, Deal) else Deal(deal)
        self._seed = seed
        self._known: dict[int, str] = {}

    def __getitem__(self, token: int) -> str:
        if token not in self._known:
            self._known[token] = face(self._play, self._deal, self._seed, token)
        return self._known[token]


def check_knowledge(play: AnyPlay, truth: Truth) -> None:
    """No viewer's knowledge excludes the truth or claims a falsehood, and every sample of it is a play of its own."""
    for viewer in viewers(play):
        known = play.knowledge(viewer)
        for clump in known.clumps():
            if Counter(map(truth.__getitem__, clump.tokens)) != clump.cards:
                demand(False, f"viewer {viewer} rules out what the tokens {sorted(clump.tokens)} are")
            token = min(clump.tokens)  # all others are looked up in the same clump
            real = truth[token]
            demand(real in known.candidates(token), f"viewer {viewer} rules out what token {token} is")
            demand(known.card(token) in (None, real), f"viewer {viewer} takes token {token} for another")


def check_samples(play: AnyPlay, rng: Random) -> None:
    """What a viewer cannot know may be dealt otherwise: the viewer sees the same then, and the play stays as it was."""
    before = _standing(play)
    for viewer in viewers(play):
        sample = play.sample(viewer, rng)
        demand(sample.view(viewer) == play.view(viewer), f"viewer {viewer} sees what it cannot know")
        demand(clumps(sample, viewer) == clumps(play, viewer), f"viewer {viewer} knows what it cannot know")
    demand(_standing(play) == before, "what was done to a sample has changed the play")


def check_shown(play: AnyPlay, asked: Sequence[Decision | Reveal], entry: Observed) -> None:
    """Whoever may see the zone in which a token lies has seen its face now."""
    for item in asked:
        if isinstance(item, Reveal) and item.token == entry.token:
            audience = play.game.zones.audience(item.zone, item.seat)
            for viewer in viewers(play):
                seen = play.knowledge(viewer)  # it may have been shuffled away at once
                known = not seen.knows_of(item.token) or seen.card(item.token) == entry.card
                demand(known or not may_see(viewer, audience), f"viewer {viewer} may see {item.zone} and does not know")


def viewers(play: AnyPlay) -> tuple[int, ...]:
    """Return everybody who looks at a play."""
    return HOST, PUBLIC, *range(len(play.seats))


def clumps(play: AnyPlay, viewer: int) -> list[tuple[list[int], list[str]]]:
    """Return what a viewer knows, comparably."""
    return [(sorted(clump.tokens), sorted(clump.cards.elements())) for clump in play.knowledge(viewer).clumps()]


def check_follows(table: AnyPlay, play: AnyPlay, truth: Truth) -> None:
    """Feed a play at the table what happened in a simulation: it is told what sensors see, and claims no more."""
    for entry in play.log[len(table.log) :]:
        if isinstance(entry, Observed):
            demand(any(isinstance(item, Reveal) for item in table.waiting), f"the table does not ask for {entry}")
            check_knowledge(table, truth)
        asked, begun = table.waiting, len(table.events)
        events = table.feed(entry)
        if isinstance(entry, Observed):
            check_shown(table, asked, entry)
        check_events(events, isinstance(entry, Corrected))
        demand(events == play.events[begun : len(table.events)], "the same entries make other events at the table")
    demand(table.waiting == play.waiting, "the table waits on something else")
