"""A board that tells lies, 1,000 of each kind: nothing breaks, nothing is invented, and what is wrong is said in time.

Every case is a session of its own on virtual time, with its seed in the message of a failure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import pytest

from firmware import wire
from hardware import profiles
from host.cli.doctor.wellbeing import profile_findings, state_findings
from host.cli.monitor.screen import draw
from host.cli.monitor.view import Entry, LinkView, View
from host.cli.monitor.words import Words
from host.ledger import Batch, Fact, Value
from host.link import Arrived, Happening, Link, Lost, Missed, Refused, Repaired, Scene, Stepped, Troubled
from host.table import Table
from tests.host.link import hostile_board as hostile
from tests.host.link.hostile_board import HostileBoard, Lies

CASES = 1_000
START, SAID_WITHIN = 1_000_000, 5_000
FURTHER, CALM = 400, 2_000
GRID = profiles.load("grid")
NASTY = (
    "\x1b[2J",
    "\x07",
    "\u202e",
    "\u2066",
    "\x9b31m",
    "\x00",
    "\r",
    "\n",
    "\ud800",
    "\u200b",
    "\x7f",
    "\ue000",
    "x" * 70,
)
EDGES = (0, 1, 2, 3, 0x7FFF, 0xFFFF, 1 << 31, (1 << 32) - 3, (1 << 32) - 2, (1 << 32) - 1)


class Memory:
    """A journal that keeps what it is given, in order."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.next = 0
        self.names: list[str] = []

    def cursor(self, uid: str, boot_id: int) -> int:
        return self.next

    def state(self, uid: str) -> Iterable[Value]:
        return [Value(fact.kind, fact.src, fact.data) for fact in self.facts]

    def commit(self, batch: Batch) -> None:
        assert 1 <= batch.next_seq < 1 << 32, "what is committed must fit the wire"
        self.next = max(self.next, batch.next_seq)
        self.facts += batch.facts

    def board(self, uid: str, name: str, at: int) -> None:
        self.names.append(name)


class Case(NamedTuple):
    """A lying board; ``is_wrong``: somebody must be told. ``may_infer``: its snapshots can be believed."""

    board: HostileBoard
    is_wrong: bool
    may_infer: bool = True


class Session:
    """One case on a link, with everything that a person could be shown."""

    def __init__(self, case: Case, *, is_drawn: bool = False) -> None:
        self.case = case
        self.journal = Memory()
        self.sentences: list[str] = []
        self.heard: list[Happening] = []
        self.shown: list[str] = []
        self._words, self._table = Words(GRID, pads=lambda: self.link.pads), Table(GRID)
        self.link = Link(self.journal, listener=self._hear, seed=1)
        self.run = Stepped(case.board, self.link, now=START)
        self.link.show(Scene(((9, 9, 9),) * 3))
        self.run.plug()
        self._run()
        self.shown += [self.link.sentence, *_texts(self.link.caps), *self.journal.names]
        for finding in (*state_findings(self.link), *profile_findings(self.link.caps, "PORT")):
            self.shown += [finding.sentence, *finding.cure]
        self._table.snapshot(self.run.now)
        self._table.presses()
        if is_drawn:
            self._draw()

    def _run(self) -> None:
        """Run until something was said and a little further; where nothing is due, long enough to hear that."""
        if self.case.is_wrong:
            self.run.run_while(lambda: not self.sentences, SAID_WITHIN)
        self.run.run_for(FURTHER if self.case.is_wrong else CALM)

    def _hear(self, happening: Happening) -> None:
        self.heard.append(happening)
        if isinstance(happening, Refused | Lost | Troubled):
            self.sentences.append(happening.sentence)
        if isinstance(happening, Arrived | Repaired):
            facts = happening.facts if isinstance(happening, Arrived) else happening.inferred
            self._table.take(facts, self.run.now)
        self.shown += [entry.text for entry in self._words.entries(happening, self.run.now)]
        self.shown += [value for value in _texts(_fields(happening)) if "\n" not in value]

    def _draw(self) -> None:
        log = tuple(Entry(at, text) for at, text in enumerate(self.shown))
        name = str(self.link.caps.get("profile", ""))
        view = View(GRID, self.link.state, self.link.pads, link=LinkView(profile=name), log=log)
        self.shown += draw(view, 120, 40).text()


def _fields(happening: Happening) -> dict[str, Any]:
    return {name: getattr(happening, name) for name in happening.__slots__}


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in _texts(part)]
    return [text for part in value for text in _texts(part)] if type(value) is list else []


# ---- the lies --------------------------------------------------------------------------------------------------------


def honest(lies: Lies | None = None, tiles: int = 99, buttons: int = 1, pads: int = 1) -> HostileBoard:
    """A board with the state that it describes."""
    caps = {"profile": "grid", "tiles": tiles, "buttons": buttons, "pads": pads, "lights": 128}
    return HostileBoard(caps, bytes(size_of(tiles, buttons, pads)), bare=tiles + buttons, lies=lies)


def size_of(tiles: int, buttons: int, pads: int) -> int:
    return tiles + buttons + 2 * pads + (35 * (pads + 12) if pads else 0)


def lying_lengths(rng: Random) -> Case:
    """Capabilities that do not fit the state."""
    real = (rng.choice((0, 1, 24, 99, 240)), rng.choice((0, 1, 8)), rng.choice((0, 0, 1, 20)))
    told: list[Any] = list(real)
    for at in rng.sample(range(3), rng.randrange(4)):
        near = real[at] + rng.choice((-2, -1, 1, 2))
        told[at] = rng.choice((near, rng.randrange(300), -1, 1 << 40, 1.5, "9", None, True, []))
    is_valid = all(type(value) is int and 0 <= value <= top for value, top in zip(told, (240, 8, 64), strict=True))
    fits = is_valid and size_of(*told) == size_of(*real)
    caps = {"profile": "grid", **dict(zip(("tiles", "buttons", "pads"), told, strict=True))}
    board = HostileBoard(caps, bytes(size_of(*real)), bare=real[0] + real[1])
    for when in (START + 300, START + 900):
        board.at(when, lambda board: touch(rng, board, real))
    return Case(board, not fits, fits)


def touch(rng: Random, board: HostileBoard, real: tuple[int, int, int]) -> None:
    """Something happens at the table; now and then the board forgets to tell it, so that a snapshot is needed."""
    tiles, buttons, pads = real
    places = [(hostile.TILE, 0, tiles), (hostile.BUTTON, tiles, buttons)]
    for kind, first, count in places:
        if count:
            src, value = rng.randrange(count), rng.randrange(32)
            board.state[first + src] = value
            if rng.random() < 0.6:
                board.record(kind, src, bytes((value,)))
    if pads:
        at = tiles + buttons
        board.state[at : at + 2] = b"\1\0"
        board.record(hostile.PAD, 0, b"\1\0")


def lying_numbers(rng: Random) -> Case:
    """One number in one message, from the edges of its range."""
    kind, name = rng.choice([(kind, name) for kind, (_, names) in hostile.FIELDS.items() for name in names.split()])
    if name == "uid":
        kind, name = hostile.PONG, "digest"
    value = rng.choice([edge for edge in (*EDGES, rng.randrange(1 << 16)) if edge <= hostile.most(kind, name)])
    lies = Lies({kind: {name: value}})
    if kind == hostile.SNAP:
        lies.fields[hostile.PONG] = {"digest": 1}  # else nobody asks for a snapshot
    board = honest(lies)
    board.at(START + 500, lambda board: board.set_tile(3, 4))
    return Case(board, is_wrong_number(kind, name, value, head=board.head + 1), kind != hostile.SNAP)


def is_wrong_number(kind: int, name: str, value: int, head: int) -> bool:
    """Whether a number contradicts what else an honest board says."""
    always = {
        *((hostile.PONG, "digest"), (hostile.PONG, "t_host"), (hostile.PONG, "head"), (hostile.SNAP, "token")),
        *((hostile.SNAP, "as_of"), (hostile.SNAP, "total"), (hostile.SNAP, "offset"), (hostile.CAPS, "total")),
        *((hostile.BANNER, "caps_len"), (hostile.BANNER, "caps_crc")),
        *((hostile.EVENTS, "boot16"), (hostile.EVENTS, "first_seq"), (hostile.BANNER, "boot_id")),
    }
    if (kind, name) in always or kind == hostile.SNAP:
        return True
    if name == "count":
        return value not in (1, 2)  # the ten records come one by one, or in pairs
    if (kind, name) == (hostile.CAPS, "offset"):
        return value != 0
    if name == "proto_min":
        return value > 1
    if name == "proto_max":
        return value < 1
    if (kind, name) == (hostile.HELLO_ACK, "head"):
        return value < 1
    return name == "tail" and value > head


def lying_texts(rng: Random) -> Case:
    """Texts that would steer a terminal, wherever the wire has texts."""

    def nasty() -> str:
        return "".join(rng.choice((*NASTY, "gun", " ")) for _ in range(rng.randrange(1, 6)))

    def octets() -> bytes:
        return rng.choice((nasty().encode("utf-8", "surrogatepass"), rng.randbytes(rng.randrange(1, 60))))

    lies = Lies(logs=tuple(octets() for _ in range(rng.randrange(3))), fault=rng.choice((b"", octets())))
    board = honest(lies)
    caps = {"profile": nasty(), "tiles": 99, "buttons": 1, "pads": 1, nasty(): nasty(), "fw": [nasty()]}
    board.caps = json.dumps(caps).encode()
    text = octets()[:12].ljust(1, b"?")
    at = 99 + 1 + 2
    board.state[at : at + 35] = b"\4tag!".ljust(11, b"\0") + text.ljust(24, b"\0")
    board.state[at - 2 : at] = b"\2\0"
    for kind, src, data in ((hostile.TAG, 0, b"tag!"), (hostile.TEXT, 0, text), (hostile.PAD, 0, b"\2\0")):
        board.record(kind, src, data)
    return Case(board, False)


def lying_statuses(rng: Random) -> Case:
    """A request that is refused, with any status, or never answered."""
    kind = rng.choice((hostile.HELLO, hostile.CAPS_GET, hostile.SNAP_GET, hostile.FAULT_GET, hostile.LED_SET))
    status = rng.choice((*range(9), rng.randrange(256)))
    lies = Lies({hostile.PONG: {"digest": 1}} if kind == hostile.SNAP_GET else {}, fault=b"x")
    if rng.random() < 0.2:
        lies.silences = frozenset((kind,))
    else:
        lies.statuses = {kind: status}
    is_wrong = kind != hostile.FAULT_GET and not (kind == hostile.LED_SET and lies.statuses.get(kind) == 0)
    return Case(honest(lies), is_wrong, kind != hostile.SNAP_GET)


KINDS = {"lengths": lying_lengths, "numbers": lying_numbers, "texts": lying_texts, "statuses": lying_statuses}


@pytest.mark.parametrize("kind", KINDS)
def test_lies_of_every_kind(kind: str) -> None:
    for number in range(CASES):
        seed = f"{kind} {number}"
        case = KINDS[kind](Random(seed))
        session = Session(case, is_drawn=number % 25 == 0)
        judge(seed, case, session)


def judge(seed: str, case: Case, session: Session) -> None:
    """Nothing invented, nothing that steers a terminal, and a word where one is due."""
    invented = [fact for fact in session.journal.facts if not is_true(fact, case)]
    assert not invented, (seed, invented[:3])
    unsafe = [text for text in session.shown if not text.isprintable()]
    assert not unsafe, (seed, unsafe)
    assert case.board.hellos <= 12, (seed, case.board.hellos)
    assert not case.is_wrong or session.sentences, (seed, "nobody says a word")
    assert all(sentence.strip().endswith((".", "?")) for sentence in session.sentences), (seed, session.sentences)
    assert len(session.sentences) <= 12, (seed, session.sentences)


def is_true(fact: Fact, case: Case) -> bool:
    """Whether the board has said so, or a snapshot that can be believed has it."""
    if fact.inferred:
        return case.may_infer
    return (fact.seq, fact.kind, fact.src, fact.data) in case.board.told


# ---- each lie that was once believed, or met with silence ------------------------------------------------------------


def mismatched(**caps: int) -> HostileBoard:
    """A board of 99 tiles, a byte of buttons and a pad that describes itself otherwise; it forgets to tell a tile."""
    board = honest()
    board.caps = json.dumps({"profile": "grid", "tiles": 99, "buttons": 1, "pads": 1} | caps).encode()

    def forget(board: HostileBoard) -> None:
        board.state[98] = 4

    return board.at(START + 500, forget)


@pytest.mark.parametrize("caps", [{"tiles": 100}, {"tiles": 98}, {"pads": 0}, {"pads": 2}, {"buttons": 0}])
def test_capabilities_that_do_not_fit_the_state_teach_nothing(caps: dict[str, int]) -> None:
    session = Session(Case(mismatched(**caps), True, False))
    assert not [fact for fact in session.journal.facts if fact.inferred]
    assert not session._table.presses()
    assert "Nothing is concluded from it" in " ".join(session.sentences)
    assert "so its state should have" in " ".join(session.sentences)


def test_a_board_that_says_the_truth_is_confirmed_and_nothing_is_said() -> None:
    session = Session(Case(honest(), False))
    assert session.sentences == []
    assert session.link.is_confirmed


def test_the_last_number_of_the_wire_is_taken_and_no_other() -> None:
    top = (1 << 32) - 2
    lies = {hostile.EVENTS: {"first_seq": top, "tail": top}, hostile.PONG: {"head": top + 1, "tail": top}}
    board = HostileBoard({"tiles": 1}, b"\0", bare=1, lies=Lies(lies))
    session = Session(Case(board, True))
    assert session.journal.next == top + 1
    assert [happening.gap.last for happening in session.heard if isinstance(happening, Missed)] == [top - 1]
    board.lies.fields[hostile.EVENTS]["first_seq"] = top + 1
    board.record(hostile.TILE, 0, b"\1")
    session.run.run_for(1_000)
    assert session.journal.next == top + 1
    assert "beyond what the wire can number" in " ".join(session.sentences)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (77, "with status 77"),
        (wire.WRONG_BOOT, "another one when it is greeted"),
        (wire.WRONG_VERSION, "although its banner"),
    ],
)
def test_a_refused_hello_is_asked_again_ever_so_often_and_says_which_status(status: int, words: str) -> None:
    session = Session(Case(honest(Lies(statuses={hostile.HELLO: status})), True))
    session.run.run_for(8_000)
    assert 1 < session.case.board.hellos <= 8
    assert words in session.link.sentence


def test_a_ledger_that_asks_for_the_first_event_is_not_to_blame() -> None:
    session = Session(Case(honest(Lies(statuses={hostile.HELLO: 5})), True))
    assert "which no board may refuse" in session.link.sentence
    assert "ledger" not in session.link.sentence


@pytest.mark.parametrize("size", [8_193, 65_535])
def test_capabilities_that_are_too_long_are_said_to_be(size: int) -> None:
    board = honest()
    board.caps = json.dumps({"tiles": 99, "profile": "x" * size}).encode()[:size]
    assert f"in {size:,} bytes" in " ".join(Session(Case(board, True)).sentences)


def test_a_digest_that_never_fits_is_said() -> None:
    session = Session(Case(honest(Lies({hostile.PONG: {"digest": 5}})), True, False))
    assert "The checksum that the board reports" in " ".join(session.sentences)
    assert not session.link.is_confirmed


@pytest.mark.parametrize(
    ("at", "value"),
    [(7, 32), (7, 255), (100, 2), (102, 5), (102, 200)],
    ids=["tile", "tiles", "pad", "uid", "long uid"],
)
def test_a_state_that_no_table_has_teaches_nothing(at: int, value: int) -> None:
    """A tile with six reeds, a pad with a tag that is not in the table, a UID of five bytes."""
    board = honest()

    def forget(board: HostileBoard) -> None:
        board.state[at] = value
        board.state[101] = 99 if at == 100 else 0

    session = Session(Case(board.at(START + 500, forget), True, False))
    assert not [fact for fact in session.journal.facts if fact.inferred]
    assert "no state that a table can have" in " ".join(session.sentences)
