"""Where a step of the game fails each time it is tried: the game opens, says why, and people can go on."""

from contextlib import suppress

import pytest

from firmware.wire import TILE
from host.ledger import Ledger, LedgerError
from host.ledger.sealing import seal_all
from host.play import opening
from host.play.commands import Name, Redo, Say, Undo
from host.play.desk import Desk
from host.play.replay import replay
from tests.host.play.test_replay import Program


class Odd(RuntimeError):
    """What nobody has foreseen."""


# ---- what the table shows ----------------------------------------------------------------------------------


class Table(Program):
    """A program with which looking at one tile fails, for as long as the play has fewer than two entries."""

    def __init__(self, path, monkeypatch):
        super().__init__(path)
        self.failures = 0
        look = Desk.snapshot

        def snapshot(desk):
            if desk.table.is_known and self._tiles[50] and len(desk.play.log) < 2:
                self.failures += 1
                raise Odd("tile 50")
            return look(desk)

        monkeypatch.setattr(Desk, "snapshot", snapshot)

    def close_tile(self):
        self._tiles[50] = 4
        self._tell([(TILE, 50, b"\4")])
        while self._jobs:
            with suppress(Odd):
                self.do("take", 0)

    def wait(self, ms):
        self.now += ms
        with suppress(Odd):
            self.companion.tick(self.now)

    def say(self, command):
        self.now += 100
        with suppress(Odd):
            self.companion.command(command, self.now)
        self.wait(5_000)


def test_a_table_that_cannot_be_followed_is_left_out_until_somebody_helps(tmp_path, monkeypatch):
    game = Table(tmp_path / "game.ledger", monkeypatch)
    game.close_tile()
    game.wait(10)
    assert game.failures
    assert game.companion.problem == ""
    assert not game.companion.table.is_known
    assert "cannot be followed (Odd: tile 50)" in game.companion.picture.link

    failures = game.failures
    game.wait(60_000)
    assert game.failures == failures  # it is not tried again and again
    game.say(Name("hub-2"))
    assert [line.text for line in game.companion.picture.lines] == ["drew hub-2"]  # people can go on
    assert game.failures > failures  # and the table was looked at once more

    game.say(Say("move ship-1 north"))
    assert game.companion.table.is_known
    assert game.companion.problem == ""
    game.ledger.close()
    assert replay(tmp_path / "game.ledger").difference is None


def test_where_nothing_helps_it_is_tried_again_only_now_and_then(tmp_path, monkeypatch):
    game = Table(tmp_path / "game.ledger", monkeypatch)

    def fails(*args, **kwargs):
        game.failures += 1
        raise Odd("everything")

    game.close_tile()
    with monkeypatch.context() as patch:
        patch.setattr(Desk, "take_up", fails)
        with suppress(Odd):
            game.companion.tick(game.now)
        assert game.failures > 1
        assert game.companion.due > game.now
    game.wait(60_000)
    game.say(Name("hub-2"))
    assert game.companion.problem == ""
    assert [line.text for line in game.companion.picture.lines] == ["drew hub-2"]


# ---- what the ledger holds -----------------------------------------------------------------------------------


@pytest.fixture
def saved(sit):
    """A ledger of a game of two answers."""
    game = sit(first="hub-2")
    for text in ("move ship-1 north", "move ship-1 south"):
        game.say(Say(text))
    game.ledger.close()
    return game.path


def said(companion):
    return [line.text for line in companion.picture.lines if line.kind == "answer" and not line.is_taken_back]


def numbered(path, text, at=0):
    with Ledger.open(path) as ledger:
        return [row.id for row in ledger.entries() if row.text == text][at]


def test_a_line_that_does_not_fit_is_taken_back_and_the_game_says_so(saved):
    number = numbered(saved, "move ship-1 south")
    with Ledger.open(saved) as ledger:
        ledger._db.execute("UPDATE entries SET entry = replace(entry, 'south', 'nowhere') WHERE id = ?", (number,))
        seal_all(ledger._db)
    for _ in range(2):  # it opens again and again
        with Ledger.open(saved) as ledger:
            companion = opening.resume(ledger, 100_000)
            assert said(companion) == ["move ship-1 north"]
            rows = list(ledger.entries())
            assert sum(row.kind == "takeback" for row in rows) == 1
            if companion.picture.notice:
                assert f"Line {number} (move ship-1 south) cannot be played" in companion.picture.notice
    with Ledger.open(saved) as ledger:
        companion = opening.resume(ledger, 200_000)
        rows = ledger.counts()["entries"]
        companion.command(Redo(whole=True), 200_001)
        assert f"line {number} (move ship-1 south)" in companion.picture.notice
        companion.tick(200_002)
        assert (said(companion), ledger.counts()["entries"]) == (["move ship-1 north"], rows)
        assert companion.problem == ""
        companion.command(Undo(), 200_100)
        assert said(companion) == []
        companion.command(Say("move ship-1 north"), 200_200)
        assert said(companion) == ["move ship-1 north"]


def test_an_answer_that_leads_to_where_something_fails_is_taken_back(saved, monkeypatch):
    take_up = Desk.take_up

    def fails(desk, **settings):
        if len(desk.play.log) > 2:
            raise Odd("too far")
        take_up(desk, **settings)

    monkeypatch.setattr(Desk, "take_up", fails)
    with Ledger.open(saved) as ledger:
        companion = opening.resume(ledger, 100_000)
        assert said(companion) == ["move ship-1 north"]
        assert "cannot be played by this Deadfall" in companion.picture.notice


def test_a_game_that_fails_everywhere_is_left_as_it_is(saved, monkeypatch):
    def fails(desk, **settings):
        raise Odd("everywhere")

    monkeypatch.setattr(Desk, "take_up", fails)
    with Ledger.open(saved) as ledger:
        counts = ledger.counts()
        with pytest.raises(LedgerError, match=r"cannot be continued \(Odd: everywhere\)"):
            opening.resume(ledger, 100_000)
        assert ledger.counts() == counts


def test_a_word_about_the_table_that_is_none_is_left_out(saved):
    with Ledger.open(saved) as ledger:
        ledger.note(50_000, "command", {"do": "mask", "tile": []}, ledger.last_fact())
        companion = opening.resume(ledger, 100_000)
        assert "said about the table earlier" in companion.picture.notice
        assert len(said(companion)) == 2
