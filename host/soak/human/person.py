"""A person: carries out what it means to do, looks at the screen, answers what is asked, mends what the lights show."""

from __future__ import annotations

from random import Random

from host.soak.human.choosing import backs, chosen
from host.soak.human.doing import Doer, spoken
from host.soak.human.habits import Habits
from host.soak.human.hands import Hands
from host.soak.human.instructions import Instruction, understood
from host.soak.human.levels import Level
from host.soak.human.mistakes import Mistake, Mistakes
from host.soak.human.senses import Room, Standing, Told
from host.soak.human.stirring import Stirring
from host.soak.human.things import Arrangement, motions, without_trays
from host.soak.human.ways import How, Ways
from host.soak.human.world import Deed, World

THINK_MS = (60, 500)  # between two answers: quick players
SEE_MS = 100  # between two looks at the screen
GIVE_UP_MS = 30_000
DOUBT_MS = 2_500  # after so long without an echo, it is done once more
ASTRAY_MS = 1_500  # after so long, something else in the ledger than was done is taken back
WAITS_MS = 3_500  # or after so long, while the screen says that it waits for a hand
INSIST_MS = 7_000  # and then it is said on the screen
ADVISED_MS = 3_000  # sooner, if the screen says that something is broken
ECHO_MS = 500  # so long after the cable is back, the screen has told what was done meanwhile
RETRY_MS = 1_500  # after so long, what is asked for and lies there is put down once more
VOUCH_MS = 4_000  # and then somebody says that the tile is as it should be
EARLY_MS = (0, 400)  # between what one player has done and what the next one does without waiting
NOTICE_MS = (600, 2_000)  # until somebody notices what was done by mistake
NOTICED = 0.6  # how often somebody tidies up without being asked


class Person:
    """All who sit at the table, in one: hands, eyes and a plan.

    ``deed`` is what is being done, ``slip`` whether something else was done by mistake and is not mended yet.
    """

    def __init__(
        self, room: Room, world: World, ways: Ways, level: Level, rng: Random, habits: Habits | None = None
    ) -> None:
        self.habits = habits or Habits({}, rng)
        self.hands = Hands(room, level, rng, ways.kind, self.habits)
        self.deed: Deed | None = None
        self.done = 0  # how many deeds were done
        self.exchanged: tuple[Deed, ...] = ()  # two builds of two hands, of which nobody can tell which is which
        self.dismissed: Deed | None = None  # an answer that was shown, and of which somebody has thought better
        self.slip = False
        self.slips = 0  # how often
        self.slip_at: int | None = None  # when the last one was done; None: it is being done
        self.mistaken: Deed | None = None  # an answer that was given by mistake
        self.insisted = 0  # how often an answer had to be said on the screen
        self._room = room
        self._world = world
        self._ways = ways
        self._level = level
        self._rng = rng
        self._doubted: tuple[str, int, bool] = ("", 0, False)  # what is asked for in vain, since when, tried again
        self._vain = 0  # how often a card was held to the pad once more for this answer, and not read
        self._chosen: Deed | None = None  # what is done next, if that is settled
        self._open: list[Deed] = []  # what was done since the ledger was even with it
        self._doer = Doer(room, world, ways, level, rng, self.hands, self.habits)
        self._stirring = Stirring(room, self.hands, self.habits)
        self._mistakes = Mistakes(self.hands, ways, self._doer.mover, rng)

    # ---- the game --------------------------------------------------------------------------------------------------

    def set_up(self) -> bool:
        """Lay everything out as the rules say; tell whether the table agrees."""
        for name, spot in self._meant().items():
            self.hands.put(name, spot)
            self._room.wait(20)
        return self._attend(None)

    def go_on(self) -> bool:
        """Do the next thing, whatever it is, and what follows it too soon; tell whether all was understood."""
        self.hands.wait(self._rng.randint(*THINK_MS))
        self._begin(self._chosen or self._world.showing() or self._ways.choose(self._world, self._rng))
        deed = self.deed
        assert deed is not None
        if deed.reveal is not None and (build := self._unnamed(deed)) is not None:
            self._build_unnamed(deed, build)
        elif deed.reveal is not None:
            if not self._reveal(deed):
                return False
            self._world.take(deed)
        else:
            self._dither()
            if (second := self._second(deed)) is not None:
                self._build_two(deed, second)
            else:
                how = self._ways.how(deed, self._rng, self._level)
                if not self._answer(deed, how):
                    return False
                self._world.take(deed)
                self._go_on_early(deed, how)
        is_understood = self._attend(self.deed)
        self._open.clear()
        self.exchanged, self.dismissed = (), None
        return is_understood

    def _begin(self, deed: Deed) -> None:
        self.deed, self._chosen = deed, None
        self._doer.pad.shown, self._vain = "", 0
        self._open.append(deed)
        self.done += 1

    # ---- out of habit ----------------------------------------------------------------------------------------------

    def _unnamed(self, reveal: Deed) -> Deed | None:
        """Return what is built before a drawn piece has its name, if anything is."""
        return self._ways.built_with(reveal, self._world, self.habits.rng) if self.habits.draw("unnamed") else None

    def _build_unnamed(self, reveal: Deed, build: Deed) -> None:
        self._world.take(reveal)
        self._begin(build)
        self._doer.build_unnamed(build)
        self._world.take(build)
        self._doer.name_built(reveal, build)

    def _second(self, deed: Deed) -> Deed | None:
        """Return what the other hand builds just after a deed, if it builds anything."""
        if not self.habits.draw("two-hands") or self._doer.is_pad_broken():
            return None
        return self._ways.second(deed, self._world, self.habits.rng)

    def _build_two(self, first: Deed, second: Deed) -> None:
        self.exchanged = first, second
        self._doer.build_with_both(first, second)
        self._world.take(first)
        self._begin(second)
        self._doer.build_shown(second)
        self._world.take(second)

    def _go_on_early(self, deed: Deed, how: How) -> None:
        """Begin with the next answer before the last one is understood, unless something else comes first."""
        while self.habits.draw("early") and self._may_go_on(deed, how):
            deed = self._ways.choose(self._world, self._rng)
            how = self._ways.how(deed, self._rng, self._level)
            if how not in ("move", "tap") or self._grips(deed, how):
                self._chosen = deed
                return
            self.habits.did("early")
            if how == "move" and self.habits.rng.random() < 0.5:
                self._stirring.keep_hold(self._doer.last)
            self.hands.wait(self.habits.rng.randint(*EARLY_MS))
            self._begin(deed)
            self._doer.do(deed, how)
            self._world.take(deed)

    def _may_go_on(self, deed: Deed, how: How) -> bool:
        """Tell whether the next player has no reason to wait: nothing is asked, to be shown, or lies wrong."""
        if self._world.is_over or self._world.showing() is not None or self.hands.fallen or self.slip:
            return False
        if self._room.look().kind in ("ask", "guide"):
            return False
        is_done = how == "move" or (how == "tap" and self._doer.is_read)
        return is_done and self._room.standing() != "astray" and self._is_carried_out()

    def _is_carried_out(self) -> bool:
        """Tell whether all lies as the rules say, but for trays that are still to be turned."""
        return self._ways.is_same(*(without_trays(lies) for lies in (self.hands.lies, self._meant())))

    def _grips(self, deed: Deed, how: How) -> bool:
        """Tell whether a deed moves the thing that was moved just now: that is pushed on, and nothing new."""
        return how == "move" and any(motion.name == self._doer.last for motion in self._doer.todo(deed))

    @property
    def shown(self) -> str:
        """What was held to the pad for this answer."""
        return self._doer.pad.shown

    @property
    def is_faultless(self) -> bool:
        """Whether everything lies where it was meant to, or is on its way there."""
        return not self.slip and not self.hands.fallen

    # ---- doing it --------------------------------------------------------------------------------------------------

    def _answer(self, deed: Deed, how: How) -> bool:
        """Give an answer; if it goes wrong, mend that first. Tell whether the table could be mended."""
        if self._rng.random() < self._level.wrong and (mistake := self._mistake(deed, how)) is not None:
            self._go_wrong(deed, mistake)
            if not self._mend(deed):
                return False
            if self._room.has_heard(deed):  # the lights have led to what was meant
                return True
        if how == "move" and self.habits.draw("mind") and (other := self._ways.instead(deed, self._world, self._rng)):
            self.dismissed = other
            self._doer.think_better(other, deed, self._explain)
        else:
            self._doer.do(deed, how)
        return True

    def _reveal(self, deed: Deed) -> bool:
        """Show a card that was revealed; if that goes wrong, mend it first. Tell whether it could be mended."""
        if self._doer.is_pad_broken():
            self._room.name(deed.text)
            return True
        if self._rng.random() < self._level.wrong and (mistake := self._mistakes.answering(deed, self._world)):
            self._go_wrong(deed, mistake)
            if not self._mend(deed):
                return False
        self._doer.show(self._ways.card(deed, self._rng))
        return True

    def _dither(self) -> None:
        """Lift something and put it back; pull the cable; let things be nudged; take a card off the pad."""
        self._stirring.stir()
        self._doer.pad.tidy()
        if self.habits.gives_in("cable"):
            self._room.pull_cable(self.habits.rng.randint(200, 4_000))
        loose = [name for name in self.hands.lies if not self.hands.above(name)]
        if loose and self._rng.random() < self._level.put_backs and self._room.look().kind != "aim":
            self._doer.mover.put_back(self._rng.choice(loose))
        often = self._level.answers_per_unplug
        if often and self._rng.random() < 1 / often:
            self._room.pull_cable(self._rng.randint(200, 4_000))

    # ---- what the table asks -----------------------------------------------------------------------------------------

    def _attend(self, deed: Deed | None) -> bool:
        """Answer questions, follow the lights and tidy up until all is said; tell whether it came to that."""
        began = asked = said = self._room.now
        while self._room.now - began < GIVE_UP_MS:
            standing, told = self._room.standing(), self._room.look()
            if standing == "even":
                if self._is_tidy() and (self._room.is_calm() or self._world.is_over):
                    self.slip = False
                    return True
                if not self._doubts(told, standing) and not self._respond(told, deed):
                    self._tidy(told)
            elif standing == "astray" and self._room.now - asked > self._patience(told):
                self._room.take_back()
                asked = self._room.now
            elif self._respond(told, deed):
                asked = self._room.now
            elif deed is not None and self._room.now - said > (ADVISED_MS if told.faults else INSIST_MS):
                self._insist(deed)
                said = self._room.now
            elif self._room.now - asked > DOUBT_MS and deed is not None:
                self._repeat(deed)
                asked = self._room.now
            self.hands.wait(SEE_MS)
        return False

    def _patience(self, told: Told) -> int:
        """How long something else in the ledger is left there: longer while the screen says that the table waits."""
        return WAITS_MS if told.kind == "wait" else ASTRAY_MS

    def _respond(self, told: Told, deed: Deed | None) -> bool:
        """Do what the screen asks for; tell whether it asks for anything."""
        if told.kind == "ask":
            self._pick(told, deed)
            return True
        if told.kind == "guide" and (told.is_owed or not self.is_faultless or not self._is_tidy()):
            return self._follow(told)
        return False

    def _doubts(self, told: Told, standing: Standing) -> bool:
        """Something is asked for that has been done: do it once more, then say so; tell whether it was like that."""
        is_done = standing == "even" and bool(told.doubted)
        if not is_done or not (self._is_tidy() or self._is_turned(told.doubted[0], told)):
            self._doubted = ("", 0, False)
            return False
        asked, since, is_tried = self._doubted
        if asked != told.detail:
            self._doubted = told.detail, self._room.now, False
        elif self._room.now - since > VOUCH_MS:
            self._room.vouch(told.doubted[0])
            self._doubted = ("", 0, False)
        elif self._room.now - since > RETRY_MS and not is_tried:
            self._doubted = asked, since, True
            for name in self.hands.on(told.doubted[0])[-1:]:
                self._doer.mover.put_back(name)
        return True

    def _is_turned(self, tile: str, told: Told) -> bool:
        """Tell whether a tray is asked for that lies as it should: trays are alike, so no other can be meant."""
        instruction = understood(told.detail)
        lies, meant = (
            {name: spot for name, spot in things.items() if spot.tile == tile and not name.startswith("pawn")}
            for things in (self.hands.lies, self._meant())
        )
        return instruction is not None and instruction.thing == "the tray" and self._ways.is_same(lies, meant)

    def _pick(self, told: Told, deed: Deed | None) -> None:
        """Say which answer was meant; who has put everything back has taken back what was a mistake."""
        done = [done for done in (deed, *self._open) if done is not None and done.reveal is None]
        number = chosen(
            told.labels,
            done,
            self._room.lacks(),
            is_astray=self._room.standing() == "astray",
            has_put_back=self.slip and self._is_tidy(),
        )
        self.hands.react()
        self._room.pick(number)

    def _explain(self) -> None:
        """Everything was put back: say so if the screen asks whether it was."""
        told = self._room.look()
        if told.kind == "ask" and (numbers := backs(told.labels)):
            self._room.pick(numbers[0])

    def _follow(self, told: Told) -> bool:
        """Do the one thing that the lights ask for."""
        instruction = understood(told.detail)
        meant = self._meant()
        name = self._ways.thing(instruction, self.hands.lies, meant) if instruction else ""
        if instruction is None or not name:
            return False
        self.hands.react()
        self._obey(instruction, name, meant)
        self.hands.react()
        return True

    def _obey(self, instruction: Instruction, name: str, meant: Arrangement) -> None:
        if instruction.do == "take":
            self.hands.lift(name)
            return
        spot = self._ways.lying(instruction, name, self.hands.lies, meant)
        if self._ways.is_free(name, spot.tile, self.hands.lies):
            self.hands.put(name, spot)

    def _tidy(self, told: Told) -> None:
        """Put things where the rules have them, without being asked."""
        left = motions(self.hands.lies, self._meant())
        if left and not self._is_tidy() and self._rng.random() < NOTICED * SEE_MS / 500:
            left.sort(key=lambda motion: motion.target is not None)
            self._doer.mover.tidy(left)

    def _repeat(self, deed: Deed) -> None:
        """Nothing came of it: hold the card to the pad once more, or put down once more what was moved."""
        card = self._ways.card(deed, self._rng)
        if card and self._room.look().kind in ("reveal", "turn"):
            self._vain += not self._doer.tap(card)

    def _insist(self, deed: Deed) -> None:
        """Say it on the screen, before that what the ledger has lost, and of the pad that it has read nothing."""
        self.insisted += 1
        if self._vain > 1 and not self._doer.is_pad_broken():
            self._room.unread()
        while (lacking := self._room.lacks()) not in ("", deed.text):
            self._room.leave()
            self._room.say(lacking)
            if self._room.lacks() == lacking:  # it was refused
                break
        if deed.reveal is not None:
            self._room.name(deed.text)
        else:
            self._room.leave()
            self._room.say(spoken(deed))

    # ---- mistakes ----------------------------------------------------------------------------------------------------

    def _mistake(self, deed: Deed, how: How) -> Mistake | None:
        return (
            self._mistakes.moving(self._doer.todo(deed))
            if how == "move"
            else self._mistakes.answering(deed, self._world)
        )

    def _go_wrong(self, deed: Deed, mistake: Mistake) -> None:
        """Do something by mistake, and notice it after a while."""
        self.slip, self.slip_at, self.mistaken = True, None, mistake.deed
        self.slips += 1
        began = self._room.now
        if mistake.wrong is not None:
            self._doer.show_first(deed)
            self._doer.let_go([*mistake.before, mistake.wrong, *mistake.rest])
            self._doer.mover.rearrange(mistake.before)
            self._doer.mover.rearrange([mistake.wrong])
            self._doer.mover.rearrange(mistake.rest)
        elif mistake.deed is not None:
            self._do_instead(mistake.deed)
        self.slip_at = max(began, self.hands.moved_at)
        self.hands.wait(self._rng.randint(*NOTICE_MS))

    def _do_instead(self, deed: Deed) -> None:
        if deed.reveal is not None:
            self._doer.show(self._ways.card(deed, self._rng))
        else:
            self._doer.do(deed, self._ways.how(deed, self._rng, self._level))

    def _mend(self, deed: Deed) -> bool:
        """Follow the lights until everything is as it was, or as it was meant; tell whether it came to that."""
        began = tried = self._room.now
        heard_at = 0  # what was done while the cable was out, the screen tells only later
        by_hand = self._rng.random() < 0.5
        while self._room.now - began < GIVE_UP_MS:
            standing, told = self._room.standing(), self._room.look()
            heard_at = heard_at if self._room.is_linked else self._room.now + ECHO_MS
            if standing == "even" and self._is_tidy() and self._room.is_calm() and self._room.now >= heard_at:
                self._leave(told)
                self.slip = False
                return True
            if self._room.has_heard(deed):
                return True
            if told.kind == "ask":
                self._pick(told, deed)
            elif self._doubts(told, standing):
                pass
            elif standing == "astray" and self._room.now - tried > ASTRAY_MS:
                if by_hand and not self._is_tidy():
                    self._doer.mover.tidy(motions(self.hands.lies, self._meant()))
                elif self._room.now - self.hands.moved_at > ASTRAY_MS:  # putting it back was not understood
                    self._room.take_back()
                    tried = self._room.now
            elif told.kind == "guide":
                self._follow(told)
            elif self._room.now - tried > INSIST_MS:
                self._restore()
            self.hands.wait(SEE_MS)
        return False

    def _restore(self) -> None:
        """Put back by oneself what is not as it was, or say again what is not in the ledger any more."""
        if not self._is_tidy():
            self._doer.mover.tidy(motions(self.hands.lies, self._meant()))
        elif lacking := self._room.lacks():
            self._room.say(lacking)

    def _leave(self, told: Told) -> None:
        """What was opened by mistake is closed again."""
        if told.kind in ("ask", "aim") and self.mistaken is not None:
            self._room.leave()

    # ---- small questions -------------------------------------------------------------------------------------------

    def _meant(self) -> Arrangement:
        return self._ways.arrangement(self._world.truth)

    def _is_tidy(self) -> bool:
        return self._ways.is_same(self.hands.lies, self._meant())
