"""The play in a ledger: begun once, every input and entry on disk in order, entries with all their events."""

import sqlite3
import threading

import pytest

import engines
from engines.core.oracles import Table
from host.ledger import EntryRecord, InputRow, Ledger, LedgerError, since_import
from tests.host.ledger.game import HEAD, answer, facts, play_armada, takeback, texts


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "play.ledger") as ledger:
        yield ledger


@pytest.fixture
def begun(ledger):
    ledger.begin(HEAD)
    return ledger


# ---- the head ----


def test_a_new_ledger_has_no_play(ledger):
    assert ledger.head() is None
    assert (list(ledger.entries()), ledger.live(), ledger.undone(), list(ledger.story())) == ([], [], [], [])


def test_the_head_is_kept(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
    with Ledger.open(tmp_path / "a") as ledger:
        assert ledger.head() == HEAD


def test_one_play_for_each_ledger(begun):
    with pytest.raises(LedgerError, match=r"holds a game already\. Choose another file name"):
        begun.begin(HEAD)


def test_a_ring_holds_no_game(tmp_path):
    with Ledger.open(tmp_path / "ring", keep=10) as ring, pytest.raises(LedgerError, match="only the newest facts"):
        ring.begin(HEAD)


def test_a_game_is_not_made_a_ring(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
    with pytest.raises(LedgerError, match="whose facts must all stay"):
        Ledger.open(tmp_path / "a", keep=10)


def test_before_the_beginning_nothing_is_written(ledger):
    for write in (lambda: ledger.write([answer()]), lambda: ledger.note(1, "command", {}, 0)):
        with pytest.raises(LedgerError, match=r"No game has begun in .* Begin one"):
            write()


# ---- inputs ----


def test_inputs_stand_in_order_behind_their_facts(begun):
    assert begun.note(10, "resumed", {}, 0) == 1
    last = facts(begun, 3)
    assert begun.note(20, "command", {"do": "say", "text": "draw"}, last) == 2
    assert list(begun.inputs()) == [
        InputRow(1, 10, "resumed", {}, 0),
        InputRow(2, 20, "command", {"do": "say", "text": "draw"}, 3),
    ]


@pytest.mark.parametrize(("kind", "fact", "words"), [("gossip", 0, "no input 'gossip'"), ("link", 9, "facts 0 to 2")])
def test_an_input_that_makes_no_sense_is_refused(begun, kind, fact, words):
    facts(begun, 2)
    with pytest.raises(LedgerError, match=words):
        begun.note(1, kind, {}, fact)
    assert list(begun.inputs()) == []


def test_an_input_does_not_go_back(begun):
    begun.note(1, "command", {}, facts(begun, 4))
    with pytest.raises(LedgerError, match="facts 4 to 4"):
        begun.note(2, "command", {}, 3)


# ---- entries ----


def test_an_entry_keeps_every_field(begun):
    last = facts(begun, 2)
    noted = begun.note(5, "command", {"do": "pick", "number": 0}, last)
    record = answer("move ship-1 west", seat=1, by="greedy", confidence=80, why="lifted and put", digest="ab", at=7)
    record = EntryRecord(
        **{name: getattr(record, name) for name in record.__slots__}
        | {"candidates": ("move ship-1 west", "draw"), "input": noted, "fact": last}
    )
    [id_] = begun.write([record])
    [row] = begun.entries()
    assert row.id == id_
    assert all(getattr(row, name) == getattr(record, name) for name in row._fields if name != "id")
    assert begun.events(id_) == list(record.events)


def test_several_entries_are_one_transaction(begun):
    with pytest.raises(LedgerError, match="keeps 5 entries, and there are 2"):
        begun.write([answer("a"), answer("b"), takeback(5)])
    assert list(begun.entries()) == []
    assert begun.write([answer("a"), answer("b"), takeback(1)]) == [1, 2, 3]
    assert texts(begun.live()) == ["a"]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (EntryRecord(at=1, kind="guess", entry={}), "no entry 'guess'"),
        (answer(confidence=101), "from 0 to 100, not 101"),
        (EntryRecord(at=1, kind="takeback", entry={"keep": True}), "keep"),
        (EntryRecord(at=1, kind="takeback", entry={}), "keep"),
        (takeback(-1), "keeps -1 entries"),
        (EntryRecord(at=1, kind="import", entry={"position": []}), "position"),
        (answer(fact=1), "facts 0 to 0"),
        (answer(input=1), "inputs 0 to 0"),
        (EntryRecord(at=1, kind="answer", entry={"x": float("nan")}), "cannot keep the entry: it is no JSON"),
        (EntryRecord(at=1, kind="answer", entry={}, events=[{"x": object()}]), "cannot keep an event"),
        (answer("\ud800"), "half a surrogate pair"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refused_and_leaves_nothing(begun, record, words):
    with pytest.raises(LedgerError, match=words):
        begun.write([answer("before"), record])
    assert list(begun.entries()) == []
    assert begun.events(1) == []


def test_undo_redo_and_go_to(begun):
    begun.write([answer(text) for text in "abcd"])
    begun.write([takeback(1)])
    assert (texts(begun.live()), texts(begun.undone())) == (["a"], ["b", "c", "d"])
    begun.write([takeback(3)])
    assert (texts(begun.live()), texts(begun.undone())) == (["a", "b", "c"], ["d"])
    begun.write([answer("e")])
    assert (texts(begun.live()), begun.undone()) == (["a", "b", "c", "e"], [])
    assert len(list(begun.entries())) == 7


def test_the_fold_is_the_same_after_reopening(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        ledger.write([answer("a"), answer("b"), answer("c"), takeback(1)])
        before = ledger.live(), ledger.undone()
    with Ledger.open(tmp_path / "a") as ledger:
        assert (ledger.live(), ledger.undone()) == before


def test_the_last_import_that_holds_is_the_root(begun):
    position = {"ships": []}
    begun.write([answer("a"), EntryRecord(at=1, kind="import", entry={"position": position}), answer("b")])
    root, rest = since_import(begun.live())
    assert (root.entry["position"], texts(rest)) == (position, ["b"])
    begun.write([takeback(1)])
    assert since_import(begun.live()) == (None, begun.live())


def test_another_writer_is_seen(tmp_path):
    with Ledger.open(tmp_path / "a") as one, Ledger.open(tmp_path / "a") as two:
        one.begin(HEAD)
        one.write([answer("a"), answer("b")])
        assert texts(two.live()) == ["a", "b"]
        two.write([takeback(1), answer("c")])
        assert texts(one.live()) == ["a", "c"]


def test_a_ledger_that_somebody_changed_is_a_sentence(tmp_path):
    with Ledger.open(tmp_path / "a") as ledger:
        ledger.begin(HEAD)
        ledger.write([answer("a"), takeback(0)])
    for change in ("entry = '{'", "entry = '{}'", "entry = '{\"keep\":9}'", "candidates = '3'"):
        with sqlite3.connect(tmp_path / "a") as db:
            db.execute(f"UPDATE entries SET {change} WHERE id = 2")
        with pytest.raises(LedgerError, match="damaged at line 2"):
            Ledger.open(tmp_path / "a")
        with Ledger.open(tmp_path / "a", check=False) as ledger, pytest.raises(LedgerError, match="cannot be read"):
            ledger.live()


# ---- several threads, and a whole game ----


def test_facts_entries_and_readers_do_not_disturb_each_other(begun):
    stop, failed = threading.Event(), []

    def run(work):
        try:
            work()
        except Exception as error:
            failed.append(error)

    def tell():
        for number in range(60):
            facts(begun, 3, at=number)

    def read():
        while not stop.is_set():
            for row in begun.live():
                assert len(begun.events(row.id)) == 5
            list(begun.story())

    threads = [threading.Thread(target=run, args=(work,)) for work in (tell, read)]
    for thread in threads:
        thread.start()
    for number in range(60):
        last = begun.last_fact()
        begun.write([answer(f"a{number}", 5, fact=last, input=begun.note(number, "command", {}, last))])
    threads[0].join()
    stop.set()
    threads[1].join()
    assert failed == []
    assert (begun.last_fact(), len(begun.live())) == (180, 60)


def test_a_game_is_the_fold_of_its_entries(ledger):
    play = play_armada(ledger, 60)
    head, live = ledger.head(), ledger.live()
    game = engines.load(head.game, options=dict(head.options))
    saved = {
        **{"format": 1, "game": head.game, "options": head.options, "catalogue": head.catalogue_digest},
        **{"root": head.root, "log": [row.entry for row in live], "digest": live[-1].digest},
    }
    again = game.restore(saved, Table())
    assert again.digest() == play.digest()
    written = [event for row in live for event in ledger.events(row.id)]
    assert written == [game.write_event(event) for event in again.events[again.marks[0] :]]
