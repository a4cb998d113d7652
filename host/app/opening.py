"""The lobby of this machine: games kept in a folder, boards that are plugged in, and a virtual table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import engines
from hardware import profiles
from hardware.twin.client import TwinControl, TwinError, start
from hardware.twin.runtime import FirmwareError, RuntimeMissing
from host import games
from host.app.desk import TwinDesk
from host.app.drawn import drawn
from host.app.lobby import LobbyError, Opened
from host.app.wishes import (
    ANY_BOARD,
    PERSON,
    VIRTUAL,
    VIRTUAL_TABLE,
    GameCard,
    SavedGame,
    TablePlace,
    Wish,
)
from host.ledger import Ledger, LedgerError
from host.link import candidates
from host.play import opening
from host.play.commands import Taps
from host.play.companion import Companion
from host.play.house import HousePlayers, deliberate, house_players
from host.play.live import LiveTable
from host.play.summary import summary
from host.play.tapping import EVERY, NONE
from host.table.tags import Cards
from host.tags import DECKS
from host.tags.shelf import decks_in

SAVED = 12  # games that are offered, the newest first
ABORTED = ".aborted"
SEEDS = 1 << 31


class HomeLobby:
    """Keeps games in ``folder``, one ledger each. A game that is aborted is renamed, never deleted.

    House players take at least ``think_s`` seconds for an answer, so that people can follow them.
    """

    def __init__(self, folder: Path, *, think_s: float = 0.0) -> None:
        self.games = tuple(map(_card, games.with_part("screen")))
        self._folder = folder
        self._think_s = think_s

    def tables(self) -> Sequence[TablePlace]:
        """Return the virtual table, and what is plugged in."""
        found = [
            TablePlace(board.serial_number or board.port, f"Board {_short(board.serial_number)}", f"On {board.port}")
            for board in candidates()
        ]
        return (VIRTUAL_TABLE, ANY_BOARD, *found)

    def saved(self) -> Sequence[SavedGame]:
        """Return the games of the folder, the newest first."""
        files = sorted(self._folder.glob("*.ledger"), key=lambda file: file.stat().st_mtime, reverse=True)
        return [_describe(file) for file in files[:SAVED]]

    def abort(self, key: str) -> None:
        """Put a saved game aside under another name."""
        for file in self._folder.glob(f"{Path(key).name}*"):
            file.rename(file.with_name(file.name + ABORTED))

    def open(self, wish: Wish, on_change: Callable[[], None]) -> Opened:
        """Open a game, not started yet."""
        with ExitStack() as stack:
            try:
                opened = self._open(wish, on_change, stack)
            except (LedgerError, ValueError, RuntimeMissing, FirmwareError, TwinError, OSError) as error:
                raise LobbyError(str(error)) from error
            return opened

    def _open(self, wish: Wish, on_change: Callable[[], None], stack: ExitStack) -> Opened:
        if not wish.resume:
            game = engines.load(wish.game, catalogue=wish.catalogue, options=wish.options)
            opening.fitting_stage(game, wish.profile, len(wish.players))  # what cannot be played leaves no file behind
        ledger = stack.enter_context(Ledger.open(self._file(wish)))
        companion = _companion(wish, ledger)
        if wish.taps in (EVERY, NONE) and not wish.resume:
            companion.command(Taps(EVERY if wish.taps == EVERY else NONE), _now())
        # Each twin is a run of its own: a ledger would take one with an old seed for a board that forgot what it said.
        seed = time.time_ns() % SEEDS
        port, desk = wish.where, None
        if companion.stage.profile.controller == "none":
            port = ""  # a table without a board: everything on the screen
        elif wish.where == VIRTUAL:
            board = stack.enter_context(start(opening.profile_of(ledger), seed=seed))
            port, desk = board.port, _desk(board.control)
        house = deliberate(HousePlayers(companion.game, companion.players, wish.seed), self._think_s)
        decks, problems = decks_in(self._folder.parent / DECKS, companion.game.name)
        cards = Cards(companion.game.tagged(), decks)
        table = LiveTable(companion, ledger, port, on_change=on_change, choose=house, cards=cards, has_reader=True)
        for problem in problems:
            table.complain(problem)
        profile = companion.stage.profile
        kind = opening.profile_of(ledger)
        choices = Wish(wish.game, companion.players, wish.where, companion.game.options, profile=kind)
        return Opened(table, drawn(profile, *companion.stage.board), desk, seed, choices, stack.pop_all().close)

    def _file(self, wish: Wish) -> Path:
        if wish.resume:
            return Path(wish.resume)
        return opening.new_ledger(self._folder, wish.game, time.strftime("%Y-%m-%d-%H%M"))


def _now() -> int:
    return time.time_ns() // 1_000_000


def _card(name: str) -> GameCard:
    game, record = engines.load(name), games.get(name)
    return GameCard(
        name,
        record.title,
        game.seats,
        game.rulings,
        house_players(game),
        tuple(game.seat_counts),
        record.tables,
        opening.stage_for(profiles.load(record.table), game).is_tapped,
        record.loser_begins,
    )


def _companion(wish: Wish, ledger: Ledger) -> Companion:
    now = _now()
    if wish.resume:
        return opening.resume(ledger, now, is_virtual=wish.where == VIRTUAL)
    return opening.begin(
        ledger,
        wish.game,
        wish.profile,
        now,
        players=wish.players,
        options=wish.options,
        catalogue=wish.catalogue,
        is_virtual=wish.where == VIRTUAL,
        seed=wish.seed,
    )


def _desk(control: TwinControl) -> Callable[[], TwinDesk]:
    """Return how to make the desk: it belongs to the window's thread, and a game is opened in another."""
    return lambda: TwinDesk(lambda: control)


def _describe(file: Path) -> SavedGame:
    when = time.strftime("%d %B %Y, %H:%M", time.localtime(file.stat().st_mtime)).lstrip("0")
    try:
        with Ledger.read(file, check=False) as ledger:
            found = summary(ledger)
    except LedgerError as error:
        return SavedGame(str(file), file.stem, when, "", str(error))
    if found is None:
        return SavedGame(str(file), file.stem, when, "", "This file holds no game yet.")
    who = " against ".join(_capital(player) if player != PERSON else "Person" for player in found.players)
    detail = f"{who}. {found.ended or f'Turn {found.turn}.'}"
    title = games.get(found.game).title if found.game in games.games() else found.game
    return SavedGame(
        str(file), title, when, detail, losers=found.losers, at=found.at, is_over=bool(found.ended), game=found.game
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _short(serial: str) -> str:
    return f"{serial[:4]}…{serial[-4:]}" if len(serial) > 9 else serial
