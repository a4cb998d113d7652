"""Loot Trap at a simulated table: hands that move pawns, turn trays, lay cross trays and hold cards to the pad.

The hands have a deck of their own; the rules are told nothing but what reeds, readers and buttons say.
"""

from collections import Counter
from pathlib import Path
from random import Random

from engines.core import Reveal
from hardware.twin.board import Twin
from hardware.twin.objects import CROSS, PAWN, TRAY, Object
from host.ledger import Ledger
from host.link import Stepped
from host.play import opening
from host.play.commands import Name, Say
from host.play.floor import asked_of
from host.play.stepped import SteppedTable
from host.soak.human.world import Deck
from host.stage.loot_tiles import SIDEWAYS

START = 1_000
KINDS = {"tray": TRAY, "cross": CROSS, "pawn": PAWN}
SHOWN = ("play", "equip", "bank", "discard", "replace", "avatar", "roll")


class LootSitting:
    """A game of persons at a simulated table."""

    def __init__(self, folder: Path, *, seats: int = 2, profile: str = "field", seed: int = 1, **settings: object):
        self.path = folder / "loot.ledger"
        self.twin = Twin(profile, "cpython", 1)
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        companion = opening.begin(self.ledger, "loot", profile, START, players=["person"] * seats, **settings)
        self.table = SteppedTable(companion, self.ledger, lambda link: Stepped(self.twin, link, now=START))
        self.rng = Random(seed)
        self.cards = Deck(companion.play, self.rng)
        self.copies: Counter[str] = Counter()
        self.lies: dict[str, tuple[int, int]] = {}  # what lies on the tiles, and how
        self.table.plug()
        self.table.run_for(400)
        self.tidy()

    def restart(self) -> None:
        """The program ends without a word and is started again."""
        now = self.table.now
        self.ledger.close()
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        companion = opening.resume(self.ledger, now)
        self.table = SteppedTable(companion, self.ledger, lambda link: Stepped(self.twin, link, now=now))
        self.table.plug()
        self.table.run_for(600)

    # ---- what hands do -----------------------------------------------------------------------------------------------

    def put(self, name: str, tile: int, mask: int = 0) -> None:
        self.twin.mechanics.put(_thing(name), tile, "east" if mask == SIDEWAYS else "north")
        self.lies[name] = (tile, mask)

    def lift(self, name: str) -> None:
        self.twin.mechanics.lift(_thing(name))
        self.lies.pop(name, None)

    def tidy(self) -> None:
        """Put everything where the rules have it: a tile on which anything differs is cleared and laid anew."""
        scene = self.companion.stage.scene(self.play)
        wanted = {thing.name: (thing.tile, thing.mask) for thing in scene.things}
        wrong = {self.lies.get(name, at)[0] for name, at in wanted.items() if self.lies.get(name) != at}
        wrong |= {at[0] for name, at in wanted.items() if self.lies.get(name) != at}
        wrong |= {at[0] for name, at in self.lies.items() if name not in wanted}
        if not wrong:
            return
        for name in [name for name, at in self.lies.items() if at[0] in wrong]:
            self.lift(name)
        for name, at in wanted.items():
            if at[0] in wrong:
                self.put(name, *at)
        self.table.run_for(600)

    def tap(self, card: str, wait: int = 700, pad: str = "play") -> None:
        self.twin.tap_card(card, pad, 400)
        self.table.run_for(wait)

    def press(self, seat: int, answer: str) -> None:
        self.twin.press(seat, answer)
        self.table.run_for(100)
        self.twin.release(seat, answer)
        self.table.run_for(100)

    def say(self, text: str) -> None:
        self.table.post(Say(text))
        self.table.run_for(20)

    # ---- a whole game ------------------------------------------------------------------------------------------------

    def go_on(self) -> str:
        """Do the next thing at the table, and return what it was."""
        self.cards.follow(self.play)
        item = asked_of(self.companion.floor().main)
        if isinstance(item, Reveal):
            card = self.cards[item.token]
            self.reveal(card)
            self.tidy()
            return f"reveal {card}"
        main = self.companion.floor().main
        if not all(token in self.cards for token in self.companion.stage.hand(main, main.decision.seat)):
            self.say("pass")  # the pile is shuffled once nobody interrupts any more
            return "pass"
        possible = self.possible()
        text = "bank" if "bank" in possible else self.rng.choice(possible)  # or it would go on for hours
        self.act(text)
        self.tidy()
        return text

    def reveal(self, card: str) -> None:
        """Hold a card to the pad, or say which one it is."""
        if self.companion.stage.profile.pads:
            self.tap(self.copy(card))
        else:
            self.table.post(Name(card))

    def possible(self) -> list[str]:
        """What can really be answered: nobody plays a card that he has not got."""
        play = self.companion.floor().main
        decision = play.decision
        hand = {self.cards[token] for token in self.companion.stage.hand(play, decision.seat)}
        texts = [play.write(choice) for choice in play.options(decision).enumerate()]
        if decision.kind == "found":
            return texts
        return [text for text in texts if _card(text) in (None, "unseen", *hand)]

    def act(self, text: str) -> None:
        """Give an answer at the table where that can be, else on the screen."""
        word, *rest = text.split()
        play = self.companion.floor().main
        profile = self.companion.stage.profile
        if word in ("move", "hop") and profile.tiles:
            seat = play.seats[play.state.agenda[-1][1]]
            self.lift(f"pawn.{seat}")
            self.table.run_for(200)
            self.put(f"pawn.{seat}", profile.tile_named(rest[0]).index, PAWN.closes)
        elif word == "lay" and self._is_seen(text):
            self.put(f"cross.{rest[1]}", profile.tile_named(rest[1]).index, CROSS.closes)
        elif profile.pads and word in SHOWN and play.decision.kind != "found" and text != "roll":
            self.show(text)
            return
        else:
            while word == "play" and self.companion.floor().following:  # or it would be who may interrupt that plays it
                self.say("pass")
            self.say(text)
            return
        self.table.run_for(800)
        self._pick(text)

    def _is_seen(self, text: str) -> bool:
        """Tell whether the tiles can show an answer: a trap on a laid trap looks as before."""
        play = self.companion.floor().main
        outcomes = self.companion.stage.outcomes(play)
        return any(play.write(choice) == text for choices in outcomes.values() for choice in choices)

    def show(self, text: str) -> None:
        """Hold the card of an answer to the pad."""
        word, *rest = text.split()
        card = "loot" if word == "bank" else f"roll-{rest[0]}" if word == "roll" else rest[0]
        self.tap(self.copy(card))
        self._pick(text)

    def copy(self, card: str) -> str:
        """Return a copy of a card, another one each time."""
        self.copies[card] += 1
        return f"{card}#{self.copies[card] % 12}"

    def _pick(self, text: str) -> None:
        """If what was done may mean several answers, pick one on the screen."""
        prompt = self.table.picture.prompt
        if prompt.kind == "ask":
            floor = self.companion.floor()
            said = f"{floor.main.seats[floor.main.decision.seat]}: {text}" if floor.following else text
            self.table.post(prompt.buttons[self.companion.meanings().index(said)].command)
            self.table.run_for(20)

    # ---- what came of it ---------------------------------------------------------------------------------------------

    @property
    def companion(self):
        return self.table.companion

    @property
    def play(self):
        return self.companion.play

    @property
    def prompt(self):
        return self.table.picture.prompt

    def close(self) -> None:
        self.ledger.close()
        self.twin.close()


def _thing(name: str) -> Object:
    return Object(name, KINDS[name.partition(".")[0]])


def _card(text: str) -> str | None:
    """The card of a hand that an answer names."""
    word, *rest = text.split()
    if word in ("play", "equip", "discard", "replace", "lay", "swap", "give"):
        return rest[0]
    return "loot" if word == "bank" else None
