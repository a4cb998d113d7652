"""A play and its ledger, kept in step: whatever enters the play is on disk before anybody sees what it did.

A play is the fold of its ledger. Undo, redo and going to any line are new rows, never erased ones; so is a position
that was taken from the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engines.core import AnyGame, AnyPlay
from engines.core.entries import Answer, Entry, Observed
from engines.core.entries_json import from_json, to_json
from engines.core.events import Event
from engines.core.oracles import Table
from engines.core.problems import IllegalEntry, ParseError, SetupError
from engines.core.viewers import WORLD
from host.ledger import EntryRecord, EntryRow, Ledger, LedgerError, Origin, since_import
from host.ledger.fold import Fold
from host.ledger.public import SECRET, is_secret
from host.play.picture import Line
from host.play.recollection import Recollection
from host.play.rows import KNOWN, REMEMBERS, THE_TABLE, is_dealt, is_persons, is_silence, is_somebodys
from host.stage.base import Stage

UNPLAYABLE = (
    "The saved game cannot be resumed: line {line} ({text}) does not fit the rules of this Deadfall. {problem} "
    "An earlier version with other rules may have begun the game; play it on with that version. Nothing is lost: "
    "deadfall ledger show {path} prints the game."
)
_NO_END = (1 << 63) - 1  # behind every input
_PASSED = {"pass": "passed"}
_LINES: Mapping[str, Literal["reveal", "correction", "takeback", "import"]] = {
    "observed": "reveal",
    "corrected": "correction",
    "takeback": "takeback",
    "import": "import",
}


class Unplayable(LedgerError):
    """A row that holds cannot be played. ``keep``: how many rows hold before it; ``row`` is the row itself."""

    def __init__(self, sentence: str, keep: int, row: EntryRow) -> None:
        super().__init__(sentence)
        self.keep = keep
        self.row = row


@dataclass(frozen=True, slots=True)
class Because:
    """Why something enters the play: how sure the referee was, what else it may have been, and in words."""

    why: str
    origin: Origin
    by: str = ""
    confidence: int = 100
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """When something enters the play, and the last input and fact that were known then."""

    at: int
    input: int = 0
    fact: int = 0

    @classmethod
    def at_end_of(cls, ledger: Ledger, at: int, fact: int | None = None) -> Moment:
        """Return the moment after everything that a ledger holds, or behind its fact ``fact``."""
        last = ledger.last_fact() if fact is None else fact
        return cls(at, max((row.id for row in ledger.inputs()), default=0), last)


class Chronicle:
    """The play of a ledger. ``before`` is what the table showed before each answer since the last import."""

    def __init__(self, game: AnyGame, stage: Stage, ledger: Ledger) -> None:
        head = ledger.head()
        if head is None:
            raise LedgerError(f"{ledger.path} holds no game. Begin a new one, or choose another file.")
        self._game = game
        self._stage = stage
        self._ledger = ledger
        self._root = head.root
        self._fold = Fold()
        self._recollection = Recollection(self._fold, self._observed)
        self._names: list[
            tuple[int, bytes]
        ] = []  # since the last answer: rows before a name, and what the table showed
        self.lines: list[Line] = []
        self.before: list[bytes] = []
        self._fed: list[tuple[int, bytes]] = []  # of each row since the last import: its last fact, the scene before it
        try:
            self.play = self._at_root(self._root)
            self._restore()
        except (KeyError, SetupError, TypeError, ValueError) as error:
            raise LedgerError(f"{ledger.path} cannot be continued ({error}). Restore it from a copy.") from error

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else was answered since."""
        return bool(self._fold.froms)

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return any(is_somebodys(row) and not is_dealt(row) for row in self._fold.live)

    @property
    def last_answer(self) -> str:
        """The last answer that holds, as it is written; empty if there is none."""
        answers = (line for line in reversed(self.lines) if line.kind == "answer" and not line.is_quiet)
        return next((line.text for line in answers if not line.is_taken_back), "")

    def scenes(self) -> list[tuple[int, bytes]]:
        """Return all that the table should have shown since the last import, each with the last fact before that."""
        start, _ = since_import(self._fold.live)
        facts = [start.fact if start else 0, *(fact for fact, _ in self._fed)]
        signatures = [*(before for _, before in self._fed), self._stage.scene(self.play).signature]
        return list(zip(facts, signatures, strict=True))

    def origin_of_move(self) -> Origin | None:
        """Return where the last answer came from that changed what the table shows; None if there is none."""
        _, rows = since_import(self._fold.live)
        given = [row for row in rows if is_somebodys(row)]
        shown = self._stage.scene(self.play).signature
        pairs = zip(reversed(given), reversed(self.before), strict=False)
        return next((row.origin for row, before in pairs if before != shown), None)

    def last_given(self) -> EntryRow | None:
        """Return the last answer of a seat, if only names came after it, and no other answer came along with it."""
        _, rows = since_import(self._fold.live)
        given = [row for row in rows if is_somebodys(row)]
        last = next((line for line in reversed(self.lines) if line.kind != "reveal"), None)
        if not given or last is None or given[-1].id != last.number:
            return None
        if given[-1].kind != "answer" or given[-1].seat is None:  # None: the world has drawn a lot
            return None
        is_alone = [_moment(row) for row in given[-2:]].count(_moment(given[-1])) == 1
        return given[-1] if is_alone else None

    def passes_before(self, given: EntryRow) -> int:
        """Return how often the table passed for somebody because this answer came."""
        return sum(is_silence(row) and _moment(row) == _moment(given) for row in self._fold.live)

    # ---- forward -------------------------------------------------------------------------------------------

    def feed(self, entry: Entry, because: Because, moment: Moment) -> list[Event]:
        """Take an entry, and what is known already of what follows; IllegalEntry if it cannot be taken."""
        begun, known, count = len(self.play.events), len(self.play.log), len(self._fold.live)
        signature = self._stage.scene(self.play).signature
        self.play.feed(entry)
        log = range(known, len(self.play.log))
        own = next(at for at in log if isinstance(self.play.log[at], type(entry)))  # what was seen may come before it
        try:
            self._append([self._record(at, because if at == own else self._because_known(at), moment) for at in log])
        except LedgerError:
            self._refold()
            raise
        count += own - known
        self._note(self._fold.live[count], count, signature)
        return self.play.events[begun:]

    def _note(self, row: EntryRow, count: int, signature: bytes) -> None:
        """Remember what the table showed before a row, behind so many others."""
        self._fed.append((row.fact, signature))
        if is_somebodys(row):
            self.before.append(signature)
            self._names = []
        elif row.kind == "observed" and row.origin in (Origin.SCREEN, Origin.PAD):
            self._names.append((count, signature))

    def _because_known(self, at: int) -> Because:
        """Return why something follows by itself: it was seen before, and who said so then says so now."""
        entry, named = self.play.log[at], self._recollection.named
        if isinstance(entry, Observed) and entry.token in named:
            return Because(KNOWN, Origin.KNOWN)
        return Because(KNOWN, Origin.RULES, THE_TABLE)

    def _record(self, at: int, because: Because, moment: Moment) -> EntryRecord:
        play = self.play
        end = play.marks[at + 1] if at + 1 < len(play.marks) else len(play.events)
        entry, asked, taken = to_json(play, at), play.asked[at], play.log[at]
        kind = next(iter(entry))
        seat = asked.seat if asked is not None and asked.seat != WORLD else None
        if isinstance(taken, Observed):
            seat = self._stage.seat_of(play, taken.token)
        return _record(
            _PASSED.get(kind, kind),
            entry,
            self._text(taken, entry),
            because,
            moment,
            seat=seat,
            digest=play.digest() if at == len(play.log) - 1 else "",
            events=[self._write(event) for event in play.events[play.marks[at] : end]],
        )

    def _write(self, event: Event) -> dict[str, Any]:
        told = self._stage.tell(event)
        return self._game.write_event(event) | ({"told": told} if told else {})

    def _text(self, entry: Entry, written: dict[str, Any]) -> str:
        if isinstance(entry, Answer):
            return self._stage.spoken(str(written["answer"]["choice"]))
        if isinstance(entry, Observed):
            return f"{self._stage.saw} {entry.card}"
        fields = next(iter(written.values()))
        return f"{fields['field']} = {fields['value']}" if "field" in fields else next(iter(written))

    def take_position(self, position: Mapping[str, Any], because: Because, moment: Moment) -> None:
        """Let the table's position hold from now on; SetupError if it is impossible."""
        self._at_root(position)
        self._append([_record("import", {"position": position}, "position taken from the table", because, moment)])
        self._refold()

    def _append(self, records: Sequence[EntryRecord]) -> None:
        for number, record in zip(self._ledger.write(records), records, strict=True):
            self._take(_row(number, record), record.events)

    def _take(self, row: EntryRow, events: Sequence[Mapping[str, Any]]) -> None:
        """Take a row that is on disk into the books; the play is another matter."""
        self._recollection.take(row, events)
        self.lines.append(_line(row, events))

    # ---- back and forth --------------------------------------------------------------------------------------

    def undo(self, answers: int, because: Because, moment: Moment, *, is_silence_kept: bool = False) -> int:
        """Take back the last answers, at most as many as there are; return how many.

        Whoever could have interrupted before an answer can do so again, unless ``is_silence_kept``.
        """
        live = self._fold.live
        keep, taken = len(live), 0
        while keep and (taken < answers or (is_silence(live[keep - 1]) and not is_silence_kept)):
            keep -= 1
            taken += is_somebodys(live[keep])
        if taken:
            self._keep(keep, f"{taken} answer{'s' if taken > 1 else ''} taken back", because, moment)
        return taken

    def undo_shown(self, answers: int, because: Because, moment: Moment) -> int:
        """Take back as many answers as the table shows; return how many steps that were.

        A name that was told since the last answer may be all that it shows: then the answer stays.
        """
        shown = self.before[-answers:][:1]
        keep = next((count for count, signature in reversed(self._names) if [signature] == shown), None)
        if keep is None or answers > 1:
            return self.undo(answers, because, moment)
        self._keep(keep, "a name taken back", because, moment)
        return 1

    def undo_said(self, steps: int, because: Because, moment: Moment, *, with_names: bool = False) -> int:
        """Take back what people said or did last, and what house players answered since; return how many answers.

        A name that a person gave, or a card that was held to the pad, where something was drawn or revealed, is a step
        of its own, so that a slip can be put right; unless ``with_names``: then only answers are steps.
        """
        live = self._fold.live
        keep, taken, done = len(live), 0, 0
        while keep and (done < steps or is_silence(live[keep - 1])):
            keep -= 1
            taken += is_somebodys(live[keep])
            done += is_persons(live[keep]) and (is_somebodys(live[keep]) or not with_names)
        if not done:
            return self._undo_house(steps, because, moment)
        what = f"{taken} answer{'s' if taken > 1 else ''}" if taken else "a name"
        self._keep(keep, f"{what} taken back", because, moment)
        return max(1, taken)

    def _undo_house(self, steps: int, because: Because, moment: Moment) -> int:
        """Take back what house players answered last, where no person has done anything. Lots stay drawn."""
        given = [at for at, row in enumerate(self._fold.live) if is_somebodys(row) and not is_dealt(row)]
        return self.undo(sum(map(is_somebodys, self._fold.live[given[-steps:][0] :])), because, moment) if given else 0

    def redo(self, because: Because, moment: Moment) -> bool:
        """Do again all that the last step back took; False if there is nothing."""
        if not self._fold.froms:
            return False
        self._keep(self._fold.froms[-1], "done again", because, moment)
        return True

    def redo_answer(self, because: Because, moment: Moment) -> bool:
        """Do again one answer of what was taken back last; False if there is nothing."""
        count, undone = len(self._fold.live), self._fold.undone
        first = next((at for at, row in enumerate(undone) if is_somebodys(row)), None)
        if first is None:
            return False
        end = first + 1
        while end < len(undone) and not is_somebodys(undone[end]):
            end += 1
        self._keep(count + end, "done again", because, moment)
        return True

    def go_to(self, line: int, because: Because, moment: Moment) -> bool:
        """Go to just behind a line, or (0) to the beginning; False if that line was overwritten since."""
        for at, row in enumerate(self._fold.line):
            if row.id == line:
                self._keep(at + 1, f"to line {line}", because, moment)
                return True
        if line == 0:
            self._keep(0, "to the beginning", because, moment)
        return line == 0

    def _keep(self, keep: int, text: str, because: Because, moment: Moment) -> None:
        """Keep so many rows, and those behind them that the table settled by itself.

        It would settle them again at once, and new rows would cut off what can be done again.
        """
        while keep < len(self._fold.line) and is_dealt(self._fold.line[keep]):
            keep += 1
        if keep == self._fold.count:
            return
        self._append([_record("takeback", {"keep": keep}, text, because, moment)])
        self._refold()
        self._mark_lines()

    def _mark_lines(self) -> None:
        live = {row.id for row in self._fold.live}
        for at, line in enumerate(self.lines):
            if line.kind != "takeback" and line.is_taken_back == (line.number in live):
                self.lines[at] = replace(line, is_taken_back=line.number not in live)

    # ---- folding -------------------------------------------------------------------------------------------

    def _at_root(self, position: Mapping[str, Any]) -> AnyPlay:
        return self._game.setup(position, Table()) if position else self._game.new(oracle=Table())

    def _refold(self) -> None:
        """Make the play anew from the rows that hold. What was seen and taken back stays seen since its turn."""
        start, rows = since_import(self._fold.live)
        self.play = self._at_root(start.entry["position"] if start else self._root)
        self.before, self._names, self._fed = [], [], []
        first = self._fold.count - len(rows)
        for done, row in enumerate(rows):
            self._recall_behind(first + done)
            if done >= len(self.play.log):  # else the play has taken it by itself: it was known already
                self._refeed(row, first + done)
        self._recall_behind(self._fold.count)

    def _recall_behind(self, count: int) -> None:
        """Tell the play behind so many rows what it does not know from them, if that is since when it counts."""
        turn = self._recollection.turn
        for entry in turn.seen.values() if count == turn.kept else ():
            if entry.token not in self.play.seen and entry.card in self.play.candidates(entry.token):
                self.play.recall(entry)

    def _refeed(self, row: EntryRow, count: int) -> None:
        signature = self._stage.scene(self.play).signature
        try:
            self.play.feed(from_json(self.play, row.entry))
        except LedgerError:
            raise
        except Exception as error:
            problem = (
                str(error) if isinstance(error, IllegalEntry | ParseError) else f"{type(error).__name__}: {error}."
            )
            sentence = UNPLAYABLE.format(line=row.id, text=row.text, problem=problem, path=self._ledger.path)
            raise Unplayable(sentence, count, row) from error
        self._note(row, count, signature)

    def _restore(self) -> None:
        """Read everything back after a start, as it happened."""
        plain = deque(row.id for row in self._ledger.inputs() if row.kind == "resumed" and not row.data.get(REMEMBERS))
        for row in list(self._ledger.entries()):
            self._start_plainly(plain, row.input)
            self._take(row, self._ledger.events(row.id))
        self._start_plainly(plain, _NO_END)
        if not self._refolds_rightly():
            self._recollection.turn_at_end()
            self._refold()
        self._mark_lines()

    def _start_plainly(self, starts: deque[int], reached: int) -> None:
        """Take the next starts of an older program, which were noted up to an input."""
        while starts and starts[0] <= reached:
            starts.popleft()
            self._recollection.start_plainly()

    def _refolds_rightly(self) -> bool:
        """Make the play; tell whether it stands as it did. A program may once have known something else than this one
        does, and been told by a person what this one would not ask any more.
        """
        try:
            self._refold()
        except LedgerError:
            return False
        digest = self._fold.line[self._fold.count - 1].digest if self._fold.count else ""
        return digest in ("", self.play.digest())

    def _observed(self, written: Mapping[str, Any]) -> Observed:
        entry = from_json(self.play, written)
        assert isinstance(entry, Observed)
        return entry


def _record(
    kind: Any, entry: Mapping[str, Any], text: str, because: Because, moment: Moment, **more: Any
) -> EntryRecord:
    return EntryRecord(
        at=moment.at,
        kind=kind,
        entry=entry,
        text=text,
        by=because.by,
        confidence=because.confidence,
        candidates=because.candidates,
        why=because.why,
        origin=because.origin,
        input=moment.input,
        fact=moment.fact,
        **more,
    )


def _moment(row: EntryRow) -> Moment:
    return Moment(row.at, row.input, row.fact)


def _row(number: int, record: EntryRecord) -> EntryRow:
    fields = {name: getattr(record, name) for name in EntryRow._fields if name != "id"}
    return EntryRow(number, **{**fields, "entry": dict(record.entry)})


def _line(row: EntryRow, events: Sequence[Mapping[str, Any]]) -> Line:
    is_hidden = is_secret(row.entry, events)
    return Line(
        number=row.id,
        at=row.at,
        seat=row.seat,
        text=SECRET if is_hidden else row.text,
        why=row.why,
        origin=row.origin,
        effects=tuple(str(event["told"]) for event in events if "told" in event),
        confidence=row.confidence,
        candidates=row.candidates,
        kind=_LINES.get(row.kind, "answer"),
        is_quiet=is_hidden or is_silence(row),
    )
