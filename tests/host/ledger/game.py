"""Plays for the tests of a ledger: short ones of which everything is known, and a real game."""

from random import Random

import engines
from engines.core import entries_json
from engines.core.entries import Answer
from engines.core.oracles import Shuffle
from firmware.wire import TILE
from host.ledger import Batch, EntryRecord, Fact, PlayHead

UID = "e66058388337492a"
HEAD = PlayHead(
    "armada", {"a1": "strict"}, None, "00ff", "grid", ("person", "greedy"), {"turn": {"seat": None}}, 1_700_000_000_000
)


def facts(ledger, count, at=100):
    """Commit so many facts together, and return the id of the last."""
    first = ledger.cursor(UID, 7) or 1
    told = [Fact(first + n, None, at, at - 5, TILE, n % 99, bytes((n % 32,))) for n in range(count)]
    ledger.commit(Batch(UID, 7, first + count, at, told))
    return ledger.last_fact()


def answer(text="draw", events=2, **more):
    """An answer with so many events."""
    entry = {"answer": {"decision": 1, "choice": text}}
    made = [{"event": "Drawn", "seat": "blue", "n": n, "rule": "R39"} for n in range(events)]
    return EntryRecord(**{"at": 200, "kind": "answer", "entry": entry, "text": text, "events": made, **more})


def takeback(keep, **more):
    return EntryRecord(**{"at": 300, "kind": "takeback", "entry": {"keep": keep}, **more})


def texts(rows):
    return [row.text for row in rows]


def play_armada(ledger, answers, seed=7):
    """Play Armada at random into a ledger, one commit of facts and one write for each answer; return the play."""
    game, rng = engines.load("armada"), Random(seed)
    play = game.new(Shuffle(seed))
    ledger.begin(
        PlayHead(
            *("armada", dict(game.options), None, game.catalogue_digest(), "grid", ("person", "greedy")),
            *(game.write_position(play.root.state), 1_700_000_000_000),
        )
    )
    ledger.write(_records(play, 0, 0, 0))
    for number in range(answers):
        if not play.waiting:
            break
        fact, begun = facts(ledger, rng.randint(1, 4), at=100 * number), len(play.log)
        decision = play.decision
        play.feed(Answer(decision.id, play.options(decision).sample(rng)))
        ledger.write(_records(play, begun, fact, 100 * number))
    return play


def _records(play, begun, fact, at):
    """What was fed since, as the companion would write it."""
    marks = [*play.marks, len(play.events)]
    found = []
    for number in range(begun, len(play.log)):
        entry = entries_json.to_json(play, number)
        name = next(iter(entry))
        made = [play.game.write_event(event) for event in play.events[marks[number] : marks[number + 1]]]
        found.append(
            EntryRecord(
                **{"at": at, "kind": name, "entry": entry, "text": entry[name].get("choice", ""), "seat": 0},
                **{"fact": fact, "events": made, "digest": play.digest()},
            )
        )
    return found
