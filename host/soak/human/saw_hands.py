"""Hands that hold cards to pads, lay them on a bench and press buttons: not always well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.core import AnyPlay
from engines.saw import agenda as at
from host.soak.human.habits import Habits
from host.soak.human.hands import BRUSHED_MS, REACT_MS
from host.soak.human.levels import Level
from host.soak.human.moving import HOLD_MS
from host.soak.human.person import SEE_MS
from host.soak.human.saw import Act, slot_pad
from host.soak.human.saw_senses import PadRoom
from host.soak.human.saw_world import SawWorld, answered
from host.soak.human.showing import BRIEF_MS, CLEARED, OVER_MS, TAP_MS

LONG = 0.2  # how often a card that is taken out stays away for long
LONG_MS = (2_800, 6_000)
NEAR_MS = (500, 4_000)  # how long a hand of cards is held close to a bench
ECHO_MS = 1_000  # so long somebody who shows several cards waits until the screen says something to one of them
TRIES = 5
CARD_HOP_MS = (20, 250)  # how long a card is off its pad that is hit
FUMBLE_MS = 3_000  # so long a table may speak of something that was held badly


class PadHands:
    """What hands do. ``lies`` is what lies on each pad, ``shown`` what was shown to one, or named."""

    def __init__(self, room: PadRoom, world: SawWorld, level: Level, rng: Random, habits: Habits | None = None) -> None:
        self.lies: dict[str, str] = {}
        self.is_read = False  # whether the screen showed that the last card was read that was held to a pad
        self._left: dict[str, str] = {}  # cards that were left on a pad, and where
        self._habits = habits or Habits({}, rng)
        self.shown: set[str] = set()
        self.moved_at = 0
        self._fumbled_at = -FUMBLE_MS
        self._room = room
        self._world = world
        self._level = level
        self._rng = rng

    def react(self) -> None:
        """Let as much time pass as there is between two movements."""
        self._room.wait(self._rng.randint(*REACT_MS))

    def forget_shuffled(self) -> None:
        """A card that was shuffled away has not been shown."""
        self.shown &= self._world.printed()

    @property
    def is_fumbling(self) -> bool:
        """Whether something was held badly just now."""
        return self._room.now - self._fumbled_at < FUMBLE_MS

    def fumble(self) -> None:
        """Something is held or pressed badly now, and the table may speak of it."""
        self._fumbled_at = self._room.now

    # ---- one movement after the other ----------------------------------------------------------------------------

    def do(self, acts: Sequence[Act], named: Sequence[str] = ()) -> None:
        """Do some things in a row; ``named`` are cards that may be named by what is said."""
        is_row = sum(act.do == "tap" for act in acts) > 1
        for act in acts:
            self.stir()
            if act.do == "tap" and is_row:
                self._show_until_seen(act.what, act.where)
            elif act.do == "tap":
                self._show(act.what, act.where)
            elif act.do == "lay":
                self._lay(act.what, act.where)
            elif act.do == "lift":
                self._lift(act.where)
            elif act.do == "press":
                self._room.press(act.seat, "yes" if act.what == "yes" else "no")
            else:
                self._room.say(act.what)
                self.shown |= {card for card in named if card.partition("#")[0] in act.what.split()}
            self.moved_at = self._room.now
            self.react()

    def _lay(self, card: str, pad: str) -> None:
        self._take_up(card)
        self._lift(pad)
        self._room.lay(card, pad)
        self.lies[pad] = card
        self.shown.add(card)

    def _lift(self, pad: str) -> None:
        if card := self.lies.pop(pad, ""):
            self._room.take_up(card)
            self.react()

    def _show_until_seen(self, card: str, pad: str) -> None:
        """Hold one of several cards to a pad: the next one comes when the screen has said something to this one."""
        before = self._room.look(), self._room.lines
        for _ in range(TRIES):
            self._show(card, pad)
            until = self._room.now + ECHO_MS
            while self._room.now < until and (self._room.look(), self._room.lines) == before:
                self._room.wait(SEE_MS)
            if (self._room.look(), self._room.lines) != before:
                return

    def _show(self, card: str, pad: str) -> None:
        """Hold a card to a pad: long enough, as a rule."""
        rng, level = self._rng, self._level
        self.shown.add(card)
        if rng.random() < level.two_cards and (other := self._another(card)):
            self._fumbled_at = self._room.now
            self._room.tap_two((card, other), rng.randint(*TAP_MS), pad)
            self.react()
        if rng.random() < level.brief:
            self._fumbled_at = self._room.now
            self._tap(card, pad, BRIEF_MS)
            return
        self._tap(card, pad, TAP_MS)
        if rng.random() < level.twice:
            self._tap(card, pad, TAP_MS)

    def _tap(self, card: str, pad: str, span: tuple[int, int]) -> None:
        self._take_up(card)
        self._make_room(card, pad)
        held = self._rng.randint(*span)
        if span == TAP_MS and self._habits.gives_in("left-lying"):
            self._room.lay(card, pad)
            self._left[card] = pad
        else:
            self._room.tap(card, held, pad)
        self._room.wait(held)
        self.is_read = self._room.on_pad(pad) == card.partition("#")[0]
        self.react()

    def _make_room(self, card: str, pad: str) -> None:
        """Take away what was left on a pad; or hold the next card over it, and take it away after that."""
        lying = [other for other, where in self._left.items() if where == pad]
        if not lying:
            return
        if self._habits.rng.random() >= CLEARED:
            self._fumbled_at = self._room.now
            self._room.lay(card, pad)
            self._room.wait(self._habits.rng.randint(*OVER_MS))
            self._room.take_up(card)
            self._room.wait(self._habits.rng.randint(*TAP_MS))
            self._fumbled_at = self._room.now
        for other in lying:
            self._take_up(other)

    def _take_up(self, card: str) -> None:
        """Take a card off the pad on which it was left."""
        if self._left.pop(card, ""):
            self._room.take_up(card)
            self.react()

    def _another(self, card: str) -> str:
        """Return a card of the same hand."""
        hands = [self._world.hand(seat) for seat in range(self._world.truth.state.seats)]
        others = [other for hand in hands if card in hand for other in hand if other != card]
        return self._rng.choice(others) if others else ""

    # ---- what means nothing --------------------------------------------------------------------------------------

    def draw_look(self) -> str:
        """Return the slot out of which a card is taken now, to look at it; empty: none."""
        if not self.lies or self._rng.random() >= self._level.put_backs:
            return ""
        return self._rng.choice(sorted(self.lies))

    def take_out(self, pad: str) -> tuple[str, int]:
        """Take a card out of a slot; return which, and for how long it is going to be looked at."""
        card = self.lies[pad]
        self._lift(pad)
        return card, self._rng.randint(*(LONG_MS if self._rng.random() < LONG else HOLD_MS))

    def put_in(self, card: str, pad: str) -> None:
        """Put a card back into its slot."""
        self._lay(card, pad)
        self.react()

    def stir(self) -> None:
        """Hit a card of a bench, brush over a few of them with a sleeve, or pull the cable: as habits have it."""
        habits, rng = self._habits, self._habits.rng
        if self.lies and habits.gives_in("bump"):
            self._hop([rng.choice(sorted(self.lies))])
        if habits.draw("sleeve") and (rows := self._rows()):
            self._hop(rng.choice(rows))
            habits.did("sleeve")
        if habits.gives_in("cable"):
            self._room.pull_cable(rng.randint(200, 4_000))

    def _rows(self) -> list[list[str]]:
        """Return the pads of each bench on which more than one card lies."""
        benches: dict[str, list[str]] = {}
        for pad in sorted(self.lies):
            benches.setdefault(pad.rpartition(".")[0], []).append(pad)
        return [row for row in benches.values() if len(row) > 1]

    def _hop(self, pads: Sequence[str]) -> None:
        """Let cards hop off their pads and lie there again."""
        for pad in pads:
            self._room.take_up(self.lies[pad])
            self._room.wait(self._habits.rng.randint(*BRUSHED_MS))
        self._room.wait(self._habits.rng.randint(*CARD_HOP_MS))
        for pad in pads:
            self._room.lay(self.lies[pad], pad)
            self._room.wait(self._habits.rng.randint(*BRUSHED_MS))

    def come_near(self, play: AnyPlay) -> None:
        """Hold a hand of cards close to its bench."""
        seat = play.state.seat
        if seat < 0 or self._rng.random() >= self._level.put_backs:
            return
        hand = [card for card in self._world.hand(seat) if card not in (*self.lies.values(), *self._left)]
        self._fumbled_at = self._room.now
        self._room.hold_near(hand, slot_pad(seat, self._rng.randrange(3)), self._rng.randint(*NEAR_MS))

    def tidy(self) -> None:
        """Take away what the rules have taken off the benches; what belongs to a running trap may lie there a while."""
        state = self._world.truth.state
        meant = {
            slot_pad(seat, slot): card
            for seat in range(state.seats)
            for slot, card in enumerate(self._world.bench(seat))
            if card
        }
        for pad, card in list(self.lies.items()):
            if meant.get(pad) != card and (state.trap is None or self._rng.random() >= self._level.forgotten):
                self._lift(pad)


def without(play: AnyPlay, pad: str) -> tuple[AnyPlay, ...]:
    """Return the game as a table may take it whose owner lifts a card off the bench."""
    if not play.waiting or play.decision.kind != at.USE:
        return ()
    seat = play.decision.seat
    slots = [slot for slot, token in enumerate(play.state.bench[seat]) if token >= 0 and slot_pad(seat, slot) == pad]
    return tuple(answered(play, ("lift", slot)) for slot in slots)
