"""House players know what their seats see, on every table; lots are drawn where nobody shows them."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import engines
from engines.core import Reveal
from engines.core.viewers import PUBLIC
from hardware import profiles
from host.ledger import Ledger
from host.play import opening
from host.play.commands import Hold, Leave, Name, Say, Undo, from_json
from host.play.companion import Companion
from host.play.floor import asked_of, decision_of
from host.play.house import HousePlayers
from host.play.prompts import titled
from host.play.replay import replay
from host.play.virtual_deck import VirtualDeck

LIMIT = 2000
SOME = 250  # answers in which every kind of card turns up
PROFILES = ("bench", "field", "full", "grid", "none", "pocket")
CROWDED = [("loot", "none", 4), ("loot", "field", 3), ("saw", "bench", 4)]


def fits(game: str, profile: str, seats: int) -> bool:
    try:
        opening.fitting_stage(engines.load(game), profile, seats)
    except ValueError:
        return False
    return True


TABLES = [(game, profile, 2) for game in engines.OURS for profile in PROFILES if fits(game, profile, 2)]
PADLESS = [table for table in [*TABLES, *CROWDED] if not profiles.load(table[1]).pads]


class Evening:
    """One game at a table whose board is not connected. People choose at random; cards that are asked for are told."""

    def __init__(self, folder: Path, game: str, profile: str, players: tuple[str, ...], *, is_virtual: bool) -> None:
        self.ledger = Ledger.open(folder / "game.ledger", synchronous="OFF")
        self.companion = opening.begin(self.ledger, game, profile, 7, players=players, is_virtual=is_virtual)
        self.choose = HousePlayers(self.companion.game, self.companion.players, 7)
        self.truth = VirtualDeck(7)
        self.rng = Random(7)
        self.asks = False  # whether people are asked which card they mean
        self.asked: list[str] = []  # what people had to say
        self.told: list[str] = []  # the cards that people had to name
        self.refused: list[str] = []  # what house players said in vain
        self.whispered: list[tuple[str, str]] = []  # what they said of cards that nobody else sees
        self.whispers: list[str] = []
        self.now = 10

    def play(self, limit: int = LIMIT) -> None:
        """Play until the game is over, nothing goes on, or there were that many answers."""
        for _ in range(limit):
            before = self.companion.age
            if not self.companion.play.waiting or not (self.decide() or self.tell() or self.answer()):
                return
            assert self.companion.age > before, (self.companion.picture.notice, self.companion.picture.prompt)

    def decide(self) -> bool:
        decision = self.companion.to_choose
        if decision is None:
            return False
        name = self.companion.players[decision.seat]
        text = self.choose(self.companion.play.clone(), decision, name)
        self.say(Say(text, name))
        notice = self.companion.picture.notice
        if "in secret" in notice:
            self.whispered.append((text, notice))
            self.whispers.append(self.companion.picture.whispers[-1].text)
        elif notice:
            self.refused.append(f"{text}: {self.companion.picture.notice}")
        return True

    def tell(self) -> bool:
        if self.companion.picture.prompt.kind != "reveal":
            return False
        play = self.companion.play
        asked = asked_of(play)
        item = asked if isinstance(asked, Reveal) else owed(play)
        before = self.companion.age
        names = [self.truth.card(play, item.token), *sorted(play.candidates(item.token))]
        for name in names:  # people here play cards at random, so that the truth may have to give way
            self.say(Name(name))
            if self.companion.age > before:
                self.told.append(name)
                return True
        return False

    def answer(self) -> bool:
        decision = decision_of(self.companion.play)
        assert decision is not None
        self.asked.append(decision.kind)
        before = self.companion.age
        texts = sorted(self.companion.legal())
        self.rng.shuffle(texts)
        for text in texts:
            self.say(Say(text, asks=self.asks))
            if self.companion.picture.prompt.kind == "ask":  # which card of the hand it is
                self.say(self.rng.choice(self.companion.picture.prompt.buttons[:-1]).command)
            if self.companion.age > before:
                return True
        return False

    def say(self, command) -> None:
        self.now += 10
        self.companion.command(command, self.now)


def owed(play) -> Reveal:
    seat = decision_of(play).seat
    return next(item for item in play.waiting if isinstance(item, Reveal) and item.seat == seat)


@pytest.fixture
def evening(tmp_path):
    evenings = []

    def begin(*args, **kwargs) -> Evening:
        evenings.append(Evening(tmp_path, *args, **kwargs))
        return evenings[-1]

    yield begin
    for each in evenings:
        each.ledger.close()


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES + CROWDED)
def test_house_players_in_all_seats_of_a_virtual_table_ask_nobody(evening, game, profile, seats):
    table = evening(game, profile, ("wanderer",) * seats, is_virtual=True)
    table.play()
    assert table.companion.picture.prompt.kind == "over"
    assert table.asked == []
    assert table.refused == []


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
def test_people_and_house_players_finish_a_game_at_a_virtual_table(evening, game, profile, seats):
    table = evening(game, profile, ("apprentice", *["person"] * (seats - 1)), is_virtual=True)
    table.asks = True
    table.play()
    assert table.companion.picture.prompt.kind == "over"
    assert table.refused == []


@pytest.mark.parametrize(("game", "profile", "seats"), PADLESS)
@pytest.mark.parametrize("first", ["person", "apprentice"])
def test_a_virtual_table_without_pads_never_asks_which_card_it_is(evening, game, profile, seats, first):
    table = evening(game, profile, (first, *["person"] * (seats - 1)), is_virtual=True)
    table.play(SOME)
    assert table.asked
    assert table.told == []


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
@pytest.mark.parametrize("others", ["person", "wanderer"])
def test_somebody_tells_a_house_player_its_cards_at_a_real_table(evening, game, profile, seats, others):
    table = evening(game, profile, ("apprentice", *[others] * (seats - 1)), is_virtual=False)
    table.play()
    assert table.companion.picture.prompt.kind == "over"
    assert table.refused == []
    if others != "person":
        assert set(table.asked) <= {"film", "sift", "steal"}  # what only the cards on the table can tell


def firsts(folder: Path, players: tuple[str, ...], *, is_virtual: bool) -> set[tuple]:
    found = set()
    for number in range(12):
        with Ledger.open(folder / f"{number}.ledger", synchronous="OFF") as ledger:
            companion = opening.begin(
                ledger, "armada", "grid", number, players=players, options={"A3": "random"}, is_virtual=is_virtual
            )
            found.update(entry.choice for entry in companion.play.log[:1])
    return found


@pytest.mark.parametrize("is_virtual", [True, False])
def test_lots_decide_who_begins_where_no_person_plays(tmp_path, is_virtual):
    assert len(firsts(tmp_path, ("wanderer",) * 2, is_virtual=is_virtual)) == 2


@pytest.mark.parametrize("other", ["person", "wanderer"])
def test_a_virtual_table_draws_lots_for_people_too(tmp_path, other):
    assert len(firsts(tmp_path, (other, "person"), is_virtual=True)) == 2


def test_people_say_who_begins_at_a_real_table(tmp_path):
    assert firsts(tmp_path, ("wanderer", "person"), is_virtual=False) == set()


@pytest.mark.parametrize(("game", "profile", "seats"), TABLES)
def test_nobody_at_a_virtual_table_is_asked_who_begins(evening, game, profile, seats):
    table = evening(game, profile, ("person",) * seats, is_virtual=True)
    table.play(40)
    assert "first" not in table.asked
    if not profiles.load(profile).pads:
        assert "roll" not in table.asked


def test_only_the_house_player_learns_what_it_is_dealt(evening):
    table = evening("loot", "field", ("apprentice", "person"), is_virtual=True)
    assert any(table.companion.play.state.hand)
    play = table.companion.play
    hand = table.companion.stage.hand(play, 0)
    assert all(play.knowledge(0).card(token) for token in hand)
    for viewer in (1, PUBLIC):
        assert not any(play.knowledge(viewer).card(token) for token in hand)
    assert all(play.knowledge(PUBLIC).card(token) is None for token in table.companion.stage.hand(play, 1))


@pytest.mark.parametrize(("game", "profile"), [("loot", "field"), ("saw", "pocket")])
def test_who_holds_a_house_players_cards_hears_which_one_it_means(evening, game, profile):
    table = evening(game, profile, ("wanderer", "wanderer"), is_virtual=False)
    table.play()
    assert table.whispered
    assert table.whispers == [titled(table.companion.stage, text) for text, _ in table.whispered]
    assert not any(set(text.split()[1:2]) & set(notice.split()) for text, notice in table.whispered)
    said = {line.text for line in table.companion.picture.lines}
    assert not {text for text, _ in table.whispered} & said


def test_the_list_of_a_house_players_cards_gives_nothing_away(evening):
    table = evening("loot", "field", ("apprentice", "person"), is_virtual=False)
    prompt = table.companion.picture.prompt
    assert prompt.kind == "reveal"
    play = table.companion.play
    everything = play.knowledge(PUBLIC).candidates(owed(play).token)
    assert {button.command.card for button in prompt.buttons} == everything


def test_every_profile_is_among_the_tables():
    assert set(PROFILES) == {path.stem for path in Path(profiles.__file__).parent.glob("*.toml")}
    assert {profile for _, profile, _ in TABLES} == set(PROFILES)


SETUP = ("avatar ", "avatar ", "character ", "character ", "first red")
UNNAMED = {"loot": (("move b2", "pass", "peek"), "swap unseen"), "saw": ((), "bench ? 1")}
ALONE, TWO = ("person", "apprentice"), ("person", "person")


@pytest.fixture
def begun(tmp_path):
    ledgers = []

    def begin(game: str, players: tuple[str, ...]) -> Companion:
        """Begin games until lots let Red begin one, and come to where an answer names no card of Red's hand."""
        for seed in range(7, 40):
            ledger = Ledger.open(tmp_path / f"{len(ledgers)}.ledger", synchronous="OFF")
            ledgers.append(ledger)
            companion = opening.begin(ledger, game, "none", seed, players=players, is_virtual=True)
            for text in SETUP:
                companion.command(Say(next((each for each in companion.legal() if each.startswith(text)), "")), seed)
            if companion.play.decision.seat == 0:
                for text in UNNAMED[game][0]:
                    if text in companion.legal():
                        companion.command(Say(text), 50)
                return companion
        raise AssertionError("Red never begins")

    yield begin
    for ledger in ledgers:
        ledger.close()


def press(companion: Companion, text: str) -> None:
    """Click what the screen offers for an answer."""
    buttons = companion.picture.prompt.buttons
    companion.command(next(each.command for each in buttons if getattr(each.command, "text", "") == text), 60)


@pytest.mark.parametrize("game", UNNAMED)
@pytest.mark.parametrize("players", [ALONE, TWO])
def test_a_person_is_asked_which_card_leaves_the_hand(begun, game, players):
    companion = begun(game, players)
    for number in range(2):
        hand = companion.picture.hands[0]
        press(companion, UNNAMED[game][1])
        prompt = companion.picture.prompt
        assert prompt.kind == "ask", (companion.picture.notice, prompt)
        assert len(prompt.buttons) - 1 == (len(set(hand)) if players == ALONE else len(hand))
        companion.command(prompt.buttons[number].command, 60)
        chosen = tuple(dict.fromkeys(hand))[number] if players == ALONE else hand[number]
        assert Counter(hand) - Counter(companion.picture.hands[0]) == Counter([chosen])
        assert chosen not in str(companion.picture.lines[-1])
        companion.command(Undo(), 60)


@pytest.mark.parametrize("game", UNNAMED)
def test_the_question_names_cards_only_where_one_person_looks_at_the_screen(begun, game):
    for players in (ALONE, TWO):
        companion = begun(game, players)
        cards = {companion.stage.title(card) for card in companion.picture.hands[0]}
        press(companion, UNNAMED[game][1])
        labels = {button.label for button in companion.picture.prompt.buttons[:-1]}
        assert (labels == cards) is (players == ALONE)
        assert not labels & cards or players == ALONE


@pytest.mark.parametrize("game", UNNAMED)
def test_a_card_that_was_clicked_is_not_asked_for(begun, game):
    companion = begun(game, ALONE)
    hand = companion.picture.hands[0]
    companion.command(Hold(hand[1]), 60)
    press(companion, UNNAMED[game][1])
    assert companion.picture.prompt.kind != "ask"
    assert Counter(hand) - Counter(companion.picture.hands[0]) == Counter([hand[1]])


@pytest.mark.parametrize("game", UNNAMED)
def test_who_leaves_the_question_has_answered_nothing(begun, game):
    companion = begun(game, ALONE)
    before = companion.play.digest()
    press(companion, UNNAMED[game][1])
    companion.command(Leave(), 60)
    assert (companion.picture.prompt.kind, companion.play.digest()) == ("turn", before)


@pytest.mark.parametrize("game", UNNAMED)
@pytest.mark.parametrize("asks", [True, False])
def test_ledgers_in_which_nobody_was_asked_replay_like_those_in_which_somebody_was(begun, game, asks):
    companion = begun(game, ALONE)
    if asks:
        press(companion, UNNAMED[game][1])
        companion.command(companion.picture.prompt.buttons[0].command, 60)
    else:  # as ledgers before had it
        companion.command(from_json({"do": "say", "text": UNNAMED[game][1], "by": ""}), 60)
    assert companion.picture.prompt.kind != "ask"
    assert replay(companion._ledger.path).difference is None
