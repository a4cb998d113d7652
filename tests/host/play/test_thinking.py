"""No house player is a dead end: whatever it does, a legal answer is given, and the log has the fault."""

import json
import logging
import re
import threading
from random import Random

import pytest

import engines
from host.ledger import Ledger
from host.play import opening
from host.play.commands import Say
from host.play.house import HousePlayers, stand_ins
from host.play.live import LiveTable
from host.play.thinking import DETAILS, answer, decide, legal_answers

ENOUGH = 25  # answers of the house
PATIENCE_S = 100.0


def raises(play, decision, name):
    raise RuntimeError("it has lost the thread")


def exits(play, decision, name):
    raise ValueError(f"{decision!r} %s %d")  # what a log must not trip over


FAULTS = {
    "raises": raises,
    "raises with odd words": exits,
    "says nothing": lambda play, decision, name: "",
    "returns None": lambda play, decision, name: None,
    "returns a number": lambda play, decision, name: 5,
    "talks nonsense": lambda play, decision, name: "fly to the moon\x00",
    "speaks for others": lambda play, decision, name: f"{play.seats[-1]}: pass",
    "answers what was asked before": lambda play, decision, name: play.write(("first", 0)) if play.log else "first",
}


@pytest.fixture
def begin(tmp_path):
    ledgers = []

    def begin(game, player="mastermind", other=""):
        ledgers.append(Ledger.open(tmp_path / f"{len(ledgers)}.ledger", synchronous="OFF"))
        players = (player, other or player)
        return ledgers[-1], opening.begin(ledgers[-1], game, "none", 3, players=players, is_virtual=True)

    yield begin
    for ledger in ledgers:
        ledger.close()


@pytest.mark.parametrize("game", engines.OURS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_goes_on_whatever_a_house_player_does(begin, caplog, game, fault):
    _, companion = begin(game)
    for now in range(10, 10 + ENOUGH):
        decision, before = companion.to_choose, companion.age
        assert decision is not None
        decide(companion, FAULTS[fault], decision, now)
        assert companion.age > before
        assert companion.picture.notice == ""
    assert "Mastermind failed" in caplog.text


@pytest.mark.parametrize("game", engines.OURS)
def test_a_weaker_player_stands_in_for_one_that_fails(begin, game):
    _, companion = begin(game)
    house = HousePlayers(companion.game, companion.players, 1)
    asked = []

    def fails(play, decision, name):
        asked.append(name)
        if name == "mastermind":
            raise RuntimeError
        return house(play, decision, name)

    decision = companion.to_choose
    assert decision is not None
    decide(companion, fails, decision, 10)
    assert asked == ["mastermind", "apprentice"]
    assert companion.picture.lines[-1].why == "Mastermind has decided."


@pytest.fixture
def details():
    """All that the faults of house players tell in secret."""
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.getLogger(DETAILS).addHandler(handler)
    yield records
    logging.getLogger(DETAILS).removeHandler(handler)


def test_the_details_have_the_play_as_it_stood(begin, details):
    _, companion = begin("loot")
    digest = companion.play.digest()
    decision = companion.to_choose
    decide(companion, raises, decision, 10)
    dump = json.loads(re.search(r"The play: (\{.*\})", details[0].getMessage())[1])
    assert engines.load("loot").restore(dump).digest() == digest
    assert details[0].exc_info is not None


def tells_all(play, decision, name):
    """Fail with a message that has every card in it."""
    raise RuntimeError(json.dumps(play.game.dump(play)))


def refused_card(play, decision, name):
    """Name cards that are not there."""
    return "play " + " ".join(str(play.game.dump(play)).split())


@pytest.mark.parametrize("game", engines.OURS)
@pytest.mark.parametrize("fault", [tells_all, refused_card])
def test_a_fault_shows_nobodys_cards(begin, details, caplog, capfd, game, fault):
    """On stderr of ``--headless`` everybody at the table reads along."""
    _, companion = begin(game)
    for now in range(10, 10 + ENOUGH):
        decide(companion, fault, companion.to_choose, now)
        public = [record for record in caplog.records if record.name != DETAILS]
        shown = (*(record.getMessage() for record in public), companion.picture.notice)
        assert not any(card in text for text in shown for card in companion.game.tagged())
    assert public
    assert not any(record.exc_info for record in public)
    assert "The play" not in "".join(capfd.readouterr())
    assert details
    assert all("The play" in record.getMessage() for record in details)


def test_a_refused_answer_is_not_on_the_screen_while_the_next_player_thinks(begin):
    _, companion = begin("loot")
    assert not answer(companion, companion.to_choose, "play iron-collar", "mastermind", 10)
    assert companion.picture.notice == ""


def test_all_legal_answers_are_tried_once(begin):
    _, companion = begin("armada")
    decision = companion.to_choose
    texts = list(legal_answers(companion.play, decision, Random(1)))
    assert len(texts) == len(set(texts)) == companion.play.options(decision).count()


def test_house_players_are_replaced_by_weaker_ones():
    assert stand_ins("mastermind") == ("mastermind", "apprentice", "wanderer")
    assert stand_ins("wanderer") == ("wanderer",)


# ---- in threads --------------------------------------------------------------------------------------------


class Hanging:
    """Players that never return, and a clock that runs when one thinks."""

    def __init__(self):
        self.now = 0
        self.is_over = threading.Event()
        self.asked = []

    def __call__(self, play, decision, name):
        self.asked.append(name)
        self.now += 1_000
        self.is_over.wait(PATIENCE_S)
        return "too late"

    def clock(self):
        return self.now


@pytest.mark.parametrize("game", engines.OURS)
def test_a_house_player_that_never_returns_is_replaced(begin, game):
    ledger, companion = begin(game)
    hanging, news = Hanging(), threading.Semaphore(0)
    table = LiveTable(companion, ledger, "", choose=hanging, clock=hanging.clock, on_change=news.release, think_ms=500)
    table.start()
    try:
        while len([line for line in table.picture.lines if line.kind == "answer"]) < 3:
            assert news.acquire(timeout=PATIENCE_S)
    finally:
        hanging.is_over.set()
        table.stop()
    assert hanging.asked[:3] == ["mastermind", "apprentice", "wanderer"]


@pytest.mark.parametrize("game", engines.OURS)
@pytest.mark.parametrize("fault", ["raises", "talks nonsense", "returns None"])
def test_a_running_table_goes_on_whatever_a_house_player_does(begin, game, fault):
    ledger, companion = begin(game, "apprentice")
    news = threading.Semaphore(0)
    table = LiveTable(companion, ledger, "", choose=FAULTS[fault], on_change=news.release)
    table.start()
    try:
        while len([line for line in table.picture.lines if line.kind == "answer"]) < 5:
            assert news.acquire(timeout=PATIENCE_S)
    finally:
        table.stop()


def until_a_trap_is_set_for_the_house(companion):
    """Play SAW until a person has set a trap for a house player; a house player chooses for the person too."""
    choose = HousePlayers(companion.game, ("apprentice",), 5)
    for now in range(10, 4_000):
        reading = companion.picture.reading
        if reading is not None and reading.key.startswith("trap") and companion.to_choose is not None:
            return reading
        decision = companion.play.decision
        companion.command(Say(choose(companion.play.clone(), decision, "apprentice")), now)
    raise AssertionError("nobody set a trap")


@pytest.mark.parametrize("has_reader", [True, False])
def test_a_house_player_waits_until_people_have_read_its_trap_aloud(begin, has_reader):
    ledger, companion = begin("saw", "person", "apprentice")
    reading = until_a_trap_is_set_for_the_house(companion)
    asked, news = threading.Semaphore(0), threading.Semaphore(0)

    def choose(play, decision, name):
        asked.release()
        return "sacrifice"

    table = LiveTable(companion, ledger, "", choose=choose, on_change=news.release, has_reader=has_reader)
    table.start()
    try:
        table.complain("The game's thread has come by.")
        assert news.acquire(timeout=PATIENCE_S)
        if has_reader:
            assert not asked.acquire(blocking=False)
            table.read(reading.key)
        assert asked.acquire(timeout=PATIENCE_S)
    finally:
        table.stop()
