"""SAW as it really goes: every card is known here, also those that nobody tells the table.

A table is told little of hands, benches and the deck. So the truth is not compared with it line by line: what it knows
must be true, and what everybody sees must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engines.core import Answer, AnyPlay, Decision, Reveal, Shuffle
from engines.core.entries import Entry
from engines.core.events import Bound, Event
from engines.saw import agenda as at
from engines.saw import events as ev
from engines.saw.game import Saw
from engines.saw.piles import find

LAID_DOWN = ("discard", "payment", "over the limit", "not kept")
"""Why somebody puts a card onto the pile by hand; all others go there without another tap."""
_HANDLED = ev.Played | ev.Committed | ev.Given | ev.Stolen | ev.Filmed


class Dealer(Shuffle):
    """Deals from a seed, and leaves it to the people to draw lots."""

    def answer(self, play: AnyPlay, item: Decision | Reveal) -> Entry | None:
        """Say what a card is, and nothing else."""
        return super().answer(play, item) if isinstance(item, Reveal) else None

    def lot(self, play: AnyPlay, item: Decision) -> Any:
        """Return what the cards say, or a lot."""
        entry = super().answer(play, item)
        assert isinstance(entry, Answer)
        return entry.choice


class Handled(NamedTuple):
    """Printed cards that an answer is about: those that go through somebody's hands, and those that are turned over."""

    cards: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()


class Sifted(NamedTuple):
    """A printed card that a Video or a Bin takes out of the pile, and its place there, counted from 1 at the top."""

    card: str
    where: int


class Copies:
    """Which printed card each token is: "wrench#2". A card that is shuffled away may come back as any of its copies."""

    def __init__(self, game: Saw, rng: Random) -> None:
        self._box = game.box
        self._rng = rng
        self._card: dict[int, str] = {}
        self._followed = 0

    def __getitem__(self, token: int) -> str:
        return self._card[token]

    def get(self, token: int) -> str:
        """Return which printed card a token is; empty for none."""
        return self._card.get(token, "")

    def all(self) -> set[str]:
        """Return all cards of which it is known which token they are."""
        return set(self._card.values())

    def follow(self, play: AnyPlay) -> Handled:
        """Follow what has happened, and return which cards that was about."""
        events = play.events[self._followed :]
        flipped = [id(event) for event in turned_over(events)]
        cards: list[str] = []
        turned: list[str] = []
        for event in events:
            if isinstance(event, ev.Filmed):
                self._print(event.token, self._box.names[self._box.billy])
            elif isinstance(event, Bound):
                self._print(event.token, event.card)
                if id(event) in flipped:
                    turned.append(self._card[event.token])
            cards += [self._card[token] for token in _handled(event)]
            if not isinstance(event, ev.Mingled):
                for token in getattr(event, "old", ()):
                    self._card.pop(token, None)
        self._followed = len(play.events)
        return Handled(tuple(cards), tuple(turned))

    def _print(self, token: int, name: str) -> None:
        if token not in self._card:
            used = self.all()
            copies = [f"{name}#{copy}" for copy in range(self._box.copies[self._box.number[name]])]
            self._card[token] = self._rng.choice([card for card in copies if card not in used])


def turned_over(events: Iterable[Event]) -> list[Bound]:
    """Return the cards that were turned over, each as everybody saw what it is."""
    found: list[Bound] = []
    token = -1
    for event in events:
        if isinstance(event, ev.Flipped):
            token = event.token
        elif isinstance(event, Bound) and event.token == token:
            found.append(event)
            token = -1
    return found


def _handled(event: Event) -> tuple[int, ...]:
    if isinstance(event, ev.TrapSet):
        return (*event.extras, event.billy)
    if (
        isinstance(event, _HANDLED)
        or (isinstance(event, ev.TakenUp) and event.cause == "bin")
        or (isinstance(event, ev.Discarded) and event.cause in LAID_DOWN)
    ):
        return (event.token,)
    return ()


@dataclass(frozen=True, slots=True)
class SawDeed:
    """One thing that somebody does: one answer, or a few that are one act.

    ``stages`` are the game before it and after each answer; ``cards`` what is handled for it, in its order, ``turned``
    what is turned over because of it, ``kept`` what stays in a hand, unseen, and ``sifted`` what a Video or a
    Bin takes out of the pile.
    """

    choices: tuple[Any, ...]
    texts: tuple[str, ...]
    seat: int
    kind: str
    stages: tuple[AnyPlay, ...]
    cards: tuple[str, ...]
    turned: tuple[str, ...]
    kept: tuple[str, ...]
    sifted: Sifted | None = None

    @property
    def text(self) -> str:
        """All of it in the game's notation."""
        return ", ".join(self.texts)

    @property
    def word(self) -> str:
        """What kind of answer it is."""
        return self.texts[-1].split()[0]

    @property
    def choice(self) -> Any:
        """The last answer, which is what it is about."""
        return self.choices[-1]

    @property
    def before(self) -> AnyPlay:
        """The game as it is."""
        return self.stages[0]

    @property
    def after(self) -> AnyPlay:
        """The game as it will be."""
        return self.stages[-1]


class SawWorld:
    """A game of SAW with all its cards."""

    def __init__(self, game: Saw, seats: int, seed: int) -> None:
        self.dealer = Dealer(seed)
        self.truth = game.new(oracle=self.dealer, seats=seats)
        self._copies = Copies(game, Random(f"{seed}/copies"))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.truth.waiting

    def printed(self) -> set[str]:
        """Return the cards that are not in the deck."""
        return self._copies.all()

    def hand(self, seat: int) -> list[str]:
        """Return the printed cards in a hand."""
        return [card for token in self.truth.state.hand[seat] if (card := self._copies.get(token))]

    def bench(self, seat: int) -> list[str]:
        """Return the printed cards of a bench by slot; empty where none lies."""
        return [self._copies.get(token) for token in self.truth.state.bench[seat]]

    def plan(self, choices: Sequence[Any]) -> SawDeed:
        """Return what somebody is about to do: some answers in a row."""
        decision, stages = self.truth.decision, [self.truth.clone()]
        texts: list[str] = []
        kept: list[str] = []
        for choice in choices:
            texts.append(stages[-1].write(choice))
            kept += self._kept(stages[-1], choice)
            stages.append(answered(stages[-1], choice))
        handled = self._copies.follow(stages[-1])
        if choices[-1][0] == "bench":
            token = stages[-1].state.bench[decision.seat][choices[-1][2]]
            handled = Handled((self._copies[token],))
        return SawDeed(
            *(tuple(choices), tuple(texts), decision.seat, decision.kind, tuple(stages)),
            *handled,
            tuple(kept),
            self._sifted(stages[0], stages[-1]),
        )

    def _sifted(self, before: AnyPlay, after: AnyPlay) -> Sifted | None:
        """Return the card that is taken out of the pile between two moments, if one is."""
        pile = list(before.state.discard)
        for event in after.events[len(before.events) :]:
            if isinstance(event, ev.Discarded):
                pile.append(event.token)
            elif isinstance(event, ev.TakenUp) and event.cause in ("video", "bin"):
                return Sifted(self._copies[event.token], len(pile) - pile.index(event.token))
        return None

    def _kept(self, play: AnyPlay, choice: Any) -> list[str]:
        """Return the card that an answer keeps, as the rules would pick it."""
        if play.decision.kind != at.CHOOSE or choice[0] != "keep":
            return []
        return [self._copies[find(play.state, play.state.agenda[-1][2], choice[1])]]

    def take(self, deed: SawDeed) -> None:
        """It was done."""
        self.truth = deed.after.clone()


def answered(play: AnyPlay, choice: Any) -> AnyPlay:
    """Return a game as it is after an answer."""
    after = play.clone()
    after.feed(Answer(after.decision.id, choice))
    return after
