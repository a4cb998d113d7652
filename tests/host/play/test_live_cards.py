"""Cards on the pads of a live table: facts as a board tells them, commands as the ledger keeps them."""

from collections.abc import Callable, Iterator

import pytest

from firmware import wire
from hardware import profiles
from host.ledger import OVERFLOW, Batch, Fact, Gap, Ledger
from host.link import Arrived, Connected, Missed
from host.play import opening
from host.play.live import LiveTable
from host.table.tags import Cards
from host.tags.deck import Deck

BOARD = "e66164084373532a"
UID = bytes.fromhex("04a1b2c3d4e5f6")


class Sitting:
    """A live table without a port: what a board would tell is committed and handed to it."""

    def __init__(self, profile: str, decks: list[Deck]) -> None:
        self.ledger = Ledger.open(":memory:")
        self.profile = profiles.load(profile)
        companion = opening.begin(self.ledger, "armada", profile, 0)
        cards = Cards(companion.game.tagged(), decks)
        self.notices: list[str] = []
        self.table = LiveTable(companion, self.ledger, "", on_change=self._look, cards=cards)
        self._next = 1

    def _look(self) -> None:
        self.notices.append(self.table.picture.notice)

    def connect(self) -> None:
        self.table._hear("port", Connected(BOARD, 7, False))

    def tell(self, *told: tuple[int, int, bytes]) -> None:
        facts = [Fact(self._next + at, None, 0, 5, *fact) for at, fact in enumerate(told)]
        self._next += len(facts)
        self.ledger.commit(Batch(BOARD, 7, self._next, 5, facts))
        self.table._hear("port", Arrived(BOARD, facts))

    def put(self, text: str, pad: str = "play") -> None:
        self.tell(
            (wire.TAG, 3, UID),
            (wire.TEXT, 3, text.encode()),
            (wire.PAD, self.profile.pad_named(pad).index, bytes((wire.PAD_PRESENT, 3))),
        )

    def shown(self) -> list[str]:
        """End, when everything told has been taken, and return the cards that were shown."""
        self.table.stop()
        return [row.data["name"] for row in self.ledger.inputs() if row.data.get("do") == "show"]


Sit = Callable[..., Sitting]


@pytest.fixture
def sit() -> Iterator[Sit]:
    made: list[Sitting] = []

    def make(profile: str = "pocket", *decks: Deck) -> Sitting:
        made.append(Sitting(profile, list(decks)))
        made[-1].table.start()
        return made[-1]

    yield make
    for sitting in made:
        sitting.table.stop()
        sitting.ledger.close()


def test_a_card_on_the_play_pad_names_what_was_drawn(sit: Sit) -> None:
    sitting = sit()
    sitting.connect()
    sitting.put("blue.gun-3")
    assert sitting.shown() == ["blue.gun-3"]
    (entry,) = sitting.ledger.entries()
    assert (entry.kind, entry.why) == ("observed", "Shown to the pad.")


def test_a_deck_tells_which_card_a_bare_tag_is(sit: Sit) -> None:
    sitting = sit("pocket", Deck("Ours", "armada", {"blue.hub-2": (UID,)}))
    sitting.connect()
    sitting.put("")
    assert sitting.shown() == ["blue.hub-2"]


def test_a_foreign_tag_is_told_and_does_nothing(sit: Sit) -> None:
    sitting = sit()
    sitting.connect()
    sitting.put("menu")
    assert sitting.shown() == []
    assert 'play: This tag says "menu", and that is no card of this game.' in sitting.notices


def test_a_card_that_lay_there_before_is_not_shown_again(sit: Sit) -> None:
    sitting = sit()
    sitting.connect()
    sitting.put("blue.gun-3")
    sitting.connect()
    sitting.tell((wire.PAD, 0, bytes((wire.PAD_PRESENT, 3))))
    assert sitting.shown() == ["blue.gun-3"]


def test_what_a_private_pad_reads_is_no_command(sit: Sit) -> None:
    sitting = sit("bench")
    sitting.connect()
    sitting.put("blue.gun-3", "seat1.bench.2")
    assert sitting.shown() == []
    assert not any("gun-3" in notice for notice in sitting.notices)


def test_players_are_told_what_the_board_lost(sit: Sit) -> None:
    sitting = sit()
    sitting.connect()
    sitting.table._hear("port", Missed(BOARD, Gap(1, 44, OVERFLOW, 5)))
    sitting.table._hear("port", Missed("another board", Gap(1, 1, OVERFLOW, 5)))
    sitting.shown()
    assert any("lost 44 changes" in notice for notice in sitting.notices)
    assert not any("lost one change" in notice for notice in sitting.notices)
