"""The room of a simulated game: a twin for hands, and the companion's picture as a screen for eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engines.core import Answer
from hardware.profiles.model import Profile
from hardware.twin.board import Twin
from hardware.twin.mechanics import Mechanics
from hardware.twin.rfid.field import STACK, Conditions
from host.play.commands import Leave, Name, Pick, Say, Undo, Unread, Vouch
from host.play.stepped import SteppedTable
from host.soak.human.levels import Level
from host.soak.human.saw_world import SawWorld
from host.soak.human.senses import Standing, Told
from host.soak.human.world import Deed, World

SLICE_MS = 20  # how often somebody looks over the shoulder of the game
PRESS_MS = 90
PAD = "play"


class StagedRoom:
    """What a person can do and see at one table on virtual time. ``watch`` is called in between, ever so often."""

    def __init__(self, table: SteppedTable, twin: Twin, world: World | SawWorld) -> None:
        self.watch: Callable[[], None] = lambda: None
        self.restart: Callable[[], None] = lambda: None  # how the program dies, and another one takes the game up
        self.taken_back = 0  # how often the button was pressed that takes an answer back
        self._table = table
        self._twin = twin
        self._world = world
        self._plug_at: int | None = None
        self._die_at: int | None = None

    # ---- the table -----------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The time in milliseconds."""
        return self._table.now

    @property
    def profile(self) -> Profile:
        """How the table is built."""
        return self._twin.profile

    @property
    def mechanics(self) -> Mechanics:
        """The things on the table."""
        return self._twin.mechanics

    def wait(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while self.now < end:
            if self._plug_at is not None and self.now >= self._plug_at:
                self._plug_at = None
                self._table.plug()
            if self._die_at is not None and self.now >= self._die_at:
                self._die_at = None
                self._die()
            self._table.run_until(min(end, self.now + SLICE_MS))
            self.watch()

    def tap(self, card: str, ms: int, pad: str = PAD) -> None:
        """Hold a card to a pad."""
        self._twin.tap_card(card, pad, ms)

    def on_pad(self, pad: str = PAD) -> str:
        """See on the screen which card a pad reads; empty if it reads none."""
        return next((sight.card for sight in self._table.picture.pads if sight.name == pad), "")

    def tap_two(self, cards: tuple[str, str], ms: int, pad: str = PAD) -> None:
        """Hold two cards to a pad at once."""
        for card in cards:
            self._twin.put_card(card, pad)
        self.wait(ms)
        for card in cards:
            self._twin.lift_card(card)

    def lay(self, card: str, pad: str = PAD) -> None:
        """Lay a card on a pad, and leave it there."""
        self._twin.put_card(card, pad)

    def take_up(self, card: str) -> None:
        """Take a card off its pad."""
        self._twin.lift_card(card)

    def hold_near(self, cards: list[str], pad: str, ms: int) -> None:
        """Hold a hand of cards close to a pad for a while."""
        self._twin.cards.hold(cards, pad, self.now)
        self.wait(ms)
        for card in cards:
            self._twin.lift_card(card)

    def press(self, seat: int, answer: Literal["yes", "no"]) -> None:
        """Press a seat's button."""
        self._twin.press(seat, answer)
        self.wait(PRESS_MS)
        self._twin.release(seat, answer)
        self.wait(PRESS_MS)

    def pull_cable(self, ms: int) -> None:
        """Pull the cable; somebody puts it back a little later."""
        if self._plug_at is None:
            self._table.unplug()
            self._plug_at = self.now + ms

    def kill_program(self, ms: int) -> None:
        """Have the program killed a little later, whatever is being done then."""
        if self._die_at is None:
            self._die_at = self.now + ms

    def _die(self) -> None:
        self.restart()
        if self._plug_at is None:  # else the cable is out
            self._table.plug()

    # ---- the screen ----------------------------------------------------------------------------------------------

    def look(self) -> Told:
        """Look at the screen."""
        prompt = self._table.picture.prompt
        labels = tuple(button.label for button in prompt.buttons[:-1]) if prompt.kind == "aim" else ()
        labels = self._table.companion.meanings() if prompt.kind == "ask" else labels
        tiles = self.profile.tiles
        doubted = tuple(
            tiles[button.command.tile].name for button in prompt.buttons if isinstance(button.command, Vouch)
        )
        faults = self._table.picture.faults
        return Told(prompt.kind, prompt.title, prompt.detail, labels, prompt.is_owed, prompt.seat, doubted, faults)

    def standing(self) -> Standing:
        """Read the ledger."""
        mine, truth = self._table.companion.play.log, self._world.truth.log
        if mine == truth:
            return "even"
        return "behind" if mine == truth[: len(mine)] else "astray"

    def has_heard(self, deed: Deed) -> bool:
        """Read in the ledger whether an answer that is not counted as done yet is there as the last one."""
        mine, truth = self._table.companion.play.log, self._world.truth.log
        answers = [entry for entry in mine[len(truth) :] if isinstance(entry, Answer)]
        return mine[: len(truth)] == truth and [entry.choice for entry in answers] == [deed.choice]

    def lacks(self) -> str:
        """Read which answer is not in the ledger though it was given, the first one; empty if all are there."""
        play, truth = self._table.companion.play, self._world.truth.log
        entry = truth[len(play.log)] if self.standing() == "behind" else None
        return play.write(entry.choice) if isinstance(entry, Answer) else ""

    @property
    def notice(self) -> str:
        """The last thing that somebody should read."""
        return self._table.picture.notice

    @property
    def is_linked(self) -> bool:
        """Whether the screen says that the board is connected."""
        return self._table.picture.is_linked

    @property
    def lit(self) -> int | None:
        """Which of some buttons the light that walks by belongs to."""
        return self._table.picture.prompt.lit

    def is_calm(self) -> bool:
        """See that neither light nor screen waits for anything on the table."""
        prompt = self._table.picture.prompt
        return prompt.kind not in ("ask", "guide", "wait") and prompt.step is None and not self.look().doubted

    def say(self, text: str) -> None:
        """Answer on the screen."""
        self._table.post(Say(text))
        self.watch()

    def name(self, card: str) -> None:
        """Say on the screen which card was revealed."""
        self._table.post(Name(card))

    def pick(self, number: int) -> None:
        """Pick a button of a question."""
        self._table.post(Pick(number))
        self.watch()

    def vouch(self, tile: str) -> None:
        """Press the button that says that a tile is as it should be."""
        self._table.post(Vouch(self.profile.tile_named(tile).index))
        self.watch()

    def unread(self) -> None:
        """Say on the screen that the pad does not read what is held to it."""
        self._table.post(Unread(PAD))

    def leave(self) -> None:
        """Leave aiming or a question."""
        self._table.post(Leave())

    def take_back(self) -> None:
        """Press the button that takes the last answer back."""
        self.taken_back += 1
        self._table.post(Undo())
        self.watch()


def disturb(twin: Twin, level: Level) -> None:
    """Make the readers of a table as unreliable as a level says."""
    for field in twin.devices.readers.fields:
        field.conditions = Conditions(miss=level.miss, garble=level.garble, stack=STACK)
    if level.echo:
        twin.cards.echo = level.echo
