"""What really happens: the game as its players mean it, and which card each one really is.

The rules of this game are told exactly what a table can be told; everything else, such as the cards of a hand, only the
people know. So a table that understands everything stands as the truth does.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from engines.core import Answer, AnyGame, AnyPlay, Decision, Observed, Pass, Reveal, Table
from host.play.floor import Floor, asked_of, window_of

HAND = "hand"


class Cards(Protocol):
    """Which card each token really is."""

    def __getitem__(self, token: int) -> str: ...

    def __contains__(self, token: int) -> bool: ...

    def follow(self, play: AnyPlay) -> None:
        """Follow what happened."""


class Deed(NamedTuple):
    """One thing that somebody is to do: give an answer, or show what was revealed.

    ``play`` is a copy of the game as it stands for whoever does it; ``is_later``: nobody else interrupts.
    """

    text: str  # in the game's notation; of a reveal, the card
    choice: Any
    seat: int
    kind: str  # of the decision
    play: AnyPlay
    reveal: Reveal | None = None
    is_later: bool = False

    @property
    def word(self) -> str:
        """What kind of answer it is."""
        return "reveal" if self.reveal is not None else self.text.split()[0]


class World:
    """A game with its real cards."""

    def __init__(self, game: AnyGame, seats: int, cards: Cards | None = None) -> None:
        self.truth = game.new(oracle=Table(), seats=seats)
        self._cards = cards
        self._goal: tuple[Deed, AnyPlay] | None = None

    def deal(self, cards: Cards) -> None:
        """Say which cards there really are."""
        self._cards = cards
        cards.follow(self.truth)

    def card(self, token: int) -> str:
        """Return what a card really is."""
        assert self._cards is not None
        return self._cards[token]

    def is_dealt(self, token: int) -> bool:
        """Tell whether it is settled what a card really is: not if a pile would have to be shuffled before."""
        assert self._cards is not None
        return token in self._cards

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.truth.waiting

    def floor(self) -> Floor:
        """Return who may answer now: all are people."""
        return Floor.of(self.truth, lambda seat: True)

    def showing(self) -> Deed | None:
        """Return which card has to be shown now, if one has."""
        item = asked_of(self.truth)
        if not isinstance(item, Reveal):
            return None
        return Deed(self.card(item.token), None, item.seat, "reveal", self.truth.clone(), item)

    def take(self, deed: Deed) -> None:
        """It was done."""
        if deed.is_later:
            self._pass_windows()
        self.truth.feed(entry(deed, self.truth))
        assert self._cards is not None
        self._cards.follow(self.truth)

    def after(self, deed: Deed) -> AnyPlay:
        """Return the game as it will be then."""
        copy = deed.play.clone()
        copy.feed(entry(deed, copy))
        return copy

    def goal(self, deed: Deed) -> AnyPlay:
        """Return the same, worked out once for each deed: it may be compared with, and not changed."""
        if self._goal is None or self._goal[0] is not deed:
            self._goal = deed, self.after(deed)
        return self._goal[1]

    def _pass_windows(self) -> None:
        while (window := window_of(self.truth)) is not None:
            self.truth.feed(Pass(window.id))


def entry(deed: Deed, play: AnyPlay) -> Answer | Observed:
    """Return a deed as a game is told of it."""
    item = deed.reveal
    if item is not None:
        return Observed(item.token, deed.text, (item.seat,) if item.zone == HAND else None)
    return Answer(play.decision.id, deed.choice)


def deed(play: AnyPlay, choice: Any, *, is_later: bool = False) -> Deed:
    """Return an answer as a deed."""
    asked = decision(play)
    return Deed(play.write(choice), choice, asked.seat, asked.kind, play.clone(), is_later=is_later)


def decision(play: AnyPlay) -> Decision:
    """Return what has to be decided."""
    item = asked_of(play)
    assert isinstance(item, Decision)
    return item


class NoCards:
    """Nothing is hidden."""

    def follow(self, play: AnyPlay) -> None:
        """There is nothing to follow."""

    def __getitem__(self, token: int) -> str:
        raise KeyError(token)

    def __contains__(self, token: int) -> bool:
        return False


class Pieces:
    """The pieces of Jigsaw Armada: each side's draw pile in its order."""

    def __init__(self, play: AnyPlay, rng: Random) -> None:
        self._cards: dict[int, str] = {}
        drawn = [item for item in play.waiting if isinstance(item, Reveal)]
        for seat, pile in enumerate(play.state.draw):
            tokens = [*pile, *(item.token for item in drawn if item.seat == seat and item.token not in pile)]
            names = sorted(play.candidates(tokens[0]))
            rng.shuffle(names)
            self._cards.update(zip(tokens, names, strict=True))

    def follow(self, play: AnyPlay) -> None:
        """A draw pile is never mixed."""

    def __getitem__(self, token: int) -> str:
        return self._cards[token]

    def __contains__(self, token: int) -> bool:
        return token in self._cards


class Deck:
    """The cards of Loot Trap. Which of the untold cards of a hand a token means, only showing it settles."""

    def __init__(self, play: AnyPlay, rng: Random) -> None:
        box: Any = play.game.box  # type: ignore[attr-defined]
        names = [name for name, copies in zip(box.names, box.copies, strict=True) for _ in range(copies)]
        rng.shuffle(names)
        self._names: tuple[str, ...] = box.names
        self._rng = rng
        self._cards: dict[int, str] = dict(enumerate(names))
        self._followed = 0

    def follow(self, play: AnyPlay) -> None:
        """Follow what happened: what was mixed, and what was shown."""
        events: list[Any] = play.events[self._followed :]
        for at, event in enumerate(events):
            if new := play.game.minted(event):
                cards = [self._cards[token] for token in _mixed(event)]
                self._rng.shuffle(cards)
                self._cards.update(zip(new, cards, strict=True))
            elif all(hasattr(event, field) for field in ("face", "token", "seat")):
                mixed = [_mixed(later) for later in events[at + 1 :] if getattr(later, "seat", -1) == event.seat]
                hand = [*play.state.hand[event.seat], *(token for tokens in mixed for token in tokens)]
                self._settle(event.token, self._names[event.face], hand)
        self._followed = len(play.events)

    def _settle(self, token: int, card: str, hand: Sequence[int]) -> None:
        """``hand`` may have cards that were drawn since: what these are is not dealt yet."""
        if self._cards[token] != card:
            other = next(other for other in hand if self._cards.get(other) == card)
            self._cards[token], self._cards[other] = card, self._cards[token]

    def __getitem__(self, token: int) -> str:
        return self._cards[token]

    def __contains__(self, token: int) -> bool:
        return token in self._cards


def _mixed(event: Any) -> tuple[int, ...]:
    """Return the cards of which nobody can tell since an event which one is which."""
    mixed: tuple[int, ...] = getattr(event, "old", ()) or getattr(event, "among", ())
    return mixed
