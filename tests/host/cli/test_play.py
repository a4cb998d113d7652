"""``deadfall play --headless``: a whole game as a process, on a simulated table beneath a real pseudo-terminal."""

import contextlib
import os
import queue
import subprocess
import sys
import threading

import pytest

import engines
from engines.core.entries_json import from_json
from host.cli.main import main
from host.cli.play import _step
from host.ledger import EntryRow, Ledger, Origin
from host.play.replay import replay

PATIENCE_S = 100.0


class Headless:
    """The process, what it has printed, and a way to wait for a line."""

    def __init__(self, folder, *words, game="armada"):
        environment = {**os.environ, "XDG_STATE_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "host.cli", "play", game, "--headless", *words]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.lines: list[str] = []
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, text):
        """Wait for a line that contains a text, and return it."""
        while True:
            line = self._queue.get(timeout=PATIENCE_S)
            assert line is not None, "\n".join(["The game ended:", *self.lines[-20:]])
            self.lines.append(line)
            if text in line:
                return line

    def end(self):
        self.say("quit")
        return self.process.wait(PATIENCE_S)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE_S)
        self.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()


@pytest.fixture
def headless(tmp_path):
    games = []

    def start(*words, **more):
        games.append(Headless(tmp_path, *words, **more))
        return games[-1]

    yield start
    for game in games:
        game.kill()


def test_a_table_from_a_file_has_a_twin_too(headless, tmp_path):
    (tmp_path / "attic.toml").write_text('extends = "grid"\ntitle = "The table in the attic"\n')
    game = headless("--profile", str(tmp_path / "attic.toml"), "--ledger", str(tmp_path / "game.ledger"))
    game.until("The board is connected.")
    assert game.end() == 0
    with Ledger.open(tmp_path / "game.ledger") as ledger:
        assert ledger.head().profile == str(tmp_path / "attic.toml")


def put(game, name, tile, facing):
    game.say(f"twin put base {name} on {tile}, facing {facing}")


PIECES = ["hub-2", "hub-3", "hub-4", "hub-5", "gun-2", "gun-3", "gun-4", "gun-5", "gun-6"]
PIECES += ["shield-1", "shield-2", "shield-3", "shield-4"]
WAY = [("e3", "north"), ("d3", "west"), *((f"d{row}", "north") for row in range(4, 11))]


def set_up(game):
    game.until("Put blue starter on e2")
    put(game, "blue.starter", "e2", "south")
    game.until("Put red starter on e10")
    put(game, "red.starter", "e10", "north")


def test_a_whole_game_ends_where_the_engine_alone_gets_with_the_same_answers(headless, tmp_path):
    """Blue carries its starter to the enemy base, past Red's, which draws all the time."""
    path = tmp_path / "game.ledger"
    game = headless("--ledger", str(path))
    set_up(game)
    blue, red = iter(PIECES), iter(PIECES)
    for number, (tile, way) in enumerate(WAY):
        if number % 2 == 0:
            game.until("Blue draws a piece")
            game.say(next(blue))
            game.until("Blue: two actions")
        game.say("twin lift blue.starter")
        put(game, "blue.starter", tile, "south")
        game.until(f"blue: move ship-1 {way}  [The table shows this answer and no other]")
        if number % 2:
            for _ in range(2):
                game.until("Red draws a piece")
                game.say(next(red))
                game.until("Red: ")
                game.say("draw")
            game.until("Red draws a piece")
            game.say(next(red))
    game.until("Blue wins")
    assert game.end() == 0
    assert winner_of(path) == "blue"
    assert replay(path).difference is None


def winner_of(path):
    """Feed the answers of a ledger to an engine that knows of no table; return the winner, if all is the same."""
    with Ledger.open(path) as ledger:
        rows = ledger.live()
    play = engines.load("armada").new()
    for row in rows:
        play.feed(from_json(play, row.entry))
    assert play.digest() == rows[-1].digest
    return play.game.seats[play.result.winner]


def test_a_game_is_resumed_where_it_was_killed(headless, tmp_path):
    path = tmp_path / "game.ledger"
    game = headless("--ledger", str(path))
    set_up(game)
    game.until("Blue draws a piece")
    game.say("hub-2")
    game.until("Blue: two actions")
    game.say("draw")
    game.until("#2 blue: draw")
    game.process.kill()
    game.process.wait()
    again = headless("--resume", str(path))
    again.until("Blue draws a piece")
    again.until("hub-2, gun-1")
    again.say("gun-2")
    set_up(again)
    again.until("Blue: one action")
    again.say("twin lift blue.starter")
    put(again, "blue.starter", "e3", "south")
    again.until("blue: move ship-1 north")
    assert again.end() == 0
    assert replay(path).difference is None


def test_what_cannot_be_done_is_answered_with_a_sentence(headless):
    game = headless()
    set_up(game)
    game.until("Blue draws a piece")
    game.say("gun-1")
    game.until("!! Blue's gun-1 was drawn before.")
    game.say("7777")
    game.until("!! There are 13 answers to pick from now.")
    game.say("correct ship-1.energy")
    game.until("!! Say what, to which value, and why")
    game.say("mask z9")
    game.until("!! This table has no tile z9.")
    game.say("twin dance wildly")
    game.until("was not understood")
    game.say("help")
    game.until("take the position from the table")


def test_a_table_without_a_board_is_played_on_the_screen(headless):
    game = headless("--profile", "none")
    game.until("Blue draws a piece")
    game.say("hub-2")
    game.until("Blue: two actions")
    game.say("build hub-2 a1 north")
    game.until("ship-3: energy 0 → 2")
    game.until("Blue: one action")


def test_the_simulated_table_follows_by_itself_when_asked(headless):
    game = headless()
    game.until("Put blue starter on e2")
    game.say("hands")
    game.until("Blue draws a piece")
    game.say("hub-2")
    game.until("Blue: two actions")
    game.say("build hub-2 a1 north")
    game.until("Put blue hub-2 on a1")
    game.say("hands")
    game.until("Blue: one action")


def test_house_players_play_while_hands_follow(headless):
    game = headless("--player", "blue=apprentice", "--player", "red=wanderer")
    set_up(game)
    game.until("Blue draws a piece")
    game.say("hub-2")
    game.until("[Apprentice has decided]")


def test_loot_trap_is_played_at_a_simulated_field(headless):
    game = headless(game="loot")
    game.until("Lay the tray on b1 upright.")
    game.say("hands")
    game.until("Red: choose an avatar")
    game.say("twin tap annie on play")
    game.until("Red is Annie.")
    game.say("avatar coral")
    game.until("Who begins?")
    game.say("first red")
    game.until("Red: move one space")
    game.say("twin move pawn.red to b2")
    game.until("move b2  [The table shows this answer and no other]")
    game.until("Turn the tray on b1 sideways.")
    game.say("twin turn tray.b1 to west")
    game.until("Red: play, lay or peek")
    game.say("twin tap powder-keg on play")
    game.until("Blue: health 8 → 6 (Powder Keg, R17).")
    game.until("health 6, loot 0 of 5")
    game.say("no")
    game.until("Blue: move one space")
    assert game.end() == 0


def test_loot_trap_is_played_without_a_board(headless):
    game = headless("--profile", "none", "--seats", "3", game="loot")
    for text in ("avatar annie", "avatar coral", "avatar gull", "first blue", "move b4", "done", "keep"):
        game.say(text)
    game.until("Green: move one space")
    assert game.end() == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "--headless"], "Say which game"),
        (["play", "loot", "--headless", "--seats", "5"], "played by 2 or 3 or 4; 5 cannot play it"),
        (["play", "loot", "--headless", "--player", "green=person"], "names no seat"),
        (["play", "loot", "--headless", "--profile", "grid"], "does not fit the tiles of the table grid"),
        (["play", "armada", "--headless", "--player", "green=person"], "names no seat"),
        (["play", "armada", "--headless", "--player", "blue=nobody"], "There is no player nobody"),
        (["play", "armada", "--headless", "--option", "A3"], "names no ruling"),
        (["play", "armada", "--headless", "--option", "A3=green"], "A3"),
        (["play", "armada", "--headless", "--option", "A1=11x11"], "does not fit the tiles"),
        (["play", "--headless", "--resume", "nothing.ledger"], "There is no ledger nothing.ledger"),
        (["replay", "nothing.ledger"], "There is no file nothing.ledger"),
    ],
)
def test_words_that_make_no_sense_are_refused(words, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(words) == 1
    assert sentence in capsys.readouterr().err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_replay_of_a_ledger_says_that_the_same_came_out(headless, tmp_path, capsys):
    path = tmp_path / "game.ledger"
    game = headless("--ledger", str(path))
    set_up(game)
    game.until("Blue draws a piece")
    game.say("hub-2")
    game.until("Blue: two actions")
    game.say("twin lift blue.starter")
    put(game, "blue.starter", "e3", "south")
    game.until("Blue: one action")
    assert game.end() == 0
    assert main(["replay", str(path), "--steps"]) == 0
    printed = capsys.readouterr().out
    assert "move ship-1 north" in printed
    assert "The same came out again." in printed


def test_a_replay_does_not_tell_what_only_some_have_seen():
    seen = {"observed": {"card": "hub-9", "seen_by": ["red"]}}
    row = EntryRow(3, 0, "observed", seen, "is hub-9", None, "", 100, (), "hub-9", 0, 0, "", Origin.SCREEN)
    assert _step(row, []) == "#3 a card, seen by some"
    assert _step(row._replace(entry={}, text="draw\x1b[2J", why="said"), []) == "#3 draw�[2J  [said]"
