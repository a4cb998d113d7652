"""Cards on pads, told to a host: exactly once, through bad lines, restarts and full rings; tags read and written."""

from pathlib import Path
from random import Random

import pytest

from firmware import wire
from hardware.twin.board import Twin
from hardware.twin.cards import uid_of
from host.ledger import Ledger
from host.link import Link, Outcome, PadView, Stepped, read_pages
from host.link.expecting import LASTS_S
from host.soak.faults import LEVELS, Line


class Table:
    """A board with pads, a host, and a ledger."""

    def __init__(self, path: Path, profile: str = "bench", runtime: str = "cpython", faults: str = "none") -> None:
        self.path = path
        self.twin = Twin(profile, runtime, 3)
        self.ledger = Ledger.open(path, synchronous="OFF")
        rng = Random(5)
        level = LEVELS[faults]
        self.run = Stepped(
            self.twin,
            Link(self.ledger, seed=1),
            to_board=Line(level, rng),
            to_host=Line(level, rng),
            plugged=self.twin.devices.serial.plugged,
        )
        self.run.plug()

    @property
    def link(self) -> Link:
        return self.run.link

    def settle(self, limit: int = 8_000) -> None:
        """Run until the host knows all that the board knows, and nothing is new for a second."""
        end, calm = self.run.now + limit, 0
        while calm < 1_000:
            head = self.link.next_seq
            self.run.run_for(50)
            calm = calm + 50 if self.link.is_whole and head == self.link.next_seq else 0
            assert self.run.now < end, self.link.sentence

    def new_host(self) -> None:
        """The host dies and starts again on the same ledger."""
        self.run.unplug()
        self.ledger.close()
        self.ledger = Ledger.open(self.path, synchronous="OFF")
        self.run.replace_link(Link(self.ledger, seed=2))
        self.run.plug()

    def close(self) -> None:
        self.ledger.close()
        self.twin.close()


@pytest.fixture(params=["cpython", pytest.param("micropython", marks=pytest.mark.micropython)])
def runtime(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(tmp_path: Path, runtime: str):
    table = Table(tmp_path / "a.ledger", runtime=runtime)
    table.settle()
    yield table
    table.close()


def on(name: str) -> PadView:
    return PadView(wire.PAD_PRESENT, uid_of(name), name)


def ask(table: Table, request: object) -> Outcome:
    found: list[Outcome] = []
    request(lambda outcome, _: found.append(outcome), table.run.now)
    for _ in range(80):
        table.run.run_for(20)
        if found:
            return found[0]
    raise AssertionError("no answer")


def test_a_card_is_told_with_its_name(table: Table) -> None:
    assert [pad.what for pad in table.link.pads] == [wire.PAD_ABSENT] * 20
    table.twin.put_card("gun-3", "play")
    table.twin.put_card("a-name-of-more-than-12", "seat2.bench.1")
    table.settle()
    assert (table.link.pads[0], table.link.pads[5]) == (on("gun-3"), on("a-name-of-more-than-12"))
    assert table.link.statistics.digest_mismatches == 0


def test_a_new_host_resumes_from_its_ledger(table: Table) -> None:
    table.twin.put_card("gun-3", "play")
    table.settle()
    table.new_host()
    table.settle()
    assert table.link.pads[0] == on("gun-3")
    table.twin.lift_card("gun-3")
    table.settle()
    assert table.link.pads[0].what == wire.PAD_ABSENT
    assert list(table.ledger.gaps()) == []
    assert table.link.statistics.snapshots == 0


def test_tags_lost_in_a_gap_come_with_the_snapshot(tmp_path: Path) -> None:
    table = Table(tmp_path / "a.ledger")
    table.settle()
    table.run.unplug()
    for number in range(160):
        table.twin.put_card(f"card-{number}", number % 2)
        table.run.run_for(200)
        table.twin.lift_card(f"card-{number}")
        table.run.run_for(300)
    table.twin.put_card("last", "seat6.bench.3")
    table.run.run_for(1_000)
    table.run.plug()
    table.settle()
    assert table.link.pads[19] == on("last")
    assert table.link.statistics.gaps == 1
    table.new_host()
    table.settle()
    assert table.link.pads[19] == on("last")
    assert table.link.statistics.digest_mismatches == 0
    table.close()


def test_every_tap_is_journalled_once_through_bad_lines(tmp_path: Path) -> None:
    table = Table(tmp_path / "a.ledger", faults="heavy")
    table.settle(60_000)
    rng, taps = Random(8), []
    for number in range(25):
        name = f"card-{rng.randrange(30)}"
        table.twin.put_card(name, 0)
        table.run.run_for(rng.randrange(250, 500))
        table.twin.lift_card(name)
        table.run.run_for(rng.randrange(350, 600))
        taps.append(name)
        if number % 8 == 7:
            table.new_host()
    table.settle(60_000)
    tags, told = {}, []
    for fact in table.ledger.facts():
        if fact.kind == wire.TAG:
            tags[fact.src] = fact.data
        elif fact.kind == wire.PAD and fact.src == 0 and fact.data[0] == wire.PAD_PRESENT:
            told.append(tags[fact.data[1]])
    assert told == [uid_of(name) for name in taps]
    assert list(table.ledger.gaps()) == []
    table.close()


def test_pages_are_read_and_written_over_the_wire(table: Table) -> None:
    table.twin.put_card("gun-3", "play")
    table.settle()
    uid, link = uid_of("gun-3"), table.link
    outcome = ask(table, lambda done, now: link.read_tag(0, 4, 12, uid, done, now))
    assert outcome.ok, outcome.text
    found = read_pages(outcome.data)
    assert found is not None
    assert found[0] == uid
    assert found[1].startswith(bytes.fromhex("0103a00c340c"[:10]))
    outcome = ask(table, lambda done, now: link.write_tag(0, 20, b"\1\2\3\4", uid, done, now))
    assert outcome.ok, outcome.text
    assert table.twin.cards.tag("gun-3").memory[20] == b"\1\2\3\4"


def test_what_cannot_be_done_to_a_tag_is_said_in_a_sentence(table: Table) -> None:
    link = table.link
    outcome = ask(table, lambda done, now: link.write_tag(0, 20, b"\1\2\3\4", b"", done, now))
    assert (outcome.status, outcome.text) == (wire.NO_TAG, outcome.text)
    assert "Lay that card" in outcome.text
    outcome = ask(table, lambda done, now: link.read_tag(20, 4, 4, b"", done, now))
    assert outcome.status == wire.BAD_REQUEST
    outcome = ask(table, lambda done, now: link.read_tag(0, 4, 33, b"", done, now))
    assert outcome.status == wire.BAD_REQUEST


def test_what_is_expected_reaches_the_board_and_lapses_there_when_the_host_has_gone(table: Table) -> None:
    favoured = "print([pad for pad, is_so in enumerate(board.pads.turns._favoured) if is_so])"
    table.link.expect([2, 19])
    table.run.run_for(500)
    assert table.twin.runtime.evaluate(favoured) == "[0, 2, 19]"
    table.run.unplug()
    table.run.run_for(1_000 * LASTS_S + 500)
    assert table.twin.runtime.evaluate(favoured) == "[0]"


def test_another_request_cancels_an_errand(table: Table) -> None:
    heard: list[str] = []
    link, now = table.link, table.run.now
    link._requests.ask(wire.TAG_READ, b"\0\4\4", wire.PAGES, lambda *_: heard.append("pages"), now)
    link._requests.drop("given up", now)
    outcome = ask(table, link.ask_statistics)
    assert outcome.ok
    assert table.twin.runtime.evaluate("print(board.pads.errand.is_under_way())") == "False"
