"""How somebody does what is meant: moves, shows, presses, aims or says it, each with the habits of people."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from host.soak.human.habits import Habits
from host.soak.human.hands import Hands
from host.soak.human.levels import Level
from host.soak.human.moving import Mover
from host.soak.human.senses import Room
from host.soak.human.showing import Showing
from host.soak.human.things import Arrangement, Motion, motions
from host.soak.human.ways import How, Ways
from host.soak.human.world import Deed, World

PAD = re.compile(r"\bplay\b")
GRIP_MS = 800  # between letting go of a thing and moving it for another answer
MIND_MS = (200, 3_000)  # after so long somebody thinks better of it
BACK = 0.4  # how often everything is put back first
OTHER_HAND_MS = (50, 900)  # between what one hand builds and the other


class Doer:
    """One pair of hands that carries out deeds."""

    def __init__(
        self, room: Room, world: World, ways: Ways, level: Level, rng: Random, hands: Hands, habits: Habits
    ) -> None:
        self.hands = hands
        self.mover = Mover(room, hands, ways, level, rng)
        self.pad = Showing(room, hands, level, rng, habits, ways.decoy)
        self.is_read = False  # whether the screen showed that the pad read it
        self._room = room
        self._world = world
        self._ways = ways
        self._level = level
        self._rng = rng
        self._habits = habits
        self._moved: set[str] = set()  # what was moved for the last answer
        self.last = ""  # and what of it was moved last

    def do(self, deed: Deed, how: How) -> None:
        """Give an answer."""
        if how == "move":
            self._move(deed)
        elif how == "tap" and not self.is_pad_broken():
            self.show(self._ways.card(deed, self._rng))
        elif how == "press":
            button = self._ways.button(deed)
            assert button is not None
            self._room.press(deed.seat, button)
        elif how == "aim":
            self._aim(deed)
        else:
            self._room.say(spoken(deed))

    # ---- on the board --------------------------------------------------------------------------------------------

    def _move(self, deed: Deed) -> None:
        """Build, move, walk or lay; what that leaves to do is done too, unless it is forgotten."""
        self.show_first(deed)
        todo = self.todo(deed)
        if self._rng.random() < self._level.forgotten:
            todo = [motion for motion in todo if not motion.name.startswith("tray")] or todo
        self.rearrange(todo)

    def rearrange(self, todo: Sequence[Motion]) -> None:
        """Move some things for an answer; what lies on the pad is taken up for that."""
        self.let_go(todo)
        for motion in todo:
            self.pad.take_up(motion.name)
        self.mover.rearrange(todo)

    def show_first(self, deed: Deed) -> None:
        """Hold what an answer puts down to the pad, as people do more often than not."""
        if self._ways.card(deed, self._rng) and self._rng.random() < self._level.shows:
            self.show(self._ways.card(deed, self._rng))

    def let_go(self, todo: Sequence[Motion]) -> None:
        """Whoever moves the same thing again for another answer has let go of it first."""
        if any(motion.name in self._moved for motion in todo):
            self.hands.wait(max(0, self.hands.moved_at + GRIP_MS - self._room.now))
        self._moved = {motion.name for motion in todo}
        self.last = next((motion.name for motion in reversed(todo) if motion.target is not None), "")

    def todo(self, deed: Deed) -> list[Motion]:
        """What has to be moved for an answer: first what walks, then what it leaves behind, or the other way round."""
        return self._towards(self.made_by(deed))

    def made_by(self, deed: Deed) -> Arrangement:
        """Where all lies once an answer was given by hand."""
        return self._ways.made_by(deed, self._world.after(deed))

    def _towards(self, wanted: Arrangement) -> list[Motion]:
        todo = motions(self.hands.lies, wanted)
        todo.sort(key=lambda motion: motion.name.startswith("tray"))
        return todo

    # ---- habits --------------------------------------------------------------------------------------------------

    def think_better(self, other: Deed, deed: Deed, explain: Callable[[], None]) -> None:
        """Do one thing, and then another one instead; or put everything back, and then do the other one.

        ``explain`` says what was taken back, if the screen asks for it.
        """
        before, rng = dict(self.hands.lies), self._habits.rng
        self.show_first(other)
        was_shown = self.pad.shown
        self.rearrange(self.todo(other))
        self.hands.wait(rng.randint(*MIND_MS))
        self._habits.did("mind")
        if rng.random() < BACK:
            self.mover.rearrange(self._towards(before))
            self.hands.wait(rng.randint(*MIND_MS))
            explain()
        card = self._ways.card(deed, self._rng)
        if card and was_shown and card != was_shown:  # another piece, and the table believes to know this one
            self.take_off(was_shown)
            self.show(card)
        self._moved = {motion.name for motion in self.todo(deed)}
        self.mover.rearrange(self.todo(deed))

    def take_off(self, name: str) -> None:
        """Take a thing off the board."""
        self.hands.lift(name)
        self.hands.react()

    def build_with_both(self, first: Deed, second: Deed) -> None:
        """Hold the second piece to the pad, and build the first one with the other hand."""
        self._habits.did("two-hands")
        self.show(self._ways.card(second, self._rng))
        self.hands.wait(self._habits.rng.randint(*OTHER_HAND_MS))
        self.rearrange(self.todo(first))

    def build_shown(self, second: Deed) -> None:
        """Build what has been held to the pad for a while."""
        self.hands.wait(self._habits.rng.randint(*OTHER_HAND_MS))
        self.rearrange(self.todo(second))

    def build_unnamed(self, deed: Deed) -> None:
        """Build a piece that nobody has named yet."""
        self._habits.did("unnamed")
        self.rearrange(self.todo(deed))
        self.hands.wait(self._habits.rng.randint(*MIND_MS))

    def name_built(self, reveal: Deed, deed: Deed) -> None:
        """Say which piece was drawn once it stands on the board: on the screen, or at the pad and back."""
        name = self._ways.card(reveal, self._rng)
        spot = self.hands.lies.get(name)
        if spot is None or self.is_pad_broken() or self._habits.rng.random() < 0.5:
            self._room.name(reveal.text)
            return
        self.hands.lift(name)
        self.hands.react()
        self.show(name)
        self.pad.take_up(name)
        self.hands.put(name, spot)
        self.hands.react()

    # ---- at the pad and on the screen ----------------------------------------------------------------------------

    def show(self, card: str) -> None:
        """Hold a card to the pad: long enough, as a rule."""
        self.is_read = False
        if not self.is_pad_broken():
            self.is_read = self.pad.show(card)

    def tap(self, card: str) -> bool:
        """Hold a card to the pad for long enough; tell whether the screen shows that it was read."""
        return self.pad.tap(card)

    def is_pad_broken(self) -> bool:
        """Read on the screen whether the pad reads nothing."""
        return any(PAD.search(sentence) for sentence in self._room.look().faults)

    def _aim(self, deed: Deed) -> None:
        """Open aiming if it is not open, lift what acts and put it back, and say the rest on the screen."""
        name = self._ways.lifted(deed)
        if self._room.look().kind != "aim":
            self._room.press(deed.seat, "yes")
            self.hands.react()
        if self._room.look().kind != "aim" or name not in self.hands.lies or self.hands.above(name):
            self._room.leave()
            self._room.say(spoken(deed))
            return
        self.mover.put_back(name)
        if self._room.look().kind == "aim":
            self._room.say(spoken(deed))


def spoken(deed: Deed) -> str:
    """Return how an answer is said on the screen: with who says it, where somebody else could interrupt."""
    return f"{deed.play.seats[deed.seat]}: {deed.text}" if deed.is_later and deed.seat >= 0 else deed.text
