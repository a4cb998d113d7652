"""One Undo and one Redo lead back to exactly where somebody was, in every game, whatever happened last."""

from random import Random

import pytest

import engines
from host.ledger import Ledger
from host.play import opening
from host.play.commands import GoTo, Name, Redo, Say, Undo, from_json, to_json
from host.play.floor import decision_of
from host.play.house import HousePlayers
from host.play.replay import replay

PLAYERS = (("person", "wanderer"), ("person", "person"), ("wanderer", "apprentice"))
STEPS, TRIES = 120, 4


@pytest.fixture
def begin(tmp_path):
    ledgers = []

    def begin(game, players, *, is_virtual=True):
        ledgers.append(Ledger.open(tmp_path / f"{len(ledgers)}.ledger", synchronous="OFF"))
        return opening.begin(ledgers[-1], game, "none", 5, players=players, is_virtual=is_virtual)

    yield begin
    for ledger in ledgers:
        ledger.close()


def step(companion, house, rng, now):
    """Let whoever is asked do anything."""
    decision, prompt = companion.to_choose, companion.picture.prompt
    if decision is not None:
        companion.command(Say(house(companion.play.clone(), decision, "wanderer"), "wanderer"), now)
    elif prompt.kind == "reveal":
        companion.command(rng.choice([each.command for each in prompt.buttons if isinstance(each.command, Name)]), now)
    elif decision_of(companion.play) is not None:
        companion.command(Say(rng.choice(sorted(companion.legal()))), now)


def seen(companion):
    """Return all that the screen shows of a position, and what the rules know of it."""
    picture = companion.picture
    shown = (picture.prompt, picture.seats, picture.pieces, picture.hands, picture.benches, picture.lights)
    return (companion.play.digest(), *shown, picture.can_redo)


@pytest.mark.parametrize("game", engines.OURS)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("is_virtual", [True, False])
@pytest.mark.parametrize("undo", [Undo(), Undo(with_names=True), Undo(3)])
def test_one_undo_and_one_redo_change_nothing(begin, game, players, is_virtual, undo):
    companion = begin(game, players, is_virtual=is_virtual)
    rng, house = Random(7), HousePlayers(companion.game, ("wanderer",) * 2, 7)
    compared = 0
    for now in range(10, 10 + STEPS):
        step(companion, house, rng, now)
        if rng.random() < TRIES / STEPS * 4 and companion.picture.can_undo:
            before = seen(companion)
            companion.command(undo, now)
            companion.command(Redo(), now)
            assert seen(companion) == before
            compared += 1
    assert compared >= TRIES


@pytest.mark.parametrize("game", engines.OURS)
def test_as_many_redos_as_undos_lead_back(begin, game):
    companion = begin(game, PLAYERS[0])
    rng, house = Random(3), HousePlayers(companion.game, ("wanderer",) * 2, 3)
    for now in range(10, 60):
        step(companion, house, rng, now)
    passed = []
    for _ in range(4):
        passed.append(companion.play.digest())
        companion.command(Undo(), 70)
    for digest in reversed(passed):
        companion.command(Redo(), 70)
        assert companion.play.digest() == digest
    assert not companion.picture.can_redo


def test_redo_leads_back_from_an_earlier_line(begin):
    companion = begin("loot", PLAYERS[1])
    rng, house = Random(3), HousePlayers(companion.game, ("wanderer",) * 2, 3)
    for now in range(10, 30):
        step(companion, house, rng, now)
    before = companion.play.digest()
    companion.command(GoTo(companion.picture.lines[4].number), 40)
    companion.command(Redo(), 40)
    assert companion.play.digest() == before


def test_a_redo_of_an_older_ledger_is_one_answer(begin):
    companion = begin("loot", PLAYERS[0])
    rng, house = Random(3), HousePlayers(companion.game, ("wanderer",) * 2, 3)
    for now in range(10, 40):
        step(companion, house, rng, now)
    before = companion.play.digest()
    companion.command(Undo(3), 40)
    companion.command(from_json({"do": "redo"}), 40)
    assert companion.play.digest() != before
    assert from_json(to_json(Redo())) == Redo()
    assert replay(companion._ledger.path).difference is None
