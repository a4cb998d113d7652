"""All who sit at a table of SAW, in one: they show cards, press, say, look at the screen, and mend what went wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from engines.core import Answer, AnyPlay
from engines.core.problems import IllegalEntry
from host.soak.human.doing import MIND_MS
from host.soak.human.habits import Habits
from host.soak.human.levels import Level
from host.soak.human.person import ASTRAY_MS, DOUBT_MS, EARLY_MS, GIVE_UP_MS, INSIST_MS, SEE_MS, THINK_MS
from host.soak.human.saw import Act, SawWays
from host.soak.human.saw_hands import PadHands, without
from host.soak.human.saw_senses import PadRoom
from host.soak.human.saw_slips import Slip, other_slots, slips
from host.soak.human.saw_world import SawDeed, SawWorld, answered
from host.soak.human.senses import Told

BY_LIGHT = 0.5  # how often something is picked by its light instead of on the screen
LIGHT_MS = (60, 600)  # from when a light comes until somebody presses
HASTY_MS = 270  # a press that comes sooner may have been meant for the light before, and the table may say so
READ_MS = 1_500  # after so long without a word about a slip, nothing came of it
AWAY_MS = 3_000  # a card that is looked at for so long may pass for one that was taken off its bench,
BACK_MS = 1_000  # until it has been back for so long
AHEAD_MS = 3_000  # so long the table may speak of what was done before it had understood what came before that
FOR_EVER = 1 << 60


class SawPerson:
    """Eyes and a plan.

    ``deed`` is what is being done, and ``stages`` is how the books may stand meanwhile; ``slip`` tells whether
    something else was done by mistake and is not mended yet, ``slips`` how often that was, ``insisted`` how often
    a deed had to be said after all.
    """

    def __init__(
        self,
        room: PadRoom,
        world: SawWorld,
        ways: SawWays,
        level: Level,
        rng: Random,
        habits: Habits | None = None,
    ) -> None:
        self.habits = habits or Habits({}, rng)
        self.done = 0  # how many deeds were done
        self.deed: SawDeed | None = None
        self._stages: tuple[AnyPlay, ...] = (world.truth.clone(),)
        self._out = "", 0  # the slot out of which a card is, or was, for long, and until when that counts
        self.slip = False
        self.slips = 0
        self.slip_at = 0
        self.insisted = 0
        self.hands = PadHands(room, world, level, rng, self.habits)
        self._room = room
        self._world = world
        self._ways = ways
        self._level = level
        self._rng = rng
        self._bench: list[str] = []  # the cards of whoever acts, before this deed
        self._turned = 0  # how many cards had been turned over before this deed
        self._ahead_at = -AHEAD_MS  # when somebody acted last upon what the table had not understood yet
        self._open: list[tuple[SawDeed, Sequence[Act]]] = []  # what was done and is not understood yet
        self._asked_for: tuple[str, int] = ("", 0)  # what the screen asked for and was given, and when

    # ---- the game ------------------------------------------------------------------------------------------------

    def set_up(self) -> bool:
        """Nothing lies on the table yet."""
        return True

    def go_on(self) -> bool:
        """Do the next thing, whatever it is; tell whether it was understood."""
        self._room.wait(self._rng.randint(*THINK_MS))
        deed = self._begin()
        self._dither(deed)
        slip = self._draw_slip(deed) if self._rng.random() < self._level.wrong else None
        if slip is not None and not self._go_wrong(deed, slip):
            return False
        self._stages = deed.stages
        self._do(deed)
        while self._may_go_on() and self.habits.draw("early"):
            self._go_on_early()
        if not self._attend(*self._open[-1]):
            return False
        self._stages = (self._world.truth,)
        self._open.clear()
        self.hands.tidy()
        return True

    def _begin(self) -> SawDeed:
        first = self._ways.special(self._world.truth, self.habits.rng) if self.habits.draw("special") else None
        if first is not None:
            self.habits.did("special")
        self.deed = deed = self._ways.choose(self._world, self._rng, first)
        self.done += 1
        self._turned = len(self._room.turned)
        self._bench = self._world.bench(deed.seat)
        self.hands.forget_shuffled()
        return deed

    def _do(self, deed: SawDeed) -> None:
        acts = self._ways.acts(deed, self.hands.shown, self._rng)
        if any(map(self._is_in_vain, acts)):
            acts = self._ways.said(deed, self.hands.shown)
        if acts[-1].do == "lay" and self.habits.draw("mind"):
            self._think_better(deed)
        self.hands.do(acts, deed.cards)
        self._world.take(deed)
        self._open.append((deed, acts))

    # ---- out of habit --------------------------------------------------------------------------------------------

    def _think_better(self, deed: SawDeed) -> None:
        """Lay a card on another slot first, and think better of it."""
        others = other_slots(deed, self.hands.lies)
        if others:
            other = self.habits.rng.choice(others)
            self._stages += other.stages
            self.hands.do(other.acts)
            self._room.wait(self.habits.rng.randint(*MIND_MS))
            self.hands.do(other.mends)
            self.habits.did("mind")

    def _may_go_on(self) -> bool:
        """Tell whether the next one has no reason to wait: one act says all, it was read, nobody complains."""
        deed, acts = self._open[-1]
        if (
            self._room.notice
            or self._world.is_over
            or len(acts) > 1
            or len(deed.choices) > 1
            or deed.turned
            or deed.sifted
        ):
            return False
        options = deed.before.options(deed.before.decision)
        alike = [choice for choice in options.enumerate() if choice[:2] == deed.choice[:2]]
        return len(alike) == 1 and (acts[0].do == "press" or (acts[0].do == "tap" and self.hands.is_read))

    def _go_on_early(self) -> None:
        """Do the next thing before the last one is understood."""
        self._room.wait(self.habits.rng.randint(*EARLY_MS))
        self.habits.did("early")
        deed = self._begin()
        self._stages += deed.stages
        is_ahead = not self._agrees(deed.before)
        self._ahead_at = self._room.now if is_ahead else self._ahead_at
        self._do(deed)
        self._ahead_at = self._room.now if is_ahead else self._ahead_at

    @property
    def is_faultless(self) -> bool:
        """Whether everything was done as it should be, and nobody was ahead of what was understood just now."""
        is_ahead = self._room.now - self._ahead_at < AHEAD_MS
        return not self.slip and not self.hands.is_fumbling and not is_ahead

    @property
    def stages(self) -> tuple[AnyPlay, ...]:
        """How the books may stand now."""
        pad, until = self._out
        if self._room.now > until:
            return self._stages
        before = self._stages[0] if self.deed is None else self.deed.before
        stages = dict.fromkeys((before, *self._stages))
        return (*self._stages, *(play for base in without(before, pad) for play in _alike(before, stages, base)))

    def _dither(self, deed: SawDeed) -> None:
        """Take a card of a bench out to look at it, hold a hand close to a bench, pull the cable."""
        self._stages = (deed.before,)
        if pad := self.hands.draw_look():
            self._look_at(pad, deed)
        self.hands.come_near(deed.before)
        often = self._level.answers_per_unplug
        if often and self._rng.random() < 1 / often:
            self._room.pull_cable(self._rng.randint(200, 4_000))

    def _look_at(self, pad: str, deed: SawDeed) -> None:
        """Take a card out of its slot and put it back; whoever sees that it passed for gone waits until it is there."""
        card, held = self.hands.take_out(pad)
        self._room.wait(min(held, AWAY_MS))
        if held > AWAY_MS:
            self._out = pad, FOR_EVER
            self._room.wait(held - AWAY_MS)
            self._out = pad, self._room.now + BACK_MS
        self.hands.put_in(card, pad)
        if any(map(self._agrees, without(deed.before, pad))):
            self._wait_for(deed.before)

    def _wait_for(self, play: AnyPlay) -> None:
        """Let the books catch up."""
        began = self._room.now
        while not self._agrees(play) and self._room.now - began < GIVE_UP_MS:
            self._room.wait(SEE_MS)

    def _agrees(self, play: AnyPlay) -> bool:
        return self._room.agrees(play)

    # ---- what the table asks -------------------------------------------------------------------------------------

    def _attend(self, deed: SawDeed, acts: Sequence[Act]) -> bool:
        """Answer questions until all is understood; tell whether it came to that."""
        room = self._room
        began = asked = room.now
        turned = len(room.turned)
        insisted = 0
        while room.now - began < GIVE_UP_MS:
            if self._agrees(deed.after):
                return True
            if len(room.turned) > turned:
                began, turned = room.now, len(room.turned)
            if room.now - asked > ASTRAY_MS and self._is_astray(deed):
                room.take_back()
                asked = room.now
            elif self._respond(room.look(), deed):
                asked = room.now if not self._is_astray(deed) else asked
            elif room.now - began > INSIST_MS * (insisted + 1):
                self._insist(self._first_open(deed, acts)[0], is_plain=insisted > 0)
                insisted += 1
            elif room.now - asked > DOUBT_MS:
                self.hands.do([act for act in self._first_open(deed, acts)[1] if act.do in ("tap", "lay")])
                asked = room.now
            room.wait(SEE_MS)
        return False

    def _first_open(self, deed: SawDeed, acts: Sequence[Act]) -> tuple[SawDeed, Sequence[Act]]:
        """Return what was done first of all that is not understood yet."""
        behind = (done for done in self._open if self._agrees(done[0].before))
        return next(behind, (deed, acts))

    def _is_astray(self, deed: SawDeed) -> bool:
        """Read that something else was understood than was done."""
        if self._room.is_under_way():
            return self.is_misread
        return not any(map(self._agrees, self._stages if len(self._open) > 1 else deed.stages))

    @property
    def is_misread(self) -> bool:
        """Whether the ledger names another card than one that was turned over."""
        named = self._room.turned[self._turned :]
        real = [card.partition("#")[0] for card in self.deed.turned] if self.deed is not None else []
        return named != real[: len(named)]

    def _insist(self, deed: SawDeed, *, is_plain: bool) -> None:
        """Say it on the screen; plainly, with all names, if that was refused without them."""
        self.insisted += not is_plain
        self._room.leave()
        named = {*self.hands.shown, *deed.cards, *deed.kept} if is_plain else self.hands.shown
        self.hands.do(self._ways.said(deed, named), deed.cards)

    def _respond(self, told: Told, deed: SawDeed) -> bool:
        """Do what the screen asks for; tell whether it asks for anything."""
        if told.kind in ("ask", "aim"):
            self._pick(told, deed)
            return True
        wish = self._ways.wish(told, deed, self._bench, len(self._room.turned) - self._turned)
        if not wish:
            return False
        key = f"{told.title} {told.detail} {wish}"
        if key != self._asked_for[0] or self._room.now - self._asked_for[1] > DOUBT_MS:
            if any(map(self._is_in_vain, wish)):
                self._name(wish, deed)
            else:
                self.hands.do(wish)
            self._asked_for = key, self._room.now
        return True

    def _is_in_vain(self, act: Act) -> bool:
        """Read on the screen that the pad at which something would be done does not read cards."""
        broken = re.compile(rf"\b{re.escape(act.where)}\b")
        return act.do == "tap" and any(map(broken.search, self._room.look().faults))

    def _name(self, wish: Sequence[Act], deed: SawDeed) -> None:
        """Say on the screen what cannot be shown."""
        if deed.sifted is not None and self._room.look().kind != "reveal":
            self._room.say(f"found {deed.sifted.where}")
            return
        for act in wish:
            self._room.name(act.what.partition("#")[0])
            self.hands.shown.add(act.what)
            self.hands.react()

    def _pick(self, told: Told, deed: SawDeed) -> None:
        """Say which one was meant: on the screen, or by its light."""
        meant = self._ways.labels(deed)
        number = next((at for at, label in enumerate(told.labels) if label.lower() in meant), -1)
        number = number if number >= 0 else self._ways.nearest(told.labels, deed)
        self.hands.react()
        if number >= 0 and self._rng.random() < BY_LIGHT and self._await_light(number, len(told.labels)):
            self._room.press(self._ways.presser(deed), "yes")
        elif told.kind == "aim" and number < 0:
            self._room.leave()
        else:
            self._room.pick(number)

    def _await_light(self, number: int, count: int) -> bool:
        """Watch the light walk until it comes to a candidate; False if it does not, for nobody waits for ever."""
        until = self._room.now + 2_000 * (count + 1)
        for comes in (False, True) if count > 1 else (True,):
            while (self._room.lit == number) != comes:
                if self._room.now > until or self._room.lit is None:
                    return False
                self._room.wait(SEE_MS // 2)
        reaction = self._rng.randint(*LIGHT_MS)
        self._room.wait(reaction)
        if reaction < HASTY_MS:
            self.hands.fumble()
        return True

    # ---- mistakes ------------------------------------------------------------------------------------------------

    def _draw_slip(self, deed: SawDeed) -> Slip | None:
        found = slips(deed, self._world, self.hands.lies, self._rng)
        return self._rng.choice(found) if found else None

    def _go_wrong(self, deed: SawDeed, slip: Slip) -> bool:
        """Do something else than was meant, and mend it; tell whether it could be mended."""
        self._stages += slip.stages
        self.slip, self.slip_at = True, self._room.now
        self.slips += 1
        self.hands.do(slip.acts)
        is_mended = self._mend(deed, slip)
        self.slip = False
        return is_mended

    def _mend(self, deed: SawDeed, slip: Slip) -> bool:
        """Read what the screen says and take back what was not meant; tell whether all is as it was before."""
        room = self._room
        by_hand = bool(slip.mends) and self._rng.random() < 0.5
        heard_at = self.slip_at  # what was done while the cable was out, the screen tells only later
        while room.now - self.slip_at < GIVE_UP_MS:
            told, is_even = room.look(), self._agrees(deed.before)
            heard_at = heard_at if room.is_linked else room.now
            if told.kind == "ask":
                room.pick(-1)
            elif told.kind == "aim" or (told.kind == "reveal" and is_even):
                room.leave()
            elif is_even and room.is_linked and (room.notice or room.now - heard_at > READ_MS):
                self.hands.do(slip.mends)
                return True
            elif not is_even and by_hand:
                by_hand = False
                self.hands.do(slip.mends)
            elif not is_even and room.now - max(self.slip_at, self.hands.moved_at) > DOUBT_MS:
                room.take_back()
                room.wait(ASTRAY_MS)
            room.wait(SEE_MS)
        return False


def _alike(before: AnyPlay, stages: Iterable[AnyPlay], base: AnyPlay) -> Iterator[AnyPlay]:
    """Yield what another game would be by what was answered in some stages of one, as far as it can be."""
    for stage in stages:
        play = base
        try:
            for entry in stage.log[len(before.log) :]:
                play = answered(play, entry.choice) if isinstance(entry, Answer) else play
        except IllegalEntry:
            continue
        yield play
