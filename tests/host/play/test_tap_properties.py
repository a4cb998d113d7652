"""Cards that come, stay and leave in any order, at a reader that hears them badly: no card has its say twice.

Hands and reader are simulated in milliseconds; all that the host learns is what the reader says.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import wire
from host.ledger import Fact, Ledger
from host.play import opening
from host.play.taps import LEFT_ALONE_MS, SURE_MS, PadTaps

GAMES = {
    "armada": ("pocket", ["blue.hub-2", "blue.hub-3", "blue.gun-1"]),
    "loot": ("field", ["powder-keg", "grapeshot", "rum-ration"]),
    "saw": ("bench", ["rising-water", "closing-walls", "pendulum"]),
}
LOOK_MS = 20
GONE_MS = 120
PASSING_MS = 200  # of two cards a reader may hear one alone for so long, by chance
LOST_MS = 400  # and it may lose a card that lies there for so long

hears = st.sampled_from(["both", "alternately", "one in passing", "the upper one"])
acts = st.one_of(
    st.tuples(st.just("put"), st.integers(0, 2), hears),
    st.tuples(st.just("lift"), st.integers(0, 2), hears),
    st.tuples(st.just("lose"), st.integers(1, LOST_MS // LOOK_MS), hears),
    st.tuples(st.just("garble"), st.integers(1, 30), hears),
)
steps = st.lists(st.tuples(acts, st.integers(1, 60)), min_size=1, max_size=14)


class Table:
    """One pad with its reader, hands, and the game that is told."""

    def __init__(self, game: str) -> None:
        profile, self.cards = GAMES[game]
        self.ledger = Ledger.open(":memory:")
        self.companion = opening.begin(self.ledger, game, profile, 1_000)
        self.taps = PadTaps(self.companion)
        self.now = 1_000
        self.lies: dict[int, int] = {}  # the cards on the pad, and since when
        self.hears = "both"
        self.lost = self.garbled = 0  # looks for which the reader says nothing true
        self.empty_looks = 0
        self.said: tuple[int, int] | None = None
        self.shown: list[tuple[int, int]] = []  # cards, and when each had its say
        self.noted = 0
        for entry, card in enumerate(self.cards):
            self._tell(wire.TAG, entry, bytes((4, entry, 9, 9, 9, 9, 9)))
            for src, half in ((entry, card[:12]), (entry | wire.PART, card[12:])):
                if half:
                    self._tell(wire.TEXT, src, half.encode())

    def _tell(self, kind: int, src: int, data: bytes) -> None:
        self.taps.take([Fact(1, None, None, self.now, kind, src, data)], self.now)

    def do(self, what: str, which: int, hears: str) -> None:
        if what == "put":
            self.hears = hears
            self.lies.setdefault(which, self.now)
        elif what == "lift":
            self.lies.pop(which, None)
        elif len(self.lies) == 1:  # a reader that loses cards while they are exchanged knows nothing at all
            self.lost, self.garbled = (which, 0) if what == "lose" else (0, which)

    def look(self) -> None:
        """The reader looks once, and says what has changed."""
        self.now += LOOK_MS
        said = self._heard()
        if said is not None and said != self.said:
            is_swap = self.said is not None and self.said[0] == said[0] == wire.PAD_PRESENT
            self.said = said
            for state in ((wire.PAD_ABSENT, 0), said) if is_swap else (said,):
                self._tell(wire.PAD, 0, bytes(state))
            self._note()
        if self.taps.due is not None and self.taps.due <= self.now:
            self.taps.tick(self.now)
            self._note()

    def _note(self) -> None:
        rows = [row.data for row in self.ledger.inputs()]
        for row in rows[self.noted :]:
            if row.get("do") == "show":
                self.shown.append((self.cards.index(row["name"]), self.now))
        self.noted = len(rows)

    def _heard(self) -> tuple[int, int] | None:
        if self.garbled:
            self.garbled -= 1
            return wire.PAD_GARBLED, 0
        if not self.lies or self.lost:
            self.lost -= bool(self.lost)
            self.empty_looks += 1
            return (wire.PAD_ABSENT, 0) if self.empty_looks * LOOK_MS >= GONE_MS else None
        self.empty_looks = 0
        lying = sorted(self.lies, key=self.lies.__getitem__)
        if len(lying) == 1:
            return wire.PAD_PRESENT, lying[0]
        look = self.now // LOOK_MS
        if self.hears == "alternately":
            return wire.PAD_PRESENT, lying[look // 4 % len(lying)]
        if self.hears == "one in passing" and look * LOOK_MS % 1_000 < PASSING_MS:
            return wire.PAD_PRESENT, lying[look // 50 % len(lying)]
        if self.hears == "the upper one" and self._is_heeded(lying[:-1]):
            return wire.PAD_PRESENT, lying[-1]
        return wire.PAD_SEVERAL, 0

    def _is_heeded(self, cards: list[int]) -> bool:
        """Tell whether these have had their say since they lie there: of two new ones nobody could tell any more."""
        return all(any(other == card and at >= self.lies[card] for other, at in self.shown) for card in cards)


def play(game: str, moves: list[tuple[tuple[str, int, str], int]]) -> None:
    """Do it all, and hold the table to its promises after each look."""
    table = Table(game)
    for act, looks in moves:
        table.do(*act)
        for _ in range(looks):
            before = len(table.shown)
            since = dict(table.lies)
            table.look()
            for card, _ in table.shown[before:]:
                check_say(table, card, since, table.shown[:before])
    table.ledger.close()


def check_say(table: Table, card: int, since: dict[int, int], earlier: list[tuple[int, int]]) -> None:
    """A card has had its say: it has not had it since it lies there, and no other new card came with it."""
    if card not in since:
        return  # held there for a moment, and taken away before it was understood
    assert not any(other == card and at > since[card] for other, at in earlier), "it never left the pad"
    for other, at in since.items():
        is_new = not any(shown == other and when > at for shown, when in earlier)
        came_together = abs(at - since[card]) < SURE_MS - LOOK_MS
        assert not (other != card and is_new and came_together), "two new cards were held there together"


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(moves=steps)
def test_no_card_has_its_say_twice_and_of_two_new_ones_neither_has(game: str, moves) -> None:
    play(game, moves)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(moves=steps, which=st.integers(0, 2))
def test_whatever_was_there_before_a_card_that_comes_alone_and_stays_has_its_say(game: str, moves, which) -> None:
    table = Table(game)
    for act, looks in moves:
        table.do(*act)
        for _ in range(looks):
            table.look()
    table.lies.clear()
    table.lost = table.garbled = 0
    for _ in range(3_000 // LOOK_MS):
        table.look()
    before = len(table.shown)
    table.lies[which] = table.now
    for _ in range(2 * LEFT_ALONE_MS // LOOK_MS):
        table.look()
    assert [card for card, _ in table.shown[before:]] == [which]
    table.ledger.close()
