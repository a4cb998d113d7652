"""SAW with hands: cards that are held to the pads or lie on a bench, buttons, and what is said on the screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from engines.core import AnyPlay, Decision
from engines.core.viewers import WORLD
from engines.players import Player, answer
from engines.saw import agenda as at
from engines.saw.cards import PARTS, SEARCH, SPECIAL
from engines.saw.game import Saw
from host.soak.human.saw_world import SawDeed, SawWorld, answered
from host.soak.human.senses import Told

PLAY, DISCARD = "play", "discard"
UNSEEN = "?"
BY_HAND = 0.85  # how often what could be said on the screen is done at the table
THROWN = 0.1  # how often a card goes to the pile past the pad, and is said afterwards
WHIM = 0.15  # how often a good player does anything at all
SHUN = 0.9  # how often somebody at random leaves a bench alone on which all is as it should be
MOST_OPTIONS = 3_000  # nobody looks through more ways to set a trap
SECRET = ("bench", "keep", "give", "next", "steal")  # by these a card goes where others do not see it
NO = ("done", "keep", "pass", "sacrifice", "take", "none", "enough")
YES = ("challenge", "leave", "give", "steal")
USED = ("play", "search", "commit", "take", "ease", "found")
DROPPED = ("discard", "pay")
SEARCHING = "searches the deck"  # so the screen asks whether a Video finds anything
SIFTING = "searches the pile"  # so it asks where, if there was nothing in the deck


class Act(NamedTuple):
    """One movement of a hand, or one sentence on the screen."""

    do: Literal["tap", "lay", "lift", "press", "say"]
    what: str  # the card, the button or the sentence
    where: str = ""  # the pad
    seat: int = -1


def slot_pad(seat: int, slot: int) -> str:
    """Return the pad of a slot of a bench."""
    return f"seat{seat + 1}.bench.{slot + 1}"


class SawWays:
    """SAW as people play it; ``player`` is how well, None: at random."""

    def __init__(self, game: Saw, player: Player | None) -> None:
        self._game = game
        self._player = player

    # ---- what is done --------------------------------------------------------------------------------------------

    def choose(self, world: SawWorld, rng: Random, first: Any = None) -> SawDeed:
        """Return what somebody does next. What is one act for hands is one deed: all that is kept, a whole bench.

        ``first`` is its first answer, if that is settled.
        """
        play = world.truth
        first = first or self._choice(world, play, rng)
        choices = [first]
        if first[0] == "bench" and play.state.bench[play.decision.seat][first[2]] >= 0:
            choices = [("lift", first[2]), first]
        elif play.decision.kind == at.SORT or first[0] == "keep":
            left = play.state.agenda[-1][3] if len(first) > 1 and first[0] == "keep" else 0
            play = answered(play, first)
            while left > len(choices) or (not left and play.waiting and play.decision.kind == at.SORT):
                choices.append(self._choice(world, play, rng))
                play = answered(play, choices[-1])
        return world.plan(choices)

    def _choice(self, world: SawWorld, play: AnyPlay, rng: Random) -> Any:
        asked = play.decision
        if asked.seat == WORLD:
            return world.dealer.lot(play, asked)
        if self._player is not None and rng.random() >= WHIM:
            return answer(self._player, play, asked, rng).choice
        return self._whim(play, asked, rng)

    def _whim(self, play: AnyPlay, asked: Decision, rng: Random) -> Any:
        options: Any = play.options(asked)
        if asked.kind == at.SET and rng.random() < SHUN and options.count() > 1:
            return rng.choice([choice for choice in options.enumerate() if choice[0] == "set"])
        return options.sample_kind_first(rng)

    def special(self, play: AnyPlay, rng: Random) -> Any:
        """Return an answer that uses a Search or Special card; None if there is none."""
        asked, box = play.decision, self._game.box
        options: Any = play.options(asked)
        if asked.seat == WORLD or options.count() > MOST_OPTIONS:
            return None
        kinds = zip(box.names, box.designs, strict=True)
        special = {name for name, design in kinds if design.kind in (SEARCH, SPECIAL)}
        keen = [choice for choice in options.enumerate() if _uses(play.write(choice), special)]
        return rng.choice(keen) if keen else None

    # ---- how it is done ------------------------------------------------------------------------------------------

    def acts(self, deed: SawDeed, shown: Collection[str], rng: Random) -> list[Act]:
        """Return what hands do for a deed; ``shown`` are the cards that a pad has read, or that lay open."""
        by_hand = rng.random() < BY_HAND
        if deed.word in ("bench", "lift") and deed.kind == at.USE:
            return self._arranged(deed)
        if by_hand and deed.word == "character":
            return [Act("tap", deed.text.split()[1], PLAY)]
        if by_hand and deed.word == "first":
            return [Act("press", "yes", seat=deed.choice[1])]
        if deed.word == "retract":  # a committed card that is held to a pad once more means nothing
            return self.said(deed, shown)
        if deed.word == "set":
            return [Act("tap", card, PLAY) for card in deed.cards] if by_hand else self.said(deed, shown)
        if deed.word in DROPPED or (deed.kind == at.CHOOSE and deed.word == "keep"):
            return self._dropped(deed, shown, is_thrown=rng.random() < THROWN)
        if by_hand and deed.cards and (deed.word in USED or deed.cards[0] in shown):
            return [Act("tap", deed.cards[0], PLAY)]
        if by_hand and deed.kind == at.DAMAGE:
            return [Act("press", "yes", seat=deed.seat)]
        if by_hand and (button := self._button(deed)) is not None:
            return [Act("press", button, seat=self.presser(deed))]
        return self.said(deed, shown)

    def said(self, deed: SawDeed, shown: Collection[str]) -> list[Act]:
        """Return a deed as it is said on the screen: a card that others do not see is not named, if it may be so."""
        if deed.kind == at.SORT:
            return [Act("say", "leave")]
        if deed.kind == at.FILM:
            return [Act("say", deed.word)]
        if deed.kind == at.SALVAGE:  # where it lay, they say if they are asked
            return [Act("say", " ".join(deed.text.split()[:2]))]
        cards = deed.kept or deed.cards[-1:]
        if deed.word not in SECRET or not cards:
            return [Act("say", text) for text in deed.texts]
        secrets = zip(deed.texts[-len(cards) :], cards, strict=True)
        before = [Act("say", text) for text in deed.texts[: -len(cards)]]
        return [*before, *(Act("say", _veiled(text, card, shown)) for text, card in secrets)]

    def _button(self, deed: SawDeed) -> Literal["yes", "no"] | None:
        """Return the button that says it."""
        if deed.word in YES and (deed.kind in (at.SORT, at.ANSWER) or deed.cards):
            return "yes"
        return "no" if deed.texts[-1] in NO else None

    def presser(self, deed: SawDeed) -> int:
        """Return who presses it."""
        state = deed.before.state
        if deed.kind == at.STEAL and state.trap is not None:
            return int(state.trap.victim)
        return deed.seat if deed.seat >= 0 else int(state.seat)

    def _arranged(self, deed: SawDeed) -> list[Act]:
        lifts = [Act("lift", "", slot_pad(deed.seat, choice[1])) for choice in deed.choices if choice[0] == "lift"]
        if deed.word == "lift":
            return lifts
        return [*lifts, Act("lay", deed.cards[0], slot_pad(deed.seat, deed.choice[2]))]

    def _dropped(self, deed: SawDeed, shown: Collection[str], *, is_thrown: bool) -> list[Act]:
        lifts: list[Act] = []
        if deed.word in DROPPED and deed.choice[2:] == (1,):
            slot = next(
                slot
                for slot, token in enumerate(deed.before.state.bench[deed.seat])
                if deed.after.state.bench[deed.seat][slot] != token
            )
            lifts = [Act("lift", "", slot_pad(deed.seat, slot))]
        if is_thrown:
            return [*lifts, *self.said(deed, shown)]
        return [*lifts, *(Act("tap", card, DISCARD) for card in deed.cards)]

    # ---- what the screen asks for --------------------------------------------------------------------------------

    def labels(self, deed: SawDeed) -> set[str]:
        """Return the buttons of a question that mean a deed, in small letters."""
        found = set(deed.texts)
        if deed.kind == at.DAMAGE:
            found.add(f"{deed.choice[0]} to the left, {deed.choice[1]} to the right")
        elif deed.word == "set":
            _, target, *words = deed.text.split()
            found |= {target, f"for {target}: {self._setting(words)}"}
        if deed.sifted is not None and deed.kind != at.SALVAGE:
            found.add(f"found {deed.sifted.where}")
        return found

    def nearest(self, labels: Sequence[str], deed: SawDeed) -> int:
        """Return the button for the place of the pile from which a card was taken, or one as near as can be; or -1.

        Of cards that lie together the button names the uppermost. And after a Toolbox nobody has told in which order
        its cards lie there.
        """
        if deed.kind != at.SALVAGE or deed.sifted is None:
            return -1
        begins, where = f"take {deed.text.split()[1]} ", deed.sifted.where
        places = {at: int(label.split()[-1]) for at, label in enumerate(labels) if label.lower().startswith(begins)}
        return min(places, key=lambda at: (places[at] > where, abs(places[at] - where)), default=-1)

    def _setting(self, words: Sequence[str]) -> str:
        first, second, place, *extras = words
        traits = f"{first} twice" if first == second else f"{first} and {second}"
        box = self._game.box
        titles = [box.designs[box.number[name]].title.lower() for name in extras]
        return ", ".join((traits, place, *(f"with {title}" for title in titles)))

    def wish(self, told: Told, deed: SawDeed, bench: Sequence[str], turned: int) -> list[Act]:
        """Return what the screen wants to be shown for a deed; ``turned`` cards were turned over for it so far."""
        if told.kind == "reveal" and deed.word == "set":
            parts = [card for kind, card in zip(PARTS, bench, strict=True) if kind in told.detail]
            return [Act("tap", card, PLAY) for card in parts or deed.cards[-1:]]
        if told.kind == "reveal" and turned < len(deed.turned):
            return [Act("tap", deed.turned[turned], PLAY)]
        if SEARCHING in told.title and deed.kind != at.FILM:
            return [Act("press", "no", seat=int(deed.before.state.seat))]
        if SIFTING in told.title:
            return self._sifted(deed)
        return []

    def _sifted(self, deed: SawDeed) -> list[Act]:
        if deed.sifted is None:
            return [Act("press", "no", seat=int(deed.before.state.seat))]
        return [Act("tap", deed.sifted.card, PLAY)]


def _uses(text: str, cards: Collection[str]) -> bool:
    """Tell whether an answer uses one of some cards, and does not only get rid of it."""
    word, *rest = text.split()
    return word in (*USED, "set") and word not in ("take", "found") and any(card in cards for card in rest)


def _veiled(text: str, card: str, shown: Collection[str]) -> str:
    word, *rest = text.split()
    if not rest or not card or card in shown:
        return text
    return " ".join((word, UNSEEN, *rest[1:]))
