"""The referee: a reducer from snapshots to verdicts. It reads no clock and changes nothing but its own memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from host.referee.arrivals import Arrivals
from host.referee.catch_up import Pair, catch_up, first_answers, is_clear, pairs_after, shown_on_the_way
from host.referee.distances import Distances
from host.referee.foresight import Foresight, Outcome, is_between
from host.referee.leading import Leader
from host.referee.outlook import Outlook
from host.referee.settings import Settings
from host.referee.signatures import area, pack, spot, tiles_of
from host.referee.sliding import is_one_push, with_corners
from host.referee.verdicts import (
    Answer,
    Ask,
    Blind,
    Commit,
    Guide,
    Instead,
    Step,
    Still,
    TakeBack,
    TakenBack,
    Verdict,
    Wait,
)
from host.referee.watch import Reading, Watch
from host.table import Snapshot

HALF_DONE = "an answer is half done"
IN_HAND = "something is in a hand"
HALF_READ = "one tile cannot be read, so an answer may be half done"
TWO_AT_ONCE = 80  # percent: that both of two answers were understood


class _Unread(NamedTuple):
    """How long to wait where a tile cannot be read, and which other answers may be half done."""

    delay: int
    others: tuple[Answer, ...]


class Referee:
    """Says what the players did. Call ``look`` on every change of the table, and again at ``due``.

    ``neighbours`` tells for each tile to which tiles a thing could slide from it, ``entries`` of two such tiles which
    reed of the second one is closed first by what is slid there from the first.
    """

    def __init__(
        self,
        neighbours: Mapping[int, tuple[int, ...]],
        settings: Settings = Settings(),  # noqa: B008
        entries: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        self.settings = settings
        self._neighbours = neighbours
        self._around = with_corners(neighbours)
        self._watch = Watch()
        distances = Distances(neighbours)
        self._leader = Leader(distances, self._watch.beliefs.names)
        self._arrivals = Arrivals(neighbours, settings, entries or {}, distances)
        self._outlook: Outlook | None = None
        self._before_outlook: Outlook | None = None
        self._past: list[int] = []  # of the play, and as trusted tiles show it
        self._past_seen: list[int] = []
        self._foresight: Foresight | None = None
        self._looked: Foresight | None = None  # the same, as far as it held when the table was looked at last
        self._before: Foresight | None = None
        self._keep: int | None = None
        self._pairs: tuple[int, list[Pair]] | None = None
        self._guided: Guide | None = None
        self._declined: int | None = None
        self._is_amending = False  # the last answer is about to be replaced
        self._replaced: list[int] = []  # what the table showed after those that were replaced
        self._seen = 0
        self._due: int | None = None

    # ---- what comes in -----------------------------------------------------------------------------------------

    def expect(
        self,
        outlook: Outlook,
        past: Sequence[bytes],
        now: int,
        *,
        is_seen: bool,
        owes_all: bool = False,
        may_amend: bool = False,
        before: Outlook | None = None,
        owed: Mapping[int, int] = MappingProxyType({}),
        felt_at: int | None = None,
    ) -> None:
        """The play has changed. ``past``: signatures of the positions 1, 2, 3 … answers back.

        ``is_seen``: the table shows it already; otherwise it owes what changed, and is guided at once. ``owes_all``: it
        owes whatever differs, because somebody went to another moment of the game. ``may_amend``: the last answer may
        still be replaced by another one of ``before``, the outlook in which it was given. Two things come from an
        earlier program: ``owed``, the tiles that it still waited for and what they showed, and ``felt_at``, when the
        table came to show this.
        """
        shown = [pack(self._outlook.scene.signature)] if self._outlook is not None and self._is_amending else []
        self._replaced = [*self._replaced, *shown] if shown else []
        self._outlook = outlook
        self._before_outlook = before if may_amend else None
        self._past = [pack(signature) for signature in past]
        self._keep = None
        self._pairs = self._guided = self._declined = None
        self._is_amending = False
        self._watch.expect(outlook.scene, now, is_seen, owes_all, owed, felt_at)

    def decline(self, now: int) -> None:
        """None of the candidates was meant: the table must go back, until it changes."""
        self._declined = self._seen
        self._due = now

    @property
    def due(self) -> int | None:
        """When to look again though nothing changed; None if that would tell nothing new."""
        return self._due

    def look(self, snapshot: Snapshot, now: int) -> Verdict:
        """Judge what the table shows."""
        self._due = None
        if self._outlook is None or not snapshot.is_known:
            self._watch.lose()
            return Blind()
        reading = self._watch.read(snapshot, now)
        self._seen = reading.seen
        self._looked = foresight = self._prepare(reading)
        verdict = self._judge(reading, foresight)
        if isinstance(verdict, Guide):
            self._guided = verdict
        elif not isinstance(verdict, Wait):
            self._guided = None
        self._is_amending = isinstance(verdict, Commit) and verdict.amends
        return verdict

    def _prepare(self, reading: Reading) -> Foresight:
        assert self._outlook is not None
        if self._foresight is None or reading.keep != self._keep:
            self._keep, self._pairs = reading.keep, None
            self._foresight = Foresight.of(self._outlook, reading.keep)
            self._before = Foresight.of(self._before_outlook, reading.keep) if self._before_outlook else None
            self._past_seen = [signature & reading.keep for signature in self._past]
        # While things are still to be brought, one that comes down elsewhere is misplaced rather than new.
        return self._foresight.without_gain() if reading.absent > 0 else self._foresight

    # ---- what it is --------------------------------------------------------------------------------------------

    def _judge(self, reading: Reading, foresight: Foresight) -> Verdict:
        if reading.seen == reading.expected:
            self._declined = None
            return self._guide_debts(reading) if self._watch.debts else Still()
        if self._declined == reading.seen:
            return self._guide(reading, ())
        self._declined = None
        return (
            (self._amendment(reading, foresight) if self._slides_on(reading) else None)
            or self._answer(reading, foresight)
            or self._amendment(reading, foresight, may_go_on=foresight.leads_on(reading.seen))
            or self._taken_back(reading, foresight)
            or self._undone(reading, foresight)
            or self._in_hand(reading, foresight)
            or self._two_at_once(reading, foresight)
            or self._changed_and_more(reading)
            or self._mismatch(reading, foresight)
        )

    def _answer(self, reading: Reading, foresight: Foresight) -> Verdict | None:
        """The table shows what an answer leads to."""
        back_but_for_rest = self._before_but_for_rest(reading)
        seen = back_but_for_rest if back_but_for_rest and self._was_undone(reading) else reading.seen
        outcomes = foresight.complete(seen)
        if not outcomes:
            return None
        answers = _answers(outcomes)
        # what goes back behind other answers is a new one
        goes_back = self._answers_back(reading) == 1 or seen == back_but_for_rest
        changed = self._changed(reading)
        unread = self._unread(outcomes[0], reading, foresight)
        if changed and not reading.is_lifted_only:
            back = (TakenBack(1),) if goes_back else ()
            why = "this is the next answer, or the last one was changed"
            verdict: Verdict = Ask((*answers, *(Instead(choice, "") for choice in changed), *back), why)
        elif goes_back:
            verdict = Ask((*answers, TakenBack(1)), "this is an answer, and how the table was before")
        elif len(answers) > 1:
            verdict = Ask(answers, "these answers look alike on the table")
        elif unread is not None and unread.others:
            verdict = Ask((*answers, *unread.others), "this looks like an answer, but one tile cannot be read")
        elif reading.is_lifted_only and _has_unseen(outcomes[0], self._outlook, reading):
            verdict = Ask(answers, "something is off the table, and one tile cannot be read")
        elif reading.is_lost:
            others = _answers(foresight.with_loss(reading.seen))
            why = "this looks like an answer, but something new came and something else is gone"
            verdict = Ask(tuple(dict.fromkeys((*answers, *others))), why)
        else:
            verdict = Commit(answers, reading.sure, "the table shows this answer and no other")
        if reading.is_lifted_only or reading.is_lost:
            return self._after(reading, self.settings.lifted_ms, verdict, "it may be put back", answers)
        if unread is not None:
            return self._after(reading, unread.delay, verdict, HALF_READ, (*answers, *unread.others))
        # What is being mended may look like an answer on its way.
        is_open = goes_back or self._guided is not None or foresight.leads_on(reading.seen)
        slides_on = foresight.slides_on(reading.seen, self._neighbours)
        delay = self._delay(reading, is_open or self._arrivals.is_on_its_way(reading, foresight))
        # What is pushed onto the next tile closes a reed there before the one that it leaves is seen to open.
        if reading.is_gain or slides_on:
            delay = max(delay, self.settings.touch_ms)
        return self._after(reading, delay, verdict, "it may slide on", answers)

    def _unread(self, outcome: Outcome, reading: Reading, foresight: Foresight) -> _Unread | None:
        """Return what else this may become, if only a tile that cannot be read tells whether the answer is complete.

        A ship around such a tile may look as if it had been rotated right once the first piece was moved that rotates
        it left. Then no hand has touched the pieces that the answer puts in the place of others. Or a thing that
        seems to lie on such a tile may be in a hand; it is waited for, and nothing is asked.
        """
        if not _has_unseen(outcome, self._outlook, reading):
            return None
        if reading.is_in_hand:
            others = foresight.beyond(reading.seen, foresight.under_way(reading.seen))
            return _Unread(self.settings.lifted_ms, ()) if others else None
        others = foresight.beyond(reading.seen, foresight.half_done(reading.seen))
        if not others or foresight.replaced(outcome) <= reading.lifted:
            return None
        return _Unread(self.settings.halfway_ms, _answers(others))

    def _changed(self, reading: Reading) -> tuple[Answer, ...]:
        """Return what the last answer may have been changed to, if somebody may have thought better of it."""
        if self._before is None or not self._is_fresh:
            return ()
        return _answers(self._before.complete(reading.seen))

    def _amendment(self, reading: Reading, foresight: Foresight, *, may_go_on: bool = False) -> Verdict | None:
        """The table shows another answer to what was asked before: the thing slid on, or somebody has another idea.

        ``may_go_on``: it may also be half of an answer to what is asked now. A ship of which some pieces were moved may
        look as if it had been turned before. It is taken once the table would have to say something; if more follows
        after all, ``_changed_and_more`` mends it.
        """
        outcomes = self._before.complete(reading.seen) if self._before else []
        if not outcomes or self._before is None or reading.is_lifted_only:
            return None
        answers = _answers(outcomes)
        if back := self._answers_back(reading):
            either = (*answers, TakenBack(back))
            verdict: Verdict = Ask(either, "the last answer was changed, or several were taken back", amends=True)
        elif len(answers) > 1:
            verdict = Ask(answers, "the last answer was changed, and these look alike", amends=True)
        elif _has_unseen(outcomes[0], self._before_outlook, reading):
            verdict = Ask(answers, "the last answer looks changed, and one tile cannot be read", amends=True)
        else:
            verdict = Commit(answers, reading.sure, "the last answer was changed: the thing went on", amends=True)
        if reading.is_in_hand and foresight.under_way(reading.seen):  # what is missing may come down elsewhere
            return self._after(reading, self.settings.lifted_ms, verdict, IN_HAND, answers)
        if may_go_on:
            return self._after(reading, self.settings.patience_ms, verdict, "it may go on", answers)
        can_change = self._before.may_go_on(reading.seen, self._neighbours) or self._arrivals.is_on_its_way(
            reading, self._before
        )
        delay = self._delay(reading, can_change)
        if self._has_rested or reading.is_gain or reading.is_in_hand:
            delay = max(delay, self.settings.quarantine_ms)  # it may be held low over a tile, or be pushed in
        return self._after(reading, delay, verdict, "it may slide on", answers)

    def _taken_back(self, reading: Reading, foresight: Foresight) -> Verdict | None:
        """The table shows an earlier position. A thing that is only off the table may be in somebody's hand.

        If an answer is under way with something else, the hand is waited for.
        """
        back = self._answers_back(reading)
        if not back or (reading.is_lifted_only and self._guided):
            return None
        possible = _answers(foresight.under_way(reading.seen))
        if reading.is_lifted_only:
            asked = Ask((TakenBack(back),), "something was taken off the table")
            return self._after(reading, self.settings.lifted_ms, asked, IN_HAND, possible)
        if reading.is_in_hand and possible:
            return self._in_hand(reading, foresight, back) or self._mismatch(reading, foresight)
        if foresight.half_done(reading.seen):
            asked = Ask((TakenBack(back),), "the table is as it was before, or an answer is half done")
            return self._after(reading, self.settings.halfway_ms, asked, HALF_DONE, possible, is_half=True)
        verdict: Verdict = TakeBack(back, "the table is as it was before")
        if back > self.settings.most_back:  # that much is hardly ever meant, and dear if it is not
            verdict = Ask((TakenBack(back),), "the table is as it was some answers ago")
        elif back > 1 and (pairs := self._pairs_for(reading, foresight)):  # quick players do two answers and no pause
            verdict = Ask(
                (*first_answers(pairs), TakenBack(back)), "these are two answers, and how the table was before"
            )
        nearer = self._past_seen[: back - 1]
        if any(not reading.seen & ~position for position in nearer):  # what is missing there may be in a hand
            return self._after(reading, self.settings.lifted_ms, verdict, IN_HAND)
        return self._after(reading, self._delay(reading, True), verdict, "it may go on")

    def _undone(self, reading: Reading, foresight: Foresight) -> Verdict | None:
        """The answer before the last one was put back, and the last one stays: both are taken back.

        Whoever thinks better of something may do the other thing first. Then the last answer is seen anew.
        """
        if len(self._past_seen) < 2 or self._watch.debts or not self._is_fresh or reading.is_lifted_only:
            return None
        last, earlier = self._past_seen[:2]
        first, second = earlier ^ last, last ^ reading.expected
        is_apart = not area(tiles_of(first)) & area(tiles_of(second))
        if not (first and second and is_apart) or reading.seen != reading.expected ^ first:
            return None
        if foresight.half_done(reading.seen):
            return None
        verdict = TakeBack(2, "the answer before the last one was put back", is_last_left=True)
        return self._after(reading, self.settings.quarantine_ms, verdict, "it may go on")

    def _in_hand(self, reading: Reading, foresight: Foresight, back: int = 0) -> Verdict | None:
        """An answer is under way and a thing in a hand: there is no hurry.

        ``back``: without that thing, the table looks as it did so many answers ago.
        """
        if self._guided or not reading.is_in_hand:
            return None
        possible = foresight.under_way(reading.seen)
        if not possible or any(self._is_done(outcome, reading, foresight) for outcome in possible):
            return None
        is_long = self._is_over(reading, self.settings.lifted_ms)
        lacking = tuple(tiles_of(reading.expected & ~reading.seen)) if is_long else ()
        return Wait(IN_HAND, None, _answers(possible), lacking, back=back if is_long else 0)

    def _is_done(self, outcome: Outcome, reading: Reading, foresight: Foresight) -> bool:
        """Tell whether an answer lacks nothing but what it has nothing to do with."""
        missing = tiles_of(reading.expected & ~reading.seen)
        return foresight.is_done(outcome, reading.seen) and foresight.replaced(outcome).isdisjoint(missing)

    def _two_at_once(self, reading: Reading, foresight: Foresight) -> Verdict | None:
        """The table shows what two answers in a row lead to."""
        if reading.absent > 0 or not self._is_over(reading, self.settings.quarantine_ms):
            return None
        pairs = self._pairs_for(reading, foresight)
        if not pairs:
            return None
        if reading.snapshot.masked:
            others = _answers(foresight.half_done(reading.seen))
            either = tuple(dict.fromkeys((*first_answers(pairs), *others)))
            asked = Ask(either, "the table may show two answers, and one tile cannot be read")
            delay = self.settings.halfway_ms if others else self.settings.quarantine_ms
            return self._after(reading, delay, asked, HALF_READ, others)
        return _paired(pairs, reading, "the table shows two answers at once", amends=False)

    def _changed_and_more(self, reading: Reading) -> Verdict | None:
        """The last answer is not the right one, and one more came.

        What was replaced just now may have been right: then the change was only the first half of the next answer. Or
        the last answer was another one that looks the same: whoever has two pieces in two hands may have shown one of
        them to the pad and built the other one first.
        """
        before = self._before
        if before is None or reading.absent > 0 or reading.snapshot.masked:
            return None
        replaced = [outcome for shown in self._replaced for outcome in before.complete(shown & reading.keep)]
        alike = before.complete(reading.expected)
        if not (replaced or alike) or not self._is_over(reading, self.settings.quarantine_ms):
            return None
        if pairs := pairs_after(replaced, before.outlook, reading.seen, reading.keep):
            return _paired(pairs, reading, "the last answer was right before, and one more followed", amends=True)
        if pairs := pairs_after(alike, before.outlook, reading.seen, reading.keep):
            why = "the last answer may have been another one, and one more followed"
            return Ask(first_answers(pairs), why, amends=True)
        return None

    def _mismatch(self, reading: Reading, foresight: Foresight) -> Verdict:
        """The table shows nothing that is complete: be patient, then lead."""
        if self._guided:
            patience = self.settings.patience_ms if self._guided.is_owed else self.settings.replan_ms
            is_settled = self._is_over(reading, patience, reading.shown_since)
            return self._guide(reading, foresight.outcomes) if is_settled else self._guided
        possible, is_half = foresight.under_way(reading.seen), False
        if reading.is_lifted_only:
            patience, why = self.settings.lifted_ms, IN_HAND
        elif is_half := self._is_half_done(reading, foresight):
            patience, why = self.settings.halfway_ms, HALF_DONE
        else:
            patience, why = self.settings.patience_ms, "this fits no answer yet"
        if self._is_over(reading, patience):
            return self._guide(reading, foresight.outcomes)
        return self._wait(reading, patience, why, _answers(possible), is_half=is_half)

    def _is_half_done(self, reading: Reading, foresight: Foresight) -> bool:
        """Tell whether an answer is half done, or half taken back, with things that nobody has moved yet.

        Whoever has put a piece back where it was may take the answer for done.
        """
        put_back = reading.expected & reading.seen & area(reading.lifted)
        undone = (outcome.delta & reading.expected for outcome in foresight.half_done(reading.seen))
        return any(not left & put_back for left in undone) or self._is_on_its_way_back(reading)

    # ---- leading -----------------------------------------------------------------------------------------------

    def _guide_debts(self, reading: Reading) -> Verdict:
        if self._guided and not self._is_over(reading, self.settings.replan_ms, reading.shown_since):
            return self._guided
        assert self._outlook is not None
        return self._leader.follow(self._outlook, reading, self._last_step)

    def _guide(self, reading: Reading, outcomes: Iterable[Outcome]) -> Guide:
        """Lead to one of these outcomes, or back; whoever has just changed the last answer may go on with that."""
        assert self._outlook is not None
        goals = [(self._outlook, outcome) for outcome in outcomes]
        if goals and self._before is not None and self._is_fresh:
            goals += [(self._before.outlook, outcome) for outcome in self._before.outcomes]
        return self._leader.mend(self._outlook, reading, goals, self._last_step)

    @property
    def _last_step(self) -> Step | None:
        return self._guided.step if self._guided else None

    # ---- small questions ---------------------------------------------------------------------------------------

    def _after(
        self,
        reading: Reading,
        delay: int,
        verdict: Verdict,
        why: str,
        possible: tuple[Answer, ...] = (),
        *,
        is_half: bool = False,
    ) -> Verdict:
        """Return a verdict once the table has been quiet for a while; until then, wait."""
        is_over = self._is_over(reading, delay)
        return verdict if is_over else self._wait(reading, delay, why, possible, is_half=is_half)

    def _wait(self, reading: Reading, delay: int, why: str, possible: tuple[Answer, ...], *, is_half: bool) -> Wait:
        """Return how long to wait; where an answer is half done, with what is left to do of it."""
        hint = self._hint(reading) if is_half else None
        return Wait(why, reading.since + delay, possible, hint=hint)

    def _hint(self, reading: Reading) -> Guide | None:
        """Return what is left to do, once something has been half done for so long that it may be a mistake."""
        if not self._is_over(reading, self.settings.patience_ms):
            return None
        assert self._looked is not None
        return self._guide(reading, self._looked.half_done(reading.seen))

    def _is_over(self, reading: Reading, delay: int, since: int | None = None) -> bool:
        at = (reading.since if since is None else since) + delay
        if reading.now >= at:
            return True
        self._due = at if self._due is None else min(self._due, at)
        return False

    def _delay(self, reading: Reading, can_change: bool) -> int:
        """Wait only if waiting can change the answer; a tile that is not trusted makes it longer."""
        return self.settings.settle_ms * (100 * can_change + 2 * (100 - reading.sure)) // 100

    def _slides_on(self, reading: Reading) -> bool:
        """Tell whether the thing that was moved last has hardly come to rest and is pushed, turned or put beside."""
        return not self._has_rested and is_one_push(reading.expected, reading.seen, self._around)

    @property
    def _is_fresh(self) -> bool:
        """Whether the last answer was given so lately that somebody may think better of it."""
        return self._watch.rested_ms < self.settings.mind_ms

    @property
    def _has_rested(self) -> bool:
        """Whether the table showed the last answer for longer than something that only slides through."""
        return self._watch.rested_ms >= self.settings.slide_ms

    def _answers_back(self, reading: Reading) -> int:
        """Return how many answers ago the table looked like this; 0 if never, or if it still owes something.

        What the last answer left to follow is owed no more if that answer was undone first.
        """
        if self._watch.debts:
            return 1 if self._was_undone(reading) else 0
        if reading.seen not in self._past_seen:
            return 0
        return self._past_seen.index(reading.seen) + 1

    def _was_undone(self, reading: Reading) -> bool:
        """Tell whether all is as it was before the last answer, and what that left to follow was not done at all."""
        if not self._past_seen or not self._watch.debts:
            return False
        first, shown = (pack(tiles) & reading.keep for tiles in (self._watch.first, reading.shown))
        return first != shown == self._past_seen[0]

    def _before_but_for_rest(self, reading: Reading) -> int | None:
        """Return the table as it was before the last answer, with what that left to follow done; None: it left nothing.

        A pawn is back on its tray, but the tray was turned meanwhile, or even before the answer was understood.
        """
        rest = self._rest(reading)
        return self._past_seen[0] & ~rest | reading.expected & rest if self._past_seen and rest else None

    def _rest(self, reading: Reading) -> int:
        """Return the reeds that change after the last answer, and with which it is complete all the same."""
        rest = 0
        for tile, shown in self._watch.left.items():
            rest |= (shown << 8 * tile ^ reading.expected) & spot(tile)
        for signature in self._before_outlook.given if self._before_outlook else ():
            rest |= pack(signature) ^ reading.expected
        return rest & reading.keep

    def _is_on_its_way_back(self, reading: Reading) -> bool:
        """Tell whether an earlier position is being restored, or the last answer changed that was hardly given."""
        past = self._past_seen[: self.settings.look_back]
        if any(is_between(reading.expected, reading.seen, position) for position in past):
            return True
        if self._before is None or self._has_rested:
            return False
        return bool(self._before.half_done(reading.seen))

    def _pairs_for(self, reading: Reading, foresight: Foresight) -> list[Pair]:
        """Search once for each state of the table: it is the dearest question."""
        if self._pairs is None or self._pairs[0] != reading.seen:
            shown = shown_on_the_way(reading.snapshot, reading.scene_since, reading.keep, self.settings.settle_ms)
            most = self.settings.first_answers
            self._pairs = reading.seen, catch_up(foresight, reading.seen, reading.keep, shown, most)
        return self._pairs[1]


def _paired(pairs: list[Pair], reading: Reading, why: str, *, amends: bool) -> Verdict:
    """Return what to make of pairs of answers: both, the first one alone, or a question."""
    firsts, sure = first_answers(pairs), min(reading.sure, TWO_AT_ONCE)
    if is_clear(pairs):
        return Commit(pairs[0], sure, why, amends)
    if len(firsts) == 1:
        return Commit(firsts, sure, "the table shows this answer and one more", amends)
    return Ask(firsts, "the table shows two answers; say which came first", amends)


def _has_unseen(outcome: Outcome, outlook: Outlook | None, reading: Reading) -> bool:
    """Tell whether an outcome changes a tile that cannot be read."""
    assert outlook is not None
    return bool((pack(outcome.signature) ^ pack(outlook.scene.signature)) & ~reading.keep)


def _answers(outcomes: Iterable[Outcome]) -> tuple[Answer, ...]:
    """Return each answer once: it may have several outcomes which differ only where a tile cannot be read."""
    return tuple(dict.fromkeys(answer for outcome in outcomes for answer in outcome.answers))
