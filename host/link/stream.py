"""The stream of facts: in order, each once, acknowledged when it is on disk, and whole again after every gap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from firmware import wire
from firmware.wire import ACK, ACK_REWIND, HEADER
from host.ledger import OVERFLOW, Batch, Fact, Gap, LedgerError, Value
from host.link import complaints, sense
from host.link.clock import BoardClock
from host.link.complaints import Complaints
from host.link.doubt import Doubt
from host.link.fold import Fold
from host.link.frames import STRUCTS, Outbox
from host.link.happenings import Arrived, Listener, Missed, Repaired, Troubled
from host.link.pads import Layout
from host.link.repair import Repair
from host.link.statistics import Statistics

MAX_PENDING = 512  # facts in one commit
MAX_SEQ = 0xFFFF_FFFE  # the number of the last event: the one behind it must still fit the wire
CALM_MS = 5_000  # between two snapshots of a board that gave one that made no sense
MAX_OVERTAKEN = 20  # snapshots in a row that may be older than the events

_EVENTS = STRUCTS[wire.EVENTS]
_RECORDS_AT = HEADER + _EVENTS.size
_ACK = STRUCTS[ACK]


class Journal(Protocol):
    """Where facts go; ``host.ledger.Ledger`` is one. ``commit`` returns when its batch is on disk."""

    def cursor(self, uid: str, boot_id: int) -> int:
        """Return the first sequence number that is not on disk; 0 for a boot never seen."""

    def state(self, uid: str) -> Iterable[Value]:
        """Return the newest values, oldest first."""

    def commit(self, batch: Batch) -> None:
        """Write all of it or, raising LedgerError, nothing."""

    def board(self, uid: str, name: str, at: int) -> None:
        """Note a board and its name."""


class Stream:
    """One board's facts. ``next`` is the first sequence number that is not on disk."""

    def __init__(
        self,
        journal: Journal,
        outbox: Outbox,
        repair: Repair,
        statistics: Statistics,
        tell: Listener,
        complaints: Complaints,
    ) -> None:
        self.uid = ""
        self.boot_id = 0
        self.next = 1
        self.head = 1  # what the board had last time it said so
        self.fold = Fold()
        self.clock = BoardClock()
        self.repair = repair
        self.tell = tell
        self._journal = journal
        self._outbox = outbox
        self._statistics = statistics
        self._reached = 1  # ``next`` once what is pending has been committed
        self._facts: list[Fact] = []
        self._gaps: list[Gap] = []
        self._must_ack = False
        self._must_rewind = False
        self._heard = False  # EVENTS since the last PONG
        self._complaints = complaints
        self._doubt = Doubt(complaints)
        self._unchecked: dict[tuple[int, int], bytes] = {}  # facts that came before the capabilities
        self._calm_until = 0
        self._overtaken = 0  # snapshots in a row that came too late

    # ---- a session begins ------------------------------------------------------------------------------

    def begin(self, uid: str, boot_id: int, now: int) -> None:
        """Take up a boot where the ledger stands; raise LedgerError if it can't be read or written."""
        if (uid, boot_id) != (self.uid, self.boot_id):
            self.clock = BoardClock()
        cursor = self._journal.cursor(uid, boot_id)
        values: Iterable[Value] = ()  # of a new boot nothing is known, whatever is known of the last one
        if cursor:
            values = self._journal.state(uid)
        else:
            self._journal.commit(Batch(uid, boot_id, 1, now))
        self.uid, self.boot_id = uid, boot_id
        self.next = cursor or 1
        self.fold = Fold()
        for kind, src, data in values:
            self.fold.apply(kind, src, data)
        self.repair.reset()
        self._forget_pending()
        self._heard = False
        self.head = self.next
        self._doubt.begin()
        self._unchecked.clear()
        self._calm_until = self._overtaken = 0

    def described(self, layout: Layout, now: int) -> None:
        """The board has said what its state is made of."""
        self.fold.layout = layout
        for (kind, src), data in self._unchecked.items():
            self._check(layout, kind, src, data)
        self._unchecked.clear()
        self._settle(now)

    @property
    def is_confirmed(self) -> bool:
        """Whether the board's digest fitted the state when it was last compared."""
        return self._doubt.is_confirmed

    # ---- what the board says ---------------------------------------------------------------------------

    def events(self, raw: memoryview, n: int, now: int) -> bool:
        """Take one EVENTS frame of ``n`` bytes; False if it is malformed. ``flush`` then commits and acknowledges."""
        if n < _RECORDS_AT:
            return False
        boot16, first, tail, t0, count = _EVENTS.unpack_from(raw, HEADER)
        if boot16 != self.boot_id & 0xFFFF:
            self._statistics.stale_frames += 1
            return True
        if not count or tail > first + count:
            return False
        if first + count - 1 > MAX_SEQ:
            self._complaints.say("numbers", complaints.too_many_events())
            return False
        facts = self._records(raw, n, first, t0, count, now)
        if facts is None:
            return False
        if first > self._reached and tail > self._reached:
            self._miss(min(tail, first), now)
        self._heard = self._must_ack = True
        if first > self._reached:
            self._must_rewind = True
        else:
            self._statistics.duplicates += count - len(facts)
            self._accept(facts, now)
            self.note_tail(tail, now)
        return True

    def note_tail(self, tail: int, now: int) -> None:
        """The board no longer has anything before ``tail``: what is missing there is a gap."""
        if tail > self._reached:
            self._miss(tail, now)

    def pong(self, head: int, tail: int, digest: int, now: int) -> None:
        """Compare where the board stands with where we stand."""
        self.head = head
        self.note_tail(tail, now)
        self.flush(now)
        held = self.repair.held
        if held is not None and held[0] > head:
            self.repair.again(now)  # a snapshot of a future that the board does not have
        fits = None
        if head == self.next:
            fits = self._compare(digest, now)
        elif head > self.next and not self._heard:
            self._acknowledge(ACK_REWIND)
        self._heard = False
        is_repairing = self.repair.is_under_way and self.fold.layout is not None
        self._doubt.look(now, reached=self.next, head=head, is_repairing=is_repairing, fits=fits)

    def flush(self, now: int) -> None:
        """Commit what is pending, acknowledge it, and lay a snapshot over it if it is due exactly here."""
        if (self._facts or self._gaps) and not self._commit_pending(now):
            return
        if self._must_ack:
            self._acknowledge(ACK_REWIND if self._must_rewind else 0)
        self._settle(now)

    # ---- inside ----------------------------------------------------------------------------------------

    def _records(self, raw: memoryview, n: int, first: int, t0: int, count: int, now: int) -> list[Fact] | None:
        """Return the facts not seen before, or None if the records do not fit the frame."""
        board = self.clock.unwrap(t0)
        host = self.clock.to_host(board, now)
        reached = self._reached
        facts = []
        at = _RECORDS_AT
        for seq in range(first, first + count):
            data_at = at + 4
            if data_at > n:
                return None
            head = raw[at]
            end = data_at + (head & 15)
            if end > n:
                return None
            if seq >= reached:
                dt = ((raw[at + 2] | raw[at + 3] << 8) - t0) & 0xFFFF
                t_host = host + dt if host + dt < now else now
                data = bytes(raw[data_at:end])
                facts.append(Fact(seq, None, board + dt, t_host, head >> 4, raw[at + 1], data))
            at = end
        return facts

    def _accept(self, facts: list[Fact], now: int) -> None:
        """Queue facts that follow on ``_reached``, stopping where a held snapshot must be laid in between."""
        held = self.repair.held
        if held is not None and self._reached <= held[0] < self._reached + len(facts):
            before = held[0] - self._reached
            self._queue(facts[:before])
            self.flush(now)
            facts = facts[before:]
            if facts[0].seq != self._reached:
                return  # the ledger could not be written: the board will send all of it again
            self._must_ack = True  # what lies behind the snapshot is acknowledged, too
        self._queue(facts)
        if len(self._facts) >= MAX_PENDING:
            self.flush(now)

    def _queue(self, facts: list[Fact]) -> None:
        self._facts += facts
        self._reached += len(facts)

    def _miss(self, end: int, now: int) -> None:
        self._gaps.append(Gap(self._reached, end - 1, OVERFLOW, now))
        self._reached = end
        self.repair.want(now)

    def _commit_pending(self, now: int) -> bool:
        facts, gaps, reached = self._facts, self._gaps, self._reached
        acknowledge, rewind = self._must_ack, self._must_rewind
        self._forget_pending()
        if not self._commit(Batch(self.uid, self.boot_id, reached, now, facts, gaps)):
            return False
        self.next = self._reached = reached
        self._must_ack, self._must_rewind = acknowledge, rewind
        layout = self.fold.layout
        for fact in facts:
            self.fold.apply(fact[4], fact[5], fact[6])
            self._check(layout, fact[4], fact[5], fact[6])
        self._report(facts, gaps)
        return True

    def _forget_pending(self) -> None:
        self._facts, self._gaps = [], []
        self._reached = self.next
        self._must_ack = self._must_rewind = False

    def _commit(self, batch: Batch) -> bool:
        try:
            self._journal.commit(batch)
        except LedgerError as error:
            self._statistics.failed_commits += 1
            self._doubt.excuse()
            self.tell(Troubled(self.uid, str(error)))
            return False
        self._statistics.commits += 1
        return True

    def _report(self, facts: list[Fact], gaps: list[Gap]) -> None:
        statistics = self._statistics
        for gap in gaps:
            statistics.gaps += 1
            statistics.missing += (gap.last or gap.first) - gap.first + 1
            self.tell(Missed(self.uid, gap))
        if facts:
            statistics.facts += len(facts)
            self.tell(Arrived(self.uid, facts))

    def _acknowledge(self, flags: int) -> None:
        self._outbox.send(ACK, 0, _ACK.pack(self.next, flags))
        self._statistics.resends_asked += flags & ACK_REWIND
        self._must_ack = self._must_rewind = False

    def _check(self, layout: Layout | None, kind: int, src: int, data: bytes) -> None:
        if layout is None:
            self._unchecked[kind, src] = data
        elif wrong := sense.objection(layout, kind, src, data):
            self._complaints.say(f"facts of kind {kind}", wrong)

    def _compare(self, digest: int, now: int) -> bool | None:
        """Return whether the board has the state that we believe, or None if that cannot be told."""
        layout = self.fold.layout
        if layout is None or self.repair.is_under_way:
            return None
        if digest == self.fold.digest():
            if len(self.fold.cells) == layout.size:
                return True
            self._complaints.say("state", complaints.wrong_length(layout, len(self.fold.cells)))
            return False
        self._statistics.digest_mismatches += 1
        if now >= self._calm_until:
            self.repair.want(now)
        return False

    def _settle(self, now: int) -> None:
        held = self.repair.held
        if held is None or held[0] > self.next or (held[0] == self.next and self.fold.layout is None):
            return  # it is laid exactly where it belongs, and not before it is known what its bytes mean
        if held[0] < self.next:
            self._overtake(now)
        else:
            self._lay(held[0], held[1], now)

    def _overtake(self, now: int) -> None:
        """Ask for another snapshot at once; but a board whose snapshots are always old is given time."""
        self._overtaken += 1
        if self._overtaken <= MAX_OVERTAKEN:
            self.repair.again(now)
            return
        self._overtaken = 0
        self._calm_until = now + CALM_MS
        self.repair.used()

    def _lay(self, as_of: int, state: bytes, now: int) -> None:
        """Make the snapshot's differences facts: inferred, because nobody saw them happen."""
        layout = self.fold.layout
        assert layout is not None
        changes = sense.conclusions(self.fold, layout, state)
        if isinstance(changes, str):
            self._complaints.say("state", changes)
            self._calm_until = now + CALM_MS
            self.repair.used()
            return
        facts = [Fact(None, as_of, None, now, kind, src, data, 1) for kind, src, data in changes]
        if facts and not self._commit(Batch(self.uid, self.boot_id, self.next, now, facts)):
            return
        for kind, src, data in changes:
            self.fold.apply(kind, src, data)
        self.fold.shorten(len(state))
        self.repair.used()
        self._overtaken = 0
        self._statistics.snapshots += 1
        self._statistics.inferred += len(facts)
        self.tell(Repaired(self.uid, facts))
