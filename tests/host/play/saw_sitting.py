"""SAW at a simulated table: hands that hold cards to the pads, lay them on benches and press buttons.

The hands have a deck of their own; the rules are told nothing but what readers and buttons say, or what is typed.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engines.core import Reveal
from engines.core.events import Bound
from engines.saw.events import Filmed
from hardware.twin.board import Twin
from host.ledger import Ledger
from host.link import Stepped
from host.play import opening
from host.play.commands import Name, Pick, Say, Show, Taps
from host.play.floor import asked_of
from host.play.stepped import SteppedTable
from host.play.tapping import LIFTED_MS
from host.stage.saw_lights import bench_pads

START = 1_000
BILLY = "billy"
HELD_MS, TAPPED_MS, PUT_MS = 250, 900, 1_600
GONE_MS = LIFTED_MS + 700  # a reader needs up to half a second to be sure that a card is away
PLAYED = ("play", "search", "commit", "take", "ease")
DROPPED = ("discard", "pay")
NO = ("done", "keep", "pass", "sacrifice", "take", "none", "enough")
YES = ("challenge", "leave")


class RealCards:
    """Which card each token really is: "wrench#2". Which of some untold cards a token means, only telling settles."""

    def __init__(self, play, rng: Random) -> None:
        box = play.game.box
        cards = [f"{name}#{at}" for name, copies in zip(box.names, box.copies, strict=True) for at in range(copies)]
        rng.shuffle(cards)
        self._names = box.names
        self._rng = rng
        self._cards = dict(enumerate(cards))
        self._followed = 0
        self.tapped = ""  # what was just held to a pad: the next card of that name that moves is this one

    def __getitem__(self, token: int) -> str:
        return self._cards[token]

    def name(self, token: int) -> str:
        return self._cards[token].partition("#")[0]

    def follow(self, play) -> None:
        """Follow what happened."""
        for event in play.events[self._followed :]:
            if new := play.game.minted(event):
                if isinstance(event, Filmed):
                    self._exchange(event.token, next(at for at in (event.token, *event.old) if self.name(at) == BILLY))
                cards = [self._cards.pop(token) for token in event.old]
                self._rng.shuffle(cards)
                self._cards.update(zip(new, cards, strict=True))
            elif hasattr(event, "token") and (card := self._named(event)):
                self._settle(play, event.token, card)
        self._followed = len(play.events)

    def _named(self, event) -> str:
        if isinstance(event, Bound):
            return event.card
        face = getattr(event, "face", -1)
        return self._names[face] if face >= 0 else ""

    def _settle(self, play, token: int, card: str) -> None:
        """A card was told of one token and is another: as nobody could tell them apart, they change places."""
        is_it = self.tapped.partition("#")[0] == card
        if not is_it and self.name(token) == card:
            return
        seat = next((seat for seat in range(play.state.seats) if token in play.state.held(seat)), play.state.seat)
        near = [other for other in play.state.held(seat) if other in self._cards]
        other = next(
            other
            for other in (*near, *self._cards)
            if (self[other] == self.tapped if is_it else self.name(other) == card and play.state.face[other] < 0)
        )
        self._exchange(token, other)
        self.tapped = "" if is_it else self.tapped

    def _exchange(self, one: int, other: int) -> None:
        self._cards[one], self._cards[other] = self._cards[other], self._cards[one]


class SawSitting:
    """A game of persons at a simulated table."""

    def __init__(
        self, folder: Path, *, seats: int = 2, profile: str = "bench", seed: int = 1, taps: str = "", **settings: object
    ) -> None:
        self.path = folder / "saw.ledger"
        self.twin = Twin(profile, "cpython", 1)
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        players = settings.pop("players", ["person"] * seats)
        companion = opening.begin(self.ledger, "saw", profile, START, players=players, **settings)
        self._sit(companion, START)
        self.rng = Random(seed)
        self.cards = RealCards(companion.play, self.rng)
        self.lies: dict[str, str] = {}  # what lies on the bench pads
        self.playful = 0.3  # how often a card is played that can be
        if taps:
            self.table.post(Taps(taps))

    def _sit(self, companion, now: int) -> None:
        self.table = SteppedTable(companion, self.ledger, lambda link: Stepped(self.twin, link, now=now))
        self.table.plug()
        self.table.run_for(600)

    def restart(self, note: Mapping[str, Any] | None = None) -> None:
        """The program ends without a word and is started again. ``note``: as the one did that would note this."""
        now = self.table.now
        self.ledger.close()
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        resumed = opening.resume(self.ledger, now) if note is None else opening.resume_as(self.ledger, now, note)
        self._sit(resumed, now)

    # ---- what hands do -----------------------------------------------------------------------------------------------

    def put(self, card: str, pad: str) -> None:
        card = _copy(card)
        self.twin.put_card(card, pad)
        self.cards.tapped = card
        self.lies[pad] = card
        self.table.run_for(PUT_MS)
        self.cards.follow(self.play)

    def lift(self, pad: str, wait: int = GONE_MS) -> None:
        self.twin.lift_card(self.lies.pop(pad))
        self.table.run_for(wait)

    def tap(self, card: str, pad: str = "play") -> None:
        self.cards.tapped = card = _copy(card)
        has_pad = any(each.name == pad for each in self.profile.pads)
        self.twin.tap_card(card, pad if has_pad else "play", HELD_MS)
        self.table.run_for(TAPPED_MS)
        self.cards.follow(self.play)

    def press(self, seat: int, answer: str) -> None:
        self.twin.press(seat, answer)
        self.table.run_for(100)
        self.twin.release(seat, answer)
        self.table.run_for(100)

    def say(self, text: str) -> None:
        self.table.post(Say(text))
        self.table.run_for(20)

    def begin(self, *people: str, first: str = "red") -> None:
        """Everybody is somebody, and somebody begins."""
        for name in people or ("surgeon", "broker", "sergeant", "gambler", "collector", "actress"):
            if self.play.decision.kind == "character":
                self.say(f"character {name}")
        self.say(f"first {first}")

    def held(self, seat: int, name: str) -> str:
        """A card of a hand by its name, really there: "wrench#1"."""
        self.cards.follow(self.play)
        return next(self.cards[token] for token in self.play.state.hand[seat] if self.cards.name(token) == name)

    def hand(self, seat: int) -> list[str]:
        """The names of the cards that are really in a hand."""
        self.cards.follow(self.play)
        return [self.cards.name(token) for token in self.play.state.hand[seat]]

    def tidy(self) -> None:
        """Take off the benches what the rules have taken away."""
        self.cards.follow(self.play)
        should = {pad: token for pad, token in self.companion.stage.slots(self.play).items() if token >= 0}
        for pad in list(self.lies):
            if pad not in should:
                self.lift(pad, 0)

    # ---- a whole game ------------------------------------------------------------------------------------------------

    def go_on(self) -> str:
        """Do the next thing at the table, and return what it was."""
        self.cards.follow(self.play)
        item = asked_of(self.play)
        if isinstance(item, Reveal):
            card = self.cards[item.token]
            if self.profile.pads:
                self.tap(card)
            else:
                self.table.post(Name(card.partition("#")[0]))
            return f"reveal {card}"
        text = self.choose()
        self.act(text)
        self.tidy()
        return text

    def choose(self) -> str:
        """Choose what can really be answered; mostly what gets a game on, or it would go on for hours."""
        play = self.play.clone()
        state, box = play.state, play.game.box
        for token in self._outside():
            state.face[token] = box.number[self.cards.name(token)]
        if play.decision.kind == "film":
            return "found" if any(self.cards.name(token) == BILLY for token in state.deck) else "none"
        if play.decision.kind == "sift":
            pile = [self.cards.name(token) for token in reversed(state.discard)]
            return f"found {pile.index(BILLY) + 1}" if BILLY in pile else "none"
        choices = list(play.game.legal.options(state).enumerate())
        liked = [choice for choice in choices if self._is_liked(play, choice)]
        return play.write(self.rng.choice(liked or choices), play.decision)

    def _is_liked(self, play, choice) -> bool:
        state, box, kind = play.state, play.game.box, play.decision.kind
        if kind == "use":
            lying = state.bench_faces(play.decision.seat)
            if choice[0] != "bench":
                return choice[0] == "done" or (choice[0] == "play" and self.rng.random() < self.playful)
            _, face, slot = choice
            return box.kind[face] == slot != (box.kind[lying[slot]] if lying[slot] >= 0 else -1)
        if kind == "discard":
            return choice[0] == "keep" or (box.names[choice[1]] != BILLY and box.kind[choice[1]] > 2 and not choice[2])
        return kind != "set" or choice[0] == "set"

    def _outside(self) -> list[int]:
        state = self.play.state
        zones = (*state.hand, *state.bench, state.discard, state.looked)
        return [token for zone in zones for token in zone if token >= 0]

    def act(self, text: str) -> None:
        """Give an answer at the table where that can be, else on the screen."""
        word, *rest = text.split()
        kind, seat = self.play.decision.kind, self.play.decision.seat
        presser = seat if seat >= 0 else self.play.state.seat
        has_pads, has_buttons = bool(self.profile.pads), 0 <= presser < len(self.profile.seats)
        if kind == "choose" and word == "keep" and has_pads:
            self._reject(rest[0])
        elif kind == "set" and word == "set":
            self._set(text)
        elif word in ("bench", "lift") and bench_pads(self.profile, seat):
            self._arrange(seat, word, rest)
        elif has_pads and rest and word in PLAYED:
            place = int(rest[1]) if kind == "salvage" and rest[1:] else 0
            self.tap(self.cards[self.play.state.discard[-place]] if place else self._mine(rest[0]))
            self._pick(text)
        elif has_pads and rest and word in DROPPED:
            self._drop(rest)
        elif has_buttons and text in (*NO, *YES) and kind != "choose":
            self.press(presser, "yes" if text in YES else "no")
        elif word == "found" and has_pads:
            state = self.play.state
            tokens = (state.discard[-int(rest[0])],) if rest else state.deck
            self.tap(next(self.cards[token] for token in tokens if self.cards.name(token) == BILLY))
            self._pick(text)
        else:
            if word == "bench" and self.play.state.bench[seat][int(rest[-1]) - 1] >= 0:
                self.say(f"lift {rest[-1]}")  # of two cards that nobody names, one must go before the other comes
            self.say(self._secret(text))

    def _secret(self, text: str) -> str:
        """What others do not see is not named where everybody reads it."""
        word, *rest = text.split()
        is_open = word in ("bench", "keep", "give", "next", "steal") and bool(rest)
        return " ".join((word, "?", *rest[1:])) if is_open else text

    def _mine(self, name: str) -> str:
        """The card of an answer, as it really is."""
        stage, play = self.companion.stage, self.play
        tokens = stage.loose(play, ("discard",)) if play.decision.kind != "film" else play.state.deck
        return next(self.cards[token] for token in tokens if self.cards.name(token) == name)

    def _drop(self, rest: list[str]) -> None:
        seat = self.play.decision.seat
        if rest[1:] == ["bench"]:
            tokens = self.play.state.bench[seat]
            slot = next(at for at, token in enumerate(tokens) if token >= 0 and self.cards.name(token) == rest[0])
            pads = bench_pads(self.profile, seat)
            if not pads:
                self.say(f"{'pay' if self.play.decision.kind == 'pay' else 'discard'} {rest[0]} bench")
                return
            card = self.lies[pads[slot]]
            self.lift(pads[slot], 1_500)
        else:
            card = self._mine(rest[0])
        self.tap(card, "discard")

    def _reject(self, name: str) -> None:
        """Discard all but what is kept."""
        _, _, tokens, left, _ = self.play.state.agenda[-1]
        mine = list(tokens)
        kept = [next(token for token in mine if self.cards.name(token) == name)]
        kept += [token for token in mine if token not in kept][: left - 1]
        rejects = [self.cards[token] for token in mine if token not in kept]
        for card in rejects:
            self.tap(card, "discard")

    def _arrange(self, seat: int, word: str, rest: list[str]) -> None:
        pad = bench_pads(self.profile, seat)[int(rest[-1]) - 1]
        if word == "lift":
            self.lift(pad)
            return
        card = self._mine(rest[0])
        if pad in self.lies:
            self.lift(pad, 1_500)
        self.put(card, pad)

    def _set(self, text: str) -> None:
        """Lay down Billy and what goes with it, show the parts if they are not known, and choose."""
        _, target, *rest = text.split()
        extras = rest[3:]
        if not self.profile.pads:
            self._show_by_name(extras)
        else:
            for name in (*extras, "billy"):
                self.tap(self._mine(name))
            for token in self.play.state.bench[self.play.decision.seat]:
                if self.play.decision.kind == "set" and self.play.state.face[token] < 0:
                    self.cards.follow(self.play)
                    self.tap(self.cards[token])
        if self.play.decision.kind == "set":
            self._aim(target)
        if self.play.decision.kind == "set":
            setting = self.companion.stage._questions.setting(self.play.parse(text))
            self._aim(f"for {target.capitalize()}: {setting}")

    def _show_by_name(self, extras: list[str]) -> None:
        for name in (*extras, "billy"):
            self.table.post(Show(name))
        for token in self.play.state.bench[self.play.decision.seat]:
            if self.play.decision.kind == "set" and self.play.state.face[token] < 0:
                self.cards.follow(self.play)
                self.table.post(Name(self.cards.name(token)))

    def _aim(self, label: str) -> None:
        buttons = self.prompt.buttons
        at = next((at for at, button in enumerate(buttons) if button.label.lower() == label.lower()), None)
        if self.prompt.kind == "aim" and at is not None:
            self.table.post(Pick(at))
            self.table.run_for(20)

    def _pick(self, text: str) -> None:
        """If what was shown may mean several answers, pick one on the screen."""
        if self.prompt.kind == "ask":
            self.table.post(self.prompt.buttons[self.companion.meanings().index(text)].command)
            self.table.run_for(20)

    # ---- what came of it ---------------------------------------------------------------------------------------------

    @property
    def companion(self):
        return self.table.companion

    @property
    def play(self):
        return self.companion.play

    @property
    def profile(self):
        return self.companion.stage.profile

    @property
    def prompt(self):
        return self.table.picture.prompt

    @property
    def notice(self) -> str:
        return self.table.picture.notice

    @property
    def said(self) -> list[str]:
        lines = self.table.picture.lines
        return [line.text for line in lines if line.kind == "answer" and not line.is_taken_back]

    def bench_three_unread(self) -> None:
        """Let Red put three cards on the bench that nobody reads, and come to where Red may set a trap."""
        self.say("done")
        for _ in range(2):
            seat = self.play.state.seat
            while self.play.state.seat == seat:
                self.say("done" if self.play.decision.kind == "use" else "keep")
                self.say("discard ?")
        for slot in (1, 2, 3):
            self.say(f"bench ? {slot}")
        self.say("done")
        while self.play.decision.kind == "discard":
            self.say("discard ?" if self.prompt.title != "Red: discard cards?" else "keep")

    def close(self) -> None:
        self.ledger.close()
        self.twin.close()


def _copy(card: str) -> str:
    """One copy of a card, the first if none is named."""
    return card if "#" in card else f"{card}#0"
