"""House players know what their seats see, on every table; lots are drawn where nobody shows them."""

from pathlib import Path
from random import Random

import pytest

import engines
from engines.core import Reveal
from engines.core.viewers import PUBLIC
from hardware import profiles
from host.ledger import Ledger
from host.play import opening
from host.play.commands import Name, Say
from host.play.floor import asked_of, decision_of
from host.play.house import HousePlayers
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


TABLES = [(game, profile, 2) for game in opening.AT_THE_TABLE for profile in PROFILES if fits(game, profile, 2)]
PADLESS = [table for table in [*TABLES, *CROWDED] if not profiles.load(table[1]).pads]


class Evening:
    """One game at a table whose board is not connected. People choose at random; cards that are asked for are told."""

    def __init__(self, folder: Path, game: str, profile: str, players: tuple[str, ...], *, is_virtual: bool) -> None:
        self.ledger = Ledger.open(folder / "game.ledger", synchronous="OFF")
        self.companion = opening.begin(self.ledger, game, profile, 7, players=players, is_virtual=is_virtual)
        self.choose = HousePlayers(self.companion.game, self.companion.players, 7)
        self.truth = VirtualDeck(7)
        self.rng = Random(7)
        self.asked: list[str] = []  # what people had to say
        self.told: list[str] = []  # the cards that people had to name
        self.refused: list[str] = []  # what house players said in vain
        self.whispered: list[tuple[str, str]] = []  # what they said of cards that nobody else sees
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
        if notice.startswith("For whoever holds"):
            self.whispered.append((text, notice))
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
            self.say(Say(text))
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
    while not any(table.companion.play.state.hand):
        assert table.decide() or table.tell() or table.answer()
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
    assert all(text in notice for text, notice in table.whispered)
    said = {line.text for line in table.companion.picture.lines}
    assert not {text for text, _ in table.whispered} & said


def test_the_list_of_a_house_players_cards_gives_nothing_away(evening):
    table = evening("loot", "field", ("apprentice", "person"), is_virtual=False)
    while table.companion.picture.prompt.kind != "reveal":
        assert table.decide() or table.answer()
    prompt = table.companion.picture.prompt
    play = table.companion.play
    everything = play.knowledge(PUBLIC).candidates(owed(play).token)
    assert {button.command.card for button in prompt.buttons} == everything


def test_every_profile_is_among_the_tables():
    assert set(PROFILES) == {path.stem for path in Path(profiles.__file__).parent.glob("*.toml")}
    assert {profile for _, profile, _ in TABLES} == set(PROFILES)
