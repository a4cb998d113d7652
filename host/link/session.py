"""The link to one board as a reducer: bytes and time in, bytes and happenings out; no thread, no port, no clock inside.

>>> link = Link(ledger, listener=print)                                      # doctest: +SKIP
>>> link.opened(now); port.write(link.take())
>>> link.received(port.read(), now); port.write(link.take())
>>> link.tick(now)            # at the latest when ``link.due`` has come
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable
from random import Random

from firmware import wire
from host.ledger import LedgerError
from host.link import complaints
from host.link.complaints import Complaints
from host.link.description import CapsCache, Description
from host.link.expecting import Expecting
from host.link.frames import STRUCTS, Inbox, Outbox, fields, rest
from host.link.greeting import Greeting
from host.link.happenings import Connected, Crashed, Described, Listener, Logged, Lost, Refused, Troubled, nobody
from host.link.heartbeat import SILENT_PINGS, UNANSWERED_PINGS, Heartbeat
from host.link.identity import Banner, read_banner
from host.link.lights import Lights
from host.link.naming import Naming
from host.link.pads import PadView, layout_of, read_pads
from host.link.reboots import Reboots
from host.link.repair import Repair
from host.link.requests import NEVER, Done, Download, Outcome, Requests, Upload
from host.link.scene import Scene
from host.link.statistics import Statistics
from host.link.stream import Journal, Stream
from host.plain import plain, plain_lines

CLOSED, PROBING, GREETING, LIVE, LOST = "closed", "probing", "greeting", "live", "lost"
ODD_FRAMES = 8  # senseless frames in a session of which nothing is said: one may be an accident
ODD_PONGS = 3  # senseless ones in a row that end a session: one may have waited while the computer slept


class Link:
    """The host's end of the wire to one board.

    ``journal`` is the ledger; a fact is acknowledged when its ``commit`` has returned. ``listener`` hears every
    happening. ``caps_cache`` may be shared by links. The same ``seed`` gives the same session numbers and jitter.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        listener: Listener = nobody,
        caps_cache: CapsCache | None = None,
        seed: int | None = None,
    ) -> None:
        rng = Random(seed)
        self.phase = CLOSED
        self.wants_reopen = False
        self.sentence = "The port is closed."
        self.flags = 0
        self._tell = listener
        self._journal = journal
        self._statistics = Statistics()
        self._inbox = Inbox()
        self._outbox = Outbox()
        self._requests = Requests(self._outbox, self._statistics)
        cache: CapsCache = {} if caps_cache is None else caps_cache
        self._complaints = Complaints(self._trouble)
        self._description = Description(self._requests, cache, self._described, self._complaints)
        repair = Repair(self._requests)
        self._stream = Stream(journal, self._outbox, repair, self._statistics, self._tell, self._complaints)
        self._lights = Lights(self._requests, rng.randrange(1, 0xFFFF), self._trouble)
        self._expecting = Expecting(self._requests)
        self._naming = Naming(journal, self._trouble)
        self._reboots = Reboots()
        self._heartbeat = Heartbeat(self._outbox, rng)
        self._greeting = Greeting(self._outbox, rng, self._cursor)
        self._odd_frames = self._odd_pongs = 0  # of this session; in a row

    # ---- what a driver calls ---------------------------------------------------------------------------

    def opened(self, now: int) -> None:
        """The port is open: find out who is there."""
        self.wants_reopen = False
        self._inbox.reset()
        self._outbox.take()
        self._probe(now, "Looking for a board.")

    def received(self, data: bytes, now: int) -> None:
        """Take bytes from the port; whatever they are, nothing but a happening comes of it."""
        self._statistics.bytes_in += len(data)
        if self.phase in (CLOSED, LOST):
            return
        if self.phase == PROBING:
            self._greeting.look(data)
        raw = self._inbox.raw
        for n in self._inbox.frames(data):
            self._statistics.frames_in += 1
            if raw[0] == wire.EVENTS and self.phase == LIVE and raw[1] == self._outbox.sid:
                if not self._stream.events(raw, n, now):
                    self._note_odd()
            else:
                self._dispatch(raw, n, now)
        if self.phase == LIVE:
            self._stream.flush(now)
        self._run(now)

    def tick(self, now: int) -> int:
        """Do what time demands; return when that is needed next (``due``)."""
        self._run(now)
        return self.due

    def closed(self, now: int) -> None:
        """The port is gone."""
        self._end("The port is closed.", CLOSED, now)

    def goodbye(self, now: int) -> None:
        """Tell the board that the host leaves; ``take`` the bytes, write them, then close the port."""
        if self.phase == LIVE:
            self._outbox.send(wire.BYE, 0)
        self._end("The session was ended.", CLOSED, now)

    def take(self) -> bytes:
        """Return the bytes that are to be written to the port."""
        return self._outbox.take()

    @property
    def due(self) -> int:
        """When ``tick`` is needed next, in milliseconds on the clock of ``now``."""
        if self.phase == LIVE:
            wishes = min(self._lights.due, self._expecting.due)
            return min(self._requests.due, self._stream.repair.due, wishes, self._heartbeat.due, self._description.due)
        return self._greeting.due if self.phase in (PROBING, GREETING) else NEVER

    # ---- what a user asks ------------------------------------------------------------------------------

    def show(self, scene: Scene) -> None:
        """Wish for a scene of lights; it is kept through restarts of the board."""
        self._lights.show(scene)

    def expect(self, pads: Iterable[int]) -> None:
        """Wish that pads are looked at more often, because something is expected there next; kept like a scene."""
        self._expecting.expect(pads)

    def ask(self, kind: int, payload: bytes, reply: int, done: Done, now: int) -> None:
        """Send any request of the wire protocol; ``done`` gets its outcome."""
        if self.phase == LIVE:
            self._requests.ask(kind, payload, reply, done, now)
        else:
            done(Outcome(False, text=f"There is no session with a board. {self.sentence}"), now)

    def ask_statistics(self, done: Done, now: int) -> None:
        """Ask for the board's own counters: ``read_statistics`` makes a dict of the outcome's data."""
        self.ask(wire.STATS_GET, b"", wire.STATS, done, now)

    def ask_fault(self, done: Done, now: int, *, forget: bool = False) -> None:
        """Ask for the record of the last crash, and have the board forget it if so wished."""
        self.ask(wire.FAULT_GET, STRUCTS[wire.FAULT_GET].pack(forget), wire.FAULT, done, now)

    def ask_config(self, done: Done, now: int) -> None:
        """Ask for the board's configuration file."""
        self._start(Download(self._requests, wire.CFG_GET, wire.CFG, done), done, now)

    def write_config(self, data: bytes, done: Done, now: int) -> None:
        """Have the board keep a configuration file; it counts from the next start on."""
        self._start(Upload(self._requests, data, crc32(data), done), done, now)

    def ask_reboot(self, mode: int, done: Done, now: int) -> None:
        """Have the board start anew in one of wire.REBOOT_…; it has obeyed, too, if the session ends upon it."""

        def heard(outcome: Outcome, at: int) -> None:
            if outcome.ok and mode in (wire.REBOOT_REPL, wire.REBOOT_LOADER) and self.phase == LIVE:
                self._reopen("The board has left its firmware.", at)  # a 0x04 in a PING would be Ctrl-D at the prompt
            done(outcome, at)

        self.ask(wire.REBOOT, STRUCTS[wire.REBOOT].pack(mode), wire.RESP, self._reboots.judged(heard), now)

    def read_tag(self, pad: int, page: int, pages: int, uid: bytes, done: Done, now: int) -> None:
        """Ask for pages of the tag on a pad; ``read_pages`` makes a UID and bytes of the outcome's data."""
        self.ask(wire.TAG_READ, STRUCTS[wire.TAG_READ].pack(pad, page, pages) + uid, wire.PAGES, done, now)

    def write_tag(self, pad: int, page: int, data: bytes, uid: bytes, done: Done, now: int) -> None:
        """Have one page of the tag on a pad written and verified; without a ``uid`` whichever tag is there alone."""
        self.ask(wire.TAG_WRITE, STRUCTS[wire.TAG_WRITE].pack(pad, page, data) + uid, wire.RESP, done, now)

    def ask_snapshot(self, now: int) -> None:
        """Have the state checked against a snapshot now; Repaired tells when that has been done."""
        self._stream.repair.want(now)

    # ---- what a user sees ------------------------------------------------------------------------------

    @property
    def banner(self) -> Banner | None:
        """The board that answered last."""
        return self._greeting.banner

    @property
    def caps(self) -> dict[str, object]:
        """What the board says that it is: profile, tiles, lights, …; empty until it has said so."""
        return self._description.caps

    @property
    def uid(self) -> str:
        """The board's identity, or an empty text before the first session."""
        return self._stream.uid

    @property
    def boot_id(self) -> int:
        """The board's present run."""
        return self._stream.boot_id

    @property
    def next_seq(self) -> int:
        """The first sequence number of this run that is not on disk."""
        return self._stream.next

    @property
    def state(self) -> bytes:
        """The state as the host believes it: one byte for each tile, the buttons, the pads, the tag table."""
        return bytes(self._stream.fold.cells)

    @property
    def pads(self) -> tuple[PadView, ...]:
        """What lies on the pads, as the host believes it; empty until the board has described itself."""
        return read_pads(self.state, layout_of(self.caps))

    @property
    def is_whole(self) -> bool:
        """Whether ``state`` is what the board said last: everything that it had is here, no repair is outstanding."""
        stream = self._stream
        return self.phase == LIVE and stream.next >= stream.head and not stream.repair.is_under_way

    @property
    def is_confirmed(self) -> bool:
        """Whether the board's digest fitted ``state`` when the two were last compared in this session."""
        return self.phase == LIVE and self._stream.is_confirmed

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the board in this session, in sentences: each was told as Troubled, too."""
        return self._complaints.standing

    @property
    def statistics(self) -> Statistics:
        """The counters, brought up to date."""
        statistics = self._statistics
        statistics.bad_frames = self._inbox.bad
        statistics.frames_out = self._outbox.frames
        statistics.bytes_out = self._outbox.bytes
        return statistics

    # ---- frames ----------------------------------------------------------------------------------------

    def _dispatch(self, raw: memoryview, n: int, now: int) -> None:
        kind, sid, rid = raw[0], raw[1], raw[2]
        if kind == wire.BANNER:
            self._heard_banner(raw, n, now)
        elif kind not in STRUCTS or kind < wire.BANNER:
            self._note_odd()
        elif sid != self._outbox.sid or not sid:
            self._statistics.stale_frames += 1
        elif self.phase == GREETING:
            self._heard_greeting(kind, rid, raw, n, now)
        elif self.phase == LIVE:
            self._stream.flush(now)
            self._heard(kind, rid, raw, n, now)

    def _heard(self, kind: int, rid: int, raw: memoryview, n: int, now: int) -> None:
        values = fields(kind, raw, n)
        if values is None:
            self._note_odd()
        elif kind == wire.PONG:
            self._heard_pong(values, now)
        elif kind == wire.LOG:
            text = plain(rest(kind, raw, n).decode("utf-8", "replace"))
            self._tell(Logged(self.uid, values[0], text, values[1]))
        elif kind != wire.HELLO_ACK:
            self._requests.answered(kind, rid, bytes(raw[wire.HEADER : n]), now)
            self._stream.flush(now)

    def _heard_pong(self, values: tuple[int, ...], now: int) -> None:
        t_host, t_board, head, tail, digest, led_rev, flags, drops = values
        rtt = self._stream.clock.sample(t_host, t_board, now)
        if rtt < 0 or tail > head or head < self._stream.next:
            self._note_odd_pong(tail, head, now)
            return
        self._odd_pongs = 0
        self._heartbeat.answered()
        self._statistics.note_rtt(rtt)
        self._statistics.board_drops = drops
        self._reboots.is_still_there(now)
        self._naming.retry(now)
        self._note_flags(flags, now)
        self._lights.pong(led_rev)
        self._stream.pong(head, tail, digest, now)

    def _note_odd_pong(self, tail: int, head: int, now: int) -> None:
        """Count a heartbeat that cannot be true; if that goes on, begin again later: the board contradicts itself."""
        self._statistics.odd_frames += 1
        self._odd_pongs += 1
        if self._odd_pongs < ODD_PONGS:
            return
        is_impossible = tail > head or head < self._stream.next
        text = complaints.impossible_pong(tail, head, self._stream.next) if is_impossible else complaints.wrong_echo()
        self._end(text, LOST, now)
        self._greeting.postpone(text, now)
        self._follow_greeting()

    def _note_odd(self) -> None:
        """Count a frame that makes no sense; when a session has had many, say so."""
        self._statistics.odd_frames += 1
        self._odd_frames += 1
        if self.phase == LIVE and self._odd_frames > ODD_FRAMES:
            self._complaints.say("frames", complaints.odd_frames())

    def _heard_banner(self, raw: memoryview, n: int, now: int) -> None:
        """Greet who answers, unless a session is on and well: then it is a late answer to an earlier probe."""
        banner = read_banner(raw, n)
        if banner is None:
            self._note_odd()
        elif self.phase == PROBING:
            self._greet(banner, now)
        elif self.phase == LIVE and self._heartbeat.unanswered >= SILENT_PINGS:
            self._end("The board has lost the session.", LOST, now)
            self._greet(banner, now)

    def _heard_greeting(self, kind: int, rid: int, raw: memoryview, n: int, now: int) -> None:
        if kind == wire.RESP:
            self._greeting.heard_refusal(rid, bytes(raw[wire.HEADER : n]), now)
            self._follow_greeting()
            return
        values = fields(kind, raw, n)
        if kind == wire.HELLO_ACK and values is not None and self._greeting.is_answer(rid):
            self._begin(values, now)

    # ---- phases ----------------------------------------------------------------------------------------

    def _probe(self, now: int, sentence: str) -> None:
        self.phase = PROBING
        self.sentence = sentence
        self._greeting.start(now)

    def _greet(self, banner: Banner, now: int) -> None:
        self.phase = GREETING
        try:
            self._greeting.heard_banner(banner, now)
        except LedgerError as error:
            self._greeting.postpone(str(error), now)
        self._follow_greeting()

    def _cursor(self, banner: Banner) -> int:
        return self._journal.cursor(banner.uid, banner.boot_id)

    def _follow_greeting(self) -> None:
        self.phase = self._greeting.phase
        if self._greeting.sentence and self._greeting.sentence != self.sentence:
            self.sentence = self._greeting.sentence
            self._tell(Refused(self.sentence))

    def _begin(self, values: tuple[int, ...], now: int) -> None:
        banner = self._greeting.banner
        tail, head = values[1], values[2]
        assert banner is not None
        try:
            cursor = self._cursor(banner)
            if tail > head or (cursor or 1) > head:
                self._statistics.odd_frames += 1
                self._greeting.heard_nonsense(tail, head, cursor, now)
                self._follow_greeting()
                return
            self._stream.begin(banner.uid, banner.boot_id, now)
        except LedgerError as error:
            self._greeting.postpone(str(error), now)
            self._follow_greeting()
            return
        self._stream.head = head
        self._go_live(banner, not cursor, now)
        self._stream.note_tail(tail, now)
        self._stream.flush(now)

    def _go_live(self, banner: Banner, is_new: bool, now: int) -> None:
        self.phase = LIVE
        self._statistics.sessions += 1
        self._greeting.succeeded()
        self._complaints.forget()
        self._odd_frames = self._odd_pongs = 0
        self.sentence = f"Board {banner.uid} is connected (firmware {banner.firmware})."
        self._lights.forget()
        self._expecting.forget()
        self._heartbeat.start(now)
        self.flags = 0
        self._tell(Connected(banner.uid, banner.boot_id, is_new))
        self._note_flags(banner.flags, now)
        self._description.begin(banner, now)

    def _end(self, sentence: str, phase: str, now: int) -> None:
        was_live = self.phase == LIVE
        self.phase = phase
        self.sentence = sentence
        self._stream.repair.reset()
        self._naming.forget()
        if was_live:
            self._tell(Lost(self.uid, sentence))
        self._requests.drop("The session with the board has ended.", now)
        self._reboots.ended(now)

    # ---- time ------------------------------------------------------------------------------------------

    def _run(self, now: int) -> None:
        if self.phase == LIVE:
            self._run_live(now)
        elif self.phase in (PROBING, GREETING):
            self._run_greeting(now)

    def _run_live(self, now: int) -> None:
        self._heartbeat.tick(now)
        if self._heartbeat.unanswered >= UNANSWERED_PINGS and self._heartbeat.is_due(now):
            self._reopen("The board has not answered for three seconds.", now)
            return
        self._description.tick(now)
        self._stream.repair.tick(now)
        self._lights.tick(now)
        self._expecting.tick(now)
        self._requests.tick(now)

    def _run_greeting(self, now: int) -> None:
        try:
            self._greeting.tick(now)
        except LedgerError as error:
            self._greeting.postpone(str(error), now)
        self._follow_greeting()
        if self._greeting.has_lost_patience(now):
            self._reopen(self.sentence, now)

    def _reopen(self, sentence: str, now: int) -> None:
        self._end(sentence, LOST, now)
        self.wants_reopen = True

    # ---- what the board is -----------------------------------------------------------------------------

    def _described(self, now: int) -> None:
        self._stream.described(layout_of(self.caps), now)
        self._lights.described(self.caps.get("lights"))
        self._naming.begin(self.uid, str(self.caps.get("profile", "")), now)
        self._tell(Described(self.uid, self.caps))

    def _trouble(self, sentence: str) -> None:
        self._tell(Troubled(self.uid, sentence))

    def _note_flags(self, flags: int, now: int) -> None:
        if flags & ~self.flags & wire.FLAG_FAULT:
            self.ask_fault(self._heard_fault, now)
        self.flags = flags

    def _heard_fault(self, outcome: Outcome, _: int) -> None:
        if outcome.ok and outcome.data[0]:
            text = plain_lines(outcome.data[1:].decode("utf-8", "replace"))
            self._tell(Crashed(self.uid, outcome.data[0], text))

    def _start(self, transfer: Download | Upload, done: Done, now: int) -> None:
        if self.phase == LIVE:
            transfer.start(now)
        else:
            done(Outcome(False, text=f"There is no session with a board. {self.sentence}"), now)
